"""The home page: the season, what is played now, what comes, the head of the Ranking."""

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
    """A season around today, so that events can be still to come."""
    day = timezone.localdate()
    return make.make_season(first_day=day - timedelta(days=100), last_day=day + timedelta(days=100))


def _announced(season: Season, day: date) -> Event:
    """An event to come, announced yesterday."""
    event = make.make_event(season=season, first_day=day, last_day=day)
    yesterday = timezone.localdate() - timedelta(days=1)
    return event_announce(event=event, announcement_url="https://forum.example/1", announced_on=yesterday, by=None)


@pytest.mark.parametrize("language", ["it", "en"])
def test_an_empty_season_says_what_will_be_where(language: str, season: Season, anybody: Client) -> None:
    page = text_of(anybody.get(reverse("home"), headers={"accept-language": language}))
    assert f'<html lang="{language}"' in page
    with override(language):
        for words in (
            "Italian Dominion championship",
            "No event is announced for the coming days.",
            "The Ranking begins with the first ratified event.",
            "The first event played to its end shows here how everybody rose and fell.",
        ):
            assert gettext(words) in page
    assert season.name in page


def test_without_a_season_the_page_says_who_opens_one(anybody: Client, referent: Client) -> None:
    Season.objects.all().delete()
    assert reverse("season_new") not in text_of(anybody.get(reverse("home")))
    assert reverse("season_new") in text_of(referent.get(reverse("home")))


def test_who_organises_is_led_to_a_new_event(season: Season) -> None:
    user = make.make_user()
    make.make_organiser(user)
    assert reverse("event_new") in text_of(signed_in(user).get(reverse("home")))


def test_events_to_come_stand_in_order_with_what_they_need(season: Season, anybody: Client) -> None:
    day = timezone.localdate()
    late = _announced(season, day + timedelta(days=20))
    soon = _announced(season, day + timedelta(days=5))
    make.make_event(season=season, first_day=day, last_day=day, name="Bozza segreta")
    page = text_of(anybody.get(reverse("home")))
    assert page.index(soon.get_absolute_url()) < page.index(late.get_absolute_url())
    assert "Bozza segreta" not in page
    with override("it"):
        assert gettext("%(n)s are needed") % {"n": 12} in page


def test_the_running_event_has_its_clock(season: Season, anybody: Client) -> None:
    event = make.drawn_event()
    page = text_of(anybody.get(reverse("home")))
    assert "data-clock" in page
    assert "data-deadline" in page
    assert event.get_absolute_url() in page


def test_the_concluded_event_shows_its_chart(anybody: Client) -> None:
    event = make.concluded_event()
    Season.objects.exclude(pk=event.season_id).delete()
    page = text_of(anybody.get(reverse("home")))
    assert 'class="fo-bump"' in page
    assert page.count('class="fo-bump__winner"') == 1
    assert page.count('class="fo-bump__finalist"') == 3
    winner = event.final_places.get(place=1).entry.person
    assert str(winner) in page


def test_amb_19_no_name_without_consent(anybody: Client) -> None:
    event = reporting.homologated_event()
    Season.objects.exclude(pk=event.season_id).delete()
    hidden = event.final_places.get(place=2).entry.person
    Person.objects.filter(pk=hidden.pk).update(consent=False)
    page = text_of(anybody.get(reverse("home")))
    assert str(hidden) not in page
    assert 'class="fo-anon"' in page


def test_queries_do_not_grow(season: Season, anybody: Client) -> None:
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
    assert few == many
    assert many <= 12


def test_a_full_page_takes_at_most_twelve_queries(anybody: Client) -> None:
    """A Ranking, a chart, an event in play and one to come: the promise of every public page."""
    season = make.make_season()
    done = reporting.homologated_event(season=season)
    running = make.drawn_event(season=season)
    coming = make.announced_event(season=season)
    Season.objects.exclude(pk=season.pk).delete()
    assert queries_of(anybody, "home") <= 12
    page = text_of(anybody.get(reverse("home")))
    assert 'class="fo-bump"' in page
    for event in (done, running, coming):
        assert event.get_absolute_url() in page


def test_the_chart_is_of_the_event_that_ended_last(anybody: Client) -> None:
    season = make.make_season()
    late = make.concluded_event(season=season, first_day=date(2009, 8, 1), last_day=date(2009, 8, 1))
    make.concluded_event(season=season)
    Season.objects.exclude(pk=season.pk).delete()
    assert anybody.get(reverse("home")).context["chart"]["event"] == late


def test_the_season_in_force_is_the_one_of_today() -> None:
    Season.objects.all().delete()
    assert current_season(date(2009, 7, 1)) is None
    first = make.make_season()
    second = make.make_season(first_day=date(2010, 6, 1), last_day=date(2010, 10, 15))
    assert current_season(date(2009, 7, 1)) == first
    assert current_season(date(2010, 1, 1)) == first
    assert current_season(date(2010, 7, 1)) == second
    assert current_season(date(2008, 1, 1)) == first


@pytest.mark.parametrize(("language", "shown"), [("it", "dom nov"), ("en", "Sun Nov")])
def test_short_names_of_day_and_month_are_written_as_the_language_writes_them(language: str, shown: str) -> None:
    with override(language):
        assert short_day(date(2026, 11, 22)) == shown
