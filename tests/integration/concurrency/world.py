"""The event of a walk: the objects to act on, and a few facts from which the articles decide what is allowed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from tests.integration.concurrency.stages import Cast
from tournament.models import Entry, Event, FinalPlace, Round, Sheet, Table
from tournament.regulation.parameters import CURRENT
from tournament.regulation.refusals import ImpossibleTables
from tournament.regulation.seating import table_sizes

T = TypeVar("T")


def pick(items: Sequence[T], index: int) -> T | None:
    """Return one of some items, counted from the last; None where there are none."""
    return items[-1 - index % len(items)] if items else None


class World:
    """One event, read from the database at each call."""

    def __init__(self, pk: int, cast: Cast) -> None:
        self.pk, self.cast = pk, cast

    @property
    def event(self) -> Event:
        return Event.objects.select_related("season", "organiser").get(pk=self.pk)

    @property
    def state(self) -> str:
        return str(Event.objects.values_list("state", flat=True).get(pk=self.pk))

    def rounds(self) -> list[Round]:
        return list(Round.objects.filter(event=self.pk).select_related("event").order_by("number"))

    def last(self) -> Round | None:
        return pick(self.rounds(), 0)

    def entries(self) -> list[Entry]:
        return list(Entry.objects.filter(event=self.pk).select_related("person", "event").order_by("number"))

    def tables(self) -> list[Table]:
        table_rows = Table.objects.filter(round__event=self.pk).select_related("round__event")
        return list(table_rows.order_by("round__number", "number"))

    def sheets(self) -> list[Sheet]:
        sheet_rows = Sheet.objects.filter(table__round__event=self.pk).select_related("table__round__event")
        return list(sheet_rows.order_by("table__round__number", "entered_at", "pk"))

    def count(self, *states: str) -> int:
        """Count entries in some states."""
        return Entry.objects.filter(event=self.pk, state__in=states).count()

    def closed_ordinary(self) -> int:
        return sum(round_.state == Round.State.CLOSED and not round_.is_final for round_ in self.rounds())

    def nothing_open(self) -> bool:
        return all(round_.state == Round.State.CLOSED for round_ in self.rounds())

    def has_final(self) -> bool:
        return any(round_.is_final for round_ in self.rounds())

    def is_running(self) -> bool:
        return self.state == Event.State.RUNNING

    def is_open(self, table: Table) -> bool:
        """Art. 1.5: a sheet is accepted while the round is public and the table not confirmed."""
        is_public = table.round.state in (Round.State.PUBLISHED, Round.State.RUNNING)
        return self.is_running() and is_public and table.state != Table.State.CONFIRMED

    def may_enter(self) -> bool:
        """Art. 1.2, 1.5: entries are taken from the authorisation to the draw of round 1."""
        return self.state in (Event.State.AUTHORISED, Event.State.CHECK_IN)

    def may_undo(self, round_: Round) -> bool:
        """Art. 1.5: a draw can be undone while its round is open and has no sheet."""
        bare = not Sheet.objects.filter(table__round=round_).exists()
        return self.is_running() and round_.state != Round.State.CLOSED and bare

    def may_draw(self) -> bool:
        """Art. 1.2, 1.3, 1.5: return whether the next ordinary round can be drawn, with a word."""
        event = self.event
        if event.state == Event.State.CHECK_IN:
            present = self.count(Entry.State.CHECKED_IN)
            return can_sit(present) and (not event.is_official or present >= CURRENT.least_players)
        more = event.state == Event.State.RUNNING and len(self.rounds()) < (event.rounds or 0)
        return more and self.nothing_open() and can_sit(self.count(Entry.State.PLAYING))

    def may_draw_final(self) -> bool:
        """Art. 1.5: after all the ordinary rounds, once, with three present at least (AMB-33)."""
        done = self.is_running() and self.nothing_open() and self.closed_ordinary() == self.event.rounds
        return done and not self.has_final() and self.count(Entry.State.PLAYING) >= 3

    def may_conclude(self) -> bool:
        """Art. 1.5: after the final, or where fewer than three are left for one (AMB-33)."""
        done = self.is_running() and self.nothing_open() and self.closed_ordinary() == self.event.rounds
        return done and (self.has_final() or self.count(Entry.State.PLAYING) < 3)

    def has_places(self) -> bool:
        return FinalPlace.objects.filter(event=self.pk).exists()

    def actor(self, index: int) -> Any:
        return (self.cast.organiser, self.cast.referee, self.cast.referent, None)[index % 4]


def can_sit(players: int) -> bool:
    """Art. 1.5: return whether tables of four and three seat them all (AMB-12)."""
    try:
        return bool(table_sizes(players))
    except ImpossibleTables:
        return False
