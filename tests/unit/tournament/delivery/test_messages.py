"""Test what accounts are told by mail: to whom, in which language, and what can be switched off."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from ranking.homologation import services as homologation
from tests import factories as make
from tests import reporting
from tests.unit.tournament.web.conftest import text_of
from tournament.entries.services import entry_add
from tournament.events import lifecycle
from tournament.models import Event, MutedNotice, Person
from tournament.models.notice_sentences import NOTICE_SENTENCES
from tournament.models.stored_sentences import stored_sentence
from tournament.reports import services as reports
from tournament.web.account.addresses import settings_url

pytestmark = pytest.mark.django_db


def _player() -> tuple[Person, Any]:
    user = make.make_user()
    person = make.make_person(email=user.email)
    Person.objects.filter(pk=person.pk).update(user=user)
    person.refresh_from_db()
    return person, user


def _subjects(user: Any) -> list[str]:
    return [message.subject for message in mail.outbox if message.to == [user.email]]


def _sits(person: Person, *, callbacks: Any) -> None:
    """Enter a player in an event, and draw its first round."""
    event = make.check_in_event(players=11)
    with callbacks(execute=True):
        entry_add(event=event, person=person, by=None)
        event.entries.filter(person=person).update(state="checked_in")
        make.draw_round(event)


def test_player_is_mailed_entry_and_table_and_reads_them_where_they_are(
    django_capture_on_commit_callbacks: Any,
) -> None:
    person, user = _player()
    _sits(person, callbacks=django_capture_on_commit_callbacks)
    assert len(_subjects(user)) == 2
    # Only the mail about the tables can be switched off.
    assert [settings_url("avvisi") in str(message.body) for message in mail.outbox] == [False, True]
    client = Client()
    client.force_login(user)
    # A player has no list of notices and no bell.
    assert client.get(reverse("notices"))["Location"] == reverse("my_games")
    page = text_of(client.get(reverse("my_games")))
    assert reverse("notices") not in page
    assert "Tavolo" in page


def test_kind_switched_off_is_not_mailed_until_it_is_switched_on(django_capture_on_commit_callbacks: Any) -> None:
    person, user = _player()
    client = Client()
    client.force_login(user)
    choose = reverse("mail_choice")
    # What belongs to an entry cannot be switched off.
    for kind in ("tables", "own"):
        assert client.post(choose, {"kind": kind, "wanted": "no"})["Location"] == settings_url("avvisi")
    assert client.post(choose, {"kind": "altro", "wanted": "no"}).status_code == 404
    assert list(MutedNotice.objects.values_list("account", "kind")) == [(user.pk, "tables")]
    _sits(person, callbacks=django_capture_on_commit_callbacks)
    assert len(_subjects(user)) == 1
    client.post(choose, {"kind": "tables", "wanted": "yes"})
    assert not MutedNotice.objects.exists()


def test_decisions_told_to_referent_organiser_and_players(django_capture_on_commit_callbacks: Any) -> None:
    referent, organiser = make.make_user(referent=True), make.make_user()
    person, user = _player()
    event = make.make_event()
    with django_capture_on_commit_callbacks(execute=True):
        make.grant(event, organiser)
        lifecycle.event_announce(
            event=event,
            announcement_url="https://forum.example/1",
            announced_on=event.first_day - timedelta(days=14),
            by=organiser,
        )
        homologation.event_refuse_authorisation(event=event, by=referent, reason="Manca la città")
    assert [message.to for message in mail.outbox] == [[referent.email], [organiser.email]]
    assert "Manca la città" in str(mail.outbox[-1].body)
    assert mail.outbox[-1].subject == f"«{event.name}» non è autorizzato: torna in bozza"

    played = reporting.reported_event()
    make.grant(played, organiser)
    Person.objects.filter(pk=person.pk).update(user=None)
    Person.objects.filter(pk=played.final_places.get(place=1).entry.person_id).update(user=user, email=user.email)
    mail.outbox.clear()
    with django_capture_on_commit_callbacks(execute=True):
        homologation.event_homologate(event=played, by=referent)
        homologation.homologation_revoke(event=Event.objects.get(pk=played.pk), by=referent, reason="Errore")
        homologation.event_reopen(event=Event.objects.get(pk=played.pk), by=referent, reason="Si decide ancora")
    assert len(_subjects(organiser)) == 3
    assert _subjects(user) == [
        f"«{played.name}» è omologato: il tuo risultato vale",
        f"«{played.name}» non è omologato: i risultati non valgono",
    ]


@pytest.mark.soak(
    gate="tests/unit/tournament/delivery/test_notices.py::test_report_due_mail_reaches_the_organisers_once"
)
def test_report_overdue_told(django_capture_on_commit_callbacks: Any) -> None:
    organiser = make.make_user()
    late = make.concluded_event()
    make.grant(late, organiser)
    mail.outbox.clear()
    with django_capture_on_commit_callbacks(execute=True):
        reports.reports_sweep(now=timezone.now())
    assert len(_subjects(organiser)) == 1


def test_every_code_has_a_sentence() -> None:
    texts = {"event": "E", "start": "9:00", "season": "S", "club": "C", "city": "F", "region": "R", "day": "3 maggio"}
    params = {**texts, "time": "15:45", "round": 1, "table": 2, "seat": 3, "position": 4, "number": 5}
    params["fascia"] = "II"
    for code in NOTICE_SENTENCES:
        for language in ("it", "en"):
            with translation.override(language):
                assert stored_sentence(code, params)
