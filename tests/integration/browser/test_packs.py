"""A card pack corrected by its file in the browser: its figures check sheets; an invalid pack is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import FilePayload, Page, expect

from games import registry
from tests import factories as make
from tests.card_packs import edited
from tests.integration.browser.visitors import button, sign_in_quickly
from tournament.models import CardPack

pytestmark = pytest.mark.django_db(transaction=True)

PACK = "eok-assumed-1"


def _warned(pack: str, points: int) -> set[str]:
    """Return the finding codes of a sheet with a Farm in the north with these points."""
    cell = {"N": {"card": "farm", "vp": points, "cards_bottom_to_top": ["farm"]}}
    sheet: dict[str, Any] = {"pack": pack, "complete": False, "seats": [{"cells": cell}, {}, {}, {}]}
    return {finding.code for finding in registry.get("era_of_kingdoms").check(sheet, players=4).findings}


def _upload(page: Page, site: str, **values: int) -> None:
    """Choose the file of the pack with other values, say where they come from and have it checked."""
    sign_in_quickly(page, site, make.make_user(referent=True))
    page.goto(f"{site}{reverse('pack_correct', args=[PACK])}")
    text = edited(PACK, {path.replace("__", "."): value for path, value in values.items()})
    file: FilePayload = {"name": "pack.json", "mimeType": "application/json", "buffer": text.encode()}
    page.locator("[name=file]").set_input_files(file)
    page.locator("[name=label]").fill("lucca")
    page.locator("[name=note]").fill("carte stampate 2018")
    button(page, "Check the file").click()


def test_corrected_points_change_findings(open_page: Callable[..., Page], live_server: Any) -> None:
    assert ("V11" in _warned(PACK, 1), "V11" in _warned(PACK, 2)) == (False, True)
    page, site = open_page(), live_server.url
    _upload(page, site, farm__victory_points=2)
    expect(page.get_by_role("table")).to_contain_text("farm.victory_points")
    assert not CardPack.objects.exists()
    button(page, "Save the new version").click()
    page.wait_for_url(f"{site}/carte/eok-lucca-1/")
    name = CardPack.objects.get().name
    assert ("V11" in _warned(name, 1), "V11" in _warned(name, 2)) == (True, False)


@pytest.mark.soak(gate="tests/integration/browser/test_packs.py::test_corrected_points_change_findings")
def test_inconsistent_pack_refused(open_page: Callable[..., Page], live_server: Any) -> None:
    page, site = open_page(), live_server.url
    _upload(page, site, walls__count=9)
    expect(page.get_by_role("alert").filter(has_text="devono essere 142")).to_be_visible()
    expect(button(page, "Save the new version")).to_have_count(0)
    assert not CardPack.objects.exists()
