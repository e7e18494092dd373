"""An event from its draft to the Ranking: the organiser at the desk, a referee with a phone, the Referent elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from io import BytesIO
from typing import Any

import pytest
from django.utils import timezone
from PIL import Image
from playwright.sync_api import Page, expect

from ranking.models import LedgerEntry
from tests import factories as make
from tests.integration.browser import visitors
from tests.integration.browser.visitors import button, create_event, heading, link, notice, translated
from tournament.entries import services as entries
from tournament.models import Entry, Event, EventRole, FinalPlace, Round, Season, Seat, Table

pytestmark = pytest.mark.django_db(transaction=True)

NAME = "Torneo del Fossato"
PLAYERS = 12
#: Players whose presence the organiser marks by hand.
PRESSED = 3


@dataclass(frozen=True)
class Day:
    """The site and the three users of the test, each with their own browser."""

    site: str
    organiser: Page
    referee: Page
    referent: Page
    visitor: Page

    @property
    def event(self) -> Event:
        return Event.objects.get(name=NAME)

    def desk(self) -> Page:
        """Reload the organiser's desk."""
        self.organiser.goto(f"{self.site}/organizza/{self.event.slug}/")
        return self.organiser

    def tables(self) -> list[Table]:
        return make.tables_of(make.last_round(self.event))


def _draft(day: Day, season: Season, city: str) -> None:
    """Create the draft of an event as the organiser; its game is its season's."""
    place = f"Sala grande, {city}"
    create_event(day.organiser, name=NAME, day=timezone.localdate(), place=place, season=season)
    assert day.event.state == Event.State.DRAFT


def _announce(day: Day) -> None:
    page = day.organiser
    page.locator("[name=announcement_url]").fill("https://forum.example/avviso/7")
    button(page, "Announce").click()
    notice(page, "Announced. The National Referent has it among the events to authorise.")
    expect(page.locator("main")).to_contain_text(translated("Waiting for the National Referent."))


def _authorise(day: Day) -> None:
    page = day.referent
    page.goto(f"{day.site}/referente/")
    page.locator(".fo-cards > li").filter(has_text=NAME).locator("button[value=yes]").click()
    notice(page, "%(event)s is authorised.", event=NAME)
    assert day.event.state == Event.State.AUTHORISED


def _check_in(day: Day) -> None:
    page = day.desk()
    button(page, "Open the check-in").click()
    expect(page.locator("#entries .fo-marks > li")).to_have_count(PLAYERS - 1)
    present = page.locator("#entries form[action$='/presente/'] button")
    for remaining in range(PLAYERS - 1, PLAYERS - 1 - PRESSED, -1):
        expect(present).to_have_count(remaining)
        present.first.click()
    expect(present).to_have_count(PLAYERS - 1 - PRESSED)
    # The others come by the same button, whose presses take the test half a second each.
    for entry in day.event.entries.filter(state=Entry.State.REGISTERED):
        entries.entry_check_in(entry=entry, by=None)
    page.reload()
    expect(present).to_have_count(0)
    page.locator("summary", has_text=translated("At the door")).click()
    page.locator("[name=first_name]").fill("Zita")
    page.locator("[name=last_name]").fill("Porta")
    page.locator("[name=consent]").check()
    button(page, "Add and check in").click()
    expect(
        page.locator("#entries .fo-marks > li").filter(has_text="Porta Zita").locator(".fo-mark[aria-pressed=true]")
    ).to_have_count(1)
    assert day.event.entries.filter(state="checked_in").count() == PLAYERS


def _draw(day: Day, word: str) -> None:
    """Follow the desk's next step to the draw; the draw is public immediately."""
    page = day.desk()
    page.locator(".fo-panel .btn-primary").first.click()
    page.locator("[name=word]").fill(word)
    page.locator(".fo-work__act .btn-primary").click()
    _start(day)


def _start(day: Day) -> None:
    page, public = day.organiser, f"{day.site}/eventi/{day.event.slug}/"
    rounds = Round.objects.filter(event=day.event).count()
    day.visitor.goto(public)
    expect(day.visitor.locator("#parti a:is([href*=turno], [href*=finale])")).to_have_count(rounds)
    expect(day.visitor.locator(".fo-round")).to_have_count(1)
    button(page, "Start the clock").click()
    expect(page.locator("[role=timer]")).to_be_visible()
    day.visitor.reload()
    expect(day.visitor.locator(".fo-clock__time")).to_be_visible()


def _enter(day: Day, table: Table, sheet: Mapping[str, Any]) -> Page:
    """Open the table from the referee's list of the day and type its sheet on the phone."""
    page = day.referee
    page.goto(f"{day.site}/arbitro/")
    page.locator(f"a[href='/arbitro/{day.event.slug}/{table.round.number}/{table.number}/']").click()
    visitors.count_five_numbers(page)
    visitors.type_sheet(page, sheet)
    return page


def _play_table(day: Day, table: Table, order: list[int]) -> None:
    page = _enter(day, table, make.simple_sheet(table, order))
    expect(page.locator("#live ol li")).to_have_count(len(order))
    button(page, "Deliver and confirm").click()
    notice(page, "Table %(number)s is confirmed.", number=table.number)
    assert [seat_row.place for seat_row in Seat.objects.filter(table=table).order_by("position")] == [
        order.index(seat) + 1 for seat in range(1, len(order) + 1)
    ]


def _tie(day: Day, table: Table) -> None:
    """Art. 1.5 e: two players tied on every criterion draw a lot at the table."""
    page = _enter(day, table, make.tied_sheet(table))
    expect(button(page, "Deliver and confirm")).to_have_count(0)
    button(page, "Deliver the sheet").click()
    expect(heading(page, "A lot must decide")).to_be_visible()
    page.locator("[name=word]").fill("melograno")
    button(page, "Draw the lot").click()
    expect(heading(page, "Read it out, then confirm")).to_be_visible()
    button(page, "Confirm the table").click()
    notice(page, "Table %(number)s is confirmed.", number=table.number)
    expect(page.locator("tbody .fo-why--lot")).to_have_count(2)
    places = dict(Seat.objects.filter(table=table).values_list("position", "place"))
    assert ({places[1], places[2]}, places[3], places[4]) == ({1, 2}, 3, 4)


def _close(day: Day, lots: bool) -> None:
    page = day.desk()
    page.locator("#desk-now .btn-primary").click()
    if not make.last_round(day.event).is_final:
        link(page, "Draw by hand, or later").click()
    if lots:
        page.locator("[name=word]").fill("girasole")
    page.locator("#close-press").click()
    expect(page.locator("h1")).to_have_text(NAME)
    assert make.last_round(day.event).state == Round.State.CLOSED


def _first_round(day: Day) -> None:
    _draw(day, "carciofo")
    first, second, third = day.tables()
    _play_table(day, first, [1, 2, 3, 4])
    make.report(second)
    desk = day.desk()
    expect(desk.locator("#desk-tables .fo-tile--done")).to_have_count(2)
    expect(desk.locator("#desk-now .btn-primary")).to_have_count(0)
    _tie(day, third)
    _close(day, lots=True)


def _second_round(day: Day) -> None:
    """Art. 1.5: the tables follow the standings: the first four sit together."""
    best = list(make.last_round(day.event).standing_rows.order_by("position").values_list("entry_id", flat=True))
    _draw(day, "lanterna")
    tables = day.tables()
    seated = [set(table.seats.values_list("entry_id", flat=True)) for table in tables]
    assert seated == [set(best[0:4]), set(best[4:8]), set(best[8:12])]
    for table in tables:
        make.report(table)
    _close(day, lots=bool(_needs_lots(day)))


def _needs_lots(day: Day) -> bool:
    page = day.desk()
    number = make.last_round(day.event).number
    page.goto(f"{day.site}/organizza/{day.event.slug}/turni/{number}/chiudi/?solo")
    return page.locator("[name=word]").count() == 1


def _final(day: Day) -> str:
    """Play the final on its page; return the winner's name."""
    _draw(day, "tramonto")
    (table,) = day.tables()
    assert table.round.is_final
    # A player added on the day has no name in the Ranking before they agree themselves: another of the four wins.
    named = table.seats.exclude(entry__person__last_name="Porta").order_by("position")[0]
    _play_table(day, table, sorted(range(1, 5), key=lambda position: position != named.position))
    winner = str(named.entry.person)
    _close(day, lots=False)
    page = day.organiser
    button(page, "Conclude the event").click()
    notice(page, "The event is concluded. The report is due within seven days (art. 1.2).")
    assert str(FinalPlace.objects.get(event=day.event, place=1).entry.person) == winner
    return winner


def _report(day: Day) -> None:
    page = day.organiser
    link(page, "Send the report").click()
    expect(heading(page, "Still missing")).to_be_visible()
    picture = BytesIO()
    Image.new("RGB", (64, 48), "teal").save(picture, "JPEG")
    page.locator("[name=file]").set_input_files(
        {"name": "sala.jpg", "mimeType": "image/jpeg", "buffer": picture.getvalue()}
    )
    page.locator("[name=caption]").fill("La sala durante la finale")
    button(page, "Add the photo").click()
    notice(page, "The photo is saved, without the place where it was taken.")
    photo = page.get_by_alt_text("La sala durante la finale")
    photo.scroll_into_view_if_needed()
    expect(photo).to_have_js_property("naturalWidth", 64)
    page.locator("[name=url]").fill("https://forum.example/resoconto/7")
    button(page, "Save the address").click()
    expect(heading(page, "Complete: send it")).to_be_visible()
    page.locator("[name=note]").fill("Una bella giornata")
    button(page, "Send the report").click()
    notice(page, "The report is sent to the National Referent.")
    assert day.event.state == Event.State.REPORTED


def _homologate(day: Day) -> None:
    page = day.referent
    page.goto(f"{day.site}/referente/")
    page.locator(".fo-cards > li").filter(has_text=NAME).locator(".fo-cards__do a").click()
    expect(page.locator("main")).to_contain_text("Una bella giornata")
    expect(page.locator(".fo-checks .bad")).to_have_count(0)
    page.locator("[name=reason]").fill("Tutto in ordine")
    button(page, "Ratify").click()
    notice(page, "Ratified: the results count in the Ranking.")


def test_event_from_draft_to_ranking(open_page: Callable[..., Page], live_server: Any) -> None:
    club, referee = make.make_user("circolo"), make.make_user("arbitro")
    organiser = make.make_organiser(club)
    today = timezone.localdate()
    season = make.make_season(first_day=today - timedelta(days=60), last_day=today + timedelta(days=60))
    day = Day(live_server.url, open_page("desktop"), open_page("phone"), open_page("desktop"), open_page("phone"))
    visitors.sign_in(day.organiser, day.site, club, "/organizza/")
    visitors.sign_in_quickly(day.referee, day.site, referee)
    visitors.sign_in_quickly(day.referent, day.site, make.make_user("referente", referent=True))
    assert day.organiser.get_attribute("html", "lang") == "it"

    _draft(day, season, organiser.city)
    make.grant(day.event, referee, EventRole.Role.REFEREE)
    _announce(day)
    _authorise(day)
    for person in make.make_people(PLAYERS - 1):
        entries.entry_add(event=day.event, person=person, by=None)
    _check_in(day)
    _first_round(day)
    _second_round(day)
    winner = _final(day)
    _report(day)
    _homologate(day)

    day.visitor.goto(f"{day.site}/ranking/")
    first = day.visitor.locator("tbody tr").first
    expect(first).to_contain_text(winner)
    half = LedgerEntry.objects.get(event=day.event, place=1).half_points
    expect(first.locator("td.key")).to_have_text(f"{half // 2}{',5' if half % 2 else ''}")
