"""Columns of the exported lists of the event's pages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from operator import attrgetter, itemgetter
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.core.formatting import history_words
from tournament.models import Event, Table
from tournament.models.accounts import account_name
from tournament.pages.card_pack import Cell, Group, Row
from tournament.pages.event import EventPage, shown_name
from tournament.pages.exports import (
    Column,
    Export,
    absolute_url,
    attribute_column,
    code,
    game_column,
    key_column,
    points_from_half_points,
)
from tournament.pages.labels import decided_words, table_state_words
from tournament.people.accounts import account_login


def _fascia(event: Event) -> str | None:
    return None if event.is_national_final else event.fascia_effective


EVENTS = (
    attribute_column("first_day", _("First day")),
    attribute_column("last_day", _("Last day")),
    attribute_column("name", _("Event")),
    attribute_column("city", _("City")),
    attribute_column("venue", _("Venue")),
    attribute_column("organiser", _("Organiser"), "organiser.name"),
    Column("season", _("Season"), attrgetter("season.slug"), attrgetter("season.name")),
    game_column(),
    Column("fascia", _("Fascia"), _fascia),
    code("state", _("State")),
    attribute_column("slug", _("Short name")),
    Column("page", _("Page"), lambda event: absolute_url(event.get_absolute_url())),
)
PUBLIC_EVENTS = (*EVENTS[:-2], attribute_column("players", _("Players")), *EVENTS[-2:])
EVENT_FILES = (
    *PUBLIC_EVENTS,
    Column("file", _("File"), lambda event: absolute_url(reverse("event_file", args=[event.slug]))),
    Column("draws", _("Draws"), lambda event: absolute_url(reverse("draws", args=[event.slug]))),
)
PLACES = (
    key_column("place", _("Place")),
    key_column("player", _("Player"), "name"),
    key_column("wins", _("Wins")),
    Column("points", _("Points"), lambda row: points_from_half_points(row["half_points"])),
    Column("decided_by", _("Decided by"), itemgetter("decided_by"), lambda row: decided_words(row["decided_by"])),
)
STANDINGS = (
    key_column("place", _("Place")),
    key_column("player", _("Player"), "name"),
    key_column("wins", _("Wins")),
    key_column("seconds", _("Seconds")),
    key_column("thirds", _("Thirds")),
    Column("decided_by", _("Decided by"), itemgetter("decided_by"), lambda row: decided_words(row["decided_by"])),
)


def standings_row_columns(*, sees_names: bool) -> tuple[Column, ...]:
    """Return the columns of a stored row of standings; a name only if it may be shown."""
    return (
        attribute_column("position", _("Place")),
        Column("player", _("Player"), lambda row: shown_name(row.entry, sees_names=sees_names)),
        attribute_column("wins", _("Wins")),
        attribute_column("seconds", _("Seconds")),
        attribute_column("thirds", _("Thirds")),
        Column("lot", _("Lot"), lambda row: row.lot or None),
        Column("decided_by", _("Decided by"), attrgetter("decided_by"), lambda row: decided_words(row.decided_by)),
    )


#: Columns of the public page: a name only if it may be shown.
PUBLIC_ENTRIES = (
    key_column("player", _("Player"), "name"),
    Column("state", _("State"), lambda row: row["state"], lambda row: row["words"]),
)
#: A seat of a table: (number, state, position, name, place).
SEATS = (
    key_column("table", _("Table"), 0),
    Column("state", _("State"), itemgetter(1), lambda row: table_state_words(row[1])),
    key_column("seat", _("Playing order"), 2),
    key_column("player", _("Player"), 3),
    key_column("place", _("Place"), 4),
)
_ENTERED = (
    attribute_column("number", _("Number")),
    attribute_column("last_name", _("Last name"), "person.last_name"),
    attribute_column("first_name", _("First name"), "person.first_name"),
    attribute_column("city", _("City"), "person.city"),
)
#: No heading says consent: read back into another event, a list states nothing about it.
_ENTRY_STATE = (
    attribute_column("name_shown", _("Name shown"), "person.consent"),
    attribute_column("name_shown_here", _("Name shown in this event"), "shows_name"),
    code("state", _("State")),
    attribute_column("photo_consent", _("Photos")),
    attribute_column("still_comes", _("Still coming")),
    attribute_column("paid_at", _("Paid at")),
    attribute_column("paid_label", _("Price paid")),
    attribute_column("paid_cents", _("Paid, in cents")),
)
ENTRIES = (*_ENTERED, *_ENTRY_STATE)
#: For who may read the whole national list: a list that finds the same records again.
ENTRIES_WITH_RECORDS = (
    *_ENTERED,
    attribute_column("email", _("email"), "person.email"),
    attribute_column("card_number", _("Card number"), "person.card_number"),
    *_ENTRY_STATE,
)
CASH = (
    attribute_column("last_name", _("Last name"), "person.last_name"),
    attribute_column("first_name", _("First name"), "person.first_name"),
    attribute_column("paid_at", _("Paid at")),
    attribute_column("paid_label", _("Price paid")),
    attribute_column("paid_cents", _("Paid, in cents")),
)
ROLES = (
    Column("user", _("Name"), lambda role: account_name(role.user)),
    code("role", _("Role")),
)
ACCOUNTS = (Column("user", _("Name"), account_name),)
HISTORY = (
    attribute_column("at", _("When")),
    Column("who", _("Who"), lambda row: row.who and account_login(row.who)),
    Column("what", _("What"), history_words),
    attribute_column("reason", _("Reason")),
    Column(
        "changes",
        _("Before and after"),
        lambda row: "; ".join(f"{change.field}: {change.before} > {change.after}" for change in row.changes),
    ),
)
DRAWS = (
    Column("number", _("Number"), lambda row: row["draw"].pk),
    key_column("what", _("What was drawn"), "title"),
    Column(
        "purpose",
        _("Purpose"),
        lambda row: row["draw"].purpose,
        lambda row: row["draw"].get_purpose_display(),
    ),
    Column("scope", _("Scope"), lambda row: row["draw"].scope),
    Column("drawn_at", _("Drawn at"), lambda row: row["draw"].drawn_at),
    Column("annulled_at", _("Annulled on"), lambda row: row["draw"].annulled_at),
    Column("by_hand", _("By hand"), lambda row: row["draw"].by_hand),
    Column("word", _("Number or word"), lambda row: row["draw"].shown_word),
    Column("commitment", _("Fingerprint"), lambda row: row["draw"].commitment),
    Column("page", _("Page"), lambda row: absolute_url(row["draw"].get_absolute_url())),
)
#: An entry and its private link, or None; the link itself is never exported.
LINKS = (
    Column("number", _("Number"), lambda row: row[0].number),
    Column("player", _("Player"), lambda row: row[0].person),
    Column("made_at", _("Made"), lambda row: row[1] and row[1].made_at),
    Column("mailed_at", _("Mailed"), lambda row: row[1] and row[1].mailed_at),
)
TABLE_LINKS = (
    attribute_column("round", _("Round"), "table.round.number"),
    attribute_column("table", _("Table"), "table.number"),
    attribute_column("made_at", _("Made")),
)
RECEIPTS = (
    attribute_column("number", _("Number"), "pk"),
    attribute_column("closed_at", _("Done on")),
)
PACKS = (
    game_column(),
    attribute_column("name", _("Pack")),
    attribute_column("is_printed", _("Printed figures")),
    Column("rulebook", _("From the rulebook"), lambda pack: pack.counts.get("seed")),
    Column("outside", _("From outside"), lambda pack: pack.counts.get("outside")),
    Column("assumed", _("Assumed"), lambda pack: pack.counts.get("assumed")),
    attribute_column("based_on", _("Made from")),
    attribute_column("made_at", _("Made")),
)
#: A figure of a pack with its table and line: (group, row, cell).
FIGURES = (
    Column("path", _("Figure"), lambda row: row[2].figure.path),
    Column("group", _("Table of figures"), lambda row: row[0].label),
    Column("row", _("Card or item"), lambda row: row[1].label),
    Column("column", _("Quantity"), lambda row: row[2].label),
    Column("value", _("Value"), lambda row: row[2].figure.value, lambda row: row[2].shown),
    Column("provenance", _("Provenance"), lambda row: row[2].mark, lambda row: row[2].mark_words),
    Column("source", _("Where it comes from"), lambda row: row[2].figure.source),
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
            yield table.number, table.state, seat.position, str(seat.entry), seat.place


def event_lists(page: EventPage) -> list[Export]:
    """Return the lists of an event's public page.

    Entries, final places, and of each round the tables and the standings.
    """
    lists = [
        Export("iscritti", PUBLIC_ENTRIES, page.entries, _("Entries")),
        Export("posti", PLACES, page.places, _("Final places")),
    ]
    for section in page.sections:
        number = section.round.number
        standings_label = gettext("Standings after round %(number)s") % {"number": number}
        lists.append(Export(f"tavoli-{number}", SEATS, _tile_seats(section.tiles), section.title))
        lists.append(Export(f"classifica-{number}", STANDINGS, section.standings, standings_label))
    return lists
