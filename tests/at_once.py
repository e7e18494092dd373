"""Run several threads on a real database, to test concurrent requests."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import Barrier
from typing import Any

from django.db import connection, connections

from tournament.regulation.errors import RuleError


@contextmanager
def real_database(folder: Path) -> Iterator[None]:
    """Copy the in-memory SQLite database into a file and use it: threads sharing memory would prove nothing."""
    if connection.vendor != "sqlite":
        yield
        return
    connection.ensure_connection()
    memory_connection, name = connection.connection, connection.settings_dict["NAME"]
    file = folder / "copy.sqlite3"
    copy = sqlite3.connect(file)
    memory_connection.backup(copy)
    copy.close()
    connection.connection, connection.settings_dict["NAME"] = None, str(file)
    yield
    connection.close()
    connection.connection, connection.settings_dict["NAME"] = memory_connection, name


def together(*acts: Callable[[], Any]) -> list[Any]:
    """Run several actions concurrently and return for each its result or the rule error it raised."""
    barrier = Barrier(len(acts))

    def run_act(act: Callable[[], Any]) -> Any:
        barrier.wait()
        try:
            return act()
        except RuleError as refusal:
            return refusal
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(acts)) as pool:
        return [future.result() for future in [pool.submit(run_act, act) for act in acts]]


def refused(results: list[Any]) -> list[str]:
    """Return the codes of the rule errors among the results."""
    return [result.code for result in results if isinstance(result, RuleError)]
