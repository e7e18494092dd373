"""Set-up of a game, and the values that depend on the number of players (section 3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from ..decided_readings import check_readings
from ..game import BadSetup
from .pack.loading import DEFAULT_PACK, BadPack, known_packs, pack
from .readings import DECIDED

PLAYERS: Final = range(1, 5)
#: S35-S48 and S847-S849: number of advanced cards above Age of Enlightenment.
AGE_BELOW: Final = {2: 9, 3: 11, 4: 13}
SOLO_AGE_BELOW: Final = {"normal": 5, "hard": 7, "champion": 9}
#: S54, S776, S862, S926: riches of each player; the shadow realm has as many as the solo player.
RICHES: Final = {1: 2, 2: 2, 3: 3, 4: 3}
#: Stall guard of section 8: a game that nobody ends is stopped after so many rounds.
ROUND_LIMIT: Final = 60
MOST_ROUNDS: Final = 1000
_OPTIONS: Final = ("trade", "difficulty", "start", "round_limit", "pack", "readings")


@dataclass(frozen=True, slots=True)
class Setup:
    """A validated set-up.

    Arguments:
        players: 1 (against the shadow realm) to 4, seated clockwise.
        trade: whether the trade mini-expansion is played.
        difficulty: ``"normal"``, ``"hard"`` or ``"champion"`` alone, else empty.
        start: the seat that begins, from 0.
        round_limit: rounds after which the game is stopped, 0 for none.
        pack: the name of the card pack.
    """

    players: int
    trade: bool = False
    difficulty: str = ""
    start: int = 0
    round_limit: int = ROUND_LIMIT
    pack: str = DEFAULT_PACK

    @property
    def age_below(self) -> int:
        """N: the initial number of advanced cards above Age of Enlightenment."""
        return SOLO_AGE_BELOW[self.difficulty] if self.players == 1 else AGE_BELOW[self.players]

    @property
    def riches(self) -> int:
        """Riches cards of each side."""
        return RICHES[self.players]


def all_riches(players: int) -> int:
    """Return the total of riches cards: of the players, or in a solo game of the player and the shadow realm."""
    return RICHES[players] * (2 if players == 1 else players)


def _integer_option(options: Mapping[str, Any], name: str, default: int, least: int, most: int) -> int:
    value = options.get(name, default)
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise BadSetup(
            f"setup.{name}: should be a whole number from {least} to {most}, not {value!r}",
            f"setup.{name}: serve un numero intero da {least} a {most}, non {value!r}",
        )
    return value


def make_setup(players: int, options: Mapping[str, Any]) -> Setup:
    """Return the set-up from its options, all of which are optional.

    Arguments:
        players: 1 to 4.
        options: ``trade`` (bool), ``difficulty`` (solo only), ``start`` (seat from 1), ``round_limit`` (0 for none),
            ``pack`` (name). ``readings`` of older set-ups may name what is decided today, and are dropped.

    Raises:
        BadSetup: an option is invalid; says what would be valid. ReadingGone: another reading than the one decided.
    """
    for name in options:
        if name not in _OPTIONS:
            raise BadSetup(
                f"setup.{name}: Era of Kingdoms has no such option; known: {', '.join(_OPTIONS)}",
                f"setup.{name}: Era of Kingdoms non ha questa opzione; ci sono: {', '.join(_OPTIONS)}",
            )
    if players not in PLAYERS:
        raise BadSetup(
            f"players: Era of Kingdoms is for 1 to 4 players, not {players}",
            f"players: Era of Kingdoms si gioca da 1 a 4, non in {players}",
        )
    check_readings(options, DECIDED)
    trade = options.get("trade", False)
    if not isinstance(trade, bool):
        raise BadSetup(
            f"setup.trade: should be true or false, not {trade!r}", f"setup.trade: serve true o false, non {trade!r}"
        )
    name = options.get("pack", DEFAULT_PACK)
    if not isinstance(name, str):
        raise BadSetup(
            f"setup.pack: should be one of {', '.join(known_packs())}, not {name!r}",
            f"setup.pack: scegliere tra {', '.join(known_packs())}, non {name!r}",
        )
    try:
        pack(name)
    except BadPack as error:
        raise BadSetup(f"setup.{error}", f"setup.{error.message('it')}") from error
    return Setup(
        players=players,
        trade=trade,
        difficulty=_difficulty(players, options.get("difficulty", "normal" if players == 1 else "")),
        start=_integer_option(options, "start", 1, 1, players) - 1,
        round_limit=_integer_option(options, "round_limit", ROUND_LIMIT, 0, MOST_ROUNDS),
        pack=name,
    )


def _difficulty(players: int, requested: object) -> str:
    if players > 1:
        if requested:
            raise BadSetup(
                "setup.difficulty: only the game alone against the shadow realm has one",
                "setup.difficulty: c’è solo nella partita da soli contro il reame ombra",
            )
        return ""
    if not isinstance(requested, str) or requested not in SOLO_AGE_BELOW:
        raise BadSetup(
            f"setup.difficulty: should be one of {', '.join(SOLO_AGE_BELOW)}, not {requested!r}",
            f"setup.difficulty: scegliere tra {', '.join(SOLO_AGE_BELOW)}, non {requested!r}",
        )
    return requested


def setup_data(setup: Setup) -> dict[str, Any]:
    """Return the options that reproduce the set-up."""
    data: dict[str, Any] = {"pack": setup.pack, "trade": setup.trade}
    if setup.players == 1:
        data["difficulty"] = setup.difficulty
    if setup.start:
        data["start"] = setup.start + 1
    data["round_limit"] = setup.round_limit
    return data
