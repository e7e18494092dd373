"""Build the pack of a round as one PDF: list of tables, poster, forms, in round 1 the regulation. Runs as a Job."""

from __future__ import annotations

from collections.abc import Callable

from tournament.models import Job, Round
from tournament.printing import documents
from tournament.printing.regulation_paper import regulation_paper
from tournament.printing.render import merge_pdfs
from tournament.regulation_versions.selectors import documents_of

#: In the name of the file with the score forms alone.
FORMS = "moduli"


def pack_pages(game_round: Round, *, only_forms: bool = False) -> int:
    """Return the number of steps of the pack's Job: list, poster if cards are drawn, forms, the regulation."""
    forms = game_round.tables.count()
    if only_forms:
        return forms
    return forms + 1 + documents.has_poster(game_round) + holds_regulation(game_round)


def holds_regulation(game_round: Round) -> bool:
    """Return whether the regulation is in the pack: of round 1, of its own game, if it is here (REQ-102)."""
    if game_round.number != 1 or not documents.has_poster(game_round):
        return False
    return documents_of(game_round.event.regulation).exists()


def print_pack(job: Job, progress: Callable[..., None]) -> tuple[bytes, str]:
    """Print the pack of the Job's round, or its score forms alone."""
    game_round = Round.objects.select_related("event").get(pk=job.args["round"])
    only_forms = bool(job.args.get("only_forms"))
    total = pack_pages(game_round, only_forms=only_forms)
    progress(0, total)
    if only_forms:
        name = f"{game_round.event.slug}-{game_round.number}-{FORMS}.pdf"
        return documents.table_forms(game_round, progress=progress), name
    parts = [documents.table_list(game_round)]
    progress(1)
    if documents.has_poster(game_round):
        parts.append(documents.kingdom_poster(game_round))
        progress(2)
    before = len(parts)
    parts.append(documents.table_forms(game_round, progress=lambda number: progress(before + number)))
    if holds_regulation(game_round):
        paper = regulation_paper(game_round.event.regulation, game_round.event.language)
        parts += [paper] if paper is not None else []
        progress(total)
    return merge_pdfs(parts), f"{game_round.event.slug}-{game_round.number}.pdf"
