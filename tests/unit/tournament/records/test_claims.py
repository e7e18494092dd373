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
from tournament.access import links
from tournament.models import Entry, Event, Person, PersonClaim, PrivateLink, Seat
from tournament.personal_data.data_export import export
from tournament.personal_data.erasure import person_erase
from tournament.personal_data.retention import CLAIM_DAYS, data_retention
from tournament.records.claims import claim_confirm, claim_make, claim_withdraw, own_name_change

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


def _played(person: Person, *, is_over: bool = True) -> tuple[Event, Any]:
    """Return the event that the person played last, and its organiser."""
    event = make.concluded_event() if is_over else make.check_in_event(players=1)
    Entry.objects.filter(pk=event.entries.earliest("pk").pk).update(person=person)
    organiser = make.make_user()
    make.grant(event, organiser)
    return event, organiser


def _code(event: Event, person: Person) -> str:
    """Return the code of the person's own page of an event."""
    found = links.participant_links_make(event=event, by=None)
    link = next(link for link in found if link.entry is not None and link.entry.person_id == person.pk)
    return str(links.link_address(link))


def _answers(claim: PersonClaim, person: Person, answer: str = "confirm") -> int:
    """Return the status of the Referent's answer."""
    desk = Client()
    desk.force_login(make.make_user(referent=True))
    return desk.post(
        reverse("claim_answer", args=[claim.pk]), {"answer": answer, "record": person.pk}, follow=True
    ).status_code


def test_club_answers_no_claim() -> None:
    _client, user = _account()
    person = _record(card_number="TESS-1")
    _event, organiser = _played(person)
    claim = claim_make(user=user, card_number="tess-1", **NAMES)
    club = Client()
    club.force_login(organiser)
    assert club.get(reverse("claim_answer", args=[claim.pk])).status_code == 403
    assert club.post(reverse("claim_answer", args=[claim.pk]), {"record": person.pk}).status_code == 403
    assert not Person.objects.filter(user=user).exists()


def test_record_of_another_address_joined_14_days_after_a_mail_to_it(django_capture_on_commit_callbacks: Any) -> None:
    _client, user = _account()
    person, referent = _record(email="vecchia@example.org", card_number="TESS-1"), make.make_user(referent=True)
    _played(person)
    with django_capture_on_commit_callbacks(execute=True):
        claim = claim_make(user=user, card_number="TESS-1", **NAMES)
    to_record = [message for message in mail.outbox if message.to == ["vecchia@example.org"]]
    assert len(to_record) == 1
    assert user.email not in str(to_record[0].body)
    with refuses("ADDRESS_WAITS") as refusal:
        claim_confirm(claim=claim, person_id=person.pk, by=referent)
    assert refusal.value.day == timezone.localdate() + timedelta(days=14)
    PersonClaim.objects.update(told_at=timezone.now() - timedelta(days=14))
    mail.outbox.clear()
    with django_capture_on_commit_callbacks(execute=True):
        assert _answers(claim, person) == 200
    person.refresh_from_db()
    assert person.user == user
    # Every address that the record has is told: it may belong to another person.
    assert {message.to[0] for message in mail.outbox} == {user.email, "vecchia@example.org"}
    assert claim.history.latest().history_verb == "claim_confirm"


@pytest.mark.parametrize("answer", ["mine", "not_mine"])
def test_address_of_the_record_answers_a_claim(answer: str) -> None:
    _client, user = _account()
    person = _record(email="vecchia@example.org")
    _played(person)
    claim_make(user=user, **NAMES)
    link = links.own_link_make(person=person, by=None)
    assert link is not None
    page = links.link_path(link.kind, str(links.link_token(link)))
    assert user.email not in text_of(Client().get(page))
    Client().post(page, {"claim": answer})
    person.refresh_from_db()
    assert person.user == (user if answer == "mine" else None)
    if answer == "not_mine":
        assert PersonClaim.objects.get().state == "refused"
        # The next claim of this account mails nothing to that address by itself.
        assert claim_make(user=user, **NAMES).told_at is None


def test_referent_writes_to_the_address_of_the_record_that_they_choose() -> None:
    _client, user = _account()
    person, _other = _record(email="vecchia@example.org"), _record()
    claim = claim_make(user=user, **NAMES)
    assert claim.person is None
    _answers(claim, person)
    assert not Person.objects.filter(user=user).exists()
    _answers(claim, person, "tell")
    claim.refresh_from_db()
    assert (claim.person, claim.told_at is not None, claim.state) == (person, True, "waiting")


@pytest.mark.parametrize(
    ("card", "has_code", "address", "state"),
    [
        ("TESS-1", True, "", "confirmed"),
        ("TESS-1", False, "", "waiting"),
        ("", True, "", "waiting"),
        ("TESS-2", True, "", "waiting"),
        ("TESS-1", True, "vecchia@example.org", "waiting"),
    ],
)
def test_record_without_an_address_joined_by_card_and_code(card: str, has_code: bool, address: str, state: str) -> None:
    client, user = _account()
    person = _record(email=address, card_number="TESS-1")
    event, _organiser = _played(person)
    code = _code(event, person) if has_code else ""
    client.post(PAGE, {**NAMES, "card_number": card, "code": code})
    claim = PersonClaim.objects.get()
    assert claim.state == state
    assert Person.objects.filter(user=user).exists() is (state == "confirmed")


@pytest.mark.parametrize(("proof", "joined"), [("", False), ("card", True), ("code", True)])
def test_referent_needs_a_second_proof_for_a_record_without_an_address(proof: str, joined: bool) -> None:
    _client, user = _account()
    person = _record(card_number="TESS-1")
    event, _organiser = _played(person)
    facts = {"card": {"card_number": "tess-1"}, "code": {"code": _code(event, person)}}.get(proof, {})
    claim = claim_make(user=user, **NAMES, **facts)
    _answers(claim, person)
    assert Person.objects.filter(user=user).exists() is joined


@pytest.mark.parametrize("case", ["not_over", "never_sat", "own_event", "revoked", "practice"])
def test_code_that_proves_nothing(case: str) -> None:
    _client, user = _account()
    person = _record()
    event, _organiser = _played(person)
    code = _code(event, person)
    match case:
        case "not_over":
            Event.objects.filter(pk=event.pk).update(state=Event.State.RUNNING)
        case "never_sat":
            Seat.objects.filter(entry__person=person).delete()
        case "own_event":
            make.grant(event, user)
        case "revoked":
            PrivateLink.objects.update(revoked_at=timezone.now())
        case _:
            Event.objects.filter(pk=event.pk).update(is_practice=True)
    assert claim_make(user=user, code=code, **NAMES).code_entry is None


def test_data_copied_14_days_after_a_join_only() -> None:
    client, user = _account()
    person = _record(email=user.email)
    client.post(PAGE, NAMES)
    assert client.get(reverse("own_data_file"))["Location"] == reverse("account")
    assert reverse("own_data_file") not in text_of(client.get(reverse("account")))
    Person.objects.filter(pk=person.pk).update(joined_at=timezone.now() - timedelta(days=14))
    assert client.get(reverse("own_data_file"))["Content-Type"] == "application/json"


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
    first, second = _record(), _record(city="Rimini", card_number="TESS-1")
    referent = make.make_user(referent=True)
    claim = claim_make(user=user, card_number="TESS-1", **NAMES)
    assert claim.person is None
    desk = Client()
    desk.force_login(referent)
    page = text_of(desk.get(reverse("claim_answer", args=[claim.pk])))
    assert all(f'value="{person.pk}"' in page for person in (first, second))
    claim_confirm(claim=claim, person_id=second.pk, by=referent)
    assert Person.objects.get(user=user) == second


def test_claims_copied_erased_and_deleted_after_their_period() -> None:
    _client, user = _account()
    person, referent = _record(card_number="TESS-1"), make.make_user(referent=True)
    claim = claim_make(user=user, words="Sono quella di Forlì", card_number="TESS-1", **NAMES)
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
    assert reverse("person", args=[person.pk]) in str(mail.outbox[1].body)
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
    event, _organiser = _played(person, is_over=False)
    answer = client.post(reverse("own_name"), {"first_name": "Ilda", "last_name": "Zan"})
    assert answer.status_code == 422
    assert event.name in text_of(answer)
    person.refresh_from_db()
    assert person.first_name == "Ildegarda"
