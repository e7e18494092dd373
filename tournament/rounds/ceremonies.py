"""Run the ceremony of a draw: open it, collect commitments, fix the list, collect nonces, draw or fail in public.

Nothing waits in the background: who asks after a time limit, a phone or the desk, makes the next step happen.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from tournament.core.audit import By, record
from tournament.core.locks import locked
from tournament.core.preconditions import require_word
from tournament.draws.ceremonies import (
    OPEN,
    CeremonyList,
    ceremony_list,
    failures_before,
    may_give_part,
    open_ceremony,
    present_players,
    revealed,
)
from tournament.draws.errors import CeremonyGone, CeremonyOpen, ChainUsedUp, ListClosed, NonceWrong, PartRefused
from tournament.draws.receipts import receipt, receipt_key
from tournament.draws.selectors import round_scope, scope_of
from tournament.draws.services import chain_commit, commit_round
from tournament.models import Draw, DrawCeremony, DrawPart, Entry, Event, Round
from tournament.people.selectors import player_id
from tournament.regulation import ceremony as protocol
from tournament.regulation.draws import normalise_word
from tournament.regulation.errors import RoundAlreadyDrawn, RuleError
from tournament.rounds.services import final_draw, round_close_and_draw, round_draw

Stage = DrawCeremony.Stage
#: Seconds in which phones put in their part, and in which they reveal it.
COLLECT_SECONDS: Final = 60
REVEAL_SECONDS: Final = 30


class _RolledBackError(Exception):
    """Raised to roll back a rehearsal."""


def _next_step(event: Event) -> tuple[str, Round | None]:
    """Return the step that a draw would form now, and the open round that it would close.

    Errors: RoundAlreadyDrawn after the final.
    """
    last = Round.objects.last_round(event)
    if last is None:
        return scope_of(1, is_final=False), None
    if last.is_final:
        raise RoundAlreadyDrawn(round=last.number)
    step = scope_of(last.number + 1, is_final=last.number >= (event.rounds or 0))
    return step, None if last.state == Round.State.CLOSED else last


def _draw(event: Event, ceremony: DrawCeremony) -> Round:
    """Close the open round, if any, and draw the next. Errors: those of ``rounds.services``."""
    step, closing = _next_step(event)
    facts: dict[str, Any] = {
        "word": ceremony.word,
        "by": ceremony.opened_by,
        "dates_reason": ceremony.dates_reason,
    }
    if closing is not None:
        return round_close_and_draw(round=closing, **facts)
    draw = final_draw if step == "final" else round_draw
    return draw(event=event, **facts)


def _rehearse(event: Event, ceremony: DrawCeremony) -> None:
    """Require that the draw would be possible now. Errors: those of ``rounds.services``."""
    try:
        with transaction.atomic():
            _draw(event, ceremony)
            raise _RolledBackError
    except _RolledBackError:
        return


@transaction.atomic
def ceremony_open(*, event: Event, word: str, by: By, dates_reason: str = "") -> DrawCeremony:
    """Open the ceremony of the next step of the day: the phones of those present can put in their part.

    Arguments:
        word: called out by a person present.
        dates_reason: why it is drawn outside the event's days.
    Errors: CeremonyOpen, ChainUsedUp, WordMissing, BadWord; those of ``rounds.services``, before anybody waits.
    """
    fresh = locked(event)
    if open_ceremony(fresh) is not None:
        raise CeremonyOpen
    ceremony = _new_attempt(fresh, normalise_word(require_word(word)), dates_reason.strip(), by)
    _rehearse(fresh, ceremony)
    record(ceremony, verb="ceremony_open", by=by)
    return ceremony


def _new_attempt(event: Event, word: str, dates_reason: str, by: By) -> DrawCeremony:
    """Return the next attempt of an event, not yet stored. Errors: ChainUsedUp, RoundAlreadyDrawn."""
    chain_commit(event)
    last = DrawCeremony.objects.filter(event=event).order_by("-number").first()
    number = last.number + 1 if last else 1
    if number > protocol.CHAIN_LENGTH:
        raise ChainUsedUp
    now = timezone.now()
    step, _closing = _next_step(event)
    return DrawCeremony(
        event=event,
        step=step,
        number=number,
        word=word,
        dates_reason=dates_reason,
        opened_by=by,
        opened_at=now,
        closes_at=now + timedelta(seconds=COLLECT_SECONDS),
        key=receipt_key(),
    )


def _locked(ceremony: DrawCeremony) -> DrawCeremony:
    """Re-read an open attempt with its event locked. Errors: CeremonyGone."""
    event = locked(ceremony.event_id)
    fresh = DrawCeremony.objects.select_related("opened_by").get(pk=ceremony.pk)
    if fresh.stage not in OPEN:
        raise CeremonyGone
    fresh.event = event
    return fresh


def excluded(ceremony: DrawCeremony) -> set[str]:
    """Return the ids of those who failed an attempt of this step, and so have no part in its repetition."""
    return {player for failed in failures_before(ceremony) for player in failed.missing}


@transaction.atomic
def part_commit(*, ceremony: DrawCeremony, entry: Entry, commitment: str) -> dict[str, Any]:
    """Put a phone's commitment into the list, and return the receipt for it. Idempotent for the same commitment.

    The list is fixed at once when everybody present who may has committed.

    Errors: CeremonyGone, ListClosed, PartRefused, NonceWrong.
    """
    fresh = _locked(ceremony)
    if fresh.stage != Stage.COLLECTING or timezone.now() >= fresh.closes_at:
        raise ListClosed
    if not protocol.is_hash(commitment):
        raise NonceWrong(player=str(entry))
    failed = excluded(fresh)
    if not may_give_part(entry) or player_id(entry) in failed:
        raise PartRefused(player=str(entry))
    facts = {"commitment": commitment, "committed_at": timezone.now()}
    part, _is_new = DrawPart.objects.get_or_create(ceremony=fresh, entry=entry, defaults=facts)
    if part.commitment != commitment:
        raise PartRefused(player=str(entry))
    attempt = str(len(failures_before(fresh)) + 1)
    signed = receipt("commit", fresh.event.slug, fresh.step, attempt, player_id(entry), commitment)
    states = (Entry.State.CHECKED_IN, Entry.State.PLAYING)
    present = [
        other for other in Entry.objects.filter(event=fresh.event, state__in=states) if player_id(other) not in failed
    ]
    if fresh.parts.count() == len(present):
        _fix(fresh)
    return signed


def _fix(ceremony: DrawCeremony) -> None:
    """Fix the list: root and inputs are public before any nonce. Without phones the draw is made at once."""
    ceremony.inputs, ceremony.stage = present_players(ceremony.event), Stage.REVEALING
    fixed = ceremony_list(ceremony)
    reveal_by = timezone.now() + timedelta(seconds=REVEAL_SECONDS)
    record(ceremony, verb="ceremony_fix", by=None, root=fixed.root, reveal_by=reveal_by)
    if not fixed.parts:
        _make(ceremony)


@transaction.atomic
def part_reveal(*, ceremony: DrawCeremony, entry: Entry, nonce: str) -> dict[str, Any]:
    """Reveal a phone's nonce, and return the receipt for it. The last one makes the draw. Idempotent.

    Errors: CeremonyGone, ListClosed, PartRefused, NonceWrong.
    """
    fresh = _locked(ceremony)
    if fresh.stage != Stage.REVEALING or _is_late(fresh.reveal_by):
        raise ListClosed
    part = fresh.parts.filter(entry=entry).first()
    if part is None:
        raise PartRefused(player=str(entry))
    if not protocol.is_hash(nonce) or protocol.digest(nonce) != part.commitment:
        raise NonceWrong(player=str(entry))
    if not part.nonce:
        part.nonce, part.revealed_at = nonce, timezone.now()
        part.save(update_fields=["nonce", "revealed_at"])
    if not fresh.parts.filter(nonce="").exists():
        _make(fresh)
    return receipt("reveal", fresh.root, player_id(entry), nonce)


def _is_late(limit: datetime | None) -> bool:
    return limit is not None and timezone.now() >= limit


@transaction.atomic
def ceremony_advance(*, ceremony: DrawCeremony) -> None:
    """Take the step that the time has made due: fix the list, or fail and start again. Nothing before that.

    Errors: CeremonyGone.
    """
    fresh = _locked(ceremony)
    if fresh.stage == Stage.COLLECTING and _is_late(fresh.closes_at):
        _fix(fresh)
    elif fresh.stage == Stage.REVEALING and _is_late(fresh.reveal_by):
        missing = [player_id(part.entry) for part in fresh.parts.filter(nonce="").select_related("entry")]
        _fail(fresh, missing)
        _repeat(fresh)


@transaction.atomic
def ceremony_stop(*, ceremony: DrawCeremony, by: By) -> None:
    """Stop an attempt. It counts as failed in public. Errors: CeremonyGone."""
    fresh = _locked(ceremony)
    if fresh.stage == Stage.COLLECTING:
        fresh.inputs = present_players(fresh.event)
        fresh.root = ceremony_list(fresh).root
    _fail(fresh, [], by=by)


def _fail(ceremony: DrawCeremony, missing: list[str], *, by: By = None) -> None:
    fixed = ceremony_list(ceremony)
    failed = protocol.FailedAttempt(ceremony.root, tuple(sorted(missing)))
    record(
        ceremony,
        verb="ceremony_fail",
        by=by,
        stage=Stage.FAILED,
        missing=sorted(missing),
        ended_at=timezone.now(),
        seal=protocol.seal_failed(protocol.previous_seal(fixed.record), failed),
    )


def _repeat(ceremony: DrawCeremony) -> None:
    """Start again at once with the server's next seed, if it has one and the draw is still possible."""
    try:
        again = _new_attempt(ceremony.event, ceremony.word, ceremony.dates_reason, ceremony.opened_by)
        _rehearse(ceremony.event, again)
    except RuleError:
        return
    record(again, verb="ceremony_open", by=None)


def _make(ceremony: DrawCeremony) -> None:
    """Draw with every part revealed; if the players or the round changed meanwhile, the attempt fails in public."""
    made = revealed(ceremony_list(ceremony))
    try:
        if present_players(ceremony.event) != ceremony.inputs:
            raise CeremonyGone
        with transaction.atomic():
            _draw_with(made)
    except RuleError:
        _fail(ceremony, [])
        return
    seed = protocol.outcome_seed(made.record, made.parts)
    record(
        ceremony,
        verb="ceremony_make",
        by=None,
        stage=Stage.MADE,
        ended_at=timezone.now(),
        seal=protocol.seal_made(protocol.previous_seal(made.record), ceremony.root, seed),
    )


def _draw_with(made: CeremonyList) -> None:
    """Make every draw of the step from the ceremony. Errors: those of ``rounds.services``."""
    ceremony = made.ceremony
    event = ceremony.event
    step, closing = _next_step(event)
    if step != ceremony.step:
        raise CeremonyGone
    number = closing.number + 1 if closing else Round.objects.filter(event=event).count() + 1
    commit_round(event=event, number=number, is_final=step == "final", now=timezone.now(), by=ceremony.opened_by)
    of_step = Draw.objects.filter(event=event, annulled_at=None, drawn_at=None)
    of_step.filter(scope=step).update(ceremony=made.as_stored())
    if closing is not None:
        lots = of_step.filter(purpose=Draw.Purpose.STANDINGS_LOTS, scope=round_scope(closing))
        lots.update(ceremony=made.as_stored())
    _draw(event, ceremony)
    # A later correction draws lots that this step did not need, with a word of its own.
    of_step.filter(ceremony__isnull=False).update(ceremony=None)
