"""Test AMB-25: a walk-in or a new entry with a name of the national list must answer whether it is the same person."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories as make
from tournament.entries import services as entries
from tournament.models import Entry, Event, Person

pytestmark = pytest.mark.django_db
NAME = {"first_name": "Ada", "last_name": "Riva"}


@pytest.fixture
def user() -> Any:
    return make.make_user("circolo")


@pytest.fixture
def event(user: Any) -> Event:
    """Return an event in check-in with three players, of the club of ``user``."""
    opened = make.check_in_event(players=3, organiser=make.make_organiser(user))
    make.grant(opened, user)
    return opened


@pytest.fixture
def client(user: Any) -> Client:
    signed_in = Client()
    signed_in.force_login(user)
    return signed_in


def ada(event: Event | None = None, **facts: Any) -> Person:
    """Return a person of the list named Ada Riva; with ``event``, one who has an entry at its club."""
    person = make.make_person(**NAME, **facts)
    if event is not None:
        before = make.authorised_event(organiser=event.organiser, season=event.season)
        entries.entry_add(event=before, person=person, by=None)
    return person


def walk_in(client: Client, event: Event, **answer: Any) -> Any:
    return client.post(reverse("walk_in", args=[event.slug]), {**NAME, **answer})


def test_walk_in_with_an_unknown_name_is_entered(client: Client, event: Event) -> None:
    assert walk_in(client, event).status_code == 302
    assert event.entries.filter(person__last_name="Riva").count() == 1


def test_walk_in_with_a_known_name_asks_before_writing(client: Client, event: Event) -> None:
    person = ada(event, city="Pisa")
    page = walk_in(client, event, consent="on")
    page_text = page.content.decode()
    assert page.status_code == 200
    assert "È la stessa persona" in page_text
    assert "Un’altra persona" in page_text
    assert "Pisa" in page_text
    assert 'name="consent" value="on"' in page_text
    assert Person.objects.filter(**NAME).get() == person
    assert not event.entries.filter(person=person).exists()


def test_walk_in_same_person_is_entered_and_present(client: Client, event: Event) -> None:
    person = ada(event)
    assert walk_in(client, event, same=person.pk).status_code == 302
    assert event.entries.get(person=person).state == Entry.State.CHECKED_IN
    assert Person.objects.filter(**NAME).count() == 1


def test_walk_in_registered_person_is_marked_present(client: Client, event: Event) -> None:
    person = ada()
    entry = entries.entry_add(event=event, person=person, by=None)
    assert f"n. {entry.number}" in walk_in(client, event).content.decode()
    walk_in(client, event, same=person.pk)
    entry.refresh_from_db()
    assert entry.state == Entry.State.CHECKED_IN
    assert event.entries.filter(person__last_name="Riva").count() == 1


def test_walk_in_other_person_gets_a_new_record(client: Client, event: Event) -> None:
    person = ada(event)
    assert walk_in(client, event, same="no").status_code == 302
    newcomer = Person.objects.filter(**NAME).exclude(pk=person.pk).get()
    assert event.entries.get(person=newcomer).state == Entry.State.CHECKED_IN
    assert newcomer.said_to_be is None


def test_walk_in_person_of_another_club_needs_the_card(client: Client, event: Event) -> None:
    person = ada(card_number="RM-17", city="Ostia")
    page_text = walk_in(client, event).content.decode()
    assert 'name="proof"' in page_text
    assert "Ostia" not in page_text
    refused = walk_in(client, event, same=person.pk, proof="RM-71")
    assert refused.status_code == 422
    assert 'role="alert"' in refused.content.decode()
    assert not event.entries.filter(person=person).exists()
    assert walk_in(client, event, same=person.pk, proof=" rm-17 ").status_code == 302
    assert event.entries.get(person=person).state == Entry.State.CHECKED_IN


def test_walk_in_without_a_card_is_left_to_the_referent(client: Client, event: Event) -> None:
    person = ada()
    assert 'name="without_card"' in walk_in(client, event).content.decode()
    assert walk_in(client, event, same=person.pk).status_code == 422
    walk_in(client, event, same=person.pk, without_card="1")
    newcomer = Person.objects.get(said_to_be=person)
    assert event.entries.get(person=newcomer).state == Entry.State.CHECKED_IN
    referents = Client()
    referents.force_login(make.make_user(referent=True))
    assert "All’accoglienza hanno detto" in referents.get(reverse("people_duplicates")).content.decode()


@pytest.mark.parametrize("answer", ["9" * 5000, "-1", "x", "²", "0"])
def test_walk_in_invalid_answer_repeats_the_question(client: Client, event: Event, answer: str) -> None:
    ada(event)
    other = make.make_person()
    for wrong in (answer, str(other.pk)):
        assert "È la stessa persona" in walk_in(client, event, same=wrong).content.decode()
    assert not event.entries.filter(person__last_name="Riva").exists()


def test_entry_add_with_a_known_name_asks_the_same_question(client: Client, event: Event) -> None:
    person = ada(event)
    address, form_data = (
        reverse("entry_add", args=[event.slug]),
        {"new": "1", **NAME, "city": "Pisa", "card_number": ""},
    )
    page_text = client.post(address, form_data).content.decode()
    assert "È la stessa persona" in page_text
    assert 'name="city" value="Pisa"' in page_text
    assert client.post(address, {**form_data, "same": person.pk}).status_code == 302
    assert event.entries.get(person=person).state == Entry.State.REGISTERED
    assert client.post(address, {**form_data, "same": "no"}).status_code == 302
    assert Person.objects.filter(**NAME).count() == 2


def test_entry_add_person_of_another_club_needs_card_or_referent(client: Client, event: Event) -> None:
    person = ada(card_number="RM-17")
    address, form_data = reverse("entry_add", args=[event.slug]), {"new": "1", **NAME}
    assert client.post(address, {**form_data, "same": person.pk, "proof": "no"}).status_code == 422
    assert client.post(address, {**form_data, "same": person.pk, "proof": "RM-17"}).status_code == 302
    bare = ada()
    assert client.post(address, {**form_data, "same": bare.pk, "without_card": "1"}).status_code == 302
    assert Person.objects.filter(said_to_be=bare).count() == 1


@pytest.mark.rule("AMB-25")
@pytest.mark.parametrize(
    ("first", "last"), [("D ' ANGELO", "niccolo'"), ("Nicolò", "D’Angelo"), ("Niccolò Maria", "D’Angelo")]
)
def test_amb_25_spelling_and_near_name_of_a_known_person_are_asked(
    first: str, last: str, client: Client, event: Event
) -> None:
    known = make.make_person(first_name="Niccolò", last_name="D’Angelo")
    entries.walk_in_known(event=event, person=known, by=None)
    number = event.entries.count()
    answer = client.post(reverse("walk_in", args=[event.slug]), {"first_name": first, "last_name": last})
    assert [namesake.person for namesake in answer.context["people"]] == [known]
    assert event.entries.count() == number
