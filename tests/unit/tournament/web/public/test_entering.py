"""Test the page on which players enter, the page behind the mailed link, and the desk that decides."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests import factories as make
from tests.entering import ask_to_enter, enter, open_event
from tournament.access.links import link_token, participant_link_give, request_link_make
from tournament.core.dates import date_words
from tournament.entries.check_in import code_entry
from tournament.events import lifecycle
from tournament.models import EntryRequest, Event
from tournament.models.accounts import account_name
from tournament.records.settling import settles_on

pytestmark = pytest.mark.django_db

SAYS = {
    "age": "adult",
    "first_name": "Ada",
    "last_name": "Riva",
    "email": "ada@example.org",
    "show_name": "yes",
    "photo_consent": "no",
}


def _page(event: Event) -> str:
    return reverse("entry_page", args=[event.slug])


def _address(request: EntryRequest) -> str:
    return reverse("entry_request", args=[link_token(request_link_make(request=request))])


def _queries(client: Client, address: str) -> int:
    with CaptureQueriesContext(connection) as caught:
        assert client.get(address).status_code == 200
    return len(caught)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"age": ""}, "Obbligatorio"),
        ({"email": ""}, "Scrivi l’indirizzo mail"),
        ({"email": "ada"}, "mail"),
        ({"first_name": " "}, "Scrivi il nome."),
        ({"show_name": ""}, "Obbligatorio"),
        ({"age": "child"}, "Sotto i 14 anni iscrive"),
    ],
)
def test_incomplete_form_says_what_is_missing_and_keeps_the_rest(change: dict[str, str], words: str) -> None:
    event = open_event()
    answer = Client().post(_page(event), SAYS | change)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert words.casefold() in page.casefold()
    assert 'value="Riva"' in page
    assert not event.entry_requests.exists()


def test_visitor_without_account_confirms_by_the_link_and_lands_on_the_own_page() -> None:
    event, client = open_event(), Client()
    answer = client.post(_page(event), SAYS, follow=True)
    assert "Abbiamo scritto a ada@example.org" in answer.content.decode()
    # The address stands on the page once.
    assert "ada@example.org" not in client.get(_page(event)).content.decode()
    address = _address(event.entry_requests.get())
    assert "È tutto giusto?" in client.get(address).content.decode()
    assert not event.entries.exists()
    page = client.post(address, {"confirm": "1"}, follow=True)
    assert "Per il check-in" in page.content.decode()
    entry = event.entries.get()
    link = participant_link_give(entry=entry, by=None)
    assert link is not None
    own = f"https://fossato.example{reverse('player_phone', args=[link_token(link)])}"
    assert code_entry(event=event, text=own) == entry
    # Withdrawing asks first.
    withdraw = reverse("player_phone_withdraw", args=[link_token(link)])
    assert "Ritirarti da" in client.post(withdraw).content.decode()
    assert event.entries.exists()
    client.post(withdraw, {"confirmed": "1"})
    assert not event.entries.exists()
    assert "Non sei più nella lista" in client.get(address).content.decode()


def test_account_enters_at_once_and_withdraws(client: Client) -> None:
    event, user = open_event(), make.make_user(first_name="Ada", last_name="Riva")
    EmailAddress.objects.create(user=user, email="ada@example.org", primary=True, verified=True)
    client.force_login(user)
    own = {name: value for name, value in SAYS.items() if name != "email"}
    entered = client.post(_page(event), own, follow=True).content.decode()
    assert "è nell’elenco degli iscritti" in entered
    code = re.search(r'href="(/g/[\w-]{22}/)">Il mio codice per il check-in', entered)
    assert code is not None
    assert client.get(code[1]).status_code == 200
    assert code[1] in client.get(reverse("my_games")).content.decode()
    person = event.entries.get().person
    assert (person.user, person.email) == (user, "ada@example.org")
    withdraw = reverse("entry_withdraw", args=[event.slug])
    assert event.entries.exists()
    client.post(withdraw)
    assert event.entries.exists()
    client.post(withdraw, {"confirmed": "1"})
    assert not event.entries.exists()


def test_account_joined_to_its_record_by_the_entry_is_told_that_the_name_waits(client: Client) -> None:
    event, user = make.authorised_event(entry_mode="open"), make.make_user()
    EmailAddress.objects.create(user=user, email="ada@example.org", primary=True, verified=True)
    person = make.make_person(first_name="Ada", last_name="Riva", email="ada@example.org", consent=False)
    client.force_login(user)
    page = client.post(_page(event), SAYS, follow=True).content.decode()
    person.refresh_from_db()
    assert (person.user, person.consent) == (user, False)
    day = settles_on(person)
    assert day is not None
    assert date_words(day, "j F Y") in page


def test_account_enters_a_child_by_the_guardians_mail(client: Client) -> None:
    event, user = open_event(), make.make_user()
    client.force_login(user)
    client.post(_page(event), SAYS | {"age": "child", "first_name": "Ivo", "guardian_name": "Ada Riva"})
    request = event.entry_requests.get()
    assert (request.state, request.user, str(request)) == ("unconfirmed", None, "Ivo Riva")


def test_promoted_player_takes_the_place_by_the_link_or_the_account(client: Client) -> None:
    event, user = open_event(capacity=3), make.make_user(first_name="Ada", last_name="Riva")
    gone = [enter(event, number) for number in range(3)]
    by_link = enter(event, 4)
    client.force_login(user)
    client.post(_page(event), SAYS)
    assert "Il tuo posto in lista d’attesa: 2º" in client.get(_page(event)).content.decode()
    for request in gone[:2]:
        Client().post(_address(request), {"withdraw": "1", "confirmed": "1"})
    assert "C’è un posto per te" in client.get(event.get_absolute_url()).content.decode()
    Client().post(_address(by_link), {"accept": "1"})
    client.post(reverse("entry_accept", args=[event.slug]))
    assert {str(entry) for entry in event.entries.select_related("person")} == {
        "Zoe Conti 2",
        "Zoe Conti 4",
        "Ada Riva",
    }


def test_player_who_did_not_answer_in_time_enters_again(client: Client) -> None:
    event, user = open_event(capacity=3), make.make_user(first_name="Ada", last_name="Riva")
    for number in range(3):
        enter(event, number)
    by_link = enter(event, 4)
    client.force_login(user)
    client.post(_page(event), SAYS)
    event.entry_requests.filter(state="waiting").update(state="lapsed")
    page = client.get(_page(event)).content.decode()
    assert "perché non è arrivata risposta in tempo" in page
    assert 'name="last_name"' in page
    for address in (_address(by_link), event.get_absolute_url()):
        assert f'href="{_page(event)}"' in client.get(address).content.decode()
    client.post(_page(event), SAYS)
    assert event.entry_requests.get(user=user).state == "waiting"


def test_desk_approves_and_refuses_with_a_reason(organiser: Callable[[Event], Client]) -> None:
    event = open_event(entry_mode="approval")
    good, bad = (enter(event, number) for number in range(2))
    hidden = ask_to_enter(event, 2)
    client = organiser(event)
    page = client.get(reverse("entries", args=[event.slug])).content.decode()
    assert ["Zoe Conti 0" in page, "Zoe Conti 1" in page, "Zoe Conti 2" in page] == [True, True, False]
    assert client.post(reverse("entry_request_approve", args=[event.slug, hidden.pk])).status_code == 404
    client.post(reverse("entry_request_approve", args=[event.slug, good.pk]))
    refuse = reverse("entry_request_refuse", args=[event.slug, bad.pk])
    assert client.post(refuse, {"reason": ""}).status_code == 422
    client.post(refuse, {"reason": "Solo soci"})
    assert "Solo soci" in Client().get(_address(bad)).content.decode()
    listed = client.get(reverse("entries", args=[event.slug])).content.decode()
    assert "Solo soci" in listed
    decided = EntryRequest.objects.get(pk=bad.pk).decided_by
    assert decided is not None
    assert f'<span class="fo-label">{account_name(decided)}</span>' in listed
    assert [str(entry) for entry in event.entries.select_related("person")] == ["Zoe Conti 0"]


def test_entry_pages_of_a_void_event_say_so_and_offer_no_act(client: Client) -> None:
    event = open_event(capacity=3)
    asked = [ask_to_enter(event, 0), *(enter(event, number) for number in range(1, 5))]
    lifecycle.event_void(event=event, by=None, reason="Neve")
    for request in EntryRequest.objects.filter(pk__in=[row.pk for row in asked]):
        page = client.get(_address(request), follow=True).content.decode()
        assert "Neve" in page
        assert 'name="confirm"' not in page
        assert 'name="withdraw"' not in page
        assert 'name="accept"' not in page


def test_entry_pages_take_few_queries(client: Client, organiser: Callable[[Event], Client]) -> None:
    event, user = open_event(capacity=3), make.make_user()
    requests = [enter(event, number) for number in range(6)]
    assert _queries(Client(), _page(event)) <= 4
    assert _queries(Client(), _address(requests[5])) <= 4
    client.force_login(user)
    client.post(_page(event), SAYS)
    assert _queries(client, _page(event)) <= 12
    assert _queries(organiser(event), reverse("entries", args=[event.slug])) <= 12


def test_entries_of_one_address_are_throttled(settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"entry_ask": "60/h/ip,2/h/key"}
    event = open_event()
    answers = [Client().post(_page(event), SAYS | {"first_name": name}).status_code for name in ("Ada", "Ivo", "Eva")]
    assert answers == [302, 302, 429]
