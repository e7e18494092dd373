"""Test the documents of the other two games: no kingdom is drawn, the form has the fields of the game."""

from __future__ import annotations

from typing import Any

import pytest

from tests import factories
from tests.unit.tournament.printing import other_papers, papers
from tests.volume import one_in
from tournament.delivery import jobs
from tournament.printing import documents
from tournament.printing.pack import pack_pages, print_pack

pytestmark = pytest.mark.django_db

#: The field that the form must show, in Italian and English, and the size of the page in millimetres.
GAMES: dict[str, tuple[str, str, tuple[int, int]]] = {
    "era_of_kingdoms": ("Sfarzo", "Riches", (210, 297)),
    "megalomania": ("Colore dominante", "Dominant colour", (297, 210)),
}


@pytest.mark.parametrize("language", one_in(2, other_papers.LANGUAGES))
@pytest.mark.parametrize("game", one_in(2, other_papers.GAMES))
def test_form_equals_the_golden_text_with_one_page_per_table(game: str, language: str) -> None:
    """Compare sizes and text of a table of four and of one of three; ``other_papers`` rewrites the golden texts."""
    pages = papers.pages(documents.table_forms(other_papers.thirteen(game, language)))
    italian, english, size = GAMES[game]
    assert [page_size for page_size, _ in pages] == [size] * 4
    field_label = italian if language == "it" else english
    assert [field_label in text for _, text in pages] == [True] * 4
    golden = other_papers.golden(game, language).read_text(encoding="utf-8")
    assert other_papers.form_words(pages) == golden


@pytest.mark.soak(
    gate="tests/unit/tournament/printing/test_other_games.py::test_form_equals_the_golden_text_with_one_page_per_table"
)
@pytest.mark.parametrize("game", sorted(GAMES))
def test_print_pack_without_a_kingdom_has_no_poster(game: str) -> None:
    round_ = factories.last_round(factories.drawn_event(players=12, start=False, game=game))
    job = jobs.job_enqueue(kind="print_pack", key="pack", args={"round": round_.pk})
    progress: list[Any] = []
    content, _ = print_pack(job, lambda *how_far: progress.append(how_far))
    assert len(papers.pages(content)) == pack_pages(round_) == 4
    assert (progress[0], progress[-1]) == ((0, 4), (4,))
