"""Receipts of a draw's ceremony: what a phone did, signed by the server with Ed25519 (docs/draws.md)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tournament.core import signatures
from tournament.regulation.ceremony import receipt_text

_PURPOSE = "fossato-draw-receipts/1"


def receipt_key() -> str:
    """Return the public key of this server's receipts, 64 hexadecimal digits."""
    return signatures.public_key(_PURPOSE)


def receipt(kind: str, *lines: str) -> dict[str, Any]:
    """Return a signed receipt as the phone keeps it; ``draw_verify`` checks it.

    Arguments:
        kind, lines: as :func:`tournament.regulation.ceremony.receipt_text`.
    """
    signature = signatures.sign(_PURPOSE, receipt_text(kind, *lines))
    return {"receipt": kind, "lines": list(lines), "key": receipt_key(), "signature": signature}


def is_signed(kind: str, lines: Sequence[str], key: str, signature: str) -> bool:
    """Return whether the holder of the key signed a receipt with these lines."""
    return signatures.is_signed(receipt_text(kind, *lines), key=key, signature=signature)
