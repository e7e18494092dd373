"""Delete rows of the federation's registers with every version of them: of an erased person, or kept long enough."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import Q, QuerySet
from django.utils import timezone

from tournament.models import Designation, Membership, Person, Referee, RefereeAbsence

#: Days after which a membership is deleted, counted from the last day of its card.
MEMBERSHIP_DAYS: Final = 730
#: Days after which the record of a referee who left the register is deleted, with its designations and absences.
REFEREE_DAYS: Final = 730
#: Days after which an absence of a referee is deleted.
ABSENCE_DAYS: Final = 60


def rows_erase(rows: QuerySet[Any]) -> int:
    """Delete rows with every version of them in the history. Returns their number."""
    keys = list(rows.values_list("pk", flat=True))
    rows.delete()
    rows.model.history.filter(id__in=keys).delete()
    return len(keys)


def registers_erase(people: Collection[Person]) -> int:
    """Delete people's memberships and records of referees, also the versions of rows that were removed before."""
    return _referees_erase(Q(person__in=people)) + _memberships_erase(Q(person__in=people))


def _memberships_erase(which: Q) -> int:
    number = rows_erase(Membership.objects.filter(which))
    Membership.history.filter(which).delete()
    return number


def _referees_erase(which: Q) -> int:
    keys = set(Referee.objects.filter(which).values_list("pk", flat=True))
    # What a removed record, designation or absence was, stands in the history alone.
    keys |= set(Referee.history.filter(which).values_list("id", flat=True))
    for rows in (Designation.objects, RefereeAbsence.objects):
        rows.filter(referee__in=keys).delete()
    number = rows_erase(Referee.objects.filter(which))
    for history in (Designation.history, RefereeAbsence.history):
        history.filter(referee__in=keys).delete()
    Referee.history.filter(id__in=keys).delete()
    return number


def registers_expire(now: datetime, *, dry_run: bool = False) -> int:
    """Delete memberships, former referees and absences that were kept long enough. Returns their number.

    Arguments:
        dry_run: only count.
    """
    today = timezone.localdate(now)
    cards = Q(valid_until__lt=today - timedelta(days=MEMBERSHIP_DAYS))
    former = Q(ended_on__lt=today - timedelta(days=REFEREE_DAYS))
    absences = Q(last_day__lt=today - timedelta(days=ABSENCE_DAYS))
    number = _expire(Membership, cards, dry_run=dry_run) + _expire(RefereeAbsence, absences, dry_run=dry_run)
    if dry_run:
        return number + Referee.objects.filter(former).count()
    people = list(Referee.objects.filter(former).values_list("person", flat=True))
    return number + _referees_erase(Q(person__in=people) | Q(person__merged_into__in=people))


def _expire(model: type[Membership | RefereeAbsence], which: Q, *, dry_run: bool) -> int:
    """Delete rows, and the versions of those removed before, by the same dates. Returns how many rows they were."""
    rows, present = model.objects.filter(which), model.objects.values("pk")
    removed = model.history.filter(which).exclude(id__in=present)
    keys = set(removed.values_list("id", flat=True))
    if dry_run:
        return rows.count() + len(keys)
    removed.delete()
    return rows_erase(rows) + len(keys)
