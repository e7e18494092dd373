"""Data of the referee's page of a table: the form's fields, each finding beside its field, the current order.

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
from tournament.sheets.plausibility import plausibility_of, ranges_rest_on
from tournament.sheets.services import sheet_preview

#: Labels of the numbers that are not cards.
LABELS = {
    "turns": gettext_lazy("Turns"),
    "points": gettext_lazy("PT"),
    "coins": gettext_lazy("Coins in value"),
    "gold": gettext_lazy("Gold"),
    "actions": gettext_lazy("Actions"),
    "cards": gettext_lazy("All cards"),
}

#: Numbers that are visibly missing: no message says so while the user is typing.
SEEN_MISSING = frozenset(("points", "turns"))
#: Path of a finding about one number of a seat.
_SEAT_NUMBER = re.compile(r"seats\[(\d+)\]\.(\w+)")
#: Names of fields of a seat or of the table that may be hidden in one entry mode.
COUNT_NAME = re.compile(r"(s\d+|t)_\w+")


@dataclass(slots=True)
class SeatForm:
    """A seat of the page: its fields as (field, value, findings' ids), its totals, its own findings."""

    index: int
    seat: Seat
    counted: list[dict[str, Any]]
    written: list[dict[str, Any]]
    findings: list[dict[str, Any]] = field(default_factory=list)
    row: Mapping[str, Any] = field(default_factory=dict)
    #: For each number typed: its label, its place among simulated games, and the frequency of each number there.
    usual: list[dict[str, Any]] = field(default_factory=list)
    #: What the ranges of ``usual`` rest on: simulated games, and real ones in all and of 2, 3 and 4 players.
    rests_on: Mapping[str, int] = field(default_factory=dict)

    @property
    def state(self) -> str:
        """Return ``"error"``, ``"warning"``, ``"done"`` or ``""``.

        ``"done"`` if points, and turns if they count, are entered.
        """
        severities = {finding["severity"] for finding in self.findings}
        for severity in ("error", "warning"):
            if severity in severities:
                return severity
        is_complete = self.row.get("points") is not None and self.row.get("turns", 0) is not None
        return "done" if is_complete else ""


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
    #: Text typed in another entry mode that has no field in this one: (name, text), kept for switching back.
    kept: list[tuple[str, str]] = field(default_factory=list)
    #: For a game that is entered round by round.
    rounds: list[RoundForm] = field(default_factory=list)

    @property
    def errors(self) -> int:
        return len(self.preview.errors)

    @property
    def warnings(self) -> int:
        return len(self.preview.warnings)

    @property
    def lots_needed(self) -> bool:
        """Return whether players are equal on everything, so that only a lot can decide their places."""
        return isinstance(self.preview.problem, LotMissing)

    @property
    def follows_details(self) -> bool:
        """Return whether the order rests on the cards because they contradict a number."""
        return order_follows_details(self.preview.check.findings, self.preview.check.rows)

    @property
    def ungrouped(self) -> list[dict[str, Any]]:
        """Return the fields of the table that belong to no group."""
        return [table_field for table_field in self.table_fields if not table_field["group"]]

    @property
    def turns_count(self) -> bool:
        """Return whether turns decide anything at a table of this game."""
        return any("turns" in row for row in self.preview.check.rows)

    @property
    def round_sums(self) -> list[int]:
        """Return for each seat the points of the rounds entered so far."""
        return sums(self.rounds)

    @property
    def following(self) -> list[dict[str, Any]]:
        """Return the fields beside which the page shows the value implied by the other fields."""
        seats = [form_field for form in self.seats for form_field in (*form.counted, *form.written)]
        return [form_field for form_field in (*self.table_fields, *seats) if form_field["may_follow"]]

    @property
    def complete(self) -> bool:
        return self.preview.places is not None or self.lots_needed


def form_of(table: Table) -> Any:
    """Return the module that turns this game's sheet into form fields and back."""
    return registry.get(table.round.event.game).form


def sheet_to_deliver(table: Table, values: Mapping[str, str]) -> dict[str, Any]:
    """Return the sheet as it is delivered: complete, so that the game's check names what is missing.

    Arguments:
        values: the form's field names -> texts.
    """
    sheet: dict[str, Any] = form_of(table).to_sheet(values, table.round.setup, len(seats_of(table)), complete=True)
    return sheet


def is_missing_something(page: SheetPage) -> bool:
    """Return whether a page made for delivery lacks a number that the result needs."""
    return any(finding.code == MISSING for finding in page.preview.check.findings)


def values_in_mode(table: Table, values: Mapping[str, str], mode: str) -> dict[str, str]:
    """Return the typed values for another entry mode, with the numbers that follow from the cards counted so far."""
    page = sheet_page(table, values)
    filled = dict(values)
    for seat_form in page.seats:
        for name in form_of(table).FILLED:
            number = seat_form.row.get(name)
            if number is not None and not filled.get(f"s{seat_form.index}_{name}"):
                filled[f"s{seat_form.index}_{name}"] = str(number)
    return {**filled, "mode": mode}


def sheet_page(table: Table, values: Mapping[str, str], *, delivering: bool = False) -> SheetPage:
    """Return the page for what has been typed so far, without writing anything.

    Arguments:
        values: the form's field names -> texts.
        delivering: whether missing numbers are reported, as they are when the sheet is delivered.
    """
    event = table.round.event
    form = form_of(table)
    seats = seats_of(table)
    mode = values.get("mode") if values.get("mode") in form.MODES else form.DEFAULT_MODE
    layout = form.layout(table.round.setup, mode, edition(event))
    typing = form.to_sheet(values, table.round.setup, len(seats), complete=False)
    preview = sheet_preview(table=table, data=sheet_to_deliver(table, values) if delivering else typing)
    shown = _with_fixes(findings_for_page(preview.check.findings, event), form)
    rows, implied_texts = preview.check.rows, _following(form, preview, table, len(seats))
    compare = plausibility_of(table, len(seats))
    rests_on = ranges_rest_on(event.game, compare)
    seat_forms = [
        SeatForm(
            index=index,
            seat=seat,
            counted=_fields(layout.counted, f"s{index}", values, shown, implied_texts),
            written=_fields(layout.written, f"s{index}", values, shown, implied_texts),
            findings=[finding for finding in shown if finding["path"].startswith(f"seats[{index}]")],
            row=rows[index] if index < len(rows) else {},
            usual=_usual(compare, rows[index] if index < len(rows) else {}, event.game),
            rests_on=rests_on,
        )
        for index, seat in enumerate(seats)
    ]
    table_fields = _fields(layout.table, "", values, shown, implied_texts)
    return SheetPage(
        table=table,
        mode=mode,
        seats=seat_forms,
        table_fields=table_fields,
        kept=_kept(values, seat_forms, table_fields if mode != "numbers" else []),
        values=values,
        preview=preview,
        findings=[
            finding
            for finding in shown
            if not (finding["path"].startswith("seats[") or group_of(form, finding["path"]))
        ],
        order=order_lines(preview, seats),
        rounds=in_rounds(form, seat_forms, table_fields, shown, _notes(form, preview, table, len(seats))),
    )


def _following(form: Any, preview: Preview, table: Table, players: int) -> Mapping[str, str]:
    """Return for each field name a text on the value implied by the others, in a game that supports it."""
    if not hasattr(form, "follows"):
        return {}
    texts_by_field: Mapping[str, str] = form.follows(
        preview.check.sheet, table.round.setup, players, edition(table.round.event)
    )
    return texts_by_field


def _notes(form: Any, preview: Preview, table: Table, players: int) -> Mapping[str, str]:
    """Return for each group the text beside it, in a game that has some."""
    if not hasattr(form, "notes"):
        return {}
    texts_by_group: Mapping[str, str] = form.notes(preview.check.sheet, players, edition(table.round.event))
    return texts_by_group


def _fields(
    fields: Sequence[Any],
    prefix: str,
    values: Mapping[str, str],
    findings: Sequence[Mapping[str, Any]],
    follow: Mapping[str, str],
) -> list[dict[str, Any]]:
    shown = []
    for game_field in fields:
        name = f"{prefix}_{game_field.name}" if prefix else game_field.name
        error_ids = [
            finding["id"] for finding in findings if finding["field"] == name and finding["severity"] == "error"
        ]
        shown.append(
            {
                "name": name,
                "label": game_field.label or LABELS[game_field.name],
                "kind": game_field.kind,
                "options": game_field.options,
                "group": game_field.group,
                "rare": game_field.rare,
                "may_follow": game_field.follows,
                "follows": "" if values.get(name) else follow.get(name, ""),
                "tint": game_field.tint,
                "value": values.get(name, ""),
                "describedby": " ".join(error_ids),
            }
        )
    return shown


def _kept(
    values: Mapping[str, str], seats: Sequence[SeatForm], whole: Sequence[Mapping[str, Any]]
) -> list[tuple[str, str]]:
    shown = {form_field["name"] for seat in seats for form_field in (*seat.counted, *seat.written)} | {
        form_field["name"] for form_field in whole
    }
    return [(name, text) for name, text in values.items() if COUNT_NAME.fullmatch(name) and name not in shown and text]


def _usual(distributions: Any | None, row: Mapping[str, Any], game: str) -> list[dict[str, Any]]:
    """Return the place of each number of a seat among simulated games; empty while there are none to compare with."""
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
    """Return each finding with its field, an id to point at, and a button that writes the correct number."""
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
        findings: of the sheet. rows: the numbers of each seat after the check.
    """
    for finding in findings:
        match = _SEAT_NUMBER.fullmatch(finding.path)
        row = rows[int(match[1])] if match else {}
        if match and finding.bound != finding.value and row.get(match[2], finding.value) == finding.bound:
            return True
    return False


def order_lines(preview: Preview, seats: list[Seat]) -> list[dict[str, Any]]:
    """Return the places by the current numbers; without enough numbers the seats in order of points."""
    if preview.places is None:
        return []
    last = len(preview.places) - 1
    return [
        {
            "place": place.place,
            "name": seats[place.index].entry.person.first_name,
            "points": preview.check.rows[place.index].get("points"),
            "decided_by": place.decided_by if position < last and place.decided_by != "points" else "",
        }
        for position, place in enumerate(preview.places)
    ]


def problem_words(preview: Preview) -> str:
    """Return a sentence on why there are no places yet; empty if there are, or if only points or turns are missing."""
    problem = preview.problem
    if problem is None or problem.params.get("criterion") in SEEN_MISSING:
        return ""
    return sentence(problem)
