"""Mails and notices about a request to enter an event: to confirm, pending, waiting, promoted, withdrawn, refused.

Each carries the request's own link; whoever has it confirms, answers and withdraws.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, datetime
from typing import Any

from django.urls import reverse
from django.utils import timezone, translation

from tournament.core.dates import date_words
from tournament.delivery.mail import Mail, mails_enqueue
from tournament.delivery.messages import Message, messages_deliver
from tournament.delivery.notices import DAY, event_facts
from tournament.models import Entry, EntryRequest, Event, EventMessage, Person, PrivateLink
from tournament.people.languages import chosen_languages

#: Mail -> code of the notice that an account gets with it. An address that is not confirmed has no account.
_SENTENCES = {
    "entry_pending": "entry_pending",
    "entry_waiting": "entry_waiting",
    "entry_promoted": "promoted",
    "entry_refused": "entry_refused",
    "entry_withdrawn": "entry_withdrawn",
    "event_cancelled": "event_cancelled",
    "event_start_changed": "event_start_changed",
    "event_moved": "event_moved",
}


def _request_mail(request: EntryRequest, name: str, key: str, *, link: PrivateLink | None, **facts: Any) -> None:
    """Queue a mail to the person who answers for a request; none if there is no address."""
    event = request.event
    with translation.override(request.language):
        words = event_facts(event) | {
            name: date_words(timezone.localtime(value), f"{DAY}, H:i") if name == "until" else value
            for name, value in facts.items()
        }
    account = _account(request) if name in _SENTENCES else None
    code = "event_start_open" if name == "event_start_changed" and not facts["start"] else _SENTENCES.get(name, "")
    message = Message(
        key=f"request-{request.pk}-{key}",
        account=account,
        code=code,
        params=_params(request, facts),
        path=reverse("entry_page", args=[event.slug]),
        mail=name,
        addresses=(request.address,),
        language=request.language,
        context={
            **words,
            **_greeted(request),
            "player": str(request),
            "is_request": True,
            "path": event.get_absolute_url(),
            "page": link.pk if link is not None else None,
        },
    )
    messages_deliver([message], event=event)


def _greeted(request: EntryRequest) -> dict[str, str]:
    """Return whom a mail about a request greets: the guardian where one answers; the mail names the player."""
    if request.person is None or request.guardian_name:
        return {"name": request.given_name}
    return {"name": request.person.mail_names["name"] or str(request.person)}


def _account(request: EntryRequest) -> int | None:
    """Return the key of the account that requested, or of the one joined to the record; None without an account."""
    if request.user_id is not None:
        return request.user_id
    return request.person.user_id if request.person is not None else None


def _params(request: EntryRequest, facts: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parameters of a notice's sentence."""
    stated = {name: facts[name] for name in ("position", "start") if name in facts}
    if "earlier" in facts:
        with translation.override(request.language):
            stated["day"] = event_facts(request.event)["day"]
    return {"event": request.event.name, **stated, **({"text": facts["reason"]} if "reason" in facts else {})}


def _live_link(request: EntryRequest) -> PrivateLink | None:
    return PrivateLink.objects.filter(request=request, revoked_at=None).first()


def confirm_notice(request: EntryRequest, *, link: PrivateLink) -> None:
    """Ask for the confirmation of the address: until then nobody is entered."""
    _request_mail(request, "entry_confirm", f"confirm-{_minutes()}", link=link)


def known_notice(request: EntryRequest, *, link: PrivateLink) -> None:
    """Mail an address that requested again the state of its request, by its own page."""
    _request_mail(request, "entry_known", f"known-{_minutes()}", link=link)


def _minutes() -> str:
    """Return the time in steps of ten minutes: the same mail is sent at most once in each."""
    return f"{timezone.now():%Y-%m-%dT%H:%M}"[:-1]


def pending_notice(request: EntryRequest) -> None:
    """Tell a player that the organiser decides on the request."""
    _request_mail(request, "entry_pending", "pending", link=_live_link(request))


def waiting_notice(request: EntryRequest, *, position: int) -> None:
    """Tell a player the place in the waiting list."""
    key = f"waiting-{request.queued_at}"
    _request_mail(request, "entry_waiting", key, link=_live_link(request), position=position)


def promoted_notice(request: EntryRequest) -> None:
    """Tell a player that a place is free, and until when it waits for the answer."""
    key = f"promoted-{request.answer_by}"
    _request_mail(request, "entry_promoted", key, link=_live_link(request), until=request.answer_by)


def refused_notice(request: EntryRequest) -> None:
    """Tell a player that the organiser refused the request, with the reason."""
    _request_mail(request, "entry_refused", f"refused-{timezone.now()}", link=None, reason=request.reason)


def not_played_notice(request: EntryRequest, *, reason: str) -> None:
    """Tell a player who asked or waits that the event is not played, with the organiser's reason."""
    _request_mail(request, "event_cancelled", "cancelled", link=None, reason=reason)


def start_changed_notice(request: EntryRequest, *, at: datetime) -> None:
    """Tell a player who asked or waits that the event starts at another time.

    Arguments:
        at: the moment of this change, since the time may change back.
    """
    starts_at = request.event.starts_at
    start = starts_at.strftime("%H:%M") if starts_at else ""
    _request_mail(request, "event_start_changed", f"start-{at.isoformat()}", link=_live_link(request), start=start)


def moved_notice(request: EntryRequest, *, earlier: date, at: datetime) -> None:
    """Tell a player who asked or waits that the event is played on another day.

    Arguments:
        earlier: the day that it was to be played on; at: the moment of this change.
    """
    with translation.override(request.language):
        words = date_words(earlier, DAY)
    link = _live_link(request)
    _request_mail(request, "event_moved", f"moved-{at.isoformat()}", link=link, earlier=words)


def request_withdrawn_notice(request: EntryRequest) -> None:
    """Tell a player that the request is withdrawn."""
    _request_mail(request, "entry_withdrawn", f"withdrawn-{timezone.now()}", link=None)


def entry_withdrawn_notice(*, event: Event, person: Person, language: str) -> None:
    """Tell a player that the entry is withdrawn, and take the event out of their calendar.

    Arguments:
        language: of the reader.
    """
    with translation.override(language):
        facts = event_facts(event)
    message = Message(
        key=f"entry-withdrawn-{person.pk}-{timezone.now()}",
        account=person.user_id,
        code="entry_withdrawn",
        params={"event": event.name},
        path=event.get_absolute_url(),
        mail="entry_withdrawn",
        addresses=(person.email,),
        language=language,
        context={
            **facts,
            **person.mail_names,
            "player": str(person),
            "path": event.get_absolute_url(),
        },
    )
    messages_deliver([message], event=event)


def event_message_notice(message: EventMessage, entries: Iterable[Entry]) -> None:
    """Mail the organiser's words to players entered, each in their language.

    Arguments:
        entries: with their people.
    """
    event, readers = message.event, list(entries)
    chosen = chosen_languages(entry.person for entry in readers)
    links = PrivateLink.objects.filter(event=event, kind=PrivateLink.Kind.PARTICIPANT, revoked_at=None)
    pages = dict(links.values_list("entry_id", "pk"))
    mails = []
    for entry in readers:
        language = chosen.get(entry.person_id, event.language)
        with translation.override(language):
            facts = event_facts(event)
        context = {
            **facts,
            **entry.person.mail_names,
            "text": message.text,
            "path": event.get_absolute_url(),
            "page": pages.get(entry.pk),
        }
        key = f"message-{message.pk}-entry-{entry.pk}"
        to = (entry.person.email,)
        mails.append(Mail(name="event_message", to=to, key=key, language=language, context=context))
    mails_enqueue(mails, event=event)
