"""Export events as open files (docs/formats.md)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils import timezone

from games import registry
from tournament.draws.selectors import as_record, round_scope
from tournament.draws.trail import file_facts
from tournament.exchange.importing import event_from_file
from tournament.models import Draw, Entry, Event, EventRole, Round, Seat, Sheet, Table
from tournament.models.accounts import account_name
from tournament.people.selectors import player_id
from tournament.regulation import parameters as regulation
from tournament.regulation.event_file.fields import DOMINION, FORMAT, REGULATION_VALUES
from tournament.regulation.event_file.parse import write_draw
from tournament.regulation.points import Fascia, event_points
from tournament.regulation.refused import Refused
from tournament.regulation.table_result import LOT
from tournament.regulation.validity import is_outside_days
from tournament.regulation.version_values import to_values

__all__ = ["event_from_file", "event_to_file", "open_file", "points_of"]

State = Event.State
#: The field ``draw`` with an audit record, by purpose and scope of the draw.
DrawRecords = Mapping[tuple[str, str], dict[str, Any]]
#: States in which an event is complete.
EXPORTABLE_STATES = (State.CONCLUDED, State.REPORTED, State.HOMOLOGATED, State.INVALIDATED, State.NOT_HOMOLOGATED)


def event_to_file(event: Event) -> dict[str, Any]:
    """Return the complete event as a ``tournament-event/2`` file; the same event gives the same file.

    Players are identified by the id that they were imported with, else ``p`` and their number (REQ-601).
    Errors: EVENT_NOT_CONCLUDED before the final places are there.
    """
    if event.state not in EXPORTABLE_STATES:
        raise Refused("EVENT_NOT_CONCLUDED", state=Event.State(event.state).label)
    rounds = list(event.round_set.order_by("number").prefetch_related(*_PREFETCH))
    entries = list(Entry.objects.filter(event=event).select_related("person").order_by("number"))
    seated = {seat.entry_id for round_ in rounds for table in round_.tables.all() for seat in table.seats.all()}
    players = [entry for entry in entries if entry.pk in seated]
    ids = {entry.pk: player_id(entry) for entry in players}
    left = {
        number: [ids[entry.pk] for entry in players if entry.left_after == number]
        for number in {entry.left_after for entry in players}
    }
    places = event.final_places.order_by("place")
    in_order = Draw.objects.filter(event=event, drawn_at__isnull=False).order_by("drawn_at", "pk")
    made_draws = list(in_order.select_related("press"))
    marks = file_facts(event, made_draws, [round_scope(round_) for round_ in rounds])
    records = _draw_records(made_draws)
    return {
        "format": FORMAT,
        "event": event_facts(event) | _of_copy(event),
        "players": [
            {
                "id": ids[entry.pk],
                "first_name": entry.person.first_name,
                "last_name": entry.person.last_name,
                "consent": entry.shows_name,
            }
            for entry in players
        ],
        "rounds": [
            _round(event, round_, ids, left.get(round_.number, []), records) | marks.get(round_scope(round_), {})
            for round_ in rounds
        ],
        "final_places": [ids[place.entry_id] for place in places],
    }


def open_file(event: Event) -> dict[str, Any]:
    """Art. 1.6 (AMB-19): return the event’s public file, without the names of players who gave no consent.

    Errors: EVENT_NOT_CONCLUDED.
    """
    content = event_to_file(event)
    content["event"].pop("entries", None)
    for player in content["players"]:
        if not player["consent"]:
            player["first_name"], player["last_name"] = "", ""
    return content


_PREFETCH = ("tables__seats", "tables__sheets", "standing_rows")


def points_of(event: Event) -> dict[str, dict[str, int]]:
    """Art. 1.4: return the ordinary and the multiplied half-points of a report, each by player (REQ-601)."""
    stored = list(event.final_places.select_related("entry").order_by("place"))
    places, left = [player_id(row.entry) for row in stored], [player_id(row.entry) for row in stored if row.has_left]
    fascia = Fascia(event.fascia_effective)
    rows = event_points(places, fascia, left=left, regulation=regulation.get(event.regulation))
    if event.is_national_final:
        return {row.player: {"ordinary": 0, "multiplied": 0} for row in rows}
    return {row.player: {"ordinary": row.ordinary, "multiplied": row.multiplied} for row in rows}


def entries_of(event: Event) -> list[dict[str, Any]]:
    """Return number and name of everybody entered, by number."""
    people = event.entries.order_by("number").values_list("number", "person__first_name", "person__last_name")
    return [dict(zip(("number", "first_name", "last_name"), row, strict=True)) for row in people]


def _of_copy(event: Event) -> dict[str, Any]:
    """Return what the file of a copy also holds, so that its site knows the event and its entries again."""
    return {"home": event.home_address, "entries": entries_of(event)} if event.home_address else {}


def event_facts(event: Event) -> dict[str, Any]:
    """Return the ``event`` of an event's file."""
    facts: dict[str, Any] = {
        "name": event.name,
        "city": event.city,
        "venue": event.venue,
        "first_day": event.first_day.isoformat(),
        "last_day": event.last_day.isoformat(),
        "game": event.game,
        "fascia": event.fascia_declared,
        "regulation": event.regulation,
        "organiser": event.organiser.name,
        "announcement": event.announcement_url,
        "rounds": event.rounds,
        "season": {
            "first_day": event.season.first_day.isoformat(),
            "last_day": event.season.last_day.isoformat(),
        },
    }
    optional: dict[str, Any] = {
        "rounds_reason": event.rounds_reason,
        "referee": ", ".join(_referees(event)),
        "fascia_effective": event.fascia_effective if event.fascia_effective != event.fascia_declared else "",
        "photos": [photo.file.name for photo in event.photos.order_by("pk")],
        "forum_report": event.forum_report_url,
        "played_elsewhere": True if event.played_elsewhere_at else None,
    } | _clock(event)
    if event.regulation not in regulation.REGULATIONS:
        optional[REGULATION_VALUES] = to_values(regulation.get(event.regulation))
    return facts | {name: value for name, value in optional.items() if value or value is False}


def _clock(event: Event) -> dict[str, Any]:
    """Return the clock settings that differ from the regulation: the minutes of a round, a final without a clock."""
    clock_facts: dict[str, Any] = {}
    if event.clock_minutes != regulation.get(event.regulation).minutes:
        clock_facts |= {"minutes": event.clock_minutes, "minutes_reason": event.clock_reason}
    if not event.final_has_clock:
        clock_facts |= {"final_has_clock": False, "final_clock_reason": event.final_clock_reason}
    return clock_facts


def _referees(event: Event) -> list[str]:
    roles = event.roles.filter(role=EventRole.Role.REFEREE).select_related("user").order_by("pk")
    named = [account_name(role.user) for role in roles]
    return [*([event.referee_name] if event.referee_name else []), *named]


def _round(
    event: Event, round_: Round, ids: Mapping[int, str], left: Sequence[str], records: DrawRecords
) -> dict[str, Any]:
    round_data: dict[str, Any] = {"number": round_.number, "final": round_.is_final}
    drawn_on = timezone.localdate(round_.drawn_at)
    if is_outside_days(drawn_on, event.first_day, event.last_day):
        round_data["drawn_on"] = drawn_on.isoformat()
        if round_.dates_reason:
            round_data["dates_reason"] = round_.dates_reason
    if event.game == DOMINION:
        round_data["kingdom"] = _kingdom(round_, records)
    seats_draw = records.get((Draw.Purpose.SEATS, round_scope(round_)), {})
    round_data["tables"] = [
        _table(event, table, ids) | seats_draw for table in sorted(round_.tables.all(), key=lambda t: t.number)
    ]
    if not round_.is_final:
        round_data["standings"] = [
            {
                "position": row.position,
                "player": ids[row.entry_id],
                "wins": row.wins,
                "seconds": row.seconds,
                "thirds": row.thirds,
                "lot": row.lot,
            }
            for row in sorted(round_.standing_rows.all(), key=lambda row: row.position)
            if row.entry_id in ids
        ]
    if left:
        round_data["left"] = list(left)
    if round_.corrected_since:
        round_data["corrected_since"] = [dict(correction) for correction in round_.corrected_since]
    return round_data


def _kingdom(round_: Round, records: DrawRecords) -> dict[str, Any]:
    """Return the kingdom with the audit record of its draw; a manual draw has none, since it cannot be recomputed."""
    kingdom_data = {"drawn": list(round_.setup["drawn"]), "rejected": list(round_.setup.get("rejected", ()))}
    return kingdom_data | records.get((Draw.Purpose.KINGDOM, round_scope(round_)), {})


def _draw_records(made_draws: Sequence[Draw]) -> DrawRecords:
    """Return the audit records of the draws in force; a manual draw has none, since it cannot be recomputed."""
    return {
        (draw.purpose, draw.scope): {"draw": write_draw(as_record(draw))}
        for draw in made_draws
        if draw.annulled_at is None and not draw.by_hand
    }


def _table(event: Event, table: Table, ids: Mapping[int, str]) -> dict[str, Any]:
    seats = sorted(table.seats.all(), key=lambda seat: seat.position)
    sheet = _confirmed_sheet(table)
    table_data: dict[str, Any] = {"number": table.number, "seats": [ids[seat.entry_id] for seat in seats]}
    dominion = event.game == DOMINION
    if dominion:
        table_data |= {"end": sheet.get("end"), "ended_by": sheet.get("ended_by")}
    names = [criterion.name for criterion in registry.get(event.game).chain if criterion.name != LOT]
    by_place = sorted(seats, key=lambda seat: (seat.place is None, seat.place, seat.position))
    rows = _rows(sheet) if dominion else []
    table_data["results"] = [_result(seat, names, rows, ids) for seat in by_place]
    abandoned = [ids[seat.entry_id] for seat in seats if seat.is_abandoned]
    if abandoned:
        table_data["abandoned"] = abandoned
    if table.no_shows:
        table_data["no_shows"] = list(table.no_shows)
    if dominion:
        table_data |= {name: _counts(sheet[name]) for name in ("trash", "supply") if _is_pile(sheet.get(name))}
    elif sheet:
        table_data["sheet"] = sheet
    return table_data


def _result(
    seat: Seat, names: Sequence[str], rows: Sequence[Mapping[str, Any]], ids: Mapping[int, str]
) -> dict[str, Any]:
    row = rows[seat.position - 1] if len(rows) >= seat.position else {}
    numbers = {name: seat.values.get(name, row.get(name)) for name in names}
    numbers = {name: value for name, value in numbers.items() if value is not None}
    row_data = {"player": ids[seat.entry_id], **numbers, "lot": seat.values.get(LOT), "place": seat.place}
    return row_data | {name: row[name] for name in ("deck", "breakdown") if isinstance(row.get(name), Mapping)}


def _rows(sheet: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return the seats of a stored sheet, empty if it is not an object."""
    seats = sheet.get("seats")
    return [row if isinstance(row, Mapping) else {} for row in seats] if isinstance(seats, list) else []


def _is_pile(value: Any) -> bool:
    """Return whether a trash or supply is written as counts, or card by card."""
    return isinstance(value, Mapping | list)


def _counts(pile: Mapping[str, int] | Sequence[str]) -> dict[str, int]:
    """Return cards and counts, also of a pile written card by card; missing cards are left out."""
    counts = pile if isinstance(pile, Mapping) else Counter(map(str, pile))
    return {name: count for name, count in counts.items() if count}


def _confirmed_sheet(table: Table) -> dict[str, Any]:
    for sheet in table.sheets.all():
        if sheet.state == Sheet.State.CONFIRMED:
            return dict(sheet.data) if isinstance(sheet.data, Mapping) else {}
    return {}
