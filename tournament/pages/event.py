"""Data of the public pages of an event, in a fixed number of queries."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from functools import cache
from typing import Any

from django.db.models import Count, OuterRef, Prefetch, Q, QuerySet, Subquery
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games import registry
from tournament.core.dates import date_words
from tournament.core.preconditions import regulation_of
from tournament.draws.selectors import round_scope
from tournament.draws.trail import Mark, draw_marks
from tournament.events.selectors import listed_events
from tournament.models import Draw, DrawPress, Entry, Event, FinalPlace, Round, Seat, StandingRow, Table
from tournament.pages.deciding_readings import DecidingReading, deciding_readings
from tournament.pages.reasons import tie_reasons
from tournament.people.selectors import by_player_id, event_entries
from tournament.regulation import parameters as regulation
from tournament.regulation import points
from tournament.results.bump_chart import BumpChart, bump_chart


def open_player(entry: Entry) -> dict[str, Any]:
    """Art. 1.6 (AMB-19): return the public data of a player.

    The entry's number always; the name only with consent, and the record of the national list only if that consent
    holds for all events.
    """
    shown = entry.shows_name
    return {
        "entry": entry.number,
        "name": str(entry.person) if shown else None,
        "person": entry.person_id if shown and entry.person.consent else None,
    }


#: Number of places that the final decides.
FINALISTS = 4
#: Entries that count as players: not those absent, nor those who left before round 1 was drawn.
PLAYERS = ~Q(entries__state=Entry.State.ABSENT) & (Q(entries__left_after=None) | Q(entries__left_after__gt=0))


def shown_name(entry: Entry, *, sees_names: bool, me: int | None = None, national: bool = False) -> str:
    """Art. 1.6 (AMB-19): return the name, or the entry's number if the player gave no consent to showing it.

    Arguments:
        sees_names: whether the visitor has a role in the event that needs the names.
        me: the visitor's own person id, who always sees their own name.
        national: on a page that is not the event's own: a consent for the event alone is not enough there.
    """
    person = entry.person
    if sees_names or (entry.shows_name and (person.consent or not national)) or (me is not None and person.pk == me):
        return str(entry)
    return _("Entry no. %(number)s") % {"number": entry.number}


def edition(event: Event) -> str:
    """Return the set of card names for the visitor's language and the event's edition."""
    return registry.get(event.game).display.edition_of((get_language() or "it")[:2], event.card_names)


def setup_cards(event: Event, setup: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the cards of a round's set-up as the pages show them."""
    cards = registry.get(event.game).display.setup_cards(setup, edition(event))
    return [{each.name: getattr(card, each.name) for each in fields(card)} for card in cards]


@dataclass(frozen=True, slots=True)
class RoundSection:
    """A round as the page shows it. ``cards``, ``tiles`` and ``standings`` are ready for the page's components."""

    round: Round
    title: str
    cards: list[dict[str, Any]]
    tiles: list[dict[str, Any]]
    standings: list[dict[str, Any]]
    draws: list[Draw]
    done: int
    #: Whether its standings decide who plays the final.
    is_definitive: bool

    @property
    def expected(self) -> int:
        return len(self.tiles)


@dataclass(frozen=True, slots=True)
class EventPage:
    """All data of the public page of an event; sections last first."""

    event: Event
    sections: list[RoundSection]
    places: list[dict[str, Any]]
    entries: list[dict[str, Any]]
    players: int
    clock: dict[str, Any] | None
    chart: BumpChart | None
    #: Draws undone and made again, and manual draws.
    marks: list[Mark]
    #: Readings of the regulation that decided something.
    readings: list[DecidingReading]


def round_title(game_round: Round) -> str:
    """Return "Round 2" or "Final", translated."""
    return _("Final") if game_round.is_final else _("Round %(number)s") % {"number": game_round.number}


def public_events() -> QuerySet[Event]:
    """Return events that are no longer drafts, with the number of their players.

    Counted by a subquery per event: a join would group by every column of every event.
    """
    counted = Event.objects.filter(pk=OuterRef("pk")).order_by().values("pk")
    players = Subquery(counted.annotate(players=Count("entries", filter=PLAYERS)).values("players"))
    events = listed_events().select_related("season", "organiser")
    return events.annotate(players=players)


def public_rounds(
    event: Event, tables: QuerySet[Table] | None = None, *, entries: Iterable[Entry] | None = None
) -> list[Round]:
    """Return the event's rounds with tables, seats, people and standings. Runs four queries.

    Arguments:
        tables: with what a page needs besides; all tables if None.
        entries: all of the event with their people, if the page has read them: they are put into seats and rows, where
            a join would make entry and person again for each.
    """
    seats, rows = Seat.objects.order_by("position"), StandingRow.objects.order_by("position")
    if entries is None:
        seats, rows = seats.select_related("entry__person"), rows.select_related("entry__person")
    read = Table.objects.all() if tables is None else tables
    with_seats = Prefetch("tables", read.order_by("number").prefetch_related(Prefetch("seats", seats)))
    rounds = event.round_set.order_by("number").prefetch_related(with_seats, Prefetch("standing_rows", rows))
    game_rounds = list(rounds)
    known = {entry.pk: entry for entry in entries or ()}
    for game_round in game_rounds:
        game_round.event = event
        if entries is None:
            continue
        of_players: list[Seat | StandingRow] = [seat for table in game_round.tables.all() for seat in table.seats.all()]
        for placed in (*of_players, *game_round.standing_rows.all()):
            placed.entry = known[placed.entry_id]
    return game_rounds


def _tile(event: Event, game_round: Round, table: Table, names: Any, me: int | None) -> dict[str, Any]:
    done = table.state == Table.State.CONFIRMED
    address = reverse("table_result", args=[event.slug, game_round.number, table.number]) if done else ""
    return {
        "number": table.number,
        "name": _("Final") if game_round.is_final else "",
        "state": table.state,
        "url": address,
        "seats": [
            {"name": names(seat.entry), "place": seat.place, "me": seat.entry.person_id == me}
            for seat in table.seats.all()
        ],
    }


def standing_lines(
    rows: Sequence[StandingRow], names: Any, *, me: int | None = None, next_tables: dict[int, int] | None = None
) -> list[dict[str, Any]]:
    """Return frozen standings as lines of the standings component.

    Arguments:
        names: from an entry to the name shown.
        next_tables: entry id -> the table of the next round, for the last column.
    """
    next_tables = next_tables or {}
    return [
        {
            "place": row.position,
            "name": names(row.entry),
            "url": "",
            "wins": row.wins,
            "seconds": row.seconds,
            "thirds": row.thirds,
            "decided_by": row.decided_by,
            "table_points": row.table_points,
            "tie": (row.wins, row.seconds, row.thirds, row.table_points) if row.lot else None,
            "me": row.entry.person_id == me,
            "last": _("Table %(number)s") % {"number": next_tables[row.entry_id]}
            if row.entry_id in next_tables
            else (_("has left") if row.entry.left_after is not None else ""),
        }
        for row in rows
    ]


def _sections(
    event: Event, rounds: list[Round], made: Sequence[Draw], names: Any, me: int | None
) -> list[RoundSection]:
    draws: dict[str, list[Draw]] = {}
    for draw in made:
        draws.setdefault(draw.scope.split("/")[0], []).append(draw)
    sections = []
    for place, game_round in enumerate(rounds):
        following = rounds[place + 1] if place + 1 < len(rounds) else None
        next_tables = (
            {seat.entry_id: table.number for table in following.tables.all() for seat in table.seats.all()}
            if following
            else {}
        )
        tables = list(game_round.tables.all())
        sections.append(
            RoundSection(
                round=game_round,
                title=round_title(game_round),
                cards=setup_cards(event, game_round.setup),
                tiles=[_tile(event, game_round, table, names, me) for table in tables],
                standings=standing_lines(list(game_round.standing_rows.all()), names, me=me, next_tables=next_tables),
                draws=draws.get(round_scope(game_round), []),
                done=sum(table.state == Table.State.CONFIRMED for table in tables),
                is_definitive=game_round.number == event.rounds,
            )
        )
    return sections[::-1]


def clock_facts(game_round: Round) -> dict[str, Any] | None:
    """Return the round's clock: seconds left and in total, and, while it runs, the deadline in milliseconds."""
    total = game_round.event.clock_minutes * 60
    if game_round.state == Round.State.CLOSED or (game_round.is_final and not game_round.event.final_has_clock):
        return None
    if game_round.clock_ends_at is not None:
        now = timezone.now()
        seconds_left = int((game_round.clock_ends_at - now).total_seconds())
        return {
            "left": max(0, seconds_left),
            "total": max(total, seconds_left),
            "deadline": int(game_round.clock_ends_at.timestamp() * 1000),
            "now": int(now.timestamp() * 1000),
            "state": "running",
        }
    seconds_left = total if game_round.clock_left is None else game_round.clock_left
    state = "ready" if game_round.clock_left is None else "paused"
    return {"left": seconds_left, "total": max(total, seconds_left), "deadline": None, "now": None, "state": state}


def outcome(event: Event, rounds: Sequence[Round]) -> dict[str, Any]:
    """Return what the desk shows of the result: the newest standings, and after the final the winner.

    Arguments:
        rounds: with tables, seats, people and standings, from ``public_rounds``.
    """
    closed = [game_round for game_round in rounds if game_round.state == Round.State.CLOSED]
    ordinary = next((game_round for game_round in reversed(closed) if not game_round.is_final), None)
    shown: dict[str, Any] = {}
    if ordinary is not None:
        shown["standings"] = standing_lines(list(ordinary.standing_rows.all()), str)
        shown["standings_round"] = ordinary.number
    names = _final_order(event, closed)
    return {**shown, "winner": names[0], "final_order": names} if names else shown


def _final_order(event: Event, closed: Sequence[Round]) -> list[str]:
    """Return the names of the first places: those of the concluded event, else those of a closed final."""
    if event.concluded_at is not None:
        return [str(row.entry) for row in final_places(event)[:FINALISTS]]
    if not closed or not closed[-1].is_final:
        return []
    seats = sorted(
        (seat for table in closed[-1].tables.all() for seat in table.seats.all()), key=lambda s: s.place or 0
    )
    return [str(seat.entry) for seat in seats]


def place_half_points(event: Event, row: FinalPlace) -> int | None:
    """Art. 1.6: return the half-points of a final place in the effective fascia; None in the national final."""
    if event.is_national_final:
        return None
    numbers = regulation.get(event.regulation)
    return points.half_points(
        row.place, points.Fascia(event.fascia_effective), has_left=row.has_left, regulation=numbers
    )


def final_places(event: Event) -> QuerySet[FinalPlace]:
    """Return the final places in order, with their players."""
    return FinalPlace.objects.filter(event=event).select_related("entry__person").order_by("place")


def place_lines(
    event: Event, names: Any, me: int | None = None, rows: Sequence[FinalPlace] | None = None
) -> list[dict[str, Any]]:
    """Return the final places with the points of the effective fascia, in half-points.

    Arguments:
        rows: those of ``final_places``, if already read.
    """
    rows = list(final_places(event) if rows is None else rows)
    last_finalist = max((at for at, row in enumerate(rows) if row.decided_by == "final"), default=None)
    return [
        {
            "place": row.place,
            "name": names(row.entry),
            "is_last_finalist": at == last_finalist,
            "wins": row.wins,
            "decided_by": row.decided_by,
            "half_points": place_half_points(event, row),
            "me": row.entry.person_id == me,
        }
        for at, row in enumerate(rows)
    ]


def _positions(rounds: Sequence[Round]) -> Iterator[tuple[int, int]]:
    """Return every row of the standings, round after round."""
    for game_round in rounds:
        if not game_round.is_final:
            yield from ((row.entry_id, row.position) for row in game_round.standing_rows.all())


def _day(moment: Any) -> str:
    return date_words(moment, "j F") if moment else ""


def _hour(moment: Any) -> str:
    return date_format(timezone.localtime(moment), "H:i") if moment else ""


def timeline(event: Event, rounds: Sequence[Round]) -> list[dict[str, Any]]:
    """Return the steps of the event's timeline: done, current, to do."""
    order = [
        Event.State.DRAFT,
        Event.State.ANNOUNCED,
        Event.State.AUTHORISED,
        Event.State.CHECK_IN,
        Event.State.RUNNING,
        Event.State.CONCLUDED,
        Event.State.REPORTED,
        Event.State.HOMOLOGATED,
    ]
    state_now = Event.State(event.state)
    reached = order.index(state_now) if state_now in order else len(order)

    def step(label: str, when: str, since: Event.State, until: Event.State) -> dict[str, Any]:
        state = "done" if reached >= order.index(until) else "now" if reached >= order.index(since) else "todo"
        return {"label": label, "when": when, "state": state}

    steps = [
        step(_("Announced"), _day(event.announced_on), Event.State.ANNOUNCED, Event.State.AUTHORISED),
        step(_("Authorised"), _day(event.authorised_at), Event.State.AUTHORISED, Event.State.CHECK_IN),
    ]
    played = {game_round.number: game_round for game_round in rounds if not game_round.is_final}
    final = next((game_round for game_round in rounds if game_round.is_final), None)
    planned = max(event.rounds or event.rounds_override or _fewest_rounds(event), len(played))
    for number in range(1, planned + 1):
        steps.append(_round_step(_("Round %(number)s") % {"number": number}, played.get(number)))
    steps.append(_round_step(_("Final"), final))
    steps.append(step(_("Report"), "", Event.State.CONCLUDED, Event.State.REPORTED))
    steps.append(step(_("Ratified"), "", Event.State.REPORTED, Event.State.HOMOLOGATED))
    return steps


def _fewest_rounds(event: Event) -> int:
    """Return how many rounds are played at least, while nobody knows how many players come."""
    rules = regulation_of(event)
    return rules.national_rounds if event.is_national_final else rules.rounds_minimum


def _round_step(label: str, game_round: Round | None) -> dict[str, Any]:
    if game_round is None:
        return {"label": label, "when": "", "state": "todo"}
    state = "done" if game_round.state == Round.State.CLOSED else "now"
    return {"label": label, "when": _hour(game_round.clock_started_at or game_round.published_at), "state": state}


def event_page(
    event: Event, *, sees_names: bool = False, me: int | None = None, named: Collection[int] = ()
) -> EventPage:
    """Return the data of the public page of an event.

    Arguments:
        sees_names: the visitor organises or referees it, or is the Referent.
        me: the visitor's person id, whose rows are marked.
        named: keys of entries that are named whatever their consent: those that the hall reads by name.
    """

    @cache
    def names(entry: Entry) -> str:
        return shown_name(entry, sees_names=sees_names or entry.pk in named, me=me)

    entries = list(event_entries(event))
    rounds = public_rounds(event, entries=entries)
    current = rounds[-1] if rounds and rounds[-1].state != Round.State.CLOSED else None
    places = list(final_places(event))
    drawn = event.draws.filter(drawn_at__isnull=False).order_by("drawn_at", "pk")
    made_draws = list(drawn.select_related("drawn_by", "annulled_by"))
    presses = event.draw_presses.filter(state=DrawPress.State.GIVEN_UP).select_related("asked_by")
    return EventPage(
        event=event,
        sections=_sections(event, rounds, made_draws, names, me),
        places=place_lines(event, names, me, places),
        entries=[
            {
                "number": entry.number,
                "name": names(entry),
                "state": entry.state,
                "words": entry.state_words,
                "me": entry.person_id == me,
            }
            for entry in entries
        ],
        players=sum(entry.state != Entry.State.ABSENT and entry.left_after != 0 for entry in entries),
        clock=clock_facts(current) if current else None,
        chart=bump_chart(event, _positions(rounds), places, names),
        marks=draw_marks(
            made_draws,
            presses,
            {player: names(entry) for player, entry in by_player_id(entries).items() if sees_names or entry.shows_name},
            sees_names=sees_names,
        ),
        readings=deciding_readings(event, rounds, places, names),
    )


@dataclass(frozen=True, slots=True)
class TableResult:
    """A confirmed table with the numbers that decided its places."""

    event: Event
    table: Table
    title: str
    columns: list[str]
    rows: list[dict[str, Any]]
    versions: int
    forced: str
    findings: list[dict[str, Any]]


def table_result(table: Table, *, sees_names: bool = False, me: int | None = None) -> TableResult:
    """Return how a table's places were decided: each row's values, and the value that separated it from the next."""
    event = table.round.event
    chain = [criterion.name for criterion in registry.get(event.game).chain]
    seats = sorted(table.seats.select_related("entry__person"), key=lambda seat: seat.place or 9)
    lots = any(seat.values.get("lot") for seat in seats)
    columns = [*chain, "lot"] if lots else chain
    rows, reasons = [], tie_reasons(seats)
    for index, seat in enumerate(seats):
        deciding = {seat.decided_by} | ({seats[index - 1].decided_by} if index else set())
        rows.append(
            {
                "place": seat.place,
                "seat": seat.position,
                "entry": seat.entry,
                "name": shown_name(seat.entry, sees_names=sees_names, me=me),
                "decided_by": seat.decided_by if index < len(seats) - 1 else "",
                "reasons": reasons.get(seat.pk, []),
                "cells": [
                    {"name": name, "value": seat.values.get(name), "decides": name in deciding} for name in columns
                ],
            }
        )
    sheets = list(table.sheets.all())
    confirmed = next((sheet for sheet in sheets if sheet.state == "confirmed"), None)
    return TableResult(
        event=event,
        table=table,
        title=_("Table %(number)s") % {"number": table.number},
        columns=columns,
        rows=rows,
        versions=len(sheets),
        forced=confirmed.forced_reason if confirmed else "",
        findings=confirmed.findings if confirmed else [],
    )
