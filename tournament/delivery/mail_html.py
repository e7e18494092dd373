"""Make the HTML alternative of a mail from its text: the same words, with links that can be pressed."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any
from urllib.parse import urlsplit

from django.template.loader import render_to_string
from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy

#: A paragraph that is a code to be typed: one word of capitals and digits.
_CODE = re.compile(r"[A-Z0-9-]{4,12}")
#: Words of a link by the first part of its address, or by the last where one page has several.
_LABELS = {
    "accounts": gettext_lazy("Choose a new password"),
    "c": gettext_lazy("Decide about your name"),
    "calendario.ics": gettext_lazy("Add to the calendar"),
    "convocazione": gettext_lazy("Answer the call-up"),
    "eventi": gettext_lazy("See the event"),
    "g": gettext_lazy("Open your page"),
    "i": gettext_lazy("Open your entry"),
    "invito": gettext_lazy("Open the invitation"),
    "ranking": gettext_lazy("See the Ranking"),
    "vengo": gettext_lazy("I am coming"),
    "annulla": gettext_lazy("I am not coming"),
}
#: Cells of a fact: its label and its value.
FACT = 2
#: Letters of a button's own words; a longer sentence is text, with a link at its end.
_LONGEST_LABEL = 30
_DEFAULT_LABEL = gettext_lazy("Open the page")


def html_of_text(
    *,
    subject: str,
    body: str,
    language: str,
    site_url: str,
    pictures: Iterable[str] = (),
    ways: Iterable[tuple[str, str]] = (),
) -> str:
    """Return a mail as HTML. Nothing is loaded from elsewhere, so that no server learns when it is read.

    Arguments:
        body: paragraphs separated by blank lines. Of last lines that are only an address, or a few words and an
            address after a colon, the first becomes the button, the others links; lines with a tab become a
            table: facts with their labels, or of three and more columns with the headings in the first line. A
            paragraph that says what the heading says is left out.
        language: of the text.
        pictures: Content-IDs of the attached pictures, which are shown below the text.
        ways: words and address of the links that end this kind of mails, shown below it.
        site_url: address of the site, without a slash at its end. Only its addresses become links: what a person typed
            into a name, a reason or a message must not look like a page of this site.
    """
    address = re.compile(rf"{re.escape(site_url)}/[^\s<>\"]*")
    paragraphs = [text.strip() for text in re.split(r"\n\s*\n", body) if text.strip()]
    parts = [part for paragraph in paragraphs if not _says(paragraph, subject) for part in _parts(paragraph, address)]
    blocks = [_block(part, address) for part in parts]
    for block in [block for block in blocks if block["kind"] == "button"][1:]:
        block["kind"] = "link"
    facts = {"subject": subject, "blocks": blocks, "language": language, "site_url": site_url}
    facts |= {"pictures": list(pictures), "ways": list(ways)}
    return render_to_string("mail/frame.html", facts)


def _says(paragraph: str, subject: str) -> bool:
    """Return whether a paragraph repeats the subject."""
    return paragraph.rstrip(".") == subject.rstrip(".")


def _parts(paragraph: str, address: re.Pattern[str]) -> list[str]:
    """Return a paragraph, apart from its last line where that is only an address, with or without its words."""
    words, _line, last = paragraph.rpartition("\n")
    named, link = _worded(last)
    stands_alone = address.fullmatch(link) and len(named) <= _LONGEST_LABEL
    return [words, last] if words and stands_alone else [paragraph]


def _worded(line: str) -> tuple[str, str]:
    """Return the words of a link and its address: "Confirm the entry: https://…"; without words blank."""
    words, mark, address = line.rpartition(": ")
    return (words, address) if mark and address[-1:] not in ".,;:)" else ("", line)


def _label(address: str) -> str:
    """Return the words of a button: mails have several, and each leads elsewhere."""
    parts = urlsplit(address).path.strip("/").split("/")
    return str(_LABELS.get(parts[-1]) or _LABELS.get(parts[0], _DEFAULT_LABEL))


def _block(text: str, address: re.Pattern[str]) -> dict[str, Any]:
    """Return the kind and the content of a part of a mail: a button, facts, a table, a code, or text."""
    words, link = _worded(text)
    if address.fullmatch(link) and len(words) <= _LONGEST_LABEL:
        return {"kind": "button", "address": link, "label": words or _label(link)}
    if all("\t" in line for line in text.split("\n")):
        rows = [line.split("\t") for line in text.split("\n")]
        return {"kind": "facts" if all(len(row) == FACT for row in rows) else "table", "rows": rows}
    if _CODE.fullmatch(text):
        return {"kind": "code", "text": text}
    return {
        "kind": "text",
        "html": format_html_join(SafeString("<br>"), "{}", ((_linked(line, address),) for line in text.split("\n"))),
    }


def _linked(line: str, address: re.Pattern[str]) -> SafeString:
    """Return a line with its addresses as links; a full stop after one is not part of it."""
    parts, end = [], 0
    for match in address.finditer(line):
        link = match.group().rstrip(".,;:)")
        parts += [escape(line[end : match.start()]), format_html('<a href="{}">{}</a>', link, link)]
        end = match.start() + len(link)
    return SafeString("".join([*parts, escape(line[end:])]))
