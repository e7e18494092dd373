"""Art. 1.1: every number of the regulation, as data of a version (REQ-103, REQ-104).

An event keeps the version that it started with; a later version changes nothing in it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Final, Protocol
from zoneinfo import ZoneInfo

from tournament.regulation.refusals import UnknownRegulation

#: Art. 1.5: players of a full table; the other tables have one less.
TABLE_SIZE: Final = 4
#: Fewest players of a table that has lost some of those drawn to it (AMB-45).
LEAST_AT_TABLE: Final = 2
#: The clock of every deadline, the organising country's.
TIME_ZONE: Final = ZoneInfo("Europe/Rome")


class Fascia(StrEnum):
    """Art. 1.3: the three classes of event; only I and III can be declared (REQ-305)."""

    I = "I"  # noqa: E741 - the field's own name
    II = "II"
    III = "III"


class RoundsChoice(StrEnum):
    """Art. 1.5 (AMB-01): whether the organiser chooses another number of rounds than the players give."""

    WITH_REASON = "with_reason"
    FREE = "free"
    FIXED = "fixed"


class LastOfShortTable(StrEnum):
    """Art. 1.5 (AMB-11): what the last place of a table of three counts in the standings."""

    THIRD = "third"
    NOTHING = "nothing"


class DropOuts(StrEnum):
    """Art. 1.5 (AMB-12): the final places of players who are not present any more at the end of the rounds."""

    AS_IN_STANDINGS = "as_in_standings"
    LAST = "last"


class WithdrawnFinalist(StrEnum):
    """Art. 1.5 (AMB-32): whether the next of the standings plays the final for a finalist who withdrew."""

    REPLACED = "replaced"
    MISSING = "missing"


class Departure(StrEnum):
    """Permission to depart from the regulation with a reason that the Referent reads."""

    WITH_REASON = "with_reason"
    NEVER = "never"


class Kingdoms(StrEnum):
    """Art. 1.5 (AMB-07): whether each round draws a kingdom, or the first one is played all day."""

    PER_ROUND = "per_round"
    PER_EVENT = "per_event"


class AfterThirds(StrEnum):
    """Art. 1.5 (AMB-04): what comes in the standings between players equal on wins, second and third places."""

    LOT = "lot"
    TABLE_POINTS = "table_points"


class TimeOut(StrEnum):
    """Art. 1.5 (AMB-06): what is still played when the time of a game is over."""

    FINISH_TURN = "finish_turn"
    FINISH_ROUND = "finish_round"
    STOP = "stop"


class LateEntries(StrEnum):
    """Art. 1.5 (AMB-41): whether a player may enter after the draw of round 1."""

    NEVER = "never"
    UNTIL_ROUND_1_ENDS = "until_round_1_ends"


class LeaversPoints(StrEnum):
    """Art. 1.6 (AMB-31): whether a player who left before the end gets the points of the place."""

    GIVEN = "given"
    NONE = "none"


class Convention(StrEnum):
    """Art. 1.3 (S-8): whether a fascia III has to name its national convention."""

    NAMED = "named"
    OPTIONAL = "optional"


@dataclass(frozen=True, slots=True)
class Readings:
    """The readings of what the text leaves open that a version decides (docs/rules/regulation.md, section 16).

    Arguments:
        rounds_choice: AMB-01. last_of_short_table: AMB-11. drop_outs: AMB-12. withdrawn_finalist: AMB-32.
        fascia_iii_demotion: whether a fascia III with its minimum of players can be demoted (AMB-14).
        least_finalists: with fewer present no final is played and the standings decide (AMB-33).
        final_without_clock: whether the clock may be lifted in the final (AMB-34).
        after_thirds: AMB-04. time_out: AMB-06. late_entries: AMB-41. kingdoms: AMB-07. leavers_points: AMB-31.
        convention: S-8.
        notice_days: how many days before its first day an event is to be announced; 0 asks for none (AMB-47).
    """

    rounds_choice: RoundsChoice = RoundsChoice.WITH_REASON
    last_of_short_table: LastOfShortTable = LastOfShortTable.THIRD
    drop_outs: DropOuts = DropOuts.AS_IN_STANDINGS
    fascia_iii_demotion: bool = False
    withdrawn_finalist: WithdrawnFinalist = WithdrawnFinalist.REPLACED
    least_finalists: int = 3
    final_without_clock: Departure = Departure.WITH_REASON
    notice_days: int = 0
    kingdoms: Kingdoms = Kingdoms.PER_ROUND
    leavers_points: LeaversPoints = LeaversPoints.GIVEN
    convention: Convention = Convention.NAMED
    after_thirds: AfterThirds = AfterThirds.LOT
    time_out: TimeOut = TimeOut.FINISH_TURN
    late_entries: LateEntries = LateEntries.NEVER


@dataclass(frozen=True, slots=True)
class Regulation:
    """One version of the regulation.

    Arguments:
        version: its running number, as printed ("2.0").
        minimum_players: by declarable fascia, the players of round 1 that make an event valid (art. 1.3).
        multipliers: by fascia, what the ordinary points are multiplied by (art. 1.4).
        place_half_points: (last place of the band, half-points of each place of it), in order (art. 1.6).
        further_half_points: the half-points of every place after the last band (art. 1.6).
        rounds_minimum, rounds_maximum: games before the final (art. 1.5).
        rounds_threshold: from this number of players an event has ``rounds_maximum`` rounds (art. 1.5).
        finalists: how many play the final of an event (art. 1.5).
        minutes: the time limit of a game (art. 1.5).
        report_days: days after the last one within which the report must arrive (art. 1.2).
        report_photos: the fewest photos of a report (art. 1.2, 1.4).
        national_finalists: the most players admitted to the national final (art. 1.2, 1.7).
        national_rounds: games before the final at the national final (art. 1.7).
        national_warning: with fewer players called than this the referent is warned (AMB-21).
        readings: what the version decides where the text is silent.
    """

    version: str
    minimum_players: Mapping[Fascia, int]
    multipliers: Mapping[Fascia, int]
    place_half_points: tuple[tuple[int, int], ...]
    further_half_points: int
    rounds_minimum: int
    rounds_maximum: int
    rounds_threshold: int
    finalists: int
    minutes: int
    report_days: int
    report_photos: int
    national_finalists: int
    national_rounds: int
    national_warning: int
    readings: Readings = field(default_factory=Readings)

    @property
    def declarable(self) -> tuple[Fascia, ...]:
        """Art. 1.3: return the classes that an organiser can declare (REQ-305)."""
        return tuple(self.minimum_players)

    @property
    def least_players(self) -> int:
        """Art. 1.3: return the minimum below which no event is valid, whatever its fascia (REQ-403)."""
        return min(self.minimum_players.values())


VERSION_2_0 = Regulation(
    version="2.0",
    minimum_players=MappingProxyType({Fascia.I: 12, Fascia.III: 16}),
    multipliers=MappingProxyType({Fascia.I: 1, Fascia.II: 2, Fascia.III: 4}),
    place_half_points=((1, 20), (2, 14), (3, 10), (4, 6), (10, 4), (20, 3)),
    further_half_points=2,
    rounds_minimum=2,
    rounds_maximum=3,
    rounds_threshold=16,
    finalists=4,
    minutes=45,
    report_days=7,
    report_photos=1,
    national_finalists=24,
    national_rounds=3,
    national_warning=12,
)

REGULATIONS: Mapping[str, Regulation] = MappingProxyType({VERSION_2_0.version: VERSION_2_0})

#: Version of a season for which no other is chosen.
CURRENT = VERSION_2_0


class Source(Protocol):
    """A store of published versions, besides those in this module."""

    def regulation(self, version: str) -> Regulation | None:
        """Return a published version; None if the store has none of this number."""

    def versions(self) -> tuple[str, ...]:
        """Return the numbers of the published versions, oldest first."""


_sources: list[Source] = []


def add_source(source: Source) -> None:
    """Register a store of published versions, consulted after this module's own."""
    if source not in _sources:
        _sources.append(source)


def versions() -> tuple[str, ...]:
    """Art. 1.1: return the numbers of all versions, oldest first (REQ-103)."""
    return (*REGULATIONS, *(version for source in _sources for version in source.versions()))


def get(version: str) -> Regulation:
    """Art. 1.1: return the regulation of a version number (REQ-103).

    Errors: UnknownRegulation, with the versions that exist.
    """
    if version in REGULATIONS:
        return REGULATIONS[version]
    for source in _sources:
        published = source.regulation(version)
        if published is not None:
            return published
    raise UnknownRegulation(version=version, known=versions())
