"""Test practice events: in no list, mail, feed or Ranking, and deleted with what was made for them (AMB-46)."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from ranking.homologation.queue import search_people
from ranking.national.season import running_events
from tests import factories as make
from tests.refusals import refuses
from tournament.entries import services as entries
from tournament.events import lifecycle
from tournament.events.practice import practice_delete
from tournament.models import Entry, Event, Job, Person, Seat
from tournament.pages.coming import coming_events
from tournament.pages.event import public_events
from tournament.reports.services import report_submit
from tournament.results.conclusion import event_conclude

pytestmark = pytest.mark.django_db


def _enter_present(event: Event, person: Person) -> None:
    entries.entry_check_in(entry=entries.entry_add(event=event, person=person, by=None), by=None)


def _practice(**facts: Any) -> Event:
    """Return a practice event with 13 players in play, who are entered nowhere else."""
    event = make.make_event(is_practice=True, **facts)
    lifecycle.event_open_check_in(event=event, by=None)
    for person in make.make_people(13, email="prova@example.org", consent=False):
        _enter_present(event, person)
    make.draw_round(Event.objects.get(pk=event.pk))
    return Event.objects.get(pk=event.pk)


@pytest.mark.soak(
    gate="tests/unit/tournament/events/test_practice.py::test_practice_event_is_never_announced_official_or_reported"
)
def test_practice_event_is_in_no_list_feed_or_mail_and_says_so_on_its_pages(client: Client) -> None:
    event = _practice(name="Prova di gennaio")
    assert event not in public_events()
    assert event not in [*running_events(), *coming_events([event.season])]
    assert not search_people("")[:]
    assert not Job.objects.filter(kind="mail").exists()
    for name in ("home", "event_list", "event_feed", "sitemap", "calendar"):
        assert "Prova di gennaio" not in client.get(reverse(name)).content.decode(), name
    assert client.get(f"/api/v1/events/{event.slug}").status_code == 404
    for page in (event.get_absolute_url(), reverse("board", args=[event.slug])):
        answer = client.get(page)
        assert answer.status_code == 200
        assert "Prova: qui niente conta" in answer.content.decode()


def test_practice_event_is_never_announced_official_or_reported() -> None:
    event = make.make_event(is_practice=True)
    with refuses("PRACTICE_STAYS_APART"):
        lifecycle.event_announce(
            event=event, announcement_url="https://forum.example/1", announced_on=event.first_day, by=None
        )
    with refuses("PRACTICE_STAYS_APART"):
        lifecycle.event_make_official(event=event, by=None)
    played = _practice()
    make.play_round(played)
    while Event.objects.get(pk=played.pk).state == Event.State.RUNNING:
        if make.last_round(played).is_final:
            event_conclude(event=played, by=None)
            break
        make.next_round(Event.objects.get(pk=played.pk))
        make.play_round(played)
    with refuses("NOT_OFFICIAL"):
        report_submit(event=Event.objects.get(pk=played.pk), by=None, note="")


def test_practice_delete_removes_the_event_its_people_and_its_history(client: Client) -> None:
    event, organiser = _practice(), make.make_user()
    make.grant(event, organiser)
    elsewhere = Entry.objects.filter(event=event).earliest("pk").person
    other = make.check_in_event(players=3)
    _enter_present(other, elsewhere)
    client.force_login(organiser)
    address = reverse("practice_delete", args=[event.slug])
    assert client.post(address).status_code == 200
    assert Event.objects.filter(pk=event.pk).exists()
    assert client.post(address, {"confirmed": "1"}).status_code == 302
    assert not Event.objects.filter(pk=event.pk).exists()
    assert not Event.history.filter(id=event.pk).exists()
    assert not Seat.objects.exists()
    assert Person.objects.count() == 4
    assert set(Person.history.values_list("id", flat=True)) == set(Person.objects.values_list("pk", flat=True))
    with refuses("PRACTICE_ONLY"):
        practice_delete(event=other)
