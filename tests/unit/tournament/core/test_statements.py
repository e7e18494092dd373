"""Test statements that are composed once and run with any key."""

from __future__ import annotations

from typing import Any

import pytest

from tests import factories as make
from tournament.core.statements import ANY_KEY, compose
from tournament.models import Entry

pytestmark = pytest.mark.django_db


def test_composed_statement_runs_with_any_key_in_one_query(django_assert_num_queries: Any) -> None:
    events = [make.check_in_event(players=3), make.check_in_event(players=4)]
    statement = compose(Entry.objects.filter(event=ANY_KEY, number__gt=1).order_by("number").values_list("number"))
    with django_assert_num_queries(2):
        numbers = [statement.rows(event.pk) for event in events]
    assert numbers == [[(2,), (3,)], [(2,), (3,), (4,)]]
    assert statement.rows(0) == []
