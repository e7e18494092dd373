"""Cache of the rendered public board, one entry per event version and language."""

from __future__ import annotations

import hashlib
import json
import time
from dataclasses import dataclass
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.template.loader import render_to_string
from django.utils.translation import override

from tournament.live.hub import hub
from tournament.live.single_flight import SingleFlightCache
from tournament.models import Event
from tournament.pages.board import Board, board

#: Seconds after which a snapshot is rebuilt without news, so that changes by other processes show within that time.
MAX_AGE_SECONDS = 20.0

#: Slug, language, and whether the hall reads everybody by name.
Key = tuple[str, str, bool]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The board at one moment.

    ``version`` is the same in every process and after every restart; ``html_json`` is ``html`` as a JSON string,
    encoded once for all subscribers.
    """

    event_id: int
    version: str
    facts: dict[str, Any]
    html: str
    html_json: str
    is_over: bool
    count: int
    built_at: float

    def is_fresh(self) -> bool:
        """Return whether no news arrived since, and it is too young to have missed any."""
        return self.count == hub().count(self.event_id) and time.monotonic() - self.built_at < MAX_AGE_SECONDS


def find_event(slug: str) -> Event | None:
    """Return the event of the board; None for a draft, for every user."""
    matching_events = Event.objects.select_related("season", "organiser").filter(slug=slug)
    return matching_events.exclude(state=Event.State.DRAFT).first()


def serialize_board(event_board: Board) -> dict[str, Any]:
    """Return the board as plain data without values that change by themselves: a deadline instead of the time left."""
    clock = event_board.page.clock
    running = clock is not None and clock["deadline"] is not None
    return {
        "event": {"name": event_board.event.name, "slug": event_board.event.slug, "state": event_board.event.state},
        "mode": event_board.mode,
        "title": event_board.title,
        "following": event_board.following,
        "entries": event_board.page.players,
        "present": event_board.present,
        "missing": event_board.missing,
        "tables": event_board.current.tiles if event_board.current else [],
        "kingdom": event_board.current.cards if event_board.current else [],
        "clock": clock
        and {
            "state": clock["state"],
            "minutes": event_board.event.clock_minutes,
            "deadline": clock["deadline"],
            "left": None if running else clock["left"],
        },
        "pages": [
            {"kind": page.kind, "title": page.title, "rows": page.rows, "beside": [*page.beside]}
            for page in event_board.pages
            if page.kind not in ("tables", "names", "kingdom")
        ],
    }


def to_json(facts: dict[str, Any]) -> str:
    """Return the data as the board's JSON."""
    return json.dumps(facts, cls=DjangoJSONEncoder, ensure_ascii=False)


def compute_version(facts: dict[str, Any]) -> str:
    """Return the version of the data: 16 hexadecimal digits of its SHA-256."""
    return hashlib.sha256(to_json(facts).encode()).hexdigest()[:16]


def _build_snapshot(key: Key) -> Snapshot | None:
    slug, language, in_hall = key
    event = find_event(slug)
    if event is None:
        return None
    # Counted before the data is read, so that a concurrent change makes the snapshot stale at once.
    count = hub().count(event.pk)
    with override(language):
        event_board = board(Event.objects.select_related("season", "organiser").get(pk=event.pk), in_hall=in_hall)
        facts = serialize_board(event_board)
        html = render_to_string("web/board/body.html", {"board": event_board, "event": event_board.event})
    return Snapshot(
        event_id=event.pk,
        version=compute_version(facts),
        facts=facts,
        html=html,
        html_json=json.dumps(html, ensure_ascii=False),
        is_over=event_board.is_over,
        count=count,
        built_at=time.monotonic(),
    )


class SnapshotCache:
    """The snapshots of this process."""

    def __init__(self) -> None:
        self._cache: SingleFlightCache[Key, Snapshot] = SingleFlightCache(_build_snapshot, Snapshot.is_fresh)

    def get(self, slug: str, language: str, *, in_hall: bool = False) -> Snapshot | None:
        """Return the current board; None if there is none. Concurrent callers wait for a single build."""
        return self._cache.get((slug, language, in_hall))

    async def aget(self, slug: str, language: str, *, in_hall: bool = False) -> Snapshot | None:
        """Async variant of :meth:`get`; leaves no database connection open."""
        return await self._cache.aget((slug, language, in_hall))

    def clear(self) -> None:
        """Drop all snapshots."""
        self._cache.clear()


snapshots = SnapshotCache()
