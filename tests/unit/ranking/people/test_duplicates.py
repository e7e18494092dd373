"""Test the Referent's page of duplicates: pairs with their evidence, decisions and their undoing (AMB-25)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from ranking.models import LedgerEntry
from ranking.people.selectors import duplicate_pairs, join_preview
from ranking.people.services import people_join, people_part
from tests import factories as make
from tests.refusals import refuses
from tests.unit.ranking.credit import credit
from tests.unit.ranking.pages import text_of
from tournament.entries.services import entry_add
from tournament.models import Entry, Person, RecordPair
from tournament.records.joining import pair_of

pytestmark = [pytest.mark.django_db, pytest.mark.rule("AMB-25")]
LIST = "/referente/giocatori/doppioni/"
MERGE = "/referente/giocatori/unisci/"


def _two(**facts: str) -> tuple[Person, Person]:
    return (
        make.make_person(first_name="Niccolò", last_name="D’Angelo", city="Pisa"),
        make.make_person(**{"first_name": "D'angelo", "last_name": "Niccolo", **facts}),
    )


def test_pairs_are_listed_with_their_evidence() -> None:
    one, other = _two()
    near = make.make_person(first_name="Nicolò", last_name="D'Angelo")
    make.make_people(3)
    event = make.authorised_event()
    for person in (one, other):
        entry_add(event=event, person=person, by=None)
    pairs = duplicate_pairs()
    assert [(pair.first.person, pair.second.person, pair.is_near) for pair in pairs] == [
        (one, other, False),
        (one, near, True),
        (other, near, True),
    ]
    first = pairs[0].first
    assert (first.clubs, first.events, pairs[0].together) == ([event.organiser.name], 1, [event.name])


def test_other_spelling_of_a_joined_record_is_paired() -> None:
    one, other = _two(last_name="Niccolino")
    people_join(keep=one, merge=other, by=None, reason="È lui")
    third = make.make_person(first_name="Niccolino", last_name="D'Angelo")
    assert [(pair.first.person, pair.second.person) for pair in duplicate_pairs()] == [(one, third)]


def test_evidence_is_read_in_a_fixed_number_of_queries(django_assert_num_queries: Any) -> None:
    for _ in range(3):
        _two()
    with django_assert_num_queries(4):
        assert len(duplicate_pairs()) == 15


def test_pair_decided_as_two_people_is_offered_again_only_when_decided_again(referent: Client) -> None:
    one, other = _two()
    assert f"{MERGE}?keep={one.pk}&merge={other.pk}" in text_of(referent.get(LIST))
    answer = referent.post(reverse("pair_decide"), {"keep": one.pk, "merge": other.pk, "decision": "two"})
    assert answer["Location"] == LIST
    assert duplicate_pairs() == []
    pair = RecordPair.objects.get()
    assert (pair.state, pair.decided_by) == ("two", referent.user)
    back = reverse("pair_take_back", args=[pair.pk])
    assert back in text_of(referent.get(LIST))
    assert referent.post(back)["Location"] == LIST
    assert len(duplicate_pairs()) == 1
    assert referent.post(back).status_code == 404


def test_join_is_shown_before_and_taken_back_on_the_record(referent: Client) -> None:
    one, other = _two()
    season = make.make_season()
    rival = make.make_person()
    for person, half_points in ((one, 6), (rival, 8), (other, 4)):
        credit(season, person, half_points)
    (row,) = join_preview(one, other).seasons
    assert [(share.half_points, share.place) for share in (row.kept, row.other, row.joined)] == [
        (6, 2),
        (4, 3),
        (10, 1),
    ]
    page = text_of(referent.get(MERGE, {"keep": one.pk, "merge": other.pk}))
    assert season.name in page
    answer = referent.post(MERGE, {"keep": one.pk, "merge": other.pk, "reason": "È lui"})
    assert answer["Location"] == reverse("person", args=[one.pk])
    pair = pair_of(one, other)
    assert pair is not None
    assert (pair.decided_by, pair.reason) == (referent.user, "È lui")
    assert reverse("pair_take_back", args=[pair.pk]) in text_of(referent.get(answer["Location"]))
    taken = referent.post(reverse("pair_take_back", args=[pair.pk]))
    assert taken["Location"] == reverse("person", args=[other.pk])
    pair.refresh_from_db()
    assert (pair.state, pair.undone_by) == ("undone", referent.user)
    (again,) = join_preview(one, other).seasons
    assert (again.kept, again.other) == (row.kept, row.other)


def test_join_stays_while_an_event_ratified_since_counts_for_the_kept_record() -> None:
    one, other = _two()
    season = make.make_season()
    entry = entry_add(event=make.authorised_event(season=season), person=other, by=None)
    people_join(keep=one, merge=other, by=None, reason="È lui")
    pair = pair_of(one, other)
    assert pair is not None
    credit(season, one, 4)
    booked = LedgerEntry.objects.get(person=one).event
    Entry.objects.filter(pk=entry.pk).update(event=booked)
    with refuses("COUNTED_SINCE") as refusal:
        people_part(pair=pair, by=None)
    assert refusal.value.params == {"event": booked.name}
    pair.refresh_from_db()
    assert pair.state == "joined"


def test_pair_whose_addresses_were_told_says_when_it_can_be_joined(referent: Client) -> None:
    one, other = _two(email="altra@example.org")
    make.change_person(one, email="una@example.org")
    assert "unisci</button>" not in text_of(referent.get(MERGE, {"keep": one.pk, "merge": other.pk}))
    referent.post(reverse("pair_decide"), {"keep": one.pk, "merge": other.pk, "decision": "ask"})
    (pair,) = duplicate_pairs()
    assert pair.joins_on == timezone.localdate() + timedelta(days=14)
    answer = referent.post(MERGE, {"keep": one.pk, "merge": other.pk, "reason": "È lui"})
    assert answer.status_code == 422
    assert Person.objects.get(pk=other.pk).merged_into is None
