"""Test the upgrade to one reading of each unclear rule: what events and rounds stored of a choice."""

from __future__ import annotations

from importlib import import_module
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.core.management import CommandError
from django.db import connection

from tests import factories as make
from tournament.models import Event, Round

pytestmark = pytest.mark.django_db

migration = import_module("tournament.migrations.0070_one_reading_each")


def _upgrade() -> None:
    migration.drop_readings(apps, SimpleNamespace(connection=connection))


def _choose(event: Event, **readings: object) -> None:
    Event.objects.filter(pk=event.pk).update(game_options={"trade": True, "readings": readings})
    for each in Round.objects.filter(event=event):
        Round.objects.filter(pk=each.pk).update(setup={**each.setup, "readings": readings})


def test_decided_readings_leave_events_and_rounds() -> None:
    event = make.drawn_event(game="era_of_kingdoms")
    _choose(event, riches_vp=0, plague_locks=True)
    _upgrade()
    assert Event.objects.get(pk=event.pk).game_options == {"trade": True}
    assert all("readings" not in each.setup for each in Round.objects.filter(event=event))


def test_open_event_with_another_reading_is_named() -> None:
    event = make.drawn_event(game="megalomania")
    _choose(event, scroll_12="added", scroll_3="gains")
    with pytest.raises(CommandError, match=rf"{event.name} .*{event.slug}.*: scroll_12=added\."):
        _upgrade()
    assert "readings" in Event.objects.get(pk=event.pk).game_options


def test_event_that_is_over_keeps_the_reading_of_its_rounds() -> None:
    event = make.drawn_event(game="megalomania")
    _choose(event, scroll_12="added")
    Event.objects.filter(pk=event.pk).update(state=Event.State.HOMOLOGATED)
    _upgrade()
    assert "readings" not in Event.objects.get(pk=event.pk).game_options
    assert {each.setup["readings"]["scroll_12"] for each in Round.objects.filter(event=event)} == {"added"}
