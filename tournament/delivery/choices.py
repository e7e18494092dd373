"""Which mails the owner of an account wants."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import get_user_model
from django.core import signing

from tournament.delivery.mail import MUTE_SALT
from tournament.delivery.messages import SWITCHABLE
from tournament.models import MutedNotice, NoticeKind


def muted_kinds(user: Any) -> frozenset[str]:
    """Return the kinds of mails that the owner of an account stopped. One query."""
    return frozenset(MutedNotice.objects.filter(account=user).values_list("kind", flat=True))


def mute_read(token: str) -> tuple[Any, NoticeKind] | None:
    """Return the account and the kind of mails of a link of ``mail.mute_token``; None if it opens nothing."""
    try:
        account, kind = signing.Signer(salt=MUTE_SALT).unsign_object(token)
    except signing.BadSignature:
        return None
    user = get_user_model().objects.filter(pk=account, is_active=True).first()
    return (user, NoticeKind(kind)) if user is not None and kind in NoticeKind else None


def mail_switch(user: Any, kind: NoticeKind, *, wanted: bool) -> None:
    """Store whether an account wants the mails of a kind; only for a kind that can be switched off. Idempotent."""
    if kind not in SWITCHABLE:
        return
    if wanted:
        MutedNotice.objects.filter(account=user, kind=kind).delete()
    else:
        MutedNotice.objects.get_or_create(account=user, kind=kind)
