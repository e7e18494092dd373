"""Test joining two records of one person, taking the join back, and deciding that they are two people (AMB-25)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.utils import timezone

from tests import factories as make
from tests.refusals import refuses
from tournament.entries import services as entries
from tournament.models import Consent, Entry, EntryRequest, Event, Person, RecordPair
from tournament.people.selectors import possible_duplicates
from tournament.records.consents import consent_for_event, consent_set, needs_guardian
from tournament.records.joining import join_plan, pair_of, pair_undo, person_merge, records_ask, two_people

pytestmark = [pytest.mark.django_db, pytest.mark.rule("AMB-25")]
WHY = "È lei"


def _join(keep: Person, merge: Person) -> RecordPair:
    person_merge(keep=keep, merge=merge, by=None, reason=WHY)
    pair = pair_of(keep, merge)
    assert pair is not None
    return pair


def _state(person: Person) -> tuple[Any, ...]:
    """Return what a record is and has, but for the time of its last join."""
    fresh = Person.objects.get(pk=person.pk)
    facts = (fresh.city, fresh.email, fresh.birth_date, fresh.card_number, fresh.user_id, fresh.consent)
    own = Entry.objects.filter(person=person).order_by("event")
    consents = Consent.objects.filter(person=person).order_by("pk").values_list("pk", flat=True)
    rows = tuple(own.values_list("event", "number", "state", "consent"))
    return (fresh.merged_into_id, *facts, rows, tuple(consents))


def _double_entry() -> tuple[Event, Person, Person]:
    """Return an event in which one person was entered twice and came once."""
    event = make.check_in_event(players=12)
    one = make.make_person(first_name="Lidia", last_name="Donati", city="Pisa")
    other = make.make_person(first_name="Donati", last_name="Lidia", city="", card_number="A-17", consent=False)
    entries.entry_add(event=event, person=one, by=None)
    entries.walk_in_known(event=event, person=other, by=None)
    make.opened(make.draw_round(event))
    return event, one, other


def test_join_taken_back_gives_each_record_what_it_had() -> None:
    """Case 09-merge-after-double-entry: the entry that never sat goes with the join."""
    event, one, other = _double_entry()
    account = make.make_user()
    make.change_person(other, user=account)
    before = _state(one), _state(other)
    assert [entry.person_id for entry in join_plan(one, other).dropped] == [one.pk]
    pair = _join(one, other)
    assert event.entries.get(person=one).state == Entry.State.PLAYING
    assert Person.objects.get(pk=one.pk).user == account
    assert Person.objects.get(pk=one.pk).card_number == "A-17"
    pair_undo(pair=pair, by=None)
    assert (_state(one), _state(other)) == before
    pair.refresh_from_db()
    assert pair.state == RecordPair.State.UNDONE
    with refuses("JOIN_GONE"):
        pair_undo(pair=pair, by=None)


def test_join_stays_once_the_person_has_played_again() -> None:
    event, one, other = _double_entry()
    pair = _join(one, other)
    make.play_round(event)
    make.opened(make.draw_round(event))
    with refuses("PLAYED_SINCE") as refusal:
        pair_undo(pair=pair, by=None)
    assert refusal.value.params == {"person": str(one), "event": event.name}


def test_join_under_another_join_is_taken_back_after_it() -> None:
    one, other, third = make.make_people(3)
    first, second = _join(other, third), _join(one, other)
    with refuses("JOIN_GONE"):
        pair_undo(pair=first, by=None)
    pair_undo(pair=second, by=None)
    assert Person.objects.get(pk=third.pk).merged_into == other
    pair_undo(pair=first, by=None)
    assert Person.objects.get(pk=third.pk).merged_into is None


def test_two_who_sat_together_at_practice_are_joined() -> None:
    event = make.drawn_event()
    first, second = (entry.person for entry in event.entries.select_related("person")[:2])
    with refuses("PERSONS_MEET"):
        _join(first, second)
    Event.objects.filter(pk=event.pk).update(is_practice=True)
    _join(first, second)
    assert event.entries.filter(person=second).exists()


def test_other_spelling_of_a_join_is_recognised() -> None:
    one = make.make_person(first_name="Lidia", last_name="Donati")
    other = make.make_person(first_name="Lidia", last_name="Donatini")
    pair = _join(one, other)
    assert list(possible_duplicates("lidia", "DONATINI")) == [one]
    pair_undo(pair=pair, by=None)
    assert list(possible_duplicates("lidia", "DONATINI")) == [other]


@pytest.mark.parametrize("is_kept", [True, False])
def test_refusal_survives_a_join(is_kept: bool) -> None:
    """The newer consent of the other record does not count, nor what a desk ticked for it."""
    event = make.authorised_event()
    refused, agreed = make.make_person(consent=False), make.make_person(consent=False)
    make.agree(refused)
    make.agree(refused, consent=False)
    entry = entries.entry_add(event=event, person=agreed, by=None)
    consent_for_event(entry=entry, consent=True, source=Consent.Source.DESK, by=None)
    make.agree(agreed)
    make.agree(agreed, consent=True)
    consent_for_event(entry=entry, consent=True, source=Consent.Source.DESK, by=None)
    before = _state(refused), _state(agreed)
    keep, merge = (refused, agreed) if is_kept else (agreed, refused)
    pair = _join(keep, merge)
    entry.refresh_from_db()
    entry.person.refresh_from_db()
    assert (entry.person, entry.shows_name, entry.person.consent) == (keep, False, False)
    Person.objects.update(joined_at=None)
    with refuses("CONSENT_REFUSED_BY_PERSON"):
        consent_for_event(entry=entry, consent=True, source=Consent.Source.DESK, by=None)
    pair_undo(pair=pair, by=None)
    assert (_state(refused), _state(agreed)) == before


def test_refusal_made_after_a_join_holds_for_both_when_it_is_taken_back() -> None:
    one, other = make.make_people(2)
    pair = _join(one, other)
    make.agree(one, consent=False)
    pair_undo(pair=pair, by=None)
    assert not Person.objects.filter(pk__in=(one.pk, other.pk), consent=True).exists()


def test_name_not_shown_more_for_14_days_after_a_join() -> None:
    one, other = make.make_people(2, consent=False)
    entry = entries.entry_add(event=make.authorised_event(), person=other, by=None)
    _join(one, other)
    entry.refresh_from_db()
    for source in (Consent.Source.ACCOUNT, Consent.Source.MAIL):
        with refuses("JOINED_LATELY") as refusal:
            consent_set(person=one, consent=True, source=source, by=None)
        assert refusal.value.params == {"day": timezone.localdate() + timedelta(days=14)}
    with refuses("JOINED_LATELY"):
        consent_for_event(entry=entry, consent=True, source=Consent.Source.DESK, by=None)
    consent_set(person=one, consent=False, source=Consent.Source.ACCOUNT, by=None)
    Person.objects.filter(pk=one.pk).update(joined_at=timezone.now() - timedelta(days=14))
    assert consent_set(person=one, consent=True, source=Consent.Source.ACCOUNT, by=None).consent


def test_age_of_a_dropped_entry_still_hides_the_name() -> None:
    event, one, other = _double_entry()
    own = event.entries.get(person=one)
    EntryRequest.objects.create(event=event, person=one, entry=own, state="entered", age="child")
    pair = _join(one, other)
    assert needs_guardian(one)
    pair_undo(pair=pair, by=None)
    assert (needs_guardian(one), needs_guardian(other)) == (True, False)
    assert EntryRequest.objects.get(person=one).entry == event.entries.get(person=one)


def test_records_with_holders_of_their_own_joined_14_days_after_a_mail(
    django_capture_on_commit_callbacks: Any,
) -> None:
    one, other = make.make_person(email="una@example.org"), make.make_person(email="altra@example.org")
    assert join_plan(one, other).needs_notice
    with refuses("ADDRESS_WAITS"):
        _join(one, other)
    with django_capture_on_commit_callbacks(execute=True):
        pair = records_ask(keep=one, merge=other, by=None)
        assert records_ask(keep=other, merge=one, by=None) == pair
    assert sorted(message.to[0] for message in mail.outbox) == ["altra@example.org", "una@example.org"]
    with refuses("ADDRESS_WAITS"):
        _join(one, other)
    RecordPair.objects.update(told_at=timezone.now() - timedelta(days=14))
    mail.outbox.clear()
    with django_capture_on_commit_callbacks(execute=True):
        assert _join(one, other) == pair
    assert sorted(message.to[0] for message in mail.outbox) == ["altra@example.org", "una@example.org"]


@pytest.mark.parametrize("confirmed", [True, False])
def test_account_takes_the_record_of_its_own_mailbox_alone(confirmed: bool) -> None:
    """An account that is joined to another record does not get one with a mail address that it has not proved."""
    user = make.make_user()
    EmailAddress.objects.create(user=user, email="una@example.org", verified=confirmed, primary=True)
    victim = make.make_person(email="una@example.org")
    own = make.make_person()
    Person.objects.filter(pk=own.pk).update(user=user)
    own.refresh_from_db()
    for keep, merge in ((victim, own), (own, victim)):
        assert join_plan(keep, merge).needs_notice is not confirmed


def test_address_of_a_desk_is_not_taken_over() -> None:
    clerk = make.make_user(email="circolo@example.org")
    make.make_organiser(clerk)
    one, other = make.make_person(), make.make_person(email="circolo@example.org")
    _join(one, other)
    assert Person.objects.get(pk=one.pk).email == ""


def test_two_people_decided_and_decided_again() -> None:
    one, other = make.make_people(2)
    pair = two_people(one=one, other=other, by=None)
    assert two_people(one=other, other=one, by=None) == pair
    assert pair_of(other, one) == pair
    pair_undo(pair=pair, by=None)
    assert pair_of(one, other) is None
    _join(one, other)
    with refuses("PERSON_MERGED"):
        two_people(one=one, other=other, by=None)
