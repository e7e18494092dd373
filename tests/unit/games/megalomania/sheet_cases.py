"""Every code of the validator: a sheet that triggers it, and one just inside its bound that does not."""

from __future__ import annotations

from typing import Any, NamedTuple

from tests.unit.games.megalomania.sheet_samples import Sheet, blank, changed, picks, played, row, typed

ERROR, WARNING = "error", "warning"


class Case(NamedTuple):
    """One check.

    Arguments:
        key: the code, or code:case. beyond: a sheet that breaks it; inside: one that just does not.
        path: of the finding; bound: the right value, if the check gives it.
    """

    key: str
    beyond: Sheet
    inside: Sheet
    path: str | None = None
    bound: Any = None
    severity: str = ERROR


GAME = played()
PAIRS = played(seed="pairs", pairs=True)


def held_of(seat: int) -> int:
    return int(GAME["seats"][seat]["held"])


FORM = [
    Case("F1", changed(GAME, "rounds.2.mission", [7]), GAME, "rounds[2].mission"),
    Case("F1:text", changed(GAME, "rounds.2.mission", "7"), GAME, "rounds[2].mission"),
    Case("F2", changed(GAME, "seats.1.crystals", 2), GAME, "seats[1].crystals"),
    Case("F4", changed(GAME, "rounds.0.mission", 26), GAME, "rounds[0].mission"),
    Case("F4:many", {**GAME, "seats": [{}] * 401}, GAME, "seats", 400),
    Case("F6", changed(GAME, "rounds.0.players.1.choice", "C5"), GAME, "rounds[0].players[1].choice"),
    Case("F7", changed(GAME, "seats", GAME["seats"][:3]), GAME, "seats", 4),
    Case("READING_GONE", {**GAME, "readings": {"scroll_3": "losses_too"}}, GAME, "readings.scroll_3", "gains"),
    Case("F8", {**played(3), "pairs": True}, PAIRS, "pairs"),
    Case("M1", changed(GAME, "rounds.4.players.2.tricks", ...), GAME, "rounds[4].players[2].tricks"),
    Case("M1", changed(GAME, "seats.2.held", ...), GAME, "seats[2].held"),
]

COLOURS = ("black", "red", "yellow", "blue", "yellow", "red", "blue", "black", "red", "yellow", "black", "blue")
#: The same pattern with other names.
OTHERS = tuple({"black": "red", "red": "black"}.get(colour, colour) for colour in COLOURS)


def coloured(colours: tuple[str, ...], **at: Sheet) -> Sheet:
    """Return twelve rounds with known colours; ``r3={...}`` adds to a round."""
    rows = [blank(dominant=colour) | at.get(f"r{number}", {}) for number, colour in enumerate(colours, 1)]
    return typed(*rows)


SCROLL_1 = {"scroll": {"seat": 1, "numbers": [1]}}
BROKEN = ("black", "blue", *COLOURS[2:])

STRUCTURE = [
    Case("I1", coloured(BROKEN), coloured(COLOURS), "rounds[1].dominant", "red"),
    Case("I1", coloured(OTHERS), coloured(COLOURS), "rounds[0].dominant", "black", WARNING),
    Case("I1", {**coloured(COLOURS), "dominant": list(OTHERS)}, {**coloured(OTHERS), "dominant": list(OTHERS)}),
    Case("I1", coloured(BROKEN), coloured(BROKEN, r2={"mission": 14}), "rounds[1].dominant"),
    Case("I1", coloured(BROKEN), coloured(BROKEN, r2={"scroll": {"seat": 1, "numbers": [8, 7, 1]}})),
    Case("I1:same", coloured(COLOURS, r2=SCROLL_1), coloured(BROKEN, r2=SCROLL_1), "rounds[1].dominant"),
    Case("I1:rows", changed(GAME, "rounds", GAME["rounds"][:11]), GAME, "rounds", 12),
    Case("I2", typed(row(20, [2, 2, 4])), typed(row(20, [2, 2, 2, 2])), "rounds[0].mission"),
    Case("I2", typed(row(21, [4, 4])), typed(row(22, [3, 3])), "rounds[0].mission"),
    Case(
        "I2:twice", typed(row(1, [8, 0]), row(1, [8, 0])), typed(row(1, [8, 0]), row(5, [8, 0])), "rounds[1].mission", 1
    ),
    Case("I3", typed(blank(dealer=2), blank(dealer=2)), typed(blank(dealer=4), blank(dealer=1)), "rounds[1].dealer", 3),
    Case("I3", typed(blank(3, dealer=3), dealer=2), typed(blank(3, dealer=2), dealer=2), "rounds[0].dealer", 2),
]

ALL_C4 = "C4 C4 C4 C4"


def after(*rows: Sheet, **last: Any) -> Sheet:
    """Return a sheet whose last round has more fields."""
    return typed(*rows[:-1], {**rows[-1], **last})


def scroll(seat: int, *numbers: int) -> Sheet:
    return {"seat": seat, "numbers": list(numbers)}


TAKEN = picks("C4 C2 C2 C2")
SOME = picks("C2 C2 C2 C2")


def two_scrolls(first: tuple[int, ...], second: tuple[int, ...], mission: int | None = None) -> Sheet:
    """Return a sheet in which seat 1 takes two scrolls and plays them in rounds 3 and 4."""
    last: Sheet = {**SOME, "scroll": scroll(1, *second)}
    if mission:
        last["mission"] = mission
    return typed(TAKEN, TAKEN, {**SOME, "scroll": scroll(1, *first)}, last)


SCROLLS = [
    Case("I4:first", typed({**TAKEN, "scroll": scroll(1, 4)}), typed(TAKEN, {**SOME, "scroll": scroll(1, 4)})),
    Case("I4:none", typed(TAKEN, {**SOME, "scroll": scroll(2, 4)}), typed(TAKEN, {**SOME, "scroll": scroll(1, 4)})),
    Case("I4:none", typed(SOME, {**TAKEN, "scroll": scroll(1, 4)}), typed(TAKEN, {**SOME, "scroll": scroll(1, 4)})),
    Case("I4:seat", typed(TAKEN, {**SOME, "scroll": {"numbers": [4]}}), typed(TAKEN, {**SOME, "scroll": scroll(1, 4)})),
    Case("I4:number", typed(TAKEN, {**SOME, "scroll": {"seat": 1}}), typed(TAKEN, {**SOME, "scroll": scroll(1, 4)})),
    Case(
        "I4:one", typed(TAKEN, {**SOME, "scroll": scroll(1, 4, 6)}), typed(TAKEN, {**SOME, "scroll": scroll(1, 8, 2)})
    ),
    Case("I4:target", two_scrolls((4,), (7,)), two_scrolls((4,), (7, 4)), "rounds[3].scroll.numbers"),
    Case("I4:never", typed(TAKEN, {**SOME, "scroll": scroll(1, 5)}), typed(TAKEN, {**SOME, "scroll": scroll(1, 4)})),
    Case(
        "I4:never", typed(TAKEN, {**SOME, "scroll": scroll(1, 17)}), typed(TAKEN, {**SOME, "scroll": scroll(1, 8, 4)})
    ),
    Case("I4:fixed", two_scrolls((4,), (11,), 7), two_scrolls((4,), (11,), 5), "rounds[3].scroll.numbers[0]"),
    Case("I4:fixed", two_scrolls((11,), (7, 11), 7), two_scrolls((11,), (7, 11), 5)),
    Case("I4:twice", two_scrolls((4,), (4,)), two_scrolls((4,), (7, 4)), "rounds[3].scroll.numbers[0]", 3),
    Case("I4:copy", two_scrolls((4,), (7, 2)), two_scrolls((4,), (7, 4)), "rounds[3].scroll.numbers[1]"),
    Case("I4:copy", two_scrolls((4,), (8, 7, 2)), two_scrolls((4,), (8, 7, 8, 2))),
    Case(
        "I4:empty",
        typed(*[picks(ALL_C4)] * 5, {**SOME, "scroll": scroll(1, 8, 4)}),
        typed(*[picks(ALL_C4)] * 4, {**SOME, "scroll": scroll(1, 8, 4)}),
    ),
    Case("I5", typed(picks("none C2 C2 C2")), typed(SOME), "rounds[0].players[0].choice"),
    Case("I5", typed(picks("C1+C2 C2 C2 C2")), typed(TAKEN, {**picks("C1+C2 C4 C2 C2"), "scroll": scroll(1, 9)})),
    Case(
        "I5:two",
        typed(TAKEN, {**picks("C4 C2 C2 C2"), "scroll": scroll(1, 9)}),
        typed(TAKEN, {**picks("C2+C3 C4 C2 C2"), "scroll": scroll(1, 9)}),
        "rounds[1].players[0].choice",
    ),
    Case(
        "I5:none",
        typed(TAKEN, {**picks("none none C1 none"), "scroll": scroll(1, 6)}),
        typed(TAKEN, {**picks("none none none none"), "scroll": scroll(1, 6)}),
        "rounds[1].players[2].choice",
        "none",
    ),
    Case(
        "I5:deck",
        typed(*[picks(ALL_C4)] * 5, TAKEN),
        typed(*[picks(ALL_C4)] * 5, SOME),
        "rounds[5].players[0].choice",
    ),
]


def feet(*held: int, scroll_17: int = 0) -> list[Sheet]:
    """Return four seat entries with only the scrolls known; ``scroll_17`` belongs to the first."""
    seats: list[Sheet] = [{"held": count} for count in held]
    seats[0] |= {"scroll_17": scroll_17}
    return seats


def ended(first: Sheet, *held: int, scroll_17: int = 0) -> Sheet:
    """Return twelve rounds of choices, the first as given, and the scrolls held at the end."""
    return typed(first, *[SOME] * 11, seats=feet(*held, scroll_17=scroll_17))


TOTALS = [
    Case("H1", ended(TAKEN, 3, 0, 0, 0), ended(TAKEN, 2, 0, 0, 0), "seats[0].held", 1),
    Case("H1", ended(TAKEN, 0, 0, 0, 0), ended(TAKEN, 0, 0, 0, 0, scroll_17=3), "seats[0].held", 1),
    Case("H1", ended(TAKEN, 1, 1, 0, 0), ended(TAKEN, 1, 0, 0, 0), "seats[1].held", 0),
    Case("H1:two", ended(picks("C4 C4 C2 C2"), 2, 2, 0, 0), ended(picks("C4 C4 C2 C2"), 2, 1, 0, 0), "seats[0].held"),
    Case("I7", changed(GAME, "seats.1.points", GAME["seats"][1]["points"] + 1), GAME, "seats[1].points"),
    Case("I7:rounds", changed(GAME, "seats.1.rounds", GAME["seats"][1]["rounds"] + 1), GAME, "seats[1].rounds"),
    Case("I7:bonus", changed(GAME, "seats.0.bonus", 2 - GAME["seats"][0]["bonus"]), GAME, "seats[0].bonus"),
    Case(
        "I7:17", ended(TAKEN, 0, 0, 0, 0, scroll_17=2), ended(TAKEN, 0, 0, 0, 0, scroll_17=3), "seats[0].scroll_17", 3
    ),
    Case(
        "I7:17none", ended(SOME, 0, 0, 0, 0, scroll_17=3), ended(TAKEN, 0, 0, 0, 0, scroll_17=3), "seats[0].scroll_17"
    ),
    Case(
        "I7:17twice",
        changed(ended(picks("C4 C4 C2 C2"), 0, 0, 0, 0, scroll_17=3), "seats.1.scroll_17", 3),
        ended(picks("C4 C4 C2 C2"), 0, 1, 0, 0, scroll_17=3),
        "seats",
    ),
    Case("I8", changed(GAME, "seats.3.lost", GAME["seats"][3]["lost"] + 1), GAME, "seats[3].lost"),
    Case("I9", changed(GAME, "seats.0.rank", GAME["seats"][0]["rank"] % 4 + 1), GAME, "seats[0].rank"),
    Case("I9:lot", changed(GAME, "seats.0.lot", 1), GAME, "seats[0].lot"),
]
EQUAL = typed(*[row(None, [0, 0], [0, 0], choices=["C2", "C2"])] * 12, seats=[{"held": 0, "points": 0}] * 2)
TOTALS += [
    Case(
        "I9:twice",
        {**EQUAL, "seats": [{"held": 0, "points": 0, "lot": 1}] * 2},
        {
            **EQUAL,
            "seats": [{"held": 0, "points": 0, "lot": 1, "rank": 1}, {"held": 0, "points": 0, "lot": 2, "rank": 2}],
        },
        "seats[1].lot",
    ),
]
