"""Events of the other two games in the browser, each from its draft to its report by clicks only.

``test_organiser`` provides the steps common to every game; this module has the game-specific ones: choosing the game in
the draft, a set-up without a kingdom, its sheets.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from games import registry
from tests import factories as make
from tests.integration.browser import test_organiser as steps
from tests.integration.browser import visitors
from tests.integration.browser.visitors import button, notice, set_fields, translated
from tournament.entries import services as entries
from tournament.models import Event, EventRole, FinalPlace, Seat, Table
from tournament.pages.sheet import form_of

pytestmark = pytest.mark.django_db(transaction=True)

Axe = Callable[[Page], list[str]]
Enter = Callable[[steps.Day, Table, Axe], None]


def _values(table: Table, seed: str = "") -> dict[str, str]:
    """Return the form fields of a played game, with the sums that follow from its cards."""
    game = registry.get(table.round.event.game)
    sheet = game.check(make.real_sheet(table, seed), players=table.seats.count()).sheet
    values: dict[str, str] = form_of(table).to_values(sheet)
    return values


def _sheet(day: steps.Day, table: Table) -> Page:
    """Open the table's sheet from the referee's list of the day."""
    page = day.referee
    page.goto(f"{day.site}/arbitro/")
    page.locator(f"a[href='/arbitro/{day.event.slug}/{table.round.number}/{table.number}/']").click()
    expect(page.locator("#sheet")).to_be_visible()
    return page


def _deliver(page: Page, table: Table) -> None:
    """Deliver and confirm; the places are those of the game's own tie-break chain."""
    expect(page.locator("#live ol li")).to_have_count(table.seats.count())
    button(page, "Deliver and confirm").click()
    notice(page, "Table %(number)s is confirmed.", number=table.number)
    assert sorted(Seat.objects.filter(table=table).values_list("place", flat=True)) == [1, 2, 3, 4]


def _play(day: steps.Day, table: Table, seed: str = "") -> None:
    """Type the sheet of a played game and deliver it."""
    page = _sheet(day, table)
    _enter(page, _values(table, seed))
    _deliver(page, table)


def _enter(page: Page, values: dict[str, str]) -> None:
    """Fill in the fields, and then those that appear because of what the first ones say."""
    with page.expect_response(lambda answer: "/prova/" in answer.url):
        set_fields(page, values)
    expect(page.locator("#live ol li")).not_to_have_count(0)
    set_fields(page, values)


def _megalomania_by_hand(day: steps.Day, table: Table, axe: Axe) -> None:
    """I6: a trick too many in round 3 is reported under that round while it is typed, and corrected there.

    The total of the first seat is left empty: the page adds it up.
    """
    values = _values(table)
    right, mission = int(values["s0_r3_tricks"]), int(values["t_r3_mission"])
    total = values.pop("s0_points")
    page = _sheet(day, table)
    fixed = next(name for name in values if name.endswith("_printed"))
    expect(page.locator(f"[name={fixed}]")).to_have_count(0)
    _enter(page, values)
    expect(page.locator(f"[name={fixed}]")).to_have_value(values[fixed])
    expect(page.locator("#follows-s0_points")).to_have_text(f"risulta {total}".replace("-", "−"))
    page.locator("#round-3").click()
    tricks = page.locator("[name=s0_r3_tricks]")
    expect(tricks).to_be_visible()
    expect(page.locator("[name=s0_r1_tricks]")).to_be_hidden()
    tricks.fill(str(right + 1))
    finding = page.locator("#findings-r3 .fo-finding").filter(has_text="Round 3: le prese sommano")
    expect(finding).to_have_count(1)
    hand = sum(int(values[f"s{seat}_r3_tricks"]) for seat in range(4))
    expect(page.locator("#note-3")).to_have_text(f"Prese {hand + 1} di {hand}")
    expect(page.locator("#round-3 .fo-tag--help")).to_have_count(1)
    expect(page.locator("#live .fo-finding")).to_have_count(0)
    expect(page.locator("#round-3 .sheet__lead")).to_contain_text(str(mission))
    assert axe(page) == []
    tricks.fill(str(right))
    expect(finding).to_have_count(0)
    expect(page.locator("#note-3")).to_have_text(f"Prese {hand} di {hand}")
    page.locator("#sum-0").click()
    page.locator("[name=s0_points]").fill(total)
    expect(page.locator("#follows-s0_points")).to_have_text("")
    _deliver(page, table)


def _era_by_hand(day: steps.Day, table: Table, axe: Axe) -> None:
    """V5: a total that is not the sum of its parts; V1: riches only move between players."""
    values = _values(table)
    total, riches = int(values.pop("s0_points")), int(values["s1_riches"])
    page = _sheet(day, table)
    set_fields(page, values)
    expect(page.locator("#follows-s0_points")).to_have_text(f"risulta {total}")
    points = page.locator("[name=s0_points]")
    points.fill(str(total + 7))
    finding = page.locator("#findings-0 .fo-finding").filter(has_text=str(total + 7))
    expect(finding).to_have_count(1)
    expect(points).to_have_attribute("aria-invalid", "true")
    assert axe(page) == []
    finding.get_by_role("button", name=translated("Write %(number)s", number=total)).click()
    expect(points).to_have_value(str(total))
    expect(page.locator(".fo-finding")).to_have_count(0)

    page.locator("#sum-1").click()
    page.locator("[name=s1_riches]").fill(str(riches + 1))
    total_riches = sum(int(values[f"s{seat}_riches"]) for seat in range(4))
    riches_told = page.locator("#live .fo-finding")
    expect(riches_told).to_contain_text(str(total_riches + 1))
    page.locator("[name=s1_riches]").fill(str(riches))
    expect(riches_told).to_have_count(0)
    _deliver(page, table)


def _rounds(day: steps.Day, by_hand: Enter, axe: Axe) -> None:
    """Play two rounds of three tables: the first sheet typed with a mistake, the others as their games ended."""
    steps._draw(day, "carciofo")
    first, *other_tables = day.tables()
    by_hand(day, first, axe)
    for table in other_tables:
        _play(day, table)
    steps._close(day, lots=steps._needs_lots(day))
    steps._draw(day, "lanterna")
    for table in day.tables():
        _play(day, table, f"second {table.number}")
    steps._close(day, lots=steps._needs_lots(day))


def _final(day: steps.Day) -> str:
    """Play the final on its page and conclude; return the winner's name."""
    steps._draw(day, "tramonto")
    (table,) = day.tables()
    assert table.round.is_final
    _play(day, table, "final")
    winner = str(table.seats.get(place=1).entry.person)
    steps._close(day, lots=False)
    button(day.organiser, "Conclude the event").click()
    notice(day.organiser, "The event is concluded. The report is due within seven days (art. 1.2).")
    assert str(FinalPlace.objects.get(event=day.event, place=1).entry.person) == winner
    return winner


@pytest.mark.parametrize(
    ("game", "by_hand"),
    [
        pytest.param("megalomania", _megalomania_by_hand, id="megalomania-I6", marks=pytest.mark.soak),
        pytest.param("era_of_kingdoms", _era_by_hand, id="era_of_kingdoms-V1-V5", marks=pytest.mark.soak),
    ],
)
def test_other_game_from_draft_to_report(
    open_page: Callable[..., Page], axe_violations: Axe, live_server: Any, game: str, by_hand: Enter
) -> None:
    club, referee = make.make_user("circolo"), make.make_user("arbitro")
    organiser, today = make.make_organiser(club), timezone.localdate()
    season = make.make_season(game=game, first_day=today - timedelta(days=60), last_day=today + timedelta(days=60))
    views = ("desktop", "phone", "desktop", "phone")
    day = steps.Day(live_server.url, *(open_page(view) for view in views))
    visitors.sign_in(day.organiser, day.site, club, "/organizza/")
    visitors.sign_in_quickly(day.referee, day.site, referee)
    visitors.sign_in_quickly(day.referent, day.site, make.make_user("referente", referent=True))

    steps._draft(day, season, organiser.city)
    assert (day.event.state, day.event.game) == (Event.State.DRAFT, game)
    make.grant(day.event, referee, EventRole.Role.REFEREE)
    steps._announce(day)
    steps._authorise(day)
    for person in make.make_people(steps.PLAYERS - 1):
        entries.entry_add(event=day.event, person=person, by=None)
    steps._check_in(day)
    _rounds(day, by_hand, axe_violations)
    winner = _final(day)
    steps._report(day)

    day.visitor.goto(f"{day.site}/eventi/{day.event.slug}/")
    expect(day.visitor.locator("main")).to_contain_text(winner)
    assert axe_violations(day.visitor) == []
