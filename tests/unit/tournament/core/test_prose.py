"""Test the reader of texts: sections by headings, search, and no mark-up of the author's in the page."""

from __future__ import annotations

import pytest

from tournament.core.prose import read_prose

TEXT = """# Regolamento

Si gioca con <script>alert(1)</script> e ![foto](https://a.example/b.png) [qui](javascript:alert(1)).

## 1.1 La città

Il *caffè* è nella <b>piazza</b>.

| posto | punti |
|---|---|
| 1 | 10 |

### Sotto

- uno

## 1.2 Fine

Basta.
"""


def test_prose_has_a_title_and_sections_by_level() -> None:
    prose = read_prose(TEXT)
    assert prose.title == "Regolamento"
    assert [(section.level, section.title) for section in prose.sections] == [
        (2, ""),
        (2, "1.1 La città"),
        (3, "Sotto"),
        (2, "1.2 Fine"),
    ]
    assert "<table" in prose.sections[1].html


def test_prose_lets_no_mark_up_or_address_of_the_author_through() -> None:
    html = "".join(section.html for section in read_prose(TEXT).sections)
    assert "&lt;script&gt;" in html
    for wrong in ("<script", "<b>", "<img", 'href="javascript'):
        assert wrong not in html


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("CAFFE piazza", ["1.1 La città"]),
        ("citta", ["1.1 La città"]),
        ("uno basta", []),
        ("", []),
        ("<b>", ["1.1 La città"]),
    ],
)
def test_prose_search_wants_every_word_whatever_accents(words: str, found: list[str]) -> None:
    assert [section.title for section in read_prose(TEXT).matching(words)] == found


def test_prose_marks_found_words_and_nothing_else() -> None:
    section = read_prose(TEXT).sections[1]
    assert "<mark>caffè</mark>" in section.marked(["caffe"])
    assert section.excerpt(["script"]).count("<mark>") == 0
    assert (
        read_prose("a & <i>b</i> ccc").sections[0].excerpt(["ccc"]) == "a &amp; &lt;i&gt;b&lt;/i&gt; <mark>ccc</mark>"
    )


def test_plain_text_has_its_headings_by_line() -> None:
    text = "REGOLAMENTO\n\n1.1 Introduzione\n\n    Una riga\n    spezzata.\n\n**Parte seconda**\n\n1.2 non lo è.\n"
    sections = read_prose(text).sections
    assert [section.title for section in sections] == ["REGOLAMENTO", "1.1 Introduzione", "Parte seconda"]
    assert sections[1].plain == "Una riga spezzata."
    assert "<pre" not in sections[1].html
