"""Read-only operations on events, tables, draws and packs: the data of the public pages."""

from __future__ import annotations

from typing import Annotated, Any

from django.http import Http404, HttpRequest
from ninja import Field, Path, Query, Router, Schema

from tournament.api.paging import Page, paginate
from tournament.api.problems import Problem
from tournament.api.schemas import (
    DrawLines,
    DrawOut,
    EventLines,
    EventOut,
    EventState,
    PackLines,
    PackOut,
    TableResultOut,
    finding_facts,
)
from tournament.api.throttles import AddressThrottle
from tournament.card_packs.selectors import PackSummary, all_pack_summaries, pack_details
from tournament.exchange.export import open_file
from tournament.models import Event
from tournament.pages import open_data as open_facts
from tournament.regulation.refused import Refused

router = Router(tags=["events"], throttle=AddressThrottle())

#: Responses of every reading operation besides its own.
REFUSALS: dict[int, Any] = {404: Problem, 422: Problem, 429: Problem}
SLUG = r"^[-a-zA-Z0-9_]+$"
Slug = Annotated[str, Path(pattern=SLUG, max_length=80)]
Number = Annotated[int, Path(ge=1, le=32767)]
Key = Annotated[int, Path(ge=1, le=2**63 - 1)]


class EventQuery(Schema):
    """Filters of the list of events."""

    season: str | None = Field(None, pattern=SLUG, max_length=50)
    state: EventState | None = None
    game: str | None = Field(None, pattern=SLUG, max_length=40)


def event_or_404(slug: Slug) -> Event:
    """Return a public event. Errors: Http404, also for a draft."""
    event_row = open_facts.events().filter(slug=slug).first()
    if event_row is None:
        raise Http404
    return event_row


@router.get("/events", response={200: EventLines, 422: Problem, 429: Problem}, url_name="api_events")
def events(request: HttpRequest, wanted: Query[EventQuery], page: Query[Page]) -> Any:
    """Events that are no longer drafts, newest first."""
    rows = paginate(open_facts.events(**wanted.dict()), page)
    return rows | {"items": [open_facts.event_line(event) for event in rows["items"]]}


@router.get("/events/{slug:slug}", response={200: EventOut, **REFUSALS}, url_name="api_event")
def event(request: HttpRequest, slug: Slug) -> Any:
    """An event with entries, rounds, tables, standings, draws and final places."""
    return open_facts.event_whole(event_or_404(slug))


@router.get("/events/{slug:slug}/file", response={200: dict[str, Any], **REFUSALS}, url_name="api_event_file")
def event_file(request: HttpRequest, slug: Slug) -> Any:
    """The event as a `tournament-event/2` file, once it is concluded; no names without consent."""
    try:
        return open_file(event_or_404(slug))
    except Refused as refusal:
        raise Http404 from refusal


@router.get("/events/{slug:slug}/draws", response={200: DrawLines, **REFUSALS}, url_name="api_draws")
def draws(request: HttpRequest, slug: Slug, page: Query[Page]) -> Any:
    """The draws of an event in the order in which their commitments were published, annulled ones included."""
    return paginate(open_facts.event_draw_records(event_or_404(slug)), page)


@router.get("/draws/{int:pk}", response={200: DrawOut, **REFUSALS}, url_name="api_draw")
def draw(request: HttpRequest, pk: Key) -> Any:
    """A draw with everything needed to recompute it."""
    draw_data = open_facts.open_draw(pk)
    if draw_data is None:
        raise Http404
    return draw_data


@router.get(
    "/events/{slug:slug}/rounds/{int:number}/tables/{int:table}",
    response={200: TableResultOut, **REFUSALS},
    url_name="api_table",
)
def table(request: HttpRequest, slug: Slug, number: Number, table: Number) -> Any:
    """The result of a table, with the criteria that decided each place."""
    event_row = event_or_404(slug)
    result = open_facts.open_table(event_row, number, table)
    if result is None:
        raise Http404
    facts, page = result
    return facts | {"findings": finding_facts(page.findings, event_row)}


def _pack(line: PackSummary) -> dict[str, Any]:
    return {
        "game": line.game,
        "name": line.name,
        "is_printed": line.is_printed,
        "counts": line.counts,
        "based_on": line.based_on,
        "note": line.note,
        "made_at": line.made_at,
    }


@router.get("/packs", response={200: PackLines, 422: Problem, 429: Problem}, url_name="api_packs", tags=["packs"])
def packs(request: HttpRequest, page: Query[Page]) -> Any:
    """The versions of the figures of every game that has packs."""
    return paginate([_pack(line) for line in all_pack_summaries()], page)


@router.get("/packs/{slug:name}", response={200: PackOut, **REFUSALS}, url_name="api_pack", tags=["packs"])
def pack(request: HttpRequest, name: Slug) -> Any:
    """A version with each figure and its provenance."""
    pack_data = pack_details(name)
    if pack_data is None:
        raise Http404
    return _pack(pack_data.line) | {"figures": pack_data.figures}
