"""Convert a photo to a small JPEG: its pixels are counted before decoding, and one photo is decoded at a time."""

from __future__ import annotations

import fcntl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

from django.conf import settings
from PIL import Image, ImageOps, UnidentifiedImageError

from tournament.regulation.refused import Refused

MOST_OF_EVENT = 60

MEGABYTE = 1024 * 1024
MEGAPIXEL = 1_000_000
#: Maximum bytes of an incoming file, and the longest side of the stored picture.
MOST_BYTES = 12 * MEGABYTE
LONGEST_SIDE = 2000
#: Maximum pixels of a JPEG, which is decoded straight to a smaller size, and of all others, which are decoded in full
#: first.
MOST_PIXELS = 50 * MEGAPIXEL
MOST_PIXELS_WHOLE = 25 * MEGAPIXEL // 2
FORMATS = ("JPEG", "PNG", "WEBP")
QUALITY = 85
#: Exceptions raised when decoding something that is not a picture.
_NO_PICTURE = (UnidentifiedImageError, OSError, ValueError, SyntaxError)
#: Pillow's exceptions for a size far beyond the limit.
_BOMB = (Image.DecompressionBombError, Image.DecompressionBombWarning)
#: JPEG markers without a length, and those of a frame whose scans are read once, from top to bottom.
_ALONE = frozenset({0x01, *range(0xD0, 0xD9)})
_SEQUENTIAL = frozenset({0xC0, 0xC1})
_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_SCAN = 0xDA

_turn = threading.Lock()


@contextmanager
def alone_on_the_machine() -> Iterator[None]:
    """Wait until no thread and no process of this installation decodes a photo: there is memory for only one."""
    path = Path(settings.MEDIA_ROOT) / ".photo-decoding"
    path.parent.mkdir(parents=True, exist_ok=True)
    with _turn, path.open("ab") as lock:
        # The lock is released when the file is closed, also when the process dies.
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def content_of(file: Any) -> bytes:
    """Return the bytes of an open binary file or an uploaded one. Errors: PHOTO_TOO_BIG."""
    content: bytes = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        size = getattr(file, "size", len(content)) / MEGABYTE
        raise Refused("PHOTO_TOO_BIG", size=round(size, 1), most=MOST_BYTES // MEGABYTE)
    return content


def photo_clean(file: Any) -> bytes:
    """Return the picture as a JPEG: upright, at most 2000 pixels a side, without EXIF, profile or comment.

    Arguments:
        file: an open binary file or an uploaded one.
    Errors: PHOTO_TOO_BIG; PHOTO_TOO_LARGE for more pixels than are decoded; PHOTO_NOT_IMAGE for anything that is not a
    JPEG,
    PNG or WebP picture, whatever its name.
    """
    with alone_on_the_machine():
        return _decode(content_of(file))


def _decode(content: bytes) -> bytes:
    try:
        with Image.open(BytesIO(content), formats=FORMATS) as image:
            _refuse_large(image, content)
            # A JPEG is then decoded at a half, a quarter or an eighth of its size; other formats do not support it.
            image.draft("RGB", (LONGEST_SIDE, LONGEST_SIDE))
            if image.mode in ("P", "PA", "1"):
                # A palette image has no intermediate colours for resampling.
                small = image.convert("RGBA" if "transparency" in image.info else "RGB")
            else:
                small = image
            small.thumbnail((LONGEST_SIDE, LONGEST_SIDE), reducing_gap=None)
            upright = ImageOps.exif_transpose(small).convert("RGB")
    except _BOMB:
        raise Refused("PHOTO_TOO_LARGE", most=MOST_PIXELS // MEGAPIXEL) from None
    except _NO_PICTURE:
        raise Refused("PHOTO_NOT_IMAGE") from None
    # A new picture takes the pixels and none of the file's metadata.
    bare = Image.new("RGB", upright.size)
    bare.paste(upright)
    buffer = BytesIO()
    bare.save(buffer, "JPEG", quality=QUALITY, optimize=True)
    return buffer.getvalue()


def _refuse_large(image: Image.Image, content: bytes) -> None:
    """Refuse a picture that would take too much memory, by the sizes in the file's header alone."""
    most = MOST_PIXELS if image.format == "JPEG" and _is_one_scan(content) else MOST_PIXELS_WHOLE
    if image.width * image.height > most:
        raise Refused("PHOTO_TOO_LARGE", most=most // MEGAPIXEL)


def _is_one_scan(content: bytes) -> bool:
    """Return whether a JPEG is decoded line by line.

    A progressive one, or one scan per colour, is held in memory in full.
    """
    offset, colours = 2, 0
    while offset + 4 <= len(content) and content[offset] == 0xFF:
        marker = content[offset + 1]
        if marker == 0xFF or marker in _ALONE:
            offset += 1 if marker == 0xFF else 2
            continue
        body = offset + 4
        if marker in _FRAMES:
            if marker not in _SEQUENTIAL or body + 5 >= len(content):
                return False
            colours = content[body + 5]
        if marker == _SCAN:
            return body < len(content) and content[body] == colours
        offset += 2 + int.from_bytes(content[offset + 2 : offset + 4], "big")
    return False
