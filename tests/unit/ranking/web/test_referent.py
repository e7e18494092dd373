"""Test the Referent's pages: access, languages, number of queries (articles 1.2 to 1.7)."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import gettext, override

from tests import factories as make
from tests import reporting
from tests.unit.ranking.credit import credit
from tests.unit.ranking.pages import queries_of, signed_in, text_of
from tournament.models import Event, Season

pytestmark = pytest.mark.django_db

#: URL name -> (what its argument is, its title).
PAGES = {
    "referent": ("", "To do"),
    "homologation": ("event", "To do"),
    "seasons": ("", "Seasons"),
    "season_new": ("", "Open a season"),
    "season_edit": ("season", "Days and regulation"),
    "call_up": ("season", "Call-up to the national final"),
    "people": ("", "National list of players"),
    "person": ("person", "Record"),
    "person_edit": ("person", "Change the record"),
    "organisers": ("", "Clubs"),
}
#: Pages that accept a POST; the others refuse it.
WRITES = frozenset(
    {
        "homologation",
        "season_new",
        "season_edit",
        "call_up",
        "organisers",
        "people_merge",
        "person_edit",
    }
)


def _address(name: str, event: Event) -> str:
    what = PAGES[name][0] if name in PAGES else ""
    person = event.entries.order_by("pk")[0].person_id
    args = {"event": [event.slug], "season": [event.season.slug], "person": [person], "": []}[what]
    return reverse(name, args=args)


def test_referent_pages_refuse_other_users() -> None:
    event = make.check_in_event(players=2)
    organiser, referee, player = make.make_user(), make.make_user(), make.make_user()
    make.make_organiser(organiser)
    make.grant(event, organiser)
    make.grant(event, referee, "referee")
    visitors = {"organiser": organiser, "referee": referee, "player": player}
    for name in (*PAGES, "people_merge"):
        address = _address(name, event)
        anonymous = Client().get(address)
        assert (anonymous.status_code, anonymous["Location"]) == (302, f"{reverse('account_login')}?next={address}")
        for who, user in visitors.items():
            client = signed_in(user)
            assert (name, who, client.get(address).status_code) == (name, who, 403)
            assert (name, who, client.post(address).status_code) == (name, who, 403)


@pytest.mark.parametrize("language", ["it", "en"])
def test_referent_pages_open_in_both_languages(language: str, referent: Client) -> None:
    event = make.concluded_event()
    for name, (_, title) in PAGES.items():
        answer = referent.get(_address(name, event), headers={"accept-language": language})
        page = text_of(answer)
        assert (name, answer.status_code) == (name, 200)
        assert f'<html lang="{language}"' in page
        with override(language):
            heading = event.season.name if name == "season_edit" else gettext(title)
        assert heading in page


def test_referent_pages_read_only_refuse_post_and_forms_require_csrf(referent: Client) -> None:
    event = make.check_in_event(players=1)
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(referent.user)
    for name in PAGES:
        expected = 403 if name in WRITES else 405
        client = strict if name in WRITES else referent
        assert (name, client.post(_address(name, event)).status_code) == (name, expected)


def test_referent_pages_unknown_object_answers_404(referent: Client) -> None:
    for name, args in (
        ("homologation", ["niente"]),
        ("season_edit", ["niente"]),
        ("call_up", ["niente"]),
        ("person", [9_999_999]),
    ):
        assert referent.get(reverse(name, args=args)).status_code == 404
    draft = make.make_event()
    assert referent.get(reverse("homologation", args=[draft.slug])).status_code == 404


#: URL name -> the maximum of queries, session and user included.
LIMITS = {
    "referent": 18,
    "seasons": 8,
    "season_edit": 9,
    "call_up": 14,
    "people": 9,
    "organisers": 8,
}


def test_referent_pages_queries_are_independent_of_the_rows(referent: Client) -> None:
    season = make.make_season()
    make.announced_event(season=season)
    make.make_person(first_name="Ugo", last_name="Doppi")
    for person in make.make_people(2):
        credit(season, person, 10)
    few = _counts(referent, season)
    for _ in range(4):
        make.announced_event(season=season)
        make.make_season()
        make.make_person(first_name="Ugo", last_name="Doppi")
    for person in make.make_people(12):
        credit(season, person, 6)
    many = _counts(referent, season)
    # The list of namesakes and the season averages appear with the first of their kind.
    assert {name: many[name] for name in LIMITS if many[name] > few[name]} == {}
    assert {name: number for name, number in many.items() if number > LIMITS[name]} == {}


def _counts(client: Client, season: Season) -> dict[str, int]:
    by_season = ("season_edit", "call_up")
    return {name: queries_of(client, name, *([season.slug] if name in by_season else [])) for name in LIMITS}


def test_homologation_page_queries_are_independent_of_the_queue(referent: Client) -> None:
    season = make.make_season()
    event = reporting.reported_event(season=season)
    count_of_one = queries_of(referent, "homologation", event.slug)
    reporting.reported_event(season=season)
    assert queries_of(referent, "homologation", event.slug) == count_of_one
    assert count_of_one <= 60
