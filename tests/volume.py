"""Volumes of the tests with generated input, defined in one place.

FOSSATO_TEST_VOLUME is ``gate`` (default), ``fast`` or ``soak``, set by ``script/test --fast`` and ``--soak``. A test
marked ``soak`` that is run by its name, outside a soak, takes the values of the gate.
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import pytest


@dataclass(frozen=True)
class Volume:
    """Numbers of repetitions.

    Arguments:
        share: of what a loop over generated games or sheets tries at most, one part in so many.
        fuzz_fields_alone: whether each field alone gets hostile values of each kind; if not, several fields at once
            get one value each.
        every_role: whether every role asks for every address; if not, one role for each answer in the table.
        kills: of the web process on PostgreSQL; a quarter on SQLite.
        walks, steps: number and length of the random walks of an event.
        hall_users, hall_days: users that act at once on one server, and whole events that they play.
        page_views: the languages in which Chromium looks at every page, each with a colour scheme and a width.
        page_states: whether Chromium looks at every state of a page; if not, at one state of an address.
        page_step: Chromium looks at one address in so many.
        venue_burst: requests for one page that reach nginx at the same moment from one address.
        venue_phones: that ask nginx for pages from one address.
        venue_seconds: for which they go on, each with its stream of news open.
        venue_page_seconds: between two pages of one of these phones, on average.
        venue_slow_seconds: under which 95 of 100 answers must come; no bound at the gate, where other tests run beside.
        climb_steps: of the searches for legal games near a bound, as multiples.
        attack_seconds: for which a server is attacked in every way at once.
    """

    share: int
    fuzz_fields_alone: bool
    every_role: bool
    kills: int
    walks: int
    steps: int
    hall_users: int
    hall_days: int
    page_views: tuple[tuple[str, Literal["light", "dark"], str], ...]
    page_states: bool
    page_step: int
    venue_burst: int
    venue_phones: int
    venue_seconds: int
    venue_page_seconds: int
    venue_slow_seconds: float
    climb_steps: int
    attack_seconds: int


GATE = Volume(
    share=10,
    fuzz_fields_alone=False,
    every_role=False,
    kills=1,
    walks=8,
    steps=12,
    hall_users=32,
    hall_days=1,
    page_views=(("it", "light", "phone"),),
    page_states=False,
    page_step=12,
    venue_burst=60,
    venue_phones=60,
    venue_seconds=20,
    venue_page_seconds=10,
    venue_slow_seconds=math.inf,
    climb_steps=1,
    attack_seconds=10,
)
SOAK = Volume(
    share=1,
    fuzz_fields_alone=True,
    every_role=True,
    kills=12,
    walks=24,
    steps=35,
    hall_users=64,
    hall_days=1,
    page_views=(("it", "light", "phone"), ("en", "dark", "desktop")),
    page_states=True,
    page_step=1,
    venue_burst=300,
    venue_phones=300,
    venue_seconds=90,
    venue_page_seconds=10,
    venue_slow_seconds=0.5,
    climb_steps=1,
    attack_seconds=40,
)
FAST = replace(GATE, share=25)
NAME = os.environ.get("FOSSATO_TEST_VOLUME", "gate")
VOLUME = {"fast": FAST, "gate": GATE, "soak": SOAK}[NAME]


def part_of(number: int) -> int:
    """Return how many of a soak's repetitions to make: all of them, or the share of another run, at least one."""
    return max(1, number // VOLUME.share)


def one_in(step: int, cases: Iterable[Any]) -> list[Any]:
    """Return the cases of a parametrised test, marked so that the gate runs one in ``step`` and a soak all of them.

    Arguments:
        step: the gate runs the first case and, after it, one in so many.
        cases: one argument of the test each.
    """
    marks = (pytest.mark.soak,)
    return [pytest.param(case, marks=marks if place % step else ()) for place, case in enumerate(cases)]


def rows_in(step: int, rows: Sequence[tuple[Any, ...]]) -> list[Any]:
    """Return the cases of a test with several arguments, marked as ``one_in`` does.

    Arguments:
        step: the gate runs the first case and, after it, one in so many.
        rows: the arguments of the test each.
    """
    return [pytest.param(*row, marks=case.marks) for row, case in zip(rows, one_in(step, rows), strict=True)]
