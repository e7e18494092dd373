"""Uploaded pictures: checked by content and size, and stripped of all metadata."""

from __future__ import annotations

import struct
import zlib
from io import BytesIO
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from PIL import ExifTags, Image
from PIL.PngImagePlugin import PngInfo

from tests.refusals import refuses
from tests.unit.access.world import World, build
from tests.unit.tournament.web.conftest import shown_messages
from tournament.models import Event, Photo
from tournament.records.photo_decoding import LONGEST_SIDE, MOST_BYTES, photo_clean

pytestmark = pytest.mark.django_db

WHERE, DEVICE = "Sala del Circolo", "Macchina Fotografica 3000"


@pytest.fixture(scope="module")
def world(one_world: None) -> World:
    return build()


def _with_place(kind: str = "JPEG", size: tuple[int, int] = (64, 48)) -> bytes:
    """Return a picture with an EXIF block: GPS position in Forlì, device, owner and a rotated camera."""
    exif = Image.Exif()
    exif[ExifTags.Base.Make] = DEVICE
    exif[ExifTags.Base.ImageDescription] = WHERE
    exif[ExifTags.Base.Orientation] = 6
    gps = exif.get_ifd(ExifTags.IFD.GPSInfo)
    gps[ExifTags.GPS.GPSLatitudeRef], gps[ExifTags.GPS.GPSLatitude] = "N", (44.0, 13.0, 21.0)
    gps[ExifTags.GPS.GPSLongitudeRef], gps[ExifTags.GPS.GPSLongitude] = "E", (12.0, 2.0, 27.0)
    buffer = BytesIO()
    Image.new("RGB", size, "green").save(buffer, kind, exif=exif)
    return buffer.getvalue()


def _place(content: bytes) -> dict[int, Any]:
    return dict(Image.open(BytesIO(content)).getexif().get_ifd(ExifTags.IFD.GPSInfo))


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_picture_metadata_removed(kind: str) -> None:
    original = _with_place(kind)
    assert _place(original)[ExifTags.GPS.GPSLatitude] == (44.0, 13.0, 21.0)
    assert DEVICE.encode() in original
    cleaned = photo_clean(BytesIO(original))
    assert _place(cleaned) == {}
    assert dict(Image.open(BytesIO(cleaned)).getexif()) == {}
    for hidden in (DEVICE.encode(), WHERE.encode(), b"Exif", b"GPS", b"http://ns.adobe.com"):
        assert hidden not in cleaned


def test_picture_rotated_upright() -> None:
    assert Image.open(BytesIO(photo_clean(BytesIO(_with_place(size=(64, 48)))))).size == (48, 64)


def test_png_comment_removed_and_reencoded() -> None:
    metadata = PngInfo()
    metadata.add_text("Comment", WHERE)
    buffer = BytesIO()
    Image.new("RGB", (10, 10), "red").save(buffer, "PNG", pnginfo=metadata)
    cleaned = photo_clean(BytesIO(buffer.getvalue() + b"<script>alert(1)</script>"))
    assert Image.open(BytesIO(cleaned)).format == "JPEG"
    assert WHERE.encode() not in cleaned
    assert b"script" not in cleaned


def test_big_picture_resized() -> None:
    cleaned = photo_clean(BytesIO(_with_place(size=(LONGEST_SIDE + 600, 300))))
    assert max(Image.open(BytesIO(cleaned)).size) == LONGEST_SIDE


def _bomb() -> bytes:
    """Return a PNG of a few bytes that claims 40,000 by 40,000 pixels."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", 40000, 40000, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"\0")) + chunk(b"IEND", b"")


GIF = (
    b"GIF89a\x01\x00\x01\x00\x80\x00\x00\xff\xff\xff\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;"
)
NO_PICTURES = {
    "a page": b"<html><script>alert(1)</script></html>",
    "a drawing": b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    "a paper": b"%PDF-1.7",
    "another format": GIF,
    "half a picture": _with_place()[:200],
    "nothing": b"",
}


@pytest.mark.parametrize("content", NO_PICTURES.values(), ids=NO_PICTURES)
def test_non_picture_refused_regardless_of_name_and_type(world: World, content: bytes) -> None:
    with refuses("PHOTO_NOT_IMAGE"):
        photo_clean(SimpleUploadedFile("foto.jpg", content, content_type="image/jpeg"))


def test_decompression_bomb_refused_by_header() -> None:
    with refuses("PHOTO_TOO_LARGE"):
        photo_clean(SimpleUploadedFile("foto.jpg", _bomb(), content_type="image/jpeg"))


def test_oversized_file_refused_unread() -> None:
    with refuses("PHOTO_TOO_BIG"):
        photo_clean(BytesIO(_with_place() + b"\0" * MOST_BYTES))


def _send(client: Client, address: str, content: bytes, name: str) -> Any:
    return client.post(address, {"photo": SimpleUploadedFile(name, content, content_type="image/jpeg")}, follow=True)


@pytest.mark.parametrize("role", ["table’s link", "referee"])
def test_table_photo_stored_without_location(world: World, role: str) -> None:
    running_event = Event.objects.get(slug=world.facts["table_photo.slug"])
    client = world.client(role)
    token = world.tokens.get(role)
    address = (
        reverse("table_link_photo", args=[token]) if token else reverse("table_photo", args=[running_event.slug, 1, 1])
    )
    _send(client, address, _with_place(), "../../etc/passwd.jpg")
    photo = Photo.objects.get(event=running_event)
    with photo.file.open() as file:
        stored = file.read()
    assert _place(stored) == {}
    assert photo.file.name.startswith(f"photos/{running_event.pk}/{photo.sha256[:32]}")
    assert photo.file.name.endswith(".jpg")


def test_refused_photo_explained_and_not_stored(world: World) -> None:
    running_event = Event.objects.get(slug=world.facts["table_photo.slug"])
    response = _send(
        world.client("table’s link"), reverse("table_link_photo", args=[world.tokens["table’s link"]]), GIF, "a.jpg"
    )
    assert response.status_code == 200
    assert len(shown_messages(response)) == 1
    assert not Photo.objects.filter(event=running_event).exists()
