"""Events of the other two games in the browser: a Megalomania event from its draft to its report, a table of Era."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from games import registry
from tests import factories as make
from tests import reporting
from tests.browser import visitors
from tests.browser.visitors import button, heading, link, notice, said, set_fields
from tournament.models import Event, EventRole, FinalPlace, Round, Seat, Table
from tournament.services import entries, lifecycle
from tournament.sheet_page import form_of

pytestmark = pytest.mark.django_db(transaction=True)

NAME = "Torneo delle Missioni"
PLAYERS = 12

Axe = Callable[[Page], list[str]]


def _values(table: Table, seed: str = "") -> dict[str, str]:
    """The form's fields of a game really played, with the sums that follow from its cards."""
    game = registry.get(table.round.event.game)
    sheet = game.check(make.real_sheet(table, seed), players=table.seats.count()).sheet
    values: dict[str, str] = form_of(table).to_values(sheet)
    return values


def _sheet(page: Page, site: str, table: Table) -> None:
    page.goto(f"{site}/arbitro/{table.round.event.slug}/{table.round.number}/{table.number}/")


def _deliver(page: Page, table: Table) -> None:
    """Delivers and confirms; the places are those of the game's own chain."""
    expect(page.locator("#live ol li")).to_have_count(table.seats.count())
    button(page, "Deliver and confirm").click()
    notice(page, "Table %(number)s is confirmed.", number=table.number)
    assert sorted(Seat.objects.filter(table=table).values_list("place", flat=True)) == [1, 2, 3, 4]


def _played(page: Page, site: str, table: Table, seed: str = "") -> None:
    _sheet(page, site, table)
    set_fields(page, _values(table, seed))
    _deliver(page, table)


def _draft(page: Page, site: str, city: str, season: str) -> Event:
    """The organiser chooses the game with the draft."""
    page.goto(f"{site}/organizza/")
    link(page, "New event").click()
    today = timezone.localdate().isoformat()
    facts = {"name": NAME, "city": city, "venue": "Sala grande", "first_day": today, "last_day": today}
    for name, text in facts.items():
        page.locator(f"[name={name}]").fill(text)
    page.locator("[name=season]").select_option(label=season)
    page.locator("select[name=game]").select_option("megalomania")
    button(page, "Store the draft").click()
    expect(page.locator("h1")).to_have_text(NAME)
    event = Event.objects.get(name=NAME)
    assert (event.state, event.game) == (Event.State.DRAFT, "megalomania")
    return event


def _at_check_in(event: Event) -> Event:
    """What the same pages do for every game: announced, authorised, everybody there."""
    forum, today = "https://forum.example/avviso/9", timezone.localdate()
    lifecycle.event_announce(event=event, announcement_url=forum, announced_on=today, by=None)
    lifecycle.event_authorise(event=Event.objects.get(pk=event.pk), by=None)
    lifecycle.event_open_check_in(event=Event.objects.get(pk=event.pk), by=None)
    for person in make.make_people(PLAYERS):
        entry = entries.entry_add(event=Event.objects.get(pk=event.pk), person=person, by=None)
        entries.entry_check_in(entry=entry, by=None)
    return Event.objects.get(pk=event.pk)


def _draw(page: Page, site: str, event: Event) -> list[Table]:
    """The desk's next step leads to the draw: no kingdom, tables and seats alone."""
    page.goto(f"{site}/organizza/{event.slug}/")
    page.locator(".fo-panel .btn-primary").first.click()
    page.locator("[name=word]").fill("carciofo")
    page.locator("main form .btn-primary").click()
    expect(heading(page, "A draft: only you see it")).to_be_visible()
    button(page, "Publish the tables").click()
    button(page, "Start the clock").click()
    expect(page.locator(".fo-clock__time")).to_be_visible()
    return make.tables_of(make.last_round(event))


def _close(page: Page, site: str, event: Event) -> None:
    number = make.last_round(event).number
    page.goto(f"{site}/organizza/{event.slug}/turni/{number}/chiudi/")
    if page.locator("[name=word]").count():
        page.locator("[name=word]").fill("girasole")
    page.locator("main form .btn-primary").click()
    expect(page.locator("h1")).to_have_text(NAME)
    assert make.last_round(event).state == Round.State.CLOSED


def _by_hand(page: Page, site: str, table: Table, axe: Axe) -> None:
    """I6: a trick too many in round 3 is told under that round while it is typed, and mended there.

    The total of the first seat is left empty: the page adds it up.
    """
    values = _values(table)
    right, mission = int(values["s0_r3_tricks"]), int(values["t_r3_mission"])
    total = values.pop("s0_points")
    _sheet(page, site, table)
    set_fields(page, values)
    expect(page.locator("#follows-s0_points")).to_have_text(f"risulta {total}".replace("-", "−"))
    page.locator("#round-3").click()
    tricks = page.locator("[name=s0_r3_tricks]")
    expect(tricks).to_be_visible()
    expect(page.locator("[name=s0_r1_tricks]")).to_be_hidden()
    tricks.fill(str(right + 1))
    told = page.locator("#findings-r3 .fo-finding").filter(has_text="Round 3: le prese sommano")
    expect(told).to_have_count(1)
    hand = sum(int(values[f"s{seat}_r3_tricks"]) for seat in range(4))
    expect(page.locator("#note-3")).to_have_text(f"Prese {hand + 1} di {hand}")
    expect(page.locator("#round-3 .fo-tag--help")).to_have_count(1)
    expect(page.locator("#live .fo-finding")).to_have_count(0)
    expect(page.locator("#round-3 .sheet__lead")).to_contain_text(str(mission))
    assert axe(page) == []
    tricks.fill(str(right))
    expect(told).to_have_count(0)
    expect(page.locator("#note-3")).to_have_text(f"Prese {hand} di {hand}")
    page.locator("#sum-0").click()
    page.locator("[name=s0_points]").fill(total)
    expect(page.locator("#follows-s0_points")).to_have_text("")
    _deliver(page, table)


def _report(page: Page, site: str, event: Event) -> None:
    reporting.complete(event, at=timezone.now())
    page.goto(f"{site}/organizza/{event.slug}/")
    link(page, "Send the report").click()
    button(page, "Send the report").click()
    notice(page, "The report is sent to the National Referent.")
    assert Event.objects.get(pk=event.pk).state == Event.State.REPORTED


def test_megalomania_from_the_draft_to_the_report(
    open_page: Callable[..., Page], axe_violations: Axe, live_server: Any
) -> None:
    site, club, referee = live_server.url, make.make_user("circolo"), make.make_user("arbitro")
    organiser, today = make.make_organiser(club), timezone.localdate()
    season = make.make_season(first_day=today - timedelta(days=60), last_day=today + timedelta(days=60))
    desk, phone = open_page("desktop"), open_page("phone")
    visitors.sign_in_quickly(desk, site, club)
    visitors.sign_in_quickly(phone, site, referee)
    event = _draft(desk, site, organiser.city, season.name)
    make.grant(event, referee, EventRole.Role.REFEREE)
    event = _at_check_in(event)

    first, second, third = _draw(desk, site, event)
    _by_hand(phone, site, first, axe_violations)
    for table in (second, third):
        _played(phone, site, table)
    _close(desk, site, event)
    make.next_round(event)
    make.play_round(event, sheet=lambda table: make.real_sheet(table, f"second {table.number}"))
    (table,) = _draw(desk, site, event)
    assert table.round.is_final
    _played(phone, site, table, "final")
    winner = str(table.seats.get(place=1).entry.person)
    _close(desk, site, event)
    button(desk, "Conclude the event").click()
    notice(desk, "The event is concluded. The report is due within seven days (art. 1.2).")
    assert str(FinalPlace.objects.get(event=event, place=1).entry.person) == winner
    _report(desk, site, Event.objects.get(pk=event.pk))

    public = open_page("phone")
    public.goto(f"{site}/eventi/{event.slug}/")
    expect(public.locator("main")).to_contain_text(winner)
    assert axe_violations(public) == []


def test_era_of_kingdoms_a_wrong_total_and_riches_that_do_not_add_up(
    open_page: Callable[..., Page], axe_violations: Axe, live_server: Any
) -> None:
    """V5: a total that is not the sum of its parts; V1: riches only move between players."""
    site, referee = live_server.url, make.make_user()
    event = make.drawn_event(players=PLAYERS, game="era_of_kingdoms")
    make.grant(event, referee, EventRole.Role.REFEREE)
    phone = open_page("phone")
    visitors.sign_in_quickly(phone, site, referee)
    first, *others = make.tables_of(make.last_round(event))
    values = _values(first)
    total, riches = int(values.pop("s0_points")), int(values["s1_riches"])
    _sheet(phone, site, first)
    set_fields(phone, values)
    expect(phone.locator("#follows-s0_points")).to_have_text(f"risulta {total}")
    points = phone.locator("[name=s0_points]")
    points.fill(str(total + 7))
    told = phone.locator("#findings-0 .fo-finding").filter(has_text=str(total + 7))
    expect(told).to_have_count(1)
    expect(points).to_have_attribute("aria-invalid", "true")
    assert axe_violations(phone) == []
    told.get_by_role("button", name=said("Write %(number)s", number=total)).click()
    expect(points).to_have_value(str(total))
    expect(phone.locator(".fo-finding")).to_have_count(0)

    phone.locator("#sum-1").click()
    phone.locator("[name=s1_riches]").fill(str(riches + 1))
    whole = sum(int(values[f"s{seat}_riches"]) for seat in range(4))
    riches_told = phone.locator("#live .fo-finding")
    expect(riches_told).to_contain_text(str(whole + 1))
    phone.locator("[name=s1_riches]").fill(str(riches))
    expect(riches_told).to_have_count(0)
    _deliver(phone, first)
    for table in others:
        make.report(table, make.real_sheet(table))
    make.play_round(event)
    assert make.last_round(event).state == Round.State.CLOSED
    phone.goto(f"{site}/eventi/{event.slug}/")
    expect(phone.locator("main")).to_contain_text(str(first.seats.get(place=1).entry.person))
