"""Store photos of an event (articles 1.2 and 1.4), re-encoded to strip EXIF (location, device) and embedded data."""

from __future__ import annotations

import hashlib
from typing import Any

from django.core.cache import cache
from django.core.files.base import ContentFile
from django.db import transaction

from tournament.core.audit import By, erase, record
from tournament.core.locks import locked
from tournament.core.refusals import DISK_FULL_ERRNOS, DiskFull
from tournament.models import Event, Photo, Table
from tournament.records.photo_decoding import MOST_OF_EVENT, content_of, photo_clean
from tournament.records.refusals import PhotoTwice
from tournament.regulation.refused import Refused

#: Maximum photos of a table. In an event at its own maximum each table may still have one and the report one.
MAX_PER_TABLE = 6
#: Seconds for which a stored photo's digest is cached, so that the same photo sent again is not decoded again.
KNOWN_SECONDS = 24 * 3600

#: States in which photos may be added or removed; after the Referent's decision the evidence is frozen.
_OPEN = (
    Event.State.RUNNING,
    Event.State.CONCLUDED,
    Event.State.REPORTED,
)


def photo_add(*, event: Event, file: Any, caption: str = "", by: By, table: Table | None = None) -> Photo:
    """Art. 1.4: add a photo that proves the event (REQ-602), or one of a table's paper form.

    Arguments:
        file: an open binary file or an uploaded one; its name and type are not trusted.
        table: the table whose form it shows.
    Errors: PHOTO_TOO_BIG, PHOTO_TOO_LARGE, PHOTO_NOT_IMAGE, PhotoTwice, PHOTOS_ENOUGH, PHOTOS_ENOUGH_OF_EVENT,
    DiskFull;
        ROUND_UNDONE if the table was deleted; EVENT_FROZEN before the event runs and after the Referent's decision.
    """
    cache_key = f"photo:{event.pk}:{_compute_digest(file)}"
    _reject_duplicate(event, table, cache.get(cache_key))
    try:
        clean = photo_clean(file)
    except OSError as error:
        raise _no_room(error) from error
    sha256 = hashlib.sha256(clean).hexdigest()
    with transaction.atomic():
        event = locked(event)
        _require_editable(event)
        if table is not None and not Table.objects.filter(pk=table.pk).exists():
            raise Refused("ROUND_UNDONE", round=table.round.number)
        if Photo.objects.filter(event=event, sha256=sha256).exists():
            raise PhotoTwice
        _check_photo_count(event, table)
        photo = Photo(event=event, table=table, sha256=sha256, caption=caption.strip()[:200], added_by=by)
        try:
            photo.file.save("photo.jpg", ContentFile(clean), save=False)
        except OSError as error:
            raise _no_room(error) from error
        try:
            record(photo, verb="photo_add", by=by)
        except BaseException:
            photo.file.delete(save=False)
            raise
    cache.set(cache_key, sha256, KNOWN_SECONDS)
    return photo


def _no_room(error: OSError) -> Exception:
    return DiskFull() if error.errno in DISK_FULL_ERRNOS else error


def _compute_digest(file: Any) -> str:
    """Return the SHA-256 of an incoming file, and rewind the file. Errors: PHOTO_TOO_BIG."""
    digest = hashlib.sha256(content_of(file)).hexdigest()
    file.seek(0)
    return digest


def _reject_duplicate(event: Event, table: Table | None, stored: str | None) -> None:
    """Refuse a photo before decoding it, if the same bytes are stored already or the maximum is reached."""
    if stored is not None and Photo.objects.filter(event=event, sha256=stored).exists():
        raise PhotoTwice
    _check_photo_count(event, table)


def _check_photo_count(event: Event, table: Table | None) -> None:
    table_ids: list[int | None] = list(Photo.objects.filter(event=event).values_list("table_id", flat=True))
    own_count = table_ids.count(None if table is None else table.pk)
    if table is not None and own_count >= MAX_PER_TABLE:
        raise Refused("PHOTOS_ENOUGH", most=MAX_PER_TABLE, table=table.number)
    if own_count and len(table_ids) >= MOST_OF_EVENT:
        raise Refused("PHOTOS_ENOUGH_OF_EVENT", most=MOST_OF_EVENT)


def photo_remove(*, photo: Photo, by: By, reason: str = "") -> None:
    """Remove a photo, and its file on commit. Idempotent.

    Arguments:
        reason: why, for example that a person in it wishes so; with one the photo goes even after the Referent's
            decision, because a person's wish comes before the evidence (its row stays in the history).
    Errors: EVENT_FROZEN.
    """
    with transaction.atomic():
        event = locked(photo.event_id)
        if not reason:
            _require_editable(event)
        if not Photo.objects.filter(pk=photo.pk).exists():
            return
        storage, name = photo.file.storage, str(photo.file.name)
        erase(photo, verb="photo_remove", by=by, reason=reason)
        transaction.on_commit(lambda: storage.delete(name))


def _require_editable(event: Event) -> None:
    if event.state not in _OPEN:
        raise Refused("EVENT_FROZEN", state=Event.State(event.state).label)
