"""A backup is made: one moment of the database, the photos and papers, and whether what they hold is true."""

from __future__ import annotations

import os
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection
from django.utils import timezone
from django.utils.crypto import salted_hmac

from ops.backup.archive import Progress, silent, writing
from ops.backup.databases import dump
from ops.backup.erasures import lineage
from ops.backup.errors import BackupError
from ops.backup.verification import championship_verify

MEDIA = "media/"


def program_version() -> str:
    """The version of this program, as its project file says."""
    return str(tomllib.loads((settings.BASE_DIR / "pyproject.toml").read_text())["project"]["version"])


def secret_mark() -> str:
    """Tells one secret key from another, and nothing about either: private links live and die with it."""
    return salted_hmac("fossato.backup", "secret key", algorithm="sha256").hexdigest()[:16]


def media_files() -> Iterator[Path]:
    """Photos and papers, in a fixed order; nothing hidden, no link that leads elsewhere."""
    for folder, folders, files in os.walk(settings.MEDIA_ROOT):
        folders.sort()
        for name in sorted(files):
            path = Path(folder, name)
            if not name.startswith(".") and path.is_file() and not path.is_symlink():
                yield path


def backup_make(*, path: Path, verify: bool = True, progress: Progress = silent) -> dict[str, Any]:
    """Writes a backup of database and media; it has its name only when it is whole, and its owner alone may read it.

    Arguments:
        verify: also look whether ledger, draws and event files are true, and keep what was found in the manifest.
    Returns: the manifest.
    Errors: BackupError, nothing is left then.
    """
    if path.exists():
        raise BackupError(f"{path} is there already. Give another name, or take it away first.")
    if not path.parent.is_dir():
        raise BackupError(f"{path.parent} is no folder.")
    try:
        return _made(path, verify, progress)
    except OSError as error:
        raise BackupError(f"{path} could not be written: {error.strerror or error}. Nothing was left.") from error


def _made(path: Path, verify: bool, progress: Progress) -> dict[str, Any]:
    # Beside the archive: the disk that has room for the one has room for the other, and both are their owner's alone.
    with tempfile.TemporaryDirectory(dir=path.parent, prefix=f".{path.name}.") as folder, writing(path) as archive:
        copy, found = dump(Path(folder))
        archive.add(copy.name, copy)
        files, gone = list(media_files()), 0
        for number, file in enumerate(files, start=1):
            try:
                archive.add(MEDIA + file.relative_to(settings.MEDIA_ROOT).as_posix(), file)
            except FileNotFoundError:
                # Erased between the list and now: the row went too, or its file is told as missing by the check.
                gone += 1
            progress("files", number, len(files))
        checked = championship_verify(progress) if verify else None
        facts = {
            "made_at": timezone.now().isoformat(timespec="seconds"),
            "program": program_version(),
            "vendor": connection.vendor,
            "server": found.server,
            "migrations": found.migrations,
            "rows": found.rows,
            "files": len(files) - gone,
            "lineage": lineage(),
            "secret_key": secret_mark(),
            "verification": {"counts": checked.counts, "problems": checked.problems} if checked else None,
        }
        archive.close(facts)
        return {**facts, "members": archive.members}
