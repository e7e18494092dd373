"""Art. 1.2 to 1.5: the states of an event, its transitions with who may make them, and when a round can be drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from types import MappingProxyType

from tournament.regulation.errors import (
    AnnouncedInFuture,
    AnnouncedLate,
    AuthorisedLate,
    NotAuthorised,
    NotReferent,
    OrganiserDisqualified,
    ReasonMissing,
    RoundAlreadyDrawn,
    RoundNotComplete,
    TransitionRefused,
)


class State(StrEnum):
    """State of an event; the last three are terminal exits from the normal lifecycle."""

    DRAFT = "draft"
    ANNOUNCED = "announced"
    AUTHORISED = "authorised"
    RUNNING = "running"
    CONCLUDED = "concluded"
    REPORTED = "reported"
    HOMOLOGATED = "homologated"
    INVALIDATED = "invalidated"
    NOT_HOMOLOGATED = "not_homologated"
    VOID = "void"


@dataclass(frozen=True, slots=True)
class Step:
    """Properties of a transition: whether only the referent makes it, and whether it needs a written reason."""

    referent: bool = False
    reason: bool = False


#: Every transition of an event (REQ-302, REQ-303, REQ-604, REQ-606, AMB-12, AMB-16, AMB-18); only the referent makes
#: those that leave ``reported`` (REQ-605).
STEPS: Mapping[tuple[State, State], Step] = MappingProxyType(
    {
        (State.DRAFT, State.ANNOUNCED): Step(),
        (State.ANNOUNCED, State.AUTHORISED): Step(referent=True),
        (State.AUTHORISED, State.RUNNING): Step(),
        (State.AUTHORISED, State.VOID): Step(),
        (State.RUNNING, State.CONCLUDED): Step(),
        (State.RUNNING, State.VOID): Step(),
        (State.CONCLUDED, State.REPORTED): Step(),
        (State.CONCLUDED, State.INVALIDATED): Step(),
        (State.REPORTED, State.HOMOLOGATED): Step(referent=True),
        (State.REPORTED, State.NOT_HOMOLOGATED): Step(referent=True, reason=True),
        (State.REPORTED, State.CONCLUDED): Step(referent=True, reason=True),
        (State.REPORTED, State.VOID): Step(referent=True, reason=True),
        (State.INVALIDATED, State.CONCLUDED): Step(referent=True, reason=True),
        (State.NOT_HOMOLOGATED, State.REPORTED): Step(referent=True, reason=True),
        (State.HOMOLOGATED, State.NOT_HOMOLOGATED): Step(referent=True, reason=True),
    }
)


def check_transition(state: State, to: State, *, referent: bool = False, reason: str = "") -> None:
    """Art. 1.2, 1.4: require that an event can make a transition, by this person (REQ-605, REQ-606, AMB-16, AMB-18).

    Errors: TransitionRefused; NotReferent; ReasonMissing.
    """
    step = STEPS.get((state, to))
    if step is None:
        raise TransitionRefused(state=state, to=to)
    if step.referent and not referent:
        raise NotReferent(state=state, to=to)
    if step.reason and not reason.strip():
        raise ReasonMissing(state=state, to=to)


def feeds_ranking(state: State) -> bool:
    """Art. 1.6: return whether an event in this state feeds the ranking: only homologated events do (REQ-608)."""
    return state is State.HOMOLOGATED


def check_announcement(announced: date, first_day: date, *, today: date) -> None:
    """Art. 1.2: require the notice on the Forum before the event, or on its first day at the latest (REQ-302).

    Errors: AnnouncedInFuture; AnnouncedLate.
    """
    if announced > today:
        raise AnnouncedInFuture(announced=announced, today=today)
    if announced > first_day:
        raise AnnouncedLate(announced=announced, first_day=first_day)


def check_authorisation(day: date, last_day: date) -> None:
    """Art. 1.2: require the authorisation before the event, or on its last day at the latest (REQ-303).

    Errors: AuthorisedLate.
    """
    if day > last_day:
        raise AuthorisedLate(day=day, last_day=last_day)


def check_organiser(*, disqualified: bool) -> None:
    """Art. 1.4: refuse new events and homologations to a disqualified organiser (REQ-607, AMB-18).

    Events already homologated stand: this is checked on creation, authorisation and homologation only.
    Errors: OrganiserDisqualified.
    """
    if disqualified:
        raise OrganiserDisqualified()


def check_round_draw(number: int, *, state: State, drawn: int, open_tables: Sequence[int]) -> None:
    """Art. 1.2, 1.5: require that a round can be drawn (REQ-303, REQ-705).

    The event must be authorised, the round not drawn yet, the round before it closed.
    Arguments:
        number: the round, from 1, the final being the last; drawn: how many rounds have been drawn.
        open_tables: numbers of the tables of the round before that have no confirmed result.
    Errors: NotAuthorised; RoundAlreadyDrawn; RoundNotComplete.
    """
    if state not in (State.AUTHORISED, State.RUNNING):
        raise NotAuthorised()
    if number <= drawn:
        raise RoundAlreadyDrawn(round=number)
    if open_tables or number > drawn + 1:
        raise RoundNotComplete(round=number - 1, tables=tuple(open_tables))
