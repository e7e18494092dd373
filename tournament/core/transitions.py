"""Change the state of an event by the table of :mod:`tournament.regulation.lifecycle`: nothing else writes it."""

from __future__ import annotations

from typing import Any

from tournament.core.audit import By, record
from tournament.core.permissions import is_national_referent
from tournament.core.preconditions import require_event_state
from tournament.models import Event
from tournament.regulation import lifecycle


def need_source(event: Event, verb: str) -> None:
    """Require a state from which a transition is made.

    Arguments:
        verb: the transition, as in the history. Errors: EVENT_STATE_WRONG.
    """
    require_event_state(event, *lifecycle.sources(verb))


def event_transition(event: Event, to: str, *, verb: str, by: By, reason: str = "", **changes: Any) -> None:
    """Save an event in another state, with a history row that states who, what and why.

    Arguments:
        event: locked, or new: then it is stored for the first time.
        verb: the transition, as in the table; by: the acting user, None for the system.
        reason: typed by a person; changes: further fields to be set before saving, among them ``state_reason_code``
            for a reason of the program.
    Errors: TRANSITION_REFUSED; NOT_REFERENT; DECISION_REASON_MISSING.
    """
    state = None if event._state.adding else lifecycle.State(event.state)
    target = lifecycle.State(to)
    referent = lifecycle.is_referents(state, target) and (by is None or is_national_referent(by))
    stated = reason or changes.get("state_reason_code", "")
    lifecycle.check_transition(state, target, verb=verb, referent=referent, reason=stated)
    event.state = to
    record(event, verb=verb, by=by, reason=reason, **changes)
