"""Encrypt a backup for a key that the server does not hold, in the format of age (age-encryption.org/v1).

Whoever holds the identity opens the file with any program of that format (``age -d -i IDENTITY FILE.age``), or with
``manage.py backup_decrypt``. Recipients and identities are those of the kind X25519.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import pyrage
from django.conf import settings
from pyrage.x25519 import Identity, Recipient

from ops.backup.errors import BackupError, Damaged

#: Ending of the name of an encrypted backup.
SUFFIX: Final = ".age"
#: What pyrage says of a sound file that is closed for others.
_NOT_FOR_US: Final = "No matching keys found"


def identity_write(path: Path) -> str:
    """Write a new identity, which opens, into a file that only its owner may read; return its recipient, which closes.

    Errors: BackupError if the file is there already.
    """
    identity = Identity.generate()
    recipient = str(identity.to_public())
    try:
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
            file.write(f"# {recipient}\n{identity}\n")
    except OSError as error:
        raise BackupError(f"{error.filename}: {error.strerror}. No identity of another name was touched.") from error
    return recipient


def _recipient(text: str) -> Recipient:
    try:
        return Recipient.from_str(text.strip())
    except pyrage.RecipientError as error:
        raise BackupError(f"FOSSATO_BACKUP_RECIPIENT: {text} is no recipient of age (age1…): {error}.") from error


def _identity(path: Path) -> Identity:
    try:
        lines = path.read_text(encoding="ascii").splitlines()
        return Identity.from_str(next(line.strip() for line in lines if line.strip() and not line.startswith("#")))
    except (OSError, ValueError, StopIteration, pyrage.IdentityError) as error:
        raise BackupError(f"{path} holds no identity of age (AGE-SECRET-KEY-1…): {error}.") from error


def encrypted_path(archive: Path) -> Path:
    """Return where the encrypted copy of an archive is."""
    return archive.with_name(f"{archive.name}{SUFFIX}")


def archive_encrypt(archive: Path) -> bool:
    """Encrypt an archive for ``FOSSATO_BACKUP_RECIPIENT``, beside it. Returns False, and does nothing, without one.

    Errors: BackupError for a wrong recipient or a disk that does not hold the copy.
    """
    if not settings.FOSSATO_BACKUP_RECIPIENT:
        return False
    target = encrypted_path(archive)
    recipient = _recipient(settings.FOSSATO_BACKUP_RECIPIENT)
    part = _part(target)
    try:
        with archive.open("rb") as plain, open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
            pyrage.encrypt_io(plain, out, [recipient])
            out.flush()
            os.fsync(out.fileno())
        part.replace(target)
    except (OSError, pyrage.EncryptError) as error:
        raise BackupError(f"{target}: {error}. The backup is there, not encrypted.") from error
    finally:
        part.unlink(missing_ok=True)
    return True


def decrypt(source: Path, target: Path, identity: Path) -> None:
    """Write the content of an encrypted file to a new one that only its owner may read.

    Errors: BackupError for an identity that does not open it; Damaged for a changed or truncated file; OSError.
    """
    key = _identity(identity)
    part = _part(target)
    try:
        with source.open("rb") as closed, open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
            pyrage.decrypt_io(closed, out, [key])
            out.flush()
            os.fsync(out.fileno())
        part.replace(target)
    except pyrage.DecryptError as error:
        if str(error) == _NOT_FOR_US:
            raise BackupError(f"{source} is not encrypted for this identity. Nothing was written.") from error
        raise Damaged(f"{source}: no file of age, or its beginning is damaged.") from error
    except OSError as error:
        # One of the system has a number.
        if error.errno is not None:
            raise
        raise Damaged(f"{source}: changed or cut off since it was encrypted. Take another one.") from error
    finally:
        part.unlink(missing_ok=True)


def _part(target: Path) -> Path:
    """Return where a file is until it is whole."""
    return target.with_name(f".{target.name}.{os.getpid()}.part")
