"""Test why an event is in its state: a stored code with parameters, read in every language."""

from __future__ import annotations

from importlib import import_module

import pytest
from django.utils.translation import override

from tests import factories as make
from tournament.events import lifecycle
from tournament.events.timeline import Change, event_history
from tournament.models import Event
from tournament.models.stored_sentences import NO_REPORT, SENTENCES, stored_sentence
from tournament.reports import services as reports

migration = import_module("tournament.migrations.0026_state_reason_code")


def test_state_reason_is_read_in_the_language_of_the_reader() -> None:
    with override("en"):
        assert stored_sentence(NO_REPORT, {}).startswith("No complete report came in time")
    with override("it"):
        assert stored_sentence(NO_REPORT, {}).startswith("Entro il termine non è arrivato un rapporto completo")
        assert stored_sentence("free_text", {"text": "Il 50% non c’è: %(text)s"}) == "Il 50% non c’è: %(text)s"
    assert stored_sentence("", {}) == ""


@pytest.mark.parametrize("text", ["Manca la sede", "[[NO_REPORT]]", "[[NO_REPORT]] e altro", "100%"])
def test_migration_of_an_old_text_is_undone_to_the_same_text(text: str) -> None:
    code, params = migration.as_code(text)
    assert code in SENTENCES
    assert (code == "free_text") == (text != "[[NO_REPORT]]")
    assert migration.as_text(code, params) == text


@pytest.mark.django_db
def test_event_history_shows_the_state_reason_as_one_change() -> None:
    event = make.announced_event()
    lifecycle.event_refuse_authorisation(event=event, by=None, reason="Manca la sede")
    stored = Event.objects.get(pk=event.pk)
    assert (stored.state_reason_code, stored.state_reason_params) == ("free_text", {"text": "Manca la sede"})
    with override("en"):
        (row,) = [row for row in event_history(stored) if row.verb == "event_refuse_authorisation"]
    assert [change for change in row.changes if "reason" in change.field] == [
        Change("reason of the state", "–", "Manca la sede")
    ]


@pytest.mark.django_db
def test_reports_sweep_stores_a_code_and_no_sentence() -> None:
    event = make.concluded_event()
    reports.reports_sweep(now=reports.report_deadline(event))
    stored = Event.objects.get(pk=event.pk)
    assert (stored.state_reason_code, stored.state_reason_params) == (NO_REPORT, {})
    with override("en"):
        (row,) = [row for row in event_history(stored) if row.verb == "report_overdue"]
    assert stored.history.latest().history_change_reason == ""
    assert Change("reason of the state", "–", row.reason) in row.changes
    assert row.reason.startswith("No complete report came in time")
