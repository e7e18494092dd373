"""Check the signature of a beacon's round (drand): BLS over BLS12-381, with the library py-ecc."""

from __future__ import annotations

import sys
from functools import cache, lru_cache
from hashlib import sha256
from typing import Any, Final

from games.findings import Finding, Severity
from tournament.regulation.ceremony import Beacon

#: Domain of signatures on G1, RFC 9380; those on G2 have the one of the basic scheme of py-ecc.
_DOMAIN_G1: Final = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"


def beacon_findings(beacon: Beacon | None, path: str = "ceremony.beacon") -> list[Finding]:
    """Art. 1.5: return an error if a round's signature is not the beacon's, a warning if it could not be checked.

    Arguments:
        beacon: well-formed, as ``regulation.ceremony.ceremony_findings`` requires; None without one.
    """
    if beacon is None:
        return []
    params = {"value": beacon.round}
    try:
        if is_signed(beacon):
            return []
    except ImportError:
        return [Finding("DRAW_BEACON_UNCHECKED", Severity.WARNING, path, params, "1.5", beacon.round)]
    return [Finding("DRAW_BEACON", Severity.ERROR, f"{path}.signature", params, "1.5", beacon.round)]


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


#: More rounds than a championship names in years: a visitor of many draws does not make a process check them again.
@lru_cache(maxsize=4096)
def is_signed(beacon: Beacon) -> bool:
    """Return whether the holder of the beacon's key signed its round. Takes most of a second.

    Errors: ImportError without py-ecc, which the stand-alone verifier may lack.
    """
    library = _library()
    number = beacon.round.to_bytes(8, "big")
    is_chained = beacon.scheme == "pedersen-bls-chained"
    message = sha256((bytes.fromhex(beacon.previous_signature) if is_chained else b"") + number).digest()
    key, signature = bytes.fromhex(beacon.key), bytes.fromhex(beacon.signature)
    if beacon.scheme == "bls-unchained-g1-rfc9380":
        return _is_signed_on_g1(key, message, signature)
    return bool(library.bls.G2Basic.Verify(key, message, signature))


def _is_signed_on_g1(key: bytes, message: bytes, signature: bytes) -> bool:
    """Return whether a short signature is right: e(signature, g2) = e(H(message), key)."""
    library = _library()
    curve, points = library.optimized_bls12_381, library.bls.g2_primitives
    try:
        # The library names its readers after the other scheme: 48 bytes are a point of G1, 96 one of G2.
        point, key_point = points.pubkey_to_G1(signature), points.signature_to_G2(key)
    except ValueError:
        return False
    if curve.is_inf(key_point) or not (points.subgroup_check(point) and points.subgroup_check(key_point)):
        return False
    hashed = library.bls.hash_to_curve.hash_to_G1(message, _DOMAIN_G1, sha256)
    return bool(curve.pairing(curve.G2, point) == curve.pairing(key_point, hashed))
