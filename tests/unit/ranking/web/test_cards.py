"""Test the page of a season's cards and games: counted from ratified events, with the same numbers in tables."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from games.dominion.rulings import ruling
from ranking.models import SeasonStatistics
from ranking.statistics.cards import shown_cards
from ranking.web.export_columns import CARDS
from tests import factories as make
from tests import reporting
from tests.unit.ranking.pages import queries_of, text_of
from tests.unit.tournament.web.exported_lists import read
from tournament.models import Round

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("language", ["it", "en"])
def test_cards_page_shows_the_cards_drawn(language: str, anybody: Client) -> None:
    event = reporting.homologated_event()
    answer = anybody.get(reverse("cards_season", args=[event.season.slug]), headers={"accept-language": language})
    page = text_of(answer)
    assert answer.status_code == 200
    assert f'<html lang="{language}"' in page
    assert ("Fossato</span>" if language == "it" else "Moat</span>") in page
    drawn = {card for game_round in Round.objects.filter(event=event) for card in game_round.setup["drawn"]}
    assert page.count('<span class="fo-tincture') == len(drawn)
    edition = "regulation" if language == "it" else "en"
    assert all(escape(ruling(card, edition)) in page for card in drawn)


def _rows(client: Client, address: str, **query: str) -> list[dict[str, str]]:
    """Return the rows of the page's CSV file by the keys of its columns."""
    _headings, *rows = read(client.get(address, {"formato": "csv", **query}))
    return [dict(zip([column.key for column in CARDS], row, strict=True)) for row in rows]


def test_cards_page_file_has_draws_games_and_medians(anybody: Client) -> None:
    event = reporting.homologated_event()
    address = reverse("cards_season", args=[event.season.slug])
    rows = _rows(anybody, address)
    figures = SeasonStatistics.objects.get(season=event.season).figures
    codes = {key.removeprefix("drawn:"): count for key, count in figures.items() if key.startswith("drawn:")}
    cards = shown_cards(event.game, codes, "it")
    assert {row["name"]: int(row["drawn"]) for row in rows} == {
        cards[code].name: count for code, count in codes.items()
    }
    assert max(int(row["games"]) for row in rows) <= figures["tables"]
    assert all(row["turns"] for row in rows)
    assert all(row["first_wins"] == "" for row in rows)


def test_cards_page_sorts_by_a_known_column_only(anybody: Client) -> None:
    event = reporting.homologated_event()
    address = reverse("cards_season", args=[event.season.slug])
    rows = _rows(anybody, address, sort="cost")
    costs = [int(row["cost"]) for row in rows]
    assert costs == sorted(costs)
    assert anybody.get(address, {"sort": "nessuna"}).status_code == 404


def test_cards_page_without_homologated_events_says_so(anybody: Client) -> None:
    season = make.make_season()
    for address in (reverse("cards"), reverse("cards_season", args=[season.slug])):
        answer = anybody.get(address)
        assert answer.status_code == 200
        assert "fo-bars" not in text_of(answer)
    assert anybody.get(reverse("cards_season", args=["nessuna"])).status_code == 404


def test_cards_page_of_another_game_has_no_kingdoms(anybody: Client) -> None:
    event = reporting.homologated_event()
    SeasonStatistics.objects.filter(season=event.season).update(
        figures={"tables": 2, "seats": 7, "size:4": 1, "size:3": 1, "win:4:2": 1, "win:3:1": 1}
    )
    page = text_of(anybody.get(reverse("cards_season", args=[event.season.slug])))
    assert "h-cards" not in page
    assert "h-turns" not in page
    assert " %</" not in page, "no share of fewer than five tables"


def test_cards_page_queries_are_independent_of_the_events(anybody: Client) -> None:
    season = make.make_season()
    reporting.homologated_event(season=season)
    count = queries_of(anybody, "cards_season", season.slug)
    assert count <= 4
    reporting.homologated_event(season=season)
    assert queries_of(anybody, "cards_season", season.slug) == count
