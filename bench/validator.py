"""Measure which errors the checks of a Dominion score sheet detect, by mode, and verify that no legal table is refused.

usage: python -m bench.validator [--games 1000] [--wild 20000]

The first table: sensible games over kingdoms of the championship, one slip of the pen in each; the share of slips that
give an ERROR. The second part: final states of random, sensible and gain-maximising games, every one of which must
pass in every mode; and the time of one check.
"""

from __future__ import annotations

import argparse
import copy
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from time import process_time_ns
from typing import Any

from bench.dominion_tables import sensible_table, wild_table
from games.dominion import cards as c
from games.dominion.check.sheet import check

Sheet = dict[str, Any]
Slip = Callable[[Sheet, Random], bool]
NUMBERS = ("points", "gold", "coins", "actions")


def counts_of(deck: dict[str, int]) -> list[int]:
    return [deck.get(name, 0) for name in c.NAMES]


def numbers_of(deck: dict[str, int]) -> dict[str, int]:
    """Return the four numbers of a sheet that follow from a deck."""
    counts = counts_of(deck)
    return {
        "points": c.points(counts),
        "gold": counts[c.GOLD],
        "coins": sum(map(int.__mul__, counts, c.VALUE)),
        "actions": sum(count for code, count in enumerate(counts) if c.IS_ACTION[code]),
    }


def breakdown_of(deck: dict[str, int]) -> dict[str, int]:
    counts = {name: deck.get(name, 0) for name in (*c.BASE, "gardens")}
    return {**counts, "actions": numbers_of(deck)["actions"], "cards": sum(deck.values())}


MODES = ("sheet", "sheet+all", "breakdown", "breakd.+all", "deck", "deck+supply", "deck+all")


def reported(sheet: Sheet, mode: str) -> Sheet:
    """Return the complete sheet as reported in ``mode``; ``+all`` adds the trash and the supply."""
    mode_name, _, piles = mode.partition("+")
    left_out = {"": ("trash", "supply"), "supply": ("trash",), "all": ()}[piles]
    copied = {key: value for key, value in sheet.items() if key not in left_out}
    copied["seats"] = []
    for seat in sheet["seats"]:
        entry = dict(seat)
        if mode_name != "deck":
            deck = entry.pop("deck")
            if mode_name.startswith("breakd"):
                entry["breakdown"] = breakdown_of(deck)
        copied["seats"].append(entry)
    return copied


def _other(random: Random, step: int) -> int:
    return random.choice([value for value in range(-step, step + 1) if value])


def slip_turns(sheet: Sheet, random: Random) -> bool:
    random.choice(sheet["seats"])["turns"] += _other(random, 3)
    return True


def slip_seat(sheet: Sheet, random: Random) -> bool:
    sheet["ended_by"] = random.choice([s for s in range(1, len(sheet["seats"]) + 1) if s != sheet["ended_by"]])
    return True


def slip_number(name: str, step: int) -> Slip:
    def slip(sheet: Sheet, random: Random) -> bool:
        seat = random.choice(sheet["seats"])
        before = seat[name]
        seat[name] = before + _other(random, step) if name == "points" else max(0, before + _other(random, step))
        return bool(seat[name] != before)

    return slip


def slip_card(*, recount: bool) -> Slip:
    """Return a mistake: one card too many or too few in a deck; ``recount``: the numbers match the wrong deck."""

    def slip(sheet: Sheet, random: Random) -> bool:
        seat = random.choice(sheet["seats"])
        deck = dict(seat["deck"])
        if random.random() < 0.5:
            name = random.choice([name for name, count in deck.items() if count])
            deck[name] -= 1
        else:
            name = random.choice([*c.BASE, *sheet["kingdom"]])
            deck[name] = deck.get(name, 0) + 1
        seat["deck"] = {card: count for card, count in deck.items() if count}
        if recount:
            seat.update(numbers_of(seat["deck"]))
        return True

    return slip


def slip_rows(sheet: Sheet, random: Random) -> bool:
    """Exchange two players' rows, except the turns."""
    first_seat, second_seat = random.sample(range(len(sheet["seats"])), 2)
    seats = sheet["seats"]
    first, second = dict(seats[first_seat]), dict(seats[second_seat])
    seats[first_seat], seats[second_seat] = {**second, "turns": first["turns"]}, {**first, "turns": second["turns"]}
    return bool(first["deck"] != second["deck"])


SLIPS: dict[str, Slip] = {
    "turns of one player": slip_turns,
    "seat that ended": slip_seat,
    "points": slip_number("points", 6),
    "Gold": slip_number("gold", 2),
    "coins": slip_number("coins", 3),
    "Actions": slip_number("actions", 2),
    "one card, numbers right": slip_card(recount=False),
    "one card, numbers of it": slip_card(recount=True),
    "rows exchanged": slip_rows,
}


def refused(sheet: Sheet) -> bool:
    """Return whether the checks give an error, ignoring lots and places: these are drawn after the sheet."""
    findings = check(sheet, players=len(sheet["seats"])).findings
    return any(finding.is_error and finding.code[0] != "P" for finding in findings)


def measure(games: int) -> Iterator[str]:
    """Yield the lines of the table: the share of mistakes detected in each mode."""
    detected: Counter[tuple[str, str]] = Counter()
    attempts: Counter[tuple[str, str]] = Counter()
    warned: Counter[str] = Counter()
    for seed in range(games):
        random = Random(seed)
        outcome = sensible_table(seed, random.choice((3, 4)))
        for name, slip in SLIPS.items():
            sheet = copy.deepcopy(outcome.sheet)
            if not slip(sheet, random):
                continue
            for mode in MODES:
                if name == "one card, numbers right" and mode.startswith("sheet"):
                    continue
                attempts[name, mode] += 1
                detected[name, mode] += refused(reported(sheet, mode))
        for mode in MODES:
            findings = check(reported(outcome.sheet, mode), players=outcome.players).findings
            warned[mode] += any(not finding.is_error for finding in findings)
    yield f"{games} sensible games; share of slips caught as ERROR"
    yield f"{'slip':26}" + "".join(f"{mode:>13}" for mode in MODES)
    for name in SLIPS:
        cells = [
            f"{detected[name, mode] / attempts[name, mode]:.2f}" if attempts[name, mode] else "-" for mode in MODES
        ]
        yield f"{name:26}" + "".join(f"{cell:>13}" for cell in cells)
    yield f"{'no slip: with a WARNING':26}" + "".join(f"{warned[mode] / games:>13.3f}" for mode in MODES)


def verify_legal_games(games: int) -> Iterator[str]:
    """Yield the lines on false errors and on time."""
    false: list[str] = []
    ends: Counter[str] = Counter()
    times: list[float] = []
    for seed in range(games):
        outcome = wild_table(seed)
        ends[outcome.end] += 1
        for mode in MODES:
            sheet = reported(outcome.sheet, mode)
            start = process_time_ns()
            findings = check(sheet, players=outcome.players).findings
            times.append((process_time_ns() - start) / 1_000_000)
            bad = [f"{each.code} {each.path}" for each in findings if each.is_error and each.code[0] != "P"]
            if bad:
                false.append(f"seed {seed}, {mode}: {', '.join(bad)}")
    yield f"{games} wild games ({', '.join(f'{count} by {end}' for end, count in sorted(ends.items()))})"
    yield f"false errors: {len(false)} in {len(times)} checks"
    yield from false[:20]
    times.sort()
    median, percentile_99 = times[len(times) // 2], times[len(times) * 99 // 100]
    yield f"one check: {median:.2f} ms of processor time in the median, {percentile_99:.2f} ms for 99 in 100"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=1000, help="sensible games for the table of slips")
    parser.add_argument("--wild", type=int, default=20000, help="games that must pass without an error")
    options = parser.parse_args()
    for line in measure(options.games):
        print(line)
    print()
    for line in verify_legal_games(options.wild):
        print(line)


if __name__ == "__main__":
    main()
