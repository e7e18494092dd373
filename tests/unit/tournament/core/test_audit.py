"""Rows that are recorded together leave the same history as rows recorded one by one."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests import factories as make
from tournament.core.audit import actor_context, record, record_all
from tournament.models import Person
from tournament.models.stored_sentences import LINK_OF_TABLE, StoredSentence

pytestmark = pytest.mark.django_db


def _history(person: Person) -> list[dict[str, Any]]:
    rows = person.history.order_by("history_id").values()
    return [{name: value for name, value in row.items() if name not in ("history_id", "history_date")} for row in rows]


def test_rows_recorded_together_have_the_history_of_rows_recorded_alone() -> None:
    user, names = make.make_user(), {"first_name": "Ada ", "last_name": "  Riva", "city": "Forlì"}
    alone, together = Person(**names), Person(**names)
    with actor_context(StoredSentence(LINK_OF_TABLE, {"table": 7})):
        record(alone, verb="person_create", by=user, reason="Così")
        record(alone, verb="person_update", by=None, city="Cesena")
        record_all([together], verb="person_create", by=user, reason="Così")
        record_all([together], verb="person_update", by=None, city="Cesena")
    together.refresh_from_db()
    assert (together.name_key, together.city) == ("ada riva", "Cesena")
    expected = [{**row, "id": together.pk} for row in _history(alone)]
    assert _history(together) == expected


def test_number_of_queries_does_not_depend_on_the_rows() -> None:
    counts = []
    for number in (2, 40):
        with CaptureQueriesContext(connection) as caught:
            people = [Person(first_name="Ada", last_name="Riva") for _ in range(number)]
            record_all(people, verb="person_create", by=None)
            record_all(people, verb="person_update", by=None, city="Cesena")
        counts.append(len(caught))
    assert counts[0] == counts[1]
