"""List of the optional fields of an event file.

To add a field: one line here, the attribute of the same name (with the value that stands for "absent") in
``event_file.info``, its row in ``docs/formats.md``, and a value in ``tests/data/event-13-players-2.json``. A file
without the field stays valid, and a report that was sent before the field existed stays up to date.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games import registry
from games.game import Criterion
from tournament.regulation.beacon import Beacon
from tournament.regulation.draws import Draw
from tournament.regulation.event_file import reading
from tournament.regulation.event_file.info import (
    CorrectionInfo,
    EntryInfo,
    HandDrawInfo,
    RepeatedDrawInfo,
)
from tournament.regulation.event_file.reading import Fields, Read, list_of
from tournament.regulation.table_result import LOT
from tournament.regulation.validity import Season

#: Format of files that are written.
FORMAT = "tournament-event/2"
#: Formats that can be read, and their version.
VERSIONS = {"tournament-event/1": 1, FORMAT: 2}

DOMINION = "dominion"
#: Field of the event with the values of its version of the regulation.
REGULATION_VALUES = "regulation_values"
#: Fields that earlier versions wrote and that are read without a use: who agreed to an irregular draw, attempts of a
#: draw by phones that failed, and what such a draw was made from.
_AGREED = ("confirmed_by",)
FAILED = ("failed_draws",)
_PHONES = ("contributions", "ceremony")


@dataclass(frozen=True, slots=True)
class Kind:
    """The parser's knowledge of a file: its version, its game, and the game's tie-break chain without the lot."""

    version: int
    game: str
    chain: tuple[Criterion, ...]

    @property
    def dominion(self) -> bool:
        """Return whether the file has the parts that only Dominion has."""
        return self.game == DOMINION

    @classmethod
    def of_game(cls, version: int, game: str) -> Kind:
        """Return the kind of a file whose game the registry knows."""
        chain = tuple(criterion for criterion in registry.get(game).chain if criterion.name != LOT)
        return cls(version, game, chain)


@dataclass(frozen=True, slots=True)
class OptionalField:
    """A field that a file may leave out; null is the same as absent.

    Arguments:
        part: the object that holds it.
        read: reads its value.
        since: the first version of the format that has it.
        dominion: True if only files of Dominion have it, False if only those of other games, None if all do.
    """

    part: str
    name: str
    read: Read[Any]
    since: int = 2
    dominion: bool | None = None

    def known(self, kind: Kind | None) -> bool:
        """Return whether a file of this kind may hold the field."""
        return kind is None or (self.since <= kind.version and self.dominion in (None, kind.dominion))


def _read_season(value: Any, path: str) -> Season:
    fields = Fields(value, path, ("first_day", "last_day", *names_of("season")))
    days = fields.read_all(("first_day", "last_day"), reading.read_date)
    return Season(**days, **read_optional(fields, "season"))


def _read_entry(value: Any, path: str) -> EntryInfo:
    fields = Fields(value, path, ("number", "first_name", "last_name"))
    names = fields.read_all(("first_name", "last_name"), reading.read_text)
    return EntryInfo(number=fields.read("number", reading.read_integer), **names)


def _read_correction(value: Any, path: str) -> CorrectionInfo:
    fields = Fields(value, path, ("round", "table", "reason"))
    numbers = fields.read_all(("round", "table"), reading.read_integer)
    return CorrectionInfo(**numbers, reason=fields.read("reason", reading.read_text))


def _read_repeated(value: Any, path: str) -> RepeatedDrawInfo:
    fields = Fields(value, path, ("purpose", "scope", *names_of("repeated_draw"), *_AGREED))
    which = fields.read_all(("purpose", "scope"), reading.read_text)
    return RepeatedDrawInfo(**which, **read_optional(fields, "repeated_draw"))


def _read_by_hand(value: Any, path: str) -> HandDrawInfo:
    fields = Fields(value, path, ("purpose", "scope", *names_of("draw_by_hand"), *_AGREED))
    which = fields.read_all(("purpose", "scope"), reading.read_text)
    return HandDrawInfo(**which, **read_optional(fields, "draw_by_hand"))


def _read_beacon(value: Any, path: str) -> Beacon:
    fields = Fields(value, path, ("key", "round", "signature"))
    texts = fields.read_all(("key", "signature"), reading.read_text)
    return Beacon(round=fields.read("round", reading.read_integer), **texts)


def read_draw(value: Any, path: str = "draw") -> Draw:
    """Read a draw's audit record from JSON: the fields of :class:`Draw`. Errors: BadEventFile."""
    fields = Fields(value, path, ("purpose", "inputs", "outcome", *names_of("draw"), *_PHONES))
    is_older = any(fields.has(name) for name in _PHONES)
    return Draw(
        purpose=fields.read("purpose", reading.read_text),
        inputs=fields.read("inputs", reading.read_texts),
        outcome=fields.read("outcome", reading.read_texts),
        **{"scope": "", "by_phones": is_older, **read_optional(fields, "draw")},
    )


#: Every optional field. The numbers of the game's tie-break chain in a result are optional too.
OPTIONAL: tuple[OptionalField, ...] = (
    OptionalField("event", "season", _read_season, since=1),
    OptionalField("event", "rounds_reason", reading.read_text, since=1),
    OptionalField("event", "referee", reading.read_text, since=1),
    OptionalField("event", "fascia_effective", reading.read_fascia, since=1),
    OptionalField("event", "photos", reading.read_texts, since=1),
    OptionalField("event", "forum_report", reading.read_text, since=1),
    OptionalField("event", "national_final", reading.read_boolean),
    OptionalField("event", "announced_on", reading.read_date),
    OptionalField("event", "authorised_on", reading.read_date),
    OptionalField("event", "minutes", reading.read_integer),
    OptionalField("event", "minutes_reason", reading.read_text),
    OptionalField("event", "final_has_clock", reading.read_boolean),
    OptionalField("event", "final_clock_reason", reading.read_text),
    OptionalField("event", REGULATION_VALUES, reading.read_object),
    OptionalField("event", "home", reading.read_text),
    OptionalField("event", "entries", list_of(_read_entry)),
    OptionalField("event", "played_elsewhere", reading.read_boolean),
    OptionalField("season", "game", reading.read_text),
    OptionalField("round", "final", reading.read_boolean, since=1),
    OptionalField("round", "left", reading.read_texts, since=1),
    OptionalField("round", "corrected_since", list_of(_read_correction), since=1),
    OptionalField("round", "drawn_on", reading.read_date),
    OptionalField("round", "dates_reason", reading.read_text),
    OptionalField("round", "repeated_draws", list_of(_read_repeated)),
    OptionalField("round", "draws_by_hand", list_of(_read_by_hand)),
    OptionalField("repeated_draw", "reason", reading.read_text),
    OptionalField("repeated_draw", "by", reading.read_text),
    OptionalField("repeated_draw", "beacon_round", reading.read_integer),
    OptionalField("draw_by_hand", "reason", reading.read_text),
    OptionalField("draw_by_hand", "by", reading.read_text),
    OptionalField("draw_by_hand", "witnesses", reading.read_texts),
    OptionalField("kingdom", "draw", read_draw, since=1),
    OptionalField("table", "abandoned", reading.read_texts, since=1),
    OptionalField("table", "no_shows", reading.read_texts),
    OptionalField("table", "draw", read_draw, since=1),
    OptionalField("table", "trash", reading.read_object, since=1, dominion=True),
    OptionalField("table", "supply", reading.read_object, since=1, dominion=True),
    OptionalField("table", "sheet", reading.read_object, since=1, dominion=False),
    OptionalField("result", "deck", reading.read_object, since=1, dominion=True),
    OptionalField("result", "breakdown", reading.read_object, since=1, dominion=True),
    OptionalField("draw", "scope", reading.read_text, since=1),
    OptionalField("draw", "rejected", reading.read_texts, since=1),
    OptionalField("draw", "seed", reading.read_text, since=1),
    OptionalField("draw", "word", reading.read_text, since=1),
    OptionalField("draw", "commitment", reading.read_text, since=1),
    OptionalField("draw", "by_hand", reading.read_boolean, since=1),
    OptionalField("draw", "by_phones", reading.read_boolean),
    OptionalField("draw", "beacon", _read_beacon),
)

#: The optional fields inside the rounds. A report that lacks one is not outdated: it may be older than the field.
NAMES_IN_ROUNDS = frozenset(
    optional_field.name for optional_field in OPTIONAL if optional_field.part not in ("event", "season")
)


def names_of(part: str, kind: Kind | None = None) -> tuple[str, ...]:
    """Return the names of the optional fields of a part; without a kind, of every version and game."""
    return tuple(
        optional_field.name for optional_field in OPTIONAL if optional_field.part == part and optional_field.known(kind)
    )


def read_optional(fields: Fields, part: str, kind: Kind | None = None) -> dict[str, Any]:
    """Read the optional fields of a part that the file holds, by name. Errors: BadEventFile."""
    present_fields = (
        optional_field
        for optional_field in OPTIONAL
        if optional_field.part == part and optional_field.known(kind) and fields.has(optional_field.name)
    )
    return {
        optional_field.name: fields.read(optional_field.name, optional_field.read) for optional_field in present_fields
    }
