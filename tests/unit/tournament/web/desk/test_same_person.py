"""AMB-25: a name of the national list at the door, or on a new entry: a question with answers to press."""

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
    """A check-in at a club whose earlier event Ada Riva, number 1, played."""
    opened = make.check_in_event(players=3, organiser=make.make_organiser(user))
    make.grant(opened, user)
    return opened


@pytest.fixture
def client(user: Any) -> Client:
    found = Client()
    found.force_login(user)
    return found


def ada(event: Event | None = None, **facts: Any) -> Person:
    """Somebody of the list called Ada Riva; who played at the event's club where one is given."""
    person = make.make_person(**NAME, **facts)
    if event is not None:
        before = make.authorised_event(organiser=event.organiser, season=event.season)
        entries.entry_add(event=before, person=person, by=None)
    return person


def door(client: Client, event: Event, **answer: Any) -> Any:
    return client.post(reverse("walk_in", args=[event.slug]), {**NAME, **answer})


def test_a_name_that_nobody_has_comes_in_at_once(client: Client, event: Event) -> None:
    assert door(client, event).status_code == 302
    assert event.entries.filter(person__last_name="Riva").count() == 1


def test_a_name_of_the_list_is_a_question_and_nothing_is_written_yet(client: Client, event: Event) -> None:
    person = ada(event, city="Pisa")
    page = door(client, event, consent="on")
    words = page.content.decode()
    assert page.status_code == 200
    assert "È la stessa persona" in words
    assert "Un’altra persona con quel nome" in words
    assert "Pisa" in words
    assert 'name="consent" value="on"' in words
    assert Person.objects.filter(**NAME).get() == person
    assert not event.entries.filter(person=person).exists()


def test_the_same_person_is_entered_and_present(client: Client, event: Event) -> None:
    person = ada(event)
    assert door(client, event, same=person.pk).status_code == 302
    assert event.entries.get(person=person).state == Entry.State.CHECKED_IN
    assert Person.objects.filter(**NAME).count() == 1


def test_who_is_registered_for_this_event_is_marked_present(client: Client, event: Event) -> None:
    person = ada()
    entry = entries.entry_add(event=event, person=person, by=None)
    assert f"n. {entry.number}" in door(client, event).content.decode()
    door(client, event, same=person.pk)
    entry.refresh_from_db()
    assert entry.state == Entry.State.CHECKED_IN
    assert event.entries.filter(person__last_name="Riva").count() == 1


def test_another_person_of_that_name_is_a_record_of_its_own(client: Client, event: Event) -> None:
    person = ada(event)
    assert door(client, event, same="no").status_code == 302
    made = Person.objects.filter(**NAME).exclude(pk=person.pk).get()
    assert event.entries.get(person=made).state == Entry.State.CHECKED_IN
    assert made.said_to_be is None


def test_somebody_of_another_club_shows_the_card(client: Client, event: Event) -> None:
    person = ada(card_number="RM-17", city="Ostia")
    words = door(client, event).content.decode()
    assert 'name="proof"' in words
    assert "Ostia" not in words
    refused = door(client, event, same=person.pk, proof="RM-71")
    assert refused.status_code == 422
    assert 'role="alert"' in refused.content.decode()
    assert not event.entries.filter(person=person).exists()
    assert door(client, event, same=person.pk, proof=" rm-17 ").status_code == 302
    assert event.entries.get(person=person).state == Entry.State.CHECKED_IN


def test_without_a_card_the_referent_joins_the_records(client: Client, event: Event) -> None:
    person = ada()
    assert 'name="without_card"' in door(client, event).content.decode()
    assert door(client, event, same=person.pk).status_code == 422
    door(client, event, same=person.pk, without_card="1")
    made = Person.objects.get(said_to_be=person)
    assert event.entries.get(person=made).state == Entry.State.CHECKED_IN
    referents = Client()
    referents.force_login(make.make_user(referent=True))
    assert "all’ingresso hanno detto" in referents.get(reverse("people")).content.decode()


@pytest.mark.parametrize("answer", ["9" * 5000, "-1", "x", "²", "0"])
def test_an_answer_that_was_not_offered_is_the_question_again(client: Client, event: Event, answer: str) -> None:
    ada(event)
    other = make.make_person()
    for wrong in (answer, str(other.pk)):
        assert "È la stessa persona" in door(client, event, same=wrong).content.decode()
    assert not event.entries.filter(person__last_name="Riva").exists()


def test_registering_a_new_person_asks_the_same_question(client: Client, event: Event) -> None:
    person = ada(event)
    address, facts = reverse("entry_add", args=[event.slug]), {"new": "1", **NAME, "city": "Pisa", "card_number": ""}
    words = client.post(address, facts).content.decode()
    assert "È la stessa persona" in words
    assert 'name="city" value="Pisa"' in words
    assert client.post(address, {**facts, "same": person.pk}).status_code == 302
    assert event.entries.get(person=person).state == Entry.State.REGISTERED
    assert client.post(address, {**facts, "same": "no"}).status_code == 302
    assert Person.objects.filter(**NAME).count() == 2


def test_registering_somebody_of_another_club_by_the_question(client: Client, event: Event) -> None:
    person = ada(card_number="RM-17")
    address, facts = reverse("entry_add", args=[event.slug]), {"new": "1", **NAME}
    assert client.post(address, {**facts, "same": person.pk, "proof": "no"}).status_code == 422
    assert client.post(address, {**facts, "same": person.pk, "proof": "RM-17"}).status_code == 302
    bare = ada()
    assert client.post(address, {**facts, "same": bare.pk, "without_card": "1"}).status_code == 302
    assert Person.objects.filter(said_to_be=bare).count() == 1
