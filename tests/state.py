"""Artefacts built once per state of the code, in ``var/test-databases``: migrated databases, static files."""

from __future__ import annotations

import fcntl
import hashlib
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "var" / "test-databases"
#: Files that migrations depend on: a change to one of them invalidates the migrated databases.
DATABASE_SOURCES = (
    "requirements.txt",
    "config/settings/*.py",
    "*/apps.py",
    "*/migrations/*.py",
    "*/models/*.py",
    "*/models.py",
    "ranking/append_only.py",
    "tournament/core/migration_operations.py",
    "tournament/core/permissions.py",
    "tournament/regulation/parameters.py",
    "tests/database.py",
    "tests/state.py",
    "tests/integration/servers/postgres.py",
)
#: Files that the rows of a test's event depend on.
BUILD_SOURCES = (
    *DATABASE_SOURCES,
    *(
        f"{folder}/**/*.{kind}"
        for folder in ("config", "games", "ops", "practice", "ranking", "tournament")
        for kind in ("py", "json")
    ),
    "templates/**/*",
    "locale/**/*.po",
    "tests/*.py",
    "tests/data/**/*",
)
#: Files that the collected static files depend on.
STATIC_SOURCES = ("requirements.txt", "config/settings/*.py", "static/**/*", "*/static/**/*")


def _hash(*patterns: str) -> str:
    """Return a hash of the files that match patterns."""
    digest = hashlib.sha256()
    for path in sorted({path for pattern in patterns for path in ROOT.glob(pattern) if path.is_file()}):
        digest.update(f"{path.relative_to(ROOT)}\n".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


@cache
def database_state() -> str:
    """Return a hash of every file that shapes a migrated database."""
    return _hash(*DATABASE_SOURCES)


def template_name() -> str:
    """Return the name of the migrated database on a throw-away PostgreSQL, which others are copied from."""
    return f"fossato_template_{database_state()}"


@cache
def build_state() -> str:
    """Return a hash of every file that shapes the rows of a test's event."""
    return _hash(*BUILD_SOURCES)


@cache
def static_state() -> str:
    """Return a hash of every file that shapes the collected static files."""
    return _hash(*STATIC_SOURCES)


@contextmanager
def build_lock(name: str) -> Iterator[None]:
    """Hold a lock file, so that one process builds while the others wait."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (FOLDER / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def get_or_build(kind: str, state: str, build: Callable[[Path], None]) -> Path:
    """Return a file or folder built for a state of the code; build it if it is not there, and remove older ones.

    Arguments:
        build: makes the file or folder at the path that it is given.
    """
    target = FOLDER / f"{kind}-{state}"
    with build_lock(kind):
        if not target.exists():
            for old in FOLDER.glob(f"{kind}-*"):
                shutil.rmtree(old) if old.is_dir() else old.unlink()
            unfinished = FOLDER / f"{kind}-unfinished"
            build(unfinished)
            unfinished.rename(target)
    return target
