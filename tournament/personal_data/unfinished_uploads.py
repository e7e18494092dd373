"""Files of uploads that a killed process left half written: nobody sees them, and they may show people."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from django.conf import settings

#: Days after which a half written file is left over, not being written.
UPLOAD_DAYS: Final = 1
#: Beginning of the names of files that the storage is writing, and pattern of those that Django receives.
PARTIAL: Final = ".partial-"
_RECEIVED: Final = "tmp*.upload*"


def _left_over(now: datetime) -> Iterator[Path]:
    limit = (now - timedelta(days=UPLOAD_DAYS)).timestamp()
    received = Path(settings.FILE_UPLOAD_TEMP_DIR or tempfile.gettempdir())
    for path in (*Path(settings.MEDIA_ROOT).rglob(f"{PARTIAL}*"), *received.glob(_RECEIVED)):
        # It may have gone in the meantime, and in a shared folder belong to another program.
        with suppress(FileNotFoundError):
            facts = path.stat()
            if facts.st_mtime < limit and facts.st_uid == os.getuid():
                yield path


def unfinished_uploads_delete(now: datetime, *, dry_run: bool = False) -> int:
    """Delete the files that were left half written more than ``UPLOAD_DAYS`` ago; return how many.

    Arguments:
        dry_run: only count.
    """
    files = list(_left_over(now))
    if not dry_run:
        for path in files:
            path.unlink(missing_ok=True)
    return len(files)
