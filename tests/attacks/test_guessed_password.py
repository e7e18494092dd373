"""An attacker guesses passwords: those that everybody uses, for one name, for many names, from a shared address."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError


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
