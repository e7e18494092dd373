"""Precondition checks shared by services."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from django.utils import timezone

from tournament.models import Event, Round
from tournament.regulation import parameters as regulation
from tournament.regulation import reporting
from tournament.regulation.refused import Refused

State = Event.State
#: The states of an event in which round 1 is not drawn yet.
BEFORE_ROUND_1 = (State.DRAFT, State.ANNOUNCED, State.AUTHORISED, State.CHECK_IN)


def require_event_state(event: Event, *states: str) -> None:
    """Require one of these event states. Errors: EVENT_STATE_WRONG."""
    if event.state not in states:
        raise Refused(
            "EVENT_STATE_WRONG",
            state=Event.State(event.state).label,
            needed=tuple(State(state).label for state in states),
        )


def regulation_of(event: Event) -> regulation.Regulation:
    """Art. 1.1: return the version of the regulation that the event started with (REQ-103, REQ-104)."""
    return regulation.get(event.regulation)


def report_deadline(event: Event) -> datetime:
    """Art. 1.2: return the first moment that is too late for the report (REQ-604, AMB-16).

    Midnight, Europe/Rome, at the end of the seventh day after the last one, or the deadline that the Referent set
    instead.
    """
    if event.report_due_at is not None:
        return event.report_due_at
    return reporting.report_deadline(event.last_day, regulation=regulation_of(event))


def report_last_day(event: Event) -> date:
    """Art. 1.2: return the last day on which the report is in time, which pages and mails name."""
    return timezone.localdate(report_deadline(event) - timedelta(minutes=1))


def require_round_state(round_: Round, *states: str) -> None:
    """Require one of these round states. Errors: ROUND_STATE_WRONG."""
    if round_.state not in states:
        raise Refused(
            "ROUND_STATE_WRONG",
            round=round_.number,
            state=Round.State(round_.state).label,
            needed=tuple(Round.State(state).label for state in states),
        )


def require_word(word: str) -> str:
    """Art. 1.5: return the drawn word, trimmed. Errors: WORD_MISSING if it is blank."""
    clean = " ".join(word.split())
    if not clean:
        raise Refused("WORD_MISSING")
    return clean
