"""Test the home page: season, events in progress, upcoming events, head of the Ranking."""

from __future__ import annotations

from datetime import date, time, timedelta

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
            "No event is announced for the coming days.",
            "The Ranking begins with the first ratified event.",
        ):
            assert gettext(message) in page


@pytest.mark.parametrize(
    ("language", "title"),
    [("it", "Il campionato italiano di Megalomania"), ("en", "The Italian championship of Megalomania")],
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


def test_home_upcoming_events_are_ordered(season: Season, anybody: Client) -> None:
    day = timezone.localdate()
    late = _announced(season, day + timedelta(days=20))
    soon = _announced(season, day + timedelta(days=5))
    make.make_event(season=season, first_day=day, last_day=day, name="Bozza segreta")
    page = text_of(anybody.get(reverse("home")))
    assert page.index(soon.get_absolute_url()) < page.index(late.get_absolute_url())
    assert "Bozza segreta" not in page


def test_home_lists_five_events_of_every_game_and_links_all(season: Season, anybody: Client) -> None:
    day = timezone.localdate()
    other = make.make_season(
        game="megalomania", first_day=season.first_day, last_day=season.last_day, name="Altri giochi"
    )
    events = [_announced(season, day + timedelta(days=number)) for number in range(2, 7)]
    events.insert(0, _announced(other, day + timedelta(days=1)))
    response = anybody.get(reverse("home"))
    assert [item.event for item in response.context["coming"]] == events[:5]
    assert response.context["coming_number"] == 6
    assert f"{reverse('event_list')}?phase=coming" in text_of(response)


@pytest.mark.parametrize(("capacity", "free"), [(24, 24), (0, 0), (None, None)])
def test_home_event_answers_hour_price_and_places(
    season: Season, anybody: Client, capacity: int | None, free: int | None
) -> None:
    event = _announced(season, timezone.localdate() + timedelta(days=5))
    state = Event.State.AUTHORISED
    Event.objects.filter(pk=event.pk).update(capacity=capacity, price="8 €", starts_at=time(14), state=state)
    response = anybody.get(reverse("home"))
    page = text_of(response)
    assert [item.free for item in response.context["coming"]] == [free]
    assert "<span>8 €</span>" in page
    assert "ore 14:00" in page
    assert reverse("entry_page", args=[event.slug]) in page
    assert page.count('class="btn btn-primary" href') == (free != 0)
    assert ("is-full" in page) == (free == 0)


def test_home_running_event_has_its_clock(season: Season, anybody: Client) -> None:
    event = make.drawn_event()
    page = text_of(anybody.get(reverse("home")))
    assert "data-clock" in page
    assert "data-deadline" in page
    assert event.get_absolute_url() in page


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
    """An account sees a Ranking, a running and an upcoming event; twelve is the limit of every page."""
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
    for event in (running, coming):
        assert event.get_absolute_url() in page


def test_home_of_an_account_takes_three_queries_more(season: Season, anybody: Client) -> None:
    """An account costs its session, itself and its facts, as on every page."""
    _announced(season, timezone.localdate() + timedelta(days=5))
    user = make.make_user()
    person = make.make_person(user=user)
    credit(season, person, 8)
    assert queries_of(signed_in(user), "home") == queries_of(anybody, "home") + 3


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
