"""An attacker changes a backup, with a new seal, so that a restore gives an account its powers."""

from __future__ import annotations

import stat
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.core.management.base import CommandError

from ops.backup import restoring, signing
from ops.backup.archive import verify_archive, writing
from ops.backup.errors import BackupError, Refused
from ops.management.commands import restore as command
from tests import factories as make


def _archive(folder: Path, content: bytes) -> Path:
    source = folder / "source"
    source.write_bytes(content)
    with writing(folder / "copia.tar") as archive:
        archive.add("database.sqlite3", source)
        archive.close({"made_at": "2026-11-21"})
    return folder / "copia.tar"


@pytest.fixture
def signed(tmp_path: Path, settings: Any) -> Path:
    signing.key_make(tmp_path / "key")
    settings.FOSSATO_BACKUP_KEY = str(tmp_path / "key")
    archive = _archive(tmp_path, b"rows")
    assert signing.archive_sign(archive)
    settings.FOSSATO_BACKUP_KEY, settings.FOSSATO_BACKUP_PUBLIC_KEY = "", str(tmp_path / "key.pub")
    return archive


def test_signed_backup_is_accepted_and_its_key_is_private(signed: Path) -> None:
    assert signing.signature_check(signed)
    assert stat.S_IMODE((signed.parent / "key").stat().st_mode) == 0o600
    assert b"PRIVATE" not in signed.read_bytes() + signing.signature_path(signed).read_bytes()


def test_backup_changed_with_a_new_seal_is_refused_whatever_is_said(signed: Path) -> None:
    _archive(signed.parent, b"rows of an attacker")
    # The seal alone finds nothing.
    verify_archive(signed)
    for unsigned in (False, True):
        with pytest.raises(Refused, match="changed afterwards"):
            signing.signature_check(signed, unsigned=unsigned)


def test_backup_signed_with_another_key_is_refused(signed: Path, settings: Any) -> None:
    signing.key_make(signed.parent / "other")
    settings.FOSSATO_BACKUP_KEY = str(signed.parent / "other")
    signing.archive_sign(signed)
    with pytest.raises(Refused):
        signing.signature_check(signed)


@pytest.mark.parametrize("text", [b"", b"not base64 at all", b"\xff\xfe"])
def test_signature_that_is_none_is_refused(signed: Path, text: bytes) -> None:
    signing.signature_path(signed).write_bytes(text)
    with pytest.raises(Refused):
        signing.signature_check(signed, unsigned=True)


def test_backup_without_its_signature_needs_to_be_vouched_for(signed: Path) -> None:
    signing.signature_path(signed).unlink()
    with pytest.raises(Refused, match="--unsigned"):
        signing.signature_check(signed)
    assert not signing.signature_check(signed, unsigned=True)


def test_restore_says_what_it_could_not_check(tmp_path: Path, monkeypatch: Any, capsys: Any) -> None:
    archive = _archive(tmp_path, b"rows")
    manifest = {"rows": {}, "files": 0, "secret_key": ""} | dict.fromkeys(
        ("made_at", "program", "vendor", "server"), ""
    )
    monkeypatch.setattr(command, "backup_inspect", lambda *_args: manifest)
    call_command("restore", archive, "--check")
    assert "Not checked who made it" in capsys.readouterr().err


def test_restore_checks_the_signature_before_anything_else_happens(signed: Path, monkeypatch: Any) -> None:
    signing.signature_path(signed).unlink()
    monkeypatch.setattr(command, "backup_inspect", lambda *_args: {})
    monkeypatch.setattr(command, "backup_restore", lambda **_options: pytest.fail("it was restored"))
    with pytest.raises(CommandError, match="no signature"):
        call_command("restore", signed)


def test_key_is_not_overwritten(signed: Path) -> None:
    with pytest.raises(BackupError):
        signing.key_make(signed.parent / "key")


@pytest.mark.django_db
def test_accounts_with_powers_are_named() -> None:
    make.make_user("referente", referent=True)
    make.make_user("mallory", superuser=True)
    make.make_user("giocatrice")
    User.objects.filter(pk=make.make_user("chiuso", superuser=True).pk).update(is_active=False)
    assert restoring.accounts_with_powers() == {
        "administration": ["mallory"],
        "National Referent": ["referente"],
    }
