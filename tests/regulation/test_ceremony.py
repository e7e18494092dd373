"""A draw that holds against the organiser: vectors of docs/draws.md, and every strategy of a cheat enumerated."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from tests.regulation.ceremonies import BEACONS, SECRET, player_ids, true_ceremony
from tournament.regulation import ceremony, draws
from tournament.regulation.ceremony import Contribution, FailedAttempt, Guarantee

PAGE = (Path(__file__).parents[2] / "docs" / "draws.md").read_text(encoding="utf-8").partition("### With a ceremony")[2]
THREE = player_ids(3)


def test_vectors_of_the_specification() -> None:
    record, parts = true_ceremony(inputs=THREE, nonces={"p01": "11" * 32, "p02": "22" * 32})
    seed = ceremony.outcome_seed(record, parts)
    failed = FailedAttempt(record.root, ("p02",))
    again, parts_again = true_ceremony(inputs=THREE, nonces={"p01": "33" * 32}, number=2, failures=[failed])
    alone, _nobody = true_ceremony(inputs=THREE)
    order = draws.make("seats", "round-1", list("abcd"), seed=SECRET, word="ombrello", ceremony_seed=seed).outcome
    bound, _nobody = true_ceremony(
        inputs=THREE,
        results=ceremony.results_hash([("round-1/table-1", "p01", 1), ("round-1/table-1", "p02", 2)]),
        promises=(ceremony.promise("seats", "round-2", draws.commit(SECRET)),),
        witnesses=("p01", "p02"),
    )
    alone_drawn = draws.make("seats", "round-1", list("abcd"), seed=SECRET, word="ombrello")
    sealed = ceremony.seal_act(ceremony.NOTHING_BEFORE, "drawn", draws.record_hash(alone_drawn))
    vectors = [
        " ".join(alone_drawn.outcome),
        draws.record_hash(alone_drawn),
        sealed,
        ceremony.seal_act(sealed, "annulled", draws.record_hash(alone_drawn)),
        bound.results,
        bound.root,
        ceremony.outcome_seed(bound, ()),
        record.anchor,
        record.server_seed,
        again.server_seed,
        *(part.commitment for part in parts),
        record.root,
        seed,
        ceremony.seal_made(record.before, record.root, seed),
        " ".join(order),
        ceremony.seal_failed(record.before, failed),
        again.root,
        ceremony.outcome_seed(again, parts_again),
        alone.root,
        ceremony.outcome_seed(alone, ()),
    ]
    assert [vector for vector in vectors if vector not in PAGE] == []


def test_guarantee_is_the_one_of_the_record() -> None:
    record, parts = true_ceremony(inputs=THREE, nonces={"p01": "11" * 32})
    called = draws.make("seats", "round-1", THREE, seed=SECRET, word="ombrello")
    beacon, witnesses = BEACONS[0], ("p01", "p02")
    assert called.guarantee() is Guarantee.WORD
    assert replace(called, by_hand=True).guarantee() is Guarantee.HAND
    assert replace(called, ceremony=record).guarantee() is Guarantee.WORD
    assert replace(called, ceremony=replace(record, beacon=beacon)).guarantee() is Guarantee.BEACON
    assert replace(called, ceremony=replace(record, witnesses=witnesses)).guarantee() is Guarantee.WITNESSES
    assert replace(called, ceremony=record, contributions=parts).guarantee() is Guarantee.PHONES


#: The ideal ceremony, small enough to enumerate: outcomes 0 to 4, the outcome is the sum of all contributions.
OUTCOMES = 5
#: The server's seeds, which the organiser reads in advance: one for each attempt.
SERVER_SEEDS = (3, 1, 4, 2)


def _best_chance(wanted: frozenset[int], failures: int, colluders: int, *, drops: bool = False) -> Fraction:
    """Return the best chance of a wanted outcome, over every strategy of organiser and colluding phones.

    Before the list is fixed they choose word and nonces, knowing the server's seeds. Then the honest nonce comes, any
    with the same chance, and they reveal or fail, knowing the outcome; the last attempt allowed must count.

    Arguments:
        drops: they may also fail an attempt by dropping the honest nonce: then the honest phone, named as missing, is
            in no later list.
    """

    @cache
    def chance(attempt: int, is_honest_in: bool) -> Fraction:
        return max(
            _after_the_list((SERVER_SEEDS[attempt] + sum(chosen)) % OUTCOMES, attempt, is_honest_in)
            for chosen in product(range(OUTCOMES), repeat=1 + colluders)
        )

    def _after_the_list(bound: int, attempt: int, is_honest_in: bool) -> Fraction:
        retries = [Fraction(0)]
        if attempt < failures:
            retries += [chance(attempt + 1, is_honest_in), *([chance(attempt + 1, False)] if drops else [])]
        nonces = range(OUTCOMES) if is_honest_in else (0,)
        reached = (max(Fraction((bound + honest) % OUTCOMES in wanted), *retries) for honest in nonces)
        return sum(reached, Fraction(0)) / Fraction(len(nonces))

    return chance(0, True)


@pytest.mark.parametrize("failures", [0, 1, 2, 3])
@pytest.mark.parametrize("wanted", [{0}, {1, 4}, {0, 2, 3}])
def test_failures_are_fair_tries_and_no_more(failures: int, wanted: set[int]) -> None:
    fair = Fraction(len(wanted), OUTCOMES)
    for colluders in (0, 1, 2):
        assert _best_chance(frozenset(wanted), failures, colluders) == 1 - (1 - fair) ** (failures + 1)


@pytest.mark.parametrize("wanted", [{0}, {1, 4}, {0, 2, 3}])
def test_one_failure_that_leaves_the_honest_phone_out_buys_every_outcome(wanted: set[int]) -> None:
    """The condition of the bound is exact: without a failure it holds, after one it needs the phone in the list."""
    for colluders in (0, 1, 2):
        assert _best_chance(frozenset(wanted), 0, colluders, drops=True) == Fraction(len(wanted), OUTCOMES)
        for failures in (1, 2, 3):
            assert _best_chance(frozenset(wanted), failures, colluders, drops=True) == 1


def test_record_names_who_was_left_out_after_a_failure() -> None:
    failures = [FailedAttempt("0" * 64, ("p03", "p02")), FailedAttempt("1" * 64, ("p02",)), FailedAttempt("2" * 64, ())]
    record, parts = true_ceremony(inputs=THREE, number=4, failures=failures, nonces={"p01": "11" * 32})
    drawn = draws.make("seats", "round-1", THREE, seed=SECRET, word="ombrello")
    assert replace(drawn, ceremony=record, contributions=parts).left_out() == ("p02", "p03")
    assert drawn.left_out() == ()


def test_organiser_who_chooses_word_and_players_does_not_choose_the_outcome() -> None:
    """Of all words and player lists tried against the product's functions none moves the outcome beyond chance."""
    honest = [f"{number:064x}" for number in range(240)]
    for word, count, colluder in product(("ombrello", "sedia", "", "tre gatti"), (4, 5), "1f"):
        base, _nobody = true_ceremony(inputs=player_ids(count))
        tally: Counter[str] = Counter()
        for nonce in honest:
            nonces = {"p01": nonce, "p02": colluder * 64}
            parts = tuple(Contribution(by, value, ceremony.digest(value)) for by, value in nonces.items())
            record = replace(base, root=ceremony.list_root(base, word, parts))
            stream = draws.Stream(SECRET, word, "seats", "round-1", ceremony.outcome_seed(record, parts))
            tally[draws.shuffled(THREE, stream)[0]] += 1
        # 80 expected of each; 7.3 is one standard deviation, and 48 numbers are looked at.
        assert all(80 - 32 <= times <= 80 + 32 for times in tally.values()), (word, count, colluder, tally)


#: What the organiser and the colluding phones may choose before the list is fixed, and the honest nonces enumerated.
CHOICES = tuple(product(("ombrello", "sedia", "tre gatti"), (3, 4), ("a", "b")))
HONEST = tuple(f"{number:064x}" for number in range(200))
WANTED = "p02"


@cache
def _reached(choice: tuple[str, int, str], failures: int, colluders: int) -> Fraction:
    """Return the share of the honest nonces with which one attempt draws the wanted outcome, by the real functions.

    Arguments:
        choice: word, players, and the colluding phones' nonces; failures: attempts that failed before.
    """
    word, count, digit = choice
    failed = tuple(FailedAttempt(f"{number:064x}", ("p03",)) for number in range(failures))
    base, _nobody = true_ceremony(
        number=failures + 1,
        inputs=player_ids(count),
        failures=failed,
        results="0" * 64,
        promises=(ceremony.promise("seats", "round-1", draws.commit(SECRET)),),
    )
    times = 0
    for honest in HONEST:
        values = {"p01": honest, **{f"p0{2 + phone}": digit * 64 for phone in range(colluders)}}
        parts = tuple(Contribution(by, value, ceremony.digest(value)) for by, value in values.items())
        record = replace(base, root=ceremony.list_root(base, word, parts))
        stream = draws.Stream(SECRET, word, "seats", "round-1", ceremony.outcome_seed(record, parts))
        times += draws.shuffled(THREE, stream)[0] == WANTED
    return Fraction(times, len(HONEST))


@pytest.mark.parametrize("colluders", [0, 1, 2])
@pytest.mark.parametrize("failures", [0, 1, 2])
def test_best_strategy_against_the_real_functions_is_a_fair_try_for_each_attempt(failures: int, colluders: int) -> None:
    """The organiser knows every secret, and before each list takes the choice that does best over the honest nonces.

    The chance of the whole strategy, reveal if the outcome is the wanted one and fail otherwise, is computed exactly
    from the enumerated attempts. A fair try has 1/3; what the best of twelve choices has above it is sampling.
    """
    missed = Fraction(1)
    for attempt in range(failures + 1):
        missed *= 1 - max(_reached(choice, attempt, colluders) for choice in CHOICES)
    fair = 1 - Fraction(2, 3) ** (failures + 1)
    # One share has a standard deviation of 0.033; the best of twelve stays below three of them.
    assert abs(1 - missed - fair) <= Fraction(1, 8)


def test_without_phones_the_word_does_choose() -> None:
    """The called word alone does not hold against who runs the computer: the page must not promise it."""
    wanted = "p03"
    words = (f"parola {number}" for number in range(100))
    record, _parts = true_ceremony(inputs=THREE)
    assert any(
        draws.shuffled(THREE, draws.Stream(SECRET, word, "seats", "round-1", ceremony.outcome_seed(record, ())))[0]
        == wanted
        for word in words
    )


def test_hash_of_a_record_holds_each_of_its_fields() -> None:
    record, parts = true_ceremony(inputs=THREE, nonces={"p01": "11" * 32})
    drawn = draws.make("seats", "round-1", THREE, seed=SECRET, word="ombrello")
    changes: list[dict[str, Any]] = [
        {"purpose": "tables"},
        {"scope": "round-2"},
        {"commitment": "0" * 64},
        {"seed": "0" * 64},
        {"word": "altra"},
        {"by_hand": True},
        {"inputs": THREE[:2]},
        {"outcome": drawn.outcome[::-1]},
        {"rejected": ("spy",)},
        {"ceremony": record, "contributions": parts},
    ]
    hashes = {draws.record_hash(drawn), *(draws.record_hash(replace(drawn, **change)) for change in changes)}
    assert len(hashes) == len(changes) + 1


def test_list_binds_everything_before_the_first_nonce() -> None:
    """Whatever is changed after the list is fixed gives another root: the phone sees it before it reveals."""
    record, parts = true_ceremony(inputs=THREE, nonces={"p01": "11" * 32, "p02": "22" * 32})
    failed = FailedAttempt("0" * 64, ("p03",))
    others = [
        ceremony.list_root(record, "altra", parts),
        ceremony.list_root(record, "ombrello", parts[:1]),
        ceremony.list_root(record, "ombrello", (parts[0], replace(parts[1], commitment="0" * 64))),
        *(
            ceremony.list_root(replace(record, **change), "ombrello", parts)
            for change in (
                {"event": "altro"},
                {"step": "final"},
                {"number": 2},
                {"anchor": "0" * 64},
                {"key": "0" * 64},
                {"before": "1" * 64},
                {"failures": (failed,)},
                {"inputs": player_ids(4)},
                {"beacon": BEACONS[0]},
                {"results": "1" * 64},
                {"results": "1" * 64, "promises": ("seats round-1 " + "2" * 64,)},
                {"results": "1" * 64, "promises": ("seats round-1 " + "3" * 64,)},
                {"results": "1" * 64, "witnesses": ("p01", "p02")},
            )
        ),
    ]
    assert record.root == ceremony.list_root(record, "ombrello", parts)
    assert len({record.root, *others}) == len(others) + 1
