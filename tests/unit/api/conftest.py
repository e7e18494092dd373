"""Shared data for the tests of the whole API: events in every state, a token that may enter results everywhere."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from tests import factories as make
from tests import reporting
from tests.unit.access.conftest import one_world
from tournament.access.api_tokens import token_issue
from tournament.events import lifecycle
from tournament.models import Draw, Event, EventRole, Season, Table
from tournament.sheets import services as sheets

__all__ = ["one_world"]


@dataclass(frozen=True)
class ApiWorld:
    """Objects that requests may refer to.

    Arguments:
        token: of a referee of every event. values: by the name of a path's argument.
        tables_by_action: the tables that await an action. sheets: of real games, by the game's slug.
        swapped: a correction.
    """

    token: str
    values: dict[str, list[Any]]
    tables: list[dict[str, Any]]
    tables_by_action: dict[str, list[dict[str, Any]]]
    sheets: list[dict[str, Any]]
    swapped: dict[str, Any]


def _events(season: Season) -> Iterator[Event]:
    facts: dict[str, Any] = {"season": season, "organiser": make.make_organiser()}
    yield make.make_event(**facts)
    yield make.announced_event(**facts)
    yield make.check_in_event(**facts)
    yield make.drawn_event(start=False, **facts)
    for game in ("dominion", "megalomania", "era_of_kingdoms"):
        yield make.drawn_event(game=game, **facts)
    yield make.played_event(**facts)
    yield make.concluded_event(**facts)
    yield reporting.reported_event(**facts)
    yield reporting.homologated_event(**facts)
    yield lifecycle.event_void(event=make.announced_event(**facts), reason="La sala è chiusa", by=None)


@pytest.fixture(scope="module")
def api_world(one_world: None) -> ApiWorld:
    season, referee = make.make_season(), make.make_user()
    events = list(_events(season))
    for event in events:
        make.grant(event, referee, EventRole.Role.REFEREE)
    running = [event for event in events if event.state == Event.State.RUNNING and event.round_set.count() == 1]
    tables = [make.tables_of(make.last_round(event))[0] for event in running]
    opened = [table for table in tables if table.round.state != "closed"]
    real = [make.real_sheet(table) for table in opened]
    for table, sheet in zip(opened, real, strict=True):
        sheets.sheet_submit(table=table, data=sheet, by=None)
    tied = make.tables_of(make.last_round(running[1]))[1]
    sheets.sheet_submit(table=tied, data=make.tied_sheet(tied), by=None)
    people = events[-2].entries.values_list("person_id", flat=True)[:3]
    hidden = make.make_person(consent=False)
    draws = Draw.objects.order_by("pk").values_list("pk", flat=True)
    values = {
        "slug": [event.slug for event in events],
        "season": [season.slug],
        "number": [1, 2, 3],
        "table": [1, 2],
        "pk": [*people, hidden.pk, *draws[:: max(1, len(draws) // 12)]],
        "name": ["eok-assumed-1", "mega-assumed-1"],
    }
    visible_tables = Table.objects.select_related("round__event").order_by("pk")
    open_now = [game_table for game_table in visible_tables if game_table.state != Table.State.CONFIRMED]
    closed = visible_tables.filter(state=Table.State.CONFIRMED, round__event__state__in=("running", "concluded"))
    every_eighth = visible_tables[:: max(1, len(visible_tables) // 8)]
    return ApiWorld(
        token=token_issue(user=referee, name="prova", days=30)[1],
        values=values,
        tables=[_address(game_table) for game_table in (*open_now, *every_eighth)],
        tables_by_action={"lots": [_address(tied)], "correct": [_address(game_table) for game_table in closed]},
        sheets=real,
        swapped=make.simple_sheet(closed[0], [2, 1, 3, 4]),
    )


def _address(table: Table) -> dict[str, Any]:
    return {"slug": table.round.event.slug, "number": table.round.number, "table": table.number}
