"""A disk that is too small, and can be enlarged."""

from __future__ import annotations

import os
import resource
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class SmallDisk:
    """A folder on a full disk: a tmpfs of its own, or a file size limit where mounting is not permitted."""

    def __init__(self, folder: Path, room: int) -> None:
        folder.mkdir()
        self.folder, self._room = folder, room
        self._limited: list[tuple[int, tuple[int, int]]] = []
        mount = ["mount", "-t", "tmpfs", "-o", f"size={room}", "tmpfs", str(folder)]
        self.is_mounted = subprocess.run(mount, capture_output=True).returncode == 0

    @contextmanager
    def full(self) -> Iterator[None]:
        """Limit the space for this process's writes inside the block; a tmpfs limits it anyway."""
        self.limit(os.getpid())
        try:
            yield
        finally:
            self._free()

    def limit(self, pid: int) -> None:
        """Apply the limit to this process too; no effect where a tmpfs is mounted."""
        if not self.is_mounted:
            old = resource.prlimit(pid, resource.RLIMIT_FSIZE)
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (self._room, old[1]))
            self._limited.append((pid, old))

    def enlarge(self) -> None:
        """Free the space: lift the file size limits, and enlarge the tmpfs where one is mounted."""
        self._free()
        if self.is_mounted:
            subprocess.run(["mount", "-o", "remount,size=64m", str(self.folder)], check=True)

    @contextmanager
    def read_only(self) -> Iterator[None]:
        """Let nobody write on the disk inside the block: mounted so, or by the modes of its files without a mount."""
        self._let_write(False)
        try:
            yield
        finally:
            self._let_write(True)

    def _let_write(self, may: bool) -> None:
        if self.is_mounted:
            subprocess.run(["mount", "-o", f"remount,{'rw' if may else 'ro'}", str(self.folder)], check=True)
            return
        for path in [self.folder, *self.folder.rglob("*")]:
            path.chmod((0o700 if path.is_dir() else 0o600) if may else (0o500 if path.is_dir() else 0o400))

    def _free(self) -> None:
        while self._limited:
            pid, old = self._limited.pop()
            resource.prlimit(pid, resource.RLIMIT_FSIZE, old)

    def files(self) -> list[Path]:
        return [path for path in self.folder.rglob("*") if path.is_file()]

    def close(self) -> None:
        if self.is_mounted:
            subprocess.run(["umount", "--lazy", str(self.folder)], check=True)
