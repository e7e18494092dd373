"""Claim a record of the national list, answer a claim, and correct one's own name (art. 1.6)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone, translation
from django.utils.translation import gettext
from django.utils.translation import gettext as _

from tournament.access.links import own_link_make
from tournament.core.audit import By, record, require_reason
from tournament.delivery.notices import LANGUAGE
from tournament.models import Event, Person, PersonClaim
from tournament.people.languages import chosen_language
from tournament.records.notices import (
    claim_answered_notice,
    claim_asked_notice,
    claim_proved_notice,
    name_changed_notice,
    record_claimed_notice,
    record_joined_notice,
)
from tournament.records.selectors import (
    Evidence,
    claim_on,
    claims_to_answer,
    entry_of_code,
    evidence_of,
    free_records,
    record_of_mailbox,
    record_of_proofs,
)
from tournament.records.settling import day_after
from tournament.regulation.names import clean_name
from tournament.regulation.refused import Refused

State = PersonClaim.State
#: Claims of one account, and changes of one name, within a day.
MOST_A_DAY = 3


@transaction.atomic
def claim_make(
    *,
    user: User,
    first_name: str,
    last_name: str,
    card_number: str = "",
    code: str = "",
    played: str = "",
    words: str = "",
) -> PersonClaim:
    """Claim the record that holds the user's results.

    It is joined at once if the user typed its name and proved its mail address, or if it has no address and the user
    typed its card number and the code of its own page of a played event. Otherwise the claim waits for the Referent,
    and the record's address is told; the user sees the same whether such a record exists or not.

    Errors: HAS_RECORD; CLAIM_WAITING; TOO_MANY_CLAIMS.
    """
    account = User.objects.select_for_update().get(pk=user.pk)
    if Person.objects.filter(user=account).exists():
        raise Refused("HAS_RECORD")
    claims = PersonClaim.objects.filter(account=account)
    if claims.filter(state=State.WAITING).exists():
        raise Refused("CLAIM_WAITING")
    if claims.filter(asked_at__gt=timezone.now() - timedelta(days=1)).count() >= MOST_A_DAY:
        raise Refused("TOO_MANY_CLAIMS")
    claim = PersonClaim(account=account, first_name=clean_name(first_name), last_name=clean_name(last_name))
    claim.card_number, claim.played, claim.words = clean_name(card_number), clean_name(played), words.strip()
    claim.code_entry = entry_of_code(code, account)
    by_mail = record_of_mailbox(account, claim.first_name, claim.last_name)
    proved = by_mail or record_of_proofs(claim)
    if proved is not None:
        verb = "claim_by_mail" if by_mail is not None else "claim_by_proofs"
        record_join(proved, account, by=account, verb=verb)
        record(claim, verb=verb, by=account, state=State.CONFIRMED, person=proved, answered_at=timezone.now())
        if by_mail is None:
            claim_proved_notice(claim)
        return claim
    claim.person = _candidate(claim)
    record(claim, verb="claim_make", by=account)
    said_no = claims.filter(person=claim.person, state=State.REFUSED)
    if claim.person is not None and claim.person.email and not said_no.exists():
        _tell_record(claim, by=account)
    claim_asked_notice(claim)
    return claim


def _candidate(claim: PersonClaim) -> Person | None:
    """Return the record whose code was typed, else the only one of the name; None if it is another account's."""
    entry = claim.code_entry
    if entry is not None and entry.person.user_id is None:
        return entry.person
    records = list(free_records(claim.first_name, claim.last_name)[:2])
    return records[0] if len(records) == 1 else None


def _tell_record(claim: PersonClaim, *, by: By) -> None:
    """Tell the address of a claim's record, which has days to say no."""
    record(claim, verb="claim_tell", by=by, told_at=timezone.now())
    person = claim.person
    assert person is not None
    record_claimed_notice(claim, person, link=own_link_make(person=person, by=None))


@transaction.atomic
def record_join(person: Person, account: User, *, by: By, verb: str) -> None:
    """Join an account to a record and tell every address of both. Errors: RECORD_TAKEN; HAS_RECORD."""
    fresh = Person.objects.select_for_update().get(pk=person.pk)
    if fresh.user_id is not None or fresh.merged_into_id is not None:
        raise Refused("RECORD_TAKEN", person=str(fresh))
    if Person.objects.filter(user=account).exists():
        raise Refused("HAS_RECORD")
    record(fresh, verb=verb, by=by, user=account, joined_at=timezone.now())
    record_joined_notice(fresh, key=str(fresh.history.latest().pk))


@transaction.atomic
def claim_withdraw(*, user: User) -> None:
    """Take back the user's waiting claim. Does nothing without one."""
    claim = PersonClaim.objects.select_for_update().filter(account=user, state=State.WAITING).first()
    if claim is not None:
        record(claim, verb="claim_withdraw", by=user, state=State.WITHDRAWN, answered_at=timezone.now())


def _waiting(claim: PersonClaim, by: User) -> PersonClaim:
    """Return the claim, locked, if the user may still answer it. Errors: CLAIM_ANSWERED."""
    PersonClaim.objects.select_for_update().get(pk=claim.pk)
    fresh = claims_to_answer(by).filter(pk=claim.pk).first()
    if fresh is None:
        raise Refused("CLAIM_ANSWERED")
    return fresh


def _evidence(claim: PersonClaim, person_id: int) -> Evidence:
    """Return what proves a claim to a record. Errors: NO_SUCH_RECORD; RECORD_TAKEN."""
    person = Person.objects.filter(pk=person_id, merged_into=None).first()
    if person is None:
        raise Refused("NO_SUCH_RECORD")
    if person.user_id is not None:
        raise Refused("RECORD_TAKEN", person=str(person))
    return evidence_of(claim, person)


@transaction.atomic
def claim_confirm(*, claim: PersonClaim, person_id: int, by: User) -> PersonClaim:
    """Join the account of a claim to a record, as the National Referent.

    A record with a mail address needs the proof of it, or days in which nobody at that address said no; one without,
    the card number or the code of a played event.

    Errors: CLAIM_ANSWERED; NO_SUCH_RECORD; ADDRESS_WAITS; PROOF_MISSING; RECORD_TAKEN; HAS_RECORD.
    """
    fresh = _waiting(claim, by)
    shown = _evidence(fresh, person_id)
    if shown.step is Evidence.Step.PROVE:
        raise Refused("PROOF_MISSING", person=str(shown.person))
    if shown.step is not Evidence.Step.CONFIRM:
        raise Refused("ADDRESS_WAITS", day=shown.day or day_after(timezone.now()))
    record_join(shown.person, fresh.account, by=by, verb="claim_confirm")
    _confirm(fresh, shown.person, verb="claim_confirm", by=by)
    return fresh


def _confirm(claim: PersonClaim, person: Person, *, verb: str, by: By) -> None:
    changes: dict[str, Any] = {"state": State.CONFIRMED, "person": person}
    record(claim, verb=verb, by=by, answered_at=timezone.now(), answered_by=by, **changes)
    claim_answered_notice(claim)


@transaction.atomic
def claim_tell(*, claim: PersonClaim, person_id: int, by: User) -> PersonClaim:
    """Tell the address of a record that an account claims it, for the National Referent. Idempotent.

    Errors: CLAIM_ANSWERED; NO_SUCH_RECORD.
    """
    fresh = _waiting(claim, by)
    shown = _evidence(fresh, person_id)
    if shown.step is Evidence.Step.WRITE:
        fresh.person = shown.person
        _tell_record(fresh, by=by)
    return fresh


@transaction.atomic
def claim_answer_by_mail(*, person: Person, is_own: bool) -> PersonClaim:
    """Answer a claim by the link that was mailed to the record's address: it proves the address, or says no.

    Errors: CLAIM_ANSWERED; RECORD_TAKEN; HAS_RECORD.
    """
    claim = claim_on(person)
    fresh = PersonClaim.objects.select_for_update().filter(pk=claim.pk, state=State.WAITING).first() if claim else None
    if fresh is None:
        raise Refused("CLAIM_ANSWERED")
    if is_own:
        record_join(person, fresh.account, by=None, verb="claim_by_mail")
        _confirm(fresh, person, verb="claim_by_mail", by=None)
        return fresh
    with translation.override(chosen_language(fresh.account) or LANGUAGE):
        why = gettext("The mail address of that record answered that it is somebody else.")
    record(fresh, verb="claim_refuse", by=None, state=State.REFUSED, answer=why, answered_at=timezone.now())
    claim_answered_notice(fresh)
    return fresh


@transaction.atomic
def claim_refuse(*, claim: PersonClaim, reason: str, by: User) -> PersonClaim:
    """Refuse a claim and tell its author why. Errors: DECISION_REASON_MISSING; CLAIM_ANSWERED."""
    why = require_reason(reason)[:500]
    fresh = _waiting(claim, by)
    changes: dict[str, Any] = {"state": State.REFUSED, "answer": why, "answered_at": timezone.now(), "answered_by": by}
    record(fresh, verb="claim_refuse", by=by, reason=why, **changes)
    claim_answered_notice(fresh)
    return fresh


@transaction.atomic
def own_name_change(*, user: User, first_name: str, last_name: str) -> None:
    """Change the names of an account and of its record; results keep their places under the new name.

    The change of a record is in its history, and is told to the player and to the National Referents. Reports that were
    sent keep the name that they were sent with.

    Errors: FIELD_WRONG for an empty name; PLAYING_NOW; TOO_MANY_NAMES.
    """
    names = {"first_name": clean_name(first_name)[:80], "last_name": clean_name(last_name)[:80]}
    for field, label in (("first_name", _("first name")), ("last_name", _("last name"))):
        if not names[field]:
            raise Refused("FIELD_WRONG", field=label, value="", right=_("it must be given"))
    person = Person.objects.select_for_update().filter(user=user).first()
    if person is not None and names != {"first_name": person.first_name, "last_name": person.last_name}:
        _rename(person, user, names)
    account = User.objects.get(pk=user.pk)
    account.first_name, account.last_name = names["first_name"], names["last_name"]
    account.save(update_fields=["first_name", "last_name"])


def _rename(person: Person, user: User, names: dict[str, str]) -> None:
    playing = Event.objects.filter(entries__person=person, state__in=(Event.State.CHECK_IN, Event.State.RUNNING))
    event = playing.first()
    if event is not None:
        raise Refused("PLAYING_NOW", event=event.name)
    since = timezone.now() - timedelta(days=1)
    if person.history.filter(history_verb="own_name_change", history_date__gt=since).count() >= MOST_A_DAY:
        raise Refused("TOO_MANY_NAMES")
    record(person, verb="own_name_change", by=user, **names)
    name_changed_notice(person, key=str(person.history.latest().pk))
