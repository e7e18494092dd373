"""Command ``plausibility``: which numbers of a score sheet no usual game reaches."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from ..game import Check, Game
from .commands import OK, SHEET_FORMAT, CommandResult, Unreadable, read_json, read_sheet

#: Games simulated with the sheet's set-up, unless another number is given; the margins are calibrated with these.
GAMES: Final = 2000


def plausibility(args: Namespace) -> CommandResult:
    """Compare the numbers of a score sheet with those of simulated games of the same set-up.

    The ranges are those of bots, widened by the calibration on real games: a number outside is unusual, not wrong. The
    exit status is 0 whatever is outside. A game without distributions has nothing outside, nor has a table of a size
    of which there are too few real games; the text says why.

    A number is compared as it was reported, also where it contradicts the deck beside it.

    Raises:
        Unreadable: not a score sheet. BadSetup: the sheet has no complete kingdom to simulate.
    """
    data = read_json(args.file)
    if not isinstance(data, dict) or data.get("format") != SHEET_FORMAT:
        raise Unreadable("format", f"should be {SHEET_FORMAT!r}")
    game, players, sheet = read_sheet(data)
    if game.plausibility is None:
        return CommandResult(OK, {"outside": []}, (f"{game.slug}: no simulated games to compare with",))
    checked = game.check(sheet, players=len(players))
    seats = sheet.get("seats", ())
    readable = isinstance(seats, list) and all(isinstance(seat, dict) for seat in seats)
    if not readable or not len(seats) == len(checked.rows) == len(checked.sheet["seats"]) == len(players):
        raise Unreadable("sheet", "has no readable seats: `check` says why")
    if not game.plausibility.real_games().can_tell(len(players)):
        game.setup(len(players), {"kingdom": sorted(checked.sheet["kingdom"])})
        words = f"{len(players)} players: too few real games of that many to call a number unusual"
        return CommandResult(OK, {"outside": []}, (words,))
    rows = _rows(game, _as_reported(checked, sheet), args.games)
    lines = [
        f"{players[row['seat']]}: {row['field']} {row['value']} is outside {row['low']} to {row['high']}"
        for row in rows
    ]
    return CommandResult(OK, {"outside": rows}, (*lines, f"{len(rows)} outside; {args.games} simulated games"))


def _as_reported(checked: Check, sheet: Mapping[str, Any]) -> Check:
    """Return the check with the sheet's own numbers in its rows, where it gives any."""
    rows = tuple(
        {**row, **{name: seat[name] for name in row if type(seat.get(name)) is int}}
        for row, seat in zip(checked.rows, sheet["seats"], strict=True)
    )
    return replace(checked, rows=rows)


def _rows(game: Game, checked: Check, games: int) -> list[dict[str, Any]]:
    comparison = game.plausibility
    assert comparison is not None
    kingdom = sorted(checked.sheet["kingdom"])
    # The seed of the page of a table: both give the same ranges.
    distributions = comparison.simulate(kingdom, len(checked.rows), games, ",".join(kingdom))
    return [
        {"seat": seat, "field": field, "value": place.value, "low": place.low, "high": place.high}
        for seat, field, place in comparison.outside(distributions, checked)
    ]
