"""The first game of each of the three, guided: the same table for everybody, and a sentence for what comes next."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from django.utils.translation import gettext_lazy

from .guest_tables import GuestTable, fixed_table
from .opponents import PERSON

#: What begins the nonce of a guided table.
NONCE: Final = "prima-partita"
#: Of each game the seats, the set-up, and the own turns, or rounds, that are guided; the rest is the visitor's.
_TABLES: Final[dict[str, tuple[tuple[str, ...], dict[str, Any], int]]] = {
    "dominion": ((PERSON, "medio"), {"kingdom": "first_game", "turn_limit": 400}, 10),
    "megalomania": ((PERSON, "debole", "debole"), {}, 3),
    "era_of_kingdoms": ((PERSON, "debole"), {"trade": True}, 8),
}
Lessons = tuple[tuple[Callable[[Any], bool], Any], ...]


def _nonce(game: str) -> str:
    return NONCE if game == "dominion" else f"{NONCE}-{game}"


def lesson_table(game: str) -> GuestTable:
    """Return the table of the guided game."""
    seats, setup, _turns = _TABLES[game]
    return fixed_table(game, seats, setup, _nonce(game))


def lesson_words(table: GuestTable, step: Any) -> str:
    """Return the sentence for an open question; empty at other tables and after the guided turns."""
    if table.nonce != _nonce(table.game) or step.turn > _TABLES[table.game][2]:
        return ""
    return next((str(words) for holds, words in _LESSONS[table.game] if holds(step)), "")


def _hand(step: Any) -> dict[str, int]:
    hand: dict[str, int] = step.seats[step.seat].hand
    return hand


def _turn(number: int) -> Callable[[Any], bool]:
    return lambda step: step.kind == "buy" and step.turn == number


def _is_question(*kinds: str) -> Callable[[Any], bool]:
    return lambda step: step.kind in kinds


def _always(_step: Any) -> bool:
    return True


def _leads(step: Any) -> bool:
    return step.kind == "play" and step.views[0]["trick"] is None


def _holds(name: str) -> Callable[[Any], bool]:
    return lambda step: step.kind == "play" and name in _hand(step)


def _can_pay(least: int) -> Callable[[Any], bool]:
    return lambda step: step.kind == "buy" and step.coins >= least


#: The sentences of each game in order: the first whose condition holds is shown.
_DOMINION: Lessons = (
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
_ANY = gettext_lazy("Read the question in the bar below: all the answers that the rules allow are there.")
_MEGALOMANIA: Lessons = (
    (
        lambda step: step.kind == "resources" and step.turn == 1,
        gettext_lazy(
            "Before the tricks everybody takes resources: crystals pay for the power of a card, cubes raise or lower "
            "it, a scroll serves in a later round. To begin, take one crystal and five cubes."
        ),
    ),
    (
        _is_question("resources", "two_resources"),
        gettext_lazy("Read the mission first. Cubes help to win tricks and to lose them: they also lower a card."),
    ),
    (
        _is_question("scroll", "copy", "keep", "play_now"),
        gettext_lazy("One scroll a round may be played, before the resources. Kept to the end they give 2 points."),
    ),
    (
        _leads,
        gettext_lazy(
            "You lead, and the others must follow your colour. A high card if the mission wants tricks, a low one "
            "if it punishes them."
        ),
    ),
    (
        _is_question("play"),
        gettext_lazy(
            "Follow the colour that was led: the cards with an edge are allowed. The highest card of the dominant "
            "colour wins, without one the highest of the colour led."
        ),
    ),
    (
        _is_question("window", "extra"),
        gettext_lazy(
            "Your card is on the table. A crystal uses its power, cubes make it worth more or less; if it is fine "
            "as it is, use nothing."
        ),
    ),
    (_is_question("leader", "leads"), gettext_lazy("Who leads chooses the colour: name yourself if it helps you.")),
    (_always, _ANY),
)
_ERA: Lessons = (
    (
        _is_question("mulligan"),
        gettext_lazy("Once, at the beginning, cards may be changed. Keep the lands that cost nothing, change events."),
    ),
    (
        lambda step: step.kind == "act" and step.turn == 1,
        gettext_lazy(
            "You have three actions a turn. Begin with the lands that cost nothing: they make resources, which are "
            "never spent. A card is played as soon as you make what it costs."
        ),
    ),
    (
        lambda step: step.kind == "act" and len(step.options) > 4,
        gettext_lazy(
            "Cards with an edge can be played or taken now. Different resources first, then lands of level 2 on the "
            "same resource: they make two."
        ),
    ),
    (_is_question("act"), gettext_lazy("Nothing in your hand can be paid: draw a base card, or end the actions.")),
    (
        _is_question("cell"),
        gettext_lazy("Eight cells lie round your realm. A land of level 2 covers a lower one of the same resource."),
    ),
    (
        _is_question("discard"),
        gettext_lazy("Discard what you cannot use soon: at the end of the turn your hand is filled up to five cards."),
    ),
    (
        _is_question("upgrade"),
        gettext_lazy("Yes: the Town Hall opens the medium deck, and later the Castle the advanced one."),
    ),
    (
        _is_question("source", "take"),
        gettext_lazy("A card of the market is known, one of the deck is not: take what your resources can pay."),
    ),
    (_always, _ANY),
)
_LESSONS: Final[dict[str, Lessons]] = {"dominion": _DOMINION, "megalomania": _MEGALOMANIA, "era_of_kingdoms": _ERA}
