"""Test the unofficial rating against figures of another program for the same algorithm (openskill 6.2.0)."""

from __future__ import annotations

import pytest

from ranking.rules.rating import Rating, rate_table

NEW = Rating()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            [NEW] * 4,
            [
                (27.795252672501135, 8.263571791259416),
                (26.55291815138952, 8.17961798837266),
                (24.689416369722096, 8.084127880168786),
                (20.962412806387245, 8.084127880168786),
            ],
        ),
        (
            [NEW] * 3,
            [
                (27.869048680749426, 8.205243377397993),
                (25.717262170187357, 8.058224222802378),
                (21.413689149063217, 8.058224222802378),
            ],
        ),
        (
            [Rating(31.2, 2.1, 40), Rating(24.0, 5.5, 9), Rating(22.75, 1.4, 80), NEW],
            [
                (31.41150718144303, 2.100679785216494),
                (25.03467489253904, 5.423351849624341),
                (22.756630702726255, 1.401965624876187),
                (19.065187641131345, 7.6238888887669125),
            ],
        ),
        (
            [Rating(18.0, 3.0, 20), Rating(30.0, 1.2, 90), Rating(27.5, 2.0, 30)],
            [
                (18.975123208292864, 2.993436326041435),
                (29.984969006382915, 1.2019367268532828),
                (27.107818736205637, 1.994647059572031),
            ],
        ),
    ],
)
def test_rate_table_equals_another_program(before: list[Rating], after: list[tuple[float, float]]) -> None:
    rated = rate_table(before)
    assert [(rating.mu, rating.sigma) for rating in rated] == [pytest.approx(pair, abs=1e-8) for pair in after]
    assert [rating.games for rating in rated] == [rating.games + 1 for rating in before]
