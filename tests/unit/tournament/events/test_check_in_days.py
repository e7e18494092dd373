"""The check-in opens from the eve, earlier if the organiser says so, and closes again until the draw."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import factories as make
from tests.entering import enter, open_event
from tests.refusals import refuses
from tournament.core.refusals import AlreadyDone
from tournament.entries import services as entries
from tournament.entries.requests import entry_withdraw
from tournament.events import lifecycle
from tournament.events.next_step import next_step
from tournament.models import Draw, Entry, EntryRequest, Event

pytestmark = pytest.mark.django_db


def _organiser(event: Event) -> Client:
    client, user = Client(), make.make_user()
    make.grant(event, user)
    client.force_login(user)
    return client


def test_check_in_opens_from_the_eve() -> None:
    today = timezone.localdate()
    for days, opens in ((2, False), (1, True), (0, True)):
        day = today + timedelta(days=days)
        event = open_event(first_day=day, last_day=day)
        assert next_step(event).url_name == ("event_open_check_in" if opens else "entries")
        if opens:
            assert lifecycle.event_open_check_in(event=event, by=None).state == Event.State.CHECK_IN
            continue
        with refuses("CHECK_IN_EARLY"):
            lifecycle.event_open_check_in(event=event, by=None)
        assert lifecycle.event_open_check_in(event=event, by=None, early=True).state == Event.State.CHECK_IN


def test_check_in_before_the_eve_is_asked() -> None:
    event = open_event()
    client, address = _organiser(event), reverse("event_open_check_in", args=[event.slug])
    assert 'name="confirmed"' in client.get(address).content.decode()
    assert 'name="confirmed"' in client.post(address).content.decode()
    assert Event.objects.get(pk=event.pk).state == Event.State.AUTHORISED
    client.post(address, {"confirmed": "1"})
    assert Event.objects.get(pk=event.pk).state == Event.State.CHECK_IN


def test_check_in_closed_again_takes_presences_back_and_keeps_the_commitments() -> None:
    event = open_event(capacity=3)
    for number in range(4):
        enter(event, number)
    event = lifecycle.event_open_check_in(event=event, by=None, early=True)
    first, second, _third = event.entries.order_by("pk")
    entries.entry_check_in(entry=first, by=None)
    entries.entry_remove(entry=second, by=None)
    committed = set(Draw.objects.values_list("commitment", flat=True))
    client, address = _organiser(event), reverse("event_close_check_in", args=[event.slug])
    assert 'name="confirmed"' in client.post(address).content.decode()
    client.post(address, {"confirmed": "1"})
    event.refresh_from_db()
    assert event.state == Event.State.AUTHORISED
    assert set(event.entries.values_list("state", flat=True)) == {Entry.State.REGISTERED}
    # The place that became free goes to the waiting list, and players can withdraw again.
    assert EntryRequest.objects.filter(state=EntryRequest.State.PROMOTED).count() == 1
    entry_withdraw(entry=event.entries.earliest("pk"), by=None)
    lifecycle.event_open_check_in(event=event, by=None, early=True)
    assert set(Draw.objects.values_list("commitment", flat=True)) == committed


def test_check_in_closes_only_before_the_draw() -> None:
    practice = lifecycle.event_open_check_in(event=make.make_event(is_practice=True), by=None)
    assert lifecycle.event_close_check_in(event=practice, by=None).state == Event.State.DRAFT
    with pytest.raises(AlreadyDone):
        lifecycle.event_close_check_in(event=practice, by=None)
    with refuses("EVENT_STATE_WRONG"):
        lifecycle.event_close_check_in(event=make.drawn_event(), by=None)
