"""Erase a person's data: request, withdrawal, execution with a receipt. Results stay, anonymously."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial, reduce
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import User
from django.contrib.contenttypes.models import ContentType
from django.db import models, transaction
from django.db.models import Q, QuerySet
from django.db.models.fields.json import KT
from django.utils import timezone

from tournament.core.audit import By, record
from tournament.delivery.waiting_mails import waiting_tell
from tournament.models import (
    Draw,
    DrawPress,
    Entry,
    EntryRequest,
    ErasureRequest,
    ErrorReport,
    Event,
    EventMessage,
    HelpCall,
    Job,
    Organiser,
    Person,
    PersonClaim,
    Photo,
    PrivateLink,
    RecordPair,
    Report,
    Sheet,
    Table,
)
from tournament.people.fields import ERASED
from tournament.people.preferences import language_forget
from tournament.people.selectors import player_id
from tournament.personal_data.data_export import MAIL_KINDS, all_mail_addresses, invitations_of, names_tried
from tournament.personal_data.mail_files import mail_files_delete
from tournament.records.consent_papers import forms_erase
from tournament.regulation.names import name_key
from tournament.regulation.refused import Refused

State = ErasureRequest.State

#: Name of an erased record; its number is appended.
ANONYMOUS_NAME = "Anonimo"
#: States in which the event's desk still needs the names of its players.
_ACTIVE_EVENT_STATES = (
    Event.State.DRAFT,
    Event.State.ANNOUNCED,
    Event.State.AUTHORISED,
    Event.State.CHECK_IN,
    Event.State.RUNNING,
)
#: Free-text fields in which a name may occur.
_FREE_TEXT_FIELDS: tuple[tuple[type[models.Model], str], ...] = (
    (Photo, "caption"),
    (HelpCall, "caller"),
    (HelpCall, "words"),
    (Sheet, "reason"),
    (Sheet, "forced_reason"),
    (Table, "note"),
    (Report, "note"),
    (EventMessage, "text"),
    (ErrorReport, "words"),
)


def rows_erase(rows: models.QuerySet[Any]) -> int:
    """Delete rows with every version of them in the history. Returns their number."""
    keys = list(rows.values_list("pk", flat=True))
    rows.delete()
    rows.model.history.filter(id__in=keys).delete()
    return len(keys)


def erased_name(person: Person) -> tuple[str, str]:
    """Return the name and surname of an erased record."""
    return ANONYMOUS_NAME, f"n. {person.pk}"


def waiting_request(person: Person) -> ErasureRequest | None:
    """Return the person's pending request."""
    return ErasureRequest.objects.filter(person=person, state=State.WAITING).first()


def erasure_receipts() -> QuerySet[ErasureRequest]:
    """Return the last hundred receipts of erasures, the newest first. One query."""
    return ErasureRequest.objects.filter(state=ErasureRequest.State.DONE)[:100]


@transaction.atomic
def erasure_request(*, person: Person) -> ErasureRequest:
    """Request erasure for a player. Idempotent. Errors: ALREADY_ERASED."""
    fresh = Person.objects.select_for_update().get(pk=person.pk)
    _require_not_erased(fresh)
    request = waiting_request(fresh)
    if request is None:
        request = ErasureRequest.objects.create(person=fresh)
        waiting_tell("erasure", key=str(request.pk), by=fresh.user)
    return request


@transaction.atomic
def erasure_withdraw(*, person: Person, by: By) -> ErasureRequest:
    """Withdraw a player's request while it is pending. Errors: NOT_ASKED."""
    Person.objects.select_for_update().get(pk=person.pk)
    request = waiting_request(person)
    if request is None:
        raise Refused("NOT_ASKED")
    request.state, request.closed_at, request.closed_by = State.WITHDRAWN, timezone.now(), by
    request.save()
    return request


def _require_not_erased(person: Person) -> None:
    done = ErasureRequest.objects.filter(person=person, state=State.DONE).first()
    if done is not None:
        raise Refused("ALREADY_ERASED", receipt=done.pk)


@transaction.atomic
def person_erase(*, person: Person, by: By) -> ErasureRequest:
    """Remove everything that identifies a person, also from the history and from reports; results stay.

    Records merged into this one are erased with it; private links are revoked; the account is closed, unless it also
    organises, referees or is the Referent's: then it is only separated from the record.

    Arguments:
        by: the Referent who does it.
    Returns: the receipt.
    Errors: ALREADY_ERASED; PERSON_IN_EVENT while an event of theirs is not over.
    """
    fresh = Person.objects.select_for_update().get(pk=person.pk)
    _require_not_erased(fresh)
    people = [fresh, *Person.objects.select_for_update().filter(merged_into=fresh)]
    entries = Entry.objects.filter(person__in=people)
    on = (
        entries.filter(event__state__in=_ACTIVE_EVENT_STATES)
        .exclude(state__in=[Entry.State.LEFT, Entry.State.ABSENT])
        .first()
    )
    if on is not None:
        raise Refused("PERSON_IN_EVENT", person=str(fresh), event=on.event.name)

    done: Counter[str] = Counter()
    names, addresses, account = _all_names(people), all_mail_addresses(people), fresh.user
    # What was done with the record was mailed to its account too.
    mailed = addresses | {account.email} if account is not None and account.email else addresses
    done["mails"] = _delete_mails(names, mailed) + mail_files_delete(mailed)
    invitations_of(addresses).delete()
    Organiser.objects.filter(contact_mail__in=addresses).update(contact_mail="")
    done["reports"] = sum(_redact_reports(entry) for entry in entries.select_related("event", "person"))
    done["papers"] = _delete_printed_packs(entries)
    done["forms"] = forms_erase(entries)
    rows_erase(PersonClaim.objects.filter(Q(person__in=people) | Q(account=account)))
    RecordPair.objects.filter(Q(kept__in=people) | Q(other__in=people)).delete()
    entries.update(consent=None)
    Event.objects.filter(entries__in=entries).update(winner_photo=None)
    EntryRequest.objects.filter(Q(person__in=people) | Q(pk__in=_asked_by(people, addresses))).delete()
    for link in PrivateLink.objects.filter(entry__in=entries, revoked_at=None):
        record(link, verb="link_revoke", by=by, revoked_at=timezone.now())
        done["links"] += 1
    for erased_person in people:
        done["records"] += 1
        done["history"] += _clear_record(erased_person, by)
    done["words"] = _redact_free_text(names, erased_name(fresh))
    done["words"] += _redact_witnesses(names)
    done["notes"] = _clear_notes(people)
    content_type = ContentType.objects.get_for_model(Person)
    LogEntry.objects.filter(
        content_type=content_type, object_id__in=[str(erased_person.pk) for erased_person in people]
    ).update(object_repr=" ".join(erased_name(fresh)), change_message="")
    receipt: dict[str, Any] = {name: count for name, count in sorted(done.items()) if count}
    receipt["account"] = _close_account(account) if account is not None else "none"
    request = waiting_request(fresh) or ErasureRequest(person=fresh)
    request.state, request.closed_at, request.closed_by, request.receipt = State.DONE, timezone.now(), by, receipt
    request.save()
    return request


def _asked_by(people: list[Person], addresses: set[str]) -> list[int]:
    """Return the requests to be entered that an address made for a name that the records have or once had."""
    keys = {name_key(row.first_name, row.last_name) for person in people for row in (person, *person.history.all())}
    asked = EntryRequest.objects.filter(email__in=[address.lower() for address in addresses])
    return [request.pk for request in asked if name_key(request.first_name, request.last_name) in keys]


def _all_names(people: list[Person]) -> set[str]:
    """Return every name and surname that the records have, or once had, in both orders."""
    names = set()
    for person in people:
        for row in (person, *person.history.all()):
            names |= {f"{row.first_name} {row.last_name}", f"{row.last_name} {row.first_name}"}
    return names


def _clear_record(person: Person, by: By) -> int:
    """Clear a record and every version of it in the history. Returns the number of versions."""
    first, last = erased_name(person)
    empty: dict[str, Any] = {"first_name": first, "last_name": last, **ERASED}
    record(person, verb="person_erase", by=by, consent_changed_at=timezone.now(), **empty)
    return sum(_clear_version(version, **empty) for version in person.history.all())


def _redact_reports(entry: Entry) -> int:
    """Remove the name from the reports of the entry's event, the versions in the history included.

    A report's fingerprint stays that of the report as sent.
    """
    changed = 0
    first, last = erased_name(entry.person)
    for model in (Report, Report.history.model):
        for row in model._default_manager.filter(event=entry.event):
            own_rows = [
                player_row for player_row in row.content.get("players", ()) if player_row.get("id") == player_id(entry)
            ]
            for player_row in own_rows:
                player_row.update(first_name=first, last_name=last, consent=False)
            if own_rows:
                model._default_manager.filter(pk=row.pk).update(content=row.content)
                changed += 1
    return changed


def _delete_mails(names: set[str], addresses: set[str]) -> int:
    """Delete the mails to the person and about their entries, but not those to another person with the same address.

    The mails about a minor's entry greet the parent or guardian, and name the player.
    """
    first_names = {name.split()[0] for name in names if name.split()}
    removed = 0
    for job in Job.objects.filter(kind__in=MAIL_KINDS, args__to__in=sorted(addresses)):
        context = job.args.get("context", {})
        named = [str(context[field]) for field in ("name", "player", "child") if context.get(field)]
        if not named or any(text.split()[0] in first_names for text in named):
            job.delete()
            removed += 1
    return removed


def _delete_printed_packs(entries: models.QuerySet[Entry]) -> int:
    """Delete printed packs that contain the name; printing them again leaves it out."""
    events = entries.values_list("event_id", flat=True)
    jobs = list(Job.objects.filter(event__in=events, kind="print_pack", state__in=[Job.State.DONE, Job.State.FAILED]))
    for job in jobs:
        if job.result:
            transaction.on_commit(partial(job.result.storage.delete, str(job.result.name)))
        job.delete()
    return len(jobs)


def _free_text_columns() -> Iterator[tuple[type[models.Model], str]]:
    """Return every free-text column, in the rows and in their history, and every reason of the history."""
    for model, field in _FREE_TEXT_FIELDS:
        yield model, field
        if hasattr(model, "history"):
            yield model.history.model, field
    for model in apps.get_models():
        if any(field.name == "history_change_reason" for field in model._meta.concrete_fields):
            yield model, "history_change_reason"


def _sentence_columns() -> Iterator[tuple[type[models.Model], str]]:
    """Return the column of the parameters of every stored sentence in which a name may occur."""
    for model in (Sheet, Sheet.history.model):
        yield model, "entered_with_params"
    for model in apps.get_models():
        if any(field.name == "history_actor_params" for field in model._meta.concrete_fields):
            yield model, "history_actor_params"


def _redact_free_text(names: set[str], instead: tuple[str, str]) -> int:
    changed = 0
    for model, field in _free_text_columns():
        holding = reduce(Q.__or__, (Q(**{f"{field}__contains": name}) for name in names))
        for row in model._default_manager.filter(holding):
            text = getattr(row, field)
            for name in names:
                text = text.replace(name, " ".join(instead))
            model._default_manager.filter(pk=row.pk).update(**{field: text})
            changed += 1
    return changed + _redact_sentences(names, " ".join(instead))


def _redact_witnesses(names: set[str]) -> int:
    """Remove the names from those who watched a draw by hand without being players of the event."""
    keys, changed = {name_key(name) for name in names}, 0
    for draw in Draw.objects.filter(by_hand=True).exclude(witnesses=[]):
        kept = _nameless(draw.witnesses, keys)
        if kept != draw.witnesses:
            changed += Draw.objects.filter(pk=draw.pk).update(witnesses=kept)
    for press in DrawPress.objects.exclude(by_hand={}):
        kept = _nameless(press.by_hand.get("witnesses", []), keys)
        if kept != press.by_hand.get("witnesses", []):
            changed += DrawPress.objects.filter(pk=press.pk).update(by_hand=press.by_hand | {"witnesses": kept})
    return changed


def _nameless(witnesses: list[dict[str, str]], keys: set[str]) -> list[dict[str, str]]:
    return [{"name": ""} if name_key(witness.get("name", "")) in keys else witness for witness in witnesses]


def _redact_sentences(names: set[str], instead: str) -> int:
    changed = 0
    for model, field in _sentence_columns():
        held = [Q(**{f"{param}__contains": name}) for param in ("held_name", "held_text") for name in names]
        texts = {"held_name": KT(f"{field}__name"), "held_text": KT(f"{field}__text")}
        for row in model._default_manager.annotate(**texts).filter(reduce(Q.__or__, held)):
            params = dict(getattr(row, field))
            for param in {"name", "text"} & params.keys():
                params[param] = reduce(lambda text, name: text.replace(name, instead), names, str(params[param]))
            model._default_manager.filter(pk=row.pk).update(**{field: params})
            changed += 1
    return changed


def _clear_notes(people: list[Person]) -> int:
    """Clear the notes about the person in rows of other apps (why a call was declined), with their history."""
    changed = 0
    for relation in Person._meta.related_objects:
        model = relation.related_model
        if not any(field.name == "note" for field in model._meta.concrete_fields):
            continue
        about = {f"{relation.field.name}__in": people}
        changed += model._default_manager.filter(**about).exclude(note="").update(note="")
        if hasattr(model, "history"):
            changed += sum(_clear_version(version, note="") for version in model.history.filter(**about))
    return changed


def _clear_version(version: Any, **empty: Any) -> int:
    """Clear fields of a row of the history, its reason and the actor without an account. Returns 1."""
    type(version).objects.filter(pk=version.pk).update(
        history_change_reason="", history_actor="", history_actor_params={}, **empty
    )
    return 1


def _is_needed(user: Any) -> bool:
    """Return whether the account organises, referees, administers or is the Referent's."""
    needed = (user.event_roles, user.organisations, user.organiser_memberships, user.groups)
    return bool(user.is_staff or user.is_superuser) or any(rows.exists() for rows in needed)


def may_close_account(user: Any) -> bool:
    """Return whether the owner may close the account alone: it has no record of the national list and no role."""
    return getattr(user, "person", None) is None and not _is_needed(user)


@transaction.atomic
def account_close(*, user: Any) -> bool:
    """Close an account at its owner's wish and delete the mails to it. Returns False if it may not be closed alone."""
    fresh = User.objects.select_for_update().get(pk=user.pk)
    if not may_close_account(fresh):
        return False
    confirmed = EmailAddress.objects.filter(user=fresh, verified=True).values_list("email", flat=True)
    addresses = {address for address in (fresh.email, *confirmed) if address}
    _delete_mails({fresh.get_full_name()}, addresses)
    mail_files_delete(addresses)
    _close_account(fresh)
    return True


def _close_account(user: Any) -> str:
    """Close the account permanently, unless it is needed for more than this record. Returns "closed" or "kept".

    Its choices of mails, claims, devices for notices and what it follows are deleted in both cases.
    """
    rows_erase(PersonClaim.objects.filter(account=user))
    user.muted_notices.all().delete()
    user.push_subscriptions.all().delete()
    user.follows.all().delete()
    if _is_needed(user):
        return "kept"
    addresses = EmailAddress.objects.filter(user=user)
    invitations_of([user.email, *addresses.values_list("email", flat=True)]).exclude(address="").delete()
    for model in (AccessAttempt, AccessFailureLog, AccessLog):
        model._default_manager.filter(username__in=names_tried(user)).delete()
    UserSession.objects.filter(user=user).delete()
    EntryRequest.objects.filter(user=user, entry=None).delete()
    addresses.delete()
    user.organiser_requests.all().delete()
    Authenticator.objects.filter(user=user).delete()
    user.api_tokens.all().delete()
    language_forget(user=user)
    user.username, user.email, user.first_name, user.last_name = f"chiuso-{user.pk}", "", "", ""
    user.is_active, user.last_login = False, None
    user.set_unusable_password()
    user.save()
    return "closed"
