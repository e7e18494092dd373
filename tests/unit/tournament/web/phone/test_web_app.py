"""The web app: manifest, service worker, and the files that it keeps on the phone."""

from __future__ import annotations

import json
import re

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse

from tests import factories as make
from tests.unit.tournament.web.conftest import text_of
from tournament.web.phone import web_app as webapp

pytestmark = pytest.mark.django_db


def test_the_manifest_names_files_that_are_there(client: Client) -> None:
    answer = client.get(reverse("manifest"))
    assert answer["Content-Type"] == "application/manifest+json"
    facts = answer.json()
    assert (facts["start_url"], facts["scope"], facts["display"]) == ("/arbitro/", "/", "standalone")
    for icon in facts["icons"]:
        assert finders.find(icon["src"].removeprefix("/static/"))


def test_the_service_worker_serves_the_whole_site_and_names_its_cache_by_content(client: Client) -> None:
    answer = client.get("/sw.js")
    assert answer["Content-Type"].startswith("text/javascript")
    assert "no-cache" in answer["Cache-Control"]
    facts = json.loads(re.match(r"const FACTS = (\{.*?\});\n", answer.content.decode())[1])
    assert facts["version"].startswith(webapp.shell_version())
    assert len(facts["shell"]) == len(webapp.SHELL)
    assert client.get(facts["offline"]).status_code == 200


@pytest.mark.parametrize("name", webapp.SHELL)
def test_a_file_of_the_shell_is_there(name: str) -> None:
    """One that is missing would keep the whole service worker from being installed."""
    assert finders.find(name)


def test_what_the_sheets_page_links_is_in_the_shell(client: Client) -> None:
    event = make.drawn_event()
    user = make.make_user()
    make.grant(event, user, "referee")
    client.force_login(user)
    page = client.get(reverse("sheet", args=[event.slug, 1, 1])).content.decode()
    linked = {one for one in re.findall(r'(?:src|href)="/static/([^"]+)"', page) if not one.endswith(".png")}
    assert linked <= set(webapp.SHELL)


def test_the_page_without_a_network_needs_no_account(client: Client) -> None:
    page = text_of(client.get(reverse("offline")))
    assert "Manca la rete" in page
    assert 'id="unsent"' in page
