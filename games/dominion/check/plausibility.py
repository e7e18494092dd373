"""Compare reported numbers with histograms of simulated games of the same kingdom and number of players.

:mod:`games.dominion.check.sheet` checks what the rules allow. This module compares a number with those of simulated
games and warns if it lies outside their range, widened by the calibration on real games
(:mod:`games.dominion.check.real_games`). A warning never blocks a table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random
from typing import Any, Final

from ...findings import Finding
from ...game import BadSetup, Check, Outcome
from ...runner import Plan
from ...runner import simulate as play_series
from .. import cards as c
from .reading import NUMBER_FIELDS, Findings
from .real_games import real_games

__all__ = ["Distributions", "PlaceAmongSimulated", "outside", "place_of", "real_games", "simulate", "warnings"]

FORMAT: Final = "dominion-distributions/1"
#: Numbers counted for every seat: those of the score sheet, and the size of the deck.
FIELDS: Final = (*NUMBER_FIELDS, "cards")
#: Counted as well: what a seat took beyond one card a turn, as far as its numbers tell (:func:`taken`).
TAKEN: Final = "taken"
#: One game in this many has a limit of turns, like a table of the championship whose time runs out.
_CLOCKED: Final = 4
_CLOCK_TURNS: Final = (9, 24)
#: No game of sensible players lasts longer; a stalemate ends here.
_MOST_TURNS: Final = 60
_BOTS: Final = ("big-money", "engine-builder", "attack", "menus", "menus", "big-money-ultimate")

Histogram = Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Distributions:
    """Histograms of simulated games.

    Arguments:
        kingdom: code names, sorted. players: number of seats. games: number of games. seed: determines the games.
        fields: per field of ``FIELDS``, and for ``TAKEN`` unless stored before it was counted, value -> number of seats
            that had it.
    """

    kingdom: tuple[str, ...]
    players: int
    games: int
    seed: str
    fields: Mapping[str, Histogram]

    def as_json(self) -> dict[str, Any]:
        """Return plain data for a JSON column or file; :meth:`from_json` reads it back."""
        fields = {name: {str(value): count for value, count in each.items()} for name, each in self.fields.items()}
        return {
            "format": FORMAT,
            "kingdom": list(self.kingdom),
            "players": self.players,
            "games": self.games,
            "seed": self.seed,
            "fields": fields,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Distributions:
        """Read the distributions that :meth:`as_json` wrote.

        Raises:
            ValueError: another format.
        """
        if data.get("format") != FORMAT:
            raise ValueError(f"format: {data.get('format')!r} is not {FORMAT!r}")
        fields = {
            name: {int(value): count for value, count in histogram.items()}
            for name, histogram in data["fields"].items()
        }
        return cls(tuple(data["kingdom"]), data["players"], data["games"], data["seed"], fields)

    def plus(self, other: Distributions) -> Distributions:
        """Return the distributions of these games and of other games of the same set-up and seed."""
        fields = {
            name: dict(sorted((Counter(self.fields[name]) + Counter(other.fields[name])).items()))
            for name in self.fields
            if name in other.fields
        }
        return replace(self, games=self.games + other.games, fields=fields)


@dataclass(frozen=True, slots=True)
class PlaceAmongSimulated:
    """Position of a number among the simulated ones.

    Arguments:
        value: the number. below, equal, seen: seats with less, with the same, in all.
        least, most: the smallest and the largest number seen.
        low, high: the range that holds the simulated numbers and nearly all real ones.
        is_measured: whether real games of this number of players say how far the range reaches.
    """

    value: int
    below: int
    equal: int
    seen: int
    least: int
    most: int
    low: int
    high: int
    is_measured: bool

    @property
    def quantile(self) -> Fraction:
        """Share of the seats with less, the equal ones counted half: from 0 to 1."""
        return Fraction(2 * self.below + self.equal, 2 * self.seen)

    @property
    def unseen(self) -> bool:
        """Return whether no simulated seat reached the value; many real ones do."""
        return not self.least <= self.value <= self.most

    @property
    def outside(self) -> bool:
        """Return whether the value lies outside the range widened by real games; never where nothing was measured."""
        return self.is_measured and not self.low <= self.value <= self.high


def simulate(
    kingdom: Iterable[str],
    players: int,
    games: int,
    seed: str | int,
    progress: Callable[[int, int], None] | None = None,
    first: int = 0,
) -> Distributions:
    """Play ``games`` games of sensible bots, mixed anew at every table, and count the numbers of their sheets.

    Arguments:
        kingdom: ten card names. players: 2 to 4. games: at least 1.
        seed: the same seed gives the same histograms.
        progress: called with the games played and to be played, about a hundred times.
        first: number of the first game. Parts of a series add up to the series (:meth:`Distributions.plus`).

    Raises:
        BadSetup: no such kingdom or table; before the first game.
    """
    if games < 1:
        raise BadSetup(f"games: at least one is needed to compare with, not {games}")
    names = tuple(sorted(c.card(name) for name in kingdom))
    counts: dict[str, Counter[int]] = {name: Counter() for name in (*FIELDS, TAKEN)}
    step = max(1, games // 100)
    for number in range(games):
        for _, outcome, _ in play_series(_plan(names, players, f"{seed}/{first + number}"), 1):
            _count(outcome, counts)
        if progress is not None and ((number + 1) % step == 0 or number + 1 == games):
            progress(number + 1, games)
    fields = {name: dict(sorted(histogram.items())) for name, histogram in counts.items()}
    return Distributions(names, players, games, str(seed), fields)


def _plan(kingdom: tuple[str, ...], players: int, seed: str) -> Plan:
    """Return one game's plan: bots that know their cards and, in one game of _CLOCKED, a limit of turns."""
    random = Random(f"plausibility/{seed}")
    bots = [*_BOTS, *(f"big-money+{name}" for name in kingdom if c.IS_ACTION[c.by_name(name)])]
    if "gardens" in kingdom:
        bots.append("gardens")
    clocked = random.randrange(_CLOCKED) == 0
    limit = random.randint(*(players * turns for turns in _CLOCK_TURNS)) if clocked else players * _MOST_TURNS
    options = {"kingdom": list(kingdom), "turn_limit": limit}
    return Plan("dominion", players, options, tuple(random.choice(bots) for _ in range(players)), seed)


def _count(outcome: Outcome, counts: dict[str, Counter[int]]) -> None:
    for seat in outcome.sheet["seats"]:
        for name in NUMBER_FIELDS:
            counts[name][seat[name]] += 1
        counts["cards"][sum(seat["deck"].values())] += 1
        counts[TAKEN][taken(seat)] += 1


def taken(row: Mapping[str, Any]) -> int:
    """Return how many cards a seat took beyond one a turn, as far as its numbers tell: Actions, Golds and Silvers.

    The coins that neither Golds nor the seven first Coppers explain count as Silvers; Victory cards are not counted.
    """
    silvers = max(0, row["coins"] - 3 * row["gold"] - 7) // 2
    return int(row["actions"] + row["gold"] + silvers - row["turns"])


def most_actions(distributions: Distributions, row: Mapping[str, int | None]) -> int | None:
    """Return the most Actions that fit the other numbers of a seat: in few turns one cannot have taken many cards.

    None where a number is missing, or where the distributions were stored before this was counted.
    """
    needed = ("turns", "gold", "coins", "actions")
    if TAKEN not in distributions.fields or any(row.get(name) is None for name in needed):
        return None
    most = max(real_games().most_taken, max(distributions.fields[TAKEN]))
    return most - taken({**row, "actions": 0})


def place_of(distributions: Distributions, field: str, value: int) -> PlaceAmongSimulated:
    """Return the position of ``value`` among the simulated numbers of ``field``, one of ``FIELDS``."""
    histogram = distributions.fields[field]
    least, most, real = min(histogram), max(histogram), real_games()
    low = least - real.below[field]
    return PlaceAmongSimulated(
        value=value,
        below=sum(count for seen, count in histogram.items() if seen < value),
        equal=histogram.get(value, 0),
        seen=sum(histogram.values()),
        least=least,
        most=most,
        low=low if field == "points" else max(0, low),
        high=most + real.above[field],
        is_measured=real.can_tell(distributions.players),
    )


def outside(distributions: Distributions, checked: Check) -> list[tuple[int, str, PlaceAmongSimulated]]:
    """Return seat, field and position of every number of a checked sheet outside the widened range of its field.

    Nothing is outside at a table of a size of which there are too few real games
    (:meth:`games.dominion.check.real_games.RealGames.can_tell`).

    The range of the Actions also ends where the other numbers of the seat leave no turn to take more of them.

    Raises:
        ValueError: the sheet has another kingdom, or another number of players.
    """
    if tuple(sorted(checked.sheet["kingdom"])) != distributions.kingdom or len(checked.rows) != distributions.players:
        raise ValueError("the distributions are those of another kingdom or number of players")
    places: list[tuple[int, str, PlaceAmongSimulated]] = []
    for index, (row, seat) in enumerate(zip(checked.rows, checked.sheet["seats"], strict=True)):
        for name, value in {**row, "cards": _size(seat)}.items():
            if value is None or name not in FIELDS:
                continue
            place = place_of(distributions, name, value)
            most = most_actions(distributions, row) if name == "actions" else None
            if most is not None and most < place.high:
                place = replace(place, high=max(place.low, most))
            if place.outside:
                places.append((index, name, place))
    return places


def warnings(distributions: Distributions, checked: Check) -> tuple[Finding, ...]:
    """Return W2, a warning for every number that :func:`outside` returns. Raises as it does."""
    findings = Findings()
    for index, name, place in outside(distributions, checked):
        bound = f"{place.low}-{place.high}"
        findings.warning("W2", f"seats[{index}].{name}", place.value, bound, field=name, games=distributions.games)
    return tuple(findings.entries)


def _size(seat: Mapping[str, Any]) -> int | None:
    deck: dict[str, int] | None = seat.get("deck")
    breakdown: dict[str, int] = seat.get("breakdown", {})
    return breakdown.get("cards") if deck is None else sum(deck.values())
