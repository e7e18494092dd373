"""The days after a join in which a record shows no more than before, and gives no copy of its data.

Whoever was joined by mistake, or by deceit, has no use of it until the person was told and could say no.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta

from django.utils import timezone

from tournament.models import Person

#: So long does an address have to say no before a join, and a record is as it was after one.
DAYS = 14


def day_after(moment: datetime) -> date:
    """Return the day on which the days after a moment are over."""
    return timezone.localdate(moment + timedelta(days=DAYS))


def settles_on(person: Person | None) -> date | None:
    """Return the day from which a record that was joined lately is as any other; None if it is."""
    if person is None or person.joined_at is None or person.joined_at + timedelta(days=DAYS) <= timezone.now():
        return None
    return day_after(person.joined_at)
