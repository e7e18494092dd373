"""Test the notices of an account: recipients, once, in which language, and what can be switched off."""

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
from tournament.models import Event, Notice, Person
from tournament.models.notice_sentences import NOTICE_SENTENCES
from tournament.personal_data.erasure import person_erase
from tournament.personal_data.retention import NOTICE_DAYS, data_retention
from tournament.reports import services as reports

pytestmark = pytest.mark.django_db


def _player() -> tuple[Person, Any]:
    user = make.make_user()
    person = make.make_person(email=user.email)
    Person.objects.filter(pk=person.pk).update(user=user)
    person.refresh_from_db()
    return person, user


def _codes(user: Any) -> list[str]:
    return list(Notice.objects.filter(account=user).order_by("pk").values_list("code", flat=True))


def test_player_reads_entry_and_table_in_their_language(django_capture_on_commit_callbacks: Any) -> None:
    person, user = _player()
    event = make.check_in_event(players=11)
    with django_capture_on_commit_callbacks(execute=True):
        entry_add(event=event, person=person, by=None)
        event.entries.filter(person=person).update(state="checked_in")
        make.draw_round(event)
    assert _codes(user) == ["registered", "tables_published"]
    notice = Notice.objects.get(account=user, code="tables_published")
    with translation.override("en"):
        assert "round 1: you are at table" in notice.sentence
    client = Client()
    client.force_login(user)
    page = text_of(client.get(reverse("notices")))
    assert "1º turno: giochi al tavolo" in page
    # Both stand in the header too.
    assert ">2<span" in page
    answer = client.get(reverse("notice_open", args=[notice.pk]))
    assert answer["Location"] == reverse("my_games")
    assert ">1<span" in text_of(client.get(reverse("notices")))
    client.post(reverse("notices"))
    assert not Notice.objects.filter(account=user, read_at=None).exists()
    assert len(mail.outbox) == 2
    # Only the mail about the tables can be switched off.
    assert [reverse("notice_choices") in str(message.body) for message in mail.outbox] == [False, True]


def test_kind_switched_off_reaches_neither_list_nor_mail(django_capture_on_commit_callbacks: Any) -> None:
    person, user = _player()
    client = Client()
    client.force_login(user)
    # What belongs to an entry cannot be switched off: leaving out its box has no effect.
    assert client.post(reverse("notice_choices"), {"entry-list": "on", "result-list": "on"}).status_code == 302
    event = make.check_in_event(players=11)
    with django_capture_on_commit_callbacks(execute=True):
        entry_add(event=event, person=person, by=None)
        event.entries.filter(person=person).update(state="checked_in")
        make.draw_round(event)
    assert _codes(user) == ["registered"]
    assert [message.to for message in mail.outbox] == [[user.email]]


def test_notice_of_another_account_not_opened(client: Client) -> None:
    _person, user = _player()
    client.force_login(make.make_user())
    notice = Notice.objects.create(account=user, kind="record", key="k", code="record_changed")
    assert client.get(reverse("notice_open", args=[notice.pk])).status_code == 404
    notice.refresh_from_db()
    assert notice.read_at is None


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
    # What waits is read, see ``waiting``: only its mail is sent.
    assert _codes(referent) == []
    assert _codes(organiser) == ["not_authorised"]
    assert Notice.objects.get(code="not_authorised").reason == "Manca la città"
    assert [message.to for message in mail.outbox] == [[referent.email], [organiser.email]]
    assert "Manca la città" in str(mail.outbox[-1].body)
    assert mail.outbox[-1].subject == f"«{event.name}» non è autorizzato: torna in bozza"

    played = reporting.reported_event()
    make.grant(played, organiser)
    Person.objects.filter(pk=person.pk).update(user=None)
    Person.objects.filter(pk=played.final_places.get(place=1).entry.person_id).update(user=user)
    homologation.event_homologate(event=played, by=referent)
    homologation.homologation_revoke(event=Event.objects.get(pk=played.pk), by=referent, reason="Errore")
    homologation.event_reopen(event=Event.objects.get(pk=played.pk), by=referent, reason="Si decide ancora")
    assert _codes(organiser)[1:] == ["ratified", "ratification_revoked", "decided_again"]
    assert _codes(user) == ["result_ratified", "result_revoked"]


@pytest.mark.soak(
    gate="tests/unit/tournament/delivery/test_notices.py::test_report_due_mail_reaches_the_organisers_once"
)
def test_report_overdue_told() -> None:
    organiser = make.make_user()
    late = make.concluded_event()
    make.grant(late, organiser)
    reports.reports_sweep(now=timezone.now())
    assert _codes(organiser) == ["invalidated"]


def test_every_code_has_a_sentence() -> None:
    texts = {"event": "E", "start": "9:00", "season": "S", "club": "C", "city": "F", "region": "R", "day": "3 maggio"}
    params = {**texts, "time": "15:45", "round": 1, "table": 2, "seat": 3, "position": 4, "number": 5}
    for code in NOTICE_SENTENCES:
        for language in ("it", "en"):
            with translation.override(language):
                assert Notice(code=code, params=params).sentence


def test_notices_erased_and_deleted_after_their_period() -> None:
    person, user = _player()
    other = make.make_user()
    for account in (user, other):
        Notice.objects.create(
            account=account, kind="event", key="k", code="event_cancelled", params={"event": "E", "text": str(person)}
        )
    person_erase(person=person, by=None)
    assert not Notice.objects.filter(account=user).exists()
    assert str(person) not in Notice.objects.get(account=other).reason
    later = timezone.now() + timedelta(days=NOTICE_DAYS + 1)
    assert data_retention(now=later).notices == 1
    assert not Notice.objects.exists()
