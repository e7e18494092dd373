"""The sealed archive: intact or refused, for any flipped byte and any truncation."""

from __future__ import annotations

import stat
import tarfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ops.backup.archive import MANIFEST, SEAL, unpack, verify_archive, writing
from ops.backup.errors import Damaged
from tests.volume import part_of

FILES = {"database.sqlite3": b"rows" * 700, "media/events/1/foto.jpg": bytes(range(256)), "media/vuoto.pdf": b""}


def _make(folder: Path, files: dict[str, bytes] = FILES) -> Path:
    path = folder / "copia.tar"
    with writing(path) as archive:
        for number, (name, content) in enumerate(files.items()):
            source = folder / f"source-{number}"
            source.write_bytes(content)
            archive.add(name, source)
        archive.close({"made_at": "2026-11-21"})
    return path


@pytest.fixture(scope="module")
def archive_bytes(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return _make(tmp_path_factory.mktemp("archive")).read_bytes()


def test_archive_round_trip(tmp_path: Path) -> None:
    path = _make(tmp_path)
    manifest = verify_archive(path)
    assert manifest["made_at"] == "2026-11-21"
    assert manifest["members"].keys() == FILES.keys()
    unpack(path, tmp_path / "out")
    assert {name: (tmp_path / "out" / name).read_bytes() for name in FILES} == FILES


def test_archive_private_and_readable_by_tar(tmp_path: Path) -> None:
    path = _make(tmp_path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    with tarfile.open(path) as tar:
        assert tar.getnames() == [*FILES, MANIFEST, SEAL]


@settings(max_examples=part_of(400))
@given(at=st.floats(0, 1, exclude_max=True), bit=st.integers(0, 7))
def test_archive_flipped_bit_detected(
    archive_bytes: bytes, tmp_path_factory: pytest.TempPathFactory, at: float, bit: int
) -> None:
    flipped = bytearray(archive_bytes)
    flipped[int(at * len(flipped))] ^= 1 << bit
    path = tmp_path_factory.getbasetemp() / "spoilt.tar"
    path.write_bytes(flipped)
    with pytest.raises(Damaged, match=r"spoilt\.tar"):
        verify_archive(path)


@settings(max_examples=part_of(100))
@given(at=st.floats(0, 1, exclude_max=True))
def test_archive_truncation_detected(archive_bytes: bytes, tmp_path_factory: pytest.TempPathFactory, at: float) -> None:
    path = tmp_path_factory.getbasetemp() / "cut.tar"
    path.write_bytes(archive_bytes[: int(at * len(archive_bytes))])
    with pytest.raises(Damaged):
        verify_archive(path)


def test_archive_trailing_bytes_detected(archive_bytes: bytes, tmp_path: Path) -> None:
    path = tmp_path / "long.tar"
    path.write_bytes(archive_bytes + b"\0" * 512)
    with pytest.raises(Damaged):
        verify_archive(path)


@pytest.mark.parametrize("name", ["../fuori", "/etc/passwd", "media/../../fuori"])
def test_archive_escaping_name_refused(tmp_path: Path, name: str) -> None:
    path = _make(tmp_path, {name: b"x"})
    with pytest.raises(Damaged, match="is not a file that a backup holds"):
        verify_archive(path)


@pytest.mark.parametrize("content", [b"", b"not a tar", b"\0" * 10240])
def test_non_archive_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "altro.tar"
    path.write_bytes(content)
    with pytest.raises(Damaged, match="no backup of Fossato"):
        verify_archive(path)


def _broken_off(folder: Path) -> None:
    with writing(folder / "copia.tar") as archive:
        archive.add("database.sqlite3", folder / "missing")


def _interrupted(folder: Path) -> None:
    with writing(folder / "copia.tar"):
        raise KeyboardInterrupt


@pytest.mark.parametrize(("break_off", "error"), [(_broken_off, FileNotFoundError), (_interrupted, KeyboardInterrupt)])
def test_interrupted_backup_leaves_previous_one(
    tmp_path: Path, break_off: Callable[[Path], None], error: type[BaseException]
) -> None:
    (tmp_path / "copia.tar").write_bytes(b"the last one")
    with pytest.raises(error):
        break_off(tmp_path)
    assert [(entry.name, entry.read_bytes()) for entry in tmp_path.iterdir()] == [("copia.tar", b"the last one")]
