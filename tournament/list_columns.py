"""The columns of the lists of the event's pages, as files give them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tournament.lists import Column, PageList, on_site, whole
from tournament.models import Entry, Event, Table
from tournament.pack_page import Cell, Group, Row
from tournament.selectors.pages import EventPage
from tournament.templatetags._history import history_words


def _fascia(event: Event) -> str | None:
    return None if event.is_national_final else event.fascia_effective


EVENTS = (
    Column("first_day", _("First day"), lambda event: event.first_day),
    Column("last_day", _("Last day"), lambda event: event.last_day),
    Column("name", _("Event"), lambda event: event.name),
    Column("city", _("City"), lambda event: event.city),
    Column("venue", _("Venue"), lambda event: event.venue),
    Column("organiser", _("Organiser"), lambda event: event.organiser.name),
    Column("season", _("Season"), lambda event: event.season.slug),
    Column("game", _("Game"), lambda event: event.game),
    Column("fascia", _("Fascia"), _fascia),
    Column("state", _("State"), lambda event: event.state, lambda event: event.get_state_display()),
    Column("slug", _("Short name"), lambda event: event.slug),
    Column("page", _("Page"), lambda event: on_site(event.get_absolute_url())),
)
PUBLIC_EVENTS = (*EVENTS[:-2], Column("players", _("Players"), lambda event: event.players), *EVENTS[-2:])
EVENT_FILES = (
    *PUBLIC_EVENTS,
    Column("file", _("File"), lambda event: on_site(reverse("event_file", args=[event.slug]))),
    Column("draws", _("Draws"), lambda event: on_site(reverse("draws", args=[event.slug]))),
)
PLACES = (
    Column("place", _("Place"), lambda row: row["place"]),
    Column("player", _("Player"), lambda row: row["name"]),
    Column("wins", _("Wins"), lambda row: row["wins"]),
    Column("points", _("Points"), lambda row: whole(row["half_points"])),
    Column("decided_by", _("Decided by"), lambda row: row["decided_by"]),
)
STANDINGS = (
    Column("place", _("Place"), lambda row: row["place"]),
    Column("player", _("Player"), lambda row: row["name"]),
    Column("wins", _("Wins"), lambda row: row["wins"]),
    Column("seconds", _("Seconds"), lambda row: row["seconds"]),
    Column("thirds", _("Thirds"), lambda row: row["thirds"]),
    Column("decided_by", _("Decided by"), lambda row: row["decided_by"]),
)
#: Of the public page: a name only where it is shown.
PUBLIC_ENTRIES = (
    Column("player", _("Player"), lambda row: row["name"]),
    Column("state", _("State"), lambda row: row["state"], lambda row: Entry.State(row["state"]).label),
)
#: A seat of a table: (number, state, position, name, place).
SEATS = (
    Column("table", _("Table"), lambda row: row[0]),
    Column("state", _("State"), lambda row: row[1]),
    Column("seat", _("Playing order"), lambda row: row[2]),
    Column("player", _("Player"), lambda row: row[3]),
    Column("place", _("Place"), lambda row: row[4]),
)
ENTRIES = (
    Column("number", _("Number"), lambda entry: entry.number),
    Column("last_name", _("Last name"), lambda entry: entry.person.last_name),
    Column("first_name", _("First name"), lambda entry: entry.person.first_name),
    Column("consent", _("Consent"), lambda entry: entry.person.consent),
    Column("state", _("State"), lambda entry: entry.state, lambda entry: entry.get_state_display()),
)
ROLES = (
    Column("user", _("Name"), lambda role: role.user.get_full_name() or role.user.get_username()),
    Column("role", _("Part"), lambda role: role.role, lambda role: role.get_role_display()),
)
OWN_ROLES = (
    Column("event", _("Event"), lambda role: role.event.name),
    Column("first_day", _("First day"), lambda role: role.event.first_day),
    Column("role", _("Part"), lambda role: role.role, lambda role: role.get_role_display()),
    Column("state", _("State"), lambda role: role.event.state, lambda role: role.event.get_state_display()),
)
OWN_PLACES = (
    Column("event", _("Event"), lambda row: row.event.name),
    Column("last_day", _("Last day"), lambda row: row.event.last_day),
    Column("place", _("Place"), lambda row: row.place),
    Column("wins", _("Wins"), lambda row: row.wins),
    Column("state", _("State"), lambda row: row.event.state, lambda row: row.event.get_state_display()),
)
HISTORY = (
    Column("at", _("When"), lambda row: row.at),
    Column("who", _("Who"), lambda row: row.who and row.who.get_username()),
    Column("verb", _("Act"), lambda row: row.verb),
    Column("what", _("What"), history_words),
    Column("reason", _("Reason"), lambda row: row.reason),
    Column(
        "changes",
        _("Before and after"),
        lambda row: "; ".join(f"{one.field}: {one.before} > {one.after}" for one in row.changes),
    ),
)
DRAWS = (
    Column("number", _("Number"), lambda row: row["draw"].pk),
    Column("what", _("What was drawn"), lambda row: row["title"]),
    Column("purpose", _("Purpose"), lambda row: row["draw"].purpose),
    Column("scope", _("Scope"), lambda row: row["draw"].scope),
    Column("drawn_at", _("Drawn at"), lambda row: row["draw"].drawn_at if row["made"] else None),
    Column("annulled_at", _("Annulled on"), lambda row: row["draw"].annulled_at),
    Column("by_hand", _("By hand"), lambda row: bool(row["made"]) and row["draw"].by_hand),
    Column("word", _("Word called out"), lambda row: row["draw"].word if row["made"] else None),
    Column("commitment", _("Fingerprint"), lambda row: row["draw"].commitment),
    Column("page", _("Page"), lambda row: on_site(row["draw"].get_absolute_url())),
)
#: An entry and its private link, or None; the link itself is never in a file.
LINKS = (
    Column("number", _("Number"), lambda row: row[0].number),
    Column("player", _("Player"), lambda row: row[0].person),
    Column("made_at", _("Made"), lambda row: row[1] and row[1].made_at),
    Column("mailed_at", _("Mailed"), lambda row: row[1] and row[1].mailed_at),
    Column("last_used_at", _("Opened"), lambda row: row[1] and row[1].last_used_at),
)
TABLE_LINKS = (
    Column("round", _("Round"), lambda link: link.table.round.number),
    Column("table", _("Table"), lambda link: link.table.number),
    Column("made_at", _("Made"), lambda link: link.made_at),
    Column("last_used_at", _("Opened"), lambda link: link.last_used_at),
)
ENDPOINTS = (
    Column("address", _("Address"), lambda one: one.url),
    Column("made_at", _("Made"), lambda one: one.made_at),
    Column("paused_at", _("Paused"), lambda one: one.paused_at),
    Column("failing_since", _("No answer since"), lambda one: one.failing_since),
)
DELIVERIES = (
    Column("id", _("Id"), lambda one: one.uid),
    Column("made_at", _("When"), lambda one: one.made_at),
    Column("kind", _("What"), lambda one: one.kind),
    Column("address", _("Address"), lambda one: one.endpoint.url),
    Column("state", _("State"), lambda one: one.state, lambda one: one.get_state_display()),
    Column("attempts", _("Attempts"), lambda one: one.attempts),
    Column("status", _("Status"), lambda one: one.last_status),
    Column("reason", _("Reason"), lambda one: one.last_reason),
)
ERASURES = (
    Column("person", _("Player"), lambda one: one.person),
    Column("asked_at", _("Asked on"), lambda one: one.asked_at),
)
RECEIPTS = (
    Column("number", _("Number"), lambda one: one.pk),
    Column("closed_at", _("Done on"), lambda one: one.closed_at),
)
PACKS = (
    Column("game", _("Game"), lambda pack: pack.game),
    Column("name", _("Pack"), lambda pack: pack.name),
    Column("is_printed", _("Printed figures"), lambda pack: pack.is_printed),
    Column("rulebook", _("From the rulebook"), lambda pack: pack.counts.get("seed")),
    Column("outside", _("From outside"), lambda pack: pack.counts.get("outside")),
    Column("assumed", _("Assumed"), lambda pack: pack.counts.get("assumed")),
    Column("based_on", _("Made from"), lambda pack: pack.based_on),
    Column("made_at", _("Made"), lambda pack: pack.made_at),
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
    """Every figure of a pack with its table and its line."""
    for group in groups:
        for row in group.rows:
            yield from ((group, row, cell) for cell in row.cells if cell is not None)


def table_seats(tables: Iterable[Table]) -> Iterator[tuple[Any, ...]]:
    """The seats of a round's tables, with the names that its desk sees."""
    for table in tables:
        for seat in table.seats.all():
            yield table.number, table.state, seat.position, str(seat.entry.person), seat.place


def event_lists(page: EventPage) -> list[PageList]:
    """The lists of an event's public page: entries, final places, and of each round the tables and the standings."""
    lists = [PageList("iscritti", PUBLIC_ENTRIES, page.entries), PageList("posti", PLACES, page.places)]
    for section in page.sections:
        number = section.round.number
        lists.append(PageList(f"tavoli-{number}", SEATS, _tile_seats(section.tiles)))
        lists.append(PageList(f"classifica-{number}", STANDINGS, section.standings))
    return lists
