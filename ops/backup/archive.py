"""The archive: a tar file in which every byte is covered by a checksum.

    database.sqlite3 or database.dump, media/…     the content
    manifest.json                                  what it is, and the SHA-256 and size of every member above
    SEAL                                           the SHA-256 of every byte before this member

Any tar program reads it. The bytes after the seal's digest are fixed too, so that every flipped bit is detected. No
Django here: an archive can be checked anywhere.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import os
import tarfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import IO, TYPE_CHECKING, Any

from ops.backup.errors import Damaged

if TYPE_CHECKING:
    from typing_extensions import Buffer

FORMAT = "fossato-backup/1"
MANIFEST, SEAL = "manifest.json", "SEAL"
CHUNK = 1 << 20
#: Called with the current step, the number of bytes or items done, and the total.
Progress = Callable[[str, int, int], None]


def no_progress(what: str, done: int, total: int) -> None:
    """Ignore progress."""


def _header(name: str, size: int) -> tarfile.TarInfo:
    """Return a member's header, the same bytes for the same name and size regardless of user and time."""
    member = tarfile.TarInfo(name)
    member.size, member.mode, member.mtime = size, 0o600, 0
    return member


class HashingWriter(io.RawIOBase):
    """Write a file and hash all bytes written to it with SHA-256."""

    def __init__(self, file: IO[bytes]) -> None:
        super().__init__()
        self._file, self.sha256 = file, hashlib.sha256()

    def write(self, data: Buffer) -> int:
        self.sha256.update(data)
        return self._file.write(data)

    def tell(self) -> int:
        return self._file.tell()


class HashingReader:
    """Read a source and hash it with SHA-256 on the way."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file, self.sha256 = file, hashlib.sha256()

    def read(self, size: int = -1) -> bytes:
        data = self._file.read(size)
        self.sha256.update(data)
        return data


@dataclass
class Writer:
    """Write an archive; see :func:`writing`."""

    _tar: tarfile.TarFile
    _out: HashingWriter
    members: dict[str, dict[str, Any]] = field(default_factory=dict)

    def add(self, name: str, path: Path) -> None:
        """Add a file under this name. Errors: OSError; FileNotFoundError where the file was deleted concurrently."""
        with path.open("rb") as file:
            size = os.fstat(file.fileno()).st_size
            source = HashingReader(file)
            self._tar.addfile(_header(name, size), source)
        self.members[name] = {"sha256": source.sha256.hexdigest(), "size": size}

    def close(self, facts: dict[str, Any]) -> None:
        """Add the manifest with these facts, and the seal."""
        manifest = {"format": FORMAT, **facts, "members": self.members}
        self._text(MANIFEST, json.dumps(manifest, ensure_ascii=False, indent=1, sort_keys=True) + "\n")
        self._text(SEAL, self._out.sha256.hexdigest() + "\n")
        self._tar.close()

    def _text(self, name: str, text: str) -> None:
        content = text.encode()
        self._tar.addfile(_header(name, len(content)), io.BytesIO(content))


@contextlib.contextmanager
def writing(path: Path) -> Iterator[Writer]:
    """Open a new archive that only its owner may read; it gets its name once it is complete and fsynced, or is removed.

    A file of that name is replaced. Errors: OSError, for example a full disk.
    """
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            out = HashingWriter(file)
            with tarfile.open(mode="w", fileobj=out, format=tarfile.PAX_FORMAT) as tar:
                yield Writer(tar, out)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
        _fsync_directory(path.parent)
    finally:
        part.unlink(missing_ok=True)


def _fsync_directory(folder: Path) -> None:
    """Fsync a folder, so that a new name in it survives a crash."""
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def verify_archive(path: Path, progress: Progress = no_progress) -> dict[str, Any]:
    """Return the manifest of an archive after checking every byte. Errors: Damaged, OSError."""
    try:
        with path.open("rb") as file:
            return _verify(path, file, progress)
    except (tarfile.TarError, EOFError, ValueError, KeyError) as error:
        raise Damaged(f"{path}: damaged, or no backup of Fossato ({error}). Take another one.") from error


def _verify(path: Path, file: IO[bytes], progress: Progress) -> dict[str, Any]:
    with tarfile.open(fileobj=file, mode="r:") as tar:
        members = tar.getmembers()
        names = [member.name for member in members]
        if names[-2:] != [MANIFEST, SEAL]:
            raise Damaged(f"{path}: damaged, cut off, or no backup of Fossato. Take another one.")
        _check_seal(path, file, members[-1], progress)
        text = tar.extractfile(members[-2])
        manifest: dict[str, Any] = json.loads(text.read() if text else b"")
        if manifest.get("format") != FORMAT:
            raise Damaged(f"{path}: its format is {manifest.get('format')!r}, this program reads {FORMAT!r}.")
        if sorted(manifest["members"]) != sorted(names[:-2]) or len(set(names)) != len(names):
            raise Damaged(f"{path}: it does not hold what its manifest names.")
        for member in members[:-2]:
            _check_member(path, tar, member, manifest["members"][member.name])
    return manifest


def _check_seal(path: Path, file: IO[bytes], seal: tarfile.TarInfo, progress: Progress) -> None:
    """Check every byte before the seal against its digest, and every byte from there on against its fixed value."""
    size, bytes_left, digest = os.fstat(file.fileno()).st_size, seal.offset, hashlib.sha256()
    file.seek(0)
    while bytes_left:
        data = file.read(min(CHUNK, bytes_left))
        if not data:
            raise Damaged(f"{path}: cut off. Take another one.")
        digest.update(data)
        bytes_left -= len(data)
        progress("checking", seal.offset - bytes_left, size)
    content = f"{digest.hexdigest()}\n".encode()
    expected = _header(SEAL, len(content)).tobuf(tarfile.PAX_FORMAT) + content.ljust(tarfile.BLOCKSIZE, b"\0")
    expected_size = seal.offset + len(expected) + 2 * tarfile.BLOCKSIZE
    expected = expected.ljust(-(-expected_size // tarfile.RECORDSIZE) * tarfile.RECORDSIZE - seal.offset, b"\0")
    if file.read() != expected:
        raise Damaged(f"{path}: damaged: its bytes are not those that were sealed. Take another one.")
    progress("checking", size, size)


def _check_member(path: Path, tar: tarfile.TarFile, member: tarfile.TarInfo, bound: dict[str, Any]) -> None:
    name = PurePosixPath(member.name)
    if not member.isreg() or name.is_absolute() or ".." in name.parts:
        raise Damaged(f"{path}: {member.name} is not a file that a backup holds.")
    source = tar.extractfile(member)
    digest = hashlib.file_digest(source, "sha256").hexdigest() if isinstance(source, io.BufferedReader) else ""
    if digest != bound["sha256"] or member.size != bound["size"]:
        raise Damaged(f"{path}: {member.name} is damaged. Take another one.")


def unpack(path: Path, folder: Path, progress: Progress = no_progress) -> None:
    """Extract a verified archive into an empty folder, checking each file's digest. Errors: OSError."""
    with tarfile.open(path, "r:") as tar:
        members = tar.getmembers()[:-2]
        for number, member in enumerate(members, start=1):
            target = folder / member.name
            target.parent.mkdir(parents=True, exist_ok=True)
            source = tar.extractfile(member)
            assert source is not None
            with open(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o640), "wb") as out:
                while data := source.read(CHUNK):
                    out.write(data)
            progress("unpacking", number, len(members))
