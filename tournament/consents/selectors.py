"""Signed consent forms, as the desk and the Referent see them (art. 1.6)."""

from __future__ import annotations

from django.db.models import Prefetch, QuerySet

from tournament.models import ConsentPaper, Entry, Event

_SIGNED = Prefetch("entries", Entry.objects.select_related("person").order_by("number"))


def event_papers(event: Event) -> QuerySet[ConsentPaper]:
    """The forms sent for an event with who signed, the newest first: two queries."""
    return ConsentPaper.objects.filter(event=event).prefetch_related(_SIGNED).order_by("-added_at", "-pk")


def papers_waiting() -> QuerySet[ConsentPaper]:
    """The forms that wait for the Referent with who signed, the oldest first: two queries."""
    waiting = ConsentPaper.objects.filter(state=ConsentPaper.State.WAITING)
    return waiting.select_related("event__organiser").prefetch_related(_SIGNED).order_by("added_at", "pk")
