"""What the referee's page of a table shows: the form's fields, each finding beside its field, the order as it stands.

The fields of a form are the game's own (``games.<slug>.form``); here they only meet the table's names and findings.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import registry
from games.findings import Finding
from tournament.core.messages import findings_for_page, sentence
from tournament.models import Seat, Table
from tournament.pages.event import edition
from tournament.pages.sheet_rounds import RoundForm, group_of, in_rounds, sums
from tournament.regulation.errors import LotMissing
from tournament.sheets.checking import MISSING, Preview, seats_of
from tournament.sheets.plausibility import plausibility_of
from tournament.sheets.services import sheet_preview

#: Words beside the numbers that are no card.
LABELS = {
    "turns": gettext_lazy("Turns"),
    "points": gettext_lazy("PT"),
    "coins": gettext_lazy("Coins in value"),
    "gold": gettext_lazy("Gold"),
    "actions": gettext_lazy("Actions"),
    "cards": gettext_lazy("All cards"),
}

#: Numbers whose absence everybody sees: no sentence says so while somebody is typing.
SEEN_MISSING = frozenset(("points", "turns"))
#: The path of a finding about one number of a seat.
_SEAT_NUMBER = re.compile(r"seats\[(\d+)\]\.(\w+)")
#: Names of fields of a seat or of the table that may be out of sight in one way of counting.
COUNT_NAME = re.compile(r"(s\d+|t)_\w+")


@dataclass(slots=True)
class SeatForm:
    """A seat of the page: its fields as (field, value, findings' ids), what it adds up to, its own findings."""

    index: int
    seat: Seat
    counted: list[dict[str, Any]]
    written: list[dict[str, Any]]
    findings: list[dict[str, Any]] = field(default_factory=list)
    row: Mapping[str, Any] = field(default_factory=dict)
    #: Per number typed: its label, where it lies among simulated games, and how often each number was seen there.
    usual: list[dict[str, Any]] = field(default_factory=list)

    @property
    def state(self) -> str:
        """``"error"``, ``"warning"``, ``"done"`` where points, and turns if they count, are there, else ``""``."""
        severities = {one["severity"] for one in self.findings}
        for severity in ("error", "warning"):
            if severity in severities:
                return severity
        told = self.row.get("points") is not None and self.row.get("turns", 0) is not None
        return "done" if told else ""


@dataclass(slots=True)
class SheetPage:
    """The page of one table's sheet."""

    table: Table
    mode: str
    seats: list[SeatForm]
    table_fields: list[dict[str, Any]]
    values: Mapping[str, str]
    preview: Preview
    findings: list[dict[str, Any]]
    order: list[dict[str, Any]]
    #: What was typed in another mode and has no field in this one: (name, text), kept for the way back.
    kept: list[tuple[str, str]] = field(default_factory=list)
    #: For a game that is told round by round.
    rounds: list[RoundForm] = field(default_factory=list)

    @property
    def errors(self) -> int:
        return len(self.preview.errors)

    @property
    def warnings(self) -> int:
        return len(self.preview.warnings)

    @property
    def lots_needed(self) -> bool:
        """Whether players are equal on everything, so that only a lot can tell their places."""
        return isinstance(self.preview.problem, LotMissing)

    @property
    def follows_details(self) -> bool:
        """Whether the order rests on the cards where they contradict a number."""
        return order_follows_details(self.preview.check.findings, self.preview.check.rows)

    @property
    def ungrouped(self) -> list[dict[str, Any]]:
        """The fields of the whole table that belong to no group."""
        return [one for one in self.table_fields if not one["group"]]

    @property
    def turns_count(self) -> bool:
        """Whether turns decide anything at a table of this game."""
        return any("turns" in row for row in self.preview.check.rows)

    @property
    def round_sums(self) -> list[int]:
        """Per seat the points of the rounds told so far."""
        return sums(self.rounds)

    @property
    def following(self) -> list[dict[str, Any]]:
        """The fields beside which the page says what they must be by the others."""
        seats = [one for form in self.seats for one in (*form.counted, *form.written)]
        return [one for one in (*self.table_fields, *seats) if one["may_follow"]]

    @property
    def complete(self) -> bool:
        return self.preview.places is not None or self.lots_needed


def form_of(table: Table) -> Any:
    """The module that turns this game's sheet into form fields and back."""
    return registry.get(table.round.event.game).form


def sheet_to_deliver(table: Table, values: Mapping[str, str]) -> dict[str, Any]:
    """Return the sheet as it is delivered: complete, so that the game's check names what is missing.

    Arguments:
        values: the form's field names -> texts.
    """
    sheet: dict[str, Any] = form_of(table).to_sheet(values, table.round.setup, len(seats_of(table)), complete=True)
    return sheet


def is_missing_something(page: SheetPage) -> bool:
    """Whether a page made for delivery lacks a number without which there is no result."""
    return any(one.code == MISSING for one in page.preview.check.findings)


def values_in_mode(table: Table, values: Mapping[str, str], mode: str) -> dict[str, str]:
    """What was typed, for another way of counting: numbers that follow from the cards counted so far are filled in."""
    page = sheet_page(table, values)
    filled = dict(values)
    for one in page.seats:
        for name in form_of(table).FILLED:
            number = one.row.get(name)
            if number is not None and not filled.get(f"s{one.index}_{name}"):
                filled[f"s{one.index}_{name}"] = str(number)
    return {**filled, "mode": mode}


def sheet_page(table: Table, values: Mapping[str, str], *, delivering: bool = False) -> SheetPage:
    """The page for what has been typed so far; nothing is written.

    Arguments:
        values: the form's field names -> texts.
        delivering: whether missing numbers are told, as they are when the sheet is delivered.
    """
    event = table.round.event
    form = form_of(table)
    seats = seats_of(table)
    mode = values.get("mode") if values.get("mode") in form.MODES else form.DEFAULT_MODE
    layout = form.layout(table.round.setup, mode, edition(event))
    typing = form.to_sheet(values, table.round.setup, len(seats), complete=False)
    preview = sheet_preview(table=table, data=sheet_to_deliver(table, values) if delivering else typing)
    shown = _with_fixes(findings_for_page(preview.check.findings, event), form)
    rows, follow = preview.check.rows, _following(form, preview, table, len(seats))
    compare = plausibility_of(table, len(seats))
    seat_forms = [
        SeatForm(
            index=index,
            seat=seat,
            counted=_fields(layout.counted, f"s{index}", values, shown, follow),
            written=_fields(layout.written, f"s{index}", values, shown, follow),
            findings=[one for one in shown if one["path"].startswith(f"seats[{index}]")],
            row=rows[index] if index < len(rows) else {},
            usual=_usual(compare, rows[index] if index < len(rows) else {}, event.game),
        )
        for index, seat in enumerate(seats)
    ]
    whole = _fields(layout.table, "", values, shown, follow)
    return SheetPage(
        table=table,
        mode=mode,
        seats=seat_forms,
        table_fields=whole,
        kept=_kept(values, seat_forms, whole if mode != "numbers" else []),
        values=values,
        preview=preview,
        findings=[one for one in shown if not (one["path"].startswith("seats[") or group_of(form, one["path"]))],
        order=order_lines(preview, seats),
        rounds=in_rounds(form, seat_forms, whole, shown, _notes(form, preview, table, len(seats))),
    )


def _following(form: Any, preview: Preview, table: Table, players: int) -> Mapping[str, str]:
    """Field name -> words on what it must be by the others, in a game that says so."""
    if not hasattr(form, "follows"):
        return {}
    found: Mapping[str, str] = form.follows(preview.check.sheet, table.round.setup, players, edition(table.round.event))
    return found


def _notes(form: Any, preview: Preview, table: Table, players: int) -> Mapping[str, str]:
    """Group -> words beside it, in a game that has some."""
    if not hasattr(form, "notes"):
        return {}
    found: Mapping[str, str] = form.notes(preview.check.sheet, players, edition(table.round.event))
    return found


def _fields(
    fields: Sequence[Any],
    prefix: str,
    values: Mapping[str, str],
    findings: Sequence[Mapping[str, Any]],
    follow: Mapping[str, str],
) -> list[dict[str, Any]]:
    shown = []
    for one in fields:
        name = f"{prefix}_{one.name}" if prefix else one.name
        beside = [finding["id"] for finding in findings if finding["field"] == name and finding["severity"] == "error"]
        shown.append(
            {
                "name": name,
                "label": one.label or LABELS[one.name],
                "kind": one.kind,
                "options": one.options,
                "group": one.group,
                "rare": one.rare,
                "may_follow": one.follows,
                "follows": "" if values.get(name) else follow.get(name, ""),
                "tint": one.tint,
                "value": values.get(name, ""),
                "describedby": " ".join(beside),
            }
        )
    return shown


def _kept(
    values: Mapping[str, str], seats: Sequence[SeatForm], whole: Sequence[Mapping[str, Any]]
) -> list[tuple[str, str]]:
    shown = {one["name"] for seat in seats for one in (*seat.counted, *seat.written)} | {one["name"] for one in whole}
    return [(name, text) for name, text in values.items() if COUNT_NAME.fullmatch(name) and name not in shown and text]


def _usual(distributions: Any | None, row: Mapping[str, Any], game: str) -> list[dict[str, Any]]:
    """Where each number of a seat lies among simulated games; nothing while there are none to compare with."""
    if distributions is None:
        return []
    place_of = registry.get(game).plausibility.place_of
    return [
        {
            "label": LABELS.get(name, name),
            "place": place_of(distributions, name, value),
            "counts": distributions.fields[name],
        }
        for name, value in row.items()
        if value is not None and name in distributions.fields
    ]


def _with_fixes(findings: list[dict[str, Any]], form: Any) -> list[dict[str, Any]]:
    """Each finding with its field, an id to point at, and a button that writes the number that would be right."""
    shown = []
    for number, finding in enumerate(findings, 1):
        name = form.field_of(finding["path"])
        fixes = []
        if finding["severity"] == "error" and name and finding["code"] in form.FIXABLE:
            label = _("Write %(number)s") % {"number": finding["bound"]}
            fixes.append({"label": label, "name": "fix", "value": f"{name}={finding['bound']}"})
        shown.append({**finding, "field": name, "id": f"f{number}", "fixes": fixes, "detail": finding.get("proof", "")})
    return shown


def order_follows_details(findings: Iterable[Finding], rows: Sequence[Mapping[str, Any]]) -> bool:
    """Return whether a number of the sheet contradicts its own details, so that the order rests on the details.

    Arguments:
        findings: of the sheet. rows: the numbers of each seat as the check left them.
    """
    for finding in findings:
        at = _SEAT_NUMBER.fullmatch(finding.path)
        row = rows[int(at[1])] if at else {}
        if at and finding.bound != finding.value and row.get(at[2], finding.value) == finding.bound:
            return True
    return False


def order_lines(preview: Preview, seats: list[Seat]) -> list[dict[str, Any]]:
    """The places as the numbers stand; without enough numbers the seats in order of points."""
    if preview.places is None:
        return []
    last = len(preview.places) - 1
    return [
        {
            "place": place.place,
            "name": seats[place.index].entry.person.first_name,
            "points": preview.check.rows[place.index].get("points"),
            "decided_by": place.decided_by if at < last and place.decided_by != "points" else "",
        }
        for at, place in enumerate(preview.places)
    ]


def problem_words(preview: Preview) -> str:
    """Why there are no places yet, as a sentence; empty where there are, or where points or turns are missing."""
    problem = preview.problem
    if problem is None or problem.params.get("criterion") in SEEN_MISSING:
        return ""
    return sentence(problem)
