"""Test the cached numbers of a report's check: used as long as nothing changed, and never by a decision."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from ranking.homologation import report_checks
from ranking.homologation.selectors import checked_queue
from tests import factories as make
from tests import reporting
from tests.unit.ranking.pages import queries_of
from tournament.models import Event

pytestmark = pytest.mark.django_db


@pytest.fixture
def recomputed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the primary keys of the events that the list recomputes from now on."""
    events: list[int] = []
    real = report_checks.report_recompute

    def counted(report: Any) -> Any:
        events.append(report.event_id)
        return real(report)

    monkeypatch.setattr(report_checks, "report_recompute", counted)
    return events


def _errors(user: Any) -> dict[int, int]:
    return {item.event.pk: item.errors for item in checked_queue(user)}


def _wrong_report(event: Event) -> None:
    report = event.reports.get()
    report.content["points"][report.content["final_places"][1]]["multiplied"] -= 2
    report.save()


@pytest.mark.soak(
    gate="tests/unit/ranking/test_report_checks.py::test_list_of_reports_takes_as_many_queries_whatever_its_size"
)
def test_list_of_reports_recomputes_only_what_changed(recomputed: list[int]) -> None:
    user = make.make_user(referent=True)
    season = make.make_season()
    first, second = (reporting.reported_event(season=season, first_day=day, last_day=day) for day in _days())
    assert _errors(user) == {first.pk: 0, second.pk: 0}
    recomputed.clear()
    assert _errors(user) == {first.pk: 0, second.pk: 0}
    assert recomputed == []
    _wrong_report(second)
    assert _errors(user) == {first.pk: 0, second.pk: 1}
    assert recomputed == [second.pk]
    sheet = make.tables_of(first.round_set.get(number=1))[0].sheets.get()
    sheet.forced_reason = "Foglio bagnato"
    sheet.save()
    assert {item.event.pk: item.warnings for item in checked_queue(user)}[first.pk] == 2
    assert recomputed == [second.pk, first.pk]


def _days() -> tuple[Any, Any]:
    day = make.make_event().first_day
    return day, day + timedelta(days=1)


def test_cached_check_adds_the_warnings_of_the_user_who_asks() -> None:
    referent, owner = make.make_user(referent=True), make.make_user(referent=True)
    event = reporting.reported_event()
    make.grant(event, owner)
    assert [item.warnings for item in checked_queue(referent)] == [1]
    assert [item.warnings for item in checked_queue(owner)] == [2]


def test_report_that_cannot_be_read_is_tried_again(recomputed: list[int]) -> None:
    user = make.make_user(referent=True)
    event = reporting.reported_event()
    report = event.reports.get()
    report.content = {}
    report.save()
    assert checked_queue(user)[0].not_recomputed
    assert checked_queue(user)[0].errors
    assert recomputed == [event.pk, event.pk]


def test_list_of_reports_takes_as_many_queries_whatever_its_size(referent: Client) -> None:
    season = make.make_season()
    reporting.reported_event(season=season)
    referent.get(reverse("referent"))
    few = queries_of(referent, "referent")
    for _ in range(3):
        reporting.reported_event(season=make.make_season())
    referent.get(reverse("referent"))
    assert queries_of(referent, "referent") == few <= 16
