"""Measure which errors the checks of a Megalomania score sheet detect, and verify that no legal game is refused.

usage: python -m bench.megalomania_sheets [--games 20000] [--slips 300]

The first part: sheets of games with 2, 3 and 4 players and in pairs, random bots and bots that play for the mission;
each is checked with everything counted and with choices, tricks and points alone. The second: sheets of such games
with one slip of the pen each, and the share of slips that give an ERROR (or a WARNING only).
"""

from __future__ import annotations

import argparse
import copy
import sys
from collections import Counter
from collections.abc import Callable
from random import Random
from time import process_time_ns
from typing import Any

from games.chance import SeededChance
from games.decision import seated
from games.findings import has_errors
from games.game import Outcome
from games.megalomania.cards import COLOURS
from games.megalomania.check.reading import EVIDENCE_FIELDS
from games.megalomania.check.sheet import check
from games.megalomania.game import GAME

Sheet = dict[str, Any]
#: Makes one mistake in a sheet; returns false if the sheet has nothing of the kind.
Slip = Callable[[Sheet, Random], bool]


def played(seed: str, number: int) -> Outcome:
    """Play the game of a number; players, pairs and bots vary with the number."""
    players = 2 + number % 3
    options = {"dealer": 1 + number % players} | ({"pairs": True} if players == 4 and number % 2 else {})
    name = f"{seed}/{number}"
    bots = [GAME.bot("mission" if (number + seat) % 4 == 0 else "random")(f"{name}/{seat}") for seat in range(players)]
    return GAME.play(GAME.setup(players, options), SeededChance(name), seated(bots))


def bare(sheet: Sheet) -> Sheet:
    """Return a copy of the sheet without the evidence counted besides tricks."""
    copied = copy.deepcopy(sheet)
    for row in copied["rounds"]:
        for entry in row["players"]:
            for name in EVIDENCE_FIELDS:
                entry.pop(name, None)
    return copied


def _row(sheet: Sheet, random: Random, wanted: Callable[[Sheet], bool] = lambda row: True) -> Sheet | None:
    rows = [row for row in sheet["rounds"] if wanted(row)]
    return random.choice(rows) if rows else None


def _other(random: Random, value: int, least: int, most: int) -> int:
    return random.choice([each for each in range(least, most + 1) if each != value])


def slip_points(sheet: Sheet, random: Random) -> bool:
    """Change a round's points by one to four."""
    row = _row(sheet, random)
    assert row is not None
    entry = random.choice(row["players"])
    entry["points"] += random.choice((-4, -3, -2, -1, 1, 2, 3, 4))
    return True


def slip_points_and_sums(sheet: Sheet, random: Random) -> bool:
    """Give a fixed mission's points to the wrong player, with consistent totals."""
    row = _row(sheet, random, lambda row: "printed" in row)
    if row is None:
        return False
    seat = random.randrange(len(row["players"]))
    entry, foot = row["players"][seat], sheet["seats"][seat]
    change = -entry["points"] if entry["points"] else row["printed"]
    before = -min(0, entry["points"])
    entry["points"] += change
    foot["rounds"] += change
    foot["points"] += change
    foot["lost"] += -min(0, entry["points"]) - before
    for each in sheet["seats"]:
        del each["rank"]
    return True


def slip_tricks(sheet: Sheet, random: Random) -> bool:
    """Change one player's tricks by one or two."""
    row = _row(sheet, random)
    assert row is not None
    entry = random.choice(row["players"])
    entry["tricks"] = _other(random, entry["tricks"], max(0, entry["tricks"] - 2), min(8, entry["tricks"] + 2))
    return True


def slip_trick_moved(sheet: Sheet, random: Random) -> bool:
    """Move a trick to another player, so that the sum stays the same."""
    row = _row(sheet, random)
    assert row is not None
    giver, taker = random.sample(row["players"], 2)
    if not giver["tricks"]:
        return False
    giver["tricks"] -= 1
    taker["tricks"] += 1
    return True


def slip_columns(sheet: Sheet, random: Random) -> bool:
    """Exchange two players' entries of a round."""
    row = _row(sheet, random)
    assert row is not None
    first, second = random.sample(range(len(row["players"])), 2)
    entries = row["players"]
    same = entries[first] == entries[second]
    entries[first], entries[second] = entries[second], entries[first]
    return not same


def slip_mission(sheet: Sheet, random: Random) -> bool:
    """Change a mission's number, leaving the printed points unchanged."""
    row = _row(sheet, random)
    assert row is not None
    row["mission"] = _other(random, row["mission"], 1, 25)
    return True


def slip_dominant(sheet: Sheet, random: Random) -> bool:
    """Change the colour in the column, where it counts."""
    row = _row(sheet, random, lambda row: row["mission"] != 14)
    assert row is not None
    row["dominant"] = random.choice([colour for colour in COLOURS if colour != row["dominant"]])
    return True


def slip_dealer(sheet: Sheet, random: Random) -> bool:
    """Change the dealer."""
    row = _row(sheet, random)
    assert row is not None
    row["dealer"] = _other(random, row["dealer"], 1, len(row["players"]))
    return True


def slip_choice(sheet: Sheet, random: Random) -> bool:
    """Change a combination."""
    row = _row(sheet, random)
    assert row is not None
    entry = random.choice(row["players"])
    entry["choice"] = random.choice([name for name in ("C1", "C2", "C3", "C4") if name != entry["choice"]])
    return True


def slip_scroll(sheet: Sheet, random: Random) -> bool:
    """Change the number of a scroll played."""
    row = _row(sheet, random, lambda row: "scroll" in row)
    if row is None:
        return False
    numbers = row["scroll"]["numbers"]
    at = random.randrange(len(numbers))
    numbers[at] = _other(random, numbers[at], 1, 20)
    return True


def slip_scroll_forgotten(sheet: Sheet, random: Random) -> bool:
    """Omit a scroll that was played."""
    row = _row(sheet, random, lambda row: "scroll" in row)
    if row is None:
        return False
    del row["scroll"]
    return True


def slip_scroll_player(sheet: Sheet, random: Random) -> bool:
    """Change the player of a scroll."""
    row = _row(sheet, random, lambda row: "scroll" in row)
    if row is None:
        return False
    row["scroll"]["seat"] = _other(random, row["scroll"]["seat"], 1, len(row["players"]))
    return True


def slip_printed(sheet: Sheet, random: Random) -> bool:
    """Change the printed points of a fixed mission, keeping the sign."""
    row = _row(sheet, random, lambda row: "printed" in row)
    if row is None:
        return False
    sign = 1 if row["printed"] > 0 else -1
    row["printed"] = sign * _other(random, abs(row["printed"]), 2, 6)
    return True


def slip_foot(name: str, step: int) -> Slip:
    """Return a mistake that changes a number at the foot by up to ``step``."""

    def slip(sheet: Sheet, random: Random) -> bool:
        foot = random.choice(sheet["seats"])
        least = (
            1 if name == "rank" else foot[name] - step if name in ("rounds", "points") else max(0, foot[name] - step)
        )
        most = len(sheet["seats"]) if name == "rank" else foot[name] + step
        foot[name] = _other(random, foot[name], least, most)
        return True

    return slip


def slip_evidence(sheet: Sheet, random: Random) -> bool:
    """Change one item of a mission's evidence by one, or invert a flag."""
    entries = [
        (entry, name)
        for row in sheet["rounds"]
        for entry in row["players"]
        for name in EVIDENCE_FIELDS
        if name in entry
    ]
    if not entries:
        return False
    entry, name = random.choice(entries)
    value = entry[name]
    if isinstance(value, bool):
        entry[name] = not value
    elif isinstance(value, dict):
        value[random.choice(COLOURS)] += 1
    else:
        entry[name] = value + 1 if not value else value + random.choice((-1, 1))
    return True


SLIPS: dict[str, Slip] = {
    "points of a round": slip_points,
    "fixed mission to the wrong player, all sums right": slip_points_and_sums,
    "tricks of a player": slip_tricks,
    "a trick written to another player": slip_trick_moved,
    "two players' entries exchanged": slip_columns,
    "number of the mission": slip_mission,
    "dominant colour": slip_dominant,
    "dealer": slip_dealer,
    "combination chosen": slip_choice,
    "number of a scroll": slip_scroll,
    "scroll not written": slip_scroll_forgotten,
    "player of a scroll": slip_scroll_player,
    "printed points": slip_printed,
    "sum of the rounds": slip_foot("rounds", 4),
    "total": slip_foot("points", 4),
    "scrolls held": slip_foot("held", 2),
    "points lost": slip_foot("lost", 4),
    "rank": slip_foot("rank", 0),
    "evidence of a mission": slip_evidence,
}


def legal(games: int) -> int:
    """Print the findings on legal sheets; return how many of these have an error."""
    rejected, warned, codes, nanoseconds, checks = 0, 0, Counter[str](), 0, 0
    for number in range(games):
        outcome = played("legal", number)
        for sheet in (outcome.sheet, bare(outcome.sheet)):
            began = process_time_ns()
            findings = check(sheet, players=outcome.players).findings
            nanoseconds += process_time_ns() - began
            checks += 1
            rejected += has_errors(findings)
            warned += bool(findings) and not has_errors(findings)
            codes.update(finding.code for finding in findings)
    print(
        f"{games} legal games, {checks} sheets: {rejected} with an ERROR, {warned} with a WARNING only; {dict(codes)}"
    )
    print(f"one check: {nanoseconds / checks / 1e6:.2f} ms")
    return rejected


def caught(name: str, slips: int) -> None:
    """Print a line of the table: shares of mistakes found as errors, or as warnings only, with and without evidence."""
    random = Random(f"slips/{name}")
    shares = []
    for shorten in (False, True):
        errors = warnings = done = number = 0
        while done < slips and number < slips * 5:
            outcome = played("slips", number)
            number += 1
            sheet = bare(outcome.sheet) if shorten else copy.deepcopy(outcome.sheet)
            if not SLIPS[name](sheet, random):
                continue
            done += 1
            findings = check(sheet, players=outcome.players).findings
            errors += has_errors(findings)
            warnings += bool(findings) and not has_errors(findings)
        shares.append(f"{errors / done:7.1%} {warnings / done:7.1%}" if done else "      -       -")
    print(f"{name:50} {shares[0]}   {shares[1]}")


def main() -> int:
    """Print both parts; return 1 if a legal game was rejected, else 0."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--slips", type=int, default=300)
    args = parser.parse_args()
    rejected = legal(args.games)
    print(f"\n{'':50}   everything        tricks and points")
    print(f"{'slip':50}   ERROR  WARN.       ERROR  WARN.")
    for name in SLIPS:
        caught(name, args.slips)
    return 1 if rejected else 0


if __name__ == "__main__":
    sys.exit(main())
