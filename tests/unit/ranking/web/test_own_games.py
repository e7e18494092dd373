"""Test a player's own games: table, entries, results, the call to the final and its answer, the first visit."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from ranking.call_up import services as call_up
from ranking.models import CallUp
from ranking.national.selectors import national_ranking
from tests import factories as make
from tests.entering import enter, open_event
from tests.unit.ranking.credit import credit
from tests.unit.tournament.web.conftest import text_of
from tournament.access.links import participant_links_make
from tournament.entries.services import entry_add
from tournament.models import EntryRequest, ErrorReport, Event, Person
from tournament.records.joining import person_merge

pytestmark = pytest.mark.django_db

PAGE = "/io/partite/"
#: Session, account, record and roles included.
MOST_QUERIES = 14


def _signed_in(person: Person | None = None) -> Client:
    client, user = Client(), make.make_user()
    if person is not None:
        Person.objects.filter(pk=person.pk).update(user=user)
    client.force_login(user)
    return client


def _page(client: Client) -> str:
    with CaptureQueriesContext(connection) as caught:
        answer = client.get(PAGE)
    assert answer.status_code == 200
    assert len(caught) <= MOST_QUERIES
    return text_of(answer)


def test_results_entries_and_way_to_the_final_shown() -> None:
    done = make.concluded_event()
    person = done.final_places.get(place=2).entry.person
    coming = make.check_in_event(players=0, season=done.season, name="Torneo che viene")
    entry_add(event=coming, person=person, by=None)
    credit(done.season, person, 7)
    page = _page(_signed_in(person))
    assert done.name in page
    assert "2º" in page
    assert "da omologare" in page
    assert "Torneo che viene" in page
    assert "La stagione è finita il" in page


def test_requests_of_an_account_without_a_record_shown_with_their_state() -> None:
    client = _signed_in()
    user = User.objects.get(pk=client.session["_auth_user_id"])
    asked, full = open_event(name="Torneo chiesto", entry_mode="approval"), open_event(name="Torneo pieno", capacity=3)
    for number in range(4):
        enter(full, number)
    for event, state in ((asked, "pending"), (full, "waiting")):
        EntryRequest.objects.create(
            event=event, user=user, state=state, first_name="Ada", last_name="Riva", queued_at=timezone.now()
        )
    page = _page(client)
    assert "Torneo chiesto" in page
    assert "in attesa dell’organizzatore" in page
    # One waits before this account.
    assert "<b>2º</b>" in page


def test_table_of_the_open_round_shown_with_the_own_link() -> None:
    event = make.drawn_event()
    participant_links_make(event=event, by=None)
    entry = event.entries.order_by("pk")[0]
    entry.person.refresh_from_db()
    seat = entry.seats.get()
    client = _signed_in(entry.person)
    page = _page(client)
    assert f"Tavolo {seat.table.number}, sedia {seat.position}" in page
    assert all(str(other.entry.person) in page for other in seat.table.seats.all())
    assert 'id="h-way"' in page
    assert 'href="/g/' in page
    Event.objects.filter(pk=event.pk).update(state=Event.State.CONCLUDED)
    assert "Apri il mio tavolo" not in _page(client)


def _called(number: int = 12) -> list[CallUp]:
    season = make.make_season(finalists=12)
    for position, person in enumerate(make.make_people(number + 2), start=1):
        credit(season, person, 500 - 2 * position)
    return call_up.call_up(season=season, by=None)


def test_called_player_answers_and_changes_their_mind() -> None:
    call, other = _called()[:2]
    client = _signed_in(call.person)
    address = reverse("call_reply", args=[call.season.slug])
    assert f'action="{address}"' in _page(client)
    assert client.post(address, {"answer": "yes"}).status_code == 302
    call.refresh_from_db()
    other.refresh_from_db()
    assert (call.state, other.state) == ("accepted", "called")
    assert call.history.latest().history_user is not None
    client.post(address, {"answer": "forse"})
    call.refresh_from_db()
    assert call.state == "accepted"
    client.post(address, {"answer": "no"})
    call.refresh_from_db()
    assert call.state == "declined"
    call_up.call_substitutes(season=call.season, by=None)
    # Replaced in between: the list is shown no more, and nothing can be answered.
    assert client.post(address, {"answer": "yes"}).status_code == 404


def test_player_called_before_two_records_were_merged_answers() -> None:
    call = _called()[0]
    survivor = make.make_person(consent=True)
    person_merge(keep=survivor, merge=call.person, by=None, reason="La stessa persona")
    client, address = _signed_in(survivor), reverse("call_reply", args=[call.season.slug])
    assert address in _page(client)
    assert client.post(address, {"answer": "yes"}).status_code == 302
    call.refresh_from_db()
    assert call.state == "accepted"
    entry = next(entry for entry in national_ranking(call.season) if entry.person_id == survivor.pk)
    assert entry.call == "accepted"


def test_answer_of_who_is_not_called_not_found() -> None:
    call = _called()[0]
    for client in (_signed_in(), _signed_in(make.make_person())):
        assert client.post(reverse("call_reply", args=[call.season.slug]), {"answer": "yes"}).status_code == 404


def test_first_visit_says_how_to_take_part() -> None:
    page = _page(_signed_in())
    assert "Ancora nessuna partita" in page
    assert reverse("event_list") in page


def test_next_entry_stands_with_its_code_and_an_error_goes_to_the_organiser() -> None:
    done = make.concluded_event()
    person = done.final_places.get(place=2).entry.person
    coming = make.authorised_event(season=done.season, name="Torneo che viene")
    entry_add(event=coming, person=person, by=None)
    participant_links_make(event=coming, by=None)
    client = _signed_in(person)
    page = _page(client)
    assert 'href="/g/' in page
    assert f'action="{reverse("entry_withdraw", args=[coming.slug])}"' in page
    # Told to whoever answers for that event; another's event is none of theirs.
    wrong = {"event": done.slug, "words": "Il mio cognome"}
    assert client.post(reverse("own_error"), wrong)["Location"] == PAGE
    assert list(ErrorReport.objects.values_list("entry__person", "words")) == [(person.pk, "Il mio cognome")]
    assert _signed_in().post(reverse("own_error"), wrong).status_code == 404
