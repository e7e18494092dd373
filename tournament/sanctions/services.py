"""Suspend a player until a day, and lift a suspension."""

from __future__ import annotations

from datetime import date

from django.db import transaction
from django.utils import timezone

from tournament.core.audit import By, record, require_reason
from tournament.models import Person, Suspension
from tournament.sanctions.errors import SuspensionOver


@transaction.atomic
def suspension_impose(*, person: Person, until: date, reason: str, by: By) -> Suspension:
    """Suspend a player until a day, that day included. Errors: ReasonMissing; SuspensionOver."""
    why = require_reason(reason)
    if until < timezone.localdate():
        raise SuspensionOver(until=until)
    suspension = Suspension(person=person, until=until, reason=why, made_by=by)
    record(suspension, verb="suspension_impose", by=by)
    return suspension


@transaction.atomic
def suspension_lift(*, suspension: Suspension, by: By) -> Suspension:
    """Lift a suspension. Idempotent."""
    fresh = Suspension.objects.select_for_update().get(pk=suspension.pk)
    if fresh.lifted_at is None:
        record(fresh, verb="suspension_lift", by=by, lifted_at=timezone.now())
    return fresh
