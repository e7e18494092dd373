"""Test the import of past seasons: file, preview, names only with consent."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from ranking.models import PastPlace, PastSeason
from ranking.past_seasons.parsing import PastFile, parse, past_list
from ranking.past_seasons.services import past_season_import
from tests import factories
from tests.refusals import refuses
from tests.spreadsheets import workbook
from tests.unit.ranking.pages import queries_of, text_of
from tournament.core.refusals import ListFileWrong
from tournament.models import Person
from tournament.web.lists import SentList

pytestmark = pytest.mark.django_db

GOOD = """classifica;posto;nome;cognome;città;tessera;punti;consenso
ranking;1;Ada;Riva;Forlì;;28,5;sì
ranking;2;Ivo;Neri;Bari;;20;no
finale;1;Ivo;Neri;Bari;;;no
finale;2;Ada;Riva;Forlì;;;sì
"""
FACTS: dict[str, Any] = {
    "name": "Campionato 1999",
    "game": "dominion",
    "first_day": "1999-06-01",
    "last_day": "1999-10-15",
    "final_place": "Modena",
}


def _read(text: str, encoding: str = "utf-8") -> PastFile:
    return parse(past_list(text.encode(encoding)))


def _import(text: str = GOOD, **facts: Any) -> PastSeason:
    data: dict[str, Any] = {
        "name": "Campionato 1999",
        "game": "dominion",
        "first_day": date(1999, 6, 1),
        "last_day": date(1999, 10, 15),
    }
    return past_season_import(rows=_read(text).rows, by=None, **(data | facts))


def test_parse_reads_semicolons_commas_and_old_letters() -> None:
    rows = _read(GOOD).rows
    assert [(row.list, row.place, row.name, row.half_points) for row in rows] == [
        ("ranking", 1, "Ada Riva", 57),
        ("ranking", 2, "", 40),
        ("final", 1, "", None),
        ("final", 2, "Ada Riva", None),
    ]
    commas = _read("place,last name,city,consent\n1,Riva,Forlì,yes\n", "cp1252")
    assert [(row.name, row.city) for row in commas.rows] == [("Riva", "Forlì")]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("posto;cognome;punti;consenso;classifica\nuno;Riva;1,3;forse;coppa\n2;Neri;inf;;\n", [2, 2, 2, 2, 3]),
        ("posto;cognome\n0;Riva\n", [2]),
    ],
)
def test_parse_names_every_problem_with_its_line(text: str, lines: list[int]) -> None:
    assert [line for line, _words in _read(text).problems] == lines


@pytest.mark.parametrize("text", ["", "posto;cognome\n", "posto;cognome\n" + "1;Riva\n" * 5001])
def test_list_without_rows_or_with_too_many_is_refused(text: str) -> None:
    with pytest.raises(ListFileWrong):
        _read(text)


def test_spreadsheet_is_previewed_and_confirmed_like_a_text_file(referent: Client) -> None:
    headings = ["Posto", "Nome", "Cognome", "Punti", "Consenso"]
    content = workbook(("Foglio1", [headings, [1, "Ada", "Riva", 28.5, "sì"], [2, "Ivo", "Neri", 20, "no"]]))
    file = SimpleUploadedFile("stagione.xlsx", content)
    preview = referent.post(reverse("past_season_import"), FACTS | {"file": file})
    assert "Ada Riva" in text_of(preview)
    kept = dict(preview.context["sent"])
    assert referent.post(reverse("past_season_import"), FACTS | kept | {"confirm": "1"}).status_code == 302
    assert list(PastPlace.objects.values_list("place", "name", "half_points")) == [(1, "Ada Riva", 57), (2, "", 40)]


def test_import_stores_no_name_without_consent_and_joins_cards() -> None:
    person = factories.make_person(card_number="A-7", consent=True)
    season = _import("posto;cognome;tessera;consenso\n1;Riva;A-7;no\n2;Neri;;no\n3;Gallo;;sì\n")
    rows = list(PastPlace.objects.filter(season=season).values_list("person", "name"))
    assert rows == [(person.pk, ""), (None, ""), (None, "Gallo")]
    with refuses("PAST_SEASON_EXISTS"):
        _import()


def test_past_season_page_and_roll_of_honour_hide_names_without_consent(anybody: Client) -> None:
    person = factories.make_person(card_number="A-7", consent=True)
    season = _import("classifica;posto;cognome;tessera;consenso\nfinale;1;Riva;A-7;\nfinale;2;Gallo;;sì\n")
    address = reverse("past_season", args=[season.pk])
    for page in (text_of(anybody.get(address)), text_of(anybody.get(reverse("roll_of_honour")))):
        assert str(person) in page
        assert "Gallo" in page
    Person.objects.filter(pk=person.pk).update(consent=False)
    for page in (text_of(anybody.get(address)), text_of(anybody.get(reverse("roll_of_honour")))):
        assert str(person) not in page
    assert anybody.get(reverse("past_season", args=[9999])).status_code == 404


def test_past_season_queries_are_independent_of_its_places(anybody: Client) -> None:
    few = _import("posto;cognome\n1;Riva\n")
    many = _import("posto;cognome\n" + "".join(f"{place};Riva\n" for place in range(1, 60)), name="Campionato 1998")
    queries_of(anybody, "past_season", few.pk)
    assert queries_of(anybody, "past_season", few.pk) == queries_of(anybody, "past_season", many.pk)


@pytest.mark.parametrize("language", ["it", "en"])
def test_past_season_is_previewed_confirmed_and_deleted(language: str, referent: Client) -> None:
    address = reverse("past_season_import")
    headers = {"accept-language": language}
    assert referent.get(address, headers=headers).status_code == 200
    assert referent.post(address, FACTS).status_code == 422
    wrong = SimpleUploadedFile("stagione.csv", b"posto;cognome\nuno;Riva\n")
    refused = referent.post(address, FACTS | {"file": wrong}, headers=headers)
    assert refused.status_code == 422
    assert "uno" in text_of(refused)
    preview = referent.post(address, FACTS | {"file": SimpleUploadedFile("s.csv", GOOD.encode())}, headers=headers)
    assert preview.status_code == 200
    assert "Ada Riva" in text_of(preview)
    assert PastSeason.objects.count() == 0
    stored = referent.post(address, FACTS | dict(SentList(GOOD.encode()).fields()) | {"confirm": "1"})
    season = PastSeason.objects.get()
    assert stored.url == reverse("past_season", args=[season.pk])
    again = referent.post(address, FACTS | dict(SentList(GOOD.encode()).fields()) | {"confirm": "1"}, headers=headers)
    assert again.status_code == 422
    deletion = reverse("past_season_delete", args=[season.pk])
    assert referent.post(deletion).status_code == 200
    assert referent.post(deletion, {"confirmed": "1"}).status_code == 302
    assert not PastSeason.objects.exists()


def test_list_with_a_title_and_full_names_is_read_and_one_without_places_is_asked(referent: Client) -> None:
    """Case 18-past-season."""
    content = (Path(__file__).parents[2] / "data" / "lists" / "past-season.csv").read_bytes()
    rows = parse(past_list(content)).rows
    assert [(row.place, row.half_points) for row in rows] == [(1, 51), (2, 40)]
    content = b"A;B;C\n1;Riva;Ada\n2;Neri;Ivo\n"
    asked = referent.post(reverse("past_season_import"), FACTS | {"file": SimpleUploadedFile("s.csv", content)})
    assert 'name="column-2"' in text_of(asked)
    columns = {"column-0": "place", "column-1": "last_name", "column-2": "first_name"}
    kept = dict(asked.context["sent"])
    preview = referent.post(reverse("past_season_import"), FACTS | kept | columns | {"answer": "1"})
    kept = dict(preview.context["sent"])
    assert referent.post(reverse("past_season_import"), FACTS | kept | {"confirm": "1"}).status_code == 302
    assert PastPlace.objects.count() == 2
