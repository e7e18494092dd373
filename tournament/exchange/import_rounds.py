"""Import the rounds, tables, sheets, draws and final places of an event, stored as a live event would store them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, time, timedelta
from typing import Any, cast

from games import registry
from games.dominion.cards import card
from games.dominion.sets import POOL
from tournament.core.audit import By, record
from tournament.core.messages import as_data
from tournament.draws.selectors import kingdom_outcome, scope_of
from tournament.models import (
    Draw,
    DrawPress,
    Entry,
    Event,
    FinalPlace,
    Round,
    Seat,
    Sheet,
    StandingRow,
    Table,
)
from tournament.regulation import draws as draw_rules
from tournament.regulation import table_result as result
from tournament.regulation.beacon import Beacon
from tournament.regulation.event_file import checks as event_checks
from tournament.regulation.event_file.checks import covers_whole_round
from tournament.regulation.event_file.info import KingdomInfo, RoundInfo, TableInfo
from tournament.regulation.event_file.verify import Derived, EventFile
from tournament.regulation.parameters import TIME_ZONE
from tournament.regulation.validity import draws_kingdom

Purpose = Draw.Purpose


@dataclass(slots=True)
class Import:
    """Shared state of the steps of an import; ``verb`` is the act in the history."""

    file: EventFile
    derived: Derived
    event: Event
    entries: dict[str, Entry]
    by: By
    at: datetime
    verb: str

    def moment(self, hours: int) -> datetime:
        """Return a moment of the event's last day: the file has dates only."""
        return datetime.combine(self.event.last_day, time(hours), tzinfo=TIME_ZONE)


def store_round(work: Import, index: int, info: RoundInfo) -> None:
    """Store one round of the file, closed, with its draws, tables and standings; ``index`` counts from 0."""
    kingdom = info.kingdom
    moment = work.moment(min(21, 14 + index * 2))
    round_ = Round(
        event=work.event,
        number=info.number,
        is_final=info.final,
        state=Round.State.CLOSED,
        setup=_setup(kingdom) if kingdom else {},
        corrected_since=[asdict(correction) for correction in info.corrected_since],
        drawn_at=moment if info.drawn_on is None else datetime.combine(info.drawn_on, time(12), tzinfo=moment.tzinfo),
        dates_reason=info.dates_reason,
        published_at=moment,
        closed_at=moment + timedelta(hours=1),
    )
    record(round_, verb=work.verb, by=work.by)
    _round_draws(work, info, moment)
    lots: list[str] = []
    for table in info.tables:
        _table(work, round_, info, table)
    if not info.final:
        for row in work.derived.standings[index]:
            record(
                StandingRow(
                    round=round_,
                    entry=work.entries[row.player],
                    position=row.position,
                    wins=row.wins,
                    seconds=row.seconds,
                    thirds=row.thirds,
                    lot=row.lot,
                    decided_by=row.decided_by,
                    tied=row.tied,
                    table_points=row.table_points,
                ),
                verb=work.verb,
                by=work.by,
            )
            lots += [row.player] if row.lot is not None else []
        if lots:
            _draw(work, Purpose.STANDINGS_LOTS, scope_of(info.number, is_final=False), sorted(lots), lots, moment)


def _codes(names: Sequence[str]) -> tuple[str, ...]:
    """Return the code names of the cards, whatever the file's spelling; an unknown card was refused before."""
    return tuple(card(name) for name in names)


def _setup(kingdom: KingdomInfo) -> dict[str, Any]:
    return kingdom_outcome(_codes(kingdom.drawn), _codes(kingdom.rejected))


def _round_draws(work: Import, info: RoundInfo, moment: datetime) -> None:
    """Store tables (round 1), seats and kingdom, as manual draws if the file holds no audit record."""
    scope = scope_of(info.number, is_final=info.final)
    seats = [player for table in info.tables for player in table.seats]
    if info.number == 1 and not info.final:
        by_table = [player for table in info.tables for player in sorted(table.drawn)]
        _draw(work, Purpose.TABLES, scope, sorted(by_table), by_table, moment)
    shared = next((table.draw for table in info.tables if covers_whole_round(table.draw, info)), None)
    order = seats if shared is None else list(shared.outcome)
    _store_draw_with_evidence(work, Purpose.SEATS, scope, sorted(seats), order, shared, moment)
    version = work.file.event.regulation
    if info.kingdom is not None and draws_kingdom(work.event.game, info.number, regulation=version):
        outcome = _setup(info.kingdom)
        _store_draw_with_evidence(work, Purpose.KINGDOM, scope, list(POOL), outcome, info.kingdom.draw, moment)
    _store_draw_notes(work, info, moment)


def _store_draw_notes(work: Import, info: RoundInfo, moment: datetime) -> None:
    """Store the file's notes about manual and undone draws whose own records it does not hold."""
    for manual_draw in info.draws_by_hand:
        stored_draw = Draw.objects.filter(
            event=work.event, purpose=manual_draw.purpose, scope=manual_draw.scope, annulled_at=None
        ).first()
        if stored_draw is not None and stored_draw.by_hand:
            record(
                stored_draw,
                verb=work.verb,
                by=work.by,
                hand_reason=manual_draw.reason,
                witnesses=[_witness(work, name) for name in manual_draw.witnesses],
            )
    for undone in info.repeated_draws:
        if undone.beacon_round:
            given_up = {"state": DrawPress.State.GIVEN_UP, "given_up_reason": undone.reason}
            _press(work, undone.scope, Beacon("", undone.beacon_round), moment, **given_up)
            continue
        evidence = {"annulled_at": moment, "annulled_reason": undone.reason}
        _draw(work, undone.purpose, undone.scope, [], None, moment, **evidence)


def _witness(work: Import, name: str) -> dict[str, str]:
    """Return a witness as stored; a file names only players."""
    return {"player": name} if name in work.entries else {"name": ""}


def _press(work: Import, step: str, beacon: Beacon, moment: datetime, **facts: Any) -> DrawPress:
    """Return the press that named a round of the beacon; the draws of one step that name the same round share it."""
    known = DrawPress.objects.filter(event=work.event, step=step, round_number=beacon.round).first()
    if known is not None:
        return known
    times = {"asked_at": moment, "until": moment, "ended_at": moment}
    chain = {"key": beacon.key, "round_number": beacon.round, "signature": beacon.signature}
    press = DrawPress(event=work.event, step=step, **chain, **times, **facts)
    record(press, verb=work.verb, by=work.by)
    return press


def _store_draw_with_evidence(
    work: Import,
    purpose: str,
    scope: str,
    inputs: list[str],
    outcome: Any,
    audit: draw_rules.Draw | None,
    moment: datetime,
) -> None:
    """Store a round's draw with the evidence of its audit record; without one it counts as made manually."""
    if audit is None or audit.by_hand:
        _draw(work, purpose, scope, inputs, outcome, moment)
        return
    evidence: dict[str, Any] = {
        "seed": audit.seed,
        "word": audit.word,
        "commitment": audit.commitment,
        "by_hand": False,
    }
    evidence["by_phones"] = audit.by_phones
    if audit.beacon is not None:
        evidence["press"] = _press(work, scope, audit.beacon, moment, state=DrawPress.State.DRAWN)
    _draw(work, purpose, audit.scope or scope, list(audit.inputs), outcome, moment, **evidence)


def _draw(
    work: Import, purpose: str, scope: str, inputs: list[str], outcome: Any, moment: datetime, **evidence: Any
) -> None:
    facts = {"by_hand": True, "committed_at": moment, "drawn_at": moment} | evidence
    draw = Draw(event=work.event, purpose=purpose, scope=scope, inputs=inputs, outcome=outcome, **facts)
    record(draw, verb=work.verb, by=work.by)


def _table(work: Import, round_: Round, info: RoundInfo, table: TableInfo) -> None:
    table_row = Table(
        round=round_,
        number=table.number,
        state=Table.State.CONFIRMED,
        is_abandoned=bool(table.abandoned),
        no_shows=list(table.no_shows),
    )
    record(table_row, verb=work.verb, by=work.by)
    rows = {row.player: row for row in table.results}
    values = [{**row.values, result.LOT: row.lot} for row in table.results]
    ranked = [
        {**value, result.ABANDONED: row.player in table.abandoned}
        for value, row in zip(values, table.results, strict=True)
    ]
    places = {table.results[place.index].player: place for place in result.rank_table(ranked, work.file.chain)}
    by_player = dict(zip(rows, values, strict=True))
    for position, player in enumerate(table.seats, start=1):
        Seat.objects.create(
            table=table_row,
            round=round_,
            entry=work.entries[player],
            position=position,
            place=places[player].place,
            decided_by=places[player].decided_by,
            values=by_player[player],
            is_abandoned=player in table.abandoned,
        )
    lots = sorted(
        (row.player for row in table.results if row.lot is not None), key=lambda player_id: places[player_id].place
    )
    if lots:
        scope = scope_of(info.number, is_final=info.final, table=table.number)
        _draw(work, Purpose.TABLE_LOTS, scope, sorted(lots), lots, cast("datetime", round_.closed_at))
    _sheet(work, table_row, info, table)


def _sheet(work: Import, stored: Table, info: RoundInfo, table: TableInfo) -> None:
    raw = event_checks.sheet_of(table, info.kingdom)
    if raw is None:
        return
    check = registry.get(work.file.event.game).check(raw, players=len(table.seats))
    sheet = Sheet(
        table=stored,
        version=1,
        state=Sheet.State.CONFIRMED,
        data=json.loads(json.dumps(check.sheet)),
        findings=[as_data(finding) for finding in check.findings],
        entered_by=work.by,
        confirmed_by=work.by,
        confirmed_at=work.at,
    )
    record(sheet, verb=work.verb, by=work.by)


def store_final_places(work: Import) -> None:
    """Store the final places that the file's results give."""
    decided = {row.player: row.decided_by for row in work.derived.standings[-1]}
    for place, player in enumerate(work.derived.places, start=1):
        tally = work.derived.tallies[player]
        FinalPlace.objects.create(
            event=work.event,
            entry=work.entries[player],
            place=place,
            decided_by="final" if player in work.derived.final else decided[player],
            wins=tally.wins,
            ordinary_wins=tally.ordinary_wins,
            seconds=tally.seconds,
            thirds=tally.thirds,
        )
