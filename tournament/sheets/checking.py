"""Check a table's sheet: the game's own check, the places, and the lots that are still to be drawn."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from games import registry
from games.findings import Finding, Severity
from games.game import Check
from tournament.core.messages import as_data, as_finding
from tournament.models import Seat, Table
from tournament.regulation.errors import RuleError
from tournament.regulation.table_result import Place, rank_table, tied_groups
from tournament.sheets.errors import SheetUnreadable

__all__ = ["MISSING", "Preview", "as_data", "as_finding", "delivered", "look", "seats_of", "whole_sheet", "with_lots"]

#: Code of the finding for a missing value on a complete sheet of any game.
MISSING = "M1"
#: Codes of the findings for malformed data: a text for a number, a card that does not exist.
_DEFECTS_OF_FORM = re.compile(r"F\d+")

#: A sheet is a page of numbers: longer data is not a sheet.
_LARGEST_SEATS = 12


@dataclass(frozen=True, slots=True)
class Preview:
    """The result of a sheet, without writing anything.

    Arguments:
        check: the game's own check: findings, rows per seat in playing order, the sheet in canonical form.
        places: in order of place, ``index`` counting the seats from 0; None if they cannot be derived yet.
        tied: groups of seats (from 0) equal on everything: a lot must decide.
        problem: why there are no places, e.g. LotMissing or CriterionMissing; None if there are.
    """

    check: Check
    places: list[Place] | None
    tied: list[list[int]]
    problem: RuleError | None

    @property
    def errors(self) -> list[Finding]:
        return [finding for finding in self.check.findings if finding.severity == Severity.ERROR]

    @property
    def warnings(self) -> list[Finding]:
        return [finding for finding in self.check.findings if finding.severity == Severity.WARNING]

    @property
    def unusable(self) -> list[Finding]:
        """Return the errors that no reason can override: with them the event's file could not be read again."""
        return [
            finding for finding in self.errors if finding.code == MISSING or _DEFECTS_OF_FORM.fullmatch(finding.code)
        ]

    @property
    def can_be_confirmed(self) -> bool:
        """Return whether the table could be closed without a reason or a confirmation."""
        return self.places is not None and not self.check.findings


def seats_of(table: Table) -> list[Seat]:
    """Return the seats of a table in playing order, with their players. One query, none if they are prefetched."""
    if "seats" in getattr(table, "_prefetched_objects_cache", {}):
        return sorted(table.seats.all(), key=lambda seat: seat.position)
    return list(Seat.objects.filter(table=table).select_related("entry__person").order_by("position"))


def whole_sheet(table: Table, data: object) -> dict[str, Any]:
    """Return the reported sheet with the event's own data: kingdom, Moat rule, players who abandoned.

    Errors: SheetUnreadable if it is not an object, or holds the seats of another table.
    """
    if not isinstance(data, Mapping):
        raise SheetUnreadable(path="", right="{}")
    sheet = {str(name): value for name, value in data.items()}
    seats = sheet.get("seats")
    if seats is not None and (not isinstance(seats, list | tuple) or len(seats) > _LARGEST_SEATS):
        raise SheetUnreadable(path="seats", right="[]")
    sheet |= registry.get(table.round.event.game).form.from_setup(table.round.setup)
    if table.is_abandoned:
        sheet["abandoned"] = True
    return sheet


def delivered(sheet: Mapping[str, Any]) -> dict[str, Any]:
    """Return a sheet without the mark of one that is still being typed, so that it is checked as complete."""
    return {name: value for name, value in sheet.items() if name != "complete"}


def with_lots(sheet: dict[str, Any], lots: Mapping[int, int]) -> dict[str, Any]:
    """Return the sheet with the lot of each seat (from 0) filled in, and no other lot."""
    seats = [dict(seat) if isinstance(seat, Mapping) else seat for seat in sheet.get("seats") or ()]
    for index, seat in enumerate(seats):
        if isinstance(seat, dict):
            seat.pop("lot", None)
            if index in lots:
                seat["lot"] = lots[index]
    return {**sheet, "seats": seats}


def look(table: Table, data: object, seats: list[Seat] | None = None) -> Preview:
    """Check a sheet and rank its table (art. 1.5), without writing anything.

    Arguments:
        data: the ``sheet`` of a ``score-sheet/1``, without the event's own data.
    Errors: SheetUnreadable.
    """
    game = registry.get(table.round.event.game)
    seats = seats_of(table) if seats is None else seats
    check = game.check(whole_sheet(table, data), players=len(seats))
    rows = [{**row, "abandoned": seat.is_abandoned} for row, seat in zip(check.rows, seats, strict=True)]
    try:
        groups, places = tied_groups(rows, game.chain), rank_table(rows, game.chain)
        return Preview(_without_missing_lots(check), places, groups, None)
    except RuleError as problem:
        return Preview(check, None, _tied(rows, game), problem)


def _without_missing_lots(check: Check) -> Check:
    """Return the check of a table that has its places without the findings that require a lot.

    A game does not know who abandoned: it requires a lot between equals one of whom is last anyway (AMB-35).
    """
    findings = tuple(
        finding for finding in check.findings if not (finding.path.endswith(".lot") and finding.value is None)
    )
    return replace(check, findings=findings)


def _tied(rows: list[dict[str, Any]], game: Any) -> list[list[int]]:
    """Return the groups that need a lot; none if numbers are still missing."""
    try:
        return tied_groups(rows, game.chain)
    except RuleError:
        return []
