"""Publicly verifiable draws (art. 1.5): docs/draws.md, REQ-701, REQ-809, REQ-904, AMB-04, AMB-10, AMB-37."""

from __future__ import annotations

import unicodedata
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.dominion.cards import KINGDOM, SUGGESTED_KINGDOMS
from tests.refusals import refuses
from tournament.regulation import draws
from tournament.regulation.draws import Draw, Stream
from tournament.regulation.event_file.fields import read_draw
from tournament.regulation.event_file.parse import write_draw
from tournament.regulation.refusals import BadLabel, BadSeed, BadWord, ImpossibleTables
from tournament.regulation.seating import swiss_tables

#: White space collapsed: the page wraps its lines.
PAGE = " ".join((Path(__file__).parents[2] / "docs" / "draws.md").read_text(encoding="utf-8").split())
SEED = bytes(range(32)).hex()
SEATS = ("fossato", "seats", "round-1/table-1")


def _stream(word: str = "fossato", purpose: str = "seats", scope: str = "round-1/table-1") -> Stream:
    return Stream(SEED, word, purpose, scope)


def _printed(text: str) -> str:
    """Return a vector after asserting that docs/draws.md prints it."""
    assert text in PAGE
    return text


def test_commitment_vector() -> None:
    assert draws.commit(SEED) == _printed("6c86c6aac5fb24bcf5d9939cb7d7d5645ce39418f449e03b262dd4fa14b4b92b")


def test_pick_vectors() -> None:
    six = _stream()
    assert ", ".join(str(six.pick(6)) for _ in range(10)) == _printed("0, 4, 3, 0, 2, 5, 4, 5, 0, 3")
    thrown = _stream()
    picks = ", ".join(str(thrown.pick(3_000_000_000)) for _ in range(3))
    assert picks == _printed("2952678112, 612251978, 2651779744")
    numbers = (
        "3771760872, 2952678112, 3624549243, 3176201262, 612251978, 3409924097, 2651779744, 1688449865, 2921255820"
    )
    full_range = _stream()
    assert ", ".join(str(full_range.pick(2**32)) for _ in range(9)) == _printed(numbers)


@pytest.mark.parametrize(
    ("word", "purpose", "scope", "items", "order"),
    [
        (*SEATS, "a b c d", "d c b a"),
        (
            "perché no",
            "tables",
            "round-1",
            " ".join(f"p{number:02}" for number in range(1, 14)),
            "p11 p13 p09 p10 p06 p03 p01 p07 p08 p12 p02 p04 p05",
        ),
        ("", "table_lots", "", "x y z", "z x y"),
    ],
)
def test_shuffle_vectors(word: str, purpose: str, scope: str, items: str, order: str) -> None:
    assert " ".join(draws.shuffled(items.split(), _stream(word, purpose, scope))) == _printed(order)


@pytest.mark.parametrize(
    ("scope", "cards", "rejected"),
    [
        ("round-1", "throne_room woodcutter workshop militia moneylender market smithy cellar gardens moat", ""),
        ("round-2", "mine militia village festival throne_room adventurer market gardens cellar moat", ""),
        ("test-161", "remodel cellar mine woodcutter festival feast chancellor chapel market adventurer", "spy"),
    ],
)
def test_kingdom_vectors(scope: str, cards: str, rejected: str) -> None:
    """REQ-809: the ten in order of extraction and the cards set aside."""
    drawn = draws.make("kingdom", scope, (), seed=SEED, word="fossato")
    assert " ".join(drawn.outcome) == _printed(cards)
    assert " ".join(drawn.rejected) == rejected
    assert draws.verify(drawn) == []


def test_pick_among_one_consumes_no_number() -> None:
    stream, other = _stream(), _stream()
    assert [stream.pick(1) for _ in range(5)] == [0] * 5
    assert stream.pick(1000) == other.pick(1000)


def test_draws_of_same_seed_differ_by_label() -> None:
    """Purpose, scope and word all count."""
    streams = [
        _stream(),
        _stream(purpose="tables"),
        _stream(scope="round-1/table-2"),
        _stream(word="luna"),
        Stream("ff" * 32, *SEATS),
    ]
    assert len({stream.pick(2**32) for stream in streams}) == len(streams)


@pytest.mark.parametrize("count", [0, -1, 2**32 + 1])
def test_pick_invalid_argument(count: int) -> None:
    with refuses("BAD_PICK"):
        _stream().pick(count)


@pytest.mark.parametrize("seed", ["", "00" * 31, "00" * 33, "0G" * 32, "AB" * 32])
def test_seed_invalid(seed: str) -> None:
    with pytest.raises(BadSeed):
        draws.commit(seed)
    with pytest.raises(BadSeed):
        Stream(seed, *SEATS)


def test_label_invalid() -> None:
    with pytest.raises(BadWord):
        _stream(word="x" * 65)
    with pytest.raises(BadWord):
        _stream(word="a\x00b")
    with refuses("BAD_PURPOSE"):
        _stream(purpose="dice")
    with pytest.raises(BadLabel):
        _stream(scope="a\nb")


def test_word_normalised() -> None:
    decomposed = unicodedata.normalize("NFD", "  perché \n no ")
    assert draws.normalise_word(decomposed) == "perché no"
    assert _stream(decomposed).pick(2**32) == _stream("perché no").pick(2**32)


def test_shuffle_fair() -> None:
    """AMB-37: the 24 orders of four over 12,000 draws, each within 4 sigma of its share."""
    total = 12_000
    counts = Counter(tuple(draws.shuffled("abcd", _stream(scope=str(number)))) for number in range(total))
    assert len(counts) == 24
    sigma = (total * (1 / 24) * (23 / 24)) ** 0.5
    assert all(abs(times - total / 24) < 4 * sigma for times in counts.values())


def test_round_1_tables() -> None:
    """REQ-701, REQ-704: a drawn order cut in fours, then threes; the given order is left alone."""
    entries = [f"p{number:02}" for number in range(1, 14)]
    formed = swiss_tables(draws.shuffled(entries, _stream(purpose="tables")))
    assert [len(table) for table in formed] == [4, 3, 3, 3]
    flat = [player for table in formed for player in table]
    assert sorted(flat) == entries == sorted(entries)
    assert flat == list(draws.make("tables", "round-1/table-1", entries, seed=SEED, word="fossato").outcome)
    with pytest.raises(ImpossibleTables):
        swiss_tables(draws.shuffled("abcde", _stream(purpose="tables")))


def test_seats_drawn_per_table() -> None:
    """REQ-903, REQ-904, AMB-10: drawn again for each table of each round; all players begin equally often."""
    table = ["a", "b", "c", "d"]
    orders = [draws.shuffled(table, _stream(scope=f"round-{n}/table-1")) for n in range(4000)]
    assert all(sorted(order) == table for order in orders)
    first = Counter(order[0] for order in orders)
    assert all(abs(times - 1000) < 4 * (4000 * 3 / 16) ** 0.5 for times in first.values())


def test_lots_numbered() -> None:
    """AMB-04, AMB-37: one permutation, lot 1 first."""
    order = draws.shuffled(["x", "y", "z"], _stream("", "table_lots", ""))
    assert draws.lots_by_order(order) == {"z": 1, "x": 2, "y": 3}


TRUE = draws.make("standings_lots", "round-2/group-1", tuple("cmbdefgh"), seed=SEED, word="luna")


def test_record_true() -> None:
    assert draws.verify(TRUE) == []
    assert read_draw(write_draw(TRUE)) == TRUE


@pytest.mark.parametrize(
    ("changed", "codes"),
    [
        (replace(TRUE, seed="ab" * 32), {"DRAW_COMMITMENT", "DRAW_OUTCOME"}),
        (replace(TRUE, seed="zz"), {"BAD_SEED"}),
        (replace(TRUE, commitment="00" * 32), {"DRAW_COMMITMENT"}),
        (replace(TRUE, word="sole"), {"DRAW_OUTCOME"}),
        (replace(TRUE, word=" luna"), {"BAD_WORD"}),
        (replace(TRUE, word="x" * 65), {"BAD_WORD"}),
        (replace(TRUE, scope="a\nb"), {"BAD_LABEL"}),
        (replace(TRUE, purpose="dice"), {"BAD_PURPOSE"}),
        (replace(TRUE, outcome=TRUE.outcome[::-1]), {"DRAW_OUTCOME"}),
        (replace(TRUE, outcome=tuple("cmbdefgx")), {"DRAW_NOT_A_PERMUTATION", "DRAW_OUTCOME"}),
        (replace(TRUE, inputs=tuple("ccbdefgh")), {"DRAW_INPUT_TWICE", "DRAW_OUTCOME"}),
        (replace(TRUE, rejected=("spy",)), {"DRAW_OUTCOME"}),
    ],
)
def test_record_changed(changed: Draw, codes: set[str]) -> None:
    """AMB-04: no part of a record can be changed undetected."""
    assert {finding.code for finding in draws.verify(changed)} == codes


def test_kingdom_record_changed() -> None:
    drawn = draws.make("kingdom", "round-1", (), seed=SEED, word="fossato")
    fewer = replace(drawn, inputs=KINGDOM[:-1])
    assert [finding.code for finding in draws.verify(fewer)] == ["DRAW_KINGDOM_INPUTS"]
    other = replace(drawn, outcome=(*drawn.outcome[:-1], "witch"))
    findings = draws.verify(other)
    assert {(finding.code, finding.path) for finding in findings} == {
        ("KINGDOM_ATTACK_WITHOUT_MOAT", "outcome[3]"),
        ("DRAW_OUTCOME", "outcome"),
    }


def test_manual_draw_recorded() -> None:
    """REQ-808, REQ-809, AMB-04: recorded as such, checked for what is impossible."""
    draw, findings = draws.record_by_hand("seats", "round-1/table-1", "abcd", "dbca")
    assert (draw.by_hand, draw.seed, findings) == (True, "", [])
    assert [f.code for f in draws.record_by_hand("seats", "", "abcd", "dbcc")[1]] == ["DRAW_NOT_A_PERMUTATION"]
    big_money = SUGGESTED_KINGDOMS["big_money"]
    assert [f.code for f in draws.record_by_hand("kingdom", "round-1", (), big_money)[1]] == [
        "KINGDOM_ATTACK_WITHOUT_MOAT"
    ]
    legal = [*big_money[:9], "moat"]
    assert draws.record_by_hand("kingdom", "round-1", (), legal)[1] == []
    assert [f.code for f in draws.verify(replace(draw, seed=SEED))] == ["DRAW_BY_HAND_WITH_SEED"]


@given(st.binary(min_size=32, max_size=32), st.lists(st.text(max_size=5), unique=True, max_size=12))
def test_every_draw_recomputable(seed: bytes, items: list[str]) -> None:
    drawn = draws.make("ranking_lots", "line-24", items, seed=seed.hex(), word="luna")
    assert sorted(drawn.outcome) == sorted(items)
    assert draws.verify(drawn) == []
