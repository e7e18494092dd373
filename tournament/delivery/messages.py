"""Tell people what happened: in the notices of their account and by mail. Nothing else writes either."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tournament.delivery.mail import mail_enqueue
from tournament.delivery.push import push_enqueue, push_is_on
from tournament.models import Event, MutedNotice, Notice, NoticeChannel, NoticeKind

LIST, MAIL, PUSH = NoticeChannel.LIST, NoticeChannel.MAIL, NoticeChannel.PUSH
#: Channels of each kind that the reader may switch off. The others belong to what the person requested (an entry, a
#: call, a decision on their own event) and are always used. A device gets a notice only if its owner added it.
SWITCHABLE: dict[NoticeKind, tuple[NoticeChannel, ...]] = {
    NoticeKind.TABLES: (LIST, MAIL, PUSH),
    NoticeKind.CALLED: (LIST, MAIL, PUSH),
    NoticeKind.CLOSING: (LIST, MAIL, PUSH),
    NoticeKind.ENTRY: (LIST, PUSH),
    NoticeKind.EVENT: (PUSH,),
    NoticeKind.RESULT: (LIST, PUSH),
    NoticeKind.CALL_UP: (PUSH,),
    NoticeKind.RECORD: (PUSH,),
    NoticeKind.AUTHORISATION: (LIST, PUSH),
    NoticeKind.REPORT: (LIST, PUSH),
    NoticeKind.ROLE: (LIST, PUSH),
    NoticeKind.FOLLOWED: (LIST, MAIL, PUSH),
    NoticeKind.WORK: (MAIL, PUSH),
}
#: Kinds that are never mailed.
NOT_MAILED = frozenset({NoticeKind.RESULT})


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """Message about one fact to one reader.

    Arguments:
        kind: decides what the reader may switch off.
        key: identifies the fact for this reader, so that telling it again has no effect.
        account: key of the reader's account; None for a reader without one, who gets the mail alone.
        code, params: of the notice's sentence, see ``models.notice_sentences``; a reason typed by a person is the
            parameter ``text``.
        path: of the page that it leads to.
        mail: name of the mail's template; by default the sentence itself.
        is_listed: whether it becomes a notice; what waits for somebody is read instead, see ``waiting``.
        addresses: of the mail. context: of the mail's template. language: of the mail. attach: its files, see
            ``mail_enqueue``.
    """

    kind: NoticeKind
    key: str
    account: int | None
    code: str
    params: Mapping[str, Any]
    path: str
    mail: str = "notice"
    is_listed: bool = True
    addresses: tuple[str, ...] = ()
    context: Mapping[str, Any] = field(default_factory=dict)
    language: str = "it"
    attach: tuple[str, ...] = ()


def messages_deliver(messages: Iterable[Message], *, event: Event | None = None) -> None:
    """Write the notices and queue the mails of several readers; a message sent already is not sent again.

    Nobody is told about a practice event.

    Two queries for any number of readers with an account, besides those of the mails; three where push is on.
    """
    if event is not None and event.is_practice:
        return
    sent = list(messages)
    accounts = {message.account for message in sent if message.account is not None}
    muted = set(MutedNotice.objects.filter(account__in=accounts).values_list("account", "kind", "channel"))
    notices = [
        Notice(
            account_id=message.account,
            kind=message.kind,
            key=_key(message, event),
            code=message.code,
            params=dict(message.params),
            path=message.path,
        )
        for message in sent
        if message.account is not None and message.is_listed and (message.account, message.kind, LIST) not in muted
    ]
    Notice.objects.bulk_create(notices, ignore_conflicts=True)
    for message in sent:
        if message.kind not in NOT_MAILED and (message.account, message.kind, MAIL) not in muted:
            _mail(message, event)
    if push_is_on():
        push_enqueue(
            (message.account, _key(message, event), _push_facts(message))
            for message in sent
            if message.account is not None and (message.account, message.kind, PUSH) not in muted
        )


def _key(message: Message, event: Event | None) -> str:
    """Return what identifies a notice among those of its account."""
    return f"{message.code}:{event.pk if event else '-'}:{message.key}"


def _push_facts(message: Message) -> dict[str, Any]:
    return {
        "code": message.code,
        "params": dict(message.params),
        "path": message.path,
        "language": message.language,
    }


def _mail(message: Message, event: Event | None) -> None:
    context = dict(message.context)
    if message.mail == "notice":
        context |= {"notice": message.code, "params": dict(message.params), "path": message.path}
    if message.account is not None and MAIL in SWITCHABLE[message.kind]:
        context["mute"] = [message.account, message.kind]
    key = f"{message.code}-{message.key}" if message.mail == "notice" else message.key
    mail_enqueue(
        name=message.mail,
        to=message.addresses,
        key=key,
        event=event,
        language=message.language,
        context=context,
        attach=message.attach,
    )
