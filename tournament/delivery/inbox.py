"""The notices of one account: list, what is read, and which kinds its owner wants where."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.contrib.auth import get_user_model
from django.core import signing
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from tournament.delivery.mail import MUTE_SALT
from tournament.delivery.messages import NOT_MAILED, SWITCHABLE
from tournament.delivery.push import push_is_on
from tournament.models import MutedNotice, Notice, NoticeChannel, NoticeKind


def notices_of(user: Any) -> QuerySet[Notice]:
    """Return the notices of an account, newest first."""
    return Notice.objects.filter(account=user)


def notice_read(notice: Notice) -> None:
    """Note that the owner opened a notice. Idempotent."""
    Notice.objects.filter(pk=notice.pk, read_at=None).update(read_at=timezone.now())


def notices_read(user: Any) -> int:
    """Note that the owner has seen all notices. Returns how many were unread."""
    return Notice.objects.filter(account=user, read_at=None).update(read_at=timezone.now())


@dataclass(frozen=True, slots=True)
class Choice:
    """Setting of a kind of notices on a channel.

    Arguments:
        is_fixed: whether the owner cannot change it; is_possible: whether this kind is sent on this channel at all.
    """

    kind: NoticeKind
    channel: NoticeChannel
    is_on: bool
    is_fixed: bool
    is_possible: bool

    @property
    def name(self) -> str:
        """Return the name of the form's box."""
        return f"{self.kind}-{self.channel}"


def notice_choices(user: Any) -> list[tuple[NoticeKind, list[Choice]]]:
    """Return every kind with its channels, as the account's owner chose them. One query."""
    muted = set(MutedNotice.objects.filter(account=user).values_list("kind", "channel"))
    channels = [channel for channel in NoticeChannel if channel != NoticeChannel.PUSH or push_is_on()]
    return [
        (
            kind,
            [
                Choice(
                    kind,
                    channel,
                    is_on=(kind, channel) not in muted,
                    is_fixed=channel not in SWITCHABLE[kind],
                    is_possible=channel != NoticeChannel.MAIL or kind not in NOT_MAILED,
                )
                for channel in channels
            ],
        )
        for kind in NoticeKind
    ]


@transaction.atomic
def notice_choices_set(*, user: Any, wanted: Collection[str]) -> None:
    """Store which notices the owner of an account wants, of those that can be switched off.

    Arguments:
        wanted: names of the boxes that are ticked, see :class:`Choice`.
    """
    choices = [choice for _kind, of_kind in notice_choices(user) for choice in of_kind if not choice.is_fixed]
    MutedNotice.objects.filter(account=user, channel__in={choice.channel for choice in choices}).delete()
    MutedNotice.objects.bulk_create(
        MutedNotice(account=user, kind=choice.kind, channel=choice.channel)
        for choice in choices
        if choice.name not in wanted
    )


def mute_read(token: str) -> tuple[Any, NoticeKind] | None:
    """Return the account and the kind of notice of a link of ``mail.mute_token``; None if it opens nothing."""
    try:
        account, kind = signing.Signer(salt=MUTE_SALT).unsign_object(token)
    except signing.BadSignature:
        return None
    user = get_user_model().objects.filter(pk=account, is_active=True).first()
    return (user, NoticeKind(kind)) if user is not None else None


def mail_mute(user: Any, kind: NoticeKind) -> None:
    """Store that an account wants no more mails of a kind; only for a kind that can be switched off. Idempotent."""
    if NoticeChannel.MAIL in SWITCHABLE[kind]:
        MutedNotice.objects.get_or_create(account=user, kind=kind, channel=NoticeChannel.MAIL)
