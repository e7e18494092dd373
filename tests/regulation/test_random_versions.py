"""Random versions of the regulation against a computation written from the sentences of their values (art. 1.1).

Each function of ``Oracle`` follows the sentence that ``tournament.regulation.text.sentences`` tells of its values, and
uses nothing of the regulation's own functions.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from games.dominion.cards import KINGDOM
from tests.volume import part_of
from tournament.regulation import draws, final, points, seating, standings, validity
from tournament.regulation.parameters import CURRENT, Fascia
from tournament.regulation.time_out import time_out_findings
from tournament.regulation.version_values import FIELDS, ValueField, from_values, to_values

#: Values whose bounds are wider than an event that a test can play.
SMALL = {
    "minimum_players_i": (6, 24),
    "minimum_players_iii": (6, 24),
    "rounds_minimum": (1, 4),
    "rounds_maximum": (1, 4),
    "rounds_threshold": (3, 30),
    "national_finalists": (6, 40),
}


def _value(field: ValueField) -> st.SearchStrategy[Any]:
    if field.choices:
        return st.sampled_from([value for value, _ in field.choices])
    if field.is_number:
        low, high = SMALL.get(field.name, (field.low, field.high))
        return st.integers(low, high)
    if field.name == "place_half_points":
        bands = st.lists(st.tuples(st.integers(1, 30), st.integers(0, 60)), min_size=1, max_size=6)
        return bands.map(_falling)
    return st.just(to_values(CURRENT)[field.name])


def _falling(bands: list[tuple[int, int]]) -> list[list[int]]:
    """Return bands whose places grow and whose points never do."""
    lasts = sorted({last for last, _ in bands})
    halves = sorted((half for _, half in bands), reverse=True)
    return [[last, half] for last, half in zip(lasts, halves, strict=False)]


def _possible(values: dict[str, Any]) -> dict[str, Any]:
    """Return values in the order that a version needs: of rounds, multipliers, finalists and points."""
    for names in (
        ("rounds_minimum", "rounds_maximum"),
        ("multiplier_ii", "multiplier_iii"),
        ("least_finalists", "finalists"),
    ):
        values |= dict(zip(names, sorted(values[name] for name in names), strict=True))
    return values | {"further_half_points": min(values["further_half_points"], values["place_half_points"][-1][1])}


VERSIONS = st.fixed_dictionaries({field.name: _value(field) for field in FIELDS}).map(_possible)


@dataclass(frozen=True)
class Oracle:
    """Second computation of what the sentences state, from the values of a version."""

    values: Mapping[str, Any]

    def sizes(self, players: int) -> list[int] | None:
        """Return as many tables of four as possible, the others of three; None if none come out."""
        for fours in reversed(range(players // 4 + 1)):
            if (players - 4 * fours) % 3 == 0:
                return [4] * fours + [3] * ((players - 4 * fours) // 3)
        return None

    def kingdom(self, order: Sequence[str]) -> list[str]:
        """Return ten cards as they come, or the Moat for an Attack without it, else no Attack as the tenth."""
        attacks = {"bureaucrat", "militia", "spy", "thief", "witch"}
        nine, rest = list(order[:9]), list(order[9:])
        if "moat" not in nine:
            rest = ["moat"] if attacks & set(nine) else [card for card in rest if card not in attacks]
        return [*nine, rest[0]]

    def may_enter(self, drawn: int, *, is_over: bool) -> bool:
        """Return whether somebody can enter: before the draw of round 1, perhaps until round 1 is over."""
        return drawn == 0 or (self.values["late_entries"] == "until_round_1_ends" and drawn == 1 and not is_over)

    def must_be_equal(self, turns: Sequence[int]) -> bool:
        """Return whether a game that ended on time is wrong: everybody has as many turns, where it is so."""
        return self.values["time_out"] == "finish_round" and len(set(turns)) > 1

    def rounds(self, players: int) -> int:
        """Return from so many players on the larger number of rounds, with fewer the smaller."""
        name = "rounds_maximum" if players >= self.values["rounds_threshold"] else "rounds_minimum"
        return int(self.values[name])

    def order(
        self, rounds: Sequence[Sequence[Sequence[str]]], scored: Mapping[str, int], lots: Mapping[str, int]
    ) -> list[str]:
        """Order by more victories, second places, third places, perhaps points at the tables, then the lot."""

        def key(player: str) -> tuple[int, ...]:
            count = [0, 0, 0]
            for table in (table for tables in rounds for table in tables if player in table):
                place = table.index(player)
                is_last_of_three = len(table) == 3 and place == 2
                if place < 3 and not (is_last_of_three and self.values["last_of_short_table"] == "nothing"):
                    count[place] += 1
            sums = scored.get(player, 0) if self.values["after_thirds"] == "table_points" else 0
            return (-count[0], -count[1], -count[2], -sums, lots.get(player, 0))

        late = {"late"} if self.may_enter(1, is_over=False) else set()
        return sorted({player for table in rounds[0] for player in table} | late, key=key)

    def finalists(self, order: Sequence[str], gone: set[str]) -> list[str]:
        """Return the first of the standings; for who withdraws the next, or nobody; with too few no final."""
        number = self.values["finalists"]
        if self.values["withdrawn_finalist"] == "missing":
            called = [player for player in order[:number] if player not in gone]
        else:
            called = [player for player in order if player not in gone][:number]
        return called if len(called) >= self.values["least_finalists"] else []

    def places(self, order: Sequence[str], played: Sequence[str], gone: set[str]) -> list[str]:
        """Return first the players of the final; the others keep the order, who left perhaps behind all."""
        rest = [player for player in order if player not in played]
        if self.values["drop_outs"] == "last":
            rest = [player for player in rest if player not in gone] + [player for player in rest if player in gone]
        return [*played, *rest]

    def half_points(self, place: int, fascia: str, *, has_left: bool) -> int:
        """Return the points by place, or of every further place, multiplied by the fascia; perhaps none once left."""
        if has_left and self.values["leavers_points"] == "none":
            return 0
        for last, half in self.values["place_half_points"]:
            if place <= last:
                return int(half * self.values.get(f"multiplier_{fascia}", 1))
        return int(self.values["further_half_points"] * self.values.get(f"multiplier_{fascia}", 1))


def _lots(groups: Sequence[Sequence[str]], chance: random.Random) -> dict[str, int]:
    drawn: dict[str, int] = {}
    for group in groups:
        numbers = list(range(1, len(group) + 1))
        chance.shuffle(numbers)
        drawn |= dict(zip(group, numbers, strict=True))
    return drawn


@settings(max_examples=part_of(300), deadline=None)
@given(values=VERSIONS, players=st.integers(6, 40), seed=st.integers(0, 2**32))
def test_event_of_a_random_version_ends_as_its_sentences_say(values: dict[str, Any], players: int, seed: int) -> None:
    version, oracle, chance = from_values("9.9", values), Oracle(values), random.Random(seed)
    assert seating.table_sizes(players) == oracle.sizes(players)
    planned = validity.planned_rounds(players, regulation=version).rounds
    assert planned == oracle.rounds(players)

    shuffled = draws.shuffled(KINGDOM, draws.Stream(f"{seed:064x}", "", draws.KINGDOM_DRAW, "round-1"))
    drawn = draws.make(draws.KINGDOM_DRAW, "round-1", (), seed=f"{seed:064x}", word="")
    assert list(drawn.outcome) == oracle.kingdom(shuffled)
    assert draws.verify(drawn) == []
    turns = [chance.randint(10, 11) for _ in range(4)]
    sheet = {"end": "time", "seats": [{"turns": number} for number in turns]}
    assert bool(time_out_findings(sheet, regulation=version)) == oracle.must_be_equal(turns)

    everybody = [f"p{number:02}" for number in range(players)]
    order, gone = everybody[:], set[str]()
    for drawn, is_over in ((0, False), (1, False), (1, True), (2, False)):
        entered = validity.accepts_entry(drawn, is_round_over=is_over, regulation=version)
        assert entered == oracle.may_enter(drawn, is_over=is_over)
    rounds: list[list[list[str]]] = []
    scored: Counter[str] = Counter()
    for _number in range(planned):
        present = [player for player in order if player not in gone]
        if oracle.sizes(len(present)) is None:
            return
        tables = seating.swiss_tables(present)
        assert [len(table) for table in tables] == oracle.sizes(len(present))
        assert [player for table in tables for player in table] == present
        for table in tables:
            chance.shuffle(table)
            scored.update({player: chance.randint(-2, 6) for player in table})
        rounds.append(tables)
        if len(rounds) == 1 and oracle.may_enter(1, is_over=False):
            everybody.append("late")
        results = [[standings.places_in_order(table) for table in played] for played in rounds]
        groups = standings.tied_groups(results, players=everybody, regulation=version, points=scored)
        lots = _lots(groups, chance)
        rows = standings.standings(results, lots=lots, players=everybody, regulation=version, points=scored)
        order = [row.player for row in rows]
        assert order == oracle.order(rounds, scored, lots)
        gone |= {player for player in order if chance.random() < 0.05}

    called = final.finalists(order, left=gone, regulation=version)
    assert called == oracle.finalists(order, gone)
    played = chance.sample(called, len(called))
    places = final.final_places(order, played, left=gone, regulation=version)
    assert places == oracle.places(order, played, gone)
    absent = gone - set(played)
    for fascia in Fascia:
        for row in points.event_points(places, fascia, left=absent, regulation=version):
            has_left = row.player in absent
            assert row.ordinary == oracle.half_points(row.place, "i", has_left=has_left)
            assert row.multiplied == oracle.half_points(row.place, fascia.value.lower(), has_left=has_left)
