"""What several services ask before they do anything."""

from __future__ import annotations

from tournament.core.errors import EventStateWrong, RoundStateWrong, WordMissing
from tournament.models import Event, Round
from tournament.regulation import parameters as regulation

State = Event.State


def need_state(event: Event, *states: str) -> None:
    """Errors: EventStateWrong where the event is in none of the states."""
    if event.state not in states:
        raise EventStateWrong(
            state=event.get_state_display(), needed=tuple(str(State(state).label) for state in states)
        )


def regulation_of(event: Event) -> regulation.Regulation:
    """Art. 1.1: the version of the regulation that the event started with (REQ-103, REQ-104)."""
    return regulation.get(event.regulation)


def need_round_state(round_: Round, *states: str) -> None:
    """Errors: RoundStateWrong where the round is in none of the states."""
    if round_.state not in states:
        raise RoundStateWrong(
            round=round_.number,
            state=round_.get_state_display(),
            needed=tuple(str(Round.State(state).label) for state in states),
        )


def word_given(word: str) -> str:
    """Art. 1.5: the word called out, trimmed. Errors: WordMissing where it is blank."""
    clean = " ".join(word.split())
    if not clean:
        raise WordMissing
    return clean
