"""Issue, authenticate and revoke API tokens. A token acts as its user, with that user's roles.

A token is ``fst_`` and 43 characters of base64url: 256 random bits. The row stores its SHA-256, and the first 8
characters to recognise it by; a hash without salt is enough for a value that cannot be guessed.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection
from datetime import timedelta
from typing import Any, Final

from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models.signals import post_save
from django.utils import timezone

from tournament.core.tokens import hashed
from tournament.models import ApiToken
from tournament.regulation.refused import Refused

#: Prefix of every token, so that one leaked to a wrong place can be recognised.
START: Final = "fst_"
TOKEN_LENGTH: Final = len(START) + 43
PREFIX_LENGTH: Final = 8
MAX_NAME_LENGTH: Final = 60
MOST_DAYS: Final = 365
MOST_TOKENS: Final = 20
#: ``last_used_at`` is written at most this often.
_USED_EVERY = timedelta(hours=1)


@transaction.atomic
def token_issue(
    *, user: Any, name: str, days: int, scopes: Collection[str] = (ApiToken.Scope.RESULTS,)
) -> tuple[ApiToken, str]:
    """Issue a token for a user.

    Arguments:
        name: of the program that will use it. days: how long it is valid, 1 to 365. scopes: of ApiToken.Scope.
    Returns: the row, and the token itself, which is not stored anywhere.
    Errors: TOKEN_NAME_MISSING, TOKEN_DAYS_WRONG, TOKEN_SCOPES_WRONG, TOO_MANY_TOKENS.
    """
    clean_name = " ".join(name.split())
    if not clean_name or len(clean_name) > MAX_NAME_LENGTH:
        raise Refused("TOKEN_NAME_MISSING", most=MAX_NAME_LENGTH)
    if not 1 <= days <= MOST_DAYS:
        raise Refused("TOKEN_DAYS_WRONG", days=days, most=MOST_DAYS)
    chosen = [scope for scope in ApiToken.Scope.values if scope in scopes]
    if not chosen or len(chosen) != len(set(scopes)):
        raise Refused("TOKEN_SCOPES_WRONG")
    get_user_model().objects.select_for_update().get(pk=user.pk)
    now = timezone.now()
    if ApiToken.objects.filter(user=user, revoked_at=None, expires_at__gt=now).count() >= MOST_TOKENS:
        raise Refused("TOO_MANY_TOKENS", most=MOST_TOKENS)
    token = START + secrets.token_urlsafe(32)
    row = ApiToken.objects.create(
        user=user,
        name=clean_name,
        prefix=token[:PREFIX_LENGTH],
        token_sha256=hashed(token),
        expires_at=now + timedelta(days=days),
        scopes=" ".join(chosen),
    )
    return row, token


@transaction.atomic
def token_revoke(*, token: ApiToken) -> ApiToken:
    """Revoke a token immediately. Idempotent."""
    ApiToken.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=timezone.now())
    return ApiToken.objects.get(pk=token.pk)


@transaction.atomic
def tokens_end(*, user: Any) -> int:
    """Revoke every token of a user immediately. Returns: how many were valid."""
    now = timezone.now()
    return ApiToken.objects.filter(user=user, revoked_at=None, expires_at__gt=now).update(revoked_at=now)


def _end_with_password(sender: Any, instance: Any, created: bool, **_signal: Any) -> None:
    """End the tokens of a user whose new password is being stored, on whichever page or by whichever command.

    Until the row is saved, Django holds a new password in ``_password``; not when it stores the same password under a
    newer hash.
    """
    if not created and getattr(instance, "_password", None) is not None:
        tokens_end(user=instance)


def connect() -> None:
    """Watch accounts for new passwords."""
    post_save.connect(_end_with_password, sender=get_user_model(), dispatch_uid="fossato-tokens-end")


def token_resolve(text: str) -> ApiToken | None:
    """Return the live token with this text, with its user; None if it is unknown, expired or revoked."""
    if len(text) != TOKEN_LENGTH or not text.startswith(START) or not text.isascii():
        return None
    now = timezone.now()
    token = (
        ApiToken.objects.select_related("user")
        .filter(token_sha256=hashed(text), revoked_at=None, expires_at__gt=now, user__is_active=True)
        .first()
    )
    if token is not None and (token.last_used_at is None or now - token.last_used_at >= _USED_EVERY):
        ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)
        token.last_used_at = now
    return token
