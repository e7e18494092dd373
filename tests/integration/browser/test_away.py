"""The database is unavailable while a sheet is delivered: the phone stores and later sends it, and says so."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import OperationalError
from django.test import RequestFactory
from playwright.sync_api import Page, Route, expect

from ops.error_handlers import server_error
from tests import factories as make
from tests.integration.browser import visitors
from tests.integration.browser.visitors import button, translated
from tournament.access import links
from tournament.models import Sheet

pytestmark = pytest.mark.django_db(transaction=True)


def _away(route: Route) -> None:
    """Respond to a sheet as the server does while its database is unavailable."""
    if route.request.method != "POST":
        route.fallback()
        return
    try:
        raise OperationalError("no route")
    except OperationalError:
        response = server_error(RequestFactory().post("/", headers={"accept": route.request.headers["accept"]}))
    route.fulfill(status=response.status_code, headers=dict(response.items()), body=response.content)


@pytest.mark.soak(gate="tests/integration/faults/test_trouble.py::test_phone_queue_keeps_sheet_during_outage")
def test_sheet_sent_once_after_database_outage(open_page: Callable[..., Page], live_server: Any) -> None:
    table = make.tables_of(make.last_round(make.drawn_event()))[0]
    table_links = links.table_links_make(round=table.round, by=None)
    token = links.link_token(next(table_link for table_link in table_links if table_link.table_id == table.pk))
    page = open_page("phone")
    page.goto(f"{live_server.url}/t/{token}/")
    expect(page.locator("body[data-offline-ready]")).to_have_count(1)
    visitors.count_five_numbers(page)
    page.route("**/t/**", _away)
    visitors.type_sheet(page, make.simple_sheet(table))
    button(page, "Deliver the sheet").click()
    expect(page.locator("#unsent li[data-state=waiting]")).to_have_count(1)
    assert Sheet.objects.count() == 0
    page.unroute("**/t/**")
    page.locator("#unsent").get_by_role("button", name=translated("Send now")).click()
    expect(page.locator(".fo-log li")).to_have_count(1)
    expect(page.locator("#unsent")).to_be_hidden()
    assert [table_link.entered_with for table_link in Sheet.objects.all()] == ["link_of_table"]
