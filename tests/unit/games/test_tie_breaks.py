"""Places by a game's tie-break chain, and the progress bar."""

from __future__ import annotations

import io

import pytest

from games.cli import progress
from games.game import Criterion
from games.tie_breaks import places

CHAIN = (Criterion("points"), Criterion("turns", fewer_is_better=True))


def rows(*values: tuple[int | None, int | None, int | None]) -> list[dict[str, int | None]]:
    return [dict(zip(("points", "turns", "lot"), value, strict=True)) for value in values]


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        (rows((30, 20, None), (33, 20, None), (12, 19, None)), (2, 1, 3)),
        (rows((30, 20, None), (30, 19, None)), (2, 1)),
        (rows((30, 20, 2), (30, 20, 1), (31, 20, None)), (3, 2, 1)),
        (rows((30, 20, None), (30, 20, None), (1, 1, None)), (1, 1, 3)),
        (rows((30, None, None), (31, 20, None)), (None, None)),
        ([], ()),
    ],
    ids=["points", "fewer turns", "lot", "shared without a lot", "unknown", "nobody"],
)
def test_places(table: list[dict[str, int | None]], expected: tuple[int | None, ...]) -> None:
    assert places(table, CHAIN) == expected


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_bar_only_on_terminal() -> None:
    silent, terminal = io.StringIO(), Terminal()
    assert list(progress.shown(range(3), 3, silent)) == [0, 1, 2]
    assert silent.getvalue() == ""
    assert list(progress.shown(range(3), 3, terminal)) == [0, 1, 2]
    assert terminal.getvalue().endswith("\r\x1b[K"), "nothing is left of it"


def test_progress_bar() -> None:
    assert progress.bar(15, 30, 3.0) == "[###############...............] 15/30 5/s, 3 s left"
    assert progress.bar(0, 30, 0.0) == f"[{'.' * 30}] 0/30 0/s"
    assert progress.bar(0, 0, 1.0).startswith(f"[{'#' * 30}]")
