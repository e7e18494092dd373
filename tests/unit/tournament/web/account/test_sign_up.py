"""Creating an account, confirming its address, signing in with a code: nobody learns whose address is known."""

from __future__ import annotations

import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.auth import get_user_model
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from tests import factories as make
from tests.unit.tournament.web.conftest import text_of
from tournament.models import Job

pytestmark = pytest.mark.django_db

NAMES = {"first_name": " Žiga ", "last_name": "Đorđević  Černigoj", "password1": "una frase lunga"}
ADDRESS = "ziga@example.org"


def _sign_up(client: Client, capture: Any, **changes: str) -> Any:
    with capture(execute=True):
        return client.post(reverse("account_signup"), NAMES | {"email": ADDRESS} | changes)


def _code() -> str:
    match = re.search(r"^([A-Z0-9]{4}-[A-Z0-9]{4})$", str(mail.outbox[-1].body), re.MULTILINE)
    assert match is not None, mail.outbox[-1].body
    return match[1]


def test_sign_up_confirmed_by_the_mailed_code_signs_in(client: Client, django_capture_on_commit_callbacks: Any) -> None:
    answer = _sign_up(client, django_capture_on_commit_callbacks)
    assert (answer.status_code, answer["Location"]) == (302, reverse("account_email_verification_sent"))
    assert "_auth_user_id" not in client.session
    assert [message.to for message in mail.outbox] == [[ADDRESS]]
    page = client.get(answer["Location"]).content.decode()
    assert ADDRESS in page
    assert client.post(answer["Location"], {"code": _code()}).status_code == 302
    user = get_user_model().objects.get(email=ADDRESS)
    assert client.session["_auth_user_id"] == str(user.pk)
    assert (user.first_name, user.last_name) == ("Žiga", "Đorđević Černigoj")
    assert "ziga" not in user.get_username()
    assert EmailAddress.objects.get(user=user).verified


def test_sign_up_code_not_stored_in_clear(client: Client, django_capture_on_commit_callbacks: Any) -> None:
    _sign_up(client, django_capture_on_commit_callbacks)
    job = Job.objects.get(kind="account_mail")
    assert _code() not in str(Job.objects.filter(pk=job.pk).values().get())


def test_sign_up_with_a_known_address_answers_the_same(django_capture_on_commit_callbacks: Any) -> None:
    make.make_user("presente")
    new, known = Client(), Client()
    first = _sign_up(new, django_capture_on_commit_callbacks)
    second = _sign_up(known, django_capture_on_commit_callbacks, email="presente@example.org")
    assert (first.status_code, first["Location"]) == (second.status_code, second["Location"])
    pages = [
        re.sub(r'(?<=csrfmiddlewaretoken" value=")[^"]+|(?<="X-CSRFToken": ")[^"]+', "", page).replace(address, "…")
        for page, address in (
            (new.get(first["Location"]).content.decode(), ADDRESS),
            (known.get(second["Location"]).content.decode(), "presente@example.org"),
        )
    ]
    assert pages[0] == pages[1]
    assert [message.to for message in mail.outbox] == [[ADDRESS], ["presente@example.org"]]
    assert reverse("account_reset_password") in str(mail.outbox[1].body)
    assert get_user_model().objects.filter(email="presente@example.org").count() == 1


@pytest.mark.parametrize(
    ("field", "value"),
    [("password1", "corta1234"), ("password1", "123456789012345"), ("email", "non-una-mail"), ("last_name", "")],
)
def test_sign_up_wrong_field_named(client: Client, field: str, value: str) -> None:
    answer = client.post(reverse("account_signup"), NAMES | {"email": ADDRESS} | {field: value})
    assert answer.status_code == 200
    assert field in answer.context["form"].errors
    assert not get_user_model().objects.filter(email=ADDRESS).exists()


def test_sign_up_short_password_refused_in_the_language_of_the_page(client: Client) -> None:
    data = NAMES | {"email": ADDRESS, "password1": "corta"}
    for language, words in (("it", "troppo corta: almeno 12 caratteri"), ("en", "too short: at least 12 characters")):
        answer = client.post(reverse("account_signup"), data, headers={"accept-language": language})
        (refusal,) = answer.context["form"].errors["password1"]
        assert words in refusal


def test_sign_up_promises_a_code_only_where_one_follows(client: Client) -> None:
    words = "Mandiamo un codice all’indirizzo"
    assert words in text_of(client.get(reverse("account_signup")))
    session = client.session
    session["account_verified_email"] = ADDRESS
    session.save()
    page = text_of(client.get(reverse("account_signup")))
    assert words not in page
    assert "Sotto i 14 anni" in page


def test_wrong_code_refused_until_the_attempts_end(client: Client, django_capture_on_commit_callbacks: Any) -> None:
    page = _sign_up(client, django_capture_on_commit_callbacks)["Location"]
    code = _code()
    for _ in range(3):
        client.post(page, {"code": "AAAA-AAAA"})
    client.post(page, {"code": code})
    assert "_auth_user_id" not in client.session
    assert not EmailAddress.objects.filter(email=ADDRESS, verified=True).exists()


def test_account_made_by_an_operator_signs_in_with_its_user_name(client: Client) -> None:
    user = make.make_user("operatrice")
    answer = client.post(reverse("account_login"), {"login": "operatrice", "password": make.PASSWORD})
    assert (answer.status_code, answer["Location"]) == (302, reverse("own_place"))
    assert client.session["_auth_user_id"] == str(user.pk)


def test_address_added_to_an_old_account_becomes_its_login(
    client: Client, django_capture_on_commit_callbacks: Any
) -> None:
    user = make.make_user("vecchia")
    type(user).objects.filter(pk=user.pk).update(email="")
    client.force_login(user)
    with django_capture_on_commit_callbacks(execute=True):
        answer = client.post(reverse("account_email"), {"email": "nuova@example.org", "action_add": ""})
    client.post(answer["Location"], {"code": _code()})
    fresh = Client()
    credentials = {"login": "nuova@example.org", "password": make.PASSWORD}
    assert fresh.post(reverse("account_login"), credentials).status_code == 302
    assert fresh.session["_auth_user_id"] == str(user.pk)


def test_sign_in_with_a_mailed_code(client: Client, django_capture_on_commit_callbacks: Any) -> None:
    user = make.make_user("presente")
    with django_capture_on_commit_callbacks(execute=True):
        answer = client.post(reverse("account_request_login_code"), {"email": user.email})
    assert client.post(answer["Location"], {"code": _code()}).status_code == 302
    assert client.session["_auth_user_id"] == str(user.pk)


def test_code_for_an_unknown_address_sends_nothing(client: Client, django_capture_on_commit_callbacks: Any) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        answer = client.post(reverse("account_request_login_code"), {"email": "ignota@example.org"})
    assert (answer.status_code, answer["Location"]) == (302, reverse("account_confirm_login_code"))
    assert mail.outbox == []


def test_changed_password_told_by_mail(client: Client, django_capture_on_commit_callbacks: Any) -> None:
    user = make.make_user("attenta")
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    client.force_login(user)
    new = "un’altra frase lunga"
    with django_capture_on_commit_callbacks(execute=True):
        answer = client.post(
            reverse("account_change_password"), {"oldpassword": make.PASSWORD, "password1": new, "password2": new}
        )
    assert (answer.status_code, answer["Location"]) == (302, reverse("account"))
    assert [message.to for message in mail.outbox] == [[user.email]]
    assert "è stata cambiata la password" in str(mail.outbox[0].body)


def test_sign_ups_throttled_by_address(client: Client, settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"signup": "2/m/ip"}
    cache.clear()
    statuses = [client.post(reverse("account_signup"), {}).status_code for _ in range(3)]
    cache.clear()
    assert statuses == [200, 200, 429]


@pytest.mark.parametrize("name", ["mfa_edit_webauthn", "mfa_remove_webauthn"])
def test_passkey_of_another_account_not_match(client: Client, name: str) -> None:
    user = make.make_user("curiosa")
    other = Authenticator.objects.create(user=make.make_user(), type=Authenticator.Type.WEBAUTHN, data={"name": "x"})
    client.force_login(user, backend="allauth.account.auth_backends.AuthenticationBackend")
    client.post(reverse("account_reauthenticate"), {"password": make.PASSWORD})
    for answer in (client.get(reverse(name, args=[other.pk])), client.post(reverse(name, args=[other.pk]))):
        assert answer.status_code == 404
    assert Authenticator.objects.filter(pk=other.pk).exists()
