"""Test requests to organise: sent by an account, questioned, refused, approved; then events are opened on the site."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests import factories as make
from tests.unit.tournament.web.conftest import shown_messages
from tournament.federation.requests import organiser_request_make
from tournament.models import Organiser, OrganiserRequest
from tournament.personal_data import erasure, retention
from tournament.personal_data.data_export import export

pytestmark = pytest.mark.django_db

PAGE = "/organizza-un-evento/"
QUEUE = "/referente/"


class AccountClient(Client):
    """Browser in which a new account is signed in."""

    def __init__(self, **fields: Any) -> None:
        super().__init__()
        self.user: User = make.make_user(**fields)
        self.force_login(self.user)


@pytest.fixture
def club() -> AccountClient:
    return AccountClient(username="torre", first_name="Massimo")


@pytest.fixture
def referent() -> AccountClient:
    return AccountClient(referent=True)


def _answer(client: Client, organiser_request: OrganiserRequest, decision: str, text: str = "") -> int:
    """Return the status of the Referent's answer."""
    address = reverse("todo_answer", args=["organiser_request", organiser_request.pk])
    return client.post(
        address, {"decision": decision, f"organiser_request-{organiser_request.pk}-reason": text}
    ).status_code


def test_request_asked_back_completed_and_approved_opens_an_event(
    club: AccountClient, referent: AccountClient, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        answer = club.post(PAGE, make.REQUEST)
    organiser_request = OrganiserRequest.objects.get()
    own = answer["Location"]
    assert own == reverse("organiser_request", args=[organiser_request.pk])
    assert [sent.to for sent in mail.outbox] == [[referent.user.email]]
    assert make.REQUEST["name"] in mail.outbox[0].subject
    assert make.REQUEST["plan"] in referent.get(QUEUE).content.decode()

    with django_capture_on_commit_callbacks(execute=True):
        assert _answer(referent, organiser_request, "ask", "Chi vi conosce?") == 302
    assert (mail.outbox[1].to, "Chi vi conosce?" in mail.outbox[1].body) == (["torre@example.org"], True)
    assert "Chi vi conosce?" in club.get(own).content.decode()
    club.post(own, {**make.REQUEST, "reference": "Il circolo di Aosta"})
    assert OrganiserRequest.objects.get().state == "waiting"
    assert club.get(reverse("event_new")).status_code == 403

    with django_capture_on_commit_callbacks(execute=True):
        assert _answer(referent, organiser_request, "yes") == 302
    organiser = Organiser.objects.get()
    assert (organiser.name, organiser.city, organiser.user) == ("Ludoteca La Torre Storta", "Ivrea", club.user)
    assert own in mail.outbox[-1].body
    assert club.get(reverse("event_new")).status_code == 200
    page = club.get(own).content.decode()
    assert reverse("event_new") in page
    assert reverse("club_desk", args=[organiser.pk]) in page
    verbs = organiser_request.history.order_by("history_id").values_list("history_verb", flat=True)
    assert [verb.removeprefix("organiser_request_") for verb in verbs] == ["make", "ask_back", "change", "approve"]


def test_refusal_needs_a_reason_that_the_requester_reads_and_may_send_again(
    club: AccountClient, referent: AccountClient, django_capture_on_commit_callbacks: Any
) -> None:
    organiser_request = organiser_request_make(user=club.user, **make.REQUEST)
    for decision in ("no", "ask"):
        assert _answer(referent, organiser_request, decision, " ") == 422
    with django_capture_on_commit_callbacks(execute=True):
        _answer(referent, organiser_request, "no", "Manca la sede")
    assert "Manca la sede" in mail.outbox[-1].body
    own = reverse("organiser_request", args=[organiser_request.pk])
    assert "Manca la sede" in club.get(own).content.decode()
    assert not Organiser.objects.exists()
    assert (_answer(referent, organiser_request, "yes"), Organiser.objects.exists()) == (422, False)
    assert club.post(own, make.REQUEST).status_code == 302
    assert OrganiserRequest.objects.get().state == "waiting"


def test_request_of_another_account_hidden_and_a_second_open_one_refused(club: AccountClient) -> None:
    organiser_request = organiser_request_make(user=club.user, **make.REQUEST)
    for address in ("organiser_request", "organiser_request_withdraw"):
        assert (
            AccountClient().post(reverse(address, args=[organiser_request.pk]), {"confirmed": "1"}).status_code == 404
        )
    assert club.post(PAGE, make.REQUEST).status_code == 422
    assert Client().post(PAGE, make.REQUEST)["Location"].startswith(reverse("account_login"))
    assert OrganiserRequest.objects.count() == 1


def test_request_withdrawn_after_a_question(club: AccountClient) -> None:
    organiser_request = organiser_request_make(user=club.user, **make.REQUEST)
    url = reverse("organiser_request_withdraw", args=[organiser_request.pk])
    assert 'name="confirmed"' in club.post(url).content.decode()
    assert club.post(url, {"confirmed": "1"})["Location"] == PAGE
    assert OrganiserRequest.objects.get().state == "withdrawn"
    assert len(shown_messages(club.post(url, {"confirmed": "1"}, follow=True))) == 2
    assert club.get(PAGE).status_code == 200


def test_approval_under_the_name_of_an_organiser_lets_the_account_act_for_it(
    club: AccountClient, referent: AccountClient
) -> None:
    first = make.make_user()
    known = make.make_organiser(first, name="LUDOTECA la torre storta")
    organiser_request = organiser_request_make(user=club.user, **make.REQUEST)
    assert known.name in referent.get(QUEUE).content.decode()
    _answer(referent, organiser_request, "yes")
    assert Organiser.objects.get().user == first
    assert list(Organiser.objects.run_by(club.user)) == [known]
    event = make.make_event(organiser=known, by=club.user)
    assert set(event.roles.values_list("user", flat=True)) == {first.pk, club.user.pk}


def test_pages_of_requests_take_at_most_twelve_queries(club: AccountClient, referent: AccountClient) -> None:
    organiser_request = organiser_request_make(user=club.user, **make.REQUEST)
    counts = []
    for number in range(2):
        for letter in "abc":
            facts = {**make.REQUEST, "name": f"{letter}{number}"}
            organiser_request_make(user=make.make_user(), **facts)
        for client, url in (
            (referent, QUEUE),
            (club, reverse("organiser_request", args=[organiser_request.pk])),
            (club, PAGE),
        ):
            with CaptureQueriesContext(connection) as run:
                assert client.get(url).status_code == 200
            counts.append(len(run))
    assert counts[:3] == counts[3:]
    assert max(counts) <= 12


def test_request_in_the_copy_erased_with_its_account_and_after_a_year(
    club: AccountClient, referent: AccountClient
) -> None:
    user = club.user
    organiser_request_make(user=user, **make.REQUEST)
    assert [row["plan"] for row in export(person=None, user=user)["account"]["organiser_requests"]] == [
        make.REQUEST["plan"]
    ]
    assert erasure.account_close(user=user)
    assert not OrganiserRequest.objects.exists()
    other = organiser_request_make(user=make.make_user(), **make.REQUEST)
    later = timezone.now() + timedelta(days=retention.ORGANISER_REQUEST_DAYS + 1)
    assert retention.data_retention(now=later).organiser_requests == 0
    # A year later every session of today is over too.
    referent.force_login(referent.user)
    _answer(referent, other, "yes")
    assert retention.data_retention(now=later).organiser_requests == 1
    assert Organiser.objects.exists()
