"""Read the history of an event: who did what, when, why, with old and new values (django-simple-history)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import Any, cast

from django.contrib.auth.models import User
from django.db.models import BooleanField, F, Field, IntegerField, Model, TextField, Value
from django.db.models.functions import Cast
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from simple_history.utils import get_history_manager_for_model

from tournament.draws.requests import request_title
from tournament.draws.selectors import draw_title
from tournament.models import (
    ConsentPaper,
    Draw,
    DrawRequest,
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
    WebhookEndpoint,
)
from tournament.models.stored_sentences import stored_sentence

#: Fields that are only bookkeeping, or too long to be read as a change.
_HIDDEN = frozenset(
    {"id", "event", "round", "table", "created_at", "data", "findings", "content", "inputs", "seed", "file", "sha256"}
    | {"outcome", "setup", "key", "slug", "file_id", "hand_agreed", "annulled_agreed", "state_reason_params"}
    | {"drawn_by", "asked_by", "entered_by", "confirmed_by", "submitted_by", "added_by", "season", "organiser"}
    | {"answered_at", "answered_by"}
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
    "fascia_reason": gettext_lazy("reason of the fascia"),
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
    """

    at: datetime
    who: User | None
    verb: str
    kind: str
    what: str
    reason: str
    action: str
    changes: list[Change] = field(default_factory=list)


def _format_value(value: Any) -> str:
    if value is None or value == "":
        return "–"
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, datetime):
        return date_format(localtime(value), "SHORT_DATETIME_FORMAT")
    return str(value)


@dataclass(frozen=True, slots=True)
class _Names:
    """Labels of primary keys: names of entries and people, numbers of tables, read once."""

    entries: dict[int, str]
    people: dict[int, str]
    tables: dict[int, int]


def _label(model: type[Model], name: str, value: Any, names: _Names) -> str:
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


def _changes(model: type[Model], before: Any, after: Any, names: _Names) -> list[Change]:
    changes = []
    for model_field in model._meta.concrete_fields:
        if model_field.name == "state_reason_code":
            changes += _state_reason_changes(before, after)
            continue
        if model_field.name in _HIDDEN or not hasattr(after, model_field.attname):
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


def _rows(model: type[Model], records: Iterable[Any], names: _Names) -> Iterator[HistoryRow]:
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
            what=_describe(model, record, names),
            reason=record.reason_in_words or _program_reason(model, before, record),
            action=record.history_type,
            changes=changes,
        )


#: Per model, the name of a row of its history, from the row and the labels of what it points to.
_DESCRIPTIONS: dict[type[Model], Callable[[Any, _Names], str]] = {
    Entry: lambda row, names: names.entries.get(row.id) or _("entry %(number)s") % {"number": row.number},
    Round: lambda row, names: _("final") if row.is_final else _("round %(number)s") % {"number": row.number},
    Table: lambda row, names: _("table %(number)s") % {"number": row.number},
    Sheet: lambda row, names: _("sheet, version %(version)s") % {"version": row.version},
    Draw: lambda row, names: draw_title(row),
    DrawRequest: lambda row, names: request_title(row),
    StandingRow: lambda row, names: _("standings: %(player)s") % {"player": names.entries.get(row.entry_id, "")},
    PrivateLink: lambda row, names: (
        names.entries.get(row.entry_id) or _("table %(number)s") % {"number": names.tables.get(row.table_id, "")}
    ),
    Report: lambda row, names: _("report, version %(version)s") % {"version": row.version},
    WebhookEndpoint: lambda row, names: str(row.url),
    EventRole: lambda row, names: str(EventRole.Role(row.role).label),
}


def _describe(model: type[Model], record: Any, names: _Names) -> str:
    description = _DESCRIPTIONS.get(model)
    return description(record, names) if description is not None else str(model._meta.verbose_name)


def _names(event: Event) -> _Names:
    rounds = Round.history.filter(event_id=event.pk).values("id")
    tables = dict(Table.history.filter(round_id__in=rounds).values_list("id", "number").distinct())
    records = list(Entry.history.filter(event_id=event.pk).values_list("id", "person_id").order_by("history_id"))
    people = {person.pk: str(person) for person in Person.objects.filter(pk__in={pk for _entry, pk in records})}
    return _Names({entry: people.get(person, "") for entry, person in records}, people, tables)


def _sources(event: Event) -> list[tuple[type[Model], dict[str, Any]]]:
    """Return the models whose history belongs to an event, each with the condition on its rows. Runs no query."""
    rounds = Round.history.filter(event_id=event.pk).values("id")
    tables = Table.history.filter(round_id__in=rounds).values("id")
    return [
        (Event, {"id": event.pk}),
        (EventRole, {"event_id": event.pk}),
        (Entry, {"event_id": event.pk}),
        (Round, {"event_id": event.pk}),
        (Draw, {"event_id": event.pk}),
        (DrawRequest, {"event_id": event.pk}),
        (Table, {"round_id__in": rounds}),
        (Sheet, {"table_id__in": tables}),
        (StandingRow, {"round_id__in": rounds}),
        (Photo, {"event_id": event.pk}),
        (Report, {"event_id": event.pk}),
        (ConsentPaper, {"event_id": event.pk}),
        (WebhookEndpoint, {"event_id": event.pk}),
        # Links are created by the dozen when forms are printed: only their later changes are listed.
        (PrivateLink, {"event_id": event.pk, "history_type": "~"}),
    ]


def event_history(event: Event) -> list[HistoryRow]:
    """Return everything done in an event, newest first: one query per kind of object, whatever their number."""
    names = _names(event)
    rows: list[tuple[datetime, HistoryRow]] = []
    for model, where in _sources(event):
        records = (
            get_history_manager_for_model(model).filter(**where).select_related("history_user").order_by("history_id")
        )
        latest = datetime.min.replace(tzinfo=UTC)
        for row in _rows(model, records, names):
            # If the machine's clock was set back, the order of the actions still holds.
            latest = max(latest, row.at)
            rows.append((latest, row))
    return [row for _moment, row in sorted(rows, key=lambda timed_row: timed_row[0])][::-1]


@dataclass(frozen=True, slots=True)
class Act:
    """What was done in one go, however many rows of the history it wrote.

    Arguments:
        at: when its last row was written; verb, what: of the row that names it.
        more: how many other objects were handled by the same verb.
    """

    at: datetime
    verb: str
    what: str
    more: int = 0


#: Rows by one user closer together than this belong to one act.
ACT_GAP = timedelta(seconds=2)
#: Verbs done to one player after another, and how far apart they are still one act.
_ONE_BY_ONE = frozenset({"entry_add", "entry_check_in", "entry_pay", "link_mail", "link_print"})
ONE_BY_ONE_GAP = timedelta(minutes=10)
#: The model whose row names the act of a verb, where it is not the first of ``_sources`` that has one.
_NAMED_BY: dict[str, type[Model]] = {"round_draw": Round, "round_undo": Round}
#: Rows read for the latest acts: drawing a round for 200 players writes about 300.
LATEST_ROWS = 400
#: Verbs that only happen as part of another act, which names it.
_PARTS = frozenset({"draw_commit", "draw_reveal"})


#: Per model, the columns that its description reads, at most three.
_DESCRIBED_BY: dict[type[Model], tuple[str, ...]] = {
    Entry: ("id", "number"),
    Round: ("number", "is_final"),
    Table: ("number",),
    Sheet: ("version",),
    Draw: ("purpose", "scope"),
    DrawRequest: ("kind", "round_number", "is_final"),
    StandingRow: ("entry_id",),
    PrivateLink: ("entry_id", "table_id"),
    Report: ("version",),
    WebhookEndpoint: ("url",),
    EventRole: ("role",),
}


def _as_text(column: str | None) -> Any:
    """Return a column as text, so that the histories of different models have the same columns."""
    return Cast(Value(None) if column is None else F(column), TextField())


def _record(model: type[Model], texts: Iterable[str | None]) -> Any:
    """Return an unsaved row of a model's history with the columns that its description reads."""
    record = get_history_manager_for_model(model).model()
    for column, text in zip(_DESCRIBED_BY.get(model, ()), texts, strict=False):
        model_field = cast("Field[Any, Any]", model._meta.get_field(column))
        # SQLite writes a truth value as 1, PostgreSQL as true.
        value = text in ("1", "true") if isinstance(model_field, BooleanField) else model_field.to_python(text)
        setattr(record, column, value)
    return record


#: A row of any model's history: when, index of the model in ``_sources``, key, verb, user, columns of its description.
_Row = tuple[Any, ...]


def _latest_rows(event: Event, limit: int) -> list[_Row]:
    """Return the newest rows of all histories of an event. Runs one query."""
    histories = []
    for index, (model, where) in enumerate(_sources(event)):
        columns: list[str | None] = [*_DESCRIBED_BY.get(model, ()), None, None, None]
        texts = {f"text_{number}": _as_text(column) for number, column in enumerate(columns[:3])}
        rows = get_history_manager_for_model(model).filter(**where).order_by()
        histories.append(
            rows.annotate(source=Cast(Value(index), IntegerField()), **texts).values_list(
                "history_date", "source", "history_id", "history_verb", "history_user_id", *texts
            )
        )
    ordered = histories[0].union(*histories[1:], all=True).order_by("-history_date", "-source", "-history_id")
    return list(ordered[:limit])


def _is_same_act(row: _Row, newer: _Row) -> bool:
    """Return whether a row belongs to the act of the next newer one."""
    is_repeated = row[3] == newer[3] and row[3] in _ONE_BY_ONE
    return bool(row[4] == newer[4] and newer[0] - row[0] <= (ONE_BY_ONE_GAP if is_repeated else ACT_GAP))


def _acts(rows: Sequence[_Row], models: Sequence[type[Model]]) -> Iterator[tuple[_Row, int]]:
    """Yield, newest first, the row that names each act, and the number of other objects with its verb.

    Rows written together are one act for each verb, apart from verbs that are only parts of another.
    """
    begin = 0
    for index in range(1, len(rows) + 1):
        if index < len(rows) and _is_same_act(rows[index], rows[index - 1]):
            continue
        yield from _acts_of(rows[begin:index], models)
        begin = index


def _acts_of(rows: Sequence[_Row], models: Sequence[type[Model]]) -> list[tuple[_Row, int]]:
    """Return the acts of rows written together: each the row that names it, and the number of other objects."""
    by_verb: dict[str, list[_Row]] = {}
    for row in rows:
        by_verb.setdefault(row[3], []).append(row)
    own = {verb: same for verb, same in by_verb.items() if verb not in _PARTS} or by_verb
    # Else the first source of a verb names it: the event before its entries, the table before its sheet.
    named = [
        (min(same, key=lambda row: (models[row[1]] is not _NAMED_BY.get(row[3]), row[1])), same)
        for same in own.values()
    ]
    return [(head, len({row[2] for row in same if row[1] == head[1]}) - 1) for head, same in named]


def latest_acts(event: Event, limit: int, names: Mapping[int, str]) -> list[Act]:
    """Return the newest acts in an event. Runs one query, and one more each for unnamed entries and for tables.

    Arguments:
        names: of players, by the primary key of their entry, as far as the caller has read them.
    """
    models = [model for model, _where in _sources(event)]
    acts = list(islice(_acts(_latest_rows(event, LATEST_ROWS), models), limit))
    heads = [(models[row[1]], _record(models[row[1]], row[5:])) for row, _more in acts]
    labels = _labels(heads, names)
    return [
        Act(row[0], row[3], _describe(model, record, labels), more)
        for (row, more), (model, record) in zip(acts, heads, strict=True)
    ]


def _labels(records: Iterable[tuple[type[Model], Any]], names: Mapping[int, str]) -> _Names:
    """Return the labels that rows of the history need; those of entries and tables not known yet are read."""
    entries, missing, tables = dict(names), set(), set()
    for model, record in records:
        missing.add(record.id if model is Entry else getattr(record, "entry_id", None))
        tables.add(getattr(record, "table_id", None))
    missing -= {None, *entries}
    tables -= {None}
    if missing:
        entered = Entry.history.filter(id__in=missing).select_related("person").order_by("history_id")
        entries |= {row.id: str(row.person) if row.person else "" for row in entered}
    numbers = dict(Table.history.filter(id__in=tables).values_list("id", "number")) if tables else {}
    return _Names(entries, {}, numbers)
