"""Packs of figures: the printed cards of a game as versioned data that users can replace without code.

A game's packs come from the files of its package first, then from the registered sources (a database). A version is
immutable: a correction is a new version under a new name. Every figure has a provenance: ``seed`` (the rulebook),
``outside`` (the printed cards, or another description) or ``assumed`` (a reading without a source). This module knows
no game; each game with packs provides a :class:`PackFormat` to ``games.registry.packs``.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final, Protocol

from .findings import Finding, Severity
from .wording import fill_in

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
        """Return a version's pack in the game's own file format; None if there is no such version."""

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
    """Interface of a game's packs.

    ``prefix`` begins the name of each version, ``default`` is the version used if none was chosen, ``suffix`` ends the
    name of its files.
    """

    prefix: str
    default: str
    suffix: str

    def names(self) -> tuple[str, ...]:
        """Return the names of all versions, of files and sources."""

    def shipped(self) -> tuple[str, ...]:
        """Return the names of the versions that come with the game."""

    def text(self, name: str) -> str:
        """Return a version in its file format. Raises: UnknownName."""

    def is_printed(self, text: str) -> bool:
        """Return whether the pack declares its figures to be those of the printed cards."""

    def figures(self, text: str) -> tuple[Figure, ...]:
        """Return every figure, in the order of the tables."""

    def corrected(self, text: str, *, name: str, changes: Mapping[str, Change], printed: bool) -> str:
        """Return the text of a new version: the same pack with some figures changed, given by path."""

    def check(self, text: str) -> tuple[Finding, ...]:
        """Check the pack and return every reason why no game can be played or checked with it; empty if it is valid."""

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


def _read(figure: Figure, typed: str) -> tuple[str, Finding | None]:
    """Normalise a typed value to the notation of the figure; return it and, if it cannot be read, the reason."""
    clean = " ".join(typed.replace("−", "-").split())
    if figure.kind == NUMBER:
        number = int(clean) if clean.removeprefix("-").isdecimal() and len(clean) < 6 else None
        if number is None or abs(number) > LARGEST:
            return clean, _error("PACK_NUMBER", figure.path, clean, most=LARGEST)
        return str(number), None
    if figure.kind == CHOICE and clean not in figure.options:
        return clean, _error("PACK_CHOICE", figure.path, clean, options=", ".join(figure.options))
    if figure.kind == LIST and not all(part.isdecimal() and len(part) < 4 for part in clean.split()):
        return clean, _error("PACK_LIST", figure.path, clean)
    if figure.kind == TEXT and not (0 < len(clean) <= MAX_TEXT_LENGTH and clean.isprintable()):
        return clean, _error("PACK_TEXT", figure.path, clean, most=MAX_TEXT_LENGTH)
    return clean, None


def find_changes(
    figures: Collection[Figure], typed: Mapping[str, str], confirmed: Collection[str], note: str
) -> tuple[dict[str, Change], list[Finding]]:
    """Return the changes to a pack that typed values and confirmations amount to.

    Arguments:
        figures: of the pack that is corrected. typed: values by path; a figure without one stays unchanged.
        confirmed: paths of figures that were compared with the printed cards and found right.
        note: where the new figures are documented, e.g. "printed cards": their source.

    Returns: the changes by path, and findings for those that cannot be made: unreadable, no such figure, or fixed by
    the rulebook.
    """
    known = {figure.path: figure for figure in figures}
    findings = [_error("PACK_NO_FIGURE", path) for path in typed if path not in known]
    changes: dict[str, Change] = {}
    for path, figure in known.items():
        value, problem = _read(figure, typed[path]) if path in typed else (figure.value, None)
        if problem is not None:
            findings.append(problem)
        elif value != figure.value and figure.is_fixed:
            findings.append(_error("PACK_FIXED", path, value, right=figure.value, source=figure.source))
        elif value != figure.value or (path in confirmed and figure.provenance == ASSUMED):
            changes[path] = Change(value, OUTSIDE, note)
    return changes, findings


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
    "PACK_NO_FIGURE": {"it": "Nel mazzo non c’è questo dato.", "en": "The pack has no such figure."},
    "PACK_FIXED": {
        "it": "È scritto nel regolamento del gioco ({source}): resta «{right}».",
        "en": "It stands in the game’s rulebook ({source}): it stays “{right}”.",
    },
}


def sentence(finding: Finding, language: str) -> str:
    """Return the message of one of this module's findings, in ``"it"`` or ``"en"``."""
    return fill_in(SENTENCES[finding.code][language], finding.params)
