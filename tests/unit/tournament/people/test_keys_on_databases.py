"""AMB-25: a spelling of a name finds its record and is stored with its key, the same on SQLite and on PostgreSQL."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings

from ranking.national.search import search
from tests import factories
from tests.unit.tournament.regulation.test_names import NAMES, spellings
from tests.volume import part_of
from tournament.models import Person
from tournament.people.selectors import people_search, person_with_address, possible_duplicates
from tournament.regulation.names import clean_name, name_key

pytestmark = [pytest.mark.django_db, pytest.mark.rule("AMB-25")]

Spelled = tuple[tuple[str, str], tuple[str, str]]


@pytest.fixture
def people() -> dict[tuple[str, str], Person]:
    return {
        (first, last): factories.make_person(first_name=first, last_name=last, email=f"{number}@example.org")
        for number, (first, last) in enumerate(NAMES)
    }


@hypothesis_settings(
    max_examples=part_of(500), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(spelled=spellings())
def test_spelling_finds_its_record(people: dict[tuple[str, str], Person], spelled: Spelled) -> None:
    name, (first, last) = spelled
    person = people[name]
    assert list(possible_duplicates(first, last)) == [person]
    assert person_with_address(person.email.upper(), first, last) == person
    assert person in people_search(f"{first} {last}")
    assert person.pk in [row["pk"] for row in search(f"{first} {last}").players]


@hypothesis_settings(
    max_examples=part_of(500), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(spelled=spellings())
def test_spelling_is_stored_with_the_key_of_the_name(spelled: Spelled) -> None:
    name, (first, last) = spelled
    stored = Person.objects.create(first_name=first, last_name=last)
    row = Person.objects.filter(pk=stored.pk).values_list("first_name", "last_name", "name_key").get()
    stored.delete()
    assert row == (clean_name(first), clean_name(last), name_key(*name))
