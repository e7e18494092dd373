"""Small pictures of an event's photos, embedded in a paper."""

from __future__ import annotations

from base64 import b64encode
from dataclasses import dataclass
from datetime import datetime
from io import BytesIO

from PIL import Image

from tournament.models import Event, Photo

#: Pixels that a picture on a paper has at most: 54 mm at 150 dots per inch, and photos shown on a paper.
SIZE = (320, 240)
MOST = 12


@dataclass(frozen=True, slots=True)
class Thumbnail:
    """A small picture as a data URL, its caption and when it was added."""

    url: str
    caption: str
    at: datetime


def thumbnails(event: Event) -> list[Thumbnail]:
    """Return the first photos of an event, small; those of paper forms and those whose file is gone are left out."""
    photos = event.photos.filter(table=None).order_by("added_at", "pk")[:MOST]
    made = ((photo, _small(photo)) for photo in photos)
    return [Thumbnail(url, photo.caption, photo.added_at) for photo, url in made if url]


def _small(photo: Photo) -> str:
    """Return a photo as a data URL, empty if its file cannot be read."""
    try:
        with photo.file.open("rb") as stored, Image.open(stored) as image:
            small = image.convert("RGB")
            small.thumbnail(SIZE)
    except OSError:
        return ""
    buffer = BytesIO()
    small.save(buffer, "JPEG", quality=72)
    return f"data:image/jpeg;base64,{b64encode(buffer.getvalue()).decode()}"
