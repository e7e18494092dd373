"""Bulk storage of complete events: creates the rows that import, report and homologation leave."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import Any

from django.db import models, transaction
from simple_history.utils import bulk_create_with_history

from bench.season_events import SimulatedPlayer
from games import registry
from games.findings import Finding
from ranking.models import Decision, LedgerEntry
from ranking.national.sums import sums_store
from ranking.rules.national import event_lines
from tournament import models as rows
from tournament.core.messages import as_data
from tournament.draws.selectors import kingdom_outcome, scope_of
from tournament.regulation import parameters as regulation
from tournament.regulation import table_result as result
from tournament.regulation.event_file import checks as event_checks
from tournament.regulation.event_file import verify as event_file
from tournament.regulation.event_file.info import TableInfo
from tournament.regulation.event_file.report import content_findings
from tournament.regulation.event_file.verify import Derived, EventFile, RoundInfo
from tournament.regulation.parameters import TIME_ZONE
from tournament.regulation.standings import places_in_order

RULES = regulation.CURRENT
IMPORT = "event_import"
REASON = "I conti tornano"
Purpose = rows.Draw.Purpose


@dataclass(slots=True)
class EventRows:
    """An event to be stored: its number and file, what the rules derive and warn of, and its rows so far."""

    number: int
    content: dict[str, Any]
    file: EventFile
    derived: Derived
    people: list[rows.Person]
    event: rows.Event
    entries: dict[str, rows.Entry]
    findings: list[Finding]

    def moment(self, hours: int) -> datetime:
        return datetime.combine(self.event.last_day, time(hours), tzinfo=TIME_ZONE)


def people_and_clubs(people: Sequence[SimulatedPlayer], clubs: Sequence[tuple[str, str]]) -> None:
    """Store all people, and the clubs by name and city."""
    names = ("first_name", "last_name", "city", "consent")
    _create([rows.Person(**{name: getattr(person, name) for name in names}) for person in people])
    _create([rows.Organiser(name=name, city=city) for name, city in clubs])


def next_day(content: Mapping[str, Any]) -> datetime:
    """Return noon of the day after an event, the time of its import, report and homologation."""
    day = datetime.fromisoformat(content["event"]["last_day"])
    return datetime.combine(day.date() + timedelta(days=1), time(12), tzinfo=TIME_ZONE)


def _create(
    objects: Sequence[models.Model], *, verb: str | None = IMPORT, extra: Mapping[str, Any] | None = None
) -> None:
    """Store objects of one model, each with a history row if the services write one."""
    if not objects:
        return
    model = type(objects[0])
    if verb is None:
        model.objects.bulk_create(objects)
    else:
        bulk_create_with_history(
            objects, model, default_change_reason="", custom_historical_attrs={"history_verb": verb}
        )


def _again(events: Iterable[rows.Event], verb: str, reason: str) -> None:
    """Add a history row with the current state of each event."""
    rows.Event.history.bulk_history_create(
        list(events), default_change_reason=reason, update=True, custom_historical_attrs={"history_verb": verb}
    )


def build_event_rows(number: int, content: dict[str, Any], people: list[rows.Person], season: rows.Season) -> EventRows:
    """Build the event and its entries, not stored yet.

    Errors: AssertionError if the rules find anything wrong in the file.
    """
    file = event_file.parse(content)
    findings, derived = content_findings(content)
    # Every draw of a generated event is by word, which the Referent is told.
    wrong = [finding for finding in findings if finding.code != "WORD_BY_OPERATOR"]
    assert not wrong, (number, wrong[:3])
    facts, at = file.event, next_day(content)
    event = rows.Event(
        name=facts.name,
        slug=f"torneo-delle-misure-{number + 1:05}-{facts.first_day.year}",
        season=season,
        organiser=rows.Organiser.objects.get(name=facts.organiser),
        game=facts.game,
        regulation=facts.regulation.version,
        fascia_declared=str(facts.fascia),
        fascia_effective=str(facts.fascia_effective or facts.fascia),
        city=facts.city,
        venue=facts.venue,
        first_day=facts.first_day,
        last_day=facts.last_day,
        announcement_url=facts.announcement,
        referee_name=facts.referee,
        authorised_at=at,
        rounds=facts.rounds,
        clock_minutes=facts.regulation.minutes,
        forum_report_url=facts.forum_report,
        forum_report_at=at,
        state=rows.Event.State.RUNNING,
    )
    left = {player: info.number for info in file.rounds for player in info.left}
    entries = {
        player.id: rows.Entry(
            event=event,
            person=person,
            number=at_,
            file_id=player.id,
            state=rows.Entry.State.LEFT if player.id in left else rows.Entry.State.PLAYING,
            left_after=left.get(player.id),
        )
        for at_, (player, person) in enumerate(zip(file.players, people, strict=True), start=1)
    }
    return EventRows(number, content, file, derived, people, event, entries, findings)


@transaction.atomic
def store(events: Sequence[EventRows]) -> None:
    """Store events as homologated, each with all rows that a live one has."""
    _create([bulk_event.event for bulk_event in events])
    _create([entry for bulk_event in events for entry in bulk_event.entries.values()])
    rounds = {
        (bulk_event.number, info.number): _round(bulk_event, at, info)
        for bulk_event in events
        for at, info in enumerate(bulk_event.file.rounds)
    }
    _create(list(rounds.values()))
    _create(
        [
            draw
            for bulk_event in events
            for at, info in enumerate(bulk_event.file.rounds)
            for draw in _draws(bulk_event, at, info)
        ]
    )
    tables = [
        (bulk_event, info, table, _stored(rounds[bulk_event.number, info.number], table))
        for bulk_event in events
        for info in bulk_event.file.rounds
        for table in info.tables
    ]
    _create([stored for *_, stored in tables])
    _create([seat for bulk_event, _, table, stored in tables for seat in _seats(bulk_event, table, stored)], verb=None)
    _create([_sheet(info, table, stored, next_day(bulk_event.content)) for bulk_event, info, table, stored in tables])
    _create([row for bulk_event in events for row in _standings(bulk_event, rounds)])
    _create([place for bulk_event in events for place in _places(bulk_event)], verb=None)
    _move(events, IMPORT, rows.Event.State.CONCLUDED)
    _create([photo_of(bulk_event.event) for bulk_event in events], verb="photo_add")
    reports = [_report(bulk_event) for bulk_event in events]
    _create(reports, verb="report_submit")
    _move(events, "report_submit", rows.Event.State.REPORTED)
    decisions = [_decision(bulk_event, report) for bulk_event, report in zip(events, reports, strict=True)]
    Decision.objects.bulk_create(decisions)
    for bulk_event in events:
        bulk_event.event.state_reason = REASON
    _move(events, "homologate", rows.Event.State.HOMOLOGATED, reason=REASON)
    LedgerEntry.objects.bulk_create(
        [line for bulk_event, decision in zip(events, decisions, strict=True) for line in _lines(bulk_event, decision)]
    )
    for season in {bulk_event.event.season_id for bulk_event in events}:
        sums_store(season)


def _move(events: Sequence[EventRows], verb: str, state: str, *, reason: str = "") -> None:
    for bulk_event in events:
        bulk_event.event.state = state
        bulk_event.event.concluded_at = bulk_event.moment(22)
    rows.Event.objects.bulk_update(
        [bulk_event.event for bulk_event in events],
        ["state", "state_reason_code", "state_reason_params", "concluded_at"],
    )
    _again([bulk_event.event for bulk_event in events], verb, reason)


def _at(event_rows: EventRows, index: int) -> datetime:
    return event_rows.moment(min(21, 14 + index * 2))


def _round(event_rows: EventRows, index: int, info: RoundInfo) -> rows.Round:
    assert info.kingdom is not None
    moment = _at(event_rows, index)
    return rows.Round(
        event=event_rows.event,
        number=info.number,
        is_final=info.final,
        state=rows.Round.State.CLOSED,
        setup=kingdom_outcome(info.kingdom.drawn, info.kingdom.rejected),
        drawn_at=moment,
        published_at=moment,
        closed_at=moment + timedelta(hours=1),
    )


def _draws(event_rows: EventRows, index: int, info: RoundInfo) -> list[rows.Draw]:
    """Return tables of round 1 and lots as drawn manually, seats and kingdom with the evidence in the file."""
    scope, moment = scope_of(info.number, is_final=info.final), _at(event_rows, index)
    draws: list[tuple[str, list[str], Any, dict[str, Any]]] = []
    if index == 0:
        players = [player for table in info.tables for player in table.seats]
        by_table = [player for table in info.tables for player in sorted(table.seats)]
        draws.append((Purpose.TABLES, sorted(players), by_table, {"by_hand": True}))
    seats, kingdom = info.tables[0].draw, info.kingdom
    assert seats is not None
    assert kingdom is not None
    assert kingdom.draw is not None
    draws.append((Purpose.SEATS, list(seats.inputs), list(seats.outcome), _evidence(seats)))
    outcome = kingdom_outcome(kingdom.drawn, kingdom.rejected)
    draws.append((Purpose.KINGDOM, list(kingdom.draw.inputs), outcome, _evidence(kingdom.draw)))
    if not info.final:
        lots = [row.player for row in event_rows.derived.standings[index] if row.lot is not None]
        if lots:
            draws.append((Purpose.STANDINGS_LOTS, sorted(lots), lots, {"by_hand": True}))
    facts = {"event": event_rows.event, "scope": scope, "committed_at": moment, "drawn_at": moment}
    return [
        rows.Draw(purpose=purpose, inputs=inputs, outcome=outcome, **facts, **evidence)
        for purpose, inputs, outcome, evidence in draws
    ]


def _evidence(draw: Any) -> dict[str, Any]:
    return {"seed": draw.seed, "word": draw.word, "commitment": draw.commitment}


def _stored(round_: rows.Round, table: TableInfo) -> rows.Table:
    return rows.Table(round=round_, number=table.number, state=rows.Table.State.CONFIRMED)


def _seats(event_rows: EventRows, table: TableInfo, stored: rows.Table) -> list[rows.Seat]:
    values = [{**row.values, result.LOT: row.lot} for row in table.results]
    ranked = [{**value, result.ABANDONED: False} for value in values]
    places = {table.results[place.index].player: place for place in result.rank_table(ranked, event_rows.file.chain)}
    by_player = {row.player: value for row, value in zip(table.results, values, strict=True)}
    return [
        rows.Seat(
            table=stored,
            round=stored.round,
            entry=event_rows.entries[player],
            position=position,
            place=places[player].place,
            decided_by=places[player].decided_by,
            values=by_player[player],
        )
        for position, player in enumerate(table.seats, start=1)
    ]


def _sheet(info: RoundInfo, table: TableInfo, stored: rows.Table, at: datetime) -> rows.Sheet:
    raw = event_checks.sheet_of(table, info.kingdom)
    check = registry.get("dominion").check(raw, players=len(table.seats))
    return rows.Sheet(
        table=stored,
        version=1,
        state=rows.Sheet.State.CONFIRMED,
        data=json.loads(json.dumps(check.sheet)),
        findings=[as_data(finding) for finding in check.findings],
        confirmed_at=at,
    )


def _standings(event_rows: EventRows, rounds: Mapping[tuple[int, int], rows.Round]) -> list[rows.StandingRow]:
    names = ("position", "wins", "seconds", "thirds", "lot", "decided_by", "tied", "table_points")
    return [
        rows.StandingRow(
            round=rounds[event_rows.number, info.number],
            entry=event_rows.entries[row.player],
            **{name: getattr(row, name) for name in names},
        )
        for index, info in enumerate(event_rows.file.rounds)
        if not info.final
        for row in event_rows.derived.standings[index]
    ]


def _places(event_rows: EventRows) -> list[rows.FinalPlace]:
    decided = {row.player: row.decided_by for row in event_rows.derived.standings[-1]}
    names = ("wins", "ordinary_wins", "seconds", "thirds")
    return [
        rows.FinalPlace(
            event=event_rows.event,
            entry=event_rows.entries[player],
            place=place,
            decided_by="final" if player in event_rows.derived.final else decided[player],
            **{name: getattr(event_rows.derived.tallies[player], name) for name in names},
        )
        for place, player in enumerate(event_rows.derived.places, start=1)
    ]


def photo_of(event: rows.Event) -> rows.Photo:
    """Return the row of an event's photo; the image itself is not needed here."""
    sha256 = hashlib.sha256(event.name.encode()).hexdigest()
    return rows.Photo(event=event, file=f"photos/{sha256[:32]}.jpg", sha256=sha256, caption="La finale")


def _report(event_rows: EventRows) -> rows.Report:
    points = {row.player: {"ordinary": row.ordinary, "multiplied": row.multiplied} for row in event_rows.derived.points}
    content = {**event_rows.content, "points": points}
    content["event"] = {**content["event"], "photos": [str(photo_of(event_rows.event).file)]}
    sha256 = hashlib.sha256(json.dumps(content, sort_keys=True, ensure_ascii=False).encode()).hexdigest()
    return rows.Report(
        event=event_rows.event, version=1, content=content, sha256=sha256, submitted_at=next_day(event_rows.content)
    )


def _decision(event_rows: EventRows, report: rows.Report) -> Decision:
    return Decision(
        kind=Decision.Kind.HOMOLOGATED,
        event=event_rows.event,
        reason=REASON,
        at=next_day(event_rows.content),
        report=report,
        fascia=event_rows.event.fascia_effective,
        findings=[as_data(finding) for finding in event_rows.findings],
    )


def _lines(event_rows: EventRows, decision: Decision) -> list[LedgerEntry]:
    info = event_rows.file.event
    lines = event_lines(
        event_rows.derived.places,
        info.fascia_effective or info.fascia,
        event_rows.derived.tables,
        places_in_order(event_rows.derived.final),
        homologated=True,
        regulation=info.regulation,
    )
    names = ("wins", "ordinary_wins", "seconds", "thirds")
    return [
        LedgerEntry(
            season=event_rows.event.season,
            event=event_rows.event,
            decision=decision,
            person=event_rows.entries[line.player].person,
            place=place,
            players=len(lines),
            fascia=event_rows.event.fascia_effective,
            half_points=line.half_points,
            at=decision.at,
            **{name: getattr(line.tally, name) for name in names},
        )
        for place, line in enumerate(lines, start=1)
    ]
