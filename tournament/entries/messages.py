"""Messages of the organiser to everybody entered in an event."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.core.audit import By
from tournament.core.locks import locked
from tournament.delivery.entry_mails import event_message_notice
from tournament.models import Entry, Event, EventMessage
from tournament.regulation.refused import Refused

#: Entries that get no message: they left, or did not come.
_GONE = (Entry.State.LEFT, Entry.State.ABSENT)
MOST_CHARACTERS = 4000


def message_entries(event: Event) -> list[Entry]:
    """Return the entries that a message reaches, with their people. One query."""
    entries = Entry.objects.filter(event=event).exclude(state__in=_GONE).exclude(person__email="")
    return list(entries.select_related("person").order_by("number"))


@transaction.atomic
def message_send(*, event: Event, text: str, by: By) -> EventMessage:
    """Mail a text to everybody entered who has an address. The same text as the last one is sent once.

    Errors: FIELD_WRONG.
    """
    words = text.strip()
    if not words or len(words) > MOST_CHARACTERS:
        raise Refused("FIELD_WRONG", field=_("message"), value=words[:60], right=_("from 1 to 4000 characters"))
    fresh = locked(event)
    last = EventMessage.objects.filter(event=fresh).first()
    if last is not None and last.text == words:
        return last
    entries = message_entries(fresh)
    message = EventMessage.objects.create(event=fresh, text=words, addresses=len(entries), sent_by=by)
    event_message_notice(message, entries)
    return message
