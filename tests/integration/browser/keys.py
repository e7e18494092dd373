"""Keyboard-only operation of a page: Tab to move, arrow keys to choose, with the focus always visible."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.integration.browser.visitors import translated

#: The focused element: its text, its field's name, whether it is visible, and whether it or its label shows the focus;
#: ``forward``: it follows the previous one in document order.
FOCUS = """() => {
  const one = document.activeElement;
  const before = window.fossatoBefore;
  window.fossatoBefore = one;
  const box = one.getBoundingClientRect();
  const there = document.elementFromPoint(box.left + Math.min(box.width / 2, 300), box.top + box.height / 2);
  const style = getComputedStyle(one);
  const labels = [...(one.labels || [])];
  const label = one.getAttribute("aria-label") || (labels.length ? labels[0].innerText : one.innerText);
  const shown = (at) => one.contains(at) || at.contains(one) || labels.some((one) => one.contains(at));
  return {
    body: one === document.body || one === document.documentElement,
    words: (label || "").replace(/\\s+/g, " ").trim(), name: one.name || "", value: one.value || "",
    kind: one.type || one.tagName, open: one.tagName === "SUMMARY" ? one.parentElement.open : null,
    seen: there !== null && shown(there),
    marked: [style, ...labels.map((one) => getComputedStyle(one))].some(
      (one) => one.outlineStyle !== "none" && parseFloat(one.outlineWidth) >= 2),
    forward: !before || !before.isConnected || before === document.body
      || Boolean(before.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING),
  };
}"""
MOST_STOPS = 160


class Keys:
    """Keyboard operation of a page.

    Arguments:
        page: read only; it is never clicked.
    """

    def __init__(self, page: Page) -> None:
        self.page = page

    def here(self) -> dict[str, Any]:
        """Return the focused element."""
        return dict(self.page.evaluate(FOCUS))

    def to(self, words: str = "", *, name: str = "", inside: str = "") -> dict[str, Any]:
        """Tab to the element whose text begins with these words, or has some ``inside``, or to the field of this name.

        Every stop on the way must be visible, show its focus, and follow the previous one in document order.
        Errors: the test fails if the focus cycles without reaching the element.
        """
        # Before its style sheet has come, a page shows nobody its focus.
        self.page.wait_for_load_state()
        round_trip = 0
        for _ in range(MOST_STOPS):
            self.page.keyboard.press("Tab")
            focus = self.here()
            if focus["body"]:
                round_trip += 1
                assert round_trip < 3, f"nothing on this page leads to {words or name or inside!r}"
                continue
            assert focus["seen"], f"covered by something else: {focus}"
            assert focus["marked"], f"nothing shows the focus: {focus}"
            assert focus["forward"] or round_trip, f"the order jumps back: {focus}"
            is_match = words and focus["words"].startswith(words)
            if is_match or (name and focus["name"] == name) or (inside and inside in focus["words"]):
                return focus
        return pytest.fail(f"{MOST_STOPS} stops did not lead to {words or name or inside!r}")

    def press(self, words: str, key: str = "Enter", **facts: Any) -> None:
        """Focus the link or button with these words (an English msgid) and press it."""
        self.to(re.sub(r"\s+", " ", translated(words, **facts)))
        self.page.keyboard.press(key)

    def settled(self) -> None:
        """Wait until htmx has processed its new content: a key pressed earlier would submit the form without it."""
        expect(self.page.locator(".htmx-settling, .htmx-added, .htmx-swapping, .htmx-request")).to_have_count(0)

    def follow(self, words: str, **facts: Any) -> None:
        """Focus the link with these words and follow it to its page."""
        self.to(re.sub(r"\s+", " ", translated(words, **facts)))
        with self.page.expect_navigation():
            self.page.keyboard.press("Enter")

    def write(self, name: str, text: str) -> None:
        """Focus the field of this name and type into it."""
        self.to(name=name)
        self.page.keyboard.press("Control+A")
        self.page.keyboard.type(text)

    def tick(self, name: str) -> None:
        """Focus the checkbox of this name and tick it."""
        self.to(name=name)
        self.page.keyboard.press("Space")

    def choose(self, name: str, value: str) -> None:
        """Focus the choice of this name and move through it with the arrow keys."""
        focus = self.to(name=name)
        if focus["kind"] == "radio":
            self.page.keyboard.press("Space")
        for _ in range(12):
            if self.here()["value"] == value:
                return
            self.page.keyboard.press("ArrowDown")
        pytest.fail(f"no choice of {name} is {value}")

    def skip(self) -> None:
        """Use the first stop of a page, which skips to its content."""
        self.page.evaluate("document.activeElement.blur()")
        self.to(translated("Skip to the content"))
        self.page.keyboard.press("Enter")
        expect(self.page.locator("#main")).to_be_focused()

    def answer(self, yes: bool = True) -> None:
        """Answer a step's confirmation question; the focus starts on Cancel and stays inside the question."""
        dialog = self.page.locator("#fo-confirm")
        expect(dialog).to_be_visible()
        expect(dialog.locator("[value=no]")).to_be_focused()
        inside = "document.querySelector('#fo-confirm').contains(document.activeElement)"
        for _ in range(4):
            if self.page.evaluate(inside) and yes and self.page.evaluate("document.activeElement.value") == "yes":
                break
            if not yes:
                break
            self.page.keyboard.press("Tab")
        self.page.keyboard.press("Enter" if yes else "Escape")
        expect(dialog).to_be_hidden()
