"""Test the Ranking as page, PDF and open data (articles 1.6 and 1.7)."""

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

from ranking.homologation.services import event_homologate
from ranking.national.rank_history import counted_events, rank_history
from ranking.national.selectors import season_standing
from tests import factories as make
from tests import reporting
from tests.unit.ranking.credit import credit
from tests.unit.ranking.pages import queries_of, signed_in, text_of
from tournament.entries.services import entry_leave
from tournament.models import Event, Person, Season
from tournament.results.conclusion import event_conclude

pytestmark = pytest.mark.django_db


def _season(points: list[int], *, finalists: int = 24, hidden: tuple[int, ...] = ()) -> tuple[Season, list[Person]]:
    """Return a season whose players have these half-points; the indexes in ``hidden`` have given no consent."""
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
    """Return the text of the cells of every row of the table, without the line that only phones show."""
    body = page.split("<tbody", 1)[1].split("</tbody>")[0]
    body = re.sub(r'<small class="narrow">.*?</small>', "", body)
    rows = re.findall(r"<tr.*?</tr>", body, re.DOTALL)
    return [
        [re.sub(r"<[^>]+>", "", cell).strip() for cell in re.findall(r"<td.*?>(.*?)</td>", row, re.DOTALL)]
        for row in rows
    ]


@pytest.mark.rule("REQ-1408")
def test_ranking_points_use_the_decimal_separator_of_the_language(anybody: Client) -> None:
    season, _ = _season([3])
    assert _cells(_page(anybody, season))[0][7] == "1,5"
    assert _cells(_page(anybody, season, language="en"))[0][7] == "1.5"


@pytest.mark.rule("REQ-1406")
def test_ranking_equals_share_a_place_with_the_reason(anybody: Client) -> None:
    season, _ = _season([20, 14, 14, 6])
    rows = _cells(_page(anybody, season, language="en"))
    assert [row[0] for row in rows] == ["1", "2", "2, equal to the one above=", "4"]
    assert [row[8] for row in rows] == ["", "equal", "", ""]


@pytest.mark.rule("REQ-1404")
def test_ranking_row_names_the_figure_that_decides_between_equal_points(anybody: Client) -> None:
    season = make.make_season()
    first, second = make.make_person(), make.make_person()
    credit(season, first, 14, wins=3)
    credit(season, second, 14, wins=2)
    page = _page(anybody, season, language="en")
    assert f"7 points, like {second}. More wins: 3 to 2." in page
    assert page.count('class="fo-decides"') == 1
    Person.objects.filter(pk=second.pk).update(consent=False)
    page = _page(anybody, season, language="en")
    assert "7 points, like the next one. More wins: 3 to 2." in page
    assert str(second) not in page


@pytest.mark.rule("AMB-20")
def test_ranking_names_and_links_the_readings_that_decided_something(anybody: Client) -> None:
    season = make.make_season()
    people = make.make_people(4)
    for person, wins, ordinary in zip(people, (3, 2, 2, 2), (2, 2, 1, 1), strict=True):
        credit(season, person, 14, wins=wins, ordinary=ordinary)
        Person.objects.filter(pk=person.pk).update(consent=True)
    page = _page(anybody, season, language="en")
    text = reverse("regulation_version", args=[season.regulation])
    assert f"{people[0]} is before {people[1]} with equal points: tables won in a final" in page
    assert f"{people[1]} is before {people[2]} with as many victories, more of them before the final." in page
    for anchor, is_there in (("amb-20", True), ("amb-03", True), ("amb-19", False), ("amb-04", False)):
        assert (f'href="{text}#{anchor}"' in page) is is_there
    Person.objects.filter(pk=people[0].pk).update(consent=False)
    page = _page(anybody, season, language="en")
    assert str(people[0]) not in page
    assert f'href="{text}#amb-19"' in page
    season, _ = _season([20, 14, 14, 6], finalists=2)
    assert f'href="{text}#amb-04"' in _page(anybody, season)


@pytest.mark.rule("AMB-31")
def test_ranking_says_what_players_who_left_an_event_got(anybody: Client) -> None:
    event = make.played_event(players=16)
    gone = make.last_round(event).standing_rows.order_by("position").last()
    assert gone is not None
    entry_leave(entry=gone.entry, by=None, reason="Il treno")
    for _ in range(3):
        make.next_round(event)
        make.play_round(event)
    event_conclude(event=event, by=None)
    reporting.submit(Event.objects.get(pk=event.pk))
    event_homologate(event=Event.objects.get(pk=event.pk), by=None)
    page = _page(anybody, event.season, language="en")
    assert "Whoever left an event before its end got the points of the place there." in page


@pytest.mark.rule("AMB-19")
def test_amb_19_row_without_consent_stays_and_hides_the_name(anybody: Client, referent: Client) -> None:
    season, people = _season([20, 14], hidden=(0,))
    page = _page(anybody, season, language="en")
    assert str(people[0]) not in page
    assert _cells(page)[0][2] == "no name"
    assert _cells(page)[0][7] == "10"
    assert reverse("player", args=[people[0].pk]) not in page
    assert str(people[0]) in _page(referent, season)


@pytest.mark.rule("AMB-19")
def test_amb_19_player_sees_the_own_name(anybody: Client) -> None:
    season, people = _season([20, 14], hidden=(0,))
    user = make.make_user()
    Person.objects.filter(pk=people[0].pk).update(user=user)
    page = _page(signed_in(user), season)
    assert str(people[0]) in page
    assert "is-me" in page


@pytest.mark.rule("REQ-1502")
def test_ranking_cut_line_follows_the_last_called_in_rank_order_only(anybody: Client) -> None:
    season, people = _season([20, 14, 10, 6], finalists=3)
    page = _page(anybody, season)
    cut = page.index('class="fo-cut"')
    assert page.index(str(people[2])) < cut < page.index(str(people[3]))
    assert "chi segue è a 2 punti" in page
    assert 'class="fo-cut"' not in _page(anybody, season, "?sort=player")
    assert 'class="fo-cut"' not in _page(anybody, season, f"?q={people[0].first_name}")


@pytest.mark.rule("AMB-20")
def test_amb_20_tie_across_the_line_announces_the_lot(anybody: Client) -> None:
    season, _ = _season([20, 14, 14, 6], finalists=2)
    page = _page(anybody, season)
    with override("it"):
        assert page.count(gettext("lot, if it stays like this")) == 2
    season, _ = _season([20, 14, 14, 6], finalists=3)
    assert "fo-why--lot" not in _page(anybody, season)


def test_ranking_sorts_and_filters_by_visible_names_only(anybody: Client) -> None:
    season, people = _season([20, 14, 10], hidden=(1,))
    make.change_person(people[0], first_name="Zoe", city="Zagarolo")
    make.change_person(people[1], first_name="Segreta", city="Segreto")
    assert [row[2] for row in _cells(_page(anybody, season, "?q=zoe"))] == [str(Person.objects.get(pk=people[0].pk))]
    assert "Segreta" not in _page(anybody, season, "?q=segreta").replace('value="segreta"', "")
    assert "Segreto" not in _page(anybody, season)
    names = [row[2] for row in _cells(_page(anybody, season, "?sort=-player", language="en"))]
    assert names[0] == "no name"
    assert len(_cells(_page(anybody, season, "?city=Zagarolo"))) == 1


def test_ranking_filters_by_region_club_and_names_without_accents(anybody: Client) -> None:
    season, people = _season([20, 14, 10], hidden=(1,))
    make.change_person(people[0], last_name="Černigoj", city="Trieste")
    Person.objects.filter(pk=people[2].pk).update(city="Bari")
    name = str(Person.objects.get(pk=people[0].pk))
    for query in ("?q=cernigoj", "?city=Friuli-Venezia+Giulia", f"?club={season.events.earliest('pk').organiser_id}"):
        assert [row[2] for row in _cells(_page(anybody, season, query))] == [name], query
    assert len(_cells(_page(anybody, season, "?city=Puglia"))) == 1
    club_of_hidden = season.events.get(ledger__person=people[1]).organiser_id
    assert "Nessun giocatore" in _page(anybody, season, f"?club={club_of_hidden}")
    assert "Nessun giocatore di questa Ranking corrisponde a “nessuno”" in _page(anybody, season, "?q=nessuno")


def test_ranking_panel_shows_a_player_and_never_a_hidden_one(anybody: Client) -> None:
    season, people = _season([20, 14, 10], hidden=(1,), finalists=1)
    page = _page(anybody, season, f"?giocatore={people[0].pk}", language="en")
    panel = page.split('id="scheda"', 1)[1]
    assert str(people[0]) in panel
    assert "3 points above the 2nd." in panel
    assert reverse("event", args=[season.events.earliest("pk").slug]) in panel
    for nobody in (people[1].pk, 10**8, "x", "9" * 5000):
        assert 'id="scheda"' not in _page(anybody, season, f"?giocatore={nobody}")


@pytest.mark.parametrize("query", ["?sort=nothing", "?page=9999", "?page=x", "?city=Altrove", "?sort=;drop", "?q=%27"])
def test_ranking_tolerates_any_query_string(query: str, anybody: Client) -> None:
    season, _ = _season([20])
    assert anybody.get(reverse("ranking_season", args=[season.slug]) + query).status_code == 200


def test_ranking_query_with_a_nul_is_refused(anybody: Client) -> None:
    season, _ = _season([20])
    answer = anybody.get(reverse("ranking_season", args=[season.slug]) + "?q=%00%27")
    assert answer.status_code == 400
    assert "Questa richiesta non si può leggere" in text_of(answer)


def test_ranking_empty_or_unknown_season(anybody: Client) -> None:
    season = make.make_season()
    with override("it"):
        notice = gettext("No event of this season is ratified yet: the first one begins the Ranking.")
    assert notice in _page(anybody, season)
    assert anybody.get(reverse("ranking_season", args=["niente"])).status_code == 404
    Season.objects.all().delete()
    assert anybody.get(reverse("ranking")).status_code == 200


@pytest.mark.rule("REQ-1407")
def test_ranking_csv_and_json_hide_names_without_consent_from_everybody(anybody: Client, referent: Client) -> None:
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


def test_ranking_csv_escapes_spreadsheet_formulas(anybody: Client) -> None:
    season, people = _season([20, 3])
    make.change_person(people[0], first_name="=1+1")
    rows = csv.DictReader(StringIO(anybody.get(reverse("ranking_csv", args=[season.slug])).content.decode()))
    assert next(iter(rows))["player"].startswith("'=1+1")


@pytest.mark.rule("REQ-1407")
def test_ranking_pdf_hides_names_without_consent(referent: Client) -> None:
    season, people = _season([20, 3], hidden=(1,))
    answer = referent.get(reverse("print_ranking", args=[season.slug]))
    assert answer["Content-Type"] == "application/pdf"
    pages = PdfReader(BytesIO(answer.content)).pages
    text = " ".join(page.extract_text() for page in pages)
    assert str(people[0]) in text
    assert str(people[1]) not in text
    assert "1,5" in text
    assert round(float(pages[0].mediabox.width)) == 595


def test_ranking_queries_are_independent_of_the_players(anybody: Client) -> None:
    seasons = [_season(points) for points in ([20, 14], [20] * 40)]
    Person.objects.update(city="Bari")
    for query, most in (("", 12), ("?q=a&city=Puglia&sort=player&giocatore={}", 21)):
        counts = [
            queries_of(anybody, "ranking_season", season.slug, query=query.format(people[0].pk))
            for season, people in seasons
        ]
        # The forty are tied across the line: their lots are looked for, in one query.
        assert counts[1] == counts[0] + 1
        assert counts[1] <= most


def test_trail_follows_the_days_of_the_events() -> None:
    season, people = _season([10, 20])
    first, second = (person.pk for person in people)
    moves = rank_history(season_standing(season), [first, second], counted_events(season))
    assert moves.ranks == {first: [1, 2], second: [1]}
    assert (moves.places_gained(first), moves.places_gained(second)) == (-1, None)
    assert (len(moves.events_for_person(first)), len(moves.events_for_person(second))) == (2, 1)
    last = rank_history(season_standing(season), [first, second], counted_events(season), last=1)
    assert last.ranks == {first: [2], second: [1]}
    assert last.events_for_person(first) == last.events_for_person(second) == moves.events[-1:]


def test_ranking_sorted_page_has_the_same_rows(anybody: Client) -> None:
    """Every column sorts all rows, equals stay in the order of the Ranking, and the minus sign reverses the order."""
    season, people = _season([20, 14, 14, 6], hidden=(1,))
    unsorted_page = _page(anybody, season)
    names = [str(people[at]) for at in (0, 2, 3)]
    for column in ("rank", "player", "city", "events", "wins", "seconds", "points"):
        for sign in ("", "-"):
            text = _page(anybody, season, f"?sort={sign}{column}")
            assert all(text.count(name) == unsorted_page.count(name) for name in names), (sign, column)
    points = _page(anybody, season, "?sort=points")
    assert [points.index(name) for name in names] == sorted((points.index(name) for name in names), reverse=True)


@pytest.mark.parametrize(("language", "words"), [("it", "posto perso"), ("en", "place down")])
def test_ranking_one_place_lost_is_in_the_singular(anybody: Client, language: str, words: str) -> None:
    season, _people = _season([10, 20])
    address = reverse("ranking_season", args=[season.slug])
    page = text_of(anybody.get(address, headers={"accept-language": language}))
    assert f'1<span class="visually-hidden"> {words}</span>' in page
