"""Test the public reads of the API: same data as the pages, no name without consent, bounded queries."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests import factories as make
from tests.unit.tournament.api.conftest import Program, table_path
from tournament.models import Draw, Event
from tournament.pages.event import event_page
from tournament.sheets import services as sheets

pytestmark = pytest.mark.django_db


def _all(anybody: Program, path: str) -> list[Any]:
    """Return every row of a list, page by page."""
    rows: list[Any] = []
    while True:
        page = anybody.get(f"{path}{'&' if '?' in path else '?'}limit=2&offset={len(rows)}").json()
        rows += page["items"]
        if len(rows) >= page["count"] or not page["items"]:
            return rows


def test_events_api_lists_public_events_newest_first(anybody: Program) -> None:
    season = make.make_season()
    events = [make.announced_event(season=season) for _ in range(5)]
    make.make_event(season=season, name="Una bozza")
    rows = _all(anybody, "/events")
    assert {row["slug"] for row in rows} == {event.slug for event in events}
    assert len(rows) == 5
    days = [row["first_day"] for row in rows]
    assert days == sorted(days, reverse=True)


def test_events_api_filters_by_season_state_and_game(anybody: Program) -> None:
    first, second = make.make_season(), make.make_season(game="megalomania")
    announced, authorised = make.announced_event(season=first), make.authorised_event(season=second)
    other = make.announced_event(season=second)

    def slugs(query: str) -> set[str]:
        return {row["slug"] for row in anybody.get(f"/events?{query}").json()["items"]}

    assert slugs(f"season={first.slug}") == {announced.slug}
    assert slugs("state=authorised") == {authorised.slug}
    assert slugs("game=megalomania") == {authorised.slug, other.slug}
    assert slugs(f"season={second.slug}&state=announced&game=megalomania") == {other.slug}
    assert slugs("season=nessuna") == set()
    assert slugs("state=draft") == set()
    assert anybody.get("/events?state=sconosciuto").status_code == 422


def test_event_api_equals_the_event_page(anybody: Program) -> None:
    event = make.concluded_event()
    data = anybody.get(f"/events/{event.slug}", Accept_Language="it").json()
    page = event_page(event)
    assert [item["player"]["name"] for item in data["final_places"]] == [item["name"] for item in page.places]
    assert [item["half_points"] for item in data["final_places"]] == [item["half_points"] for item in page.places]
    assert [item["number"] for item in data["rounds"]] == [item.round.number for item in page.sections[::-1]]
    for section, round_data in zip(page.sections[::-1], data["rounds"], strict=True):
        assert [row["player"]["name"] for row in round_data["standings"]] == [row["name"] for row in section.standings]
        assert [row["decided_by"] for row in round_data["standings"]] == [
            row["decided_by"] for row in section.standings
        ]
        seats = [(s["player"]["name"], s["place"]) for table in round_data["tables"] for s in table["seats"]]
        assert seats == [(s["name"], s["place"]) for tile in section.tiles for s in tile["seats"]]
        assert [card["name"] for card in round_data["cards"]] == [card["name"] for card in section.cards]
    assert [row["entry"] for row in data["entries"]] == [row["number"] for row in page.entries]
    draws = anybody.get(f"/events/{event.slug}/draws?limit=200", Accept_Language="it")
    assert data["draws"] == draws.json()["items"]


def test_event_file_api_equals_the_site_and_exists_after_the_event_only(anybody: Program) -> None:
    event, on = make.concluded_event(), make.drawn_event()
    make.agree(event.entries.earliest("pk").person, consent=False)
    assert (
        anybody.get(f"/events/{event.slug}/file").json()
        == Client().get(reverse("event_file", args=[event.slug])).json()
    )
    assert anybody.get(f"/events/{on.slug}/file").status_code == 404


def test_table_api_shows_numbers_and_findings_after_confirmation(anybody: Program) -> None:
    event = make.drawn_event()
    table = make.tables_of(make.last_round(event))[0]
    wrong = make.simple_sheet(table)
    wrong["seats"][0]["coins"] = 1
    sheet = sheets.sheet_submit(table=table, data=wrong, by=None)
    before = anybody.get(table_path(event)).json()
    assert (before["state"], [row["place"] for row in before["rows"]]) == ("submitted", [None] * 4)
    assert (before["findings"], before["forced_reason"]) == ([], "")
    sheets.sheet_confirm(sheet=sheet, by=None, forced_reason="Contato due volte", accept_warnings=True)
    result = anybody.get(table_path(event)).json()
    assert [row["place"] for row in result["rows"]] == [1, 2, 3, 4]
    assert [row["values"]["points"] for row in result["rows"]] == [33, 27, 21, 15]
    assert result["columns"][0] == "points"
    assert result["forced_reason"] == "Contato due volte"
    assert result["findings"]
    assert {"error"} <= {finding["severity"] for finding in result["findings"]}


def test_table_api_findings_use_the_requested_language(anybody: Program) -> None:
    event = make.drawn_event()
    table = make.tables_of(make.last_round(event))[0]
    wrong = make.simple_sheet(table)
    wrong["seats"][0]["coins"] = 1
    sheet = sheets.sheet_submit(table=table, data=wrong, by=None)
    sheets.sheet_confirm(sheet=sheet, by=None, forced_reason="Contato", accept_warnings=True)
    italian, english = (
        anybody.get(table_path(event), Accept_Language=language).json()["findings"][0] for language in ("it", "en")
    )
    assert {**italian, "sentence": "", "proof": ""} == {**english, "sentence": "", "proof": ""}
    assert italian["sentence"] != english["sentence"]


def test_draw_api_hides_the_seed_until_drawn(anybody: Program) -> None:
    event = make.check_in_event()
    draws = Draw.objects.filter(event=event)
    for draw in draws:
        data = anybody.get(f"/draws/{draw.pk}").json()
        assert (data["drawn"], data["seed"], data["outcome"], data["word"]) == (False, "", None, "")
    make.draw_round(event)
    drawn = draws.filter(drawn_at__isnull=False)
    assert drawn.count() == 3
    for draw in drawn:
        data = anybody.get(f"/draws/{draw.pk}").json()
        assert (data["drawn"], data["seed"], data["outcome"]) == (True, draw.seed, draw.outcome)
    assert len(anybody.get(f"/events/{event.slug}").json()["rounds"]) == 1
    assert anybody.get(table_path(event)).status_code == 200


def test_event_api_hides_names_without_consent_everywhere(anybody: Program) -> None:
    event = make.concluded_event()
    hidden = event.entries.select_related("person").earliest("pk")
    make.agree(hidden.person, consent=False)
    paths = ["/events", f"/events/{event.slug}", f"/events/{event.slug}/file", f"/events/{event.slug}/draws"]
    paths += [table_path(event, number, table) for number in (1, 2, 3) for table in (1, 2, 3)]
    paths += [f"/draws/{draw.pk}" for draw in event.draws.all()]
    for path in paths:
        content = json.dumps(anybody.get(path).json(), ensure_ascii=False)
        assert hidden.person.last_name not in content, path
        assert f'"person": {hidden.person_id},' not in content, path
    data = anybody.get(f"/events/{event.slug}").json()
    own_row = next(row for row in data["entries"] if row["entry"] == hidden.number)
    assert (own_row["name"], own_row["person"]) == (None, None)


@pytest.mark.parametrize(
    "path", ["", "/file", "/draws", "/rounds/1/tables/1", "/rounds/9/tables/1", "/rounds/1/tables/9"]
)
def test_event_api_draft_answers_404_like_an_unknown_event(anybody: Program, path: str) -> None:
    draft = make.make_event()
    responses = [anybody.get(f"/events/{slug}{path}") for slug in (draft.slug, "mai-esistito")]
    assert [answer.status_code for answer in responses] == [404, 404]
    assert responses[0].content == responses[1].content
    assert responses[0].json()["code"] == "NOT_FOUND"


def test_draw_api_of_a_draft_event_answers_404(anybody: Program) -> None:
    event = make.drawn_event()
    draw = event.draws.earliest("pk")
    assert anybody.get(f"/draws/{draw.pk}").status_code == 200
    Event.objects.filter(pk=event.pk).update(state=Event.State.DRAFT)
    assert anybody.get(f"/draws/{draw.pk}").status_code == 404


def test_packs_api_lists_packs_and_one_has_every_figure(anybody: Program) -> None:
    names = [row["name"] for row in _all(anybody, "/packs")]
    assert {"eok-assumed-1", "mega-assumed-1"} <= set(names)
    pack = anybody.get("/packs/eok-assumed-1").json()
    assert len(pack["figures"]) == sum(pack["counts"].values())
    assert {"path", "value", "provenance", "source"} <= set(pack["figures"][0])
    assert anybody.get("/packs/nessuno-1").status_code == 404


def test_packs_api_takes_one_query_per_game(anybody: Program) -> None:
    with CaptureQueriesContext(connection) as caught:
        assert anybody.get("/packs").status_code == 200
    assert len(caught) == 2


def test_event_api_matching_etag_answers_304(anybody: Program) -> None:
    event = make.drawn_event()
    path = f"/events/{event.slug}"
    first = anybody.get(path)
    assert first["ETag"].startswith('"')
    assert first["Cache-Control"] == "public, no-cache"
    assert "Accept-Language" in first["Vary"]
    again = anybody.get(path, If_None_Match=first["ETag"])
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    assert anybody.get(path, If_None_Match='"un-altra"').status_code == 200
    assert anybody.get(path, Accept_Language="it")["ETag"] != first["ETag"]
    table = make.tables_of(make.last_round(event))[0]
    make.report(table)
    changed = anybody.get(path, If_None_Match=first["ETag"])
    assert changed.status_code == 200
    assert changed["ETag"] != first["ETag"]


def test_events_api_head_has_no_content(anybody: Program) -> None:
    make.announced_event()
    got, head = anybody.get("/events"), anybody.ask("HEAD", "/events")
    assert (head.status_code, head.content) == (200, b"")
    assert head["ETag"] == got["ETag"]


#: Path -> the maximum of queries.
LIMITS = {
    "/events": 2,
    "/events/{slug}": 14,
    "/events/{slug}/draws": 3,
    "/events/{slug}/file": 19,
    "/events/{slug}/rounds/1/tables/1": 4,
}


@pytest.mark.parametrize("path", LIMITS)
def test_event_api_queries_are_independent_of_the_rows(anybody: Program, path: str) -> None:
    counts = []
    for players in (12, 20):
        event = make.concluded_event(players=players)
        with CaptureQueriesContext(connection) as caught:
            assert anybody.get(path.format(slug=event.slug)).status_code == 200
        counts.append(len(caught))
    rounds_more = 3 if path.endswith("/file") else 0
    assert counts[1] <= counts[0] + rounds_more
    assert counts[1] <= LIMITS[path]


def test_lists_api_links_the_next_and_the_previous_page(anybody: Program) -> None:
    for _event in range(3):
        make.announced_event()
    first = anybody.get("/events?limit=2")
    assert re.findall(r'[?]([^>]*)>; rel="(\w+)"', first["Link"]) == [("limit=2&offset=2", "next")]
    address = first["Link"].partition("<")[2].partition(">")[0]
    second = anybody.get(address.removeprefix("http://testserver"))
    assert len(second.json()["items"]) == 1
    assert re.findall(r'[?]([^>]*)>; rel="(\w+)"', second["Link"]) == [("limit=2&offset=0", "prev")]
    assert "Link" not in anybody.get("/events")


def test_open_data_may_be_read_by_pages_of_any_origin(
    anybody: Program, program: Callable[..., Program], event: Event
) -> None:
    assert anybody.get(f"/events/{event.slug}")["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Origin" not in program("organiser", event).get("/me")


def test_script_of_another_site_may_ask_with_its_copy_and_not_with_a_token(client: Client, event: Event) -> None:
    asked = {"origin": "https://altrove.example", "access-control-request-headers": "if-none-match"}
    address = f"/api/v1/events/{event.slug}"
    answer = client.options(address, headers={**asked, "access-control-request-method": "GET"})
    assert (answer.status_code, answer["Access-Control-Allow-Origin"]) == (204, "*")
    assert "If-None-Match" in answer["Access-Control-Allow-Headers"]
    assert "Authorization" not in answer["Access-Control-Allow-Headers"]
    refused = client.options(address, headers={**asked, "access-control-request-method": "POST"})
    assert refused.status_code == 405
    tag = client.get(address)["ETag"]
    assert client.get(address, headers={"if-none-match": f"W/{tag}"}).status_code == 304
