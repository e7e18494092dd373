"""Batches: many games of a plan, counted, over any number of processes.

The totals are those of the same games played one by one: they depend on the plan alone, not on the number of processes,
on how the games are divided into parts, or on a process that dies on the way.
"""

from __future__ import annotations

import signal
import time
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context

from . import registry, runner
from .runner import Plan
from .totals import Totals

#: Games of the first parts, and of the largest: a part doubles while it takes less than PART_SECONDS.
FIRST_PART = 50
LARGEST_PART = 50_000
PART_SECONDS = 0.25
#: Parts that wait for each process, so that none is idle.
PARTS_AHEAD = 3
#: Processes that may die in one batch: more than these die of the batch itself.
MOST_LOST = 8

Played = tuple[Totals, float]


class _Parts:
    """The numbers of the games, in parts that grow with the speed of the games."""

    def __init__(self, games: int) -> None:
        self._next, self._games, self._size = 0, games, FIRST_PART

    def take(self) -> range | None:
        """Return the next numbers; None when all are taken."""
        if self._next >= self._games:
            return None
        numbers = range(self._next, min(self._next + self._size, self._games))
        self._next = numbers.stop
        return numbers

    def note(self, numbers: range, seconds: float) -> None:
        """Learn from a part that has been played."""
        if seconds < PART_SECONDS and len(numbers) == self._size:
            self._size = min(self._size * 2, LARGEST_PART)


def batch(plan: Plan, games: int, jobs: int = 1) -> Iterator[Totals]:
    """Play ``games`` games of the plan and yield the totals of one part after the other.

    Whoever stops reading ends the processes; the totals read so far are those of the first games.

    Arguments:
        jobs: number of processes; 1 plays in this process.

    Raises:
        UnknownName, BadSetup: before the first game. BrokenProcessPool: processes died again and again.
    """
    runner.prepare(plan)
    parts = _Parts(games)
    return _run_alone(plan, parts) if jobs <= 1 else _Workers(plan, jobs).play(parts)


def _run_alone(plan: Plan, parts: _Parts) -> Iterator[Totals]:
    while (numbers := parts.take()) is not None:
        totals, seconds = play_part(plan, numbers)
        parts.note(numbers, seconds)
        yield totals


def play_part(plan: Plan, numbers: range) -> Played:
    """Play the games of some numbers; return their totals and the seconds."""
    began = time.perf_counter()
    game = registry.get(plan.game)
    makers = [game.bot(name) for name in plan.seats()]
    totals = Totals(plan.players)
    for number in numbers:
        _, outcome, _ = runner.play_one(plan, game, makers, number)
        totals.add_game(outcome.places, outcome.scores, outcome.turns, outcome.end)
    return totals, time.perf_counter() - began


def _ignore_interrupts() -> None:
    """Leave Ctrl-C to the process that reads the totals."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class _Workers:
    """The processes of a batch. When one dies, all are started again and the parts not yet read are played again."""

    def __init__(self, plan: Plan, jobs: int) -> None:
        self._plan, self._jobs, self._lost = plan, jobs, 0
        self._waiting: deque[tuple[range, Future[Played]]] = deque()

    def play(self, parts: _Parts) -> Iterator[Totals]:
        """Yield the totals of the parts in order."""
        self._pool = self._started()
        try:
            self._fill(parts)
            while self._waiting:
                numbers, future = self._waiting[0]
                try:
                    totals, seconds = future.result()
                except BrokenProcessPool:
                    self._start_again()
                    continue
                self._waiting.popleft()
                parts.note(numbers, seconds)
                self._fill(parts)
                yield totals
        finally:
            self._pool.shutdown(cancel_futures=True)

    def _started(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self._jobs, mp_context=get_context("spawn"), initializer=_ignore_interrupts)

    def _fill(self, parts: _Parts) -> None:
        while len(self._waiting) < self._jobs * PARTS_AHEAD and (numbers := parts.take()) is not None:
            self._waiting.append((numbers, self._submit(numbers)))

    def _submit(self, numbers: range) -> Future[Played]:
        """Hand a part to the processes; if one of them has died, return a future with that error."""
        try:
            return self._pool.submit(play_part, self._plan, numbers)
        except BrokenProcessPool as error:
            refused: Future[Played] = Future()
            refused.set_exception(error)
            return refused

    def _start_again(self) -> None:
        self._lost += 1
        if self._lost > MOST_LOST:
            raise BrokenProcessPool(f"{self._lost} processes died while they played {self._plan}")
        self._pool.shutdown(cancel_futures=True)
        self._pool = self._started()
        numbers = [each for each, _ in self._waiting]
        self._waiting = deque((each, self._submit(each)) for each in numbers)
