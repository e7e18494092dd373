"""Art. 1.7: the list of those called to the national final, as pure functions: every change gives a new list."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Generic, TypeVar

from games.findings import Finding, Severity
from tournament.regulation.errors import BadCallUp, ImpossibleTables, NoTablesForCalled, TooManyCalled
from tournament.regulation.parameters import CURRENT, Regulation
from tournament.regulation.seating import table_sizes

P = TypeVar("P", bound=Hashable)


class CallState(StrEnum):
    """Art. 1.7: where a call stands (REQ-1506)."""

    CALLED = "called"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    NO_ANSWER = "no_answer"
    REPLACED = "replaced"
    NOT_CALLED = "not_called"  # called once, then the number was reduced


@dataclass(frozen=True, slots=True)
class Call(Generic[P]):
    """One entry of the list.

    Arguments:
        order: the position in the ranking that the call follows, from 1; a replaced player keeps it (REQ-1506).
        player: who; state: where the call stands; substitute: who was called instead, once replaced.
    """

    order: int
    player: P
    state: CallState = CallState.CALLED
    substitute: P | None = None

    @property
    def coming(self) -> bool:
        """Whether a seat of the national final is kept for this player."""
        return self.state in (CallState.CALLED, CallState.ACCEPTED)


#: What the answer of a called player can become.
ANSWERS: dict[CallState, tuple[CallState, ...]] = {
    CallState.CALLED: (CallState.ACCEPTED, CallState.DECLINED, CallState.NO_ANSWER),
    CallState.ACCEPTED: (CallState.DECLINED,),
    CallState.NO_ANSWER: (CallState.ACCEPTED, CallState.DECLINED),
    CallState.DECLINED: (CallState.ACCEPTED,),
    CallState.REPLACED: (),
    CallState.NOT_CALLED: (),
}


def check_number(number: int, *, regulation: Regulation = CURRENT) -> list[Finding]:
    """Art. 1.2, 1.7: how many can be called (REQ-1501, REQ-1502, AMB-21).

    Returns: a warning below 12. Errors: TooManyCalled above 24; NoTablesForCalled for a number no tables can seat.
    """
    if number > regulation.national_finalists:
        raise TooManyCalled(number=number, maximum=regulation.national_finalists)
    try:
        table_sizes(number, regulation=regulation)
    except ImpossibleTables:
        raise NoTablesForCalled(number=number) from None
    if number >= regulation.national_warning:
        return []
    params = {"number": number, "minimum": regulation.national_warning}
    return [Finding("FEW_CALLED", Severity.WARNING, "number", params, "1.7", number, regulation.national_warning)]


def call_up(order: Sequence[P], number: int, *, regulation: Regulation = CURRENT) -> list[Call[P]]:
    """Art. 1.7: calls the first of the ranking; fewer where it is shorter (REQ-1502).

    Arguments:
        order: the players of the ranking, ties across the line settled (``ranking.rules.national.qualified``).
    Errors: those of check_number.
    """
    check_number(number, regulation=regulation)
    return [Call(place, player) for place, player in enumerate(order[:number], start=1)]


def answer(calls: Sequence[Call[P]], player: P, state: CallState) -> list[Call[P]]:
    """Art. 1.7: records what a called player answers, or that he does not (REQ-1506).

    Errors: BadCallUp where this entry cannot take that state, or the player was not called.
    """
    current = next((call for call in calls if call.player == player), None)
    if current is None or state not in ANSWERS[current.state]:
        raise BadCallUp(player=player, state=current.state if current else CallState.NOT_CALLED, to=state)
    return [replace(call, state=state) if call is current else call for call in calls]


def call_substitutes(calls: Sequence[Call[P]], order: Sequence[P]) -> list[Call[P]]:
    """Art. 1.7: calls the next names of the ranking for everybody who declined or did not answer (REQ-1505).

    The list keeps both; where the ranking has no further name the entry stays as it is.
    """
    listed = {call.player for call in calls}
    waiting = ((place, player) for place, player in enumerate(order, start=1) if player not in listed)
    changed: list[Call[P]] = []
    called: list[Call[P]] = []
    for call in calls:
        upcoming = next(waiting, None) if call.state in (CallState.DECLINED, CallState.NO_ANSWER) else None
        if upcoming is None:
            changed.append(call)
            continue
        place, player = upcoming
        changed.append(replace(call, state=CallState.REPLACED, substitute=player))
        called.append(Call(place, player))
    return sorted(changed + called, key=lambda call: call.order)


def resize(
    calls: Sequence[Call[P]], order: Sequence[P], number: int, *, regulation: Regulation = CURRENT
) -> list[Call[P]]:
    """Art. 1.7: changes how many are called, also downwards (REQ-1502, AMB-21).

    Downwards the last of those coming are no longer called; upwards they come back first, then the next names.
    Errors: those of check_number.
    """
    check_number(number, regulation=regulation)
    by_player = {call.player: call for call in calls}
    seats = number
    changed: list[Call[P]] = []
    for place, player in enumerate(order, start=1):
        call = by_player.get(player)
        if call is None:
            if seats > 0:
                changed.append(Call(place, player))
                seats -= 1
        elif call.coming or call.state is CallState.NOT_CALLED:
            state = (call.state if call.coming else CallState.CALLED) if seats > 0 else CallState.NOT_CALLED
            changed.append(replace(call, state=state))
            seats -= 1
        else:
            changed.append(call)
    return changed
