"""Invite people to a role of the federation by mail."""

from __future__ import annotations

from django.contrib.auth.models import Group, User
from django.db import transaction
from django.db.models import Q

from tournament.core.permissions import NATIONAL_REFERENT
from tournament.notifications.passwords import invitation_mail_enqueue
from tournament.people.accounts import account_with_address, find_account


class AddressUnusable(Exception):
    """The address belongs to a closed or unconfirmed account, or to several accounts, or is only a user name."""


@transaction.atomic
def referent_invite(*, address: str, first_name: str, last_name: str, language: str) -> tuple[User, bool]:
    """Make the account of an address a National Referent and mail the owner; create the account if there is none.

    An account that nobody has opened yet gets a link to choose a password. Repeating the call sends the mail again.

    Arguments:
        first_name: of a new account; an existing account keeps its own names.
        language: of the mail; a language chosen by the account takes precedence.

    Returns:
        The account, and whether it was created.

    Errors:
        AddressUnusable: the address has an account that cannot be used.
    """
    user, created = find_account(address), False
    if user is None:
        taken = Q(email__iexact=address) | Q(emailaddress__email__iexact=address)
        if User.objects.filter(taken).exists():
            raise AddressUnusable
        user, created = account_with_address(address=address, first_name=first_name, last_name=last_name), True
    if not user.email:
        raise AddressUnusable
    user.groups.add(Group.objects.get_or_create(name=NATIONAL_REFERENT)[0])
    invitation_mail_enqueue(user=user, language=language)
    return user, created
