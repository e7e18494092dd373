"""Test the form of a new event: four fields, and what the others start with."""

from __future__ import annotations

from datetime import date, time
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import factories as make
from tests.unit.tournament.web.conftest import text_of
from tests.unit.tournament.web.desk_pages import at
from tournament.events.lifecycle import event_announce
from tournament.models import Event, Organiser, Season

pytestmark = pytest.mark.django_db

ADDRESS = reverse("event_new")


def _facts(**other: Any) -> dict[str, Any]:
    """Return what the form submits if nothing was unfolded."""
    return {
        "name": "Torneo d’autunno",
        "first_day": "2009-07-04",
        "starts_at": "14:30",
        "place": "La Bottega del Drago, via Cavana 14, Forlì",
        "fascia_declared": "I",
        "entry_mode": "open",
        "capacity": "24",
        **other,
    }


@pytest.fixture
def season() -> Season:
    return make.make_season()


@pytest.fixture
def club(client: Client, season: Season) -> Organiser:
    """Return the only club of the signed-in user."""
    user = make.make_user()
    client.force_login(user)
    return make.make_organiser(user)


def _initial(client: Client, query: str = "") -> dict[str, Any]:
    form = client.get(ADDRESS + query).context["form"]
    return {name: form[name].value() for name in form.fields}


def test_new_event_from_four_fields_is_a_draft_of_the_only_club_in_the_season_of_its_day(
    client: Client, club: Organiser, season: Season
) -> None:
    answer = client.post(ADDRESS, _facts())
    event = Event.objects.get()
    assert answer.headers["location"] == at("event_announce", event)
    assert (event.state, event.organiser, event.season) == ("draft", club, season)
    assert (event.venue, event.address, event.city) == ("La Bottega del Drago", "via Cavana 14", "Forlì")
    assert (event.first_day, event.last_day, event.starts_at) == (date(2009, 7, 4), date(2009, 7, 4), time(14, 30))
    assert (event.fascia_declared, event.entry_mode, event.capacity) == ("I", "open", 24)
    assert str(event) in text_of(client.get(reverse("my_events")))


def test_new_event_of_practice_opens_at_its_desk(client: Client, club: Organiser) -> None:
    answer = client.post(ADDRESS, _facts(is_practice="on"))
    assert answer.headers["location"] == at("desk", Event.objects.get())


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", ""),
        ("first_day", "ieri"),
        ("starts_at", ""),
        ("place", ""),
        ("place", "Sala grande"),
        ("place", ", Forlì"),
        ("last_day", "domani"),
        ("fascia_declared", "II"),
        ("capacity", "-1"),
    ],
)
def test_new_event_with_a_wrong_field_shows_its_error(client: Client, club: Organiser, field: str, value: str) -> None:
    answer = client.post(ADDRESS, _facts(**{field: value}))
    assert answer.status_code == 422
    assert answer.context["form"].errors.keys() == {field}
    assert Event.objects.count() == 0


def test_new_event_outside_every_season_is_refused(client: Client, club: Organiser) -> None:
    assert client.post(ADDRESS, _facts(first_day="2001-07-04")).status_code == 422
    assert Event.objects.count() == 0


def test_new_event_for_another_club_is_refused(client: Client, club: Organiser) -> None:
    make.make_organiser(club.user)
    other = make.make_organiser(make.make_user())
    answer = client.post(ADDRESS, _facts(organiser=other.pk))
    assert answer.status_code == 422
    assert answer.context["form"].errors.keys() == {"organiser"}


def test_new_event_starts_with_the_place_of_the_club_then_with_that_of_its_last_event(
    client: Client, club: Organiser, season: Season
) -> None:
    days = {"first_day": date(2009, 6, 20), "last_day": date(2009, 6, 20)}
    make.authorised_event(organiser=club, season=season, city="Forlì", venue="Sala", capacity=20, **days)
    assert _initial(client)["place"] == "Sala, Forlì"
    assert _initial(client)["capacity"] == 20
    Organiser.objects.filter(pk=club.pk).update(place="La Bottega, via Cavana 14, Trieste")
    assert _initial(client)["place"] == "La Bottega, via Cavana 14, Trieste"


def test_new_event_copies_neither_fascia_nor_convention_nor_places_from_a_draft_or_a_fair(
    client: Client, club: Organiser, season: Season
) -> None:
    days = {"first_day": date(2009, 7, 11), "last_day": date(2009, 7, 11)}
    convention = {"convention": "Fiera del gioco", "convention_url": "https://fiera.example/"}
    draft = make.make_event(organiser=club, season=season, capacity=8, **days)
    fair = make.authorised_event(
        organiser=club, season=season, fascia_declared="III", capacity=120, **convention, **days
    )
    for query in ("", f"?da={draft.slug}", f"?da={fair.slug}"):
        initial = _initial(client, query)
        facts = {name: initial[name] for name in ("fascia_declared", "convention", "convention_url", "capacity")}
        assert facts == {"fascia_declared": "I", "convention": None, "convention_url": None, "capacity": 24}


def test_new_event_like_another_takes_over_its_place_price_and_language(
    client: Client, club: Organiser, season: Season
) -> None:
    facts = {"venue": "Sala", "city": "Cesena", "price": "8 €", "language": "en", "capacity": 20}
    older = make.authorised_event(organiser=club, season=season, **facts)
    query = f"?da={older.slug}"
    initial = _initial(client, query)
    assert (initial["place"], initial["price"], initial["capacity"]) == ("Sala, Cesena", "8 €", 20)
    assert (initial["name"], initial["first_day"]) == (None, None)
    client.post(ADDRESS + query, _facts(name="Il secondo"))
    assert Event.objects.get(name="Il secondo").language == "en"
    foreign = make.authorised_event(season=season, city="Altrove")
    assert "Altrove" not in str(_initial(client, f"?da={foreign.slug}"))


def test_new_event_asks_for_the_season_only_if_several_are_open(client: Client, club: Organiser) -> None:
    today = timezone.localdate()
    Season.objects.filter(last_day__gte=today).update(first_day=date(2001, 1, 1), last_day=date(2001, 12, 1))
    window = {"first_day": today, "last_day": today}
    make.make_season(**window)
    assert "season" not in _initial(client)
    other = make.make_season(game="megalomania", **window)
    assert _initial(client)["season"] is None
    client.post(ADDRESS, _facts(first_day=today.isoformat(), season=other.pk))
    assert Event.objects.get().season == other


def test_new_event_preview_says_what_speaks_against_what_was_typed(client: Client, club: Organiser) -> None:
    typed = _facts(fascia_declared="III", capacity="15", first_day="2010-01-01", name="Torneo <b>")
    answer = client.get(ADDRESS, typed, headers={"hx-request": "true", "accept-language": "en"})
    page = text_of(answer)
    assert "15 places are fewer than the 16 players needed" in page
    assert "Torneo &lt;b&gt;" in page
    assert "<html" not in page
    assert Event.objects.count() == 0


def test_new_event_of_fascia_iii_names_its_convention(client: Client, club: Organiser) -> None:
    typed = _facts(name="Open", fascia_declared="III")
    refused = client.post(ADDRESS, typed)
    assert refused.status_code == 422
    assert set(refused.context["form"].errors) == {"convention", "convention_url"}
    typed |= {"convention": "Fiera del gioco", "convention_url": "https://fiera.example/"}
    assert client.post(ADDRESS, typed).status_code == 302
    event = Event.objects.get(name="Open")
    assert (event.convention, event.convention_url) == ("Fiera del gioco", "https://fiera.example/")
    day = event.first_day
    event_announce(event=event, announcement_url="https://forum.example/1", announced_on=day, by=club.user)
    assert "Fiera del gioco" in text_of(client.get(event.get_absolute_url()))
