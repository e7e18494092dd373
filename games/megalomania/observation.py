"""A seat's view of a table of Megalomania, as plain data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from ..game import Decision
from . import missions
from .cards import COLOURS, NAMES
from .state import NOBODY, Table

#: Questions about another seat.
_ABOUT_A_SEAT: Final = frozenset(("give", "return", "pile", "extra", "steal"))


def observe(decision: Decision, seat: int) -> dict[str, Any]:
    """Return what a seat sees while a question is open.

    Open to all are the round and its mission, the scrolls played, the tricks, the face-up cards, crystals, cubes and
    scores; of every player the sizes of the hand and of the face-down cards, and the number of scrolls. A seat also
    knows its own hand and scrolls; the cards under others and those of a face-down row are hidden from everybody.
    """
    table: Table = decision.context.seen_by(seat)
    view: dict[str, Any] = {
        "round": table.round,
        "mission": table.mission,
        "dominant": COLOURS[table.dominant],
        "dealer": table.dealer,
        "scroll": {"number": table.scroll, "seat": table.scroll_owner} if table.scroll else None,
        "scrolls_played": list(table.played),
        "decks": {"missions": len(table.mission_deck), "scrolls": len(table.scroll_deck), "cards": len(table.undealt)},
        "tricks": [_names(trick) for trick in table.tricks],
        "takers": list(table.takers),
        "trick": _trick(table),
        "seats": [_seat(table, each) for each in range(table.players)],
    }
    return view | own(decision, seat)


def own(decision: Decision, seat: int) -> dict[str, Any]:
    """Return what a seat alone sees: its hand and scrolls, and what its question is about."""
    table: Table = decision.context
    cards = {"hand": _names(table.hands[seat]), "held": list(table.held[seat])}
    return cards | (_question(table, decision) if seat == decision.player else {})


def _question(table: Table, decision: Decision) -> dict[str, Any]:
    about: dict[str, Any] = {}
    if decision.kind == "explore":
        about["drawn"] = _names(table.drawn)
    if decision.kind in _ABOUT_A_SEAT and table.subject != NOBODY:
        about["subject"] = table.subject
    return about


def _trick(table: Table) -> dict[str, Any] | None:
    trick = table.trick
    if trick is None or not trick.cards:
        return None
    return {"leader": trick.leader, "seats": list(trick.seats), "cards": _names(trick.cards)}


def _seat(table: Table, seat: int) -> dict[str, Any]:
    face_up = table.shown[seat]
    under = sum(card in table.covered for card in face_up) if table.mission == missions.FOUR_UNDER_FOUR else 0
    return {
        "hand": len(table.hands[seat]),
        "face_up": _names(face_up),
        "face_down": under + len(table.line_order[seat]),
        "held": len(table.held[seat]),
        "crystals": table.crystals[seat],
        "cubes": table.cubes[seat],
        "scores": list(table.scores[seat]),
        "rewards": table.rewards[seat],
    }


def _names(cards: Sequence[int]) -> list[str]:
    return [NAMES[card] for card in cards]
