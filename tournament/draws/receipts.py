"""Receipts of a draw's ceremony: what a phone did, signed by the server with Ed25519 (docs/draws.md)."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from django.conf import settings

from tournament.regulation.ceremony import receipt_text


def _private_key() -> Ed25519PrivateKey:
    """Return the server's key: derived from the secret key, so that nothing else must be kept."""
    return Ed25519PrivateKey.from_private_bytes(
        sha256(b"fossato-draw-receipts/1\n" + settings.SECRET_KEY.encode()).digest()
    )


def receipt_key() -> str:
    """Return the public key of this server's receipts, 64 hexadecimal digits."""
    return _private_key().public_key().public_bytes_raw().hex()


def receipt(kind: str, *lines: str) -> dict[str, Any]:
    """Return a signed receipt as the phone keeps it; ``draw_verify`` checks it.

    Arguments:
        kind, lines: as :func:`tournament.regulation.ceremony.receipt_text`.
    """
    signature = _private_key().sign(receipt_text(kind, *lines)).hex()
    return {"receipt": kind, "lines": list(lines), "key": receipt_key(), "signature": signature}


def is_signed(kind: str, lines: Sequence[str], key: str, signature: str) -> bool:
    """Return whether the holder of the key signed a receipt with these lines."""
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(
            bytes.fromhex(signature), receipt_text(kind, *lines)
        )
    except (InvalidSignature, ValueError):
        return False
    return True
