"""Data of an organiser's public page: its next events, those played with their winners, its figures."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from django.db.models import Count, Q
from django.utils import timezone

from tournament.events.selectors import listed_events
from tournament.models import Event, FinalPlace, Organiser
from tournament.pages.coming import ComingEvent, coming_of

State = Event.State
#: States of an event that was played; of the last two nobody is named as winner.
_PLAYED = (State.CONCLUDED, State.REPORTED, State.HOMOLOGATED, State.NOT_HOMOLOGATED, State.INVALIDATED)
_WON = (State.CONCLUDED, State.REPORTED, State.HOMOLOGATED)


@dataclass(frozen=True, slots=True)
class PlayedEvent:
    """An event that was played.

    Arguments:
        players: who have a final place.
        winner: name and key of the record; empty and 0 without consent to show the name, or without a valid result.
    """

    event: Event
    players: int
    winner: str
    winner_pk: int
    is_won: bool


@dataclass(frozen=True, slots=True)
class ClubPage:
    """The public page of an organiser; ``players`` counts every player once an event."""

    coming: list[ComingEvent]
    played: list[PlayedEvent]

    @property
    def players(self) -> int:
        return sum(row.players for row in self.played)

    @property
    def since(self) -> int:
        """Return the year of the first event; 0 without events."""
        days: list[date] = [row.event.first_day for row in self.played]
        return min(days).year if days else 0

    @property
    def mean_players(self) -> int:
        """Return the mean attendance, rounded; 0 without events."""
        return round(self.players / len(self.played)) if self.played else 0

    @property
    def ratified(self) -> int:
        return sum(row.event.state == State.HOMOLOGATED for row in self.played)


def club_page(organiser: Organiser) -> ClubPage:
    """Return the data of an organiser's public page. Three queries.

    Source: art. 1.6 for the names; a consent for one event alone holds on that event's own pages.
    """
    events = listed_events().filter(organiser=organiser)
    coming = coming_of(events.filter(last_day__gte=timezone.localdate()))
    placed = Count("entries", filter=Q(entries__final_place__isnull=False))
    played = list(events.filter(state__in=_PLAYED).annotate(placed=placed).order_by("-first_day", "-pk"))
    first_places = FinalPlace.objects.filter(event__in=played, event__state__in=_WON, place=1)
    winners = {place.event_id: place.entry for place in first_places.select_related("entry__person")}
    rows = []
    for event in played:
        winner = winners.get(event.pk)
        # A player may hide the name in one event only.
        shown = winner.person if winner is not None and winner.person.consent and winner.shows_name else None
        rows.append(
            PlayedEvent(event, event.placed, str(shown or ""), shown.pk if shown is not None else 0, winner is not None)
        )
    return ClubPage(coming, rows)
