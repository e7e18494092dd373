"""Test invitations to a role of an event: one way for every address, accepted by its owner alone."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests import factories as make
from tests.refusals import refuses
from tests.unit.tournament.web.account.invited import link_of, sign_up
from tests.unit.tournament.web.conftest import shown_messages
from tournament.access import invitations as services
from tournament.access.roles import referent_end, role_revoke
from tournament.core.tokens import token_of
from tournament.models import Event, EventRole, Invitation
from tournament.personal_data import erasure, retention
from tournament.personal_data.data_export import export

pytestmark = pytest.mark.django_db

ADDRESS = "arbitra@example.org"


@pytest.fixture
def event() -> Event:
    return make.authorised_event(name="Coppa d’Autunno")


@pytest.fixture
def boss(event: Event) -> Client:
    """Return the client of the event's organiser."""
    user = make.make_user("capa", first_name="Tiziana", last_name="Bella")
    make.grant(event, user)
    client = Client()
    client.force_login(user)
    return client


def _link(invitation: Invitation) -> str:
    return reverse("invitation", args=[token_of(invitation.salt)])


def _invite(event: Event, address: str = ADDRESS, **facts: Any) -> Invitation:
    return services.invite(**{"event": event, "address": address, "grant": "referee", "by": None, **facts})


def _member(address: str = ADDRESS) -> Client:
    client = Client()
    client.force_login(make.make_user(email=address))
    return client


def test_invited_referee_signs_up_with_the_link_accepts_and_is_told(
    event: Event, boss: Client, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        answer = boss.post(reverse("roles", args=[event.slug]), {"address": "Arbitra@Example.org", "grant": "referee"})
    assert answer.status_code == 302
    (sent,) = mail.outbox
    assert (sent.to, "Tiziana Bella" in sent.body, event.name in sent.subject) == ([ADDRESS], True, True)
    referee = sign_up(link_of(sent), ADDRESS)
    assert EmailAddress.objects.get(email=ADDRESS).verified
    assert len(mail.outbox) == 1
    assert not event.roles.filter(role="referee").exists()
    with django_capture_on_commit_callbacks(execute=True):
        assert referee.post(link_of(sent))["Location"] == reverse("referee_home")
    role = event.roles.get(role="referee")
    assert role.history.get().history_user.username == "capa"
    assert (mail.outbox[1].to, "arbitro" in mail.outbox[1].body) == ([ADDRESS], True)
    page = boss.get(reverse("roles", args=[event.slug])).content.decode()
    assert "Žiga Rossi" in page
    assert ADDRESS not in page
    assert not Invitation.objects.exclude(address="").exists()
    assert referee.get(link_of(sent)).status_code == 410


def test_invitation_answered_alike_for_an_address_with_and_without_account(event: Event, boss: Client) -> None:
    known = make.make_user("nota").email
    url = reverse("roles", args=[event.slug])
    answers, statements = [], []
    for address in (known, "ignota@example.org"):
        with CaptureQueriesContext(connection) as run:
            answer = boss.post(url, {"address": address, "grant": "referee"}, follow=True)
        page = re.sub(r'csrfmiddlewaretoken" value="[^"]+|X-CSRFToken": "[^"]+|inviti/\d+', "", answer.content.decode())
        answers.append(page.partition("<main")[0].replace(address, "…"))
        statements.append([re.sub(r"'[^']*'|\d+", "?", query["sql"]) for query in run])
    assert answers[0] == answers[1]
    assert statements[0] == statements[1]


def test_invitation_accepted_only_by_an_account_with_the_confirmed_address(event: Event) -> None:
    link = _link(_invite(event))
    stranger = _member("altra@example.org")
    page = stranger.get(link).content.decode()
    assert "altra" not in page or ADDRESS in page
    assert reverse("account_logout") in page
    assert stranger.post(link).status_code == 410
    unconfirmed = make.make_user("u-0123456789abcdef", email=ADDRESS)
    client = Client()
    client.force_login(unconfirmed)
    assert client.post(link).status_code == 410
    assert not event.roles.exists()
    assert Client().post(link).status_code == 200
    EmailAddress.objects.create(user=unconfirmed, email=ADDRESS, verified=True, primary=True)
    assert client.post(link).status_code == 302
    assert list(event.roles.values_list("user", "role")) == [(unconfirmed.pk, "referee")]


def test_link_of_an_expired_withdrawn_or_unknown_invitation_says_so(event: Event) -> None:
    old, gone = _invite(event), _invite(event, "altra@example.org")
    Invitation.objects.filter(pk=old.pk).update(expires_at=timezone.now())
    services.invitation_withdraw(invitation=gone, by=None)
    client = _member()
    words = []
    for link, status in ((_link(old), 410), (_link(gone), 410), (reverse("invitation", args=["A" * 22]), 404)):
        answer = client.get(link)
        assert (answer.status_code, client.post(link).status_code) == (status, status)
        words.append(re.search(r"<p>(.+?)</p>", answer.content.decode())[1])  # type: ignore[index]
    assert len(set(words)) == 3
    guesses = [Client().get(reverse("invitation", args=["B" * 22])).status_code for _ in range(6)]
    assert guesses[-1] == 429
    assert not event.roles.exists()


def test_invitation_sent_again_renews_it_and_withdrawn_after_a_question(event: Event, boss: Client) -> None:
    invitation = _invite(event)
    resend = reverse("invitation_resend", args=[invitation.pk])
    assert len(shown_messages(boss.post(resend, follow=True))) == 1
    hours = timezone.now() - timedelta(hours=20)
    Invitation.objects.filter(pk=invitation.pk).update(mailed_at=hours, expires_at=hours)
    assert boss.post(resend).status_code == 302
    renewed = Invitation.objects.get(pk=invitation.pk)
    assert renewed.expires_at > timezone.now() + timedelta(days=13)
    assert renewed.token_sha256 == invitation.token_sha256
    withdraw = reverse("invitation_withdraw", args=[invitation.pk])
    assert 'name="confirmed"' in boss.post(withdraw).content.decode()
    boss.post(withdraw, {"confirmed": "1"})
    assert Invitation.objects.get(pk=invitation.pk).revoked_at is not None
    other = _invite(make.make_event(), "b@example.org")
    assert boss.post(reverse("invitation_withdraw", args=[other.pk]), {"confirmed": "1"}).status_code == 404


def test_invitations_of_one_account_limited_within_an_hour(event: Event) -> None:
    user = make.make_user()
    for number in range(services.MOST_PER_HOUR):
        _invite(event, f"a{number}@example.org", by=user)
    with refuses("TOO_MANY_INVITATIONS"):
        _invite(event, "z@example.org", by=user)


def test_role_ended_after_a_question_and_told_by_mail(
    event: Event, boss: Client, django_capture_on_commit_callbacks: Any
) -> None:
    helper = make.make_user("aiuto")
    role = make.grant(event, helper, "referee")
    url = reverse("role_revoke", args=[event.slug, role.pk])
    assert 'name="confirmed"' in boss.post(url).content.decode()
    for _ in range(2):
        with django_capture_on_commit_callbacks(execute=True):
            assert boss.post(url, {"confirmed": "1"}).status_code == 302
    assert not EventRole.objects.filter(event=event, user=helper).exists()
    (sent,) = mail.outbox
    assert (sent.to, event.name in sent.subject) == ([helper.email], True)


def test_referent_ended_with_a_reason_but_not_the_last_one(django_capture_on_commit_callbacks: Any) -> None:
    first, second = (make.make_user(referent=True) for _ in range(2))
    client = Client()
    client.force_login(first)
    url = reverse("referent_end", args=[second.pk])
    with django_capture_on_commit_callbacks(execute=True):
        client.post(url, {"confirmed": "1", "reason": " "})
        assert second.groups.exists()
        client.post(url, {"confirmed": "1", "reason": "Si è trasferita"})
    assert not second.groups.exists()
    assert ["Si è trasferita" in sent.body for sent in mail.outbox] == [True]
    assert "Si è trasferita" in client.get(reverse("referents")).content.decode()
    with refuses("LAST_REFERENT"):
        referent_end(user=first, by=first, reason="Basta")


@pytest.mark.parametrize("name", ["roles", "referents", "invitation"])
def test_pages_of_invitations_take_at_most_twelve_queries(event: Event, boss: Client, name: str) -> None:
    referent = make.make_user(referent=True)
    counts = []
    for number in range(2):
        for letter in "abcd":
            _invite(event, f"{letter}{number}@example.org")
            services.invite(address=f"{letter}{number}@example.org", grant="referent", by=referent)
        client = boss
        if name == "referents":
            client = Client()
            client.force_login(referent)
        args = {"roles": [event.slug], "referents": []}.get(name) if name != "invitation" else None
        url = reverse(name, args=args) if args is not None else _link(Invitation.objects.filter(event=event)[0])
        client.get(url)
        with CaptureQueriesContext(connection) as run:
            assert client.get(url).status_code == 200
        counts.append(len(run))
    assert counts[0] == counts[1] <= 12


def test_invitation_in_the_copy_erased_with_its_person_and_after_its_time(event: Event) -> None:
    person = make.make_person(email="Ilde@example.org")
    for address in ("ilde@example.org", "altra@example.org"):
        _invite(event, address)
    copy = export(person=person)["invitations"]
    assert [(row["address"], "salt" in row) for row in copy] == [("ilde@example.org", False)]
    erasure.person_erase(person=person, by=None)
    assert Invitation.objects.get().address == "altra@example.org"
    later = timezone.now() + timedelta(days=services.VALID_DAYS + retention.INVITATION_DAYS + 1)
    assert retention.data_retention(now=later, dry_run=True).invitations == 1
    assert retention.data_retention(now=later).invitations == 1
    assert not Invitation.objects.exists()


def test_last_organiser_of_an_event_keeps_the_role(event: Event, boss: Client) -> None:
    role = event.roles.get()
    boss.post(reverse("role_revoke", args=[event.slug, role.pk]), {"confirmed": "1"})
    assert event.roles.exists()
    other = make.make_user()
    make.grant(event, other)
    role_revoke(event=event, user=role.user, role="organiser", by=other)
    assert [left.user for left in event.roles.all()] == [other]
