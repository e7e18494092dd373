"""The photo of the paper form on a phone: reduced, stored offline, sent once after its sheet."""

from __future__ import annotations

import re
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import FilePayload, Page, Request, expect

from tests import factories as make
from tests.integration.browser import visitors
from tests.integration.browser.visitors import button, translated
from tests.volume import rows_in
from tournament.access import links
from tournament.models import Photo, Sheet, Table

pytestmark = pytest.mark.django_db(transaction=True)

#: Whether every photo of the phone is sent; the size of the stored one, and whether it has EXIF data.
SENT = f"{visitors.stored('photos')}.then((all) => all.length && all.every((one) => one.state === 'sent'))"
KEPT = f"""async () => {{ const [one] = await {visitors.stored("photos")};
  const picture = await createImageBitmap(new Blob([one.bytes], {{ type: 'image/jpeg' }}));
  return {{ carries: new TextDecoder('latin1').decode(one.bytes).includes('Telefono'),
    width: picture.width, height: picture.height }}; }}"""
WAITING = "#unsent li[data-photo][data-state=waiting]"


@pytest.fixture
def table() -> Table:
    return make.tables_of(make.last_round(make.drawn_event()))[0]


@pytest.fixture
def phone(open_page: Callable[..., Page], live_server: Any, table: Table) -> Page:
    """Open the table's sheet through its link in five-number mode, with its service worker ready."""
    table_links = links.table_links_make(round=table.round, by=None)
    token = links.link_token(next(table_link for table_link in table_links if table_link.table_id == table.pk))
    page = open_page("phone")
    page.goto(f"{live_server.url}/t/{token}/")
    visitors.count_five_numbers(page)
    _ready(page)
    return page


def _ready(page: Page) -> None:
    expect(page.locator("body[data-offline-ready]")).to_have_count(1)
    visitors.until(page, "navigator.serviceWorker.ready.then(() => Boolean(navigator.serviceWorker.controller))")


def _photo(width: int = 3000, height: int = 1500) -> FilePayload:
    """Return a picture taken sideways, with location and device in its metadata."""
    exif = Image.Exif()
    exif[0x0112] = 6
    exif[0x010F] = "Telefono di Anna"
    buffer = BytesIO()
    Image.linear_gradient("L").resize((width, height)).convert("RGB").save(buffer, "JPEG", exif=exif)
    return FilePayload(name="foto.jpg", mimeType="image/jpeg", buffer=buffer.getvalue())


def _take(page: Page, payload: FilePayload) -> None:
    if not page.locator("form[data-photo]").is_visible():
        page.get_by_text(translated("Photo of the paper form")).click()
    page.locator("[name=photo]").set_input_files(payload)
    page.get_by_role("button", name=translated("Save the photo")).click()


def _queued(page: Page) -> list[dict[str, Any]]:
    queued_photos: list[dict[str, Any]] = page.evaluate(
        f"{visitors.stored('photos')}"
        ".then((all) => all.map(({ state, bytes }) => ({ state, size: bytes?.byteLength })))"
    )
    return queued_photos


def test_photo_reduced_and_stored_while_typing(phone: Page, table: Table) -> None:
    phone.locator("[name=s0_points]").fill("33")
    _take(phone, _photo())
    expect(phone.locator("[data-photo-list] li")).to_have_text([_words("Photo sent at {time}.")])
    expect(phone.locator("[name=s0_points]")).to_have_value("33")
    photo = Photo.objects.get()
    assert photo.table == table
    with photo.file as file, Image.open(file) as stored:
        assert stored.size == (1000, 2000)
    _take(phone, _photo())
    expect(phone.locator("[data-photo-list] li")).to_have_count(1)
    assert Photo.objects.count() == 1


def _words(msgid: str) -> re.Pattern[str]:
    """Match the sentence with any time of day."""
    before, _sep, after = translated(msgid).partition("{time}")
    return re.compile(re.escape(before) + r"\d\d:\d\d" + re.escape(after))


def test_offline_photo_sent_once_after_sheet(phone: Page, table: Table) -> None:
    phone.context.set_offline(True)
    visitors.type_sheet(phone, make.simple_sheet(table))
    _take(phone, _photo())
    expect(phone.locator(WAITING)).to_have_count(1)
    expect(phone.locator("[data-photo-list] li")).to_have_text([_words("Photo taken at {time}: not sent yet.")])
    _take(phone, _photo())
    button(phone, "Deliver and confirm").click()
    expect(phone.locator("#unsent li:not([data-photo])")).to_have_count(1)
    assert [queued_photo["state"] for queued_photo in _queued(phone)] == ["waiting"]
    assert phone.evaluate(KEPT) == {"carries": False, "width": 1000, "height": 2000}
    address, context = phone.url, phone.context
    phone.close()
    page = context.new_page()
    order: list[str] = []

    def note(request: Request) -> None:
        if request.method == "POST":
            order.append(request.url.split("/")[-2])

    page.on("request", note)
    page.goto(address)
    expect(page.locator(WAITING)).to_have_count(1)
    expect(page.locator("#unsent canvas")).to_have_count(1)
    assert (Sheet.objects.count(), Photo.objects.count()) == (0, 0)
    order.clear()
    context.set_offline(False)
    expect(page.locator(".fo-log li")).to_have_count(1)
    expect(page.locator("#unsent")).to_be_hidden()
    visitors.until(page, SENT)
    assert (Sheet.objects.count(), Photo.objects.count()) == (1, 1)
    assert "foto" in order
    assert order.index("foto") > order.index(address.split("/")[-2])
    assert Photo.objects.get().table == table


@pytest.mark.soak(gate="tests/integration/browser/test_photos.py::test_offline_photo_sent_once_after_sheet")
def test_lost_response_creates_no_second_photo(phone: Page) -> None:
    phone.evaluate(
        """() => { const real = window.fetch; let lost = false;
        window.fetch = async (...all) => { const answer = await real(...all);
          if (!lost && all[1]?.body instanceof FormData) { lost = window.lost = true; throw new TypeError('lost'); }
          return answer; }; }"""
    )
    _take(phone, _photo())
    visitors.until(phone, "window.lost")
    expect(phone.locator(WAITING)).to_have_count(1)
    assert Photo.objects.count() == 1
    phone.get_by_role("button", name=translated("Send now")).click()
    expect(phone.locator("#unsent")).to_be_hidden()
    expect(phone.locator("[data-photo-list] li")).to_have_text([_words("Photo sent at {time}.")])
    assert Photo.objects.count() == 1


@pytest.mark.soak(gate="tests/integration/browser/test_photos.py::test_offline_photo_sent_once_after_sheet")
def test_photo_of_revoked_link_stays_on_phone(phone: Page, table: Table) -> None:
    phone.context.set_offline(True)
    _take(phone, _photo())
    expect(phone.locator(WAITING)).to_have_count(1)
    links.link_revoke(link=table.links.get(), by=None)
    phone.context.set_offline(False)
    expect(phone.locator("#unsent li[data-photo][data-state=gone]")).to_contain_text(
        translated("The link or the table is no longer there: show the photo to the referee.")
    )
    assert _queued(phone)[0]["size"] > 1000
    assert Photo.objects.count() == 0


@pytest.mark.soak(gate="tests/integration/browser/test_large_photos.py::test_unreadable_photo_refused_by_server")
@pytest.mark.parametrize(
    ("content", "words"),
    rows_in(2, [(b"\xff\xd8" + b"0" * 20 * 1024 * 1024, "20 MB"), (b"Non sono una foto", "JPEG, PNG o WebP")]),
    ids=["20 MB", "no picture"],
)
def test_non_photo_refused_at_once_offline(
    phone: Page, tmp_path: Path, content: bytes, words: str, axe_violations: Callable[[Page], list[str]]
) -> None:
    file = tmp_path / "foto.jpg"
    file.write_bytes(content)
    phone.context.set_offline(True)
    phone.get_by_text(translated("Photo of the paper form")).click()
    phone.locator("[name=photo]").set_input_files(file)
    expect(phone.locator("[data-photo-said]")).to_contain_text(words)
    expect(phone.locator("[name=photo]")).to_have_value("")
    assert axe_violations(phone) == []
    assert _queued(phone) == []
