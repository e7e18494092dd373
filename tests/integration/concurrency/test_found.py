"""Defects found by the walks of ``test_event_machine``, each as a plain test."""

from __future__ import annotations

import pytest

from tests import factories as make
from tests.integration.concurrency.invariants import broken
from tests.refusals import refuses
from tournament.entries import services as entries
from tournament.models import Entry, Event
from tournament.results import conclusion
from tournament.rounds import confirmations

pytestmark = pytest.mark.django_db


def test_leave_refused_after_final() -> None:
    """Art. 1.5 (AMB-12, AMB-32): a finalist who "left after round 2" was no finalist, and the file did not verify."""
    event = make.final_event()
    final = make.play_round(event)
    finalist = make.tables_of(final)[0].seats.earliest("position").entry
    for service in (entries.entry_leave, confirmations.leave_wish):
        with refuses("FINAL_PLAYED") as excinfo:
            service(entry=finalist, by=None)
        assert excinfo.value.article == "1.5"
    assert Entry.objects.get(pk=finalist.pk).state == Entry.State.PLAYING
    conclusion.event_conclude(event=event, by=None)
    assert broken(Event.objects.get(pk=event.pk)) == []
