"""Photos of an event (articles 1.2 and 1.4): re-encoded, so that neither place nor device nor anything hidden stays."""

from __future__ import annotations

import hashlib
from io import BytesIO
from typing import Any

from django.core.files.base import ContentFile
from django.db import transaction
from PIL import Image, ImageOps, UnidentifiedImageError

from tournament.models import Event, Photo, Table
from tournament.services.errors import EventFrozen, RoundUndone
from tournament.services.history import By, erase, record
from tournament.services.jobs import NO_ROOM
from tournament.services.locks import locked
from tournament.services.report_errors import DiskFull, PhotoNotImage, PhotoTooBig, PhotoTwice

MEGABYTE = 1024 * 1024
#: The most bytes of a file as it comes, the most pixels it may unfold to, and the longest side it is kept with.
MOST_BYTES = 12 * MEGABYTE
MOST_PIXELS = 50_000_000
LONGEST_SIDE = 2000
FORMATS = ("JPEG", "PNG", "WEBP")
QUALITY = 85
#: What decoding something that is no picture, or a bomb, can raise.
_NO_PICTURE = (
    UnidentifiedImageError,
    OSError,
    ValueError,
    SyntaxError,
    Image.DecompressionBombError,
    Image.DecompressionBombWarning,
)

#: Once the Referent has decided, the evidence stays as it is.
_OPEN = (
    Event.State.RUNNING,
    Event.State.CONCLUDED,
    Event.State.REPORTED,
)


def photo_clean(file: Any) -> bytes:
    """The picture alone as a JPEG: upright, at most 2000 pixels a side, no EXIF, no profile, no comment.

    Arguments:
        file: an open binary file or an uploaded one.
    Errors: PhotoTooBig; PhotoNotImage for anything that is not a JPEG, PNG or WebP picture, whatever its name.
    """
    content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        size = getattr(file, "size", len(content)) / MEGABYTE
        raise PhotoTooBig(size=round(size, 1), most=MOST_BYTES // MEGABYTE)
    try:
        with Image.open(BytesIO(content), formats=FORMATS) as image:
            if image.width * image.height > MOST_PIXELS:
                raise PhotoNotImage
            upright = ImageOps.exif_transpose(image).convert("RGB")
    except _NO_PICTURE:
        raise PhotoNotImage from None
    upright.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
    # A new picture takes the pixels and nothing else that the file carried.
    bare = Image.new("RGB", upright.size)
    bare.paste(upright)
    out = BytesIO()
    bare.save(out, "JPEG", quality=QUALITY, optimize=True)
    return out.getvalue()


def photo_add(*, event: Event, file: Any, caption: str = "", by: By, table: Table | None = None) -> Photo:
    """Art. 1.4: adds a photo that proves the event (REQ-602), or one of a table's paper form.

    Arguments:
        file: an open binary file or an uploaded one; its name and type are not believed.
        table: the table whose form it shows.
    Errors: PhotoTooBig, PhotoNotImage, PhotoTwice, DiskFull; RoundUndone where the table is no more; EventFrozen before
        the event runs and after the Referent's decision.
    """
    clean = photo_clean(file)
    sha256 = hashlib.sha256(clean).hexdigest()
    with transaction.atomic():
        event = locked(event)
        _refuse_frozen(event)
        if table is not None and not Table.objects.filter(pk=table.pk).exists():
            raise RoundUndone(round=table.round.number)
        if Photo.objects.filter(event=event, sha256=sha256).exists():
            raise PhotoTwice
        photo = Photo(event=event, table=table, sha256=sha256, caption=caption.strip()[:200], added_by=by)
        try:
            photo.file.save("photo.jpg", ContentFile(clean), save=False)
        except OSError as error:
            if error.errno in NO_ROOM:
                raise DiskFull from error
            raise
        try:
            record(photo, verb="photo_add", by=by)
        except BaseException:
            photo.file.delete(save=False)
            raise
    return photo


def photo_remove(*, photo: Photo, by: By, reason: str = "") -> None:
    """Takes a photo away, and its file once the transaction holds; twice is once. Errors: EventFrozen."""
    with transaction.atomic():
        _refuse_frozen(locked(photo.event_id))
        if not Photo.objects.filter(pk=photo.pk).exists():
            return
        storage, name = photo.file.storage, photo.file.name
        erase(photo, verb="photo_remove", by=by, reason=reason)
        transaction.on_commit(lambda: storage.delete(name))


def _refuse_frozen(event: Event) -> None:
    if event.state not in _OPEN:
        raise EventFrozen(state=event.get_state_display())
