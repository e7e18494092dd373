"""Phrases of an Isotropic log: parses one phrase at a time, without its player's name, into an :class:`Op`.

The same phrases recur hundreds of times in a log, so each is parsed once and cached. Source: the logs of the Isotropic
server, October to December 2010; the wording of a resignation from public readers of the same logs.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

from .. import cards

#: Cards with their numbers of copies, in text order.
Counted = tuple[tuple[int, int], ...]


class Op(NamedTuple):
    """One parsed phrase.

    Arguments:
        verb: the event, e.g. ``"plays"``; ``"unknown"`` for a phrase of unknown form, ``"unknown_card"`` for a
            known form with an unknown card (its name in ``name``).
        cards: the cards named, with their counts; ``more``: a second list (drawn and discarded, trashed and gained).
        draw, actions, buys, coins: what a card gives; ``draw`` is None if the phrase does not mention drawing.
        number: the number in the phrase (cards discarded).
        name: the other player in the phrase; flag: discarded rather than kept; played for the second time.
    """

    verb: str
    cards: Counted = ()
    more: Counted = ()
    draw: int | None = None
    actions: int = 0
    buys: int = 0
    coins: int = 0
    number: int = 0
    name: str = ""
    flag: bool = False

    @property
    def card(self) -> int:
        """The first card named; -1 if there is none."""
        return self.cards[0][0] if self.cards else -1


def _plural(name: str) -> str:
    if name.endswith("y"):
        return name[:-1] + "ies"
    return name + ("es" if name.endswith("ch") else "s")


_ENGLISH: Final = tuple(cards.name_of(code, "en") for code in cards.CODES)
#: Plural form used in the log, by code.
PLURALS: Final[tuple[str, ...]] = tuple(row.plural or _plural(row.english) for row in cards.ROWS)
_CARD: Final = {name: code for names in (_ENGLISH, PLURALS) for code, name in enumerate(names)}


class UnknownName(ValueError):
    """A list of cards contains a name that is no card of the game; the argument is the name."""


def card_code(text: str) -> int:
    """Return the code of a card given by its name in the singular or plural.

    Raises:
        UnknownName: for any other name.
    """
    code = _CARD.get(text)
    if code is None:
        try:
            code = cards.by_name(text)
        except cards.UnknownCard as unknown:
            raise UnknownName(text) from unknown
    return code


_ITEM: Final = re.compile(r"(?:(\d{1,4}) |an? |the )?(.+)", re.ASCII)


@lru_cache(maxsize=8192)
def card_list(text: str) -> Counted:
    """Parse a card list such as ``"2 Golds, a Silver, and an Estate"``; ``"nothing"`` is the empty list.

    Raises:
        UnknownName: for a name that is no card.
    """
    if text == "nothing":
        return ()
    counted = []
    for item in text.replace(", and ", ", ").replace(" and ", ", ").split(", "):
        match = _ITEM.fullmatch(item)
        if match is None:
            raise UnknownName(item)
        counted.append((card_code(match[2]), int(match[1]) if match[1] else 1))
    return tuple(counted)


def total(counted: Counted) -> int:
    """Return the number of cards in a list."""
    return sum(number for _, number in counted)


_GIVES: Final = re.compile(
    r"(?:drawing (?:(?P<draw>\d{1,3}) cards?|(?P<none>nothing)))?(?: and )?"
    r"(?:getting (?P<gives>\+.*))?",
    re.ASCII,
)
_GIFT: Final = re.compile(r"\+(\$?)(\d{1,3})(?: (actions?|buys?))?", re.ASCII)
_REVEALING: Final = re.compile(r"revealing (.+) and (keeping|discarding) it")
_SPY: Final = re.compile(r"(?:(making) (.+) discard|(letting) (.+) keep) ((?:an?|the) .+)")
_TRASHES: Final = re.compile(r"trashes (?:one of )?(.+)'s (.+)")
_NUMBER: Final = re.compile(
    r"(?:discarding and drawing|discards|draws|only has) (\d{1,3}|nothing)(?: cards?)?", re.ASCII
)
_NUMBER_VERBS: Final = {"discarding": "cellar", "discards": "discards", "draws": "draws", "only": "only"}
_LENDS: Final = re.compile(r"trashing (.+) for \+\$(\d{1,3})", re.ASCII)
#: Text, without its full stop, that the server writes to the player who resigns; it is not preceded by a name.
OWN_RESIGNATION: Final = "You have resigned"
_FIXED: Final = {
    "does nothing": Op("idle"),
    "reshuffles": Op("shuffle"),
    "reveals nothing": Op("reveals"),
    "discarding the deck": Op("dump", flag=True),
    "not discarding the deck": Op("dump"),
    "revealing nothing (no cards)": Op("spies_own"),
    "reveals nothing (no cards)": Op("reveals"),
    "has no cards": Op("reveals"),
    "has no card to reveal": Op("reveals"),
    "gaining nothing": Op("gaining"),
}
#: Phrases made of a verb and a card list: prefix, suffix, verb.
_LISTS: Final = (
    ("plays ", "", "plays"),
    ("buys ", "", "buys"),
    ("draws: ", "", "hand"),
    ("'s first hand: ", "", "first_hand"),
    ("and plays the ", " again", "replays"),
    ("and plays ", "", "throned"),
    ("gaining ", " and putting it on the deck", "gaining_deck"),
    ("gaining ", " in hand", "gaining_hand"),
    ("gaining ", "", "gaining"),
    ("gains the trashed ", "", "keeps"),
    ("gains ", "", "gains"),
    ("puts ", " back on the deck", "puts"),
    ("setting aside ", "", "aside"),
    ("reveals ", "", "reveals"),
)


def _gives(phrase: str) -> Op | None:
    match = _GIVES.fullmatch(phrase)
    if match is None or not phrase:
        return None
    gifts = {"$": 0, "action": 0, "buy": 0}
    if match["gives"]:
        for item in match["gives"].replace(", and ", ", ").replace(" and ", ", ").split(", "):
            gift = _GIFT.fullmatch(item)
            if gift is None or bool(gift[1]) is bool(gift[3]):
                return None
            gifts[gift[1] or gift[3].rstrip("s")] += int(gift[2])
    draw = 0 if match["none"] else int(match["draw"]) if match["draw"] else None
    return Op("gives", draw=draw, actions=gifts["action"], buys=gifts["buy"], coins=gifts["$"])


def _trashing(phrase: str) -> Op:
    if lends := _LENDS.fullmatch(phrase):
        return Op("lends", card_list(lends[1]), coins=int(lends[2]))
    trashed, _, gained = phrase[len("trashing ") :].partition(" and gaining ")
    if gained:
        return Op("mines", card_list(trashed), card_list(gained))
    return Op("trashing", card_list(trashed))


def _read(phrase: str) -> Op:
    if fixed := _FIXED.get(phrase):
        return fixed
    if phrase.startswith(("drawing ", "getting ")):
        if op := _gives(phrase):
            return op
        drawn, separator, discarded = phrase.removeprefix("drawing ").partition(" and discarding ")
        return Op("adventures", card_list(drawn), card_list(discarded)) if separator else Op("unknown")
    if phrase.startswith("trashing "):
        return _trashing(phrase)
    return _read_pattern(phrase) or _read_list(phrase)


def _read_pattern(phrase: str) -> Op | None:
    if number := _NUMBER.fullmatch(phrase):
        return Op(_NUMBER_VERBS[phrase.split(" ", 1)[0]], number=0 if number[1] == "nothing" else int(number[1]))
    if revealing := _REVEALING.fullmatch(phrase):
        return Op("spies_own", card_list(revealing[1]), flag=revealing[2] == "discarding")
    if spy := _SPY.fullmatch(phrase):
        return Op("spies", card_list(spy[5]), name=spy[2] or spy[4], flag=bool(spy[1]))
    if trashes := _TRASHES.fullmatch(phrase):
        return Op("trashes", card_list(trashes[2]), name=trashes[1])
    if phrase.startswith(("but has no ", "but has nothing to ")):
        return Op("cannot")
    if phrase.startswith("resign") or phrase == OWN_RESIGNATION:
        return Op("resigns")
    return None


def _read_list(phrase: str) -> Op:
    for start, end, verb in _LISTS:
        if phrase.startswith(start) and phrase.endswith(end):
            return Op(verb, card_list(phrase[len(start) : len(phrase) - len(end)]))
    return Op("unknown")


@lru_cache(maxsize=16384)
def phrase_op(phrase: str) -> Op:
    """Parse a phrase; results are cached.

    Arguments:
        phrase: a line of the log without its dots, its player's name, brackets and the full stop, e.g.
            ``"drawing 1 card and getting +2 actions"``.
    """
    try:
        return _read(phrase)
    except UnknownName as unknown:
        return Op("unknown_card", name=str(unknown))
