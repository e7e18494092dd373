"""Several threads on a real database: what two people press at the same moment."""

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
    """Threads that shared one in-memory SQLite would prove nothing: a copy of it in a file takes its place."""
    if connection.vendor != "sqlite":
        yield
        return
    connection.ensure_connection()
    kept, name = connection.connection, connection.settings_dict["NAME"]
    file = folder / "copy.sqlite3"
    copy = sqlite3.connect(file)
    kept.backup(copy)
    copy.close()
    connection.connection, connection.settings_dict["NAME"] = None, str(file)
    yield
    connection.close()
    connection.connection, connection.settings_dict["NAME"] = kept, name


def together(*acts: Callable[[], Any]) -> list[Any]:
    """What each of several acts gave, all begun at one moment: its result, or what the rules refused it with."""
    barrier = Barrier(len(acts))

    def one(act: Callable[[], Any]) -> Any:
        barrier.wait()
        try:
            return act()
        except RuleError as refusal:
            return refusal
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(acts)) as pool:
        return [future.result() for future in [pool.submit(one, act) for act in acts]]


def refused(results: list[Any]) -> list[str]:
    """The codes of the refusals."""
    return [one.code for one in results if isinstance(one, RuleError)]
