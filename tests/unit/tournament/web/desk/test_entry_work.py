"""Test the cash list, messages to everybody entered, reported errors, links mailed again, the question after a move."""

from __future__ import annotations

from collections.abc import Callable
from datetime import time
from typing import Any

import pytest
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests import factories as make
from tests.entering import ask_to_enter, enter, open_event
from tests.refusals import refuses
from tournament.access.links import link_token, participant_link_give
from tournament.entries import error_reports, messages, payments, requests
from tournament.events.lifecycle import event_update
from tournament.models import Entry, ErrorReport, Event, EventMessage

pytestmark = pytest.mark.django_db


def _own_page(entry: Entry, name: str) -> str:
    link = participant_link_give(entry=entry, by=None)
    assert link is not None
    return reverse(name, args=[link_token(link)])


def _queries(client: Client, address: str) -> int:
    with CaptureQueriesContext(connection) as caught:
        assert client.get(address).status_code == 200
    return len(caught)


def test_cash_list_adds_up_prices_and_reductions(organiser: Callable[[Event], Client]) -> None:
    event = open_event()
    paying = [enter(event, number).entry for number in range(3)]
    client, page = organiser(event), reverse("cash", args=[event.slug])
    for label, amount in (("Intero", "8"), ("Ridotto", "5.50")):
        client.post(page, {"label": label, "amount": amount})
    full, reduced = event.prices.all()
    for entry, price in zip(paying, (full, full, reduced), strict=True):
        assert entry is not None
        client.post(reverse("cash_pay", args=[event.slug, entry.pk]), {"price": price.pk})
    text = client.get(page).content.decode()
    assert "21,50 € da 3 giocatori" in text
    client.post(reverse("cash_price_remove", args=[event.slug, full.pk]))
    client.post(reverse("cash_pay", args=[event.slug, Entry.objects.earliest("pk").pk]), {"undo": "1"})
    # A price that is removed stays where it was paid.
    assert payments.cash_totals(event.entries.all()) == [
        payments.CashTotal("Intero", 1, 800),
        payments.CashTotal("Ridotto", 1, 550),
    ]
    assert _queries(client, page) <= 12
    assert client.post(page, {"label": "Ospite", "amount": "-1"}).status_code == 422


def test_message_goes_once_to_everybody_with_an_address(
    organiser: Callable[[Event], Client], django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    event = open_event()
    for number in range(2):
        enter(event, number)
    make.entries.entry_add(event=event, person=make.make_person(consent=False), by=None)
    client, page = organiser(event), reverse("event_messages", args=[event.slug])
    asked = client.post(page, {"text": "Si entra dal cortile"}).content.decode()
    assert "Mandarlo a 2 giocatori?" in asked
    assert not EventMessage.objects.exists()
    mail.outbox.clear()
    with django_capture_on_commit_callbacks(execute=True):
        for _time in range(2):
            client.post(page, {"text": "Si entra dal cortile", "confirmed": "1"})
    assert sorted(message.to[0] for message in mail.outbox) == ["z0@example.org", "z1@example.org"]
    assert "Si entra dal cortile" in mail.outbox[0].body
    assert "Si entra dal cortile" in client.get(page).content.decode()
    assert _queries(client, page) <= 12
    with refuses("FIELD_WRONG"):
        messages.message_send(event=event, text=" ", by=None)


def test_reported_error_is_the_desks_then_the_referents(organiser: Callable[[Event], Client]) -> None:
    event = make.concluded_event()
    entry = event.entries.earliest("pk")
    entry.person.email = "a@example.org"
    entry.person.save()
    client = organiser(event)
    Client().post(_own_page(entry, "player_phone_error"), {"words": "Il cognome  è Riva"})
    report = ErrorReport.objects.get()
    assert report.words == "Il cognome è Riva"
    assert "Il cognome è Riva" in client.get(reverse("error_reports", args=[event.slug])).content.decode()
    assert not error_reports.error_reports_for_referent().exists()
    Event.objects.filter(pk=event.pk).update(state="homologated")
    referent = Client()
    referent.force_login(make.make_user(referent=True))
    assert "Il cognome è Riva" in referent.get(reverse("referent")).content.decode()
    done = reverse("todo_answer", args=["error_of_report", event.slug])
    assert referent.post(done, {"report": report.pk}).headers["Location"] == reverse("referent")
    assert "Il cognome è Riva" not in referent.get(reverse("referent")).content.decode()
    assert "Fatto il" in client.get(reverse("error_reports", args=[event.slug])).content.decode()


def test_open_reports_of_one_player_are_few() -> None:
    entry = enter(open_event(), 1).entry
    assert entry is not None
    for words in ("uno", "due", "due", "tre"):
        error_reports.error_report(entry=entry, words=words)
    assert ErrorReport.objects.count() == 3
    with refuses("FIELD_WRONG"):
        error_reports.error_report(entry=entry, words="quattro")


def test_link_is_mailed_again_with_the_same_answer_for_every_address(
    django_capture_on_commit_callbacks: Callable[..., Any],
) -> None:
    event = open_event()
    entered = enter(event, 1).entry
    assert entered is not None
    ask_to_enter(event, 2)
    entered.links.update(mailed_at=None)
    page, answers = reverse("entry_link_again", args=[event.slug]), []
    mail.outbox.clear()
    with django_capture_on_commit_callbacks(execute=True):
        for address in ("Z1@example.org", "z2@example.org", "nessuno@example.org"):
            answers.append(Client().post(page, {"email": address}).content)
            requests.links_mail_again(event=event, address=address)
    assert len({answer.partition(b"<main")[2] for answer in answers}) == 1
    assert sorted(message.to[0] for message in mail.outbox) == ["z1@example.org", "z2@example.org"]


def test_moved_start_asks_who_still_comes(
    organiser: Callable[[Event], Client], django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    event = open_event()
    entry = enter(event, 1).entry
    assert entry is not None
    mail.outbox.clear()
    with django_capture_on_commit_callbacks(execute=True):
        event_update(event=event, by=None, starts_at=time(11, 30))
    page = _own_page(entry, "player_phone")
    assert f"Vieni lo stesso?\n\nhttp://127.0.0.1:8000{page}vengo/\n" in mail.outbox[0].body
    assert "Vieni lo stesso?" in Client().get(page).content.decode()
    entries = reverse("entries", args=[event.slug])
    assert "non ha detto se viene ancora" in organiser(event).get(entries).content.decode()
    Client().post(_own_page(entry, "player_phone_comes"))
    assert "Vieni lo stesso?" not in Client().get(page).content.decode()
    assert "non ha detto se viene ancora" not in organiser(event).get(entries).content.decode()
