"""Test the account page: roles, results, the consent switch (art. 1.6, AMB-19)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.translation import gettext, override

from tests import factories as make
from tests import reporting
from tests.unit.tournament.web.conftest import ROLES, shown_messages, text_of
from tournament.entries.services import entry_add
from tournament.models import Event, EventRole, Person

pytestmark = pytest.mark.django_db

Visitor = Callable[..., Client]
PAGE = "/io/"
SWITCH = "/io/consenso/"


def _player(**facts: Any) -> tuple[Client, Person]:
    """Return a client of a user whose account is linked to a person."""
    client, person = Client(), make.make_person(**facts)
    person.user = make.make_user()
    person.save()
    client.force_login(person.user)
    return client, person


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("language", ["it", "en"])
def test_account_page_opens_for_every_signed_in_role(language: str, role: str, visitor: Visitor) -> None:
    event = make.check_in_event(players=1)
    answer = visitor(role, event).get(PAGE, headers={"accept-language": language})
    if role == "anonymous":
        assert (answer.status_code, answer["Location"]) == (302, f"{reverse('account_login')}?next={PAGE}")
        return
    page = text_of(answer)
    assert answer.status_code == 200
    assert f'<html lang="{language}"' in page
    assert reverse("account_change_password") in page
    assert (reverse("desk", args=[event.slug]) in page) == (role == "organiser")
    assert (reverse("referent") in page) == (role == "referent")
    assert (f'action="{SWITCH}"' in page) == (role == "player")
    with override(language):
        assert (gettext("Account not linked to a player") in page) == (role != "player")


def test_account_page_links_a_referee_to_the_tables(visitor: Visitor) -> None:
    event = make.drawn_event()
    page = text_of(visitor("referee", event).get(PAGE))
    assert event.name in page
    assert reverse("referee_home") in page
    assert reverse("desk", args=[event.slug]) not in page


def test_account_page_shows_a_disqualified_club(visitor: Visitor) -> None:
    user = make.make_user()
    make.make_organiser(user, disqualified_at=reporting.NEXT_DAY, disqualified_reason="Prova")
    client = Client()
    client.force_login(user)
    with override("it"):
        assert gettext("disqualified") in text_of(client.get(PAGE))


def test_account_page_lists_results_and_registrations(visitor: Visitor) -> None:
    event = make.concluded_event()
    person = event.final_places.get(place=2).entry.person
    person.user = make.make_user()
    person.save()
    coming = make.check_in_event(players=0, season=event.season)
    entry_add(event=coming, person=person, by=None)
    client = Client()
    client.force_login(person.user)
    page = text_of(client.get(PAGE))
    assert '<td class="number key">2º</td>' in page
    assert event.name in page
    assert reverse("player", args=[person.pk]) in page
    assert coming.get_absolute_url() in page


def test_account_page_without_results_links_to_the_events() -> None:
    client, _ = _player()
    page = text_of(client.get(PAGE))
    with override("it"):
        assert gettext("You have not finished an event yet.") in page
    assert reverse("event_list") in page


@pytest.mark.rule("AMB-19")
@pytest.mark.parametrize("language", ["it", "en"])
def test_amb_19_withdrawn_consent_takes_effect_everywhere_immediately(language: str) -> None:
    event = reporting.homologated_event()
    person = event.final_places.get(place=1).entry.person
    person.user = make.make_user()
    person.save()
    client, others = Client(), Client()
    client.force_login(person.user)
    ranking, own_page = reverse("ranking_season", args=[event.season.slug]), reverse("player", args=[person.pk])
    assert str(person) in text_of(others.get(ranking))
    answer = client.post(SWITCH, {"consent": "no"}, follow=True, headers={"accept-language": language})
    assert answer.redirect_chain == [(PAGE, 302)]
    with override(language):
        assert shown_messages(answer) == [
            gettext("From now on your name is shown to nobody but organisers and the Referent.")
        ]
        assert gettext("Show my name") in text_of(answer)
    for address in (
        ranking,
        event.get_absolute_url(),
        reverse("home"),
        reverse("ranking_csv", args=[event.season.slug]),
    ):
        assert str(person) not in text_of(others.get(address))
    assert (others.get(own_page).status_code, client.get(own_page).status_code) == (404, 200)
    person.refresh_from_db()
    version = person.history.latest()
    assert (person.consent, version.history_user, version.history_verb) == (
        False,
        person.user,
        "consent_set",
    )
    assert person.consent_changed_at is not None
    client.post(SWITCH, {"consent": "yes"})
    assert str(person) in text_of(others.get(ranking))
    assert others.get(own_page).status_code == 200


def test_consent_switch_repeated_is_stored_once() -> None:
    client, person = _player(consent=True)
    versions = person.history.count()
    for _ in range(2):
        assert client.post(SWITCH, {"consent": "no"}).status_code == 302
    assert person.history.count() == versions + 1


@pytest.mark.parametrize("data", [{}, {"consent": ""}, {"consent": "forse"}])
def test_consent_switch_without_a_choice_changes_nothing(data: dict[str, str]) -> None:
    client, person = _player(consent=True)
    answer = client.post(SWITCH, data, follow=True)
    with override("it"):
        assert shown_messages(answer) == [gettext("Choose whether the name is shown: nothing has changed.")]
    assert Person.objects.get(pk=person.pk).consent


def test_consent_switch_is_refused_without_a_player_record(visitor: Visitor) -> None:
    assert visitor("organiser", make.make_event()).post(SWITCH, {"consent": "no"}).status_code == 404
    assert Client().post(SWITCH, {"consent": "no"}).status_code == 302


def test_consent_switch_requires_post_and_csrf_token() -> None:
    client, person = _player(consent=True)
    assert client.get(SWITCH).status_code == 405
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(person.user)
    assert strict.post(SWITCH, {"consent": "no"}).status_code == 403
    assert Person.objects.get(pk=person.pk).consent


def test_account_page_queries_are_independent_of_the_roles(visitor: Visitor) -> None:
    event = make.make_event()
    client = visitor("organiser", event)

    def queries() -> int:
        with CaptureQueriesContext(connection) as caught:
            assert client.get(PAGE).status_code == 200
        return len(caught)

    count_of_one = queries()
    for _ in range(5):
        make.grant(make.make_event(season=event.season), client.user, EventRole.Role.REFEREE)
    assert Event.objects.filter(roles__user=client.user).count() == 6
    assert queries() == count_of_one
    assert count_of_one <= 12
