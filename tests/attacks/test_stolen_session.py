"""An attacker holds an open session (a borrowed laptop, a copied cookie) but not the password."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings as site_settings
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import resolve, reverse
from django.utils import timezone

from tests import factories as make
from tests.reporting import reported_event
from tournament.access.roles import referent_group
from tournament.models import ApiToken, Event, Invitation, Person

pytestmark = pytest.mark.django_db
ASKED = reverse("account_reauthenticate")


@pytest.fixture(autouse=True)
def _required(settings: Any, tmp_path: Any) -> None:
    settings.MEDIA_ROOT = tmp_path


def _stolen(*, referent: bool = True) -> Client:
    client = Client()
    client.force_login(make.make_user(referent=referent), backend="allauth.account.auth_backends.AuthenticationBackend")
    make.sign_in_ages(client)
    return client


def _password_question(answer: Any) -> str:
    """Return where the question for the password is."""
    assert answer.status_code == 302
    location = str(answer["Location"])
    assert location.startswith(ASKED)
    return location


def test_report_is_not_ratified_and_the_owner_loses_nothing_typed() -> None:
    event = reported_event()
    client = _stolen()
    sent = {"decision": "homologate", "reason": "I conti tornano"}
    question = _password_question(client.post(reverse("homologation", args=[event.slug]), sent))
    assert client.post(question, {"password": "not the password"}).status_code == 200
    assert Event.objects.get(pk=event.pk).state == Event.State.REPORTED
    done = client.post(question, {"password": make.PASSWORD})
    assert done["Location"] == reverse("homologation", args=[event.slug])
    assert Event.objects.get(pk=event.pk).state == Event.State.HOMOLOGATED


def test_person_is_not_erased() -> None:
    person = make.make_person()
    client = _stolen()
    address = reverse("person_erase", args=[person.pk])
    question = _password_question(client.post(address, {"confirmed": "1"}))
    assert Person.objects.get(pk=person.pk).last_name == person.last_name
    receipt = client.post(question, {"password": make.PASSWORD})["Location"]
    assert resolve(receipt).url_name == "erasure_receipt"
    assert Person.objects.get(pk=person.pk).last_name != person.last_name


def test_token_is_not_made() -> None:
    client = _session_of(make.make_organiser(make.make_user()).user)
    question = _password_question(
        client.post(reverse("tokens"), {"name": "copia", "days": "30", "scopes": ["results"]})
    )
    assert not ApiToken.objects.exists()
    page = client.post(question, {"password": make.PASSWORD})
    assert b"fst_" in page.content
    assert "no-store" in page["Cache-Control"]
    # The page answers at the address of the question: its form must not send there.
    assert f'action="{reverse("tokens")}"' in page.content.decode()


@pytest.mark.parametrize("query", ["?formato=csv", "?formato=xlsx&lista=giocatori"])
def test_list_of_people_is_not_downloaded(query: str) -> None:
    make.make_person()
    client = _stolen()
    assert client.get(reverse("people")).status_code == 200
    question = _password_question(client.get(reverse("people") + query))
    assert client.post(question, {"password": make.PASSWORD})["Location"] == reverse("people") + query
    assert client.get(reverse("people") + query)["Content-Disposition"].startswith("attachment")


def _session_of(user: Any) -> Client:
    client = Client()
    client.force_login(user, backend="allauth.account.auth_backends.AuthenticationBackend")
    make.sign_in_ages(client)
    return client


@pytest.mark.parametrize("name", ["entries", "cash", "player_links", "history"])
def test_players_of_an_event_are_not_downloaded_at_its_desk(name: str) -> None:
    event = make.check_in_event(players=4)
    organiser = make.make_user()
    make.grant(event, organiser)
    client = _session_of(organiser)
    address = reverse(name, args=[event.slug])
    assert client.get(address).status_code == 200
    question = _password_question(client.get(f"{address}?formato=csv"))
    # In the hall one answer is enough for the files of the next minutes.
    client.post(question, {"password": make.PASSWORD})
    for kind in ("csv", "xlsx"):
        assert client.get(f"{address}?formato={kind}")["Content-Disposition"].startswith("attachment")


@pytest.mark.parametrize("is_called", [False, True])
def test_call_up_is_not_downloaded(is_called: bool) -> None:
    season = make.make_event().season
    if is_called:
        make.call_accepted(season, make.make_person())
    client = _stolen()
    address = reverse("call_up", args=[season.slug])
    assert client.get(address).status_code == 200
    _password_question(client.get(f"{address}?formato=csv"))


def test_file_for_a_laptop_is_not_downloaded() -> None:
    event = make.authorised_event()
    organiser = make.make_user()
    make.grant(event, organiser)
    client = _session_of(organiser)
    assert client.get(reverse("hall", args=[event.slug])).status_code == 200
    _password_question(client.get(reverse("hall_file", args=[event.slug])))


def test_own_data_are_not_downloaded() -> None:
    client = _session_of(make.make_user())
    assert client.get(reverse("account")).status_code == 200
    question = _password_question(client.get(reverse("own_data_file")))
    client.post(question, {"password": make.PASSWORD})
    assert client.get(reverse("own_data_file"))["Content-Disposition"].startswith("attachment")


@pytest.mark.parametrize("query", ["", "?formato=csv"])
def test_record_of_a_person_is_not_downloaded(query: str) -> None:
    person = make.make_person()
    name = "person" if query else "person_data_file"
    _password_question(_stolen().get(reverse(name, args=[person.pk]) + query))


def test_referent_is_not_invited() -> None:
    _password_question(_stolen().post(reverse("referents"), {"address": "mallory@example.org"}))
    assert not Invitation.objects.exists()


def test_mail_address_is_not_changed() -> None:
    _password_question(
        _stolen(referent=False).post(reverse("account_email"), {"email": "m@example.org", "action_add": ""})
    )


def test_open_session_of_who_becomes_referent_ends_like_theirs(settings: Any, time_machine: Any) -> None:
    """A session from before the invitation was accepted would otherwise stay open for two weeks."""
    settings.FOSSATO_STAFF_SESSION_HOURS, settings.FOSSATO_STAFF_IDLE_MINUTES = 12, 120
    time_machine.move_to("2026-03-01T12:00:00+01:00")
    user = make.make_user()
    client = Client()
    client.post(reverse("account_login"), {"login": user.username, "password": make.PASSWORD})
    assert client.get(reverse("account")).status_code == 200
    user.groups.add(referent_group())
    assert client.get(reverse("referent")).status_code == 200
    stored = Session.objects.get(session_key=client.cookies[site_settings.SESSION_COOKIE_NAME].value)
    end = stored.expire_date
    assert timezone.now() + timedelta(hours=11) < end <= timezone.now() + timedelta(hours=12)
    # While it is used, it does not end by idleness, and its end does not move.
    time_machine.move_to("2026-03-01T13:30:00+01:00")
    assert client.get(reverse("referent")).status_code == 200
    stored.refresh_from_db()
    assert stored.expire_date == end
    time_machine.move_to("2026-03-01T15:31:00+01:00")
    assert reverse("account_login") in client.get(reverse("referent"))["Location"]


def test_answer_lasts_ten_minutes(time_machine: Any) -> None:
    assert site_settings.ACCOUNT_REAUTHENTICATION_TIMEOUT == 600
    client = _stolen()
    time_machine.move_to("2026-03-01T12:00:00+01:00")
    client.post(ASKED, {"password": make.PASSWORD})
    address = reverse("people") + "?formato=csv"
    time_machine.move_to("2026-03-01T12:09:00+01:00")
    assert client.get(address).status_code == 200
    time_machine.move_to("2026-03-01T12:11:00+01:00")
    _password_question(client.get(address))
