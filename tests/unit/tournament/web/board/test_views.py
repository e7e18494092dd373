"""Test the public board: content in every phase, no drafts, number of queries independent of the tables."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.html import strip_tags

from tests import factories as make
from tests.unit.tournament.web.conftest import text_of
from tests.volume import one_in, rows_in
from tournament.events import lifecycle
from tournament.live.board_cache import snapshots
from tournament.models import EntryRequest, Event, Person
from tournament.pages.board import board
from tournament.pages.event import shown_name
from tournament.results import conclusion
from tournament.rounds import clock
from tournament.rounds import help_calls as help

pytestmark = pytest.mark.django_db

START = datetime(2009, 7, 4, 14, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _no_snapshot_of_another_test() -> Iterator[None]:
    snapshots.clear()
    yield
    snapshots.clear()


def _at(name: str, event: Event) -> str:
    return reverse(name, args=[event.slug])


def _board_html(event: Event, language: str = "it") -> str:
    answer = Client().get(_at("board", event), headers={"accept-language": language})
    assert answer.status_code == 200
    return text_of(answer)


def _facts(event: Event) -> dict[str, object]:
    """Return the JSON of the current state; the cache is cleared because a test's transaction announces no change."""
    snapshots.clear()
    answer = Client().get(_at("board_json", event))
    assert answer.status_code == 200
    return dict(json.loads(answer.content))


# ---------------------------------------------------------------- what must not be shown


@pytest.mark.parametrize("name", ["board", "board_part", "board_json", "board_events"])
def test_board_of_a_draft_answers_404(name: str) -> None:
    event = make.make_event()
    client = Client()
    if name == "board_events":
        # Under WSGI nothing is streamed: 204 for every event, draft or not.
        assert client.get(_at(name, event)).status_code == 204
    else:
        assert client.get(_at(name, event)).status_code == 404
        assert client.get(reverse(name, args=["che-non-esiste"])).status_code == 404


def test_board_shows_a_round_as_soon_as_it_is_drawn() -> None:
    event = make.played_event()
    assert _facts(event)["mode"] == "between"
    drawn = make.draw_round(Event.objects.get(pk=event.pk))
    content = _facts(event)
    assert (len(content["tables"]), len(content["kingdom"])) == (drawn.tables.count(), 10)


def test_board_shows_the_names_of_the_public_page() -> None:
    """Art. 1.6 (AMB-19): players without consent are shown by number, even to organisers."""
    event = make.drawn_event()
    entry = event.entries.order_by("number")[0]
    entry.person.consent = False
    entry.person.save()
    user = make.make_user()
    make.grant(event, user)
    client = Client()
    client.force_login(user)
    page = strip_tags(text_of(client.get(_at("board", event))))
    assert str(entry.person) not in page
    assert shown_name(entry, sees_names=False) in page
    assert str(event.entries.order_by("number")[1].person) in page


# ---------------------------------------------------------------- phases of the event


def test_board_before_round_1_shows_who_is_present_and_the_next_round() -> None:
    event = make.check_in_event(players=12, present=5)
    content = _facts(event)
    assert (content["mode"], content["present"], content["entries"]) == ("before", 5, 12)
    page = _board_html(event, "en")
    assert "Then: round 1" in page
    assert page.count('class="is-here"') == 5


def test_board_without_entries_shows_a_notice() -> None:
    assert "Nobody is registered yet." in _board_html(make.authorised_event(), "en")


def test_board_running_round_shows_tables_missing_results_clock_and_kingdom() -> None:
    with time_machine.travel(START, tick=False) as now:
        event = make.drawn_event(players=12)
        now.shift(timedelta(minutes=10))
        make.report(make.tables_of(make.last_round(event))[1])
        content = _facts(event)
        assert content["mode"] == "playing"
        assert content["missing"] == 2
        assert [(table["number"], table["state"]) for table in content["tables"]] == [
            (1, "playing"),
            (2, "confirmed"),
            (3, "playing"),
        ]
        assert [len(table["seats"]) for table in content["tables"]] == [4, 4, 4]
        assert len(content["kingdom"]) == 10
        deadline = int((START + timedelta(minutes=45)).timestamp() * 1000)
        assert content["clock"] == {"state": "running", "minutes": 45, "deadline": deadline, "left": None}
        page = _board_html(event, "en")
    assert "35:00" in page
    assert f'data-deadline="{deadline}"' in page
    assert "<b>2 results</b> of 3" in page
    assert page.count("fo-tile__number") == 3
    assert page.count('class="fo-card') >= 10


def test_board_clock_stands_still_before_the_start_and_when_paused() -> None:
    event = make.drawn_event(start=False)
    round_ = make.last_round(event)
    page = _board_html(event, "en")
    assert "The clock has not started" in page
    assert "data-deadline" not in page
    with time_machine.travel(START, tick=False) as now:
        clock.clock_start(round=round_, by=None)
        now.shift(timedelta(minutes=5, seconds=30))
        clock.clock_pause(round=round_, by=None, reason="Allarme")
        page = _board_html(event, "en")
        assert _facts(event)["clock"] == {"state": "paused", "minutes": 45, "deadline": None, "left": 39 * 60 + 30}
    assert "39:30" in page
    assert "Paused" in page
    assert "Allarme" not in page


def test_board_shows_a_help_call_until_it_is_closed() -> None:
    event = make.drawn_event()
    table = make.tables_of(make.last_round(event))[1]
    call = help.help_call(table=table, caller="Tavolo 2", words="Una carta contesa", by=None)
    assert [tile["called"] for tile in _facts(event)["tables"]] == [False, True, False]
    page = _board_html(event)
    assert page.count("fo-tile--help") == 1
    assert "contesa" not in page
    help.help_close(call=call, by=None)
    assert [tile["called"] for tile in _facts(event)["tables"]] == [False, False, False]


@pytest.mark.soak(
    gate="tests/unit/tournament/web/board/test_views.py::"
    "test_board_drawn_round_shows_its_kingdom_and_the_last_standings"
)
def test_board_between_rounds_shows_standings_and_the_next_step() -> None:
    event = make.played_event(players=12, rounds_played=1)
    content = _facts(event)
    assert content["mode"] == "between"
    assert {page["kind"] for page in content["pages"]} == {"standings"}
    assert [row["place"] for page in content["pages"] for row in page["rows"]] == list(range(1, 13))
    assert "Then: round 2" in _board_html(event, "en")
    assert "Then: the final" in _board_html(make.played_event(players=12, rounds_played=2), "en")


def test_board_drawn_round_shows_its_kingdom_and_the_last_standings() -> None:
    event = make.played_event(players=12, rounds_played=1)
    round_ = make.next_round(event)
    content = _facts(event)
    assert content["title"] == "2º turno"
    assert {card["order"] for card in content["kingdom"]} == set(range(1, 11))
    assert len(content["kingdom"]) == len(round_.setup["drawn"])
    assert {page["kind"] for page in content["pages"]} == {"standings"}
    assert [row["place"] for page in content["pages"] for row in page["rows"]] == list(range(1, 13))


def test_board_concluded_event_shows_final_places() -> None:
    event = make.concluded_event(players=12)
    content = _facts(event)
    assert (content["mode"], content["is_over"]) == ("after", True)
    (podium,) = content["pages"]
    assert podium["kind"] == "podium"
    assert [row["place"] for row in [*podium["rows"], *podium["beside"]]] == list(range(1, 13))
    page = _board_html(event, "en")
    assert "from place 5th" in page
    assert f"{podium['rows'][0]['name']} has won" in page


def test_board_podium_shows_points_of_the_final_and_what_decided() -> None:
    event = make.final_event(players=12)
    table = make.tables_of(make.last_round(event))[0]
    sheet = make.simple_sheet(table)
    sheet["seats"][1] |= {"points": 33, "gold": 2}
    make.play_round(event, sheet=lambda _table: sheet)
    conclusion.event_conclude(event=Event.objects.get(pk=event.pk), by=None)
    rows = _facts(event)["pages"][0]["rows"]
    assert [row["number"] for row in rows] == [33, 33, 21, 15]
    assert [row["how"] for row in rows] == ["gold", "", "", ""]


def test_board_void_event_shows_the_reason() -> None:
    event = make.drawn_event()
    lifecycle.event_void(event=event, by=None, reason="È mancata la luce")
    page = _board_html(event, "en")
    assert "The event ended without a result." in page
    assert "È mancata la luce" in page


@pytest.mark.parametrize(
    ("players", "pages"), rows_in(3, [(12, [3]), (24, [6]), (28, [7]), (40, [5, 5]), (80, [7, 7, 6])])
)
def test_board_with_many_tables_has_several_pages(players: int, pages: list[int]) -> None:
    event = make.drawn_event(players=players)
    page = _board_html(event)
    sections = page.split('<section class="board__page ')[1:]
    tables = [section for section in sections if section.startswith("board__page--tables")]
    assert [section.count("fo-tile__number") for section in tables] == pages
    names = [section for section in sections if section.startswith("board__page--names")]
    assert sum(section.count("<li>") for section in names) == (players if players > 24 else 0)
    kingdoms = [section for section in sections if section.startswith("board__page--kingdom")]
    assert len(kingdoms) == (players > 24)


def test_board_names_are_sorted_by_surname_in_the_order_of_the_language() -> None:
    event = make.drawn_event(players=28)
    people = [entry.person for entry in event.entries.select_related("person").order_by("number")]
    for person, (first, last) in zip(
        people, [("Marta", "Černigoj"), ("Ada", "Corsi"), ("Éva", "Cesari"), ("Anna Maria", "Zuin")], strict=False
    ):
        person.first_name, person.last_name = first, last
        person.save()
    people[3].consent = False
    people[3].save()
    page = board(Event.objects.get(pk=event.pk)).pages[0]
    assert page.kind == "names"
    surnames = [row["last"] for row in page.rows if row["last"] in ("Černigoj", "Cesari", "Corsi")]
    assert surnames == ["Černigoj", "Cesari", "Corsi"]
    nameless = page.rows[-1]
    assert (nameless["last"], nameless["given"], nameless["initials"]) == ("Iscritto n. 4", "", "")
    assert next(row["initials"] for row in page.rows if row["last"] == "Corsi") == "A."


# ---------------------------------------------------------------- JSON and fragment


def test_board_part_answers_304_and_sends_the_server_time() -> None:
    event = make.drawn_event()
    client = Client()
    with time_machine.travel(START, tick=False):
        first = client.get(_at("board_part", event))
        assert first["Fossato-Now"] == str(int(START.timestamp() * 1000))
        assert first["Cache-Control"] == "no-cache"
        assert b"<html" not in first.content
        again = client.get(_at("board_part", event), headers={"if-none-match": first["ETag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert again["Fossato-Now"] == first["Fossato-Now"]
        other = client.get(_at("board_part", event), headers={"if-none-match": first["ETag"], "accept-language": "en"})
        assert other.status_code == 200


def test_board_version_depends_on_content_not_on_time() -> None:
    with time_machine.travel(START, tick=False) as now:
        event = make.drawn_event()
        versions = [_facts(event)["version"]]
        now.shift(timedelta(minutes=20))
        versions.append(_facts(event)["version"])
        make.report(make.tables_of(make.last_round(event))[0])
        versions.append(_facts(event)["version"])
    assert versions[0] == versions[1] != versions[2]
    page = _board_html(event)
    assert f'data-version="{versions[2]}"' in page


# ---------------------------------------------------------------- queries


def _queries(name: str, event: Event) -> int:
    with CaptureQueriesContext(connection) as caught:
        assert Client().get(_at(name, event)).status_code == 200
    return len(caught)


@pytest.mark.soak(gate="tests/unit/tournament/web/board/test_views.py::test_board_second_request_takes_no_query")
@pytest.mark.parametrize("name", one_in(3, ["board", "board_part", "board_json"]))
def test_board_queries_are_independent_of_the_tables(name: str) -> None:
    small, large = make.drawn_event(players=12), make.drawn_event(players=80)
    counts = [_queries(name, event) for event in (small, large)]
    assert counts[0] == counts[1] <= 15


@pytest.mark.parametrize("name", ["board_part", "board_json"])
def test_board_second_request_takes_no_query(name: str) -> None:
    event = make.drawn_event()
    assert _queries(name, event) > 0
    assert [_queries("board_part", event), _queries("board_json", event)] == [0, 0]


# ---------------------------------------------------------------- the board with names


def _private_event() -> Event:
    """Return an event in round 1 without a consent: an adult, a boy of fifteen, one who was entered by a parent."""
    event = make.check_in_event(players=13)
    Person.objects.update(consent=False)
    adult, boy, child = event.entries.select_related("person").order_by("number")[:3]
    for entry, name in ((adult, "Adulta"), (boy, "Quindicenne"), (child, "Bambina")):
        Person.objects.filter(pk=entry.person_id).update(last_name=name)
    Person.objects.filter(pk=boy.person_id).update(birth_date=event.first_day.replace(year=event.first_day.year - 15))
    EntryRequest.objects.create(event=event, person=child.person, entry=child, age="child", state="entered")
    return make.opened(make.draw_round(event))


def test_board_with_names_opens_with_the_desks_key_and_never_names_a_minor(
    visitor: Callable[..., Client],
) -> None:
    event = _private_event()
    assert "Adulta" not in _board_html(event)
    made = visitor("organiser", event).post(_at("hall_open", event))
    hall = made.headers["location"]
    for address in (hall, f"{hall}parte/"):
        page = Client().get(address)
        content = page.content.decode()
        assert "Adulta" in content
        assert "Quindicenne" not in content
        assert "Bambina" not in content
        assert "public" not in page.headers.get("cache-control", "")
    assert "Adulta" not in _board_html(event)
    assert "Adulta" not in Client().get(_at("board_part", event)).content.decode()


def test_board_with_names_without_its_key_answers_404_and_ends_with_the_event(visitor: Callable[..., Client]) -> None:
    event, other = _private_event(), make.drawn_event()
    hall = visitor("organiser", event).post(_at("hall_open", event)).headers["location"]
    key = hall.rstrip("/").rpartition("/")[2]
    for wrong in ("x", key[:-1]):
        assert Client().get(reverse("hall_board", args=[event.slug, wrong])).status_code == 404
        assert Client().get(reverse("hall_part", args=[event.slug, wrong])).status_code == 404
    assert Client().get(reverse("hall_board", args=[other.slug, key])).status_code == 404
    Event.objects.filter(pk=event.pk).update(state=Event.State.CONCLUDED)
    after = Client().get(hall)
    assert (after.status_code, after.headers["location"]) == (302, _at("board", event))
    snapshots.clear()
    assert "Adulta" not in Client().get(f"{hall}parte/").content.decode()
