"""The design system in a real browser: accessibility, widths, the policy, and each small script."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.dominion.cards import EDITIONS, KINGDOM, name_of
from tests.integration.browser.look_urls import INPUTS
from tests.integration.browser.looking import FITS, NARROWEST
from tests.volume import one_in
from tournament.regulation import draws

pytestmark = [pytest.mark.urls("tests.integration.browser.look_urls"), pytest.mark.django_db(transaction=True)]

Axe = Callable[[Page], list[str]]
#: The module that computes a draw.
GENERATOR = "import('/static/fossato/js/draw-generator.js')"
PAGES = ["/gallery/", "/draw/kingdom/", "/clock/100/", "/login/", "/nowhere/", "/broken/"]


@pytest.mark.parametrize("address", one_in(5, PAGES))
def test_pages_accessible_and_within_width(
    browser_page: Page, axe_violations: Axe, live_server: Any, address: str
) -> None:
    browser_page.goto(f"{live_server.url}{address}")
    assert axe_violations(browser_page) == []
    assert browser_page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


@pytest.mark.soak(gate="tests/unit/tournament/web/test_locale.py::test_language_choice_can_be_reset")
def test_language_changes_without_scripts(open_page: Callable[..., Page], live_server: Any) -> None:
    page = open_page("phone", java_script_enabled=False)
    page.goto(f"{live_server.url}/gallery/")
    assert page.get_attribute("html", "lang") == "it"
    page.click("button[name=language][value=en]")
    assert (page.url, page.get_attribute("html", "lang")) == (f"{live_server.url}/gallery/", "en")
    page.click("button[name=language][value=it]")
    assert page.get_attribute("html", "lang") == "it"


@pytest.mark.soak(gate="tests/integration/browser/test_keyboard.py::test_first_stop_skips_to_content")
def test_first_tab_skips_to_content(open_page: Callable[..., Page], live_server: Any) -> None:
    page = open_page()
    page.goto(f"{live_server.url}/gallery/")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"


@pytest.mark.soak(gate="tests/integration/browser/test_look.py::test_pages_accessible_and_within_width")
def test_print_hides_navigation_and_buttons(open_page: Callable[..., Page], live_server: Any) -> None:
    page = open_page()
    page.goto(f"{live_server.url}/gallery/")
    page.emulate_media(media="print")
    visible = [page.is_visible(part) for part in (".fo-header", ".btn-primary", ".fo-footer", "h1")]
    assert visible == [False, False, False, True]


@pytest.mark.parametrize("scripts", one_in(2, [True, False]))
def test_menu_opens_with_the_keyboard_and_closes_with_escape(
    open_page: Callable[..., Page], live_server: Any, scripts: bool
) -> None:
    page = open_page("phone", java_script_enabled=scripts)
    page.goto(f"{live_server.url}/gallery/")
    button, entry = page.locator(".fo-menu > summary"), page.locator(".fo-menu__list a").first
    button.press("Enter")
    expect(entry).to_be_visible()
    if scripts:
        entry.press("Escape")
        expect(entry).to_be_hidden()
        expect(button).to_be_focused()
        button.press("Enter")
        page.locator("h1").click()
    else:
        button.press("Enter")
    expect(entry).to_be_hidden()


# ---------------------------------------------------------------- stepper


def test_stepper_bounded_and_fires_events(open_page: Callable[..., Page], live_server: Any) -> None:
    page = open_page("phone")
    page.goto(f"{live_server.url}/gallery/")
    page.evaluate("window.heard = 0; document.addEventListener('input', () => { window.heard += 1; })")
    field = page.locator("#id_curse")
    less, more = (field.locator(f"xpath=../button[@data-step='{by}']") for by in ("-1", "1"))
    less.click()
    expect(field).to_have_value("0")
    more.click()
    more.click()
    expect(field).to_have_value("2")
    field.press("ArrowDown")
    expect(field).to_have_value("1")
    assert page.evaluate("window.heard") == 3
    most = page.locator("#id_province")
    most.fill("11")
    most.press("ArrowUp")
    most.press("ArrowUp")
    expect(most).to_have_value("12")


# ---------------------------------------------------------------- clock


@pytest.mark.parametrize(("left", "shown"), [(2000, False), (250, True), (0, True)])
def test_clock_follows_server_and_announces_last_minutes(
    open_page: Callable[..., Page], live_server: Any, left: int, shown: bool
) -> None:
    page = open_page()
    page.goto(f"{live_server.url}/clock/{left}/")
    minutes, seconds = map(int, page.inner_text(".fo-clock__time").split(":"))
    assert left - 30 <= minutes * 60 + seconds <= left
    assert bool(page.inner_text(".fo-clock__say")) is shown
    expect(page.locator("#digits")).to_have_text(re.compile(r"^\d+:\d\d$"))


@pytest.mark.soak(gate="tests/integration/browser/test_look.py::test_clock_follows_server_and_announces_last_minutes")
def test_clock_water_level_falls(open_page: Callable[..., Page], live_server: Any) -> None:
    page = open_page()
    page.clock.install()
    page.goto(f"{live_server.url}/clock/1350/")
    level = "Number(document.querySelector('.water path').getAttribute('d').match(/^M0 ([0-9.]+)q/)[1])"
    assert 49 <= page.evaluate(level) <= 52
    page.clock.fast_forward(1080 * 1000)
    page.clock.run_for(1000)
    assert 89 <= page.evaluate(level) <= 92
    assert "4" in page.inner_text(".fo-clock__say")


# ---------------------------------------------------------------- an action that takes its time


@pytest.mark.soak(gate="tests/integration/browser/test_look.py::test_confirmation_asked_first_and_cancelled")
def test_slow_action_shows_that_it_runs_and_is_sent_once(open_page: Callable[..., Page], live_server: Any) -> None:
    page = open_page()
    page.clock.install()
    page.goto(f"{live_server.url}/ask/")
    page.evaluate(
        """window.sent = 0;
        document.querySelector("main button").removeAttribute("data-confirm-question");
        addEventListener("submit", (event) => { sent += event.defaultPrevented ? 0 : 1; event.preventDefault(); });"""
    )
    button = page.locator("main button")
    button.click()
    expect(button).to_have_attribute("aria-busy", "true")
    button.click()
    assert page.evaluate("sent") == 1
    # The answer was a file: the page is still there, and its button works again.
    page.clock.run_for(5000)
    expect(page.locator("main [aria-busy]")).to_have_count(0)
    button.click()
    assert page.evaluate("sent") == 2


# ---------------------------------------------------------------- the confirmation question


def test_confirmation_asked_first_and_cancelled(open_page: Callable[..., Page], live_server: Any) -> None:
    page = open_page()
    page.goto(f"{live_server.url}/ask/")
    page.click("main button")
    expect(page.locator("#fo-confirm")).to_contain_text("Nobody can undo it.")
    page.click("#fo-confirm [value=no]")
    expect(page.locator("#fo-confirm")).to_be_hidden()
    expect(page.locator(".fo-toast")).to_have_count(0)
    page.click("main button")
    page.click("#fo-confirm [value=yes]")
    expect(page.locator(".fo-toast")).to_contain_text("Cancelled: rain")
    page.click("[data-dismiss]")
    expect(page.locator(".fo-toast")).to_have_count(0)


@pytest.mark.soak(gate="tests/integration/browser/test_look.py::test_confirmation_asked_first_and_cancelled")
def test_confirmation_page_without_scripts(open_page: Callable[..., Page], live_server: Any) -> None:
    page = open_page("phone", java_script_enabled=False)
    page.goto(f"{live_server.url}/ask/")
    page.click("main button")
    assert page.inner_text("h1") == "Cancel?"
    page.click("main button.btn-danger")
    assert "Cancelled: rain" in page.inner_text(".fo-toast")


# ---------------------------------------------------------------- draws


@pytest.mark.parametrize("purpose", one_in(2, ["kingdom", "tables", "ranking_lots"]))
def test_draw_true_record_accepted(open_page: Callable[..., Page], live_server: Any, purpose: str) -> None:
    page = open_page("phone")
    page.goto(f"{live_server.url}/draw/{purpose}/")
    expect(page.locator("[data-draw-check]")).to_have_attribute("data-agrees", "true")
    expect(page.locator("[data-draw-outcome] tbody tr")).to_have_count(10 if purpose == "kingdom" else len(INPUTS))
    expect(page.locator("[data-draw-steps] tbody tr")).to_have_count(24 if purpose == "kingdom" else len(INPUTS) - 1)


def test_draw_outcome_of_the_longest_names_fits_the_narrowest_phone(
    open_page: Callable[..., Page], live_server: Any
) -> None:
    page = open_page()
    page.set_viewport_size({"width": NARROWEST, "height": 640})
    page.goto(f"{live_server.url}/draw/kingdom/")
    rows = page.locator("[data-draw-outcome] tbody tr")
    expect(rows).to_have_count(10)
    cards = sorted({name_of(code, edition) for code in KINGDOM for edition in EDITIONS})
    write = "(rows, name) => rows.forEach(row => [1, 2].forEach(n => row.cells[n].textContent = name))"
    for name in (*cards, "Papadopoulos-Schwarzenberger"):
        rows.evaluate_all(write, name)
        assert page.evaluate(FITS), name


def test_draw_changed_record_detected(open_page: Callable[..., Page], axe_violations: Axe, live_server: Any) -> None:
    page = open_page()
    page.goto(f"{live_server.url}/draw/tables/?tampered")
    expect(page.locator("[data-draw-check]")).to_have_attribute("data-agrees", "false")
    expect(page.locator("[data-draw-verdict]")).to_have_class("fo-verdict fo-verdict--bad")
    assert axe_violations(page) == []


def test_sha_256_equals_python(open_page: Callable[..., Page], live_server: Any) -> None:
    page = open_page()
    page.goto(f"{live_server.url}/draw/tables/")
    texts = ["", "abc", "Città Alta €𝄞", *("a" * length for length in range(50, 135))]
    hashes = page.evaluate(f"async texts => texts.map((await {GENERATOR}).sha256)", texts)
    assert hashes == [hashlib.sha256(text.encode()).hexdigest() for text in texts]


def test_draws_equal_python(open_page: Callable[..., Page], live_server: Any) -> None:
    """Every purpose and forty seeds, among them kingdoms of all branches of the Moat rule."""
    page = open_page()
    page.goto(f"{live_server.url}/draw/tables/")
    records = [
        draws.make(
            purpose,
            f"round-{n}",
            INPUTS,
            seed=hashlib.sha256(f"{n}".encode()).hexdigest(),
            word=" l’acqua  è ",
        )
        for n in range(40)
        for purpose in draws.PURPOSES
    ]
    inputs = [
        {
            "purpose": record.purpose,
            "scope": record.scope,
            "inputs": record.inputs,
            "seed": record.seed,
            "word": record.word,
        }
        for record in records
    ]
    recomputed = page.evaluate(
        f"async records => {{ const {{ recompute }} = await {GENERATOR}; return records.map(recompute)"
        ".map(({ outcome, rejected, commitment }) => [outcome, rejected, commitment]); }",
        inputs,
    )
    assert recomputed == [[list(record.outcome), list(record.rejected), record.commitment] for record in records]
    assert {draws.kingdom_of(record).branch for record in records if record.purpose == "kingdom"} == {1, 2, 3}


def test_rejected_numbers_equal_python(open_page: Callable[..., Page], live_server: Any) -> None:
    """A pick among just over half of 2**32 rejects nearly every second number."""
    page = open_page()
    page.goto(f"{live_server.url}/draw/tables/")
    count = 2**31 + 1
    stream = draws.Stream("ab" * 32, "acqua", "tables", "round-1")
    expected = [stream.pick(count) for _ in range(50)]
    facts = {"seed": "ab" * 32, "word": "acqua", "purpose": "tables", "scope": "round-1", "inputs": []}
    browser_picks = page.evaluate(
        f"async ([facts, count]) => {{ const {{ Stream }} = await {GENERATOR}; const s = new Stream(facts);"
        " return Array.from({ length: 50 }, () => s.pick(count).picked); }",
        [facts, count],
    )
    assert browser_picks == expected


VECTOR_SEED = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
VECTORS: list[tuple[str, str, str, list[str]]] = [
    ("fossato", "seats", "round-1/table-1", list("abcd")),
    ("perché no", "tables", "round-1", [f"p{n:02d}" for n in range(1, 14)]),
    ("", "table_lots", "", list("xyz")),
    ("fossato", "kingdom", "round-1", []),
    ("fossato", "kingdom", "round-2", []),
    ("fossato", "kingdom", "test-161", []),
]


@pytest.mark.parametrize("vector", one_in(3, VECTORS), ids=lambda vector: f"{vector[1]}-{vector[2]}")
def test_documented_vectors(
    open_page: Callable[..., Page], live_server: Any, vector: tuple[str, str, str, list[str]]
) -> None:
    word, purpose, scope, inputs = vector
    page = open_page()
    page.goto(f"{live_server.url}/draw/tables/")
    record = {"seed": VECTOR_SEED, "word": word, "purpose": purpose, "scope": scope, "inputs": inputs}
    recomputed = page.evaluate(f"async record => (await {GENERATOR}).recompute(record)", record)
    documented = (Path(__file__).parents[3] / "docs/draws.md").read_text().partition("## Test vectors")[2]
    assert f"`{recomputed['commitment']}`" in documented
    assert f"`{' '.join(recomputed['outcome'])}`" in documented
    assert [card for card in recomputed["rejected"] if f"rejected: `{card}`" not in documented] == []
