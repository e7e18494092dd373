"""Test registration, check-in, departures, returns and records of people."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction

from tests import factories as make
from tests.refusals import refuses
from tournament.core.refusals import AlreadyDone
from tournament.entries import services as entries
from tournament.entries.refusals import CardNumberTaken
from tournament.events import lifecycle
from tournament.models import Entry, Event, Person, Round, StandingRow
from tournament.people.selectors import people_search, possible_duplicates
from tournament.records import joining

pytestmark = pytest.mark.django_db

State = Entry.State


@pytest.mark.rule("EX-45")
def test_entry_add_same_person_twice_is_refused() -> None:
    """EX-45, AMB-25: refused by the code with a sentence, and by a database constraint."""
    event, person = make.authorised_event(), make.make_person()
    entry = entries.entry_add(event=event, person=person, by=None)
    with refuses("SAME_PERSON_TWICE") as refusal:
        entries.entry_add(event=event, person=person, by=None)
    assert refusal.value.number == entry.number == 1
    with pytest.raises(IntegrityError), transaction.atomic():
        Entry.objects.create(event=event, person=person, number=2)
    assert event.entries.count() == 1


def test_possible_duplicates_warns_of_names_and_cards_are_unique() -> None:
    """EX-45, AMB-25."""
    first = make.make_person(first_name="Anna", last_name="Rossi", card_number="A1")
    second = make.make_person(first_name=" anna ", last_name="ROSSI", card_number="A2")
    assert set(possible_duplicates("Anna", "Rossi")) == {first, second}
    assert list(possible_duplicates("Anna", "Rossi", but=second)) == [first]
    with pytest.raises(CardNumberTaken):
        make.make_person(card_number=" A1 ")
    assert Person.objects.count() == 2


@pytest.mark.parametrize("name", ["", "   ", "\u200b", "x" * 81])
def test_person_name_must_be_a_line_of_text(name: str) -> None:
    with refuses("FIELD_WRONG"):
        make.make_person(first_name=name)


def test_people_search_matches_every_word() -> None:
    anna = make.make_person(first_name="Anna", last_name="Rossi", city="Forlì", card_number="C9")
    make.make_person(first_name="Anna", last_name="Verdi", city="Parma")
    assert list(people_search("anna forl")) == [anna]
    assert list(people_search("c9")) == [anna]
    assert len(people_search("anna")) == 2


def test_entry_add_full_event_is_refused() -> None:
    event = make.authorised_event(capacity=3)
    for person in make.make_people(3):
        entries.entry_add(event=event, person=person, by=None)
    with refuses("EVENT_FULL") as refusal:
        entries.entry_add(event=event, person=make.make_person(), by=None)
    assert refusal.value.capacity == 3


def test_walk_in_is_entered_and_checked_in() -> None:
    event = make.check_in_event(players=2)
    entry = entries.walk_in(event=event, first_name="Gina", last_name="Riva", consent=True, by=None)
    assert (entry.state, entry.number, entry.person.consent, entry.consent) == (State.CHECKED_IN, 3, False, True)
    with refuses("FIELD_WRONG"):
        entries.walk_in(event=event, first_name="", last_name="Riva", consent=True, by=None)
    with refuses("EVENT_STATE_WRONG"):
        entries.walk_in(event=make.authorised_event(), first_name="A", last_name="B", consent=True, by=None)
    assert Person.objects.filter(last_name="Riva").count() == 1


def test_entry_check_in_and_undo_are_idempotent() -> None:
    event = make.check_in_event(players=1, present=0)
    entry = event.entries.get()
    for _press in range(2):
        entries.entry_check_in(entry=entry, by=None)
    assert entry.history.count() == 2
    entries.entry_undo_check_in(entry=entry, by=None)
    entries.entry_undo_check_in(entry=entry, by=None)
    entry.refresh_from_db()
    assert (entry.state, entry.history.count()) == (State.REGISTERED, 3)


def test_entries_after_round_1_are_closed() -> None:
    """AMB-41: all registered players have been seated by then."""
    event = make.drawn_event()
    entry = event.entries.first()
    with refuses("ENTRIES_CLOSED"):
        entries.entry_add(event=event, person=make.make_person(), by=None)
    with refuses("ENTRIES_CLOSED"):
        entries.walk_in(event=event, first_name="A", last_name="B", consent=True, by=None)
    with refuses("ENTRIES_CLOSED"):
        entries.entry_remove(entry=entry, by=None)
    with refuses("ENTRIES_CLOSED"):
        entries.entry_check_in(entry=entry, by=None)
    assert event.entries.count() == 12


def test_entry_remove_of_a_late_player_who_stands_in_the_standings_is_refused() -> None:
    event = make.played_event()
    entry = event.entries.order_by("pk").first()
    assert entry is not None
    entry.seats.all().delete()
    Entry.objects.filter(pk=entry.pk).update(state=Entry.State.ABSENT)
    with refuses("ENTRIES_CLOSED"):
        entries.entry_remove(entry=entry, by=None)


def test_entry_remove_twice_is_refused() -> None:
    event = make.check_in_event(players=2)
    entry = event.entries.first()
    entries.entry_remove(entry=entry, by=None)
    with pytest.raises(AlreadyDone):
        entries.entry_remove(entry=entry, by=None)
    added = entries.entry_add(event=event, person=make.make_person(), by=None)
    assert added.number == 3


@pytest.mark.rule("EX-46")
def test_entry_leave_two_of_sixteen_after_round_1() -> None:
    """EX-46, AMB-12, REQ-706: 4+4+3+3, still three rounds, the two stay in the standings."""
    event = make.played_event(players=16)
    leavers = list(event.entries.order_by("number")[:2])
    for entry in leavers:
        departed = entries.entry_leave(entry=entry, by=None)
        assert (departed.state, departed.left_after) == (State.LEFT, 1)
    round_ = make.next_round(event)
    assert [table.seats.count() for table in make.tables_of(round_)] == [4, 4, 3, 3]
    make.play_round(event)
    event.refresh_from_db()
    assert event.rounds == 3
    rows = StandingRow.objects.filter(round=round_)
    assert rows.count() == 16
    assert {row.entry for row in rows} >= set(leavers)


@pytest.mark.rule("EX-47")
def test_entry_leave_one_of_twelve_after_round_1() -> None:
    """EX-47, REQ-405: 4+4+3; the event stays valid."""
    event = make.played_event(players=12)
    entries.entry_leave(entry=event.entries.last(), by=None, reason="Ha il treno")
    round_ = make.next_round(event)
    assert [table.seats.count() for table in make.tables_of(round_)] == [4, 4, 3]
    event.refresh_from_db()
    assert (event.state, event.is_official) == (Event.State.RUNNING, True)


def test_entry_leave_while_seated_is_refused() -> None:
    event = make.drawn_event()
    entry = event.entries.first()
    with refuses("ENTRY_SEATED"):
        entries.entry_leave(entry=entry, by=None)
    entry.refresh_from_db()
    assert entry.state == State.PLAYING


def test_entry_return_is_possible_until_the_next_draw() -> None:
    event = make.played_event()
    entry = event.entries.first()
    entries.entry_leave(entry=entry, by=None)
    with refuses("ENTRY_STATE_WRONG"):
        entries.entry_leave(entry=entry, by=None)
    assert entries.entry_return(entry=entry, by=None).state == State.PLAYING
    entries.entry_leave(entry=entry, by=None)
    make.draw_round(event)
    with refuses("ENTRY_STATE_WRONG"):
        entries.entry_return(entry=entry, by=None)
    assert Round.objects.filter(event=event, number=2).get().tables.count() == 3


def test_consent_withdrawn_takes_effect_immediately() -> None:
    """AMB-19, REQ-1407."""
    person = make.make_person(consent=True)
    before = person.consent_changed_at
    make.agree(person, consent=False)
    person.refresh_from_db()
    assert person.consent is False
    assert person.consent_changed_at > before


def test_person_merge_joins_two_records() -> None:
    """AMB-25: entries move; the other record stays with its history and can no longer be used."""
    keep, other = make.make_person(consent=True, city=""), make.make_person(consent=True, city="Pisa", card_number="Z1")
    event = make.authorised_event()
    entry = entries.entry_add(event=event, person=other, by=None)
    with refuses("DECISION_REASON_MISSING"):
        joining.person_merge(keep=keep, merge=other, by=None, reason="")
    with refuses("FIELD_WRONG"):
        joining.person_merge(keep=keep, merge=keep, by=None, reason="sbaglio")
    joining.person_merge(keep=keep, merge=other, by=None, reason="Stessa tessera")
    for record in (keep, other, entry):
        record.refresh_from_db()
    assert (entry.person, other.merged_into) == (keep, keep)
    assert (keep.city, keep.card_number, keep.consent) == ("Pisa", "Z1", True)
    merged = entry.history.first()
    assert (merged.history_verb, merged.history_change_reason) == ("person_merge", "Stessa tessera")
    with refuses("PERSON_MERGED"):
        joining.person_merge(keep=keep, merge=other, by=None, reason="Ancora")
    with refuses("PERSON_MERGED"):
        entries.entry_add(event=make.authorised_event(), person=other, by=None)


@pytest.mark.rule("AMB-25")
def test_amb_25_person_merge_of_two_who_sat_in_one_event_is_refused() -> None:
    event = make.drawn_event()
    first, second = (entry.person for entry in event.entries.select_related("person")[:2])
    with refuses("PERSONS_MEET"):
        joining.person_merge(keep=first, merge=second, by=None, reason="Sembrano uguali")
    assert event.entries.filter(person=second).exists()


@pytest.mark.rule("AMB-25")
@pytest.mark.parametrize("kept_came", [True, False])
def test_amb_25_person_merge_drops_the_entry_that_never_sat(kept_came: bool) -> None:
    event = make.check_in_event(players=12)
    one, other = (
        make.make_person(first_name="Lidia", last_name="Donati"),
        make.make_person(first_name="Donati", last_name="Lidia"),
    )
    entries.entry_add(event=event, person=one, by=None)
    entries.walk_in_known(event=event, person=other, by=None)
    make.opened(make.draw_round(event))
    keep, merge = (other, one) if kept_came else (one, other)
    joining.person_merge(keep=keep, merge=merge, by=None, reason="È lei")
    entry = event.entries.get(person=keep)
    assert entry.state == State.PLAYING
    assert not event.entries.filter(person=merge).exists()


def test_absent_entry_is_removed_after_the_draw_and_a_seated_one_is_not() -> None:
    event = make.check_in_event(players=12)
    absent = entries.entry_add(event=event, person=make.make_person(), by=None)
    make.opened(make.draw_round(event))
    entries.entry_remove(entry=absent, by=None)
    assert not event.entries.filter(pk=absent.pk).exists()
    with refuses("ENTRIES_CLOSED"):
        entries.entry_remove(entry=event.entries.first(), by=None)


def test_entry_add_authorised_event_accepts_and_void_event_refuses() -> None:
    event = make.authorised_event()
    assert entries.entry_add(event=event, person=make.make_person(), by=None).state == State.REGISTERED
    lifecycle.event_void(event=event, reason="Rinviato", by=None)
    with refuses("EVENT_STATE_WRONG"):
        entries.entry_add(event=event, person=make.make_person(), by=None)


def test_person_create_for_an_account_with_a_record_names_no_card() -> None:
    user = make.make_user()
    make.make_person(user=user)
    with pytest.raises(IntegrityError):
        entries.person_create(first_name="Ada", last_name="Riva", user=user, by=None)
