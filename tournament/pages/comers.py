"""Who comes to an event, with the place in the Ranking, which the application of the Ranking gives."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from tournament.models import Entry, Event, FinalPlace, Season
from tournament.pages.event import shown_name

#: From a season and keys of records to the places of those who have one.
RankSource = Callable[[Season, Collection[int]], Mapping[int, int]]
_sources: list[RankSource] = []


def rank_source_add(source: RankSource) -> None:
    """Register where the places in the Ranking come from."""
    _sources.append(source)


@dataclass(frozen=True, slots=True)
class Comer:
    """A player who comes: place in the Ranking, 0 for none; ``is_new``: has played no event yet."""

    name: str
    rank: int
    is_new: bool
    me: bool


@dataclass(frozen=True, slots=True)
class Comers:
    """Who comes to an event: those who are named, the best of the Ranking first, and the number of the others."""

    named: list[Comer]
    private: int

    def __len__(self) -> int:
        return len(self.named) + self.private


def event_comers(event: Event, *, sees_names: bool = False, me: int | None = None) -> Comers:
    """Return who comes to an event that has not begun. Two queries, and those of the Ranking.

    Source: art. 1.6 for the names: who gave no consent is counted, without name and place.
    """
    entries = list(event.entries.exclude(state=Entry.State.ABSENT).exclude(left_after=0).select_related("person"))
    named = [entry for entry in entries if sees_names or entry.shows_name or entry.person_id == me]
    # A name that is shown in this event alone is not joined to the Ranking.
    known = {entry.person_id for entry in named if entry.person.consent or entry.person_id == me}
    ranks: dict[int, int] = {}
    for source in _sources if known else ():
        ranks |= source(event.season, known)
    played = FinalPlace.objects.filter(entry__person__in=known) if known else FinalPlace.objects.none()
    veterans = set(played.values_list("entry__person", flat=True))
    comers = [_comer(entry, ranks, known - veterans, sees_names=sees_names, me=me) for entry in named]
    comers.sort(key=lambda comer: (comer.rank == 0, comer.rank, comer.name))
    return Comers(comers, len(entries) - len(named))


def _comer(
    entry: Entry, ranks: Mapping[int, int], newcomers: Collection[int], *, sees_names: bool, me: int | None
) -> Comer:
    rank = ranks.get(entry.person_id, 0)
    name = shown_name(entry, sees_names=sees_names, me=me)
    return Comer(name, rank, is_new=not rank and entry.person_id in newcomers, me=entry.person_id == me)
