"""Histograms of simulated games, and warnings (W2) for numbers outside their range."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from bench import usual
from config.settings.base import FOSSATO_PLAUSIBILITY_GAMES
from games.dominion.cards import SUGGESTED_KINGDOMS, UnknownCard
from games.dominion.check import plausibility as p
from games.dominion.check.messages import proof, sentence
from games.dominion.check.real_games import RealGames, is_held_back, real_games
from games.dominion.check.sheet import check
from games.findings import Severity
from games.game import BadSetup
from tests.unit.games.dominion.sheet_samples import PLAIN, bare, breakdown_of, deck, table

SMALL = p.Distributions(
    kingdom=tuple(sorted(PLAIN)),
    players=2,
    games=2,
    seed="x",
    fields={
        "points": {10: 1, 20: 2, 30: 1},
        "turns": {20: 4},
        "gold": {2: 2, 3: 2},
        "coins": {15: 2, 40: 2},
        "actions": {0: 2, 5: 2},
        "cards": {20: 2, 30: 2},
    },
)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_seat_of_every_game_is_counted(players: int) -> None:
    calls: list[tuple[int, int]] = []
    distributions = p.simulate(
        SUGGESTED_KINGDOMS["size_distortion"], players, 20, 7, lambda done, of: calls.append((done, of))
    )
    assert set(distributions.fields) == {*p.FIELDS, p.TAKEN}
    assert {sum(histogram.values()) for histogram in distributions.fields.values()} == {20 * players}
    assert min(distributions.fields["cards"]) >= 1
    assert max(distributions.fields["turns"]) <= 60
    assert calls == [(done, 20) for done in range(1, 21)]


def test_the_same_seed_gives_the_same_histograms() -> None:
    first = p.simulate(PLAIN, 3, 8, "a")
    assert p.simulate(reversed(PLAIN), 3, 8, "a") == first
    assert p.simulate(PLAIN, 3, 8, "b").fields != first.fields


def test_histograms_survive_json() -> None:
    distributions = p.simulate(PLAIN, 3, 4, 1)
    assert p.Distributions.from_json(json.loads(json.dumps(distributions.as_json()))) == distributions


def test_another_format_is_refused() -> None:
    with pytest.raises(ValueError, match="format: 'x' is not"):
        p.Distributions.from_json({"format": "x"})


@pytest.mark.parametrize(
    ("kingdom", "players", "games", "error"),
    [(PLAIN[:9], 3, 1, BadSetup), (PLAIN, 5, 1, BadSetup), (PLAIN, 3, 0, BadSetup), (["Fucinaa"], 3, 1, UnknownCard)],
)
def test_what_cannot_be_played_is_refused(kingdom: list[str], players: int, games: int, error: type[Exception]) -> None:
    with pytest.raises(error):
        p.simulate(kingdom, players, games, 1)


@pytest.mark.parametrize(
    ("value", "below", "equal", "quantile", "outside"),
    [
        (9, 0, 0, Fraction(0), True),
        (10, 0, 1, Fraction(1, 8), False),
        (15, 1, 0, Fraction(1, 4), False),
        (20, 1, 2, Fraction(1, 2), False),
        (30, 3, 1, Fraction(7, 8), False),
        (31, 4, 0, Fraction(1), True),
    ],
)
def test_place_among_the_numbers_seen(value: int, below: int, equal: int, quantile: Fraction, outside: bool) -> None:
    place = p.place_of(SMALL, "points", value)
    assert (place.below, place.equal, place.quantile, place.outside) == (below, equal, quantile, outside)
    assert (place.seen, place.least, place.most) == (4, 10, 30)


def test_a_range_is_widened_by_what_real_games_have_shown() -> None:
    real = real_games()
    for name in p.FIELDS:
        least, most = min(SMALL.fields[name]), max(SMALL.fields[name])
        last = p.place_of(SMALL, name, most + real.above[name])
        assert (last.high, last.outside, last.unseen) == (last.value, False, real.above[name] > 0)
        assert p.place_of(SMALL, name, last.high + 1).outside
        low = least - real.below[name] if name == "points" else max(0, least - real.below[name])
        assert (p.place_of(SMALL, name, low).low, p.place_of(SMALL, name, low).outside) == (low, False)
        assert p.place_of(SMALL, name, low - 1).outside


def test_what_ships_says_where_it_comes_from() -> None:
    real = real_games()
    assert RealGames.from_json(json.loads(json.dumps(real.as_json()))) == real
    assert set(real.below) == set(real.above) == set(p.FIELDS)
    assert real.games == FOSSATO_PLAUSIBILITY_GAMES, (
        "the product compares with as many games as the ranges were made with"
    )
    assert sum(players * tables for players, tables in real.tables.items()) == real.seats
    with pytest.raises(ValueError, match="format: 'x' is not"):
        RealGames.from_json({"format": "x"})


@pytest.mark.parametrize(
    ("name", "held_back"),
    [
        ("game-20101015-141826-37244f39.html", False),
        ("game-20101110-002453-17f0e2f2.html", False),
        ("game-20101110-005436-95d18182.html", True),
    ],
)
def test_the_half_of_a_log_follows_from_its_name_for_good(name: str, held_back: bool) -> None:
    assert is_held_back(name) is held_back


def test_the_shared_logs_are_split_as_the_data_says(shared_folder: Path) -> None:
    folder = shared_folder / "data" / "isotropic"
    halves = [usual.logs_of(folder, held_back=half) for half in (False, True)]
    assert [len(half) for half in halves] == [50, 36]
    assert usual.digest(halves[0]) == real_games().sha256
    assert len(halves[0]) == real_games().logs


@pytest.mark.soak
def test_at_most_one_held_back_real_seat_in_twenty_is_outside(shared_folder: Path) -> None:
    logs = usual.logs_of(shared_folder / "data" / "isotropic", held_back=True)
    tables = list(usual.tables_of(logs, real_games().games))
    assert (len(tables), usual.seats_of(tables)) == (28, 57)
    outside = [f"{table.name} seat {seat + 1}" for table in tables for seat in sorted(table.outside)]
    assert len(outside) * 20 <= usual.seats_of(tables), outside


def test_w2_warns_only_outside_what_was_seen() -> None:
    rows = [(31, 20, 2, 15, 0), (10, 20, 4, 40, 5)]
    findings = p.warnings(SMALL, check(bare(PLAIN, rows), players=2))
    assert [(f.code, f.severity, f.path, f.value, f.bound) for f in findings] == [
        ("W2", Severity.WARNING, "seats[0].points", 31, "10-30"),
        ("W2", Severity.WARNING, "seats[1].gold", 4, "2-3"),
    ]
    assert sentence(findings[0], "it").startswith("Sedia 1, punti: 31; 2 partite simulate")
    assert sentence(findings[1], "en").startswith("Seat 2, Golds: 4; 2 simulated games")
    assert proof(findings[0], "en")


def test_w2_looks_at_the_size_of_decks_and_breakdowns() -> None:
    sheet = table(PLAIN, [deck(gold=2), deck(gold=2, silver=30)], [20, 20])
    sheet["seats"][1]["breakdown"] = breakdown_of(sheet["seats"][1].pop("deck"))
    findings = p.warnings(SMALL, check(sheet, players=2))
    assert {f.path: f.value for f in findings if f.path.endswith("cards")} == {
        "seats[0].cards": 12,
        "seats[1].cards": 42,
    }


def test_plausibility_missing_numbers_are_not_checked() -> None:
    sheet: dict[str, Any] = {"complete": False, "kingdom": PLAIN, "seats": [{}, {"points": 20}]}
    assert p.warnings(SMALL, check(sheet, players=2)) == ()


@pytest.mark.parametrize("players", [3, 4])
def test_nothing_is_unusual_at_a_table_of_a_size_without_real_games(players: int) -> None:
    """62 of the 65 real games have two players: for more nobody knows how often real people lie outside."""
    distributions = p.replace(SMALL, players=players)
    rows = [(31, 20, 4, 40, 5)] * players
    assert p.warnings(distributions, check(bare(PLAIN, rows), players=players)) == ()
    place = p.place_of(distributions, "points", 31)
    assert (place.unseen, place.outside, place.is_measured) == (True, False, False)


def test_distributions_of_another_table_are_refused() -> None:
    with pytest.raises(ValueError, match="another kingdom or number of players"):
        p.warnings(SMALL, check(bare(PLAIN, [(20, 20, 2, 15, 0)] * 4), players=4))


def test_no_simulated_table_is_outside_its_own_distributions() -> None:
    distributions = p.simulate(PLAIN, 3, 10, 3)
    for name in p.FIELDS:
        histogram = distributions.fields[name]
        assert not any(p.place_of(distributions, name, value).outside for value in histogram)


@pytest.mark.parametrize(
    ("row", "beyond"),
    [
        ({"turns": 20, "gold": 4, "coins": 27, "actions": 6}, -6),
        ({"turns": 20, "gold": 4, "coins": 19, "actions": 6}, -10),
        ({"turns": 20, "gold": 0, "coins": 3, "actions": 25}, 5),
    ],
    ids=["four Silvers", "no Silver", "Coppers trashed"],
)
def test_cards_taken_beyond_one_a_turn(row: dict[str, int], beyond: int) -> None:
    assert p.taken(row) == beyond


def test_actions_end_where_the_other_numbers_leave_no_turn() -> None:
    """Ten Actions too many are within what some seat of the kingdom has, not within what this one had turns for."""
    wide = {**SMALL.fields, "actions": {0: 2, 30: 2}, p.TAKEN: {-8: 3, 2: 1}}
    distributions = p.replace(SMALL, fields=wide)
    row = {"turns": 14, "gold": 3, "coins": 22, "actions": 8}
    most = max(real_games().most_taken, 2) + 14 - 3 - 3
    assert p.most_actions(distributions, row) == most
    assert p.most_actions(distributions, {**row, "actions": 18}) == most
    assert p.most_actions(distributions, {**row, "gold": None}) is None
    assert p.most_actions(SMALL, row) is None, "stored before this was counted"


def test_distributions_stored_before_the_turns_were_counted_are_read() -> None:
    old = SMALL.as_json()
    assert p.TAKEN not in old["fields"]
    assert p.Distributions.from_json(old) == SMALL
