"""Mail those who decide that something waits for them, as the table of kinds says: at once, or once an hour."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from tournament.core.audit import By
from tournament.core.locks import locked
from tournament.core.permissions import organisers_of
from tournament.delivery.decisions import accounts_notice, referents
from tournament.delivery.waiting import KINDS, Kind, Pace, Told
from tournament.models import Event, NoticeKind, WaitingMail

#: At most one mail of a kind about an event in this time.
INTERVAL = timedelta(hours=1)


def waiting_tell(
    name: str,
    *,
    key: str = "",
    occasion: str = "",
    event: Event | None = None,
    by: By = None,
    params: Mapping[str, Any] | None = None,
) -> None:
    """Tell those who decide that a thing began to wait.

    Arguments:
        name: of a row of ``KINDS``; key: of the thing; occasion: identifies it, since a thing may wait again.
        event: locked, if the kind is told once an hour. by: who did it, and knows.
        params: of the sentence, besides the event.
    """
    kind = KINDS[name]
    if kind.pace is Pace.HOURLY and event is not None:
        _tell_hourly(kind, event, by=by)
        return
    facts = {"event": event.name} if event is not None else {}
    accounts_notice(
        _readers(kind, event).values(),
        kind=NoticeKind.WORK,
        code=kind.sentence,
        key=f"{name}-{key}-{occasion}",
        path=kind.path(key),
        params={**facts, **(params or {})},
        event=event,
        but=by,
        mail=kind.mail,
        attach=kind.attach,
    )


def _readers(kind: Kind, event: Event | None) -> dict[int, User]:
    readers = {user.pk: user for user in referents()} if Told.REFERENTS in kind.told else {}
    if Told.ORGANISERS in kind.told and event is not None:
        readers |= {user.pk: user for user in organisers_of(event)}
    return readers


def _tell_hourly(kind: Kind, event: Event, *, by: By = None) -> None:
    """Mail at once, unless the last mail of this kind is less than an hour old: then the next one tells it."""
    if event.is_practice:
        return
    last = WaitingMail.objects.filter(event=event, kind=kind.name).first()
    if last is not None and timezone.now() < last.mailed_at + INTERVAL:
        WaitingMail.objects.filter(pk=last.pk).update(has_more=True)
        return
    _mail(kind, event, by=by)


def _mail(kind: Kind, event: Event, *, by: By = None) -> None:
    """Mail how many things of a kind wait in an event; nothing if all were decided meanwhile."""
    now = timezone.now()
    number = kind.rows_in(event.pk).count()
    if number:
        accounts_notice(
            _readers(kind, event).values(),
            kind=NoticeKind.WORK,
            code=kind.sentence,
            key=f"{kind.name}-{now.isoformat()}",
            path=kind.path(event.slug),
            params={"event": event.name, "number": number},
            event=event,
            but=by,
        )
        now_mailed = {"mailed_at": now, "has_more": False}
        WaitingMail.objects.update_or_create(event=event, kind=kind.name, defaults=now_mailed)
    else:
        WaitingMail.objects.filter(event=event, kind=kind.name).update(has_more=False)


def waiting_mails_sweep() -> int:
    """Send the mails of what came within an hour of the last one. Returns their number. For the periodic job."""
    due = WaitingMail.objects.filter(has_more=True, mailed_at__lte=timezone.now() - INTERVAL)
    sent = 0
    for pk, event in due.values_list("pk", "event"):
        with transaction.atomic():
            fresh = locked(event)
            mail = WaitingMail.objects.filter(pk=pk, has_more=True).first()
            if mail is not None:
                _mail(KINDS[mail.kind], fresh)
                sent += 1
    return sent
