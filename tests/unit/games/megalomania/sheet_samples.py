"""Score sheets for the tests: manually written rows, and whole sheets of simulated games."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from functools import cache
from typing import Any

from games.chance import SeededChance
from games.findings import Finding
from games.megalomania import bots, rounds
from games.megalomania.check.sheet import check
from games.megalomania.pack import loading as pack
from games.megalomania.state import Setup

Sheet = dict[str, Any]
PACK = pack.get()


def row(mission: int | None, tricks: Sequence[int], points: Sequence[int | None] = (), **more: Any) -> Sheet:
    """Return a round: mission, tricks per seat, points per seat, every other field by name.

    ``choices`` (default C2 for all), ``evidence`` (field -> values per seat) and ``effective`` (seat from 1 -> count)
    go into the players' entries; ``scroll`` is (seat from 1, numbers).
    """
    choices = more.pop("choices", ["C2"] * len(tricks))
    evidence = more.pop("evidence", {})
    effective = more.pop("effective", {})
    entries: list[Sheet] = []
    for seat, count in enumerate(tricks):
        entry: Sheet = {"choice": choices[seat], "tricks": count}
        if seat < len(points) and points[seat] is not None:
            entry["points"] = points[seat]
        if seat + 1 in effective:
            entry["effective"] = effective[seat + 1]
        for name, values in evidence.items():
            if values[seat] is not None:
                entry[name] = values[seat]
        entries.append(entry)
    round_entry: Sheet = {"mission": mission, "players": entries}
    if mission in PACK.points and "printed" not in more:
        round_entry["printed"] = PACK.points[mission]
    if "scroll" in more:
        seat, numbers = more.pop("scroll")
        round_entry["scroll"] = {"seat": seat, "numbers": list(numbers)}
    return round_entry | more


def typed(*rows: Sheet, **more: Any) -> Sheet:
    """Return a sheet still being typed, so that no value is reported as missing."""
    return {"complete": False, "rounds": list(rows), **more}


def blank(players: int = 4, **more: Any) -> Sheet:
    """Return a round without any values."""
    return {"players": [{} for _ in range(players)], **more}


def picks(choices: str) -> Sheet:
    """Return a round with only the choices: ``"C4 C2 C1 C3"``; ``-`` is unknown."""
    return {"players": [{} if word == "-" else {"choice": word} for word in choices.split()]}


@cache
def _played(players: int, seed: str, pairs: bool, bot: str) -> Sheet:
    setup = Setup(players, 0, PACK, PACK.dominant, pairs)
    return rounds.play(setup, SeededChance(seed), bots.bot(bot)(seed)).sheet


def played(players: int = 4, seed: str = "sheet", *, pairs: bool = False, bot: str = "random") -> Sheet:
    """Return the sheet of a simulated game, to be changed by the test."""
    return copy.deepcopy(_played(players, seed, pairs, bot))


def changed(sheet: Sheet, path: str, value: Any) -> Sheet:
    """Return the sheet with one value changed; ``...`` removes it. ``"rounds.3.players.1.points"``."""
    changed_sheet = copy.deepcopy(sheet)
    *way, last = [int(part) if part.isdigit() else part for part in path.split(".")]
    place: Any = changed_sheet
    for part in way:
        place = place[part]
    if value is ...:
        del place[last]
    else:
        place[last] = value
    return changed_sheet


def players_of(sheet: Sheet) -> int:
    """Return the number of players of a sample."""
    first = sheet.get("rounds") or [{"players": sheet.get("seats", [0] * 4)}]
    return len(first[0]["players"])


def findings(sheet: Sheet, players: int | None = None) -> tuple[Finding, ...]:
    return check(sheet, players=players or players_of(sheet)).findings


def keys(sheet: Sheet, players: int | None = None) -> set[tuple[str, str]]:
    """Return (code or code:case, severity) of all findings."""
    return {(str(f.params.get("case", f.code)), f.severity.value) for f in findings(sheet, players)}
