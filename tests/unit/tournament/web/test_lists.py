"""Test that every list can be exported as CSV and JSON with the content and permissions of its page."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import reverse
from django.utils.translation import override
from openpyxl import load_workbook

from ranking.web import export_columns as ranking_columns
from tests import factories as make
from tests.integration.browser import worlds
from tests.integration.browser.site_pages import GROUPS
from tournament.core.permissions import NATIONAL_REFERENT
from tournament.models import Event, Person
from tournament.pages import export_columns as list_columns
from tournament.pages.exports import Column, csv_cell, points_from_half_points

pytestmark = pytest.mark.django_db

#: Pages with a table that is not exported, and why.
NO_LIST = {
    "api": "what there is for programs, and the description is JSON itself",
    "board": "a display; its data are JSON at an address of their own",
    "regulation": "the text of the rules",
    "regulation_version": "the text of the rules",
    "regulation_text": "the text of the rules",
    "regulation_edit": "a form",
    "home": "the beginning of lists that have pages of their own",
    "draw": "one draw, which is JSON at an address of its own",
    "table_result": "one table; the tables of its round are a list of the event’s page",
    "player_phone": "one player’s day; the lists are those of the event’s page",
    "entry_add": "a search whose hits are buttons",
    "entries_import": "a file of the visitor’s own, read back",
    "round_new": "what would be drawn, before it is",
    "final_new": "what would be drawn, before it is",
    "round_close": "a question before an act",
    "my_games": "what comes next; the results are a list of the player’s page",
    "notice_choices": "a form",
    "sheet": "a form",
    "play": "a form",
    "play_lesson": "leads to a game",
    "play_resume": "leads to a game",
    "rulebook": "the rules of a game, by topic",
    "play_table": "a game of the visitor’s own",
    "play_watch": "a game, step by step",
    "practice_game": "a game, step by step",
    "practice_own": "a game, step by step",
    "materials": "what a form computes",
    "verifier": "a file of the visitor’s own, computed in the browser",
    "verifier_event": "a file of an event, computed in the browser",
    "season_end": "a question before an act",
    "final_ranking": "a signed document, which is a file of its own",
    "past_season_import": "a form; each season is a list of its own page",
    "pack_correct": "a form",
    "pack_import": "a form",
    "homologation": "one report computed again",
    "people_merge": "two records side by side",
    "person_erase": "a question before an act",
    "erasure_receipt": "one receipt",
    "own_data": "a person’s data, which are JSON whole",
    "gallery": "the components of the look",
    "tokens": "a handful of keys of the visitor’s own",
}
#: Exported lists that are not shown as a table.
ALSO = {"authorisations", "erasures", "referent", "person", "packs"}
WORLDS: dict[str, tuple[Callable[..., dict[str, Any]], tuple[str, ...]]] = {
    "public": (worlds.public, ("visitor", "player")),
    "desk": (worlds.desk, ("organiser",)),
    "referents": (worlds.referents, ("referent",)),
}
LINK = re.compile(r'href="([^"]*\?[^"]*formato=(csv|json)[^"]*)"')


def files_of(page: str, own: str) -> dict[str, set[str]]:
    """Return the addresses of a page's export files by format."""
    files: dict[str, set[str]] = {"csv": set(), "json": set()}
    for address, kind in LINK.findall(page):
        address = unescape(address)
        files[kind].add(address if address.startswith("/") else own.partition("?")[0] + address)
    return files


def _main(answer: Any) -> str:
    return answer.content.decode().partition("<main")[2].partition("</main>")[0]


def read(answer: Any) -> Any:
    """Return the rows of a file: dictionaries from JSON, lists including the headings from CSV."""
    assert answer.status_code == 200
    if answer["Content-Type"] == "application/json":
        return json.loads(answer.content)["rows"]
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    text = answer.content.decode()
    assert text.startswith("\ufeff")
    return list(csv.reader(io.StringIO(text.removeprefix("\ufeff"))))


@pytest.mark.parametrize("name", WORLDS)
def test_export_exists_for_every_page_with_a_list(name: str, settings: Any, tmp_path: Any) -> None:
    settings.MEDIA_ROOT, settings.DEBUG = tmp_path, True
    build, groups = WORLDS[name]
    me = make.make_user()
    world = build(make.make_organiser(me), make.make_season(), me)
    client = Client()
    pages_without_files, lists_seen, files_read = [], 0, 0
    for group in groups:
        if group == "referent":
            me.groups.add(Group.objects.get(name=NATIONAL_REFERENT))
        if group != "visitor":
            client.force_login(me)
        for page in GROUPS[group]:
            address = page.address(world).format_map(world)
            answer = client.get(address)
            if answer.status_code != 200 or page.name in NO_LIST:
                continue
            text = _main(answer)
            listed = "<table" in text or "fo-pager" in text or (page.name in ALSO and "formato=" in text)
            if not listed:
                continue
            lists_seen += 1
            files = files_of(text, address)
            if not files["csv"] or len(files["csv"]) != len(files["json"]):
                pages_without_files.append(address)
                continue
            for csv_file in sorted(files["csv"]):
                rows = read(client.get(csv_file))
                json_rows = read(client.get(csv_file.replace("formato=csv", "formato=json")))
                assert len(rows) == len(json_rows) + 1, csv_file
                assert all(len(row) == len(rows[0]) for row in rows), csv_file
                files_read += 1
    assert pages_without_files == []
    assert lists_seen
    assert files_read


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


@pytest.mark.parametrize("name", ["desk", "entries", "history", "player_links", "webhooks", "roles", "my_events"])
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
    files = files_of(_main(client.get(address)), address)
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
