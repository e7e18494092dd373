"""Create, resolve, mail and revoke private links: to a table's sheet, a participant's page, a person's own decision.

A token is 22 characters of base64url, 132 bits of HMAC-SHA256(secret key, salt); the row stores only its SHA-256. So a
form printed again carries the same link, and reading the database, or a copy of it, does not reveal any token.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.access.refusals import LinkRefused
from tournament.core.audit import By, record, record_all
from tournament.core.collation import by_name
from tournament.core.locks import locked, locked_entry
from tournament.core.refusals import AlreadyDone
from tournament.core.tokens import TOKEN_LENGTH, hashed, link_address, link_path, link_token, token_of
from tournament.delivery.jobs import job_enqueue
from tournament.delivery.mail import mail_text
from tournament.models import Entry, EntryRequest, Event, Job, Person, PrivateLink, Round, Table
from tournament.models.stored_sentences import LINK_MAILED, LINK_OF_PLAYER, LINK_OF_TABLE, StoredSentence
from tournament.people.languages import language_of_person
from tournament.regulation.refused import Refused

__all__ = [
    "MailSummary",
    "link_actor",
    "link_address",
    "link_path",
    "link_resolve",
    "link_revoke",
    "link_token",
    "own_link_mail",
    "own_link_make",
    "own_links_revoke",
    "participant_link_give",
    "participant_link_mail",
    "participant_link_renew",
    "participant_links_mail",
    "participant_links_make",
    "participant_links_print",
    "request_link_make",
    "send_link_job",
    "table_links_make",
]

Kind = PrivateLink.Kind

#: How long a link stays valid after the event's last day, or after the day of its creation if that is later.
TABLE_DAYS = 2
PARTICIPANT_DAYS = 60
#: As long as a mail address is stored after its person's last event, so that they can decide about their name by it.
OWN_DAYS = 730
_DAYS = {
    Kind.TABLE: TABLE_DAYS,
    Kind.PARTICIPANT: PARTICIPANT_DAYS,
    Kind.OWN: OWN_DAYS,
    Kind.REQUEST: PARTICIPANT_DAYS,
}
#: Shortest interval between two identical mails to one person, however they are requested.
_MAILED_EVERY = timedelta(minutes=10)


def link_actor(link: PrivateLink) -> StoredSentence:
    """Return the label of the link as an actor, as it is stored in the history."""
    if link.kind == Kind.TABLE and link.table is not None:
        return StoredSentence(LINK_OF_TABLE, {"table": link.table.number})
    return StoredSentence(
        LINK_MAILED if link.kind == Kind.OWN else LINK_OF_PLAYER, {"name": str(link.entry or link.request)}
    )


def _require_authorised(event: Event) -> None:
    """Art. 1.2: require the Referent's authorisation before any participant's page. Errors: ENTRIES_NOT_OPEN.

    A practice event needs none (AMB-46).
    """
    if not event.is_practice and event.state in (Event.State.DRAFT, Event.State.ANNOUNCED):
        raise Refused("ENTRIES_NOT_OPEN")


def _make(event: Event, by: By, kind: str, targets: Sequence[Any], field: str) -> list[PrivateLink]:
    """Return the live link of this kind of each target, created where there is none. The caller holds the event's lock.

    At most six queries for any number of targets.

    Arguments:
        field: the link's field that holds a target.
    """
    live_links = PrivateLink.objects.filter(revoked_at=None, kind=kind, **{f"{field}__in": targets}).order_by("-pk")
    known = {getattr(link, f"{field}_id"): link for link in live_links}
    now = timezone.now()
    ended = [link for link in known.values() if link.expires_at <= now or link_token(link) is None]
    record_all(ended, verb="link_revoke", by=by, revoked_at=now)
    good = known.keys() - {getattr(link, f"{field}_id") for link in ended}
    fresh = [_new(event, kind, **{field: target}) for target in targets if target.pk not in good]
    record_all(fresh, verb="link_make", by=by)
    known |= {getattr(link, f"{field}_id"): link for link in fresh}
    links = [known[target.pk] for target in targets]
    for link, target in zip(links, targets, strict=True):
        link.event = event
        setattr(link, field, target)
    return links


def _new(event: Event, kind: str, **to: Any) -> PrivateLink:
    """Return a link that is not yet stored."""
    salt = secrets.token_urlsafe(16)
    expiry_day = max(timezone.localdate(), event.last_day) + timedelta(days=_DAYS[Kind(kind)] + 1)
    return PrivateLink(
        kind=kind,
        event=event,
        salt=salt,
        token_sha256=hashed(token_of(salt)),
        expires_at=timezone.make_aware(datetime.combine(expiry_day, time.min)),
        **to,
    )


@transaction.atomic
def table_links_make(*, round: Round, by: By) -> list[PrivateLink]:
    """Return a live link for every table of an open round, creating the missing ones; none for a closed round."""
    event = locked(round.event_id)
    # A round that was undone concurrently gets none either.
    if not Round.objects.filter(pk=round.pk).exclude(state=Round.State.CLOSED).exists():
        return []
    tables = Table.objects.filter(round=round).order_by("number")
    return _make(event, by, Kind.TABLE, list(tables), "table")


@transaction.atomic
def participant_links_make(*, event: Event, by: By) -> list[PrivateLink]:
    """Return a live link for every entry of the event, sorted by name; create the missing ones.

    Errors: ENTRIES_NOT_OPEN.
    """
    fresh = locked(event)
    _require_authorised(fresh)
    entries = Entry.objects.filter(event=fresh).select_related("person")
    return _make(fresh, by, Kind.PARTICIPANT, by_name(entries), "entry")


@transaction.atomic
def participant_links_print(*, event: Event, by: By, entry: int | None = None) -> list[PrivateLink]:
    """Return the links to print, or to show on a screen, at the desk; record in the history who printed them.

    Arguments:
        entry: primary key of a single entry; all entries by default.
    Errors: ENTRIES_NOT_OPEN.
    """
    links = participant_links_make(event=event, by=by)
    chosen = [link for link in links if entry is None or link.entry_id == entry]
    record_all(chosen, verb="link_print", by=by, printed_at=timezone.now())
    return chosen


@transaction.atomic
def participant_link_give(*, entry: Entry, by: By) -> PrivateLink | None:
    """Return a participant's live link for a mail about the entry that the caller queues; None without an address."""
    return participant_links_give(entries=[entry], by=by).get(entry.pk)


@transaction.atomic
def participant_links_give(*, entries: Sequence[Entry], by: By) -> dict[int, PrivateLink]:
    """Return the links of ``participant_link_give`` for entries of one event, by the key of the entry."""
    reachable = [entry for entry in entries if entry.person.email.strip()]
    if not reachable:
        return {}
    links = _make(locked(reachable[0].event_id), by, Kind.PARTICIPANT, reachable, "entry")
    record_all([link for link in links if link.mailed_at is None], verb="link_mail", by=by, mailed_at=timezone.now())
    return {entry.pk: link for entry, link in zip(reachable, links, strict=True)}


@transaction.atomic
def participant_link_mail(*, entry: Entry) -> None:
    """Mail a player the link of their own page again; at most once in ten minutes. Does nothing without an address."""
    now = timezone.now()
    previous = PrivateLink.objects.filter(entry=entry, kind=Kind.PARTICIPANT, revoked_at=None).first()
    if previous is not None and previous.mailed_at is not None and now - previous.mailed_at < _MAILED_EVERY:
        return
    link = participant_link_give(entry=entry, by=None)
    if link is None:
        return
    record(link, verb="link_mail", by=None, mailed_at=now)
    key = f"link_mail:{link.pk}:{int(now.timestamp())}"
    job_enqueue(kind="link_mail", key=key, args={"link": link.pk}, event=link.event)


@transaction.atomic
def participant_link_renew(*, entry: Entry, by: By) -> PrivateLink:
    """Replace a link that was lost or seen by others; the old one is revoked at once.

    Errors: ENTRY_GONE, ENTRIES_NOT_OPEN.
    """
    event = locked_entry(entry).event
    _require_authorised(event)
    for live_link in PrivateLink.objects.filter(entry=entry, kind=Kind.PARTICIPANT, revoked_at=None):
        record(live_link, verb="link_revoke", by=by, revoked_at=timezone.now())
    return _make(event, by, Kind.PARTICIPANT, [entry], "entry")[0]


@transaction.atomic
def request_link_make(*, request: EntryRequest) -> PrivateLink:
    """Return the link by which a request to be entered is confirmed, followed and withdrawn. It is only mailed."""
    return _make(locked(request.event_id), None, Kind.REQUEST, [request], "request")[0]


@transaction.atomic
def own_link_make(*, person: Person, by: By) -> PrivateLink | None:
    """Return the link by which a person decides about their name; None without an entry or an address.

    It belongs to their newest entry. Its token is built when a mail is sent, and is never printed or shown: having it
    proves access to that mailbox.
    """
    return own_links_make(people=[person], by=by).get(person.pk)


@transaction.atomic
def own_links_make(*, people: Iterable[Person], by: By) -> dict[int, PrivateLink]:
    """Return the links of ``own_link_make`` by the key of the person; who gets none is left out.

    The number of queries depends on that of the events of their newest entries: one, where they were just entered.
    """
    reachable = [person.pk for person in people if person.email.strip()]
    entries = Entry.objects.filter(person__in=reachable)
    authorised = entries.exclude(event__state__in=(Event.State.DRAFT, Event.State.ANNOUNCED))
    newest = dict(authorised.order_by().values_list("person").annotate(newest=Max("pk")))
    by_event: dict[int, list[Entry]] = {}
    for entry in Entry.objects.filter(pk__in=newest.values()).select_related("person").order_by("pk"):
        by_event.setdefault(entry.event_id, []).append(entry)
    links: dict[int, PrivateLink] = {}
    for event_id, group in by_event.items():
        made = _make(locked(event_id), by, Kind.OWN, group, "entry")
        links |= {entry.person_id: link for entry, link in zip(group, made, strict=True)}
    return links


@transaction.atomic
def own_link_mail(*, person: Person, by: By) -> PrivateLink:
    """Mail a person the link to their own decision. Errors: CONSENT_NO_ADDRESS; AlreadyDone if it was sent just now."""
    link = own_link_make(person=person, by=by)
    if link is None:
        raise Refused("CONSENT_NO_ADDRESS")
    now = timezone.now()
    if link.mailed_at is not None and now - link.mailed_at < _MAILED_EVERY:
        raise AlreadyDone(what=_("the mail is on its way"))
    record(link, verb="link_mail", by=by, mailed_at=now)
    job_enqueue(
        kind="link_mail",
        key=f"link_mail:{link.pk}:{int(now.timestamp())}",
        args={"link": link.pk},
        event=link.event,
        by=by,
    )
    return link


@transaction.atomic
def own_links_revoke(*, people: Iterable[Person], by: By) -> None:
    """Revoke the links that were mailed to an address the person no longer has."""
    for live_link in PrivateLink.objects.filter(entry__person__in=list(people), kind=Kind.OWN, revoked_at=None):
        record(live_link, verb="link_revoke", by=by, revoked_at=timezone.now())


@transaction.atomic
def link_revoke(*, link: PrivateLink, by: By) -> PrivateLink:
    """Revoke a link immediately. Idempotent."""
    locked(link.event_id)
    fresh = PrivateLink.objects.filter(pk=link.pk).first()
    if fresh is None:
        # Its round was undone concurrently, or its entry deleted: the link is already invalid.
        return link
    if fresh.revoked_at is None:
        record(fresh, verb="link_revoke", by=by, revoked_at=timezone.now())
    return fresh


#: What a link opens, by its kind: phones ask for it more often than for anything else.
_TARGETS: dict[str, str] = {
    Kind.TABLE: "table__round",
    Kind.PARTICIPANT: "entry__person",
    Kind.OWN: "entry__person",
    Kind.REQUEST: "request__person",
}


def link_resolve(token: str, kind: str) -> PrivateLink:
    """Return the link that a token opens, with its event and target.

    A table's link is valid while the round is open: before publication there is nothing to show, and after the round is
    closed a result can be corrected only with an account. A token that no key of this server derives opens nothing.
    Errors: LINK_UNKNOWN, LINK_REVOKED, LINK_EXPIRED, ROUND_OVER.
    """
    if len(token) != TOKEN_LENGTH:
        raise LinkRefused("LINK_UNKNOWN")
    links = PrivateLink.objects.select_related("event__season", "event__organiser", _TARGETS[kind])
    try:
        link = links.get(token_sha256=hashed(token), kind=kind)
    except PrivateLink.DoesNotExist:
        raise LinkRefused("LINK_UNKNOWN") from None
    if link_token(link) is None:
        raise LinkRefused("LINK_UNKNOWN")
    if link.entry is not None:
        link.entry.event = link.event
    now = timezone.now()
    if link.revoked_at is not None:
        raise LinkRefused("LINK_REVOKED")
    if link.expires_at <= now:
        raise LinkRefused("LINK_EXPIRED")
    if link.table is not None:
        link.table.round.event = link.event
        if link.table.round.state == Round.State.CLOSED:
            raise LinkRefused("ROUND_OVER", round=link.table.round.number, table=link.table.number)
    return link


@dataclass(frozen=True, slots=True)
class MailSummary:
    """The number of links mailed, and of people without an address."""

    mailed: int
    without: int


@transaction.atomic
def participant_links_mail(*, event: Event, by: By, entries: Iterable[int] | None = None) -> MailSummary:
    """Mail their link to the participants who left an address and did not get this very link before.

    The Job stores the link's number only: its token is built when the mail is sent.

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
            job_enqueue(kind="link_mail", key=f"link_mail:{link.pk}", args={"link": link.pk}, event=event, by=by)
            mailed += 1
    return MailSummary(mailed, without)


def send_link_job(job: Job, progress: Any) -> tuple[bytes, str]:
    """Send the mail with a participant's link, unless the link was revoked in the meantime."""
    link = PrivateLink.objects.select_related("event", "entry__person").get(pk=job.args["link"])
    address = link_address(link)
    if link.revoked_at is None and address is not None and link.entry is not None:
        context = {**link.entry.person.mail_names, "event": link.event.name, "address": address, "page": link.pk}
        language = language_of_person(link.entry.person, link.event.language)
        name = "own_link" if link.kind == Kind.OWN else "participant_link"
        mail_text(name=name, to=link.entry.person.email, context=context, language=language, event=link.event)
    return b"", ""
