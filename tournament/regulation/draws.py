"""Art. 1.5: draws that anybody can recompute.

The seed of a draw is committed to (its SHA-256 is published) before the inputs are closed, joined with a word that a
person present calls out, and revealed with the outcome. ``docs/draws.md`` describes the generator byte by byte, with
test vectors.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from hashlib import sha256
from typing import Any, TypeVar

from games.dominion.kingdom import KingdomDraw, draw_kingdom
from games.dominion.sets import POOL
from games.findings import Finding, Param, Severity
from tournament.regulation.beacon import Beacon, malformed_beacon
from tournament.regulation.kingdom import check_extraction
from tournament.regulation.refusals import BadLabel, BadSeed, BadWord
from tournament.regulation.refused import Refused

T = TypeVar("T")

#: First line of the hashed text: the generator and its version.
GENERATOR = "fossato-draw/1"
TABLES, SEATS, KINGDOM_DRAW = "tables", "seats", "kingdom"
TABLE_LOTS, STANDINGS_LOTS, RANKING_LOTS = "table_lots", "standings_lots", "ranking_lots"
PURPOSES = (TABLES, SEATS, KINGDOM_DRAW, TABLE_LOTS, STANDINGS_LOTS, RANKING_LOTS)

_SEED = re.compile(r"[0-9a-f]{64}")
_WORD_BYTES = 4
_RANGE = 1 << (8 * _WORD_BYTES)
_WORD_LONGEST = 64
_SCOPE_LONGEST = 200


def normalise_word(word: str) -> str:
    """Return the word as it is recorded and hashed: Unicode NFC, no space at the ends, one space inside; may be empty.

    Errors: BadWord if it is longer than 64 characters or holds a control character.
    """
    clean = unicodedata.normalize("NFC", " ".join(word.split()))
    if len(clean) > _WORD_LONGEST or not clean.isprintable():
        raise BadWord(word=word[:_WORD_LONGEST])
    return clean


def commit(seed: str) -> str:
    """Return the commitment published before a draw: SHA-256 of the seed's 64 characters, in lower-case hexadecimal.

    Errors: BadSeed.
    """
    return sha256(_checked_seed(seed).encode()).hexdigest()


def _checked_seed(seed: str) -> str:
    if not isinstance(seed, str) or not _SEED.fullmatch(seed):
        raise BadSeed(seed=str(seed)[:80])
    return seed


class Stream:
    """Deterministic random stream, a ``games.game.Chance`` that gives the same numbers on every machine.

    Block ``i`` (from 0) is the SHA-256 of the UTF-8 text ``fossato-draw/1 LF seed LF word LF purpose LF scope LF i``,
    read as eight 32-bit big-endian numbers. Two draws with one seed differ by purpose or scope.

    Arguments:
        seed: 64 lower-case hexadecimal digits.
        word: the word called out, see :func:`normalise_word`.
        purpose: one of PURPOSES.
        scope: which draw of that purpose, one printable line, e.g. ``"round-2/table-3"``.
    Errors: BadSeed, BadWord, BAD_PURPOSE, BadLabel.
    """

    def __init__(self, seed: str, word: str, purpose: str, scope: str = "") -> None:
        if purpose not in PURPOSES:
            raise Refused("BAD_PURPOSE", purpose=str(purpose), known=PURPOSES)
        if len(scope) > _SCOPE_LONGEST or not scope.isprintable():
            raise BadLabel(scope=scope[:_SCOPE_LONGEST])
        self._head = "\n".join((GENERATOR, _checked_seed(seed), normalise_word(word), purpose, scope, ""))
        self._next_block = 0
        self._numbers: list[int] = []

    def _number(self) -> int:
        """Return the next 32-bit number of the stream."""
        if not self._numbers:
            block = sha256(f"{self._head}{self._next_block}".encode()).digest()
            self._next_block += 1
            self._numbers = [
                int.from_bytes(block[at : at + _WORD_BYTES], "big") for at in range(0, len(block), _WORD_BYTES)
            ][::-1]
        return self._numbers.pop()

    def pick(self, count: int) -> int:
        """Return a whole number from 0 to ``count`` - 1, each equally likely; with ``count`` 1 no number is consumed.

        Numbers at or above the greatest multiple of ``count`` within 2**32 are rejected. Errors: BAD_PICK.
        """
        if not 1 <= count <= _RANGE:
            raise Refused("BAD_PICK", count=count)
        if count == 1:
            return 0
        limit = _RANGE - _RANGE % count
        while (number := self._number()) >= limit:
            continue
        return number % count

    def shuffle(self, items: list[Any], /) -> None:
        """Shuffle by Fisher-Yates: for i from the last index down to 1, exchange items i and ``pick(i + 1)``."""
        for index in range(len(items) - 1, 0, -1):
            other = self.pick(index + 1)
            items[index], items[other] = items[other], items[index]


def shuffled(items: Sequence[T], stream: Stream) -> list[T]:
    """Art. 1.5, 2.1: return the items in drawn order, as one permutation; the given sequence is not modified.

    The items are the entries of round 1 (REQ-701), the players of a table in playing order, of whom the first on the
    form begins (REQ-903, REQ-904, AMB-10), or a group of equals, lot 1 first (REQ-1106, REQ-1204, AMB-37).
    """
    order = list(items)
    stream.shuffle(order)
    return order


def lots_by_order(order: Sequence[T]) -> dict[T, int]:
    """Art. 1.5 e: return the lot of each member of a drawn order, from 1."""
    return {player: lot for lot, player in enumerate(order, start=1)}


class Guarantee(StrEnum):
    """Who can have chosen the outcome of a draw: where its word came from, or that it was made otherwise."""

    BEACON = "beacon"
    WORD_AFTER_BEACON = "word_after_beacon"
    WORD = "word"
    HAND = "hand"
    PHONES = "phones"


@dataclass(frozen=True, slots=True)
class Draw:
    """The complete record of a draw, sufficient to recompute it (REQ-809, AMB-04).

    Arguments:
        purpose: one of PURPOSES; scope: which draw of that purpose.
        inputs: the items drawn from, in order (player ids; the cards of the pool for a kingdom).
        outcome: the order drawn (``tables``: all players, cut by table_sizes; ``kingdom``: the ten cards).
        rejected: for a kingdom, the attacks put aside.
        seed: revealed with the outcome; empty for a manual draw.
        word: the public word: the number of the beacon's round, or a word called out; commitment: SHA-256 of the seed,
            published before.
        by_hand: whether it was drawn with cards or slips of paper and only recorded (AMB-04).
        by_phones: whether it was made with parts of the players' phones, by an earlier version; it is not recomputed.
        beacon: the beacon's round that was named before it existed; None if none was.
    """

    purpose: str
    scope: str
    inputs: tuple[str, ...]
    outcome: tuple[str, ...]
    rejected: tuple[str, ...] = ()
    seed: str = ""
    word: str = ""
    commitment: str = ""
    by_hand: bool = False
    by_phones: bool = False
    beacon: Beacon | None = None

    def stream(self) -> Stream:
        """Return the stream of this draw. Errors: those of Stream."""
        return Stream(self.seed, self.word, self.purpose, self.scope)

    def guarantee(self) -> Guarantee:
        """Return who can have chosen the outcome, for the sentence of the draw's page."""
        if self.by_hand:
            return Guarantee.HAND
        if self.by_phones:
            return Guarantee.PHONES
        if self.beacon is None:
            return Guarantee.WORD
        return Guarantee.BEACON if self.word == self.beacon.randomness else Guarantee.WORD_AFTER_BEACON


def make(purpose: str, scope: str, inputs: Sequence[str], *, seed: str, word: str) -> Draw:
    """Art. 1.5: make one draw and its record; a kingdom's inputs are always all randomisers (REQ-803, AMB-09).

    Arguments:
        inputs: the items drawn from; of a kingdom the pool's instead.
    Errors: BadSeed, BadWord, BAD_PURPOSE, BadLabel.
    """
    stream = Stream(seed, word, purpose, scope)
    spoken = normalise_word(word)
    if purpose == KINGDOM_DRAW:
        kingdom = draw_kingdom(stream)
        return Draw(purpose, scope, POOL, kingdom.drawn, kingdom.rejected, seed, spoken, commit(seed))
    outcome = tuple(shuffled(inputs, stream))
    return Draw(purpose, scope, tuple(inputs), outcome, (), seed, spoken, commit(seed))


def record_by_hand(
    purpose: str,
    scope: str,
    inputs: Sequence[str],
    outcome: Sequence[str],
    *,
    rejected: Sequence[str] = (),
) -> tuple[Draw, list[Finding]]:
    """Art. 1.5: record a draw made with cards or slips of paper, with findings about the impossible (REQ-808, REQ-809).

    Arguments:
        outcome: the resulting order; for a kingdom the ten cards in order of extraction.
    Returns: the record and its findings; a record with an error must not be stored.
    """
    all_inputs = POOL if purpose == KINGDOM_DRAW else tuple(inputs)
    draw = Draw(purpose, scope, all_inputs, tuple(outcome), tuple(rejected), by_hand=True)
    return draw, verify(draw)


def by_beacon(draw: Draw) -> tuple[str, ...]:
    """Art. 1.5: return what a draw that fell back to a word would have given by the beacon's round that it named.

    Empty for another draw, and while the round is not known.
    """
    if draw.guarantee() is not Guarantee.WORD_AFTER_BEACON or draw.beacon is None or not draw.beacon.signature:
        return ()
    other = replace(draw, word=draw.beacon.randomness)
    return kingdom_of(other).drawn if draw.purpose == KINGDOM_DRAW else tuple(shuffled(draw.inputs, other.stream()))


def kingdom_of(draw: Draw) -> KingdomDraw:
    """Art. 1.5: return the kingdom that a recorded kingdom draw gives when recomputed (REQ-809)."""
    return draw_kingdom(draw.stream())


def _finding(code: str, path: str, **params: str | int | tuple[str, ...]) -> Finding:
    return Finding(code, Severity.ERROR, path, params, "1.5", params.get("value"), params.get("bound"))


def _possible(draw: Draw) -> list[Finding]:
    """Return findings about outcomes that no draw can give, manual or not."""
    if draw.purpose == KINGDOM_DRAW:
        return [
            Finding(f.code, f.severity, f.path.replace("drawn", "outcome", 1), f.params, f.article, f.value, f.bound)
            for f in check_extraction(draw.outcome, draw.rejected)
        ]
    twice = [name for name, times in Counter(draw.inputs).items() if times > 1]
    if twice:
        return [_finding("DRAW_INPUT_TWICE", "inputs", value=twice[0])]
    if Counter(draw.inputs) != Counter(draw.outcome):
        return [_finding("DRAW_NOT_A_PERMUTATION", "outcome", inputs=len(draw.inputs), outcome=len(draw.outcome))]
    return []


def _recomputed(draw: Draw) -> list[Finding]:
    """Return findings where the outcome differs from the one given by seed, word, purpose and scope."""
    if draw.purpose == KINGDOM_DRAW:
        if draw.inputs != POOL:
            return [_finding("DRAW_KINGDOM_INPUTS", "inputs", inputs=len(draw.inputs))]
        kingdom = kingdom_of(draw)
        expected, rejected = kingdom.drawn, kingdom.rejected
    else:
        expected, rejected = tuple(shuffled(draw.inputs, draw.stream())), ()
    findings = []
    if draw.outcome != expected:
        findings.append(_finding("DRAW_OUTCOME", "outcome", value=", ".join(draw.outcome), bound=", ".join(expected)))
    if draw.rejected != rejected:
        findings.append(_finding("DRAW_OUTCOME", "rejected", value=", ".join(draw.rejected), bound=", ".join(rejected)))
    return findings


def _beacon_findings(draw: Draw, beacon: Beacon) -> list[Finding]:
    """Return errors about a round that is not written as one, and a warning where a word came in its place."""
    malformed = malformed_beacon(beacon)
    if malformed or draw.guarantee() is Guarantee.BEACON:
        return malformed
    if _SEED.fullmatch(draw.word):
        # Written as a public number, and not the one of the round.
        return [_finding("DRAW_BEACON_NUMBER", "word", value=draw.word, bound=beacon.randomness)]
    given = by_beacon(draw) or ("–",)
    params: dict[str, Param] = {"value": draw.word, "round": beacon.round, "bound": given}
    return [Finding("WORD_AFTER_BEACON", Severity.WARNING, "word", params, "1.5", draw.word, given)]


def verify(record: Draw) -> list[Finding]:
    """Art. 1.5: recompute a draw (REQ-801, REQ-809); a manual draw is checked for impossible outcomes only.

    Returns: no finding for a true record. Paths are the fields of :class:`Draw`.
    """
    if record.purpose not in PURPOSES:
        return [_finding("BAD_PURPOSE", "purpose", purpose=record.purpose, known=PURPOSES)]
    findings = _possible(record)
    if record.by_hand:
        if record.seed:
            findings.append(_finding("DRAW_BY_HAND_WITH_SEED", "seed", value=record.seed))
        return findings
    if record.by_phones:
        return [*findings, Finding("DRAW_BY_PHONES", Severity.WARNING, "by_phones", {}, "1.5")]
    try:
        expected = commit(record.seed)
        record.stream()
    except (BadSeed, BadWord, BadLabel) as bad:
        path = {"BAD_SEED": "seed", "BAD_WORD": "word"}.get(bad.code, "scope")
        return [*findings, Finding(bad.code, Severity.ERROR, path, bad.params, bad.article)]
    if record.commitment != expected:
        findings.append(_finding("DRAW_COMMITMENT", "commitment", value=record.commitment, bound=expected))
    if normalise_word(record.word) != record.word:
        findings.append(_finding("BAD_WORD", "word", word=record.word))
    findings.extend(_recomputed(record))
    if record.beacon is not None:
        findings.extend(_beacon_findings(record, record.beacon))
    return findings
