"""game-record/1: records round trip; errors are reported with their path."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import record
from games.record import Record, RecordError

GOOD: dict[str, Any] = {
    "format": "game-record/1",
    "game": "dominion",
    "players": ["Seat 1", "Seat 2"],
    "setup": {"kingdom": "first_game"},
    "seed": "s",
    "choices": ["silver", "stop"],
}


def changed(**fields: Any) -> dict[str, Any]:
    return {name: value for name, value in (GOOD | fields).items() if value is not None}


@pytest.mark.parametrize(
    ("data", "path"),
    [
        (changed(format="game-record/2"), "format"),
        (changed(format=None), "format"),
        (changed(players=None), "players"),
        (changed(players=[]), "players"),
        (changed(players=[1, 2]), "players"),
        (changed(setup=[]), "setup"),
        (changed(game=7), "game"),
        (changed(seed=None), "seed"),
        (changed(seed=1.5), "seed"),
        (changed(chance=[]), "seed"),
        (changed(seed=None, chance=7), "chance"),
        (changed(seed=None, chance=[3, [0, 0]]), "chance[1]"),
        (changed(seed=None, chance=[-1]), "chance[0]"),
        (changed(randomness=3), "randomness"),
        (changed(randomness=True), "randomness"),
        (changed(seed=None, chance=[], randomness=2), "randomness"),
        (changed(choices="silver"), "choices"),
        (changed(choices=["silver", True]), "choices[1]"),
        (changed(choices=["silver", None]), "choices[1]"),
        (changed(colour="red"), "colour"),
        ([], ""),
    ],
    ids=lambda value: value or "whole" if isinstance(value, str) else None,
)
def test_wrong_record_reported_with_path(data: Any, path: str) -> None:
    with pytest.raises(RecordError) as caught:
        record.from_dict(data)
    assert caught.value.path == path
    assert str(caught.value).startswith(path)


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, "nope", '{"format": NaN}'])
def test_record_text_invalid(text: str) -> None:
    with pytest.raises(RecordError):
        record.loads(text)


def test_record_bytes_invalid(tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    path.write_bytes(b"\xff\xfe{}")
    with pytest.raises(RecordError, match="UTF-8"):
        record.load(path)


names = st.text(max_size=8)
randomness = st.one_of(
    st.tuples(st.one_of(names, st.integers(0, 2**63)), st.none(), st.sampled_from(record.RANDOMNESS)),
    st.tuples(st.none(), st.lists(st.one_of(st.integers(0, 9), st.permutations(range(4)))).map(tuple)),
)


@given(
    players=st.lists(names, min_size=1, max_size=6).map(tuple),
    choices=st.lists(st.one_of(names, st.integers())).map(tuple),
    randomness=randomness,
)
def test_record_round_trip(players: tuple[str, ...], choices: tuple[Any, ...], randomness: Any) -> None:
    original = Record("dominion", players, {"kingdom": "first_game"}, choices, *randomness)
    assert record.loads(original.dumps()) == original
    assert json.loads(original.dumps()) == original.as_dict()


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=5),
        lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from([*GOOD, "x"]), inner),
        max_leaves=12,
    )
)
def test_record_any_data_without_traceback(data: Any) -> None:
    for candidate in (data, GOOD | data if isinstance(data, dict) else data):
        try:
            read = record.from_dict(candidate)
        except RecordError:
            continue
        assert record.from_dict(read.as_dict()) == read


def test_record_with_one_more_choice() -> None:
    read = record.from_dict(GOOD)
    assert read.with_choice("gold").choices == ("silver", "stop", "gold")
    assert read.choices == ("silver", "stop")
