"""Generated championship: people with a skill and a rate of participation, and complete events as files, by the rules.

Every event is an event file with the audit records of its draws: three rounds of tables and a final. The same seed
gives the same season; no database is used.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from typing import Any

from tests.factories import FIRST_NAMES, LAST_NAMES, NUMBERS
from tournament.regulation import draws
from tournament.regulation.event_file.fields import FORMAT
from tournament.regulation.event_file.parse import write_draw
from tournament.regulation.final import final_places, finalists
from tournament.regulation.parameters import CURRENT
from tournament.regulation.seating import swiss_tables
from tournament.regulation.standings import StandingRow, places_in_order, standings, tied_groups
from tournament.regulation.validity import SEASON_2009

FIRST_DAY, LAST_DAY = SEASON_2009.first_day, SEASON_2009.last_day
CITIES = ("Ancona", "Bari", "Bologna", "Cagliari", "Firenze", "Forlì", "Genova", "Lucca", "Milano", "Modena", "Napoli")
CITIES += ("Padova", "Palermo", "Parma", "Perugia", "Pisa", "Roma", "Torino", "Trento", "Udine", "Varese", "Verona")
ORGANISERS = 60
ROUNDS = 3
#: Maximum number of events per day.
PER_DAY = 30
#: One event in this many has a player who leaves after round 1.
LEAVES = 10
WORD = "carciofo"


@dataclass(frozen=True, slots=True)
class SimulatedPlayer:
    """A player. ``weight``: relative rate of participation; ``skill``: relative strength."""

    first_name: str
    last_name: str
    city: str
    consent: bool
    weight: float
    skill: float


@cache
def weekend_days() -> tuple[date, ...]:
    """Return the Saturdays and Sundays of the season."""
    days = (LAST_DAY - FIRST_DAY).days + 1
    return tuple(day for at in range(days) if (day := FIRST_DAY + timedelta(at)).weekday() >= 5)


def club(number: int) -> str:
    """Return the name of an organiser."""
    return f"Circolo delle misure {number + 1:02}"


def population(count: int, seed: str) -> list[SimulatedPlayer]:
    """Return people in order of participation: a few come every week, most now and then (a power law)."""
    rng = random.Random(f"{seed}/people")
    return [
        SimulatedPlayer(
            first_name=FIRST_NAMES[at % len(FIRST_NAMES)],
            last_name=f"{LAST_NAMES[at // len(FIRST_NAMES) % len(LAST_NAMES)]} {at:05}",
            city=rng.choice(CITIES),
            consent=rng.random() < 0.86,
            weight=(at + 30) ** -0.7,
            skill=rng.gauss(0, 1),
        )
        for at in range(count)
    ]


class Season:
    """The events of a season by number, from 0; deterministic, independent of the order of generation."""

    def __init__(self, people: int, players: int, seed: str) -> None:
        self.seed, self.players = seed, players
        self.people = population(people, seed)
        self._drafts: dict[date, list[int]] = {}

    def clubs(self) -> list[tuple[str, str]]:
        """Return the organisers of the events: name and city."""
        return [(club(number), CITIES[number % len(CITIES)]) for number in range(ORGANISERS)]

    def day(self, number: int) -> date:
        """Return the day of an event: in turn over all days of the season, repeatedly."""
        return weekend_days()[number % len(weekend_days())]

    def seated(self, number: int) -> list[int]:
        """Return the participants, as indices of ``people``; events of the same day have none in common."""
        day, turn = self.day(number), number // len(weekend_days())
        if day not in self._drafts:
            rng = random.Random(f"{self.seed}/{day}")
            order = sorted(range(len(self.people)), key=lambda at: rng.random() ** (1 / self.people[at].weight))
            in_groups = PER_DAY * self.players
            participants = order[-in_groups:]
            rng.shuffle(participants)
            self._drafts[day] = participants
        seated = self._drafts[day][turn * self.players : (turn + 1) * self.players]
        if len(seated) < self.players:
            raise ValueError(f"event {number}: more than {PER_DAY} events on {day}, or too few people")
        return seated

    def file(self, number: int) -> dict[str, Any]:
        """Return the complete event as its file."""
        return _Play(self, number).file()


class _Play:
    """One event while it is played."""

    def __init__(self, season: Season, number: int) -> None:
        self.season, self.number = season, number
        self.rng = random.Random(f"{season.seed}/event/{number}")
        self.people = [season.people[at] for at in season.seated(number)]
        self.ids = [f"p{at:02}" for at in range(1, len(self.people) + 1)]
        self.skill = {player_id: person.skill for player_id, person in zip(self.ids, self.people, strict=True)}
        self.left: list[str] = []
        self.results: list[list[dict[str, int]]] = []
        self.rows: list[StandingRow[str]] = []

    def file(self) -> dict[str, Any]:
        rounds = [self._round(number) for number in range(1, ROUNDS + 1)]
        seats = finalists(self.rows, left=self.left)
        last, orders = self._tables(ROUNDS + 1, "final", [seats])
        places = final_places(self.rows, orders[0], left=self.left)
        return {
            "format": FORMAT,
            "event": self._event(),
            "players": [
                {
                    "id": player_id,
                    "first_name": person.first_name,
                    "last_name": person.last_name,
                    "consent": person.consent,
                }
                for player_id, person in zip(self.ids, self.people, strict=True)
            ],
            "rounds": [*rounds, {"number": ROUNDS + 1, "final": True, **last}],
            "final_places": places,
        }

    def _event(self) -> dict[str, Any]:
        day = self.season.day(self.number).isoformat()
        organiser = self.number % ORGANISERS
        return {
            "name": f"Torneo delle misure {self.number + 1:05}",
            "city": CITIES[organiser % len(CITIES)],
            "venue": "Sala grande",
            "first_day": day,
            "last_day": day,
            "game": "dominion",
            "fascia": "III" if self.rng.random() < 0.3 else "I",
            "regulation": CURRENT.version,
            "organiser": club(organiser),
            "announcement": f"https://forum.example/avviso/{self.number + 1}",
            "rounds": ROUNDS,
            "season": {"first_day": FIRST_DAY.isoformat(), "last_day": LAST_DAY.isoformat()},
            "referee": "Zeno Dirittini",
            "forum_report": f"https://forum.example/cronaca/{self.number + 1}",
        }

    def _round(self, number: int) -> dict[str, Any]:
        order = [player_id for player_id in (row.player for row in self.rows) if player_id not in self.left]
        if number == 1:
            order = list(self.ids)
            self.rng.shuffle(order)
        written, orders = self._tables(number, f"round-{number}", swiss_tables(order))
        self.results.append([places_in_order(order) for order in orders])
        lots = {}
        for group in tied_groups(self.results, players=self.ids):
            self.rng.shuffle(group)
            lots |= draws.lots_by_order(group)
        self.rows = standings(self.results, lots=lots, players=self.ids)
        names = ("position", "player", "wins", "seconds", "thirds", "lot")
        table = [{name: getattr(row, name) for name in names} for row in self.rows]
        facts = {"number": number, "final": False, **written, "standings": table}
        if number == 1 and self.number % LEAVES == 0:
            self.left = [self.rows[-1].player]
            facts["left"] = list(self.left)
        return facts

    def _tables(self, number: int, scope: str, groups: Sequence[Sequence[str]]) -> tuple[dict[str, Any], Any]:
        """Return the kingdom and the tables of a round, and the players of every table in order of place."""
        seed = f"{self.rng.getrandbits(256):064x}"
        kingdom = draws.make("kingdom", scope, (), seed=seed, word=WORD)
        everybody = sorted(player_id for group in groups for player_id in group)
        drawn = draws.make("seats", scope, everybody, seed=f"{self.rng.getrandbits(256):064x}", word=WORD)
        at = {player_id: place for place, player_id in enumerate(drawn.outcome)}
        audit = write_draw(drawn)
        tables, orders = [], []
        for index, group in enumerate(groups, start=1):
            order = sorted(group, key=lambda player_id: self.rng.gauss(self.skill[player_id], 1), reverse=True)
            orders.append(order)
            tables.append(_table(index, sorted(group, key=lambda player_id: at[player_id]), order) | {"draw": audit})
        cards = {"drawn": list(kingdom.outcome), "rejected": list(kingdom.rejected), "draw": write_draw(kingdom)}
        return {"kingdom": cards, "tables": tables}, orders


def _table(number: int, seats: list[str], order: list[str]) -> dict[str, Any]:
    """Return a table whose last seat ends the game and where no two players are equal."""
    results = [
        {"player": player_id, **NUMBERS[place], "turns": 20, "lot": None, "place": place + 1}
        for place, player_id in enumerate(order)
    ]
    return {"number": number, "seats": seats, "end": "provinces", "ended_by": len(seats), "results": results}
