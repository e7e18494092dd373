"""Tell people what happened: by mail, and on the devices that they added. Nothing of it is stored to be read later."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tournament.delivery.mail import Mail, mails_enqueue
from tournament.delivery.push import push_enqueue, push_is_on
from tournament.models import Event, MutedNotice, NoticeKind

#: Kinds whose mails the reader may stop. The other belongs to what the person asked for or agreed to: an entry, a call,
#: a decision on their own event.
SWITCHABLE = (*(kind for kind in NoticeKind if kind != NoticeKind.OWN),)


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """Message about one fact to one reader.

    Arguments:
        kind: decides whether the reader may stop its mails.
        key: identifies the fact for this reader, so that telling it again has no effect.
        account: key of the reader's account; None for a reader without one, who gets the mail alone.
        code, params: of its sentence, see ``models.notice_sentences``; a reason typed by a person is the
            parameter ``text``.
        path: of the page that it leads to.
        mail: name of the mail's template; by default the sentence itself.
        addresses: of the mail. context: of the mail's template. language: of the mail. attach: its files, see
            ``delivery.mail.Mail``.
    """

    kind: NoticeKind = NoticeKind.OWN
    key: str
    account: int | None
    code: str
    params: Mapping[str, Any]
    path: str
    mail: str = "notice"
    addresses: tuple[str, ...] = ()
    context: Mapping[str, Any] = field(default_factory=dict)
    language: str = "it"
    attach: tuple[str, ...] = ()


def messages_deliver(messages: Iterable[Message], *, event: Event | None = None) -> None:
    """Queue the mails of several readers, and what their devices show; a message sent already is not sent again.

    Nobody is told about a practice event.

    Four queries for any number of readers; five where push is on.
    """
    if event is not None and event.is_practice:
        return
    sent = list(messages)
    accounts = {message.account for message in sent if message.account is not None}
    muted = set(MutedNotice.objects.filter(account__in=accounts).values_list("account", "kind"))
    mails = (_mail(message) for message in sent if (message.account, message.kind) not in muted)
    mails_enqueue(mails, event=event)
    if push_is_on():
        push_enqueue(
            (message.account, _key(message, event), _push_facts(message))
            for message in sent
            if message.account is not None
        )


def _key(message: Message, event: Event | None) -> str:
    """Return what identifies a message among those of its reader."""
    return f"{message.code}:{event.pk if event else '-'}:{message.key}"


def _push_facts(message: Message) -> dict[str, Any]:
    return {
        "code": message.code,
        "params": dict(message.params),
        "path": message.path,
        "language": message.language,
    }


def _mail(message: Message) -> Mail:
    context = dict(message.context)
    if message.mail == "notice":
        context |= {"notice": message.code, "params": dict(message.params), "path": message.path}
    if message.account is not None and message.kind in SWITCHABLE:
        context["mute"] = [message.account, message.kind]
    return Mail(
        name=message.mail,
        to=message.addresses,
        key=f"{message.code}-{message.key}" if message.mail == "notice" else message.key,
        language=message.language,
        context=context,
        attach=message.attach,
    )
