"""Facts about each game for the pages: its table, its words, its sheet; one adapter per game."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Protocol

from games import registry
from games.game import Outcome

from .chapters import Chapter
from .dominion_adapter import DOMINION
from .era_adapter import ERA
from .megalomania_adapter import MEGALOMANIA


class Adapter(Protocol):
    """One game on the pages that show and play it.

    ``edition`` names the cards: of Dominion the words of a language, of the other games the pack of figures.
    """

    @property
    def template(self) -> str:
        """The template of the table."""

    @property
    def open_kinds(self) -> Collection[str]:
        """The questions whose options show no hand."""

    def table(self, step: Any, edition: str, eyes: int | None, names: Sequence[str]) -> dict[str, Any]:
        """Return the table of a step for the watching eyes; its ``seats`` hold the names and, of seen hands, cards."""

    def title(self, step: Any, player: str) -> str:
        """Return the heading of an open question; an empty name is the visitor."""

    def chapter(self, step: Any, names: Sequence[str]) -> Chapter:
        """Return the part of the chronicle that a step belongs to."""

    def line_words(self, step: Any, eyes: int | None, language: str) -> str:
        """Return the decision of a step in words, as the watching eyes read it."""

    def answer_words(self, step: Any, option: Any, edition: str, names: Sequence[str]) -> str:
        """Return an option in words."""

    def deed(self, step: Any, player: str, answer: str) -> str:
        """Return what the chronicle says of a decision that the engine tells with its question; "" for nothing."""

    def question_words(self, kind: str) -> tuple[str, str]:
        """Return what a question asks and how it is answered."""

    def is_nothing(self, step: Any) -> bool:
        """Return whether a decision only declined to do more."""

    def zones(self, step: Any, table: dict[str, Any]) -> list[tuple[dict[str, Any], str]]:
        """Return where the cards lie that answer a question: each a mapping and the name of a list in it."""

    def place_of(self, step: Any, option: Any) -> str:
        """Return the place on the table that an option names."""

    def verb(self, kind: str) -> str:
        """Return the word on a card that can be chosen."""

    def counters(self, step: Any) -> list[tuple[str, int]]:
        """Return what the deciding player can still spend, with the names."""

    def sheet_table(self, outcome: Outcome, edition: str) -> tuple[list[str], list[list[Any]]]:
        """Return the headings and, for each seat, the cells of the sheet that the end gives."""


_ADAPTERS: dict[str, Adapter] = {"dominion": DOMINION, "megalomania": MEGALOMANIA, "era_of_kingdoms": ERA}


def of(game: str) -> Adapter:
    """Return the adapter of a game."""
    return _ADAPTERS[game]


def edition_of(game: str, setup: Mapping[str, Any], language: str) -> str:
    """Return the edition that names a game's cards: its pack, or the words of a language in a game without packs."""
    packs = registry.packs(game)
    if packs is None:
        return registry.get(game).display.edition_of(language, "regulation")
    return str(setup.get("pack", packs.default))
