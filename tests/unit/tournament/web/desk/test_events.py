"""Test the organiser's desk: next step, refusals with their article, idempotent actions."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from tests import factories as make
from tests.unit.tournament.web.conftest import shown_messages, text_of
from tests.unit.tournament.web.desk_pages import AsOrganiser, at, levels, state
from tournament.events import lifecycle
from tournament.models import Event, Round
from tournament.rounds.help_calls import help_call
from tournament.sheets.services import sheet_submit

pytestmark = pytest.mark.django_db


def _facts(**other: Any) -> dict[str, Any]:
    """Return the data of an event as its form submits them."""
    return {
        "name": "Torneo d’autunno",
        "city": "Forlì",
        "venue": "Sala grande",
        "first_day": "2009-07-04",
        "last_day": "2009-07-04",
        "fascia_declared": "I",
        "clock_minutes": "45",
        "entry_mode": "approval",
        "answer_hours": "48",
        "final_has_clock": "on",
        "language": "it",
        "card_names": "regulation",
        **other,
    }


@pytest.mark.parametrize(
    ("event", "states"),
    [
        (make.make_event, "todo todo todo todo todo todo todo"),
        (make.check_in_event, "done done todo todo todo todo todo"),
        (lambda: make.drawn_event(start=False), "done done now todo todo todo todo"),
        (make.drawn_event, "done done now todo todo todo todo"),
        (make.played_event, "done done done todo todo todo todo"),
        (make.concluded_event, "done done done done done now todo"),
    ],
    ids=["draft", "check-in", "drawn", "round 1", "between rounds", "concluded"],
)
def test_desk_shows_the_progress_of_the_event(event: Callable[[], Event], states: str, organiser: AsOrganiser) -> None:
    new_event = event()
    answer = organiser(new_event).get(at("desk", new_event), {"tutto": ""})
    assert " ".join(step["state"] for step in answer.context["steps"]) == states
    assert '<ol class="fo-timeline"' in text_of(answer)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", ""),
        ("season", "0"),
        ("first_day", "ieri"),
        ("last_day", "domani"),
        ("fascia_declared", "II"),
        ("clock_minutes", "molti"),
        ("language", "fr"),
        ("starts_at", "le nove"),
        ("capacity", "-1"),
        ("payment_url", "ftp ://"),
        ("requests_open_at", "domani"),
    ],
)
def test_event_edit_wrong_field_shows_its_error(field: str, value: str, organiser: AsOrganiser) -> None:
    event = make.make_event(name="Torneo di prima")
    answer = organiser(event).post(at("event_edit", event), _facts(**{field: value}))
    assert answer.status_code == 422
    assert field in answer.context["form"].errors
    assert f'aria-describedby="id_{field}_error' in text_of(answer) or "aria-invalid" in text_of(answer)
    assert Event.objects.get(pk=event.pk).name == "Torneo di prima"


@pytest.mark.parametrize(("first", "last"), [("2009-07-05", "2009-07-04"), ("2010-01-01", "2010-01-01")])
def test_req_101_days_outside_the_season_or_reversed_are_refused(first: str, last: str, organiser: AsOrganiser) -> None:
    event = make.make_event(name="Torneo di prima")
    answer = organiser(event).post(at("event_edit", event), _facts(first_day=first, last_day=last))
    assert answer.status_code == 422
    assert Event.objects.get(pk=event.pk).name == "Torneo di prima"


def test_event_edit_is_stored_with_history(organiser: AsOrganiser) -> None:
    event = make.make_event(city="Cesena")
    client = organiser(event)
    assert client.post(at("event_edit", event), _facts()).status_code == 302
    acts = re.findall(r'href="(\?atto=[^"]+)"', text_of(client.get(at("history", event))))
    page = "".join(text_of(client.get(at("history", event) + act.replace("&amp;", "&"))) for act in acts)
    assert "<del>Cesena</del>" in page
    assert "<ins>Forlì</ins>" in page
    assert client.user.username in page


def test_art_1_2_event_announce_twice_is_refused(organiser: AsOrganiser) -> None:
    event = make.make_event()
    client = organiser(event)
    wrong = client.post(at("event_announce", event), {"announcement_url": "forum", "announced_on": "2009-06-20"})
    assert (wrong.status_code, wrong.context["form"].errors.keys()) == (422, {"announcement_url"})
    form_data = {"announcement_url": "https://forum.example/1", "announced_on": "2009-06-20"}
    assert client.post(at("event_announce", event), form_data).status_code == 302
    again = client.post(at("event_announce", event), form_data)
    assert (again.status_code, state(event)) == (422, "announced")
    assert again.context["form"].non_field_errors()


def test_art_1_2_event_open_check_in_before_the_authorisation_is_refused(organiser: AsOrganiser) -> None:
    event = make.announced_event()
    answer = organiser(event).post(at("event_open_check_in", event), follow=True)
    assert levels(answer) == ["error"]
    assert "1.2" in shown_messages(answer)[0]
    assert state(event) == "announced"


def test_event_open_check_in_twice_opens_once(organiser: AsOrganiser) -> None:
    event = make.authorised_event()
    client = organiser(event)
    for _ in range(2):
        client.post(at("event_open_check_in", event), follow=True)
    assert state(event) == "checkin"
    assert event.draws.count() == len({(draw.purpose, draw.scope) for draw in event.draws.all()})


@pytest.mark.parametrize("name", ["event_void", "event_unofficial"])
def test_event_void_and_unofficial_need_a_reason(name: str, organiser: AsOrganiser) -> None:
    event = make.check_in_event()
    client = organiser(event)
    assert client.get(at(name, event)).status_code == 200
    empty = client.post(at(name, event), {"reason": ""})
    assert (empty.status_code, empty.context["form"].errors.keys()) == (422, {"reason"})
    assert (state(event), Event.objects.get(pk=event.pk).is_official) == ("checkin", True)
    assert client.post(at(name, event), {"reason": "La sala è allagata"}).status_code == 302
    changed = Event.objects.get(pk=event.pk)
    assert (changed.state, changed.is_official) == (("void", True) if name == "event_void" else ("checkin", False))
    assert "La sala è allagata" in text_of(client.get(at("history", event)))


def test_desk_log_shows_time_for_today_and_date_for_older_rows(organiser: AsOrganiser) -> None:
    event = make.make_event()
    client = organiser(event)
    assert re.search(r"<time [^>]*>\d\d:\d\d</time>", text_of(client.get(at("desk", event))))
    Event.history.filter(id=event.pk).update(history_date=datetime(2009, 7, 4, 9, tzinfo=UTC))
    assert ">4/7</time>" in text_of(client.get(at("desk", event)))


@pytest.mark.soak(gate="tests/unit/tournament/events/test_next_step.py::test_next_step_of_every_state")
def test_desk_shows_a_next_step_in_every_state(organiser: AsOrganiser) -> None:
    full, time_is_up = make.drawn_event(), make.drawn_event()
    make.play_round(full, close=False)
    Round.objects.filter(event=time_is_up).update(clock_ends_at=timezone.now() - timedelta(minutes=1))
    # An empty verb: the organiser waits, for the Referent or for the tables, or the event is over.
    events = [
        (make.make_event(), "event_announce"),
        (make.announced_event(), ""),
        (make.check_in_event(players=3), "walk_in"),
        (make.check_in_event(), "round_draw"),
        (make.check_in_event(players=13, present=11), "entry_check_in"),
        (make.drawn_event(start=False), "clock_start"),
        (make.drawn_event(), ""),
        (time_is_up, "sheet_submit"),
        (full, "round_close"),
        (make.played_event(), "round_draw"),
        (make.final_event(), ""),
        (make.concluded_event(), "report_submit"),
        (lifecycle.event_void(event=make.check_in_event(players=2), reason="Nessuno", by=None), ""),
    ]
    for event, verb in events:
        answer = organiser(event).get(at("desk", event))
        step = answer.context["step"]
        assert answer.status_code == 200
        assert answer.context["is_running"] or step.title.lower() in text_of(answer).lower()
        assert step.verb == verb


def test_desk_with_all_seven_present_offers_unofficial_and_entry_add(organiser: AsOrganiser) -> None:
    """AMB-13: the alternative without points is a visible link of the page."""
    event = make.check_in_event(players=7)
    page = text_of(organiser(event).get(at("desk", event)))
    panel = page.partition('id="desk-now"')[2].partition("</section>")[0]
    assert "Gli iscritti sono tutti presenti." in panel
    assert f'href="{at("event_unofficial", event)}"' in panel
    assert at("entry_add", event) in panel


def test_desk_starts_the_clock_and_returns_to_the_desk(organiser: AsOrganiser) -> None:
    event = make.drawn_event(start=False)
    client = organiser(event)
    page = text_of(client.get(at("desk", event)))
    panel = page.partition('id="desk-now"')[2].partition("</aside>")[0]
    assert f'action="{at("round_clock", event, 1, "avvia")}"' in panel
    assert page.count("Avvia l’orologio</button>") == 1
    answer = client.post(at("round_clock", event, 1, "avvia"), {"next": at("desk", event)}, follow=True)
    assert answer.redirect_chain == [(at("desk", event), 302)]
    after = text_of(answer)
    assert "<h2>Adesso si gioca</h2>" in after
    assert answer.context["step"].verb == ""


def test_desk_shows_the_newest_standings_beside_the_next_round(organiser: AsOrganiser) -> None:
    event = make.played_event()
    client = organiser(event)
    first = make.last_round(event)
    for tables_out in (False, True):
        if tables_out:
            make.next_round(event)
        answer = client.get(at("desk", event), {"tutto": ""})
        rows = first.standing_rows.order_by("position")
        assert [row["name"] for row in answer.context["standings"]] == [str(row.entry.person) for row in rows]
        assert "Classifica dopo il 1º turno" in text_of(answer)


def test_desk_tables_have_their_state_places_and_act(organiser: AsOrganiser) -> None:
    event = make.drawn_event()
    confirmed, called, _open = make.tables_of(make.last_round(event))
    make.report(confirmed)
    help_call(table=called, caller="", words="", by=None)
    answer = organiser(event).get(at("desk", event))
    tables = answer.context["tables"]
    assert [table.kind for table in tables.tables] == ["confirmed", "help", "playing"]
    assert tables.counts == {"confirmed": 1, "help": 1, "playing": 1}
    assert [seat["place"] for seat in tables.tables[0].seats] == [1, 2, 3, 4]
    page = text_of(answer)
    assert [words in page for words in ("Adesso: vai al tavolo 2", "Ci vado io")] == [True, True]
    sheets = [reverse("sheet", args=[event.slug, 1, number]) for number in (1, 2, 3)]
    assert [page.count(f'href="{address}"') for address in sheets] == [1, 1, 1]


def test_desk_confirms_a_delivered_sheet_in_place_and_says_what_is_odd_on_another(organiser: AsOrganiser) -> None:
    event = make.drawn_event()
    clean, odd, _open = make.tables_of(make.last_round(event))
    sheet_submit(table=clean, data=make.simple_sheet(clean), by=None)
    wrong = make.simple_sheet(odd)
    wrong["seats"][0]["coins"] = 1
    sheet_submit(table=odd, data=wrong, by=None)
    client = organiser(event)
    answer = client.get(at("desk", event))
    tables = answer.context["tables"]
    assert [table.kind for table in tables.tables] == ["submitted", "doubt", "playing"]
    assert answer.context["step"].url_args[-1] == 2  # the sheet with a finding comes first
    assert [seat["score"] for seat in tables.tables[0].seats] == [33, 27, 21, 15]
    assert [seat["place"] for seat in tables.tables[0].seats] == [None] * 4
    page = text_of(answer)
    assert tables.tables[1].findings[0] in page
    assert [page.count("Controlla e conferma"), page.count("Conferma il tavolo")] == [1, 0]
    confirm = reverse("sheet_confirm", args=[event.slug, 1, clean.number])
    done = client.post(confirm, {"version": tables.tables[0].version, "next": at("desk", event)})
    assert done.headers["Location"] == at("desk", event)
    clean.refresh_from_db()
    assert clean.state == "confirmed"
    first = tables.tables[0].seats[0]["name"]
    assert tables.tables[0].leaders == [tables.tables[0].seats[0]], first
    gone = client.post(confirm.replace("/1/1/", f"/1/{odd.number}/"), {"version": 1, "next": at("desk", event)})
    assert gone.headers["Location"] == reverse("sheet", args=[event.slug, 1, odd.number])


@pytest.mark.soak(
    gate="tests/unit/tournament/web/desk/test_events.py::test_desk_tables_have_their_state_places_and_act"
)
def test_round_page_with_nine_tables_filters_them(organiser: AsOrganiser) -> None:
    event = make.drawn_event(players=33)
    tables = make.tables_of(make.last_round(event))
    sheet_submit(table=tables[2], data=make.simple_sheet(tables[2]), by=None)
    client = organiser(event)
    every, waiting, playing, other = (
        client.get(at("round_desk", event, 1), query).content.decode()
        for query in ({}, {"tavoli": "da-fare"}, {"tavoli": "in-gioco"}, {"tavoli": "x"})
    )
    assert every.count('id="tavolo-') == other.count('id="tavolo-') == 9
    assert [waiting.count('id="tavolo-'), 'id="tavolo-3"' in waiting] == [1, True]
    assert [playing.count('id="tavolo-'), 'id="tavolo-3"' in playing] == [8, False]
    small = make.drawn_event(players=12)
    assert "tavoli=da-fare" not in organiser(small).get(at("round_desk", small, 1)).content.decode()


def test_desk_of_a_large_hall_is_a_grid_of_numbers_with_the_open_ones_first(organiser: AsOrganiser) -> None:
    event = make.drawn_event(players=52)
    tables = make.tables_of(make.last_round(event))
    make.report(tables[0])
    sheet_submit(table=tables[4], data=make.simple_sheet(tables[4]), by=None)
    help_call(table=tables[7], caller="", words="", by=None)
    answer = organiser(event).get(at("desk", event))
    shown = answer.context["tables"]
    assert shown.are_many
    assert [table.number for table in shown.open_first] == [8, 5, 2, 3, 4, 6, 7, 9, 10, 11, 12, 13, 1]
    page = text_of(answer)
    assert page.count("fo-squares__one ") == 13
    assert "fo-tile" not in page


def test_desk_shows_surnames_with_an_initial_where_two_are_equal(organiser: AsOrganiser) -> None:
    event = make.drawn_event()
    seats = [seat for table in make.tables_of(make.last_round(event)) for seat in table.seats.all()]
    names = [("Ada", "Rossi"), ("Bruno", "Rossi"), ("Žiga", "Đorđević Černigoj")]
    for seat, (first, last) in zip(seats, names, strict=False):
        make.change_person(seat.entry.person, first_name=first, last_name=last)
    shown = [seat for table in organiser(event).get(at("desk", event)).context["tables"].tables for seat in table.seats]
    assert [(seat["initial"], seat["last"]) for seat in shown[:3]] == [
        ("A.", "Rossi"),
        ("B.", "Rossi"),
        ("", "Đorđević Černigoj"),
    ]


def test_desk_after_the_final_names_the_winner(organiser: AsOrganiser) -> None:
    event = make.final_event()
    make.play_round(event)
    client = organiser(event)
    winner = make.tables_of(make.last_round(event))[0].seats.get(place=1).entry.person
    for _ in range(2):
        answer = client.get(at("desk", event))
        assert f"Vince {winner}" in text_of(answer)
        assert len(answer.context["final_order"]) == 4
        client.post(at("event_conclude", event))
    assert Event.objects.get(pk=event.pk).state == "concluded"
