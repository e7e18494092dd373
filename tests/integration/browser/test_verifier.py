"""The page that verifies an event file in the browser: loaded once, then with the network switched off."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests import factories as make
from tests.conftest import ROOT
from tests.integration.browser.visitors import button, link, translated
from tournament.exchange.export import event_to_file
from tournament.models import Event
from tournament.web.public import verifier

pytestmark = pytest.mark.django_db(transaction=True)

Violations = Callable[[Page], list[str]]
#: Milliseconds in which Python comes and starts on a busy machine.
START = 30_000


@pytest.fixture(scope="module", autouse=True)
def _files() -> None:
    """Fail with one sentence where script/bootstrap --dev did not put the verifier's files in their place."""
    assert (ROOT / "static" / verifier.FOLDER / "files.json").exists(), "Run script/verifier"


def _loaded(page: Page) -> None:
    button(page, "Load the verifier").click()
    expect(page.locator("[data-verifier][data-loaded]")).to_be_visible(timeout=START)


def _choose(page: Page, path: Path) -> None:
    page.locator("#verifier-file").set_input_files(path)
    expect(page.locator("[data-verifier-answer]")).to_be_visible(timeout=START)


@pytest.mark.soak
def test_verifier_works_with_the_network_switched_off(
    open_page: Callable[..., Page], live_server: Any, tmp_path: Path, axe_violations: Violations
) -> None:
    sound = event_to_file(make.concluded_event(players=13))
    altered = json.loads(json.dumps(sound))
    draw = altered["rounds"][0]["kingdom"]["draw"]
    draw["word"] = "altra parola"
    for name, content in (("sound", sound), ("altered", altered), ("other", ["un", "elenco"])):
        (tmp_path / f"{name}.json").write_text(json.dumps(content), encoding="utf-8")
    page = open_page("phone")
    page.goto(f"{live_server.url}/verifica/")
    assert axe_violations(page) == []
    _loaded(page)
    asked: list[str] = []
    page.context.set_offline(True)
    page.on("request", lambda request: asked.append(request.url))

    _choose(page, tmp_path / "sound.json")
    expect(page.locator("[data-verifier-verdict]")).to_have_text(
        translated("Everything agrees: the file gives the same draws, places and points.")
    )
    expect(page.locator("[data-verifier-places] tbody tr")).to_have_count(13)
    assert page.locator("[data-verifier-draws] tbody tr").count() >= 3
    expect(page.locator("[data-verifier-draws] .fo-tag--help")).to_have_count(0)
    assert axe_violations(page) == []

    _choose(page, tmp_path / "altered.json")
    expect(page.locator("[data-verifier-verdict]")).to_have_text(translated("Something does not agree: see below."))
    expect(page.locator("[data-verifier-draws] .fo-tag--help")).to_have_count(1)
    expect(page.locator("[data-verifier-findings] li").first).to_contain_text("rounds[0].kingdom")
    assert axe_violations(page) == []

    _choose(page, tmp_path / "other.json")
    expect(page.locator("[data-verifier-verdict]")).to_contain_text(translated("This is not an event file:"))
    assert asked == []


@pytest.mark.soak
def test_verifier_takes_the_file_of_the_event_it_was_opened_for(
    open_page: Callable[..., Page], live_server: Any
) -> None:
    event = make.concluded_event(players=13)
    page = open_page()
    page.goto(f"{live_server.url}/eventi/{event.slug}/")
    link(page, "Verify it in your browser").click()
    _loaded(page)
    expect(page.locator("[data-verifier-answer]")).to_have_attribute("data-ok", "true", timeout=START)
    expect(page.locator("[data-verifier-places] tbody tr")).to_have_count(13)
    expect(page.locator("[data-verifier-places] tbody tr").first).to_contain_text(
        str(Event.objects.get(pk=event.pk).final_places.get(place=1).entry.person)
    )
