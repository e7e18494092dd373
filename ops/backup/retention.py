"""Remove old backup archives: the newest good ones stay, whatever happens to the next backup."""

from __future__ import annotations

import json
import tarfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ops.backup.archive import FORMAT, MANIFEST
from ops.backup.erasures import lineage

#: Archives whose content is not right: they say what was wrong, and one is enough for that.
NOT_GOOD_KEPT = 1


@dataclass(frozen=True, slots=True)
class Archive:
    """A backup of this database: when it was made, and whether its verification found no problem."""

    path: Path
    made_at: str
    good: bool


def archives_prune(*, folder: Path, keep: int) -> list[Path]:
    """Remove the old backups of this database in a folder.

    Arguments:
        keep: how many good ones stay, the newest; of those that are not right, or were not verified, one stays.
    Returns: what was removed. Files that are no backup of this database are left alone.
    """
    found = [one for path in sorted(folder.glob("*.tar")) if (one := _archive(path)) is not None]
    found.sort(key=lambda one: one.made_at, reverse=True)
    good = [one for one in found if one.good]
    others = [one for one in found if not one.good]
    removed = [one.path for one in (*good[keep:], *others[NOT_GOOD_KEPT:])]
    for path in removed:
        path.unlink(missing_ok=True)
    return removed


def _archive(path: Path) -> Archive | None:
    """Read the manifest of an archive; None where it is none of this database. Its bytes are not checked here."""
    try:
        with tarfile.open(path, "r:") as tar:
            text = tar.extractfile(MANIFEST)
            manifest: dict[str, Any] = json.loads(text.read() if text else b"")
            if manifest.get("format") != FORMAT or manifest.get("lineage") != lineage():
                return None
            verification = manifest.get("verification")
            good = verification is not None and not verification["problems"]
            return Archive(path, str(manifest["made_at"]), good)
    except (OSError, tarfile.TarError, EOFError, ValueError, KeyError, TypeError, AttributeError):
        return None
