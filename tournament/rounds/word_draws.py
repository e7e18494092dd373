"""Draw with the called word alone: refused while a ceremony is open, and after one that failed without a second person.

A draw without the phones after an attempt that failed is one more try for who chooses the word.
"""

from __future__ import annotations

from collections.abc import Callable

from django.db import transaction
from django.db.models import OuterRef, QuerySet, Subquery

from tournament.core.audit import By
from tournament.core.locks import locked
from tournament.draws.ceremonies import open_ceremony
from tournament.draws.errors import CeremonyOpen, SecondPersonNeeded
from tournament.models import DrawCeremony, Event, Round
from tournament.regulation.lifecycle_errors import RoundAlreadyDrawn
from tournament.rounds.ceremonies import next_step
from tournament.rounds.selectors import lots_needed
from tournament.rounds.services import round_close


def needs_second_person(event: Event) -> bool:
    """Return whether the last attempt of the next step failed. Two queries."""
    last = DrawCeremony.objects.filter(event=event).order_by("-number").first()
    if last is None or last.stage != DrawCeremony.Stage.FAILED:
        return False
    try:
        step, _closing = next_step(event)
    except RoundAlreadyDrawn:
        return False
    return last.step == step


def with_last_attempt(rounds: QuerySet[Round]) -> QuerySet[Round]:
    """Return rounds with ``last_stage`` and ``last_step`` of their event's last attempt, in the same query."""
    attempts = DrawCeremony.objects.filter(event=OuterRef("event")).order_by("-number")
    return rounds.annotate(
        last_stage=Subquery(attempts.values("stage")[:1]), last_step=Subquery(attempts.values("step")[:1])
    )


def _require_free(event: Event, *, is_draw: bool) -> None:
    if open_ceremony(event) is not None:
        raise CeremonyOpen
    if is_draw and needs_second_person(event):
        raise SecondPersonNeeded


@transaction.atomic
def word_draw(*, event: Event, draw: Callable[[], Round]) -> Round:
    """Draw with the called word alone.

    Arguments:
        draw: makes the draws: ``round_draw``, ``final_draw`` or ``round_close_and_draw`` with their arguments.
    Errors: CeremonyOpen, SecondPersonNeeded; those of the draw.
    """
    _require_free(locked(event), is_draw=True)
    return draw()


@transaction.atomic
def word_close(*, round: Round, word: str, by: By) -> Round:
    """Close a round without drawing the next, its lots with the called word alone.

    Errors: CeremonyOpen; SecondPersonNeeded if lots must be drawn; those of ``round_close``.
    """
    event = locked(round.event_id)
    _require_free(event, is_draw=bool(lots_needed(round)))
    return round_close(round=round, word=word, by=by)
