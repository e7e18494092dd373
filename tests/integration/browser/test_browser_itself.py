"""The browser fixtures distinguish good pages from bad ones; no server is needed."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

GOOD = (
    "<!doctype html><html lang='it'><title>Fossato</title><main><h1>Fossato</h1><p>Il fossato ti protegge.</p></main>"
)
BAD = "<!doctype html><title></title><main><h1>Fossato</h1><img src='data:,'><input></main>"


def test_axe_good_page_without_violations(browser_page: Page, axe_violations: Callable[[Page], list[str]]) -> None:
    browser_page.set_content(GOOD)
    assert browser_page.inner_text("h1") == "Fossato"
    assert axe_violations(browser_page) == []


def test_axe_bad_page_reported(open_page: Callable[..., Page], axe_violations: Callable[[Page], list[str]]) -> None:
    page = open_page("phone")
    page.set_content(BAD)
    ids = {line.split(" ")[0] for line in axe_violations(page)}
    assert {"html-has-lang", "document-title", "image-alt", "label"} <= ids


NARROW = "window.matchMedia('(max-width: 500px)').matches"


@pytest.mark.parametrize(("view", "narrow"), [("phone", True), ("desktop", False)])
def test_page_widths_of_phone_and_desk(open_page: Callable[..., Page], view: str, narrow: bool) -> None:
    page = open_page(view)
    page.set_content("<!doctype html><meta name='viewport' content='width=device-width'>")
    assert page.evaluate(NARROW) is narrow
