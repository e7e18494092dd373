"""Test the page of those who act for an organiser: its public facts, members invited by mail and ended."""

from __future__ import annotations

from typing import Any

import pytest
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests import factories as make
from tests.unit.tournament.web.account.invited import link_of, sign_up
from tests.unit.tournament.web.conftest import shown_messages
from tournament.access.roles import member_add
from tournament.models import Organiser
from tournament.personal_data import erasure

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Organiser:
    return make.make_organiser(make.make_user("capa"), name="Circolo del Colle")


@pytest.fixture
def boss(club: Organiser) -> Client:
    client = Client()
    assert club.user is not None
    client.force_login(club.user)
    return client


@pytest.mark.soak(
    gate="tests/unit/tournament/web/account/test_invitations.py::"
    "test_invited_referee_signs_up_with_the_link_accepts_and_is_told"
)
def test_member_invited_by_mail_opens_events_and_is_ended(
    club: Organiser, boss: Client, django_capture_on_commit_callbacks: Any
) -> None:
    desk = reverse("club_desk", args=[club.pk])
    with django_capture_on_commit_callbacks(execute=True):
        assert boss.post(desk, {"invite": "1", "address": "socia@example.org"}).status_code == 302
    assert "socia@example.org" in boss.get(desk).content.decode()
    assert club.name in mail.outbox[0].subject
    member = sign_up(link_of(mail.outbox[0]), "socia@example.org")
    assert member.get(desk).status_code == 404
    assert member.post(link_of(mail.outbox[0]))["Location"] == desk
    assert member.get(reverse("event_new")).status_code == 200
    user = club.members.get().user
    event, over = make.make_event(organiser=club, by=club.user), make.concluded_event(organiser=club)
    assert event.roles.filter(user=user).exists()
    end = reverse("member_end", args=[club.pk, user.pk])
    assert 'name="confirmed"' in boss.post(end).content.decode()
    # An account of somebody else and one that does not exist answer the same.
    answers = [boss.post(reverse("member_end", args=[club.pk, pk]))["Location"] for pk in (make.make_user().pk, 10**6)]
    assert answers == [desk, desk]
    with django_capture_on_commit_callbacks(execute=True):
        boss.post(end, {"confirmed": "1"})
    assert not club.members.exists()
    assert [held.event for held in user.event_roles.all()] == [over]
    assert (mail.outbox[-1].to, club.name in mail.outbox[-1].subject) == ([user.email], True)
    assert member.get(reverse("event_new")).status_code == 403
    verbs = [row.history_verb for row in club.members.model.history.order_by("history_id")]
    assert verbs == ["member_add", "member_end"]


def test_responsible_account_leaves_to_the_next_member_but_is_never_the_last(club: Organiser, boss: Client) -> None:
    end = reverse("member_end", args=[club.pk, club.user_id])
    assert len(shown_messages(boss.post(end, {"confirmed": "1"}, follow=True))) == 1
    second = make.make_user()
    member_add(organiser=club, user=second, by=club.user)
    boss.post(end, {"confirmed": "1"})
    club.refresh_from_db()
    assert (club.user, club.members.count()) == (second, 0)
    assert boss.get(reverse("club_desk", args=[club.pk])).status_code == 404


def test_public_facts_stored_and_a_wrong_address_refused(club: Organiser, boss: Client) -> None:
    desk = reverse("club_desk", args=[club.pk])
    facts = {"city": "Bergamo", "about": "Giovedì", "contact_mail": "giochi@example.org", "contact_url": ""}
    assert boss.post(desk, facts).status_code == 302
    club.refresh_from_db()
    assert (club.city, club.about, club.contact_mail) == ("Bergamo", "Giovedì", "giochi@example.org")
    assert boss.post(desk, {**facts, "contact_url": "javascript:alert(1)"}).status_code == 422
    assert boss.post(desk, {**facts, "contact_mail": "x"}).status_code == 422


def test_public_address_of_an_erased_person_is_emptied(club: Organiser) -> None:
    person = make.make_person(email="ilde@example.org")
    Organiser.objects.filter(pk=club.pk).update(contact_mail=person.email)
    erasure.person_erase(person=person, by=None)
    assert Organiser.objects.get().contact_mail == ""


def test_club_desk_takes_at_most_twelve_queries(club: Organiser, boss: Client) -> None:
    counts = []
    for _ in range(2):
        member_add(organiser=club, user=make.make_user(), by=club.user)
        with CaptureQueriesContext(connection) as run:
            assert boss.get(reverse("club_desk", args=[club.pk])).status_code == 200
        counts.append(len(run))
    assert counts[0] == counts[1] <= 12
