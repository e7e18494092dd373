"""Facts about each game for the pages: its table, its words, its sheet; one adapter per game."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Protocol

from games import registry
from games.game import Outcome

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
    def dock_template(self) -> str:
        """The template of the own hand, above the options."""

    @property
    def counts_rounds(self) -> bool:
        """Return whether the number of a step is that of a round of the table, not of a player's turn."""

    @property
    def open_kinds(self) -> Collection[str]:
        """The questions whose options show no hand."""

    def table(self, step: Any, edition: str, eyes: int | None) -> dict[str, Any]:
        """Return the table of a step for the watching eyes."""

    def line_words(self, step: Any, eyes: int | None, language: str) -> str:
        """Return the decision of a step in words, as the watching eyes read it."""

    def answer_words(self, step: Any, option: Any, edition: str) -> str:
        """Return an option in words."""

    def option_card(self, step: Any, option: Any, edition: str) -> Any:
        """Return the card that an option names, with its drawing; None if it names none."""

    def question_words(self, kind: str) -> tuple[str, str]:
        """Return what a question asks and how it is answered."""

    def place_moves(self, step: Any, table: dict[str, Any], moves: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
        """Make buttons of what lies on the table; return the moves that are not on it."""

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
