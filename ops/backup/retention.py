"""Remove old backup archives; the newest good ones are kept even if the next backup fails."""

from __future__ import annotations

import json
import tarfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ops.backup.archive import FORMAT, MANIFEST
from ops.backup.encryption import encrypted_path
from ops.backup.erasures import lineage
from ops.backup.signing import signature_path

#: Archives that failed verification: one is enough to show what was wrong.
FAILED_ARCHIVES_KEPT = 1


@dataclass(frozen=True, slots=True)
class Archive:
    """A backup of this database: when it was made, and whether its verification found no problem."""

    path: Path
    made_at: str
    good: bool


def archives_prune(*, folder: Path, keep: int) -> list[Path]:
    """Remove the old backups of this database in a folder.

    Arguments:
        keep: how many good ones stay, the newest; of those that failed or skipped verification, one stays.
    Returns: the removed paths. Files that are no backup of this database are left alone.
    """
    archives = [archive for path in sorted(folder.glob("*.tar")) if (archive := _read_archive(path)) is not None]
    archives.sort(key=lambda archive: archive.made_at, reverse=True)
    good = [archive for archive in archives if archive.good]
    not_good = [archive for archive in archives if not archive.good]
    removed = [archive.path for archive in (*good[keep:], *not_good[FAILED_ARCHIVES_KEPT:])]
    for path in removed:
        path.unlink(missing_ok=True)
        for beside in (signature_path(path), encrypted_path(path)):
            beside.unlink(missing_ok=True)
    return removed


def _read_archive(path: Path) -> Archive | None:
    """Read the manifest of an archive without checking its bytes. None for files that are no such backup."""
    try:
        with tarfile.open(path, "r:") as tar:
            text = tar.extractfile(MANIFEST)
            manifest: dict[str, Any] = json.loads(text.read() if text else b"")
            if manifest.get("format") != FORMAT or manifest.get("lineage") != lineage():
                return None
            verification = manifest.get("verification")
            is_good = verification is not None and not verification["problems"]
            return Archive(path, str(manifest["made_at"]), is_good)
    except (OSError, tarfile.TarError, EOFError, ValueError, KeyError, TypeError, AttributeError):
        return None
