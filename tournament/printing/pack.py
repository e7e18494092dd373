"""Build the pack of a round as one PDF: list of tables, poster, forms, in round 1 the regulation. Runs as a Job."""

from __future__ import annotations

from collections.abc import Callable

from tournament.models import Job, Round
from tournament.printing import documents
from tournament.printing.regulation_paper import regulation_paper
from tournament.printing.render import merge_pdfs
from tournament.regulation import parameters as regulation

#: Forms per chunk: limits memory and lets the progress advance.
CHUNK = 25


def pack_pages(game_round: Round) -> int:
    """Return the number of steps of the pack's Job: list, poster if cards are drawn, forms, the regulation."""
    return game_round.tables.count() + 1 + documents.has_poster(game_round) + holds_regulation(game_round)


def holds_regulation(game_round: Round) -> bool:
    """Return whether the regulation is part of the pack: of round 1, of the game that it is written for (REQ-102)."""
    return game_round.number == 1 and documents.has_poster(game_round)


def print_pack(job: Job, progress: Callable[..., None]) -> tuple[bytes, str]:
    """Print the pack of the Job's round."""
    game_round = Round.objects.select_related("event").get(pk=job.args["round"])
    tables = list(game_round.tables.prefetch_related("seats__entry__person", "links").order_by("number"))
    posters = 1 + documents.has_poster(game_round)
    total = len(tables) + posters + holds_regulation(game_round)
    progress(0, total)
    parts = [documents.table_list(game_round)]
    progress(1)
    if documents.has_poster(game_round):
        parts.append(documents.kingdom_poster(game_round))
        progress(posters)
    for start in range(0, len(tables), CHUNK):
        parts.append(documents.table_forms(game_round, tables[start : start + CHUNK]))
        progress(min(start + CHUNK, len(tables)) + posters)
    if holds_regulation(game_round):
        event = game_round.event
        parts.append(regulation_paper(regulation.get(event.regulation), event.language))
        progress(total)
    name = f"{game_round.event.slug}-{game_round.number}.pdf"
    return merge_pdfs(parts), name
