"""Helpers of the sheet page tests: form data of a table's five numbers, and URLs."""

from __future__ import annotations

from typing import Any

from django.urls import reverse

from tests import factories as make
from tournament.models import Event, Seat, Table

WHY = "Le righe erano scambiate"


def table_of(event: Event, number: int = 1, round_number: int = 1) -> Table:
    """Return a table of an event, with its round."""
    return Table.objects.select_related("round__event").get(
        round__event=event, round__number=round_number, number=number
    )


def at(name: str, table: Table) -> str:
    """Return the URL of a table's page or action by its URL name."""
    return reverse(name, args=[table.round.event.slug, table.round.number, table.number])


def typed(table: Table, order: list[int] | None = None, **other: Any) -> dict[str, str]:
    """Return the form data of a complete sheet of five numbers; ``other`` replaces fields or (None) empties them."""
    sheet = make.simple_sheet(table, order)
    values: dict[str, Any] = {"mode": "numbers", "end": sheet["end"], "ended_by": sheet["ended_by"]}
    for index, row in enumerate(sheet["seats"]):
        values |= {f"s{index}_{name}": number for name, number in row.items()}
    values |= other
    return {name: "" if value is None else str(value) for name, value in values.items()}


def equal(table: Table, *names: str) -> dict[str, str]:
    """Return form data in which the first two seats tie on everything; their fields ``names`` are empty."""
    values = typed(table)
    for name in ("points", "gold", "coins", "actions", "turns"):
        values[f"s1_{name}"] = values[f"s0_{name}"]
    for name in names:
        values[f"s0_{name}"] = values[f"s1_{name}"] = ""
    return values


def places(table: Table) -> list[int | None]:
    """Return the places of the seats in playing order."""
    return list(Seat.objects.filter(table=table).order_by("position").values_list("place", flat=True))
