"""A person adds their browser to the devices that show notices, and takes it away; the push service is a stub."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests import factories as make
from tests.integration.browser.visitors import button, sign_in_quickly
from tournament.models import PushSubscription

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


def test_browser_added_to_the_devices_and_taken_away(open_page: Callable[..., Page], live_server: Any) -> None:
    user = make.make_user()
    page = open_page("phone")
    page.add_init_script(STUB)
    sign_in_quickly(page, live_server.url, user)
    page.goto(live_server.url + reverse("notice_choices"))
    button(page, "Show notices on this device").click()
    expect(button(page, "No more on this device")).to_be_visible()
    assert list(PushSubscription.objects.values_list("account", "auth_secret")) == [(user.pk, "secret")]
    button(page, "No more on this device").click()
    expect(button(page, "Show notices on this device")).to_be_visible()
    assert not PushSubscription.objects.exists()
