"""Delete photos, contacts, invitations, requests, unconfirmed accounts after their retention period, every night."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from allauth.usersessions.models import UserSession
from axes.models import AccessAttempt, AccessLog
from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from tournament.access.links import PARTICIPANT_DAYS
from tournament.core.audit import erase, record
from tournament.delivery.jobs import BOT_MOVES
from tournament.models import (
    Entry,
    EntryRequest,
    ErrorReport,
    Event,
    EventMessage,
    HelpCall,
    Invitation,
    Job,
    OrganiserRequest,
    Person,
    PersonClaim,
    Photo,
)
from tournament.models.accounts import GENERATED_NAME
from tournament.personal_data.data_export import MAIL_KINDS
from tournament.personal_data.erasure import rows_erase
from tournament.personal_data.mail_files import MAIL_FILE_DAYS, mail_files_expire, mails_are_files
from tournament.personal_data.unfinished_uploads import UPLOAD_DAYS, unfinished_uploads_delete

#: Days in which the mail address of a new account is confirmed, or the account deleted.
UNCONFIRMED_DAYS = 7
#: Days after which an invitation that nobody accepted is deleted, counted from the last day on which it could be.
INVITATION_DAYS = 30
#: Days after which an answered claim to a record is deleted.
CLAIM_DAYS = 180
#: Days after an event for which requests to be entered in it are kept: as long as the players' private links open.
REQUEST_DAYS = PARTICIPANT_DAYS
#: Days after an event for which calls for help and messages to those entered are kept, as long as the players' private
#: links open; a reported error so long after its answer.
WORDS_DAYS = PARTICIPANT_DAYS
#: Days after which a request to organise that was decided or withdrawn is deleted; the organiser stays.
ORGANISER_REQUEST_DAYS = 365
#: Days for which sign-ins and failed attempts are stored, with address and browser.
SIGN_IN_DAYS = 90
#: Days for which a Job of bots' moves is kept: it holds the names that visitors gave at a table without an account.
MOVES_DAYS = 1
#: Decided events; until the decision an event's photos are still needed as evidence.
_DECIDED_STATES = (
    Event.State.HOMOLOGATED,
    Event.State.INVALIDATED,
    Event.State.NOT_HOMOLOGATED,
    Event.State.VOID,
)


def retention_periods() -> dict[str, int]:
    """Return the days after which each kind of data is deleted, by the names of the page.

    0 stands for ever.
    """
    return {
        "photo_days": settings.FOSSATO_PHOTO_DAYS,
        "contact_days": settings.FOSSATO_CONTACT_DAYS,
        "account_days": UNCONFIRMED_DAYS,
        "invitation_days": INVITATION_DAYS,
        "claim_days": CLAIM_DAYS,
        "request_days": REQUEST_DAYS,
        "words_days": WORDS_DAYS,
        "sign_in_days": SIGN_IN_DAYS,
        "organiser_request_days": ORGANISER_REQUEST_DAYS,
        "upload_days": UPLOAD_DAYS,
        "moves_days": MOVES_DAYS,
        "mail_file_days": MAIL_FILE_DAYS if mails_are_files() else 0,
    }


@dataclass(frozen=True, slots=True)
class RetentionSummary:
    """Numbers of deleted rows of each kind; ``versions`` are addresses in the history."""

    photos: int
    contacts: int
    versions: int
    mails: int
    accounts: int
    invitations: int = 0
    claims: int = 0
    requests: int = 0
    organiser_requests: int = 0
    sessions: int = 0
    sign_ins: int = 0
    uploads: int = 0
    words: int = 0
    mail_files: int = 0
    moves: int = 0


def expired_photos(now: datetime) -> QuerySet[Photo]:
    """Art. 1.4: return photos added, of events decided and over, longer ago than ``FOSSATO_PHOTO_DAYS``."""
    limit = now - timedelta(days=settings.FOSSATO_PHOTO_DAYS)
    return Photo.objects.filter(
        event__state__in=_DECIDED_STATES, event__last_day__lt=timezone.localdate(limit), added_at__lt=limit
    )


def expired_contacts(now: datetime) -> QuerySet[Person]:
    """Return records with a contact whose last event and last change are older than ``FOSSATO_CONTACT_DAYS``."""
    limit = now - timedelta(days=settings.FOSSATO_CONTACT_DAYS)
    versions = Person.history.filter(id=OuterRef("pk"), history_date__gte=limit)
    events = Entry.objects.filter(person=OuterRef("pk"), event__last_day__gte=timezone.localdate(limit))
    people_with_email = Person.objects.exclude(email="")
    return people_with_email.filter(~Exists(versions), ~Exists(events)).exclude(user__last_login__gte=limit)


def unconfirmed_accounts(now: datetime) -> QuerySet[User]:
    """Return accounts created on the site whose mail address was not confirmed within ``UNCONFIRMED_DAYS``."""
    created = User.objects.filter(date_joined__lt=now - timedelta(days=UNCONFIRMED_DAYS), last_login=None)
    return created.filter(username__regex=GENERATED_NAME).exclude(emailaddress__verified=True)


def expired_invitations(now: datetime) -> QuerySet[Invitation]:
    """Return invitations that nobody accepted and that expired more than ``INVITATION_DAYS`` ago."""
    return Invitation.objects.filter(accepted_by=None, expires_at__lt=now - timedelta(days=INVITATION_DAYS))


def expired_requests(now: datetime) -> QuerySet[EntryRequest]:
    """Return requests to be entered in events that ended more than ``REQUEST_DAYS`` ago.

    Those of a minor who entered without a parent or guardian are kept as long as a contact: until then the mail address
    must not suffice to show the name.
    """
    over = EntryRequest.objects.filter(event__last_day__lt=timezone.localdate(now - timedelta(days=REQUEST_DAYS)))
    without_guardian = Q(state=EntryRequest.State.ENTERED, age=EntryRequest.Age.TEEN, guardian_name="")
    limit = timezone.localdate(now - timedelta(days=settings.FOSSATO_CONTACT_DAYS or REQUEST_DAYS))
    return over.exclude(without_guardian & Q(event__last_day__gte=limit))


def expired_organiser_requests(now: datetime) -> QuerySet[OrganiserRequest]:
    """Return requests to organise that were decided or withdrawn more than ``ORGANISER_REQUEST_DAYS`` ago."""
    still_open = (OrganiserRequest.State.WAITING, OrganiserRequest.State.ASKED_BACK)
    limit = now - timedelta(days=ORGANISER_REQUEST_DAYS)
    return OrganiserRequest.objects.filter(changed_at__lt=limit).exclude(state__in=still_open)


def expired_sign_ins(now: datetime) -> list[QuerySet[Any]]:
    """Return the sign-ins, and the failed attempts, of more than ``SIGN_IN_DAYS`` ago."""
    limit = now - timedelta(days=SIGN_IN_DAYS)
    return [model._default_manager.filter(attempt_time__lt=limit) for model in (AccessAttempt, AccessLog)]


def expired_words(now: datetime) -> list[QuerySet[Any]]:
    """Return what people wrote during an event or about it, and nobody needs any more: calls, messages, errors."""
    limit = now - timedelta(days=WORDS_DAYS)
    day = timezone.localdate(limit)
    return [
        HelpCall.objects.filter(table__round__event__last_day__lt=day),
        EventMessage.objects.filter(event__last_day__lt=day),
        ErrorReport.objects.filter(done_at__lt=limit),
    ]


def _sessions_over(now: datetime, *, dry_run: bool) -> int:
    """Delete the sessions that ended, and the rows of the account's page for sessions that are gone; return how many.

    Arguments:
        dry_run: only count.
    """
    sessions = Session.objects.filter(expire_date__lt=now)
    live = Session.objects.filter(session_key=OuterRef("session_key"), expire_date__gte=now)
    listed = UserSession.objects.filter(~Exists(live))
    number = int(sessions.count() + listed.count())
    if not dry_run:
        sessions.delete()
        listed.delete()
    return number


def data_retention(*, dry_run: bool = False, now: datetime | None = None) -> RetentionSummary:
    """Delete expired data: photos with their files, contacts also from the history, sent mails.

    A period of 0 days keeps data for ever.

    Arguments:
        dry_run: only count.
    """
    moment = now or timezone.now()
    photos = expired_photos(moment) if settings.FOSSATO_PHOTO_DAYS else Photo.objects.none()
    contacts = expired_contacts(moment) if settings.FOSSATO_CONTACT_DAYS else Person.objects.none()
    limit = moment - timedelta(days=settings.FOSSATO_CONTACT_DAYS or 0)
    versions = Person.history.filter(history_date__lt=limit).exclude(email="")
    mails = Job.objects.filter(kind__in=MAIL_KINDS, state__in=[Job.State.DONE, Job.State.FAILED], created_at__lt=limit)
    if not settings.FOSSATO_CONTACT_DAYS:
        versions, mails = versions.none(), mails.none()
    moves = Job.objects.filter(kind=BOT_MOVES, created_at__lt=moment - timedelta(days=MOVES_DAYS))
    accounts, invitations = unconfirmed_accounts(moment), expired_invitations(moment)
    claims = Q(answered_at__lt=moment - timedelta(days=CLAIM_DAYS))
    requests, to_organise = expired_requests(moment), expired_organiser_requests(moment)
    if dry_run:
        answered = PersonClaim.objects.filter(claims)
        querysets = (photos, contacts, versions, mails, accounts, invitations, answered, requests, to_organise)
        counts = [rows.count() for rows in querysets]
        sign_ins = sum(rows.count() for rows in expired_sign_ins(moment))
        counts += [_sessions_over(moment, dry_run=True), sign_ins]
        counts += [unfinished_uploads_delete(moment, dry_run=True)]
        counts += [sum(rows.count() for rows in expired_words(moment))]
        counts += [mail_files_expire(moment, dry_run=True), moves.count()]
        return RetentionSummary(*counts)
    with transaction.atomic():
        removed, emptied = list(photos), list(contacts)
        for photo in removed:
            _delete_photo(photo)
        for person in emptied:
            _clear_contact(person)
        account_number, invitation_number, request_number = accounts.count(), invitations.count(), requests.count()
        to_organise_number = to_organise.count()
        for rows in (requests, to_organise):
            rows.delete()
        accounts.delete()
        invitations.delete()
        return RetentionSummary(
            photos=len(removed),
            contacts=len(emptied),
            versions=versions.update(email="", guardian_name=""),
            mails=mails.delete()[0],
            accounts=account_number,
            invitations=invitation_number,
            claims=rows_erase(PersonClaim.objects.filter(claims)),
            requests=request_number,
            organiser_requests=to_organise_number,
            sessions=_sessions_over(moment, dry_run=False),
            sign_ins=sum(rows.delete()[0] for rows in expired_sign_ins(moment)),
            uploads=unfinished_uploads_delete(moment),
            words=sum(rows.delete()[0] for rows in expired_words(moment)),
            mail_files=mail_files_expire(moment),
            moves=moves.delete()[0],
        )


def _delete_photo(photo: Photo) -> None:
    storage, name = photo.file.storage, str(photo.file.name)
    pk = photo.pk
    erase(photo, verb="data_retention", by=None)
    Photo.history.filter(id=pk).update(caption="")
    transaction.on_commit(lambda: storage.delete(name))


def _clear_contact(person: Person) -> None:
    record(person, verb="data_retention", by=None, email="", guardian_name="")
