"""An attacker guesses passwords: those that everybody uses, for one name, for many names, from a shared address."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from ops import sign_in
from tests import factories as make
from tournament.models import Event, EventRole


@pytest.mark.parametrize(
    "password",
    [
        "password1234",
        "P@ssw0rd12345",
        "qwertyuiop12",
        "aaaaaaaaaaaa",
        "dominion2026!",
        "GiuliaBianchi",
        "referente1234",
    ],
)
def test_password_of_the_first_tries_is_refused(password: str) -> None:
    user = User(username="u-1", first_name="Giulia", last_name="Bianchi", email="giulia@example.org")
    with pytest.raises(ValidationError):
        validate_password(password, user)


@pytest.mark.parametrize("password", ["una frase lunga", "gatto tavolo settembre", "q9x7vbpl20zk", "x" + "aB3!" * 500])
def test_other_password_is_accepted(password: str) -> None:
    validate_password(password, User(username="u-1", first_name="Giulia", last_name="Bianchi"))


HALL, ELSEWHERE = "203.0.113.7", "198.51.100.9"


@pytest.fixture
def _no_counts() -> Any:
    cache.clear()
    yield
    cache.clear()


def _try(name: str, password: str = "sbagliata-davvero", *, address: str = HALL, client: Client | None = None) -> str:
    """Return what an attempt to sign in gives: in, wrong or paused."""
    sent = {"login": name, "password": password}
    answer = (client or Client()).post(reverse("account_login"), sent, REMOTE_ADDR=address)
    return {302: "in", 200: "wrong"}.get(answer.status_code, "paused")


def _known_device(user: Any) -> Client:
    client = Client()
    assert _try(user.username, make.PASSWORD, client=client) == "in"
    client.post(reverse("account_logout"))
    return client


@pytest.mark.django_db
@pytest.mark.usefixtures("_no_counts")
def test_one_name_from_one_address_is_paused_but_not_on_the_device_of_its_owner() -> None:
    user = make.make_user()
    device = _known_device(user)
    assert [_try(user.username) for _number in range(5)][:4] == ["wrong"] * 4
    assert _try(user.username, make.PASSWORD) == "paused"
    assert _try(user.username, make.PASSWORD, client=device) == "in"


@pytest.mark.django_db
@pytest.mark.usefixtures("_no_counts")
def test_one_name_from_many_addresses_is_paused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sign_in, "MOST_BY_NAME", 6)
    user = make.make_user()
    # Written in other ways it is the same name.
    names = [user.email.upper(), f" {user.email} ", user.email]
    for number in range(6):
        assert _try(names[number % 3], address=f"192.0.2.{number}") == "wrong"
    assert _try(user.email, make.PASSWORD, address=ELSEWHERE) == "paused"
    assert _try(make.make_user().username, make.PASSWORD, address=ELSEWHERE) == "in"


def _referee(*, days_ago: int = 0) -> User:
    event, referee = make.make_event(), make.make_user()
    make.grant(event, referee, EventRole.Role.REFEREE)
    day = timezone.localdate() - timedelta(days=days_ago)
    Event.objects.filter(pk=event.pk).update(first_day=day, last_day=day)
    return referee


@pytest.mark.django_db
@pytest.mark.usefixtures("_no_counts")
def test_prankster_in_the_hall_does_not_lock_a_referee_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sign_in, "MOST_BY_NAME", 7)
    referee, former = _referee(), _referee(days_ago=2)
    # From the same address on which the referee signs in, with a browser that nobody has used before.
    assert [_try(referee.email) for _number in range(8)] == ["wrong"] * 8
    assert _try(referee.email, make.PASSWORD) == "in"
    assert [_try(former.email) for _number in range(5)][:4] == ["wrong"] * 4
    assert _try(former.email, make.PASSWORD) == "paused"


@pytest.mark.django_db
@pytest.mark.usefixtures("_no_counts")
def test_password_of_a_referee_is_not_guessed_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sign_in, "MOST_BY_STAFF_NAME", 7)
    referee = _referee()
    device = _known_device(referee)
    addresses = [HALL] * 6 + [ELSEWHERE]
    assert [_try(referee.username, address=address) for address in addresses][:6] == ["wrong"] * 6
    assert _try(referee.username, make.PASSWORD) == "paused"
    assert _try(referee.username, make.PASSWORD, client=device) == "in"


@pytest.mark.django_db
@pytest.mark.usefixtures("_no_counts")
def test_many_names_from_the_hall_pause_it_but_not_its_referee(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sign_in, "MOST_BY_ADDRESS", 6)
    referee, player = _referee(), make.make_user()
    for number in range(6):
        assert _try(f"nome{number}") == "wrong"
    assert _try(player.username, make.PASSWORD) == "paused"
    assert _try(player.username, make.PASSWORD, address=ELSEWHERE) == "in"
    assert _try(referee.username, make.PASSWORD) == "in"


@pytest.mark.django_db
@pytest.mark.usefixtures("_no_counts")
def test_many_sign_ins_a_minute_from_the_hall_do_not_lock_a_known_device_out(settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"login": None, "sign_in": "4/m/ip", "sign_in_device": "2/m/key"}
    referee, prankster = make.make_user(), make.make_user()
    device, own_device = _known_device(referee), _known_device(prankster)
    assert [_try(f"nome{number}") for number in range(3)] == ["wrong", "wrong", "paused"]
    # A device is known to its own account alone.
    assert _try(referee.username, client=own_device) == "paused"
    assert _try(referee.username, make.PASSWORD) == "paused"
    assert _try(referee.username, client=device) == "wrong"
    assert _try(referee.username, make.PASSWORD, client=device) == "in"
    device.post(reverse("account_logout"))
    assert _try(referee.username, make.PASSWORD, client=device) == "paused"


@pytest.mark.django_db
@pytest.mark.usefixtures("_no_counts")
def test_stolen_device_does_not_guess_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sign_in, "MOST_BY_DEVICE", 7)
    user = make.make_user()
    device = _known_device(user)
    assert [_try(user.username, client=device) for _number in range(7)][:6] == ["wrong"] * 6
    assert _try(user.username, make.PASSWORD, client=device) == "paused"


@pytest.mark.django_db
def test_wrong_attempts_before_a_right_one_are_forgotten_also_by_mail() -> None:
    user = make.make_user()
    for _round in range(3):
        assert [_try(user.email) for _number in range(3)] == ["wrong"] * 3
        assert _try(user.email, make.PASSWORD) == "in"


@pytest.mark.django_db
@pytest.mark.usefixtures("_no_counts")
def test_administration_has_a_limit_of_its_own(settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"admin_login": "10/m/ip"}
    sent = {"password": "sbagliata-davvero"}
    address = reverse("admin:login")
    answers = [Client().post(address, sent | {"username": f"n{number}"}).status_code for number in range(11)]
    assert answers == [200] * 10 + [429]


@pytest.mark.django_db
@pytest.mark.usefixtures("_no_counts")
def test_fourth_reset_in_an_hour_is_refused_for_every_address_alike(settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"reset_password": "20/m/ip,3/h/key"}
    address, known = reverse("account_reset_password"), make.make_user().email
    for mail in (known, "ada@example.net"):
        assert [Client().post(address, {"email": mail}).status_code for _number in range(4)] == [302, 302, 302, 429]
