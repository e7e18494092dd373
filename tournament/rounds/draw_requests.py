"""Request to undo, stop, record or repeat a draw, and agree to such a request (art. 1.5).

A second account with a role in the event is enough, or two players on their private pages; a sequence that two players
read out draws when both agree on theirs. The action is executed in a
rolled-back savepoint at request time, so that an impossible request is refused to the requester.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.core.audit import By, record, require_reason
from tournament.core.errors import AlreadyDone, RoundUndone
from tournament.core.locks import locked
from tournament.draws.ceremonies import open_ceremony
from tournament.draws.errors import CeremonyGone, CeremonyOpen, WitnessesWrong
from tournament.draws.requests import agreed, is_enough, is_possible, may_agree, request_title
from tournament.draws.selectors import round_scope
from tournament.entries.departures import departure_record
from tournament.models import Draw, DrawAgreement, DrawRequest, Entry, Event, Round
from tournament.regulation.sequences import sequence_word
from tournament.rounds.ceremonies import ceremony_open, ceremony_stop, draw_step, next_step
from tournament.rounds.errors import (
    AgreementNotYours,
    AgreementOfWitnesses,
    AgreementOwn,
    DrawRequestGone,
    DrawRequestOpen,
)
from tournament.rounds.services import final_draw, round_draw, round_undo
from tournament.rounds.word_draws import needs_second_person

Kind = DrawRequest.Kind


@transaction.atomic
def undo_ask(*, round: Round, reason: str, by: By, no_show: Entry | None = None) -> DrawRequest:
    """Request that the draw of a round be undone. Errors: those of round_undo; DrawRequestOpen.

    Arguments:
        no_show: a player who did not come, and is not drawn again (AMB-45).
    """
    why = require_reason(reason)
    event = locked(round.event_id)
    fresh = Round.objects.filter(pk=round.pk).first()
    if fresh is None:
        raise RoundUndone(round=round.number)
    facts = {} if no_show is None else {"no_show": no_show.pk}
    request = _build_request(event, Kind.UNDO, fresh.number, fresh.is_final, facts, why, by)
    return _store_request(request, by)


@transaction.atomic
def hand_draw_ask(
    *,
    event: Event,
    final: bool,
    reason: str,
    by: By,
    word: str = "",
    seats: Sequence[Sequence[Entry]] | None = None,
    kingdom: Mapping[str, Any] | None = None,
    dates_reason: str = "",
) -> DrawRequest:
    """Request that a draw made with slips of paper or cards be recorded.

    Arguments:
        word: called out, for the parts that were not drawn manually.
        seats: per table, its players in playing order; kingdom: the ten cards as drawn, and those rejected.
        dates_reason: why it was drawn outside the event's days, needed there.
    Errors: those of round_draw or final_draw; DrawRequestOpen.
    """
    why = require_reason(reason)
    fresh = locked(event)
    last = Round.objects.last_round(fresh)
    facts = {
        "word": word,
        "seats": None if seats is None else [[entry.pk for entry in table] for table in seats],
        "kingdom": None if kingdom is None else dict(kingdom),
        "dates_reason": dates_reason,
    }
    request = _build_request(fresh, Kind.BY_HAND, last.number + 1 if last else 1, final, facts, why, by)
    return _store_request(request, by)


@transaction.atomic
def stop_ask(*, event: Event, reason: str, by: By) -> DrawRequest:
    """Request that the open attempt of a draw be stopped, as failed. Errors: CeremonyGone; DrawRequestOpen."""
    why = require_reason(reason)
    return _ask_about_step(locked(event), Kind.STOP, {}, why, by)


@transaction.atomic
def word_draw_ask(*, event: Event, word: str, reason: str, by: By, dates_reason: str = "") -> DrawRequest:
    """Request that a step whose attempt failed be drawn with the word alone.

    Errors: those of ``word_draw``; DrawRequestOpen.
    """
    why = require_reason(reason)
    return _ask_about_step(locked(event), Kind.WORD, {"word": word, "dates_reason": dates_reason}, why, by)


@transaction.atomic
def sequence_ask(
    *, event: Event, word: str, witnesses: Sequence[Entry], by: By, reason: str = "", dates_reason: str = ""
) -> DrawRequest:
    """Request that the next step be drawn with dice or cards; it is drawn when both who read them out agree.

    Arguments:
        word: the sequence; witnesses: the two players, other than who makes the request.
        reason: why it is drawn without the phones; needed after an attempt that failed.
    Errors: ReasonMissing, WitnessesWrong; those of ``ceremony_open``; DrawRequestOpen.
    """
    fresh = locked(event)
    why = require_reason(reason) if needs_second_person(fresh) else reason.strip()
    facts = {
        "word": sequence_word(word),
        "dates_reason": dates_reason,
        "witnesses": [entry.pk for entry in witnesses],
    }
    return _ask_about_step(fresh, Kind.SEQUENCE, facts, why, by)


def _ask_about_step(event: Event, kind: str, facts: dict[str, Any], reason: str, by: By) -> DrawRequest:
    """Store a request about the next step of the day."""
    step, closing = next_step(event)
    last = closing or Round.objects.last_round(event)
    number = last.number + 1 if last else 1
    return _store_request(_build_request(event, kind, number, step == "final", facts, reason, by), by)


def _build_request(
    event: Event, kind: str, number: int, is_final: bool, facts: dict[str, Any], reason: str, by: By
) -> DrawRequest:
    return DrawRequest(
        event=event,
        kind=kind,
        round_number=number,
        is_final=is_final,
        facts=facts,
        reason=reason,
        asked_by=by,
        asked_at=timezone.now(),
    )


def _store_request(request: DrawRequest, by: By) -> DrawRequest:
    """Store a request that could be carried out; it replaces a lapsed one."""
    for old in DrawRequest.objects.filter(event=request.event, done_at=None, withdrawn_at=None):
        if is_possible(old):
            raise DrawRequestOpen(what=request_title(old))
        record(old, verb="draw_request_withdraw", by=by, withdrawn_at=timezone.now())
    _dry_run(lambda: _carry_out(request, {}))
    if not all(may_agree(request, entry) for entry in _witnesses(request)):
        raise WitnessesWrong
    record(request, verb="draw_request_ask", by=by, reason=request.reason)
    return request


def _dry_run(act: Callable[[], object]) -> None:
    """Execute an action and roll it back, so that its errors are raised now."""
    with transaction.atomic():
        act()
        transaction.set_rollback(True)


@transaction.atomic
def request_agree(
    *, request: DrawRequest, by: By = None, entry: Entry | None = None, is_by_printed_link: bool = False
) -> bool:
    """Agree to a request; with enough agreement it is carried out.

    Arguments:
        by: an account with a role in the event, other than the requester's; or
        entry: a player who is present, other than the requester; to a sequence one of those who read it out.
        is_by_printed_link: the player used a link that the desk can open too, see ``is_held_by_desk``; the agreement
            is noted and does not count.
    Returns: whether it was carried out.
    Errors: AlreadyDone, DrawRequestGone, AgreementOwn, AgreementNotYours, AgreementOfWitnesses, and those of the action
        itself.
    """
    fresh = _lock_open_request(request)
    if fresh.kind == Kind.SEQUENCE and (entry is None or entry.pk not in fresh.facts["witnesses"]):
        raise AgreementOfWitnesses
    if entry is None and (by is None or by.pk == fresh.asked_by_id):
        raise AgreementOwn
    if entry is not None and not may_agree(fresh, entry):
        raise AgreementNotYours(player=str(entry))
    agreeing: dict[str, Any] = {"user": by} if entry is None else {"entry": entry}
    agreement, is_new = DrawAgreement.objects.get_or_create(
        request=fresh,
        **agreeing,
        defaults={"agreed_at": timezone.now(), "is_by_printed_link": is_by_printed_link},
    )
    if agreement.is_by_printed_link and not is_by_printed_link:
        # The player agrees again, through a link that only they have.
        agreement.is_by_printed_link = False
        agreement.save()
    elif not is_new:
        raise AlreadyDone(what=_("you have agreed"))
    record(fresh, verb="draw_request_agree", by=by, reason="" if entry is None else str(entry))
    who = agreed(fresh)
    if not is_enough(who):
        return False
    _carry_out(fresh, who)
    record(fresh, verb="draw_request_done", by=by, done_at=timezone.now())
    return True


@transaction.atomic
def request_withdraw(*, request: DrawRequest, by: By) -> DrawRequest:
    """Withdraw a request. Errors: AlreadyDone, DrawRequestGone."""
    fresh = _lock_open_request(request, still_possible=False)
    record(fresh, verb="draw_request_withdraw", by=by, withdrawn_at=timezone.now())
    return fresh


def _lock_open_request(request: DrawRequest, *, still_possible: bool = True) -> DrawRequest:
    """Re-read an open request, with its event locked. Errors: AlreadyDone, DrawRequestGone."""
    event = locked(request.event_id)
    fresh = DrawRequest.objects.select_related("asked_by").get(pk=request.pk)
    fresh.event = event
    if fresh.done_at is not None:
        raise AlreadyDone(what=request_title(fresh))
    if fresh.withdrawn_at is not None or (still_possible and not is_possible(fresh)):
        raise DrawRequestGone(what=request_title(fresh))
    return fresh


def _carry_out(request: DrawRequest, who: Mapping[str, Sequence[str]]) -> None:
    if request.kind == Kind.UNDO:
        undone = Round.objects.get(event=request.event, number=request.round_number)
        round_undo(round=undone, reason=request.reason, by=request.asked_by, agreed=who)
        _leave_out(request)
        return
    ceremony = open_ceremony(request.event)
    if request.kind == Kind.STOP:
        if ceremony is None:
            raise CeremonyGone
        ceremony_stop(ceremony=ceremony, by=request.asked_by)
        return
    if ceremony is not None:
        # The outcome of an open attempt may be known already to who holds the database.
        raise CeremonyOpen
    if request.kind in (Kind.WORD, Kind.SEQUENCE):
        _draw_with_word(request)
        return
    formed = _draw_by_hand(request)
    by_hand = Draw.objects.filter(event=request.event, scope=round_scope(formed), by_hand=True, annulled_at=None)
    for draw in by_hand.exclude(drawn_at=None):
        record(
            draw,
            verb="draw_by_hand",
            by=request.asked_by,
            reason=request.reason,
            hand_reason=request.reason,
            hand_agreed=dict(who),
        )


def _leave_out(request: DrawRequest) -> None:
    """Keep a player who did not come out of the round's next draw (AMB-45)."""
    absent = Entry.objects.filter(pk=request.facts.get("no_show", 0), event=request.event_id).first()
    if absent is None:
        return
    facts: dict[str, Any] = {"verb": "table_no_show", "by": request.asked_by, "reason": request.reason}
    if request.round_number == 1:
        record(absent, state=Entry.State.REGISTERED, **facts)
    else:
        departure_record(absent, left_after=request.round_number - 1, **facts)


def _draw_with_word(request: DrawRequest) -> None:
    """Draw with the word alone, or with the sequence of the witnesses."""
    facts: dict[str, Any] = {
        "event": request.event,
        "word": request.facts["word"],
        "by": request.asked_by,
        "dates_reason": request.facts["dates_reason"],
    }
    if request.kind == Kind.SEQUENCE:
        ceremony_open(**facts, witnesses=_witnesses(request))
        return
    draw_step(**facts)


def _witnesses(request: DrawRequest) -> list[Entry]:
    """Return the entries of those who read a sequence out; none for another request. Errors: WitnessesWrong."""
    if request.kind != Kind.SEQUENCE:
        return []
    named = request.facts["witnesses"]
    entries = list(Entry.objects.filter(event=request.event, pk__in=named).order_by("number"))
    if len(entries) != len(named) or not entries:
        raise WitnessesWrong
    return entries


def _draw_by_hand(request: DrawRequest) -> Round:
    """Form the round from a manual draw; the check of the tables reports a player who is no longer entered."""
    facts, event = request.facts, request.event
    entries_by_id = {entry.pk: entry for entry in Entry.objects.filter(event=event).select_related("person")}
    seats = None
    if facts["seats"] is not None:
        seats = [[entries_by_id[pk] for pk in table if pk in entries_by_id] for table in facts["seats"]]
    options: dict[str, Any] = {"event": event, "word": facts["word"], "by": request.asked_by}
    # The draw took place before it was submitted for recording; the agreement may come on another day.
    options |= {"kingdom_by_hand": facts["kingdom"], "at": request.asked_at}
    options["dates_reason"] = facts.get("dates_reason", "")
    if request.is_final:
        return final_draw(seats_by_hand=None if seats is None else seats[0], **options)
    if request.round_number == 1:
        return round_draw(tables_by_hand=seats, seats_by_hand=seats, **options)
    return round_draw(seats_by_hand=seats, **options)
