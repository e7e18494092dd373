"""Keep what a test process has built for ``tests/stored_events.py`` in files, for others with the same sources.

On SQLite only: there every process begins with a copy of one database, so that ids and numbers are the same; on
PostgreSQL a sequence goes on from test to test.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import shutil
import time
from functools import cache
from pathlib import Path
from typing import Any

from django.db import connection
from django.utils import timezone

from tests.state import FOLDER, build_state

#: Seconds after which a build is made again: rows with a date and a time near each other would drift apart.
LIFETIME = 30 * 60


def read(key: tuple[Any, ...]) -> Any:
    """Return what another process has written for a key, or None."""
    if connection.vendor != "sqlite":
        return None
    file = _file(key)
    try:
        if time.time() - file.stat().st_mtime > LIFETIME:
            return None
        # Written by a test process of this checkout.
        return pickle.loads(file.read_bytes())
    except FileNotFoundError:
        return None


def write(key: tuple[Any, ...], value: object) -> None:
    """Keep a picklable value for the other processes."""
    if connection.vendor != "sqlite":
        return
    file = _file(key)
    unfinished = file.with_suffix(f".{os.getpid()}")
    unfinished.write_bytes(pickle.dumps(value))
    unfinished.replace(file)


def _file(key: tuple[Any, ...]) -> Path:
    # A build of yesterday has yesterday's dates.
    words = repr((timezone.localdate(), key))
    return _folder() / hashlib.sha256(words.encode()).hexdigest()


@cache
def _folder() -> Path:
    """Return the folder of the sources as they are now, and remove those of earlier sources that no test writes to."""
    folder = FOLDER / f"builds-{build_state()}"
    folder.mkdir(parents=True, exist_ok=True)
    for old in FOLDER.glob("builds-*"):
        if old != folder and time.time() - old.stat().st_mtime > LIFETIME:
            shutil.rmtree(old, ignore_errors=True)
    return folder
