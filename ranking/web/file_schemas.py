"""JSON Schemas of every open format: of the files that are read here, and of those that are only written.

``script/schemas`` writes them to ``docs/schemas/``, and the site serves them below ``/schemas/``. A format that only
this program reads again (a backup, the list of erasures) has none.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from games import registry
from ranking.closing.document import FORMAT as FINAL_RANKING
from ranking.closing.document import SIGNED_FORMAT
from ranking.web.public.ranking import FORMAT as RANKING
from ranking.web.public.rating_list import FORMAT as RATINGS
from tournament.exchange.schemas import Schema, file_name, file_schemas, schema_text
from tournament.personal_data.data_export import FORMAT as PERSON_DATA

_TEXT: Schema = {"type": "string"}
_TEXT_OR_NULL: Schema = {"type": ["string", "null"]}
_NUMBER: Schema = {"type": "number"}
_INTEGER: Schema = {"type": "integer"}
_BOOLEAN: Schema = {"type": "boolean"}
_DAY: Schema = {"type": "string", "format": "date"}
_MOMENT: Schema = {"type": "string", "format": "date-time"}
_ADDRESS: Schema = {"type": "string", "format": "uri"}
_GAME: Schema = {"enum": list(registry.slugs())}


def _object(**fields: Schema) -> Schema:
    """Return the schema of an object that has these fields; a later version of the program may add others."""
    return {"type": "object", "properties": fields, "required": list(fields)}


def _rows(row: Schema) -> Schema:
    return {"type": "array", "items": row}


def _file(file_format: str, title: str, content: Mapping[str, Any]) -> Schema:
    """Return the whole schema of a format whose field ``format`` names it."""
    head = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:fossato:{file_name(file_format)}",
        "title": f"{title} ({file_format})",
    }
    fields = {"format": {"const": file_format}, **content["properties"]}
    return {**head, **content, "properties": fields, "required": ["format", *content["required"]]}


def _ranking() -> Schema:
    counts = dict.fromkeys(("wins", "ordinary_wins", "seconds", "thirds", "events"), _INTEGER)
    row = _object(rank=_INTEGER, player=_TEXT_OR_NULL, points=_NUMBER, **counts, decided_by=_TEXT, called=_BOOLEAN)
    return _object(season=_TEXT, game=_GAME, regulation=_TEXT, finalists=_INTEGER, at=_MOMENT, rows=_rows(row))


def _ratings() -> Schema:
    numbers = dict.fromkeys(("rating", "margin", "games"), _INTEGER)
    row = _object(player=_TEXT, page=_ADDRESS, **numbers, last_day=_DAY)
    return _object(game=_GAME, at=_MOMENT, rows=_rows(row))


def _final_ranking() -> Schema:
    counts = dict.fromkeys(("half_points", "events", "wins", "ordinary_wins", "seconds", "thirds"), _INTEGER)
    lot = {"type": ["integer", "null"]}
    row = _object(rank=_INTEGER, player=_TEXT, **counts, decided_by=_TEXT, lot=lot)
    return _object(
        number=_INTEGER,
        at=_MOMENT,
        season=_TEXT,
        game=_GAME,
        regulation=_TEXT,
        first_day=_DAY,
        last_day=_DAY,
        finalists=_INTEGER,
        events=_rows(_object(name=_TEXT, address=_TEXT, last_day=_DAY)),
        events_without_points=_rows(_object(name=_TEXT, address=_TEXT, state=_TEXT)),
        rows=_rows(row),
    )


def _person_data() -> Schema:
    """Return the schema of a copy of a person's data; the columns are those of the tables (docs/access.md)."""
    table = _rows({"type": "object"})
    schema = _object(made_at=_MOMENT, account={"type": ["object", "null"]}, mails=table, invitations=table)
    parts = ("history", "entries", "joined_records", "help_calls")
    schema["properties"] |= {"record": {"type": "object"}, **dict.fromkeys(parts, table)}
    return schema


def all_schemas() -> dict[str, Schema]:
    """Return every schema by its file name without ending."""
    signed = _object(text=_TEXT, **dict.fromkeys(("sha256", "key", "signature"), _TEXT))
    written = {
        RANKING: ("The Ranking of a season", _ranking()),
        RATINGS: ("The ratings of a game, which are not official", _ratings()),
        FINAL_RANKING: ("A final Ranking", _final_ranking()),
        SIGNED_FORMAT: ("A final Ranking with its signature", signed),
        PERSON_DATA: ("A copy of somebody’s data", _person_data()),
    }
    return file_schemas() | {
        file_name(file_format): _file(file_format, title, content) for file_format, (title, content) in written.items()
    }


def write_schemas(folder: Path) -> None:
    """Write every schema to ``folder``."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, schema in all_schemas().items():
        (folder / f"{name}.json").write_text(schema_text(schema), encoding="utf-8")
