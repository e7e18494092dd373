"""Token operations of who runs an event: draft, announcement, players, check-in, draws, rounds, clock, report.

They call the services of the desk's pages: a token may do what its user may. Each answers with the state of the event
that follows, and repeating one that is done already changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import date, datetime
from io import BytesIO
from typing import Any, Literal

from django.db import transaction
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import reverse
from ninja import Field, Router, Schema, Status

from tournament.api.auth import TokenAuth, TokenRequest
from tournament.api.body import Body
from tournament.api.events import SLUG, Number, Slug
from tournament.api.results import LONGEST_WORD, WRITES
from tournament.api.schemas import EntryState, EventState, RoundState
from tournament.api.throttles import TokenThrottle
from tournament.core.refusals import AlreadyDone
from tournament.draws.beacon import has_beacon
from tournament.draws.selectors import open_press
from tournament.entries import services as entries
from tournament.events import lifecycle
from tournament.models import ApiToken, DrawPress, Entry, Event, Organiser, Round, Season
from tournament.pages.event import clock_facts
from tournament.reports.photos import photo_add
from tournament.reports.services import forum_report_set, report_submit
from tournament.results.conclusion import event_conclude
from tournament.rounds import clock as round_clock
from tournament.rounds.presses import draw_press
from tournament.rounds.selectors import lots_needed
from tournament.rounds.services import final_draw, round_close, round_draw
from tournament.web.list_budget import counted_cards

router = Router(tags=["desk"], auth=TokenAuth(ApiToken.Scope.DESK), throttle=TokenThrottle())

EVENT = "/events/{slug:slug}"
ROUND = f"{EVENT}/rounds/{{int:number}}"
RUN = "tournament.run_event"
LONGEST_REASON = 500


class EventStateOut(Schema):
    """State of an event after a request."""

    event: str = Field(description="its slug")
    state: EventState | Literal["draft"]
    round: int | None = Field(description="number of the last round; null before the first draw")
    is_final: bool = Field(description="whether that round is the final")
    round_state: RoundState | None
    clock: Literal["ready", "running", "paused"] | None = Field(description="of that round; null without one")
    clock_left: int | None = Field(description="seconds to its end, 0 when it is over")
    draw_is_open: bool = Field(description="a draw waits for the public number")


class DrawStartedOut(EventStateOut):
    """State of an event while a draw waits for the public number."""

    draw: str = Field(description="address at which the draw can be asked for")


class OpenDrawOut(Schema):
    """A draw that was started without a word."""

    event: str
    state: Literal["waiting", "drawn", "given_up"]
    step: str = Field(description="`round-2`, `final`, or `lots` of a round that is only closed")
    beacon_round: int = Field(description="number of the beacon’s round, which did not exist when it was stored")
    until: datetime = Field(description="from then on a word can be typed at the desk instead")


class EntryStateOut(Schema):
    """An entry after a request; by its number, as everywhere in the API."""

    event: str
    entry: int
    state: EntryState


class EventIn(Body):
    """The facts of a draft. The token's user becomes its organiser, as do those who act for the club."""

    organiser: int | None = Field(None, ge=1, le=2**63 - 1, description="the club; needed by who acts for several")
    season: str = Field(pattern=SLUG, max_length=50)
    name: str = Field(min_length=1, max_length=120)
    city: str = Field(min_length=1, max_length=80)
    venue: str = Field(min_length=1, max_length=120)
    first_day: date
    last_day: date


class AnnouncementIn(Body):
    """The notice on the Forum (art. 1.2)."""

    address: str = Field(min_length=1, max_length=200)
    day: date = Field(description="on which it was published")


class PersonIn(Body):
    """A player who is not on the national list yet."""

    first_name: str = Field(min_length=1, max_length=80)
    last_name: str = Field(min_length=1, max_length=80)
    city: str = Field("", max_length=80)
    consent: bool = Field(False, description="said at the desk that this event may show the name; holds nowhere else")


class CardIn(Body):
    """A player of the national list, by what is printed on the card (art. 1.6)."""

    card_number: str = Field(min_length=1, max_length=20)
    first_name: str = Field(min_length=1, max_length=80)
    last_name: str = Field(min_length=1, max_length=80)


class PresenceIn(Body):
    """Presence of a player."""

    present: bool


class ReasonIn(Body):
    """Why something is done."""

    reason: str = Field("", max_length=LONGEST_REASON)


class DrawIn(Body):
    """Inputs of a draw of a round, or of the final."""

    word: str = Field(
        "",
        max_length=LONGEST_WORD,
        description="called out by somebody present (art. 1.5); none to wait for the beacon",
    )
    dates_reason: str = Field("", max_length=LONGEST_REASON, description="needed outside the event’s days")


class CloseIn(Body):
    """Inputs of the closing of a round."""

    word: str = Field(
        "",
        max_length=LONGEST_WORD,
        description="for lots among equals; none to wait for the beacon, where the site has one",
    )


class ClockIn(Body):
    """Command to the clock of a round."""

    act: Literal["start", "pause", "resume", "extend"]
    minutes: int | None = Field(None, ge=1, le=240, description="of `start` and `extend`")
    reason: str = Field("", max_length=LONGEST_REASON, description="needed for `extend`")


class ReportIn(Body):
    """A report to the National Referent (art. 1.4)."""

    forum_report: str = Field("", max_length=200, description="address of the final part on the Forum")
    note: str = Field("", max_length=2000)


def desk_event(request: TokenRequest, slug: str) -> Event:
    """Return an event that the token's user runs, a draft too. Errors: Http404."""
    event = get_object_or_404(Event.objects.select_related("season", "organiser"), slug=slug)
    if not request.user.has_perm(RUN, event):
        raise Http404
    request.api_event = event
    return event


def desk_entry(request: TokenRequest, slug: str, number: int) -> Entry:
    """Return an entry of an event that the token's user runs. Errors: Http404."""
    entry = get_object_or_404(Entry.objects.select_related("person"), event=desk_event(request, slug), number=number)
    entry.event = request.api_event
    return entry


def _round(request: TokenRequest, slug: str, number: int) -> Round:
    game_round = get_object_or_404(Round, event=desk_event(request, slug), number=number)
    game_round.event = request.api_event
    return game_round


def event_state(event: Event) -> dict[str, Any]:
    """Return where an event stands. Three queries."""
    fresh = Event.objects.get(pk=event.pk)
    last = Round.objects.last_round(fresh)
    clock_now = clock_facts(last) if last else None
    return {
        "event": fresh.slug,
        "state": fresh.state,
        "round": last.number if last else None,
        "is_final": bool(last and last.is_final),
        "round_state": last.state if last else None,
        "clock": clock_now["state"] if clock_now else None,
        "clock_left": clock_now["left"] if clock_now else None,
        "draw_is_open": open_press(fresh) is not None,
    }


def done_once(act: Callable[[], object]) -> None:
    """Do something that may be done already: then a repeated request changes nothing."""
    with suppress(AlreadyDone):
        act()


def entry_state(entry: Entry) -> dict[str, Any]:
    """Return where an entry stands. One query."""
    entry.refresh_from_db()
    return {"event": entry.event.slug, "entry": entry.number, "state": entry.state}


def _club(request: TokenRequest, wanted: int | None) -> Organiser:
    """Return the club for which an event is made: the user's own, or the one named. Errors: Http404."""
    clubs = Organiser.objects.run_by(request.user)
    chosen = clubs.filter(pk=wanted) if wanted else clubs
    if not request.user.has_perm("tournament.create_event") or len(chosen) != 1:
        raise Http404
    return chosen[0]


@router.post("/drafts", response={201: EventStateOut, **WRITES}, url_name="api_drafts")
def event_create(request: TokenRequest, content: EventIn) -> Any:
    """Opens the draft of an event (art. 1.2, 1.3). 404 for a user without a club, or with several and none named."""
    facts = content.model_dump()
    season = get_object_or_404(Season, slug=facts.pop("season"))
    club = _club(request, facts.pop("organiser"))
    return Status(201, event_state(lifecycle.event_create(organiser=club, season=season, by=request.user, **facts)))


@router.post(f"{EVENT}/announcement", response={200: EventStateOut, **WRITES}, url_name="api_announcement")
def announce(request: TokenRequest, slug: Slug, content: AnnouncementIn) -> Any:
    """Records the notice on the Forum, and asks the Referent for the authorisation. Idempotent."""
    event, by = desk_event(request, slug), request.user
    done_once(
        lambda: lifecycle.event_announce(event=event, announcement_url=content.address, announced_on=content.day, by=by)
    )
    return event_state(event)


@router.post(f"{EVENT}/check-in", response={200: EventStateOut, **WRITES}, url_name="api_check_in")
def check_in_open(request: TokenRequest, slug: Slug, early: bool = False) -> Any:
    """Opens the check-in of an authorised event, from the day before it; earlier with `early`. Idempotent."""
    event = desk_event(request, slug)
    done_once(lambda: lifecycle.event_open_check_in(event=event, by=request.user, early=early))
    return event_state(event)


@router.post(f"{EVENT}/entries", response={201: EntryStateOut, **WRITES}, url_name="api_entries")
def entry_add(request: TokenRequest, slug: Slug, content: PersonIn) -> Any:
    """Enters a player who is not on the national list yet, until round 1 is drawn."""
    entry = entries.entry_add_new(event=desk_event(request, slug), by=request.user, **content.model_dump())
    return Status(201, entry_state(entry))


@router.post(f"{EVENT}/entries/card", response={201: EntryStateOut, **WRITES}, url_name="api_entries_card")
def entry_add_card(request: TokenRequest, slug: Slug, content: CardIn) -> Any:
    """Enters a player of the national list, by number and name on the card; 20 wrong ones an hour, pages included."""
    event = desk_event(request, slug)
    with counted_cards(request, card_number=content.card_number):
        entry = entries.entry_add_by_card(event=event, by=request.user, **content.model_dump())
    return Status(201, entry_state(entry))


@router.post(
    f"{EVENT}/entries/{{int:number}}/presence", response={200: EntryStateOut, **WRITES}, url_name="api_presence"
)
def presence(request: TokenRequest, slug: Slug, number: Number, content: PresenceIn) -> Any:
    """Checks a player in, or takes that back. Idempotent."""
    entry = desk_entry(request, slug, number)
    wanted = Entry.State.CHECKED_IN if content.present else Entry.State.REGISTERED
    if entry.state != wanted:
        act = entries.entry_check_in if content.present else entries.entry_undo_check_in
        done_once(lambda: act(entry=entry, by=request.user))
    return entry_state(entry)


@router.post(f"{EVENT}/entries/{{int:number}}/leave", response={200: EntryStateOut, **WRITES}, url_name="api_leave")
def leave(request: TokenRequest, slug: Slug, number: Number, content: ReasonIn) -> Any:
    """Records that a player has left the event. Idempotent."""
    entry = desk_entry(request, slug, number)
    if entry.state != Entry.State.LEFT:
        done_once(lambda: entries.entry_leave(entry=entry, by=request.user, reason=content.reason))
    return entry_state(entry)


@router.post(
    f"{EVENT}/rounds",
    response={201: EventStateOut, 202: DrawStartedOut, **WRITES},
    url_name="api_rounds",
)
def round_make(request: TokenRequest, slug: Slug, content: DrawIn) -> Any:
    """Draws the next round, or forms the final after the last one, and publishes it (201).

    Without a word the draw waits for the next round of the public beacon (202): `draw` tells when it is made.
    """
    event = desk_event(request, slug)
    facts: dict[str, Any] = {"event": event, "dates_reason": content.dates_reason, "by": request.user}
    if not content.word.strip() and has_beacon():
        return Status(202, _draw_started(draw_press(**facts), event))
    played = Round.objects.filter(event=event).count()
    draws = final_draw if event.rounds is not None and played >= event.rounds else round_draw
    draws(word=content.word, **facts)
    return Status(201, event_state(event))


def _draw_started(press: DrawPress | None, event: Event) -> dict[str, Any]:
    """Return where an event stands, and the address of its open draw. Three queries."""
    assert press is not None
    return event_state(event) | {"draw": reverse("api_open_draw", args=[event.slug, press.pk])}


@router.get(f"{EVENT}/open-draws/{{int:pk}}", response={200: OpenDrawOut, **WRITES}, url_name="api_open_draw")
def draw_read(request: TokenRequest, slug: Slug, pk: int) -> Any:
    """Tells whether a draw that was started without a word is made."""
    press = get_object_or_404(DrawPress, event=desk_event(request, slug), pk=pk)
    facts = {"state": press.state, "step": press.step, "beacon_round": press.round_number, "until": press.until}
    return {"event": slug, **facts}


@router.post(f"{ROUND}/clock", response={200: EventStateOut, **WRITES}, url_name="api_clock")
def clock(request: TokenRequest, slug: Slug, number: Number, content: ClockIn) -> Any:
    """Starts, pauses, resumes or extends the clock of a round. Idempotent, but `extend`."""
    game_round, by = _round(request, slug, number), request.user
    acts: dict[str, Callable[[], object]] = {
        "start": lambda: round_clock.clock_start(round=game_round, by=by, minutes=content.minutes),
        "pause": lambda: round_clock.clock_pause(round=game_round, by=by, reason=content.reason),
        "resume": lambda: round_clock.clock_resume(round=game_round, by=by, reason=content.reason),
        "extend": lambda: round_clock.clock_extend(
            round=game_round, by=by, minutes=content.minutes or 5, reason=content.reason
        ),
    }
    done_once(acts[content.act])
    return event_state(game_round.event)


@router.post(f"{ROUND}/close", response={200: EventStateOut, 202: DrawStartedOut, **WRITES}, url_name="api_close")
def close(request: TokenRequest, slug: Slug, number: Number, content: CloseIn) -> Any:
    """Closes a round whose tables are all confirmed, and freezes its standings. Idempotent.

    Where lots decide and no word is given, it waits for the next round of the public beacon (202).
    """
    game_round = _round(request, slug, number)
    event, by = game_round.event, request.user
    if not content.word.strip() and has_beacon() and game_round.state != Round.State.CLOSED and lots_needed(game_round):
        return Status(202, _draw_started(draw_press(event=event, by=by, closes_only=True), event))
    done_once(lambda: round_close(round=game_round, word=content.word, by=by))
    return event_state(event)


@router.post(f"{EVENT}/conclusion", response={200: EventStateOut, **WRITES}, url_name="api_conclusion")
def conclude(request: TokenRequest, slug: Slug) -> Any:
    """Concludes the event: the final places are fixed. Idempotent."""
    event = desk_event(request, slug)
    done_once(lambda: event_conclude(event=event, by=request.user))
    return event_state(event)


@router.post(
    f"{EVENT}/photos",
    response={201: EventStateOut, **WRITES},
    url_name="api_photos",
    openapi_extra={
        "requestBody": {"content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}}}
    },
)
def photo(request: TokenRequest, slug: Slug) -> Any:
    """Adds a photo that proves the event (art. 1.4): the body is the picture itself."""
    event = desk_event(request, slug)
    photo_add(event=event, file=BytesIO(request.body), by=request.user)
    return Status(201, event_state(event))


@router.post(f"{EVENT}/report", response={200: EventStateOut, **WRITES}, url_name="api_report")
def report(request: TokenRequest, slug: Slug, content: ReportIn) -> Any:
    """Sends the report to the Referent; within the week a new one replaces it. Idempotent."""
    event = desk_event(request, slug)
    # A report that is refused leaves no address behind.
    with transaction.atomic():
        if content.forum_report:
            forum_report_set(event=event, url=content.forum_report, by=request.user)
        report_submit(event=event, note=content.note, by=request.user)
    return event_state(event)
