"""Test that the lists of a page are exported as CSV and XLSX with the content and permissions of its page.

``test_every_page.py`` proves that every list is.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import parse_qs

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from ranking.national.selectors import national_ranking
from ranking.past_seasons.parsing import parse, past_list
from ranking.web import export_columns as ranking_columns
from tests import factories as make
from tests.reporting import homologated_event
from tests.unit.tournament.web.exported_lists import files_of, main_part, read, sheets
from tournament.entries.importing import players_preview
from tournament.models import Event, Person
from tournament.pages import export_columns as list_columns
from tournament.pages.exports import Column, csv_cell, points_from_half_points

pytestmark = pytest.mark.django_db


def test_export_hides_what_the_page_hides(client: Client) -> None:
    event = make.drawn_event(players=12)
    hidden, visible = (entry.person for entry in event.entries.select_related("person").order_by("number")[:2])
    make.agree(hidden, consent=False)
    address = event.get_absolute_url()
    for name in ("iscritti", "tavoli-1"):
        text = client.get(f"{address}?lista={name}&formato=csv").content.decode()
        assert visible.last_name in text, name
        assert hidden.last_name not in text, name
    whole = str(sheets(client.get(f"{address}?formato=xlsx")))
    assert visible.last_name in whole
    assert hidden.last_name not in whole


@pytest.mark.parametrize("name", ["desk", "entries", "history", "player_links", "roles", "my_events"])
def test_export_is_refused_where_the_page_is_refused(name: str, client: Client) -> None:
    event = make.drawn_event()
    arguments = [] if name == "my_events" else [event.slug]
    address = reverse(name, args=arguments)
    for kind in ("csv", "xlsx"):
        answer = client.get(f"{address}?formato={kind}")
        assert (answer.status_code, answer["Location"].split("?")[0]) == (302, "/accounts/login/")
    client.force_login(make.make_user())
    if arguments:
        assert client.get(f"{address}?formato=csv").status_code == 404


def test_export_keeps_filters_and_order(client: Client) -> None:
    season = make.make_season()
    for name, city in (("Uno", "Cervia"), ("Due", "Cervia"), ("Tre", "Trento")):
        make.announced_event(name=name, city=city, season=season)
    address = reverse("event_list") + "?q=cervia&sort=name&page=1"
    files = files_of(main_part(client.get(address)), address)
    (csv_file,) = files["csv"]
    assert "page=" not in csv_file
    assert [row[2] for row in read(client.get(csv_file))[1:]] == ["Due", "Uno"]
    turned = address.replace("sort=name", "sort=-name")
    assert [row[2] for row in read(client.get(f"{turned}&formato=csv"))[1:]] == ["Uno", "Due"]


def test_export_holds_the_rows_of_all_pages(client: Client) -> None:
    season = make.make_season()
    for number in range(27):
        make.announced_event(name=f"Torneo {number:02}", season=season)
    assert len(read(client.get(reverse("event_list") + "?formato=csv"))) == 28


def test_export_translates_headings_and_labels(client: Client) -> None:
    make.announced_event(name="Torneo del ponte")
    address = reverse("event_list")
    headings, row = read(client.get(f"{address}?formato=csv"))
    assert headings[:4] == ["Primo giorno", "Ultimo giorno", "Torneo", "Città"]
    assert row[2] == "Torneo del ponte"
    assert "annunciato" in row
    english = read(client.get(f"{address}?formato=csv", headers={"Accept-Language": "en"}), ",")
    assert english[0][:3] == ["First day", "Last day", "Event"]


def test_export_as_spreadsheet(client: Client) -> None:
    make.announced_event(name="Coppa <b>&</b> =1+1", venue="=1+1")
    address = reverse("event_list")
    rows = read(client.get(f"{address}?formato=csv"))
    spreadsheet = client.get(f"{address}?formato=xlsx")
    assert spreadsheet["Content-Disposition"].endswith('.xlsx"')
    assert sheets(spreadsheet) == {"eventi": rows}


@pytest.mark.parametrize(
    ("language", "headings", "row", "labels"),
    [
        ("it", "Posto;Giocatore;Città;Punti;Vittorie", "11;Zoë D’Angelo;Forlì;1,5;0;0;", ("punti", "sì;Dominion")),
        ("en", "Place,Player,City,Points,Wins", "11,Zoë D’Angelo,Forlì,1.5,0,0,", ("points", "yes,Dominion")),
    ],
)
def test_export_opens_in_a_spreadsheet_of_its_language(
    client: Client, language: str, headings: str, row: str, labels: tuple[str, str]
) -> None:
    """Case 15-csv-italian-excel, by bytes: mark, separator, decimals, ends of lines, labels. Excel is not seen here."""
    event = homologated_event(players=12)
    player = event.final_places.get(place=11).entry.person
    make.change_person(player, first_name="Zoë", last_name="D’Angelo", city="Forlì")
    address = reverse("ranking_season", args=[event.season.slug])
    content = client.get(f"{address}?formato=csv", headers={"Accept-Language": language}).content
    assert content.startswith(b"\xef\xbb\xbf")
    lines = content.removeprefix(b"\xef\xbb\xbf").split(b"\r\n")
    assert lines[-1] == b""
    assert b"\n" not in b"".join(lines)
    rows = [line.decode() for line in lines[:-1]]
    assert rows[0].startswith(headings)
    assert next(line for line in rows if "Zoë" in line).startswith(row)
    assert labels[0] in rows[1]
    assert rows[1].endswith(labels[1])


@pytest.mark.parametrize("language", ["it", "en"])
def test_ranking_is_read_back_as_a_past_season(client: Client, language: str) -> None:
    """Case 18-past-season: the product's own download, in both languages and as XLSX."""
    event = homologated_event(players=12)
    address = reverse("ranking_season", args=[event.season.slug])
    for kind in ("csv", "xlsx"):
        content = client.get(f"{address}?formato={kind}", headers={"Accept-Language": language}).content
        read_back = parse(past_list(content))
        assert read_back.problems == []
        places = [(row.place, row.half_points) for row in read_back.rows]
        assert places == [(entry.rank, entry.half_points) for entry in national_ranking(event.season)]


@pytest.mark.parametrize("language", ["it", "en"])
@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_entries_are_read_back_whole(client: Client, kind: str, language: str) -> None:
    """Who reads the national list gets mail and card; what an event shows is no statement for another one."""
    event = make.check_in_event(players=3)
    person = event.entries.get(number=1).person
    facts = {"first_name": "Zoë", "last_name": "=D’Angelo", "city": "Forlì", "email": "z@example.org"}
    make.change_person(person, **facts, card_number="007")
    client.force_login(make.make_user(referent=True))
    client.get(reverse("entries", args=[event.slug]))
    address = reverse("entries", args=[event.slug]) + f"?formato={kind}"
    answer = client.get(address, headers={"Accept-Language": language})
    other = make.authorised_event(season=event.season)
    preview = players_preview(content=answer.content, event=other, by=None)
    assert [row.state for row in preview.rows] == ["known", "new", "new"]
    (row,) = [row for row in preview.rows if row.person == person]
    assert {name: getattr(row.facts, name) for name in facts} == facts
    assert [row.facts.consent for row in preview.rows] == [None] * 3


def test_entries_of_a_desk_have_neither_mail_nor_card(organiser: Callable[[Event], Client]) -> None:
    event = make.check_in_event(players=3)
    make.change_person(event.entries.get(number=1).person, email="z@example.org", card_number="A-007")
    text = organiser(event).get(reverse("entries", args=[event.slug]) + "?formato=csv").content.decode()
    assert "z@example.org" not in text
    assert "A-007" not in text


def test_page_with_several_lists_has_one_menu(client: Client) -> None:
    event = make.concluded_event()
    address = event.get_absolute_url()
    page = main_part(client.get(address))
    assert page.count("fo-menu__list") == 1
    assert f'href="{reverse("event_file", args=[event.slug])}" rel="nofollow"><b>JSON</b>' in page
    files = files_of(page, address)
    names = {parse_qs(file.partition("?")[2])["lista"][0] for file in files["csv"]}
    assert {"iscritti", "posti", "tavoli-1", "classifica-1"} <= names
    (spreadsheet,) = files["xlsx"]
    whole = sheets(client.get(spreadsheet))
    assert set(whole) == names
    for name in names:
        assert read(client.get(f"{address}?lista={name}&formato=csv")) == whole[name]


@pytest.mark.parametrize("query", ["formato=json", "formato=", "formato=csv&lista=altro", "formato=xlsx&lista=altro"])
def test_export_unknown_list_or_format_answers_404(client: Client, query: str) -> None:
    assert client.get(f"{reverse('event_list')}?{query}").status_code == 404


@pytest.mark.parametrize("text", ["=1+1", "+39", "-2", "@SUM(A1)", "\tx", "\rx"])
def test_cell_escapes_spreadsheet_formulas(text: str) -> None:
    assert csv_cell(text) == f"'{text}"


def test_export_csv_escapes_a_name_that_is_a_formula(organiser: Callable[[Event], Client]) -> None:
    event = make.check_in_event(players=3)
    Person.objects.filter(entries__event=event, entries__number=1).update(last_name='=HYPERLINK("http://x")')
    client = organiser(event)
    rows = read(client.get(reverse("entries", args=[event.slug]) + "?formato=csv"))
    assert '\'=HYPERLINK("http://x")' in [row[1] for row in rows]


@pytest.mark.parametrize(("half", "points"), [(25, 12.5), (24, 12), (0, 0), (None, None)])
def test_whole_gives_points_as_whole_or_half_numbers(half: int | None, points: float | None) -> None:
    assert points_from_half_points(half) == points
    assert type(points_from_half_points(half)) is type(points)


COLUMNS = {
    f"{module.__name__.partition('.')[0]}.{name}": value
    for module in (list_columns, ranking_columns)
    for name, value in vars(module).items()
    if isinstance(value, tuple) and value and all(isinstance(column, Column) for column in value)
}


def test_columns_have_unique_english_keys_and_translated_headings() -> None:
    for name, columns in COLUMNS.items():
        keys = [column.key for column in columns]
        assert len(keys) == len(set(keys)), name
        assert all(re.fullmatch(r"[a-z_]+", key) for key in keys), name
        with override("it"):
            headings = [str(column.label) for column in columns]
        assert len(headings) == len(set(headings)), name
