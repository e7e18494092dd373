"""The round clock of 45 minutes: started by the referee, the same for all tables (art. 1.5, REQ-905)."""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.core.audit import By, record, require_reason
from tournament.core.locks import locked_round
from tournament.core.preconditions import require_event_state, require_round_state
from tournament.core.refusals import AlreadyDone
from tournament.models import Event, Round
from tournament.regulation.refused import Refused
from tournament.regulation.validity import MINUTES_POSSIBLE

State = Round.State


def clock_state(round_: Round) -> str:
    """Return the state of the clock: not started, running, paused, time is up, or no clock at all."""
    if round_.clock_started_at is None:
        return _("not started")
    if round_.clock_left is not None:
        return _("paused")
    if round_.clock_ends_at is None:
        return _("without limit")
    return _("running") if round_.clock_ends_at > timezone.now() else _("time is up")


def _lock_round(round_: Round) -> Round:
    fresh = locked_round(round_)
    require_event_state(fresh.event, Event.State.RUNNING)
    require_round_state(fresh, State.PUBLISHED, State.RUNNING)
    return fresh


@transaction.atomic
def clock_start(*, round: Round, by: By, minutes: int | None = None) -> Round:
    """Start the round and its clock on the referee's order (REQ-905).

    Arguments:
        minutes: another limit than the event's; a final without clock starts without one (AMB-34).
    Errors: ROUND_STATE_WRONG if it is not published; AlreadyDone; FIELD_WRONG.
    """
    fresh = _lock_round(round)
    if fresh.clock_started_at is not None:
        raise AlreadyDone(what=_("the clock is started"))
    limit = _validate_minutes(fresh.event.clock_minutes if minutes is None else minutes)
    now = timezone.now()
    unlimited = fresh.is_final and not fresh.event.final_has_clock and minutes is None
    ends = None if unlimited else now + timedelta(minutes=limit)
    record(fresh, verb="clock_start", by=by, state=State.RUNNING, clock_started_at=now, clock_ends_at=ends)
    return fresh


def _validate_minutes(minutes: int) -> int:
    if minutes not in MINUTES_POSSIBLE:
        raise Refused("FIELD_WRONG", field=_("minutes"), value=minutes, right=_("from 1 to 240"))
    return minutes


@transaction.atomic
def clock_pause(*, round: Round, by: By, reason: str = "") -> Round:
    """Pause the clock; the remaining seconds are stored. Errors: ROUND_STATE_WRONG, AlreadyDone, CLOCK_WRONG."""
    fresh = _lock_round(round)
    if fresh.clock_left is not None:
        raise AlreadyDone(what=_("the clock is paused"))
    if fresh.clock_ends_at is None or fresh.clock_ends_at <= timezone.now():
        raise Refused("CLOCK_WRONG", clock=clock_state(fresh))
    seconds_left = max(1, round_up((fresh.clock_ends_at - timezone.now()).total_seconds()))
    record(fresh, verb="clock_pause", by=by, reason=reason, clock_ends_at=None, clock_left=seconds_left)
    return fresh


def round_up(seconds: float) -> int:
    """Return whole seconds, rounded up in favour of the players."""
    return int(-(-seconds // 1))


@transaction.atomic
def clock_resume(*, round: Round, by: By, reason: str = "") -> Round:
    """Resume a paused clock. Errors: ROUND_STATE_WRONG; AlreadyDone if it is running; CLOCK_WRONG."""
    fresh = _lock_round(round)
    if fresh.clock_left is None:
        if fresh.clock_ends_at is not None and fresh.clock_ends_at > timezone.now():
            raise AlreadyDone(what=_("the clock is running"))
        raise Refused("CLOCK_WRONG", clock=clock_state(fresh))
    ends = timezone.now() + timedelta(seconds=fresh.clock_left)
    record(fresh, verb="clock_resume", by=by, reason=reason, clock_ends_at=ends, clock_left=None)
    return fresh


@transaction.atomic
def clock_extend(*, round: Round, by: By, minutes: int, reason: str = "") -> Round:
    """Add minutes, the same for all tables; a clock that had run out runs again from now.

    The Referent reads how long a round lasted, and the reason if one is given.

    Errors: ROUND_STATE_WRONG, CLOCK_WRONG, FIELD_WRONG.
    """
    fresh = _lock_round(round)
    extra = timedelta(minutes=_validate_minutes(minutes))
    if fresh.clock_left is not None:
        seconds_left = fresh.clock_left + int(extra.total_seconds())
        record(fresh, verb="clock_extend", by=by, reason=reason.strip(), clock_left=seconds_left)
    elif fresh.clock_ends_at is not None:
        ends = max(fresh.clock_ends_at, timezone.now()) + extra
        record(fresh, verb="clock_extend", by=by, reason=reason.strip(), clock_ends_at=ends)
    else:
        raise Refused("CLOCK_WRONG", clock=clock_state(fresh))
    return fresh


@transaction.atomic
def clock_restart(*, round: Round, by: By, reason: str, minutes: int | None = None) -> Round:
    """Restart a clock from the full time, the same for all tables, for example if it was started too early.

    Arguments:
        minutes: another limit than the event's. ``clock_started_at`` stays the referee's first start.
    Errors: ROUND_STATE_WRONG; CLOCK_WRONG if it never started or has no limit; FIELD_WRONG; DECISION_REASON_MISSING.
    """
    fresh = _lock_round(round)
    why = require_reason(reason)
    limit = _validate_minutes(fresh.event.clock_minutes if minutes is None else minutes)
    if fresh.clock_started_at is None or (fresh.clock_left is None and fresh.clock_ends_at is None):
        raise Refused("CLOCK_WRONG", clock=clock_state(fresh))
    ends = timezone.now() + timedelta(minutes=limit)
    record(fresh, verb="clock_restart", by=by, reason=why, clock_ends_at=ends, clock_left=None)
    return fresh
