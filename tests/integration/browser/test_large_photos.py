"""A photo above the server's limit is reduced in the browser: at the table, on the desk, without local storage."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from tests import factories as make
from tests.integration.browser import visitors
from tests.integration.browser.visitors import notice, translated
from tournament.access import links
from tournament.models import Photo
from tournament.records.photo_decoding import MOST_BYTES

pytestmark = pytest.mark.django_db(transaction=True)

#: As taken by a camera held sideways.
SIZE = (5000, 3750)
STORED = (1500, 2000)
#: Milliseconds to reduce and send a large photo on a busy machine.
LONG = 90_000
#: Every write to the local photo store fails, as on a phone without space.
FULL = """() => {
  const put = IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = function (record) {
    if (this.name === "photos") throw new DOMException("full", "QuotaExceededError");
    return put.call(this, record);
  };
}"""


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    """Return a JPEG of about 18 MB; noise does not compress."""
    exif = Image.Exif()
    exif[0x0112] = 6
    exif[0x010F] = "Telefono di Anna"
    width, height = SIZE
    noise = Image.frombytes("RGB", SIZE, random.Random(4).randbytes(width * height * 3))
    path = tmp_path / "grande.jpg"
    noise.save(path, "JPEG", quality=92, exif=exif)
    assert path.stat().st_size > MOST_BYTES
    return path


@pytest.fixture
def sheet(open_page: Callable[..., Page], live_server: Any) -> Page:
    """Open a table's sheet through its link, with the photo section expanded."""
    game_round = make.last_round(make.drawn_event())
    token = links.link_token(links.table_links_make(round=game_round, by=None)[0])
    page = open_page("phone")
    page.goto(f"{live_server.url}/t/{token}/")
    expect(page.locator("body[data-offline-ready]")).to_have_count(1)
    page.get_by_text(translated("Photo of the paper form")).click()
    return page


def _press(page: Page, name: str) -> None:
    """Press a button, and wait for the server's response: large files take a while."""
    with page.expect_response(lambda answer: answer.request.method == "POST", timeout=LONG):
        page.get_by_role("button", name=translated(name)).click()


def _the_one_photo() -> Photo:
    photo_row = Photo.objects.get()
    with photo_row.file as file, Image.open(file) as stored:
        assert stored.size == STORED
        assert not stored.getexif()
    return photo_row


@pytest.mark.soak(gate="tests/integration/browser/test_photos.py::test_photo_reduced_and_stored_while_typing")
def test_large_photo_at_table(sheet: Page, photo: Path) -> None:
    sheet.locator("[name=photo]").set_input_files(photo)
    _press(sheet, "Save the photo")
    sent_prefix = translated("Photo sent at {time}.").partition("{time}")[0]
    expect(sheet.locator("[data-photo-list] li")).to_contain_text(sent_prefix)
    expect(sheet.locator("[data-photo-said]")).to_be_empty()
    assert _the_one_photo().table is not None


@pytest.mark.soak(gate="tests/integration/browser/test_photos.py::test_photo_reduced_and_stored_while_typing")
def test_large_photo_at_table_without_local_storage(sheet: Page, photo: Path) -> None:
    """The browser submits the form itself, with the reduced photo."""
    sheet.evaluate(FULL)
    sheet.locator("[name=photo]").set_input_files(photo)
    _press(sheet, "Save the photo")
    notice(sheet, "The photo of the form is saved.")
    assert _the_one_photo().table is not None


@pytest.fixture
def report(open_page: Callable[..., Page], live_server: Any) -> Page:
    """Open the page of an event's report as the organiser."""
    event, user = make.concluded_event(), make.make_user()
    make.grant(event, user)
    page = open_page("phone")
    visitors.sign_in_quickly(page, live_server.url, user)
    page.goto(f"{live_server.url}/organizza/{event.slug}/rapporto/")
    return page


@pytest.mark.soak(
    gate="tests/unit/tournament/web/desk/test_report.py::test_report_photo_address_and_submission_are_idempotent"
)
def test_large_photo_of_report(report: Page, photo: Path) -> None:
    """Chosen and submitted immediately: the form waits until the photo is reduced."""
    report.locator("[name=file]").set_input_files(photo)
    _press(report, "Add the photo")
    notice(report, "The photo is saved, without the place where it was taken.")
    assert _the_one_photo().table is None


@pytest.mark.soak(
    gate="tests/unit/tournament/web/desk/test_report.py::test_report_photo_address_and_submission_are_idempotent"
)
def test_large_photo_of_report_submitted_later(report: Page, photo: Path) -> None:
    """The reduced photo is in the form long before the submit button is pressed."""
    report.locator("[name=file]").set_input_files(photo)
    visitors.until(report, "document.querySelector('[name=file]').files[0].name === 'photo.jpg'")
    _press(report, "Add the photo")
    notice(report, "The photo is saved, without the place where it was taken.")
    assert _the_one_photo().table is None


def test_unreadable_photo_refused_by_server(report: Page, tmp_path: Path) -> None:
    """The server's limit is unchanged."""
    file = tmp_path / "foto.jpg"
    file.write_bytes(b"\xff\xd8" + b"0" * (MOST_BYTES + 1))
    report.locator("[name=file]").set_input_files(file)
    _press(report, "Add the photo")
    expect(report.locator("#id_file_error")).to_be_visible()
    assert Photo.objects.count() == 0
