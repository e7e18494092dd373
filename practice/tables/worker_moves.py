"""Moves of bots that a worker finds while too many visitors' bots search at once."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256

from tournament.delivery.jobs import BOT_MOVES, job_enqueue
from tournament.models import Job

from .guest_tables import open_seal, position_of, read_answers


def moves_from_worker(seal: str, letters: str) -> bool:
    """Have a worker find the moves of the bots at a table; return whether it has found them before.

    The moves themselves go to the cache, as those found in a request do. The Job holds the names that
    people typed: it is deleted after a day with other data (``personal_data.retention``).

    Arguments:
        seal: of the table. letters: the answers of people so far.
    """
    named = sha256(f"{seal}/{letters}".encode()).hexdigest()
    job = job_enqueue(kind=BOT_MOVES, key=f"{BOT_MOVES}:{named}", args={"seal": seal, "letters": letters})
    return job.state == Job.State.DONE


def bot_moves_job(job: Job, progress: Callable[..., None]) -> tuple[bytes, str]:
    """Find the moves of the bots at a table, up to the next question to a person."""
    position_of(open_seal(job.args["seal"]), read_answers(job.args["letters"]), is_patient=True)
    return b"", ""
