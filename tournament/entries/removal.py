"""Remove an entry from the desk in a way that can be taken back: with its links, consents and request."""

from __future__ import annotations

import json
from typing import Any

from django.core import serializers
from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from tournament.core.audit import By, record
from tournament.core.locks import locked
from tournament.core.refusals import AlreadyDone
from tournament.entries.services import entry_remove, need_places, open_for_entries, require_not_entered
from tournament.models import Consent, ConsentPaper, Entry, EntryRequest, ErrorReport, Event, PrivateLink


def _belongings(entry: Entry) -> list[Any]:
    """Return the rows that are deleted with an entry."""
    rows = (Consent, ErrorReport, PrivateLink, EntryRequest)
    return [row for model in rows for row in model.objects.filter(entry=entry)]


@transaction.atomic
def entry_remove_undoably(*, entry: Entry, by: By) -> str:
    """Delete an entry as ``entry_remove`` does, with the same errors.

    Returns: what ``entry_restore`` needs; it is stored nowhere and holds personal data.
    """
    locked(entry.event_id)
    fresh = Entry.objects.filter(pk=entry.pk).first()
    rows = [] if fresh is None else [fresh, *_belongings(fresh)]
    papers = [] if fresh is None else list(ConsentPaper.objects.filter(entries=fresh).values_list("pk", flat=True))
    removed = json.dumps({"rows": serializers.serialize("json", rows), "papers": papers})
    entry_remove(entry=entry, by=by)
    return removed


@transaction.atomic
def entry_restore(*, event: Event, removed: str, by: By) -> Entry:
    """Undo the removal of an entry, before round 1: its links open again, its consents hold again.

    Arguments:
        removed: as returned by ``entry_remove_undoably`` for this event.
    Errors: AlreadyDone, EVENT_FULL, SAME_PERSON_TWICE, ENTRIES_CLOSED, EVENT_STATE_WRONG.
    """
    fresh = locked(event)
    open_for_entries(fresh)
    kept = json.loads(removed)
    restored = [row.object for row in serializers.deserialize("json", kept["rows"])]
    entry = restored[0]
    if not isinstance(entry, Entry) or entry.event_id != fresh.pk:
        raise ValueError(removed)
    if Entry.objects.filter(pk=entry.pk).exists():
        raise AlreadyDone(what=_("the entry is on the list again"))
    require_not_entered(fresh, [entry.person])
    need_places(fresh, [entry.person])
    if Entry.objects.filter(event=fresh, number=entry.number).exists():
        entry.number = (Entry.objects.filter(event=fresh).aggregate(last=Max("number"))["last"] or 0) + 1
    record(entry, verb="entry_restore", by=by)
    has_request = EntryRequest.objects.filter(event=fresh, person=entry.person_id).exists()
    for row in restored[1:]:
        if not (has_request and isinstance(row, EntryRequest)):
            row.save_base(raw=True)
    for paper in ConsentPaper.objects.filter(pk__in=kept["papers"]):
        paper.entries.add(entry)
    return entry
