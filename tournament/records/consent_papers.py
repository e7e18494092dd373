"""Signed consent forms (art. 1.6): photographed by the organiser, accepted or refused by the Referent."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any

from django.core.files.base import ContentFile
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from tournament.core.audit import By, record, require_reason
from tournament.core.locks import locked
from tournament.core.refusals import DISK_FULL_ERRNOS, DiskFull
from tournament.delivery.waiting_mails import waiting_tell
from tournament.models import Consent, ConsentPaper, Entry, Event
from tournament.records.consents import consent_set
from tournament.records.photo_decoding import MOST_OF_EVENT, photo_clean
from tournament.records.refusals import PhotoTwice
from tournament.regulation.refused import Refused

State = ConsentPaper.State


def consent_paper_add(*, event: Event, file: Any, entries: Iterable[int], by: By) -> ConsentPaper:
    """Send the photo of a signed form to the Referent; it has no effect until they accept it.

    Arguments:
        file: an open binary file or an uploaded one; entries: primary keys of the entries of those who signed it.
    Errors: CONSENT_PAPER_WITHOUT_NAMES, CONSENT_BEFORE_AUTHORISATION, PHOTO_TOO_BIG, PHOTO_TOO_LARGE, PHOTO_NOT_IMAGE,
    PhotoTwice,
    PHOTOS_ENOUGH_OF_EVENT, DiskFull.
    """
    signed = list(Entry.objects.filter(event=event, pk__in=list(entries)))
    if not signed:
        raise Refused("CONSENT_PAPER_WITHOUT_NAMES")
    if ConsentPaper.objects.filter(event=event).count() >= MOST_OF_EVENT:
        raise Refused("PHOTOS_ENOUGH_OF_EVENT", most=MOST_OF_EVENT)
    clean = photo_clean(file)
    sha256 = hashlib.sha256(clean).hexdigest()
    with transaction.atomic():
        event = locked(event)
        if event.state in (Event.State.DRAFT, Event.State.ANNOUNCED):
            raise Refused("CONSENT_BEFORE_AUTHORISATION")
        if ConsentPaper.objects.filter(event=event, sha256=sha256).exists():
            raise PhotoTwice
        paper = ConsentPaper(event=event, sha256=sha256, added_by=by)
        try:
            paper.file.save("form.jpg", ContentFile(clean), save=False)
        except OSError as error:
            if error.errno in DISK_FULL_ERRNOS:
                raise DiskFull from error
            raise
        try:
            record(paper, verb="consent_paper_add", by=by)
            paper.entries.set(signed)
        except BaseException:
            paper.file.delete(save=False)
            raise
        waiting_tell("consent", key=str(paper.pk), event=event, by=by)
    return paper


@transaction.atomic
def consent_paper_accept(*, paper: ConsentPaper, entries: Iterable[int], by: By) -> ConsentPaper:
    """Accept the signatures on a form for the Referent: those people's names are shown everywhere (art. 1.6).

    Arguments:
        entries: primary keys of the entries, among those that the organiser named, whose signature is on the form.
    Errors: CONSENT_PAPER_DECIDED, CONSENT_PAPER_WITHOUT_NAMES.
    """
    fresh = _waiting(paper)
    signed = list(fresh.entries.filter(pk__in=list(entries)).select_related("person"))
    if not signed:
        raise Refused("CONSENT_PAPER_WITHOUT_NAMES")
    record(fresh, verb="consent_paper_accept", by=by, state=State.ACCEPTED, answered_at=timezone.now(), answered_by=by)
    fresh.entries.set(signed)
    for entry in signed:
        consent_set(person=entry.person, consent=True, source=Consent.Source.PAPER, paper=fresh, by=by)
    return fresh


@transaction.atomic
def consent_paper_refuse(*, paper: ConsentPaper, reason: str, by: By) -> ConsentPaper:
    """Refuse a form for the Referent, with a reason, and delete its photo.

    Errors: DECISION_REASON_MISSING, CONSENT_PAPER_DECIDED.
    """
    why = require_reason(reason)
    fresh = _waiting(paper)
    fresh.reason = why
    facts = {"state": State.REFUSED, "answered_at": timezone.now(), "answered_by": by}
    record(fresh, verb="consent_paper_refuse", by=by, reason=why, **facts)
    _file_remove(fresh)
    return fresh


def _waiting(paper: ConsentPaper) -> ConsentPaper:
    fresh = ConsentPaper.objects.select_for_update().get(pk=paper.pk)
    if fresh.state != State.WAITING:
        raise Refused("CONSENT_PAPER_DECIDED", state=ConsentPaper.State(fresh.state).label)
    return fresh


def _file_remove(paper: ConsentPaper) -> None:
    """Delete the photo permanently; the row keeps the decision."""
    storage, name = paper.file.storage, paper.file.name
    if not name:
        return
    ConsentPaper.objects.filter(pk=paper.pk).update(file="")
    ConsentPaper.history.filter(id=paper.pk).update(file="")
    transaction.on_commit(lambda: storage.delete(name))


def forms_erase(entries: QuerySet[Entry]) -> int:
    """Delete the photos of forms that bear the signature of one of these entries; refuse the ones still waiting.

    The decisions of the others who signed remain valid: the paper itself stays with the organiser.
    Returns: the number of deleted photos.
    """
    papers = list(ConsentPaper.objects.filter(entries__in=entries).exclude(file="").distinct())
    for paper in papers:
        _file_remove(paper)
        if paper.state == State.WAITING:
            ConsentPaper.objects.filter(pk=paper.pk).update(state=State.REFUSED, answered_at=timezone.now())
    return len(papers)
