"""Packs of figures: the printed cards of a game as data with versions, which people replace without code.

A game's packs come from the files of its package first, then from the sources that somebody added (a database). A
version never changes: what is corrected is a new version under a new name. Every figure says where it comes from:
``seed`` (the rulebook), ``outside`` (the printed cards, or another description) or ``assumed`` (a reading without a
source). This module knows no game; each game with packs shows a :class:`PackFormat` to ``games.registry.packs``.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final, Protocol

from .findings import Finding, Severity
from .wording import filled

SEED, OUTSIDE, ASSUMED = "seed", "outside", "assumed"
PROVENANCES: Final = (SEED, OUTSIDE, ASSUMED)
NUMBER, CHOICE, TEXT, LIST = "number", "choice", "text", "list"
#: No figure on a card is larger.
LARGEST: Final = 999
#: The longest name of a card or source of a figure.
LONGEST: Final = 200


class Source(Protocol):
    """Where packs come from beside the files of a game's package."""

    def text(self, game: str, name: str) -> str | None:
        """The pack of a version as the game's own file; None where there is none."""

    def names(self, game: str) -> tuple[str, ...]:
        """The versions there are of a game."""


_sources: list[Source] = []


def add_source(source: Source) -> None:
    """Asks this source, too, for packs that no file holds."""
    if source not in _sources:
        _sources.append(source)


def remove_source(source: Source) -> None:
    """Asks this source no longer."""
    if source in _sources:
        _sources.remove(source)


def sources() -> tuple[Source, ...]:
    """The sources added."""
    return tuple(_sources)


def text(game: str, name: str) -> str | None:
    """The pack of a version from the sources; None where none has it."""
    for source in _sources:
        found = source.text(game, name)
        if found is not None:
            return found
    return None


def names(game: str) -> tuple[str, ...]:
    """The versions that the sources have of a game."""
    return tuple(name for source in _sources for name in source.names(game))


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure of a pack.

    Arguments:
        path: unique in the pack, ``row.column``: ``"farm.count"``, ``"values.dwarf"``.
        group: the table it belongs to; row: its line there, e.g. a card; column: what it says of it.
        value: as it is written: a whole number, a word, or numbers apart by blanks.
        provenance: one of PROVENANCES. source: where it stands.
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
        """Whether the rulebook itself gives it: nobody corrects it."""
        return self.provenance == SEED


@dataclass(frozen=True, slots=True)
class Change:
    """A figure as it is to be: another value, or the same one confirmed from another source."""

    value: str
    provenance: str
    source: str


class PackFormat(Protocol):
    """What a game shows of its packs.

    ``prefix`` begins the name of each version, ``default`` is the version used where nobody chose, ``suffix`` ends the
    name of its files.
    """

    prefix: str
    default: str
    suffix: str

    def names(self) -> tuple[str, ...]:
        """Every version, of files and sources."""

    def shipped(self) -> tuple[str, ...]:
        """The versions that come with the game."""

    def text(self, name: str) -> str:
        """A version as its file. Raises: UnknownName."""

    def is_printed(self, text: str) -> bool:
        """Whether its figures are said to be those of the printed cards."""

    def figures(self, text: str) -> tuple[Figure, ...]:
        """Every figure, in the order of the tables."""

    def corrected(self, text: str, *, name: str, changes: Mapping[str, Change], printed: bool) -> str:
        """The text of a new version: the same pack with some figures by path changed."""

    def check(self, text: str) -> tuple[Finding, ...]:
        """Every reason why no game can be played or checked with it; none where it is good."""

    def label(self, code: str, language: str) -> str:
        """What people call a group, a column or an option, in ``"it"`` or ``"en"``."""

    def row_label(self, figures: Mapping[str, Figure], row: str, language: str) -> str:
        """What people call a row, given the figures by path: the name of a card."""

    def sentence(self, finding: Finding, language: str) -> str:
        """The sentence of one of ``check``'s findings."""


def provenance_counts(figures: Collection[Figure]) -> dict[str, int]:
    """How many figures come from where, by provenance."""
    return {each: sum(figure.provenance == each for figure in figures) for each in PROVENANCES}


def _error(code: str, path: str, value: str = "", **params: str | int) -> Finding:
    return Finding(code, Severity.ERROR, path, {"value": value, **params}, value=value)


def _read(figure: Figure, typed: str) -> tuple[str, Finding | None]:
    """What was typed as the figure is written, or why it cannot be read."""
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
    if figure.kind == TEXT and not (0 < len(clean) <= LONGEST and clean.isprintable()):
        return clean, _error("PACK_TEXT", figure.path, clean, most=LONGEST)
    return clean, None


def changes_of(
    figures: Collection[Figure], typed: Mapping[str, str], confirmed: Collection[str], note: str
) -> tuple[dict[str, Change], list[Finding]]:
    """What of a pack becomes another, from what people typed.

    Arguments:
        figures: of the pack that is corrected. typed: by path; a figure that is not there stays as it is.
        confirmed: paths of figures that were compared with the printed cards and found right.
        note: where the new figures stand, e.g. "printed cards": their source.

    Returns: the changes by path, and why some cannot be made: unreadable, of no figure, or of the rulebook's own.
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


#: The sentences of what this module finds.
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
    """The sentence of one of this module's findings, in ``"it"`` or ``"en"``."""
    return filled(SENTENCES[finding.code][language], finding.params)
