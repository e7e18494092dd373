"""Make a backup: a consistent copy of the database, the photos and papers, and the result of verifying them."""

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

from ops.backup.archive import Progress, no_progress, writing
from ops.backup.databases import dump
from ops.backup.erasures import lineage
from ops.backup.errors import BackupError
from ops.backup.verification import championship_verify

MEDIA = "media/"


def program_version() -> str:
    """Return the version of this program from its project file."""
    return str(tomllib.loads((settings.BASE_DIR / "pyproject.toml").read_text())["project"]["version"])


def secret_mark() -> str:
    """Return a fingerprint that distinguishes secret keys without revealing them: private links depend on the key."""
    return salted_hmac("fossato.backup", "secret key", algorithm="sha256").hexdigest()[:16]


def media_files(root: Path) -> Iterator[Path]:
    """Yield photos and papers in a fixed order, without hidden files and without links that lead elsewhere."""
    for folder, folders, files in os.walk(root):
        folders.sort()
        for name in sorted(files):
            path = Path(folder, name)
            if not name.startswith(".") and path.is_file() and not path.is_symlink():
                yield path


def backup_make(*, path: Path, verify: bool = True, progress: Progress = no_progress) -> dict[str, Any]:
    """Write a backup of database and media atomically, readable by its owner only.

    Arguments:
        verify: also verify ledger, draws and event files, and store the findings in the manifest.
    Returns: the manifest.
    Errors: BackupError, with no file left behind.
    """
    if path.exists():
        raise BackupError(f"{path} is there already. Give another name, or take it away first.")
    if not path.parent.is_dir():
        raise BackupError(f"{path.parent} is no folder.")
    try:
        return _write_backup(path, verify, progress)
    except OSError as error:
        raise BackupError(f"{path} could not be written: {error.strerror or error}. Nothing was left.") from error


def _write_backup(path: Path, verify: bool, progress: Progress) -> dict[str, Any]:
    # Beside the archive: the disk with space for one has space for the other, and both are readable by the owner only.
    with tempfile.TemporaryDirectory(dir=path.parent, prefix=f".{path.name}.") as folder, writing(path) as archive:
        copy, database_facts = dump(Path(folder))
        archive.add(copy.name, copy)
        files, missing_count = list(media_files(Path(settings.MEDIA_ROOT))), 0
        for number, file in enumerate(files, start=1):
            try:
                archive.add(MEDIA + file.relative_to(settings.MEDIA_ROOT).as_posix(), file)
            except FileNotFoundError:
                # Deleted since the list was made: its row was deleted too, or verification reports the file as missing.
                missing_count += 1
            progress("files", number, len(files))
        checked = championship_verify(progress) if verify else None
        facts = {
            "made_at": timezone.now().isoformat(timespec="seconds"),
            "program": program_version(),
            "vendor": connection.vendor,
            "server": database_facts.server,
            "migrations": database_facts.migrations,
            "rows": database_facts.rows,
            "files": len(files) - missing_count,
            "lineage": lineage(),
            "secret_key": secret_mark(),
            "verification": {"counts": checked.counts, "problems": checked.problems} if checked else None,
        }
        archive.close(facts)
        return {**facts, "members": archive.members}
