"""JSON Schemas of the file formats that are read here, written from the declarations that the readers use.

``ranking.web.file_schemas`` adds those of the files that are only written, and publishes all. A schema describes the
form of a file: names, types, what may be absent. What the fields mean together is checked by ``event_verify``.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from games import registry
from games.record import RANDOMNESS
from tournament.regulation.event_file import reading
from tournament.regulation.event_file.fields import OPTIONAL, VERSIONS, Kind
from tournament.regulation.event_file.parse import ENDS
from tournament.regulation.parameters import Fascia
from tournament.regulation.table_result import LOT

Schema = dict[str, Any]

_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_TEXT: Schema = {"type": "string"}
_INTEGER: Schema = {"type": "integer"}
_OBJECT: Schema = {"type": "object"}
_TEXTS: Schema = {"type": "array", "items": _TEXT}
_DAY: Schema = {"type": "string", "format": "date"}
_FASCIA: Schema = {"enum": [str(fascia) for fascia in Fascia]}

#: Schema of what a reader of plain values reads.
_OF_READER: dict[Any, Schema] = {
    reading.read_text: _TEXT,
    reading.read_integer: _INTEGER,
    reading.read_boolean: {"type": "boolean"},
    reading.read_date: _DAY,
    reading.read_fascia: _FASCIA,
    reading.read_texts: _TEXTS,
    reading.read_object: _OBJECT,
}
#: Definition of each optional field whose value is an object, or a list of objects.
_OF_FIELD: dict[tuple[str, str], tuple[str, bool]] = {
    ("event", "season"): ("season", False),
    ("event", "entries"): ("entry", True),
    ("round", "corrected_since"): ("correction", True),
    ("round", "repeated_draws"): ("repeated_draw", True),
    ("round", "draws_by_hand"): ("draw_by_hand", True),
    ("kingdom", "draw"): ("draw", False),
    ("table", "draw"): ("draw", False),
    ("draw", "beacon"): ("beacon", False),
}


def _ref(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def _list(item: Schema) -> Schema:
    return {"type": "array", "items": item}


def _or_null(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


def _object(required: Mapping[str, Schema], optional: Mapping[str, Schema] | None = None) -> Schema:
    """Return the schema of an object without other fields; an optional field may be null."""
    properties = {**required, **{name: _or_null(schema) for name, schema in (optional or {}).items()}}
    return {
        "type": "object",
        "properties": properties,
        "required": list(required),
        "additionalProperties": False,
    }


def _all(names: Iterable[str], schema: Schema) -> dict[str, Schema]:
    return dict.fromkeys(names, schema)


def _optional(part: str, kind: Kind | None = None) -> dict[str, Schema]:
    """Return the schemas of the optional fields of a part of an event file, by name."""
    schemas: dict[str, Schema] = {}
    for field in OPTIONAL:
        if field.part != part or not field.known(kind):
            continue
        if (part, field.name) in _OF_FIELD:
            name, is_list = _OF_FIELD[part, field.name]
            schemas[field.name] = _list(_ref(name)) if is_list else _ref(name)
        else:
            schemas[field.name] = _OF_READER[field.read]
    return schemas


def _common_parts() -> dict[str, Schema]:
    """Return the definitions that are the same for every game."""
    which_draw = _all(("purpose", "scope"), _TEXT)
    return {
        "season": _object(_all(("first_day", "last_day"), _DAY), _optional("season")),
        "entry": _object({"number": _INTEGER, **_all(("first_name", "last_name"), _TEXT)}),
        "correction": _object({**_all(("round", "table"), _INTEGER), "reason": _TEXT}),
        "repeated_draw": _object(which_draw, _optional("repeated_draw")),
        "draw_by_hand": _object(which_draw, _optional("draw_by_hand")),
        "draw": _object({"purpose": _TEXT, **_all(("inputs", "outcome"), _TEXTS)}, _optional("draw")),
        "beacon": _object({**_all(("key", "signature"), _TEXT), "round": _INTEGER}),
        "player": _object({**_all(("id", "first_name", "last_name"), _TEXT), "consent": {"type": "boolean"}}),
        "standing": _object(
            {"player": _TEXT, **_all(("position", "wins", "seconds", "thirds"), _INTEGER)}, {LOT: _INTEGER}
        ),
    }


def _event(kind: Kind) -> Schema:
    texts = ("name", "city", "venue", "organiser", "announcement", "regulation")
    return _object(
        {
            **_all(texts, _TEXT),
            **_all(("first_day", "last_day"), _DAY),
            **{"game": {"const": kind.game}, "fascia": _FASCIA, "rounds": _INTEGER},
        },
        _optional("event", kind),
    )


def _table(kind: Kind) -> Schema:
    result = _object(
        {"player": _TEXT, "place": _INTEGER, LOT: _or_null(_INTEGER)},
        {**_all((criterion.name for criterion in kind.chain), _INTEGER), **_optional("result", kind)},
    )
    end = {"end": {"enum": list(ENDS)}, "ended_by": _INTEGER} if kind.dominion else {}
    return _object({"number": _INTEGER, "seats": _TEXTS, "results": _list(result), **end}, _optional("table", kind))


def _round(kind: Kind) -> Schema:
    """Return the schema of a round: standings after every round but the final, which has none."""
    kingdom = {"kingdom": _object(_all(("drawn", "rejected"), _TEXTS), _optional("kingdom", kind))}
    schema = _object(
        {"number": _INTEGER, **(kingdom if kind.dominion else {}), "tables": _list(_table(kind))},
        {"standings": _list(_ref("standing")), **_optional("round", kind)},
    )
    is_final = {"properties": {"final": {"const": True}}, "required": ["final"]}
    without, with_standings = {"standings": {"type": "null"}}, {"standings": {"type": "array"}}
    schema |= {
        "if": is_final,
        "then": {"properties": without},
        "else": {"properties": with_standings, "required": ["standings"]},
    }
    return schema


def event_schema(file_format: str) -> Schema:
    """Return the schema of an event file of one format, e.g. ``tournament-event/2``."""
    branches = []
    for game in registry.slugs():
        kind = Kind.of_game(VERSIONS[file_format], game)
        branches.append(
            {
                "if": {"properties": {"event": {"properties": {"game": {"const": game}}, "required": ["game"]}}},
                "then": {"properties": {"event": _event(kind), "rounds": _list(_round(kind))}},
            }
        )
    game_field = {"type": "object", "properties": {"game": {"enum": list(registry.slugs())}}, "required": ["game"]}
    required: dict[str, Schema] = {
        "format": {"const": file_format},
        "event": game_field,
        "players": _list(_ref("player")),
        "rounds": _list(_OBJECT),
        "final_places": _TEXTS,
    }
    points = _object(_all(("ordinary", "multiplied"), _INTEGER))
    schema = _object(required)
    # A report is an event file with the points of each player.
    schema["properties"]["points"] = {"type": "object", "additionalProperties": points}
    return {**_head(file_format, "An event of the championship"), **schema, "allOf": branches}


def record_schema() -> Schema:
    """Return the schema of a game that can be replayed."""
    number_or_order = {"anyOf": [{"type": "integer", "minimum": 0}, _list(_INTEGER)]}
    seeded = {"seed": {"type": ["string", "integer"]}, "randomness": {"enum": list(RANDOMNESS)}}
    schema = _object(
        {
            "format": {"const": "game-record/1"},
            "game": _TEXT,
            "players": {**_TEXTS, "minItems": 1},
            "setup": _OBJECT,
            "choices": _list({"type": ["string", "integer", "array"]}),
        }
    )
    schema["properties"] |= seeded | {"chance": _list(number_or_order)}
    schema["dependentRequired"] = {"randomness": ["seed"]}
    exactly_one = [{"required": ["seed"]}, {"required": ["chance"]}]
    return {**_head("game-record/1", "A game that can be replayed", is_common=False), **schema, "oneOf": exactly_one}


def sheet_schema() -> Schema:
    """Return the schema of a score sheet; what stands in ``sheet`` is each game's own, and checked by the game."""
    required: dict[str, Schema] = {
        "format": {"const": "score-sheet/1"},
        "game": {"enum": list(registry.slugs())},
        "players": _TEXTS,
        "sheet": _OBJECT,
    }
    seats = [
        {
            "if": {"properties": {"game": {"const": game}}},
            "then": {"properties": {"players": {"minItems": min(numbers), "maxItems": max(numbers)}}},
        }
        for game in registry.slugs()
        for numbers in [registry.get(game).players]
    ]
    return {**_head("score-sheet/1", "One table of one game", is_common=False), **_object(required), "allOf": seats}


def _head(file_format: str, title: str, *, is_common: bool = True) -> Schema:
    name = file_name(file_format)
    head: Schema = {"$schema": _DIALECT, "$id": f"urn:fossato:{name}", "title": f"{title} ({file_format})"}
    return {**head, "$defs": _common_parts()} if is_common else head


def file_name(file_format: str) -> str:
    """Return the name of a format's schema, without its ending: ``tournament-event-2``."""
    return file_format.replace("/", "-").replace("+", "-")


def file_schemas() -> dict[str, Schema]:
    """Return the schemas of the files that are read, by their file name without ending."""
    schemas = {file_name(file_format): event_schema(file_format) for file_format in VERSIONS}
    return {**schemas, "game-record-1": record_schema(), "score-sheet-1": sheet_schema()}


def schema_text(schema: Schema) -> str:
    """Return a schema as the text of its file."""
    return json.dumps(schema, indent=1, ensure_ascii=False, default=str) + "\n"
