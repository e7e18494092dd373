"""Test the public pages: names only with consent, standings with reasons, no drafts."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from datetime import UTC, datetime, time
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests import factories as make
from tests import reporting
from tests.unit.tournament.web.conftest import text_of
from tournament.entries import services as entries
from tournament.events.lifecycle import event_update
from tournament.exchange.export import event_from_file
from tournament.models import Draw, Entry, Event, Person, StandingRow
from tournament.people.selectors import player_id
from tournament.sheets.corrections import sheet_correct

pytestmark = pytest.mark.django_db

EVENT_OF_13 = Path(__file__).resolve().parents[4] / "data" / "event-13-players.json"
WHY = "Il modulo era scambiato"


@pytest.fixture
def anonymous() -> Client:
    return Client()


def _one_without_consent(event: Event) -> Entry:
    """Withdraw the consent of the event's winner and return the entry."""
    entry = event.final_places.get(place=1).entry
    entry.person.consent = False
    entry.person.save()
    return entry


def _public_texts(client: Client, event: Event) -> dict[str, str]:
    """Return the text of every public page and file of an event, by address."""
    addresses = [
        reverse("event", args=[event.slug]),
        reverse("event_file", args=[event.slug]),
        reverse("draws", args=[event.slug]),
        *(reverse("draw", args=[draw.pk]) for draw in event.draws.all()),
        *(reverse("draw_json", args=[draw.pk]) for draw in event.draws.all()),
    ]
    for round_ in event.round_set.all():
        if not round_.is_final:
            addresses.append(reverse("event_standings_csv", args=[event.slug, round_.number]))
        for table in round_.tables.all():
            addresses.append(reverse("table_result", args=[event.slug, round_.number, table.number]))
    texts = {}
    for address in addresses:
        answer = client.get(address)
        assert answer.status_code == 200, address
        texts[address] = text_of(answer)
    return texts


def test_amb_19_public_pages_hide_names_without_consent(anonymous: Client) -> None:
    """Art. 1.6: not in HTML, CSV, JSON, nor on the page of a table or of a draw."""
    event = make.concluded_event()
    entry = _one_without_consent(event)
    texts = _public_texts(anonymous, event)
    assert len(texts) > 30
    name = str(entry.person)
    for address, text in texts.items():
        assert name not in text, address
        assert entry.person.last_name not in text, address
    assert f"n. {entry.number}" in texts[reverse("event", args=[event.slug])].replace("no.", "n.")
    other = event.final_places.get(place=2).entry
    assert str(other.person) in texts[reverse("event", args=[event.slug])]


def test_amb_19_roles_of_the_event_see_the_name(visitor: Callable[..., Client]) -> None:
    event = make.concluded_event()
    name = str(_one_without_consent(event).person)
    roles = ("player", "other_organiser", "referee", "organiser", "referent")
    clients = {role: visitor(role, event) for role in roles}
    for address in (reverse("event", args=[event.slug]), reverse("event_standings_csv", args=[event.slug, 1])):
        seen = {role for role in roles if name in text_of(clients[role].get(address))}
        assert seen == {"referee", "organiser", "referent"}, address


def test_event_page_shows_a_player_the_own_name(visitor: Callable[..., Client]) -> None:
    event = make.concluded_event()
    entry = _one_without_consent(event)
    client = visitor("player")
    client.user.person.delete()
    entry.person.user = client.user
    entry.person.save()
    assert str(entry.person) in text_of(client.get(reverse("event", args=[event.slug])))


def test_event_page_of_a_running_event_shows_tables_kingdom_and_clock(anonymous: Client) -> None:
    event = make.drawn_event()
    page = text_of(anonymous.get(reverse("event", args=[event.slug])))
    assert page.count('class="fo-tile ') + page.count('class="fo-tile"') == 3
    assert "data-deadline" in page
    assert reverse("event_file", args=[event.slug]) not in page


def test_event_file_of_a_running_event_answers_404_with_a_reason(anonymous: Client) -> None:
    event = make.drawn_event()
    answer = anonymous.get(reverse("event_file", args=[event.slug]))
    assert answer.status_code == 404
    assert answer.json()["error"] == "EVENT_NOT_CONCLUDED"
    assert answer.json()["sentence"]


def test_event_page_of_the_imported_event_of_thirteen(anonymous: Client) -> None:
    """Three kingdoms, nine tables, standings with the reason of every place."""
    content = json.loads(EVENT_OF_13.read_text())
    event = event_from_file(content=content, by=None)
    answer = anonymous.get(reverse("event", args=[event.slug]))
    page = answer.context["page"]
    text = text_of(answer)
    assert [len(section.cards) for section in page.sections] == [10] * len(page.sections)
    assert len({tuple(card["name"] for card in section.cards) for section in page.sections}) == 3
    assert sum(len(section.tiles) for section in page.sections) == 9
    assert 'aria-label="Posti finali"' in text
    parts = {part.slug: part for part in answer.context["parts"]}
    assert list(parts) == ["classifica", "finale", "turno-2", "turno-1", "andamento", "iscritti"]
    shown = [
        text_of(anonymous.get(reverse("event", args=[event.slug]), {"parte": slug}))
        for slug in ("finale", "turno-2", "turno-1")
    ]
    assert [part.count('<li class="fo-tile') for part in shown] == [1, 4, 4]
    assert ['class="fo-finalists"' in part for part in (text, *shown)] == [True, True, False, False]
    played_sections = [section for section in page.sections if section.standings]
    assert len(played_sections) == 2
    for section in played_sections:
        rows = list(StandingRow.objects.filter(round=section.round).order_by("position"))
        assert [line["decided_by"] for line in section.standings] == [row.decided_by for row in rows]
        assert all(line["decided_by"] for line in section.standings[:-1])
    assert [row["place"] for row in page.places] == list(range(1, 14))
    assert [player_id(place.entry) for place in event.final_places.order_by("place")] == content["final_places"]


def test_event_page_of_a_concluded_event_has_a_chart(anonymous: Client) -> None:
    event = make.concluded_event()
    page = text_of(anonymous.get(reverse("event", args=[event.slug]), {"parte": "andamento"}))
    assert (page.count('class="fo-bump__winner"'), page.count('class="fo-bump__finalist"')) == (2, 6)  # two drawings
    running = make.played_event()
    assert "fo-bump" not in text_of(anonymous.get(reverse("event", args=[running.slug]), {"parte": "andamento"}))


def test_event_places_of_forty_fold_on_a_phone_except_ones_own() -> None:
    """The first eight stay, and the visitor's row; the link at the end needs no script."""
    rows = [{"place": at, "name": f"P{at}", "wins": 0, "half_points": 2, "me": at == 30} for at in range(1, 41)]

    def page(columns: list[list[dict[str, Any]]]) -> str:
        places = [row for column in columns for row in column]
        event = {"state": "homologated", "regulation": "2.0"}
        context = {"event": event, "page": {"places": places}, "place_columns": columns}
        return render_to_string("web/public/event_places.html", context, request=RequestFactory().get("/"))

    forty = page([rows[:20], rows[20:]])
    assert (forty.count('<tr class="fo-more__rest"'), forty.count('<tr class="is-me"')) == (31, 1)
    assert 'href="#posti"' in forty
    assert 'href="#posti"' not in page([rows[:16]])


def test_event_page_before_the_day_says_where_how_many_places_and_how_it_is_played(anonymous: Client) -> None:
    event = make.announced_event(organiser=make.make_organiser(contact_mail="ciao@circolo.example"))
    facts = {"capacity": 24, "venue": "Sala & Co", "address": "via Roma 1", "city": "Forlì", "description": "Vieni!"}
    Event.objects.filter(pk=event.pk).update(**facts, bring="un mazzo", contact_name="Ada", contact_phone="0543 1")
    page = text_of(anonymous.get(event.get_absolute_url(), headers={"accept-language": "en"}))
    assert "https://www.openstreetmap.org/search?query=via+Roma+1%2C+Forl%C3%AC" in page
    assert "24 free places" in page
    assert "2 rounds, or 3 from 16 players, then the final." in page
    assert "at least 12 players" in page
    # What the organiser says comes first.
    order = [page.index(words) for words in ("Vieni!</p>", "via Roma 1, Forlì", "un mazzo", "tel:05431", 'id="h-come"')]
    assert order == sorted(order)
    assert 'href="mailto:ciao@circolo.example"' in page


def test_event_page_before_the_day_names_who_comes_with_their_place_in_the_ranking(anonymous: Client) -> None:
    """Art. 1.6, AMB-19: who did not consent is counted, without name and place."""
    played = reporting.homologated_event()
    event = make.authorised_event(season=played.season)
    best = played.final_places.get(place=2).entry.person
    hidden = played.final_places.get(place=3).entry.person
    Person.objects.filter(pk=hidden.pk).update(consent=False)
    new = make.make_person(first_name="Zeno", last_name="Nuovo", consent=True)
    for person in (new, hidden, best):
        entries.entry_add(event=event, person=person, by=None)
    answer = anonymous.get(event.get_absolute_url())
    comers = answer.context["comers"]
    assert [(comer.name, comer.rank, comer.is_new) for comer in comers.named] == [
        (str(best), 2, False),
        (str(new), 0, True),
    ]
    assert (comers.private, len(comers)) == (1, 3)
    assert str(hidden) not in text_of(answer)


def test_event_page_of_a_full_event_shows_others_the_nearest_first(anonymous: Client) -> None:
    facts = make.upcoming()
    event = make.authorised_event(**facts, capacity=3, city="Forlì")
    far = make.authorised_event(**facts, city="Palermo")
    near = make.authorised_event(**facts, city="Bologna")
    before = anonymous.get(event.get_absolute_url())
    for person in make.make_people(3):
        entries.entry_add(event=event, person=person, by=None)
    full = anonymous.get(event.get_absolute_url())
    assert before.context["elsewhere"] == []
    assert [item.event for item in full.context["elsewhere"]] == [near, far]
    assert near.get_absolute_url() in text_of(full)


def test_event_page_before_the_day_takes_at_most_twelve_queries(anonymous: Client) -> None:
    event = make.authorised_event(**make.upcoming(), capacity=3)
    for person in make.make_people(3):
        entries.entry_add(event=event, person=person, by=None)
    with CaptureQueriesContext(connection) as captured:
        anonymous.get(event.get_absolute_url())
    assert len(captured) <= 12


@pytest.mark.parametrize(
    ("facts", "hours"),
    [
        ({}, ["Round 1 10:00", "Round 2 11:05", "Final 12:10", "Prizes 13:15"]),
        ({"capacity": 16, "clock_minutes": 44, "final_has_clock": False}, None),
        ({"starts_at": None}, []),
        ({"starts_at": time(22, 30)}, []),
    ],
)
def test_event_page_before_the_day_says_when_each_round_is_expected(
    anonymous: Client, facts: dict[str, Any], hours: list[str] | None
) -> None:
    event = make.announced_event(starts_at=time(10))
    Event.objects.filter(pk=event.pk).update(**facts)
    answer = anonymous.get(event.get_absolute_url(), headers={"accept-language": "en"})
    shown = [f"{hour.label} {hour.at:%H:%M}" for hour in answer.context["upcoming"].hours]
    expected = ["Round 1 10:00", "Round 2 11:05", "Round 3 12:10", "Final 13:15"] if hours is None else hours
    assert shown == expected
    assert ("<time>" in text_of(answer)) == bool(shown)


def test_event_page_before_the_day_says_what_it_costs_and_until_when_to_ask(anonymous: Client) -> None:
    event = make.announced_event()
    event_update(
        event=event,
        by=None,
        price="8 €",
        price_covers="sala e premi",
        payment_url="https://paga.example/1",
        requests_close_at=datetime(2009, 7, 2, 18, tzinfo=UTC),
    )
    page = text_of(anonymous.get(event.get_absolute_url(), headers={"accept-language": "en"}))
    assert "<dd>8 €. " in page
    assert "The price covers: sala e premi." in page
    assert 'href="https://paga.example/1"' in page


def test_event_page_after_the_day_opens_with_the_winner_and_the_final(anonymous: Client) -> None:
    event = make.concluded_event()
    answer = anonymous.get(event.get_absolute_url(), headers={"accept-language": "en"})
    page = text_of(answer)
    winner = event.final_places.get(place=1).entry.person
    assert page.index(f"<b>{winner}</b>") < page.index('class="fo-finalists"') < page.index("Final places")
    final = answer.context["final"]
    assert tuple(final.columns[:2]) == ("points", "turns")
    assert [row.place for row in final.rows] == [1, 2, 3, 4]
    assert [row.name for row in final.rows] == [
        str(place.entry) for place in event.final_places.filter(place__lte=4).order_by("place")
    ]
    assert "fo-round" not in page


def test_event_page_after_the_day_gives_each_of_two_equals_the_own_reason(anonymous: Client) -> None:
    """The winner played fewer turns, the other so many more; nobody whom the points decide has a reason."""
    event = make.concluded_event()
    first, second = event.round_set.get(is_final=True).tables.get().seats.order_by("place")[:2]
    for seat, turns, decided in ((first, 14, "turns"), (second, 16, "points")):
        seat.values |= {"points": 41, "turns": turns}
        seat.decided_by = decided
        seat.save()
    final = anonymous.get(event.get_absolute_url(), headers={"accept-language": "en"}).context["final"]
    assert [list(row.reasons) for row in final.rows[:2]] == [["fewer turns"], ["2 turns more"]]
    assert [row.values[1] for row in final.rows[:2]] == [(14, True), (16, True)]


def test_event_page_opens_the_round_being_played_and_any_other_part_by_its_address(anonymous: Client) -> None:
    event = make.played_event()
    make.draw_round(event)
    address = event.get_absolute_url()

    def opened(part: str) -> str:
        return str(anonymous.get(address, {"parte": part}).context["shown_part"].slug)

    assert [opened(part) for part in ("", "turno-1", "classifica", "iscritti", "turno-9")] == [
        "turno-2",
        "turno-1",
        "classifica",
        "iscritti",
        "turno-2",
    ]


def test_table_result_page_shows_the_deciding_criteria_and_the_versions(anonymous: Client) -> None:
    event = make.drawn_event()
    table = make.tables_of(make.last_round(event))[0]
    make.report(table)
    sheet_correct(table=table, data=make.simple_sheet(table, [2, 1, 3, 4]), by=None, reason=WHY, accept_warnings=True)
    answer = anonymous.get(reverse("table_result", args=[event.slug, 1, 1]))
    result = answer.context["result"]
    assert [row["place"] for row in result.rows] == [1, 2, 3, 4]
    assert [row["seat"] for row in result.rows] == [2, 1, 3, 4]
    assert result.versions == 2
    assert "33" in text_of(answer)


def test_table_result_page_of_an_open_table_has_no_numbers(anonymous: Client) -> None:
    event = make.drawn_event()
    answer = anonymous.get(reverse("table_result", args=[event.slug, 1, 2]))
    assert answer.status_code == 200
    assert "<table" not in text_of(answer)


def test_standings_csv_equals_the_stored_rows(anonymous: Client) -> None:
    event = make.played_event()
    answer = anonymous.get(reverse("event_standings_csv", args=[event.slug, 1]))
    rows = list(csv.DictReader(StringIO(answer.content.decode())))
    stored = list(StandingRow.objects.filter(round__event=event).order_by("position"))
    assert [row["position"] for row in rows] == [str(stored_row.position) for stored_row in stored]
    assert [row["decided_by"] for row in rows] == [stored_row.decided_by for stored_row in stored]
    assert rows[0]["player"] == str(stored[0].entry.person)


def test_standings_csv_escapes_spreadsheet_formulas(anonymous: Client) -> None:
    event = make.played_event()
    row = StandingRow.objects.filter(round__event=event).select_related("entry__person").earliest("position")
    Person.objects.filter(pk=row.entry.person_id).update(first_name='=HYPERLINK("x")', consent=True)
    answer = anonymous.get(reverse("event_standings_csv", args=[event.slug, 1]))
    (name,) = [
        csv_row["player"]
        for csv_row in csv.DictReader(StringIO(answer.content.decode()))
        if "HYPERLINK" in csv_row["player"]
    ]
    assert name.startswith("'=")


@pytest.mark.parametrize(
    "query", ["?q=zzz", "?phase=boh", "?page=99", "?sort=-venue", "?season=abc", "?sort=players", "?sort=a.b"]
)
def test_event_list_tolerates_any_query_string(query: str, anonymous: Client) -> None:
    make.announced_event(name="Torneo del fossato")
    answer = anonymous.get(reverse("event_list") + query)
    assert answer.status_code == 200


def test_regulation_page_shows_numbers_and_unknown_version_answers_404(anonymous: Client) -> None:
    page = text_of(anonymous.get(reverse("regulation")))
    assert "12" in page
    assert "16" in page
    assert anonymous.get(reverse("regulation_version", args=["1812"])).status_code == 404


def test_draw_page_recomputes_every_draw(anonymous: Client) -> None:
    event = make.concluded_event()
    for draw in Draw.objects.filter(event=event, drawn_at__isnull=False):
        answer = anonymous.get(reverse("draw", args=[draw.pk]))
        assert answer.context["items"] == []
        assert answer.context["record"]["seed"] == draw.seed
        assert reverse("draw_json", args=[draw.pk]) in text_of(answer)


def test_draw_page_of_a_committed_draw_hides_the_seed(anonymous: Client) -> None:
    event = make.drawn_event()
    draw = Draw.objects.filter(event=event, drawn_at__isnull=True).earliest("pk")
    assert draw.seed
    page = text_of(anonymous.get(reverse("draw", args=[draw.pk])))
    draw_data: dict[str, Any] = anonymous.get(reverse("draw_json", args=[draw.pk])).json()
    assert draw.commitment in page
    assert draw.seed not in page
    assert (draw_data["drawn"], draw_data["seed"]) == (False, "")


def test_draw_page_reports_a_changed_outcome(anonymous: Client) -> None:
    event = make.drawn_event()
    draw = Draw.objects.get(event=event, purpose="seats", scope="round-1")
    draw.outcome = [*draw.outcome[1:], draw.outcome[0]]
    draw.save()
    answer = anonymous.get(reverse("draw", args=[draw.pk]))
    assert [item["severity"] for item in answer.context["items"]] == ["error"]
    assert answer.context["items"][0]["sentence"] in text_of(answer)


@pytest.mark.parametrize("language", ["it", "en"])
def test_event_page_is_in_the_requested_language(language: str, anonymous: Client) -> None:
    event = make.concluded_event()
    page = text_of(anonymous.get(reverse("event", args=[event.slug]), headers={"accept-language": language}))
    assert f'<html lang="{language}"' in page
