"""Tell accounts that their owners created on the site from those that an operator created on the server."""

from __future__ import annotations

import secrets
from typing import Any

from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.db.models import Q

from tournament.models.accounts import GENERATED_NAME, has_generated_name


def generated_name() -> str:
    """Return a user name for an account that signs in with its mail address: it says nothing about its owner."""
    return f"u-{secrets.token_hex(8)}"


def account_login(user: Any) -> str:
    """Return what the owner signs in with: the mail address of an account created on the site, else the user name."""
    return str(user.email if has_generated_name(user) else user.get_username())


def find_account(login: str) -> User | None:
    """Return the active account that signs in with this user name or mail address; None if no account or several do.

    An address counts once its owner has confirmed it, or if an operator gave it to the account.
    """
    typed = login.strip()
    active = User.objects.filter(is_active=True)
    named = active.filter(username=typed).first()
    if named is not None or not typed:
        return named
    confirmed = Q(emailaddress__email__iexact=typed, emailaddress__verified=True)
    given = Q(email__iexact=typed) & ~Q(username__regex=GENERATED_NAME)
    accounts = list(active.filter(confirmed | given).distinct()[:2])
    return accounts[0] if len(accounts) == 1 else None


def confirmed_addresses(user: Any) -> set[str]:
    """Return the addresses, in lower case, that an account's owner has confirmed or that an operator gave to it."""
    addresses = EmailAddress.objects.filter(user=user, verified=True).values_list("email", flat=True)
    confirmed = {address.lower() for address in addresses}
    return confirmed if has_generated_name(user) or not user.email else confirmed | {user.email.lower()}
