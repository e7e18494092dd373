"""Check-in on a phone: a hand scanner's typing, and the camera with the browser's barcode detection."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests import factories as make
from tests.integration.browser import visitors
from tests.integration.browser.visitors import button, translated
from tournament.access import links
from tournament.models import Entry, Event, EventRole

pytestmark = pytest.mark.django_db(transaction=True)

#: Stubs of a phone's camera and barcode detector, missing in the tests' browser; ``window.seen`` is what they detect.
CAMERA = """
    window.seen = "";
    window.BarcodeDetector = class {
        static async getSupportedFormats() { return ["qr_code"]; }
        async detect() { return window.seen ? [{ rawValue: window.seen }] : []; }
    };
    Object.defineProperty(navigator, "mediaDevices", { value: { async getUserMedia() {
        const canvas = document.createElement("canvas");
        canvas.getContext("2d").fillRect(0, 0, 9, 9);
        return canvas.captureStream(10);
    } } });
"""


@pytest.fixture
def event() -> Event:
    return make.check_in_event(present=0)


def _door(page: Page, site: str, event: Event) -> list[tuple[Entry, str]]:
    """Open check-in as a referee; return the entries and their codes."""
    user = make.make_user()
    make.grant(event, user, EventRole.Role.REFEREE)
    visitors.sign_in_quickly(page, site, user)
    participant_links = links.participant_links_make(event=event, by=None)
    page.goto(f"{site}/organizza/{event.slug}/presenze/")
    expect(page.locator("#code")).to_be_focused()
    return [(link.entry, f"{site}/g/{links.link_token(link)}/") for link in participant_links if link.entry]


def test_hand_scanner_checks_in_one_by_one(
    open_page: Callable[..., Page], live_server: Any, event: Event, axe_violations: Callable[[Page], list[str]]
) -> None:
    page = open_page("phone")
    (first, code), (second, other), *_rest = _door(page, live_server.url, event)
    expect(button(page, "Open the camera")).to_be_visible()
    expect(page.locator("[data-camera-say]:visible")).to_have_count(0)
    assert axe_violations(page) == []
    name = page.locator("#said .check-in__name")
    for entry, text in ((first, code), (second, other)):
        page.keyboard.type(text)
        page.keyboard.press("Enter")
        expect(name).to_have_text(str(entry.person))
        expect(page.locator("#code")).to_have_value("")
        expect(page.locator("#code")).to_be_focused()
    page.keyboard.type(other)
    page.keyboard.press("Enter")
    expect(page.locator(".check-in__answer--again")).to_contain_text(
        translated("Was present already: scanned twice, counted once.")
    )
    assert axe_violations(page) == []
    assert Entry.objects.filter(event=event, state="checked_in").count() == 2
    page.get_by_role("button", name=translated("Undo")).click()
    expect(page.locator(".check-in__answer--undone")).to_contain_text(str(second.person))
    assert list(Entry.objects.filter(event=event, state="checked_in")) == [first]
    page.keyboard.type("Rossi")
    page.keyboard.press("Enter")
    expect(page.locator(".check-in__answer--refused")).to_be_visible()
    assert axe_violations(page) == []


def test_code_resent_after_lost_response(open_page: Callable[..., Page], live_server: Any, event: Event) -> None:
    page = open_page("phone")
    (entry, code), *_rest = _door(page, live_server.url, event)
    page.context.set_offline(True)
    page.keyboard.type(code)
    page.keyboard.press("Enter")
    expect(page.locator("[data-unsent]")).to_be_visible()
    expect(page.locator("#code")).to_have_value(code)
    page.context.set_offline(False)
    button(page, "Check in").click()
    expect(page.locator("#said .check-in__name")).to_have_text(str(entry.person))
    expect(page.locator("[data-unsent]")).to_be_hidden()


def test_camera_reads_code_once(open_page: Callable[..., Page], live_server: Any, event: Event) -> None:
    page = open_page("phone")
    page.add_init_script(CAMERA)
    (first, code), (second, other), *_rest = _door(page, live_server.url, event)
    button(page, "Open the camera").click()
    expect(page.locator("video")).to_be_visible()
    for entry, text in ((first, code), (second, other)):
        page.evaluate(f"window.seen = {json.dumps(text)}")
        expect(page.locator(".check-in__answer--in .check-in__name")).to_have_text(str(entry.person))
    button(page, "Close the camera").click()
    expect(page.locator("video")).to_be_hidden()
    expect(button(page, "Open the camera")).to_be_focused()
    assert Entry.history.filter(event=event, state="checked_in").count() == 2


@pytest.mark.soak(
    gate="tests/unit/tournament/web/desk/test_entries.py::test_entry_check_in_works_with_and_without_scripts"
)
def test_check_in_without_scripts(open_page: Callable[..., Page], live_server: Any, event: Event) -> None:
    page = open_page("phone", java_script_enabled=False)
    (entry, code), *_rest = _door(page, live_server.url, event)
    expect(page.locator("[data-camera]")).to_be_hidden()
    page.locator("#code").fill(code)
    button(page, "Check in").click()
    expect(page.locator(".check-in__answer--in .check-in__name")).to_have_text(str(entry.person))
    button(page, "Undo").click()
    expect(page.locator(".check-in__answer--undone")).to_be_visible()
    assert Entry.objects.get(pk=entry.pk).state == "registered"
