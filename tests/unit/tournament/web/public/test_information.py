"""Test the pages around the championship: organising, help, contact, privacy, terms."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse
from django.utils.translation import gettext, override
from PIL import Image

from tests import factories as make
from tests.unit.ranking.pages import queries_of, text_of

pytestmark = pytest.mark.django_db

PAGES = {
    "organise_event": "What the regulation asks",
    "help": "How it works",
    "materials": "Forms to print",
    "contact": "About the championship",
    "privacy": "Which data",
    "terms": "Terms of use",
}


@pytest.mark.parametrize("language", ["it", "en"])
@pytest.mark.parametrize("name", PAGES)
def test_information_page_is_in_the_visitors_language_within_twelve_queries(
    client: Client, name: str, language: str
) -> None:
    page = text_of(client.get(reverse(name), headers={"accept-language": language}))
    with override(language):
        assert gettext(PAGES[name]) in page
    assert queries_of(client, name) <= 12


def test_privacy_notice_without_settings_hides_their_blocks_and_the_referent_reads_what_is_missing(
    client: Client, settings: Any
) -> None:
    settings.FOSSATO_CONTACT_MAIL = settings.FOSSATO_CONTROLLER = settings.FOSSATO_PURPOSES = ""
    page = text_of(client.get(reverse("privacy"), headers={"accept-language": "en"}))
    assert 'id="h-who"' not in page
    assert 'id="h-why"' not in page
    assert "mailto:" not in page
    referent = Client()
    referent.force_login(make.make_user(referent=True))
    assert len(referent.get(reverse("publishing")).context["missing"]) == 3
    settings.FOSSATO_CONTROLLER = settings.FOSSATO_PURPOSES = "Circolo"
    assert len(referent.get(reverse("publishing")).context["missing"]) == 1


def test_privacy_notice_names_the_controller_and_the_retention_periods(client: Client, settings: Any) -> None:
    settings.FOSSATO_CONTROLLER, settings.FOSSATO_PURPOSES = "Circolo <di prova>\nvia Uno 1", "Tenere il Ranking"
    settings.FOSSATO_CONTACT_MAIL, settings.FOSSATO_PHOTO_DAYS = "dati@example.org", 11
    page = text_of(client.get(reverse("privacy"), headers={"accept-language": "en"}))
    assert "Circolo &lt;di prova&gt;<br>via Uno 1" in page
    assert "Tenere il Ranking" in page
    assert "mailto:dati@example.org" in page
    assert "Photos of an event: 11 days after it." in page
    assert 'id="h-who"' in page


def test_organise_page_quotes_the_numbers_of_the_regulation_with_links_to_its_articles(client: Client) -> None:
    page = text_of(client.get(reverse("organise_event"), headers={"accept-language": "en"}))
    assert "at least 12 players" in page
    assert "it needs 16" in page
    regulation = text_of(client.get(reverse("regulation")))
    for article in ("art-1-2", "art-1-5", "art-1-6"):
        assert f"{reverse('regulation')}#{article}" in page
        assert f'id="{article}"' in regulation


@pytest.mark.parametrize("role", ["players", "organisers", "referees", "referents"])
def test_help_shows_a_picture_of_each_role_that_exists(client: Client, role: str) -> None:
    section = client.get(reverse("help")).content.decode().partition(f'id="{role}"')[2].partition("</section>")[0]
    picture = re.search(r'<img src="/static/([^"]+)" width="(\d+)" height="(\d+)"', section)
    assert picture is not None
    found = finders.find(picture[1])
    assert found is not None
    with Image.open(found) as image:
        assert image.size == (int(picture[2]), int(picture[3]))
