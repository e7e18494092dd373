"""Tell the owner of an account of a role: given, ended."""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from django.utils import translation

from tournament.delivery.messages import Message, messages_deliver
from tournament.delivery.notices import LANGUAGE, event_facts
from tournament.models import Event, Invitation, Organiser
from tournament.people.languages import chosen_language

#: Page on which the holder of a role finds the work of it: URL name, and whether it has an argument.
_WORK_PAGES = {
    Invitation.Grant.ORGANISER: ("desk", True),
    Invitation.Grant.REFEREE: ("referee_home", False),
    Invitation.Grant.PHOTO: ("event_photos", True),
    Invitation.Grant.MEMBER: ("club_desk", True),
    Invitation.Grant.REFERENT: ("referent", False),
}
#: Code of the sentence that ends a role, where it is not that of an event.
_ENDED = {
    Invitation.Grant.REFERENT: "referent_ended",
    Invitation.Grant.MEMBER: "member_ended",
}


def work_path(grant: str, event: Event | None, organiser: Organiser | None = None) -> str:
    """Return the path of the page where the holder of a role works."""
    name, has_argument = _WORK_PAGES[Invitation.Grant(grant)]
    key = event.slug if event is not None else organiser.pk if organiser is not None else ""
    return reverse(name, args=[key] if has_argument else [])


def role_facts(grant: str, event: Event | None, organiser: Organiser | None = None) -> dict[str, str]:
    """Return what a mail says of a role, in the active language: the role, the event with day and place, the club."""
    facts = {"role": str(Invitation.Grant(grant).label)}
    if organiser is not None:
        return {**facts, "club": organiser.name}
    return {**facts, **event_facts(event)} if event is not None else facts


def role_notice(
    *,
    user: Any,
    grant: str,
    given: bool,
    key: str,
    event: Event | None = None,
    organiser: Organiser | None = None,
    reason: str = "",
) -> None:
    """Tell the owner of an account that they have a role, or no longer have it.

    Arguments:
        grant: a value of ``Invitation.Grant``; reason: of whoever ended it; key: identifies this change.
    """
    language = chosen_language(user) or (event.language if event is not None else LANGUAGE)
    with translation.override(language):
        facts = role_facts(grant, event, organiser)
    path = work_path(grant, event, organiser) if given else ""
    code = f"role_{grant}" if given else _ENDED.get(Invitation.Grant(grant), "role_ended")
    names = {"event": event, "club": organiser}
    params = {name: row.name for name, row in names.items() if row is not None}
    params |= {"text": reason} if reason else {}
    message = Message(
        key=key,
        account=user.pk,
        code=code,
        params=params,
        path=path,
        mail="role_given" if given else "role_ended",
        addresses=(user.email,),
        language=language,
        context={**facts, "name": user.first_name, "reason": reason, "path": path},
    )
    messages_deliver([message], event=event)
