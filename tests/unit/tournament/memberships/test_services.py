"""Memberships of players in clubs: one club a season, cards, who is recognised, privacy."""

from __future__ import annotations

from datetime import date, datetime, timedelta

import pytest
from django.utils import timezone

from tests import factories as make
from tournament.core.consent_errors import CardOfAnother
from tournament.core.errors import CardNumberTaken, FieldWrong, ReasonMissing
from tournament.entries.services import person_merge
from tournament.memberships.errors import CardGiven, MemberAlready, MemberElsewhere, OutsideSeasonDays
from tournament.memberships.selectors import club_players, latest_season, members_of, members_to_renew
from tournament.memberships.services import (
    CardFacts,
    membership_enter,
    membership_enter_by_name,
    membership_remove,
    memberships_renew,
)
from tournament.models import Membership, Organiser, Person, Season
from tournament.personal_data.data_export import export
from tournament.personal_data.erasure import person_erase
from tournament.personal_data.registers import MEMBERSHIP_DAYS
from tournament.personal_data.retention import data_retention
from tournament.regulation.event_errors import DaysReversed

pytestmark = pytest.mark.django_db

FIRST, LAST = date(2009, 7, 4), date(2009, 10, 15)


def card(number: str = "T-7", first: date = FIRST, last: date = LAST) -> CardFacts:
    return CardFacts(number, first, last)


def _enter(club: Organiser, season: Season, person: Person | None = None, facts: CardFacts | None = None) -> Membership:
    return membership_enter(
        organiser=club, season=season, person=person or make.make_person(), card=facts or card(), by=None
    )


def test_member_of_one_club_a_season_and_the_other_club_is_not_named() -> None:
    club, other, season = make.make_organiser(), make.make_organiser(), make.make_season()
    person = make.make_person()
    assert _enter(club, season, person, card(" T  7 ")).card_number == "T 7"
    person.refresh_from_db()
    assert person.card_number == "T 7"
    with pytest.raises(MemberAlready):
        _enter(club, season, person, card("T-8"))
    with pytest.raises(MemberElsewhere) as refused:
        _enter(other, season, person, card("T-8"))
    assert club.name not in str(refused.value)
    with pytest.raises(CardGiven):
        _enter(other, season, None, card("t 7"))
    _enter(other, make.make_season(), person)
    person.refresh_from_db()
    assert person.card_number == "T 7", "the number of the record is not changed by a later card"


@pytest.mark.parametrize(
    ("facts", "error"),
    [
        (card(" "), FieldWrong),
        (card("x" * 41), FieldWrong),
        (card(first=LAST, last=FIRST), DaysReversed),
        (card(first=LAST + timedelta(days=1), last=LAST + timedelta(days=9)), OutsideSeasonDays),
        (card(first=FIRST - timedelta(days=900), last=FIRST - timedelta(days=800)), OutsideSeasonDays),
    ],
)
def test_impossible_card_is_refused(facts: CardFacts, error: type[Exception]) -> None:
    with pytest.raises(error):
        _enter(make.make_organiser(), make.make_season(), None, facts)
    assert not Membership.objects.exists()


def test_name_and_card_open_a_record_and_a_name_alone_does_not() -> None:
    club, season = make.make_organiser(make.make_user()), make.make_season()
    known = make.make_person(card_number="T-1")
    names = {"first_name": known.first_name, "last_name": known.last_name.upper()}
    row = membership_enter_by_name(organiser=club, season=season, card=card("t-1"), by=club.user, **names)
    assert row.person == known
    namesake = membership_enter_by_name(
        organiser=club, season=season, card=card("T-2"), by=club.user, first_name="Ada", last_name=known.last_name
    )
    assert namesake.person != known
    stranger = {"first_name": "Ugo", "last_name": "Foschi"}
    with pytest.raises(CardOfAnother):
        membership_enter_by_name(organiser=club, season=season, card=card("T-1"), by=club.user, **stranger)
    with pytest.raises(CardNumberTaken):
        membership_enter_by_name(organiser=club, season=season, card=card("T-1"), by=None, **stranger)


def test_card_of_another_record_is_refused() -> None:
    club, season = make.make_organiser(), make.make_season()
    owner = make.make_person(card_number="T-3")
    for person in (make.make_person(), make.make_person(card_number="T-4")):
        with pytest.raises(CardOfAnother):
            _enter(club, season, person, card("t-3"))
    assert _enter(club, season, owner, card("t-3")).person == owner


def test_club_chooses_among_its_own_players_only() -> None:
    club, season = make.make_organiser(), make.make_season()
    event = make.check_in_event(organiser=club, season=season, players=3)
    make.check_in_event(players=3)
    people = list(club_players(club, season))
    assert {person.pk for person in people} == set(event.entries.values_list("person", flat=True))
    _enter(club, season, people[0])
    assert list(club_players(club, season)) == people[1:]
    assert [row.person for row in members_of(season)] == people[:1]
    assert members_of(season, make.make_organiser()) == []


def test_removed_membership_leaves_its_history_until_the_person_is_erased() -> None:
    row = _enter(make.make_organiser(), make.make_season())
    with pytest.raises(ReasonMissing):
        membership_remove(membership=row, reason=" ", by=None)
    key, person = row.pk, row.person
    membership_remove(membership=row, reason="Doppia", by=None)
    membership_remove(membership=Membership(pk=key), reason="Doppia", by=None)
    verbs = Membership.history.order_by("history_id").values_list("history_verb", "history_change_reason")
    assert list(verbs) == [("membership_enter", ""), ("membership_remove", "Doppia")]
    person_erase(person=person, by=None)
    assert not Membership.history.exists()


def test_history_of_a_removed_membership_is_deleted_by_the_days_of_its_card() -> None:
    row = _enter(make.make_organiser(), make.make_season())
    stays = _enter(make.make_organiser(), make.make_season(), None, card("T-8"))
    Membership.objects.filter(pk=stays.pk).update(valid_until=LAST + timedelta(days=9))
    membership_remove(membership=row, reason="Doppia", by=None)
    moment = timezone.make_aware(datetime(2009, 10, 16)) + timedelta(days=MEMBERSHIP_DAYS)
    assert data_retention(now=moment - timedelta(days=2)).registers == 0
    later = moment + timedelta(days=1)
    assert data_retention(now=later, dry_run=True).registers == 1
    assert data_retention(now=later).registers == 1
    assert set(Membership.history.values_list("id", flat=True)) == {stays.pk}


def test_copy_erasure_retention_and_joined_records() -> None:
    club, season = make.make_organiser(), make.make_season()
    kept, merged = make.make_people(2)
    own = _enter(club, season, kept, card("A"))
    _enter(club, season, merged, card("B"))
    later = _enter(club, make.make_season(), merged, card("B"))
    person_merge(keep=kept, merge=merged, by=None, reason="La stessa")
    assert set(Membership.objects.filter(person=kept)) == {own, later}
    assert [row["card_number"] for row in export(person=kept)["memberships"]] == ["A", "B"]
    moment = timezone.make_aware(datetime(2009, 10, 16)) + timedelta(days=MEMBERSHIP_DAYS)
    assert data_retention(now=moment - timedelta(days=2)).registers == 0
    assert data_retention(now=moment + timedelta(days=1)).registers == 3, "with the one that the joining removed"
    assert not Membership.history.exists()
    person_erase(person=kept, by=None)
    assert not Membership.history.exists()


def test_season_of_the_page_is_the_named_one_else_the_present() -> None:
    Season.objects.all().delete()
    assert latest_season() is None
    today = timezone.localdate()
    ahead = make.make_season(first_day=today + timedelta(days=30), last_day=today + timedelta(days=60))
    assert latest_season() == ahead
    past = make.make_season()
    assert latest_season() == past
    assert latest_season(ahead.slug) == ahead


def test_members_of_the_last_season_are_renewed_with_their_cards_or_nobody_is() -> None:
    club, other, season = make.make_organiser(), make.make_organiser(), make.make_season()
    first, second = (_enter(club, season, facts=card(number)) for number in ("T-1", "T-2"))
    days = {"first_day": date(2010, 6, 1), "last_day": date(2010, 10, 15)}
    new = make.make_season(**days)
    former = list(members_to_renew(club, new))
    assert set(former) == {first, second}
    assert not members_to_renew(other, new)
    assert not members_to_renew(club, season)
    elsewhere = _enter(other, new, second.person, card("T-2", days["first_day"], days["last_day"]))
    valid = {"valid_from": days["first_day"], "valid_until": days["last_day"]}
    with pytest.raises(MemberElsewhere):
        memberships_renew(season=new, memberships=former, by=None, **valid)
    assert members_of(new) == [elsewhere]
    assert list(members_to_renew(club, new)) == [first]
    assert memberships_renew(season=new, memberships=[first], by=None, **valid) == 1
    assert [(row.person, row.card_number) for row in members_of(new, club)] == [(first.person, "T-1")]
    assert not members_to_renew(club, new)
