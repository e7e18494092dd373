"""EX-51 changed: every single change to the example's file is reported, at its path or the nearest it contradicts."""

from __future__ import annotations

import json
import random
from itertools import takewhile
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.dominion.cards import KINGDOM
from tests.regulation.example_event import EVENT, changeable, check, codes_of
from tests.volume import one_in
from tournament.regulation import draws
from tournament.regulation.event_file.fields import FORMAT
from tournament.regulation.event_file.parse import write_draw
from tournament.regulation.refusals import BadEventFile
from tournament.regulation.table_result import DOMINION_CHAIN


def _result_paths() -> list[tuple[int, int, int]]:
    return [
        (r, t, n)
        for r, info in enumerate(EVENT["rounds"])
        for t, table in enumerate(info["tables"])
        for n in range(len(table["results"]))
    ]


@pytest.mark.parametrize("field", ["points", "gold", "coins", "actions", "turns", "place"])
@pytest.mark.parametrize("by", one_in(2, [1, -1]))
def test_changed_number(field: str, by: int) -> None:
    """REQ-605: any result's number increased or decreased by one is an error at that very number."""
    for r, t, n in _result_paths():
        changed = changeable()
        changed["rounds"][r]["tables"][t]["results"][n][field] += by
        errors = [finding for finding in check(changed).findings if finding.is_error]
        result_path = f"rounds[{r}].tables[{t}].results[{n}].{field}"
        near = f"rounds[{r}].tables[{t}]"
        assert errors, result_path
        if field == "turns":
            assert any(finding.path.startswith(near) for finding in errors), result_path
        else:
            assert result_path in {finding.path for finding in errors}


@pytest.mark.parametrize("lot", one_in(2, [None, 1, 2, 3]))
def test_changed_table_lot(lot: int | None) -> None:
    """REQ-1106: a lot too many, missing or other than drawn."""
    for r, t, n in _result_paths():
        changed = changeable()
        row = changed["rounds"][r]["tables"][t]["results"][n]
        if row["lot"] == lot:
            continue
        row["lot"] = lot
        paths = {finding.path for finding in check(changed).findings if finding.is_error}
        assert f"rounds[{r}].tables[{t}].results[{n}].lot" in paths


@pytest.mark.parametrize("field", ["position", "wins", "seconds", "thirds", "lot", "player"])
def test_changed_standings_row(field: str) -> None:
    """REQ-1201 to REQ-1205: any field of any row."""
    for r in (0, 1):
        for n, row in enumerate(EVENT["rounds"][r]["standings"]):
            changed = changeable()
            target = changed["rounds"][r]["standings"][n]
            if field == "player":
                target[field] = EVENT["rounds"][r]["standings"][n - 1]["player"]
            else:
                target[field] = (row[field] or 0) + 1
            paths = {finding.path for finding in check(changed).findings if finding.is_error}
            assert f"rounds[{r}].standings[{n}].{field}" in paths


def test_swapped_standings_lots() -> None:
    """REQ-1204, REQ-705: exchanging two lots of one group changes the order."""
    changed = changeable()
    rows = changed["rounds"][1]["standings"]
    rows[3]["lot"], rows[4]["lot"] = rows[4]["lot"], rows[3]["lot"]
    paths = {finding.path for finding in check(changed).findings}
    assert {"rounds[1].standings[3].player", "rounds[1].standings[4].player"} <= paths


@pytest.mark.parametrize("place", one_in(4, range(13)))
def test_swapped_final_places(place: int) -> None:
    """REQ-1303, REQ-1304: two final places exchanged."""
    changed = changeable()
    places = changed["final_places"]
    other = (place + 1) % 13
    places[place], places[other] = places[other], places[place]
    paths = {finding.path for finding in check(changed).findings if finding.is_error}
    assert {f"final_places[{place}]", f"final_places[{other}]"} == paths


def test_changed_kingdom_card() -> None:
    """REQ-808: every kingdom card exchanged for every other is an error in that round."""
    for r, info in enumerate(EVENT["rounds"]):
        for n, name in enumerate(info["kingdom"]["drawn"]):
            other = random.Random(10 * r + n).choice([card for card in KINGDOM if card != name])
            changed = changeable()
            changed["rounds"][r]["kingdom"]["drawn"][n] = other
            errors = [finding for finding in check(changed).findings if finding.is_error]
            assert any(finding.path.startswith(f"rounds[{r}].") for finding in errors), (r, n, other)


def test_card_set_aside_needlessly() -> None:
    """REQ-809: rejected cards where no branch rejects any."""
    changed = changeable()
    changed["rounds"][0]["kingdom"]["rejected"] = ["witch"]
    assert "rounds[0].kingdom.rejected" in {finding.path for finding in check(changed).findings}


def test_seats_exchanged_between_tables_reported() -> None:
    """REQ-703: players moved to another table, with their whole rows, in every round."""
    for r in (0, 1):
        for t in range(3):
            changed = changeable()
            first_table, two = changed["rounds"][r]["tables"][t], changed["rounds"][r]["tables"][t + 1]
            first_table["seats"][0], two["seats"][0] = two["seats"][0], first_table["seats"][0]
            errors = [finding for finding in check(changed).findings if finding.is_error]
            assert any(finding.path.startswith(f"rounds[{r}].tables[{t}].") for finding in errors)


def test_seats_exchanged_within_table() -> None:
    """EX-26: reported wherever the two had different numbers of turns; players of equal turns leave no trace."""
    checked_pairs = 0
    for r, info in enumerate(EVENT["rounds"]):
        for t, table in enumerate(info["tables"]):
            turns = {row["player"]: row["turns"] for row in table["results"]}
            for s in range(len(table["seats"]) - 1):
                if turns[table["seats"][s]] == turns[table["seats"][s + 1]]:
                    continue
                changed = changeable()
                seats = changed["rounds"][r]["tables"][t]["seats"]
                seats[s], seats[s + 1] = seats[s + 1], seats[s]
                errors = [finding for finding in check(changed).findings if finding.is_error]
                assert any(finding.path.startswith(f"rounds[{r}].tables[{t}]") for finding in errors)
                checked_pairs += 1
    assert checked_pairs >= 5


def test_seat_reassigned() -> None:
    """AMB-25: every seat given to the player before it, who then sits twice while another player is missing."""
    order = [player["id"] for player in EVENT["players"]]
    for r, info in enumerate(EVENT["rounds"]):
        for t, table in enumerate(info["tables"]):
            for s, player in enumerate(table["seats"]):
                changed = changeable()
                changed["rounds"][r]["tables"][t]["seats"][s] = order[order.index(player) - 1]
                errors = [finding for finding in check(changed).findings if finding.is_error]
                assert any(finding.path.startswith(f"rounds[{r}].tables") for finding in errors), (r, t, s)


def test_result_reassigned() -> None:
    """REQ-605: every result written under another player of the event, at the same table or not."""
    order = [player["id"] for player in EVENT["players"]]
    for r, t, n in _result_paths():
        for step in (1, 5):
            changed = changeable()
            row = changed["rounds"][r]["tables"][t]["results"][n]
            row["player"] = order[(order.index(row["player"]) + step) % 13]
            codes = codes_of(changed)
            assert "EVENT_RESULTS" in codes.values()
            assert any(path.startswith(f"rounds[{r}].tables[{t}].results[") for path in codes)


def test_changed_ending_seat() -> None:
    """EX-26: the ending seat follows from the turns."""
    for r, info in enumerate(EVENT["rounds"]):
        for t, table in enumerate(info["tables"]):
            for seat in range(0, 6):
                if seat == table["ended_by"]:
                    continue
                changed = changeable()
                changed["rounds"][r]["tables"][t]["ended_by"] = seat
                errors = [finding for finding in check(changed).findings if finding.is_error]
                assert any(finding.path.startswith(f"rounds[{r}].tables[{t}]") for finding in errors), (r, t, seat)


@pytest.mark.parametrize(
    ("change", "path", "code"),
    [
        ({"first_day": "2009-05-31"}, "event.first_day", "EVENT_SEASON"),
        ({"last_day": "2009-10-16"}, "event.last_day", "EVENT_SEASON"),
        ({"last_day": "2009-07-03"}, "event.last_day", "DAYS_REVERSED"),
        ({"season": {"first_day": "2010-01-01", "last_day": "2010-12-31"}}, "event.first_day", "EVENT_SEASON"),
        ({"fascia": "II"}, "event.fascia", "FASCIA_NOT_DECLARABLE"),
        ({"fascia": "III"}, "event.fascia", "EVENT_FASCIA_UNDECIDED"),
        ({"fascia_effective": "III"}, "event.fascia_effective", "EVENT_FASCIA_CHANGE"),
        ({"rounds": 4}, "event.rounds", "ROUNDS_OUT_OF_RANGE"),
        ({"rounds": 3}, "event.rounds", "ROUNDS_REASON_MISSING"),
        ({"rounds": 3, "rounds_reason": "sala libera"}, "event.rounds", "EVENT_ROUNDS_OVERRIDE"),
        ({"rounds": 3, "rounds_reason": "sala libera"}, "rounds", "EVENT_ROUNDS"),
        ({"minutes": 40, "minutes_reason": "sala fino alle otto"}, "event.minutes", "EVENT_MINUTES"),
        ({"minutes": 0}, "event.minutes", "EVENT_MINUTES"),
        ({"final_has_clock": False}, "event.final_has_clock", "EVENT_FINAL_CLOCK"),
    ],
)
def test_changed_event_fields(change: dict[str, Any], path: str, code: str) -> None:
    """REQ-304, REQ-305, REQ-503, REQ-1001 to REQ-1003: days, fascia and rounds of the file."""
    changed = changeable()
    changed["event"].update(change)
    changed["format"] = FORMAT
    assert codes_of(changed)[path] == code


def test_regulation_minutes_without_findings() -> None:
    """REQ-905."""
    changed = changeable()
    changed["event"] |= {"minutes": 45, "final_has_clock": True}
    changed["format"] = FORMAT
    assert check(changed).findings == ()


def test_promoted_event_doubles_points() -> None:
    """REQ-501, REQ-504: points follow the effective fascia."""
    changed = changeable()
    changed["event"]["fascia_effective"] = "II"
    report = check(changed)
    assert report.findings == ()
    assert sum(row.multiplied for row in report.derived.points) == 166


def test_too_few_players() -> None:
    """REQ-401, REQ-404: eleven at the tables of round 1."""
    changed = changeable()
    del changed["rounds"][0]["tables"][3]
    codes = codes_of(changed)
    assert codes["rounds[0].tables"] in {"EVENT_PLAYERS", "EVENT_PLAYER_UNSEATED", "EVENT_TABLE_COUNT"}
    assert "EVENT_PLAYERS" in {finding.code for finding in check(changed).findings}


def test_final_missing() -> None:
    """REQ-1301: four finalists and no final."""
    changed = changeable()
    del changed["rounds"][2]
    assert codes_of(changed)["rounds"] == "EVENT_FINAL_MISSING"


def test_round_and_table_numbers() -> None:
    changed = changeable()
    changed["rounds"][1]["number"] = 7
    changed["rounds"][1]["tables"][2]["number"] = 9
    codes = codes_of(changed)
    assert codes["rounds[1].number"] == "EVENT_ROUND_NUMBER"
    assert codes["rounds[1].tables[2].number"] == "EVENT_TABLE_NUMBER"


def test_finalist_who_left_ranks_fifth() -> None:
    """AMB-32, REQ-1306: E leaves after round 2, M plays the final in his seat; E is fifth."""
    changed = changeable()
    leaver, instead = EVENT["rounds"][1]["standings"][1]["player"], EVENT["rounds"][1]["standings"][4]["player"]
    changed["rounds"][1]["left"] = [leaver]
    assert "rounds[2].tables[0].seats" in codes_of(changed)
    final = json.dumps(changed["rounds"][2]).replace(f'"{leaver}"', f'"{instead}"')
    changed["rounds"][2] = json.loads(final)
    places = [instead if player == leaver else player for player in EVENT["final_places"][:4]]
    changed["final_places"] = [*places, leaver, *(p for p in EVENT["final_places"][4:] if p != instead)]
    report = check(changed)
    assert report.findings == ()
    assert report.derived.places[4] == leaver


def test_leaver_seated() -> None:
    """AMB-12: a player who left after round 1 sits in round 2; an unknown player and a repeated name are refused."""
    changed = changeable()
    changed["rounds"][0]["left"] = ["p11", "p11", "p99"]
    codes = codes_of(changed)
    assert codes["rounds[0].left[1]"] == "EVENT_PLAYER_TWICE"
    assert codes["rounds[0].left[2]"] == "EVENT_PLAYER_UNKNOWN"
    assert "EVENT_PLAYER_LEFT" in codes.values()


def test_kingdom_audit_record() -> None:
    """REQ-809: a drawn kingdom is recomputed; the record of another draw is reported."""
    drawn = draws.make("kingdom", "round-1", (), seed="0a" * 32, word="luna")
    changed = changeable()
    changed["rounds"][0]["kingdom"]["draw"] = write_draw(drawn)
    assert codes_of(changed) == {"rounds[0].kingdom.drawn": "DRAW_OTHER_KINGDOM", "rounds": "WORD_BY_OPERATOR"}
    names = EVENT["rounds"][0]["kingdom"]["drawn"]
    by_hand, findings = draws.record_by_hand("kingdom", "round-1", (), names)
    assert findings == []
    changed["rounds"][0]["kingdom"]["draw"] = write_draw(by_hand)
    assert check(changed).findings == ()
    changed["rounds"][0]["kingdom"]["draw"]["by_hand"] = False
    assert codes_of(changed) == {"rounds[0].kingdom.draw.seed": "BAD_SEED", "rounds": "WORD_BY_OPERATOR"}


def test_one_draw_for_two_rounds() -> None:
    """REQ-802, AMB-07: the same seed and scope cannot serve two rounds."""
    drawn = write_draw(draws.make("kingdom", "round-1", (), seed="0a" * 32, word="luna"))
    changed = changeable()
    for info in changed["rounds"][:2]:
        info["kingdom"]["draw"] = drawn
    assert codes_of(changed)["rounds[1].kingdom.draw.scope"] == "DRAW_REUSED"


def test_abandoned_table() -> None:
    """AMB-35: a player who abandoned is last whatever the points."""
    changed = changeable()
    table = changed["rounds"][0]["tables"][0]
    table["abandoned"] = [table["results"][0]["player"]]
    report = check(changed)
    assert {f.path for f in report.findings if f.code == "EVENT_PLACE"} == {
        f"rounds[0].tables[0].results[{row}].place" for row in range(4)
    }
    first_table = report.derived.tables[0][0]
    assert max(first_table, key=first_table.__getitem__) == table["abandoned"][0]


def _leaves(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    if isinstance(value, dict):
        return [leaf for key, inside in value.items() for leaf in _leaves(inside, (*path, key))]
    if isinstance(value, list):
        return [leaf for index, inside in enumerate(value) for leaf in _leaves(inside, (*path, index))]
    return [path]


ROUNDS = _leaves(EVENT["rounds"])


@given(st.sampled_from(ROUNDS), st.sampled_from([None, True, -1, 0, 99, 10**400, 1.5, "x", [], {}]))
def test_any_value_anywhere_handled(path: tuple[Any, ...], value: Any) -> None:
    """No traceback: for any value anywhere in the rounds, the file is refused or findings are given."""
    changed = changeable()
    place: Any = changed["rounds"]
    for step in path[:-1]:
        place = place[step]
    before = place[path[-1]]
    place[path[-1]] = value
    # Null is the same as absent, and a round without ``final`` is no final.
    says_the_same = value is None and path[-1] == "final" and before is False
    harmless = says_the_same or (before == value and type(before) is type(value))
    try:
        reported_paths = [finding.path for finding in check(changed).findings]
    except BadEventFile as refused:
        reported_paths = [refused.path]
    assert harmless or reported_paths


WHOLE = _leaves(EVENT)


def _is_needed(path: tuple[Any, ...]) -> bool:
    """Return whether two players of a table are equal before the criterion of a result's number."""
    _rounds, r, _tables, t, _results, n, name = path
    rows = EVENT["rounds"][r]["tables"][t]["results"]
    before = list(takewhile(lambda each: each != name, (criterion.name for criterion in DOMINION_CHAIN)))
    return any(
        [row[each] for each in before] == [rows[n][each] for each in before] for row in rows if row is not rows[n]
    )


@given(st.sampled_from(WHOLE), st.integers(min_value=0, max_value=9))
def test_any_part_missing_handled(path: tuple[Any, ...], depth: int) -> None:
    """Any field or row, or any container of it, is removed: the file is refused or findings are given.

    Harmless by docs/formats.md: the optional cards, a number that no tie needs, and what absence says anyway.
    """
    changed = changeable()
    steps = path[: max(1, len(path) - depth)]
    place: Any = changed
    for step in steps[:-1]:
        place = place[step]
    removed, name = place[steps[-1]], steps[-1]
    is_unneeded = name in ("gold", "coins", "actions") and "turns" in place and not _is_needed(steps)
    says_the_same = removed is None or (name == "final" and removed is False)
    is_optional = bool({"deck", "trash", "supply"}.intersection(map(str, steps)))
    del place[name]
    try:
        reported_paths = [finding.path for finding in check(changed).findings]
    except BadEventFile as refused:
        reported_paths = [refused.path]
    assert reported_paths or is_unneeded or says_the_same or is_optional, steps
