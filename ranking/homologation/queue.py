"""Data of the Referent's pages: past decisions, seasons, organisers, the national list of players."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Max, Prefetch, Q, QuerySet

from ranking.models import CallUp, Decision
from tournament.core.collation import SortedRows, collation_key
from tournament.models import Consent, Entry, Event, Organiser, Person, Season
from tournament.people.accounts import account_login
from tournament.people.selectors import people_matching

State = Event.State


def latest_decisions(limit: int | None = 10) -> QuerySet[Decision]:
    """Return the latest decisions on all events and organisers; all of them if ``limit`` is None. Runs one query."""
    return Decision.objects.select_related("event", "organiser", "by").order_by("-at", "-pk")[:limit]


def decisions_on(organiser: Organiser) -> QuerySet[Decision]:
    """Return the decisions on an organiser itself, newest first. Runs one query."""
    decisions = Decision.objects.filter(organiser=organiser, event=None)
    return decisions.select_related("event", "organiser", "by").order_by("-at", "-pk")


def events_held(organiser: Organiser) -> QuerySet[Event]:
    """Return the events of an organiser that were announced, the newest first. Runs one query."""
    return organiser.events.exclude(state=State.DRAFT).exclude(is_practice=True).order_by("-first_day", "-pk")


def seasons_list() -> list[Season]:
    """Return all seasons with the numbers of their events, counted events and calls. Runs two queries."""
    seasons: list[Season] = list(
        Season.objects.annotate(
            held=Count("events", filter=~Q(events__state__in=(State.DRAFT, State.VOID)) & Q(events__is_practice=False)),
            counted=Count("events", filter=Q(events__state=State.HOMOLOGATED)),
        ).order_by("-first_day")
    )
    calls = dict(CallUp.objects.order_by().values_list("season_id").annotate(Count("pk")))
    for season in seasons:
        season.calls = calls.get(season.pk, 0)
    return seasons


def organisers_list() -> list[Organiser]:
    """Return the organisers in order of name with the numbers of their events. Runs one query."""
    has_started = ~Q(events__state=State.DRAFT) & Q(events__is_practice=False)
    organisers = Organiser.objects.select_related("user").annotate(held=Count("events", filter=has_started)).order_by()
    return sorted(organisers, key=lambda organiser: collation_key(organiser.name))


def search_people(words: str) -> SortedRows[Person]:
    """Return the people who match every word, all if there is none, with the number of their events."""
    counts = {"events_played": Count("entries"), "last_day": Max("entries__event__last_day")}
    people = people_matching(words).annotate(**counts)
    return SortedRows(people, "last_name", "first_name")


def with_events(pks: Iterable[int]) -> list[Person]:
    """Return people with their entries, events and consents, in the order of ``pks``.

    Runs four queries.
    """
    entries = Prefetch("entries", Entry.objects.select_related("event").order_by("-event__first_day"))
    consents = Prefetch("consents", Consent.objects.select_related("entry__event").order_by("-pk"))
    people = Person.objects.filter(merged_into=None).select_related("user").prefetch_related(entries, consents)
    # SQLite cannot bind integers of more than 64 bits.
    by_pk = people.in_bulk([pk for pk in pks if pk < 2**63])
    return [by_pk[pk] for pk in pks if pk in by_pk]


@dataclass(frozen=True, slots=True)
class RecordVersion:
    """A change of a record: time, user, action and reason."""

    at: datetime
    who: str
    verb: str
    reason: str


def record_history(person: Person) -> list[RecordVersion]:
    """Return every change of a record, newest first. Runs one query."""
    versions = []
    for row in person.history.select_related("history_user").order_by("-history_date", "-history_id"):
        user = row.history_user
        who = account_login(user) if user else ""
        versions.append(RecordVersion(row.history_date, who, row.history_verb, row.reason_in_words))
    return versions
