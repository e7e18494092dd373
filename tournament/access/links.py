"""Private links: to a table's sheet, a participant's page, a person's own decision. Made, opened, mailed, revoked.

A token is 22 characters of base64url, 132 bits of HMAC-SHA256(secret key, salt); the row keeps its SHA-256 alone. So a
form printed again carries the same link, and who reads the database, or a copy of it, cannot open any.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.access.errors import LinkExpired, LinkRevoked, LinkUnknown, RoundOver
from tournament.core.audit import By, record
from tournament.core.collation import by_name
from tournament.core.consent_errors import EntriesNotOpen, NoAddress
from tournament.core.errors import AlreadyDone
from tournament.core.locks import locked, locked_entry
from tournament.core.tokens import TOKEN_LENGTH, hashed, link_address, link_path, link_token, token_of
from tournament.jobs.services import job_ask
from tournament.models import Entry, Event, Job, Person, PrivateLink, Round, Table
from tournament.models.stored_words import stored
from tournament.notifications.mail import mail_text
from tournament.people.languages import language_of_person

__all__ = [
    "Mailed",
    "link_address",
    "link_path",
    "link_resolve",
    "link_revoke",
    "link_token",
    "link_words",
    "own_link_mail",
    "own_link_make",
    "own_links_revoke",
    "participant_link_renew",
    "participant_links_mail",
    "participant_links_make",
    "participant_links_print",
    "send_link_job",
    "table_links_make",
]

Kind = PrivateLink.Kind

#: How long a link outlives the event's last day, or the day it was made if that is later.
TABLE_DAYS = 2
PARTICIPANT_DAYS = 60
#: As long as a mail address is kept after its person's last event: so long they decide about their name by it.
OWN_DAYS = 730
_DAYS = {Kind.TABLE: TABLE_DAYS, Kind.PARTICIPANT: PARTICIPANT_DAYS, Kind.OWN: OWN_DAYS}
#: The same mail is not sent to somebody more often than this, whoever asks for it.
_MAILED_EVERY = timedelta(minutes=10)
#: ``last_used_at`` is written at most this often: reading a page is no reason for a write each time.
_USED_EVERY = timedelta(minutes=1)


def link_words(link: PrivateLink) -> str:
    """Who acts through a link, as it is stored."""
    if link.kind == Kind.TABLE and link.table is not None:
        return stored("LINK_OF_TABLE", link.table.number)
    return stored("LINK_MAILED" if link.kind == Kind.OWN else "LINK_OF_PLAYER", link.entry)


def _authorised(event: Event) -> None:
    """Art. 1.2: no participant has a page before the Referent admits the event. Errors: EntriesNotOpen."""
    if event.state in (Event.State.DRAFT, Event.State.ANNOUNCED):
        raise EntriesNotOpen


def _make(event: Event, by: By, kind: str, **to: Any) -> PrivateLink:
    """A new link, unless one is live. The caller holds the event's lock."""
    live = PrivateLink.objects.filter(revoked_at=None, kind=kind, **to).first()
    if live is not None:
        live.event = event
        if live.expires_at > timezone.now() and link_token(live) is not None:
            return live
        record(live, verb="link_revoke", by=by, revoked_at=timezone.now())
    salt = secrets.token_urlsafe(16)
    over = max(timezone.localdate(), event.last_day) + timedelta(days=_DAYS[Kind(kind)] + 1)
    link = PrivateLink(
        kind=kind,
        event=event,
        salt=salt,
        token_sha256=hashed(token_of(salt)),
        expires_at=timezone.make_aware(datetime.combine(over, time.min)),
        **to,
    )
    record(link, verb="link_make", by=by)
    return link


@transaction.atomic
def table_links_make(*, round: Round, by: By) -> list[PrivateLink]:
    """A live link for every table of an open round; those that have one keep it. A closed round gets none."""
    event = locked(round.event_id)
    # A round that was undone meanwhile gets none either.
    if not Round.objects.filter(pk=round.pk).exclude(state=Round.State.CLOSED).exists():
        return []
    tables = Table.objects.filter(round=round).order_by("number")
    return [_make(event, by, Kind.TABLE, table=table) for table in tables]


@transaction.atomic
def participant_links_make(*, event: Event, by: By) -> list[PrivateLink]:
    """A live link for every entry of the event, by name; those that have one keep it. Errors: EntriesNotOpen."""
    fresh = locked(event)
    _authorised(fresh)
    entries = Entry.objects.filter(event=fresh).select_related("person")
    return [_make(fresh, by, Kind.PARTICIPANT, entry=one) for one in by_name(entries)]


@transaction.atomic
def participant_links_print(*, event: Event, by: By, entry: int | None = None) -> list[PrivateLink]:
    """The links to be printed, or shown on a screen, at the desk; the history says who had them printed.

    Arguments:
        entry: the primary key of one; everybody's by default.
    Errors: EntriesNotOpen.
    """
    links = participant_links_make(event=event, by=by)
    chosen = [link for link in links if entry is None or link.entry_id == entry]
    for link in chosen:
        record(link, verb="link_print", by=by, printed_at=timezone.now())
    return chosen


@transaction.atomic
def participant_link_renew(*, entry: Entry, by: By) -> PrivateLink:
    """A new link for somebody whose link was lost or seen by others; the old one stops at once.

    Errors: EntryGone, EntriesNotOpen.
    """
    event = locked_entry(entry).event
    _authorised(event)
    for live in PrivateLink.objects.filter(entry=entry, kind=Kind.PARTICIPANT, revoked_at=None):
        record(live, verb="link_revoke", by=by, revoked_at=timezone.now())
    return _make(event, by, Kind.PARTICIPANT, entry=entry)


@transaction.atomic
def own_link_make(*, person: Person, by: By) -> PrivateLink | None:
    """The link by which a person decides about their name, through their newest entry; None without entry or address.

    Its token is made when a mail is sent, and is never printed or shown: whoever has it reads that mailbox.
    """
    if not person.email.strip():
        return None
    entries = Entry.objects.filter(person=person).exclude(event__state__in=(Event.State.DRAFT, Event.State.ANNOUNCED))
    entry = entries.order_by("pk").last()
    if entry is None:
        return None
    return _make(locked(entry.event_id), by, Kind.OWN, entry=entry)


@transaction.atomic
def own_link_mail(*, person: Person, by: By) -> PrivateLink:
    """Mails a person the link to their own decision. Errors: NoAddress; AlreadyDone where it was sent just now."""
    link = own_link_make(person=person, by=by)
    if link is None:
        raise NoAddress
    now = timezone.now()
    if link.mailed_at is not None and now - link.mailed_at < _MAILED_EVERY:
        raise AlreadyDone(what=_("the mail is on its way"))
    record(link, verb="link_mail", by=by, mailed_at=now)
    job_ask(
        kind="link_mail",
        key=f"link_mail:{link.pk}:{int(now.timestamp())}",
        args={"link": link.pk},
        event=link.event,
        by=by,
    )
    return link


@transaction.atomic
def own_links_revoke(*, people: Iterable[Person], by: By) -> None:
    """Stops the links that were mailed to an address which is no longer that of the person."""
    for live in PrivateLink.objects.filter(entry__person__in=list(people), kind=Kind.OWN, revoked_at=None):
        record(live, verb="link_revoke", by=by, revoked_at=timezone.now())


@transaction.atomic
def link_revoke(*, link: PrivateLink, by: By) -> PrivateLink:
    """Stops a link at once; pressed twice it is done once."""
    locked(link.event_id)
    fresh = PrivateLink.objects.filter(pk=link.pk).first()
    if fresh is None:
        # Its round was undone meanwhile, or its entry taken off the list: it opens nothing any more.
        return link
    if fresh.revoked_at is None:
        record(fresh, verb="link_revoke", by=by, reason=link_words(fresh), revoked_at=timezone.now())
    return fresh


def link_resolve(token: str, kind: str) -> PrivateLink:
    """The link that a token opens, with its event and what it leads to.

    A table's link opens its table while the round is open: before publication there is nothing to see, and after the
    round is closed a result is corrected by who has an account.
    Errors: LinkUnknown, LinkRevoked, LinkExpired, RoundOver.
    """
    if len(token) != TOKEN_LENGTH:
        raise LinkUnknown
    found = PrivateLink.objects.filter(token_sha256=hashed(token), kind=kind)
    link = found.select_related(
        "event__season", "event__organiser", "table__round", "entry__person", "entry__event"
    ).first()
    if link is None:
        raise LinkUnknown
    now = timezone.now()
    if link.revoked_at is not None:
        raise LinkRevoked
    if link.expires_at <= now:
        raise LinkExpired
    if link.table is not None:
        link.table.round.event = link.event
        if link.table.round.state == Round.State.CLOSED:
            raise RoundOver(round=link.table.round.number, table=link.table.number)
    if link.last_used_at is None or now - link.last_used_at > _USED_EVERY:
        PrivateLink.objects.filter(pk=link.pk).update(last_used_at=now)
    return link


@dataclass(frozen=True, slots=True)
class Mailed:
    """How many links were mailed, and how many people left no address."""

    mailed: int
    without: int


@transaction.atomic
def participant_links_mail(*, event: Event, by: By, entries: Iterable[int] | None = None) -> Mailed:
    """Mails their link to those who left an address and were not mailed this very link before.

    The Job holds the link's number only: its token is made when the mail is sent.
    Arguments:
        entries: primary keys; everybody by default.
    """
    links = participant_links_make(event=event, by=by)
    chosen = [link for link in links if entries is None or link.entry_id in set(entries)]
    mailed = without = 0
    for link in chosen:
        if not link.entry or not link.entry.person.email.strip():
            without += 1
        elif link.mailed_at is None:
            record(link, verb="link_mail", by=by, mailed_at=timezone.now())
            job_ask(kind="link_mail", key=f"link_mail:{link.pk}", args={"link": link.pk}, event=event, by=by)
            mailed += 1
    return Mailed(mailed, without)


def send_link_job(job: Job, progress: Any) -> tuple[bytes, str]:
    """Sends the mail of a participant's link; one that was revoked meanwhile is not sent."""
    link = PrivateLink.objects.select_related("event", "entry__person").get(pk=job.args["link"])
    address = link_address(link)
    if link.revoked_at is None and address is not None and link.entry is not None:
        context = {"name": link.entry.person.first_name, "event": link.event.name, "address": address}
        language = language_of_person(link.entry.person, link.event.language)
        name = "own_link" if link.kind == Kind.OWN else "participant_link"
        mail_text(name=name, to=link.entry.person.email, context=context, language=language)
    return b"", ""
