"""Art. 1.5: what the server and the phones of those present put together into one draw (``docs/draws.md``).

The server commits in advance to a chain of seeds, each phone to a nonce. The list of the commitments is fixed and
public before any nonce is revealed, and the draw counts only when every committed nonce is. The seed that comes out
enters every draw of that step of the day (:class:`tournament.regulation.draws.Stream`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from typing import Final

from games.findings import Finding, Severity

#: Seeds of the server in one day's chain: one is used up by each attempt.
CHAIN_LENGTH: Final = 256
#: Schemes of drand, and the bytes of a public key and of a signature in each.
BEACON_SCHEMES: Final = {
    "pedersen-bls-chained": (48, 96),
    "pedersen-bls-unchained": (48, 96),
    "bls-unchained-g1-rfc9380": (96, 48),
}
#: Witnesses of a sequence that is read out.
WITNESSES: Final = 2
#: What precedes the first seal of an event.
NOTHING_BEFORE: Final = "0" * 64

_HASH = re.compile(r"[0-9a-f]{64}")
_ID = re.compile(r"[!-~]{1,40}")
_LABEL_LONGEST = 200


class Guarantee(StrEnum):
    """The parties that can have chosen the outcome of a draw."""

    PHONES = "phones"
    BEACON = "beacon"
    WITNESSES = "witnesses"
    WORD = "word"
    HAND = "hand"


@dataclass(frozen=True, slots=True)
class Contribution:
    """A value that a person present gave to a draw: its giver, and the commitment published before."""

    by: str
    value: str
    commitment: str


@dataclass(frozen=True, slots=True)
class FailedAttempt:
    """An attempt that did not count: the root of its list, and who did not reveal (empty: the players changed)."""

    root: str
    missing: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Beacon:
    """One round of a public randomness beacon (drand), named when the list was fixed.

    Arguments:
        scheme: one of BEACON_SCHEMES.
        key: public key of the beacon, hexadecimal.
        round: its number.
        signature: of that round, revealed after the list; previous_signature: of the round before, chained only.
    """

    scheme: str
    key: str
    round: int
    signature: str
    previous_signature: str = ""


@dataclass(frozen=True, slots=True)
class Ceremony:
    """Public record of the ceremony of one step of the day; its word and its nonces stand in the draw's record.

    Arguments:
        event: the event's name in its addresses.
        step: ``round-2`` or ``final``: what was formed at the end of the ceremony.
        number: position of the server's seed in the day's chain, from 1.
        anchor: commitment to the whole chain, published before the names were in.
        server_seed: revealed with the outcome.
        key: public Ed25519 key of the server's receipts, 64 hexadecimal digits.
        before: seal of the last attempt, draw or annulment before this step, as the day's chain of seals holds it.
        failures: attempts of this step that failed, oldest first.
        inputs: ids of the players present, in the published order.
        root: hash of all that was fixed before the first nonce was revealed.
        beacon: the beacon's round, where one was named.
        results: :func:`results_hash` of the rounds before the step; empty in a list of version 2, which has neither
            results nor promises nor witnesses.
        promises: :func:`promise` of each draw that the ceremony may make.
        witnesses: ids of two players who read out the sequence that stands as the word; none for a called word.
    """

    event: str
    step: str
    number: int
    anchor: str
    server_seed: str
    key: str
    before: str
    failures: tuple[FailedAttempt, ...]
    inputs: tuple[str, ...]
    root: str
    beacon: Beacon | None = None
    results: str = ""
    promises: tuple[str, ...] = ()
    witnesses: tuple[str, ...] = ()


def digest(text: str) -> str:
    """Return the SHA-256 of a text's UTF-8 bytes, in lower-case hexadecimal."""
    return sha256(text.encode()).hexdigest()


def is_hash(text: str) -> bool:
    """Return whether a text is written as a SHA-256: 64 lower-case hexadecimal digits."""
    return _HASH.fullmatch(text) is not None


def digest_of_lines(*lines: str) -> str:
    """Return the hash of lines of text, each followed by one line feed (docs/draws.md)."""
    return digest("".join(f"{line}\n" for line in lines))


def chain_seed(secret: str, number: int) -> str:
    """Return the server's seed of one number: the secret, hashed 256 - number times.

    Arguments:
        secret: the last seed of the chain, 64 hexadecimal digits.
        number: from 1 to 256; 0 gives the anchor.
    """
    seed = secret
    for _step in range(CHAIN_LENGTH - number):
        seed = digest(seed)
    return seed


def results_hash(results: Iterable[tuple[str, str, int]]) -> str:
    """Return the hash of the results of the rounds before a step.

    Arguments:
        results: scope of the table (``round-1/table-2``), id and place of each player, in the order of rounds, tables
            and places.
    """
    return digest_of_lines("fossato-results/3", *(f"{scope} {player} {place}" for scope, player, place in results))


def promise(purpose: str, scope: str, commitment: str) -> str:
    """Return the line of a list that binds the own seed of one draw."""
    return f"{purpose} {scope} {commitment}"


def seal_made(previous: str, root: str, seed: str) -> str:
    """Return the seal of a ceremony that gave a seed; the next ceremony's list starts from it."""
    return digest_of_lines("fossato-seal/2", previous, root, "made", seed)


def seal_failed(previous: str, failed: FailedAttempt) -> str:
    """Return the seal of an attempt that failed."""
    return digest_of_lines("fossato-seal/2", previous, failed.root, "failed", " ".join(failed.missing))


def seal_act(previous: str, act: str, record: str) -> str:
    """Return the seal of a draw without a ceremony, or of an annulment; the next step starts from it.

    Arguments:
        act: ``drawn`` or ``annulled``; record: ``draws.record_hash`` of the draw.
    """
    return digest_of_lines("fossato-seal/3", previous, act, record)


def previous_seal(ceremony: Ceremony) -> str:
    """Return the seal of the attempt before this one, through the failures of this step."""
    seal = ceremony.before
    for failed in ceremony.failures:
        seal = seal_failed(seal, failed)
    return seal


def beacon_name(beacon: Beacon | None) -> str:
    """Return the line of the list that names the beacon's round; empty without a beacon."""
    return f"{beacon.scheme} {beacon.key} {beacon.round}" if beacon else ""


def list_root(ceremony: Ceremony, word: str, parts: Sequence[Contribution]) -> str:
    """Return the root of a list: the hash of all that is fixed before the first nonce is revealed."""
    bound: tuple[str, ...] = ()
    if ceremony.results:
        counted = (ceremony.promises, ceremony.witnesses)
        bound = (ceremony.results, *(line for lines in counted for line in (str(len(lines)), *lines)))
    return digest_of_lines(
        "fossato-ceremony/3" if ceremony.results else "fossato-ceremony/2",
        ceremony.event,
        ceremony.step,
        str(len(ceremony.failures) + 1),
        str(ceremony.number),
        ceremony.anchor,
        previous_seal(ceremony),
        ceremony.key,
        beacon_name(ceremony.beacon),
        word,
        *bound,
        str(len(ceremony.inputs)),
        *ceremony.inputs,
        str(len(parts)),
        *(f"{part.by} {part.commitment}" for part in parts),
    )


def outcome_seed(ceremony: Ceremony, parts: Sequence[Contribution]) -> str:
    """Return the seed that a ceremony gives: server seed, root (word and inputs in it), beacon and nonces in order."""
    beacon = ceremony.beacon
    randomness = sha256(bytes.fromhex(beacon.signature)).hexdigest() if beacon else ""
    return digest_of_lines(
        "fossato-outcome/2", ceremony.server_seed, ceremony.root, randomness, *(part.value for part in parts)
    )


def receipt_text(kind: str, *lines: str) -> bytes:
    """Return the bytes that the server signs for a phone.

    Arguments:
        kind: ``commit`` (event, step, attempt, id, commitment), ``list`` (root) or ``reveal`` (root, id, nonce).
    """
    return "".join(f"{line}\n" for line in (f"fossato-receipt-{kind}/2", *lines)).encode()


def _wrong(path: str, value: str | int, bound: str) -> Finding:
    return Finding("DRAW_CEREMONY", Severity.ERROR, path, {"field": path, "value": value, "bound": bound}, "1.5")


def _malformed(ceremony: Ceremony, parts: Sequence[Contribution]) -> list[Finding]:
    """Return findings about fields that are not written as the format wants them."""
    hashes = [
        (f"ceremony.{name}", getattr(ceremony, name)) for name in ("anchor", "server_seed", "key", "before", "root")
    ]
    hashes += [(f"ceremony.failures[{index}].root", failed.root) for index, failed in enumerate(ceremony.failures)]
    for index, part in enumerate(parts):
        hashes += [(f"contributions[{index}].{name}", getattr(part, name)) for name in ("value", "commitment")]
    ids = [(f"ceremony.inputs[{index}]", name) for index, name in enumerate(ceremony.inputs)]
    ids += [(f"contributions[{index}].by", part.by) for index, part in enumerate(parts)]
    for index, failed in enumerate(ceremony.failures):
        ids += [(f"ceremony.failures[{index}].missing", name) for name in failed.missing]
    labels = [("ceremony.event", ceremony.event), ("ceremony.step", ceremony.step)]
    findings = [_wrong(path, value, "SHA-256") for path, value in hashes if not is_hash(value)]
    findings += [_wrong(path, value, "id") for path, value in ids if not _ID.fullmatch(value)]
    findings += [
        _wrong(path, value, "text")
        for path, value in labels
        if not value or len(value) > _LABEL_LONGEST or not value.isprintable()
    ]
    if not 1 <= ceremony.number <= CHAIN_LENGTH:
        findings.append(_wrong("ceremony.number", ceremony.number, f"1–{CHAIN_LENGTH}"))
    return findings + malformed_beacon(ceremony.beacon) + _malformed_bound(ceremony)


def malformed_beacon(beacon: Beacon | None) -> list[Finding]:
    """Return findings about a beacon's round whose fields are not written as its scheme wants; none without one."""
    if beacon is None:
        return []
    if beacon.scheme not in BEACON_SCHEMES:
        return [_wrong("ceremony.beacon.scheme", beacon.scheme, ", ".join(BEACON_SCHEMES))]
    key_bytes, signature_bytes = BEACON_SCHEMES[beacon.scheme]
    is_chained = beacon.scheme == "pedersen-bls-chained"
    # The first round of a chain signs the hash of its configuration, 32 bytes.
    previous_bytes = (32, signature_bytes) if is_chained else (0,)
    texts = {
        "key": (beacon.key, (key_bytes,)),
        "signature": (beacon.signature, (signature_bytes,)),
        "previous_signature": (beacon.previous_signature, previous_bytes),
    }
    findings = [
        _wrong(f"ceremony.beacon.{name}", text, "hex")
        for name, (text, lengths) in texts.items()
        if not re.fullmatch(r"(?:[0-9a-f]{2})*", text) or len(text) // 2 not in lengths
    ]
    if not 1 <= beacon.round < 2**64:
        findings.append(_wrong("ceremony.beacon.round", beacon.round, "1–2^64"))
    return findings


def _malformed_bound(ceremony: Ceremony) -> list[Finding]:
    """Return findings about results and promises that are not written as such, and witnesses who were not present."""
    findings = [
        _wrong(f"ceremony.promises[{index}]", line, "text")
        for index, line in enumerate(ceremony.promises)
        if not line.isprintable() or not ceremony.results
    ]
    if ceremony.results and not is_hash(ceremony.results):
        findings.append(_wrong("ceremony.results", ceremony.results, "SHA-256"))
    names = ceremony.witnesses
    are_two = len(set(names)) == len(names) == WITNESSES and bool(ceremony.results)
    if names and not (are_two and set(names) <= set(ceremony.inputs)):
        findings.append(_wrong("ceremony.witnesses", ", ".join(names), "inputs"))
    return findings


def ceremony_findings(ceremony: Ceremony, word: str, parts: Sequence[Contribution]) -> list[Finding]:
    """Art. 1.5: check the record of a ceremony: chain of the server, list, root, every nonce. Paths are of the draw.

    The signature of a beacon is not checked, only that the record is well-formed: it needs a library.
    """
    findings = _malformed(ceremony, parts)
    if findings:
        return findings
    anchor = ceremony.server_seed
    for _step in range(ceremony.number):
        anchor = digest(anchor)
    if anchor != ceremony.anchor:
        findings.append(_wrong("ceremony.server_seed", ceremony.server_seed, ceremony.anchor))
    givers = [part.by for part in parts]
    if givers != sorted(set(givers)):
        findings.append(_wrong("contributions", ", ".join(givers), ", ".join(sorted(set(givers)))))
    for index, part in enumerate(parts):
        if part.by not in ceremony.inputs:
            findings.append(_wrong(f"contributions[{index}].by", part.by, "inputs"))
        if digest(part.value) != part.commitment:
            findings.append(_wrong(f"contributions[{index}].value", digest(part.value), part.commitment))
    root = list_root(ceremony, word, parts)
    if root != ceremony.root:
        findings.append(_wrong("ceremony.root", ceremony.root, root))
    return findings
