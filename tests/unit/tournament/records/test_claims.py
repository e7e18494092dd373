"""Test claims to records of the national list and changes of one's own name."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import factories as make
from tests.refusals import refuses
from tests.unit.tournament.web.conftest import text_of
from tournament.models import Event, Notice, OrganiserMember, Person, PersonClaim
from tournament.personal_data.data_export import export
from tournament.personal_data.erasure import person_erase
from tournament.personal_data.retention import CLAIM_DAYS, data_retention
from tournament.records.claims import claim_confirm, claim_make, claim_withdraw, own_name_change
from tournament.records.selectors import claims_to_answer

pytestmark = pytest.mark.django_db

NAMES = {"first_name": "Ildegarda", "last_name": "Zanzottera"}
PAGE = "/io/collega/"


def _account(*, verified: bool = True, **facts: Any) -> tuple[Client, Any]:
    user = make.make_user(**facts)
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=verified)
    client = Client()
    client.force_login(user)
    return client, user


def _record(**facts: Any) -> Person:
    return make.make_person(**{**NAMES, **facts})


def test_record_of_the_verified_address_and_name_joined_at_once(django_capture_on_commit_callbacks: Any) -> None:
    client, user = _account()
    person = _record(email=user.email.upper())
    with django_capture_on_commit_callbacks(execute=True):
        answer = client.post(PAGE, {"first_name": " ildegarda ", "last_name": "ZANZOTTERA"})
    assert answer["Location"] == reverse("my_games")
    person.refresh_from_db()
    assert person.user == user
    last = person.history.latest()
    assert (last.history_verb, last.history_user) == ("claim_by_mail", user)
    assert [message.to for message in mail.outbox] == [[user.email]]
    assert client.get(PAGE)["Location"] == reverse("my_games")


@pytest.mark.parametrize("case", ["unverified", "other_name", "two_records", "taken", "nobody"])
def test_every_other_claim_waits_and_answers_the_same(case: str) -> None:
    client, user = _account(verified=case != "unverified")
    if case != "nobody":
        person = _record(email=user.email)
    if case == "other_name":
        make.change_person(person, first_name="Ugo")
    if case == "two_records":
        _record(email=user.email)
    if case == "taken":
        Person.objects.filter(pk=person.pk).update(user=make.make_user())
    answer = client.post(PAGE, {**NAMES, "played": "Forlì"}, follow=True)
    assert answer.redirect_chain == [(PAGE, 302)]
    assert "La tua richiesta aspetta una risposta" in text_of(answer)
    claim = PersonClaim.objects.get(account=user)
    assert claim.state == "waiting"
    # The only fitting record is a candidate; it does not know the account.
    assert (claim.person is not None) == (case == "unverified")
    assert not Person.objects.filter(user=user).exists()
    assert client.post(PAGE, NAMES).status_code == 422


def test_claimer_sees_nothing_of_the_record() -> None:
    client, _user = _account()
    _record(city="Roccacannuccia", card_number="TESS-90210", email="segreta@example.org")
    page = text_of(client.post(PAGE, NAMES, follow=True))
    for secret in ("Roccacannuccia", "TESS-90210", "segreta@example.org"):
        assert secret not in page


def _played(person: Person) -> tuple[Event, Any]:
    """Return the event that the person entered last, and its organiser."""
    event = make.check_in_event(players=1)
    event.entries.update(person=person)
    organiser = make.make_user()
    make.grant(event, organiser)
    return event, organiser


def test_club_that_entered_the_person_last_confirms(django_capture_on_commit_callbacks: Any) -> None:
    client, user = _account()
    person = _record(email="vecchia@example.org", card_number="TESS-1")
    event, organiser = _played(person)
    referent, stranger, member = make.make_user(referent=True), make.make_user(), make.make_user()
    make.grant(make.make_event(), stranger)
    OrganiserMember.objects.create(organiser=event.organiser, user=member)
    with django_capture_on_commit_callbacks(execute=True):
        client.post(PAGE, {**NAMES, "card_number": "tess-1"})
    assert {message.to[0] for message in mail.outbox} == {organiser.email, referent.email, member.email}
    assert "Zanzottera" not in "".join(str(message.body) for message in mail.outbox)
    claim = PersonClaim.objects.get(account=user)
    address = reverse("claim_answer", args=[claim.pk])
    for account, sees in ((stranger, False), (user, False), (referent, True), (organiser, True), (member, True)):
        assert claims_to_answer(account).exists() == sees
    other = Client()
    other.force_login(stranger)
    assert other.post(address, {"answer": "confirm", "record": person.pk}).status_code == 404
    club = Client()
    club.force_login(organiser)
    page = text_of(club.get(reverse("claims")))
    assert "stesso numero di tessera" in page
    assert "vecchia@example.org" not in page
    mail.outbox.clear()
    with django_capture_on_commit_callbacks(execute=True):
        club.post(address, {"answer": "confirm", "record": make.make_person().pk})
        assert not Person.objects.filter(user=user).exists()
        club.post(address, {"answer": "confirm", "record": person.pk})
    person.refresh_from_db()
    assert person.user == user
    # The record's own address gets a mail too: it may belong to another person.
    assert {message.to[0] for message in mail.outbox} == {user.email, "vecchia@example.org"}
    assert list(Notice.objects.filter(account=user).values_list("code", flat=True)) == ["claim_confirmed"]
    assert claim.history.latest().history_verb == "claim_confirm"


def test_refused_claim_gives_the_reason_and_may_be_made_again_thrice_a_day() -> None:
    client, user = _account()
    referent, desk = make.make_user(referent=True), Client()
    desk.force_login(referent)
    client.post(PAGE, NAMES)
    claim = PersonClaim.objects.get(account=user)
    desk.post(reverse("claim_answer", args=[claim.pk]), {"answer": "refuse", "reason": ""})
    claim.refresh_from_db()
    assert claim.state == "waiting"
    desk.post(reverse("claim_answer", args=[claim.pk]), {"answer": "refuse", "reason": "Non ti conosciamo"})
    claim.refresh_from_db()
    assert (claim.state, claim.answer) == ("refused", "Non ti conosciamo")
    assert "Non ti conosciamo" in text_of(client.get(PAGE))
    for _ in range(2):
        client.post(PAGE, NAMES)
        client.post(reverse("claim_back"))
    with refuses("TOO_MANY_CLAIMS"):
        claim_make(user=user, **NAMES)


def test_claim_taken_back_or_record_taken_meanwhile_not_confirmed() -> None:
    _client, user = _account()
    person, referent = _record(), make.make_user(referent=True)
    claim = claim_make(user=user, **NAMES)
    Person.objects.filter(pk=person.pk).update(user=make.make_user())
    with refuses("RECORD_TAKEN"):
        claim_confirm(claim=claim, person_id=person.pk, by=referent)
    claim_withdraw(user=user)
    with refuses("CLAIM_ANSWERED"):
        claim_confirm(claim=claim, person_id=person.pk, by=referent)


def test_referent_chooses_among_records_of_the_same_name() -> None:
    _client, user = _account()
    first, second, referent = _record(), _record(city="Rimini"), make.make_user(referent=True)
    claim = claim_make(user=user, **NAMES)
    assert claim.person is None
    desk = Client()
    desk.force_login(referent)
    page = text_of(desk.get(reverse("claims")))
    assert all(f'value="{person.pk}"' in page for person in (first, second))
    claim_confirm(claim=claim, person_id=second.pk, by=referent)
    assert Person.objects.get(user=user) == second


def test_claims_copied_erased_and_deleted_after_their_period() -> None:
    _client, user = _account()
    person, referent = _record(), make.make_user(referent=True)
    claim = claim_make(user=user, words="Sono quella di Forlì", **NAMES)
    claim_confirm(claim=claim, person_id=person.pk, by=referent)
    person.refresh_from_db()
    assert export(person=person)["account"]["claims"][0]["words"] == "Sono quella di Forlì"
    person_erase(person=person, by=None)
    assert not PersonClaim.objects.exists()
    assert not PersonClaim.history.exists()
    old = claim_make(user=_account()[1], first_name="Ada", last_name="Riva")
    claim_withdraw(user=old.account)
    assert data_retention(now=timezone.now() + timedelta(days=CLAIM_DAYS + 1)).claims == 1
    assert not PersonClaim.history.exists()


def test_own_name_changed_on_account_and_record_and_told(django_capture_on_commit_callbacks: Any) -> None:
    client, user = _account()
    person, referent = _record(email="posta@example.org"), make.make_user(referent=True)
    Person.objects.filter(pk=person.pk).update(user=user)
    with django_capture_on_commit_callbacks(execute=True):
        assert client.post(reverse("own_name"), {"first_name": "Ilda", "last_name": "Zan"}).status_code == 302
    person.refresh_from_db()
    user.refresh_from_db()
    assert (str(person), user.get_full_name()) == ("Ilda Zan", "Ilda Zan")
    assert person.history.latest().history_verb == "own_name_change"
    assert [message.to[0] for message in mail.outbox] == ["posta@example.org", referent.email]
    assert Notice.objects.get(account=referent).path == reverse("person", args=[person.pk])
    for name in ("Ilde", "Ildegarda"):
        own_name_change(user=user, first_name=name, last_name="Zan")
    with refuses("TOO_MANY_NAMES"):
        own_name_change(user=user, first_name="Ugo", last_name="Zan")
    with refuses("FIELD_WRONG"):
        own_name_change(user=user, first_name=" ", last_name="Zan")


def test_own_name_not_changed_during_an_event() -> None:
    client, user = _account()
    person = _record()
    Person.objects.filter(pk=person.pk).update(user=user)
    event, _organiser = _played(person)
    answer = client.post(reverse("own_name"), {"first_name": "Ilda", "last_name": "Zan"})
    assert answer.status_code == 422
    assert event.name in text_of(answer)
    person.refresh_from_db()
    assert person.first_name == "Ildegarda"
