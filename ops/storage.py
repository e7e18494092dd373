"""File storage with atomic writes; static files named by their content."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any

from django.core.files.storage import FileSystemStorage
from whitenoise.storage import CompressedManifestStaticFilesStorage

from tournament.personal_data.unfinished_uploads import PARTIAL


class AtomicFileSystemStorage(FileSystemStorage):
    """Write atomically: temporary file, fsync, rename.

    A full disk or a crash leaves no partial file under its final name. Errors: OSError, with no file left behind.
    """

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
            return self._move_into_place(partial, name)
        except BaseException:
            Path(partial).unlink(missing_ok=True)
            raise

    def _move_into_place(self, partial: str, name: str) -> str:
        """Rename a complete file to its name, or to the next free one; existing files are never overwritten."""
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


class StaticFilesStorage(CompressedManifestStaticFilesStorage):
    """Compress the static files and name them by their content, also where one script imports another."""

    # Django's support_js_module_import_aggregation would also follow imports that vendored scripts only mention.
    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        ("fossato/js/*.js", ((r"""(?P<matched>from "(?P<url>\./[\w-]+\.js)")""", 'from "%(url)s"'),)),
    )
