"""Draw the next step of an event with one press: a row is stored, and the beacon's next round completes the draw.

The row names the round before it exists, so nobody who presses knows what will be drawn. A job fetches it, whether a
page is open or not; after ten seconds a word that is called out can take its place (docs/draws.md).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import timedelta
from hashlib import sha256
from typing import Any, Final

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from tournament.core.audit import By, record, require_reason
from tournament.core.locks import locked
from tournament.core.preconditions import require_word
from tournament.delivery.jobs import job_enqueue
from tournament.draws.beacon import has_beacon, next_round, round_time, signature_of
from tournament.draws.refusals import DrawNotOpen
from tournament.draws.selectors import CLOSING, FINAL, require_no_open_draw, round_scope, scope_of
from tournament.models import Draw, DrawPress, Entry, Event, Job, Round, Seat
from tournament.people.selectors import player_id
from tournament.regulation.beacon import randomness_of
from tournament.regulation.draws import normalise_word
from tournament.regulation.refused import Refused
from tournament.rounds.selectors import lots_needed
from tournament.rounds.services import final_draw, round_close, round_draw

KIND: Final = "draw"
#: Seconds after a press from which a word can be typed.
WAIT_SECONDS: Final = 10
#: Seconds between two questions to the relays.
PAUSE_SECONDS: Final = 1.0
#: A word for the rehearsal of a draw: what it gives is rolled back.
_REHEARSED: Final = "-"

State = DrawPress.State


class BeaconAwayError(TimeoutError):
    """The relays did not give the round yet: the job is tried again."""


def next_step(event: Event) -> tuple[str, Round | None]:
    """Return the step that a draw would form now, and the open round that it would close first.

    Errors: ROUND_ALREADY_DRAWN after the final.
    """
    last = Round.objects.last_round(event)
    if last is None:
        return scope_of(1, is_final=False), None
    if last.is_final:
        raise Refused("ROUND_ALREADY_DRAWN", round=last.number)
    step = scope_of(last.number + 1, is_final=last.number >= (event.rounds or 0))
    return step, None if last.state == Round.State.CLOSED else last


@transaction.atomic
def step_draw(
    *,
    event: Event,
    word: str,
    by: By,
    dates_reason: str = "",
    by_hand: Mapping[str, Any] | None = None,
    final: bool | None = None,
    closes: bool = False,
) -> Round:
    """Draw the next round or the final with a word.

    Arguments:
        closes: close the open round first, its lots with the same word.
        final: whether it should be the final; None to draw what comes next.
        by_hand: what was drawn manually, as ``DrawPress.by_hand``, also ``{"kingdom": {"drawn", "rejected"}}``.
    Errors: those of ``rounds.services``.
    """
    step, closing = next_step(event)
    if closing is not None and closes:
        round_close(round=closing, word=word, by=by)
        event = Event.objects.get(pk=event.pk)
    is_final = step == FINAL if final is None else final
    options: dict[str, Any] = {"event": event, "word": word, "by": by, "dates_reason": dates_reason}
    return (final_draw if is_final else round_draw)(**options, **_by_hand(event, step, by_hand or {}))


def _by_hand(event: Event, step: str, by_hand: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments of a draw about what was drawn manually; who is no longer entered is left out of the tables.

    The check of the tables then refuses them.
    """
    arguments: dict[str, Any] = {"witnesses": by_hand.get("witnesses", ()), "kingdom_by_hand": by_hand.get("kingdom")}
    if not by_hand.get("seats"):
        return arguments
    entries = {entry.pk: entry for entry in Entry.objects.filter(event=event).select_related("person")}
    seats = [[entries[pk] for pk in table if pk in entries] for table in by_hand["seats"]]
    if step == FINAL:
        return arguments | {"seats_by_hand": seats[0]}
    return (
        arguments
        | {"seats_by_hand": seats}
        | ({"tables_by_hand": seats} if step == scope_of(1, is_final=False) else {})
    )


@transaction.atomic
def draw_press(
    *,
    event: Event,
    by: By,
    dates_reason: str = "",
    closes: bool = False,
    closes_only: bool = False,
    by_hand: Mapping[str, Any] | None = None,
    final: bool | None = None,
) -> DrawPress | None:
    """Start the next draw of an event: store what it draws from, and the beacon's round that completes it.

    What would refuse the draw refuses it now. A job finishes it.

    Arguments:
        dates_reason: why it is drawn outside the event's days.
        closes: close the open round first; closes_only: close it, with its lots, without drawing the next.
        by_hand: what was drawn manually, as ``DrawPress.by_hand``. final: as ``step_draw``.
    Returns: None if only a round was closed that needed no lots.
    Errors: DRAW_OPEN; WORD_MISSING on a site without a beacon; those of ``rounds.services``.
    """
    fresh = locked(event)
    require_no_open_draw(fresh)
    step, closing = next_step(fresh) if not closes_only else (CLOSING, _closed_alone(fresh))
    if closes_only and closing is not None and not lots_needed(closing):
        round_close(round=closing, by=by)
        return None
    if not has_beacon():
        require_word("")
    press = DrawPress(
        event=fresh,
        step=step,
        closes=closing.number if closing is not None and (closes or closes_only) else None,
        inputs=_present(fresh),
        results=_results(fresh),
        dates_reason=dates_reason.strip(),
        by_hand=dict(by_hand or {}),
        **next_number(by),
    )
    with transaction.atomic():
        _act(press, _REHEARSED, by, final=final)
        transaction.set_rollback(True)
    record(press, verb="draw_press", by=by)
    job_enqueue(kind=KIND, key=f"{KIND}:{press.pk}", args={"press": press.pk}, event=fresh, by=by)
    return press


def next_number(by: By) -> dict[str, Any]:
    """Return the columns of a press that name the beacon's next round, who pressed, and until when it is awaited."""
    now = timezone.now()
    beacon = {"key": settings.FOSSATO_BEACON_KEY, "round_number": next_round()}
    return beacon | {"asked_by": by, "asked_at": now, "until": now + timedelta(seconds=WAIT_SECONDS)}


def _closed_alone(event: Event) -> Round | None:
    """Return the last round: one that is closed already is refused by the closing itself."""
    return Round.objects.last_round(event)


def _present(event: Event) -> list[str]:
    """Return the ids of the players that a draw can concern, in the published order. One query."""
    states = (Entry.State.CHECKED_IN, Entry.State.PLAYING)
    return [player_id(entry) for entry in Entry.objects.filter(event=event, state__in=states).order_by("number")]


def _results(event: Event) -> str:
    """Return a digest of the results of an event's tables so far. One query."""
    places = Seat.objects.filter(round__event=event, place__isnull=False).select_related("round", "table", "entry")
    lines = [
        f"{round_scope(seat.round, seat.table.number)} {player_id(seat.entry)} {seat.place}"
        for seat in places.order_by("round__number", "table__number", "place", "position")
    ]
    return sha256("\n".join(lines).encode()).hexdigest()


def _act(press: DrawPress, word: str, by: By, *, final: bool | None = None) -> None:
    """Close or draw what a press is for. Errors: those of ``rounds.services``."""
    assert press.event_id is not None, "a press of an event"
    event = Event.objects.get(pk=press.event_id)
    if press.step == CLOSING:
        round_close(round=Round.objects.get(event=event, number=press.closes or 0), word=word, by=by)
    else:
        options: dict[str, Any] = {"dates_reason": press.dates_reason, "by_hand": press.by_hand, "final": final}
        step_draw(event=event, word=word, by=by, closes=press.closes is not None, **options)


def _locked_press(press: DrawPress) -> tuple[DrawPress, Event]:
    """Re-read an open press, and its event, locked. Errors: DrawNotOpen."""
    assert press.event_id is not None, "a press of an event"
    event = locked(press.event_id)
    fresh = DrawPress.objects.select_related("asked_by").get(pk=press.pk)
    if fresh.state != State.WAITING:
        raise DrawNotOpen
    fresh.event = event
    return fresh, event


@transaction.atomic
def press_finish_with_word(*, press: DrawPress, word: str, by: By) -> None:
    """Finish an open draw with a word that was called out, in place of the beacon's round.

    Errors: DrawNotOpen, WORD_TOO_EARLY, WORD_MISSING, BadWord, STEP_CHANGED; those of ``rounds.services``.
    """
    spoken = normalise_word(require_word(word))
    fresh, event = _locked_press(press)
    if timezone.now() < fresh.until:
        raise Refused("WORD_TOO_EARLY")
    _finish(fresh, event, spoken, by)


@transaction.atomic
def press_finish_with_beacon(*, press: DrawPress, signature: str) -> None:
    """Finish an open draw with the beacon's round. Errors: DrawNotOpen, STEP_CHANGED; those of ``rounds.services``."""
    fresh, event = _locked_press(press)
    fresh.signature = signature
    _finish(fresh, event, randomness_of(signature), fresh.asked_by)


def _finish(press: DrawPress, event: Event, word: str, by: By) -> None:
    """Draw what a press is for, and mark its draws. Errors: STEP_CHANGED; those of ``rounds.services``."""
    if _present(event) != press.inputs or _results(event) != press.results:
        raise Refused("STEP_CHANGED")
    before = timezone.now()
    record(press, verb="draw_press_finish", by=by, state=State.DRAWN, ended_at=before)
    _act(press, word, by)
    made = Draw.objects.filter(event=event, drawn_at__gte=before, annulled_at=None, by_hand=False, press=None)
    made.update(press=press)


@transaction.atomic
def press_give_up(*, press: DrawPress, reason: str, by: By) -> None:
    """Give an open draw up: everybody can read it, with the reason. Errors: DECISION_REASON_MISSING, DrawNotOpen."""
    fresh, event = _locked_press(press)
    why = reason.strip() if event.is_practice else require_reason(reason)
    press_store_given_up(fresh, why, by)


def press_store_given_up(press: DrawPress, reason: str, by: By) -> None:
    """Store that an open press, locked with its owner, was given up."""
    facts: dict[str, Any] = {"state": State.GIVEN_UP, "ended_at": timezone.now(), "given_up_reason": reason}
    record(press, verb="draw_press_give_up", by=by, reason=reason, **facts)


def draw_job(job: Job, _progress: Callable[..., None]) -> tuple[bytes, str]:
    """Fetch the round that a press named, and finish the draw; after a word or a giving up only note its signature.

    Errors: BeaconAwayError, after which the sweep runs the job again.
    """
    press_run(DrawPress.objects.get(pk=job.args["press"]), press_finish_with_beacon, _give_up_for)
    return b"", ""


def press_run(press: DrawPress, finish: Callable[..., None], give_up: Callable[[DrawPress, str], None]) -> None:
    """Fetch the round that a press named, and finish it, or give it up where it is refused.

    Errors: BeaconAwayError.
    """
    signature = _awaited(press)
    try:
        finish(press=press, signature=signature)
    except DrawNotOpen:
        # What the round would have given is shown beside what the word gave.
        fresh = DrawPress.objects.get(pk=press.pk)
        record(fresh, verb="draw_press_beacon", by=None, signature=signature)
    except Refused:
        give_up(press, signature)


def _awaited(press: DrawPress) -> str:
    """Ask for the round until the time of a press is over. Errors: BeaconAwayError."""
    time.sleep(max(0.0, (round_time(press.round_number) - timezone.now()).total_seconds()))
    while not (signature := signature_of(press.round_number)):
        if timezone.now() >= press.until:
            raise BeaconAwayError(press.round_number)
        time.sleep(PAUSE_SECONDS)
    return signature


@transaction.atomic
def _give_up_for(press: DrawPress, signature: str) -> None:
    """Give up a draw whose players or results changed before its round came."""
    with suppress(DrawNotOpen):
        fresh, _event = _locked_press(press)
        fresh.signature = signature
        press_store_given_up(fresh, "", fresh.asked_by)
