"""Tell apart the players of an event who have equal names (AMB-25): ``Entry.beside``, kept at each save as keys are."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from django.db.models import Q, QuerySet
from django.db.models.signals import post_delete, post_save
from django.dispatch import receiver

from tournament.models.history import rows_recorded
from tournament.models.people import BESIDE_NUMBER, Entry, Person
from tournament.regulation.names import are_told_apart


@receiver(post_save, sender=Entry, dispatch_uid="namesakes-entered")
def _entered(instance: Entry, created: bool, raw: bool = False, **_more: Any) -> None:
    if created and not raw:
        _keep_in(Q(event=instance.event_id), instance.person.name_key)


@receiver(rows_recorded, sender=Entry, dispatch_uid="namesakes-entered-together")
def _entered_together(instances: Sequence[Entry], created: bool, **_more: Any) -> None:
    if created:
        keys = {entry.person.name_key for entry in instances}
        events = {entry.event_id for entry in instances}
        keep_apart(Entry.objects.filter(~Q(beside="") | Q(person__name_key__in=keys - {""}), event__in=events))


@receiver(post_delete, sender=Entry, dispatch_uid="namesakes-removed")
def _removed(instance: Entry, **_more: Any) -> None:
    if instance.beside:
        _keep_in(Q(event=instance.event_id), "")


@receiver(post_save, sender=Person, dispatch_uid="namesakes-renamed")
def _renamed(instance: Person, created: bool, raw: bool = False, **_more: Any) -> None:
    if not (created or raw):
        _keep_in(Q(event__in=Entry.objects.filter(person=instance.pk).values("event")), instance.name_key)


def _keep_in(events: Q, key: str) -> None:
    """Look again at the players of a name, and at those told apart before. One query where nothing changes."""
    named = ~Q(beside="") | Q(person__name_key=key) if key else ~Q(beside="")
    keep_apart(Entry.objects.filter(events & named))


def keep_apart(entries: QuerySet[Any]) -> None:
    """Store what stands beside equal names: the city, else the club, else the number, the same for all of one name.

    Arguments:
        entries: for each name, all of an event.
    """
    every = entries.model._default_manager.all()
    columns = ("event_id", "person__name_key", "pk", "person_id", "person__city", "beside")
    rows = entries.order_by(*columns[:3]).values_list(*columns)
    for (event_id, key), found in groupby(rows, key=lambda row: row[:2]):
        group = list(found)
        marks = [""] * len(group)
        if key and len(group) > 1:
            marks = [row[4].strip() for row in group]
            if not are_told_apart(marks):
                marks = _clubs(every, [row[3] for row in group], event_id)
            if not are_told_apart(marks):
                marks = [BESIDE_NUMBER] * len(group)
        for row, mark in zip(group, marks, strict=True):
            if row[5] != mark:
                every.filter(pk=row[2]).update(beside=mark)


def _clubs(entries: QuerySet[Any], people: list[int], event_id: int) -> list[str]:
    """Return the club of each person: the organiser at whose event they were entered last; empty without one."""
    others = entries.filter(person__in=people, event__is_practice=False).exclude(event=event_id)
    clubs = dict(others.order_by("event__first_day", "pk").values_list("person", "event__organiser__name"))
    return [clubs.get(person, "") for person in people]
