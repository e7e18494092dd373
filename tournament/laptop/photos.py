"""The photos of an event in the files of its stay: as many as fit, each under the digest of its content."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from functools import partial

from django.core.files.base import ContentFile
from django.db import transaction

from tournament.core.audit import By, erase
from tournament.laptop.errors import FileWrong
from tournament.laptop.parts import Row, Rows
from tournament.models import Photo
from tournament.models.event import photo_path

#: Bytes of the photos that leave with an event: those of several large events. The rest stays on the site.
MOST_LEAVING = 64 * 1024 * 1024


def photo_files(photos: Iterable[Photo], *, most: int) -> dict[str, bytes]:
    """Return the files of photos by the SHA-256 of their content, as many as fit into so many bytes.

    A file that is missing in the store is left out.
    """
    files: dict[str, bytes] = {}
    room = most
    for photo in photos:
        try:
            with photo.file.open("rb") as file:
                data = file.read()
        except FileNotFoundError:
            continue
        if len(data) <= room:
            room -= len(data)
            files[hashlib.sha256(data).hexdigest()] = data
    return files


def with_files(rows: Rows, files: Mapping[str, bytes]) -> Rows:
    """Return the rows of an event with those photos alone whose file comes along."""
    return {**rows, "photo": [row for row in rows["photo"] if row["sha256"] in files]}


def placed(rows: Iterable[Row], files: Mapping[str, bytes]) -> dict[str, tuple[Row, bytes]]:
    """Return the photos of a file that was read, each with its content, by the name under which it is stored here.

    Errors: FileWrong for a photo without its content.
    """
    found = {}
    for row in rows:
        data = files.get(str(row.get("sha256"))) if isinstance(row, Mapping) else None
        if data is None:
            raise FileWrong(where="photo.sha256", problem=str(row)[:60])
        name = photo_path(Photo(event_id=row.get("event_id") or 0, sha256=row["sha256"]), "photo.jpg")
        found[name] = ({**row, "file": name}, data)
    return found


def store(files: Mapping[str, bytes]) -> None:
    """Write the files of photos under their names; one that is there already has the same content."""
    storage = Photo._meta.get_field("file").storage
    for name, data in files.items():
        if not storage.exists(name):
            storage.save(name, ContentFile(data))


def photos_removed(photos: Iterable[Photo], by: By) -> None:
    """Remove photos that the laptop removed, or whose table is gone with its draw, as the desk removes one."""
    for photo in photos:
        storage, name = photo.file.storage, str(photo.file.name)
        erase(photo, verb="photo_remove", by=by)
        transaction.on_commit(partial(storage.delete, name))
