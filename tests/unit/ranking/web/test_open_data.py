"""What anybody may take away, and whose work the project stands on."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils.translation import gettext, override

from tests import factories as make
from tests import reporting
from tests.unit.ranking.pages import queries_of, text_of
from tournament.models import Event, Season

pytestmark = pytest.mark.django_db


def _links(page: str) -> list[str]:
    return list(re.findall(r'href="(/[^"#]*)"', page.split("<main", 1)[1].split("</main>")[0]))


@pytest.mark.parametrize("language", ["it", "en"])
def test_every_file_named_there_can_be_taken(language: str, anybody: Client) -> None:
    season = make.make_season()
    events = [reporting.homologated_event(season=season), make.drawn_event(season=season)]
    draft = make.make_event(season=season)
    page = text_of(anybody.get("/dati/", headers={"accept-language": language}))
    links = _links(page)
    assert {f"/ranking/{season.slug}.{kind}" for kind in ("csv", "json")} <= set(links)
    assert all(any(event.slug in link for link in links) for event in events)
    assert draft.name not in page
    assert {link: anybody.get(link).status_code for link in links} == dict.fromkeys(links, 200)


def test_nothing_public_yet_says_so(anybody: Client) -> None:
    Season.objects.all().delete()
    page = text_of(anybody.get("/dati/"))
    with override("it"):
        assert gettext("No season is open yet.") in page
        assert gettext("No event is public yet.") in page


def test_queries_do_not_grow_with_the_events(anybody: Client) -> None:
    season = make.make_season()
    make.announced_event(season=season)
    one = queries_of(anybody, "open_data")
    for _ in range(5):
        make.announced_event(season=season)
    assert Event.objects.count() == 6
    assert queries_of(anybody, "open_data") == one <= 5


@pytest.mark.parametrize("language", ["it", "en"])
def test_the_licences_of_what_is_not_ours(language: str, anybody: Client) -> None:
    page = text_of(anybody.get("/licenze/", headers={"accept-language": language}))
    assert f'<html lang="{language}"' in page
    for name in ("Alegreya", "Source Sans", "Bootstrap", "htmx", "qr 0.7.0", "Django"):
        assert name in page
