"""Test the pairing check of a round, and what a draw that fell back to a word would have given."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.relays import OTHER_CHAIN, QUICKNET
from tournament.regulation import draws
from tournament.regulation.beacon import Beacon, signature_findings

SEED = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
ROUND = Beacon(QUICKNET["public_key"], QUICKNET["round"], QUICKNET["signature"])
OTHER = Beacon(OTHER_CHAIN["public_key"], OTHER_CHAIN["round"], OTHER_CHAIN["signature"])


def _draw(word: str, beacon: Beacon | None, purpose: str = "seats") -> draws.Draw:
    made = draws.make(purpose, "round-1", list("abcd"), seed=SEED, word=word)
    return replace(made, beacon=beacon)


@pytest.mark.soak(gate="tests/regulation/test_beacon.py::test_draw_by_the_beacon_is_true_and_nobody_could_choose_it")
def test_recorded_rounds_are_signed_by_their_chains() -> None:
    assert (ROUND.randomness, OTHER.randomness) == (QUICKNET["randomness"], OTHER_CHAIN["randomness"])
    assert signature_findings(ROUND) == []
    assert [finding.code for finding in signature_findings(OTHER)] == ["DRAW_BEACON_KEY"]


@pytest.mark.soak(gate="tests/regulation/test_beacon.py::test_draw_by_the_beacon_is_true_and_nobody_could_choose_it")
@pytest.mark.parametrize(
    "changed",
    [
        replace(ROUND, round=1001),
        replace(ROUND, signature=OTHER.signature),
        replace(ROUND, signature="00" * 48),
        replace(ROUND, signature="c0" + "00" * 47),
    ],
)
def test_changed_round_is_not_signed(changed: Beacon) -> None:
    assert [finding.code for finding in signature_findings(changed)] == ["DRAW_BEACON"]


@pytest.mark.parametrize(
    ("name", "value"),
    [("key", "83"), ("key", "X" * 192), ("round", 0), ("round", 1 << 63), ("signature", "b4"), ("signature", "B" * 96)],
)
def test_malformed_round_is_an_error(name: str, value: str | int) -> None:
    changed = replace(ROUND, **{name: value})
    findings = draws.verify(_draw("ombrello", changed))
    assert [(finding.code, finding.path) for finding in findings] == [("DRAW_BEACON_FIELD", f"beacon.{name}")]


def test_draw_by_the_beacon_is_true_and_nobody_could_choose_it() -> None:
    draw = _draw(ROUND.randomness, ROUND)
    assert draws.verify(draw) == []
    assert draw.guarantee() is draws.Guarantee.BEACON
    assert draws.by_beacon(draw) == ()


def test_altered_number_is_no_draw_by_the_beacon() -> None:
    altered = replace(_draw(ROUND.randomness, ROUND), beacon=OTHER)
    assert altered.guarantee() is draws.Guarantee.WORD_AFTER_BEACON


@pytest.mark.parametrize("purpose", ["seats", "kingdom"])
def test_draw_that_fell_back_says_what_the_round_would_have_given(purpose: str) -> None:
    fallen, by_round = _draw("ombrello", ROUND, purpose), _draw(ROUND.randomness, ROUND, purpose)
    assert fallen.outcome != by_round.outcome
    assert draws.by_beacon(fallen) == by_round.outcome
    (finding,) = draws.verify(fallen)
    assert (finding.code, finding.is_error, finding.bound) == ("WORD_AFTER_BEACON", False, by_round.outcome)
    (unknown,) = draws.verify(_draw("ombrello", replace(ROUND, signature=""), purpose))
    assert (unknown.code, unknown.bound) == ("WORD_AFTER_BEACON", ("–",))


def test_draw_by_phones_is_only_checked_for_possibility() -> None:
    draw = replace(_draw("ombrello", None), by_phones=True, outcome=tuple("dcba"))
    assert [finding.code for finding in draws.verify(draw)] == ["DRAW_BY_PHONES"]
    impossible = replace(draw, outcome=tuple("aabc"))
    assert [finding.code for finding in draws.verify(impossible)] == ["DRAW_NOT_A_PERMUTATION", "DRAW_BY_PHONES"]
