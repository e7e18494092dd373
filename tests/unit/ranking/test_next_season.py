"""Test opening the season after one: days, regulation, calendar as drafts of the clubs."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from django.test import Client
from django.urls import reverse

from ranking.closing.next_season import calendar_to_carry, next_season_facts, season_next_open
from tests import factories, reporting
from tests.unit.ranking.pages import text_of
from tournament.events.season_selectors import season_after
from tournament.models import Event, EventRole, Season

pytestmark = pytest.mark.django_db


def _facts(season: Season) -> dict[str, object]:
    return next_season_facts(season) | {"name": "Stagione seguente", "regulation": season.regulation}


def test_next_season_facts_are_a_year_later() -> None:
    season = factories.make_season(name="Campionato 2028", first_day=date(2028, 2, 29), last_day=date(2028, 10, 15))
    facts = next_season_facts(season)
    assert (facts["name"], facts["first_day"], facts["last_day"]) == (
        "Campionato 2029",
        date(2029, 2, 28),
        date(2029, 10, 15),
    )


def test_next_season_facts_have_the_forum_of_the_season() -> None:
    season = factories.make_season()
    season.forum_name, season.forum_url = "Goblin", "https://forum.example/torneo"
    facts = next_season_facts(season)
    assert (facts["forum_name"], facts["forum_url"]) == ("Goblin", "https://forum.example/torneo")


def test_season_next_open_carries_the_chosen_events_as_drafts_of_their_clubs() -> None:
    club = factories.make_organiser(factories.make_user())
    event = reporting.homologated_event(name="Torneo di luglio 2009", organiser=club)
    left = factories.announced_event(season=event.season, organiser=club)
    factories.make_event(season=event.season, organiser=club, name="Mai annunciato")
    assert {carried.event.pk for carried in calendar_to_carry(event.season)} == {event.pk, left.pk}
    referent = factories.make_user(referent=True)
    opened, count = season_next_open(season=event.season, events={event.pk}, by=referent, **_facts(event.season))
    draft = Event.objects.get(season=opened)
    assert (count, draft.state, draft.organiser, draft.name) == (1, "draft", club, "Torneo di luglio 2010")
    assert draft.first_day - event.first_day == timedelta(days=364)
    assert list(EventRole.objects.filter(event=draft).values_list("user", flat=True)) == [club.user_id]
    assert season_after(event.season) == opened


def test_season_next_open_leaves_out_days_outside_and_disqualified_clubs() -> None:
    event = reporting.homologated_event()
    facts = _facts(event.season) | {"last_day": event.season.first_day + timedelta(days=366)}
    assert season_next_open(season=event.season, events={event.pk}, by=None, **facts)[1] == 0
    event.organiser.disqualified_at = event.concluded_at
    event.organiser.save()
    assert calendar_to_carry(event.season) == []


@pytest.mark.parametrize("language", ["it", "en"])
def test_season_next_page_opens_the_season_once(language: str, referent: Client) -> None:
    event = reporting.homologated_event()
    address = reverse("season_next", args=[event.season.slug])
    page = referent.get(address, headers={"accept-language": language})
    assert event.name in text_of(page)
    data = {
        name: value.isoformat() if isinstance(value, date) else value or ""
        for name, value in _facts(event.season).items()
    }
    answer = referent.post(address, data | {"event": [event.pk]})
    assert answer.status_code == 302
    assert Event.objects.filter(season__name="Stagione seguente").count() == 1
    repeated = referent.post(address, data | {"event": [event.pk]})
    assert repeated.status_code == 422
    assert "Stagione seguente" in text_of(referent.get(reverse("season_end", args=[event.season.slug])))
