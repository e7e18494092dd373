"""Test what the site takes as an answer of the beacon: recorded rounds of drand, served on the loopback."""

from __future__ import annotations

from typing import Any

import pytest

from tests.relays import OTHER_CHAIN, QUICKNET, beacon, published
from tournament.draws.beacon import has_beacon, next_round, round_time, signature_of

ROUND = QUICKNET["round"]
WRONG = "00" * 48


def test_right_answers_of_two_relays_give_the_signature(settings: Any) -> None:
    with beacon(settings, published):
        assert has_beacon()
        assert signature_of(ROUND) == QUICKNET["signature"]


@pytest.mark.parametrize(
    "changes",
    [
        {"round": ROUND + 1},
        {"randomness": "00" * 32},
        {"signature": WRONG},
        {"signature": QUICKNET["signature"].upper()},
        {"signature": None},
        {"randomness": None},
        {"signature": "b4"},
    ],
)
def test_changed_answer_is_no_answer(changes: dict[str, Any], settings: Any) -> None:
    with beacon(settings, lambda: published(**changes)):
        assert signature_of(ROUND) == ""


@pytest.mark.parametrize("answer", [404, 500, {}, published(OTHER_CHAIN, round=ROUND)])
def test_two_relays_that_differ_are_no_answer(answer: Any, settings: Any) -> None:
    with beacon(settings, published, lambda: answer):
        assert signature_of(ROUND) == ""


def test_relay_that_is_away_is_no_answer(settings: Any) -> None:
    with beacon(settings, published):
        settings.FOSSATO_BEACON_RELAYS = [settings.FOSSATO_BEACON_RELAYS[0], "http://127.0.0.1:9/chain"]
        assert signature_of(ROUND) == ""


def test_one_relay_is_no_beacon(settings: Any) -> None:
    settings.FOSSATO_BEACON_RELAYS = ["https://relay.example/chain"]
    assert not has_beacon()


def test_next_round_does_not_exist_yet(time_machine: Any) -> None:
    # Round 1000 of quicknet was published 2997 seconds after its first one.
    for seconds, number in ((2996.0, 1000), (2997.0, 1001), (2999.9, 1001), (3000.0, 1002)):
        time_machine.move_to(1692803367 + seconds, tick=False)
        assert next_round() == number
        assert 0 < round_time(number).timestamp() - 1692803367 - seconds <= 3
