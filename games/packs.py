"""Packs of figures: the printed cards of a game as versioned data that users can replace without code.

A game's packs come from the files of its package first, then from the registered sources (a database). A version is
immutable: a correction is a new version under a new name. Every figure has a provenance: ``seed`` (the rulebook),
``outside`` (the printed cards, or another description) or ``assumed`` (a reading without a source). This module knows
no game; each game with packs provides a :class:`PackFormat` to ``games.registry.packs``.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, Protocol

from .findings import Finding, Severity
from .messages import Messages

SEED, OUTSIDE, ASSUMED = "seed", "outside", "assumed"
PROVENANCES: Final = (SEED, OUTSIDE, ASSUMED)
NUMBER, CHOICE, TEXT, LIST = "number", "choice", "text", "list"
#: Largest value of a figure on a card.
LARGEST: Final = 999
#: Maximum length of a card's name or of a figure's source, in characters.
MAX_TEXT_LENGTH: Final = 200


class Source(Protocol):
    """A source of packs beside the files of a game's package."""

    def text(self, game: str, name: str) -> str | None:
        """Return a version as the text of its file; None if there is no such version."""

    def names(self, game: str) -> tuple[str, ...]:
        """Return the names of a game's versions."""


#: The registered sources.
SOURCES: Final[list[Source]] = []


def add_source(source: Source) -> None:
    """Register a source of packs, consulted after the files."""
    if source not in SOURCES:
        SOURCES.append(source)


def text(game: str, name: str) -> str | None:
    """Return a version's pack from the registered sources; None if none has it."""
    for source in SOURCES:
        content = source.text(game, name)
        if content is not None:
            return content
    return None


def names(game: str) -> tuple[str, ...]:
    """Return the names of a game's versions in the registered sources."""
    return tuple(name for source in SOURCES for name in source.names(game))


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure of a pack.

    Arguments:
        path: unique in the pack, ``row.column``: ``"farm.count"``, ``"values.dwarf"``.
        group: the table it belongs to; row: its row there, e.g. a card; column: the property.
        value: as written: a whole number, a word, or numbers separated by blanks.
        provenance: one of PROVENANCES. source: where the value is documented.
        kind: ``"number"``, ``"choice"`` (one of ``options``), ``"text"`` or ``"list"`` (numbers).
    """

    path: str
    group: str
    row: str
    column: str
    value: str
    provenance: str
    source: str
    kind: str = NUMBER
    options: tuple[str, ...] = ()

    @property
    def is_fixed(self) -> bool:
        """True if the rulebook itself gives the figure, so that it cannot be corrected."""
        return self.provenance == SEED


@dataclass(frozen=True, slots=True)
class Change:
    """The new state of a figure: another value, or the same value confirmed by another source."""

    value: str
    provenance: str
    source: str


class PackFormat(Protocol):
    """Interface of a game's packs, whose texts are JSON.

    ``prefix`` begins the name of each version, ``default`` is the version used if none was chosen.
    """

    prefix: str
    default: str

    def names(self) -> tuple[str, ...]:
        """Return the names of all versions, of files and sources."""

    def shipped(self) -> tuple[str, ...]:
        """Return the names of the versions that come with the game."""

    def text(self, name: str) -> str:
        """Return a version as the text of its file. Raises: UnknownName."""

    def is_printed(self, text: str) -> bool:
        """Return whether the pack declares its figures to be those of the printed cards."""

    def figures(self, text: str) -> tuple[Figure, ...]:
        """Return every figure, in the order of the tables."""

    def rest(self, text: str) -> Mapping[str, Any]:
        """Return by path what is no figure: what a correction leaves as it is."""

    def corrected(self, text: str, *, name: str, changes: Mapping[str, Change], printed: bool) -> str:
        """Return the text of a new version: the same pack with some figures changed, given by path."""

    def shape(self, text: str) -> tuple[Finding, ...]:
        """Return every reason why the text cannot be read as a pack; the other methods need a text without any."""

    def check(self, text: str) -> tuple[Finding, ...]:
        """Return every reason why no game can be played or checked with the pack; empty if it is valid."""

    def label(self, code: str, language: str) -> str:
        """Return the display name of a group, a column or an option, in ``"it"`` or ``"en"``."""

    def row_label(self, figures: Mapping[str, Figure], row: str, language: str) -> str:
        """Return the display name of a row (the name of a card), given the figures by path."""

    def sentence(self, finding: Finding, language: str) -> str:
        """Return the message of one of ``check``'s findings."""


def provenance_counts(figures: Collection[Figure]) -> dict[str, int]:
    """Count the figures by provenance."""
    return {each: sum(figure.provenance == each for figure in figures) for each in PROVENANCES}


def _error(code: str, path: str, value: str = "", **params: str | int) -> Finding:
    return Finding(code, Severity.ERROR, path, {"value": value, **params}, value=value)


def parse(text: str) -> dict[str, Any] | Finding:
    """Return the data of a pack's text, or the reason why it is no JSON object."""
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        return _error("PACK_JSON", "", line=error.lineno, column=error.colno)
    except (ValueError, RecursionError):
        return _error("PACK_NO_OBJECT", "")
    return data if isinstance(data, dict) else _error("PACK_NO_OBJECT", "")


def unreadable(figure: Figure) -> Finding | None:
    """Return the reason why a figure's value is none of its kind; None if it is one."""
    value = figure.value
    if figure.kind == NUMBER:
        is_number = value.removeprefix("-").isdecimal() and len(value) < 6 and abs(int(value)) <= LARGEST
        return None if is_number else _error("PACK_NUMBER", figure.path, value, most=LARGEST)
    if figure.kind == CHOICE:
        options = ", ".join(figure.options)
        return None if value in figure.options else _error("PACK_CHOICE", figure.path, value, options=options)
    if figure.kind == LIST:
        are_numbers = all(part.isdecimal() and len(part) < 4 for part in value.split())
        return None if are_numbers else _error("PACK_LIST", figure.path, value)
    return None if _is_line(value) else _error("PACK_TEXT", figure.path, most=MAX_TEXT_LENGTH)


def _is_line(text: str) -> bool:
    return 0 < len(text) <= MAX_TEXT_LENGTH and text.isprintable()


def find_changes(
    pack: PackFormat, text: str, edited: str, note: str, *, all_compared: bool = False
) -> tuple[dict[str, Change], list[Finding]]:
    """Return by path what an edited pack changes, and every reason against it.

    Arguments:
        text, edited: the pack that is corrected and the edited one, both without a finding of their shape.
        note: where the new figures are documented, e.g. "printed cards"; their source unless the edited pack names one.
        all_compared: whether every figure was compared with the printed cards: none stays assumed.
    """
    figures, found = pack.figures(text), {figure.path: figure for figure in pack.figures(edited)}
    findings = [
        *_only_in(figures, found.values(), "PACK_MISSING"),
        *_only_in(found.values(), figures, "PACK_NO_FIGURE"),
    ]
    other_rows = {finding.path for finding in findings}
    findings += [
        finding
        for finding in _rest_changed(pack.rest(text), pack.rest(edited))
        if finding.path.partition(".")[0] not in other_rows
    ]
    changes: dict[str, Change] = {}
    for before in figures:
        after = found.get(before.path, before)
        reason = unreadable(after) or _forbidden(before, after)
        if reason is not None:
            findings.append(reason)
            continue
        change = _change(before, after, note, all_compared=all_compared)
        if change is not None:
            changes[before.path] = change
    return changes, findings


def _only_in(these: Collection[Figure], those: Collection[Figure], code: str) -> Iterator[Finding]:
    """Yield a finding for each row that only these have, and for each further figure."""
    rows, paths = {figure.row for figure in those}, {figure.path for figure in those}
    yield from (_error(code, row) for row in dict.fromkeys(figure.row for figure in these) if row not in rows)
    yield from (_error(code, figure.path) for figure in these if figure.row in rows and figure.path not in paths)


def _rest_changed(rest: Mapping[str, Any], edited: Mapping[str, Any]) -> Iterator[Finding]:
    for path in dict.fromkeys((*rest, *edited)):
        if path not in rest:
            yield _error("PACK_NO_FIGURE", path)
        elif rest[path] != edited.get(path):
            yield _error("PACK_KEPT", path, right=json.dumps(rest[path], ensure_ascii=False))


def _forbidden(before: Figure, after: Figure) -> Finding | None:
    """Return the reason why a figure cannot be changed so; None if it can, or if nothing changes."""
    if before.is_fixed and (after.value, after.provenance) != (before.value, before.provenance):
        return _error("PACK_FIXED", before.path, after.value, right=before.value, source=before.source)
    if after.provenance not in (before.provenance, OUTSIDE):
        return _error("PACK_PROVENANCE", before.path, after.provenance, right=before.provenance)
    if not _is_line(after.source):
        return _error("PACK_TEXT", before.path, most=MAX_TEXT_LENGTH)
    return None


def _change(before: Figure, after: Figure, note: str, *, all_compared: bool) -> Change | None:
    """Return the new state of a figure, None if nothing changes; a new value is from outside whatever the pack says."""
    is_new_source = after.source != before.source and not before.is_fixed
    is_outside = (after.value, after.provenance) != (before.value, before.provenance) or (
        all_compared and before.provenance == ASSUMED
    )
    if not is_new_source and not is_outside:
        return None
    return Change(after.value, OUTSIDE if is_outside else before.provenance, after.source if is_new_source else note)


#: Messages of this module's findings.
SENTENCES: Final[dict[str, dict[str, str]]] = {
    "PACK_NUMBER": {
        "it": "«{value}» non va: serve un numero intero, al massimo {most}.",
        "en": "“{value}” will not do: it takes a whole number, at most {most}.",
    },
    "PACK_CHOICE": {
        "it": "«{value}» non va: deve essere uno tra {options}.",
        "en": "“{value}” will not do: it should be one of {options}.",
    },
    "PACK_LIST": {
        "it": "«{value}» non va: servono numeri separati da spazi.",
        "en": "“{value}” will not do: it takes numbers apart by blanks.",
    },
    "PACK_TEXT": {
        "it": "Serve un testo da 1 a {most} caratteri.",
        "en": "It takes a text of 1 to {most} characters.",
    },
    "PACK_JSON": {
        "it": "Il file non è JSON: guarda la riga {line}, colonna {column}.",
        "en": "The file is no JSON: look at line {line}, column {column}.",
    },
    "PACK_NO_OBJECT": {
        "it": "Il file non è quello di un’edizione delle carte.",
        "en": "The file is not that of a card pack.",
    },
    "PACK_MISSING": {"it": "Manca.", "en": "It is missing."},
    "PACK_NO_FIGURE": {"it": "Nel mazzo non c’è questo dato.", "en": "The pack has no such figure."},
    "PACK_KEPT": {
        "it": "Si correggono solo i valori delle carte: resta {right}.",
        "en": "Only the figures of cards are corrected: it stays {right}.",
    },
    "PACK_PROVENANCE": {
        "it": "«{value}» non va: resta «{right}», o diventa «outside».",
        "en": "“{value}” will not do: it stays “{right}”, or becomes “outside”.",
    },
    "PACK_FIXED": {
        "it": "È scritto nel regolamento del gioco ({source}): resta «{right}».",
        "en": "It stands in the game’s rulebook ({source}): it stays “{right}”.",
    },
}


sentence: Final = Messages(SENTENCES).sentence
