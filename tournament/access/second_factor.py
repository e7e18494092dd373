"""Accounts that need a second factor: the National Referent, and those that enter Django's administration."""

from __future__ import annotations

from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib.auth.models import User

from tournament.core.permissions import Visitor, is_national_referent


def is_staff_account(user: Visitor) -> bool:
    """Return whether an account is a Referent's or one of Django's administration."""
    return bool(user.is_authenticated) and (bool(user.is_staff) or is_national_referent(user))


def second_factor_due(user: Visitor) -> bool:
    """Return whether an account may do nothing without a second factor, see ``FOSSATO_STAFF_SECOND_FACTOR``."""
    return bool(settings.FOSSATO_STAFF_SECOND_FACTOR) and is_staff_account(user)


def token_allowed(user: User) -> bool:
    """Return whether a token may act for an account: it must have the second factor that its sessions need."""
    return not second_factor_due(user) or is_mfa_enabled(user)
