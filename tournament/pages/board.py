"""Data of the public board in the hall, in the order of the event's phases."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from tournament.models import Entry, Event, HelpCall, Round
from tournament.pages.board_names import podium, table_of_each, tiles_with_parts
from tournament.pages.event import FINALISTS, EventPage, RoundSection, event_page
from tournament.pages.hall_names import hall_entries

State = Event.State

#: States after which nothing changes on the event's day.
FINISHED_STATES = frozenset(
    {
        State.CONCLUDED,
        State.REPORTED,
        State.HOMOLOGATED,
        State.INVALIDATED,
        State.NOT_HOMOLOGATED,
        State.VOID,
    }
)
#: Up to this many tables the kingdom stands below them; with more it has a page of its own.
LARGE = 6
#: Tables on a page of the board. More would make names too small for the back of the hall (docs/look.md).
PER_PAGE = 9
#: From this many players on there is a page by surname, on which everybody finds their table.
MANY_PLAYERS = 24
#: Rows of standings or final places, and names in three columns, on a page of the board.
ROWS_PER_PAGE = 8
#: Places beside the podium: with more the podium is followed by pages with all of them.
ROWS_BESIDE = 18
NAMES_PER_PAGE = 36


@dataclass(frozen=True, slots=True)
class BoardPage:
    """A page of the board.

    ``kind``: tables, names, kingdom, standings, podium, places, entries, wait; ``rows`` as the page's components take
    them; ``beside``: the places after those of the podium.
    """

    kind: str
    title: str
    rows: list[dict[str, Any]]
    nth: int = 1
    of: int = 1
    beside: Sequence[dict[str, Any]] = ()


@dataclass(frozen=True, slots=True)
class Board:
    """The content of the board. ``mode``: before, playing, between, after, void."""

    event: Event
    mode: str
    title: str
    page: EventPage
    current: RoundSection | None
    pages: list[BoardPage]
    following: str
    present: int

    @property
    def missing(self) -> int:
        """Return the tables of the round in play without a confirmed result."""
        return self.current.expected - self.current.done if self.current else 0

    @property
    def kingdom_below(self) -> bool:
        """Return whether the kingdom stands below the tables instead of on its own page."""
        return self.current is not None and bool(self.current.cards) and len(self.current.tiles) <= LARGE

    @property
    def is_over(self) -> bool:
        return self.event.state in FINISHED_STATES


def board(event: Event, *, in_hall: bool = False) -> Board:
    """Return the board: only published data. A fixed number of queries.

    Arguments:
        in_hall: whether everybody but minors is named; otherwise names are as on the public page.
    """
    named = hall_entries(event) if in_hall else frozenset[int]()
    page = event_page(event, named=named)
    latest = page.sections[0] if page.sections else None
    mode = _mode(event, latest)
    playing = latest if mode == "playing" else None
    if playing is not None:
        _mark_help_requests(playing)
    return Board(
        event=event,
        mode=mode,
        title=_title(mode, latest),
        page=page,
        current=playing,
        pages=_pages(mode, page, latest, named),
        following=_following(mode, event, page),
        present=sum(entry["state"] in (Entry.State.CHECKED_IN, Entry.State.PLAYING) for entry in page.entries),
    )


def _mark_help_requests(section: RoundSection) -> None:
    """Mark the tables that wait for a referee. One query."""
    open_calls = HelpCall.objects.filter(table__round=section.round, closed_at=None)
    numbers = set(open_calls.values_list("table__number", flat=True))
    for tile in section.tiles:
        tile["called"] = tile["number"] in numbers


def _mode(event: Event, latest: RoundSection | None) -> str:
    if event.state == State.VOID:
        return "void"
    if event.state in FINISHED_STATES:
        return "after"
    if latest is None:
        return "before"
    return "between" if latest.round.state == Round.State.CLOSED else "playing"


def _title(mode: str, latest: RoundSection | None) -> str:
    if mode == "playing" and latest:
        return latest.title
    if mode == "between" and latest:
        return _standings_title(latest)
    return {"before": _("Entries"), "after": _("Final places"), "void": _("No result")}.get(mode, "")


def _standings_title(section: RoundSection) -> str:
    if section.round.is_final:
        return section.title
    return _("Standings after round %(number)s") % {"number": section.round.number}


def _following(mode: str, event: Event, page: EventPage) -> str:
    """Return a text on what comes next; empty if nothing does."""
    played = sum(not section.round.is_final for section in page.sections)
    if mode == "before":
        return _("Then: round 1")
    if mode not in ("playing", "between") or page.sections[0].round.is_final:
        return ""
    if played >= (event.rounds or event.rounds_override or 2):
        return _("Then: the final")
    return _("Then: round %(number)s") % {"number": played + 1}


def _pages(mode: str, page: EventPage, latest: RoundSection | None, named: frozenset[int]) -> list[BoardPage]:
    if mode == "before":
        return _split("entries", _("Entries"), _entries_to_show(page), NAMES_PER_PAGE)
    if mode == "after":
        return _pages_after(page)
    if mode == "void" or latest is None:
        return []
    tables: list[BoardPage] = []
    if mode == "playing":
        tables = _pages_of_round(latest, named)
    ranked = next((section for section in page.sections if section.standings), None)
    if ranked is None:
        return tables
    return [*tables, *_split("standings", _standings_title(ranked), ranked.standings, ROWS_PER_PAGE)]


def _pages_after(page: EventPage) -> list[BoardPage]:
    """Return the podium with the next places beside it; with more places than fit, pages with all of them too."""
    rows, others = podium(page), page.places[FINALISTS:]
    if not rows:
        return []
    first = BoardPage("podium", _("Podium"), rows, beside=others[:ROWS_BESIDE])
    all_fit = len(others) <= ROWS_BESIDE
    return [first] if all_fit else [first, *_split("places", _("Final places"), page.places, ROWS_PER_PAGE)]


def _pages_of_round(section: RoundSection, named: frozenset[int]) -> list[BoardPage]:
    """Return the pages of a round in play: in a large hall first the names, then the tables, then the kingdom."""
    pages = _split("tables", section.title, tiles_with_parts(section, named), PER_PAGE)
    rows = table_of_each(section, named)
    if len(rows) > MANY_PLAYERS:
        pages = [*_split("names", _("Find your table"), rows, NAMES_PER_PAGE), *pages]
    if len(section.tiles) > LARGE:
        pages += _split("kingdom", _("Kingdom"), section.cards, len(section.cards))
    return pages


def _entries_to_show(page: EventPage) -> list[dict[str, Any]]:
    return [entry for entry in page.entries if entry["state"] != Entry.State.ABSENT]


def _split(kind: str, title: str, rows: list[dict[str, Any]], fit: int) -> list[BoardPage]:
    """Split rows over the fewest pages, as evenly as possible: 10 tables at 9 a page are 5 and 5."""
    if not rows:
        return []
    pages = -(-len(rows) // fit)
    size = -(-len(rows) // pages)
    parts = [rows[start : start + size] for start in range(0, len(rows), size)]
    return [BoardPage(kind, title, part, nth, len(parts)) for nth, part in enumerate(parts, start=1)]
