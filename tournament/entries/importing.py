"""Import a list of players: previewed first, then imported atomically."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from tablib import Dataset

from tournament.consents.services import consent_for_event
from tournament.core.audit import By
from tournament.core.consent_errors import CardOfAnother
from tournament.core.locks import locked
from tournament.core.messages import sentence
from tournament.core.report_errors import ColumnsMissing, EntriesChanged, ListFileWrong, PlayersRowsWrong
from tournament.entries.import_resource import (
    COLUMNS,
    FULL_NAMES,
    REQUIRED_COLUMNS,
    PersonResource,
    canonical_header,
    consent_said,
    split_name,
)
from tournament.entries.list_file import Rows, load_list, rows_of
from tournament.entries.services import entry_add, entry_of_new
from tournament.models import Consent, Entry, Event, Person
from tournament.people.selectors import possible_duplicates
from tournament.regulation.errors import RuleError


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """One row of the list, as it would be imported.

    Arguments:
        number: as a spreadsheet counts it, the headers being row 1.
        state: ``"new"``, ``"known"`` (by card number, or by name if that was requested), ``"wrong"``.
        problems: error texts of the row; same_name: people of the list with this name (AMB-25).
        entered: whether the person is in the event already.
        consent: whether the list says that the event may show the name.
    """

    number: int
    person: Person
    state: str
    problems: tuple[str, ...] = ()
    same_name: tuple[Person, ...] = ()
    entered: bool = False
    consent: bool = False


@dataclass(frozen=True, slots=True)
class PlayersPreview:
    """Preview of a complete list, without saving anything."""

    rows: list[PlayerRow]

    @property
    def wrong(self) -> list[PlayerRow]:
        """Return the rows that must be corrected before anything is imported."""
        return [row for row in self.rows if row.state == "wrong"]

    def count(self, state: str) -> int:
        """Return the number of rows in a state."""
        return sum(row.state == state for row in self.rows)


@dataclass(frozen=True, slots=True)
class FileColumn:
    """A column of a list: its heading, its first value, and what it is taken for; empty if it is not read."""

    heading: str
    example: str
    meaning: str


def list_columns(*, file: Any) -> list[FileColumn]:
    """Return the columns of a list of any tool, for a person to say what each is. Errors: ListFileWrong."""
    data = load_list(file, COLUMNS)
    first_row = data[0] if len(data) else ()
    known = (*COLUMNS, *FULL_NAMES)
    columns = []
    for index, heading in enumerate(data.headers or []):
        example = str(first_row[index] or "")[:60] if index < len(first_row) else ""
        meaning = canonical_header(heading)
        columns.append(FileColumn(str(heading or ""), example, meaning if meaning in known else ""))
    return columns


def players_preview(
    *,
    file: Any,
    event: Event | None = None,
    match_names: bool = False,
    by: By = None,
    columns: Sequence[str] = (),
) -> PlayersPreview:
    """Return what importing a list would do, row by row, without saving anything.

    Arguments:
        file: an open binary file or an uploaded one, CSV or XLSX.
        event: the people would be entered in it.
        match_names: match a row to the only person of the list with that name, if there is exactly one (AMB-25).
        by: the user who would import it: a person of another club needs the card number (art. 1.6).
        columns: what each column of the file is, of COLUMNS and FULL_NAMES, or empty; by its heading if none is given.
    Errors: ListFileWrong if the file is not such a list; ColumnsMissing if somebody must say which column is what.
    """
    return _run(_read_rows(file, columns), event, by, match_names=match_names, keep=False)


@transaction.atomic
def players_import(
    *,
    file: Any,
    by: By,
    event: Event | None = None,
    match_names: bool = False,
    entries_seen: int | None = None,
    columns: Sequence[str] = (),
) -> PlayersPreview:
    """Import a list of players atomically. A person already entered in the event stays entered.

    Arguments: as players_preview.
        entries_seen: number of entries when the list was previewed; with it a list sent twice is imported once.
    Errors: ListFileWrong; EntriesChanged; PlayersRowsWrong with the rows; those of entry_add.
    """
    data = _read_rows(file, columns)
    if event is not None and entries_seen is not None:
        count = locked(event).entries.count()
        if count != entries_seen:
            raise EntriesChanged(count=count)
    return _run(data, event, by, match_names=match_names, keep=True)


def _run(data: Rows, event: Event | None, by: By, *, match_names: bool, keep: bool) -> PlayersPreview:
    with transaction.atomic():
        point = transaction.savepoint()
        rows = _rows(data, event, by, match_names=match_names)
        wrong_rows = [row.number for row in rows if row.state == "wrong"]
        if wrong_rows and keep:
            shown = ", ".join(map(str, wrong_rows[:20])) + ("…" if len(wrong_rows) > 20 else "")
            raise PlayersRowsWrong(count=len(wrong_rows), rows=shown)
        if keep:
            transaction.savepoint_commit(point)
        else:
            transaction.savepoint_rollback(point)
    return PlayersPreview(rows)


def _rows(data: Rows, event: Event | None, by: By, *, match_names: bool) -> list[PlayerRow]:
    """Import every row that can be imported; the caller commits or rolls back."""
    rows: list[PlayerRow] = []
    entered = set(Entry.objects.filter(event=event).values_list("person_id", flat=True)) if event else set()
    for number, values in data:
        first, last = (str(values.get(name) or "") for name in ("nome", "cognome"))
        same = tuple(possible_duplicates(first, last)[:5])
        if match_names and len(same) == 1:
            row = PlayerRow(number, same[0], "known", same_name=same)
        else:
            dataset = Dataset(headers=list(values))
            dataset.append(list(values.values()))
            result = PersonResource(by=by).import_data(dataset, raise_errors=False, rollback_on_validation_errors=True)
            row = _row(number, result.rows[0], same, Person(first_name=first[:80], last_name=last[:80]))
        row = _with_consent(row, values)
        if row.state != "wrong" and event is not None:
            row = _enter_row(row, values, event, by, entered)
        rows.append(row)
    return rows


def _with_consent(row: PlayerRow, values: dict[str, Any]) -> PlayerRow:
    """Return the row with the consent stated in the list: yes, or no statement."""
    try:
        return replace(row, consent=consent_said(values.get("consenso")))
    except ValueError as wrong:
        return replace(row, state="wrong", problems=(*row.problems, str(wrong)))


def _other_name(values: dict[str, Any], row: PlayerRow) -> bool:
    """Return whether a card number stands beside another name: number and name identify a person only together."""
    first, last = (" ".join(str(values.get(name) or "").split()).casefold() for name in ("nome", "cognome"))
    return (first, last) != (row.person.first_name.casefold(), row.person.last_name.casefold())


def _row(number: int, result: Any, same: tuple[Person, ...], named: Person) -> PlayerRow:
    """Return the outcome of a row; ``named`` stands for the person of a row that could not be read completely."""
    person = result.instance or named
    problems = [str(error.error) for error in result.errors]
    invalid = getattr(result, "validation_error", None)
    if invalid is not None:
        problems += [f"{field}: {' '.join(messages)}" for field, messages in _by_field(invalid)]
    if problems:
        return PlayerRow(number, person if str(person).strip() else named, "wrong", tuple(problems), same)
    known = result.import_type == "skip"
    return PlayerRow(number, person, "known" if known else "new", (), () if known else same)


def _by_field(invalid: Any) -> list[tuple[str, list[str]]]:
    if not hasattr(invalid, "error_dict"):
        return [("", list(invalid.messages))]
    labels = {field.name: str(field.verbose_name) for field in Person._meta.fields}
    return [(labels.get(name, name), messages) for name, messages in invalid.message_dict.items()]


def _enter_row(row: PlayerRow, values: dict[str, Any], event: Event, by: By, entered: set[int]) -> PlayerRow:
    """Enter the person of a row; the consent column holds for this event alone (art. 1.6)."""
    card = str(values.get("tessera") or "")
    if row.person.pk in entered:
        return replace(row, entered=True)
    try:
        if row.state == "new":
            entry_of_new(event=event, person=row.person, consent=row.consent, by=by)
        elif card.strip() and _other_name(values, row):
            raise CardOfAnother(card_number=card.strip())
        else:
            entry = entry_add(event=event, person=row.person, by=by, card_number=row.person.card_number if card else "")
            if row.consent:
                consent_for_event(entry=entry, consent=True, source=Consent.Source.DESK, by=by)
    except RuleError as refused:
        return replace(row, person=_find_person(values), state="wrong", problems=(sentence(refused),))
    entered.add(row.person.pk)
    return row


def _find_person(values: dict[str, Any]) -> Person:
    """Return the person as named in the list, so that an error reveals nothing from the national list."""
    first, last = (" ".join(str(values.get(name) or "").split())[:80] for name in ("nome", "cognome"))
    return Person(first_name=first, last_name=last)


def _read_rows(file: Any, columns: Sequence[str]) -> Rows:
    """Return the non-empty rows of the list, by known columns. Errors: ListFileWrong, ColumnsMissing."""
    data = load_list(file, COLUMNS)
    headers = [canonical_header(header) for header in data.headers or []]
    if columns:
        if len(columns) != len(headers):
            raise ListFileWrong(problem=_("its columns are not those that were chosen"), columns=tuple(COLUMNS))
        headers = list(columns)
    has_both_names = any(name in headers for name in FULL_NAMES)
    missing_columns = [name for name in REQUIRED_COLUMNS if name not in headers and not has_both_names]
    if missing_columns:
        raise ColumnsMissing(problem=_("no column %s") % ", ".join(missing_columns), columns=tuple(COLUMNS))
    return [(number, _values(cells)) for number, cells in rows_of(data, headers, (*COLUMNS, *FULL_NAMES))]


def _values(cells: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of a row by the names of COLUMNS; a cell with both names is split."""
    values = {name: value for name, value in cells.items() if name in COLUMNS}
    for name in FULL_NAMES:
        if name in cells:
            values["nome"], values["cognome"] = split_name(cells[name], surname_first=name.startswith("cognome"))
    return values
