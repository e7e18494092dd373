"""A club with a desk of its own tries names and card numbers, to learn who is on the national list."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests import factories as make
from tests.unit.tournament.api.conftest import Program
from tournament.access.api_tokens import token_issue
from tournament.entries import services as entries
from tournament.models import Event, Person

pytestmark = pytest.mark.django_db
OF_ANOTHER_CLUB = "di un altro circolo"


@pytest.fixture(autouse=True)
def _counts(settings: Any) -> Any:
    lists = {"list_import": "4/h/user", "list_read": "4/h/user"}
    settings.ACCOUNT_RATE_LIMITS = {"namesake": "3/h/user", "wrong_card": "3/h/user", **lists}
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def event() -> Event:
    return make.check_in_event(players=3, organiser=make.make_organiser(make.make_user("circolo")))


@pytest.fixture
def desk(event: Event) -> Client:
    user = event.organiser.user
    make.grant(event, user)
    client = Client()
    client.force_login(user)
    return client


def _strangers(number: int) -> list[Person]:
    return [make.make_person(last_name=f"Riva{letter}", city="Pisa") for letter in "abcdefgh"[:number]]


def _needs_confirmation(desk: Client, event: Event, person: Person) -> bool:
    """Return whether the desk has to confirm that a walk-in is this person."""
    names = {"first_name": person.first_name, "last_name": person.last_name}
    answer = desk.post(reverse("walk_in", args=[event.slug]), names)
    assert (answer.status_code, "Pisa" in answer.content.decode()) in ((200, False), (302, False))
    return bool(answer.status_code == 200)


def test_names_of_other_clubs_are_shown_to_a_desk_for_a_bounded_number_only(desk: Client, event: Event) -> None:
    people = _strangers(5)
    assert [_needs_confirmation(desk, event, person) for person in people] == [True] * 3 + [False] * 2
    # A person added in this way has a record of their own: the Referent finds the namesakes.
    assert Person.objects.filter(last_name=people[4].last_name).count() == 2


def test_people_of_the_own_club_are_shown_without_bound(desk: Client, event: Event) -> None:
    before = make.authorised_event(organiser=event.organiser, season=event.season)
    for person in _strangers(5):
        entries.entry_add(event=before, person=person, by=None)
        names = {"first_name": person.first_name, "last_name": person.last_name}
        assert "Pisa" in desk.post(reverse("walk_in", args=[event.slug]), names).content.decode()


def test_card_numbers_are_tried_for_a_bounded_number_only(desk: Client, event: Event) -> None:
    person = make.make_person(card_number="A-17")
    address = reverse("entry_add", args=[event.slug])

    def tried(number: str) -> str:
        names = {"card-first_name": person.first_name, "card-last_name": person.last_name}
        return desk.post(address, {"by_card": "1", "card-card_number": number, **names}).content.decode()

    assert ["Nessuno" in tried(f"A-{number}") for number in range(3)] == [True] * 3
    # Now the right one does not open either, and says nothing.
    assert "Troppi numeri di tessera" in tried("A-17")
    assert not event.entries.filter(person=person).exists()


@pytest.fixture
def program(event: Event) -> Program:
    """Return a program with the token of the club's account."""
    user = event.organiser.user
    make.grant(event, user)
    return Program(token_issue(user=user, name="programma", days=30, scopes=["desk"])[1], user)


def test_card_numbers_are_tried_through_the_api_on_the_same_budget(
    desk: Client, event: Event, program: Program
) -> None:
    person = make.make_person(card_number="A-17")
    names = {"first_name": person.first_name, "last_name": person.last_name}

    def tried(number: str) -> tuple[int, str]:
        answer = program.post(f"/events/{event.slug}/entries/card", {"card_number": number, **names})
        return answer.status_code, answer.json()["code"]

    # Two wrong ones on the desk's page, and one of the same account's token: three an hour.
    form = {"by_card": "1", "card-first_name": person.first_name, "card-last_name": person.last_name}
    for number in range(2):
        desk.post(reverse("entry_add", args=[event.slug]), {**form, "card-card_number": f"A-{number}"})
    assert tried("A-2") == (409, "CARD_UNKNOWN")
    # Now the right one does not open either, and is answered like the wrong ones.
    assert [tried(number) for number in ("A-17", "A-3")] == [(429, "CARDS_ENOUGH")] * 2
    assert not event.entries.filter(person=person).exists()


def test_lists_are_sent_to_the_api_for_a_bounded_number_only(event: Event, program: Program) -> None:
    def sent(number: int) -> int:
        people = [{"first_name": "Anna", "last_name": f"Prova {number}"}]
        return int(program.post(f"/events/{event.slug}/entries/bulk", {"people": people}).status_code)

    assert [sent(number) for number in range(5)] == [201] * 4 + [429]
    assert event.entries.count() == 3 + 4


def test_list_of_guessed_names_shows_no_city_and_a_bounded_number(desk: Client, event: Event) -> None:
    people = _strangers(5)
    address = reverse("entries_import", args=[event.slug])

    def previewed(guessed: list[Person], **options: str) -> Any:
        lines = "".join(f"{person.last_name};{person.first_name};\n" for person in guessed)
        file = SimpleUploadedFile("elenco.csv", f"Cognome;Nome;Città\n{lines}".encode())
        return desk.post(address, {"file": file, **options})

    page = previewed(people[:2]).content.decode()
    assert (page.count(OF_ANOTHER_CLUB), "Pisa" in page) == (2, False)
    for options in ({}, {"match_names": "on"}):
        refused = previewed(people, **options)
        assert refused.status_code == 422
        assert people[0].last_name not in refused.content.decode()
    assert previewed([]).status_code == 422
    assert previewed([]).status_code == 429


def test_record_of_the_list_is_not_opened_by_its_number(desk: Client, event: Event) -> None:
    person = _strangers(1)[0]
    answer = desk.post(reverse("entry_add", args=[event.slug]), {"person": person.pk})
    assert person.last_name not in answer.content.decode()
    assert not event.entries.filter(person=person).exists()
