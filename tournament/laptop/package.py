"""The file of an event on a laptop: a ZIP with the content, its signature, and the photos of a return.

``content.json`` is signed as it stands, byte by byte; the photos are named in it by their SHA-256.
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pkgutil import iter_modules
from typing import Any

from tournament import migrations
from tournament.core.signatures import is_signed, sign_with
from tournament.laptop.errors import FileUnreadable, NotSigned, OtherVersion

FORMAT = "fossato-laptop/1"
TAKE, RETURN = "take", "return"
#: As many bytes as a request may have, less some for its other fields.
MOST_BYTES = 12 * 1024 * 1024
#: Bytes of the content unpacked: a hundred times what an event of 200 players takes would still be refused.
MOST_UNPACKED = 200 * 1024 * 1024
#: A fixed time of the members, so that the same event gives the same file.
_WHEN = (1980, 1, 1, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Package:
    """A file that was read: its content, the bytes that are signed, the signature, and photos by SHA-256."""

    content: dict[str, Any]
    signed: bytes
    signature: str
    photos: Mapping[str, bytes]

    @property
    def rows(self) -> dict[str, Any]:
        """Return the rows by label; empty where the content has none."""
        rows = self.content.get("rows")
        return rows if isinstance(rows, dict) else {}


def schema_version() -> str:
    """Return the name of the newest migration of this program: files go between equal ones only."""
    return max(module.name for module in iter_modules(migrations.__path__))


def pack(content: Mapping[str, Any], *, private_key: str, photos: Mapping[str, bytes] | None = None) -> bytes:
    """Return the file of a content, signed.

    Arguments:
        private_key: hexadecimal; photos: JPEG files by their SHA-256.
    """
    signed = json.dumps({"format": FORMAT, "schema": schema_version(), **content}, ensure_ascii=False).encode()
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        members = {"content.json": signed, "signature": sign_with(private_key, signed).encode()}
        for name, data in members.items():
            archive.writestr(zipfile.ZipInfo(name, _WHEN), data, zipfile.ZIP_DEFLATED)
        for digest, data in (photos or {}).items():
            archive.writestr(zipfile.ZipInfo(f"photos/{digest}.jpg", _WHEN), data, zipfile.ZIP_STORED)
    return buffer.getvalue()


def unpack(data: bytes) -> Package:
    """Read a file; its signature is not checked yet.

    Errors: FileUnreadable; OtherVersion.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if sum(member.file_size for member in archive.infolist()) > MOST_UNPACKED:
                raise FileUnreadable
            signed, signature = archive.read("content.json"), archive.read("signature").decode("ascii")
            photos = {
                hashlib.sha256(photo).hexdigest(): photo
                for photo in (archive.read(name) for name in archive.namelist() if name.startswith("photos/"))
            }
        content = json.loads(signed)
    except (zipfile.BadZipFile, KeyError, ValueError, NotImplementedError, RuntimeError, EOFError, OSError) as error:
        raise FileUnreadable from error
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise FileUnreadable
    if content.get("schema") != schema_version():
        raise OtherVersion(theirs=str(content.get("schema"))[:80], ours=schema_version())
    return Package(content, signed, signature, photos)


def check_signature(package: Package, public_key: str) -> None:
    """Require the signature of a key. Errors: NotSigned."""
    if not is_signed(package.signed, key=public_key, signature=package.signature):
        raise NotSigned
