"""Stays of an event on a laptop."""

from __future__ import annotations

from tournament.models import Event, LaptopStay


def open_stay(event: Event) -> LaptopStay | None:
    """Return the open stay of an event; None where it is on no laptop."""
    stays = LaptopStay.objects.filter(event=event, outcome=LaptopStay.Outcome.OPEN)
    return stays.defer("content").select_related("started_by", "asked_by").first()


def stays_of(event: Event) -> list[LaptopStay]:
    """Return all stays of an event, the first one first."""
    return list(LaptopStay.objects.filter(event=event).defer("content").select_related("started_by", "ended_by"))
