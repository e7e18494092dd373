"""A lone organiser draws with one account: by word, undone, again, by hand, by the beacon with the page closed."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests import factories as make
from tests import reporting
from tests.integration.browser import visitors
from tests.integration.browser.visitors import button, heading, link, notice, translated
from tests.relays import beacon, published
from tournament.exchange.export import event_to_file
from tournament.models import Draw, DrawPress, Event, Round

pytestmark = pytest.mark.django_db(transaction=True)

PLAYERS = 13
REASON = "Tommaso era alla porta e non l’avevo segnato"


@pytest.fixture
def event() -> Event:
    return make.check_in_event(players=PLAYERS, **make.around_today())


@pytest.fixture
def organiser(event: Event) -> Any:
    user = make.make_user(first_name="Ginevra", last_name="Oberti")
    make.grant(event, user)
    return user


def _desk(page: Page, site: str, event: Event, path: str) -> None:
    page.goto(f"{site}/organizza/{event.slug}/{path}")


def _played(page: Page, site: str, event: Event) -> None:
    """Let the sheets of the round come in, and go to the page that closes it."""
    round_ = make.last_round(event)
    make.opened(round_)
    for table in make.tables_of(round_):
        make.report(table)
    _desk(page, site, event, f"turni/{round_.number}/chiudi/")


def test_lone_organiser_draws_undoes_draws_by_hand_and_the_referent_reads_it(
    open_page: Callable[..., Page], live_server: Any, event: Event, organiser: Any
) -> None:
    site, page = live_server.url, open_page("phone")
    visitors.sign_in_quickly(page, site, organiser)
    for word in ("carciofo", "girasole"):
        _desk(page, site, event, "turni/nuovo/")
        page.locator("[name=word]").fill(word)
        button(page, "Draw round %(number)s", number=1).click()
        expect(heading(page, "Now: everybody to the tables")).to_be_visible()
        if word == "carciofo":
            page.locator("summary", has_text=translated("Undo the draw")).click()
            page.locator("[name=reason]").fill(REASON)
            page.locator("main form .btn-danger").click()
            expect(heading(page, "Now: draw round %(number)s", number=1)).to_be_visible()
    link(page, "Public page").click()
    expect(page.locator(".fo-undone")).to_contain_text(REASON)
    expect(page.locator(".fo-undone")).to_contain_text("Ginevra Oberti")
    page.locator("summary", has_text=translated("Why it can be trusted")).click()
    button(page, "Draw again here").click()
    expect(page.locator("[data-draw-again]")).to_have_attribute("data-agrees", "true")

    _played(page, site, event)
    link(page, "Draw by hand, or later").click()
    page.locator("[name=word]").fill("lanterna")
    page.locator("#close-press:not([name])").click()
    expect(heading(page, event.name)).to_be_visible()
    _desk(page, site, event, "turni/nuovo/")
    page.locator("summary", has_text=translated("Other ways")).click()
    for left in range(PLAYERS, 0, -1):
        expect(page.locator("[data-hand-pool] button")).to_have_count(left)
        page.locator("[data-hand-pool] button").first.click()
    page.locator("[name=first_witness]").fill(str(event.entries.earliest("pk").person))
    page.locator("[name=second_witness]").fill("Elisa Dell’Orto")
    page.locator("[name=hand_word]").fill("melograno")
    button(page, "Record the draw by hand").click()
    expect(heading(page, "Now: everybody to the tables")).to_be_visible()
    by_hand = Draw.objects.get(event=event, scope="round-2", purpose="seats", by_hand=True)
    assert len(by_hand.outcome) == PLAYERS
    assert by_hand.witnesses == [{"player": "p01"}, {"name": "Elisa Dell’Orto"}]

    _played(page, site, event)
    page.locator("[name=word]").fill("aquilone")
    page.locator("main form button[name=draw]").click()
    expect(heading(page, "Now: everybody to the tables")).to_be_visible()
    assert make.last_round(event).is_final
    _played(page, site, event)
    page.locator("main form .btn-primary").click()
    make.conclusion.event_conclude(event=Event.objects.get(pk=event.pk), by=None)
    reporting.submit(Event.objects.get(pk=event.pk))

    judge = open_page("desktop")
    visitors.sign_in_quickly(judge, site, make.make_user(referent=True))
    judge.goto(f"{site}/referente/omologazioni/{event.slug}/")
    for words in (REASON, "Ginevra Oberti", "Elisa Dell’Orto"):
        expect(judge.locator("main")).to_contain_text(words)


def test_draw_by_the_beacon_is_made_with_the_page_closed(
    open_page: Callable[..., Page], live_server: Any, event: Event, organiser: Any, settings: Any, tmp_path: Path
) -> None:
    site, page = live_server.url, open_page("phone")
    settings.FOSSATO_JOBS_IN_THREAD = True
    visitors.sign_in_quickly(page, site, organiser)
    with beacon(settings, published):
        _desk(page, site, event, "turni/nuovo/")
        button(page, "Draw round %(number)s", number=1).click()
        expect(heading(page, "Draw under way")).to_be_visible()
        page.close()
        press = _finished(event)
        assert press.state == DrawPress.State.DRAWN
        again = open_page("phone")
        visitors.sign_in_quickly(again, site, organiser)
        _desk(again, site, event, "sorteggio/")
        expect(heading(again, "Now: everybody to the tables")).to_be_visible()
        again.goto(f"{site}/sorteggi/{press.draws.get(purpose='tables').pk}/")
        expect(again.locator("[data-check=number] .fo-tag--done")).to_be_visible()
        expect(again.locator("[data-guarantee]")).to_have_text(
            translated("Nobody could choose it: the number came from a public source after the draw had begun.")
        )
    settings.FOSSATO_BEACON_RELAYS = []
    make.opened(Round.objects.get(event=event))
    for _number in range(2):
        make.play_round(event)
        make.next_round(event)
    make.play_round(event)
    make.conclusion.event_conclude(event=Event.objects.get(pk=event.pk), by=None)
    answer = _verified(Event.objects.get(pk=event.pk), tmp_path / "event.json")
    assert answer["ok"]
    assert {line["guarantee"] for line in answer["draws"] if line["scope"] == "round-1"} == {"beacon"}
    # The library is there, so no warning says that the signature was not checked.
    assert {finding["code"] for finding in answer["findings"]} == {"WORD_BY_OPERATOR"}


def _finished(event: Event) -> DrawPress:
    """Wait until the open draw of an event is over."""
    deadline = time.monotonic() + 20
    while (press := event.draw_presses.get()).state == DrawPress.State.WAITING and time.monotonic() < deadline:
        time.sleep(0.1)
    return press


def _verified(event: Event, path: Path) -> dict[str, Any]:
    """Return the answer of fossato-verify on the file of an event."""
    path.write_text(json.dumps(event_to_file(event)), encoding="utf-8")
    command = [sys.executable, "-m", "tournament.regulation.event_file.command", str(path), "--json"]
    done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def test_beacon_that_does_not_answer_lets_a_word_in(
    open_page: Callable[..., Page], live_server: Any, event: Event, organiser: Any
) -> None:
    make.waiting_press(event, asked_by=organiser, inputs=[f"p{number:02}" for number in range(1, PLAYERS + 1)])
    DrawPress.objects.update(results="e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    site, page = live_server.url, open_page("phone")
    visitors.sign_in_quickly(page, site, organiser)
    _desk(page, site, event, "iscritti/")
    link(page, "Go to the draw").click()
    page.locator("[name=word]").fill("ombrello")
    button(page, "Finish the draw").click()
    expect(heading(page, "Now: everybody to the tables")).to_be_visible()
    assert event.draw_presses.get().state == DrawPress.State.DRAWN


def test_open_draw_is_given_up_with_a_reason(
    open_page: Callable[..., Page], live_server: Any, event: Event, organiser: Any
) -> None:
    make.waiting_press(event, asked_by=organiser)
    site, page = live_server.url, open_page("phone")
    visitors.sign_in_quickly(page, site, organiser)
    _desk(page, site, event, "turni/nuovo/")
    page.locator("summary", has_text=translated("Give up this draw")).click()
    page.locator("[name=reason]").fill(REASON)
    page.locator("[name=give_up]").click()
    notice(page, "The draw is given up. Everybody can read it, with your reason.")
    page.goto(f"{site}/eventi/{event.slug}/sorteggi/")
    expect(page.locator("main")).to_contain_text(REASON)
