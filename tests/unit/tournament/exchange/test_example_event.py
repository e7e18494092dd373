"""Replay EX-51, the event of thirteen players, through the services with draws by hand, from draft to conclusion."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from tests import factories as make
from tournament.draws.selectors import round_scope
from tournament.entries import services as entries
from tournament.events import lifecycle
from tournament.models import Draw, Entry, Event, FinalPlace, Round, Seat, StandingRow
from tournament.people.selectors import player_id
from tournament.regulation.standings import tied_groups
from tournament.results import conclusion
from tournament.results.selectors import ordinary_results, players_of
from tournament.results.standings import lots_draw_or_reuse
from tournament.rounds import services as rounds
from tournament.sheets import services as sheets

pytestmark = [pytest.mark.django_db, pytest.mark.rule("EX-51")]

FILE = Path(__file__).parents[3] / "data" / "event-13-players.json"


def _score_sheet(table: dict[str, Any]) -> dict[str, Any]:
    results = {row["player"]: row for row in table["results"]}
    fields = ("points", "turns", "gold", "coins", "actions", "lot", "deck")
    seats = [{name: results[player].get(name) for name in fields} for player in table["seats"]]
    sheet = {"end": table["end"], "ended_by": table["ended_by"], "seats": seats}
    return sheet | {name: table[name] for name in ("trash", "supply") if name in table}


def _seated(event: Event, tables: list[dict[str, Any]]) -> list[list[Entry]]:
    return [[make.entry_called(event, player) for player in table["seats"]] for table in tables]


def _record_lots(event: Event, round_: Round, lots: dict[str, int]) -> None:
    """Record the lots of the file before the round is closed, which then draws none."""
    players = list(players_of(event))
    lots_draw_or_reuse(
        event=event,
        purpose=Draw.Purpose.STANDINGS_LOTS,
        scope=round_scope(round_),
        groups=tied_groups(ordinary_results(event, round_.number), players=players),
        everybody=players,
        word="",
        by_hand=lots,
        by=None,
    )


def _play(event: Event, round_: Round, facts: dict[str, Any]) -> None:
    rounds.clock_start(round=round_, by=None)
    writer, referee = make.make_user(), make.make_user()
    for table, reported in zip(make.tables_of(round_), facts["tables"], strict=True):
        sheet = sheets.sheet_submit(table=table, data=_score_sheet(reported), by=writer)
        sheets.sheet_confirm(sheet=sheet, by=referee, accept_warnings=True)
    lots = {row["player"]: row["lot"] for row in facts.get("standings", ()) if row["lot"]}
    if lots:
        _record_lots(event, round_, lots)
    rounds.round_close(round=round_, by=None)


def _whole_event() -> tuple[Event, dict[str, Any]]:
    data = json.loads(FILE.read_text())
    event = make.authorised_event(
        name=data["event"]["name"], first_day=date(2009, 7, 4), last_day=date(2009, 7, 4), city=data["event"]["city"]
    )
    lifecycle.event_open_check_in(event=event, by=None)
    for player in data["players"]:
        names = {name: player[name] for name in ("first_name", "last_name", "consent")}
        entries.walk_in(event=event, by=None, **names)
    first, second, final = data["rounds"]
    for round_data in (first, second):
        seats = _seated(event, round_data["tables"])
        by_hand = {"tables_by_hand": seats} if round_data["number"] == 1 else {}
        round_ = rounds.round_draw(
            event=event,
            by=None,
            seats_by_hand=seats,
            kingdom_by_hand=round_data["kingdom"],
            at=make.in_time(event),
            **by_hand,
        )
        _play(event, round_, round_data)
    (seats,) = _seated(event, final["tables"])
    round_ = rounds.final_draw(
        event=event, by=None, seats_by_hand=seats, kingdom_by_hand=final["kingdom"], at=make.in_time(event)
    )
    _play(event, round_, final)
    conclusion.event_conclude(event=event, by=None)
    return Event.objects.get(pk=event.pk), data


def test_ex_51_places_standings_and_final_places_equal_the_file() -> None:
    """EX-51, AMB-02, AMB-10: table places, standings with lots and reasons, final places, counts for the Ranking."""
    event, data = _whole_event()
    for round_data in data["rounds"]:
        round_ = Round.objects.get(event=event, number=round_data["number"])
        assert round_.setup["drawn"] == round_data["kingdom"]["drawn"]
        for reported in round_data["tables"]:
            seats = Seat.objects.filter(table__round=round_, table__number=reported["number"]).order_by("position")
            assert [player_id(seat.entry) for seat in seats] == reported["seats"]
            places = {player_id(seat.entry): seat.place for seat in seats}
            assert places == {row["player"]: row["place"] for row in reported["results"]}
        rows = StandingRow.objects.filter(round=round_).order_by("position")
        stored = [
            {
                "position": row.position,
                "player": player_id(row.entry),
                "wins": row.wins,
                "seconds": row.seconds,
                "thirds": row.thirds,
                "lot": row.lot,
            }
            for row in rows
        ]
        assert stored == round_data.get("standings", [])
    places = FinalPlace.objects.filter(event=event).order_by("place")
    assert [player_id(place.entry) for place in places] == data["final_places"]
    winner = places[0]
    assert (winner.wins, winner.ordinary_wins, winner.decided_by) == (3, 2, "final")


def test_ex_51_deciding_criteria_are_stored() -> None:
    """EX-51: one decision by each criterion a, b, c, d in round 1, a lot in round 2."""
    event, _data = _whole_event()

    def decided(number: int) -> list[str]:
        first = Seat.objects.filter(round__event=event, round__number=number, place=1).order_by("table__number")
        return [seat.decided_by for seat in first]

    assert decided(1) == ["turns", "gold", "coins", "actions"]
    assert decided(2) == ["points", "lot", "points", "points"]
    assert decided(3) == ["turns"]


def test_ex_51_draws_are_recorded_as_made_by_hand() -> None:
    """EX-51, REQ-809: by hand and without a seed; a draw that was only committed stays undrawn."""
    event, _data = _whole_event()
    drawn = Draw.objects.filter(event=event, drawn_at__isnull=False)
    assert all(draw.by_hand and draw.seed == "" for draw in drawn)
    assert sorted((draw.purpose, draw.scope) for draw in drawn) == [
        ("kingdom", "final"),
        ("kingdom", "round-1"),
        ("kingdom", "round-2"),
        ("seats", "final"),
        ("seats", "round-1"),
        ("seats", "round-2"),
        ("standings_lots", "round-1"),
        ("standings_lots", "round-2"),
        ("table_lots", "round-2/table-2"),
        ("tables", "round-1"),
    ]
