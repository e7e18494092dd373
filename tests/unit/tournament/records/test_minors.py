"""AMB-19: the age on the event's day decides, from the date of birth where it is known, however it came."""

from __future__ import annotations

from datetime import date, timedelta
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from ranking.people.services import person_update
from tests import factories as make
from tests.entering import open_event
from tournament.entries import requests, services
from tournament.entries.importing import players_import, players_preview
from tournament.live.hub import hub
from tournament.models import Consent, Entry, EntryRequest, Event, Person
from tournament.records.consents import consent_for_event, consent_set, needs_guardian
from tournament.records.joining import person_merge
from tournament.records.refusals import GuardianNeeded
from tournament.regulation.refused import Refused

pytestmark = [pytest.mark.django_db, pytest.mark.rule("AMB-19")]


def _born(years: int, *, on: date | None = None, days: int = 0) -> date:
    """Return the birth date of somebody who has these years on a day, for ``days`` days."""
    day = on or timezone.localdate()
    return (day - timedelta(days=days)).replace(year=(day - timedelta(days=days)).year - years)


def _update(person: Person, **facts: Any) -> Person:
    fields = ("first_name", "last_name", "city", "email", "birth_date", "guardian_name", "card_number")
    current = {name: getattr(person, name) for name in fields}
    return person_update(person=person, **current | facts, user=person.user, reason="carta d’identità", by=None)


def test_list_hides_the_name_of_a_child_and_keeps_it_hidden(client: Client) -> None:
    """Case 12-child-in-a-list: the consent column of a list is not a parent's."""
    event = make.authorised_event(**make.upcoming())
    child, adult = _born(11, on=event.first_day), _born(18, on=event.first_day)
    content = f"Cognome;Nome;Data di nascita;Consenso\nPiccoli;Ada;{child};sì\nGrandi;Ugo;{adult};sì\n".encode()
    players_import(content=content, event=event, by=None, entries_seen=0)
    shown = dict(event.entries.values_list("person__last_name", "consent"))
    assert shown == {"Piccoli": None, "Grandi": True}
    page = client.get(event.get_absolute_url()).content.decode()
    assert "Grandi" in page
    assert "Piccoli" not in page
    entry = event.entries.get(person__last_name="Piccoli")
    for source in (Consent.Source.DESK, Consent.Source.LINK):
        with pytest.raises(GuardianNeeded):
            consent_for_event(entry=entry, consent=True, source=source, by=None)
    with pytest.raises(GuardianNeeded):
        consent_set(person=entry.person, consent=True, source=Consent.Source.ACCOUNT, by=None)


def test_age_counts_on_the_day_of_the_event() -> None:
    event = make.authorised_event(**make.upcoming(days=20))
    turns = make.make_person(consent=False)
    make.change_person(turns, birth_date=_born(18, on=event.first_day))
    assert needs_guardian(turns)
    assert not needs_guardian(turns, event.first_day)
    entry = services.entry_add(event=event, person=turns, by=None)
    assert consent_for_event(entry=entry, consent=True, source=Consent.Source.DESK, by=None).shows_name
    with pytest.raises(GuardianNeeded):
        consent_set(person=turns, consent=True, source=Consent.Source.ACCOUNT, by=None)


def test_birth_date_learned_later_hides_the_name_at_once(client: Client) -> None:
    event = make.drawn_event(players=12)
    entry = event.entries.select_related("person").get(number=1)
    person = entry.person
    board = reverse("board", args=[event.slug])
    assert person.last_name in client.get(board).content.decode()
    before = hub().count(event.pk)
    person = _update(person, birth_date=_born(12))
    assert (person.consent, Entry.objects.get(pk=entry.pk).shows_name) == (False, False)
    assert hub().count(event.pk) >= before
    for address in (event.get_absolute_url(), reverse("table_result", args=[event.slug, 1, 1])):
        assert person.last_name not in client.get(address).content.decode()
    assert person.consents.latest("pk").source == Consent.Source.AGE


@pytest.mark.parametrize("signed", [True, False])
def test_parent_who_answers_or_signed_keeps_the_name(signed: bool) -> None:
    person = make.make_person()
    if signed:
        consent_set(person=person, consent=False, source=Consent.Source.PAPER, by=None)
        consent_set(person=person, consent=True, source=Consent.Source.PAPER, by=None)
        assert _update(person, birth_date=_born(12)).consent
    else:
        assert _update(person, birth_date=_born(12), guardian_name="Paola Neri").consent
    assert _update(make.make_person(), birth_date=_born(18)).consent


def test_list_and_join_learn_a_birth_date() -> None:
    event = make.authorised_event(**make.upcoming())
    known = make.make_person(card_number="A-1")
    services.entry_add(event=event, person=known, by=None)
    content = f"Cognome;Nome;Tessera;Nato il\n{known.last_name};{known.first_name};A-1;{_born(9)}\n".encode()
    (row,) = players_preview(content=content, event=event, by=None).rows
    assert (row.state, row.entered, row.minor) == ("known", True, True)
    players_import(content=content, event=event, by=None, entries_seen=1)
    known.refresh_from_db()
    assert (known.birth_date, known.consent) == (_born(9), False)
    kept, other = make.make_person(), make.make_person()
    make.change_person(other, birth_date=_born(15))
    assert not person_merge(keep=kept, merge=other, by=None, reason="la stessa").consent


def _facts(**says: Any) -> requests.EntryFacts:
    answers = {"email": "ada@example.org", "age": "adult", "guardian_name": "", "show_name": True}
    names = {"first_name": "Ada", "last_name": "Neri"}
    return requests.EntryFacts(**names | answers | says, photo_consent=True, language="it")


def _confirmed(event: Event, **says: Any) -> EntryRequest:
    requests.entry_ask_by_mail(event=event, facts=_facts(**says))
    return requests.request_confirm(request=EntryRequest.objects.latest("pk"))


def test_birth_date_of_the_record_decides_over_the_band_that_was_said() -> None:
    event = open_event()
    record = make.make_person(first_name="Ada", last_name="Neri", email="ada@example.org", consent=False)
    make.change_person(record, birth_date=_born(12, on=event.first_day))
    with pytest.raises(Refused, match="under 14"):
        _confirmed(event)
    entered = _confirmed(event, age="child", guardian_name="Paola Neri")
    record.refresh_from_db()
    assert (entered.state, record.guardian_name, record.consent) == ("entered", "Paola Neri", True)


def test_teenager_enters_alone_and_the_name_stays_hidden() -> None:
    event = open_event()
    record = make.make_person(first_name="Ada", last_name="Neri", email="ada@example.org", consent=False)
    make.change_person(record, birth_date=_born(16, on=event.first_day))
    entered = _confirmed(event)
    record.refresh_from_db()
    assert (entered.state, entered.age, record.consent) == ("entered", "teen", False)


@pytest.mark.django_db(transaction=True)
def test_mails_about_a_minor_greet_the_parent() -> None:
    event = open_event()
    _confirmed(event, age="child", guardian_name="Paola Neri")
    person = Person.objects.get(first_name="Ada", last_name="Neri")
    assert person.mail_names == {"name": "Paola Neri", "child": "Ada Neri"}
    mail.outbox.clear()
    other = make.authorised_event(**make.upcoming())
    services.entry_add(event=other, person=person, by=None)
    consent_set(person=person, consent=False, source=Consent.Source.MAIL, by=None)
    about = [message for message in mail.outbox if message.to == ["ada@example.org"]]
    assert len(about) == 2
    for message in about:
        assert "Buongiorno, Paola Neri." in message.body
        assert "Ada Neri" in message.body


@pytest.mark.django_db(transaction=True)
def test_mail_to_a_child_without_a_known_parent_greets_the_parent_of_the_child() -> None:
    event = make.authorised_event(**make.upcoming())
    person = make.make_person(first_name="Ada", last_name="Neri", email="casa@example.org", consent=False)
    make.change_person(person, birth_date=_born(9))
    mail.outbox.clear()
    services.entry_add(event=event, person=person, by=None)
    assert "Buongiorno, genitore di Ada Neri." in mail.outbox[0].body
    make.change_person(person, birth_date=_born(30), guardian_name="Paola Neri")
    assert person.mail_names == {"name": "Ada"}


@pytest.mark.parametrize("day", [date(1890, 1, 1), date(2090, 1, 1)])
def test_birth_date_outside_reason_is_refused_in_every_form(client: Client, day: date) -> None:
    """Case 17-birth-dates: the list, the desk, the record."""
    event = make.check_in_event(players=3)
    content = f"Cognome;Nome;Data di nascita\nNeri;Ada;{day}\n".encode()
    (row,) = players_preview(content=content, event=event, by=None).rows
    assert row.state == "wrong"
    person = make.make_person()
    with pytest.raises(Refused):
        _update(person, birth_date=day)
    client.force_login(make.make_user(referent=True))
    names = {"new": "1", "first_name": "Ada", "last_name": "Neri", "birth_date": day.isoformat()}
    desk = client.post(reverse("entry_add", args=[event.slug]), names)
    record = client.post(reverse("person_edit", args=[person.pk]), {**names, "reason": "x"})
    for answer in (desk, record):
        assert answer.status_code == 422
        assert "1900" in answer.content.decode()
    assert not Person.objects.filter(first_name="Ada", last_name="Neri").exists()


def test_upgrade_hides_the_minors_that_were_public() -> None:
    hide = import_module("tournament.migrations.0087_minors_hidden").hide
    event = make.authorised_event(**make.upcoming())
    child, parents, adult = make.make_person(), make.make_person(), make.make_person()
    for person, years in ((child, 11), (parents, 11), (adult, 30)):
        make.change_person(person, birth_date=_born(years))
        entry = services.entry_add(event=event, person=person, by=None)
        Entry.objects.filter(pk=entry.pk).update(consent=True)
    said = {"state": "entered", "age": "child", "guardian_name": "Paola Neri"}
    EntryRequest.objects.create(event=event, person=parents, **said)
    hide(apps, None)
    names = [entry.shows_name for entry in event.entries.select_related("person").order_by("number")]
    assert names == [False, True, True]
    parents.refresh_from_db()
    assert parents.guardian_name == "Paola Neri"


def test_account_of_a_minor_is_told_that_a_parent_decides(client: Client) -> None:
    user = make.make_user()
    person = make.make_person(consent=False)
    make.change_person(person, user=user, birth_date=_born(16))
    client.force_login(user)
    page = client.get(reverse("account")).content.decode()
    assert 'name="consent" value="yes"' not in page
    answer = client.post(reverse("account_consent"), {"consent": "yes"}, follow=True)
    person.refresh_from_db()
    assert (answer.status_code, person.consent) == (200, False)
