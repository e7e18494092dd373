"""The Ranking's page, paper and open data (articles 1.6 and 1.7)."""

from __future__ import annotations

import csv
import json
import re
from io import BytesIO, StringIO

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import gettext, override
from pypdf import PdfReader

from ranking.national.rank_history import counting_events, trail
from ranking.national.selectors import season_standing
from tests import factories as make
from tests.unit.ranking.credit import credit
from tests.unit.ranking.pages import queries_of, signed_in, text_of
from tournament.models import Person, Season

pytestmark = pytest.mark.django_db


def _season(points: list[int], *, finalists: int = 24, hidden: tuple[int, ...] = ()) -> tuple[Season, list[Person]]:
    """A season whose players have these half-points; those at the indexes of ``hidden`` have given no consent."""
    season = make.make_season(finalists=finalists)
    people = []
    for index, half in enumerate(points):
        person = make.make_person(consent=index not in hidden)
        credit(season, person, half)
        people.append(person)
    return season, people


def _page(client: Client, season: Season, query: str = "", language: str = "it") -> str:
    address = reverse("ranking_season", args=[season.slug]) + query
    answer = client.get(address, headers={"accept-language": language})
    assert answer.status_code == 200
    return text_of(answer)


def _cells(page: str) -> list[list[str]]:
    """The text of the cells of every row of the table."""
    body = page.split("<tbody", 1)[1].split("</tbody>")[0]
    rows = re.findall(r"<tr.*?</tr>", body, re.DOTALL)
    return [
        [re.sub(r"<[^>]+>", "", cell).strip() for cell in re.findall(r"<td.*?>(.*?)</td>", row, re.DOTALL)]
        for row in rows
    ]


@pytest.mark.rule("REQ-1408")
def test_points_are_halves_with_a_comma_in_italian_and_a_point_in_english(anybody: Client) -> None:
    season, _ = _season([3])
    assert _cells(_page(anybody, season))[0][8] == "1,5"
    assert _cells(_page(anybody, season, language="en"))[0][8] == "1.5"


@pytest.mark.rule("REQ-1406")
def test_equals_share_the_place_and_the_reason_says_so(anybody: Client) -> None:
    season, _ = _season([20, 14, 14, 6])
    rows = _cells(_page(anybody, season, language="en"))
    assert [row[0] for row in rows] == ["1", "2", "2, equal to the one above=", "4"]
    assert [row[9] for row in rows] == ["points", "equal", "points", "points"]


@pytest.mark.rule("AMB-19")
def test_amb_19_without_consent_the_row_stays_and_the_name_goes(anybody: Client, referent: Client) -> None:
    season, people = _season([20, 14], hidden=(0,))
    page = _page(anybody, season, language="en")
    assert str(people[0]) not in page
    assert _cells(page)[0][2] == "no name"
    assert _cells(page)[0][8] == "10"
    assert reverse("player", args=[people[0].pk]) not in page
    assert str(people[0]) in _page(referent, season)


@pytest.mark.rule("AMB-19")
def test_amb_19_the_player_sees_the_own_name(anybody: Client) -> None:
    season, people = _season([20, 14], hidden=(0,))
    user = make.make_user()
    Person.objects.filter(pk=people[0].pk).update(user=user)
    page = _page(signed_in(user), season)
    assert str(people[0]) in page
    assert "is-me" in page


@pytest.mark.rule("REQ-1502")
def test_the_line_stands_after_the_last_called_and_only_in_order(anybody: Client) -> None:
    season, people = _season([20, 14, 10, 6], finalists=3)
    page = _page(anybody, season)
    cut = page.index('class="fo-cut"')
    assert page.index(str(people[2])) < cut < page.index(str(people[3]))
    assert 'class="fo-cut"' not in _page(anybody, season, "?sort=player")
    assert 'class="fo-cut"' not in _page(anybody, season, f"?q={people[0].first_name}")


@pytest.mark.rule("AMB-20")
def test_amb_20_a_tie_across_the_line_announces_the_lot(anybody: Client) -> None:
    season, _ = _season([20, 14, 14, 6], finalists=2)
    page = _page(anybody, season)
    with override("it"):
        assert page.count(gettext("lot, if it stays like this")) == 2
    season, _ = _season([20, 14, 14, 6], finalists=3)
    assert "fo-why--lot" not in _page(anybody, season)


def test_it_sorts_and_filters_by_shown_names_only(anybody: Client) -> None:
    season, people = _season([20, 14, 10], hidden=(1,))
    Person.objects.filter(pk=people[0].pk).update(first_name="Zoe", city="Zagarolo")
    Person.objects.filter(pk=people[1].pk).update(first_name="Segreta", city="Segreto")
    assert [row[2] for row in _cells(_page(anybody, season, "?q=zoe"))] == [str(Person.objects.get(pk=people[0].pk))]
    assert "Segreta" not in _page(anybody, season, "?q=segreta").replace('value="segreta"', "")
    assert "Segreto" not in _page(anybody, season)
    names = [row[2] for row in _cells(_page(anybody, season, "?sort=-player", language="en"))]
    assert names[0] == "no name"
    assert len(_cells(_page(anybody, season, "?city=Zagarolo"))) == 1


@pytest.mark.parametrize(
    "query", ["?sort=nothing", "?page=9999", "?page=x", "?city=Altrove", "?sort=;drop", "?q=%00%27"]
)
def test_any_question_is_borne(query: str, anybody: Client) -> None:
    season, _ = _season([20])
    assert anybody.get(reverse("ranking_season", args=[season.slug]) + query).status_code == 200


def test_an_empty_season_and_one_that_is_not_there(anybody: Client) -> None:
    season = make.make_season()
    with override("it"):
        words = gettext("No event of this season is ratified yet: the first one begins the Ranking.")
    assert words in _page(anybody, season)
    assert anybody.get(reverse("ranking_season", args=["niente"])).status_code == 404
    Season.objects.all().delete()
    assert anybody.get(reverse("ranking")).status_code == 200


@pytest.mark.rule("REQ-1407")
def test_csv_and_json_respect_the_consent_whoever_asks(anybody: Client, referent: Client) -> None:
    season, people = _season([20, 3], hidden=(1,))
    for client in (anybody, referent):
        rows = list(csv.DictReader(StringIO(client.get(reverse("ranking_csv", args=[season.slug])).content.decode())))
        assert [(row["rank"], row["player"], row["points"]) for row in rows] == [
            ("1", str(people[0]), "10"),
            ("2", "", "1.5"),
        ]
        content = json.loads(client.get(reverse("ranking_json", args=[season.slug])).content)
        assert [(row["rank"], row["player"], row["points"]) for row in content["rows"]] == [
            (1, str(people[0]), 10.0),
            (2, None, 1.5),
        ]


def test_a_name_that_a_spreadsheet_would_compute_is_a_text(anybody: Client) -> None:
    season, people = _season([20, 3])
    Person.objects.filter(pk=people[0].pk).update(first_name="=1+1")
    rows = csv.DictReader(StringIO(anybody.get(reverse("ranking_csv", args=[season.slug])).content.decode()))
    assert next(iter(rows))["player"].startswith("'=1+1")


@pytest.mark.rule("REQ-1407")
def test_the_paper_respects_the_consent(referent: Client) -> None:
    season, people = _season([20, 3], hidden=(1,))
    answer = referent.get(reverse("print_ranking", args=[season.slug]))
    assert answer["Content-Type"] == "application/pdf"
    pages = PdfReader(BytesIO(answer.content)).pages
    text = " ".join(page.extract_text() for page in pages)
    assert str(people[0]) in text
    assert str(people[1]) not in text
    assert "1,5" in text
    assert round(float(pages[0].mediabox.width)) == 595


def test_queries_do_not_grow_with_the_players(anybody: Client) -> None:
    small, _ = _season([20, 14])
    large, _ = _season([20] * 40)
    counts = [queries_of(anybody, "ranking_season", season.slug) for season in (small, large)]
    assert counts[0] == counts[1]
    assert counts[1] <= 13


def test_places_in_time_follow_the_days_of_the_events() -> None:
    season, people = _season([10, 20])
    first, second = (person.pk for person in people)
    moves = trail(season_standing(season), [first, second], counting_events(season))
    assert moves.ranks == {first: [1, 2], second: [1]}
    assert (moves.moved(first), moves.moved(second)) == (-1, None)
    assert (len(moves.events_of(first)), len(moves.events_of(second))) == (2, 1)
    last = trail(season_standing(season), [first, second], counting_events(season), last=1)
    assert last.ranks == {first: [2], second: [1]}
    assert last.events_of(first) == last.events_of(second) == moves.events[-1:]


def test_the_same_page_whatever_it_is_sorted_by(anybody: Client) -> None:
    """Every column sorts all rows, equals stay in the order of the Ranking, turning round turns."""
    season, people = _season([20, 14, 14, 6], hidden=(1,))
    whole = _page(anybody, season)
    names = [str(people[at]) for at in (0, 2, 3)]
    for column in ("rank", "player", "city", "events", "wins", "seconds", "thirds", "points"):
        for sign in ("", "-"):
            text = _page(anybody, season, f"?sort={sign}{column}")
            assert all(text.count(name) == whole.count(name) for name in names), (sign, column)
    points = _page(anybody, season, "?sort=points")
    assert [points.index(name) for name in names] == sorted((points.index(name) for name in names), reverse=True)


@pytest.mark.parametrize(("language", "words"), [("it", "posto perso"), ("en", "place down")])
def test_one_place_lost_is_said_in_the_singular(anybody: Client, language: str, words: str) -> None:
    season, _people = _season([10, 20])
    address = reverse("ranking_season", args=[season.slug])
    page = text_of(anybody.get(address, headers={"accept-language": language}))
    assert f'1<span class="visually-hidden"> {words}</span>' in page
