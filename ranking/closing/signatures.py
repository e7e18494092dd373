"""Sign what the site publishes with Ed25519, by keys derived from the secret key: nothing else must be kept.

A key has one purpose, so that a signature for one kind of document never holds for another.
"""

from __future__ import annotations

from hashlib import sha256

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from django.conf import settings


def _private_key(purpose: str) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(sha256(f"{purpose}\n{settings.SECRET_KEY}".encode()).digest())


def public_key(purpose: str) -> str:
    """Return the public key of a purpose, 64 hexadecimal digits."""
    return _private_key(purpose).public_key().public_bytes_raw().hex()


def sign(purpose: str, message: bytes) -> str:
    """Return the signature of a message, 128 hexadecimal digits."""
    return _private_key(purpose).sign(message).hex()


def is_signed(message: bytes, *, key: str, signature: str) -> bool:
    """Return whether the holder of a public key signed a message; False for malformed digits."""
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(bytes.fromhex(signature), message)
    except (InvalidSignature, ValueError):
        return False
    return True
