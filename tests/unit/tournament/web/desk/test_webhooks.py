"""Test the webhook pages of the desk and of the Referent."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories as make
from tests.unit.tournament.web.conftest import shown_messages as messages_of
from tests.unit.tournament.web.conftest import text_of
from tournament.models import Event, WebhookDelivery, WebhookEndpoint
from tournament.webhooks import services as webhooks

pytestmark = pytest.mark.django_db

URL = "https://fossato.invalid/avvisi"


@pytest.fixture
def event() -> Event:
    return make.authorised_event(name="Torneo del ponte")


def message_text(answer: Any) -> str:
    return " ".join(messages_of(answer))


def address(event: Event | None, act: str = "", pk: int = 0, what: str = "") -> str:
    """Return the URL of the page, of an action on an endpoint, or of resending a delivery."""
    before = [event.slug] if event else []
    if not act:
        return reverse("webhooks" if event else "all_webhooks", args=before)
    name = act if event else f"all_{act}"
    return reverse(name, args=[*before, pk, *([what] if what else [])])


#: As a page shows it: 256 bits in base64.
SECRET = re.compile(r"whsec_[A-Za-z0-9+/]{43}=")


@pytest.fixture(params=["desk", "referent"])
def room(request: Any, event: Event, visitor: Callable[..., Client]) -> tuple[Event | None, Client]:
    """Return the event of the endpoints (None for the Referent's) and a client that may manage them."""
    if request.param == "desk":
        return event, visitor("organiser", event)
    return None, visitor("referent")


def test_webhook_add_shows_the_secret_once(room: tuple[Event | None, Client]) -> None:
    event, client = room
    answer = client.post(address(event), {"url": URL})
    assert answer.status_code == 200
    assert answer["Cache-Control"] == "private, no-store"
    secret_match = SECRET.search(answer.content.decode())
    assert secret_match is not None
    endpoint = WebhookEndpoint.objects.get()
    assert (endpoint.event, endpoint.url, endpoint.made_by) == (event, URL, client.user)
    assert webhooks.current_secret(endpoint) == secret_match[0]
    page = client.get(address(event)).content.decode()
    assert URL in page
    assert "whsec_" not in page


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("", "obbligatorio"),
        ("ftp://esempio.it/", "deve cominciare con https://"),
        ("https://a:b@esempio.it/", "nome utente o password"),
        ("https://192.168.1.7/", "192.168.1.7 è un indirizzo di una rete privata"),
        ("esempio", "non è un indirizzo web"),
    ],
)
def test_webhook_add_invalid_url_shows_its_error(
    settings: Any, room: tuple[Event | None, Client], url: str, words: str
) -> None:
    settings.FOSSATO_WEBHOOK_HTTP = False
    event, client = room
    answer = client.post(address(event), {"url": url})
    assert answer.status_code == 422
    assert words in answer.content.decode().replace("&#x27;", "’")
    assert not WebhookEndpoint.objects.exists()


def test_webhook_page_lists_deliveries_and_resends(room: tuple[Event | None, Client]) -> None:
    event, client = room
    endpoint, _secret = webhooks.webhook_add(event=event, url=URL, by=None)
    delivered_event = event or make.make_event(name="Torneo lontano")
    webhooks.webhook_emit(kind="round.closed", key="1", event=delivered_event)
    WebhookDelivery.objects.update(state="given_up", attempts=8, last_status=503, last_reason="WEBHOOK_STATUS")
    page = text_of(client.get(address(event)))
    assert "turno chiuso" in page
    assert "abbandonato (503)" in page
    assert "fossato.invalid ha risposto 503: ci vuole una risposta fra 200 e 299." in page
    assert ("Torneo lontano" in page) == (event is None)
    answer = client.post(address(event, "webhook_resend", endpoint.deliveries.get().pk), follow=True)
    assert "stesso id" in message_text(answer)
    delivery = endpoint.deliveries.get()
    assert (delivery.state, delivery.attempts_before) == ("waiting", 8)


def test_webhook_act_test_pause_and_resume(room: tuple[Event | None, Client]) -> None:
    event, client = room
    endpoint, _secret = webhooks.webhook_add(event=event, url=URL, by=None)

    def press(what: str) -> str:
        return message_text(client.post(address(event, "webhook_act", endpoint.pk, what), follow=True))

    assert "Prova in invio" in press("prova")
    assert endpoint.deliveries.get().kind == "test"
    assert "in pausa" in press("pausa")
    assert "in pausa a mano" in client.get(address(event)).content.decode()
    assert "riprendilo prima" in press("prova")
    press("pausa")
    assert endpoint.deliveries.count() == 1
    assert "riceve di nuovo" in press("riprendi")
    endpoint.refresh_from_db()
    assert endpoint.paused_at is None


@pytest.mark.parametrize("what", ["segreto", "togli"])
def test_webhook_act_irreversible_actions_need_confirmation(room: tuple[Event | None, Client], what: str) -> None:
    event, client = room
    endpoint, secret = webhooks.webhook_add(event=event, url=URL, by=None)
    act_url = address(event, "webhook_act", endpoint.pk, what)
    confirmation = client.post(act_url)
    assert 'name="confirmed"' in confirmation.content.decode()
    assert webhooks.current_secret(WebhookEndpoint.objects.get()) == secret
    done = client.post(act_url, {"confirmed": "1"}, follow=True)
    if what == "togli":
        assert "rimosso" in message_text(done)
        assert not WebhookEndpoint.objects.exists()
    else:
        assert webhooks.current_secret(WebhookEndpoint.objects.get()) in done.content.decode()
        assert webhooks.current_secret(WebhookEndpoint.objects.get()) != secret


def test_webhook_act_of_another_event_answers_404(event: Event, organiser: Callable[[Event], Client]) -> None:
    client = organiser(event)
    for other in (make.make_event(), None):
        endpoint, _secret = webhooks.webhook_add(event=other, url=URL, by=None)
        delivery = webhooks.webhook_test(endpoint=endpoint, by=None)
        for what in ("prova", "segreto", "togli", "pausa"):
            answer = client.post(address(event, "webhook_act", endpoint.pk, what), {"confirmed": "1"})
            assert answer.status_code == 404
        assert client.post(address(event, "webhook_resend", delivery.pk)).status_code == 404
    assert WebhookEndpoint.objects.count() == 2


def test_webhook_page_is_linked_from_desk_and_referent(event: Event, visitor: Callable[..., Client]) -> None:
    desk = visitor("organiser", event).get(reverse("desk", args=[event.slug])).content.decode()
    assert f'href="{address(event)}"' in desk
    assert f'href="{address(None)}"' in visitor("referent").get(reverse("referent")).content.decode()


ACTS = {
    "it": [
        f"Webhook aggiunto: {URL}",
        f"Webhook provato: {URL}",
        f"Rimandato al webhook {URL}",
        f"Webhook messo in pausa: {URL}",
        f"Il webhook {URL} viene avvisato di nuovo da ora in poi",
        f"Nuovo segreto per il webhook {URL}",
        f"Webhook rimosso: {URL}",
    ],
    "en": [
        f"Webhook added: {URL}",
        f"Webhook tried: {URL}",
        f"Sent again to the webhook {URL}",
        f"Webhook paused: {URL}",
        f"The webhook {URL} is notified again from now on",
        f"New secret for the webhook {URL}",
        f"Webhook removed: {URL}",
    ],
}


@pytest.mark.parametrize("language", ["it", "en"])
def test_webhook_actions_are_in_the_history_of_the_event(
    event: Event, organiser: Callable[[Event], Client], language: str
) -> None:
    client = organiser(event)
    secrets = [SECRET.search(client.post(address(event), {"url": URL}).content.decode())]
    endpoint = WebhookEndpoint.objects.get()
    for what in ("prova", "pausa", "riprendi", "segreto", "togli"):
        if what == "pausa":
            client.post(address(event, "webhook_resend", endpoint.deliveries.get().pk))
        answer = client.post(address(event, "webhook_act", endpoint.pk, what), {"confirmed": "1"})
        secrets.append(SECRET.search(answer.content.decode()))
    foreign, _secret = webhooks.webhook_add(event=make.make_event(), url=f"{URL}/altrui", by=None)
    webhooks.webhook_add(event=None, url=f"{URL}/di-tutti", by=None)
    page = text_of(client.get(reverse("history", args=[event.slug]), headers={"Accept-Language": language}))
    places = [page.index(phrase) for phrase in ACTS[language]]
    assert places == sorted(places, reverse=True)
    assert page.count(client.user.username) >= len(places)
    paused = ["perché in pausa", "in pausa a mano"] if language == "it" else ["why paused", "paused by hand"]
    act = client.get(reverse("history", args=[event.slug])).context["page"][3]
    details = client.get(
        f"{reverse('history', args=[event.slug])}?atto={act.key}", headers={"Accept-Language": language}
    )
    assert [phrase for phrase in paused if phrase not in text_of(details)] == []
    assert (foreign.url in page, "di-tutti" in page) == (False, False)
    assert [match[0] for match in secrets if match is not None and match[0] in page] == []
    assert sum(match is not None for match in secrets) == 2
    rows = client.get(f"{reverse('history', args=[event.slug])}?formato=json").content.decode()
    assert rows.count('"webhook_') == len(places)


def test_webhook_automatic_pause_is_in_the_history(event: Event, organiser: Callable[[Event], Client]) -> None:
    endpoint, _secret = webhooks.webhook_add(event=event, url=URL, by=None)
    webhooks.webhook_pause(endpoint=endpoint, by=None, why=WebhookEndpoint.Paused.FAILING)
    client, address_of_history = organiser(event), reverse("history", args=[event.slug])
    listed = client.get(address_of_history)
    assert f"Webhook messo in pausa: {URL}" in text_of(listed)
    key = next(act.key for act in listed.context["page"] if act.verb == "webhook_pause")
    page = text_of(client.get(f"{address_of_history}?atto={key}"))
    assert "non ha risposto per giorni" in page
