"""Compare a reported number with simulated games of the same set-up. It is only shown, and never blocks anything."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.conf import settings

from games import registry
from tournament.jobs.services import job_enqueue
from tournament.models import Job, Plausibility, Table


def setup_line(table: Table) -> str:
    """Return the set-up of a table's round on one line, independent of the order in which the cards were drawn."""
    return ",".join(sorted(table.round.setup.get("drawn", ())))


def plausibility_of(table: Table, players: int) -> Any | None:
    """Return the distributions of a table's set-up, or None if not simulated yet; then a Job is enqueued.

    Arguments:
        players: number of players at the table.
    """
    event = table.round.event
    game = registry.get(event.game)
    line = setup_line(table)
    if not line or game.plausibility is None:
        return None
    stored_row = Plausibility.objects.filter(game=event.game, setup=line, players=players).first()
    if stored_row is not None:
        return game.plausibility.Distributions.from_json(stored_row.data)
    if settings.FOSSATO_PLAUSIBILITY_GAMES:
        job_enqueue(
            kind="plausibility",
            key=f"plausibility:{event.game}:{players}:{line}",
            args={"game": event.game, "setup": line, "players": players},
            total=settings.FOSSATO_PLAUSIBILITY_GAMES,
        )
    return None


def ranges_rest_on(game: str, distributions: Any | None) -> dict[str, int]:
    """Return how many games the ranges rest on: simulated, real, and real with two, three and four players.

    Arguments:
        game: its slug. distributions: of a table's set-up; None where nothing is compared, and nothing is returned.
    """
    comparison = registry.get(game).plausibility
    if distributions is None or comparison is None:
        return {}
    tables = comparison.real_games().tables
    by_size = {name: tables.get(players, 0) for name, players in (("two", 2), ("three", 3), ("four", 4))}
    return {"simulated": distributions.games, "real": sum(tables.values()), **by_size}


def simulate_job(job: Job, progress: Callable[..., None]) -> tuple[bytes, str]:
    """Simulate the games of a Job and store their distributions; the set-up itself is the seed."""
    slug, line, players = job.args["game"], job.args["setup"], job.args["players"]
    games = job.total
    comparison = registry.get(slug).plausibility
    if comparison is None:
        raise ValueError(f"{slug} has no simulated games")
    distributions = comparison.simulate(line.split(","), players, games, line, progress=progress)
    Plausibility.objects.update_or_create(
        game=slug, setup=line, players=players, defaults={"games": games, "data": distributions.as_json()}
    )
    return b"", ""
