"""Encrypt a backup for a key that the server does not hold, in the format of age (age-encryption.org/v1).

Whoever holds the identity opens the file with any program of that format (``age -d -i IDENTITY FILE.age``), or with
``manage.py backup_decrypt``. Only recipients of the kind X25519 are written and read.
"""

from __future__ import annotations

import base64
import hmac
import itertools
import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

from ops.backup.bech32 import bech32_decode, bech32_encode
from ops.backup.errors import BackupError, Damaged

_VERSION: Final = b"age-encryption.org/v1\n"
_INFO: Final = b"age-encryption.org/v1/X25519"
#: Ending of the name of an encrypted backup.
SUFFIX: Final = ".age"
RECIPIENT: Final = "age"
IDENTITY: Final = "age-secret-key-"
_CHUNK: Final = 64 * 1024
_TAG: Final = 16
#: Bytes of a header with one recipient; more than a hundred are not read.
_LONGEST_HEADER: Final = 16 * 1024
_ZERO_NONCE: Final = bytes(12)


def _derived(secret: bytes, salt: bytes, info: bytes) -> bytes:
    return HKDF(algorithm=SHA256(), length=32, salt=salt, info=info).derive(secret)


def _unpadded(content: bytes) -> bytes:
    return base64.b64encode(content).rstrip(b"=")


def _padded(text: bytes) -> bytes:
    """Return the bytes of unpadded base64, which the format has in one spelling only: the bits to spare are zero.

    Errors: ValueError.
    """
    content = base64.b64decode(text + b"=" * (-len(text) % 4), validate=True)
    if _unpadded(content) != text:
        raise ValueError(text)
    return content


def _raw(key: X25519PublicKey) -> bytes:
    return key.public_bytes(serialization.Encoding.Raw, serialization.PublicFormat.Raw)


def identity_write(path: Path) -> str:
    """Write a new identity, which opens, into a file that only its owner may read; return its recipient, which closes.

    Errors: BackupError if the file is there already.
    """
    key = X25519PrivateKey.generate()
    private = key.private_bytes(
        serialization.Encoding.Raw, serialization.PrivateFormat.Raw, serialization.NoEncryption()
    )
    recipient = bech32_encode(RECIPIENT, _raw(key.public_key()))
    try:
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
            file.write(f"# {recipient}\n{bech32_encode(IDENTITY, private).upper()}\n")
    except OSError as error:
        raise BackupError(f"{error.filename}: {error.strerror}. No identity of another name was touched.") from error
    return recipient


def _recipient(text: str) -> X25519PublicKey:
    try:
        return X25519PublicKey.from_public_bytes(bech32_decode(RECIPIENT, text.strip()))
    except ValueError as error:
        raise BackupError(f"FOSSATO_BACKUP_RECIPIENT: {text} is no recipient of age (age1…): {error}.") from error


def _identity(path: Path) -> X25519PrivateKey:
    try:
        lines = path.read_text(encoding="ascii").splitlines()
        text = next(line.strip() for line in lines if line.strip() and not line.startswith("#"))
        return X25519PrivateKey.from_private_bytes(bech32_decode(IDENTITY, text.lower()))
    except (OSError, ValueError, StopIteration) as error:
        raise BackupError(f"{path} holds no identity of age (AGE-SECRET-KEY-1…): {error}.") from error


def _header(file_key: bytes, recipient: X25519PublicKey) -> bytes:
    """Return the header: the key of the file, closed for the recipient, and its code."""
    ephemeral = X25519PrivateKey.generate()
    share = _raw(ephemeral.public_key())
    wrap = _derived(ephemeral.exchange(recipient), share + _raw(recipient), _INFO)
    body = _unpadded(ChaCha20Poly1305(wrap).encrypt(_ZERO_NONCE, file_key, None))
    head = _VERSION + b"-> X25519 " + _unpadded(share) + b"\n" + body + b"\n---"
    return head + b" " + _unpadded(_code(file_key, head)) + b"\n"


def _code(file_key: bytes, head: bytes) -> bytes:
    return hmac.digest(_derived(file_key, b"", b"header"), head, "sha256")


def _nonce(number: int, *, is_last: bool) -> bytes:
    return number.to_bytes(11, "big") + (b"\x01" if is_last else b"\x00")


def _chunks(source: IO[bytes], size: int) -> Iterator[tuple[int, bytes, bool]]:
    """Yield number, content and whether it is the last, of the chunks of a file."""
    number, chunk = 0, source.read(size)
    while True:
        following = source.read(size)
        yield number, chunk, not following
        if not following:
            return
        number, chunk = number + 1, following


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
    try:
        encrypt(archive, target, settings.FOSSATO_BACKUP_RECIPIENT)
    except OSError as error:
        raise BackupError(f"{target}: {error.strerror}. The backup is there, not encrypted.") from error
    return True


def encrypt(source: Path, target: Path, recipient: str) -> None:
    """Write an encrypted copy of a file that only its owner may read. Errors: BackupError, OSError."""
    key = _recipient(recipient)
    file_key, nonce = os.urandom(16), os.urandom(16)
    cipher = ChaCha20Poly1305(_derived(file_key, nonce, b"payload"))
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        with source.open("rb") as plain, open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
            out.write(_header(file_key, key) + nonce)
            for number, chunk, is_last in _chunks(plain, _CHUNK):
                out.write(cipher.encrypt(_nonce(number, is_last=is_last), chunk, None))
            out.flush()
            os.fsync(out.fileno())
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)


def decrypt(source: Path, target: Path, identity: Path) -> None:
    """Write the content of an encrypted file to a new one that only its owner may read.

    Errors: BackupError for an identity that does not open it; Damaged for a changed or truncated file; OSError.
    """
    key = _identity(identity)
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        with source.open("rb") as closed, open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
            file_key = _file_key(source, closed, key)
            cipher = ChaCha20Poly1305(_derived(file_key, closed.read(16), b"payload"))
            for number, chunk, is_last in _chunks(closed, _CHUNK + _TAG):
                out.write(cipher.decrypt(_nonce(number, is_last=is_last), chunk, None))
            out.flush()
            os.fsync(out.fileno())
        part.replace(target)
    except (InvalidTag, ValueError) as error:
        raise Damaged(f"{source}: changed or cut off since it was encrypted. Take another one.") from error
    finally:
        part.unlink(missing_ok=True)


def _file_key(source: Path, closed: IO[bytes], key: X25519PrivateKey) -> bytes:
    """Return the key of a file from its header, and leave the file behind it. Errors: as decrypt."""
    start = closed.read(_LONGEST_HEADER)
    end = start.find(b"\n--- ")
    if not start.startswith(_VERSION) or end < 0:
        raise Damaged(f"{source}: no file of age, or its beginning is damaged.")
    head, line = start[: end + 4], start[end + 5 :].partition(b"\n")[0]
    closed.seek(end + 5 + len(line) + 1)
    file_key = _opened(head, key)
    if file_key is None:
        raise BackupError(f"{source} is not encrypted for this identity. Nothing was written.")
    if not hmac.compare_digest(_code(file_key, head), _padded(line)):
        raise Damaged(f"{source}: its beginning was changed. Take another one.")
    return file_key


def _opened(head: bytes, key: X25519PrivateKey) -> bytes | None:
    """Return the file's key from the first recipient of the header that the identity opens; None without one."""
    own = _raw(key.public_key())
    lines = head.split(b"\n")
    for line, body in itertools.pairwise(lines):
        if not line.startswith(b"-> X25519 "):
            continue
        share = _padded(line.removeprefix(b"-> X25519 "))
        wrap = _derived(key.exchange(X25519PublicKey.from_public_bytes(share)), share + own, _INFO)
        try:
            return ChaCha20Poly1305(wrap).decrypt(_ZERO_NONCE, _padded(body), None)
        except InvalidTag:
            continue
    return None
