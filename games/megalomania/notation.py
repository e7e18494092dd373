"""Notation of answers in a record, and its parser."""

from __future__ import annotations

from typing import Any, Final

from ..decision import Decision
from ..options import Option
from . import resources, scrolls
from .cards import COLOURS, NAMES, RANKS
from .state import NO, YES

#: Type of the answer to each kind of question.
SCROLL_KINDS: Final = frozenset(("scroll", "copy", "keep"))
COLOUR_KINDS: Final = frozenset(("dominant_colour", "asked_colour", "oracle_colour"))
SEAT_KINDS: Final = frozenset(("next_opponent", "opponent", "leads", "leader"))
CARD_KINDS: Final = frozenset(("give", "return", "line", "split", "pass_card", "play", "explore"))
YES_NO_KINDS: Final = frozenset(("play_now", "steal", "wait"))
WINDOW_KINDS: Final = frozenset(("window", "extra"))
OTHER_KINDS: Final = frozenset(("resources", "two_resources", "pile", "trick_more"))
KINDS: Final = SCROLL_KINDS | COLOUR_KINDS | SEAT_KINDS | CARD_KINDS | YES_NO_KINDS | WINDOW_KINDS | OTHER_KINDS

_YES_NO: Final = {YES: "yes", NO: "no"}
_CRYSTAL: Final = "+crystal"


def show(kind: str, option: Any) -> str | int:
    """Return an option's notation: a card, a colour, ``seat_1`` or ``pile_1``, counted from 1, the number of a scroll.

    A notation that is a number is the option itself, so that both can be given as an answer.
    """
    if kind in CARD_KINDS:
        return _card(option)
    if kind in WINDOW_KINDS:
        return _in_window(option)
    if kind in SCROLL_KINDS:
        return "pass" if option == scrolls.PASS else option
    if kind in SEAT_KINDS or kind == "pile":
        return f"{'pile' if kind == 'pile' else 'seat'}_{option + 1}"
    if kind in COLOUR_KINDS:
        return COLOURS[option]
    if kind in YES_NO_KINDS:
        return _YES_NO[option]
    if kind == "resources":
        return resources.NAMES[option]
    return resources.PAIR_NAMES[option] if kind == "two_resources" else option


def _card(option: int | Option) -> str:
    if isinstance(option, int):
        return NAMES[option]
    return NAMES[option.what] + _CRYSTAL if option.act == "with_crystal" else option.act


def _in_window(option: Option) -> str:
    if option.act == "cubes":
        return f"{option.what:+d}"
    if option.act == "duck_colour":
        return f"duck_{COLOURS[option.what]}"
    return RANKS[option.what] if option.act == "power" else option.act


def read(decision: Decision, value: Any) -> Any:
    """Return the option that a word denotes here; a value that denotes none is returned unchanged."""
    for option in decision.options:
        word = show(decision.kind, option)
        if word == value and type(word) is type(value):
            return option
    # A number that is not an option must not be taken for the small integer of one.
    return value if isinstance(value, str) else str(value)
