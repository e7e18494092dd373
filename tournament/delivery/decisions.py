"""Tell organisers, referees, the National Referent and the operator of decisions and of work that waits for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.urls import reverse
from django.utils import timezone

from tournament.core.audit import By
from tournament.core.permissions import NATIONAL_REFERENT, organisers_of
from tournament.delivery.jobs import failures_by_kind, subject_of
from tournament.delivery.mail import mail_enqueue
from tournament.delivery.messages import Message, messages_deliver
from tournament.delivery.notices import LANGUAGE
from tournament.models import Event, NoticeKind, UserPreference


def referents() -> list[User]:
    """Return the accounts of the National Referents. One query."""
    return list(User.objects.filter(groups__name=NATIONAL_REFERENT, is_active=True).distinct())


def accounts_notice(
    users: Iterable[User],
    *,
    kind: NoticeKind = NoticeKind.OWN,
    code: str,
    key: str,
    path: str,
    params: Mapping[str, Any] | None = None,
    event: Event | None = None,
    but: By = None,
    mail: str = "notice",
    attach: tuple[str, ...] = (),
) -> None:
    """Tell the owners of accounts one fact by a mail, by default of one sentence.

    Arguments:
        key: identifies the fact. params: of the sentence of ``code``, and of the mail's template.
        but: who did it, and knows. mail, attach: as of a ``Message``.
    """
    readers = [user for user in users if but is None or user.pk != but.pk]
    chosen = dict(UserPreference.objects.filter(user__in=readers).values_list("user_id", "language"))
    messages = [
        Message(
            kind=kind,
            key=f"{key}-account-{user.pk}",
            account=user.pk,
            code=code,
            params=params or {},
            path=path,
            addresses=(user.email,),
            language=chosen.get(user.pk, LANGUAGE),
            context={"name": user.first_name} | ({"path": path, **(params or {})} if mail != "notice" else {}),
            mail=mail,
            attach=attach,
        )
        for user in readers
    ]
    messages_deliver(messages, event=event)


def decision_notice(
    event: Event, *, code: str, key: str, by: By, reason: str = "", params: Mapping[str, str] | None = None
) -> None:
    """Tell the organisers of an event what was decided about it.

    Arguments:
        key: identifies the decision; reason: as the Referent typed it; params: of the sentence, besides the event.
    """
    facts = {"event": event.name, **(params or {}), **({"text": reason} if reason else {})}
    path = reverse("desk", args=[event.slug])
    accounts_notice(organisers_of(event), code=code, key=key, path=path, params=facts, event=event, but=by)


def failures_announce() -> int:
    """Mail the operator how many Jobs failed in the last full hour, by what they make; return their number.

    The mail holds numbers and no names, and is sent once an hour at most.
    """
    until = timezone.now().replace(minute=0, second=0, microsecond=0)
    counts = failures_by_kind(until - timedelta(hours=1), until)
    if counts and settings.FOSSATO_OPERATOR_MAIL:
        lines: dict[str, int] = {}
        for kind, count in counts.items():
            lines[subject_of(kind)] = lines.get(subject_of(kind), 0) + count
        context = {
            "count": sum(counts.values()),
            "lines": [f"{subject}: {count}" for subject, count in sorted(lines.items())],
            "path": reverse("failed_jobs"),
        }
        mail_enqueue(name="jobs_failed", to=[settings.FOSSATO_OPERATOR_MAIL], key=until.isoformat(), context=context)
    return sum(counts.values())
