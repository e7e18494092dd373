"""Content of an event file as read, without any check. The optional fields are listed in ``event_file.fields``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from games.game import Criterion
from tournament.regulation.draws import Draw
from tournament.regulation.parameters import Fascia, Regulation
from tournament.regulation.validity import Season

Counts = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class EntryInfo:
    """Somebody who is entered in the event, whether they came or not."""

    number: int
    first_name: str
    last_name: str


@dataclass(frozen=True, slots=True)
class EventInfo:
    """The ``event`` of a file; absent optional texts are empty, other absent optional values None.

    Arguments:
        home: address of the event on the site that it belongs to, in the file of a copy; entries: everybody entered,
            in such a file.
        played_elsewhere: whether its site took the result from a file of another installation.
    """

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
    national_final: bool = False
    announced_on: date | None = None
    authorised_on: date | None = None
    minutes: int | None = None
    minutes_reason: str = ""
    final_has_clock: bool | None = None
    final_clock_reason: str = ""
    regulation_values: Mapping[str, Any] | None = None
    home: str = ""
    entries: tuple[EntryInfo, ...] = ()
    played_elsewhere: bool = False


@dataclass(frozen=True, slots=True)
class PlayerInfo:
    """One player of the event."""

    id: str
    first_name: str
    last_name: str
    consent: bool


@dataclass(frozen=True, slots=True)
class KingdomInfo:
    """The kingdom of a round, as written, with the audit record of its draw if the file holds one."""

    drawn: tuple[str, ...]
    rejected: tuple[str, ...]
    draw: Draw | None = None


@dataclass(frozen=True, slots=True)
class ResultInfo:
    """One row of a table's result; ``values`` holds the numbers of the game's chain, None for an absent one."""

    player: str
    values: Mapping[str, int | None]
    lot: int | None
    place: int
    deck: Counts | None = None
    breakdown: Counts | None = None


@dataclass(frozen=True, slots=True)
class TableInfo:
    """One table of a round.

    Arguments:
        abandoned: left during the game (AMB-35); no_shows: drawn to this table and never came (AMB-45).
        draw: the audit record of the seats.
    """

    number: int
    seats: tuple[str, ...]
    results: tuple[ResultInfo, ...]
    end: str = ""
    ended_by: int | None = None
    trash: Counts | None = None
    supply: Counts | None = None
    abandoned: tuple[str, ...] = ()
    no_shows: tuple[str, ...] = ()
    sheet: Mapping[str, Any] | None = None
    draw: Draw | None = None

    @property
    def drawn(self) -> tuple[str, ...]:
        """Return the players drawn to the table, those who did not come included."""
        return self.seats + self.no_shows


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
    """A sheet of an earlier round corrected after this round was drawn, with the organiser's reason (art. 1.4)."""

    round: int
    table: int
    reason: str


@dataclass(frozen=True, slots=True)
class RepeatedDrawInfo:
    """A draw of this round that was undone and made again: which one, why, and who undid it.

    Arguments:
        beacon_round: of a draw that was given up while it waited for that round of the beacon; 0 for one that was made.
    """

    purpose: str
    scope: str
    reason: str = ""
    by: str = ""
    beacon_round: int = 0


@dataclass(frozen=True, slots=True)
class HandDrawInfo:
    """A manual draw of this round: which one, why, who recorded it, and who watched it.

    Arguments:
        witnesses: ids of players, or ``other`` for each who is none.
    """

    purpose: str
    scope: str
    reason: str = ""
    by: str = ""
    witnesses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RoundInfo:
    """One round, or the final.

    Arguments:
        corrected_since: why its tables may stay as drawn against the standings.
        drawn_on: the day of its draw; dates_reason: why that is not a day of the event.
    """

    number: int
    final: bool
    kingdom: KingdomInfo | None
    tables: tuple[TableInfo, ...]
    standings: tuple[StandingInfo, ...] = ()
    left: tuple[str, ...] = ()
    corrected_since: tuple[CorrectionInfo, ...] = ()
    drawn_on: date | None = None
    dates_reason: str = ""
    repeated_draws: tuple[RepeatedDrawInfo, ...] = ()
    draws_by_hand: tuple[HandDrawInfo, ...] = ()


@dataclass(frozen=True, slots=True)
class EventFile:
    """A complete event as read from its file."""

    event: EventInfo
    players: tuple[PlayerInfo, ...]
    rounds: tuple[RoundInfo, ...]
    final_places: tuple[str, ...]
    chain: tuple[Criterion, ...]
