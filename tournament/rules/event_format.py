"""Reading a ``tournament-event/1`` file: strict, typed, every refusal names its path.

Source: the format's description in ``docs/formats``; card and player names are judged later, by the checks.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Any, TypeVar

from games import registry
from games.game import Criterion
from tournament.rules import regulation as regulations
from tournament.rules.draws import Draw
from tournament.rules.errors import BadEventFile, UnknownRegulation
from tournament.rules.event_info import (
    CorrectionInfo,
    Counts,
    EventFile,
    EventInfo,
    KingdomInfo,
    PlayerInfo,
    ResultInfo,
    RoundInfo,
    StandingInfo,
    TableInfo,
)
from tournament.rules.regulation import Fascia
from tournament.rules.result import LOT
from tournament.rules.validity import Season

FORMAT = "tournament-event/1"
DOMINION = "dominion"
ENDS = ("provinces", "piles", "time")

T = TypeVar("T")


def _refuse(path: str, problem: str, expected: str) -> BadEventFile:
    return BadEventFile(path=path or "$", problem=problem, expected=expected)


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 40 else text[:39] + "…"


class _Object:
    """A JSON object being read: every field once, none unknown."""

    def __init__(self, value: Any, path: str, fields: Sequence[str]) -> None:
        if not isinstance(value, Mapping):
            raise _refuse(path, _shown(value), "object")
        unknown = next((key for key in value if key not in fields), None)
        if unknown is not None:
            raise _refuse(f"{path}.{unknown}" if path else str(unknown), "unknown field", ", ".join(fields))
        self.value, self.path = value, path

    def at(self, field: str) -> str:
        return f"{self.path}.{field}" if self.path else field

    def has(self, field: str) -> bool:
        return self.value.get(field) is not None

    def read(self, field: str, kind: type[T], *, name: str) -> T:
        if field not in self.value:
            raise _refuse(self.at(field), "missing", name)
        value = self.value[field]
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise _refuse(self.at(field), _shown(value), name)
        return value

    def text(self, field: str) -> str:
        return self.read(field, str, name="text")

    def optional_text(self, field: str) -> str:
        return self.text(field) if self.has(field) else ""

    def integer(self, field: str) -> int:
        return self.read(field, int, name="whole number")

    def optional_integer(self, field: str) -> int | None:
        return self.integer(field) if self.has(field) else None

    def boolean(self, field: str) -> bool:
        return self.read(field, bool, name="true or false")

    def day(self, field: str) -> date:
        text = self.text(field)
        try:
            return date.fromisoformat(text)
        except ValueError:
            raise _refuse(self.at(field), _shown(text), "ISO date, as 2009-07-04") from None

    def fascia(self, field: str) -> Fascia:
        text = self.text(field)
        if text not in list(Fascia):
            raise _refuse(self.at(field), _shown(text), "I, II or III")
        return Fascia(text)

    def items(self, field: str, read: Callable[[Any, str], T], *, optional: bool = False) -> tuple[T, ...]:
        if optional and not self.has(field):
            return ()
        listed = self.read(field, list, name="list")
        return tuple(read(value, f"{self.at(field)}[{index}]") for index, value in enumerate(listed))

    def counts(self, field: str) -> Counts | None:
        return self.read(field, dict, name="object") if self.has(field) else None


def _correction(value: Any, path: str) -> CorrectionInfo:
    fields = _Object(value, path, ("round", "table", "reason"))
    return CorrectionInfo(fields.integer("round"), fields.integer("table"), fields.text("reason"))


def _text(value: Any, path: str) -> str:
    if not isinstance(value, str):
        raise _refuse(path, _shown(value), "text")
    return value


_EVENT = (
    *("name", "city", "venue", "first_day", "last_day", "game", "fascia", "regulation", "organiser", "announcement"),
    *("rounds", "season", "rounds_reason", "referee", "fascia_effective", "photos", "forum_report"),
)


def _event(value: Any, path: str) -> EventInfo:
    fields = _Object(value, path, _EVENT)
    game = fields.text("game")
    if game not in registry.slugs():
        raise _refuse(fields.at("game"), _shown(game), ", ".join(registry.slugs()))
    try:
        version = regulations.get(fields.text("regulation"))
    except UnknownRegulation as unknown:
        raise _refuse(fields.at("regulation"), _shown(unknown.version), ", ".join(unknown.known)) from None
    season = None
    if fields.has("season"):
        window = _Object(fields.value["season"], fields.at("season"), ("first_day", "last_day"))
        season = Season(window.day("first_day"), window.day("last_day"))
    return EventInfo(
        name=fields.text("name"),
        city=fields.text("city"),
        venue=fields.text("venue"),
        first_day=fields.day("first_day"),
        last_day=fields.day("last_day"),
        game=game,
        fascia=fields.fascia("fascia"),
        regulation=version,
        organiser=fields.text("organiser"),
        announcement=fields.text("announcement"),
        rounds=fields.integer("rounds"),
        season=season,
        rounds_reason=fields.optional_text("rounds_reason"),
        referee=fields.optional_text("referee"),
        fascia_effective=fields.fascia("fascia_effective") if fields.has("fascia_effective") else None,
        photos=fields.items("photos", _text, optional=True),
        forum_report=fields.optional_text("forum_report"),
    )


def _player(value: Any, path: str) -> PlayerInfo:
    fields = _Object(value, path, ("id", "first_name", "last_name", "consent"))
    return PlayerInfo(fields.text("id"), fields.text("first_name"), fields.text("last_name"), fields.boolean("consent"))


_DRAW = ("purpose", "scope", "inputs", "outcome", "rejected", "seed", "word", "commitment", "by_hand")


def read_draw(value: Any, path: str = "draw") -> Draw:
    """A draw's audit record from JSON: the fields of :class:`Draw`. Errors: BadEventFile."""
    fields = _Object(value, path, _DRAW)
    return Draw(
        purpose=fields.text("purpose"),
        scope=fields.optional_text("scope"),
        inputs=fields.items("inputs", _text),
        outcome=fields.items("outcome", _text),
        rejected=fields.items("rejected", _text, optional=True),
        seed=fields.optional_text("seed"),
        word=fields.optional_text("word"),
        commitment=fields.optional_text("commitment"),
        by_hand=fields.boolean("by_hand") if fields.has("by_hand") else False,
    )


def write_draw(draw: Draw) -> dict[str, Any]:
    """A draw's audit record as JSON, for ``kingdom.draw`` and for anybody who recomputes it."""
    listed = ("inputs", "outcome", "rejected")
    return {name: list(getattr(draw, name)) if name in listed else getattr(draw, name) for name in _DRAW}


def _kingdom(value: Any, path: str) -> KingdomInfo:
    fields = _Object(value, path, ("drawn", "rejected", "draw"))
    draw = read_draw(value["draw"], fields.at("draw")) if fields.has("draw") else None
    return KingdomInfo(fields.items("drawn", _text), fields.items("rejected", _text), draw)


class _Rounds:
    """Reads the rounds of one game: what a row and a table hold depends on it."""

    def __init__(self, game: str, chain: Sequence[Criterion]) -> None:
        self.dominion = game == DOMINION
        self.numbers = tuple(criterion.name for criterion in chain)

    def result(self, value: Any, path: str) -> ResultInfo:
        decks = ("deck", "breakdown") if self.dominion else ()
        fields = _Object(value, path, ("player", *self.numbers, LOT, "place", *decks))
        if LOT not in fields.value:
            raise _refuse(fields.at(LOT), "missing", "whole number or null")
        return ResultInfo(
            player=fields.text("player"),
            values={name: fields.integer(name) for name in self.numbers},
            lot=fields.optional_integer(LOT),
            place=fields.integer("place"),
            deck=fields.counts("deck"),
            breakdown=fields.counts("breakdown"),
        )

    def table(self, value: Any, path: str) -> TableInfo:
        own = ("end", "ended_by", "trash", "supply") if self.dominion else ("sheet",)
        fields = _Object(value, path, ("number", "seats", "results", "abandoned", "draw", *own))
        end = fields.text("end") if self.dominion else ""
        if self.dominion and end not in ENDS:
            raise _refuse(fields.at("end"), _shown(end), ", ".join(ENDS))
        return TableInfo(
            number=fields.integer("number"),
            seats=fields.items("seats", _text),
            results=fields.items("results", self.result),
            end=end,
            ended_by=fields.integer("ended_by") if self.dominion else None,
            trash=fields.counts("trash"),
            supply=fields.counts("supply"),
            abandoned=fields.items("abandoned", _text, optional=True),
            sheet=fields.counts("sheet"),
            draw=read_draw(fields.value["draw"], fields.at("draw")) if fields.has("draw") else None,
        )

    def standing(self, value: Any, path: str) -> StandingInfo:
        fields = _Object(value, path, ("position", "player", "wins", "seconds", "thirds", LOT))
        return StandingInfo(
            position=fields.integer("position"),
            player=fields.text("player"),
            wins=fields.integer("wins"),
            seconds=fields.integer("seconds"),
            thirds=fields.integer("thirds"),
            lot=fields.optional_integer(LOT),
        )

    def round(self, value: Any, path: str) -> RoundInfo:
        own = ("kingdom",) if self.dominion else ()
        fields = _Object(value, path, ("number", "final", *own, "tables", "standings", "left", "corrected_since"))
        final = fields.boolean("final") if fields.has("final") else False
        if final and fields.has("standings"):
            raise _refuse(fields.at("standings"), "unknown field", "no standings after the final")
        if self.dominion and not fields.has("kingdom"):
            raise _refuse(fields.at("kingdom"), "missing", "object")
        return RoundInfo(
            number=fields.integer("number"),
            final=final,
            kingdom=_kingdom(fields.value["kingdom"], fields.at("kingdom")) if self.dominion else None,
            tables=fields.items("tables", self.table),
            standings=() if final else fields.items("standings", self.standing),
            left=fields.items("left", _text, optional=True),
            corrected_since=fields.items("corrected_since", _correction, optional=True),
        )


def _no_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    read = dict(pairs)
    if len(read) != len(pairs):
        twice = next(key for index, (key, _) in enumerate(pairs) if key in dict(pairs[:index]))
        raise _refuse(twice, "written twice", "every field once")
    return read


def _no_constant(name: str) -> Any:
    raise _refuse("$", name, "a number")


def read_json(source: str | bytes) -> Any:
    """The JSON value of a file's text or bytes; no field twice, no NaN. Errors: BadEventFile."""
    try:
        text = source.decode("utf-8-sig") if isinstance(source, bytes) else source
        return json.loads(text, object_pairs_hook=_no_duplicates, parse_constant=_no_constant)
    except json.JSONDecodeError as bad:
        raise _refuse("$", f"no JSON at line {bad.lineno}, column {bad.colno}", FORMAT) from None
    except UnicodeDecodeError as bad:
        raise _refuse("$", f"no UTF-8 at byte {bad.start}", FORMAT) from None
    except (RecursionError, ValueError):
        raise _refuse("$", "nested too deep, or a number too long", FORMAT) from None


def parse(source: str | bytes | Mapping[str, Any]) -> EventFile:
    """Art. 1.2, 1.4: reads an event file.

    Arguments:
        source: the file's text or bytes, or the object that it holds.
    Errors: BadEventFile, naming the path, what is there and what would be right.
    """
    value = source if isinstance(source, Mapping) else read_json(source)
    if not isinstance(value, Mapping):
        raise _refuse("$", _shown(value), FORMAT)
    if value.get("format") != FORMAT:
        raise _refuse("format", _shown(value.get("format")), FORMAT)
    fields = _Object(value, "", ("format", "event", "players", "rounds", "final_places"))
    event = _event(fields.read("event", dict, name="object"), "event")
    chain = tuple(criterion for criterion in registry.get(event.game).chain if criterion.name != LOT)
    return EventFile(
        event=event,
        players=fields.items("players", _player),
        rounds=fields.items("rounds", _Rounds(event.game, chain).round),
        final_places=fields.items("final_places", _text),
        chain=chain,
    )
