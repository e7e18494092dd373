"""Correct a confirmed sheet: versioned, with a reason, and with a preview of the consequences."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction

from tournament.core.audit import By, record, require_reason
from tournament.core.locks import locked_table
from tournament.core.messages import translated
from tournament.core.preconditions import regulation_of
from tournament.draws.selectors import round_scope
from tournament.models import Draw, Entry, Event, Round, Seat, Sheet, StandingRow, Table
from tournament.people.selectors import player_id
from tournament.regulation import final as final_rules
from tournament.regulation import seating as table_rules
from tournament.regulation import standings as standing_rules
from tournament.regulation.refusals import LotMissing
from tournament.regulation.refused import Refused
from tournament.regulation.translatable import Template, gettext_noop
from tournament.results.conclusion import places_refresh
from tournament.results.selectors import Replaced, known_lots, players_of, standings_facts
from tournament.results.standings import standings_store
from tournament.sheets.refusals import CorrectionChangesTables
from tournament.sheets.table_sheet import CheckedSheet, TableSheet, read_table_sheet
from tournament.sheets.versions import (
    check_complete,
    draw_table_lots,
    guard_findings,
    key_reuse_refused,
    new_version,
    record_written_lots,
    version_with_key,
    write_places,
)

#: States in which a correction needs a new report by the organiser, within the week (AMB-17).
_WITH_PLACES = (Event.State.CONCLUDED, Event.State.REPORTED)
#: Consequences that need the organiser's explicit consent: tables already drawn would be different.
NEED_A_WORD = frozenset({"CONSEQUENCE_TABLES", "CONSEQUENCE_FINALISTS"})
#: Messages of the consequences, by code.
CONSEQUENCES: dict[str, Template] = {
    "CONSEQUENCE_PLACE": gettext_noop("Table {table}: {player} goes from place {before} to place {after}."),
    "CONSEQUENCE_STANDINGS": gettext_noop(
        "Standings after round {round}: {player} goes from place {before} to {after}."
    ),
    "CONSEQUENCE_TABLES": gettext_noop(
        "Round {round}: {player} would sit at table {after} and was seated at table {before}."
    ),
    "CONSEQUENCE_FINALISTS": gettext_noop("Final: it would belong to {after}; it was formed with {before}."),
    "CONSEQUENCE_LOTS": gettext_noop("Standings after round {round}: new lots are needed among {player}."),
}


@dataclass(frozen=True, slots=True)
class Consequence:
    """One thing that a correction changes, or would have changed.

    Arguments:
        code: CONSEQUENCE_PLACE (places of the table), _STANDINGS (frozen standings), _LOTS (new lots are needed),
            _TABLES and _FINALISTS (tables already drawn would be different: they stay as drawn).
        params: the values of its sentence: numbers, and players as tuples of their entries.
    """

    code: str
    params: Mapping[str, Any] = field(default_factory=dict)

    @property
    def needs_a_word(self) -> bool:
        return self.code in NEED_A_WORD

    def sentence(self, named: Callable[[Entry], str] = str) -> str:
        """Return the sentence in the active language. Arguments: named: returns the name of a player."""
        params = {
            name: tuple(named(entry) for entry in value) if isinstance(value, tuple) else value
            for name, value in self.params.items()
        }
        return translated(CONSEQUENCES[self.code], params)


def correction_consequences(*, table: Table, data: object) -> list[Consequence]:
    """Return what a correction of a confirmed table would change, without writing anything.

    Errors: SHEET_UNREADABLE; those that prevent the sheet from giving places (LotMissing, CriterionMissing, ...).
    """
    sheet = read_table_sheet(table)
    checked = check_complete(sheet, data)
    if checked.problem is not None and not isinstance(checked.problem, LotMissing):
        raise checked.problem
    return _consequences(sheet, checked)


def _consequences(sheet: TableSheet, checked: CheckedSheet) -> list[Consequence]:
    table, seats = sheet.table, sheet.seats
    if checked.places is None:
        equals = tuple(seats[index].entry for group in checked.tied for index in group)
        return [Consequence("CONSEQUENCE_LOTS", {"round": table.round.number, "player": equals})]
    places = {seats[place.index].entry_id: place.place for place in checked.places}
    points = {seat.entry_id: row.get("points") or 0 for seat, row in zip(seats, checked.check.rows, strict=True)}
    results = {entry: (place, points[entry]) for entry, place in places.items()}
    consequences = [
        Consequence(
            "CONSEQUENCE_PLACE",
            {
                "table": table.number,
                "player": (seat.entry,),
                "before": seat.place or 0,
                "after": places[seat.entry_id],
            },
        )
        for seat in seats
        if seat.place != places[seat.entry_id]
    ]
    if not table.round.is_final and table.round.state == Round.State.CLOSED:
        event, players = table.round.event, players_of(table.round.event)
        closed = Round.objects.filter(
            event=event, is_final=False, state=Round.State.CLOSED, number__gte=table.round.number
        )
        for round_ in closed.order_by("number"):
            round_.event = event
            consequences.extend(_after_round(round_, players, {table.pk: results}))
    return consequences


def _after_round(round_: Round, players: dict[str, Entry], replaced: Replaced) -> Iterator[Consequence]:
    """Return the changes in the standings after a round, and in the round that was drawn from them."""
    rows = StandingRow.objects.filter(round=round_).select_related("entry")
    old_positions = {player_id(row.entry): row.position for row in rows}
    played = standings_facts(round_.event, round_.number, players, replaced)
    groups = standing_rules.tied_groups(**played)
    lots = known_lots(round_.event, Draw.Purpose.STANDINGS_LOTS, round_scope(round_), groups)
    for group in groups:
        if not set(group) <= set(lots):
            equals = tuple(players[player] for player in group)
            yield Consequence("CONSEQUENCE_LOTS", {"round": round_.number, "player": equals})
            in_order = sorted(group, key=lambda player: old_positions[player])
            lots |= {player: lot for lot, player in enumerate(in_order, start=1)}
    rows_after = standing_rules.standings(**played, lots=lots)
    order = [row.player for row in rows_after]
    for position, player in enumerate(order, start=1):
        if old_positions[player] != position:
            facts = {
                "round": round_.number,
                "player": (players[player],),
                "before": old_positions[player],
                "after": position,
            }
            yield Consequence("CONSEQUENCE_STANDINGS", facts)
    next_round = Round.objects.filter(event=round_.event, number=round_.number + 1).first()
    if next_round is not None:
        next_round.event = round_.event
        yield from (
            _final_drawn(next_round, order, players)
            if next_round.is_final
            else _tables_drawn(next_round, order, players)
        )


def _tables_drawn(drawn: Round, order: list[str], players: dict[str, Entry]) -> Iterator[Consequence]:
    seats = Seat.objects.filter(round=drawn).select_related("entry", "table")
    sat = {player_id(seat.entry): seat.table.number for seat in seats}
    tables = table_rules.swiss_tables([player for player in order if player in sat])
    for number, table in enumerate(tables, start=1):
        for player in table:
            if sat[player] != number:
                facts = {
                    "round": drawn.number,
                    "player": (players[player],),
                    "before": sat[player],
                    "after": number,
                }
                yield Consequence("CONSEQUENCE_TABLES", facts)


def _final_drawn(drawn: Round, order: list[str], players: dict[str, Entry]) -> Iterator[Consequence]:
    sat = {player_id(seat.entry) for seat in Seat.objects.filter(round=drawn).select_related("entry")}
    departed = {player for player, entry in players.items() if entry.state == Entry.State.LEFT and player not in sat}
    expected_finalists = final_rules.finalists(order, left=departed, regulation=regulation_of(drawn.event))
    if set(expected_finalists) != sat:
        names = {
            "round": drawn.number,
            "before": tuple(players[player] for player in order if player in sat),
            "after": tuple(players[player] for player in expected_finalists),
        }
        yield Consequence("CONSEQUENCE_FINALISTS", names)


def _confirmed_version(sheet: TableSheet) -> Sheet:
    """Return the confirmed version, which may be corrected. Errors: EVENT_FROZEN, TABLE_NOT_CLOSED."""
    event = sheet.table.round.event
    if event.state not in (Event.State.RUNNING, *_WITH_PLACES):
        raise Refused("EVENT_FROZEN", state=Event.State(event.state).label)
    confirmed = next((version for version in sheet.versions if version.state == Sheet.State.CONFIRMED), None)
    if confirmed is None:
        raise Refused("TABLE_NOT_CLOSED", table=sheet.table.number)
    return confirmed


@transaction.atomic
def sheet_correct(*, table: Table, data: object, by: By, reason: str, **options: Any) -> Sheet:
    """Replace a confirmed sheet by a corrected version, before or after the round is closed.

    Arguments:
        data: the ``sheet`` of a ``score-sheet/1``.
        options: the other arguments of ``correct_checked_sheet``.
    Errors: SHEET_UNREADABLE, and those of ``correct_checked_sheet``.
    """
    require_reason(reason)
    sheet = read_table_sheet(locked_table(table))
    _confirmed_version(sheet)
    return correct_checked_sheet(sheet, check_complete(sheet, data), by=by, reason=reason, **options)


def correct_checked_sheet(
    sheet: TableSheet,
    checked: CheckedSheet,
    *,
    by: By,
    reason: str,
    consequences_accepted: bool = False,
    forced_reason: str = "",
    accept_warnings: bool = False,
    word: str = "",
    key: str | None = None,
) -> Sheet:
    """Replace the confirmed version of a table that the caller has locked.

    Standings frozen after the round are recomputed and the earlier rows stay in their history; tables already drawn
    stay as drawn. Lots are never drawn again: existing ones hold, and only players without one get a draw.

    Arguments:
        consequences_accepted: the organiser's explicit consent if tables already drawn would be different.
        word: called out, if the correction makes players equal who have no lots yet.
        key: chosen by the client; see ``sheet_correct_once``.
    Errors: DECISION_REASON_MISSING, EVENT_FROZEN, TABLE_NOT_CLOSED, NOTHING_CHANGED, CorrectionChangesTables,
    WORD_MISSING, and those
        of sheet_confirm.
    """
    why = require_reason(reason)
    confirmed = _confirmed_version(sheet)
    if isinstance(checked.problem, LotMissing) and word.strip():
        lots = draw_table_lots(sheet, checked, word=word, by_hand=None, by=by)
        checked = sheet.check_with_lots(checked, lots)
    if checked.data == confirmed.data:
        raise Refused("NOTHING_CHANGED", table=sheet.table.number)
    guard_findings(checked, forced_reason=forced_reason, accept_warnings=accept_warnings)
    consequences = _consequences(sheet, checked)
    table_consequences = [consequence for consequence in consequences if consequence.needs_a_word]
    if table_consequences and not consequences_accepted:
        raise CorrectionChangesTables(consequences=consequences)
    if checked.tied:
        record_written_lots(sheet, checked, by=by)
    write_places(sheet, checked)
    corrected = new_version(
        sheet,
        checked,
        verb="sheet_correct",
        by=by,
        state=Sheet.State.CONFIRMED,
        key=key,
        reason=why,
        forced_reason=forced_reason.strip(),
    )
    _keep_as_drawn(sheet.table, table_consequences, by, why)
    _follow(sheet.table, word, by, why)
    return corrected


def sheet_correct_once(
    *, table: Table, key: str, seen: int, data: object, by: By, reason: str, **options: Any
) -> tuple[Sheet, bool]:
    """Correct a sheet as ``sheet_correct``, idempotently by the client's key.

    Arguments:
        key: chosen by the client, new for every correction; the same key again gives the same version.
        seen: the version on which the correction is based.
        options: the other arguments of ``correct_checked_sheet``.
    Returns: the version, and whether it was created now rather than by an earlier call with the same key.
    Errors: SHEET_KEY_REUSED, SHEET_OUTDATED, and those of ``sheet_correct``.
    """
    with key_reuse_refused(key):
        sheet = read_table_sheet(locked_table(table))
        earlier = version_with_key(sheet, key)
        if earlier is not None:
            # A correction is newer than the version it is based on: an older version with this key is another sheet.
            if earlier.version <= seen:
                raise Refused("SHEET_KEY_REUSED", table=sheet.table.number)
            return earlier, False
        _confirmed_version(sheet)
        latest = sheet.versions[0].version
        if latest != seen:
            raise Refused("SHEET_OUTDATED", version=seen, latest=latest)
        require_reason(reason)
        checked = check_complete(sheet, data)
        return correct_checked_sheet(sheet, checked, by=by, reason=reason, key=key, **options), True


def _keep_as_drawn(table: Table, consequences: list[Consequence], by: By, reason: str) -> None:
    """Store on the rounds already drawn why their tables stay: the report and its check show it (art. 1.4)."""
    if not consequences:
        return
    numbers = {consequence.params["round"] for consequence in consequences}
    correction = {"round": table.round.number, "table": table.number, "reason": reason}
    for round_ in Round.objects.select_for_update().filter(event=table.round.event, number__in=numbers):
        corrections = [*round_.corrected_since, correction]
        record(round_, verb="sheet_correct", by=by, reason=reason, corrected_since=corrections)


def _follow(table: Table, word: str, by: By, reason: str) -> None:
    """Recompute everything derived from the corrected result."""
    event = table.round.event
    if not table.round.is_final:
        closed = Round.objects.filter(
            event=event, is_final=False, state=Round.State.CLOSED, number__gte=table.round.number
        )
        for round_ in closed.order_by("number"):
            round_.event = event
            standings_store(round_=round_, word=word, by=by, verb="sheet_correct", reason=reason)
    if event.state in _WITH_PLACES:
        places_refresh(event, by=by, reason=reason)
