"""Prices of an event, and who has paid which at the check-in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.core.audit import By, record
from tournament.core.locks import locked, locked_entry
from tournament.models import Entry, EntryPrice, Event
from tournament.regulation.refused import Refused

#: Highest price: a typing error should not become a sum of the cash list.
MOST_CENTS = 100_000


@transaction.atomic
def price_set(*, event: Event, label: str, cents: int) -> EntryPrice:
    """Add a price of an event, or change the amount of the one with this name. Errors: FIELD_WRONG."""
    name = " ".join(label.split())
    if not name or len(name) > 60:
        raise Refused(
            "FIELD_WRONG",
            field=_("name of the price"),
            value=label[:60],
            right=_("from 1 to 60 characters on one line"),
        )
    if not 0 <= cents <= MOST_CENTS:
        raise Refused("FIELD_WRONG", field=_("amount"), value=cents / 100, right=_("from 0 to 1000 euro"))
    return EntryPrice.objects.update_or_create(event=locked(event), label=name, defaults={"cents": cents})[0]


@transaction.atomic
def price_remove(*, price: EntryPrice) -> None:
    """Remove a price; what was paid stays. Idempotent."""
    locked(price.event_id)
    EntryPrice.objects.filter(pk=price.pk).delete()


@transaction.atomic
def entry_pay(*, entry: Entry, price: EntryPrice, by: By) -> Entry:
    """Store that a player paid a price; again with another price corrects it. Errors: ENTRY_GONE."""
    fresh = locked_entry(entry)
    if (fresh.paid_label, fresh.paid_cents) != (price.label, price.cents):
        fresh.paid_at, fresh.paid_cents, fresh.paid_label = timezone.now(), price.cents, price.label
        record(fresh, verb="entry_pay", by=by)
    return fresh


@transaction.atomic
def entry_unpay(*, entry: Entry, by: By) -> Entry:
    """Undo a payment stored by mistake. Idempotent. Errors: ENTRY_GONE."""
    fresh = locked_entry(entry)
    if fresh.paid_at is not None:
        record(fresh, verb="entry_unpay", by=by, paid_at=None, paid_cents=None, paid_label="")
    return fresh


@dataclass(frozen=True, slots=True)
class CashTotal:
    """Number of players who paid a price, and the sum in cents."""

    label: str
    players: int
    cents: int


def cash_totals(entries: Iterable[Entry]) -> list[CashTotal]:
    """Return what came in by price, the highest sum first. Runs no query."""
    players: Counter[str] = Counter()
    cents: Counter[str] = Counter()
    for entry in entries:
        if entry.paid_cents is not None:
            players[entry.paid_label] += 1
            cents[entry.paid_label] += entry.paid_cents
    return [CashTotal(label, players[label], total) for label, total in cents.most_common()]
