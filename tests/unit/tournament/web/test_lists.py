"""Test that a list is exported as CSV and JSON with the content and permissions of its page.

``test_every_page.py`` proves that every list is.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override
from openpyxl import load_workbook

from ranking.web import export_columns as ranking_columns
from tests import factories as make
from tests.unit.tournament.web.exported_lists import files_of, main_part, read
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
        for kind in ("csv", "json", "html"):
            text = client.get(f"{address}?lista={name}&formato={kind}").content.decode()
            assert visible.last_name in text, (name, kind)
            assert hidden.last_name not in text, (name, kind)


@pytest.mark.parametrize("name", ["desk", "entries", "history", "player_links", "roles", "my_events"])
def test_export_is_refused_where_the_page_is_refused(name: str, client: Client) -> None:
    event = make.drawn_event()
    arguments = [] if name == "my_events" else [event.slug]
    address = reverse(name, args=arguments)
    for kind in ("csv", "json"):
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
    assert [row["name"] for row in read(client.get(csv_file.replace("=csv", "=json")))] == ["Due", "Uno"]
    turned = address.replace("sort=name", "sort=-name")
    assert [row["name"] for row in read(client.get(f"{turned}&formato=json"))] == ["Uno", "Due"]


def test_export_holds_the_rows_of_all_pages(client: Client) -> None:
    season = make.make_season()
    for number in range(27):
        make.announced_event(name=f"Torneo {number:02}", season=season)
    assert len(read(client.get(reverse("event_list") + "?formato=json"))) == 27


def test_export_translates_headings_but_not_keys(client: Client) -> None:
    make.announced_event(name="Torneo del ponte")
    address = reverse("event_list")
    headings, row = read(client.get(f"{address}?formato=csv"))
    assert headings[:4] == ["Primo giorno", "Ultimo giorno", "Torneo", "Città"]
    assert row[2] == "Torneo del ponte"
    assert "annunciato" in row
    (json_rows,) = read(client.get(f"{address}?formato=json"))
    assert (json_rows["name"], json_rows["state"], json_rows["first_day"]) == (
        "Torneo del ponte",
        "announced",
        "2009-07-04",
    )
    english = read(client.get(f"{address}?formato=csv", headers={"Accept-Language": "en"}))
    assert english[0][:3] == ["First day", "Last day", "Event"]


def test_export_as_spreadsheet_and_as_table_of_another_site(client: Client) -> None:
    make.announced_event(name="Coppa <b>&</b> =1+1", venue="=1+1")
    address = reverse("event_list")
    rows = read(client.get(f"{address}?formato=csv"))
    spreadsheet = client.get(f"{address}?formato=xlsx")
    assert spreadsheet["Content-Disposition"].endswith('.xlsx"')
    sheet = load_workbook(io.BytesIO(spreadsheet.content)).active
    assert [["" if cell is None else str(cell) for cell in row] for row in sheet.iter_rows(values_only=True)] == rows
    table = client.get(f"{address}?formato=html")
    assert table["Content-Disposition"].endswith('.html"')
    text = table.content.decode()
    assert text.startswith("<table class=")
    assert "Coppa &lt;b&gt;&amp;&lt;/b&gt;" in text
    assert (text.count("<th "), text.count("<tr>")) == (len(rows[0]), len(rows))


@pytest.mark.parametrize("query", ["formato=xml", "formato=", "formato=csv&lista=altro"])
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
    json_rows = read(client.get(reverse("entries", args=[event.slug]) + "?formato=json"))
    assert '=HYPERLINK("http://x")' in [row["last_name"] for row in json_rows]


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
