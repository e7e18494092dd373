"""Data of the referee's page of a table: the form's fields, each finding beside its field, the current order.

The fields of a form are the game's own (``games.<slug>.form``); here they only meet the table's names and findings.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import registry
from games.findings import Finding
from games.sheet_form import SheetForm
from tournament.core.messages import findings_for_page, sentence
from tournament.models import Seat, Table
from tournament.pages.event import edition
from tournament.pages.rare_fields import are_others, rare_names, unused_fields
from tournament.pages.sheet_rounds import RoundForm, group_of, in_rounds, sums
from tournament.regulation.refusals import LotMissing
from tournament.regulation.table_result import ABANDONED
from tournament.sheets.table_sheet import CheckedSheet, TableSheet

#: Labels of the numbers that are not cards.
LABELS = {
    "turns": gettext_lazy("Turns"),
    "points": gettext_lazy("PT"),
    "coins": gettext_lazy("Coin value"),
    "gold": gettext_lazy("Gold"),
    "actions": gettext_lazy("Actions"),
    "cards": gettext_lazy("All cards"),
    "ended_by": gettext_lazy("Who played the last turn?"),
}

#: Numbers that are visibly missing: no message says so while the user is typing.
FIELDS_WITHOUT_MISSING_HINT = frozenset(("points", "turns"))
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
    #: Fields of the numbers that this seat counts because it is equal with another one; empty if it is not.
    tie: list[dict[str, Any]] = field(default_factory=list)
    findings: list[dict[str, Any]] = field(default_factory=list)
    row: Mapping[str, Any] = field(default_factory=dict)
    #: Whether its rare fields are others than those that the request knew.
    rare_changed: bool = False

    @property
    def rare(self) -> list[dict[str, Any]]:
        """Return the fields that appear only because of what is entered."""
        return [form_field for form_field in self.counted if form_field["rare"]]

    @property
    def state(self) -> str:
        """Return ``"error"``, ``"warning"``, ``"done"``, ``"gone"`` or ``""``.

        ``"done"`` if points, and turns if they count, are entered; ``"gone"`` if the player abandoned.
        """
        if self.seat.is_abandoned:
            return "gone"
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
    checked: CheckedSheet
    findings: list[dict[str, Any]]
    order: list[dict[str, Any]]
    #: Text typed in another entry mode that has no field in this one: (name, text), kept for switching back.
    hidden_values: list[tuple[str, str]] = field(default_factory=list)
    #: For a game that is entered round by round.
    rounds: list[RoundForm] = field(default_factory=list)
    #: Whether the fields depend on what is entered.
    asks_by_entries: bool = False

    @property
    def errors(self) -> int:
        return len(self.checked.errors)

    @property
    def warnings(self) -> int:
        return len(self.checked.warnings)

    @property
    def lots_needed(self) -> bool:
        """Return whether players are equal on everything, so that only a lot can decide their places."""
        return isinstance(self.checked.problem, LotMissing)

    @property
    def follows_details(self) -> bool:
        """Return whether the order rests on the cards because they contradict a number."""
        return order_follows_details(self.checked.check.findings, self.checked.check.rows)

    @property
    def ungrouped(self) -> list[dict[str, Any]]:
        """Return the fields of the table that belong to no group."""
        return [table_field for table_field in self.table_fields if not table_field["group"]]

    @property
    def turns_count(self) -> bool:
        """Return whether turns decide anything at a table of this game."""
        return any("turns" in row for row in self.checked.check.rows)

    @property
    def open_seat(self) -> int:
        """Return the index of the first seat whose numbers are not complete; -1 if every seat is done."""
        return next((form.index for form in self.seats if form.state not in ("done", "gone")), -1)

    @property
    def tied(self) -> list[SeatForm]:
        """Return the seats that are asked to count more because they are equal."""
        return [form for form in self.seats if form.tie]

    @property
    def tie_key(self) -> str:
        """Return which seats are asked: while it stays the same the page keeps the fields that are being filled in."""
        return ",".join(str(form.index) for form in self.tied)

    @property
    def tie_words(self) -> str:
        """Return who is equal: "Žiga e Elisa: 33 punti, 17 turni." for each group."""
        groups: dict[tuple[Any, Any], list[str]] = {}
        for form in self.tied:
            key = (form.row.get("points"), form.row.get("turns"))
            groups.setdefault(key, []).append(form.seat.entry.short_name)
        return " ".join(
            _("%(names)s are equal: %(points)s PT, turns %(turns)s.")
            % {"names": ", ".join(names), "points": points, "turns": turns}
            for (points, turns), names in groups.items()
        )

    @property
    def tie_changed(self) -> bool:
        """Return whether other seats are asked than those that the request's page asked."""
        return self.values.get("tie", "") != self.tie_key

    @property
    def decided(self) -> str:
        """Return the numbers that decided the first equals, e.g. "Oro 5 a 4"; empty if none were equal."""
        return next((line["numbers"] for line in self.order if line["numbers"]), "")

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
        return self.checked.places is not None or self.lots_needed


def form_of(table: Table) -> SheetForm:
    """Return the module that turns this game's sheet into form fields and back."""
    return registry.get(table.round.event.game).form


def _check_typed(sheet: TableSheet, values: Mapping[str, str]) -> CheckedSheet:
    """Check what has been typed so far; missing numbers are no findings."""
    setup, players = sheet.table.round.setup, len(sheet.seats)
    return sheet.check(sheet.game.form.to_sheet(values, setup, players, complete=False))


def entry_mode(sheet: TableSheet, values: Mapping[str, str]) -> str:
    """Return the entry mode of a form's values; the game's default for one that it does not have."""
    form, mode = sheet.game.form, values.get("mode")
    return str(mode if mode in form.MODES else form.DEFAULT_MODE)


def sheet_page(sheet: TableSheet, values: Mapping[str, str], checked: CheckedSheet | None = None) -> SheetPage:
    """Return the page for what has been typed so far, without writing anything.

    Arguments:
        values: the form's field names -> texts.
        checked: the same values, checked as a complete sheet, if they were sent to be stored; by default they are
            checked as unfinished.
    """
    table, seats = sheet.table, sheet.seats
    event = table.round.event
    form = sheet.game.form
    gone = tuple(f"s{index}_" for index, seat in enumerate(seats) if seat.is_abandoned)
    values = {name: text for name, text in values.items() if not name.startswith(gone)}
    mode = entry_mode(sheet, values)
    layout = form.layout(table.round.setup, mode, edition(event))
    checked = checked or _check_typed(sheet, values)
    shown = _with_fixes(findings_for_page(checked.check.findings, event), form)
    tied = _equal_seats(sheet, checked) if layout.tie else set()
    _point_at_tie(shown, {f"s{index}_{one.name}" for index in tied for one in layout.tie})
    rows, implied_texts = checked.check.rows, _following(form, checked, table, len(seats))
    unused, rare = unused_fields(form, values, mode, len(seats)), rare_names(layout, len(seats))
    seat_forms = [
        SeatForm(
            index=index,
            seat=seat,
            counted=_fields(layout.counted, f"s{index}", values, shown, implied_texts, unused),
            written=_fields(layout.written, f"s{index}", values, shown, implied_texts, unused),
            tie=_fields(layout.tie, f"s{index}", values, shown, {}) if index in tied else [],
            findings=[finding for finding in shown if finding["path"].startswith(f"seats[{index}]")],
            row=rows[index] if index < len(rows) else {},
        )
        for index, seat in enumerate(seats)
    ]
    for seat_form in seat_forms:
        seat_form.rare_changed = are_others(seat_form.rare, rare, values, f"s{seat_form.index}_")
    table_fields = _fields(layout.table, "", values, shown, implied_texts, unused)
    return SheetPage(
        table=table,
        mode=mode,
        seats=seat_forms,
        table_fields=table_fields,
        hidden_values=_hidden_values(values, seat_forms, table_fields),
        values=values,
        checked=checked,
        findings=[
            finding
            for finding in shown
            if not (finding["path"].startswith("seats[") or group_of(form, finding["path"]))
        ],
        order=order_lines(checked, seats),
        rounds=in_rounds(form, seat_forms, table_fields, shown, _notes(form, checked, table, len(seats)), rare, values),
        asks_by_entries=bool(rare) and bool(unused),
    )


def _equal_seats(sheet: TableSheet, checked: CheckedSheet) -> set[int]:
    """Return the seats equal on points and turns whose cards are not counted in another way, from 0 (art. 1.5)."""
    groups: dict[tuple[Any, Any], set[int]] = {}
    for index, (seat, row) in enumerate(zip(sheet.seats, checked.check.rows, strict=True)):
        if not seat.is_abandoned and None not in (row.get("points"), row.get("turns")):
            groups.setdefault((row["points"], row["turns"]), set()).add(index)
    counted = {
        index
        for index, seat in enumerate(checked.data.get("seats") or ())
        if isinstance(seat, Mapping) and ("deck" in seat or "breakdown" in seat)
    }
    return set().union(*(group for group in groups.values() if len(group) > 1)) - counted


def _point_at_tie(findings: list[dict[str, Any]], names: set[str]) -> None:
    """Let the findings about numbers that equals count point at the fields in which they are counted."""
    for finding in findings:
        seat, _sep, name = finding["field"].partition("_")
        if (tie_name := f"{seat}_tie_{name}") in names:
            finding["field"] = tie_name


def _following(form: Any, checked: CheckedSheet, table: Table, players: int) -> Mapping[str, str]:
    """Return for each field name a text on the value implied by the others, in a game that supports it."""
    if not hasattr(form, "follows"):
        return {}
    texts_by_field: Mapping[str, str] = form.follows(
        checked.check.sheet, table.round.setup, players, edition(table.round.event)
    )
    return texts_by_field


def _notes(form: Any, checked: CheckedSheet, table: Table, players: int) -> Mapping[str, str]:
    """Return for each group the text beside it, in a game that has some."""
    if not hasattr(form, "notes"):
        return {}
    texts_by_group: Mapping[str, str] = form.notes(checked.check.sheet, players, edition(table.round.event))
    return texts_by_group


def _fields(
    fields: Sequence[Any],
    prefix: str,
    values: Mapping[str, str],
    findings: Sequence[Mapping[str, Any]],
    follow: Mapping[str, str],
    unused: frozenset[str] = frozenset(),
) -> list[dict[str, Any]]:
    """Return the fields to show: all of them, except those that nothing entered so far uses and that are empty."""
    shown = []
    for game_field in fields:
        name = f"{prefix}_{game_field.name}" if prefix else game_field.name
        error_ids = [
            finding["id"] for finding in findings if finding["field"] == name and finding["severity"] == "error"
        ]
        if name in unused and not values.get(name) and not error_ids:
            continue
        shown.append(
            {
                "name": name,
                "label": game_field.label or LABELS[game_field.name.removeprefix("tie_")],
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


def _hidden_values(
    values: Mapping[str, str], seats: Sequence[SeatForm], whole: Sequence[Mapping[str, Any]]
) -> list[tuple[str, str]]:
    shown = {form_field["name"] for seat in seats for form_field in (*seat.counted, *seat.written, *seat.tie)} | {
        form_field["name"] for form_field in whole
    }
    return [(name, text) for name, text in values.items() if COUNT_NAME.fullmatch(name) and name not in shown and text]


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


def order_lines(checked: CheckedSheet, seats: list[Seat]) -> list[dict[str, Any]]:
    """Return the places by the current numbers; nothing while they do not give them.

    ``decided_by`` is what put a row before the next, unless points did; ``numbers`` what each of the two has of it.
    """
    if checked.places is None:
        return []
    rows, lines = checked.check.rows, []
    for place, after in zip_longest(checked.places, checked.places[1:]):
        why = place.decided_by if after is not None and place.decided_by not in ("points", ABANDONED) else ""
        numbers = [rows[one.index].get(why) for one in (place, after) if one is not None] if why in LABELS else []
        lines.append(
            {
                "place": place.place,
                "name": seats[place.index].entry.short_name,
                "points": rows[place.index].get("points"),
                "abandoned": seats[place.index].is_abandoned,
                "decided_by": why,
                "numbers": _compared(why, numbers),
            }
        )
    return lines


def _compared(name: str, numbers: Sequence[Any]) -> str:
    """Return "Oro 5 a 4"; empty without two numbers."""
    if len(numbers) < 2 or None in numbers:
        return ""
    return _("%(what)s %(more)s to %(less)s") % {"what": LABELS[name], "more": numbers[0], "less": numbers[1]}


def problem_words(checked: CheckedSheet) -> str:
    """Return a sentence on why there are no places yet; empty if there are, or if only points or turns are missing."""
    problem = checked.problem
    if problem is None or problem.params.get("criterion") in FIELDS_WITHOUT_MISSING_HINT:
        return ""
    return sentence(problem)
