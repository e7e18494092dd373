"""Test entering an event by oneself: confirmation, approval, waiting list, minors, withdrawal."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.utils import timezone

from tests import factories as make
from tests.entering import ADA, ask_to_enter, enter, open_event
from tests.refusals import refuses
from tournament.access.links import link_resolve
from tournament.entries import requests
from tournament.entries import services as entries
from tournament.entries.selectors import own_entry, own_request, queue_numbers
from tournament.events import lifecycle
from tournament.events.waiting_list import unconfirmed_requests_delete, waiting_lists_sweep
from tournament.models import Consent, Entry, EntryRequest, Event, Job, Person
from tournament.personal_data.erasure import person_erase
from tournament.personal_data.retention import data_retention
from tournament.records.consents import consent_set
from tournament.records.refusals import GuardianNeeded

pytestmark = pytest.mark.django_db

State = EntryRequest.State


@pytest.fixture
def committed(django_capture_on_commit_callbacks: Callable[..., Any]) -> Callable[..., Any]:
    """Return a context manager that runs the on-commit callbacks."""
    return lambda: django_capture_on_commit_callbacks(execute=True)


def test_address_is_entered_once_the_mailed_link_confirms_it(committed: Callable[..., Any]) -> None:
    event = open_event()
    with committed():
        requests.entry_ask_by_mail(event=event, facts=ADA)
    (message,) = mail.outbox
    token = re.findall(r"/i/([\w-]{22})/", message.body)[0]
    request = link_resolve(token, "request").request
    assert request is not None
    assert (request.state, event.entries.count()) == (State.UNCONFIRMED, 0)
    with committed():
        for _time in range(2):
            requests.request_confirm(request=request)
    entry = event.entries.get()
    assert (str(entry.person), entry.person.email, entry.photo_consent) == ("Ada Riva", "ada@example.org", False)
    # Art. 1.6: the confirmed address is the person's own decision, for all events.
    assert entry.person.consent
    assert Consent.objects.get(person=entry.person).source == Consent.Source.MAIL
    request.refresh_from_db()
    assert (request.state, request.entry, request.email, request.first_name) == (State.ENTERED, entry, "", "")
    assert [message.subject.split(":")[0] for message in mail.outbox] == ["Conferma", "Iscrizione registrata"]


def test_known_and_unknown_address_leave_the_same_trace(committed: Callable[..., Any]) -> None:
    event = open_event()
    enter(event, 1)
    with committed():
        assert requests.entry_ask_by_mail(event=event, facts=ADA) is None
        again = replace(ADA, first_name="Zoe", last_name="Conti 1", email="Z1@example.org")
        assert requests.entry_ask_by_mail(event=event, facts=again) is None
    assert event.entries.count() == 1
    # The link of the entry was mailed just now, so it is not mailed again.
    assert [message.to for message in mail.outbox] == [["ada@example.org"]]


def test_record_is_used_again_only_with_address_and_name() -> None:
    event = open_event()
    known = make.make_person(first_name="Zoe", last_name="Conti 1", email="z1@example.org", consent=False)
    make.make_person(first_name="Zoe", last_name="Conti 2", email="other@example.org", consent=False)
    child = enter(event, 3, first_name="Ivo", email="z1@example.org")
    assert enter(event, 1).person == known
    assert enter(event, 2).person is not None
    assert Person.objects.filter(last_name="Conti 2").count() == 2
    assert child.person != known


def test_unconfirmed_request_expires_after_48_hours() -> None:
    event = open_event()
    request = ask_to_enter(event, 1)
    EntryRequest.objects.update(asked_at=timezone.now() - timedelta(hours=49))
    with refuses("ENTRY_REQUEST_OVER"):
        requests.request_confirm(request=request)
    assert unconfirmed_requests_delete() == 1
    assert not EntryRequest.objects.exists()


def test_closed_event_takes_no_request() -> None:
    for facts in ({"entry_mode": "closed"}, {"requests_open_at": timezone.now() + timedelta(hours=1)}):
        with refuses("ENTRY_REQUESTS_CLOSED"):
            requests.entry_ask_by_mail(event=open_event(**facts), facts=ADA)


def test_full_event_queues_and_withdrawal_promotes_the_first(committed: Callable[..., Any]) -> None:
    event = open_event(capacity=3)
    first, *_others = (enter(event, number) for number in range(3))
    waiting = [enter(event, number) for number in (4, 5)]
    assert [request.state for request in waiting] == [State.WAITING] * 2
    assert queue_numbers(event).waiting == 2
    mail.outbox.clear()
    with committed():
        requests.entry_withdraw(entry=Entry.objects.get(pk=first.entry_id), by=None)
    promoted = EntryRequest.objects.get(pk=waiting[0].pk)
    assert promoted.state == State.PROMOTED
    assert promoted.answer_by is not None
    assert promoted.answer_by - timezone.now() > timedelta(hours=47)
    assert {message.to[0]: message.subject.split(":")[0] for message in mail.outbox} == {
        "z0@example.org": "Ritiro",
        "z4@example.org": "Si è liberato un posto",
    }
    # The place is held: nobody else gets it, not even by the desk.
    assert enter(event, 6).state == State.WAITING
    with refuses("EVENT_FULL"):
        entries.entry_add(event=event, person=make.make_person(), by=None)
    for _time in range(2):
        assert requests.promotion_accept(request=promoted).state == State.ENTERED
    assert event.entries.count() == 3


def test_unanswered_promotion_passes_to_the_next() -> None:
    event = open_event(capacity=3)
    first, *_others = (enter(event, number) for number in range(3))
    one, two = (enter(event, number) for number in (4, 5))
    requests.request_withdraw(request=first)
    EntryRequest.objects.filter(pk=one.pk).update(answer_by=timezone.now())
    with refuses("ENTRY_REQUEST_OVER"):
        requests.promotion_accept(request=one)
    assert waiting_lists_sweep() == 1
    assert [EntryRequest.objects.get(pk=row.pk).state for row in (one, two)] == [State.LAPSED, State.PROMOTED]


def test_promotion_ends_when_the_event_begins_or_checks_in() -> None:
    event = open_event(capacity=3, answer_hours=240, first_day=timezone.localdate() + timedelta(days=2))
    first, *_others = (enter(event, number) for number in range(3))
    one = enter(event, 4)
    requests.request_withdraw(request=first)
    one.refresh_from_db()
    assert one.answer_by is not None
    assert timezone.localtime(one.answer_by).date() == event.first_day
    lifecycle.event_open_check_in(event=event, by=None, early=True)
    with refuses("ENTRY_REQUEST_OVER"):
        requests.promotion_accept(request=one)
    waiting_lists_sweep()
    one.refresh_from_db()
    assert one.state == State.WAITING
    # Nobody moves up any more: the event is not locked for it.
    assert waiting_lists_sweep() == 0
    # Now the desk gives the place.
    assert requests.request_approve(request=one, by=None).state == State.ENTERED


def test_place_that_becomes_free_on_the_day_is_offered_until_the_check_in() -> None:
    """An event without a time begins at no known hour: its day is not over before the check-in opens."""
    today = timezone.localdate()
    event = open_event(capacity=3, first_day=today, last_day=today)
    first, *_others = (enter(event, number) for number in range(3))
    waiting = enter(event, 4)
    requests.request_withdraw(request=first)
    waiting.refresh_from_db()
    assert waiting.state == State.PROMOTED
    assert requests.promotion_accept(request=waiting).state == State.ENTERED


def test_organiser_approves_queues_and_refuses(committed: Callable[..., Any]) -> None:
    event = open_event(entry_mode="approval", capacity=3)
    pending = [enter(event, number) for number in range(5)]
    assert {request.state for request in pending} == {State.PENDING}
    approved = [requests.request_approve(request=request, by=None).state for request in pending[:4]]
    assert approved == [State.ENTERED] * 3 + [State.WAITING]
    with refuses("DECISION_REASON_MISSING"):
        requests.request_refuse(request=pending[4], reason=" ", by=None)
    mail.outbox.clear()
    with committed():
        requests.request_refuse(request=pending[4], reason="Solo soci", by=None)
    assert "Solo soci" in mail.outbox[0].body
    with refuses("ENTRY_REQUEST_STATE_WRONG"):
        requests.request_approve(request=pending[4], by=None)
    # A refused person cannot request again under the same address and name.
    assert ask_to_enter(event, 4).state == State.REFUSED


def test_minor_without_guardian_has_no_public_name() -> None:
    event = open_event()
    alone = enter(event, 1, age="teen").person
    assert alone is not None
    assert not alone.consent
    with pytest.raises(GuardianNeeded):
        consent_set(person=alone, consent=True, source=Consent.Source.MAIL, by=None)
    assert consent_set(person=alone, consent=True, source=Consent.Source.PAPER, by=None).consent
    child = enter(event, 2, age="child", guardian_name="Gina Conti").person
    assert child is not None
    child.refresh_from_db()
    assert child.consent


def test_account_is_entered_at_once_with_a_new_record() -> None:
    event, user = open_event(), make.make_user()
    facts = replace(ADA, email=user.email)
    for _time in range(2):
        request = requests.entry_ask_by_account(event=event, user=user, facts=facts)
    assert request.state == State.ENTERED
    person = event.entries.get().person
    assert (person.user, person.consent) == (user, True)
    assert Consent.objects.get(person=person).source == Consent.Source.ACCOUNT
    user.refresh_from_db()
    own = own_entry(event, user)
    assert own is not None
    assert (own.state, own.may_withdraw) == ("entered", True)


def test_new_account_accepted_in_two_events_has_one_record() -> None:
    first, second = (open_event(entry_mode="approval") for _number in range(2))
    user = make.make_user()
    requested = [requests.entry_ask_by_account(event=event, user=user, facts=ADA) for event in (first, second)]
    entered = [requests.request_approve(request=request, by=None) for request in requested]
    assert entered[0].person == entered[1].person == Person.objects.get(user=user)


def test_withdrawn_account_enters_again_after_another_entry_by_mail() -> None:
    event, user = open_event(entry_mode="approval"), make.make_user()
    EmailAddress.objects.create(user=user, email=ADA.email, verified=True)
    requests.request_withdraw(request=requests.entry_ask_by_account(event=event, user=user, facts=ADA))
    requests.entry_ask_by_mail(event=event, facts=ADA)
    by_mail = requests.request_confirm(request=EntryRequest.objects.get(event=event, user=None))
    requests.request_withdraw(request=requests.request_approve(request=by_mail, by=None))
    again = requests.entry_ask_by_account(event=event, user=user, facts=ADA)
    assert again.state == State.PENDING
    assert requests.request_approve(request=again, by=None).person == Person.objects.get(user=user)


def test_account_does_not_take_a_record_of_another_account() -> None:
    event, user, other = open_event(), make.make_user(), make.make_user()
    taken = make.make_person(first_name="Ada", last_name="Riva", email="ada@example.org", consent=False)
    taken.user = other
    taken.save()
    requests.entry_ask_by_account(event=event, user=user, facts=replace(ADA, email=""))
    assert event.entries.get().person != taken


def test_withdrawal_ends_with_the_check_in() -> None:
    event = open_event()
    entry = enter(event, 1).entry
    assert entry is not None
    lifecycle.event_open_check_in(event=event, by=None, early=True)
    with refuses("WITHDRAW_AT_DESK"):
        requests.entry_withdraw(entry=entry, by=None)


def test_requests_are_deleted_after_the_event_except_of_minors_alone() -> None:
    event = open_event()
    enter(event, 1)
    enter(event, 2, age="teen")
    far = timezone.now() + timedelta(days=100)
    assert data_retention(now=far).requests == 1
    assert [request.age for request in EntryRequest.objects.all()] == ["teen"]
    data_retention(now=far + timedelta(days=900))
    assert not EntryRequest.objects.exists()


def test_erasure_of_a_child_deletes_the_mails_to_the_guardian() -> None:
    event = open_event()
    child = enter(event, 1, age="child", first_name="Ivo", guardian_name="Gina Conti").person
    enter(event, 2, email="z1@example.org")
    assert child is not None
    Event.objects.filter(pk=event.pk).update(state="void")
    person_erase(person=child, by=None)
    greeted = {
        job.args["context"].get("player", job.args["context"]["name"]) for job in Job.objects.filter(kind="mail")
    }
    assert not {name for name in greeted if name.startswith("Ivo")}
    assert any(name.startswith("Zoe") for name in greeted)
    assert not EntryRequest.objects.filter(person=child).exists()


def test_spellings_of_one_name_with_one_address_are_one_request(committed: Callable[..., Any]) -> None:
    """Case 02-self-entry-three-places."""
    event = open_event(capacity=3)
    for first, last in (("Niccolò", "Ferri"), ("Niccolo\u0300", "Ferri"), ("Niccolo'", "FERRI"), ("Ferri", "Niccolò")):
        facts = replace(ADA, first_name=first, last_name=last, email="nic@example.org")
        with committed():
            requests.entry_ask_by_mail(event=event, facts=facts)
        for request in EntryRequest.objects.filter(event=event, state=State.UNCONFIRMED):
            requests.request_confirm(request=request)
    assert EntryRequest.objects.filter(event=event).count() == event.entries.count() == 1
    other = replace(ADA, first_name="Nicola", last_name="Ferri", email="nic@example.org")
    requests.entry_ask_by_mail(event=event, facts=other)
    assert EntryRequest.objects.filter(event=event).count() == 2


def test_everybody_is_told_that_the_authorisation_was_withdrawn(committed: Callable[..., Any]) -> None:
    event = open_event(capacity=3)
    for number in range(1, 5):
        enter(event, number)
    mail.outbox.clear()
    with committed():
        lifecycle.event_refuse_authorisation(event=event, by=None, reason="La sala è chiusa")
    told = {address for message in mail.outbox for address in message.to}
    assert told == {f"z{number}@example.org" for number in range(1, 5)}
    assert all("L’autorizzazione è stata ritirata: La sala è chiusa" in str(message.body) for message in mail.outbox)


def test_who_waits_is_told_that_the_event_is_not_played(committed: Callable[..., Any]) -> None:
    """Case 10-ended-event-waiting."""
    event = open_event(capacity=3)
    for number in range(1, 4):
        enter(event, number)
    waiting = enter(event, 4)
    mail.outbox.clear()
    with committed():
        lifecycle.event_void(event=event, reason="Manca la sala", by=None)
    told = {address for message in mail.outbox for address in message.to if "Manca la sala" in message.body}
    assert waiting.email in told
    waiting.refresh_from_db()
    waiting.event.refresh_from_db()
    own = own_request(waiting)
    assert (own.is_over, own.may_withdraw) == (True, False)
