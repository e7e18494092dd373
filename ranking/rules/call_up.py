"""Art. 1.7: the call-up list of the national final, as pure functions: each change returns a new list."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import StrEnum
from typing import Generic, TypeVar

from games.findings import Finding, Severity
from tournament.regulation.parameters import CURRENT, Regulation
from tournament.regulation.refusals import ImpossibleTables
from tournament.regulation.refused import Refused
from tournament.regulation.seating import table_sizes

P = TypeVar("P", bound=Hashable)


class CallState(StrEnum):
    """Art. 1.7: state of a call (REQ-1506)."""

    CALLED = "called"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    NO_ANSWER = "no_answer"
    REPLACED = "replaced"
    NOT_CALLED = "not_called"  # called earlier, before the number was reduced


@dataclass(frozen=True, slots=True)
class Call(Generic[P]):
    """One entry of the call-up list.

    Arguments:
        order: position in the ranking on which the call is based, from 1; a replaced player keeps it (REQ-1506).
        player: who is called.
        state: of the call.
        substitute: who was called instead, once replaced.
    """

    order: int
    player: P
    state: CallState = CallState.CALLED
    substitute: P | None = None

    @property
    def coming(self) -> bool:
        """Return whether a place of the national final is reserved for this player."""
        return self.state in (CallState.CALLED, CallState.ACCEPTED)


#: Answers allowed in each state of a call.
ANSWERS: dict[CallState, tuple[CallState, ...]] = {
    CallState.CALLED: (CallState.ACCEPTED, CallState.DECLINED, CallState.NO_ANSWER),
    CallState.ACCEPTED: (CallState.DECLINED,),
    CallState.NO_ANSWER: (CallState.ACCEPTED, CallState.DECLINED),
    CallState.DECLINED: (CallState.ACCEPTED,),
    CallState.REPLACED: (),
    CallState.NOT_CALLED: (),
}


def check_number(number: int, *, regulation: Regulation = CURRENT) -> list[Finding]:
    """Art. 1.2, 1.7: check the number of players to call (REQ-1501, REQ-1502, AMB-21).

    Returns a warning below 12. Raises TOO_MANY_CALLED above 24; NO_TABLES_FOR_CALLED for a number that no tables can
    seat.
    """
    if number > regulation.national_finalists:
        raise Refused("TOO_MANY_CALLED", number=number, maximum=regulation.national_finalists)
    try:
        table_sizes(number)
    except ImpossibleTables:
        raise Refused("NO_TABLES_FOR_CALLED", number=number) from None
    if number >= regulation.national_warning:
        return []
    params = {"number": number, "minimum": regulation.national_warning}
    return [Finding("FEW_CALLED", Severity.WARNING, "number", params, "1.7", number, regulation.national_warning)]


def call_up(order: Sequence[P], number: int, *, regulation: Regulation = CURRENT) -> list[Call[P]]:
    """Art. 1.7: call the first of the ranking; fewer if it is shorter (REQ-1502).

    Arguments:
        order: the players of the ranking, with ties across the line decided.

    Raises the errors of check_number.
    """
    check_number(number, regulation=regulation)
    return [Call(place, player) for place, player in enumerate(order[:number], start=1)]


def answer(calls: Sequence[Call[P]], player: P, state: CallState) -> list[Call[P]]:
    """Art. 1.7: record the answer of a called player, or that there is none (REQ-1506).

    Raises BAD_CALL_UP if the entry cannot take that state, or the player was not called.
    """
    current = next((call for call in calls if call.player == player), None)
    if current is None or state not in ANSWERS[current.state]:
        raise Refused("BAD_CALL_UP", player=player, state=current.state if current else CallState.NOT_CALLED, to=state)
    return [replace(call, state=state) if call is current else call for call in calls]


def call_substitutes(calls: Sequence[Call[P]], order: Sequence[P]) -> list[Call[P]]:
    """Art. 1.7: call the next players of the ranking for those who declined or did not answer (REQ-1505).

    The list keeps both; if the ranking has no further player, the entry stays unchanged.
    """
    listed_players = {call.player for call in calls}
    next_players = ((place, player) for place, player in enumerate(order, start=1) if player not in listed_players)
    changed: list[Call[P]] = []
    called: list[Call[P]] = []
    for call in calls:
        upcoming = next(next_players, None) if call.state in (CallState.DECLINED, CallState.NO_ANSWER) else None
        if upcoming is None:
            changed.append(call)
            continue
        place, player = upcoming
        changed.append(replace(call, state=CallState.REPLACED, substitute=player))
        called.append(Call(place, player))
    return sorted(changed + called, key=lambda call: call.order)


#: Days that a substitute has at least for the answer, unless the final comes sooner.
SUBSTITUTE_DAYS = 3


def substitute_answer_by(first: date, *, today: date, final_day: date | None) -> date:
    """Art. 1.7: return the last day for a substitute's answer (REQ-1505).

    It is that of the first call, or later if that leaves less than SUBSTITUTE_DAYS, but always before the final.

    Arguments:
        first: last day for the answers of those called first; today: the day of the substitute's call.
    """
    wanted = max(first, today + timedelta(days=SUBSTITUTE_DAYS))
    return wanted if final_day is None else max(today, min(wanted, final_day - timedelta(days=1)))


def resize(
    calls: Sequence[Call[P]], order: Sequence[P], number: int, *, regulation: Regulation = CURRENT
) -> list[Call[P]]:
    """Art. 1.7: change the number of players called, even to a lower one (REQ-1502, AMB-21).

    A reduction withdraws the calls of the last ones coming; an increase restores those first, then calls the next
    players.

    Raises the errors of check_number.
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
