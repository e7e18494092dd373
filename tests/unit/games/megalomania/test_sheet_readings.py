"""Findings that follow from a reading of the rules are errors; and partial evidence."""

from __future__ import annotations

import pytest

from games.megalomania.check.form import to_sheet, to_values
from games.megalomania.check.sheet import check
from tests.unit.games.megalomania.sheet_samples import Sheet, keys, picks, played, row, typed

TAKEN = picks("C4 C4 C4 C4")
_DOUBLED = row(9, [4, 4, 0, 0], [-4, -6, 0, 0], scroll=(1, [3]), evidence={"colours": [{"red": 2}, None, None, None]})
RESTING = [
    ("9.6 a tie scores for all in it", "K1", typed(row(15, [3, 3], [4, 4]))),
    ("9.6 a tie of the pairs", "K1", typed(row(21, [2, 2, 2, 2], [-4, -4, -4, -4]))),
    ("9.11 scroll 12 adds five", "K1", typed(TAKEN, row(25, [1, 7, 0, 0], [-6, -7, 0, 0], scroll=(1, [12])))),
    ("9.23 scroll 3 doubles losses", "K2", typed(TAKEN, row(2, [4, 4, 0, 0], [-8, -4, 0, 0], scroll=(1, [3])))),
    ("9.23 in a mission that counts", "I10", typed(TAKEN, row(9, [8, 0, 0, 0], [-16, 0, 0, 0], scroll=(1, [3])))),
    ("9.23 with evidence", "E1", typed(TAKEN, _DOUBLED)),
    (
        "13.15 five tricks more",
        "I6",
        typed(TAKEN, row(25, [4, 4, 0, 0], [-9, -4, 0, 0], scroll=(1, [12]), effective={1: 9})),
    ),
    ("9.17 an Oracle's colour", "K6", typed(row(10, [4, 4, 0, 0], [-5, -4, 0, 0]))),
]
CERTAIN = [
    ("one of two in a tie", "K1", typed(row(15, [3, 3], [4, 0]))),
    ("seven is neither five nor six", "K1", typed(TAKEN, row(25, [1, 7, 0, 0], [-7, -7, 0, 0], scroll=(1, [12])))),
    ("lost three times", "K2", typed(TAKEN, row(2, [4, 4, 0, 0], [-12, -4, 0, 0], scroll=(1, [3])))),
    ("lost without scroll 3", "K2", typed(row(2, [4, 4, 0, 0], [-8, -4, 0, 0]))),
]


@pytest.mark.parametrize(("why", "code", "sheet"), [*RESTING, *CERTAIN], ids=[each[0] for each in [*RESTING, *CERTAIN]])
def test_value_that_the_reading_refuses_is_error(why: str, code: str, sheet: Sheet) -> None:
    assert {severity for key, severity in keys(sheet) if key.split(":")[0] == code} == {"error"}


def test_two_points_for_each_scroll_held_are_an_error() -> None:
    """9.24: two points in all, however many are held."""
    sheet = played(4)
    seat = next(seat for seat in sheet["seats"] if seat["held"] == 1)
    seat.update(held=2, bonus=4, points=seat["points"] + 2)
    assert {("I7:bonus", "error"), ("I7", "error")} <= keys(sheet)


def test_scrolls_part_equal_players_whoever_holds_none() -> None:
    """S262, 13.21: all without scrolls come first, however many they are."""
    rows = [row(25, [4, 4, 0, 0], [-4, -4, 0, 0])]
    ranks = [
        {"rank": rank, "held": held, "points": 2 if held else 0} for rank, held in ((3, 1), (3, 1), (1, 0), (1, 0))
    ]
    foot = [{**each, "points": each["points"] - 4 if number < 2 else 0} for number, each in enumerate(ranks)]
    sheet = typed(*rows, seats=foot)
    assert not [key for key, _ in keys(sheet) if key.startswith("I9")]


# --- scrolls held (13.28) -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("choices", "spent", "paid", "held", "right"),
    [
        (1, 0, 0, 1, True),
        (1, 0, 0, 2, True),
        (1, 0, 3, 0, True),
        (1, 0, 3, 1, True),
        (1, 0, 3, 2, False),
        (1, 1, 3, 0, False),
        (1, 1, 3, 1, False),
        (2, 1, 3, 0, True),
        (2, 2, 3, 0, False),
        (2, 2, 0, 0, True),
        (2, 2, 0, 1, True),
    ],
)
def test_number_5_never_played_so_held(choices: int, spent: int, paid: int, held: int, right: bool) -> None:
    """S320, S343: what was played and number 17 were drawn; number 5 replaces neither, it comes on top and stays."""
    rows = [picks("C4 C2" if number < choices else "C2 C2") for number in range(12)]
    for number in range(spent):
        rows[6 + number]["scroll"] = {"seat": 1, "numbers": [13 + number]}
    sheet = typed(*rows, seats=[{"held": held, "scroll_17": paid}, {"held": 0}])
    assert (("H1", "error") not in keys(sheet)) == right


# --- partial colours ------------------------------------------------------------------------------------------------


def test_partial_colours_preserved() -> None:
    """The one colour that a mission counts may stand alone; the sheet, its canonical form and the form have it."""
    sheet = typed(row(3, [4, 4], evidence={"colours": [{"blue": 2}, {"blue": 0, "red": 3}]}))
    done = check(sheet, players=2)
    partial_colours = [{"blue": 2}, {"red": 3, "blue": 0}]
    assert [entry.get("colours") for entry in done.sheet["rounds"][0]["players"]] == partial_colours
    values = to_values(done.sheet)
    assert (values["s0_r1_blue"], "s0_r1_red" in values) == ("2", False)
    second_sheet = to_sheet(values, {}, 2, complete=False)
    assert [entry.get("colours") for entry in second_sheet["rounds"][0]["players"]] == partial_colours


@pytest.mark.parametrize("mission", [3, 4, 9, 10])
def test_colour_counted_by_mission_checked_alone(mission: int) -> None:
    colour = {3: "blue", 4: "yellow", 9: "red", 10: "black"}[mission]
    sign = -1 if mission in (9, 10) else 1
    wrong_sheet = typed(row(mission, [4, 4], [3 * sign, None], evidence={"colours": [{colour: 2}, None]}))
    assert ("E1", "error") in keys(wrong_sheet)
    right = typed(row(mission, [4, 4], [2 * sign, None], evidence={"colours": [{colour: 2}, None]}))
    assert keys(right) == set()


def test_mission_23_with_partial_colours_incomplete() -> None:
    """The leader in a colour needs every count of every player; one given count requires the others."""
    sheet = played(4)
    where = sheet["rounds"][0]
    where.pop("printed", None)
    where["mission"] = 23
    for entry in where["players"]:
        for name in ("colours", "value", "low_tricks", "dwarves_sorcerers", "four_colours"):
            entry.pop(name, None)
    assert not [f for f in check(sheet, players=4).findings if f.code == "M1"]
    where["players"][0]["colours"] = {"red": 2}
    missing = [f.path for f in check(sheet, players=4).findings if f.code == "M1"]
    assert len(missing) == 15
    assert "rounds[0].players[0].colours.black" in missing
    assert "rounds[0].players[0].colours.red" not in missing
    assert not [f for f in check({**sheet, "complete": False}, players=4).findings if f.code == "M1"]
