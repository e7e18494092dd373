"""Art. 1.5: the public beacon (drand, the chain of three seconds) whose next round stands as the word of a draw.

The number of the round is stored before the round exists. Its randomness is the SHA-256 of its signature; that the
holder of the chain's key signed it is checked with the library py-ecc, where that is installed (docs/draws.md).
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from functools import cache, lru_cache
from hashlib import sha256
from typing import Any, Final

from games.findings import Finding, Severity

#: Public key of the chain "quicknet" of the League of Entropy, which signs on G1 (bls-unchained-g1-rfc9380).
QUICKNET_KEY: Final = (
    "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451"
    "0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a"
)
_KEY = re.compile(r"[0-9a-f]{192}")
_SIGNATURE = re.compile(r"[0-9a-f]{96}")
#: Domain of its signatures, RFC 9380.
_DOMAIN: Final = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"


@dataclass(frozen=True, slots=True)
class Beacon:
    """One round of the beacon, named before it existed.

    Arguments:
        key: public key of its chain, 192 hexadecimal digits.
        round: its number.
        signature: of that round, 96 hexadecimal digits; empty while nobody has given it.
    """

    key: str
    round: int
    signature: str = ""

    @property
    def randomness(self) -> str:
        """Return the round's public number, 64 hexadecimal digits; empty without its signature."""
        return randomness_of(self.signature) if self.signature else ""


def is_signature(text: object) -> bool:
    """Return whether a value is written as a signature of the chain."""
    return isinstance(text, str) and _SIGNATURE.fullmatch(text) is not None


def randomness_of(signature: str) -> str:
    """Return the SHA-256 of a signature's bytes, in lower-case hexadecimal."""
    return sha256(bytes.fromhex(signature)).hexdigest()


def malformed_beacon(beacon: Beacon) -> list[Finding]:
    """Art. 1.5: return an error for each field of a round that is not written as one. Paths are of the draw."""
    fields: dict[str, tuple[str | int, bool]] = {
        "key": (beacon.key, _KEY.fullmatch(beacon.key) is not None),
        "round": (beacon.round, 1 <= beacon.round < 1 << 63),
        "signature": (beacon.signature, not beacon.signature or is_signature(beacon.signature)),
    }
    return [
        Finding("DRAW_BEACON_FIELD", Severity.ERROR, f"beacon.{name}", {"field": name, "value": value}, "1.5", value)
        for name, (value, is_right) in fields.items()
        if not is_right
    ]


def signature_findings(beacon: Beacon | None) -> list[Finding]:
    """Art. 1.5: check that the chain's key signed a round, and that it is the key of drand's chain.

    Arguments:
        beacon: well-formed, see :func:`malformed_beacon`; None without one.
    Returns: an error if the signature is wrong; a warning if the key is another chain's, or if py-ecc is missing.
    """
    if beacon is None or not beacon.signature:
        return []
    params = {"value": beacon.round}
    findings = []
    if beacon.key != QUICKNET_KEY:
        findings.append(Finding("DRAW_BEACON_KEY", Severity.WARNING, "beacon.key", params, "1.5", beacon.round))
    try:
        if not is_signed(beacon):
            wrong = Finding("DRAW_BEACON", Severity.ERROR, "beacon.signature", params, "1.5", beacon.round)
            findings.append(wrong)
    except ImportError:
        findings.append(Finding("DRAW_BEACON_UNCHECKED", Severity.WARNING, "beacon", params, "1.5", beacon.round))
    return findings


@cache
def _library() -> Any:
    """Return py-ecc, whose import must not leave its own recursion limit behind: deep JSON would end the process.

    It is not annotated for the bytes that it takes.

    Errors: ImportError.
    """
    limit = sys.getrecursionlimit()
    try:
        import py_ecc.bls
        import py_ecc.bls.g2_primitives
        import py_ecc.bls.hash_to_curve
        import py_ecc.optimized_bls12_381
    finally:
        sys.setrecursionlimit(limit)
    return py_ecc


@lru_cache(maxsize=256)
def is_signed(beacon: Beacon) -> bool:
    """Return whether the holder of the key signed the round: e(signature, g2) = e(H(message), key). Most of a second.

    Errors: ImportError without py-ecc, which the site does not have.
    """
    library = _library()
    curve, points = library.optimized_bls12_381, library.bls.g2_primitives
    try:
        # The library names its readers after the other scheme: 48 bytes are a point of G1, 96 one of G2.
        point = points.pubkey_to_G1(bytes.fromhex(beacon.signature))
        key_point = points.signature_to_G2(bytes.fromhex(beacon.key))
    except ValueError:
        return False
    if curve.is_inf(key_point) or not (points.subgroup_check(point) and points.subgroup_check(key_point)):
        return False
    message = sha256(beacon.round.to_bytes(8, "big")).digest()
    hashed = library.bls.hash_to_curve.hash_to_G1(message, _DOMAIN, sha256)
    return bool(curve.pairing(curve.G2, point) == curve.pairing(key_point, hashed))
