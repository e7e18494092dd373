"""Test the reminder of the day before, and its answers: I am coming, I am not coming."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from tests import factories as make
from tournament.access.links import link_path, link_token, participant_links_make
from tournament.entries.reminders import HOUR, reminders_sweep
from tournament.entries.services import entry_add
from tournament.models import Entry, Event, MutedNotice, Person

pytestmark = pytest.mark.django_db


def _day_before(event: Event, hour: int) -> datetime:
    return timezone.make_aware(datetime.combine(event.first_day - timedelta(days=1), time(hour)))


def _entered(count: int = 2) -> tuple[Event, list[Entry]]:
    event = make.authorised_event()
    people = [make.make_person(email=f"ada{number}@example.org") for number in range(count)]
    return event, [entry_add(event=event, person=person, by=None) for person in people]


def test_players_are_reminded_once_the_day_before_from_the_morning(django_capture_on_commit_callbacks: Any) -> None:
    event, entries = _entered()
    muted = make.make_user()
    Person.objects.filter(pk=entries[1].person_id).update(user=muted)
    MutedNotice.objects.create(account=muted, kind="reminder")
    mail.outbox.clear()
    with django_capture_on_commit_callbacks(execute=True):
        assert reminders_sweep(_day_before(event, HOUR) - timedelta(days=1)) == 0
        assert reminders_sweep(_day_before(event, HOUR - 1)) == 0
        assert [reminders_sweep(_day_before(event, hour)) for hour in (HOUR, HOUR + 1)] == [1, 0]
    (message,) = mail.outbox
    assert (message.to, message.subject) == (["ada0@example.org"], f"Domani: {event.name}")
    assert {part.get_content_type() for part in message.attachments} == {"text/calendar", "image/png"}


def test_answer_to_the_reminder_is_a_page_with_one_button(client: Client) -> None:
    event, entries = _entered()
    links = {link.entry_id: link for link in participant_links_make(event=event, by=None)}
    first, second = (link_path(links[entry.pk].kind, str(link_token(links[entry.pk]))) for entry in entries)
    # Mail programs open links by themselves: opening them changes nothing.
    for path in (f"{first}vengo/", f"{first}annulla/"):
        page = client.get(path).content.decode()
        assert page.partition("<main")[2].partition("</main>")[0].count("<button") == 1
    entries[0].refresh_from_db()
    assert entries[0].still_comes is None
    client.post(f"{first}vengo/")
    entries[0].refresh_from_db()
    assert entries[0].still_comes is True
    client.post(f"{second}annulla/", {"confirmed": "1"})
    assert not Entry.objects.filter(pk=entries[1].pk).exists()
    # Once the check-in is open the desk decides.
    Event.objects.filter(pk=event.pk).update(state=Event.State.CHECK_IN)
    assert client.get(f"{first}annulla/")["Location"] == first
    client.post(f"{first}annulla/", {"confirmed": "1"})
    assert Entry.objects.filter(pk=entries[0].pk).exists()
