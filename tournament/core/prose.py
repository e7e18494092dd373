"""Read a text in Markdown, or plain with headings on lines of their own, as sections that a page shows and searches.

Rendered by markdown-it-py, which is small, well kept and escapes HTML: no mark-up of the author's reaches a page.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

from tournament.regulation.names import folded

#: Longest line that can be a heading of a plain text, and the letters shown round a found word.
LONGEST_HEADING: Final = 90
ROUND_A_HIT: Final = 110

_HEADING: Final = re.compile(r"^\s{0,3}#{1,6}\s")
#: A numbered heading of a plain text (“1.5 The event”, “Art. 3”, “Parte seconda”); it ends without a full stop.
_NUMBERED: Final = re.compile(r"^(?:\d+(?:\.\d+)+\.?|\d+\.|art(?:\.|icolo)\s*\d+|parte|part|capitolo|titolo)\s", re.I)
_WORD: Final = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Section:
    """What stands under one heading.

    Arguments:
        anchor: id of its heading in a page. level: of the heading, 2 to 4. title: empty before the first heading.
        html: the body, safe. plain: the body without mark-up. tokens: the body as the reader of Markdown gives it.
    """

    anchor: str
    level: int
    title: str
    html: SafeString
    plain: str
    tokens: tuple[Token, ...]

    def has(self, words: Sequence[str]) -> bool:
        """Return whether every word, as ``folded`` gives it, occurs in the title or the body."""
        text = folded(f"{self.title} {self.plain}")
        return all(word in text for word in words)

    def marked(self, words: Sequence[str]) -> SafeString:
        """Return the body with the words of a search marked."""
        return mark_safe(
            _RENDERER.render(list(self.tokens), _MARKDOWN.options, {"words": tuple(words), "title": self.title})
        )

    def excerpt(self, words: Sequence[str]) -> SafeString:
        """Return the body round the first word that is found, with the found words marked."""
        first = next((hit for hit in _WORD.finditer(self.plain) if _is_hit(hit[0], words)), None)
        middle = first.start() if first else 0
        begin = self.plain.rfind(" ", 0, max(0, middle - ROUND_A_HIT)) + 1
        end = self.plain.find(" ", middle + ROUND_A_HIT)
        cut = self.plain[begin:] if end < 0 else self.plain[begin:end] + "…"
        return mark_safe(("…" if begin else "") + marked_text(cut, words))


@dataclass(frozen=True, slots=True)
class Prose:
    """A text: its title, empty if it has none, and its sections in order."""

    title: str
    sections: tuple[Section, ...]

    def matching(self, words: str) -> tuple[Section, ...]:
        """Return the sections with all words of a search; accents and capitals do not matter."""
        wanted = folded(words).split()
        return tuple(section for section in self.sections if section.has(wanted)) if wanted else ()


def read_prose(text: str) -> Prose:
    """Return a text as sections. Raw HTML in it is shown as it is written."""
    tokens = _MARKDOWN.parse(text if any(map(_HEADING.match, text.splitlines())) else _with_headings(text))
    parts: list[tuple[int, str, list[Token]]] = [(0, "", [])]
    for index, token in enumerate(tokens):
        if token.type == "heading_open" and token.level == 0:
            parts.append((int(token.tag[1:]), _plain(tokens[index + 1 : index + 2]), []))
        elif not (_in_heading(tokens, index) and token.level <= 1):
            parts[-1][2].append(token)
    parts = [part for part in parts if part[1] or part[2]]
    tops = [depth for depth, _title, _body in parts if depth]
    title = ""
    if tops and parts[0][0] == min(tops) and tops.count(min(tops)) == 1:
        _depth, title, body = parts.pop(0)
        parts = [(0, "", body), *parts] if body else parts
        tops = tops[1:]
    return Prose(title, tuple(_section(part, min(tops, default=1), number) for number, part in enumerate(parts)))


def marked_text(text: str, words: Sequence[str]) -> str:
    """Return a text as safe HTML, with the words marked in which one of some, as ``folded`` gives them, occurs."""
    parts, last = [], 0
    for hit in _WORD.finditer(text):
        if _is_hit(hit[0], words):
            parts += [escape(text[last : hit.start()]), f"<mark>{escape(hit[0])}</mark>"]
            last = hit.end()
    return "".join([*parts, escape(text[last:])])


def _is_hit(word: str, words: Sequence[str]) -> bool:
    plain = folded(word)
    return any(part in plain for wanted in words for part in _WORD.findall(wanted))


def _in_heading(tokens: Sequence[Token], index: int) -> bool:
    """Return whether a token is the text or the end of a heading."""
    before = tokens[index - 1].type if index else ""
    return tokens[index].type == "heading_close" or before == "heading_open"


def _section(part: tuple[int, str, list[Token]], top: int, number: int) -> Section:
    depth, title, body = part
    html = mark_safe(_RENDERER.render(body, _MARKDOWN.options, {"words": (), "title": title}))
    level = min(4, 2 + max(0, depth - top))
    return Section(f"testo-{number}", level, title, html, _plain(body), tuple(body))


def _plain(tokens: Sequence[Token]) -> str:
    """Return the words of tokens without mark-up."""
    words = []
    for token in tokens:
        for child in token.children or ():
            words.append(" " if child.type in ("softbreak", "hardbreak") else child.content)
        words.append(token.content + " " if token.type == "fence" else " ")
    return " ".join("".join(words).split())


def _with_headings(text: str) -> str:
    """Return a plain text with its headings marked: short lines alone that are numbered, in capitals or in bold."""
    lines = text.splitlines()
    alone = ["", *lines, ""]
    return "\n".join(
        f"## {line.strip().strip('*').strip()}"
        if not alone[index].strip() and not alone[index + 2].strip() and _is_heading(line.strip())
        else line
        for index, line in enumerate(lines)
    )


def _is_heading(line: str) -> bool:
    if not line or len(line) > LONGEST_HEADING or not any(letter.isalpha() for letter in line):
        return False
    is_bold = line.startswith("**") and line.endswith("**") and "**" not in line[2:-2]
    return is_bold or line.isupper() or (bool(_NUMBERED.match(line)) and line[-1] not in ".;,:")


class _Renderer(RendererHTML):
    """Render with headings no higher than the page's own, tables that scroll, and found words marked."""

    def text(self, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
        return marked_text(tokens[index].content, env["words"])

    def heading_open(self, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
        return "<p><strong>"

    def heading_close(self, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
        return "</strong></p>\n"

    def table_open(self, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
        # A table is called as the heading that it stands under.
        name = f' aria-label="{escape(env["title"])}"' if env["title"] else ""
        region = f' role="region"{name}' if name else ""
        return f'<div class="fo-scroll" tabindex="0"{region}><table class="fo-table fo-table--tight"{name}>'

    def table_close(self, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
        return "</table></div>\n"

    def th_open(self, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
        return '<th scope="col">'

    def td_open(self, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
        return "<td>"


#: HTML is escaped and pictures are not loaded; indented lines are text, because plain texts indent.
_MARKDOWN: Final = MarkdownIt("commonmark", {"html": False}).enable("table").disable(["image", "code"])
_RENDERER: Final = _Renderer()
