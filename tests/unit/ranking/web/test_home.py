"""Test the home page: season, events in progress, upcoming events, head of the Ranking."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, override

from tests import factories as make
from tests import reporting
from tests.unit.ranking.credit import credit
from tests.unit.ranking.pages import queries_of, signed_in, text_of
from tournament.events.lifecycle import event_announce
from tournament.events.season_selectors import current_season
from tournament.models import Event, Person, Season
from tournament.templatetags.fossato_dates import short_day

pytestmark = pytest.mark.django_db


@pytest.fixture
def season() -> Season:
    """Return a season around today, so that events can lie in the future."""
    day = timezone.localdate()
    return make.make_season(first_day=day - timedelta(days=100), last_day=day + timedelta(days=100))


def _announced(season: Season, day: date) -> Event:
    """Return an upcoming event on the given day, announced yesterday."""
    event = make.make_event(season=season, first_day=day, last_day=day)
    yesterday = timezone.localdate() - timedelta(days=1)
    return event_announce(event=event, announcement_url="https://forum.example/1", announced_on=yesterday, by=None)


@pytest.mark.parametrize("language", ["it", "en"])
def test_home_empty_season_shows_placeholders(language: str, season: Season, anybody: Client) -> None:
    page = text_of(anybody.get(reverse("home"), headers={"accept-language": language}))
    assert f'<html lang="{language}"' in page
    with override(language):
        for message in (
            "Italian Dominion championship",
            "No event is announced for the coming days.",
            "The Ranking begins with the first ratified event.",
            "Once an event is finished, this shows how everybody rose and fell.",
        ):
            assert gettext(message) in page
    assert season.name in page


@pytest.mark.parametrize(
    ("language", "title"), [("it", "Campionato italiano di Megalomania"), ("en", "Italian Megalomania championship")]
)
def test_home_names_the_game_of_its_season(language: str, title: str, anybody: Client) -> None:
    day = timezone.localdate()
    make.make_season(game="megalomania", first_day=day, last_day=day + timedelta(days=100))
    page = anybody.get("/", headers={"accept-language": language})
    assert f"<h1>{title}</h1>" in text_of(page)


def test_home_without_a_season_links_the_referent_to_a_new_one(anybody: Client, referent: Client) -> None:
    Season.objects.all().delete()
    assert reverse("season_new") not in text_of(anybody.get(reverse("home")))
    assert reverse("season_new") in text_of(referent.get(reverse("home")))


def test_home_of_a_new_site_shows_no_season_until_it_has_an_event(anybody: Client) -> None:
    """The tables of a new site come with the season of 2009: without events it is not shown as the present one."""
    with override("it"):
        words = gettext("No season is open yet. The National Referent opens one, with its first and last day.")
    new = anybody.get(reverse("home"))
    assert new.context["season"] is None
    assert words in text_of(new)
    assert f'href="{reverse("event_list")}"' in text_of(new)
    old = make.announced_event(season=Season.objects.get()).season
    assert anybody.get(reverse("home")).context["season"] == old
    unused = make.make_season(first_day=date(2012, 6, 1), last_day=date(2012, 10, 1))
    assert anybody.get(reverse("home")).context["season"] == old
    assert current_season() == unused


def test_home_links_an_organiser_to_a_new_event(season: Season) -> None:
    user = make.make_user()
    make.make_organiser(user)
    assert reverse("event_new") in text_of(signed_in(user).get(reverse("home")))


def test_home_upcoming_events_are_ordered_and_show_the_minimum(season: Season, anybody: Client) -> None:
    day = timezone.localdate()
    late = _announced(season, day + timedelta(days=20))
    soon = _announced(season, day + timedelta(days=5))
    make.make_event(season=season, first_day=day, last_day=day, name="Bozza segreta")
    page = text_of(anybody.get(reverse("home")))
    assert page.index(soon.get_absolute_url()) < page.index(late.get_absolute_url())
    assert "Bozza segreta" not in page
    with override("it"):
        assert gettext("needs %(n)s") % {"n": 12} in page


@pytest.mark.parametrize("place", ["Lombardia", "milàno", "berg"])
def test_home_events_near_the_visitor_come_first(season: Season, anybody: Client, place: str) -> None:
    day = timezone.localdate()
    far, near = _announced(season, day + timedelta(days=5)), _announced(season, day + timedelta(days=20))
    Event.objects.filter(pk=far.pk).update(city="Palermo")
    Event.objects.filter(pk=near.pk).update(city="Bergamo")
    page = text_of(anybody.get(reverse("home"), {"dove": place}))
    rows = page[page.index('id="play"') :]
    assert rows.index(near.get_absolute_url()) < rows.index(far.get_absolute_url())


def test_home_place_without_events_is_answered_with_the_others(season: Season, anybody: Client) -> None:
    event = _announced(season, timezone.localdate() + timedelta(days=5))
    Event.objects.filter(pk=event.pk).update(city="Palermo")
    page = text_of(anybody.get(reverse("home"), {"dove": "<b>Aosta"}))
    with override("it"):
        assert gettext("No event is announced near: %(place)s") % {"place": "&lt;b&gt;Aosta"} in page
    assert event.get_absolute_url() in page


@pytest.mark.parametrize(("capacity", "shown"), [(24, "<b>24</b>"), (None, "<b>0</b>")])
def test_home_upcoming_event_shows_its_free_places_and_price(
    season: Season, anybody: Client, capacity: int | None, shown: str
) -> None:
    event = _announced(season, timezone.localdate() + timedelta(days=5))
    Event.objects.filter(pk=event.pk).update(capacity=capacity, price="8 €")
    page = text_of(anybody.get(reverse("home")))
    assert shown in page
    assert ", 8 €" in page


def test_home_running_event_has_its_clock(season: Season, anybody: Client) -> None:
    event = make.drawn_event()
    page = text_of(anybody.get(reverse("home")))
    assert "data-clock" in page
    assert "data-deadline" in page
    assert event.get_absolute_url() in page


def test_home_concluded_event_shows_its_chart(anybody: Client) -> None:
    event = make.concluded_event()
    Season.objects.exclude(pk=event.season_id).delete()
    page = text_of(anybody.get(reverse("home")))
    assert 'class="fo-bump fo-bump--wide"' in page
    assert page.count('class="fo-bump__winner"') == 2  # of the two drawings
    assert page.count('class="fo-bump__finalist"') == 6
    winner = event.final_places.get(place=1).entry.person
    assert str(winner) in page


def test_amb_19_home_hides_names_without_consent(anybody: Client) -> None:
    event = reporting.homologated_event()
    Season.objects.exclude(pk=event.season_id).delete()
    hidden = event.final_places.get(place=2).entry.person
    Person.objects.filter(pk=hidden.pk).update(consent=False)
    page = text_of(anybody.get(reverse("home")))
    assert str(hidden) not in page
    assert 'class="fo-anonymous"' in page


def test_home_queries_are_independent_of_the_rows(season: Season, anybody: Client) -> None:
    day = timezone.localdate()
    for person in make.make_people(3):
        credit(season, person, 8)
    _announced(season, day + timedelta(days=5))
    make.drawn_event()
    few = queries_of(anybody, "home")
    for person in make.make_people(30):
        credit(season, person, 6)
    for later in range(6, 12):
        _announced(season, day + timedelta(days=later))
    make.drawn_event(players=16)
    many = queries_of(anybody, "home")
    # The thirty are tied across the line: their lots are looked for, in one query.
    assert many == few + 1
    assert many <= 12


def test_home_full_page_takes_at_most_twelve_queries(anybody: Client) -> None:
    """An account sees a Ranking, a chart, a running and an upcoming event; twelve is the limit of every page."""
    season = make.make_season()
    done = reporting.homologated_event(season=season)
    running = make.drawn_event(season=season)
    coming = make.announced_event(season=season)
    Season.objects.exclude(pk=season.pk).delete()
    player = done.final_places.get(place=1).entry.person
    Person.objects.filter(pk=player.pk).update(user=make.make_user())
    player.refresh_from_db()
    assert queries_of(signed_in(player.user), "home") <= 12
    page = text_of(anybody.get(reverse("home")))
    assert 'class="fo-bump fo-bump--wide"' in page
    for event in (done, running, coming):
        assert event.get_absolute_url() in page


def test_home_of_an_account_takes_three_queries_more(season: Season, anybody: Client) -> None:
    """An account costs its session, itself and its facts, as on every page."""
    _announced(season, timezone.localdate() + timedelta(days=5))
    user = make.make_user()
    person = make.make_person(user=user)
    credit(season, person, 8)
    assert queries_of(signed_in(user), "home") == queries_of(anybody, "home") + 3


def test_home_chart_is_of_the_event_that_ended_last(anybody: Client) -> None:
    season = make.make_season()
    late = make.concluded_event(season=season, first_day=date(2009, 8, 1), last_day=date(2009, 8, 1))
    make.concluded_event(season=season)
    Season.objects.exclude(pk=season.pk).delete()
    assert anybody.get(reverse("home")).context["chart"]["event"] == late


def test_current_season_by_date() -> None:
    Season.objects.all().delete()
    assert current_season(date(2009, 7, 1)) is None
    first = make.make_season()
    second = make.make_season(first_day=date(2010, 6, 1), last_day=date(2010, 10, 15))
    assert current_season(date(2009, 7, 1)) == first
    assert current_season(date(2010, 1, 1)) == first
    assert current_season(date(2010, 7, 1)) == second
    assert current_season(date(2008, 1, 1)) == first


@pytest.mark.parametrize(("language", "shown"), [("it", "dom nov"), ("en", "Sun Nov")])
def test_short_day_follows_the_language(language: str, shown: str) -> None:
    with override(language):
        assert short_day(date(2026, 11, 22)) == shown
