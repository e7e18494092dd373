"""The columns of events and seasons: one row each, which forms, lifecycle, copies and the public data read.

A new column needs its line in the model and its row here; a column without a row fails a test. What the public
data says of it is also declared in ``api.schemas``, and a page that shows it names it in its template.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, IntEnum, auto
from typing import Final, Literal

from tournament.models import Event

State = Event.State


class Fixed(IntEnum):
    """From when on an organiser cannot change a column any more; by anybody else it is never set through a form."""

    #: Set by the program, the Referent or another service.
    ALWAYS = auto()
    AUTHORISATION = auto()
    ROUND_1 = auto()
    CONCLUSION = auto()
    NEVER = auto()


class Again(Enum):
    """Whether an event that repeats another one has its value."""

    NO = auto()
    #: Only the draft of the next season, which has the same game, place and Fascia.
    NEXT_SEASON = auto()
    #: A new event takes it over without asking.
    TAKEN = auto()
    #: A new event's form starts with it.
    OFFERED = auto()


@dataclass(frozen=True, slots=True)
class EventField:
    """What the program does with a column of an event.

    Arguments:
        part, columns: its place in the form of an event's details, and how many of six columns it takes; no part: it
            is not in the form.
        public: its name in the public data of an event, blank if it is not there; in_lists: also where the event is
            one of several.
        asks: whether players are asked anew if they come when it changes.
    """

    name: str
    fixed: Fixed = Fixed.ALWAYS
    part: Literal["", "main", "option", "game"] = ""
    columns: int = 3
    again: Again = Again.NO
    public: str = ""
    in_lists: bool = True
    asks: bool = False


#: In the order of the form.
EVENT_FIELDS: Final = (
    EventField("season", Fixed.AUTHORISATION, "main", public="season"),
    EventField("name", Fixed.AUTHORISATION, "main", 6, Again.NEXT_SEASON, public="name"),
    EventField("first_day", Fixed.AUTHORISATION, "main", 2, public="first_day"),
    EventField("last_day", Fixed.AUTHORISATION, "main", 2, public="last_day"),
    EventField("starts_at", Fixed.NEVER, "main", 2, public="starts_at", asks=True),
    EventField("city", Fixed.AUTHORISATION, "main", 2, Again.NEXT_SEASON, public="city"),
    EventField("venue", Fixed.AUTHORISATION, "main", 4, Again.NEXT_SEASON, public="venue"),
    EventField("address", Fixed.CONCLUSION, "main", 6, Again.NEXT_SEASON),
    EventField("fascia_declared", Fixed.AUTHORISATION, "main", 6, Again.NEXT_SEASON, public="fascia_declared"),
    EventField("capacity", Fixed.ROUND_1, "main", 3, Again.NEXT_SEASON, public="capacity"),
    EventField("price", Fixed.ROUND_1, "main", 3, Again.OFFERED, public="price"),
    EventField("convention", Fixed.AUTHORISATION, "main", 3, Again.NEXT_SEASON),
    EventField("convention_url", Fixed.AUTHORISATION, "main", 3),
    EventField("entry_mode", Fixed.ROUND_1, "main", 6, Again.OFFERED, public="entry_mode"),
    EventField("description", Fixed.NEVER, "main", 6, Again.OFFERED, public="description", in_lists=False),
    EventField("bring", Fixed.CONCLUSION, "main", 6, Again.TAKEN),
    EventField("contact_name", Fixed.CONCLUSION, "main", 3, Again.TAKEN),
    EventField("contact_phone", Fixed.CONCLUSION, "main", 3, Again.TAKEN),
    EventField("price_covers", Fixed.ROUND_1, "option", 6, Again.TAKEN),
    EventField("payment_url", Fixed.ROUND_1, "option", 6, Again.TAKEN),
    EventField("answer_hours", Fixed.ROUND_1, "option", 3, Again.TAKEN),
    EventField("requests_open_at", Fixed.ROUND_1, "option", 3, public="entries_open_at"),
    EventField("requests_close_at", Fixed.ROUND_1, "option", 3, public="entries_close_at"),
    EventField("rounds_override", Fixed.ROUND_1, "option", 3),
    EventField("rounds_reason", Fixed.ROUND_1, "option", 6),
    EventField("clock_minutes", Fixed.ROUND_1, "option", 3),
    EventField("clock_reason", Fixed.ROUND_1, "option", 6),
    EventField("final_has_clock", Fixed.ROUND_1, "option", 3),
    EventField("final_clock_reason", Fixed.ROUND_1, "option", 6),
    EventField("language", Fixed.NEVER, "option", 3, Again.TAKEN),
    EventField("card_names", Fixed.NEVER, "option", 3, Again.TAKEN),
    # The coming rounds are checked against these; rounds already drawn keep theirs.
    EventField("pack", Fixed.CONCLUSION, "game", 6, Again.NEXT_SEASON),
    EventField("game_options", Fixed.CONCLUSION, again=Again.NEXT_SEASON),
    EventField("slug", public="slug"),
    EventField("organiser", public="organiser"),
    EventField("game", public="game"),
    EventField("regulation", public="regulation"),
    EventField("fascia_effective", public="fascia_effective"),
    EventField("fascia_reason"),
    EventField("is_national_final", public="is_national_final"),
    EventField("is_official", public="is_official"),
    EventField("is_practice"),
    EventField("home_address"),
    EventField("played_elsewhere_at"),
    EventField("referee_name"),
    EventField("announcement_url", public="announcement_url", in_lists=False),
    EventField("announced_on"),
    EventField("authorised_at"),
    EventField("rounds", public="rounds_planned", in_lists=False),
    EventField("state", public="state"),
    EventField("state_reason_code"),
    EventField("state_reason_params"),
    EventField("concluded_at"),
    EventField("forum_report_url", public="report_url", in_lists=False),
    EventField("forum_report_at"),
    EventField("report_due_at"),
    EventField("winner_photo"),
    EventField("created_at"),
)

#: Columns that an organiser may set.
EDITABLE: Final = tuple(field.name for field in EVENT_FIELDS if field.fixed != Fixed.ALWAYS)
#: Columns of the form of an event's details.
IN_FORM: Final = tuple(field for field in EVENT_FIELDS if field.part)
#: Columns whose change asks the players anew.
ASKING: Final = frozenset(field.name for field in EVENT_FIELDS if field.asks)

_FIRST_KEPT: Final = {
    State.DRAFT: Fixed.AUTHORISATION,
    State.ANNOUNCED: Fixed.AUTHORISATION,
    State.AUTHORISED: Fixed.ROUND_1,
    State.CHECK_IN: Fixed.ROUND_1,
    State.RUNNING: Fixed.CONCLUSION,
}


def changeable(event: Event) -> frozenset[str]:
    """Return the columns that an organiser can still change in the event's state (art. 1.2).

    The national final stays in the season whose players it calls.
    """
    least = _FIRST_KEPT.get(State(event.state), Fixed.NEVER)
    names = {field.name for field in EVENT_FIELDS if field.fixed >= least}
    return frozenset(names - {"season"} if event.is_national_final else names)


def repeated(event: Event, *ways: Again) -> dict[str, object]:
    """Return the values of an event that another one repeats in one of these ways."""
    return {field.name: getattr(event, field.name) for field in _repeating(ways)}


def _repeating(ways: Iterable[Again]) -> list[EventField]:
    return [field for field in EVENT_FIELDS if field.again in set(ways)]


class NextSeason(Enum):
    """What the form of the next season proposes for a column."""

    NOTHING = auto()
    SAME = auto()
    #: A day a year later, a name with its years one later.
    LATER = auto()


@dataclass(frozen=True, slots=True)
class SeasonField:
    """What the program does with a column of a season; ``edited``: the Referent sets it."""

    name: str
    edited: bool = True
    proposed: NextSeason = NextSeason.NOTHING


#: In the order of the form.
SEASON_FIELDS: Final = (
    SeasonField("name", proposed=NextSeason.LATER),
    SeasonField("game"),
    SeasonField("first_day", proposed=NextSeason.LATER),
    SeasonField("last_day", proposed=NextSeason.LATER),
    SeasonField("regulation"),
    SeasonField("finalists", proposed=NextSeason.SAME),
    SeasonField("final_place", proposed=NextSeason.SAME),
    SeasonField("final_day", proposed=NextSeason.LATER),
    SeasonField("final_prizes"),
    SeasonField("forum_name", proposed=NextSeason.SAME),
    SeasonField("forum_url", proposed=NextSeason.SAME),
    SeasonField("slug", edited=False),
)
SEASON_EDITABLE: Final = tuple(field.name for field in SEASON_FIELDS if field.edited)
