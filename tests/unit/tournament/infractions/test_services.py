"""The register of infractions: effects on the event, appeals, and suspensions that block entries (AMB-44)."""

from __future__ import annotations

from datetime import timedelta
from io import BytesIO

import pytest
from django.utils import timezone

from tests import factories as make
from tests.entering import ADA, enter, open_event
from tournament.core.report_errors import PlayersRowsWrong
from tournament.entries import requests
from tournament.entries import services as entries
from tournament.entries.importing import players_import, players_preview
from tournament.infractions.services import InfractionFacts, appeal_decide, appeal_note, infraction_record
from tournament.models import Entry, EntryRequest, Event, LeaveWish, Person, Seat, Suspension
from tournament.personal_data import retention
from tournament.personal_data.erasure import person_erase
from tournament.rounds.confirmations import leave_wish_undo
from tournament.sanctions.errors import NoAppeal, PersonSuspended, PlayerDisqualified, SanctionsOff, SuspensionOver
from tournament.sanctions.services import suspension_impose, suspension_lift

pytestmark = pytest.mark.django_db


def with_register(event: Event) -> Event:
    Event.objects.filter(pk=event.pk).update(regulation=make.regulation_published("9.8", sanctions="register"))
    return Event.objects.get(pk=event.pk)


def _suspended(person: Person, days: int = 30) -> Suspension:
    until = timezone.localdate() + timedelta(days=days)
    return suspension_impose(person=person, until=until, reason="Liti", by=None)


def test_sanctions_off_refuses_the_register_and_blocks_nobody() -> None:
    event = make.drawn_event()
    entry = event.entries.earliest("pk")
    with pytest.raises(SanctionsOff):
        infraction_record(entry=entry, facts=InfractionFacts("caution", "Lento"), by=None)
    open_event, person = make.authorised_event(), make.make_person()
    _suspended(person)
    assert entries.entry_add(event=open_event, person=person, by=None).person == person


def test_loss_of_the_game_puts_the_player_last() -> None:
    event = with_register(make.drawn_event())
    seat = Seat.objects.filter(table__round__event=event).earliest("pk")
    facts = InfractionFacts("game_loss", "Carte in più", seat.table.number, 12)
    row = infraction_record(entry=seat.entry, facts=facts, by=None)
    assert (row.round_number, row.table_number, row.minute) == (1, seat.table.number, 12)
    seat.refresh_from_db()
    assert seat.is_abandoned


def test_disqualified_player_leaves_and_comes_back_only_by_a_granted_appeal() -> None:
    event = with_register(make.drawn_event())
    entry = event.entries.earliest("pk")
    row = infraction_record(entry=entry, facts=InfractionFacts("disqualified", "Insulti"), by=None)
    assert LeaveWish.objects.filter(entry=entry).exists()
    with pytest.raises(PlayerDisqualified):
        leave_wish_undo(entry=entry, by=None)
    with pytest.raises(NoAppeal):
        appeal_decide(infraction=row, is_granted=True, reason="Ha ragione", by=None)
    appeal_note(infraction=row, words="Non ero io", by=None)
    appeal_decide(infraction=row, is_granted=True, reason="Era un altro", by=None)
    leave_wish_undo(entry=entry, by=None)
    assert not LeaveWish.objects.filter(entry=entry).exists()
    row.refresh_from_db()
    assert (row.appeal, row.decision_reason, row.stands) == ("granted", "Era un altro", False)
    assert [version.history_verb for version in row.history.all()] == [
        "appeal_decide",
        "appeal_note",
        "infraction_record",
    ]


def test_suspension_refuses_entry_door_and_check_in() -> None:
    event = with_register(make.check_in_event())
    person, entered = make.make_person(), event.entries.filter(state=Entry.State.CHECKED_IN).earliest("pk")
    suspension = _suspended(person)
    _suspended(entered.person)
    with pytest.raises(PersonSuspended):
        entries.entry_add(event=event, person=person, by=None)
    with pytest.raises(PersonSuspended):
        entries.walk_in_known(event=event, person=person, by=None)
    with pytest.raises(PersonSuspended):
        entries.walk_in(event=event, first_name="Ada", last_name="Neri", consent=False, by=None, said_to_be=person)
    with pytest.raises(PersonSuspended):
        entries.entry_check_in(entry=entered, by=None)
    suspension_lift(suspension=suspension, by=None)
    assert entries.walk_in_known(event=event, person=person, by=None).person == person


def test_suspension_refuses_entry_by_account_and_by_mailed_link() -> None:
    event, user = with_register(open_event()), make.make_user()
    own = make.make_person(user=user)
    known = make.make_person(first_name="Ada", last_name="Riva", email=ADA.email)
    _suspended(own)
    suspension = _suspended(known)
    with pytest.raises(PersonSuspended):
        requests.entry_ask_by_account(event=event, user=user, facts=ADA)
    requests.entry_ask_by_mail(event=event, facts=ADA)
    request = EntryRequest.objects.get(email=ADA.email)
    with pytest.raises(PersonSuspended):
        requests.request_confirm(request=request)
    request.refresh_from_db()
    assert (request.state, event.entries.count()) == (EntryRequest.State.UNCONFIRMED, 0)
    suspension_lift(suspension=suspension, by=None)
    assert requests.request_confirm(request=request).entry.person == known


def test_suspension_refuses_a_turn_in_the_waiting_list_and_the_place_of_it() -> None:
    event = with_register(open_event(capacity=3))
    for number in (1, 3, 4):
        enter(event, number)
    waiting = enter(event, 2)
    assert waiting.state == EntryRequest.State.WAITING
    known = make.make_person(first_name="Ada", last_name="Riva", email=ADA.email)
    _suspended(known)
    requests.entry_ask_by_mail(event=event, facts=ADA)
    with pytest.raises(PersonSuspended):
        requests.request_confirm(request=EntryRequest.objects.get(email=ADA.email))
    late = make.make_person(first_name="Zoe", last_name="Conti 2", email="z2@example.org")
    _suspended(late)
    entries.entry_remove(entry=event.entries.earliest("pk"), by=None)
    waiting.refresh_from_db()
    assert waiting.state == EntryRequest.State.PROMOTED
    with pytest.raises(PersonSuspended):
        requests.promotion_accept(request=waiting)


def test_suspension_marks_the_row_of_an_imported_file() -> None:
    event, person = with_register(make.authorised_event()), make.make_person(first_name="Ada", last_name="Riva")
    Person.objects.filter(pk=person.pk).update(card_number="A-17")
    _suspended(person, days=400)
    players = b"Cognome;Nome;Tessera\nRiva;Ada;A-17\nSala;Ivo;\n"
    preview = players_preview(file=BytesIO(players), event=event)
    (wrong,) = preview.wrong
    assert "Ada Riva" in wrong.problems[0]
    with pytest.raises(PlayersRowsWrong):
        players_import(file=BytesIO(players), event=event, by=None)
    assert not event.entries.exists()


def test_suspension_into_the_past_is_refused() -> None:
    with pytest.raises(SuspensionOver):
        _suspended(make.make_person(), days=-1)


def test_suspension_follows_a_merge_and_ends_with_erasure_and_time() -> None:
    kept, merged, other = make.make_people(3)
    _suspended(merged)
    entries.person_merge(keep=kept, merge=merged, by=None, reason="La stessa")
    assert kept.suspensions.count() == 1
    person_erase(person=kept, by=None)
    assert not Suspension.history.exists()
    _suspended(other)
    later = timezone.now() + timedelta(days=30 + retention.SUSPENSION_DAYS + 2)
    assert retention.data_retention(now=later, dry_run=True).suspensions == 1
    assert retention.data_retention(now=later).suspensions == 1
    assert not Suspension.objects.exists()
