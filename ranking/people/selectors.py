"""Read what a join of two records would change, and which records may be one person's (AMB-25)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from itertools import combinations

from django.db.models import Q, QuerySet

from ranking.models import LedgerEntry
from ranking.national.selectors import Standing, canonical_person_ids, season_standing
from tournament.core.collation import person_key
from tournament.models import Entry, Person, RecordPair, Season
from tournament.people.selectors import national_list, people_search, possible_duplicates
from tournament.records.joining import JoinPlan, join_plan, joins_on, pair_of, played_since
from tournament.regulation.names import NearNames

State = RecordPair.State
#: Pairs that the page of duplicates shows at once.
MOST_PAIRS = 50


@dataclass(frozen=True, slots=True)
class Share:
    """What a record has in a season: counted events, points, wins, and the place; None where nothing counts."""

    events: int
    half_points: int
    wins: int
    place: int | None


@dataclass(frozen=True, slots=True)
class SeasonPreview:
    """A season before and after a join."""

    season: Season
    kept: Share
    other: Share
    joined: Share


@dataclass(frozen=True, slots=True)
class JoinPreview:
    """What a join of two records would change.

    Arguments:
        plan: what moves. seasons: in which one of the two has counted events, the newest first.
        pair: the decision on the two that holds; None without one.
        is_other_name: whether the other record is written otherwise.
    """

    plan: JoinPlan
    seasons: list[SeasonPreview]
    pair: RecordPair | None
    is_other_name: bool


def _share(standing: Standing, person: int) -> Share:
    if person not in standing.totals.sums:
        return Share(0, 0, 0, None)
    row = standing.ranking[standing.ranking.place_of(person)]
    return Share(standing.totals.events[person], row.half_points, row.tally.wins, row.rank)


def join_preview(kept: Person, other: Person) -> JoinPreview:
    """Return what a join of two records would change: events, points, wins and places, and what moves."""
    before = canonical_person_ids()
    after = {pk: kept.pk if person == other.pk else person for pk, person in before.items()} | {other.pk: kept.pk}
    records = [kept.pk, other.pk, *(pk for pk, person in before.items() if person in (kept.pk, other.pk))]
    booked = LedgerEntry.objects.filter(person__in=records).order_by().values("season")
    seasons = []
    for season in Season.objects.filter(pk__in=booked).order_by("-first_day"):
        now, then = season_standing(season, dict(before)), season_standing(season, after)
        shares = (_share(now, kept.pk), _share(now, other.pk), _share(then, kept.pk))
        if any(share.events for share in shares):
            seasons.append(SeasonPreview(season, *shares))
    is_other_name = str(kept) != str(other)
    return JoinPreview(join_plan(kept, other), seasons, pair_of(kept, other), is_other_name)


@dataclass(frozen=True, slots=True)
class RecordEvidence:
    """What the Referent compares: clubs where the person played, birth year, number of events and the last one."""

    person: Person
    clubs: list[str]
    birth_year: int | None
    events: int
    last: Entry | None


@dataclass(frozen=True, slots=True)
class DuplicatePair:
    """Two records that may be one person's.

    Arguments:
        is_near: the names are not the same, but nearly.
        said: whether a desk took one for the other, without a proof.
        together: names of the events that both entered: two people, or one who was entered twice.
        joins_on: from when they may be joined, if their addresses were told.
    """

    first: RecordEvidence
    second: RecordEvidence
    is_near: bool
    said: bool
    together: list[str]
    joins_on: date | None


def duplicate_pairs(limit: int = MOST_PAIRS) -> list[DuplicatePair]:
    """Return pairs of records with equal or near names that nobody has decided as two people. Runs four queries.

    The spelling of a joined record stands for the kept one. Equal names come first, then what a desk said, then near
    names; each in the order of names.
    """
    people = {person.pk: person for person in national_list().select_related("user").order_by()}
    spellings = _spellings(people)
    order = {pk: place for place, pk in enumerate(sorted(people, key=lambda pk: person_key(people[pk])))}
    pairs: dict[tuple[int, int], bool] = {}
    for is_near, found in ((False, _equal(spellings)), (False, _said(people)), (True, _near(spellings))):
        for pair in sorted(found, key=lambda pair: (order[pair[0]], order[pair[1]])):
            pairs.setdefault(pair, is_near)
    decided = _decided()
    for pair, decision in decided.items():
        if decision.state == State.TWO:
            pairs.pop(pair, None)
    shown = dict(list(pairs.items())[:limit])
    evidence = _evidence({pk: people[pk] for pair in shown for pk in pair})
    return [
        _pair(evidence[one], evidence[other], is_near, joins_on(decided.get((one, other))))
        for (one, other), is_near in shown.items()
    ]


def pairs_of(person: Person, words: str = "") -> list[DuplicatePair]:
    """Return the pairs of a record with those that may be the same person's: asked, said by a desk, of the same name.

    Arguments:
        words: also those that match a search, the first twenty.
    """
    decided = _decided(person)
    said = Q(said_to_be=person) | Q(pk=person.said_to_be_id)
    asked = {pk for pair, row in decided.items() if row.state == State.ASKED for pk in pair}
    others = {other.pk: other for other in national_list().filter(said | Q(pk__in=asked)).select_related("user")}
    others |= {other.pk: other for other in possible_duplicates(person.first_name, person.last_name)[:MOST_PAIRS]}
    two = {pk for pair, row in decided.items() if row.state == State.TWO for pk in pair}
    shown = [other for pk, other in others.items() if pk not in two]
    if words:
        shown += [other for other in people_search(words) if other.pk not in others]
    people = {other.pk: other for other in shown if other.pk != person.pk}
    evidence = _evidence(people | {person.pk: person})
    pairs = []
    for pk, other in people.items():
        one, second = _sorted(person.pk, pk)
        is_near = other.name_key != person.name_key
        pairs.append(_pair(evidence[one], evidence[second], is_near, joins_on(decided.get((one, second)))))
    return pairs


def _sorted(one: int, other: int) -> tuple[int, int]:
    """Return two keys of records in the order in which they were made: the older one is kept."""
    return (one, other) if one < other else (other, one)


def _spellings(people: dict[int, Person]) -> list[tuple[int, str]]:
    """Return the keys of names of every record, with those of the records that were joined to it."""
    joined = Person.objects.filter(merged_into__isnull=False).order_by().values_list("merged_into_id", "name_key")
    own = [(person.pk, person.name_key) for person in people.values()]
    return [(pk, key) for pk, key in [*own, *joined] if key and pk in people]


def _equal(spellings: list[tuple[int, str]]) -> set[tuple[int, int]]:
    by_key: dict[str, set[int]] = {}
    for pk, key in spellings:
        by_key.setdefault(key, set()).add(pk)
    return {_sorted(*pair) for group in by_key.values() for pair in combinations(group, 2)}


def _said(people: dict[int, Person]) -> set[tuple[int, int]]:
    claims = [(person.pk, person.said_to_be_id) for person in people.values()]
    return {_sorted(pk, said) for pk, said in claims if said is not None and said in people and said != pk}


def _near(spellings: list[tuple[int, str]]) -> set[tuple[int, int]]:
    near = NearNames(spellings)
    return {_sorted(pk, other) for pk, key in spellings for other in near[key] if other != pk}


def _decided(person: Person | None = None) -> dict[tuple[int, int], RecordPair]:
    """Return the newest decision on each pair that is not joined, of one record if it is named."""
    rows = RecordPair.objects.filter(state__in=(State.TWO, State.ASKED)).order_by("pk")
    if person is not None:
        rows = rows.filter(Q(kept=person) | Q(other=person))
    return {_sorted(row.kept_id, row.other_id): row for row in rows}


def _evidence(people: dict[int, Person]) -> dict[int, tuple[RecordEvidence, dict[int, str]]]:
    """Return the evidence of records, and by the key of each event that they entered its name."""
    entries: dict[int, list[Entry]] = {pk: [] for pk in people}
    rows = Entry.objects.filter(person__in=people, event__is_practice=False).select_related("event__organiser")
    for entry in rows.order_by("event__first_day", "pk"):
        entries[entry.person_id].append(entry)
    return {
        pk: (
            RecordEvidence(
                person=person,
                clubs=list(dict.fromkeys(entry.event.organiser.name for entry in entries[pk])),
                birth_year=person.birth_date.year if person.birth_date is not None else None,
                events=len(entries[pk]),
                last=entries[pk][-1] if entries[pk] else None,
            ),
            {entry.event_id: entry.event.name for entry in entries[pk]},
        )
        for pk, person in people.items()
    }


def _pair(
    one: tuple[RecordEvidence, dict[int, str]],
    other: tuple[RecordEvidence, dict[int, str]],
    is_near: bool,
    day: date | None,
) -> DuplicatePair:
    (first, events), (second, others) = one, other
    said = {first.person.said_to_be_id, second.person.said_to_be_id} & {first.person.pk, second.person.pk}
    together = [name for key, name in events.items() if key in others]
    return DuplicatePair(first, second, is_near, bool(said), together, day)


def decided_pairs() -> QuerySet[RecordPair]:
    """Return the pairs that were decided as two people, the newest first. One query."""
    return RecordPair.objects.filter(state=State.TWO).select_related("kept", "other", "decided_by")[:MOST_PAIRS]


@dataclass(frozen=True, slots=True)
class StoredJoin:
    """A join of another record to this one; ``stays``: why it can no longer be taken back, an event played since."""

    pair: RecordPair
    stays: str


def joins_of(person: Person) -> list[StoredJoin]:
    """Return the joins to a record that were not taken back, the newest first."""
    pairs = RecordPair.objects.filter(kept=person, state=State.JOINED).select_related("other", "decided_by")
    joins = []
    for pair in pairs:
        event = played_since(pair)
        joins.append(StoredJoin(pair, event.name if event is not None else ""))
    return joins
