"""The referee's sheet on a phone: a wrong number reported while typing, corrected or accepted with a reason."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests import factories as make
from tests import reporting
from tests.integration.browser import visitors
from tests.integration.browser.visitors import button, heading, notice, translated
from tournament.models import Event, EventRole, Seat, Sheet, Table
from tournament.results import conclusion

pytestmark = pytest.mark.django_db(transaction=True)

KINGDOM = ["cellar", "festival", "gardens", "laboratory", "market", "militia", "moat", "smithy", "village", "workshop"]
FIELDS = [
    *("copper", "silver", "gold", "estate", "duchy", "province", "curse", "gardens"),
    *("actions", "cards", "turns", "points"),
]
#: A table of money and Provinces, counted in ten numbers by playing order; the third player ended it.
COUNTED = (
    (7, 6, 5, 3, 1, 2, 0, 0, 0, 24, 14, 18),
    (7, 7, 3, 3, 0, 4, 0, 0, 0, 24, 14, 27),
    (7, 6, 4, 3, 1, 3, 0, 0, 0, 24, 14, 24),
    (7, 7, 3, 3, 0, 3, 0, 0, 0, 23, 13, 21),
)
PLACES = [4, 1, 2, 3]
RIGHT, WRONG = 27, 29
REASON = "Contate due volte davanti a tutti: sono ventinove"


def _table() -> Table:
    """Return the last table of a running round 1, its kingdom manually recorded with the Moat first."""
    event = make.check_in_event(players=12)
    by_hand = {"drawn": sorted(KINGDOM, key=lambda card: card != "moat"), "rejected": []}
    game_round = make.draw_round(event, kingdom_by_hand=by_hand)
    make.opened(game_round)
    return make.tables_of(make.last_round(event))[-1]


@pytest.fixture
def phone(open_page: Callable[..., Page], live_server: Any) -> Callable[[Table], Page]:
    """Return a function that opens a table's sheet on its referee's phone."""

    def open_sheet(table: Table) -> Page:
        referee = make.make_user()
        make.grant(table.round.event, referee, EventRole.Role.REFEREE)
        page = open_page("phone")
        address = f"/arbitro/{table.round.event.slug}/{table.round.number}/{table.number}/"
        visitors.sign_in(page, live_server.url, referee, address)
        assert page.viewport_size == {"width": 390, "height": 844}
        return page

    return open_sheet


def _field(page: Page, seat: int, name: str) -> Locator:
    return page.locator(f"[name=s{seat}_{name}]")


def _type_all(page: Page, points_of_second: int) -> None:
    visitors.open_seats(page)
    for seat, numbers in enumerate(COUNTED):
        for name, number in zip(FIELDS, numbers, strict=True):
            text = points_of_second if (seat, name) == (1, "points") else number
            _field(page, seat, name).press_sequentially(str(text))
    page.locator("[name=end][value=provinces]").check()
    page.locator("[name=ended_by][value='3']").check()


def _places(table: Table) -> list[int | None]:
    return list(Seat.objects.filter(table=table).order_by("position").values_list("place", flat=True))


@pytest.mark.soak(
    gate="tests/integration/browser/test_referee.py::test_impossible_number_stored_with_reason_for_referent"
)
def test_wrong_number_reported_and_corrected_by_button(phone: Callable[[Table], Page]) -> None:
    """D2, art. 2.3: seven Coppers … four Provinces and three Estates are 27 points, not 29."""
    table = _table()
    page = phone(table)
    _type_all(page, WRONG)
    finding = page.locator("#findings-1 .fo-finding")
    expect(finding).to_have_count(1)
    expect(finding.locator("strong")).to_contain_text(str(RIGHT))
    points = _field(page, 1, "points")
    expect(points).to_have_attribute("aria-invalid", "true")
    expect(points).to_have_attribute("aria-describedby", finding.get_attribute("id") or "")
    expect(page.locator("#sheet [aria-invalid]")).to_have_count(1)
    for seat in (0, 2, 3):
        expect(page.locator(f"#findings-{seat} .fo-finding")).to_have_count(0)
    finding.get_by_text(translated("Why?")).click()
    expect(finding.locator(".fo-article")).to_have_text(translated("Art. %(article)s", article="2.3"))
    expect(finding.locator(".fo-article")).to_be_visible()
    assert not Sheet.objects.exists()

    finding.get_by_role("button", name=translated("Write %(number)s", number=RIGHT)).click()
    expect(points).to_have_value(str(RIGHT))
    expect(page.locator(".fo-finding")).to_have_count(0)
    expect(_field(page, 3, "cards")).to_have_value("23")
    expect(page.locator("#live ol li .fo-number")).to_have_text(["27", "24", "21", "18"])
    button(page, "Deliver and confirm").click()
    notice(page, "Table %(number)s is confirmed.", number=table.number)
    assert _places(table) == PLACES
    assert Sheet.objects.get().data["seats"][1]["points"] == RIGHT


@pytest.mark.soak(
    gate="tests/integration/browser/test_referee.py::test_impossible_number_stored_with_reason_for_referent"
)
def test_number_corrected_manually_unmarked(phone: Callable[[Table], Page]) -> None:
    page = phone(_table())
    visitors.open_seats(page)
    for name, number in zip(FIELDS, COUNTED[1], strict=True):
        _field(page, 1, name).fill(str(number))
    points = _field(page, 1, "points")
    points.fill(str(WRONG))
    expect(points).to_have_attribute("aria-invalid", "true")
    points.fill(str(RIGHT))
    expect(page.locator("#sheet [aria-invalid]")).to_have_count(0)
    expect(page.locator("#sheet .fo-invalid")).to_have_count(0)
    expect(page.locator("#sum-1 .fo-tag--done")).to_have_count(1)


@pytest.mark.soak(
    gate="tests/integration/browser/test_referee.py::test_impossible_number_stored_with_reason_for_referent"
)
def test_opened_proof_stays_open_while_typing(phone: Callable[[Table], Page]) -> None:
    page = phone(_table())
    visitors.open_seats(page)
    for name, number in zip(FIELDS, COUNTED[1], strict=True):
        _field(page, 1, name).fill(str(WRONG if name == "points" else number))
    proof = page.locator("#findings-1 .fo-finding details.fo-proof")
    proof.locator("summary").click()
    expect(proof).to_have_attribute("open", "")
    _swapped(page, lambda: _field(page, 0, "turns").fill("14"))
    expect(proof).to_have_attribute("open", "")
    proof.locator("summary").click()
    _swapped(page, lambda: _field(page, 0, "points").fill("18"))
    expect(proof).not_to_have_attribute("open", "")


def _swapped(page: Page, type_on: Callable[[], None]) -> None:
    """Type, and wait until the findings of seat 2 are those of a new response."""
    finding = page.locator("#findings-1 .fo-finding")
    finding.evaluate("one => { one.dataset.before = 'yes'; }")
    type_on()
    expect(page.locator("#findings-1 [data-before]")).to_have_count(0)
    expect(finding).to_have_count(1)


def _reported(table: Table) -> Event:
    """Play, conclude and report the rest of the event; the table's sheet stays as the referee closed it."""
    event = table.round.event
    for _ in range(2):
        make.play_round(event)
        make.next_round(event)
    make.play_round(event)
    conclusion.event_conclude(event=Event.objects.get(pk=event.pk), by=None)
    reporting.submit(Event.objects.get(pk=event.pk))
    return Event.objects.get(pk=event.pk)


def test_impossible_number_stored_with_reason_for_referent(
    phone: Callable[[Table], Page], open_page: Callable[..., Page], live_server: Any
) -> None:
    table = _table()
    page = phone(table)
    _type_all(page, WRONG)
    expect(page.locator("#findings-1 .fo-finding")).to_have_count(1)
    button(page, "Deliver as it is, to be checked").click()
    expect(heading(page, "Something does not add up")).to_be_visible()
    close = button(page, "Close the table with this reason")
    close.click()
    # The browser itself requires the reason: the page is still open and nothing is confirmed.
    expect(page.locator("[name=forced_reason]:invalid")).to_be_focused()
    assert _places(table) == [None] * 4
    page.locator("[name=forced_reason]").fill(REASON)
    close.click()
    notice(page, "Table %(number)s is confirmed.", number=table.number)
    expect(page.locator("main")).to_contain_text(REASON)
    assert Sheet.objects.get().forced_reason == REASON
    assert _places(table) == PLACES

    event = _reported(table)
    referent = open_page("desktop")
    visitors.sign_in_quickly(referent, live_server.url, make.make_user(referent=True))
    referent.goto(f"{live_server.url}/referente/omologazioni/{event.slug}/")
    # Among the warnings of the recomputation, and among the forced sheets with what the check had found.
    for part in ("h-w", "h-forced"):
        finding = referent.locator(f"section[aria-labelledby={part}] .fo-finding").filter(has_text=REASON)
        expect(finding).to_have_count(1)
        expect(finding).to_contain_text(f"tavolo {table.number}")
    expect(referent.locator(".fo-diff")).to_have_count(0)
    expect(button(referent, "Ratify")).to_be_enabled()
