"""A table's score sheet, read once for a request: seats, versions, the game's own check and the places it gives."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from games import registry
from games.findings import Finding, Severity
from games.game import Check, Game
from tournament.core.preconditions import regulation_of
from tournament.models import Seat, Sheet, Table
from tournament.regulation.kingdom import has_kingdom
from tournament.regulation.refused import Refused
from tournament.regulation.table_result import ABANDONED, LOT, Place, rank_table, tied_groups
from tournament.regulation.time_out import ENDED_BY_TIME, time_out_findings

#: Code of the finding for a missing value on a complete sheet of any game.
MISSING = "M1"
#: Codes of the findings for malformed data: a text for a number, a card that does not exist.
_DEFECTS_OF_FORM = re.compile(r"F\d+")

#: Fields of a seat in which a sheet may claim its place itself: only the game can compare it with the lots.
_CLAIMED_PLACES = ("place", "rank")

#: A sheet is a page of numbers: longer data is not a sheet.
_LARGEST_SEATS = 12


@dataclass(frozen=True, slots=True)
class CheckedSheet:
    """The result of a sheet, without writing anything.

    Arguments:
        data: the sheet that was checked, with the event's own data.
        check: the game's own check: findings, rows per seat in playing order, the sheet in canonical form.
        places: in order of place, ``index`` counting the seats from 0; None if they cannot be derived yet.
        tied: groups of seats (from 0) equal on everything: a lot must decide.
        problem: why there are no places, e.g. LotMissing or CriterionMissing; None if there are.
    """

    data: dict[str, Any]
    check: Check
    places: list[Place] | None
    tied: list[list[int]]
    problem: Refused | None

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


@dataclass(frozen=True, slots=True)
class TableSheet:
    """A table with its seats and the versions of its sheet, read once and handed down.

    Arguments:
        table: with its round and event, as ``table.round.event``.
        seats: in playing order, with their players.
        versions: of the sheet, newest first, with who entered and who confirmed.
        game: of the event, see ``games.registry``.
    """

    table: Table
    seats: list[Seat]
    versions: list[Sheet]
    game: Game

    @property
    def latest(self) -> Sheet | None:
        """Return the newest version; None before the first."""
        return self.versions[0] if self.versions else None

    def check(self, data: object, *, complete: bool = False) -> CheckedSheet:
        """Check a sheet with the game's rules and rank its table (art. 1.5), without writing anything.

        Arguments:
            data: the ``sheet`` of a ``score-sheet/1``, without the event's own data.
            complete: whether it is checked as complete, even if it is marked as one that is still being typed.
        Errors: SHEET_UNREADABLE.
        """
        sheet = self._with_event_data(data)
        if complete:
            sheet.pop("complete", None)
        check = self.game.check(sheet, players=len(self.seats))
        event = self.table.round.event
        if check.sheet.get("end") == ENDED_BY_TIME and has_kingdom(event.game):
            of_time = time_out_findings(check.sheet, regulation=regulation_of(event))
            check = replace(check, findings=(*check.findings, *of_time))
        return self._ranked(sheet, check)

    def check_with_lots(self, checked: CheckedSheet, lots: Mapping[int, int]) -> CheckedSheet:
        """Return a checked sheet with the lots of its equals filled in, and no other lot.

        The game is asked again only if the sheet claims places of its own: they have to agree with the lots.

        Arguments:
            lots: of the seats, from 0, as they were drawn.
        """
        sheet = with_lots(checked.data, lots)
        claims = [seat.get(name) for seat in sheet["seats"] if isinstance(seat, Mapping) for name in _CLAIMED_PLACES]
        if any(claim is not None for claim in claims):
            return self.check(sheet)
        rows = tuple({**row, LOT: lots.get(index)} for index, row in enumerate(checked.check.rows))
        findings = tuple(finding for finding in checked.check.findings if not finding.path.endswith(f".{LOT}"))
        canonical_seats = [
            {**seat, LOT: lots.get(index)} if LOT in seat or index in lots else seat
            for index, seat in enumerate(checked.check.sheet["seats"])
        ]
        canonical = {**checked.check.sheet, "seats": canonical_seats}
        return self._ranked(sheet, replace(checked.check, rows=rows, findings=findings, sheet=canonical))

    def _ranked(self, sheet: dict[str, Any], check: Check) -> CheckedSheet:
        """Return a sheet that the game has checked, with the places of its table."""
        rows = [{**row, ABANDONED: seat.is_abandoned} for row, seat in zip(check.rows, self.seats, strict=True)]
        groups: list[list[int]] = []
        try:
            groups = tied_groups(rows, self.game.chain)
            places = rank_table(rows, self.game.chain)
        except Refused as problem:
            return CheckedSheet(sheet, check, None, groups, problem)
        # A game does not know who abandoned: it requires a lot between equals though one is last anyway (AMB-35).
        findings = [finding for finding in check.findings if finding.value is not None or finding.path[-4:] != ".lot"]
        return CheckedSheet(sheet, replace(check, findings=tuple(findings)), places, groups, None)

    def _with_event_data(self, data: object) -> dict[str, Any]:
        """Return the reported sheet with the event's own data: kingdom, Moat rule, players who abandoned.

        Errors: SHEET_UNREADABLE if it is not an object, holds the seats of another table, or is of a game in pairs.
        """
        if not isinstance(data, Mapping):
            raise Refused("SHEET_UNREADABLE", path="", right="{}")
        sheet = {str(name): value for name, value in data.items()}
        seats = sheet.get("seats")
        if seats is not None and (not isinstance(seats, list | tuple) or len(seats) > _LARGEST_SEATS):
            raise Refused("SHEET_UNREADABLE", path="seats", right="[]")
        sheet |= self.game.form.from_setup(self.table.round.setup)
        if sheet.get("pairs"):
            # The points of two would be added up, and two share each place: an event ranks single players (art. 1.5).
            raise Refused("SHEET_UNREADABLE", path="pairs", right="false")
        if self.table.is_abandoned:
            sheet["abandoned"] = True
            if seats is not None:
                # Nobody knows the numbers of a player who left (AMB-35).
                gone = {index for index, seat in enumerate(self.seats) if seat.is_abandoned}
                sheet["seats"] = [{} if index in gone else seat for index, seat in enumerate(seats)]
        return sheet


def read_table_sheet(table: Table) -> TableSheet:
    """Return a table with everything that its sheet's page, check and confirmation need. Two queries.

    Arguments:
        table: with ``table.round.event`` at hand; locked by the caller if something is going to be written.
    """
    seats = table.seats.select_related("entry__person").order_by("position")
    versions = table.sheets.select_related("entered_by", "confirmed_by").order_by("-version")
    return TableSheet(table, list(seats), list(versions), registry.get(table.round.event.game))


def with_lots(sheet: dict[str, Any], lots: Mapping[int, int]) -> dict[str, Any]:
    """Return the sheet with the lot of each seat (from 0) filled in, and no other lot."""
    seats = [dict(seat) if isinstance(seat, Mapping) else seat for seat in sheet.get("seats") or ()]
    for index, seat in enumerate(seats):
        if isinstance(seat, dict):
            seat.pop("lot", None)
            if index in lots:
                seat["lot"] = lots[index]
    return {**sheet, "seats": seats}
