"""Test the pages of seasons: their days, regulation and number of finalists (articles 1.3 and 1.7)."""

from __future__ import annotations

from datetime import date

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import gettext, override

from ranking.call_up import services as call_up_services
from tests import factories as make
from tests.refusals import refuses
from tests.unit.ranking.credit import credit
from tests.unit.ranking.pages import shown_messages, text_of
from tournament.events.seasons import season_update
from tournament.models import Event, Season

pytestmark = pytest.mark.django_db

NEW = "/referente/stagioni/nuova/"
FACTS = {
    "name": "Stagione 2030",
    "game": "dominion",
    "first_day": "2030-06-01",
    "last_day": "2030-10-15",
    "regulation": "2.0",
    "finalists": "24",
    "final_place": "Modena",
    "final_day": "2030-11-16",
}
#: Days that overlap no other season of Dominion.
SEASON_2011 = {"first_day": date(2011, 6, 1), "last_day": date(2011, 10, 15)}


def _edit(season: Season) -> str:
    return reverse("season_edit", args=[season.slug])


def test_season_create_twice_creates_one(referent: Client) -> None:
    seasons_before = Season.objects.count()
    answer = referent.post(NEW, FACTS, follow=True)
    season = Season.objects.get(name="Stagione 2030")
    assert (season.first_day, season.last_day, season.finalists) == (date(2030, 6, 1), date(2030, 10, 15), 24)
    assert (season.regulation, season.final_place, season.final_day) == ("2.0", "Modena", date(2030, 11, 16))
    assert season.history.get().history_user == referent.user
    assert "Stagione 2030" in shown_messages(answer)[0]
    repeated = referent.post(NEW, FACTS)
    assert repeated.status_code == 422
    assert list(repeated.context["form"].errors) == ["name"]
    assert Season.objects.count() == seasons_before + 1


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", ""),
        ("name", "x" * 81),
        ("first_day", "2030-13-01"),
        ("last_day", ""),
        ("regulation", "9.9"),
        ("game", "scopa"),
        ("finalists", "-1"),
        ("finalists", "tanti"),
        ("final_day", "sabato"),
    ],
)
@pytest.mark.parametrize("language", ["it", "en"])
def test_season_create_wrong_field_shows_its_error(language: str, field: str, value: str, referent: Client) -> None:
    seasons_before = Season.objects.count()
    answer = referent.post(NEW, FACTS | {field: value}, headers={"accept-language": language})
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == [field]
    assert f'id="id_{field}_error"' in text_of(answer)
    assert Season.objects.count() == seasons_before


@pytest.mark.rule("REQ-304")
@pytest.mark.parametrize("language", ["it", "en"])
def test_req_304_last_day_before_the_first_is_refused_with_the_article(language: str, referent: Client) -> None:
    answer = referent.post(NEW, FACTS | {"last_day": "2030-05-01"}, headers={"accept-language": language})
    assert answer.status_code == 422
    assert "art. 1.3" in "".join(answer.context["form"].non_field_errors())
    assert not Season.objects.filter(name="Stagione 2030").exists()


def test_season_update_is_stored_with_history(referent: Client) -> None:
    season = make.make_season(**SEASON_2011)
    answer = referent.post(_edit(season), FACTS | {"first_day": "2011-06-01", "last_day": "2011-10-31"}, follow=True)
    assert answer.redirect_chain == [(reverse("seasons"), 302)]
    season.refresh_from_db()
    assert (season.name, season.last_day) == ("Stagione 2030", date(2011, 10, 31))
    version = season.history.latest()
    assert (version.history_user, version.history_verb) == (referent.user, "season_update")


@pytest.mark.rule("AMB-28")
def test_amb_28_season_update_excluding_an_event_is_refused(referent: Client) -> None:
    event = make.announced_event()
    answer = referent.post(_edit(event.season), FACTS | {"first_day": "2009-07-10", "last_day": "2009-10-31"})
    assert answer.status_code == 422
    assert "art. 1.3" in "".join(answer.context["form"].non_field_errors())
    event.season.refresh_from_db()
    assert event.season.first_day == date(2009, 6, 1)


def test_season_edit_after_the_call_up_has_no_number_field(referent: Client) -> None:
    season = make.make_season(finalists=3, **SEASON_2011)
    for person in make.make_people(4):
        credit(season, person, 500 + person.pk * 2)
    assert "finalists" in referent.get(_edit(season)).context["form"].fields
    call_up_services.call_up(season=season, by=None)
    page = referent.get(_edit(season))
    assert "finalists" not in page.context["form"].fields
    assert reverse("call_up", args=[season.slug]) in text_of(page)
    form_data = FACTS | {"first_day": "2011-06-01", "last_day": "2011-10-31", "finalists": "9"}
    assert referent.post(_edit(season), form_data).status_code == 302
    season.refresh_from_db()
    assert season.finalists == 3


def test_seasons_list_counts_events_and_links_to_edit(referent: Client) -> None:
    event = make.announced_event()
    page = text_of(referent.get(reverse("seasons")))
    assert event.season.name in page
    assert _edit(event.season) in page
    counts = {
        listed.pk: (listed.held, listed.counted) for listed in referent.get(reverse("seasons")).context["seasons"]
    }
    assert counts[event.season_id] == (1, 0)
    Season.objects.exclude(pk=event.season_id).delete()
    event.delete()
    Season.objects.all().delete()
    with override("it"):
        assert gettext("No season is open yet: the National Referent opens one.") in text_of(
            referent.get(reverse("seasons"))
        )


def test_season_create_overlap_is_refused_within_one_game_only(referent: Client) -> None:
    assert referent.post(NEW, FACTS).status_code == 302
    repeated = referent.post(NEW, FACTS | {"name": "Un’altra", "first_day": "2030-10-15", "last_day": "2030-12-31"})
    assert repeated.status_code == 422
    assert "«Stagione 2030» di Dominion" in "".join(repeated.context["form"].non_field_errors())
    other = FACTS | {"name": "Megalomania 2030", "game": "megalomania"}
    assert referent.post(NEW, other).status_code == 302
    season = Season.objects.get(name="Megalomania 2030")
    assert (season.game, season.game_name) == ("megalomania", "Megalomania")
    page = text_of(referent.get(reverse("seasons")))
    assert "Megalomania," in page
    assert "Dominion," in page


def test_season_update_of_game_is_refused_when_it_has_events(referent: Client) -> None:
    event = make.announced_event(game="megalomania")
    assert "game" not in referent.get(_edit(event.season)).context["form"].fields
    with refuses("SEASON_GAME_FIXED"):
        season_update(season=event.season, by=None, game="dominion")
    empty = make.make_season(**SEASON_2011)
    season_update(season=empty, by=None, game="era_of_kingdoms")
    empty.refresh_from_db()
    assert empty.game == "era_of_kingdoms"
    with refuses("FIELD_WRONG"):
        season_update(season=empty, by=None, game="scopa")


@pytest.mark.rule("1.7")
def test_prizes_of_the_final_are_published_and_changed_with_the_season(referent: Client, anybody: Client) -> None:
    season = make.make_season()
    final = make.final_event(season=season)
    Event.objects.filter(pk=final.pk).update(is_national_final=True)
    days = {name: getattr(season, name).isoformat() for name in ("first_day", "last_day")}
    facts = FACTS | days | {"name": season.name, "final_day": ""}
    for prizes in ("1º: un viaggio\n2º: una scatola", "1º: un viaggio\n2º: due scatole"):
        assert referent.post(_edit(season), facts | {"final_prizes": prizes}).status_code == 302
        for page in (reverse("ranking_season", args=[season.slug]), final.get_absolute_url()):
            assert prizes.replace("\n", "<br>") in anybody.get(page).content.decode()
    kept = list(season.history.order_by("history_id").values_list("final_prizes", flat=True))
    assert kept[-2].replace("\r", "") == "1º: un viaggio\n2º: una scatola"
