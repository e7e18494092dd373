"""Test the web app: manifest, service worker, and the files that it caches on the phone."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse

from tests import factories as make
from tests.unit.tournament.web.conftest import text_of
from tournament.web.phone import web_app as webapp

pytestmark = pytest.mark.django_db


def test_manifest_names_existing_files(client: Client) -> None:
    answer = client.get(reverse("manifest"))
    assert answer["Content-Type"] == "application/manifest+json"
    content = answer.json()
    assert (content["start_url"], content["scope"], content["display"]) == ("/io/inizio/", "/", "standalone")
    for icon in content["icons"]:
        assert finders.find(icon["src"].removeprefix("/static/"))


def test_service_worker_covers_the_site_and_versions_its_cache_by_content(client: Client) -> None:
    answer = client.get("/sw.js")
    assert answer["Content-Type"].startswith("text/javascript")
    assert "no-cache" in answer["Cache-Control"]
    content = json.loads(re.match(r"const FACTS = (\{.*?\});\n", answer.content.decode())[1])
    assert content["version"].startswith(webapp.shell_version())
    assert len(content["shell"]) == len(webapp.SHELL)
    assert client.get(content["offline"]).status_code == 200


def test_shell_contains_the_static_files_of_the_sheet_page(client: Client) -> None:
    event = make.drawn_event()
    user = make.make_user()
    make.grant(event, user, "referee")
    client.force_login(user)
    page = client.get(reverse("sheet", args=[event.slug, 1, 1])).content.decode()
    linked = {path for path in re.findall(r'(?:src|href)="/static/([^"]+)"', page) if not path.endswith(".png")}
    assert linked <= set(webapp.SHELL)


def test_shell_contains_the_modules_that_its_scripts_import() -> None:
    scripts = [name for name in webapp.SHELL if name.startswith("fossato/js/")]
    imported = {
        f"fossato/js/{name}"
        for script in scripts
        for name in re.findall(r'from "\./([\w-]+\.js)"', Path(str(finders.find(script))).read_text())
    }
    assert imported
    assert imported <= set(webapp.SHELL)


def test_offline_page_needs_no_account(client: Client) -> None:
    page = text_of(client.get(reverse("offline")))
    assert "Manca la rete" in page
    assert 'id="unsent"' in page


def test_favicon_leads_to_the_icon(client: Client) -> None:
    answer = client.get("/favicon.ico")
    assert (answer.status_code, answer["Location"].endswith(".png")) == (302, True)
