"""Which rows belong to an event, and how a row is written into a file and read from it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import date, datetime, time
from decimal import Decimal
from functools import cache
from itertools import islice
from typing import Any

from django.apps import apps
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import connection, models
from django.db.models.fields.files import FieldFile

from tournament.laptop.errors import FileWrong
from tournament.models import Event

Row = dict[str, Any]
#: Rows by the label of their model.
Rows = dict[str, list[Row]]

#: The models whose rows belong to an event, with the column that leads to an earlier one. Photos come with
#: their files; signed forms are files that stay on the site.
PARTS: tuple[tuple[str, str, str], ...] = (
    ("eventrole", "event_id", "event"),
    ("entryprice", "event_id", "event"),
    ("eventprize", "event_id", "event"),
    ("eventmessage", "event_id", "event"),
    ("entry", "event_id", "event"),
    ("entryrequest", "event_id", "event"),
    ("consent", "entry_id", "entry"),
    ("errorreport", "entry_id", "entry"),
    ("infraction", "entry_id", "entry"),
    ("round", "event_id", "event"),
    ("table", "round_id", "round"),
    ("seat", "table_id", "table"),
    ("standingrow", "round_id", "round"),
    ("finalplace", "event_id", "event"),
    ("sheet", "table_id", "table"),
    ("privatelink", "event_id", "event"),
    ("seatconfirmation", "sheet_id", "sheet"),
    ("helpcall", "table_id", "table"),
    ("leavewish", "entry_id", "entry"),
    ("draw", "event_id", "event"),
    ("drawrequest", "event_id", "event"),
    ("drawagreement", "request_id", "drawrequest"),
    ("drawchain", "event_id", "event"),
    ("drawceremony", "event_id", "event"),
    ("drawpart", "ceremony_id", "drawceremony"),
    ("drawseal", "event_id", "event"),
)
PHOTO = ("photo", "event_id", "event")
#: Columns that hold only where they are written: they neither leave nor return.
LOCAL: dict[str, dict[str, Any]] = {
    "event": {"winner_photo_id": None, "away_since": None, "guest_of": ""},
    "historicalevent": {"winner_photo_id": None, "away_since": None, "guest_of": ""},
    "consent": {"paper_id": None},
}
_BATCH = 500


@cache
def model_of(label: str) -> type[models.Model]:
    """Return the model of a label; ``user`` is Django's."""
    return User if label == "user" else apps.get_model("tournament", label)


@cache
def history_of(label: str) -> str:
    """Return the label of a model's history; empty where it has none."""
    manager = getattr(model_of(label), "history", None)
    return manager.model._meta.model_name if manager is not None else ""


@cache
def columns(label: str) -> tuple[models.Field[Any, Any], ...]:
    """Return the columns of a model, its key first."""
    meta = model_of(label)._meta
    key = meta.pk
    return (key, *(field for field in meta.concrete_fields if field is not key))


def key_of(label: str) -> str:
    """Return the name of a model's key."""
    return columns(label)[0].attname


def event_rows(event: Event, *, photos: bool = False) -> Rows:
    """Return the rows of an event with their histories, written as for a file.

    Arguments:
        photos: those of its photos too.
    """
    keys: dict[str, set[Any]] = {"event": {event.pk}}
    rows: Rows = {"event": _written("event", pk__in=[event.pk]), history_of("event"): _history("event", id=event.pk)}
    for label, column, parent in (*PARTS, *((PHOTO,) if photos else ())):
        rows[label] = _written(label, **{f"{column}__in": keys[parent]})
        keys[label] = {row[key_of(label)] for row in rows[label]}
        if history_of(label):
            # The history names rows that were deleted since, and so their own parts' histories are found too.
            rows[history_of(label)] = _history(label, **{f"{column}__in": keys[parent]})
            keys[label] |= {row["id"] for row in rows[history_of(label)]}
    return rows


def _history(label: str, **where: Any) -> list[Row]:
    return _written(history_of(label), **where)


def _written(label: str, **where: Any) -> list[Row]:
    fields = columns(label)
    model = model_of(label)
    rows = model._default_manager.filter(**where).order_by("pk").values_list(*(field.attname for field in fields))
    local = LOCAL.get(label, {})
    return [{field.attname: _plain(value) for field, value in zip(fields, row, strict=True)} | local for row in rows]


def rows_of(label: str, keys: Iterable[Any]) -> list[Row]:
    """Return the rows of a model with these keys, written as for a file."""
    return _written(label, pk__in=set(keys))


def _plain(value: Any) -> Any:
    """Return a value as JSON holds it; a time keeps its microseconds."""
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    if isinstance(value, Decimal | FieldFile):
        return str(value)
    return value


def read_value(label: str, field: models.Field[Any, Any], value: Any) -> Any:
    """Return a value of a file as its column takes it.

    Errors: FileWrong for a value that the column cannot hold.
    """
    try:
        if value is None:
            if not field.null:
                raise FileWrong(where=f"{label}.{field.attname}", problem="null")
            return None
        read = field.to_python(value) if not field.is_relation else int(value)
        if field.choices and read not in ("", *(choice for choice, _name in field.flatchoices)):
            raise FileWrong(where=f"{label}.{field.attname}", problem=repr(value)[:60])
        if read not in field.empty_values:
            field.run_validators(read)
    except (ValidationError, ValueError, TypeError, OverflowError) as error:
        raise FileWrong(where=f"{label}.{field.attname}", problem=repr(value)[:60]) from error
    return read


def insert(label: str, rows: Iterable[Mapping[str, Any]]) -> None:
    """Insert rows of a file as they are: with their keys and times, without signals and new histories.

    Errors: FileWrong.
    """
    fields = columns(label)
    quote = connection.ops.quote_name
    names = ", ".join(quote(str(field.column)) for field in fields)
    marks = ", ".join(["%s"] * len(fields))
    statement = f"INSERT INTO {quote(model_of(label)._meta.db_table)} ({names}) VALUES ({marks})"
    with connection.cursor() as cursor:
        for batch in _batches(rows):
            cursor.executemany(statement, [_parameters(label, fields, row) for row in batch])


def _parameters(label: str, fields: Iterable[models.Field[Any, Any]], row: Mapping[str, Any]) -> list[Any]:
    if not isinstance(row, Mapping):
        raise FileWrong(where=label, problem=repr(row)[:60])
    values = []
    for field in fields:
        if field.attname not in row:
            raise FileWrong(where=f"{label}.{field.attname}", problem="…")
        values.append(field.get_db_prep_save(read_value(label, field, row[field.attname]), connection))
    return values


def delete(label: str, keys: Iterable[Any]) -> None:
    """Delete rows without signals: what refers to them must be deleted or inserted again in the same transaction."""
    meta = model_of(label)._meta
    quote = connection.ops.quote_name
    statement = f"DELETE FROM {quote(meta.db_table)} WHERE {quote(str(columns(label)[0].column))} = %s"
    with connection.cursor() as cursor:
        cursor.executemany(statement, [[key] for key in keys])


def _batches(rows: Iterable[Any]) -> Iterator[list[Any]]:
    remaining = iter(rows)
    while batch := list(islice(remaining, _BATCH)):
        yield batch


def all_labels() -> list[str]:
    """Return every label whose rows a laptop makes, histories, people and accounts included."""
    parts = ("event", "person", *(label for label, _column, _parent in (*PARTS, PHOTO)))
    histories = [history_of(label) for label in parts if history_of(label)]
    return ["user", *parts, *histories]


def highest_number() -> int:
    """Return the highest key of all those tables."""
    highest = (model_of(label)._default_manager.aggregate(most=models.Max("pk"))["most"] for label in all_labels())
    return max((number or 0 for number in highest), default=0)


def number_from(first: int) -> None:
    """Let every table of an event number its next row from here, or later where it holds a higher number."""
    with connection.cursor() as cursor:
        for label in all_labels():
            meta = model_of(label)._meta
            key = str(columns(label)[0].column)
            most = model_of(label)._default_manager.aggregate(most=models.Max("pk"))["most"] or 0
            number = max(first, most + 1)
            if connection.vendor == "sqlite":
                cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [meta.db_table])
                cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [meta.db_table, number - 1])
            else:
                sequence = "SELECT setval(pg_get_serial_sequence(%s, %s), %s, false)"
                cursor.execute(sequence, [connection.ops.quote_name(meta.db_table), key, number])
