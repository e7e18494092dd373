"""Batches: the same totals for any number of processes, any parts, and killed workers."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
import tracemalloc
from concurrent.futures import wait
from functools import cache
from multiprocessing import active_children
from typing import Any

import pytest

from games import batches, runner
from games.game import BadSetup, UnknownName
from games.runner import Plan
from games.totals import VICTORY, Totals
from tests.selection import ROOT
from tests.volume import one_in

#: Seconds after which something that was waited for has not come.
LATE = 60

PLANS = [
    Plan("dominion", 2, {}, ("big-money", "big-money+smithy"), "batch"),
    Plan("dominion", 4, {"tournament": True, "kingdom": "interaction"}, ("attack", "engine-builder"), "batch"),
    Plan("dominion", 3, {"kingdom": "random"}, ("big-money",), "batch"),
    Plan("dominion", 2, {}, ("random", "gardens"), "batch"),
    Plan("megalomania", 3, {}, ("random",), "batch"),
]


def total(plan: Plan, games: int, jobs: int = 1) -> Totals:
    totals = Totals(plan.players)
    for part in batches.batch(plan, games, jobs):
        totals.add(part)
    return totals


@cache
def total_of_thousands() -> Totals:
    """Return the totals of 4,000 games of the first plan, played once for the tests that compare with them."""
    return total(PLANS[0], 4000)


def one_by_one(plan: Plan, games: int) -> Totals:
    totals = Totals(plan.players)
    for _, outcome, _ in runner.simulate(plan, games):
        totals.add_game(outcome.places, outcome.scores, outcome.turns, outcome.end)
    return totals


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: f"{plan.game} {' '.join(plan.bots)}")
def test_batch_counts_the_games_played_one_by_one(plan: Plan) -> None:
    assert vars(total(plan, 130)) == vars(one_by_one(plan, 130))


def test_every_victory_is_shared_out_whole() -> None:
    totals = total(PLANS[1], 100)
    assert sum(totals.wins) == 100 * VICTORY
    assert totals.games == sum(totals.ends.values()) == 100


@pytest.mark.soak(gate="tests/unit/games/test_runner.py::test_simulation_independent_of_number_of_jobs")
def test_batch_same_for_any_number_of_processes() -> None:
    assert vars(total(PLANS[0], 700, jobs=2)) == vars(total(PLANS[0], 700))


@pytest.mark.soak(gate="tests/unit/games/test_batches.py::test_interrupted_simulation_tells_what_is_finished")
@pytest.mark.parametrize("finished_parts_wait", one_in(2, [True, False]))
def test_batch_survives_killed_process(finished_parts_wait: bool) -> None:
    """The part that is read next may be among those that died, or finished before: then the next part is refused."""
    plan, totals = PLANS[0], Totals(2)
    workers = batches._Workers(plan, 2)
    played = workers.play(batches._Parts(4000))
    totals.add(next(played))
    if finished_parts_wait:
        wait([part for _, part in workers._waiting], LATE)
    processes = active_children()
    os.kill(processes[0].pid or 0, signal.SIGKILL)
    # The executor ends the others.
    for process in processes:
        process.join(LATE)
    for part in played:
        totals.add(part)
    assert workers._lost == 1
    assert vars(totals) == vars(total_of_thousands())


@pytest.mark.parametrize(
    ("plan", "error"),
    [
        (Plan("dominion", 2, {}, ("nobody",), "x"), UnknownName),
        (Plan("dominion", 9, {}, ("random",), "x"), BadSetup),
    ],
)
def test_batch_refused_before_first_game(plan: Plan, error: type[Exception]) -> None:
    with pytest.raises(error):
        batches.batch(plan, 10)


@pytest.mark.soak(gate="tests/unit/games/test_batches.py::test_batch_counts_the_games_played_one_by_one")
def test_memory_of_a_batch_is_flat() -> None:
    played = batches.batch(PLANS[0], 1000)
    next(played)
    tracemalloc.start()
    try:
        for _ in played:
            pass
        current, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert current < 70_000, "bytes that are left of a thousand games"


def test_interrupted_simulation_tells_what_is_finished() -> None:
    command = [sys.executable, "-m", "games", "simulate", "dominion", "--games", "100000000", "--json"]
    reader, terminal = pty.openpty()
    process: subprocess.Popen[Any] = subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=terminal, text=True
    )
    assert b"/100000000" in os.read(reader, 1000), "the bar is drawn when the first part is finished"
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=60)
    os.close(reader)
    os.close(terminal)
    assert process.returncode == 130
    assert '"interrupted": true' in output
    assert '"games": 0,' not in output
