"""Guessing passwords, accounts, private links and people: responses do not reveal what exists."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import factories as make
from tests.unit.access.world import NO_TOKEN, ROLES, World, build
from tests.volume import one_in
from tournament.access import links
from tournament.models import Person, PrivateLink

pytestmark = pytest.mark.django_db

WRONG = "una-parola-sbagliata"
#: Responses to wrong attempts must be identical except for the parts that vary on every page.
_CHANGES = re.compile(r'(?<=csrfmiddlewaretoken" value=")[^"]+|(?<="X-CSRFToken": ")[^"]+')


@pytest.fixture(scope="module")
def world(one_world: None) -> World:
    return build()


def _tried(client: Client, name: str, password: str = WRONG) -> tuple[int, str]:
    response = client.post(reverse("account_login"), {"login": name, "password": password})
    return response.status_code, _CHANGES.sub("", response.content.decode()).replace(name, "…")


def test_account_locked_after_five_wrong_passwords() -> None:
    user = make.make_user("guardia")
    client = Client()
    assert [_tried(client, user.username)[0] for _ in range(4)] == [200] * 4
    assert _tried(client, user.username)[0] == 429
    status, page = _tried(client, user.username, make.PASSWORD)
    assert status == 429
    assert "<h1>Accesso in pausa</h1>" in page
    assert "sessionid" not in client.cookies


def test_lock_out_same_for_unknown_account() -> None:
    make.make_user("esiste")
    known_client, unknown = Client(), Client(REMOTE_ADDR="192.0.2.7")
    for _ in range(6):
        assert _tried(known_client, "esiste") == _tried(unknown, "inventato")


def test_lock_out_limited_to_name_and_address() -> None:
    user, other = make.make_user("uno"), make.make_user("due")
    for _ in range(5):
        _tried(Client(), user.username)
    assert _tried(Client(), user.username, make.PASSWORD)[0] == 429
    assert _tried(Client(), other.username, make.PASSWORD)[0] == 302
    assert _tried(Client(REMOTE_ADDR="192.0.2.9"), user.username, make.PASSWORD)[0] == 302


def test_failed_attempts_reset_by_right_password() -> None:
    user = make.make_user("distratta")
    for _ in range(3):
        assert [_tried(Client(), user.username)[0] for _ in range(3)] == [200] * 3
        assert _tried(Client(), user.username, make.PASSWORD)[0] == 302


def test_closed_account_same_as_unknown() -> None:
    closed = make.make_user("cessata", is_active=False)
    closed_response = _tried(Client(), closed.username, make.PASSWORD)
    assert closed_response == _tried(Client(), "mai-esistita", make.PASSWORD)


def test_password_reset_same_for_unknown_account(client: Client, django_capture_on_commit_callbacks: Any) -> None:
    make.make_user("presente")
    answers = []
    for address in ("presente@example.org", "assente@example.org"):
        with django_capture_on_commit_callbacks(execute=True):
            response = client.post(reverse("account_reset_password"), {"email": address})
        page = _CHANGES.sub("", client.get(response["Location"]).content.decode())
        answers.append((response.status_code, response["Location"], page))
    assert answers[0] == answers[1]
    assert [message.to for message in mail.outbox] == [["presente@example.org"]]


def test_invalid_tokens_throttled_valid_one_accepted(world: World) -> None:
    client = Client()
    statuses = [client.get(reverse("table_link", args=[NO_TOKEN])).status_code for _ in range(7)]
    assert statuses[:4] == [404] * 4
    assert set(statuses[5:]) == {429}
    assert client.get(reverse("table_link", args=[world.tokens["table’s link"]])).status_code == 200


@pytest.mark.parametrize("kind", ["table_link", "player_phone"])
def test_private_link_hashed_expiring_and_revocable(world: World, kind: str) -> None:
    token = world.tokens["table’s link" if kind == "table_link" else "participant’s link"]
    assert len(token) == links.TOKEN_LENGTH
    link = links.link_resolve(token, PrivateLink.Kind.TABLE if kind == "table_link" else PrivateLink.Kind.PARTICIPANT)
    stored = PrivateLink.objects.filter(pk=link.pk).values().get()
    assert token not in [str(value) for value in stored.values()]
    assert stored["expires_at"] > timezone.now()
    assert Client().get(reverse(kind, args=[token])).status_code == 200
    PrivateLink.objects.filter(pk=link.pk).update(expires_at=timezone.now())
    assert Client().get(reverse(kind, args=[token])).status_code == 410
    PrivateLink.objects.filter(pk=link.pk).update(expires_at=stored["expires_at"])
    links.link_revoke(link=link, by=None)
    assert Client().get(reverse(kind, args=[token])).status_code == 410


HIDDEN = [role for role in ROLES if role != "Referent"]


@pytest.mark.parametrize("role", HIDDEN)
def test_record_without_consent_same_as_unknown(world: World, role: str) -> None:
    person = make.make_person(consent=False, email="nascosta@example.org", card_number="SEGRETA-1")
    nobody = Person.objects.order_by("-pk")[0].pk + 1000
    client = world.client(role)
    hidden, missing = (client.get(reverse("player", args=[pk])) for pk in (person.pk, nobody))
    assert (hidden.status_code, missing.status_code) == (404, 404)
    alike = [
        response.content.decode().replace(f"/{pk}/", "/…/") for response, pk in ((hidden, person.pk), (missing, nobody))
    ]
    assert _CHANGES.sub("", alike[0]) == _CHANGES.sub("", alike[1])
    for name in ("person", "person_edit", "person_erase", "person_data_file"):
        hidden_response, missing_response = (client.get(reverse(name, args=[pk])) for pk in (person.pk, nobody))
        assert hidden_response.status_code == missing_response.status_code in (302, 403)


@pytest.mark.parametrize("role", HIDDEN)
@pytest.mark.parametrize("name", one_in(3, ["desk", "entries", "report", "history", "player_links", "print_consent"]))
def test_foreign_desk_same_as_unknown(world: World, role: str, name: str) -> None:
    foreign = make.make_event(name="Torneo di un altro")
    client = world.client(role)
    foreign_status, missing_status = (
        client.get(reverse(name, args=[slug])).status_code for slug in (foreign.slug, "mai-esistito")
    )
    assert foreign_status == missing_status in (302, 404)


def test_public_pages_without_consent_anonymous(world: World) -> None:
    event = make.played_event()
    hidden = event.entries.select_related("person").earliest("pk").person
    make.agree(hidden, consent=False)
    client: Any = world.client("nobody")
    pages = [
        reverse("event", args=[event.slug]),
        reverse("draws", args=[event.slug]),
        reverse("board", args=[event.slug]),
        reverse("board_json", args=[event.slug]),
        reverse("table_result", args=[event.slug, 1, 1]),
        reverse("event_standings_csv", args=[event.slug, 1]),
        reverse("ranking"),
    ]
    for page in pages:
        response = client.get(page)
        assert response.status_code == 200
        text = b"".join(response.streaming_content).decode() if response.streaming else response.content.decode()
        assert hidden.last_name not in text, page


def test_overlong_user_name_counted() -> None:
    """PostgreSQL stores at most 255 characters of it."""
    client = Client()
    assert [_tried(client, "a" * 5000)[0] for _ in range(5)] == [200] * 4 + [429]
