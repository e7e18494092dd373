"""Read the history of an event: who did what, when, why, with old and new values (django-simple-history)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Model
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from simple_history.utils import get_history_manager_for_model

from tournament.draws.selectors import draw_title, step_title
from tournament.models import (
    ConsentPaper,
    Draw,
    DrawPress,
    Entry,
    Event,
    EventRole,
    Person,
    Photo,
    PrivateLink,
    Report,
    Round,
    Sheet,
    StandingRow,
    Table,
)
from tournament.models.stored_sentences import stored_sentence

#: Fields that are only bookkeeping, or too long to be read as a change.
_HIDDEN = frozenset(
    {"id", "event", "round", "table", "created_at", "data", "findings", "content", "inputs", "seed", "file", "sha256"}
    | {"outcome", "setup", "key", "slug", "file_id", "witnesses", "annulled_by", "state_reason_params"}
    | {"drawn_by", "asked_by", "entered_by", "confirmed_by", "submitted_by", "added_by", "season", "organiser"}
    | {"answered_at", "answered_by", "decided_at"}
)
#: Labels for the fields whose models have none.
_FIELDS: dict[str, Any] = {
    "annulled_at": gettext_lazy("annulled on"),
    "annulled_reason": gettext_lazy("why annulled"),
    "authorised_at": gettext_lazy("authorised on"),
    "by_hand": gettext_lazy("by hand"),
    "clock_ends_at": gettext_lazy("the clock ends at"),
    "clock_left": gettext_lazy("time left on the clock"),
    "clock_started_at": gettext_lazy("the clock started at"),
    "closed_at": gettext_lazy("closed at"),
    "committed_at": gettext_lazy("fingerprint published at"),
    "concluded_at": gettext_lazy("concluded at"),
    "confirmed_at": gettext_lazy("confirmed at"),
    "decided_by": gettext_lazy("decided by"),
    "done_at": gettext_lazy("done at"),
    "drawn_at": gettext_lazy("drawn at"),
    "fascia_reason": gettext_lazy("reason of the Fascia"),
    "is_abandoned": gettext_lazy("a player dropped out"),
    "is_national_final": gettext_lazy("national final"),
    "is_official": gettext_lazy("official"),
    "lot": gettext_lazy("lot"),
    "paused_why": gettext_lazy("why paused"),
    "position": gettext_lazy("position"),
    "published_at": gettext_lazy("published at"),
    "role": gettext_lazy("role"),
    "rounds": gettext_lazy("rounds"),
    "seconds": gettext_lazy("second places"),
    "state": gettext_lazy("state"),
    "state_reason_code": gettext_lazy("reason of the state"),
    "thirds": gettext_lazy("third places"),
    "table_points": gettext_lazy("points at the tables"),
    "wins": gettext_lazy("wins"),
    "withdrawn_at": gettext_lazy("withdrawn at"),
}


@dataclass(frozen=True, slots=True)
class Change:
    """One changed field with its old and new value."""

    field: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class HistoryRow:
    """One action on one object.

    Arguments:
        at, who: when, and the user; None for the system.
        verb: the service's name, e.g. ``"round_close"``; empty if it was not done through a service.
        kind, what: the model (``"entry"``) and the object's label.
        reason: as written; empty if none was required.
        changes: the fields that changed; empty for a created or deleted object.
        action: ``"+"`` created, ``"~"`` changed, ``"-"`` deleted.
        key: the primary key of the row in the history of its model.
    """

    at: datetime
    who: User | None
    verb: str
    kind: str
    what: str
    reason: str
    action: str
    changes: list[Change] = field(default_factory=list)
    key: int = 0


def _format_value(value: Any) -> str:
    if value is None or value == "":
        return "–"
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, datetime):
        return date_format(localtime(value), "SHORT_DATETIME_FORMAT")
    return str(value)


@dataclass(frozen=True, slots=True)
class Names:
    """Labels of primary keys: names of entries and people, numbers of tables, read once."""

    entries: dict[int, str]
    people: dict[int, str]
    tables: dict[int, int]


def _label(model: type[Model], name: str, value: Any, names: Names) -> str:
    """Return the display value of a field: the label of a choice, the name of a person."""
    if name in ("person", "merged_into"):
        return names.people.get(value, _format_value(value))
    if name == "entry":
        return names.entries.get(value, _format_value(value))
    if isinstance(value, Mapping):
        return "; ".join(f"{key}: {_join_list(item)}" for key, item in value.items()) or "–"
    if isinstance(value, list):
        return _join_list(value)
    choices = dict(getattr(model._meta.get_field(name), "flatchoices", ()) or ())
    return _format_value(choices.get(value, value))


def _join_list(value: Any) -> str:
    return ", ".join(map(str, value)) or "–" if isinstance(value, list) else _format_value(value)


def _changes(model: type[Model], before: Any, after: Any, names: Names) -> list[Change]:
    changes = []
    for model_field in model._meta.concrete_fields:
        if model_field.name == "state_reason_code":
            changes += _state_reason_changes(before, after)
            continue
        is_hidden = model_field.name in _HIDDEN or model_field.related_model is User
        if is_hidden or not hasattr(after, model_field.attname):
            continue
        old, new = getattr(before, model_field.attname), getattr(after, model_field.attname)
        if old != new:
            label = str(_FIELDS.get(model_field.name) or getattr(model_field, "verbose_name", model_field.name))
            changes.append(
                Change(label, _label(model, model_field.name, old, names), _label(model, model_field.name, new, names))
            )
    return changes


def _state_reason_changes(before: Any, after: Any) -> list[Change]:
    """Return the change of an event's stored reason: its code and parameters are one sentence."""
    old, new = ((version.state_reason_code, version.state_reason_params) for version in (before, after))
    if old == new:
        return []
    sentences = [_format_value(stored_sentence(*reason)) for reason in (old, new)]
    return [Change(str(_FIELDS["state_reason_code"]), *sentences)]


def _program_reason(model: type[Model], before: Any, after: Any) -> str:
    """Return the reason that the program itself gave for an event's new state; blank if nobody gave one."""
    if model is not Event or before is None or before.state_reason_code == after.state_reason_code:
        return ""
    return stored_sentence(after.state_reason_code, after.state_reason_params)


def _flat(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the numbers of a sheet by their path, ``seats[1].gold``."""
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield from _flat(item, f"{path}.{key}" if path else str(key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _flat(item, f"{path}[{index}]")
    else:
        yield path, value


def _sheet_changes(before: Any, after: Any) -> list[Change]:
    """Return the differences between a new version of a table's sheet and the one before it."""
    old, new = dict(_flat(before.data)), dict(_flat(after.data))
    paths = [path for path in {**old, **new} if old.get(path) != new.get(path)]
    return [Change(path, _format_value(old.get(path)), _format_value(new.get(path))) for path in paths]


def _rows(model: type[Model], records: Iterable[Any], names: Names) -> Iterator[HistoryRow]:
    """Yield the rows of one model's history, given oldest first."""
    earlier: dict[int, Any] = {}
    versions: dict[int, Any] = {}
    for record in records:
        before = earlier.get(record.id)
        earlier[record.id] = record
        changes: list[Change] = []
        if before is not None and record.history_type == "~":
            changes = _changes(model, before, record, names)
        elif model is Sheet and record.history_type == "+":
            previous = versions.get(record.table_id)
            changes = _sheet_changes(previous, record) if previous is not None else []
            versions[record.table_id] = record
        yield HistoryRow(
            at=record.history_date,
            who=record.history_user,
            verb=record.history_verb,
            kind=str(model._meta.model_name),
            what=describe(model, record, names),
            reason=record.reason_in_words or _program_reason(model, before, record),
            action=record.history_type,
            changes=changes,
            key=record.history_id,
        )


#: Per model, the name of a row of its history, from the row and the labels of what it points to.
_DESCRIPTIONS: dict[type[Model], Callable[[Any, Names], str]] = {
    Entry: lambda row, names: names.entries.get(row.id) or _("entry %(number)s") % {"number": row.number},
    Round: lambda row, names: _("final") if row.is_final else _("round %(number)s") % {"number": row.number},
    Table: lambda row, names: _("table %(number)s") % {"number": row.number},
    Sheet: lambda row, names: _("sheet, version %(version)s") % {"version": row.version},
    Draw: lambda row, names: draw_title(row),
    DrawPress: lambda row, names: step_title(row.step),
    StandingRow: lambda row, names: _("standings: %(player)s") % {"player": names.entries.get(row.entry_id, "")},
    PrivateLink: lambda row, names: (
        names.entries.get(row.entry_id) or _("table %(number)s") % {"number": names.tables.get(row.table_id, "")}
    ),
    Report: lambda row, names: _("report, version %(version)s") % {"version": row.version},
    EventRole: lambda row, names: str(EventRole.Role(row.role).label),
}


def describe(model: type[Model], record: Any, names: Names) -> str:
    """Return the name of what a row of a model's history was done to."""
    description = _DESCRIPTIONS.get(model)
    return description(record, names) if description is not None else str(model._meta.verbose_name)


def _names(event: Event) -> Names:
    rounds = Round.history.filter(event_id=event.pk).values("id")
    tables = dict(Table.history.filter(round_id__in=rounds).values_list("id", "number").distinct())
    records = list(Entry.history.filter(event_id=event.pk).values_list("id", "person_id").order_by("history_id"))
    people = {person.pk: str(person) for person in Person.objects.filter(pk__in={pk for _entry, pk in records})}
    entries = {entry: people.get(person, "") for entry, person in records}
    shown = {entry.pk: str(entry) for entry in event.entries.select_related("person")}
    return Names(entries | shown, people, tables)


def sources(event: Event) -> list[tuple[type[Model], dict[str, Any]]]:
    """Return the models whose history belongs to an event, each with the condition on its rows. Runs no query."""
    rounds = Round.history.filter(event_id=event.pk).values("id")
    tables = Table.history.filter(round_id__in=rounds).values("id")
    return [
        (Event, {"id": event.pk}),
        (EventRole, {"event_id": event.pk}),
        (Entry, {"event_id": event.pk}),
        (Round, {"event_id": event.pk}),
        (Draw, {"event_id": event.pk}),
        (DrawPress, {"event_id": event.pk}),
        (Table, {"round_id__in": rounds}),
        (Sheet, {"table_id__in": tables}),
        (StandingRow, {"round_id__in": rounds}),
        (Photo, {"event_id": event.pk}),
        (Report, {"event_id": event.pk}),
        (ConsentPaper, {"event_id": event.pk}),
        # Links are created by the dozen when forms are printed: only their later changes are listed.
        (PrivateLink, {"event_id": event.pk, "history_type": "~"}),
    ]


def event_history(event: Event, models: Collection[type[Model]] | None = None) -> list[HistoryRow]:
    """Return everything done in an event, newest first: one query per kind of object, whatever their number.

    Arguments:
        models: the kinds of objects to read; None for all.
    """
    names = _names(event)
    rows: list[tuple[datetime, HistoryRow]] = []
    for model, where in sources(event):
        if models is not None and model not in models:
            continue
        records = (
            get_history_manager_for_model(model).filter(**where).select_related("history_user").order_by("history_id")
        )
        latest = datetime.min.replace(tzinfo=UTC)
        for row in _rows(model, records, names):
            # If the machine's clock was set back, the order of the actions still holds.
            latest = max(latest, row.at)
            rows.append((latest, row))
    return [row for _moment, row in sorted(rows, key=lambda timed_row: timed_row[0])][::-1]
