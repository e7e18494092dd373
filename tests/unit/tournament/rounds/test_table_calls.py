"""Test the notices during a round: a called table, a clock about to end."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import factories as make
from tournament.core.refusals import AlreadyDone
from tournament.delivery.notices import round_closing_notice, tables_notice
from tournament.delivery.push import push_subscribe
from tournament.models import Event, Job, Person, Table
from tournament.rounds.clock import clock_extend, clock_start
from tournament.rounds.table_calls import rounds_closing_tell, table_call
from tournament.web.account.addresses import settings_url

pytestmark = pytest.mark.django_db


def _account_of_seat(table: Table) -> Any:
    """Join an account to the first player of a table."""
    user = make.make_user()
    person = table.seats.select_related("entry__person").earliest("position").entry.person
    Person.objects.filter(pk=person.pk).update(user=user, email=user.email)
    return _with_device(user)


def _with_device(user: Any) -> Any:
    """Let an account show its notices on a device."""
    endpoint = f"https://fcm.googleapis.com/fcm/send/{user.pk}"
    push_subscribe(user=user, endpoint=endpoint, public_key="BPublic", auth_secret="s")
    return user


def _codes(user: Any) -> list[str]:
    """Return what the devices of an account show."""
    devices = set(user.push_subscriptions.values_list("pk", flat=True))
    return [job.args["code"] for job in Job.objects.filter(kind="push").order_by("pk") if job.args["device"] in devices]


def test_called_table_told_to_its_accounts_once_in_two_minutes(django_capture_on_commit_callbacks: Any) -> None:
    event = make.drawn_event(players=12)
    table, other = make.tables_of(make.last_round(event))[:2]
    user, stranger = _account_of_seat(table), _account_of_seat(other)
    with django_capture_on_commit_callbacks(execute=True):
        assert table_call(table=table, by=None) == 1
    assert (_codes(user), _codes(stranger)) == (["table_called"], [])
    (message,) = mail.outbox
    assert f"al tavolo {table.number}" in message.subject
    assert (message.to, settings_url("avvisi") in str(message.body)) == ([user.email], True)
    client = Client()
    client.force_login(user)
    assert "Ti chiamano al tavolo." in client.get(reverse("my_games")).content.decode()
    with pytest.raises(AlreadyDone):
        table_call(table=table, by=None)
    table.history.filter(history_verb="table_call").update(history_date=table.round.published_at - timedelta(hours=1))
    table_call(table=table, by=None)
    assert _codes(user) == ["table_called", "table_called"]


def test_delivered_table_not_called() -> None:
    event = make.drawn_event(players=12)
    table = make.tables_of(make.last_round(event))[0]
    user = _account_of_seat(table)
    Table.objects.filter(pk=table.pk).update(state=Table.State.CONFIRMED)
    with pytest.raises(AlreadyDone):
        table_call(table=table, by=None)
    assert _codes(user) == []


def test_desk_button_calls_and_says_how_many_are_reached(client: Client) -> None:
    event = make.drawn_event(players=12)
    table = make.tables_of(make.last_round(event))[0]
    user, organiser = _account_of_seat(table), make.make_user()
    make.grant(event, organiser)
    client.force_login(organiser)
    address = reverse("table_call", args=[event.slug, 1, table.number])
    assert address in client.get(reverse("round_desk", args=[event.slug, 1])).content.decode()
    page = client.post(address, follow=True).content.decode()
    assert f"Tavolo {table.number} chiamato: 1 giocatore ha un account." in page
    assert _codes(user) == ["table_called"]
    assert client.post(reverse("table_call", args=[event.slug, 1, 99])).status_code == 404


def test_clock_near_its_end_told_once_to_open_tables() -> None:
    event = make.drawn_event(players=12)
    game_round = make.last_round(event)
    table, done = make.tables_of(game_round)[:2]
    user, ready = _account_of_seat(table), _account_of_seat(done)
    Table.objects.filter(pk=done.pk).update(state=Table.State.CONFIRMED)
    if game_round.clock_started_at is None:
        clock_start(round=game_round, by=None)
    game_round.refresh_from_db()
    ends = game_round.clock_ends_at
    assert ends is not None
    assert rounds_closing_tell(ends - timedelta(minutes=6)) == 0
    for _turn in range(2):
        rounds_closing_tell(ends - timedelta(minutes=4))
    rounds_closing_tell(ends + timedelta(minutes=1))
    assert (_codes(user), _codes(ready)) == (["round_closing"], [])
    clock_extend(round=game_round, minutes=10, reason="Allarme", by=None)
    rounds_closing_tell(ends + timedelta(minutes=6))
    assert _codes(user) == ["round_closing", "round_closing"]


def test_closing_round_of_an_event_that_is_not_running_not_told() -> None:
    event = make.drawn_event(players=12)
    game_round = make.last_round(event)
    _account_of_seat(make.tables_of(game_round)[0])
    if game_round.clock_started_at is None:
        clock_start(round=game_round, by=None)
    game_round.refresh_from_db()
    assert game_round.clock_ends_at is not None
    Event.objects.filter(pk=event.pk).update(state=Event.State.VOID)
    assert rounds_closing_tell(game_round.clock_ends_at - timedelta(minutes=2)) == 0


def test_final_is_told_as_the_final_and_not_as_a_round(django_capture_on_commit_callbacks: Any) -> None:
    game_round = make.last_round(make.final_event())
    (table,) = make.tables_of(game_round)
    user = _account_of_seat(table)
    mail.outbox.clear()
    with django_capture_on_commit_callbacks(execute=True):
        tables_notice(game_round)
        table_call(table=table, by=None)
        round_closing_notice(game_round, timezone.now())
    assert _codes(user) == ["final_published", "final_called", "final_closing"]
    (letter,) = [message for message in mail.outbox if message.to == [user.email] and "sedia" in str(message.body)]
    assert letter.subject.endswith(": giochi la finale")
    assert not any("turno" in message.subject for message in mail.outbox)
