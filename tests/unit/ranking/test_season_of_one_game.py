"""Test that a season belongs to one game: its events, Ranking, call-up and final (articles 1.6 and 1.7)."""

from __future__ import annotations

import json
from datetime import date
from importlib import import_module

import pytest
from django.apps import apps
from django.test import Client
from django.urls import reverse

from ranking.homologation import ledger
from ranking.homologation import services as homologation_services
from ranking.models import Decision, EventStatistics, LedgerEntry, SeasonStatistics
from ranking.national import selectors as national_selectors
from ranking.national.sums import ledger_sums
from tests import factories as make
from tests import reporting
from tests.refusals import refuses
from tests.unit.ranking.pages import text_of
from tournament.events import lifecycle
from tournament.events.season_selectors import current_season, current_seasons
from tournament.exchange.export import event_to_file
from tournament.exchange.importing import event_from_file
from tournament.models import Event, Season

pytestmark = pytest.mark.django_db

MEGALOMANIA = "megalomania"
SUMMER = {"first_day": date(2011, 6, 1), "last_day": date(2011, 10, 15)}
JULY = {"first_day": date(2011, 7, 4), "last_day": date(2011, 7, 4)}


def test_event_takes_the_game_of_its_season() -> None:
    dominion, other = make.make_season(), make.make_season(game=MEGALOMANIA)
    event = make.make_event(season=other)
    assert event.game == MEGALOMANIA
    event = lifecycle.event_update(event=event, by=None, season=dominion)
    assert (event.game, event.season) == ("dominion", dominion)
    authorised = make.authorised_event(season=dominion)
    with refuses("FIELD_FROZEN"):
        lifecycle.event_update(event=authorised, by=None, season=other)


def test_ranking_excludes_results_of_another_game() -> None:
    dominion = make.make_season(**SUMMER)
    season = make.make_season(game=MEGALOMANIA, **SUMMER)
    event = make.concluded_other_game(MEGALOMANIA, season=season, **JULY)
    reporting.submit(event, at=reporting.NEXT_DAY.replace(year=2011))
    homologation_services.event_homologate(event=event, by=None, reason="I conti tornano")
    assert national_selectors.national_ranking(dominion) == []
    assert len(national_selectors.national_ranking(season)) == event.entries.count()


def test_current_season_prefers_the_game_listed_first() -> None:
    Season.objects.all().delete()
    other = make.make_season(game=MEGALOMANIA, **SUMMER)
    day = date(2011, 7, 4)
    assert current_season(day) == other
    dominion = make.make_season(**SUMMER)
    assert current_seasons(day) == [dominion, other]
    assert current_season(date(2013, 1, 1)) == dominion


def test_event_from_file_uses_the_season_of_its_game() -> None:
    content = event_to_file(make.concluded_other_game(MEGALOMANIA))
    Season.objects.filter(game=MEGALOMANIA).update(first_day=date(2001, 1, 1), last_day=date(2001, 1, 2))
    content["event"]["name"] = "Un altro"
    with refuses("SEASON_MISSING") as refused:
        event_from_file(content=content, by=None)
    assert refused.value.params["game"] == "Megalomania"
    with refuses("SEASON_OF_ANOTHER_GAME"):
        event_from_file(content=content, by=None, season=make.make_season())
    season = make.make_season(game=MEGALOMANIA)
    assert event_from_file(content=content, by=None).season == season


@pytest.mark.soak(gate="tests/unit/ranking/test_season_of_one_game.py::test_ranking_excludes_results_of_another_game")
def test_pages_and_exports_name_the_game(referent: Client, anybody: Client) -> None:
    event = make.concluded_other_game(MEGALOMANIA)
    reporting.submit(event)
    homologation_services.event_homologate(event=event, by=None, reason="I conti tornano")
    waiting = make.concluded_other_game("era_of_kingdoms")
    reporting.submit(waiting)
    make.announced_event(season=event.season)
    slug = event.season.slug
    for client, address in (
        (anybody, event.get_absolute_url()),
        (anybody, reverse("event_list")),
        (anybody, reverse("ranking_season", args=[slug])),
        (referent, reverse("referent")),
        (referent, reverse("homologation", args=[event.slug])),
    ):
        assert "Megalomania" in text_of(client.get(address)), address
    assert "Era of Kingdoms" in text_of(referent.get(reverse("referent")))
    assert "Era of Kingdoms" in text_of(referent.get(reverse("homologation", args=[waiting.slug])))
    assert json.loads(anybody.get(reverse("ranking_json", args=[slug])).content)["game"] == MEGALOMANIA
    lines = anybody.get(reverse("ranking_csv", args=[slug])).content.decode().splitlines()
    assert lines[0].endswith(",game")
    assert all(line.endswith(f",{MEGALOMANIA}") for line in lines[1:])
    rows = anybody.get(f"{reverse('event_list')}?game={MEGALOMANIA}").context["table"].rows
    assert {row.record.game for row in rows} == {MEGALOMANIA}
    seasons = anybody.get(f"/api/v1/seasons?game={MEGALOMANIA}").json()["items"]
    assert [item["slug"] for item in seasons] == [slug]


@pytest.mark.soak(gate="tests/unit/ranking/test_season_of_one_game.py::test_ranking_excludes_results_of_another_game")
def test_migration_moves_results_of_another_game_to_their_own_season() -> None:
    """The migration reverses them in the old season and adds them to a new one; no row is changed or lost."""
    season = make.make_season(name="Campionato 2011", **SUMMER)
    dominion_event = make.concluded_event(season=season, **JULY)
    moved = make.concluded_event(season=season, **JULY)
    for event in (dominion_event, moved):
        reporting.submit(event, at=reporting.NEXT_DAY.replace(year=2011))
        homologation_services.event_homologate(event=Event.objects.get(pk=event.pk), by=None, reason="I conti tornano")
    Event.objects.filter(pk=moved.pk).update(game=MEGALOMANIA)
    # The statistics came with a later migration, which counts what it finds.
    EventStatistics.objects.all().delete()
    SeasonStatistics.objects.all().delete()
    before = LedgerEntry.objects.count()
    import_module("ranking.migrations.0006_season_of_one_game").split(apps, None)
    import_module("ranking.migrations.0021_sums_of_seasons").store(apps, None)
    for each in Season.objects.filter(ledger__isnull=False).distinct():
        assert SeasonStatistics.objects.get(season=each).sums == ledger_sums(each.pk)
    moved.refresh_from_db()
    own_season = moved.season
    assert (own_season.game, own_season.name, own_season.first_day) == (
        MEGALOMANIA,
        "Campionato 2011, Megalomania",
        season.first_day,
    )
    players = moved.entries.count()
    assert LedgerEntry.objects.count() == before + 2 * players
    assert len(national_selectors.national_ranking(season)) == dominion_event.entries.count()
    assert len(national_selectors.national_ranking(own_season)) == players
    assert ledger.ledger_check(season) == ledger.ledger_check(own_season) == []
    kinds = Decision.objects.filter(event=moved).order_by("pk").values_list("kind", flat=True)
    assert list(kinds) == ["homologated", "revoked", "homologated"]
    assert moved.history.latest().history_change_reason == "season_split|"
    homologation_services.homologation_revoke(event=moved, by=None, reason="Prova")
    assert national_selectors.national_ranking(own_season) == []
    # The migration is idempotent: a second run creates no season.
    seasons = Season.objects.count()
    import_module("ranking.migrations.0006_season_of_one_game").split(apps, None)
    assert Season.objects.count() == seasons
