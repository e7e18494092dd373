"""Versions of the regulation as data (art. 1.1): REQ-103, REQ-104, AMB-01, AMB-11, AMB-12, AMB-14, AMB-32 to AMB-34."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.volume import part_of
from tournament.regulation import final, parameters, points, reporting, seating, standings, validity
from tournament.regulation.parameters import CURRENT, Fascia, Regulation
from tournament.regulation.refusals import BadRegulationValue, ImpossibleRegulation, RegulationValueGone
from tournament.regulation.version_values import BY_NAME, FIELDS, GONE, from_values, to_values

VALUES = to_values(CURRENT)


def _version(**values: Any) -> Regulation:
    return from_values("9.1", VALUES | values)


def test_values_of_every_version_of_the_code_are_read_back() -> None:
    for version, regulation in parameters.REGULATIONS.items():
        assert from_values(version, to_values(regulation)) == regulation


def test_schema_names_every_value_once() -> None:
    assert len(BY_NAME) == len(FIELDS)
    assert list(VALUES) == [field.name for field in FIELDS]


@pytest.mark.parametrize("field", FIELDS, ids=lambda field: field.name)
def test_value_out_of_its_bounds_is_refused_by_name(field: Any) -> None:
    wrong = [None, [], {}, "x", 1.5, True]
    if field.is_number:
        wrong += [field.low - 1, field.high + 1]
    for value in wrong:
        with pytest.raises(BadRegulationValue) as refused:
            _version(**{field.name: value})
        assert refused.value.params["field"] == field.name
    missing = {name: value for name, value in VALUES.items() if name != field.name}
    if field.default is None:
        with pytest.raises(BadRegulationValue):
            from_values("9.1", missing)
    else:
        assert to_values(from_values("9.1", missing))[field.name] == field.default


def test_unknown_value_is_refused() -> None:
    with pytest.raises(BadRegulationValue) as refused:
        _version(colour="red")
    assert refused.value.params["field"] == "colour"


def test_values_that_every_version_has_are_dropped_and_others_refused_by_name() -> None:
    assert from_values("9.1", VALUES | GONE) == _version()
    assert not GONE.keys() & VALUES.keys()
    for name, wrong in (("table_sizes", "threes"), ("kingdom_rule", "free"), ("season_first_day", "2010-06-01")):
        with pytest.raises(RegulationValueGone) as refused:
            _version(**{name: wrong})
        assert (refused.value.params["field"], refused.value.params["value"]) == (name, wrong)


@pytest.mark.parametrize(
    "bands", [[], [[1]], [[1, 2, 3]], [[0, 20]], [[2, 20], [2, 10]], [[1, 10], [2, 20]], [[1, 2.5]], "1: 10"]
)
def test_bands_that_are_not_in_order_are_refused(bands: Any) -> None:
    with pytest.raises(BadRegulationValue):
        _version(place_half_points=bands)


@pytest.mark.parametrize(
    ("values", "flaw"),
    [
        ({"rounds_minimum": 4}, "rounds_reversed"),
        ({"finalists": 3, "least_finalists": 4}, "final_too_small"),
        ({"minimum_players_i": 5}, "fewest_not_seatable"),
        ({"minimum_players_i": 3}, "fewest_below_final"),
        ({"national_finalists": 5}, "called_not_seatable"),
        ({"further_half_points": 4}, "further_places_rise"),
        ({"multiplier_ii": 5}, "multipliers_fall"),
    ],
)
def test_version_that_no_event_can_be_played_by_is_refused(values: dict[str, Any], flaw: str) -> None:
    with pytest.raises(ImpossibleRegulation) as refused:
        _version(**values)
    assert refused.value.params["flaw"] == flaw


def _bands(numbers: list[tuple[int, int]]) -> list[list[int]]:
    """Return bands in order from steps of places and of points."""
    last, half, bands = 0, 10 + sum(drop for _, drop in numbers), []
    for places, drop in numbers:
        last, half = last + places, half - drop
        bands.append([last, half])
    return bands


VERSIONS = st.fixed_dictionaries(
    {
        "minimum_players_i": st.integers(6, 20),
        "minimum_players_iii": st.integers(6, 40),
        "fascia_iii_demotion": st.sampled_from(["yes", "no"]),
        "report_days": st.integers(1, 60),
        "multiplier_ii": st.integers(1, 3),
        "multiplier_iii": st.integers(3, 6),
        "rounds_minimum": st.integers(1, 3),
        "rounds_maximum": st.integers(3, 5),
        "rounds_threshold": st.integers(6, 30),
        "rounds_choice": st.sampled_from(["with_reason", "free", "fixed"]),
        "last_of_short_table": st.sampled_from(["third", "nothing"]),
        "drop_outs": st.sampled_from(["as_in_standings", "last"]),
        "finalists": st.just(4),
        "least_finalists": st.sampled_from([3, 4]),
        "withdrawn_finalist": st.sampled_from(["replaced", "missing"]),
        "place_half_points": st.lists(st.tuples(st.integers(1, 5), st.integers(0, 6)), min_size=1, max_size=6).map(
            _bands
        ),
        "further_half_points": st.integers(0, 3),
    }
)


@settings(max_examples=part_of(500), deadline=None)
@given(values=VERSIONS, players=st.integers(6, 40), data=st.data())
def test_random_version_agrees_with_a_second_computation(values: dict[str, Any], players: int, data: Any) -> None:
    """Points, rounds, fascia, deadline, counts, finalists and places, computed again in another way."""
    version = _version(**values)
    who = [f"p{number:02}" for number in range(players)]
    _check_numbers(version, values, players)
    sizes = seating.table_sizes(players)
    shuffled = data.draw(st.permutations(who))
    tables, start = [], 0
    for size in sizes:
        tables.append({player: place for place, player in enumerate(shuffled[start : start + size], start=1)})
        start += size
    thirds = standings.tallies([tables], regulation=version)
    for table in tables:
        for player, place in table.items():
            counts = place == 3 and (len(table) == 4 or values["last_of_short_table"] == "third")
            assert thirds[player].thirds == int(counts)
    left = set(data.draw(st.lists(st.sampled_from(who), max_size=players - 1, unique=True)))
    _check_final(version, values, shuffled, left)


def _check_numbers(version: Regulation, values: dict[str, Any], players: int) -> None:
    by_place = [half for place in range(1, 200) for half in [_half_points(values, place)]]
    assert [points.half_points(place, regulation=version) for place in range(1, 200)] == by_place
    third = points.half_points(1, Fascia.III, regulation=version)
    assert third == by_place[0] * values["multiplier_iii"]
    few = players < values["rounds_threshold"]
    rounds = values["rounds_minimum"] if few else values["rounds_maximum"]
    assert validity.planned_rounds(players, regulation=version).rounds == rounds
    least = min(values["minimum_players_i"], values["minimum_players_iii"])
    fasce = validity.possible_fasce(Fascia.III, players, regulation=version)
    if players < least:
        assert fasce == ()
    elif players < values["minimum_players_iii"]:
        assert set(fasce) == {Fascia.I, Fascia.II}
    else:
        assert set(fasce) == ({*Fascia} if values["fascia_iii_demotion"] == "yes" else {Fascia.III})
    deadline = reporting.report_deadline(date(2009, 7, 4), regulation=version)
    assert (deadline.date() - date(2009, 7, 4)).days == values["report_days"] + 1


def _half_points(values: dict[str, Any], place: int) -> int:
    for last, half in values["place_half_points"]:
        if place <= last:
            return int(half)
    return int(values["further_half_points"])


def _check_final(version: Regulation, values: dict[str, Any], order: list[str], left: set[str]) -> None:
    candidates = order[:4] if values["withdrawn_finalist"] == "missing" else order
    wanted = [player for player in candidates if player not in left][:4]
    if len(wanted) < values["least_finalists"]:
        wanted = []
    assert final.finalists(order, left=left, regulation=version) == wanted
    others = [player for player in order if player not in wanted]
    if values["drop_outs"] == "last":
        others = [player for player in others if player not in left] + [player for player in others if player in left]
    played = list(reversed(wanted))
    assert final.final_places(order, played, left=left, regulation=version) == played + others
