"""Camera check-in in a browser without barcode detection: Chromium's camera plays a film of a printed code."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from tests import factories as make
from tests.integration.browser import visitors
from tests.integration.browser.conftest import FLAGS
from tests.integration.browser.visitors import button
from tournament.access import links
from tournament.models import Entry, Event, EventRole
from tournament.printing import documents

pytestmark = pytest.mark.django_db(transaction=True)

WIDE, HIGH = 640, 480
READER = "fossato/vendor/qr-decode.min.js"
#: As on an iPhone, whichever Chromium runs the tests.
NO_DETECTOR = "delete window.BarcodeDetector;"
NO_CAMERA = 'Object.defineProperty(navigator, "mediaDevices", { value: undefined });'


def picture_of(address: str) -> Image.Image:
    """Return the printed code as held before a camera: large, on white paper, slightly rotated."""
    rows = [bytes(0 if module else 255 for module in row) for row in documents.segno.make(address, error="m").matrix]
    code = Image.frombytes("L", (len(rows), len(rows)), b"".join(rows))
    code = code.resize((HIGH * 5 // 8, HIGH * 5 // 8), Image.Resampling.NEAREST)
    code = code.rotate(7, Image.Resampling.BICUBIC, expand=True, fillcolor=255)
    paper = Image.new("L", (WIDE, HIGH), 255)
    paper.paste(code, ((WIDE - code.width) // 2, (HIGH - code.height) // 2))
    return paper


def write_film(path: Path, frame: Image.Image) -> None:
    """Write a YUV4MPEG2 film of one grey picture, ten frames; Chromium loops it."""
    grey = bytes([128]) * (WIDE * HIGH // 2)
    head = f"YUV4MPEG2 W{WIDE} H{HIGH} F10:1 Ip A1:1 C420jpeg\n".encode()
    path.write_bytes(head + (b"FRAME\n" + frame.tobytes() + grey) * 10)


@pytest.fixture
def film(tmp_path: Path) -> Path:
    """Return the path of the camera's film: white paper, until a test writes another film."""
    path = tmp_path / "camera.y4m"
    write_film(path, Image.new("L", (WIDE, HIGH), 255))
    return path


@pytest.fixture
def chromium(chromium: Browser, film: Path) -> Iterator[Browser]:
    """Start a Chromium with a camera, available to pages whose context grants it (``permissions``)."""
    flags = [*FLAGS, "--use-fake-device-for-media-stream", f"--use-file-for-fake-video-capture={film}"]
    browser = chromium.browser_type.launch(executable_path=shutil.which("chromium"), args=flags)
    yield browser
    browser.close()


@pytest.fixture
def event() -> Event:
    return make.check_in_event(present=0)


def _door(page: Page, site: str, event: Event) -> list[str]:
    """Open check-in as a referee; return the list of the reader's files as they are fetched."""
    user = make.make_user()
    make.grant(event, user, EventRole.Role.REFEREE)
    visitors.sign_in_quickly(page, site, user)
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url) if READER in request.url else None)
    page.add_init_script(NO_DETECTOR)
    page.goto(f"{site}/organizza/{event.slug}/presenze/")
    return fetched


def _says(page: Page, what: str) -> None:
    """Assert that the page shows this camera message only, and no picture."""
    expect(page.locator(f"[data-camera-say={what}]")).to_be_visible()
    expect(page.locator("[data-camera-say]:visible")).to_have_count(1)
    expect(page.locator("video")).to_be_hidden()


@pytest.mark.soak(gate="tests/integration/browser/test_check_in.py::test_camera_reads_code_once")
def test_printed_code_before_camera_checks_in(
    open_page: Callable[..., Page],
    live_server: Any,
    event: Event,
    film: Path,
    axe_violations: Callable[[Page], list[str]],
) -> None:
    link = links.participant_links_make(event=event, by=None)[1]
    assert link.entry is not None
    write_film(film, picture_of(f"{live_server.url}/g/{links.link_token(link)}/"))
    page = open_page("phone", permissions=["camera"])
    fetched = _door(page, live_server.url, event)
    assert fetched == []
    button(page, "Open the camera").click()
    expect(page.locator("#said .check-in__name")).to_have_text(str(link.entry.person))
    expect(page.locator("video")).to_be_visible()
    assert len(fetched) == 1
    assert axe_violations(page) == []
    button(page, "Close the camera").click()
    expect(page.locator("video")).to_be_hidden()
    assert list(Entry.objects.filter(event=event, state="checked_in")) == [link.entry]


@pytest.mark.soak(gate="tests/integration/browser/test_check_in.py::test_camera_reads_code_once")
def test_camera_permission_denied(open_page: Callable[..., Page], live_server: Any, event: Event) -> None:
    page = open_page("phone", permissions=[])
    fetched = _door(page, live_server.url, event)
    button(page, "Open the camera").click()
    _says(page, "refused")
    expect(button(page, "Open the camera")).to_be_visible()
    assert fetched == []


@pytest.mark.soak(gate="tests/integration/browser/test_check_in.py::test_camera_reads_code_once")
def test_reader_download_failed(open_page: Callable[..., Page], live_server: Any, event: Event) -> None:
    page = open_page("phone", permissions=["camera"])
    _door(page, live_server.url, event)
    page.route(f"**/{READER}", lambda route: route.abort())
    button(page, "Open the camera").click()
    _says(page, "reader")
    expect(button(page, "Open the camera")).to_be_focused()


@pytest.mark.soak(gate="tests/integration/browser/test_check_in.py::test_hand_scanner_checks_in_one_by_one")
def test_browser_without_camera(open_page: Callable[..., Page], live_server: Any, event: Event) -> None:
    page = open_page("phone")
    page.add_init_script(NO_CAMERA)
    _door(page, live_server.url, event)
    _says(page, "camera")
    expect(page.locator("[data-camera-start]")).to_be_hidden()
