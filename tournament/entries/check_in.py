"""Check-in by code: what was scanned at the door leads to an entry, and the entry is marked as present."""

from __future__ import annotations

import re
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from tournament.access.errors import CodeExpired, CodeOfAnotherEvent, CodeOfTable, CodeRevoked, CodeUnknown
from tournament.core.audit import By
from tournament.core.tokens import hashed
from tournament.entries.services import entry_check_in
from tournament.models import Entry, Event, PrivateLink

_ADDRESS = re.compile(r"/[gt]/([A-Za-z0-9_-]{22})(?:[/?#].*)?$")
_BARE = re.compile(r"([A-Za-z0-9_-]{22})$")
#: A hand scanner that thinks its keyboard American, on a computer that thinks it Italian, types - for / and more.
_AMERICAN = re.compile(r"-[gt]-([A-Za-z0-9'?]{22})-?$")
_ITALIAN = str.maketrans("'?", "-_")


@dataclass(frozen=True, slots=True)
class CheckedIn:
    """Who was scanned; ``again``: was present before."""

    entry: Entry
    again: bool


def code_token(text: str) -> str | None:
    """The token in what a camera read, a hand scanner typed or somebody pasted: an address, or the token alone."""
    words = text.strip()
    found = _ADDRESS.search(words) or _BARE.match(words)
    if found is not None:
        return found[1]
    typed = _AMERICAN.search(words)
    return typed[1].translate(_ITALIAN) if typed else None


def code_entry(*, event: Event, text: str) -> Entry:
    """The entry of a participant's code. Reading it here is no use of the link by its player.

    Errors: CodeUnknown, CodeOfTable, CodeOfAnotherEvent, CodeRevoked, CodeExpired.
    """
    token = code_token(text)
    found = PrivateLink.objects.filter(token_sha256=hashed(token)) if token else PrivateLink.objects.none()
    link = found.select_related("event", "entry__person").first()
    if link is None or link.kind == PrivateLink.Kind.OWN:
        raise CodeUnknown
    if link.entry is None:
        raise CodeOfTable
    if link.event_id != event.pk:
        raise CodeOfAnotherEvent(player=str(link.entry), event=link.event.name)
    if link.revoked_at is not None:
        raise CodeRevoked(player=str(link.entry))
    if link.expires_at <= timezone.now():
        raise CodeExpired(player=str(link.entry))
    return link.entry


@transaction.atomic
def code_check_in(*, event: Event, text: str, by: By) -> CheckedIn:
    """Marks the holder of a participant's code as present (art. 1.3); scanned twice it is done once.

    Arguments:
        text: the address of the participant's page, or its token.

    Errors: those of :func:`code_entry`; EventStateWrong, EntriesClosed.
    """
    entry = code_entry(event=event, text=text)
    present = entry_check_in(entry=entry, by=by)
    return CheckedIn(entry=present, again=entry.state == Entry.State.CHECKED_IN)
