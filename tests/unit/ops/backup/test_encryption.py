"""Encryption of backups: any length comes back, any change is found, another identity opens nothing."""

from __future__ import annotations

import errno
import os
import stat
import string
import subprocess
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from ops.backup import encryption
from ops.backup.archive import verify_archive
from ops.backup.encryption import archive_encrypt, decrypt, encrypted_path, identity_write
from ops.backup.errors import BackupError, Damaged
from tests.conftest import ROOT

CHUNK = 64 * 1024
#: An identity and its recipient, and "rows" encrypted for it by another program of the format.
IDENTITY = "AGE-SECRET-KEY-17Z9WKF3VT2LFVL3578842V2WC9F63SXHYA5U2UF904F9JS7SM3EQGXWZ0M"
RECIPIENT = "age1ju27n8cpalah5vzrdfj6cs07kswve0akflgqxx3m2668dspwvqrq7kjdln"
FOREIGN = bytes.fromhex(
    "6167652d656e6372797074696f6e2e6f72672f76310a2d3e205832353531392074584572582b43763738346f674e6a6b476553347a69"
    "6141525241546f5a755073627046453058684351340a75727773513755586a364830796853736f71477864493371584662596f677a42"
    "774b484f446d447a4464450a2d3e205e303f654a5f2d6772656173650a674859636e6d734e71707842613169374b4c674e77776b4461"
    "51394e4862424a4a46686e4f41736e74473134394e4a4732510a2d2d2d206252353048515a6b785442363147677759516b7837735074"
    "6851466d535779663449524e77694c706342550a767d7c33582e2999427d90c986d4204149324fe1a8c9a67cc27beccde9f696143258"
    "d08f"
)


@pytest.fixture
def identity(tmp_path: Path, settings: Any) -> Path:
    settings.FOSSATO_BACKUP_RECIPIENT = identity_write(tmp_path / "identity")
    return tmp_path / "identity"


def _encrypted(folder: Path, content: bytes) -> Path:
    archive = folder / "copia.tar"
    archive.write_bytes(content)
    assert archive_encrypt(archive)
    archive.unlink()
    return encrypted_path(archive)


@pytest.mark.parametrize("size", [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK])
def test_content_of_any_length_comes_back(identity: Path, tmp_path: Path, size: int) -> None:
    content = bytes(number % 251 for number in range(size))
    closed = _encrypted(tmp_path, content)
    assert size < 100 or content[:100] not in closed.read_bytes()
    call_command("backup_decrypt", str(closed), identity=identity)
    opened = tmp_path / "copia.tar"
    assert opened.read_bytes() == content
    assert {stat.S_IMODE(path.stat().st_mode) for path in (opened, closed, identity)} == {0o600}


def test_each_changed_byte_and_each_cut_is_found_and_leaves_no_file(identity: Path, tmp_path: Path) -> None:
    closed = _encrypted(tmp_path, b"rows" * 50)
    whole, opened = closed.read_bytes(), tmp_path / "copia.tar"
    changed = [whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :] for place in range(len(whole))]
    for content in (*changed, *(whole[:length] for length in range(len(whole)))):
        closed.write_bytes(content)
        with pytest.raises(BackupError):
            decrypt(closed, opened, identity)
        assert not opened.exists()


def test_another_spelling_of_the_same_bits_is_found(identity: Path, tmp_path: Path) -> None:
    """The last letter of the header's 43 has two bits to spare."""
    closed = _encrypted(tmp_path, b"rows")
    content = closed.read_bytes()
    letters = string.ascii_uppercase + string.ascii_lowercase + string.digits + "+/"
    last = content.index(b"\n--- ") + len("\n--- ") + 42
    other = letters[letters.index(chr(content[last])) + 1].encode()
    closed.write_bytes(content[:last] + other + content[last + 1 :])
    with pytest.raises(Damaged):
        decrypt(closed, tmp_path / "copia.tar", identity)


def test_last_chunk_cut_off_is_found(identity: Path, tmp_path: Path) -> None:
    closed = _encrypted(tmp_path, b"x" * (2 * CHUNK))
    closed.write_bytes(closed.read_bytes()[: -CHUNK - 16])
    with pytest.raises(Damaged, match="cut off"):
        decrypt(closed, tmp_path / "copia.tar", identity)


def test_another_identity_opens_nothing(identity: Path, tmp_path: Path) -> None:
    closed = _encrypted(tmp_path, b"rows")
    identity_write(tmp_path / "other")
    with pytest.raises(CommandError, match="not encrypted for this identity"):
        call_command("backup_decrypt", str(closed), identity=tmp_path / "other")
    assert identity.exists()


def test_identity_in_use_is_not_overwritten(identity: Path) -> None:
    before = identity.read_bytes()
    with pytest.raises(CommandError):
        call_command("backup_identity", str(identity))
    assert identity.read_bytes() == before


def test_wrong_recipient_is_refused_by_its_letters(tmp_path: Path, settings: Any) -> None:
    archive = tmp_path / "copia.tar"
    archive.write_bytes(b"rows")
    settings.FOSSATO_BACKUP_RECIPIENT = RECIPIENT[:-1] + ("q" if RECIPIENT[-1] != "q" else "p")
    with pytest.raises(BackupError, match="is no recipient of age"):
        archive_encrypt(archive)
    settings.FOSSATO_BACKUP_RECIPIENT = ""
    assert not archive_encrypt(archive)
    assert not encrypted_path(archive).exists()


def test_file_of_another_program_of_the_format_is_opened(tmp_path: Path) -> None:
    identity, closed, opened = tmp_path / "identity", tmp_path / "copia.tar.age", tmp_path / "copia.tar"
    identity.write_text(f"# from elsewhere\n{IDENTITY}\n")
    closed.write_bytes(FOREIGN)
    decrypt(closed, opened, identity)
    assert opened.read_bytes() == b"rows"


def test_backup_of_an_earlier_version_is_decrypted_and_listed(tmp_path: Path) -> None:
    """Before pyrage the site wrote the format of age by itself."""
    identity, closed = tmp_path / "identity", tmp_path / "copia.tar.age"
    identity.write_text(f"{IDENTITY}\n")
    closed.write_bytes((ROOT / "tests" / "data" / "backups" / "by-hand.tar.age").read_bytes())
    call_command("backup_decrypt", str(closed), identity=identity)
    manifest = verify_archive(tmp_path / "copia.tar")
    sizes = {name: member["size"] for name, member in manifest["members"].items()}
    assert sizes == {"database.sqlite3": 85890, "media/events/1/foto.jpg": 1024}


@pytest.mark.parametrize("size", [0, 3 * CHUNK])
def test_age_itself_opens_what_is_written_and_writes_what_is_opened(identity: Path, tmp_path: Path, size: int) -> None:
    """Debian's package age is another implementation of the format, in Go."""
    content = bytes(number % 251 for number in range(size))
    closed = _encrypted(tmp_path, content)
    opened = subprocess.run(["age", "-d", "-i", identity, closed], check=True, capture_output=True)
    assert opened.stdout == content
    recipient = identity.read_text().splitlines()[0].removeprefix("# ")
    subprocess.run(["age", "-r", recipient, "-o", closed], input=content, check=True)
    decrypt(closed, tmp_path / "copia.tar", identity)
    assert (tmp_path / "copia.tar").read_bytes() == content


def test_full_disk_is_named_and_leaves_no_file(identity: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    closed = _encrypted(tmp_path, b"rows" * CHUNK)
    archive = tmp_path / "altra.tar"
    archive.write_bytes(b"rows")
    with monkeypatch.context() as full:
        full.setattr(encryption.os, "fsync", _no_space)
        with pytest.raises(BackupError, match="No space left"):
            archive_encrypt(archive)
        with pytest.raises(CommandError, match="No space left"):
            call_command("backup_decrypt", str(closed), identity=identity)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["altra.tar", closed.name, "identity"]


def _no_space(_number: int) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
