"""Sign backups with Ed25519, so that one that was changed on purpose is refused, and not only one that was damaged.

The seal inside an archive is a digest: who changes the archive writes a new one. The signature stands beside it, in
``FILE.sig``, and its private key is neither in the archive nor in the database.
"""

from __future__ import annotations

import base64
import hashlib
import os
from pathlib import Path
from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from django.conf import settings

from ops.backup.errors import BackupError, Refused

_SIGNED_AS: Final = b"fossato-backup-signature/1\n"


def signature_path(archive: Path) -> Path:
    """Return where the signature of an archive is."""
    return archive.with_name(f"{archive.name}.sig")


def _message(archive: Path) -> bytes:
    """Return what is signed: the digest of every byte of the archive."""
    with archive.open("rb") as file:
        return _SIGNED_AS + hashlib.file_digest(file, "sha256").digest()


def _private_key(path: str) -> Ed25519PrivateKey:
    try:
        key = serialization.load_pem_private_key(Path(path).read_bytes(), None)
    except (OSError, ValueError, TypeError) as error:
        raise BackupError(f"FOSSATO_BACKUP_KEY: {path} holds no private key that can be read ({error}).") from error
    if not isinstance(key, Ed25519PrivateKey):
        raise BackupError(f"FOSSATO_BACKUP_KEY: {path} is not an Ed25519 key: manage.py backup_key makes one.")
    return key


def _public_key() -> Ed25519PublicKey | None:
    """Return the key that signatures are checked with; None if this installation names none."""
    path = settings.FOSSATO_BACKUP_PUBLIC_KEY
    if not path:
        return _private_key(settings.FOSSATO_BACKUP_KEY).public_key() if settings.FOSSATO_BACKUP_KEY else None
    try:
        key = serialization.load_pem_public_key(Path(path).read_bytes())
    except (OSError, ValueError) as error:
        raise BackupError(f"FOSSATO_BACKUP_PUBLIC_KEY: {path} holds no key that can be read ({error}).") from error
    if not isinstance(key, Ed25519PublicKey):
        raise BackupError(f"FOSSATO_BACKUP_PUBLIC_KEY: {path} is not an Ed25519 key.")
    return key


def key_make(path: Path) -> Path:
    """Write a new private key, readable by its owner only, and its public key beside it; return the latter's path.

    Errors: BackupError if a file is there already.
    """
    key, public_path = Ed25519PrivateKey.generate(), path.with_name(f"{path.name}.pub")
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    public = key.public_key().public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
    try:
        for target, content, mode in ((path, private, 0o600), (public_path, public, 0o644)):
            with open(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
                file.write(content)
    except OSError as error:
        raise BackupError(f"{error.filename}: {error.strerror}. No key of another name was touched.") from error
    return public_path


def archive_sign(archive: Path) -> bool:
    """Sign an archive with ``FOSSATO_BACKUP_KEY``. Returns False, and does nothing, without such a key.

    Errors: BackupError for a key that cannot be read.
    """
    if not settings.FOSSATO_BACKUP_KEY:
        return False
    signature = _private_key(settings.FOSSATO_BACKUP_KEY).sign(_message(archive))
    target = signature_path(archive)
    try:
        with open(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(base64.b64encode(signature) + b"\n")
            os.fsync(file.fileno())
    except OSError as error:
        raise BackupError(f"{target} could not be written: {error.strerror}. The backup is there, unsigned.") from error
    return True


def signature_check(archive: Path, *, unsigned: bool = False) -> bool:
    """Check the signature of an archive. Returns False if this installation names no key, so that nothing was checked.

    Arguments:
        unsigned: accept an archive without a signature; a wrong signature is refused all the same.
    Errors: Refused for a wrong signature, or a missing one; BackupError for a key that cannot be read.
    """
    key = _public_key()
    if key is None:
        return False
    try:
        signature = base64.b64decode(signature_path(archive).read_bytes(), validate=False)
    except FileNotFoundError:
        if unsigned:
            return False
        raise Refused(
            f"{archive} has no signature beside it ({signature_path(archive).name}), and this installation signs its "
            "backups. Take one that is signed; if you know who made this one: --unsigned."
        ) from None
    except (OSError, ValueError) as error:
        raise Refused(f"{signature_path(archive)} cannot be read: {error}.") from error
    try:
        key.verify(signature, _message(archive))
    except InvalidSignature:
        raise Refused(
            f"{archive}: its signature is not of this installation's key, or it was changed afterwards. Take another."
        ) from None
    return True
