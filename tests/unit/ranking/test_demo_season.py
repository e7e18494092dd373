"""Test the demonstration season: its content, the consistency of its data, and that it is built once."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.contrib.auth import authenticate, get_user_model
from django.core.management import CommandError, call_command
from django.test import RequestFactory
from django.utils import timezone

from ranking.homologation import ledger
from ranking.national import selectors as national_selectors
from tests import factories
from tournament.core.permissions import is_national_referent
from tournament.demo import plan, season
from tournament.demo.plan import PLANS, Ending, Plan
from tournament.draws.selectors import draw_findings
from tournament.models import Draw, Event, Report, Round, Season, Table
from tournament.regulation.parameters import TIME_ZONE
from tournament.reports.recompute import report_recompute

pytestmark = pytest.mark.django_db

PASSWORD = "melograno-zattera-7"
#: One event per ending, with the smallest number of players that the ending allows.
SMALL = tuple(
    Plan(
        f"Torneo {ending.value}",
        {Ending.RUNNING: 0, Ending.CHECK_IN: 0, Ending.REPORTED: -4, Ending.CONCLUDED: -2}.get(ending, -20 - index),
        14 if ending is Ending.DEMOTED else 12,
        0,
        ending,
        "III" if ending is Ending.DEMOTED else "I",
        leaving=1 if ending is Ending.HOMOLOGATED else 0,
    )
    for index, ending in enumerate(Ending)
)
FUTURE = (Ending.DRAFT, Ending.ANNOUNCED, Ending.AUTHORISED)
STATES = {
    Ending.CHECK_IN: "checkin",
    Ending.PROMOTED: "homologated",
    Ending.DEMOTED: "homologated",
    Ending.REFUSED: "not_homologated",
    Ending.REVOKED: "not_homologated",
}


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = settings.VAR_DIR = tmp_path
    shorter = tuple(
        event_plan if event_plan.ending not in FUTURE else Plan(event_plan.name, 20, 0, 0, event_plan.ending)
        for event_plan in SMALL
    )
    monkeypatch.setattr(season, "PLANS", shorter)


def _problems(event: Event) -> list[str]:
    report = event.reports.first()
    return [finding.code for finding in report_recompute(report) if finding.is_error] if report else []


def test_demo_season_made_after_midnight_draws_on_the_days_of_its_events(monkeypatch: pytest.MonkeyPatch) -> None:
    """The event in play began the evening before: that evening is one of its days."""
    monkeypatch.setattr(season, "PLANS", tuple(plan for plan in season.PLANS if plan.ending is Ending.RUNNING))
    with time_machine.travel(datetime(2026, 5, 9, 0, 40, tzinfo=TIME_ZONE)):
        call_command("demo_season", "--anew", "--password", PASSWORD)
    event = Event.objects.get()
    assert (event.first_day, event.last_day) == (date(2026, 5, 8), date(2026, 5, 9))
    days = [timezone.localdate(drawn_at) for drawn_at in Round.objects.values_list("drawn_at", flat=True)]
    assert days == [event.first_day, event.last_day]


@pytest.mark.soak(gate="tests/unit/ranking/test_demo_season.py::test_demo_season_plan_covers_every_ending_and_fascia")
def test_demo_season_has_every_ending_consistent_data_and_accounts_and_is_built_once(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """One test for all of it: the season takes seconds to build."""
    real = timezone.now
    call_command("demo_season", "--anew", "--password", PASSWORD)
    assert timezone.now is real
    out = capsys.readouterr().out
    assert all(name in out for name, *_ in season.ACCOUNTS)
    assert PASSWORD in out
    events = {event.name: event for event in Event.objects.all()}
    for ending in Ending:
        assert events[f"Torneo {ending.value}"].state == STATES.get(ending, ending.value)
    assert (events["Torneo promoted"].fascia_effective, events["Torneo demoted"].fascia_effective) == ("II", "II")
    assert [_problems(event) for event in events.values()] == [[]] * len(events)
    assert [draw_findings(draw) for draw in Draw.objects.filter(drawn_at__isnull=False)] == [
        [] for _ in Draw.objects.filter(drawn_at__isnull=False)
    ]
    demo = Season.objects.get(slug=season.SLUG)
    assert ledger.ledger_check(demo) == []
    assert national_selectors.national_ranking(demo)
    running = events["Torneo running"]
    states = list(Table.objects.filter(round__event=running, round__number=2).values_list("state", flat=True))
    assert "confirmed" in states
    assert "playing" in states
    clock = running.round_set.get(number=2).clock_ends_at
    assert timezone.now() < clock < timezone.now() + timedelta(minutes=45)
    assert Report.objects.exclude(submitted_at__lt=timezone.now()).count() == 0
    assert not Event.history.filter(history_date__gt=timezone.now()).exists()
    _assert_accounts_sign_in()
    _assert_built_once(capsys, out)


def _assert_accounts_sign_in() -> None:
    request = RequestFactory().post("/")
    for name, *_ in season.ACCOUNTS:
        assert authenticate(request, username=name, password=PASSWORD) is not None
    users = get_user_model().objects
    assert is_national_referent(users.get(username="referente"))
    assert users.get(username="organizzatore").organisations.count() == 2
    assert users.get(username="giocatore").person.consent


def _assert_built_once(capsys: pytest.CaptureFixture[str], first_output: str) -> None:
    call_command("demo_season", "--anew")
    assert capsys.readouterr().out == first_output
    call_command("demo_season", "--anew", "--if-empty")
    assert Event.objects.count() == len(Ending)


@pytest.mark.parametrize(
    "real",
    [
        lambda: factories.make_user("segretaria"),
        lambda: factories.make_person(),
        lambda: factories.make_organiser(),
        lambda: factories.make_event(),
    ],
    ids=["account", "person", "organiser", "event"],
)
def test_demo_season_is_refused_where_real_data_exists(real: Callable[[], object]) -> None:
    real()
    before = (get_user_model().objects.count(), Season.objects.count(), Event.objects.count())
    with pytest.raises(CommandError, match="in use"):
        call_command("demo_season", "--anew", "--password", PASSWORD)
    assert (get_user_model().objects.count(), Season.objects.count(), Event.objects.count()) == before


def test_demo_season_if_empty_does_nothing_where_data_exists() -> None:
    factories.make_event()
    call_command("demo_season", "--anew", "--if-empty")
    assert Event.objects.count() == 1


def test_demo_season_plan_covers_every_ending_and_fascia() -> None:
    assert len(PLANS) >= 12
    assert {event_plan.ending for event_plan in PLANS} == set(Ending)
    assert {event_plan.fascia for event_plan in PLANS} == {"I", "III"}
    played = [event_plan.players for event_plan in PLANS if event_plan.ending is Ending.HOMOLOGATED]
    assert (min(played), max(played)) == (13, 40)
    assert plan.PLANS is PLANS


def test_demo_season_leaves_a_real_account_unchanged() -> None:
    factories.make_user("referente")
    with pytest.raises(CommandError, match="referente"):
        call_command("demo_season", "--anew", "--password", PASSWORD)
    assert authenticate(RequestFactory().post("/"), username="referente", password=factories.PASSWORD) is not None
    assert not Event.objects.exists()
