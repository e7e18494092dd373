"""Which public events changed since a cursor: a program that keeps a copy asks for these alone."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from django.http import HttpRequest
from django.utils import timezone
from ninja import Field, Query, Router, Schema

from tournament.api.body import FieldRefused
from tournament.api.paging import LIMIT, MOST
from tournament.api.problems import Problem
from tournament.api.throttles import AddressThrottle
from tournament.events.selectors import events_changed_between

router = Router(tags=["events"], throttle=AddressThrottle())

#: A change shows after this long: a transaction that began earlier may still be stored with an earlier moment.
SETTLED = timedelta(seconds=10)
#: Of a cursor: a copy that is older is read again from the lists.
OLDEST = timedelta(days=31)


class ChangesQuery(Schema):
    """From where, and how many."""

    after: datetime | None = Field(
        None,
        description="the `cursor` of the last answer, at most 31 days old; without it no events, and where to begin",
    )
    limit: int = Field(LIMIT, ge=1, le=MOST)


class ChangeOut(Schema):
    """An event with a change; read it again at `/events/{event}`."""

    event: str
    state: str
    changed_at: datetime = Field(description="of its last change")


class ChangeLines(Schema):
    """The events that changed, the earliest change first."""

    items: list[ChangeOut]
    cursor: str = Field(description="for `after` of the next request")
    more: bool = Field(description="whether there are more now")


def _in_utc(cursor: datetime) -> datetime:
    """Return a cursor in UTC, as the database takes it: PostgreSQL refuses an offset of sixteen hours or more.

    Raises:
        FieldRefused: it has no time zone, or no date in UTC.
    """
    if cursor.tzinfo is None:
        raise FieldRefused("after", "CURSOR_WRONG")
    try:
        return cursor.astimezone(UTC)
    except OverflowError as error:
        raise FieldRefused("after", "CURSOR_WRONG") from error


@router.get("/changes", response={200: ChangeLines, 422: Problem, 429: Problem}, url_name="api_changes")
def changes(request: HttpRequest, page: Query[ChangesQuery]) -> Any:
    """The public events in which something changed since a cursor, each once; a change shows ten seconds later."""
    until = timezone.now() - SETTLED
    after = until if page.after is None else _in_utc(page.after)
    if after < until - OLDEST:
        raise FieldRefused("after", "CURSOR_OLD")
    changed = events_changed_between(after, until)
    shown = changed[: page.limit]
    more = len(changed) > len(shown)
    # To the microsecond: JSON cuts moments to the millisecond, and the last event would come again.
    moment = shown[-1].changed_at if more else max(until, after)
    cursor = moment.isoformat().replace("+00:00", "Z")
    items = [{"event": one.slug, "state": one.state, "changed_at": one.changed_at} for one in shown]
    return {"items": items, "cursor": cursor, "more": more}
