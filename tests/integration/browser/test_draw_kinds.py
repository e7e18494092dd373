"""Draws of every kind in a browser: dice and cards, the public beacon, and what the page finds in altered records."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests import factories as make
from tests.integration.browser import visitors
from tests.integration.browser.visitors import button, notice, translated
from tests.regulation.ceremonies import BEACONS, altered, leaves, player_ids, random_draw, true_ceremony
from tests.volume import part_of, rows_in
from tournament.access import links
from tournament.models import Draw, DrawCeremony, Event, Round
from tournament.regulation import draws
from tournament.regulation.ceremony import outcome_seed, promise
from tournament.regulation.event_file.parse import write_draw
from tournament.rounds import ceremonies

pytestmark = pytest.mark.django_db(transaction=True)

Violations = Callable[[Page], list[str]]
Stage = DrawCeremony.Stage
BEACON = BEACONS[-1]
RECORDS = part_of(500)
#: Recomputes each pair of a true and an altered record; returns the numbers of the pairs judged wrongly.
JUDGE = """async (pairs) => {
  const { agrees, recompute } = await import("/static/fossato/js/draw-generator.js");
  const good = (record) => { try { return agrees(record, recompute(record)); } catch { return false; } };
  return pairs.flatMap(([record, changed], index) => (good(record) && !good(changed) ? [] : [index]));
}"""


@pytest.fixture
def event() -> Event:
    return make.check_in_event(players=13, **make.around_today())


def _desk(open_page: Callable[..., Page], site: str, event: Event, view: str = "phone") -> Page:
    """Return the desk's page at the draw of round 1."""
    user = make.make_user()
    make.grant(event, user)
    page = open_page(view)
    visitors.sign_in_quickly(page, site, user)
    page.goto(f"{site}/organizza/{event.slug}/turni/nuovo/")
    return page


def _draw_page(page: Page, site: str, event: Event) -> Draw:
    draw = Draw.objects.get(event=event, purpose="tables")
    page.goto(f"{site}/sorteggi/{draw.pk}/")
    expect(page.locator("[data-draw-check]")).to_have_attribute("data-agrees", "true")
    expect(page.locator("[data-check=promise] .fo-tag--done")).to_be_visible()
    return draw


@pytest.mark.parametrize(
    ("typed", "word"),
    rows_in(
        3,
        [
            ("416253 416253 416253 41625", ""),
            ("ac 10q kf 2p 3c 4c 5c 6c 7c 8c 9c jc", "AC 10Q KF 2P 3C 4C 5C 6C 7C 8C 9C JC"),
            ("416253416253 416253 416253", "416253 416253 416253 416253"),
        ],
    ),
    ids=["too short", "cards", "dice"],
)
def test_sequence_that_two_players_read_out(
    open_page: Callable[..., Page],
    live_server: Any,
    event: Event,
    axe_violations: Violations,
    typed: str,
    word: str,
) -> None:
    page = _desk(open_page, live_server.url, event)
    first, second = event.entries.select_related("event", "person").order_by("number")[:2]
    page.get_by_text(translated("Without phones: dice or cards"), exact=True).click()
    page.locator("[name=sequence]").fill(typed)
    page.locator("[name=first_witness]").select_option(str(first.pk))
    page.locator("[name=second_witness]").select_option(str(second.pk))
    button(page, "Ask the two to agree").click()
    if not word:
        expect(page.locator("[name=sequence]")).to_have_value(typed)
        expect(page.get_by_role("alert").first).to_be_visible()
        assert axe_violations(page) == []
        assert not Round.objects.filter(event=event).exists()
        return
    expect(page.locator("#draw-request")).to_contain_text(word)
    assert axe_violations(page) == []
    for entry in (first, second):
        assert not Round.objects.filter(event=event).exists()
        phone = open_page("phone")
        phone.goto(f"{live_server.url}/g/{links.link_token(links.participant_link_renew(entry=entry, by=None))}/")
        expect(phone.locator("#day")).to_contain_text(word)
        assert axe_violations(phone) == []
        button(phone, "I agree to it").click()
        notice(phone, "You agreed, and it is on record.")
    assert _draw_page(page, live_server.url, event).word == word
    expect(page.locator("[data-guarantee]")).to_contain_text(f"{first.person}, {second.person}")
    assert axe_violations(page) == []


@pytest.mark.soak
def test_beacon_decides_after_the_list_and_the_page_says_what_it_does_not_check(
    open_page: Callable[..., Page],
    live_server: Any,
    event: Event,
    settings: Any,
    monkeypatch: pytest.MonkeyPatch,
    axe_violations: Violations,
) -> None:
    settings.FOSSATO_BEACON_URL = "https://beacon.example/chain"
    settings.FOSSATO_BEACON_SCHEME, settings.FOSSATO_BEACON_KEY = BEACON.scheme, BEACON.key
    settings.FOSSATO_BEACON_PERIOD = 30
    monkeypatch.setattr(ceremonies, "COLLECT_SECONDS", 1)
    monkeypatch.setattr(ceremonies, "REVEAL_SECONDS", 1)
    settings.FOSSATO_BEACON_GENESIS = int(timezone.now().timestamp()) + 25 - 30 * (BEACON.round - 1)
    answer = {"round": BEACON.round, "signature": BEACON.signature, "previous_signature": BEACON.previous_signature}
    monkeypatch.setattr("tournament.rounds.beacon.fetch", lambda _url: json.dumps(answer).encode())

    page, board = _desk(open_page, live_server.url, event, "desktop"), open_page()
    page.locator("[name=word]").fill("ombrello")
    button(page, "Open the draw to the phones").click()
    expect(page.locator("[data-countdown]")).to_have_text("0:00")
    button(page, "Go on when the time is over").click()
    expect(page.locator("[data-awaits-beacon]")).to_contain_text(str(BEACON.round))
    assert axe_violations(page) == []
    board.goto(f"{live_server.url}/parete/{event.slug}/")
    expect(board.locator(".board__say")).to_contain_text(str(BEACON.round))
    assert axe_violations(board) == []
    ceremony = DrawCeremony.objects.get(event=event)
    assert ceremony.stage == Stage.REVEALING
    ceremonies.ceremony_beacon(
        ceremony=ceremony, signature=BEACON.signature, previous_signature=BEACON.previous_signature
    )
    _draw_page(page, live_server.url, event)
    expect(page.locator("[data-guarantee]")).to_have_text(
        translated("Only whoever controlled the beacon could have chosen it.")
    )
    expect(page.locator("[data-beacon-note]")).to_be_visible()
    assert axe_violations(page) == []


def test_page_finds_each_altered_field(open_page: Callable[..., Page], live_server: Any) -> None:
    """The third program that recomputes draws: the one of the page, on random records of all kinds."""
    rng = Random(20091123)
    pairs = []
    while len(pairs) < RECORDS:
        draw = random_draw(rng)
        record = json.loads(json.dumps(write_draw(draw)))
        if draw.by_hand:
            continue
        paths = [path for path in leaves(record) if path[-1] not in ("previous_signature", "by_hand")]
        pairs.append([record, altered(record, rng.choice(paths), rng)])
    page = open_page()
    page.goto(f"{live_server.url}/")
    assert page.evaluate(JUDGE, pairs) == []


@pytest.mark.soak
def test_page_finds_a_draw_that_the_list_did_not_promise(open_page: Callable[..., Page], live_server: Any) -> None:
    """Everything agrees, root and outcome too, but the own seed of the draw was chosen after the list."""
    seed, inputs = "ab" * 32, player_ids(13)
    pair = []
    for promised in (seed, "cd" * 32):
        line = promise("tables", "round-1", draws.commit(promised))
        record, parts = true_ceremony(inputs=inputs, results="00" * 32, promises=(line,))
        common = outcome_seed(record, parts)
        made = draws.make("tables", "round-1", inputs, seed=seed, word="ombrello", ceremony_seed=common)
        pair.append(json.loads(json.dumps(write_draw(replace(made, ceremony=record)))))
    page = open_page()
    page.goto(f"{live_server.url}/")
    assert page.evaluate(JUDGE, [pair]) == []
