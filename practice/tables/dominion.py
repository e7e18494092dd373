"""The table of a game of Dominion at one step: piles, seats, cards in play, hands that the watching eyes see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from games.dominion import cards
from games.dominion.rulings import ruling

from . import arms, dominion_words
from .card import Card


def card(name: str, count: int, edition: str) -> Card:
    """Return a card for the page."""
    code = cards.by_name(name)
    return Card(
        name,
        cards.name_of(code, edition),
        arms.of_dominion(name),
        cost=cards.COST[code],
        cost_words=_("cost"),
        count=count,
        types=dominion_words.types_of(code),
        plus=dominion_words.plus_lines(code),
        text=dominion_words.text_of(name),
        ruling=ruling(name, edition),
    )


def card_list(counts: Mapping[str, int], edition: str) -> list[Card]:
    """Return the cards of a zone, in the order of the engine."""
    return [card(name, count, edition) for name, count in counts.items()]


def hand_list(counts: Mapping[str, int], edition: str) -> list[Card]:
    """Return a hand in the order in which it is used: Actions, Treasures, Victory cards; the dearest first."""

    def rank(name: str) -> tuple[int, int]:
        code = cards.by_name(name)
        kind = 0 if cards.IS_ACTION[code] else 1 if cards.IS_TREASURE[code] else 2
        return kind, -cards.COST[code]

    return [card(name, counts[name], edition) for name in sorted(counts, key=rank)]


def table(step: Any, edition: str, eyes: int | None, names: Sequence[str]) -> dict[str, Any]:
    """Return the table of a step.

    Arguments:
        eyes: the seat that looks, from 0; None sees every hand. names: of the seats.
    """
    base = {name: count for name, count in step.supply.items() if name in cards.BASE}
    kingdom = {name: count for name, count in step.supply.items() if name not in cards.BASE}
    return {
        "base": card_list(base, edition),
        "kingdom": sorted(card_list(kingdom, edition), key=lambda pile: (pile.cost or 0, pile.name)),
        "seats": [_seat(step, seat, edition, eyes, names[seat]) for seat in range(len(step.seats))],
        "in_play": card_list(step.in_play, edition),
        "trash": card_list(step.trash, edition),
    }


def _seat(step: Any, seat: int, edition: str, eyes: int | None, name: str) -> dict[str, Any]:
    view = step.seats[seat]
    return {
        "name": name,
        "points": view.points,
        "deck": view.deck,
        "discard": view.discard,
        "hand_size": sum(view.hand.values()),
        "hand": hand_list(view.hand, edition) if eyes in (None, seat) else None,
        "is_active": seat == step.active and step.kind != "end",
    }


def sheet_columns(kingdom: Sequence[str], edition: str) -> list[tuple[str, str]]:
    """Return the cards that the sheet at the end counts by themselves: code name and name."""
    names = ("estate", "duchy", "province", *cards.kingdom_victories(tuple(kingdom)), "curse")
    return [(name, cards.name_of(cards.by_name(name), edition)) for name in names]
