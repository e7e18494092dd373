"""Dominion on the pages that show and play games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from games.game import Outcome

from . import dominion, dominion_words
from .chapters import Chapter, turn_chapter

#: Questions answered with a pile of the supply, and with a card of one's own hand.
_FROM_SUPPLY = frozenset(("buy", "remodel_gain", "mine_gain", "feast", "workshop"))
_FROM_HAND = frozenset(
    ("play", "lay", "throne_room", "cellar", "militia", "chapel", "remodel_trash", "mine_trash", "bureaucrat")
)


class DominionAdapter:
    """Dominion's table, words and sheet."""

    template = "practice/dominion_table.html"
    #: What is gained and bought lies open, and so does what an attack has revealed.
    open_kinds = frozenset(
        ("buy", "remodel_gain", "mine_gain", "feast", "workshop", "thief_trash", "thief_gain", "spy", "chancellor")
    )

    def table(self, step: Any, edition: str, eyes: int | None, names: Sequence[str]) -> dict[str, Any]:
        """Return the table of a step."""
        return dominion.table(step, edition, eyes, names)

    def title(self, step: Any, player: str) -> str:
        """Return the heading of an open question; an empty name is the visitor."""
        words = _("Turn %(number)s: %(player)s moves") if player else _("Turn %(number)s: your move")
        return words % {"number": step.turn, "player": player}

    def chapter(self, step: Any, names: Sequence[str]) -> Chapter:
        """Return the part of the chronicle that a step belongs to."""
        return turn_chapter(step.active, step.turn, names)

    def line_words(self, step: Any, eyes: int | None, language: str) -> str:
        """Return the decision in words; a Moat that stays in the hand is shown to its player alone."""
        if step.kind == "moat" and step.choice == "no" and eyes not in (None, step.seat):
            return _("%(player)s is hit by the attack.") % {"player": step.seats[step.seat].player}
        return str(step.line[language])

    def answer_words(self, step: Any, option: Any, edition: str, names: Sequence[str]) -> str:
        """Return an option as the words of its button."""
        return dominion_words.answer_words(step.kind, option, edition)

    def deed(self, step: Any, player: str, answer: str) -> str:
        """Return no sentence: the engine's are enough."""
        return ""

    def question_words(self, kind: str) -> tuple[str, str]:
        """Return what a question asks and how it is answered."""
        return dominion_words.question_words(kind)

    def is_nothing(self, step: Any) -> bool:
        """Return whether a decision only declined to do more."""
        return bool(step.choice == "stop")

    def zones(self, step: Any, table: dict[str, Any]) -> list[tuple[dict[str, Any], str]]:
        """Return where the cards lie that answer a question: each a mapping and the name of a list in it."""
        if step.kind in _FROM_SUPPLY:
            return [(table, "base"), (table, "kingdom")]
        return [(table["seats"][step.seat], "hand")] if step.kind in _FROM_HAND else []

    def place_of(self, step: Any, option: Any) -> str:
        """Return the place on the table that an option names."""
        return str(option)

    def verb(self, kind: str) -> str:
        """Return the word on a card that can be chosen."""
        return dominion_words.verb_of(kind)

    def counters(self, step: Any) -> list[tuple[str, int]]:
        """Return what the player in turn has left, with the names."""
        if step.seat != step.active:
            return []
        return [(_("actions"), step.actions), (_("buys"), step.buys), (_("coins"), step.coins)]

    def sheet_table(self, outcome: Outcome, edition: str) -> tuple[list[str], list[list[Any]]]:
        """Return the points, the turns, the Victory cards and Curses, and the cards of each seat."""
        counted = dominion.sheet_columns(outcome.sheet["kingdom"], edition)
        headings = [name for _code, name in counted]
        cells = [
            [
                seat["points"],
                seat["turns"],
                *(seat["deck"].get(code, 0) for code, _name in counted),
                sum(seat["deck"].values()),
            ]
            for seat in outcome.sheet["seats"]
        ]
        return [_("Points"), _("Turns"), *headings, _("Cards")], cells


DOMINION = DominionAdapter()
