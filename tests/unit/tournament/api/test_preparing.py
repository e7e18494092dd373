"""The API for who prepares an event: data, many players, requests, roles, links; seasons and clubs."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from tests import factories as make
from tests.unit.tournament.api.conftest import Program
from tournament.models import Entry, EntryRequest, Invitation, Organiser, Season

pytestmark = pytest.mark.django_db


def _good(answer: Any, status: int = 200) -> Any:
    assert answer.status_code == status, answer.content
    return answer.json() if answer.content else None


@pytest.fixture
def desk(program: Callable[..., Program]) -> Callable[..., Program]:
    """Return a function that makes the program of an event's organiser."""
    return lambda event: program("organiser", event, scopes=["desk"])


def test_bulk_entry_enters_all_or_none(desk: Callable[..., Program]) -> None:
    event = make.check_in_event(players=0)
    path = f"/events/{event.slug}/entries/bulk"
    people = [{"first_name": "Anna", "last_name": f"Prova {number}"} for number in range(3)]
    made = _good(desk(event).post(path, {"people": people, "present": True}), 201)
    assert [(one["entry"], one["state"]) for one in made["items"]] == [(n, "checked_in") for n in (1, 2, 3)]
    refused = desk(event).post(
        path, {"people": [{"first_name": "Ugo", "last_name": "Nuovo"}, people[0] | {"city": "\0"}]}
    )
    assert refused.status_code == 422
    assert event.entries.count() == 3


def test_bulk_entry_takes_at_most_two_hundred(desk: Callable[..., Program]) -> None:
    event = make.check_in_event(players=0)
    people = [{"first_name": "Anna", "last_name": f"Prova {number}"} for number in range(201)]
    refused = desk(event).post(f"/events/{event.slug}/entries/bulk", {"people": people})
    assert (refused.status_code, refused.json()["code"]) == (422, "FIELDS_WRONG")


def test_event_begins_at_a_time_of_its_place(desk: Callable[..., Program]) -> None:
    event = make.check_in_event()
    path, program = f"/events/{event.slug}/data", desk(event)
    assert program.ask("PATCH", path, {"starts_at": "14:30:00Z"}).status_code == 422
    _good(program.ask("PATCH", path, {"starts_at": "14:30:00"}))
    event.refresh_from_db()
    assert str(event.starts_at) == "14:30:00"


def test_event_data_changed_and_frozen(desk: Callable[..., Program]) -> None:
    event = make.make_event()
    path = f"/events/{event.slug}/data"
    assert _good(desk(event).ask("PATCH", path, {"venue": "Sala nuova", "capacity": 20}))["state"] == "draft"
    event.refresh_from_db()
    assert (event.venue, event.capacity) == ("Sala nuova", 20)
    running = make.drawn_event()
    refused = desk(running).ask("PATCH", f"/events/{running.slug}/data", {"city": "Altrove"})
    assert (refused.status_code, refused.json()["code"]) == (409, "FIELD_FROZEN")


def test_entry_deleted_before_round_one(desk: Callable[..., Program]) -> None:
    event = make.check_in_event()
    path = f"/events/{event.slug}/entries/1"
    _good(desk(event).ask("DELETE", path), 204)
    assert not Entry.objects.filter(event=event, number=1).exists()
    assert desk(event).ask("DELETE", path).status_code == 404


def test_requests_listed_and_answered(desk: Callable[..., Program]) -> None:
    event = make.authorised_event(**make.upcoming())
    rows = [
        EntryRequest.objects.create(event=event, person=make.make_person(), state="pending", email=f"p{n}@example.org")
        for n in range(2)
    ]
    program, path = desk(event), f"/events/{event.slug}/requests"
    listed = _good(program.get(path))
    assert [one["state"] for one in listed["items"]] == ["pending", "pending"]
    assert listed["items"][0]["name"] == str(rows[0])
    accepted = {"decision": "accept"}
    for _again in range(2):
        entered = _good(program.post(f"{path}/{rows[0].pk}/decision", accepted))
        assert (entered["state"], entered["entry"]) == ("entered", 1)
    refused = program.post(f"{path}/{rows[1].pk}/decision", {"decision": "refuse"})
    assert refused.status_code == 422
    answer = {"decision": "refuse", "reason": "La sala è piena"}
    assert _good(program.post(f"{path}/{rows[1].pk}/decision", answer))["state"] == "refused"


def test_role_offered_and_listed(desk: Callable[..., Program]) -> None:
    event = make.check_in_event()
    path = f"/events/{event.slug}"
    offer = {"address": "arbitro@example.org", "role": "referee"}
    assert _good(desk(event).post(f"{path}/invitations", offer), 201)["role"] == "referee"
    assert Invitation.objects.get().address == "arbitro@example.org"
    assert "organiser" in {one["role"] for one in _good(desk(event).get(f"{path}/roles"))["items"]}


def test_links_given_to_the_desk_alone(desk: Callable[..., Program], program: Callable[..., Program]) -> None:
    event = make.check_in_event()
    given = _good(desk(event).post(f"/events/{event.slug}/links", {}))
    assert given["count"] == event.entries.count()
    assert all("/g/" in one["url"] for one in given["items"])
    assert program("referee", event, scopes=["desk"]).post(f"/events/{event.slug}/links", {}).status_code == 404


def test_season_and_club_made_by_the_referent(program: Callable[..., Program]) -> None:
    referent, nobody = program("referent", scopes=["decisions"]), program("", scopes=["decisions"])
    season = {"name": "2031", "first_day": "2031-01-01", "last_day": "2031-12-31"}
    club = {"name": "Circolo nuovo", "city": "Lecce", "address": "circolo@example.org"}
    assert {nobody.post(path, body).status_code for path, body in (("/seasons", season), ("/clubs", club))} == {404}
    assert _good(referent.post("/seasons", season), 201)["slug"] == "2031"
    made = _good(referent.post("/clubs", club), 201)
    assert made["organiser"] == Organiser.objects.get(name="Circolo nuovo").pk
    assert Invitation.objects.get().address == "circolo@example.org"
    assert Season.objects.filter(slug="2031").exists()
    assert "Circolo nuovo" in {one["name"] for one in _good(Program().get("/clubs"))["items"]}


def test_changes_since_a_cursor(anybody: Program) -> None:
    event, other = make.check_in_event(), make.check_in_event()
    make.make_event()
    before = timezone.now() - timedelta(days=1)
    cursor = _good(anybody.get("/changes"))["cursor"]
    assert _good(anybody.get("/changes"))["items"] == []
    for model in (type(event), Entry):
        model.history.update(history_date=before - timedelta(days=1))
    type(other.entries.get(number=1).person).history.update(history_date=before - timedelta(days=1))
    row = event.entries.first()
    row.save()
    Entry.history.filter(history_id=Entry.history.latest("history_id").history_id).update(history_date=before)
    since = (before - timedelta(hours=1)).isoformat().replace("+00:00", "Z")
    answer = _good(anybody.get(f"/changes?after={since}"))
    assert [one["event"] for one in answer["items"]] == [event.slug]
    assert not answer["more"]
    assert answer["cursor"] >= cursor[:10]
    person = other.entries.get(number=1).person
    person.history.update(history_date=before + timedelta(minutes=1))
    changed = _good(anybody.get(f"/changes?after={since}&limit=1"))
    assert changed["more"]
    rest = _good(anybody.get(f"/changes?after={changed['cursor']}"))
    assert [one["event"] for one in rest["items"]] == [other.slug]


@pytest.mark.parametrize(
    ("after", "code"),
    [
        ("2001-01-01T00:00:00Z", "CURSOR_OLD"),
        ("2026-01-01T00:00:00", "CURSOR_WRONG"),
        ("9999-12-31T23:59:59-14:00", "CURSOR_WRONG"),
    ],
)
def test_changes_refuse_an_old_cursor(anybody: Program, after: str, code: str) -> None:
    refused = anybody.get(f"/changes?after={after}")
    assert (refused.status_code, refused.json()["fields"][0]["code"]) == (422, code)


def test_changes_accept_any_offset_that_a_moment_can_have(anybody: Program) -> None:
    answer = _good(anybody.get("/changes?after=3282-09-07T23:19:46%2B23:31"))
    assert answer["cursor"] == "3282-09-06T23:48:46Z"
