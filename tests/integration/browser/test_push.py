"""A person adds their browser to the devices that show notices, and takes it away; the push service is a stub."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests import factories as make
from tests.integration.browser.visitors import sign_in_quickly
from tournament.models import MutedNotice, PushSubscription

pytestmark = pytest.mark.django_db(transaction=True)

#: The headless browser has no push service and refuses notices: what a browser with both answers.
STUB = """
Object.defineProperty(Notification, "permission", { get: () => "granted" });
Notification.requestPermission = async () => "granted";
let subscription = null;
const made = {
  toJSON: () => ({ endpoint: "https://fcm.googleapis.com/fcm/send/abc", keys: { p256dh: "BPublic", auth: "secret" } }),
  unsubscribe: async () => { subscription = null; return true; },
};
PushManager.prototype.getSubscription = async () => subscription;
PushManager.prototype.subscribe = async () => (subscription = made);
"""


@pytest.mark.soak(
    gate="tests/unit/tournament/delivery/test_push.py::"
    "test_device_added_by_the_page_gets_the_sentence_without_the_reason"
)
def test_browser_added_to_the_devices_and_taken_away(open_page: Callable[..., Page], live_server: Any) -> None:
    user = make.make_user()
    page = open_page("phone")
    page.add_init_script(STUB)
    sign_in_quickly(page, live_server.url, user)
    page.goto(live_server.url + reverse("account"))
    page.locator("[data-push-on]").click()
    expect(page.locator("[data-push-off]")).to_be_visible()
    assert list(PushSubscription.objects.values_list("account", "auth_secret")) == [(user.pk, "secret")]
    page.locator("[data-push-off]").click()
    expect(page.locator("[data-push-on]")).to_be_visible()
    assert not PushSubscription.objects.exists()


def test_mails_are_switched_by_keyboard_and_stay(open_page: Callable[..., Page], live_server: Any) -> None:
    user = make.make_user()
    page = open_page("phone")
    sign_in_quickly(page, live_server.url, user)
    page.goto(live_server.url + reverse("account"))
    tables = page.locator("#switch-tables")
    expect(tables).to_have_attribute("aria-checked", "true")
    tables.press("Space")
    expect(tables).to_have_attribute("aria-checked", "false")
    expect(tables).to_be_focused()
    assert list(MutedNotice.objects.values_list("account", "kind")) == [(user.pk, "tables")]
    tables.press("Enter")
    expect(tables).to_have_attribute("aria-checked", "true")
    assert not MutedNotice.objects.exists()
