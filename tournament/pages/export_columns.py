"""Columns of the exported lists of the event's pages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tournament.core.formatting import history_words
from tournament.models import Entry, Event, Table
from tournament.pages.card_pack import Cell, Group, Row
from tournament.pages.event import EventPage
from tournament.pages.exports import Column, PageList, code, field, item, on_site, whole


def _fascia(event: Event) -> str | None:
    return None if event.is_national_final else event.fascia_effective


EVENTS = (
    field("first_day", _("First day")),
    field("last_day", _("Last day")),
    field("name", _("Event")),
    field("city", _("City")),
    field("venue", _("Venue")),
    field("organiser", _("Organiser"), "organiser.name"),
    field("season", _("Season"), "season.slug"),
    field("game", _("Game")),
    Column("fascia", _("Fascia"), _fascia),
    code("state", _("State")),
    field("slug", _("Short name")),
    Column("page", _("Page"), lambda event: on_site(event.get_absolute_url())),
)
PUBLIC_EVENTS = (*EVENTS[:-2], field("players", _("Players")), *EVENTS[-2:])
EVENT_FILES = (
    *PUBLIC_EVENTS,
    Column("file", _("File"), lambda event: on_site(reverse("event_file", args=[event.slug]))),
    Column("draws", _("Draws"), lambda event: on_site(reverse("draws", args=[event.slug]))),
)
PLACES = (
    item("place", _("Place")),
    item("player", _("Player"), "name"),
    item("wins", _("Wins")),
    Column("points", _("Points"), lambda row: whole(row["half_points"])),
    item("decided_by", _("Decided by")),
)
STANDINGS = (
    item("place", _("Place")),
    item("player", _("Player"), "name"),
    item("wins", _("Wins")),
    item("seconds", _("Seconds")),
    item("thirds", _("Thirds")),
    item("decided_by", _("Decided by")),
)
#: Columns of the public page: a name only if it may be shown.
PUBLIC_ENTRIES = (
    item("player", _("Player"), "name"),
    Column("state", _("State"), lambda row: row["state"], lambda row: Entry.State(row["state"]).label),
)
#: A seat of a table: (number, state, position, name, place).
SEATS = (
    item("table", _("Table"), 0),
    item("state", _("State"), 1),
    item("seat", _("Playing order"), 2),
    item("player", _("Player"), 3),
    item("place", _("Place"), 4),
)
ENTRIES = (
    field("number", _("Number")),
    field("last_name", _("Last name"), "person.last_name"),
    field("first_name", _("First name"), "person.first_name"),
    field("consent", _("Consent"), "person.consent"),
    field("consent_for_event", _("Name shown in this event"), "shows_name"),
    code("state", _("State")),
)
ROLES = (
    Column("user", _("Name"), lambda role: role.user.get_full_name() or role.user.get_username()),
    code("role", _("Part")),
)
OWN_ROLES = (
    field("event", _("Event"), "event.name"),
    field("first_day", _("First day"), "event.first_day"),
    code("role", _("Part")),
    code("state", _("State"), "event.state"),
)
OWN_PLACES = (
    field("event", _("Event"), "event.name"),
    field("last_day", _("Last day"), "event.last_day"),
    field("place", _("Place")),
    field("wins", _("Wins")),
    code("state", _("State"), "event.state"),
)
HISTORY = (
    field("at", _("When")),
    Column("who", _("Who"), lambda row: row.who and row.who.get_username()),
    field("verb", _("Act")),
    Column("what", _("What"), history_words),
    field("reason", _("Reason")),
    Column(
        "changes",
        _("Before and after"),
        lambda row: "; ".join(f"{change.field}: {change.before} > {change.after}" for change in row.changes),
    ),
)
DRAWS = (
    Column("number", _("Number"), lambda row: row["draw"].pk),
    item("what", _("What was drawn"), "title"),
    Column("purpose", _("Purpose"), lambda row: row["draw"].purpose),
    Column("scope", _("Scope"), lambda row: row["draw"].scope),
    Column("drawn_at", _("Drawn at"), lambda row: row["draw"].drawn_at),
    Column("annulled_at", _("Annulled on"), lambda row: row["draw"].annulled_at),
    Column("by_hand", _("By hand"), lambda row: row["draw"].by_hand),
    Column("word", _("Word called out"), lambda row: row["draw"].word),
    Column("commitment", _("Fingerprint"), lambda row: row["draw"].commitment),
    Column("page", _("Page"), lambda row: on_site(row["draw"].get_absolute_url())),
)
#: An entry and its private link, or None; the link itself is never exported.
LINKS = (
    Column("number", _("Number"), lambda row: row[0].number),
    Column("player", _("Player"), lambda row: row[0].person),
    Column("made_at", _("Made"), lambda row: row[1] and row[1].made_at),
    Column("mailed_at", _("Mailed"), lambda row: row[1] and row[1].mailed_at),
    Column("last_used_at", _("Opened"), lambda row: row[1] and row[1].last_used_at),
)
TABLE_LINKS = (
    field("round", _("Round"), "table.round.number"),
    field("table", _("Table"), "table.number"),
    field("made_at", _("Made")),
    field("last_used_at", _("Opened")),
)
ENDPOINTS = (
    field("address", _("Address"), "url"),
    field("made_at", _("Made")),
    field("paused_at", _("Paused")),
    field("failing_since", _("No answer since")),
)
DELIVERIES = (
    field("id", _("Id"), "uid"),
    field("made_at", _("When")),
    field("kind", _("What")),
    field("address", _("Address"), "endpoint.url"),
    code("state", _("State")),
    field("attempts", _("Attempts")),
    field("status", _("Status"), "last_status"),
    field("reason", _("Reason"), "last_reason"),
)
ERASURES = (
    field("person", _("Player")),
    field("asked_at", _("Asked on")),
)
RECEIPTS = (
    field("number", _("Number"), "pk"),
    field("closed_at", _("Done on")),
)
PACKS = (
    field("game", _("Game")),
    field("name", _("Pack")),
    field("is_printed", _("Printed figures")),
    Column("rulebook", _("From the rulebook"), lambda pack: pack.counts.get("seed")),
    Column("outside", _("From outside"), lambda pack: pack.counts.get("outside")),
    Column("assumed", _("Assumed"), lambda pack: pack.counts.get("assumed")),
    field("based_on", _("Made from")),
    field("made_at", _("Made")),
)
#: A figure of a pack with its table and line: (group, row, cell).
FIGURES = (
    Column("path", _("Figure"), lambda row: row[2].figure.path),
    Column("group", _("Table of figures"), lambda row: row[0].label),
    Column("row", _("Card or item"), lambda row: row[1].label),
    Column("column", _("Quantity"), lambda row: row[2].label),
    Column("value", _("Value"), lambda row: row[2].value, lambda row: row[2].shown),
    Column("provenance", _("Provenance"), lambda row: row[2].mark, lambda row: row[2].mark_words),
    Column("source", _("Where it stands"), lambda row: row[2].figure.source),
)


def _tile_seats(tiles: Iterable[dict[str, Any]]) -> Iterator[tuple[Any, ...]]:
    for tile in tiles:
        for position, seat in enumerate(tile["seats"], start=1):
            yield tile["number"], tile["state"], position, seat["name"], seat["place"]


def pack_cells(groups: Iterable[Group]) -> Iterator[tuple[Group, Row, Cell]]:
    """Return every figure of a pack with its table and its line."""
    for group in groups:
        for row in group.rows:
            yield from ((group, row, cell) for cell in row.cells if cell is not None)


def table_seats(tables: Iterable[Table]) -> Iterator[tuple[Any, ...]]:
    """Return the seats of a round's tables, with the names that its desk sees."""
    for table in tables:
        for seat in table.seats.all():
            yield table.number, table.state, seat.position, str(seat.entry.person), seat.place


def event_lists(page: EventPage) -> list[PageList]:
    """Return the lists of an event's public page.

    Entries, final places, and of each round the tables and the standings.
    """
    lists = [PageList("iscritti", PUBLIC_ENTRIES, page.entries), PageList("posti", PLACES, page.places)]
    for section in page.sections:
        number = section.round.number
        lists.append(PageList(f"tavoli-{number}", SEATS, _tile_seats(section.tiles)))
        lists.append(PageList(f"classifica-{number}", STANDINGS, section.standings))
    return lists
