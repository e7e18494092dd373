"""The clock goes back an hour: at the end of summer time, on the night of a deadline, and when a machine is corrected.

In 2026 summer time ends on Sunday 25 October: 03:00 in Rome becomes 02:00. In 2027 it begins on Sunday 28 March: there
is no 02:30 that night.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import icalendar
import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import factories as make
from tests import reporting
from tests.integration.concurrency.invariants import broken
from tests.integration.faults.conftest import Say
from tests.refusals import refuses
from tournament.access import links
from tournament.access.api_tokens import token_issue, token_resolve, token_revoke
from tournament.delivery import jobs
from tournament.events import lifecycle
from tournament.events.timeline import event_history
from tournament.models import Event, Job, PrivateLink, Round, Sheet
from tournament.regulation.parameters import TIME_ZONE
from tournament.reports import services as reports
from tournament.results import conclusion
from tournament.rounds import clock
from tournament.sheets import services as sheets

pytestmark = pytest.mark.django_db

ROME: Any = TIME_ZONE
HOUR, MINUTE, SECOND = timedelta(hours=1), timedelta(minutes=1), timedelta(seconds=1)
SUMMER = {"first_day": date(2026, 5, 1), "last_day": date(2026, 11, 30)}
#: The last moment at which it is 02:59:59 for the first time that night.
TURN = datetime(2026, 10, 25, 1, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def media(settings: Any, tmp_path: Any) -> None:
    settings.MEDIA_ROOT = tmp_path


def _concluded(last_day: date) -> Event:
    """Create an event played on one day of 2026."""
    with time_machine.travel(datetime.combine(last_day, time(10), ROME)):
        season = make.make_season(**SUMMER)
        days = {"first_day": last_day, "last_day": last_day, "season": season}
        event = make.make_event(**days)
        event = lifecycle.event_announce(
            event=event, announcement_url="https://forum.example/a", announced_on=date(2026, 9, 1), by=None
        )
        event = lifecycle.event_open_check_in(event=lifecycle.event_authorise(event=event, by=None), by=None)
        for person in make.make_people(12):
            make.entries.entry_check_in(entry=make.entries.entry_add(event=event, person=person, by=None), by=None)
        make.opened(make.draw_round(event))
        for _round in range(2):
            make.play_round(event)
            make.next_round(event)
        make.play_round(event)
        conclusion.event_conclude(event=Event.objects.get(pk=event.pk), by=None)
        event = Event.objects.get(pk=event.pk)
        return reporting.complete(event, at=datetime.combine(last_day, time(20), ROME))


# ---------------------------------------------------------------- the night when summer time ends


@pytest.mark.parametrize(
    ("last_day", "too_late"),
    [
        # The seventh day is the 24th: the deadline is the midnight before the repeated hour.
        (date(2026, 10, 17), datetime(2026, 10, 24, 22, 0, tzinfo=UTC)),
        # The seventh day is the 25th itself: it has 25 hours, and all of them count.
        (date(2026, 10, 18), datetime(2026, 10, 25, 23, 0, tzinfo=UTC)),
    ],
    ids=["REQ-604-the-night-before", "REQ-604-the-day-of-25-hours"],
)
@pytest.mark.rule("REQ-604")
def test_report_week_counted_in_days_of_rome(last_day: date, too_late: datetime) -> None:
    """Art. 1.2: seven days, whatever the clock does in them; the sweep agrees to the second with the submission."""
    event = _concluded(last_day)
    assert reports.report_deadline(event) == too_late
    assert reports.reports_sweep(now=too_late - SECOND) == []
    with refuses("REPORT_LATE"):
        reports.report_submit(event=event, by=None, at=too_late)
    report = reports.report_submit(event=event, by=None, at=too_late - SECOND)
    assert report.version == 1
    assert reports.reports_sweep(now=too_late) == []
    Event.objects.filter(pk=event.pk).update(state=Event.State.CONCLUDED)
    assert [event_row.pk for event_row in reports.reports_sweep(now=too_late)] == [event.pk]


@pytest.mark.soak(gate="tests/integration/faults/test_clock_back.py::test_jobs_not_delayed_by_repeated_hour")
@pytest.mark.rule("REQ-604")
def test_repeated_hour_in_time_and_reminded_once(say: Say) -> None:
    """Art. 1.2: on the day of the deadline 02:30 comes twice; both are in time, and one reminder is sent."""
    user = make.make_user("organizza")
    event = _concluded(date(2026, 10, 18))
    make.grant(event, user)
    both_moments = [datetime(2026, 10, 25, 2, 30, fold=fold, tzinfo=ROME).astimezone(UTC) for fold in (0, 1)]
    assert both_moments == [TURN - HOUR / 2, TURN + HOUR / 2]
    sweeps = [TURN - 2 * HOUR + 10 * MINUTE * step for step in range(24)]
    invalidated = [reports.reports_sweep(now=moment) for moment in sweeps]
    reminded = sum(reports.reports_remind(now=moment) for moment in sweeps)
    first, second = (reports.report_submit(event=event, by=None, at=at, note=str(at)) for at in both_moments)
    assert invalidated == [[]] * len(sweeps)
    assert (reminded, event.jobs.filter(kind="mail").count()) == (len(sweeps), 1)
    assert (first.version, second.version) == (1, 2)
    assert event.reports.first().pk == second.pk
    say(sweeps_in_that_night=len(sweeps), invalidated=0, reminders=1, reports_in_the_doubled_hour=2)


@pytest.mark.rule("REQ-905")
def test_round_minutes_through_repeated_hour() -> None:
    """REQ-905: 45 minutes from 02:40 end at 02:25, which is later."""
    event = make.drawn_event(start=False)
    with time_machine.travel(TURN - 20 * MINUTE, tick=False) as now:
        started = clock.clock_start(round=make.last_round(event), by=None)
        assert started.clock_ends_at == TURN + 25 * MINUTE
        now.shift(30 * MINUTE)
        paused = clock.clock_pause(round=started, by=None)
        assert paused.clock_left == 15 * 60
        now.shift(5 * MINUTE)
        assert clock.clock_resume(round=started, by=None).clock_ends_at == TURN + 30 * MINUTE
        page = Client().get(reverse("board_json", args=[event.slug])).json()
    assert page["clock"]["deadline"] == int((TURN + 30 * MINUTE).timestamp() * 1000)


def test_links_and_tokens_expire_on_time_that_night() -> None:
    """A table's link is valid until the second midnight after the last day, in Rome; a token for days of 24 hours."""
    with time_machine.travel(datetime(2026, 10, 22, 12, tzinfo=ROME), tick=False) as now:
        season = make.make_season(**SUMMER)
        event = make.drawn_event(first_day=date(2026, 10, 23), last_day=date(2026, 10, 23), season=season)
        link = links.table_links_make(round=make.last_round(event), by=None)[0]
        text = str(links.link_token(link))
        row, token = token_issue(user=make.make_user(), name="prova", days=3)
        assert link.expires_at == datetime(2026, 10, 25, 23, 0, tzinfo=UTC)
        assert row.expires_at == datetime(2026, 10, 25, 10, 0, tzinfo=UTC)
        for minute in range(-50, 60, 10):
            now.move_to(TURN + minute * MINUTE)
            assert links.link_resolve(text, PrivateLink.Kind.TABLE) == link
            assert token_resolve(token) == row
        now.move_to(row.expires_at)
        assert token_resolve(token) is None
        now.move_to(link.expires_at - SECOND)
        assert links.link_resolve(text, PrivateLink.Kind.TABLE) == link
        now.move_to(link.expires_at)
        with refuses("LINK_EXPIRED"):
            links.link_resolve(text, PrivateLink.Kind.TABLE)


# ---------------------------------------------------------------- the machine is set back by an hour

NOON = datetime(2009, 7, 4, 12, 0, tzinfo=UTC)


def test_versions_and_history_ordered_by_sequence() -> None:
    """Later actions stay later, though the machine's clock shows an earlier time."""
    with time_machine.travel(NOON, tick=False) as now:
        event = make.drawn_event()
        table = make.tables_of(make.last_round(event))[0]
        first = sheets.sheet_submit(table=table, data=make.simple_sheet(table), by=None, key="k1")
        now.move_to(NOON - HOUR)
        second = sheets.sheet_submit(table=table, data=make.simple_sheet(table, [2, 1, 3, 4]), by=None, key="k2")
        assert second.entered_at < first.entered_at
        assert (first.version, second.version) == (1, 2)
        resubmitted = sheets.sheet_submit(table=table, data=make.simple_sheet(table), by=None, key="k1")
        assert resubmitted.pk == first.pk
        sheets.sheet_confirm(sheet=second, by=None, accept_warnings=True)
        now.move_to(NOON - HOUR / 2)
        corrected = sheets.sheet_correct(
            table=table, data=make.simple_sheet(table, [3, 1, 2, 4]), by=None, reason="Letto male", accept_warnings=True
        )
        standing = Sheet.objects.get(table=table, state=Sheet.State.CONFIRMED)
        assert (standing.pk, standing.version) == (corrected.pk, 3)
        submissions = [row for row in event_history(event) if row.kind == "sheet" and row.action == "+"]
        assert [row.what for row in submissions] == [f"modulo, versione {number}" for number in (3, 2, 1)]
        verbs = [row.verb for row in event_history(event) if row.kind == "table"]
        assert verbs.index("sheet_confirm") < verbs.index("sheet_submit")


@pytest.mark.soak(gate="tests/integration/faults/test_clock_back.py::test_versions_and_history_ordered_by_sequence")
def test_event_verifies_while_clock_jumps(say: Say) -> None:
    """The clock is set back before each round: places, draws and the file of the event are as they should be."""
    with time_machine.travel(NOON, tick=True) as now:
        event = make.drawn_event()
        for jump in range(1, 3):
            make.play_round(event)
            now.move_to(NOON - jump * HOUR)
            make.next_round(event)
        make.play_round(event)
        now.move_to(NOON - 3 * HOUR)
        conclusion.event_conclude(event=Event.objects.get(pk=event.pk), by=None)
        reporting.submit(Event.objects.get(pk=event.pk))
        violations = broken(event)
    say(rounds=Round.objects.filter(event=event).count(), clock_put_back=3, broken=len(violations))
    assert violations == []


@pytest.mark.rule("REQ-604")
def test_decisions_unaffected_by_clock_set_back() -> None:
    """Art. 1.2: an event that was too late stays invalidated; versions of a report continue counting."""
    event = _concluded(date(2026, 10, 18))
    too_late = reports.report_deadline(event)
    other = _concluded(date(2026, 10, 18))
    first = reports.report_submit(event=other, by=None, at=too_late - MINUTE)
    second = reports.report_submit(event=other, by=None, at=too_late - HOUR, note="Con la foto giusta")
    assert (first.version, second.version, other.reports.first().pk) == (1, 2, second.pk)
    assert [event_row.pk for event_row in reports.reports_sweep(now=too_late)] == [event.pk]
    with refuses("EVENT_STATE_WRONG"):
        reports.report_submit(event=Event.objects.get(pk=event.pk), by=None, at=too_late - HOUR)


@pytest.mark.rule("REQ-905")
def test_round_deadline_unaffected_by_clock_set_back() -> None:
    """REQ-905: no table loses minutes; the desk may restart the clock, the same for all tables."""
    event = make.drawn_event(start=False)
    with time_machine.travel(NOON, tick=False) as now:
        clock_end = clock.clock_start(round=make.last_round(event), by=None).clock_ends_at
        now.move_to(NOON - HOUR)
        running = make.last_round(event)
        assert running.clock_ends_at == clock_end == NOON + 45 * MINUTE
        restarted = clock.clock_restart(round=running, by=None, reason="Orologio del server corretto")
        assert restarted.clock_ends_at == NOON - HOUR + 45 * MINUTE


def test_revocations_unaffected_by_clock_set_back() -> None:
    with time_machine.travel(NOON, tick=False) as now:
        event = make.drawn_event()
        link = links.table_links_make(round=make.last_round(event), by=None)[0]
        text = str(links.link_token(link))
        row, token = token_issue(user=make.make_user(), name="prova", days=1)
        links.link_revoke(link=link, by=None)
        token_revoke(token=row)
        now.move_to(NOON - HOUR)
        with refuses("LINK_REVOKED"):
            links.link_resolve(text, PrivateLink.Kind.TABLE)
        assert token_resolve(token) is None


def test_jobs_not_delayed_by_repeated_hour() -> None:
    """Pending jobs are handed over, and a dead worker's jobs are free after one lease by the new time."""
    with time_machine.travel(NOON, tick=False) as now:
        waiting = jobs.job_enqueue(kind="print_pack", key="waits", args={"round": 0})
        dead = jobs.job_enqueue(kind="print_pack", key="dead", args={"round": 0})
        assert jobs.job_claim(dead.pk) is not None
        now.move_to(NOON - HOUR)
        handed: list[int] = []
        jobs.jobs_sweep(start=lambda job: handed.append(job.pk))
        assert handed == [waiting.pk]
        now.move_to(NOON - HOUR + jobs.lease_duration() + SECOND)
        handed.clear()
        jobs.jobs_sweep(start=lambda job: handed.append(job.pk))
        assert sorted(handed) == [waiting.pk, dead.pk]
        assert Job.objects.get(pk=dead.pk).attempts == 1


# ---------------------------------------------------------------- the night when summer time begins


def test_event_starting_at_nonexistent_half_past_two() -> None:
    """The page shows the time as entered; a calendar gets 03:30 of summer time, as RFC 5545, 3.3.5, has it."""
    season = make.make_season(first_day=date(2027, 1, 1), last_day=date(2027, 6, 30))
    day = date(2027, 3, 28)
    event = make.make_event(season=season, first_day=day, last_day=day, starts_at=time(2, 30))
    lifecycle.event_announce(
        event=event, announcement_url="https://f.example/a", announced_on=timezone.localdate(), by=None
    )
    page = Client().get(event.get_absolute_url())
    assert page.status_code == 200
    assert "02:30" in page.content.decode() or "2:30" in page.content.decode()
    response = Client().get(reverse("event_calendar", args=[event.slug]))
    assert response.status_code == 200
    (entry,) = icalendar.Calendar.from_ical(response.content).events
    assert entry["DTSTART"].to_ical() == b"20270328T023000"
    assert entry.start.astimezone(UTC) == datetime(2027, 3, 28, 1, 30, tzinfo=UTC)
    assert entry.start.astimezone(UTC).astimezone(ROME).time() == time(3, 30)
    assert entry.end - entry.start > timedelta(hours=20)
