"""Run several threads, each with its connection to the database, to test concurrent requests."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

from django.db import connections

from tournament.regulation.refused import Refused


def together(*acts: Callable[[], Any]) -> list[Any]:
    """Run several actions concurrently and return for each its result or the rule error it raised."""
    barrier = Barrier(len(acts))

    def run_act(act: Callable[[], Any]) -> Any:
        barrier.wait()
        try:
            return act()
        except Refused as refusal:
            return refusal
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(acts)) as pool:
        return [future.result() for future in [pool.submit(run_act, act) for act in acts]]


def refused(results: list[Any]) -> list[str]:
    """Return the codes of the rule errors among the results."""
    return [result.code for result in results if isinstance(result, Refused)]
