"""Response schemas of the API, as shown in its OpenAPI description. A name is null where the player gave no consent."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, datetime, time
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from ninja import Field, Schema

from games.findings import Finding
from tournament.core.messages import as_data, findings_for_page
from tournament.models import Entry, Event, Round, Sheet, Table

#: Typed by their values: an enumeration would be called ``State`` in the description, and there are five of them.
if TYPE_CHECKING:
    # A checker of types cannot know the values, which are computed.
    EventState: TypeAlias = str
    EntryState: TypeAlias = str
    RoundState: TypeAlias = str
    TableState: TypeAlias = str
    SheetState: TypeAlias = str
else:
    EventState = Literal[*Event.State.values]
    EntryState = Literal[*Entry.State.values]
    RoundState = Literal[*Round.State.values]
    TableState = Literal[*Table.State.values]
    SheetState = Literal[*Sheet.State.values]

FASCIA = "I, II or III; null for the national final"
HALF = "in half-points; null in the national final, which gives none"
DECIDED = "the criterion that separates the row from the next one; empty if none"


class Player(Schema):
    """A player of an event. Art. 1.6: without consent only the number of the entry is given."""

    entry: int = Field(description="the number of the entry in the event")
    name: str | None
    person: int | None = Field(description="for `/players/{person}`")


class EventLine(Schema):
    """An event in a list."""

    slug: str
    name: str
    game: str
    state: EventState
    season: str
    organiser: str
    city: str
    venue: str
    first_day: date
    last_day: date
    starts_at: time | None
    fascia_declared: str | None = Field(description=FASCIA)
    fascia_effective: str | None = Field(description=FASCIA)
    is_national_final: bool
    is_official: bool = Field(description="false: played below the minimum, outside the Ranking")
    regulation: str
    players: int = Field(description="number of entries")
    capacity: int | None
    price: str = Field(description="as players read it; empty: the announcement says it")
    entry_mode: str = Field(description="open: players enter themselves; approval: the desk accepts; closed")
    entries_open_at: datetime | None
    entries_close_at: datetime | None
    page: str = Field(description="the path of the event’s page on this site")


class EventLines(Schema):
    """A page of events."""

    count: int
    items: list[EventLine]


class EntryOut(Player):
    """An entry of an event."""

    state: EntryState
    left_after: int | None = Field(description="the round after which the player left; 0: before the first")


class CardOut(Schema):
    """A card of a round’s kingdom, by its name in the edition and language of the answer."""

    code: str
    name: str


class SeatOut(Schema):
    """A seat, in playing order."""

    position: int
    player: Player
    place: int | None = Field(description="null until the table is confirmed")


class TableOut(Schema):
    """A table of a round."""

    number: int
    state: TableState
    seats: list[SeatOut]


class StandingOut(Schema):
    """A row of the standings, frozen when the round was closed."""

    position: int
    player: Player
    wins: int
    seconds: int
    thirds: int
    lot: int | None
    decided_by: str = Field(description=DECIDED)
    tied: int = Field(description="number of players tied on every criterion, this one included")


class RoundOut(Schema):
    """A round, public from its draw on."""

    number: int
    is_final: bool
    state: RoundState
    published_at: datetime | None
    closed_at: datetime | None
    cards: list[CardOut]
    tables: list[TableOut]
    standings: list[StandingOut]


class BeaconOut(Schema):
    """A round of the public beacon, named before it existed."""

    key: str
    round: int
    signature: str = Field(description="empty while nobody has given it")


class DrawOut(Schema):
    """A draw: its commitment, published first, then its outcome. `docs/draws.md` says how to recompute it."""

    id: int
    title: str
    purpose: str
    scope: str
    commitment: str
    committed_at: datetime
    drawn: bool
    drawn_at: datetime | None
    seed: str = Field(description="empty until the draw is made")
    word: str = Field(description="the public number of the beacon’s round, or a word that was called out")
    beacon: BeaconOut | None
    inputs: list[str] | None
    outcome: list[str] | dict[str, Any] | None = Field(
        description="an object for a kingdom, an ordered list for every other draw"
    )
    by_hand: bool
    by_phones: bool = Field(description="made by an earlier version, not recomputable")
    annulled_at: datetime | None
    annulled_reason: str


class DrawLines(Schema):
    """A page of draws."""

    count: int
    items: list[DrawOut]


class FinalPlaceOut(Schema):
    """A final place of the event."""

    place: int
    player: Player
    wins: int
    decided_by: str
    half_points: int | None = Field(description=HALF)


class EventOut(EventLine):
    """An event with everything on its public page."""

    description: str
    announcement_url: str
    report_url: str
    rounds_planned: int | None = Field(description="before the final; null until round 1 is drawn")
    entries: list[EntryOut]
    rounds: list[RoundOut]
    draws: list[DrawOut]
    final_places: list[FinalPlaceOut]


class FindingOut(Schema):
    """A finding of a sheet's check."""

    code: str
    severity: Literal["error", "warning"]
    path: str = Field(description="the path, e.g. `seats.0.points`; empty for the whole table")
    params: dict[str, Any]
    article: str
    sentence: str = Field(description="in the language of the answer")
    proof: str = Field(description="the proof of the check; empty where the sentence suffices")


class TableRow(Schema):
    """A player’s row of a table’s result."""

    place: int | None
    position: int
    player: Player
    values: dict[str, Any] = Field(description="the values that decide the places, by the names in `columns`")
    decided_by: str = Field(description=DECIDED)


class TableResultOut(Schema):
    """The result of a table, with the criteria that decided each place."""

    event: str
    round: int
    number: int
    is_final: bool
    state: TableState
    columns: list[str]
    rows: list[TableRow]
    findings: list[FindingOut]
    forced_reason: str = Field(description="the reason for closing the table despite an error; empty if there was none")


class PackLineOut(Schema):
    """A version of a game’s figures."""

    game: str
    name: str
    is_printed: bool = Field(description="whether the figures are those of the printed cards")
    counts: dict[str, int] = Field(description="numbers of figures by provenance")
    based_on: str
    note: str
    made_at: datetime | None


class PackLines(Schema):
    """The versions of all games’ figures."""

    count: int
    items: list[PackLineOut]


class FigureOut(Schema):
    """One figure of a pack."""

    path: str
    group: str
    row: str
    column: str
    value: str
    provenance: str
    source: str


class PackOut(PackLineOut):
    """A version with its figures."""

    figures: list[FigureOut]


class PlaceOut(Schema):
    """A place derived from a sheet."""

    place: int
    position: int
    decided_by: str = Field(description=DECIDED)


class PreviewOut(Schema):
    """The result of checking a sheet; nothing is written."""

    can_be_confirmed: bool
    findings: list[FindingOut]
    places: list[PlaceOut] | None = Field(description="null if they cannot be derived yet")
    tied: list[list[int]] = Field(description="positions of seats tied on every criterion: a lot decides")
    problem: str = Field(description="code of the reason why there are no places; empty if there are")
    message: str


class SheetOut(Schema):
    """A version of a table’s sheet."""

    version: int
    state: SheetState
    sheet: dict[str, Any]
    findings: list[FindingOut]
    entered_by: str
    entered_at: datetime
    confirmed_at: datetime | None
    reason: str
    forced_reason: str


class SheetLines(Schema):
    """Every version of a table’s sheet, newest first."""

    count: int
    items: list[SheetOut]


class ConfirmedOut(Schema):
    """A closed table."""

    version: int
    places: list[PlaceOut]


class ConsequenceOut(Schema):
    """A change that a correction makes, or would make."""

    code: str
    must_be_accepted: bool = Field(description="the draw of tables would differ: they stay as drawn")
    params: dict[str, Any] = Field(description="numbers; players are the numbers of their entries")
    message: str


class RoleOut(Schema):
    """A role in an event."""

    event: str
    role: str


class OwnClubOut(Schema):
    """A club for which the user acts: a draft names it by ``id``."""

    id: int
    name: str


class TokenOut(Schema):
    """The user of a token and their roles."""

    user: str
    name: str = Field(description="of the token")
    prefix: str
    expires_at: datetime
    scopes: list[Literal["results", "desk", "decisions"]] = Field(description="what the token was made for")
    is_referent: bool
    clubs: list[OwnClubOut] = Field(description="for which the user acts")
    roles: list[RoleOut] = Field(description="of events that are not over")


def finding_facts(findings: Iterable[Finding | Mapping[str, Any]], event: Event) -> list[dict[str, Any]]:
    """Return findings as the API shows them: errors first.

    Arguments: findings: as computed, or as stored with a sheet.
    """
    as_dicts = [as_data(finding) if isinstance(finding, Finding) else dict(finding) for finding in findings]
    in_order = sorted(as_dicts, key=lambda finding: finding["severity"] != "error")
    return [
        {**page_finding, "params": finding.get("params", {})}
        for finding, page_finding in zip(in_order, findings_for_page(in_order, event), strict=True)
    ]
