"""Test the account page: roles, results, the consent switch (art. 1.6, AMB-19)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.translation import gettext, override

from tests import factories as make
from tests import reporting
from tests.unit.tournament.web.conftest import ROLES, shown_messages, text_of
from tournament.models import Event, EventRole, Person
from tournament.web.account.addresses import settings_url

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
def test_settings_open_for_every_signed_in_role(language: str, role: str, visitor: Visitor) -> None:
    event = make.check_in_event(players=1)
    answer = visitor(role, event).get(PAGE, headers={"accept-language": language})
    if role == "anonymous":
        assert (answer.status_code, answer["Location"]) == (302, f"{reverse('account_login')}?next={PAGE}")
        return
    page = text_of(answer)
    assert answer.status_code == 200
    assert f'<html lang="{language}"' in page
    for name in ("account_email", "account_change_password", "mfa_index", "own_data_file"):
        assert reverse(name) in page
    # Keys are for who runs events.
    assert (reverse("tokens") in page) == (role in ("organiser", "other_organiser", "referent"))
    assert (f'action="{SWITCH}"' in page) == (role == "player")
    assert (reverse("claim") in page) == (role != "player")


@pytest.mark.parametrize(("path", "group"), [("avvisi/scelte/", "avvisi"), ("accessi/", "accesso"), ("dati/", "dati")])
def test_page_of_earlier_leads_to_its_group_of_the_settings(path: str, group: str) -> None:
    client, _person = _player()
    assert client.get(f"{PAGE}{path}")["Location"] == settings_url(group)  # type: ignore[arg-type]


def test_copy_after_a_sign_in_of_a_moment_ago_needs_no_password() -> None:
    client, _person = _player()
    copy = client.get(reverse("own_data_file"))
    assert (copy.status_code, copy["Content-Disposition"]) == (200, 'attachment; filename="dati.json"')
    make.sign_in_ages(client)
    asked = client.get(reverse("own_data_file"))
    assert asked["Location"].startswith(reverse("account_reauthenticate"))


def test_sign_in_without_the_second_factor_is_no_proof() -> None:
    """As at the administration's own form, which asks for the password alone."""
    _client, person = _player()
    TOTP.activate(person.user, generate_totp_secret())
    fresh = Client()
    fresh.force_login(person.user)
    assert fresh.get(reverse("own_data_file")).status_code == 302


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
    assert answer.redirect_chain == [(settings_url("nome"), 302)]
    with override(language):
        assert shown_messages(answer) == [
            gettext("From now on your name is shown to nobody but organisers and the Referent.")
        ]
        assert gettext("without a name; place and points stay") in text_of(answer)
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
    assert count_of_one <= 16
