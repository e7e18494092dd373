"""Dominion on the pages that show and play games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from games.game import Outcome

from . import dominion, dominion_words

#: Questions answered with a pile of the supply, and with a card of one's own hand.
_FROM_SUPPLY = frozenset(("buy", "remodel_gain", "mine_gain", "feast", "workshop"))
_FROM_HAND = frozenset(
    ("play", "lay", "throne_room", "cellar", "militia", "chapel", "remodel_trash", "mine_trash", "bureaucrat")
)


class DominionAdapter:
    """Dominion's table, words and sheet."""

    template = "practice/dominion_table.html"
    dock_template = "practice/dominion_dock.html"
    counts_rounds = False
    #: What is gained and bought lies open, and so does what an attack has revealed.
    open_kinds = frozenset(
        ("buy", "remodel_gain", "mine_gain", "feast", "workshop", "thief_trash", "thief_gain", "spy", "chancellor")
    )

    def table(self, step: Any, edition: str, eyes: int | None) -> dict[str, Any]:
        """Return the table of a step."""
        return dominion.table(step, edition, eyes)

    def line_words(self, step: Any, eyes: int | None, language: str) -> str:
        """Return the decision in words; a Moat that stays in the hand is shown to its player alone."""
        if step.kind == "moat" and step.choice == "no" and eyes not in (None, step.seat):
            return _("%(player)s is hit by the attack.") % {"player": step.seats[step.seat].player}
        return str(step.line[language])

    def answer_words(self, step: Any, option: Any, edition: str) -> str:
        """Return an option as the words of its button."""
        return dominion_words.answer_words(step.kind, option, edition)

    def option_card(self, step: Any, option: Any, edition: str) -> Any:
        """Return the card of an option."""
        return dominion.option_card(option, edition)

    def question_words(self, kind: str) -> tuple[str, str]:
        """Return what a question asks and how it is answered."""
        return dominion_words.question_words(kind)

    def place_moves(self, step: Any, table: dict[str, Any], moves: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
        """Make buttons of the cards on the table and in the hand; return the moves that are no such card."""
        verb = dominion_words.verb_of(step.kind)
        letters = {move["option"]: move["letters"] for move in moves}

        def live(cards: Sequence[dominion.TableCard]) -> list[dominion.TableCard]:
            return [replace(card, move=letters.get(card.code, ""), verb=verb) for card in cards]

        if step.kind in _FROM_SUPPLY:
            table["base"], table["kingdom"] = live(table["base"]), live(table["kingdom"])
            return [move for move in moves if move["card"] is None]
        hand = table["seats"][step.seat]
        if step.kind in _FROM_HAND:
            hand["hand"] = live(hand["hand"])
            return [move for move in moves if move["card"] is None]
        return list(moves)

    def counters(self, step: Any) -> list[tuple[str, int]]:
        """Return what the player in turn has left, with the names."""
        if step.seat != step.active:
            return []
        return [(_("actions"), step.actions), (_("buys"), step.buys), (_("coins"), step.coins)]

    def sheet_table(self, outcome: Outcome, edition: str) -> tuple[list[str], list[list[Any]]]:
        """Return the Victory cards and Curses, the cards, the points and the turns of each seat."""
        counted = dominion.sheet_columns(outcome.sheet["kingdom"], edition)
        headings = [name for _code, name in counted]
        cells = [
            [
                *(seat["deck"].get(code, 0) for code, _name in counted),
                sum(seat["deck"].values()),
                seat["points"],
                seat["turns"],
            ]
            for seat in outcome.sheet["seats"]
        ]
        return [*headings, _("Cards"), _("Points"), _("Turns")], cells


DOMINION = DominionAdapter()
