"""Read signed consent forms for the desk and the Referent (art. 1.6)."""

from __future__ import annotations

from django.db.models import Prefetch, QuerySet

from tournament.models import ConsentPaper, Entry, Event

_SIGNED = Prefetch("entries", Entry.objects.select_related("person").order_by("number"))


def event_papers(event: Event) -> QuerySet[ConsentPaper]:
    """Return the forms sent for an event with their signers, newest first. Two queries."""
    return ConsentPaper.objects.filter(event=event).prefetch_related(_SIGNED).order_by("-added_at", "-pk")


def papers_waiting() -> QuerySet[ConsentPaper]:
    """Return the forms that wait for the Referent with their signers, oldest first. Two queries."""
    waiting = ConsentPaper.objects.filter(state=ConsentPaper.State.WAITING)
    return waiting.select_related("event__organiser").prefetch_related(_SIGNED).order_by("added_at", "pk")
