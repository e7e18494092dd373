"""Test the cache of rendered documents: one render for equal content; documents with private links are not cached."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from ranking.web.printing import ranking_paper
from tests import factories as make
from tests.at_once import together
from tests.unit.ranking.credit import credit
from tournament.access.links import table_links_make
from tournament.models import Person, Season
from tournament.printing import cache as paper_cache
from tournament.printing import documents, layout

pytestmark = pytest.mark.django_db


@pytest.fixture
def rendered_pages(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Return the list of pages passed to WeasyPrint since the start of the test."""
    cache.clear()
    pages: list[str] = []
    printing: Callable[[str], Any] = layout.lay_out

    def counted(page: str) -> Any:
        pages.append(page)
        return printing(page)

    monkeypatch.setattr(layout, "lay_out", counted)
    yield pages
    cache.clear()


@pytest.fixture
def season() -> Season:
    season = make.make_season()
    for half in (20, 14, 6):
        credit(season, make.make_person(consent=True), half)
    return season


def _get(client: Client, season: Season, language: str = "it") -> bytes:
    answer = client.get(reverse("print_ranking", args=[season.slug]), headers={"accept-language": language})
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
    return answer.content


@pytest.mark.rule("1.6")
def test_ranking_paper_is_rendered_once_for_all_requests(
    client: Client, season: Season, rendered_pages: list[str]
) -> None:
    first = _get(client, season)
    assert [_get(Client(), season) for _ in range(5)] == [first] * 5
    assert len(rendered_pages) == 1


@pytest.mark.soak(
    gate="tests/unit/tournament/printing/test_cache.py::test_ranking_paper_is_rendered_once_for_all_requests"
)
@pytest.mark.rule("1.6")
def test_ranking_paper_is_rendered_again_when_its_content_changes(
    client: Client, season: Season, rendered_pages: list[str]
) -> None:
    """A language, another result, a name without consent: each takes effect immediately."""
    papers = {_get(client, season), _get(client, season, "en")}
    newcomer = make.make_person(consent=True)
    credit(season, newcomer, 30)
    papers.add(_get(client, season))
    Person.objects.filter(pk=newcomer.pk).update(consent=False)
    papers.add(_get(client, season))
    assert len(papers) == len(rendered_pages) == 4
    assert newcomer.last_name in rendered_pages[2]
    assert newcomer.last_name not in rendered_pages[3]


def test_ranking_paper_sixteen_concurrent_requests_render_once(season: Season, rendered_pages: list[str]) -> None:
    got = together(*[lambda: ranking_paper(season, [], "it")] * 16)
    assert (len(got), len(set(got)), len(rendered_pages)) == (16, 1, 1)


def test_ranking_paper_request_waiting_too_long_answers_503(
    season: Season, rendered_pages: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paper_cache, "WAIT_SECONDS", 0.05)
    client = Client(raise_request_exception=False)
    with paper_cache.build_slot():
        answer = client.get(reverse("print_ranking", args=[season.slug]))
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert "Molte stampe in corso" in answer.content.decode()
    assert _get(client, season).startswith(b"%PDF")


def test_paper_with_private_links_is_not_cached(rendered_pages: list[str]) -> None:
    game_round = make.last_round(make.drawn_event())
    table_links_make(round=game_round, by=None)
    for _ in range(2):
        documents.table_forms(game_round)
        documents.table_list(game_round)
    forms = [page for page in rendered_pages if "data:image" in page]
    # A form may be rendered once or twice to fit the page; both requests rendered it.
    assert len(rendered_pages) - len(forms) == 1
    assert forms[: len(forms) // 2] == forms[len(forms) // 2 :] != []
