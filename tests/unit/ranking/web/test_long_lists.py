"""The costs of the Referent's lists."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories as make
from tournament.models import Event

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.soak(
        gate="tests/unit/ranking/web/test_referent.py::test_referent_pages_queries_are_independent_of_the_rows"
    ),
]


@pytest.fixture
def referent() -> Client:
    client = Client()
    client.force_login(make.make_user(referent=True))
    return client


def test_lists_of_the_referent_take_as_many_queries_with_thirty_rows(
    referent: Client, django_assert_max_num_queries: Callable[..., Any]
) -> None:
    people, season, club = make.make_people(30), make.make_season(), make.make_organiser()
    event = make.drawn_event(players=12, season=season, organiser=club)
    made = {field.attname: getattr(event, field.attname) for field in Event._meta.concrete_fields[1:]}
    copies = [{**made, "slug": f"altro-{number}", "state": Event.State.REPORTED} for number in range(30)]
    Event.objects.bulk_create([Event(**facts) for facts in copies])
    for name, shown, most in (
        ("referent", "altro-29", 13),
        ("people", people[0].last_name, 7),
    ):
        with django_assert_max_num_queries(most):
            assert shown in referent.get(reverse(name), {"stagione": season.slug}).content.decode(), name
