"""An authorised event moved to another day: announced anew, agreed to by the Referent, everybody asked (art. 1.2)."""

from __future__ import annotations

from datetime import time, timedelta
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import factories as make
from tests.entering import enter, open_event
from tests.refusals import refuses
from tournament.core.refusals import AlreadyDone
from tournament.entries import services as entries
from tournament.entries.requests import promotion_accept
from tournament.events import lifecycle, moving
from tournament.models import EntryRequest, Event, EventMove, Job
from tournament.regulation.refusal_codes import Code

pytestmark = [pytest.mark.django_db, pytest.mark.rule("1.2")]

State = EntryRequest.State


def _ask(event: Event, *, days: int = 7, **facts: Any) -> EventMove:
    day = event.first_day + timedelta(days=days)
    said = {"announcement_url": "https://forum.example/2", "announced_on": timezone.localdate(), "reason": "Neve"}
    return moving.event_move_ask(event=event, by=None, **{"first_day": day, "last_day": day, **said, **facts})


def _mailed(name: str) -> list[str]:
    mails = Job.objects.filter(kind="mail", args__name=name).order_by("pk")
    return sorted(mail.args["to"] for mail in mails)


def test_move_keeps_entries_queue_and_links_and_asks_everybody() -> None:
    event = open_event(capacity=3, requests_close_at=timezone.now() + timedelta(days=9))
    entered = [enter(event, number) for number in range(4)]
    old_day, closes = event.first_day, event.requests_close_at
    move = _ask(event)
    assert Event.objects.get(pk=event.pk).first_day == old_day
    Job.objects.all().delete()
    moving.event_move_accept(move=move, by=None)
    event.refresh_from_db()
    assert event.first_day == event.last_day == old_day + timedelta(days=7)
    assert (event.state, event.announcement_url) == (Event.State.AUTHORISED, "https://forum.example/2")
    assert event.requests_close_at == closes + timedelta(days=7)
    assert set(event.entries.values_list("still_comes", flat=True)) == {False}
    assert [EntryRequest.objects.get(pk=request.pk).state for request in entered] == [State.ENTERED] * 3 + [
        State.WAITING
    ]
    assert _mailed("event_moved") == [f"z{number}@example.org" for number in range(4)]
    with pytest.raises(AlreadyDone):
        moving.event_move_accept(move=move, by=None)


def test_move_brought_forward_shortens_the_time_to_answer() -> None:
    event = open_event(capacity=3, starts_at=time(15), answer_hours=240)
    for number in range(4):
        enter(event, number)
    entries.entry_remove(entry=event.entries.earliest("pk"), by=None)
    promoted = EntryRequest.objects.get(state=State.PROMOTED)
    moving.event_move_accept(move=_ask(event, days=-5), by=None)
    promoted.refresh_from_db()
    start = timezone.localtime(promoted.answer_by)
    assert (start.date(), start.time()) == (event.first_day - timedelta(days=5), time(15))
    assert promotion_accept(request=promoted).state == State.ENTERED


def test_move_refused_or_taken_back_leaves_the_day(django_capture_on_commit_callbacks: Any) -> None:
    event, user = open_event(), make.make_user()
    make.grant(event, user)
    move = _ask(event)
    with refuses("MOVE_WAITS"):
        _ask(event, days=8)
    with refuses("DECISION_REASON_MISSING"):
        moving.event_move_refuse(move=move, reason=" ", by=None)
    with django_capture_on_commit_callbacks(execute=True):
        moving.event_move_refuse(move=move, reason="Troppo tardi", by=None)
    assert mail.outbox[-1].to == [user.email]
    assert "Troppo tardi" in str(mail.outbox[-1].body)
    again = _ask(event, days=8)
    moving.event_move_withdraw(move=again, by=None)
    assert moving.waiting_move(event) is None
    assert Event.objects.get(pk=event.pk).first_day == event.first_day


def test_move_needs_an_authorised_event_another_day_of_the_season_and_an_announcement() -> None:
    event = open_event()
    today = timezone.localdate()
    wrong: list[tuple[dict[str, Any], Code]] = [
        ({"days": 0}, "FIELD_WRONG"),
        ({"days": 3000}, "OUTSIDE_SEASON"),
        ({"first_day": today - timedelta(days=1), "last_day": today}, "FIELD_WRONG"),
        ({"announcement_url": " "}, "FIELD_WRONG"),
        ({"reason": ""}, "DECISION_REASON_MISSING"),
        ({"announced_on": today + timedelta(days=1)}, "ANNOUNCED_IN_FUTURE"),
    ]
    for facts, refusal in wrong:
        with refuses(refusal):
            _ask(event, **facts)
    assert not EventMove.objects.exists()
    with refuses("EVENT_STATE_WRONG"):
        _ask(make.announced_event())


def test_start_changed_is_told_to_the_queue_too() -> None:
    event = open_event(capacity=3)
    for number in range(4):
        enter(event, number)
    lifecycle.event_update(event=event, by=None, starts_at=time(16, 30))
    assert _mailed("event_start_changed") == [f"z{number}@example.org" for number in range(4)]


def test_capacity_raised_promotes_at_once() -> None:
    event = open_event(capacity=3)
    for number in range(6):
        enter(event, number)
    lifecycle.event_update(event=event, by=None, capacity=5)
    states = EntryRequest.objects.order_by("pk").values_list("state", flat=True)
    assert list(states) == [State.ENTERED] * 3 + [State.PROMOTED] * 2 + [State.WAITING]
    lifecycle.event_update(event=event, by=None, capacity=None)
    assert not EntryRequest.objects.filter(state=State.WAITING).exists()


def test_move_is_asked_and_agreed_to_on_the_pages() -> None:
    event, organiser, referent = open_event(), Client(), Client()
    user = make.make_user()
    make.grant(event, user)
    organiser.force_login(user)
    referent.force_login(make.make_user(referent=True))
    page = reverse("event_move", args=[event.slug])
    day = event.first_day + timedelta(days=7)
    said = {"announcement_url": "https://forum.example/2", "announced_on": timezone.localdate(), "reason": "Neve"}
    assert organiser.post(page, {"first_day": day, **said}, follow=True).status_code == 200
    move = EventMove.objects.get()
    assert reverse("event_move_withdraw", args=[event.slug, move.pk]) in organiser.get(page).content.decode()
    decide = reverse("todo_answer", args=["move", move.pk])
    assert decide in referent.get(reverse("referent")).content.decode()
    referent.post(decide, {"decision": "no"})
    assert EventMove.objects.get().state == EventMove.State.WAITING
    referent.post(decide, {"decision": "yes"})
    assert Event.objects.get(pk=event.pk).first_day == day
