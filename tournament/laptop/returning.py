"""Take over what changed on a laptop: every row is checked to belong to the event before any is written."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any

from django.contrib.auth.models import User
from django.core.files.base import ContentFile
from django.db import IntegrityError, connection
from django.db.models import Q

from tournament.core.audit import By, record
from tournament.core.errors import EventStateWrong
from tournament.core.photo_decoding import photo_clean
from tournament.core.report_errors import FileRefused
from tournament.event_files.export import EXPORTABLE_STATES, event_to_file
from tournament.laptop.errors import FileWrong
from tournament.laptop.package import Package
from tournament.laptop.parts import (
    LOCAL,
    PARTS,
    Row,
    columns,
    delete,
    event_rows,
    history_of,
    insert,
    key_of,
    number_from,
)
from tournament.laptop.photos import photos_removed
from tournament.models import Entry, Event, LaptopStay, Person, Photo
from tournament.regulation.event_file.report import content_findings

State = Event.State
#: States in which an event may come back.
MAY_RETURN = (State.AUTHORISED, State.CHECK_IN, State.RUNNING, State.CONCLUDED)
#: Columns that a laptop cannot change: what the Referent decided, and who a player is.
FIXED = {
    "event": frozenset(
        {"slug", "season_id", "organiser_id", "game", "is_national_final", "is_practice", "regulation"}
        | {"fascia_declared", "fascia_effective", "fascia_reason", "convention", "convention_url", "authorised_at"}
        | {"first_day", "last_day", "announced_on", "announcement_url", "report_due_at", "created_at"}
    ),
    "entry": frozenset({"event_id", "person_id"}),
    "privatelink": frozenset({"salt", "token_sha256", "kind"}),
    "drawchain": frozenset({"secret", "anchor", "committed_at"}),
}
#: Rows that a return adds and never removes; of an infraction only the appeal may follow.
ADDED_ONLY = frozenset({"consent", "infraction"})
APPEAL = frozenset({"appeal", "appeal_words", "decision_reason", "decided_at", "decided_by_id"})


@dataclass
class Summary:
    """Result of a return: numbers for the desk, and what was left as it is here, as sentences' parts.

    Arguments:
        added, changed, removed: rows; photos: taken over; photos_left: named without their file.
        kept: names of people whose record was changed on the laptop, and stays as it is here.
    """

    added: int = 0
    changed: int = 0
    removed: int = 0
    photos: int = 0
    photos_left: int = 0
    kept: list[str] = field(default_factory=list)


class _Return:
    """The work of one return; nothing of it outlives the transaction."""

    def __init__(self, package: Package, event: Event, stay: LaptopStay, by: By) -> None:
        self.changes = package.rows
        self.photos = package.photos
        self.event, self.stay, self.by = event, stay, by
        self.here = event_rows(event)
        self.keys: dict[str, set[Any]] = {
            label: {row[key_of(label)] for row in rows} for label, rows in self.here.items()
        }
        self.summary = Summary()
        self.people = {entry.person_id for entry in Entry.objects.filter(event=event)} | {
            row["person_id"] for row in self.here["entryrequest"] if row["person_id"]
        }
        self.accounts = set(User.objects.filter(pk__in=stay.accounts).values_list("pk", flat=True))

    def part(self, label: str, name: str) -> list[Any]:
        """Return one list of the changes of a model. Errors: FileWrong."""
        changes = self.changes.get(label, {})
        listed = changes.get(name, []) if isinstance(changes, Mapping) else None
        if not isinstance(listed, list):
            raise FileWrong(where=label, problem=name)
        return listed

    def added(self, label: str) -> list[Row]:
        """Return the new rows of a model, each with a number that the laptop was given. Errors: FileWrong."""
        rows = self.part(label, "added")
        numbers = range(self.stay.first_number, self.stay.first_number + 1_000_000)
        for row in rows:
            if not isinstance(row, dict) or row.get(key_of(label)) not in numbers:
                raise FileWrong(where=label, problem=str(row)[:60])
        return [row | LOCAL.get(label, {}) for row in rows]


def apply(package: Package, event: Event, stay: LaptopStay, by: By) -> Summary:
    """Write the changes of a return. Must run in a transaction that holds the event's lock.

    Errors: FileWrong; FileRefused; EventStateWrong.
    """
    work = _Return(package, event, stay, by)
    _add_people(work)
    _remove_photos(work)
    written: list[Callable[[], None]] = []
    for label, column, parent in (("event", "", ""), *PARTS):
        written.append(_prepare(work, label, column, parent))
    for label in ("event", *(label for label, _column, _parent in PARTS)):
        if history_of(label):
            written.append(_prepare_history(work, label))
    try:
        for write in written:
            write()
        connection.check_constraints()
    except IntegrityError as error:
        raise FileWrong(where="…", problem=str(error).strip().splitlines()[0][:120]) from error
    number_from(1)
    _check_event(work)
    _add_photos(work)
    return work.summary


def _add_people(work: _Return) -> None:
    """Add who was entered on the laptop for the first time; the records of the others stay as they are here."""
    people = work.added("person")
    taken = set(Person.objects.exclude(card_number="").values_list("card_number", flat=True))
    for row in people:
        row.update(user_id=None, merged_into_id=None, said_to_be_id=None, consent=False, consent_changed_at=None)
        if row.get("card_number") in taken:
            work.summary.kept.append(f"{row.get('first_name')} {row.get('last_name')}")
            row["card_number"] = ""
    insert("person", people)
    work.people |= {row["id"] for row in people}
    histories = [row for row in work.added(history_of("person")) if row.get("id") in work.people]
    insert(history_of("person"), [_clean_accounts(work, history_of("person"), row) for row in histories])
    work.summary.added += len(people)
    changed = {change["key"] for change in work.part("person", "changed") if isinstance(change, dict)}
    work.summary.kept += sorted(str(person) for person in Person.objects.filter(pk__in=changed & work.people))


def _prepare(work: _Return, label: str, column: str, parent: str) -> Callable[[], None]:
    """Check the changes of a model and return what writes them."""
    key = key_of(label)
    here = {row[key]: row for row in work.here[label]}
    removed = set(work.part(label, "removed"))
    if not removed <= here.keys() or (removed and (label in ADDED_ONLY or label == "event")):
        raise FileWrong(where=label, problem=f"{len(removed)} removed")
    changed = {}
    for change in work.part(label, "changed"):
        row = _changed_row(work, label, here, change)
        changed[row[key]] = row
    added = [_clean_accounts(work, label, row) for row in work.added(label)] if label != "event" else []
    added = [row for row in added if _is_complete(label, row)]
    work.keys[label] |= {row[key] for row in added}
    work.keys[label] -= removed
    for row in (*added, *changed.values()):
        _check_place(work, label, row, column, parent)
    work.summary.added += len(added)
    work.summary.changed += len(changed)
    work.summary.removed += len(removed)

    def write() -> None:
        # A changed row is written anew, so that no two rows meet on their way to another number or place.
        delete(label, [*removed, *changed])
        insert(label, [*changed.values(), *added])

    return write


def _changed_row(work: _Return, label: str, here: Mapping[Any, Row], change: Any) -> Row:
    """Return a row of this site with what the laptop changed in it.

    What somebody changed here meanwhile stays: a name joined or erased by the Referent, a player's own decision.
    """
    if not isinstance(change, dict) or change.get("key") not in here or not isinstance(change.get("fields"), dict):
        raise FileWrong(where=label, problem=str(change)[:60])
    if label in ADDED_ONLY and not (label == "infraction" and change["fields"].keys() <= APPEAL):
        raise FileWrong(where=label, problem=str(change["key"]))
    row = dict(here[change["key"]])
    fixed = {key_of(label), *FIXED.get(label, ()), *LOCAL.get(label, ())}
    for name, values in change["fields"].items():
        if name not in row or not isinstance(values, list) or len(values) != 2:
            raise FileWrong(where=f"{label}.{name}", problem=str(values)[:60])
        before, after = values
        if name not in fixed and row[name] == before:
            row[name] = after
    if label == "event":
        _check_state(row, here[change["key"]])
    return _clean_accounts(work, label, row)


def _check_state(row: Row, here: Row) -> None:
    """Require a state that an event reaches without the Referent, and no points that it did not have before."""
    if row["state"] not in MAY_RETURN:
        raise EventStateWrong(
            state=str(State(row["state"]).label) if row["state"] in State.values else str(row["state"]),
            needed=tuple(state.label for state in MAY_RETURN),
        )
    if row["is_official"] and not here["is_official"]:
        row["is_official"] = False


def _clean_accounts(work: _Return, label: str, row: Row) -> Row:
    """Return a row without the accounts that the laptop made for itself: nobody here knows them."""
    for column in columns(label):
        if column.is_relation and column.related_model is User and row.get(column.attname) not in work.accounts:
            row[column.attname] = None
    return row


def _is_complete(label: str, row: Row) -> bool:
    """Return whether a row still has what it is about: a role of an unknown account has not."""
    return label != "eventrole" or row.get("user_id") is not None


def _check_place(work: _Return, label: str, row: Row, column: str, parent: str) -> None:
    """Require that a row and everything it names belong to this event. Errors: FileWrong."""
    if column and row.get(column) not in work.keys[parent]:
        raise FileWrong(where=f"{label}.{column}", problem=str(row.get(column)))
    for one in columns(label):
        if not one.is_relation or one.related_model is None or one.related_model is User:
            continue
        name = str(one.related_model._meta.model_name)
        value = row.get(one.attname)
        if value is None:
            continue
        if name == "person":
            known = value in work.people
        elif name in work.keys:
            known = value in work.keys[name]
        else:
            known = label == "event"
        if not known:
            raise FileWrong(where=f"{label}.{one.attname}", problem=str(value))


def _prepare_history(work: _Return, label: str) -> Callable[[], None]:
    """Check the new rows of a history, and return what adds them: no row of a history is ever changed."""
    history = history_of(label)
    known = work.keys[label] | {row["id"] for row in work.here[history]}
    rows = [_clean_accounts(work, history, row) for row in work.added(history)]
    first = work.stay.first_number
    for row in rows:
        if row.get("id") not in known and not (isinstance(row.get("id"), int) and row["id"] >= first):
            raise FileWrong(where=history, problem=str(row.get("id")))
        if "event_id" in row and row["event_id"] != work.event.pk:
            raise FileWrong(where=f"{history}.event_id", problem=str(row["event_id"]))
    return lambda: insert(history, rows)


def _check_event(work: _Return) -> None:
    """Require that the result of a concluded event follows from its sheets and draws. Errors: FileRefused."""
    event = Event.objects.get(pk=work.event.pk)
    if event.state not in EXPORTABLE_STATES:
        return
    findings, _derived = content_findings(event_to_file(event))
    errors = [finding for finding in findings if finding.is_error]
    if errors:
        raise FileRefused(findings=findings, count=len(errors))


def _remove_photos(work: _Return) -> None:
    """Remove what was removed on the laptop, and what shows a table that is gone with its draw."""
    photos, tables = work.part("photo", "removed"), work.part("table", "removed")
    if not all(isinstance(key, int) for key in (*photos, *tables)):
        raise FileWrong(where="photo", problem="removed")
    gone = Q(pk__in=photos) | Q(table__in=tables)
    photos_removed(Photo.objects.filter(gone, event=work.event), work.by)


def _add_photos(work: _Return) -> None:
    """Store the photos that came along, decoded again as any that is uploaded."""
    for row in work.part("photo", "added"):
        data = work.photos.get(str(row.get("sha256"))) if isinstance(row, dict) else None
        if data is None:
            work.summary.photos_left += 1
            continue
        table = row.get("table_id")
        if table is not None and table not in work.keys["table"]:
            raise FileWrong(where="photo.table_id", problem=str(table))
        clean = photo_clean(BytesIO(data))
        digest = hashlib.sha256(clean).hexdigest()
        if Photo.objects.filter(event=work.event, sha256=digest).exists():
            continue
        photo = Photo(
            event=work.event,
            table_id=table,
            sha256=digest,
            caption=str(row.get("caption", ""))[:200],
            added_by=work.by if work.by is not None else None,
        )
        photo.file.save("photo.jpg", ContentFile(clean), save=False)
        record(photo, verb="photo_add", by=work.by)
        work.summary.photos += 1
