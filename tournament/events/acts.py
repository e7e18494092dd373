"""Group the rows of an event's history by act: closing a round writes dozens of rows and is one line."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import islice, pairwise
from typing import Any, NamedTuple, cast

from django.contrib.auth.models import User
from django.core.paginator import Page, Paginator
from django.db.models import BooleanField, F, Field, IntegerField, JSONField, Model, TextField, Value
from django.db.models.functions import Cast
from django.utils.timezone import localtime
from simple_history.utils import get_history_manager_for_model

from tournament.events.timeline import HistoryRow, Names, describe, event_history, sources
from tournament.models import (
    Draw,
    DrawPress,
    Entry,
    Event,
    EventRole,
    PrivateLink,
    Report,
    Round,
    Sheet,
    StandingRow,
    Table,
)
from tournament.models.stored_sentences import stored_sentence


@dataclass(frozen=True, slots=True)
class Act:
    """One act of a person, however many rows of the history it wrote.

    Arguments:
        at: when its last row was written; verb, what: of the row that names it.
        more: how many other objects were handled by the same verb.
        who: the user, None for the system; reason: as written, empty if none was required.
        key: the address of the act on the page of the history.
    """

    at: datetime
    verb: str
    what: str
    more: int = 0
    who: User | None = None
    reason: str = ""
    key: str = ""

    @property
    def day(self) -> date:
        """Return the day of the act in the time zone of the page."""
        return localtime(self.at).date()


#: Rows by one user closer together than this belong to one act.
ACT_GAP = timedelta(seconds=2)
#: Verbs done to one player after another, and how far apart they are still one act.
_ONE_BY_ONE = frozenset({"entry_add", "entry_check_in", "entry_pay", "link_mail", "link_print"})
ONE_BY_ONE_GAP = timedelta(minutes=10)
#: The model whose row names the act of a verb, where it is not the first of ``sources`` that has one.
_NAMED_BY: dict[str, type[Model]] = {"round_draw": Round, "round_undo": Round}
#: Rows read for the latest acts: drawing a round for 200 players writes about 300.
LATEST_ROWS = 400
#: Verbs that only happen as part of another act, which names it.
_PARTS = frozenset({"draw_commit", "draw_reveal"})
#: Acts on one page of the history.
ACTS_PER_PAGE = 40
#: Per model, the columns that its description or its reason reads, at most three.
_DESCRIBED_BY: dict[type[Model], tuple[str, ...]] = {
    Event: ("state_reason_code", "state_reason_params"),
    Entry: ("id", "number"),
    Round: ("number", "is_final"),
    Table: ("number",),
    Sheet: ("version",),
    Draw: ("purpose", "scope"),
    DrawPress: ("step",),
    StandingRow: ("entry_id",),
    PrivateLink: ("entry_id", "table_id"),
    Report: ("version",),
    EventRole: ("role",),
}
#: Columns that every model's history has, in the order of ``_Row``.
_COLUMNS = ("history_date", "source", "history_id", "history_verb", "history_user_id")
_REASON = ("history_change_reason", "history_actor", "history_actor_params")


class _Row(NamedTuple):
    """A row of any model's history: ``source`` is the index of the model in ``sources``."""

    at: datetime
    source: int
    pk: int
    verb: str
    user: int | None
    texts: tuple[str | None, ...]
    reason: tuple[str | None, ...]


class _RawAct(NamedTuple):
    """An act before its names are read: the row that names it, the number of other objects, and its rows."""

    head: _Row
    more: int
    rows: Sequence[_Row]

    @property
    def key(self) -> str:
        return f"{self.head.source}-{self.head.pk}"


def _as_text(column: str | None) -> Any:
    """Return a column as text, so that the histories of different models have the same columns."""
    return Cast(Value(None) if column is None else F(column), TextField())


def _from_text(model: type[Model], column: str, text: str | None) -> Any:
    """Return the value of a column read as text."""
    model_field = cast("Field[Any, Any]", model._meta.get_field(column))
    if isinstance(model_field, BooleanField):
        # SQLite writes a truth value as 1, PostgreSQL as true.
        return text in ("1", "true")
    return json.loads(text or "{}") if isinstance(model_field, JSONField) else model_field.to_python(text)


def _record(model: type[Model], texts: Iterable[str | None]) -> Any:
    """Return an unsaved row of a model's history with the columns that its description reads."""
    record = get_history_manager_for_model(model).model()
    for column, text in zip(_DESCRIBED_BY.get(model, ()), texts, strict=False):
        setattr(record, column, _from_text(model, column, text))
    return record


def _rows(event: Event, limit: int | None = None) -> list[_Row]:
    """Return the rows of all histories of an event, newest first. Runs one query."""
    histories = []
    for index, (model, where) in enumerate(sources(event)):
        columns: list[str | None] = [*_DESCRIBED_BY.get(model, ()), None, None, None]
        texts = {f"text_{number}": _as_text(column) for number, column in enumerate((*columns[:3], *_REASON))}
        rows = get_history_manager_for_model(model).filter(**where).order_by()
        annotated = rows.annotate(source=Cast(Value(index), IntegerField()), **texts)
        histories.append(annotated.values_list(*_COLUMNS, *texts))
    ordered = histories[0].union(*histories[1:], all=True).order_by("-history_date", "-source", "-history_id")
    return [
        _Row(at, source, pk, verb, user, tuple(texts[:3]), tuple(texts[3:]))
        for at, source, pk, verb, user, *texts in ordered[:limit]
    ]


def _is_same_act(row: _Row, newer: _Row) -> bool:
    """Return whether a row belongs to the act of the next newer one."""
    is_repeated = row.verb == newer.verb and row.verb in _ONE_BY_ONE
    return row.user == newer.user and newer.at - row.at <= (ONE_BY_ONE_GAP if is_repeated else ACT_GAP)


def _acts(rows: Sequence[_Row], models: Sequence[type[Model]]) -> Iterator[_RawAct]:
    """Yield the acts, newest first.

    Rows written together are one act for each verb, apart from verbs that are only parts of another.
    """
    begin = 0
    for index in range(1, len(rows) + 1):
        if index < len(rows) and _is_same_act(rows[index], rows[index - 1]):
            continue
        yield from _acts_of(rows[begin:index], models)
        begin = index


def _acts_of(rows: Sequence[_Row], models: Sequence[type[Model]]) -> list[_RawAct]:
    """Return the acts of rows written together."""
    by_verb: dict[str, list[_Row]] = {}
    for row in rows:
        by_verb.setdefault(row.verb, []).append(row)
    own = {verb: same for verb, same in by_verb.items() if verb not in _PARTS} or by_verb
    # Else the first source of a verb names it: the event before its entries, the table before its sheet.
    named = [
        (min(same, key=lambda row: (models[row.source] is not _NAMED_BY.get(row.verb), row.source)), same)
        for same in own.values()
    ]
    parts = [row for verb, same in by_verb.items() if verb not in own for row in same]
    return [
        _RawAct(head, len({row.pk for row in same if row.source == head.source}) - 1, [*same, *parts])
        for head, same in named
    ]


def _models(event: Event) -> list[type[Model]]:
    return [model for model, _where in sources(event)]


def latest_acts(event: Event, limit: int, names: Mapping[int, str]) -> list[Act]:
    """Return the newest acts in an event. Runs one query, and one more each for unnamed entries and for tables.

    Arguments:
        names: of players, by the primary key of their entry, as far as the caller has read them.
    """
    models = _models(event)
    return _named(list(islice(_acts(_rows(event, LATEST_ROWS), models), limit)), models, names)


def acts_page(event: Event, number: str | None) -> Page[Act]:
    """Return one page of everything done in an event, newest act first. Runs at most four queries."""
    models, rows = _models(event), _rows(event)
    page = cast("Page[Any]", Paginator(list(_acts(rows, models)), ACTS_PER_PAGE).get_page(number))
    raw = list(page.object_list)
    users = User.objects.in_bulk({act.head.user for act in raw} - {None})
    page.object_list = _named(raw, models, {}, users, _program_reasons(rows, models.index(Event)))
    return cast("Page[Act]", page)


def act_rows(event: Event, key: str) -> list[HistoryRow]:
    """Return the rows of one act with their changes, newest first; empty if there is no such act."""
    models = _models(event)
    act = next((act for act in _acts(_rows(event), models) if act.key == key), None)
    if act is None:
        return []
    wanted = {(str(models[row.source]._meta.model_name), row.pk) for row in act.rows}
    rows = event_history(event, {models[row.source] for row in act.rows})
    return [row for row in rows if (row.kind, row.key) in wanted]


def _named(
    raw: Sequence[_RawAct],
    models: Sequence[type[Model]],
    names: Mapping[int, str],
    users: Mapping[int, User] | None = None,
    program_reasons: Mapping[int, str] | None = None,
) -> list[Act]:
    """Return the acts with the names of what they were done to, their users and their reasons."""
    heads = [(models[act.head.source], _record(models[act.head.source], act.head.texts)) for act in raw]
    labels = _labels(heads, names)
    return [
        Act(
            act.head.at,
            act.head.verb,
            describe(model, record, labels),
            act.more,
            (users or {}).get(act.head.user or 0),
            _reason(act.head) or ((program_reasons or {}).get(act.head.pk, "") if model is Event else ""),
            act.key,
        )
        for act, (model, record) in zip(raw, heads, strict=True)
    ]


def _reason(row: _Row) -> str:
    """Return the actor without an account and the reason of a row, as one text."""
    reason, actor, params = row.reason
    return ": ".join(part for part in (stored_sentence(actor or "", json.loads(params or "{}")), reason or "") if part)


def _program_reasons(rows: Iterable[_Row], source: int) -> dict[int, str]:
    """Return the reasons that the program itself gave for a new state of the event, by the row that brought it."""
    reasons: dict[int, str] = {}
    own = [row for row in rows if row.source == source]
    for row, older in pairwise(own):
        if row.texts[0] != older.texts[0]:
            reasons[row.pk] = stored_sentence(row.texts[0] or "", json.loads(row.texts[1] or "{}"))
    return reasons


def _labels(records: Iterable[tuple[type[Model], Any]], names: Mapping[int, str]) -> Names:
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
        entries |= {
            entry.pk: str(entry)
            for entry in Entry.objects.filter(id__in=[*filter(None, missing)]).select_related("person")
        }
    numbers = dict(Table.history.filter(id__in=tables).values_list("id", "number")) if tables else {}
    return Names(entries, {}, numbers)
