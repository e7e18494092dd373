"""Test the tables of the columns of events, seasons and people against the model, its forms and the public data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from django.db.models import Model

from tournament.api.schemas import EventLine, EventOut
from tournament.events.fields import EVENT_FIELDS, SEASON_FIELDS
from tournament.models import Event, Person, Season
from tournament.people.fields import PERSON_FIELDS
from tournament.web.desk.event_forms import EventForm
from tournament.web.desk.new_event import NewEventForm


@pytest.mark.parametrize(("model", "rows"), [(Event, EVENT_FIELDS), (Season, SEASON_FIELDS), (Person, PERSON_FIELDS)])
def test_every_column_has_one_row(model: type[Model], rows: Sequence[Any]) -> None:
    columns = [column.name for column in model._meta.concrete_fields if not column.primary_key]
    assert sorted(row.name for row in rows) == sorted(columns)


def test_public_columns_are_declared_in_the_api() -> None:
    in_lists = {field.public for field in EVENT_FIELDS if field.public and field.in_lists}
    others = {field.public for field in EVENT_FIELDS if field.public and not field.in_lists}
    assert in_lists <= set(EventLine.model_fields)
    assert others <= set(EventOut.model_fields) - set(EventLine.model_fields)


def test_fields_of_a_new_event_are_those_that_an_organiser_may_set() -> None:
    """Its other fields stand for columns: the place for venue and city, the choice of a practice event."""
    columns = set(NewEventForm.base_fields) - {"place", "organiser", "is_practice"}
    assert columns <= {field.name for field in EVENT_FIELDS if field.part}
    assert set(EventForm.base_fields) >= {field.name for field in EVENT_FIELDS if field.part}
