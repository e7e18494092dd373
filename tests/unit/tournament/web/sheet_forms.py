"""The five numbers of a table as its form sends them, and where they go."""

from __future__ import annotations

from typing import Any

from django.urls import reverse

from tests import factories as make
from tournament.models import Event, Seat, Table

WHY = "Le righe erano scambiate"


def table_of(event: Event, number: int = 1, round_number: int = 1) -> Table:
    """A table of an event, with its round."""
    return Table.objects.select_related("round__event").get(
        round__event=event, round__number=round_number, number=number
    )


def at(name: str, table: Table) -> str:
    """Where a thing is done to a table's sheet; ``name`` is that of the address."""
    return reverse(name, args=[table.round.event.slug, table.round.number, table.number])


def typed(table: Table, order: list[int] | None = None, **other: Any) -> dict[str, str]:
    """A whole sheet of five numbers as the form sends it; ``other`` replaces or (None) leaves fields empty."""
    sheet = make.simple_sheet(table, order)
    values: dict[str, Any] = {"mode": "numbers", "end": sheet["end"], "ended_by": sheet["ended_by"]}
    for index, row in enumerate(sheet["seats"]):
        values |= {f"s{index}_{name}": number for name, number in row.items()}
    values |= other
    return {name: "" if value is None else str(value) for name, value in values.items()}


def equal(table: Table, *names: str) -> dict[str, str]:
    """A sheet on which the first two seats are equal on everything; ``names`` of theirs are left empty."""
    values = typed(table)
    for name in ("points", "gold", "coins", "actions", "turns"):
        values[f"s1_{name}"] = values[f"s0_{name}"]
    for name in names:
        values[f"s0_{name}"] = values[f"s1_{name}"] = ""
    return values


def places(table: Table) -> list[int | None]:
    """The places of the seats in playing order."""
    return list(Seat.objects.filter(table=table).order_by("position").values_list("place", flat=True))
