"""Test the roll of honour: ratified national finals, names only with consent (art. 1.6, 1.7)."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from ranking.statistics.roll_of_honour import national_finals, podiums, titles
from tests import factories as make
from tests import reporting
from tests.unit.ranking.pages import queries_of, text_of
from tournament.models import Entry, Event, Person
from tournament.records.joining import person_merge

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.rule("AMB-19"),
    pytest.mark.soak(
        gate="tests/unit/ranking/test_past_seasons.py::"
        "test_past_season_page_and_roll_of_honour_hide_names_without_consent"
    ),
]

ADDRESS = "/albo-d-oro/"


def _final(**facts: Any) -> Event:
    """Return a homologated event made a national final."""
    event = reporting.homologated_event(**facts)
    Event.objects.filter(pk=event.pk).update(is_national_final=True)
    return Event.objects.get(pk=event.pk)


def _people(event: Event) -> list[Person]:
    return [place.entry.person for place in event.final_places.select_related("entry__person").order_by("place")[:3]]


def test_roll_of_honour_shows_champions_and_podiums(anybody: Client) -> None:
    first, second = _final(), _final()
    champion, other = _people(first)[0], _people(second)[0]
    page = text_of(anybody.get(ADDRESS))
    for person in (*_people(first), *_people(second)):
        assert f'href="{reverse("player", args=[person.pk])}"' in page
    assert first.get_absolute_url() in page
    assert {total.person for total in titles(national_finals())} == {champion.pk, other.pk}


def test_roll_of_honour_hides_names_without_consent_everywhere(anybody: Client) -> None:
    final = _final()
    champion, second, third = _people(final)
    make.agree(champion, consent=False)
    Entry.objects.filter(event=final, person=second).update(consent=False)
    page = text_of(anybody.get(ADDRESS))
    exported = anybody.get(ADDRESS, {"formato": "csv"}).content.decode()
    for hidden in (champion, second):
        for text in (page, exported):
            assert str(hidden) not in text
        assert reverse("player", args=[hidden.pk]) not in page
    assert str(third) in page
    assert titles(national_finals()) == []
    assert [total.person for total in podiums(national_finals())] == [third.pk]


def test_roll_of_honour_names_the_surviving_record(anybody: Client) -> None:
    final = _final()
    survivor = make.make_person()
    person_merge(keep=survivor, merge=_people(final)[0], by=None, reason="La stessa persona")
    assert [total.person for total in titles(national_finals())] == [survivor.pk]
    assert str(survivor) in text_of(anybody.get(ADDRESS))


def test_roll_of_honour_without_a_final_says_so(anybody: Client) -> None:
    final = _final()
    Event.objects.filter(pk=final.pk).update(state=Event.State.REPORTED)
    answer = anybody.get(ADDRESS)
    assert answer.status_code == 200
    assert "fo-podium" not in text_of(answer)
    assert anybody.get(ADDRESS, {"gioco": "megalomania"}).status_code == 404


@pytest.mark.soak(
    gate="tests/unit/ranking/test_past_seasons.py::test_past_season_page_and_roll_of_honour_hide_names_without_consent"
)
def test_roll_of_honour_queries_are_independent_of_the_finals(anybody: Client) -> None:
    _final()
    count = queries_of(anybody, "roll_of_honour")
    assert count <= 5
    _final()
    assert queries_of(anybody, "roll_of_honour") == count
