"""Names on the live board: short forms for narrow columns, the list by surname, the podium of the final."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from tournament.core.collation import name_order
from tournament.models import Entry, Seat
from tournament.pages.event import FINALISTS, EventPage, RoundSection, shown_name


def name_parts(entry: Entry, named: Collection[int]) -> dict[str, str]:
    """Return the shown name in parts: surname, given names, their initials, what tells equal names apart.

    A name that is not shown is whole in ``last``, see :func:`tournament.pages.event.shown_name`.

    Arguments:
        named: keys of entries that are named whatever their consent.
    """
    if not entry.shows_name and entry.pk not in named:
        return {"last": shown_name(entry, sees_names=False), "given": "", "initials": "", "beside": ""}
    person = entry.person
    initials = " ".join(f"{part[0]}." for part in person.first_name.split())
    parts = {"last": person.last_name, "given": person.first_name, "initials": initials}
    return parts | {"beside": entry.told_apart}


def tiles_with_parts(section: RoundSection, named: Collection[int] = ()) -> list[dict[str, Any]]:
    """Return the tables of a round as the page shows them, each seat with the parts of its name. No query."""
    tiles = []
    for tile, table in zip(section.tiles, section.round.tables.all(), strict=True):
        seats = zip(tile["seats"], table.seats.all(), strict=True)
        tiles.append({**tile, "seats": [{**shown, **name_parts(seat.entry, named)} for shown, seat in seats]})
    return tiles


def table_of_each(section: RoundSection, named: Collection[int] = ()) -> list[dict[str, Any]]:
    """Return the players of a round in the order of their surnames, each with the table; nameless ones last."""
    seats = [(table.number, seat.entry) for table in section.round.tables.all() for seat in table.seats.all()]
    rows = [{**name_parts(entry, named), "table": number, "entry": entry.number} for number, entry in seats]
    return sorted(rows, key=lambda row: (not row["given"], name_order(row["last"], row["given"]), row["entry"]))


def podium(page: EventPage) -> list[dict[str, Any]]:
    """Return the places of the final with the points of its game and what decided a tie, if it was played."""
    final = next((section for section in page.sections if section.round.is_final), None)
    seats: Iterable[Seat] = (
        [seat for table in final.round.tables.all() for seat in table.seats.all()] if final is not None else []
    )
    played = {seat.place: seat for seat in seats if seat.place is not None}
    rows = []
    for row in page.places[:FINALISTS]:
        seat = played.get(row["place"])
        reason = seat.decided_by if seat is not None and row["place"] < len(played) else ""
        number = seat.values.get("points") if seat is not None else None
        rows.append({**row, "number": number, "how": "" if reason == "points" else reason})
    return rows
