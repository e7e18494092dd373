"""Close a round with one press: who stops, the standings with their lots, and the draw that follows (art. 1.5)."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.core.audit import By
from tournament.core.locks import locked_round
from tournament.core.refusals import AlreadyDone
from tournament.draws.beacon import has_beacon
from tournament.models import DrawPress, Entry, LeaveWish, Round
from tournament.rounds.confirmations import leave_wish, leave_wish_undo
from tournament.rounds.presses import draw_press, step_draw
from tournament.rounds.services import round_close


@transaction.atomic
def round_finish(
    *,
    round: Round,
    by: By,
    stops: Collection[int] = (),
    stays: Collection[int] = (),
    draws: bool = True,
    word: str = "",
    dates_reason: str = "",
) -> Round | DrawPress | None:
    """Close a round and draw what follows; the lots and the draw come from the same word, or the same beacon's number.

    Arguments:
        stops: entries that leave after this round. stays: entries whose wish to leave is taken back.
        draws: whether the next round, or the final, is drawn at once; nothing follows the final.
        word: called out; needed on a site without a beacon, if anything is drawn.
        dates_reason: why it is drawn outside the event's days.
    Returns: the round that was drawn; the open draw, if it waits for the beacon; None if the round was only closed.
    Errors: AlreadyDone; ENTRY_STATE_WRONG; those of ``rounds.services`` and ``rounds.presses``.
    """
    fresh = locked_round(round)
    if fresh.state == Round.State.CLOSED:
        raise AlreadyDone(what=_("the round is closed"))
    if not fresh.is_final:
        _set_wishes(fresh, set(stops), set(stays), by)
    by_word = bool(word.strip()) or not has_beacon()
    facts: dict[str, Any] = {"event": fresh.event, "by": by}
    if draws and not fresh.is_final:
        facts |= {"dates_reason": dates_reason, "closes": True}
        return step_draw(word=word, **facts) if by_word else draw_press(**facts)
    if not by_word:
        return draw_press(closes_only=True, **facts)
    round_close(round=fresh, word=word, by=by)
    return None


def _set_wishes(round_: Round, stops: set[int], stays: set[int], by: By) -> None:
    """Record who leaves after a round, and who does not any more. Errors: EVENT_STATE_WRONG, ENTRY_STATE_WRONG."""
    asked = set(LeaveWish.objects.filter(round=round_).values_list("entry_id", flat=True))
    changed = Entry.objects.filter(event=round_.event, pk__in=(stops - asked) | (stays & asked) - stops)
    for entry in changed.order_by("number"):
        if entry.pk in stops:
            leave_wish(entry=entry, by=by)
        else:
            leave_wish_undo(entry=entry, by=by)
