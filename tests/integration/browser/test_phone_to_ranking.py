"""A sheet with points and turns only, from the referee's phone to the Ranking; a corrupted event beside it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests import factories as make
from tests import reporting
from tests.integration.browser import visitors
from tests.integration.browser.visitors import button, notice, translated
from tournament.models import Event, EventRole, Report, Sheet, Table
from tournament.results.conclusion import event_conclude
from tournament.rounds import services as rounds

pytestmark = pytest.mark.django_db(transaction=True)


def _points_and_turns(table: Table) -> dict[str, Any]:
    sheet = make.simple_sheet(table)
    return sheet | {"seats": [{name: row[name] for name in ("turns", "points")} for row in sheet["seats"]]}


def _final_to_play() -> Event:
    """Create an event whose ordinary rounds were reported with points and turns only, and whose final is running."""
    event = make.drawn_event(players=12, name="Torneo senza conti")
    for number in range(2):
        if number:
            make.next_round(event)
        make.play_round(event, sheet=_points_and_turns)
    make.next_round(event)
    return Event.objects.get(pk=event.pk)


@pytest.mark.soak(
    gate="tests/unit/ranking/test_complete_sheets.py::test_complete_sheet_points_and_turns_reach_the_ranking"
)
def test_points_and_turns_from_phone_to_ranking(open_page: Callable[..., Page], live_server: Any) -> None:
    event = _final_to_play()
    corrupted_event = reporting.reported_event(season=event.season, name="Torneo rovinato")
    Report.objects.filter(event=corrupted_event).update(content={"format": "tournament-event/2", "rounds": None})
    referee, referent = make.make_user(), make.make_user(referent=True)
    make.grant(event, referee, EventRole.Role.REFEREE)
    table = make.tables_of(make.last_round(event))[0]

    phone = open_page("phone")
    visitors.sign_in_quickly(phone, live_server.url, referee)
    phone.goto(f"{live_server.url}{reverse('sheet', args=[event.slug, table.round.number, table.number])}")
    visitors.count_five_numbers(phone)
    visitors.type_sheet(phone, _points_and_turns(table))
    button(phone, "Deliver and confirm").click()
    notice(phone, "Table %(number)s is confirmed.", number=table.number)
    sheet = Sheet.objects.get(table=table)
    assert (sheet.state, sheet.findings, "complete" in sheet.data) == ("confirmed", [], False)

    rounds.round_close(round=make.last_round(event), word=make.WORD, by=None)
    event_conclude(event=Event.objects.get(pk=event.pk), by=None)
    event = Event.objects.get(pk=event.pk)
    reporting.submit(event)

    desk = open_page("desktop")
    visitors.sign_in_quickly(desk, live_server.url, referent)
    desk.goto(f"{live_server.url}{reverse('homologations')}")
    rows = desk.locator(".fo-queue li")
    expect(rows).to_have_count(2)
    expect(rows.filter(has_text=event.name)).to_contain_text(translated("everything adds up"))
    expect(rows.filter(has_text=corrupted_event.name)).to_contain_text("Non si può ricalcolare, perché")
    desk.goto(f"{live_server.url}{reverse('homologation', args=[corrupted_event.slug])}")
    expect(button(desk, "Ratify")).to_be_disabled()
    desk.goto(f"{live_server.url}{reverse('homologation', args=[event.slug])}")
    desk.locator("[name=reason]").first.fill("Letta la relazione")
    button(desk, "Ratify").click()
    notice(desk, "Ratified: the results count in the Ranking.")
    winner = event.final_places.select_related("entry__person").get(place=1).entry.person
    desk.goto(f"{live_server.url}{reverse('ranking_season', args=[event.season.slug])}")
    expect(desk.get_by_text(str(winner)).first).to_be_visible()
