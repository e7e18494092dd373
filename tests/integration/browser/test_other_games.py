"""A sheet of each of the other two games on a referee's phone: typed with a mistake, corrected, confirmed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games import registry
from tests import factories as make
from tests.integration.browser import visitors
from tests.integration.browser.visitors import button, notice, set_fields, translated
from tournament.models import EventRole, Seat, Table
from tournament.pages.sheet import form_of

pytestmark = pytest.mark.django_db(transaction=True)

Axe = Callable[[Page], list[str]]
Enter = Callable[[Page, Table, Axe], None]


def _values(table: Table) -> dict[str, str]:
    """Return the form fields of a played game, with the sums that follow from its cards."""
    game = registry.get(table.round.event.game)
    sheet = game.check(make.real_sheet(table), players=table.seats.count()).sheet
    values: dict[str, str] = form_of(table).to_values(sheet)
    return values


def _deliver(page: Page, table: Table) -> None:
    """Deliver and confirm; the places are those of the game's own tie-break chain."""
    expect(page.locator("#live ol li")).to_have_count(table.seats.count())
    button(page, "Deliver and confirm").click()
    notice(page, "Table %(number)s is confirmed.", number=table.number)
    assert sorted(Seat.objects.filter(table=table).values_list("place", flat=True)) == [1, 2, 3, 4]


def _enter(page: Page, values: dict[str, str]) -> None:
    """Fill in the fields, and then those that appear because of what the first ones say."""
    with page.expect_response(lambda answer: "/prova/" in answer.url):
        set_fields(page, values)
    expect(page.locator("#live ol li")).not_to_have_count(0)
    set_fields(page, values)


def _megalomania_by_hand(page: Page, table: Table, axe: Axe) -> None:
    """I6: a trick too many in round 3 is reported under that round while it is typed, and corrected there.

    The total of the first seat is left empty: the page adds it up.
    """
    values = _values(table)
    right, mission = int(values["s0_r3_tricks"]), int(values["t_r3_mission"])
    total = values.pop("s0_points")
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


def _era_by_hand(page: Page, table: Table, axe: Axe) -> None:
    """V5: a total that is not the sum of its parts; V1: riches only move between players."""
    values = _values(table)
    total, riches = int(values.pop("s0_points")), int(values["s1_riches"])
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


@pytest.mark.parametrize(
    ("game", "by_hand"),
    [
        pytest.param("megalomania", _megalomania_by_hand, id="megalomania-I6", marks=pytest.mark.soak),
        pytest.param("era_of_kingdoms", _era_by_hand, id="era_of_kingdoms-V1-V5", marks=pytest.mark.soak),
    ],
)
def test_sheet_of_another_game_is_typed_corrected_and_confirmed(
    open_page: Callable[..., Page], axe_violations: Axe, live_server: Any, game: str, by_hand: Enter
) -> None:
    event = make.drawn_event(players=12, game=game)
    referee = make.make_user()
    make.grant(event, referee, EventRole.Role.REFEREE)
    page = open_page("phone")
    visitors.sign_in_quickly(page, live_server.url, referee)
    page.goto(f"{live_server.url}/arbitro/")
    table = make.tables_of(make.last_round(event))[0]
    page.locator(f"a[href='/arbitro/{event.slug}/1/{table.number}/']").click()
    expect(page.locator("#sheet")).to_be_visible()
    by_hand(page, table, axe_violations)
