"""A Celery worker is killed in the middle of a print pack: another completes the Job, once."""

from __future__ import annotations

import os
import signal
from io import BytesIO
from pathlib import Path
from typing import Any

import psycopg
import pytest
from pypdf import PdfReader

from tests.integration.faults.conftest import Say, world
from tests.integration.faults.workers import until, worker_with_clock

pytestmark = [
    pytest.mark.postgres,
    pytest.mark.soak(gate="tests/unit/tournament/delivery/test_jobs.py::test_job_run_reclaims_an_expired_lease"),
]

PLAYERS = 40
#: Seconds: longer than the longest step of a pack on a busy machine, short enough for a test.
LEASE = 8
ROW = "select state, done, total, attempts, error, result from tournament_job where key = %s"


def test_pack_finished_once_by_next_worker(live_settings: dict[str, str], tmp_path: Path, say: Say) -> None:
    settings = live_settings | {"FOSSATO_JOB_LEASE": str(LEASE)}
    event = world(settings, "make", PLAYERS)
    with psycopg.connect(settings["FOSSATO_DATABASE_URL"], autocommit=True) as database:

        def row() -> tuple[Any, ...] | None:
            return database.execute(ROW, ["pack"]).fetchone()

        with worker_with_clock(settings) as first:
            world(settings, "ask_pack", event["round"])
            begun = until(lambda: (job_row := row()) and job_row[1] >= 1 and job_row, "the pack was begun")
            os.killpg(first.pid, signal.SIGKILL)
        killed_at = row()
        assert killed_at == begun
        assert killed_at[0] == "running"
        assert killed_at[1] < killed_at[2]

        with worker_with_clock(settings):
            until(lambda: (job_row := row()) and job_row[0] in ("done", "failed"), "the pack was finished")
            state, done, total, attempts, error, result = row()
    files = [path for path in (tmp_path / "media").rglob("*") if path.is_file()]
    pages = len(PdfReader(BytesIO((tmp_path / "media" / result).read_bytes())).pages)
    say(killed_after=f"{killed_at[1]} of {killed_at[2]} steps", attempts=attempts, files=len(files), pages=pages)
    assert (state, done, total, attempts, error) == ("done", total, len(event["tables"]) + 3, 2, "")
    assert [str(path.relative_to(tmp_path / "media")) for path in files] == [result]
    assert pages >= len(event["tables"]) + 3
