"""Compare a reported number with simulated games of the same set-up. It is only shown, and never blocks anything."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.db import transaction

from games import registry
from tournament.jobs.services import job_enqueue
from tournament.models import Job, Plausibility, Table

#: Kind of the Jobs that play a part of the games of a set-up.
PART = "plausibility_part"


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
        return None if _is_partial(stored_row) else game.plausibility.Distributions.from_json(stored_row.data)
    if settings.FOSSATO_PLAUSIBILITY_GAMES:
        job_enqueue(
            kind="plausibility",
            key=f"plausibility:{event.game}:{players}:{line}",
            args={"game": event.game, "setup": line, "players": players},
            total=settings.FOSSATO_PLAUSIBILITY_GAMES,
        )
    return None


def _is_partial(row: Plausibility) -> bool:
    return "parts_left" in row.data


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
    """Divide the games of a set-up into parts, each with a Job of its own; the set-up itself is the seed."""
    slug, line, players = job.args["game"], job.args["setup"], job.args["players"]
    if registry.get(slug).plausibility is None:
        raise ValueError(f"{slug} has no simulated games")
    size = settings.FOSSATO_PLAUSIBILITY_PART
    parts = [[first, min(first + size, job.total)] for first in range(0, job.total, size)]
    with transaction.atomic():
        _, is_new = Plausibility.objects.get_or_create(
            game=slug, setup=line, players=players, defaults={"games": 0, "data": {"parts_left": parts}}
        )
        for first, end in parts if is_new else ():
            job_enqueue(
                kind=PART,
                key=f"{job.key}:{first}",
                args={"game": slug, "setup": line, "players": players, "first": first},
                total=end - first,
            )
    return b"", ""


def simulate_part_job(job: Job, progress: Callable[..., None]) -> tuple[bytes, str]:
    """Simulate one part of the games of a set-up, and count it unless it has been counted.

    The order in which workers finish their parts makes no difference: the histograms are sums.
    """
    slug, line, players, first = job.args["game"], job.args["setup"], job.args["players"], job.args["first"]
    comparison = registry.get(slug).plausibility
    if comparison is None:
        raise ValueError(f"{slug} has no simulated games")
    played = comparison.simulate(line.split(","), players, job.total, line, progress, first)
    with transaction.atomic():
        row = Plausibility.objects.select_for_update().get(game=slug, setup=line, players=players)
        parts = row.data.get("parts_left", [])
        left = [part for part in parts if part[0] != first]
        if left == parts:
            return b"", ""
        if "counted" in row.data:
            played = comparison.Distributions.from_json(row.data["counted"]).plus(played)
        row.games = played.games
        row.data = {"parts_left": left, "counted": played.as_json()} if left else played.as_json()
        row.save()
    return b"", ""
