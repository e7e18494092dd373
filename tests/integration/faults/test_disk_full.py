"""The disk is full: a clear response, the sheet stored, no partial file; everything works once there is space again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.core.files.base import ContentFile
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import OperationalError
from django.db.utils import ConnectionHandler
from django.test import Client
from django.urls import reverse
from PIL import Image
from pypdf import PdfReader

from ops.error_handlers import is_database_unavailable, is_disk_full
from ops.storage import AtomicFileSystemStorage
from tests import factories as make
from tests.integration.faults.disks import SmallDisk
from tournament import tasks
from tournament.access import links
from tournament.delivery import jobs
from tournament.models import Job, Photo, Sheet, Table

pytestmark = pytest.mark.django_db

#: Capacity of the media disk in bytes: less than a photo of a form or a pack.
ROOM = 32 * 1024


@pytest.fixture
def disk(tmp_path: Path, settings: Any) -> Iterator[SmallDisk]:
    """Return the disk of the media files."""
    small = SmallDisk(tmp_path / "media", ROOM)
    settings.MEDIA_ROOT = str(small.folder)
    yield small
    small.close()


def _photo() -> SimpleUploadedFile:
    """Return an incompressible picture: about 200 kB as a JPEG."""
    buffer = BytesIO()
    Image.effect_noise((640, 480), 90).convert("RGB").save(buffer, "JPEG", quality=85)
    return SimpleUploadedFile("modulo.jpg", buffer.getvalue(), "image/jpeg")


def _link() -> tuple[Table, str]:
    table = make.tables_of(make.last_round(make.drawn_event()))[0]
    link = next(
        table_link
        for table_link in links.table_links_make(round=table.round, by=None)
        if table_link.table_id == table.pk
    )
    return table, f"/t/{links.link_token(link)}/"


def _files_on_disk(disk: SmallDisk) -> list[Path]:
    """Return the files of the disk beside the empty one whose lock lets one photo at a time be decoded."""
    lock = disk.folder / ".photo-decoding"
    files = disk.files()
    assert lock in files
    assert lock.stat().st_size == 0
    return [file for file in files if file != lock]


def _sheet_form(table: Table) -> dict[str, Any]:
    sheet = make.simple_sheet(table)
    rows = {f"s{seat}_{name}": value for seat, row in enumerate(sheet["seats"]) for name, value in row.items()}
    return {"mode": "numbers", "end": sheet["end"], "ended_by": sheet["ended_by"], "deliver": "1", "key": "k1", **rows}


def test_photo_refused_sheet_stored(disk: SmallDisk, client: Client) -> None:
    table, address = _link()
    with disk.full():
        assert client.post(address, _sheet_form(table)).status_code == 302
        response = client.post(f"{address}foto/", {"photo": _photo()}, follow=True)
    page = response.content.decode()
    assert response.status_code == 200
    assert "Il disco del server è pieno: il file non è stato salvato, tutto il resto sì." in page
    assert Sheet.objects.filter(table=table, key="k1").count() == 1
    assert (Photo.objects.count(), _files_on_disk(disk)) == (0, [])
    disk.enlarge()
    client.post(f"{address}foto/", {"photo": _photo()})
    photo = Photo.objects.get(table=table)
    assert _files_on_disk(disk) == [Path(photo.file.path)]
    with Image.open(photo.file.path) as stored:
        stored.load()


def test_queued_photo_waits_on_phone(disk: SmallDisk, client: Client) -> None:
    """A status of the server's own (5xx) keeps it in the queue; with space again the same photo is stored, once."""
    table, address = _link()
    photo, queue = _photo().read(), {"accept": "application/json"}
    with disk.full():
        full = client.post(f"{address}foto/", {"photo": SimpleUploadedFile("m.jpg", photo)}, headers=queue)
    assert (full.status_code, Photo.objects.count(), _files_on_disk(disk)) == (507, 0, [])
    disk.enlarge()
    second_response = client.post(f"{address}foto/", {"photo": SimpleUploadedFile("m.jpg", photo)}, headers=queue)
    assert (second_response.status_code, second_response.json()["state"], Photo.objects.get().table) == (
        200,
        "stored",
        table,
    )


@pytest.mark.soak(
    gate="tests/unit/tournament/printing/test_pack.py::test_print_pack_failure_is_shown_and_can_be_requested_again"
)
def test_pack_failure_explained_then_printed_on_retry(
    disk: SmallDisk, django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    event = make.drawn_event()
    organiser = make.make_user()
    make.grant(event, organiser)
    ask: Any = {"kind": "print_pack", "key": "pack", "args": {"round": make.last_round(event).pk}, "event": event}
    with disk.full():
        job = jobs.job_enqueue(**ask)
        tasks.run(job.pk)
    job.refresh_from_db()
    assert (job.state, job.error.partition(":")[0], job.result.name, job.attempts) == ("failed", "DiskFull", "", 1)
    assert disk.files() == []
    client = Client()
    client.force_login(organiser)
    page = client.get(reverse("job", args=[job.pk]))
    assert "Il disco del server è pieno" in page.content.decode()
    disk.enlarge()
    with django_capture_on_commit_callbacks(execute=True):
        assert jobs.job_enqueue(**ask).pk == job.pk
    job.refresh_from_db()
    assert (job.state, job.error, job.attempts) == (Job.State.DONE, "", 1)
    assert disk.files() == [Path(job.result.path)]
    assert len(PdfReader(job.result.path).pages) > 3


def test_upload_without_space_answered_507(disk: SmallDisk, settings: Any, client: Client) -> None:
    _table, address = _link()
    settings.FILE_UPLOAD_TEMP_DIR = str(disk.folder)
    client.raise_request_exception = False
    with disk.full():
        response = client.post(f"{address}foto/", {"photo": SimpleUploadedFile("foto.jpg", bytes(3 * 1024 * 1024))})
    page = response.content.decode()
    assert (response.status_code, response["Retry-After"]) == (507, "5")
    assert "Il disco del server è pieno" in page
    assert 'class="fo-header"' in page
    assert (Photo.objects.count(), disk.files()) == (0, [])


def test_killed_write_leaves_no_second_file(disk: SmallDisk) -> None:
    disk.enlarge()
    job = jobs.job_enqueue(kind="print_pack", key="pack", args={"round": 0})
    jobs.job_finish(job, b"half of it, said by nobody", "pacco.pdf")
    Job.objects.filter(pk=job.pk).update(state=Job.State.RUNNING, result="")
    jobs.job_finish(Job.objects.get(pk=job.pk), b"%PDF whole", "pacco.pdf")
    job.refresh_from_db()
    assert disk.files() == [Path(job.result.path)]
    assert disk.files()[0].read_bytes() == b"%PDF whole"
    assert disk.files()[0].name == "pacco.pdf"


def test_same_file_name_overwrites_nothing_keeps_mode(tmp_path: Path, settings: Any) -> None:
    storage = AtomicFileSystemStorage(location=tmp_path)
    names = [storage.save("foto/a.jpg", ContentFile(content)) for content in (b"one", b"two")]
    assert names[0] == "foto/a.jpg"
    assert [Path(storage.path(name)).read_bytes() for name in names] == [b"one", b"two"]
    assert {path.stat().st_mode & 0o777 for path in tmp_path.rglob("*.jpg")} == {settings.FILE_UPLOAD_PERMISSIONS}
    assert len(list((tmp_path / "foto").iterdir())) == 2


class _Torn(ContentFile):
    """A file whose upload breaks off."""

    def chunks(self, chunk_size: int | None = None) -> Iterator[bytes]:
        yield b"half"
        raise ConnectionError("gone")


def test_broken_off_upload_leaves_no_file(tmp_path: Path) -> None:
    with pytest.raises(ConnectionError):
        AtomicFileSystemStorage(location=tmp_path).save("foto/a.jpg", _Torn(b""))
    assert list((tmp_path / "foto").iterdir()) == []


def test_full_database_distinguished_from_unavailable(tmp_path: Path) -> None:
    facts = {"ENGINE": "django.db.backends.sqlite3", "NAME": str(tmp_path / "small.sqlite3"), "OPTIONS": {"timeout": 0}}
    small, other = (ConnectionHandler({"default": dict(facts)})["default"] for _ in range(2))
    with small.cursor() as cursor:
        cursor.execute("create table one (words text)")
        cursor.execute("pragma page_count")
        cursor.execute(f"pragma max_page_count = {cursor.fetchone()[0]}")
        with pytest.raises(OperationalError) as full:
            cursor.execute("insert into one values (%s)", ["x" * 100_000])
        cursor.execute("begin immediate")
        with pytest.raises(OperationalError) as busy, other.cursor() as waits:
            waits.execute("begin immediate")
        with pytest.raises(OperationalError) as ours:
            cursor.execute("select * from nowhere")
        cursor.execute("rollback")
    for connection in (small, other):
        connection.close()
    classified = [
        (is_disk_full(error_info.value), is_database_unavailable(error_info.value)) for error_info in (full, busy, ours)
    ]
    assert classified == [(True, False), (False, True), (False, False)]
