"""The desk's page of a hall without a network in the browser: the upload is looked at, then taken in."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests import elsewhere
from tests import factories as make
from tests.integration.browser import visitors
from tests.integration.browser.looking import looked_at
from tournament.models import Event


@pytest.mark.soak(
    gate="tests/unit/tournament/web/desk/test_hall.py::test_result_is_shown_before_the_press_and_stored_after_it"
)
@pytest.mark.django_db(transaction=True)
def test_result_of_a_laptop_is_uploaded_looked_at_and_taken_in(
    open_page: Callable[..., Page], axe_violations: Any, live_server: Any, tmp_path: Path
) -> None:
    me = make.make_user("casa")
    event = elsewhere.home_event(organiser=make.make_organiser(me, name=elsewhere.CLUB))
    make.grant(event, me)
    page = open_page("phone", locale="it-IT")
    visitors.sign_in_quickly(page, live_server.url, me)
    page.goto(live_server.url + reverse("hall", args=[event.slug]))
    file = tmp_path / "risultato.json"
    file.write_bytes(elsewhere.result_file(elsewhere.entry_renamed))
    page.set_input_files("input[type=file]", file)
    page.get_by_role("button", name="Controlla il file").click()
    expect(page.get_by_role("heading", name="Questo file è rifiutato")).to_be_visible()
    assert looked_at(page, axe_violations) == []
    file.write_bytes(elsewhere.result_file())
    page.set_input_files("input[type=file]", file)
    page.get_by_role("button", name="Controlla il file").click()
    expect(page.get_by_text("14. Piero Porta")).to_be_visible()
    assert looked_at(page, axe_violations) == []
    page.get_by_role("button", name="Registra questo risultato").click()
    page.wait_for_url(f"**{reverse('desk', args=[event.slug])}")
    assert Event.objects.get(pk=event.pk).state == Event.State.CONCLUDED
