"""Remind the players entered in an event of the next day, so that a place nobody takes goes to who waits."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from tournament.access.links import participant_links_make
from tournament.delivery.notices import event_tomorrow_notice
from tournament.models import Entry, Event, Job

#: From this hour of the day before, so that nobody is woken.
HOUR = 9


def reminders_sweep(now: datetime | None = None) -> int:
    """Send the reminders of tomorrow's events. Returns for how many events. Idempotent."""
    moment = timezone.localtime(now or timezone.now())
    if moment.hour < HOUR:
        return 0
    tomorrow = moment.date() + timedelta(days=1)
    events = Event.objects.filter(
        first_day=tomorrow, state__in=(Event.State.AUTHORISED, Event.State.CHECK_IN), is_practice=False, home_address=""
    )
    return sum(_remind(event) for event in events)


@transaction.atomic
def _remind(event: Event) -> bool:
    """Remind the players of an event, unless they were for this day. Returns whether anybody was."""
    sent = f"mail:event_tomorrow:{event.pk}:{event.first_day}-"
    if Job.objects.filter(event=event, key__startswith=sent).exists():
        return False
    pages = {link.entry_id: link.pk for link in participant_links_make(event=event, by=None) if link.entry_id}
    registered = Entry.objects.filter(event=event, state=Entry.State.REGISTERED).exclude(person__email="")
    players = [entry for entry in registered.select_related("person") if entry.pk in pages]
    event_tomorrow_notice(event, players, pages)
    return bool(players)
