"""Tell the owner of an account of a role: given, ended."""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from django.utils import translation

from tournament.core.dates import date_words
from tournament.models import Event, Invitation, NoticeKind
from tournament.notifications.messages import Message, messages_deliver
from tournament.notifications.notices import DAY, LANGUAGE
from tournament.people.languages import chosen_language

#: Page on which the holder of a role finds the work of it: URL name, and whether its argument is the event.
_WORK_PAGES = {
    Invitation.Grant.ORGANISER: ("desk", True),
    Invitation.Grant.REFEREE: ("referee_home", False),
    Invitation.Grant.REFERENT: ("referent", False),
}


def work_path(grant: str, event: Event | None) -> str:
    """Return the path of the page where the holder of a role works."""
    name, takes_event = _WORK_PAGES[Invitation.Grant(grant)]
    return reverse(name, args=[event.slug] if event is not None and takes_event else [])


def role_facts(grant: str, event: Event | None) -> dict[str, str]:
    """Return what a mail says of a role, in the active language: the role, the event with its day and place."""
    facts = {"role": str(Invitation.Grant(grant).label)}
    if event is None:
        return facts
    day = date_words(event.first_day, DAY)
    return {**facts, "event": event.name, "day": day, "place": f"{event.venue}, {event.city}"}


def role_notice(*, user: Any, grant: str, given: bool, key: str, event: Event | None = None, reason: str = "") -> None:
    """Tell the owner of an account that they have a role, or no longer have it.

    Arguments:
        grant: a value of ``Invitation.Grant``; reason: of whoever ended it; key: identifies this change.
    """
    language = chosen_language(user) or (event.language if event is not None else LANGUAGE)
    with translation.override(language):
        facts = role_facts(grant, event)
    path = work_path(grant, event) if given else ""
    code = f"role_{grant}" if given else ("role_ended" if event is not None else "referent_ended")
    params = {**({"event": event.name} if event is not None else {}), **({"text": reason} if reason else {})}
    message = Message(
        kind=NoticeKind.ROLE,
        key=key,
        account=user.pk,
        code=code,
        params=params,
        path=path,
        mail="role_given" if given else "role_ended",
        addresses=(user.email,),
        language=language,
        context={**facts, "reason": reason, "path": path},
    )
    messages_deliver([message], event=event)
