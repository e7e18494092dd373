"""The first game of Dominion, guided: a table that is the same for everybody, and a sentence for what comes next."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext_lazy

from .guest_tables import GuestTable, fixed_table
from .opponents import PERSON

NONCE = "prima-partita"
#: Own turns that are guided; the rest of the game is the visitor's.
TURNS = 10


def lesson_table() -> GuestTable:
    """Return the table of the guided game."""
    return fixed_table("dominion", (PERSON, "medio"), {"kingdom": "first_game", "turn_limit": 400}, NONCE)


def lesson_words(table: GuestTable, step: Any) -> str:
    """Return the sentence for an open question; empty at other tables and after the guided turns."""
    if table.nonce != NONCE or step.turn > TURNS:
        return ""
    return next((str(words) for holds, words in _LESSONS if holds(step)), "")


def _hand(step: Any) -> dict[str, int]:
    hand: dict[str, int] = step.seats[step.seat].hand
    return hand


def _turn(number: int) -> Callable[[Any], bool]:
    return lambda step: step.kind == "buy" and step.turn == number


def _is_question(kind: str) -> Callable[[Any], bool]:
    return lambda step: step.kind == kind


def _holds(name: str) -> Callable[[Any], bool]:
    return lambda step: step.kind == "play" and name in _hand(step)


def _can_pay(least: int) -> Callable[[Any], bool]:
    return lambda step: step.kind == "buy" and step.coins >= least


#: The sentences in order: the first whose condition holds is shown.
_LESSONS: tuple[tuple[Callable[[Any], bool], Any], ...] = (
    (
        _turn(1),
        gettext_lazy(
            "Your first turn. You drew five cards from your deck of seven Coppers and three Estates; you have no "
            "Action yet, so you buy at once, and your Treasures are played automatically. Buy something that makes "
            "the next turns better: a Silver for 3 coins, or a Militia, a Smithy or a Remodel for 4."
        ),
    ),
    (
        _turn(2),
        gettext_lazy(
            "Your other five cards. What you bought lies in your discard pile: you will draw it after the next "
            "shuffle. Buy again; never leave 3 coins unspent at the beginning. With 2 coins a Cellar or a Moat "
            "is worth having."
        ),
    ),
    (
        _turn(3),
        gettext_lazy(
            "The deck was empty, so the discard pile was shuffled: now your new cards come up. Each turn ends "
            "with your whole hand discarded and five new cards drawn: keeping money for later is not possible."
        ),
    ),
    (
        _holds("village"),
        gettext_lazy("A Village gives a card and two actions: play it first, then two other Actions can follow."),
    ),
    (_holds("market"), gettext_lazy("A Market gives a little of everything and costs nothing to play: play it first.")),
    (_holds("cellar"), gettext_lazy("A Cellar gives its action back: play it to exchange the Estates in your hand.")),
    (_holds("smithy"), gettext_lazy("Play the Smithy: three more cards, among them perhaps the coins you lack.")),
    (_holds("militia"), gettext_lazy("Play the Militia: two coins for you, and the other one keeps three cards only.")),
    (
        _holds("remodel"),
        gettext_lazy("Remodel trashes a card for one costing up to 2 more: an Estate becomes a Silver or a Smithy."),
    ),
    (_holds("mine"), gettext_lazy("The Mine turns a Copper into a Silver, or a Silver into a Gold, in your hand.")),
    (_holds("workshop"), gettext_lazy("The Workshop gains a card costing up to 4 without paying: a second purchase.")),
    (
        _is_question("play"),
        gettext_lazy(
            "You hold an Action: one may be played each turn before you buy. Read what it gives, then play it."
        ),
    ),
    (
        _is_question("militia"),
        gettext_lazy(
            "The Militia attacks you: discard until you hold three. Victory cards first, they do nothing now."
        ),
    ),
    (
        _is_question("moat"),
        gettext_lazy("You hold a Moat: show it and the attack does not touch you. It costs nothing and stays in hand."),
    ),
    (_is_question("cellar"), gettext_lazy("Choose Estates one by one; stop when only useful cards are left.")),
    (_is_question("remodel_trash"), gettext_lazy("Trash the card that helps least: an Estate, until the end is near.")),
    (
        _is_question("mine_trash"),
        gettext_lazy("The most expensive Treasure that can still be improved: a Silver becomes a Gold."),
    ),
    (
        _can_pay(8),
        gettext_lazy(
            "Eight coins: a Province, six points. From now on most of your turns should bring one. When the "
            "last Province is gone, or three piles are empty, the game is over."
        ),
    ),
    (
        _can_pay(6),
        gettext_lazy(
            "Six coins: a Gold. Golds are what pays for Provinces; buy Victory cards later, they clog the deck."
        ),
    ),
    (
        _can_pay(5),
        gettext_lazy("Five coins: a Market, a Mine, or a Silver with some change. A Duchy only near the end."),
    ),
    (
        _can_pay(3),
        gettext_lazy("A Silver is never wrong; one or two Smithies or Militias are enough, for one action a turn."),
    ),
    (
        _is_question("buy"),
        gettext_lazy("Little money: buy nothing rather than a Copper or a Curse. A thin deck is a good deck."),
    ),
)
