"""A whole season in the browser, in one test.

Opened; six events of three clubs; closed; called up with two refusals; the national final; the roll of honour; the
next season.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from ranking.call_up.sweep import GRACE, calls_sweep
from ranking.closing.selectors import standing_document
from ranking.homologation import services as homologation_services
from ranking.models import CallUp
from tests import factories as make
from tests import reporting
from tests.integration.browser import visitors
from tests.integration.browser.visitors import button, link
from tournament.delivery.mail import call_token
from tournament.entries import services as entries
from tournament.events import lifecycle
from tournament.models import Event, FinalPlace, Organiser, Person, Season
from tournament.results import conclusion

pytestmark = pytest.mark.django_db(transaction=True)

FINALISTS = 12


def _shot(page: Page, name: str) -> None:
    """Take a picture of the whole page for a person who looks at it, if a folder is named."""
    folder = os.environ.get("FOSSATO_PICTURES")
    if folder:
        width = page.viewport_size["width"] if page.viewport_size else 0
        page.screenshot(path=Path(folder) / f"{name}-{width}.png", full_page=True)


def _opened(site: str, page: Page) -> Season:
    """Open a season in the browser, with a version of the regulation that is not that of the code."""
    # A new installation has the season of 2009 already, and a game has one season at a time.
    Season.objects.all().delete()
    version = make.regulation_published("2.1", leavers_points="none")
    page.goto(site + reverse("season_new"))
    values = {
        "name": "Stagione di prova 2009",
        "first_day": "2009-06-01",
        "last_day": "2009-10-15",
        "finalists": str(FINALISTS),
        "final_place": "Modena",
        "final_day": (timezone.localdate() + timedelta(days=60)).isoformat(),
    }
    for name, value in values.items():
        page.locator(f"main [name={name}]").fill(value)
    page.locator("main [name=regulation]").select_option(version)
    button(page, "Open the season").click()
    expect(page.locator("main")).to_contain_text(values["name"])
    season = Season.objects.get(name=values["name"])
    assert (season.regulation, season.finalists) == (version, FINALISTS)
    return season


def _decided(event: Event) -> Event:
    """Play an event from where it is to its ratified report."""
    if event.state == Event.State.AUTHORISED:
        lifecycle.event_open_check_in(event=event, by=None, early=True)
        for person in make.make_people(12):
            entry = entries.entry_add(event=event, person=person, by=None)
            entries.entry_check_in(entry=entry, by=None)
        make.draw_round(Event.objects.get(pk=event.pk))
    for number in range(3):
        make.play_round(event)
        if number < 2:
            make.next_round(event)
    conclusion.event_conclude(event=Event.objects.get(pk=event.pk), by=None)
    reporting.submit(Event.objects.get(pk=event.pk))
    homologation_services.event_homologate(event=Event.objects.get(pk=event.pk), by=None)
    return Event.objects.get(pk=event.pk)


def _six_events(season: Season) -> list[Event]:
    """Return six ratified events of three clubs."""
    clubs = [make.make_organiser(make.make_user()) for _ in range(3)]
    facts = [{"season": season, "organiser": clubs[n % 3], "name": f"Torneo {n + 1} del 2009"} for n in range(6)]
    begun, to_play = make.drawn_event(**facts[0]), make.authorised_event(**facts[1])
    events = [_decided(begun), _decided(to_play), *(reporting.homologated_event(**fact) for fact in facts[2:])]
    for person in Person.objects.filter(entries__event__season=season).distinct():
        Person.objects.filter(pk=person.pk).update(email=f"persona{person.pk}@example.org", consent=True)
    return events


def _give_on(season: Season, site: str, page: Page) -> None:
    """Let the site call the next name; where the next ones are equal, the Referent draws lots with a word."""
    if calls_sweep(timezone.now() + GRACE * 2)["called"]:
        return
    page.goto(site + reverse("call_up", args=[season.slug]))
    page.locator("[name=sub-word]").fill("melograno")
    button(page, "Call the substitutes").click()
    expect(page.locator("[name=sub-word]")).to_have_count(0)


def _call_up(season: Season, site: str, page: Page, phone: Page) -> None:
    """Call the first of the Ranking in the browser; two decline by their links, the next are called."""
    page.goto(site + reverse("call_up", args=[season.slug]))
    _shot(page, "call-up-ready")
    page.locator("[name=call-typed]").fill(f"convoca {FINALISTS}")
    button(page, "Call the first %(n)s", n=FINALISTS).click()
    calls = list(CallUp.objects.filter(season=season).select_related("person").order_by("order"))
    assert len(calls) == FINALISTS
    for call in calls:
        phone.goto(site + reverse("own_call", args=[call_token(call.pk, call.person.email)]))
        if call.order == 2:
            phone.locator("[name=note]").fill("Lavoro quel sabato")
            button(phone, "I cannot come").click()
        elif call.order != FINALISTS:
            button(phone, "I am coming").click()
        if call.order in (1, 2, FINALISTS):
            _shot(phone, f"own-call-{call.order}")
    _give_on(season, site, page)
    phone.goto(site + reverse("own_call", args=[call_token(calls[4].pk, calls[4].person.email)]))
    button(phone, "I cannot come").click()
    _give_on(season, site, page)
    assert CallUp.objects.filter(season=season, instead_of__isnull=False).count() == 2
    for call in CallUp.objects.filter(season=season, state=CallUp.State.CALLED).select_related("person"):
        phone.goto(site + reverse("own_call", args=[call_token(call.pk, call.person.email)]))
        button(phone, "I am coming").click()


def _final(season: Season, site: str, page: Page) -> None:
    """Create the national final in the browser and play it to its ratified report."""
    page.goto(site + reverse("call_up", args=[season.slug]))
    club = Organiser.objects.earliest("pk")
    page.locator("[name=organiser]").select_option(str(club.pk))
    page.locator("[name=venue]").fill("Padiglione")
    button(page, "Create the final").click()
    expect(link(page, f"Finale nazionale, {season.name}")).to_be_visible()
    final = Event.objects.get(season=season, is_national_final=True)
    lifecycle.event_announce(
        event=final, announcement_url="https://forum.example/finale", announced_on=timezone.localdate(), by=None
    )
    lifecycle.event_authorise(event=final, by=None, at=make.in_time(final))
    lifecycle.event_open_check_in(event=final, by=None, early=True)
    for entry in final.entries.all():
        entries.entry_check_in(entry=entry, by=None)
    make.draw_round(Event.objects.get(pk=final.pk))
    for number in range(4):
        make.play_round(final)
        if number < 3:
            make.next_round(final)
    conclusion.event_conclude(event=Event.objects.get(pk=final.pk), by=None)
    reporting.submit(Event.objects.get(pk=final.pk))
    homologation_services.event_homologate(event=Event.objects.get(pk=final.pk), by=None)


@pytest.mark.soak(gate="tests/unit/ranking/test_closing.py::test_season_end_closes_and_reopens")
def test_whole_season_from_its_opening_to_the_next_one(
    live_server: Any, open_page: Callable[..., Page], axe_violations: Callable[[Page], list[str]]
) -> None:
    page, phone = open_page("desktop"), open_page("phone")
    referent = make.make_user(referent=True)
    visitors.sign_in_quickly(page, live_server.url, referent)
    season = _opened(live_server.url, page)
    events = _six_events(season)
    waiting = events[0]
    Event.objects.filter(pk=waiting.pk).update(state=Event.State.REPORTED)
    end = live_server.url + reverse("season_end", args=[season.slug])
    page.goto(end)
    expect(link(page, waiting.name)).to_be_visible()
    _shot(page, "end-blocked")
    Event.objects.filter(pk=waiting.pk).update(state=Event.State.HOMOLOGATED)
    page.goto(end)
    assert axe_violations(page) == []
    button(page, "Close the season and publish the final Ranking").click()
    document = standing_document(season)
    assert document is not None
    _shot(page, "end-closed")
    for visitor in (page, phone):
        visitor.goto(live_server.url + reverse("final_ranking", args=[document.number]))
        assert axe_violations(visitor) == []
        _shot(visitor, "final-ranking")
    _call_up(season, live_server.url, page, phone)
    for visitor in (page, phone):
        visitors.sign_in_quickly(visitor, live_server.url, referent)
        visitor.goto(live_server.url + reverse("call_up", args=[season.slug]))
        assert axe_violations(visitor) == []
        _shot(visitor, "call-up-answers")
    _final(season, live_server.url, page)
    champion = FinalPlace.objects.get(event__is_national_final=True, place=1).entry.person
    page.goto(live_server.url + reverse("roll_of_honour"))
    expect(page.locator(".fo-podium")).to_contain_text(str(champion))
    page.goto(end)
    _shot(page, "end-champion")
    link(page, "Open the next season").click()
    assert axe_violations(page) == []
    _shot(page, "season-next")
    button(page, "Open the season").click()
    opened = Season.objects.get(name="Stagione di prova 2010")
    assert Event.objects.filter(season=opened, state=Event.State.DRAFT).count() == len(events)
    expect(link(page, opened.name)).to_be_visible()
    phone.goto(end)
    assert axe_violations(phone) == []
    _shot(phone, "end-over")
