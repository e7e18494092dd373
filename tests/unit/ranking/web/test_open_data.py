"""Test the page of open data and the page of licences."""

from __future__ import annotations

import csv
import re
from urllib.parse import urlsplit

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
def test_open_data_every_linked_file_can_be_downloaded(language: str, anybody: Client) -> None:
    season = make.make_season()
    events = [reporting.homologated_event(season=season), make.drawn_event(season=season)]
    draft = make.make_event(season=season)
    page = text_of(anybody.get("/dati/", headers={"accept-language": language}))
    links = _links(page)
    assert {f"/ranking/{season.slug}.{kind}" for kind in ("csv", "json")} <= set(links)
    assert {f"/forza-stimata/dominion.{kind}" for kind in ("csv", "json")} <= set(links)
    assert all(any(event.slug in link for link in links) for event in events)
    assert draft.name not in page
    assert {link: anybody.get(link).status_code for link in links} == dict.fromkeys(links, 200)


def test_rating_list_has_same_rows_as_csv_and_json(anybody: Client) -> None:
    reporting.homologated_event(players=12)
    rows = anybody.get("/forza-stimata/dominion.json").json()["rows"]
    lines = list(csv.DictReader(anybody.get("/forza-stimata/dominion.csv").content.decode().splitlines()))
    assert [[str(value) for value in row.values()] for row in rows] == [list(line.values()) for line in lines]
    assert len(rows) == 12
    assert anybody.get(urlsplit(rows[0]["page"]).path).status_code == 200
    assert anybody.get("/forza-stimata/scopa.json").status_code == 404


def test_open_data_empty_page_shows_notices(anybody: Client) -> None:
    Season.objects.all().delete()
    page = text_of(anybody.get("/dati/"))
    with override("it"):
        assert gettext("No season is open yet: the National Referent opens one.") in page
        assert gettext("No event is public yet.") in page


def test_open_data_queries_are_independent_of_the_events(anybody: Client) -> None:
    season = make.make_season()
    make.announced_event(season=season)
    count_of_one = queries_of(anybody, "open_data")
    for _ in range(5):
        make.announced_event(season=season)
    assert Event.objects.count() == 6
    assert queries_of(anybody, "open_data") == count_of_one <= 5


@pytest.mark.parametrize("language", ["it", "en"])
def test_licences_page_names_third_party_work(language: str, anybody: Client) -> None:
    page = text_of(anybody.get("/licenze/", headers={"accept-language": language}))
    assert f'<html lang="{language}"' in page
    for name in ("Alegreya", "Source Sans", "Bootstrap", "htmx", "qr 0.7.0", "Django"):
        assert name in page
