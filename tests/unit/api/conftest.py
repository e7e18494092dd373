"""Shared data for the tests of the whole API: events in every state, and tokens of those who run them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest

from tests import factories as make
from tests import reporting
from tests.unit.access.conftest import one_world
from tournament.access.api_tokens import token_issue
from tournament.events import lifecycle
from tournament.models import Draw, EntryRequest, Event, EventRole, Organiser, Season, Table
from tournament.sheets import services as sheets

__all__ = ["one_world"]


@dataclass(frozen=True)
class ApiWorld:
    """Objects that requests may refer to.

    Arguments:
        tokens: by the tag of an operation: of a referee of every event, of its club, of a Referent.
        values: by the name of a path's argument. parts: the arguments that belong together, by the end of the path.
        bodies: what makes a generated body meet the data, by the end of the path.
        tables_by_action: the tables that await an action. sheets: of real games, by the game's slug.
        swapped: a correction.
    """

    tokens: dict[str, str]
    values: dict[str, list[Any]]
    parts: dict[str, list[dict[str, Any]]]
    bodies: dict[str, Any]
    tables: list[dict[str, Any]]
    tables_by_action: dict[str, list[dict[str, Any]]]
    sheets: list[dict[str, Any]]
    swapped: dict[str, Any]


def _events(season: Season, club: Organiser) -> Iterator[Event]:
    facts: dict[str, Any] = {"season": season, "organiser": club}
    yield make.make_event(**facts)
    yield make.announced_event(**facts)
    yield make.authorised_event(**facts)
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
    club = make.make_organiser(user=make.make_user())
    events = list(_events(season, club))
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
        tokens=_tokens(referee, club),
        values=values,
        parts=_parts(events[2]),
        bodies=_bodies(season, club),
        tables=[_address(game_table) for game_table in (*open_now, *every_eighth)],
        tables_by_action={"lots": [_address(tied)], "correct": [_address(game_table) for game_table in closed]},
        sheets=real,
        swapped=make.simple_sheet(closed[0], [2, 1, 3, 4]),
    )


def _address(table: Table) -> dict[str, Any]:
    return {"slug": table.round.event.slug, "number": table.round.number, "table": table.number}


def _tokens(referee: Any, club: Organiser) -> dict[str, str]:
    referent = make.make_user(referent=True)
    holders = {
        (referee, "results"): ("results", "token"),
        (club.user, "desk"): ("desk", "preparing"),
        (referent, "decisions"): ("decisions", "ranking", "clubs"),
    }
    tokens = {}
    for (user, scope), tags in holders.items():
        token = token_issue(user=user, name="prova", days=30, scopes=[scope])[1]
        tokens |= dict.fromkeys(tags, token)
    return tokens


def _parts(event: Event) -> dict[str, list[dict[str, Any]]]:
    """Return the addresses of what belongs to an authorised event: requests to enter."""
    states = ("pending", "pending", "waiting", "refused")
    requests = [EntryRequest.objects.create(event=event, person=make.make_person(), state=state) for state in states]
    return {"requests/{pk}/decision": [{"slug": event.slug, "pk": row.pk} for row in requests]}


def _bodies(season: Season, club: Organiser) -> dict[str, Any]:
    card = make.make_person(card_number="IT-7")
    day = str(season.first_day + timedelta(days=40))
    return {
        "/api/v1/drafts": {"season": season.slug, "organiser": club.pk, "first_day": day, "last_day": day},
        "announcement": {"day": str(season.first_day)},
        "entries/card": {"card_number": "IT-7", "first_name": card.first_name, "last_name": card.last_name},
        "requests/{pk}/decision": {"decision": "accept"},
        "invitations": {"address": "qualcuno@example.org"},
        "photos": reporting.picture(kind="JPEG").getvalue(),
    }
