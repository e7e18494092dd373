"""Art. 1.2 to 1.5: the states of an event, its transitions with who may make them, and when a round can be drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from types import MappingProxyType

from tournament.regulation.refused import Refused


class State(StrEnum):
    """State of an event; the last three are terminal exits from the normal lifecycle."""

    DRAFT = "draft"
    ANNOUNCED = "announced"
    AUTHORISED = "authorised"
    CHECK_IN = "checkin"
    RUNNING = "running"
    CONCLUDED = "concluded"
    REPORTED = "reported"
    HOMOLOGATED = "homologated"
    INVALIDATED = "invalidated"
    NOT_HOMOLOGATED = "not_homologated"
    VOID = "void"


class Who(StrEnum):
    """Role that may make a transition; the Referent may do all that an organiser may."""

    ORGANISER = "organiser"
    REFERENT = "referent"
    SYSTEM = "system"


@dataclass(frozen=True, slots=True)
class Step:
    """Properties of a transition.

    Arguments:
        verbs: what is done, as in the history: the name of the service.
        source: the article, and the requirements or readings of ``docs/rules/regulation.md``.
        who: the least role that may make it.
        reason: whether it needs a written reason.
    """

    verbs: tuple[str, ...]
    source: str
    who: Who = Who.ORGANISER
    reason: bool = False


def _referent(verb: str, source: str, *, reason: bool = True) -> Step:
    return Step((verb,), source, who=Who.REFERENT, reason=reason)


_VOID = Step(("event_void",), "1.3, AMB-12, AMB-13", reason=True)
_REFUSED = _referent("event_refuse_authorisation", "1.2, REQ-303")

#: Every transition of an event; None is the state of an event that is not stored yet. Only the referent moves an event
#: out of ``reported`` (REQ-605). ``docs/states.md`` is drawn from this table.
STEPS: Mapping[tuple[State | None, State], Step] = MappingProxyType(
    {
        (None, State.DRAFT): Step(("event_create", "event_open_file"), "1.3, REQ-301"),
        (None, State.RUNNING): Step(("event_import",), "1.4, REQ-601"),
        (State.DRAFT, State.ANNOUNCED): Step(("event_announce",), "1.2, REQ-302"),
        (State.ANNOUNCED, State.AUTHORISED): _referent("event_authorise", "1.2, REQ-303", reason=False),
        (State.ANNOUNCED, State.DRAFT): _REFUSED,
        (State.AUTHORISED, State.DRAFT): _REFUSED,
        (State.DRAFT, State.CHECK_IN): Step(("event_open_practice",), "AMB-46"),
        (State.AUTHORISED, State.CHECK_IN): Step(("event_open_check_in",), "1.3, AMB-13"),
        (State.AUTHORISED, State.RUNNING): Step(("result_take",), "1.5, REQ-601"),
        (State.CHECK_IN, State.AUTHORISED): Step(("event_close_check_in",), "1.3, AMB-13"),
        (State.CHECK_IN, State.DRAFT): Step(("event_close_check_in",), "AMB-46"),
        (State.CHECK_IN, State.RUNNING): Step(("round_draw", "result_take"), "1.5, REQ-701"),
        (State.RUNNING, State.CHECK_IN): Step(("round_undo",), "1.5, REQ-701", reason=True),
        (State.DRAFT, State.VOID): _VOID,
        (State.ANNOUNCED, State.VOID): _VOID,
        (State.AUTHORISED, State.VOID): _VOID,
        (State.CHECK_IN, State.VOID): _VOID,
        (State.RUNNING, State.VOID): _VOID,
        (State.RUNNING, State.CONCLUDED): Step(("event_conclude", "event_import", "result_take"), "1.5, REQ-1304"),
        (State.CONCLUDED, State.REPORTED): Step(("report_submit",), "1.2, 1.4, REQ-601"),
        (State.CONCLUDED, State.INVALIDATED): Step(
            ("report_overdue",), "1.2, REQ-604, AMB-16", who=Who.SYSTEM, reason=True
        ),
        (State.REPORTED, State.HOMOLOGATED): _referent("homologate", "1.4, REQ-605", reason=False),
        (State.REPORTED, State.NOT_HOMOLOGATED): _referent("refuse", "1.4, REQ-606"),
        (State.HOMOLOGATED, State.NOT_HOMOLOGATED): _referent("revoke", "1.4, AMB-18"),
        (State.INVALIDATED, State.CONCLUDED): _referent("reopen", "1.1, 1.2, AMB-16"),
        (State.REPORTED, State.CONCLUDED): _referent("reopen", "1.1, 1.2, AMB-17"),
        (State.NOT_HOMOLOGATED, State.REPORTED): _referent("reopen", "1.1, 1.4, AMB-17"),
    }
)


def sources(verb: str) -> tuple[State, ...]:
    """Art. 1.2: return the states from which a transition is made, in the order of :data:`STEPS`.

    Arguments:
        verb: as in the history, e.g. ``"event_void"``.
    """
    return tuple(state for (state, _), step in STEPS.items() if state is not None and verb in step.verbs)


def is_referents(state: State | None, to: State) -> bool:
    """Art. 1.4: return whether only the National Referent makes this transition (REQ-605)."""
    step = STEPS.get((state, to))
    return step is not None and step.who is Who.REFERENT


def check_transition(state: State | None, to: State, *, verb: str, referent: bool = False, reason: str = "") -> None:
    """Art. 1.2, 1.4: require that an event can make a transition, by this person (REQ-605, REQ-606, AMB-16, AMB-18).

    Arguments:
        state: None for an event that is not stored yet; verb: what is done, as in the history.
        referent: whether the National Referent acts, or the system for them.
    Errors: TRANSITION_REFUSED; NOT_REFERENT; REASON_MISSING.
    """
    step = STEPS.get((state, to))
    if step is None or verb not in step.verbs:
        raise Refused("TRANSITION_REFUSED", state=state, to=to)
    if is_referents(state, to) and not referent:
        raise Refused("NOT_REFERENT", state=state, to=to)
    if step.reason and not reason.strip():
        raise Refused("REASON_MISSING", state=state, to=to)


def feeds_ranking(state: State) -> bool:
    """Art. 1.6: return whether an event in this state feeds the ranking: only homologated events do (REQ-608)."""
    return state is State.HOMOLOGATED


def check_announcement(announced: date, first_day: date, *, today: date) -> None:
    """Art. 1.2: require the notice on the Forum before the event, or on its first day at the latest (REQ-302).

    Errors: ANNOUNCED_IN_FUTURE; ANNOUNCED_LATE.
    """
    if announced > today:
        raise Refused("ANNOUNCED_IN_FUTURE", announced=announced, today=today)
    if announced > first_day:
        raise Refused("ANNOUNCED_LATE", announced=announced, first_day=first_day)


def check_authorisation(day: date, last_day: date) -> None:
    """Art. 1.2: require the authorisation before the event, or on its last day at the latest (REQ-303).

    Errors: AUTHORISED_LATE.
    """
    if day > last_day:
        raise Refused("AUTHORISED_LATE", day=day, last_day=last_day)


def check_organiser(*, disqualified: bool) -> None:
    """Art. 1.4: refuse new events and homologations to a disqualified organiser (REQ-607, AMB-18).

    Events already homologated stand: this is checked on creation, authorisation and homologation only.
    Errors: ORGANISER_DISQUALIFIED.
    """
    if disqualified:
        raise Refused("ORGANISER_DISQUALIFIED")


def check_round_draw(number: int, *, state: State, drawn: int, open_tables: Sequence[int]) -> None:
    """Art. 1.2, 1.5: require that a round can be drawn (REQ-303, REQ-705).

    The event must be authorised, the round not drawn yet, the round before it closed.

    Arguments:
        number: the round, from 1, the final being the last; drawn: how many rounds have been drawn.
        open_tables: numbers of the tables of the round before that have no confirmed result.
    Errors: NOT_AUTHORISED; ROUND_ALREADY_DRAWN; ROUND_NOT_COMPLETE.
    """
    if state not in (State.AUTHORISED, State.RUNNING):
        raise Refused("NOT_AUTHORISED")
    if number <= drawn:
        raise Refused("ROUND_ALREADY_DRAWN", round=number)
    if open_tables or number > drawn + 1:
        raise Refused("ROUND_NOT_COMPLETE", round=number - 1, tables=tuple(open_tables))
