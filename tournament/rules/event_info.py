"""What a ``tournament-event/1`` file tells, as read: nothing is judged here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from games.game import Criterion
from tournament.rules.draws import Draw
from tournament.rules.regulation import Fascia, Regulation
from tournament.rules.validity import Season

Counts = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class EventInfo:
    """The ``event`` of a file; optional texts are empty, other optional values None, where they are absent."""

    name: str
    city: str
    venue: str
    first_day: date
    last_day: date
    game: str
    fascia: Fascia
    regulation: Regulation
    organiser: str
    announcement: str
    rounds: int
    season: Season | None = None
    rounds_reason: str = ""
    referee: str = ""
    fascia_effective: Fascia | None = None
    photos: tuple[str, ...] = ()
    forum_report: str = ""


@dataclass(frozen=True, slots=True)
class PlayerInfo:
    """One player of the event."""

    id: str
    first_name: str
    last_name: str
    consent: bool


@dataclass(frozen=True, slots=True)
class KingdomInfo:
    """The kingdom of a round, as written, with the audit record of its draw where the file holds one."""

    drawn: tuple[str, ...]
    rejected: tuple[str, ...]
    draw: Draw | None = None


@dataclass(frozen=True, slots=True)
class ResultInfo:
    """One row of a table's result; ``values`` holds the numbers of the game's chain."""

    player: str
    values: Mapping[str, int]
    lot: int | None
    place: int
    deck: Counts | None = None
    breakdown: Counts | None = None


@dataclass(frozen=True, slots=True)
class TableInfo:
    """One table of a round; ``abandoned`` left during the game (AMB-35), ``draw`` is the audit record of the seats."""

    number: int
    seats: tuple[str, ...]
    results: tuple[ResultInfo, ...]
    end: str = ""
    ended_by: int | None = None
    trash: Counts | None = None
    supply: Counts | None = None
    abandoned: tuple[str, ...] = ()
    sheet: Mapping[str, Any] | None = None
    draw: Draw | None = None


@dataclass(frozen=True, slots=True)
class StandingInfo:
    """One row of the standings after a round."""

    position: int
    player: str
    wins: int
    seconds: int
    thirds: int
    lot: int | None


@dataclass(frozen=True, slots=True)
class CorrectionInfo:
    """A sheet of an earlier round corrected after this round was drawn, with the organiser's word (art. 1.4)."""

    round: int
    table: int
    reason: str


@dataclass(frozen=True, slots=True)
class RoundInfo:
    """One round, or the final; ``corrected_since``: why its tables may stay as drawn against the standings."""

    number: int
    final: bool
    kingdom: KingdomInfo | None
    tables: tuple[TableInfo, ...]
    standings: tuple[StandingInfo, ...] = ()
    left: tuple[str, ...] = ()
    corrected_since: tuple[CorrectionInfo, ...] = ()


@dataclass(frozen=True, slots=True)
class EventFile:
    """A whole event as its file tells it."""

    event: EventInfo
    players: tuple[PlayerInfo, ...]
    rounds: tuple[RoundInfo, ...]
    final_places: tuple[str, ...]
    chain: tuple[Criterion, ...]
