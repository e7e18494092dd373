"""Test the organiser's reasons for other minutes than 45 or for a final without a clock (art. 1.5)."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories as make
from tests import reporting
from tests.reporting import recomputed
from tests.unit.ranking.pages import text_of
from tournament.core.messages import sentence
from tournament.exchange.export import event_from_file, event_to_file
from tournament.models import Event, Report
from tournament.results import conclusion
from tournament.rounds import clock

pytestmark = pytest.mark.django_db

MINUTES = {"clock_minutes": 40, "clock_reason": "La sala chiude alle otto"}
NO_CLOCK = {"final_has_clock": False, "final_clock_reason": "La sala resta nostra"}


@pytest.fixture(autouse=True)
def media(settings: Any, tmp_path: Any) -> None:
    settings.MEDIA_ROOT = tmp_path


@pytest.mark.rule("REQ-905")
def test_clock_reasons_are_shown_at_authorisation(referent: Client) -> None:
    make.announced_event(**MINUTES, **NO_CLOCK)
    page = text_of(referent.get(reverse("referent")))
    assert MINUTES["clock_reason"] in page
    assert NO_CLOCK["final_clock_reason"] in page


@pytest.mark.rule("AMB-34")
def test_clock_reasons_are_shown_at_homologation(referent: Client) -> None:
    event = reporting.reported_event(**MINUTES, **NO_CLOCK)
    findings = recomputed(event.reports.get())
    assert [(finding.code, finding.is_error) for finding in findings] == [
        ("EVENT_MINUTES", False),
        ("EVENT_FINAL_CLOCK", False),
    ]
    for language in ("it", "en"):
        assert str(MINUTES["clock_reason"]) in sentence(findings[0], language)
        assert str(NO_CLOCK["final_clock_reason"]) in sentence(findings[1], language)
    page = text_of(referent.get(reverse("homologation", args=[event.slug])))
    assert MINUTES["clock_reason"] in page
    assert NO_CLOCK["final_clock_reason"] in page
    assert MINUTES["clock_reason"] in text_of(referent.get(event.get_absolute_url()))


@pytest.mark.soak(gate="tests/unit/ranking/test_clock_reasons.py::test_clock_reasons_are_shown_at_homologation")
def test_clock_reasons_survive_export_and_import() -> None:
    written = event_to_file(make.concluded_event(**MINUTES, **NO_CLOCK))
    expected = {"minutes": 40, "minutes_reason": MINUTES["clock_reason"]}
    expected |= {"final_has_clock": False, "final_clock_reason": NO_CLOCK["final_clock_reason"]}
    assert expected.items() <= written["event"].items()
    copied = copy.deepcopy(written)
    copied["event"]["name"] = "Copia"
    imported = event_from_file(content=copied, by=None)
    assert {name: getattr(imported, name) for name in (*MINUTES, *NO_CLOCK)} == MINUTES | NO_CLOCK
    assert expected.items() <= event_to_file(imported)["event"].items()


def test_clock_reasons_missing_in_an_older_event_give_no_finding() -> None:
    """Events stored before the reasons existed have other minutes and no reason: their report gets no finding."""
    event = reporting.reported_event()
    Event.objects.filter(pk=event.pk).update(clock_minutes=40)
    assert recomputed(Report.objects.get(event=event)) == []


@pytest.mark.soak(gate="tests/unit/ranking/test_clock_reasons.py::test_clock_reasons_are_shown_at_homologation")
@pytest.mark.rule("REQ-905")
def test_added_minutes_and_their_reason_are_shown_at_homologation(referent: Client) -> None:
    event = make.drawn_event()
    clock.clock_extend(round=make.last_round(event), minutes=10, reason="Allarme antincendio", by=None)
    make.play_round(event)
    for _ in range(2):
        make.next_round(event)
        make.play_round(event)
    conclusion.event_conclude(event=Event.objects.get(pk=event.pk), by=None)
    reporting.submit(Event.objects.get(pk=event.pk))
    (finding,) = recomputed(Report.objects.get(event=event))
    assert (finding.code, finding.path, finding.is_error) == ("ROUND_CLOCK_EXTENDED", "rounds[0]", False)
    words = "All’orologio del 1º turno sono stati aggiunti 10 minuti. Motivo: Allarme antincendio"
    assert sentence(finding, "it") == words
    assert words in text_of(referent.get(reverse("homologation", args=[event.slug])))
