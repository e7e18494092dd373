"""Test photo decoding (bounded memory, one at a time) and the limits on stored photos."""

from __future__ import annotations

import fcntl
import subprocess
import sys
import threading
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from PIL import Image

from tests import factories, reporting
from tests.refusals import refuses
from tests.volume import one_in
from tournament.access.links import link_token, table_links_make
from tournament.core.messages import sentence
from tournament.models import Photo, Table
from tournament.records.photo_decoding import MEGAPIXEL, MOST_PIXELS, MOST_PIXELS_WHOLE, photo_clean
from tournament.records.refusals import PhotoTwice
from tournament.reports import photos
from tournament.reports.photos import MAX_PER_TABLE, MOST_OF_EVENT, photo_add

ROOT = Path(__file__).resolve().parents[4]
#: Megabytes by which a server process may grow while decoding one photo, and while receiving six concurrently.
MOST_OF_ONE, MOST_OF_SIX = 250, 300
#: A program that decodes the given files, one thread each, and prints by how many megabytes it grew.
GROWTH = """
import os, re, sys, threading
from pathlib import Path
os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings.test"
import django
django.setup()
from django.conf import settings
settings.MEDIA_ROOT = sys.argv[1]
from PIL import Image
Image.preinit()
from tournament.records.photo_decoding import photo_clean
def act(name):
    with open(name, "rb") as file:
        photo_clean(file)
def status(name):
    return int(re.search(name + r":\\s+(\\d+) kB", Path("/proc/self/status").read_text())[1])
before = status("VmRSS")
threads = [threading.Thread(target=act, args=[name]) for name in sys.argv[2:]]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
print((status("VmHWM") - before) // 1024)
"""
#: The largest photo that is decoded per kind: options for saving, mode and pixels.
KINDS: dict[str, tuple[dict[str, Any], str, int]] = {
    "a JPEG": ({"format": "JPEG"}, "RGB", MOST_PIXELS),
    "a progressive JPEG": ({"format": "JPEG", "progressive": True, "subsampling": 0}, "RGB", MOST_PIXELS_WHOLE),
    "a PNG": ({"format": "PNG"}, "RGBA", MOST_PIXELS_WHOLE),
    "a PNG of a palette": ({"format": "PNG", "transparency": 0}, "P", MOST_PIXELS_WHOLE),
    "a WebP": ({"format": "WEBP", "lossless": True, "method": 0}, "RGBA", MOST_PIXELS_WHOLE),
}


def _picture(pixels: int, mode: str, **how: Any) -> bytes:
    """Return a plain picture of that many pixels, as a file of some kilobytes."""
    side = int(pixels**0.5)
    out = BytesIO()
    Image.new(mode, (side, side), 3).save(out, **how)
    return out.getvalue()


def _growth(names: list[str], folder: Path) -> int:
    command = [sys.executable, "-c", GROWTH, str(folder), *names]
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, stdin=subprocess.DEVNULL)
    return int(done.stdout)


@pytest.mark.parametrize("kind", one_in(5, KINDS))
def test_photo_clean_largest_photo_takes_little_memory(kind: str, tmp_path: Path) -> None:
    how, mode, pixels = KINDS[kind]
    path = tmp_path / "photo"
    path.write_bytes(_picture(pixels, mode, **how))
    assert _growth([str(path)], tmp_path) < MOST_OF_ONE


@pytest.mark.soak(
    gate="tests/unit/tournament/records/test_photo_memory.py::test_photo_clean_decodes_one_photo_at_a_time"
)
def test_photo_clean_six_concurrent_take_little_more_than_one(tmp_path: Path) -> None:
    names = []
    for number, (how, mode, pixels) in enumerate([*KINDS.values(), KINDS["a WebP"]]):
        path = tmp_path / f"photo-{number}"
        path.write_bytes(_picture(pixels, mode, **how))
        names.append(str(path))
    assert _growth(names, tmp_path) < MOST_OF_SIX


def _in_scans(content: bytes) -> bytes:
    """Return a JPEG whose header declares one scan per colour."""
    at = content.index(b"\xff\xda")
    return content[: at + 4] + b"\x01" + content[at + 5 :]


@pytest.mark.parametrize(
    "content",
    [
        _picture(MOST_PIXELS + 2 * MEGAPIXEL, "RGB", format="JPEG"),
        _picture(MOST_PIXELS_WHOLE + MEGAPIXEL, "RGB", format="JPEG", progressive=True),
        _in_scans(_picture(MOST_PIXELS_WHOLE + MEGAPIXEL, "RGB", format="JPEG")),
        _picture(MOST_PIXELS_WHOLE + MEGAPIXEL, "L", format="PNG"),
        _picture(MOST_PIXELS_WHOLE + MEGAPIXEL, "L", format="WEBP", lossless=True, method=0),
    ],
    ids=["JPEG", "progressive", "a scan per colour", "PNG", "WebP"],
)
def test_photo_clean_too_many_pixels_is_refused_with_the_limit(content: bytes) -> None:
    with refuses("PHOTO_TOO_LARGE") as refused:
        photo_clean(BytesIO(content))
    assert "megapixel" in sentence(refused.value, "it")


@pytest.mark.parametrize("orientation", [1, 6])
def test_photo_clean_camera_photo_is_upright_and_sharp(orientation: int) -> None:
    """A photo decoded at a smaller size is still 2000 pixels long, and its dark half stays in place."""
    out, exif = BytesIO(), Image.Exif()
    exif[0x0112] = orientation
    photo = Image.new("RGB", (8000, 6000), "white")
    photo.paste("black", (0, 0, 4000, 6000))
    photo.save(out, "JPEG", exif=exif)
    with Image.open(BytesIO(photo_clean(BytesIO(out.getvalue())))) as image:
        assert image.size == ((2000, 1500) if orientation == 1 else (1500, 2000))
        grey = image.convert("L")
        dark, light = ((500, 750), (1500, 750)) if orientation == 1 else ((750, 500), (750, 1500))
        assert (grey.getpixel(dark), grey.getpixel(light)) == (0, 255)


def test_photo_clean_decodes_one_photo_at_a_time(settings: Any, tmp_path: Path) -> None:
    """The lock is held across processes: the next one waits for it."""
    settings.MEDIA_ROOT = str(tmp_path)
    with (tmp_path / ".photo-decoding").open("ab") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        waiting = threading.Thread(target=lambda: photo_clean(reporting.picture()))
        waiting.start()
        waiting.join(0.5)
        assert waiting.is_alive()
    waiting.join(30)
    assert not waiting.is_alive()


def _different(number: int) -> BytesIO:
    out = BytesIO()
    Image.new("RGB", (40, 30), (number, 100, 255 - number)).save(out, "PNG")
    return BytesIO(out.getvalue())


def _many(count: int, event: Any, table: Table | None, beginning: int) -> None:
    for number in range(beginning, beginning + count):
        Photo.objects.create(event=event, table=table, sha256=f"{number:064}", file=f"photos/{number}.jpg")


@pytest.mark.django_db
def test_photo_add_seventh_of_a_table_is_refused_undecoded(monkeypatch: pytest.MonkeyPatch) -> None:
    event = factories.drawn_event()
    table = factories.last_round(event).tables.get(number=1)
    for number in range(MAX_PER_TABLE):
        photo_add(event=event, file=_different(number), by=None, table=table)
    decoded: list[object] = []
    monkeypatch.setattr(photos, "photo_clean", decoded.append)
    with refuses("PHOTOS_ENOUGH") as refused:
        photo_add(event=event, file=_different(99), by=None, table=table)
    # A retry whose first response was lost is reported as a duplicate, not as exceeding the limit.
    with pytest.raises(PhotoTwice):
        photo_add(event=event, file=_different(MAX_PER_TABLE - 1), by=None, table=table)
    assert decoded == []
    assert "tavolo 1 " in sentence(refused.value, "it")


@pytest.mark.django_db
def test_photo_add_full_event_accepts_the_first_of_each_table_and_one_for_the_report() -> None:
    event = factories.drawn_event(players=13)
    first, second, *_ = factories.last_round(event).tables.order_by("number")
    _many(MOST_OF_EVENT, event, first, 0)
    photo_add(event=event, file=_different(1), by=None, table=second)
    photo_add(event=event, file=_different(2), by=None)
    for table in (second, None):
        with refuses("PHOTOS_ENOUGH_OF_EVENT"):
            photo_add(event=event, file=_different(3), by=None, table=table)


@pytest.mark.django_db
def test_table_link_photo_beyond_the_limit_shows_the_reason(client: Client) -> None:
    event = factories.drawn_event()
    game_round = factories.last_round(event)
    link = table_links_make(round=game_round, by=None)[0]
    _many(MAX_PER_TABLE, event, link.table, 0)
    page = client.post(reverse("table_link_photo", args=[link_token(link)]), {"photo": _different(1)}, follow=True)
    assert f"ha già {MAX_PER_TABLE} foto" in page.content.decode()
