"""Token operations of who prepares an event: its data, many players at once, requests to enter, roles, links."""

from __future__ import annotations

from datetime import date, datetime, time
from typing import Annotated, Any, Literal

from django.db import transaction
from django.shortcuts import get_object_or_404
from django.urls import reverse
from ninja import Field, Query, Router, Schema, Status
from ninja.errors import Throttled
from pydantic import AfterValidator

from tournament.access.invitations import invite
from tournament.access.links import link_token, participant_links_print
from tournament.api.auth import TokenAuth, TokenRequest
from tournament.api.body import Body
from tournament.api.desk import (
    EVENT,
    EntryStateOut,
    EventStateOut,
    PersonIn,
    desk_entry,
    desk_event,
    done_once,
    entry_state,
    event_state,
)
from tournament.api.events import Key, Number, Slug
from tournament.api.paging import Page, paginate
from tournament.api.results import READS, WRITES
from tournament.api.schemas import EntryState
from tournament.api.throttles import TokenThrottle
from tournament.entries import requests as entry_requests
from tournament.entries import services as entries
from tournament.events import lifecycle
from tournament.events.waiting_list import requests_in
from tournament.models import ApiToken, EntryRequest, EventRole
from tournament.pages.exports import absolute_url
from tournament.web.budgets import seconds_left, spend

router = Router(tags=["preparing"], auth=TokenAuth(ApiToken.Scope.DESK), throttle=TokenThrottle())

#: Players of one request.
MOST_AT_ONCE = 200
State = EntryRequest.State
RoleName = Literal["organiser", "referee", "photo"]
RequestState = Literal["pending", "waiting", "promoted", "entered", "refused", "withdrawn", "lapsed"]


def _without_zone(value: time) -> time:
    """Return a time of day of the place where an event is played. Errors: ValueError for one with a zone."""
    if value.tzinfo is not None:
        raise ValueError("without a zone")
    return value


LocalTime = Annotated[time, AfterValidator(_without_zone)]


class EventChangesIn(Body):
    """The data to change; what is left out stays as it is."""

    name: str | None = Field(None, min_length=1, max_length=120)
    city: str | None = Field(None, min_length=1, max_length=80)
    venue: str | None = Field(None, min_length=1, max_length=120)
    first_day: date | None = None
    last_day: date | None = None
    starts_at: LocalTime | None = None
    capacity: int | None = Field(None, ge=3, le=2000, description="most players")
    description: str | None = Field(None, max_length=2000)
    entry_mode: Literal["open", "approval", "closed"] | None = Field(
        None, description="whether players enter themselves, ask the desk, or are entered by it alone"
    )


class PeopleIn(Body):
    """Players who are not on the national list yet."""

    people: list[PersonIn] = Field(min_length=1, max_length=MOST_AT_ONCE)
    present: bool = Field(False, description="check them in at once; the check-in must be open")


class EntryLines(Schema):
    """Entries after a request."""

    count: int
    items: list[EntryStateOut]


class RequestOut(Schema):
    """A player's request to enter, by its number."""

    request: int
    state: RequestState
    name: str = Field(description="as the player gave it; only the desk sees it")
    entry: int | None = Field(description="number of the entry, once it is made")
    asked_at: datetime
    answer_by: datetime | None = Field(description="until when a promoted player may take the place")


class RequestLines(Schema):
    """A page of requests, in the order of the queue."""

    count: int
    items: list[RequestOut]


class AnswerIn(Body):
    """The desk's answer to a request to enter."""

    decision: Literal["accept", "refuse"]
    reason: str = Field("", max_length=500, description="needed for a refusal; it is mailed to the player")


class InvitationIn(Body):
    """A role, offered to the owner of a mail address."""

    address: str = Field(min_length=3, max_length=254, pattern=r"^[^@\s]+@[^@\s]+$")
    role: RoleName
    language: Literal["it", "en"] = "it"


class InvitationOut(Schema):
    """An invitation that was mailed."""

    address: str
    role: RoleName
    expires_at: datetime


class EventRoleOut(Schema):
    """Role of an account in an event."""

    user: str
    role: RoleName


class RoleLines(Schema):
    """The roles of an event."""

    count: int
    items: list[EventRoleOut]


class LinkOut(Schema):
    """The private link of a player's own page. With it one acts as the player."""

    entry: int
    state: EntryState
    url: str


class LinkLines(Schema):
    """The private links of an event's players."""

    count: int
    items: list[LinkOut]


@router.patch(f"{EVENT}/data", response={200: EventStateOut, **WRITES}, url_name="api_event_data")
def event_change(request: TokenRequest, slug: Slug, content: EventChangesIn) -> Any:
    """Changes data of an event; what the Referent authorised and what was played stay fixed (art. 1.2). Idempotent."""
    event = desk_event(request, slug)
    lifecycle.event_update(event=event, by=request.user, **content.model_dump(exclude_unset=True, exclude_none=True))
    return event_state(event)


@router.post(f"{EVENT}/entries/bulk", response={201: EntryLines, **WRITES}, url_name="api_entries_bulk")
def entries_add(request: TokenRequest, slug: Slug, content: PeopleIn) -> Any:
    """Enters up to 200 new players at once, all of them or none. The answer has them in the same order.

    30 requests an hour, the lists taken in on the desk's pages included.
    """
    if not spend(request, "list_import"):
        raise Throttled(wait=seconds_left(request, "list_import"))
    event, made = desk_event(request, slug), []
    with transaction.atomic():
        for person in content.people:
            entry = entries.entry_add_new(event=event, by=request.user, **person.model_dump())
            if content.present:
                entries.entry_check_in(entry=entry, by=request.user)
            made.append(entry_state(entry))
    return Status(201, {"count": len(made), "items": made})


@router.delete(f"{EVENT}/entries/{{int:number}}", response={204: None, **WRITES}, url_name="api_entry")
def entry_remove(request: TokenRequest, slug: Slug, number: Number) -> Any:
    """Deletes an entry before round 1; its place goes to the first of the waiting list."""
    entries.entry_remove(entry=desk_entry(request, slug, number), by=request.user)
    return Status(204, None)


def _request(row: EntryRequest) -> dict[str, Any]:
    return {
        "request": row.pk,
        "state": row.state,
        "name": str(row),
        "entry": row.entry.number if row.entry else None,
        "asked_at": row.asked_at,
        "answer_by": row.answer_by,
    }


@router.get(f"{EVENT}/requests", response={200: RequestLines, **READS}, url_name="api_requests")
def requests(request: TokenRequest, slug: Slug, page: Query[Page]) -> Any:
    """The requests to enter and the waiting list, in the order of the queue."""
    rows = requests_in(desk_event(request, slug), *(state for state in State.values if state != State.UNCONFIRMED))
    answer = paginate(rows, page)
    return answer | {"items": [_request(row) for row in answer["items"]]}


@router.post(
    f"{EVENT}/requests/{{int:pk}}/decision", response={200: RequestOut, **WRITES}, url_name="api_request_decision"
)
def request_decide(request: TokenRequest, slug: Slug, pk: Key, content: AnswerIn) -> Any:
    """Accepts a request to enter (into the waiting list, if no place is free), or refuses it. Idempotent."""
    event = desk_event(request, slug)
    row = get_object_or_404(EntryRequest.objects.exclude(state=State.UNCONFIRMED), event=event, pk=pk)
    if content.decision == "accept":
        done_once(lambda: entry_requests.request_approve(request=row, by=request.user))
    elif row.state != State.REFUSED:
        entry_requests.request_refuse(request=row, reason=content.reason, by=request.user)
    row.refresh_from_db()
    return _request(row)


@router.get(f"{EVENT}/roles", response={200: RoleLines, **READS}, url_name="api_roles")
def roles(request: TokenRequest, slug: Slug, page: Query[Page]) -> Any:
    """The roles in the event, by account."""
    held = EventRole.objects.filter(event=desk_event(request, slug)).select_related("user").order_by("pk")
    answer = paginate(held, page)
    return answer | {"items": [{"user": row.user.get_username(), "role": row.role} for row in answer["items"]]}


@router.post(f"{EVENT}/invitations", response={201: InvitationOut, **WRITES}, url_name="api_invitations")
def role_invite(request: TokenRequest, slug: Slug, content: InvitationIn) -> Any:
    """Offers a role in the event to the owner of an address, by mail; the same offer is mailed again."""
    event = desk_event(request, slug)
    invitation = invite(
        address=content.address, grant=content.role, by=request.user, event=event, language=content.language
    )
    facts = {"address": invitation.address, "role": invitation.grant, "expires_at": invitation.expires_at}
    return Status(201, facts)


@router.post(f"{EVENT}/links", response={200: LinkLines, **WRITES}, url_name="api_links")
def links(request: TokenRequest, slug: Slug) -> Any:
    """The private links of all players, missing ones made; the history notes who took them."""
    made = participant_links_print(event=desk_event(request, slug), by=request.user)
    items = [
        {
            "entry": link.entry.number,
            "state": link.entry.state,
            "url": absolute_url(reverse("player_phone", args=[link_token(link)])),
        }
        for link in made
        if link.entry is not None
    ]
    return {"count": len(items), "items": items}
