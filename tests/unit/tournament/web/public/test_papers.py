"""The papers that everybody may print."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from games.registry import slugs
from tests import factories as make
from tests.unit.ranking.pages import text_of
from tests.unit.tournament.printing.papers import pages
from tests.volume import one_in

pytestmark = pytest.mark.django_db


@pytest.mark.soak(gate="tests/unit/tournament/printing/test_papers.py::test_paper_equals_the_golden_one")
def test_poster_of_an_event_is_a_pdf_for_everybody(client: Client) -> None:
    event = make.authorised_event()
    address = reverse("event_poster", args=[event.slug])
    coloured, plain = client.get(address), client.get(f"{address}?bianco")
    assert (coloured.status_code, coloured["Content-Type"]) == (200, "application/pdf")
    assert coloured.content != plain.content
    assert client.get(reverse("event_poster", args=[make.make_event().slug])).status_code == 404


def test_materials_are_computed_for_a_number_of_players(client: Client) -> None:
    page = text_of(client.get(reverse("materials") + "?giocatori=22&gioco=dominion"))
    for words in ("4 tavoli da 4, 2 tavoli da 3", "3 turni e la finale", "2 di riserva"):
        assert words in page
    refused = client.get(reverse("materials") + "?giocatori=5")
    assert refused.status_code == 422
    assert client.get(reverse("materials") + "?giocatori=mille&gioco=scacchi").status_code == 422
    other = text_of(client.get(reverse("materials") + "?giocatori=12&gioco=megalomania"))
    assert "bustine" not in other


@pytest.mark.parametrize("game", one_in(3, slugs()))
@pytest.mark.parametrize("language", one_in(2, ["it", "en"]))
def test_blank_form_is_one_page_with_a_column_for_each_seat(client: Client, game: str, language: str) -> None:
    for players in (3, 4):
        answer = client.get(reverse("blank_form", args=[game, players]), headers={"accept-language": language})
        ((size, text),) = pages(answer.content)
        assert min(size) == 210
        assert "2009" not in text
        # Space for each player's name.
        assert text.count({"it": "Nome", "en": "Name"}[language]) == players
    assert client.get(reverse("blank_form", args=[game, 9])).status_code == 404
    assert client.get(reverse("blank_form", args=["scacchi", 2])).status_code == 404


def test_setup_sheet_has_the_piles_by_number_of_players(client: Client) -> None:
    ((_size, text),) = pages(client.get(reverse("setup_sheet")).content)
    for words in ("Rame 46 39 32", "Maledizione 10 20 30", "Provincia 8 12 12"):
        assert words in text
