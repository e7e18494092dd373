"""Files that are there whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any

from django.core.files.storage import FileSystemStorage

#: What a file is called until it is whole; one that a killed process left behind is of no use to anybody.
PARTIAL = ".partial-"


class WholeFileStorage(FileSystemStorage):
    """Writes beside the place, waits for the disk, and only then gives the name: a full disk or a dead process leaves
    no half-written file under a name that somebody reads. Errors: OSError, and nothing is left."""

    def _save(self, name: str, content: Any) -> str:
        folder = Path(self.path(name)).parent
        folder.mkdir(parents=True, exist_ok=True)
        handle, partial = tempfile.mkstemp(prefix=PARTIAL, dir=folder)
        try:
            with os.fdopen(handle, "wb") as out:
                for chunk in content.chunks():
                    out.write(chunk if isinstance(chunk, bytes) else chunk.encode())
                out.flush()
                if self.file_permissions_mode is not None:
                    os.fchmod(out.fileno(), self.file_permissions_mode)
                os.fsync(out.fileno())
            return self._named(partial, name)
        except BaseException:
            Path(partial).unlink(missing_ok=True)
            raise

    def _named(self, partial: str, name: str) -> str:
        """Gives a whole file its name, or the next free one; nobody else's file is ever overwritten."""
        while True:
            place = self.path(name)
            try:
                os.close(os.open(place, os.O_WRONLY | os.O_CREAT | os.O_EXCL))
            except FileExistsError:
                name = self.get_available_name(name)
            else:
                break
        try:
            os.replace(partial, place)
        except BaseException:
            Path(place).unlink(missing_ok=True)
            raise
        return Path(place).relative_to(self.location).as_posix()
