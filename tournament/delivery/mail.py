"""Queue mails, localised for the reader, as background Jobs so that no page waits for a mail server."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from email.mime.base import MIMEBase
from typing import Any

from django.conf import settings
from django.core import signing
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from tournament.core.tokens import link_path, link_token
from tournament.delivery.attachments import attachments
from tournament.delivery.jobs import jobs_enqueue
from tournament.delivery.mail_facts import entry_of, event_lines, reply_address
from tournament.delivery.mail_html import html_of_text
from tournament.models import Event, Job, PrivateLink
from tournament.models.stored_sentences import stored_sentence

#: Names of the mails: templates/mail/<name>.txt, the first line being the subject.
NAMES = (
    *("registration", "tables_published", "report_due", "call_up", "call_up_withdrawn"),
    *("call_up_reminder", "call_up_lapsed"),
    *("event_cancelled", "event_start_changed", "event_moved", "event_tomorrow"),
    *("role_given", "role_ended", "regulation_published"),
    *("participant_link", "own_link", "consent_changed", "record_changed", "record_claimed"),
    *("jobs_failed", "notice", "report_arrived"),
    *("entry_confirm", "entry_known", "entry_pending", "entry_waiting", "entry_promoted"),
    *("entry_refused", "entry_withdrawn", "event_message"),
)

#: Of the signatures in the links that end a kind of mails, and in those that answer a call to the final.
MUTE_SALT = "fossato-mute/1"
CALL_SALT = "fossato-call/1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Mail:
    """One mail to each of some addresses; empty addresses are skipped.

    Arguments:
        name: one of ``NAMES``.
        key: identifies the mail, so that repeating the request does not send it twice, e.g. ``"round-2"``.
        context: JSON values that the template names.
        language: of the reader, see ``tournament.people.languages``.
        attach: names of ``tournament.delivery.attachments``; they are built when the mail is sent.
    """

    name: str
    to: Iterable[str]
    key: str
    context: Mapping[str, Any]
    language: str = "it"
    attach: Sequence[str] = ()


def mails_enqueue(mails: Iterable[Mail], *, event: Event | None = None) -> list[Job]:
    """Enqueue mails, in a number of queries that does not depend on theirs; nobody of a practice event gets one."""
    if event is not None and event.is_practice:
        return []
    args_by_key: dict[str, dict[str, Any]] = {}
    event_key = event.pk if event else "-"
    for mail in mails:
        if mail.name not in NAMES:
            raise ValueError(mail.name)
        for address in sorted({address.strip() for address in mail.to if address and address.strip()}):
            address_hash = hashlib.sha256(address.encode()).hexdigest()[:16]
            args_by_key[f"mail:{mail.name}:{event_key}:{mail.key}:{address_hash}"] = {
                "name": mail.name,
                "to": address,
                "context": mail.context,
                "language": mail.language,
                "attach": list(mail.attach),
            }
    return jobs_enqueue(kind="mail", args_by_key=args_by_key, event=event)


def mail_enqueue(*, event: Event | None = None, **facts: Any) -> list[Job]:
    """Enqueue one mail; the facts are those of :class:`Mail`."""
    return mails_enqueue([Mail(**facts)], event=event)


#: What a mail tells as it is when it is sent, by the mail's name: filled by the applications when they are ready.
_READ_LATER: dict[str, Callable[[Event, str], dict[str, Any]]] = {}


def mail_facts_add(name: str, read: Callable[[Event, str], dict[str, Any]]) -> None:
    """Let a mail read facts of its event, in the reader's language, when it is sent: its Job stores no names."""
    _READ_LATER[name] = read


def send_mail_job(job: Job, progress: Callable[..., None]) -> tuple[bytes, str]:
    """Send the mail of a Job."""
    args = job.args
    stored_context = args["context"]
    read = _READ_LATER.get(args["name"])
    context = {
        **stored_context,
        **(read(job.event, args["language"]) if read is not None and job.event is not None else {}),
        **_private("path", stored_context.get("link")),
        **_private("own_path", stored_context.get("own")),
        **_private("page_path", stored_context.get("page")),
        **_call_path(stored_context.get("call"), args["to"]),
    }
    files = attachments(
        args.get("attach", ()), event=job.event, link=stored_context.get("page"), language=args["language"]
    )
    mail_text(
        name=args["name"], to=args["to"], context=context, language=args["language"], files=files, event=job.event
    )
    return b"", ""


def _private(name: str, link: int | None) -> dict[str, str]:
    """Return the URL path of a live private link for the mail; its token is derived only now, and not stored."""
    private_link = PrivateLink.objects.filter(pk=link, revoked_at=None).first() if link is not None else None
    token = link_token(private_link) if private_link is not None else None
    return {name: link_path(private_link.kind, token)} if private_link is not None and token is not None else {}


def _sentence(context: dict[str, Any]) -> dict[str, str]:
    """Return the texts of a mail that is a notice's sentence, in the active language."""
    if "notice" not in context:
        return {}
    sentence = stored_sentence(context["notice"], context["params"])
    return {"sentence": sentence, "subject": sentence.rstrip("."), "reason": str(context["params"].get("text", ""))}


def call_token(call: int, address: str) -> str:
    """Return the secret of the link that answers a call to the final; it ends with the address it was mailed to."""
    digest = hashlib.sha256(address.strip().casefold().encode()).hexdigest()[:16]
    return signing.Signer(salt=CALL_SALT).sign_object([call, digest])


def _call_path(call: int | None, address: str) -> dict[str, str]:
    """Return the URL path that answers a call, for the mail to this address; the secret is not stored."""
    return {} if call is None else {"call_path": reverse("own_call", args=[call_token(call, address)])}


def mute_token(account: int, kind: str) -> str:
    """Return the secret of the link that ends one kind of mails to an account without a sign-in."""
    return signing.Signer(salt=MUTE_SALT).sign_object([account, kind])


def _unsubscribe(context: dict[str, Any], site_url: str) -> tuple[list[tuple[str, str]], dict[str, str]]:
    """Return words and addresses that end a mail, and its headers; empty for a mail of the contract."""
    if "mute" not in context:
        return [], {}
    account, kind = context["mute"]
    link = f"{site_url}{reverse('notice_mute', args=[mute_token(account, kind)])}"
    ways = [
        (_("Choose which of these mails you get"), f"{site_url}{reverse('account')}#avvisi"),
        (_("No more mails of this kind"), link),
    ]
    return ways, {"List-Unsubscribe": f"<{link}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}


def mail_text(
    *,
    name: str,
    to: str,
    context: dict[str, Any],
    language: str,
    files: Iterable[MIMEBase] = (),
    event: Event | None = None,
) -> None:
    """Send one mail now; for Jobs.

    Arguments:
        As for ``mail_enqueue``, ``to`` being one address. ``context["mute"]`` is the account and the kind of notice of
        a mail that its reader may end (RFC 8058), ``context["page"]`` the reader's own private link.
    """
    with translation.override(language):
        facts = {"site_url": settings.FOSSATO_SITE_URL.rstrip("/"), **_sentence(context), **context}
        if event is not None:
            lines = event_lines(event, entry_of(context.get("page")))
            facts["facts"] = "\n".join(f"{label}\t{value}" for label, value in lines)
        if "child" in facts:
            facts["name"] = facts["name"] or _("parent or guardian of %(child)s") % facts
        text: str = render_to_string(f"mail/{name}.txt", facts)
        subject, _line, body = (part.strip() for part in text.strip().partition("\n"))
        if "child" in facts:
            greeting, gap, rest = body.partition("\n\n")
            about = _("This mail is about %(child)s, for whom you answer as parent or guardian.") % facts
            body = f"{greeting}\n\n{about}{gap}{rest}"
        body = re.sub(r"\n{3,}", "\n\n", body)
        answer_to = reply_address(event, to)
        if answer_to and event is not None and answer_to != settings.FOSSATO_CONTACT_MAIL:
            questions = _("Questions? Answer this mail: it reaches the organiser.")
            body = f"{body}\n\n{questions}"
        ways, headers = _unsubscribe(context, facts["site_url"])
        attached = list(files)
        pictures = [part["Content-ID"].strip("<>") for part in attached if part["Content-ID"]]
        html = html_of_text(
            subject=subject, body=body, language=language, site_url=facts["site_url"], pictures=pictures, ways=ways
        )
        ending = "\n".join(f"{words}: {link}" for words, link in ways)
        body = re.sub(r"^([^\t\n]+)\t([^\t\n]*)$", r"\1: \2", f"{body}\n\n{ending}".rstrip(), flags=re.MULTILINE)
    message = EmailMultiAlternatives(
        subject=subject, body=f"{body}\n", to=[to], headers=headers, reply_to=[answer_to] if answer_to else None
    )
    message.attach_alternative(html, "text/html")
    for file in attached:
        message.attach(file)
    message.send()
