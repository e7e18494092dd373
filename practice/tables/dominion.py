"""The table of a game of Dominion at one step: piles, seats, cards in play, hands that the watching eyes see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.dominion import cards
from games.dominion.rulings import ruling

from . import arms, dominion_words

#: Names of the types with the arms that stand for them, for the key of the supply.
KEY = ("smithy", "militia", "moat", "copper", "estate")


@dataclass(frozen=True, slots=True)
class TableCard:
    """A card on the table or in a hand.

    Arguments:
        code: the code name; name: in the requested edition; cost: in coins; arms: its drawing.
        count: copies, or cards left in a pile.
        plus, text, types: what it does and what it is. ruling: what the regulation says about it (art. 2.5), or empty.
        move, verb: where it is a button, the letters that it leads to and the word on it.
    """

    code: str
    name: str
    cost: int
    arms: arms.Arms
    count: int
    plus: list[str]
    text: str
    types: str
    move: str = ""
    verb: str = ""
    ruling: str = ""

    @property
    def number_words(self) -> str:
        """The name of the number on the card."""
        return _("cost")

    @property
    def thickness(self) -> int:
        """Return the thickness of the drawn pile: 0 empty, 1 one or two cards, 2 up to five, 3 more."""
        return 0 if not self.count else 1 if self.count <= 2 else 2 if self.count <= 5 else 3


def card(name: str, count: int, edition: str) -> TableCard:
    """Return a card for the page."""
    code = cards.by_name(name)
    return TableCard(
        name,
        cards.name_of(code, edition),
        cards.COST[code],
        arms.of_dominion(name),
        count,
        dominion_words.plus_lines(code),
        dominion_words.text_of(name),
        dominion_words.types_of(code),
        ruling=ruling(name, edition),
    )


def card_list(counts: Mapping[str, int], edition: str) -> list[TableCard]:
    """Return the cards of a zone, in the order of the engine."""
    return [card(name, count, edition) for name, count in counts.items()]


def hand_list(counts: Mapping[str, int], edition: str) -> list[TableCard]:
    """Return a hand in the order in which it is used: Actions, Treasures, Victory cards; the dearest first."""

    def rank(name: str) -> tuple[int, int]:
        code = cards.by_name(name)
        kind = 0 if cards.IS_ACTION[code] else 1 if cards.IS_TREASURE[code] else 2
        return kind, -cards.COST[code]

    return [card(name, counts[name], edition) for name in sorted(counts, key=rank)]


def key(edition: str) -> list[tuple[arms.Arms, str]]:
    """Return the drawings of the types with their names."""
    words = {name: dominion_words.types_of(cards.by_name(name)).split(", ")[-1] for name in KEY}
    return [(arms.of_dominion(name), words[name]) for name in KEY]


def table(step: Any, edition: str, eyes: int | None) -> dict[str, Any]:
    """Return the table of a step.

    Arguments:
        eyes: the seat that looks, from 0; None sees every hand.
    """
    base = {name: count for name, count in step.supply.items() if name in cards.BASE}
    kingdom = {name: count for name, count in step.supply.items() if name not in cards.BASE}
    return {
        "base": card_list(base, edition),
        "kingdom": sorted(card_list(kingdom, edition), key=lambda pile: (pile.cost, pile.name)),
        "seats": [_seat(step, seat, edition, eyes) for seat in range(len(step.seats))],
        "in_play": card_list(step.in_play, edition),
        "trash": card_list(step.trash, edition),
        "key": key(edition),
    }


def _seat(step: Any, seat: int, edition: str, eyes: int | None) -> dict[str, Any]:
    view = step.seats[seat]
    is_seen = eyes is None or eyes == seat
    hand = sum(view.hand.values())
    return {
        "name": view.player,
        "points": view.points,
        "turns": view.turns,
        "deck": view.deck,
        "discard": view.discard,
        "top": cards.name_of(cards.by_name(view.discard_top), edition) if view.discard_top else "",
        "hand_size": hand,
        "backs": range(min(hand, 7)),
        "hand": hand_list(view.hand, edition) if is_seen else None,
        "is_active": seat == step.active and step.kind != "end",
        "is_asked": seat == step.seat,
    }


def option_card(option: str, edition: str) -> TableCard | None:
    """Return the card that an option names, or None."""
    return None if option in ("stop", "yes", "no") else card(option, 1, edition)


def sheet_columns(kingdom: Sequence[str], edition: str) -> list[tuple[str, str]]:
    """Return the cards that the sheet at the end counts by themselves: code name and name."""
    names = ("estate", "duchy", "province", *cards.kingdom_victories(tuple(kingdom)), "curse")
    return [(name, cards.name_of(cards.by_name(name), edition)) for name in names]
