"""File storage with atomic writes; static files named by their content."""

from __future__ import annotations

import gzip
import hashlib
import os
import tempfile
import zlib
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from threading import Lock
from typing import Any

import brotli
from django.core.files.storage import FileSystemStorage
from whitenoise.compress import Compressor
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


#: Endings of the compressed files, and what unpacks them.
UNPACK: dict[str, Callable[[bytes], bytes]] = {".br": brotli.decompress, ".gz": gzip.decompress}


class ReusingCompressor(Compressor):
    """Compress each content once: most files exist under two names, and few change between two releases.

    Compressed files of an earlier collection are kept if they unpack to the content.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)  # type: ignore[no-untyped-call]  # whitenoise has no annotations
        self._compressed: dict[bytes, dict[str, bytes]] = {}
        # Several threads compress: the second that has a content waits for the first.
        self._locks: defaultdict[bytes, Lock] = defaultdict(Lock)

    def compress(self, path: str) -> list[str]:
        data = Path(path).read_bytes()
        content = hashlib.sha256(data).digest()
        with self._locks[content]:
            if content in self._compressed:
                stat = os.stat(path)
                return [
                    self.write_data(path, packed, suffix, stat)  # type: ignore[no-untyped-call]  # whitenoise has no annotations
                    for suffix, packed in self._compressed[content].items()
                ]
            names = [path + suffix for suffix in UNPACK]
            if not all(_unpacks_to(data, Path(path + suffix), unpack) for suffix, unpack in UNPACK.items()):
                names = super().compress(path)  # type: ignore[no-untyped-call]  # whitenoise has no annotations
            self._compressed[content] = {name.removeprefix(path): Path(name).read_bytes() for name in names}
            return names


def _unpacks_to(data: bytes, compressed: Path, unpack: Callable[[bytes], bytes]) -> bool:
    """Return whether a compressed file is there, whole and of this content."""
    try:
        return unpack(compressed.read_bytes()) == data
    except (brotli.error, OSError, EOFError, zlib.error):
        return False


class StaticFilesStorage(CompressedManifestStaticFilesStorage):
    """Compress the static files and name them by their content, also where one script imports another."""

    # Django's support_js_module_import_aggregation would also follow imports that vendored scripts only mention.
    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        ("fossato/js/*.js", ((r"""(?P<matched>from "(?P<url>\./[\w-]+\.js)")""", 'from "%(url)s"'),)),
    )

    def create_compressor(self, **options: Any) -> ReusingCompressor:
        return ReusingCompressor(**options)
