"""Read an event file: strict, typed, every error with its path; card and player names are left to the checks.

Source: the format's description in ``docs/formats.md``. The optional fields are those of ``event_file.fields``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from games import registry
from tournament.regulation import parameters as regulations
from tournament.regulation import version_values
from tournament.regulation.draws import Draw
from tournament.regulation.event_file import reading
from tournament.regulation.event_file.fields import (
    FAILED,
    FORMAT,
    REGULATION_VALUES,
    VERSIONS,
    Kind,
    names_of,
    read_optional,
)
from tournament.regulation.event_file.info import (
    EventFile,
    EventInfo,
    KingdomInfo,
    PlayerInfo,
    ResultInfo,
    RoundInfo,
    StandingInfo,
    TableInfo,
)
from tournament.regulation.event_file.reading import Fields, list_of, refuse, shown
from tournament.regulation.refusals import (
    BadRegulationValue,
    ImpossibleRegulation,
    RegulationValueGone,
    UnknownRegulation,
)
from tournament.regulation.table_result import LOT

ENDS = ("provinces", "piles", "time")

_EVENT = (
    *("name", "city", "venue", "first_day", "last_day", "game", "fascia", "regulation", "organiser", "announcement"),
    "rounds",
)


def _read_game(value: Any, path: str) -> str:
    game = reading.read_text(value, path)
    if game not in registry.slugs():
        raise refuse(path, shown(game), ", ".join(registry.slugs()))
    return game


def _read_regulation(fields: Fields) -> regulations.Regulation:
    """Read the version: a known one by its number, any other by the values that the file carries (REQ-103)."""
    version, path = fields.read("regulation", reading.read_text), fields.at("regulation")
    carried, carried_path = fields.optional(REGULATION_VALUES, reading.read_object), fields.at(REGULATION_VALUES)
    if carried is not None:
        try:
            carried = version_values.without_gone(carried)
        except RegulationValueGone as gone:
            raise refuse(f"{carried_path}.{gone.field}", shown(gone.value), gone.right) from None
    try:
        known = regulations.get(version)
    except UnknownRegulation as unknown:
        if carried is None:
            raise refuse(path, shown(unknown.version), ", ".join(unknown.known)) from None
        return _described_regulation(version, carried, carried_path)
    written = version_values.to_values(known)
    for name, value in (carried or {}).items():
        if name not in written:
            raise refuse(f"{carried_path}.{name}", "unknown field", ", ".join(written))
        if value != written[name]:
            raise refuse(f"{carried_path}.{name}", shown(value), shown(written[name]))
    return known


def _described_regulation(version: str, values: Mapping[str, Any], path: str) -> regulations.Regulation:
    try:
        return version_values.from_values(version, values)
    except BadRegulationValue as bad:
        raise refuse(f"{path}.{bad.field}", shown(bad.value), bad.right) from None
    except ImpossibleRegulation as bad:
        raise refuse(path, shown(bad.version), "a version under which an event can be played") from None


def _read_kind(value: Any, path: str, version: int) -> Kind:
    """Read the game first, since it determines which fields the event may hold."""
    fields = Fields(value, path, reading.read_object(value, path))
    return Kind.of_game(version, fields.read("game", _read_game))


def _read_event(value: Any, path: str, kind: Kind) -> EventInfo:
    fields = Fields(value, path, (*_EVENT, *names_of("event", kind)))
    texts = ("name", "city", "venue", "organiser", "announcement")
    return EventInfo(
        game=kind.game,
        **fields.read_all(texts, reading.read_text),
        first_day=fields.read("first_day", reading.read_date),
        last_day=fields.read("last_day", reading.read_date),
        fascia=fields.read("fascia", reading.read_fascia),
        regulation=_read_regulation(fields),
        rounds=fields.read("rounds", reading.read_integer),
        **read_optional(fields, "event", kind),
    )


def _read_player(value: Any, path: str) -> PlayerInfo:
    texts = ("id", "first_name", "last_name")
    fields = Fields(value, path, (*texts, "consent"))
    consent = fields.read("consent", reading.read_boolean)
    return PlayerInfo(**fields.read_all(texts, reading.read_text), consent=consent)


def write_draw(draw: Draw) -> dict[str, Any]:
    """Return a draw's audit record as JSON, for ``kingdom.draw`` and for recomputing it."""
    draw_data = asdict(draw)
    for name in ("by_phones", "beacon"):
        if not draw_data[name]:
            del draw_data[name]
    written: dict[str, Any] = _as_json(draw_data)
    return written


def _as_json(value: Any) -> Any:
    """Return a value with lists for its tuples, at every depth."""
    if isinstance(value, Mapping):
        return {name: _as_json(part) for name, part in value.items()}
    return [_as_json(part) for part in value] if isinstance(value, list | tuple) else value


def _read_lot(value: Any, path: str) -> int | None:
    """Read a lot, which is null if none was drawn."""
    return None if value is None else reading.read_integer(value, path)


def _read_end(value: Any, path: str) -> str:
    if value not in ENDS:
        raise refuse(path, shown(value), ", ".join(ENDS))
    return str(value)


class _Rounds:
    """Reader of the rounds of a file of one kind."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind
        self.numbers = tuple(criterion.name for criterion in kind.chain)

    def kingdom(self, value: Any, path: str) -> KingdomInfo:
        fields = Fields(value, path, ("drawn", "rejected", *names_of("kingdom", self.kind)))
        cards = fields.read_all(("drawn", "rejected"), reading.read_texts)
        return KingdomInfo(**cards, **read_optional(fields, "kingdom", self.kind))

    def result(self, value: Any, path: str) -> ResultInfo:
        fields = Fields(value, path, ("player", *self.numbers, LOT, "place", *names_of("result", self.kind)))
        return ResultInfo(
            player=fields.read("player", reading.read_text),
            values={name: fields.optional(name, reading.read_integer) for name in self.numbers},
            lot=fields.read(LOT, _read_lot),
            place=fields.read("place", reading.read_integer),
            **read_optional(fields, "result", self.kind),
        )

    def table(self, value: Any, path: str) -> TableInfo:
        dominion_fields = ("end", "ended_by") if self.kind.dominion else ()
        fields = Fields(value, path, ("number", "seats", "results", *dominion_fields, *names_of("table", self.kind)))
        end: dict[str, Any] = {}
        if self.kind.dominion:
            end = {"end": fields.read("end", _read_end), "ended_by": fields.read("ended_by", reading.read_integer)}
        return TableInfo(
            number=fields.read("number", reading.read_integer),
            seats=fields.read("seats", reading.read_texts),
            results=fields.read("results", list_of(self.result)),
            **end,
            **read_optional(fields, "table", self.kind),
        )

    def standing(self, value: Any, path: str) -> StandingInfo:
        numbers = ("wins", "seconds", "thirds")
        fields = Fields(value, path, ("position", "player", *numbers, LOT))
        return StandingInfo(
            position=fields.read("position", reading.read_integer),
            player=fields.read("player", reading.read_text),
            **fields.read_all(numbers, reading.read_integer),
            lot=fields.optional(LOT, reading.read_integer),
        )

    def round(self, value: Any, path: str) -> RoundInfo:
        dominion_fields = ("kingdom",) if self.kind.dominion else ()
        fields = Fields(
            value, path, ("number", *dominion_fields, "tables", "standings", *names_of("round", self.kind), *FAILED)
        )
        optional = {"final": False, **read_optional(fields, "round", self.kind)}
        if optional["final"] and fields.has("standings"):
            raise refuse(fields.at("standings"), "unknown field", "no standings after the final")
        return RoundInfo(
            number=fields.read("number", reading.read_integer),
            kingdom=fields.read("kingdom", self.kingdom) if self.kind.dominion else None,
            tables=fields.read("tables", list_of(self.table)),
            standings=() if optional["final"] else fields.read("standings", list_of(self.standing)),
            **optional,
        )


def _no_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    read = dict(pairs)
    if len(read) != len(pairs):
        repeated_key = next(key for index, (key, _) in enumerate(pairs) if key in dict(pairs[:index]))
        raise refuse(repeated_key, "written twice", "every field once")
    return read


def _no_constant(name: str) -> Any:
    raise refuse("$", name, "a number")


def read_json(source: str | bytes) -> Any:
    """Return the JSON value of a file's text or bytes; duplicate fields and NaN are refused. Errors: BadEventFile."""
    try:
        text = source.decode("utf-8-sig") if isinstance(source, bytes) else source
        return json.loads(text, object_pairs_hook=_no_duplicates, parse_constant=_no_constant)
    except json.JSONDecodeError as bad:
        raise refuse(
            "$", "not JSON at line {line}, column {column}", FORMAT, line=bad.lineno, column=bad.colno
        ) from None
    except UnicodeDecodeError as bad:
        raise refuse("$", "not UTF-8 at byte {byte}", FORMAT, byte=bad.start) from None
    except (RecursionError, ValueError):
        raise refuse("$", "nested too deep, or a number too long", FORMAT) from None


def parse(source: str | bytes | Mapping[str, Any]) -> EventFile:
    """Art. 1.2, 1.4: read an event file.

    Arguments:
        source: the file's text or bytes, or the object that it holds.
    Errors: BadEventFile, naming the path, what is there and what is expected.
    """
    value = source if isinstance(source, Mapping) else read_json(source)
    if not isinstance(value, Mapping):
        raise refuse("$", shown(value), FORMAT)
    version = VERSIONS.get(value["format"]) if isinstance(value.get("format"), str) else None
    if version is None:
        raise refuse("format", shown(value.get("format")), ", ".join(VERSIONS))
    fields = Fields(value, "", ("format", "event", "players", "rounds", "final_places"))
    kind = fields.read("event", lambda event, path: _read_kind(event, path, version))
    event = fields.read("event", lambda event, path: _read_event(event, path, kind))
    return EventFile(
        event=event,
        players=fields.read("players", list_of(_read_player)),
        rounds=fields.read("rounds", list_of(_Rounds(kind).round)),
        final_places=fields.read("final_places", reading.read_texts),
        chain=kind.chain,
    )
