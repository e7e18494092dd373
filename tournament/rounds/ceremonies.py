"""Run the ceremony of a draw: open it, collect commitments, fix the list, collect nonces, draw or fail in public.

Nothing waits in the background: who asks after a time limit, a phone or the desk, makes the next step happen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
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
    promised,
    promises_now,
    results_now,
    revealed,
)
from tournament.draws.errors import (
    CeremonyGone,
    CeremonyOpen,
    ChainUsedUp,
    ListClosed,
    NonceWrong,
    PartRefused,
    WitnessesWrong,
)
from tournament.draws.receipts import receipt, receipt_key
from tournament.draws.requests import PRESENT
from tournament.draws.seals import seal_attempt
from tournament.draws.selectors import round_scope, scope_of
from tournament.draws.services import chain_commit, commit_results, commit_round, draw_reveal
from tournament.models import Draw, DrawCeremony, DrawPart, Entry, Event, Job, Round
from tournament.people.selectors import player_id
from tournament.regulation import ceremony as protocol
from tournament.regulation.draws import normalise_word
from tournament.regulation.errors import ImpossibleTables, RuleError
from tournament.regulation.lifecycle_errors import RoundAlreadyDrawn
from tournament.regulation.seating import table_sizes
from tournament.regulation.sequences import sequence_word
from tournament.results.selectors import players_of
from tournament.rounds.beacon import (
    beacon_ask,
    beacon_fetched,
    beacon_named,
    has_beacon_failed,
    is_beacon_awaited,
    is_beacon_in_time,
)
from tournament.rounds.services import final_draw, round_close_and_draw, round_draw

Stage = DrawCeremony.Stage
#: Seconds in which phones put in their part, and in which they reveal it.
COLLECT_SECONDS: Final = 60
REVEAL_SECONDS: Final = 30


class _RolledBackError(Exception):
    """Raised to roll back a rehearsal."""


def next_step(event: Event) -> tuple[str, Round | None]:
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


def draw_step(*, event: Event, word: str, by: By, dates_reason: str = "") -> Round:
    """Close the open round, if any, and draw the next. Errors: those of ``rounds.services``."""
    step, closing = next_step(event)
    if closing is not None:
        return round_close_and_draw(round=closing, word=word, by=by, dates_reason=dates_reason)
    draw = final_draw if step == "final" else round_draw
    return draw(event=event, word=word, by=by, dates_reason=dates_reason)


def _draw(event: Event, ceremony: DrawCeremony) -> Round:
    """Make the draws of an attempt. Errors: those of ``rounds.services``."""
    return draw_step(event=event, word=ceremony.word, by=ceremony.opened_by, dates_reason=ceremony.dates_reason)


def _rehearse(event: Event, ceremony: DrawCeremony) -> None:
    """Require that the draw would be possible now. Errors: those of ``rounds.services``."""
    try:
        with transaction.atomic():
            _draw(event, ceremony)
            raise _RolledBackError
    except _RolledBackError:
        return


@transaction.atomic
def ceremony_open(
    *, event: Event, word: str, by: By, dates_reason: str = "", witnesses: Sequence[Entry] = ()
) -> DrawCeremony:
    """Open the ceremony of the next step of the day: the phones of those present can put in their part.

    Arguments:
        word: called out by a person present; with witnesses the sequence of dice or cards that they read out.
        dates_reason: why it is drawn outside the event's days.
        witnesses: two players present; then no phones are waited for, and the draw is made at once.
    Errors: CeremonyOpen, ChainUsedUp, WordMissing, BadWord, BadSequence, WitnessesWrong; those of ``rounds.services``,
        before anybody waits.
    """
    fresh = locked(event)
    if open_ceremony(fresh) is not None:
        raise CeremonyOpen
    spoken = sequence_word(word) if witnesses else normalise_word(require_word(word))
    ceremony = _new_attempt(fresh, spoken, dates_reason.strip(), by)
    ceremony.witnesses = _witness_ids(fresh, witnesses)
    _rehearse(fresh, ceremony)
    record(ceremony, verb="ceremony_open", by=by)
    if witnesses:
        _fix(ceremony)
    return ceremony


def _witness_ids(event: Event, witnesses: Sequence[Entry]) -> list[str]:
    """Return the ids of the witnesses. Errors: WitnessesWrong unless they are two players present, or none."""
    ids = {player_id(entry) for entry in witnesses if entry.event_id == event.pk and may_give_part(entry)}
    if witnesses and not len(ids) == len(witnesses) == protocol.WITNESSES:
        raise WitnessesWrong
    return sorted(ids)


def _new_attempt(event: Event, word: str, dates_reason: str, by: By) -> DrawCeremony:
    """Return the next attempt of an event, not yet stored. Errors: ChainUsedUp, RoundAlreadyDrawn."""
    chain_commit(event)
    last = DrawCeremony.objects.filter(event=event).order_by("-number").first()
    number = last.number + 1 if last else 1
    if number > protocol.CHAIN_LENGTH:
        raise ChainUsedUp
    now = timezone.now()
    step, _closing = next_step(event)
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
    present = [
        other for other in Entry.objects.filter(event=fresh.event, state__in=PRESENT) if player_id(other) not in failed
    ]
    if fresh.parts.count() == len(present):
        _fix(fresh)
    return signed


def _fix(ceremony: DrawCeremony) -> None:
    """Fix the list: root and inputs are public before any nonce. Without phones and beacon the draw is made at once."""
    event = ceremony.event
    _commit_draws(ceremony)
    reveal_by = timezone.now() + timedelta(seconds=REVEAL_SECONDS)
    ceremony.inputs, ceremony.stage = present_players(event), Stage.REVEALING
    ceremony.results, ceremony.promises = results_now(event), promises_now(event, ceremony.step)
    if not ceremony.witnesses and not has_beacon_failed(ceremony):
        ceremony.beacon = beacon_named(reveal_by)
    fixed = ceremony_list(ceremony)
    record(ceremony, verb="ceremony_fix", by=None, root=fixed.root, reveal_by=reveal_by)
    _make_if_complete(ceremony)


def _commit_draws(ceremony: DrawCeremony) -> None:
    """Commit to every draw that the step may make, before the list binds them: those of the round, and its lots."""
    event, is_final = ceremony.event, ceremony.step == "final"
    _step, closing = next_step(event)
    number = closing.number + 1 if closing else Round.objects.filter(event=event).count() + 1
    facts: dict[str, Any] = {"event": event, "number": number, "is_final": is_final, "now": timezone.now()}
    commit_round(**facts, by=ceremony.opened_by)
    players = Entry.objects.filter(event=event, state__in=PRESENT).count()
    try:
        tables = 1 if is_final else len(table_sizes(players))
    except ImpossibleTables:
        # The draw itself says so, and the attempt fails.
        tables = 0
    commit_results(**facts, tables=tables, by=ceremony.opened_by, has_reserve=True)


def _make_if_complete(ceremony: DrawCeremony) -> None:
    """Draw when every nonce of the list is revealed, and the beacon's signature is there if one was named."""
    if is_beacon_awaited(ceremony) or ceremony.parts.filter(nonce="").exists():
        return
    _make(ceremony)


@transaction.atomic
def ceremony_beacon(*, ceremony: DrawCeremony, signature: str, previous_signature: str) -> None:
    """Store the signature of the beacon's round, and draw if nothing else is missing. Errors: CeremonyGone."""
    fresh = _locked(ceremony)
    if fresh.beacon is not None and is_beacon_awaited(fresh):
        signed = fresh.beacon | {"signature": signature, "previous_signature": previous_signature}
        record(fresh, verb="ceremony_beacon", by=None, beacon=signed)
        _make_if_complete(fresh)


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
    _make_if_complete(fresh)
    return receipt("reveal", fresh.root, player_id(entry), nonce)


def beacon_job(job: Job, _progress: Callable[..., None]) -> tuple[bytes, str]:
    """Fetch the round of the beacon that an attempt waits for, and draw. Errors: BeaconWrong, FetchFailed."""
    ceremony = DrawCeremony.objects.get(pk=job.args["ceremony"])
    if ceremony.stage in OPEN and ceremony.beacon is not None and is_beacon_awaited(ceremony):
        fetched = beacon_fetched(ceremony.beacon["round"])
        # It may have failed already, for lack of this very answer.
        with suppress(CeremonyGone):
            ceremony_beacon(
                ceremony=ceremony, signature=fetched.signature, previous_signature=fetched.previous_signature
            )
    return b"", ""


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
        if not missing and is_beacon_in_time(fresh):
            beacon_ask(fresh)
            return
        _fail(fresh, missing)
        _repeat(fresh)


@transaction.atomic
def ceremony_stop(*, ceremony: DrawCeremony, by: By) -> None:
    """Stop an attempt. It counts as failed in public. Errors: CeremonyGone."""
    fresh = _locked(ceremony)
    if fresh.stage == Stage.COLLECTING:
        fresh.inputs, fresh.results = present_players(fresh.event), results_now(fresh.event)
        fresh.promises = promises_now(fresh.event, fresh.step)
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
    seal_attempt(ceremony)


def _repeat(ceremony: DrawCeremony) -> None:
    """Start again at once with the server's next seed, if it has one and the draw is still possible."""
    try:
        again = _new_attempt(ceremony.event, ceremony.word, ceremony.dates_reason, ceremony.opened_by)
        _rehearse(ceremony.event, again)
    except RuleError:
        return
    record(again, verb="ceremony_open", by=None)


def _make(ceremony: DrawCeremony) -> None:
    """Draw with every part revealed; if the players or the round have changed, the attempt fails in public."""
    made = revealed(ceremony_list(ceremony))
    try:
        if _has_changed(ceremony):
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
    seal_attempt(ceremony)


def _has_changed(ceremony: DrawCeremony) -> bool:
    """Return whether players, results or promised draws are no longer those that the list bound."""
    event = ceremony.event
    return (
        present_players(event) != ceremony.inputs
        or results_now(event) != ceremony.results
        or promises_now(event, ceremony.step) != ceremony.promises
    )


def _draw_with(made: CeremonyList) -> None:
    """Make every draw of the step from the ceremony. Errors: those of ``rounds.services``."""
    ceremony = made.ceremony
    event = ceremony.event
    step, closing = next_step(event)
    if step != ceremony.step:
        raise CeremonyGone
    bound = [draw.pk for draw in promised(event, step)]
    Draw.objects.filter(pk__in=bound).update(ceremony=made.as_stored(), word=ceremony.word)
    _draw(event, ceremony)
    if closing is not None:
        # The lots of the standings are drawn now even if nobody is equal: a correction finds them drawn.
        lots = Draw.objects.filter(
            pk__in=bound, purpose=Draw.Purpose.STANDINGS_LOTS, scope=round_scope(closing), drawn_at=None
        )
        for draw in lots:
            draw_reveal(draw=draw, inputs=list(players_of(event)), word=ceremony.word, by=ceremony.opened_by)
