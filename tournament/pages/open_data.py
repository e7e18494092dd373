"""Public data of events for the API: the data of the public pages, in a fixed number of queries.

Places, points and names come from where the pages have them (``tournament.pages.event``); nothing is computed here.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any

from django.db.models import QuerySet

from tournament.draws.selectors import draw_title, event_draws, public_facts
from tournament.events.fields import EVENT_FIELDS
from tournament.models import Draw, Event, Round, Season, StandingRow, Table
from tournament.pages.event import (
    TableResult,
    open_player,
    place_half_points,
    public_events,
    public_rounds,
    setup_cards,
    table_result,
)


def seasons(*, game: str | None = None) -> QuerySet[Season]:
    """Return every season, or those of a game (its slug), newest first."""
    matching_seasons = Season.objects.order_by("-first_day", "-pk")
    return matching_seasons if game is None else matching_seasons.filter(game=game)


def events(*, season: str | None = None, state: str | None = None, game: str | None = None) -> QuerySet[Event]:
    """Return the public events, newest first.

    Arguments:
        season: its slug; state: of ``Event.State``; game: its slug. None does not filter.
    """
    filters = {"season__slug": season, "state": state, "game": game}
    matching_events = public_events().filter(**{name: value for name, value in filters.items() if value is not None})
    return matching_events.order_by("-first_day", "name", "pk")


#: Number of players of an event, as the query of :func:`events` counts it.
_players = attrgetter("players")


#: How a column is read for the public data, where its value is not plain.
_READ: dict[str, Callable[[Event], Any]] = {
    "season": attrgetter("season.slug"),
    "organiser": attrgetter("organiser.name"),
    "fascia_declared": lambda event: None if event.is_national_final else event.fascia_declared,
    "fascia_effective": lambda event: None if event.is_national_final else event.fascia_effective,
}


def _public_facts(event: Event, *, in_lists: bool) -> dict[str, Any]:
    """Return the columns of an event that are public, by their public names: those of lists, or the others."""
    rows = (row for row in EVENT_FIELDS if row.public and row.in_lists == in_lists)
    return {row.public: _READ.get(row.name, attrgetter(row.name))(event) for row in rows}


def event_line(event: Event) -> dict[str, Any]:
    """Return an event in a list. The event comes from :func:`events`."""
    return _public_facts(event, in_lists=True) | {"players": _players(event), "page": event.get_absolute_url()}


def event_whole(event: Event) -> dict[str, Any]:
    """Return an event with everything on its public page. At most eleven queries.

    The event comes from :func:`events`.
    """
    entries = event.entries.select_related("person").order_by("number")
    places = event.final_places.select_related("entry__person").order_by("place")
    facts = event_line(event) | _public_facts(event, in_lists=False)
    return facts | {
        "entries": [open_player(entry) | {"state": entry.state, "left_after": entry.left_after} for entry in entries],
        "rounds": [_round(event, game_round) for game_round in public_rounds(event)],
        "draws": event_draw_records(event),
        "final_places": [
            {
                "place": row.place,
                "player": open_player(row.entry),
                "wins": row.wins,
                "decided_by": row.decided_by,
                "half_points": place_half_points(event, row),
            }
            for row in places
        ],
    }


def _round(event: Event, game_round: Round) -> dict[str, Any]:
    return {
        "number": game_round.number,
        "is_final": game_round.is_final,
        "state": game_round.state,
        "published_at": game_round.published_at,
        "closed_at": game_round.closed_at,
        "cards": [{"code": card["code"], "name": card["name"]} for card in setup_cards(event, game_round.setup)],
        "tables": [_table(table) for table in game_round.tables.all()],
        "standings": [_standing(row) for row in game_round.standing_rows.all()],
    }


def _table(table: Table) -> dict[str, Any]:
    return {
        "number": table.number,
        "state": table.state,
        "seats": [
            {"position": seat.position, "player": open_player(seat.entry), "place": seat.place}
            for seat in table.seats.all()
        ],
    }


def _standing(row: StandingRow) -> dict[str, Any]:
    return {
        "position": row.position,
        "player": open_player(row.entry),
        "wins": row.wins,
        "seconds": row.seconds,
        "thirds": row.thirds,
        "lot": row.lot,
        "decided_by": row.decided_by,
        "tied": row.tied,
    }


def draw_facts(draw: Draw) -> dict[str, Any]:
    """Return the public data of a draw."""
    return {"id": draw.pk, "title": draw_title(draw), **public_facts(draw)}


def event_draw_records(event: Event) -> list[dict[str, Any]]:
    """Return every draw of an event, in the order in which their commitments were published. One query."""
    return [draw_facts(draw) for draw in event_draws(event)]


def open_draw(pk: int) -> dict[str, Any] | None:
    """Return a draw by its number; None if there is none, or if its event is a draft. One query."""
    draw = Draw.objects.filter(pk=pk).select_related("event", "season").first()
    if draw is None or (draw.event is not None and draw.event.state == Event.State.DRAFT):
        return None
    return draw_facts(draw)


def open_table(event: Event, number: int, table: int) -> tuple[dict[str, Any], TableResult] | None:
    """Return how the places of a table were decided; None if there is no such table.

    Returns: the data for the API, and the page's own, with the findings of the confirmed sheet.
    """
    tables = Table.objects.filter(round__event=event, round__number=number, number=table)
    table_row = tables.select_related("round").prefetch_related("sheets").first()
    if table_row is None:
        return None
    table_row.round.event = event
    result = table_result(table_row)
    return {
        "event": event.slug,
        "round": number,
        "number": table,
        "is_final": table_row.round.is_final,
        "state": table_row.state,
        "columns": result.columns,
        "rows": [
            {
                "place": row["place"],
                "position": row["seat"],
                "player": open_player(row["entry"]),
                "values": {cell["name"]: cell["value"] for cell in row["cells"]},
                "decided_by": row["decided_by"],
            }
            for row in result.rows
        ],
        "forced_reason": result.forced,
    }, result
