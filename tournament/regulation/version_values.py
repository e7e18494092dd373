"""Art. 1.1: the values of a version of the regulation as data: their schema, reading and writing.

A version is an object of plain JSON values by name: it is stored, edited in a form, and carried by an event file. The
names are those of ``Regulation`` and ``Readings``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final

from tournament.regulation.parameters import (
    AfterThirds,
    Convention,
    Departure,
    DropOuts,
    Fascia,
    Kingdoms,
    LastOfShortTable,
    LateEntries,
    LeaversPoints,
    Readings,
    Regulation,
    RoundsChoice,
    TimeOut,
    WithdrawnFinalist,
)
from tournament.regulation.refusals import (
    BadRegulationValue,
    ImpossibleRegulation,
    ImpossibleTables,
    RegulationValueGone,
)
from tournament.regulation.seating import table_sizes
from tournament.regulation.translatable import gettext_noop

#: Largest number of players, days or points that a version may name.
LIMIT: Final = 10_000


@dataclass(frozen=True, slots=True)
class ValueField:
    """The schema of one value.

    Arguments:
        name: as in the JSON object. article: of the regulation. label: English, for a form.
        low, high: bounds of a whole number, both included; None for another kind.
        choices: (value, its words in English) of a reading; empty for another kind.
        reading: the id in ``docs/rules/regulation.md`` of what the text leaves open; empty for a number of the text.
        default: the value of versions that were written before it existed; None where every version has it.
    """

    name: str
    article: str
    label: str
    low: int | None = None
    high: int | None = None
    choices: tuple[tuple[str, str], ...] = ()
    reading: str = ""
    default: str | int | None = None

    @property
    def is_number(self) -> bool:
        """Return whether the value is a whole number."""
        return self.low is not None


def _number(name: str, article: str, label: str, low: int, high: int, reading: str = "") -> ValueField:
    return ValueField(name, article, label, low, high, reading=reading)


def _choice(
    name: str,
    reading: str,
    label: str,
    choices: Mapping[Any, str],
    *,
    article: str = "1.5",
    default: str | None = None,
) -> ValueField:
    words = tuple((str(value), text) for value, text in choices.items())
    return ValueField(name, article, label, choices=words, reading=reading, default=default)


_DEPARTURE = {
    Departure.WITH_REASON: gettext_noop("yes, with a reason that the Referent reads"),
    Departure.NEVER: gettext_noop("no"),
}
_FASCIA_III = "fascia_iii_demotion"

#: Every value, in the order of the articles.
FIELDS: Final[tuple[ValueField, ...]] = (
    _number("minimum_players_i", "1.3", gettext_noop("Minimum players, Fascia I event"), 3, LIMIT),
    _number("minimum_players_iii", "1.3", gettext_noop("Minimum players, Fascia III event"), 3, LIMIT),
    ValueField(
        _FASCIA_III,
        "1.3",
        gettext_noop("Can a Fascia III event with enough players be demoted?"),
        choices=(("no", gettext_noop("no")), ("yes", gettext_noop("yes, with a reason"))),
        reading="AMB-14",
    ),
    _choice(
        "convention",
        "S-8",
        gettext_noop("Must a Fascia III event name its convention?"),
        {
            Convention.NAMED: gettext_noop("yes, with its page"),
            Convention.OPTIONAL: gettext_noop("no, the Referent judges without it"),
        },
        article="1.3",
        default=str(Convention.NAMED),
    ),
    ValueField(
        "notice_days",
        "1.2",
        gettext_noop("Days between the announcement and the event"),
        0,
        365,
        reading="AMB-47",
        default=0,
    ),
    _number("report_days", "1.2", gettext_noop("Days for the report"), 1, 365),
    _number("report_photos", "1.2", gettext_noop("Minimum photos in a report"), 0, 20),
    _number("multiplier_ii", "1.4", gettext_noop("Multiplier of Fascia II"), 1, 100),
    _number("multiplier_iii", "1.4", gettext_noop("Multiplier of Fascia III"), 1, 100),
    _choice(
        "late_entries",
        "AMB-41",
        gettext_noop("May a player enter after the draw of round 1?"),
        {
            LateEntries.NEVER: gettext_noop("no"),
            LateEntries.UNTIL_ROUND_1_ENDS: gettext_noop("until round 1 is over, to play from round 2 on"),
        },
        default=str(LateEntries.NEVER),
    ),
    _number("rounds_minimum", "1.5", gettext_noop("Minimum rounds before the final"), 1, 10),
    _number("rounds_maximum", "1.5", gettext_noop("Maximum rounds before the final"), 1, 10),
    _number(
        "rounds_threshold", "1.5", gettext_noop("Number of players from which the most rounds are played"), 3, LIMIT
    ),
    _choice(
        "rounds_choice",
        "AMB-01",
        gettext_noop("May the organiser choose another number of rounds?"),
        {
            RoundsChoice.WITH_REASON: gettext_noop("yes, with a reason that the Referent reads"),
            RoundsChoice.FREE: gettext_noop("yes, without a reason"),
            RoundsChoice.FIXED: gettext_noop("no, the players decide"),
        },
    ),
    _number("minutes", "1.5", gettext_noop("Minutes of a game"), 1, 240),
    _choice(
        "kingdoms",
        "AMB-07",
        gettext_noop("How many kingdoms does an event have?"),
        {
            Kingdoms.PER_ROUND: gettext_noop("one for each round"),
            Kingdoms.PER_EVENT: gettext_noop("one for the whole day, drawn in round 1"),
        },
        default=str(Kingdoms.PER_ROUND),
    ),
    _choice(
        "time_out",
        "AMB-06",
        gettext_noop("What is still played when time is up?"),
        {
            TimeOut.FINISH_TURN: gettext_noop("the turn in progress"),
            TimeOut.FINISH_ROUND: gettext_noop("until everybody has had the same number of turns"),
            TimeOut.STOP: gettext_noop("nothing: a turn not completed does not count"),
        },
        default=str(TimeOut.FINISH_TURN),
    ),
    _choice(
        "last_of_short_table",
        "AMB-11",
        gettext_noop("What does the last place at a table of three count as?"),
        {
            LastOfShortTable.THIRD: gettext_noop("a third place"),
            LastOfShortTable.NOTHING: gettext_noop("nothing, like the last of a table of four"),
        },
    ),
    _choice(
        "after_thirds",
        "AMB-04",
        gettext_noop("What decides between players equal on victories, second and third places?"),
        {
            AfterThirds.LOT: gettext_noop("the lot"),
            AfterThirds.TABLE_POINTS: gettext_noop("the sum of the points at the tables, then the lot"),
        },
        default=str(AfterThirds.LOT),
    ),
    _choice(
        "drop_outs",
        "AMB-12",
        gettext_noop("Where are players placed who leave before the end?"),
        {
            DropOuts.AS_IN_STANDINGS: gettext_noop("at their place in the standings"),
            DropOuts.LAST: gettext_noop("behind everybody who stayed"),
        },
    ),
    _number("finalists", "1.5", gettext_noop("Players of the final"), 3, 4),
    _number("least_finalists", "1.5", gettext_noop("Minimum players for a final"), 3, 4, reading="AMB-33"),
    _choice(
        "withdrawn_finalist",
        "AMB-32",
        gettext_noop("Who plays for a finalist who withdraws?"),
        {
            WithdrawnFinalist.REPLACED: gettext_noop("the next of the standings"),
            WithdrawnFinalist.MISSING: gettext_noop("nobody"),
        },
    ),
    _choice("final_without_clock", "AMB-34", gettext_noop("May the final be played without the clock?"), _DEPARTURE),
    ValueField("place_half_points", "1.6", gettext_noop("Points of the places")),
    _number("further_half_points", "1.6", gettext_noop("Points of every further place"), 0, LIMIT),
    _choice(
        "leavers_points",
        "AMB-31",
        gettext_noop("Does a player who left get points?"),
        {
            LeaversPoints.GIVEN: gettext_noop("yes, those of the place"),
            LeaversPoints.NONE: gettext_noop("no"),
        },
        article="1.6",
        default=str(LeaversPoints.GIVEN),
    ),
    _number("national_finalists", "1.7", gettext_noop("Maximum players called to the national final"), 3, LIMIT),
    _number("national_rounds", "1.7", gettext_noop("Rounds of the national final"), 1, 10),
    _number("national_warning", "1.7", gettext_noop("Warn below this number of players called"), 0, LIMIT),
)
BY_NAME: Final = MappingProxyType({field.name: field for field in FIELDS})
#: Values of earlier files, each with what it is in every version: the text sets it, or the season does.
GONE: Final[Mapping[str, str | int]] = MappingProxyType(
    {
        "season_first_day": "2009-06-01",
        "season_last_day": "2009-10-15",
        "multiplier_i": 1,
        "table_sizes": "fours",
        "card_pool": "base-first-edition",
        "kingdom_rule": "moat",
        "other_minutes": "with_reason",
        "other_days": "with_reason",
        "sanctions": "off",
    }
)

_FASCE = {"i": Fascia.I, "ii": Fascia.II, "iii": Fascia.III}
_READINGS = frozenset(field.name for field in fields(Readings))


def to_values(regulation: Regulation) -> dict[str, Any]:
    """Return the values of a version as JSON, by name in the order of FIELDS."""
    return {field.name: _written(field.name, regulation) for field in FIELDS}


def _written(name: str, regulation: Regulation) -> Any:
    stem, _, fascia = name.rpartition("_")
    if stem == "minimum_players":
        return regulation.minimum_players[_FASCE[fascia]]
    if stem == "multiplier":
        return regulation.multipliers[_FASCE[fascia]]
    value = getattr(regulation.readings if name in _READINGS else regulation, name)
    if name == "place_half_points":
        return [list(band) for band in value]
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value) if isinstance(value, StrEnum) else value


def without_gone(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return values without those of GONE. Errors: RegulationValueGone for one that is not what it is everywhere."""
    for name, right in GONE.items():
        if name in values and values[name] != right:
            raise RegulationValueGone(field=name, value=str(values[name])[:60], right=str(right))
    return {name: value for name, value in values.items() if name not in GONE}


def from_values(version: str, values: Mapping[str, Any]) -> Regulation:
    """Art. 1.1: return the version that these values describe, checked for an event that could be played by it.

    Arguments:
        version: its number. values: by name, as ``to_values`` gives them; all but those with a default. Those of GONE
            are dropped.
    Errors: BadRegulationValue or RegulationValueGone with the name of the value; ImpossibleRegulation.
    """
    values = without_gone(values)
    unknown = next((name for name in values if name not in BY_NAME), None)
    if unknown is not None:
        raise BadRegulationValue(field=unknown, value="", right=", ".join(BY_NAME))
    read = {field.name: _read(field, values.get(field.name, field.default)) for field in FIELDS}
    minimums = {Fascia.I: read.pop("minimum_players_i"), Fascia.III: read.pop("minimum_players_iii")}
    multipliers = {
        Fascia.I: 1,
        Fascia.II: read.pop("multiplier_ii"),
        Fascia.III: read.pop("multiplier_iii"),
    }
    readings = Readings(**{name: read.pop(name) for name in list(read) if name in _READINGS})
    regulation = Regulation(
        version=version,
        minimum_players=MappingProxyType(minimums),
        multipliers=MappingProxyType(multipliers),
        readings=readings,
        **read,
    )
    check_possible(regulation)
    return regulation


def _read(field: ValueField, value: Any) -> Any:
    if field.is_number:
        return _read_number(field, value)
    if field.choices:
        return _read_choice(field, value)
    return _read_bands(field, value)


def _refuse(field: ValueField, value: Any, right: str) -> BadRegulationValue:
    return BadRegulationValue(field=field.name, value=str(value)[:60], right=right)


def _read_number(field: ValueField, value: Any) -> int:
    low, high = field.low or 0, field.high or LIMIT
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise _refuse(field, value, f"{low}–{high}")
    return value


_ENUMS: Final[Mapping[str, type[StrEnum]]] = MappingProxyType(
    {
        "rounds_choice": RoundsChoice,
        "last_of_short_table": LastOfShortTable,
        "drop_outs": DropOuts,
        "withdrawn_finalist": WithdrawnFinalist,
        "final_without_clock": Departure,
        "kingdoms": Kingdoms,
        "leavers_points": LeaversPoints,
        "convention": Convention,
        "after_thirds": AfterThirds,
        "time_out": TimeOut,
        "late_entries": LateEntries,
    }
)


def _read_choice(field: ValueField, value: Any) -> Any:
    known = [name for name, _ in field.choices]
    if value not in known:
        raise _refuse(field, value, ", ".join(known))
    if field.name == _FASCIA_III:
        return value == "yes"
    return _ENUMS[field.name](value) if field.name in _ENUMS else value


def _read_bands(field: ValueField, value: Any) -> tuple[tuple[int, int], ...]:
    """Read the bands of places: [last place, half points], places growing, points never growing."""
    right = "[[1, 20], [2, 14], [10, 4]]"
    if not isinstance(value, list | tuple) or not 0 < len(value) <= 100:
        raise _refuse(field, value, right)
    bands: list[tuple[int, int]] = []
    for band in value:
        if not isinstance(band, list | tuple) or len(band) != 2 or any(type(number) is not int for number in band):
            raise _refuse(field, band, right)
        last, half_points = band
        grows = bool(bands) and (last <= bands[-1][0] or half_points > bands[-1][1])
        if not 1 <= last <= LIMIT or not 0 <= half_points <= LIMIT or grows:
            raise _refuse(field, band, right)
        bands.append((last, half_points))
    return tuple(bands)


def check_possible(regulation: Regulation) -> None:
    """Art. 1.1: require that an event can be played by a version. Errors: ImpossibleRegulation, with its flaw."""
    least = regulation.least_players
    flaws = (
        (
            regulation.rounds_maximum < regulation.rounds_minimum,
            "rounds_reversed",
        ),
        (
            regulation.readings.least_finalists > regulation.finalists,
            "final_too_small",
        ),
        (not _can_sit(least), "fewest_not_seatable"),
        (least < regulation.finalists, "fewest_below_final"),
        (
            not _can_sit(regulation.national_finalists),
            "called_not_seatable",
        ),
        (
            regulation.further_half_points > regulation.place_half_points[-1][1],
            "further_places_rise",
        ),
        (
            regulation.multipliers[Fascia.II] > regulation.multipliers[Fascia.III],
            "multipliers_fall",
        ),
    )
    flaw = next((name for is_impossible, name in flaws if is_impossible), None)
    if flaw is not None:
        raise ImpossibleRegulation(version=regulation.version, flaw=flaw)


def _can_sit(players: int) -> bool:
    try:
        table_sizes(players)
    except ImpossibleTables:
        return False
    return True
