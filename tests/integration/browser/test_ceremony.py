"""A draw in the hall with thirteen phones: one closed before it commits, one after; and the same without phones."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, build_opener

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests import factories as make
from tests.integration.browser import visitors
from tests.integration.browser.visitors import button, translated
from tournament.access import links
from tournament.models import Draw, DrawCeremony, DrawPart, Entry, Event, Round
from tournament.pages.event import shown_name
from tournament.regulation.ceremony import digest
from tournament.rounds import ceremonies

pytestmark = pytest.mark.django_db(transaction=True)

Violations = Callable[[Page], list[str]]
Stage = DrawCeremony.Stage
ENDED = (Stage.MADE, Stage.FAILED)
#: Seconds that one step of the draw may take on a busy machine.
LONGEST_STEP = 90


class LightPhone:
    """A phone that speaks the same addresses without a browser."""

    def __init__(self, site: str, entry: Entry) -> None:
        page = f"{site}/g/{_token(entry)}/"
        self.entry, self.address = entry, f"{page}parte/"
        self.opener = build_opener(HTTPCookieProcessor())
        found = re.search(r'csrfmiddlewaretoken" value="(\w+)"', self.opener.open(page).read().decode())
        assert found is not None
        self.csrf = found[1]

    def ask(self, **fields: str) -> Any:
        """Send the fields, or none, and return the answer."""
        content = urlencode(fields | {"csrfmiddlewaretoken": self.csrf}).encode() if fields else None
        with self.opener.open(self.address, content) as answer:
            return json.load(answer)

    def step(self) -> None:
        """Do what the newest attempt asks for."""
        state = self.ask()
        nonce = digest(f"{self.entry.pk} {state.get('attempt')}")
        if state["stage"] == "collecting" and state["may"]:
            self.ask(commitment=digest(nonce))
        elif state["stage"] == "revealing" and state["commitment"] and not state["revealed"]:
            assert {"by": state["me"], "commitment": digest(nonce)} in state["parts"]
            assert self.ask(nonce=nonce)["receipt"]["receipt"] == "reveal"


def _token(entry: Entry) -> str:
    return links.link_token(links.participant_link_renew(entry=entry, by=None))


def _until(done: Callable[[], bool], phones: list[LightPhone], page: Page) -> None:
    """Let the phones act until a condition holds; the browser's pages go on."""
    ends = time.monotonic() + LONGEST_STEP
    while not done():
        assert time.monotonic() < ends, list(DrawCeremony.objects.values("number", "stage", "missing"))
        for phone in phones:
            phone.step()
        page.wait_for_timeout(300)


def _time_is_over(number: int, field: str) -> None:
    """Let the time to commit or to reveal of an attempt be over: the next request takes the step that is due."""
    DrawCeremony.objects.filter(number=number).update(**{field: timezone.now()})


def _attempt(number: int, phones: list[LightPhone], page: Page, *, committing: int, revealing: int) -> None:
    """Run one attempt to its end; its time is over when so many phones have acted."""
    parts = DrawPart.objects.filter(ceremony__number=number)
    _until(lambda: parts.count() == committing, phones, page)
    _time_is_over(number, "closes_at")
    _until(lambda: parts.exclude(nonce="").count() == revealing, phones, page)
    if revealing < committing:
        _time_is_over(number, "reveal_by")
    _until(lambda: DrawCeremony.objects.filter(number=number, stage__in=ENDED).exists(), phones, page)


@pytest.fixture
def event() -> Event:
    return make.check_in_event(players=13, **make.around_today())


@pytest.fixture
def desk(open_page: Callable[..., Page], live_server: Any, event: Event, monkeypatch: pytest.MonkeyPatch) -> Page:
    """Return the desk's page at the draw of round 1, its word filled in."""
    monkeypatch.setattr(ceremonies, "COLLECT_SECONDS", 600)
    monkeypatch.setattr(ceremonies, "REVEAL_SECONDS", 600)
    user = make.make_user()
    make.grant(event, user)
    page = open_page()
    visitors.sign_in_quickly(page, live_server.url, user)
    page.goto(f"{live_server.url}/organizza/{event.slug}/turni/nuovo/")
    page.locator("[name=word]").fill("ombrello")
    return page


@pytest.mark.soak
def test_thirteen_phones_one_closed_before_and_one_after_it_commits(
    open_page: Callable[..., Page],
    live_server: Any,
    event: Event,
    desk: Page,
    axe_violations: Violations,
) -> None:
    site = live_server.url
    honest, closed, absent, *others = event.entries.select_related("event", "person").order_by("number")
    board, staying, leaving = open_page(), open_page("phone"), open_page("phone")
    board.goto(f"{site}/parete/{event.slug}/")
    tokens = _token(honest), _token(closed)
    phones = [LightPhone(site, entry) for entry in others]
    button(desk, "Open the draw to the phones").click()
    expect(desk.locator("[data-given]")).to_be_visible()
    # The test's server does not stream: a page opened before learns of the draw at its next poll only.
    staying.goto(f"{site}/g/{tokens[0]}/")
    leaving.goto(f"{site}/g/{tokens[1]}/")
    expect(leaving.locator("[data-ceremony][data-stage=collecting]")).to_be_visible()
    expect(leaving.locator("[data-ceremony-say]")).to_have_text(
        translated("The draw is open. Your phone has put in its part: keep this page open.")
    )
    assert axe_violations(leaving) == []
    _until(lambda: DrawPart.objects.filter(entry=closed).exists(), [], leaving)
    leaving.close()
    expect(board.locator("[data-board-mode^=draw]")).to_be_visible()
    _attempt(1, phones, desk, committing=12, revealing=11)
    first = DrawCeremony.objects.get(number=1)
    assert (first.stage, first.missing, first.parts.count()) == (Stage.FAILED, ["p02"], 12)
    expect(desk.locator("[data-failed-draws]")).to_contain_text(str(closed.person))
    for page in (staying, board):
        shown = page.locator("[data-failed-before], [data-ceremony-before]")
        expect(shown).to_contain_text(str(closed.person), timeout=LONGEST_STEP * 1000)
        assert axe_violations(page) == []
    _attempt(2, phones, desk, committing=11, revealing=11)
    assert Round.objects.filter(event=event).exists()

    again = DrawCeremony.objects.get(number=2)
    assert again.stage == Stage.MADE
    assert not again.parts.filter(entry__in=[closed, absent]).exists()
    assert again.parts.count() == 11
    expect(staying.locator("[data-ceremony]")).to_have_attribute("data-stage", "made")
    expect(staying.locator("[data-ceremony-receipt]")).to_have_count(3)
    expect(board.locator(".fo-tile")).to_have_count(4)
    board.goto(f"{site}/eventi/{event.slug}/sorteggi/")
    expect(board.locator("[data-failed-draws]")).to_contain_text(str(closed.person))
    expect(board.locator("[data-anchor]")).to_have_text(event.draw_chain.anchor)
    board.goto(f"{site}/sorteggi/{Draw.objects.get(event=event, purpose='tables').pk}/")
    expect(board.locator("[data-guarantee]")).to_contain_text(
        f"uno di questi 11 telefoni era onesto. Fuori dopo un tentativo fallito: {shown_name(closed, sees_names=False)}"
    )
    expect(board.locator("[data-draw-check]")).to_have_attribute("data-agrees", "true")


def test_without_phones_the_word_draws(
    open_page: Callable[..., Page],
    live_server: Any,
    event: Event,
    desk: Page,
    axe_violations: Violations,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(ceremonies, "COLLECT_SECONDS", 4)
    button(desk, "Open the draw to the phones").click()
    expect(desk.locator("[data-given='0']")).to_be_visible()
    assert axe_violations(desk) == []
    _until(lambda: Round.objects.filter(event=event).exists(), [], desk)
    page = open_page()
    page.goto(f"{live_server.url}/sorteggi/{Draw.objects.get(event=event, purpose='tables').pk}/")
    expect(page.locator("[data-guarantee]")).to_have_text(
        translated("It holds if the word was not chosen by whoever ran the computer.")
    )
    expect(page.locator("[data-draw-check]")).to_have_attribute("data-agrees", "true")
