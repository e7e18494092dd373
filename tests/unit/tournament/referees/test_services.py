"""The register of referees: levels, absences, designations with their answers and the role they give."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest
from django.utils import timezone

from tests import factories as make
from tournament.claims.services import record_join
from tournament.core.errors import PersonMerged, ReasonMissing
from tournament.entries.services import person_merge
from tournament.events.lifecycle import event_update
from tournament.models import Designation, EventRole, Notice, Person, Referee, RefereeAbsence
from tournament.personal_data.data_export import export
from tournament.personal_data.erasure import person_erase
from tournament.personal_data.registers import ABSENCE_DAYS, REFEREE_DAYS, registers_expire
from tournament.personal_data.retention import data_retention
from tournament.referees.errors import DesignationOver, NoReferee, RefereeAway, RefereeDesignated
from tournament.referees.selectors import referee_of, register
from tournament.referees.services import (
    absence_add,
    absence_remove,
    designation_answer,
    designation_withdraw,
    referee_designate,
    referee_end,
    referee_set,
)
from tournament.regulation.event_errors import DaysReversed

pytestmark = pytest.mark.django_db

DAY = date(2009, 7, 4)


def with_account() -> Person:
    return make.make_person(user=make.make_user())


def _referee(person: Person | None = None) -> Referee:
    return referee_set(person=person or with_account(), level="event", by=None)


def _is_referee(designation: Designation) -> bool:
    roles = EventRole.objects.filter(event=designation.event, user=designation.referee.person.user, role="referee")
    return roles.exists()


def test_level_is_changed_and_history_tells_it() -> None:
    referee = _referee()
    assert referee_set(person=referee.person, level="head", by=None).pk == referee.pk
    assert [row.level for row in referee.history.order_by("history_id")] == ["event", "head"]
    other = make.make_person()
    person_merge(keep=referee.person, merge=other, by=None, reason="La stessa")
    with pytest.raises(PersonMerged):
        _referee(other)


def test_accepted_designation_gives_the_role_and_a_refusal_takes_it_back() -> None:
    event, referee = make.authorised_event(), _referee()
    designation = referee_designate(event=event, referee=referee, by=None)
    assert Notice.objects.filter(account=referee.person.user, code="designated").count() == 1
    assert not _is_referee(designation)
    designation_answer(designation=designation, accepts=True, by=referee.person.user)
    assert _is_referee(designation)
    assert referee_designate(event=event, referee=referee, by=None).state == "accepted"
    boss = make.make_user()
    make.grant(event, boss)
    designation_answer(designation=designation, accepts=False, by=referee.person.user)
    assert not _is_referee(designation)
    assert Notice.objects.filter(account=boss, code="designation_declined").count() == 1
    assert referee_designate(event=event, referee=referee, by=None).state == "waiting"
    designation_withdraw(designation=designation, by=None)
    assert not Designation.objects.exists()
    designation_withdraw(designation=designation, by=None)
    verbs = [row.history_verb for row in Designation.history.order_by("history_id")]
    assert verbs == [
        *("referee_designate", "designation_answer", "designation_answer", "referee_designate"),
        "designation_withdraw",
    ]


def test_designation_without_an_account_gives_no_role() -> None:
    designation = referee_designate(event=make.authorised_event(), referee=_referee(make.make_person()), by=None)
    designation_answer(designation=designation, accepts=True, by=None)
    designation.refresh_from_db()
    assert designation.state == "accepted"
    assert not EventRole.objects.filter(role="referee").exists()


def test_nobody_is_designated_on_days_away_or_twice_on_one_day() -> None:
    event, referee = make.authorised_event(), _referee()
    away = absence_add(referee=referee, first_day=DAY - timedelta(days=3), last_day=DAY, by=None)
    with pytest.raises(RefereeAway):
        referee_designate(event=event, referee=referee, by=None)
    absence_remove(absence=away, by=None)
    absence_remove(absence=away, by=None)
    designation = referee_designate(event=event, referee=referee, by=None)
    with pytest.raises(RefereeDesignated):
        referee_designate(event=make.authorised_event(), referee=referee, by=None)
    with pytest.raises(RefereeDesignated):
        absence_add(referee=referee, first_day=DAY, last_day=DAY, by=None)
    designation_answer(designation=designation, accepts=False, by=None)
    absence_add(referee=referee, first_day=DAY, last_day=DAY, by=None)
    with pytest.raises(DaysReversed):
        absence_add(referee=referee, first_day=DAY, last_day=DAY - timedelta(days=1), by=None)


@pytest.mark.parametrize("state", ["draft", "reported", "void"])
def test_event_that_is_not_open_gets_no_referee(state: str) -> None:
    event = make.authorised_event()
    type(event).objects.filter(pk=event.pk).update(state=state)
    with pytest.raises(DesignationOver):
        referee_designate(event=event, referee=_referee(), by=None)


def test_end_of_a_record_ends_its_designations() -> None:
    referee = _referee()
    designation = referee_designate(event=make.authorised_event(), referee=referee, by=None)
    designation_answer(designation=designation, accepts=True, by=None)
    with pytest.raises(ReasonMissing):
        referee_end(referee=referee, reason=" ", by=None)
    assert _is_referee(designation)
    referee_end(referee=referee, reason="Si trasferisce", by=None)
    assert not _is_referee(designation)
    assert register() == []
    for act in (referee_end, referee_designate):
        facts = {"reason": "Ancora"} if act is referee_end else {"event": make.authorised_event()}
        with pytest.raises(NoReferee):
            act(referee=referee, by=None, **facts)
    _referee(referee.person)
    assert [one.pk for one in register()] == [referee.pk]


def test_joined_records_keep_one_referee() -> None:
    kept, merged = _referee(), _referee(make.make_person())
    person_merge(keep=kept.person, merge=merged.person, by=None, reason="La stessa")
    alone, joined = make.make_person(), _referee(make.make_person())
    person_merge(keep=alone, merge=joined.person, by=None, reason="La stessa")
    assert {row.pk: row.person_id for row in Referee.objects.all()} == {kept.pk: kept.person_id, joined.pk: alone.pk}


def test_copy_and_erasure_reach_register_designations_and_absences() -> None:
    referee = _referee()
    person = referee.person
    absence_add(referee=referee, first_day=DAY + timedelta(days=9), last_day=DAY + timedelta(days=9), by=None)
    event = make.authorised_event()
    referee_designate(event=event, referee=referee, by=None)
    facts = export(person=person)
    assert facts["referee_records"][0]["level"] == "event"
    assert facts["designations"][0]["event"] == event.name
    assert facts["referee_absences"][0]["first_day"] == "2009-07-13"
    other = referee_designate(event=make.authorised_event(), referee=_referee(), by=None)
    person_erase(person=person, by=None)
    assert list(Designation.objects.all()) == [other]
    for model, field in ((Referee, "id"), (Designation, "referee_id"), (RefereeAbsence, "referee_id")):
        assert not model.objects.filter(**({"pk": referee.pk} if field == "id" else {field: referee.pk})).exists()
        assert not model.history.filter(**{field: referee.pk}).exists()


def test_former_referees_and_old_absences_are_deleted() -> None:
    referee, today = _referee(), timezone.localdate()
    absence_add(referee=referee, first_day=today, last_day=today, by=None)
    moment = timezone.now()
    later = moment + timedelta(days=ABSENCE_DAYS + 1)
    assert data_retention(now=later, dry_run=True).registers == 1
    assert data_retention(now=later).registers == 1
    assert not RefereeAbsence.history.exists()
    referee_end(referee=referee, reason="Smette", by=None)
    assert data_retention(now=moment + timedelta(days=REFEREE_DAYS - 1)).registers == 0
    assert data_retention(now=moment + timedelta(days=REFEREE_DAYS + 1)).registers == 1
    assert referee_of(referee.person) is None
    assert not Referee.history.exists()


def test_history_of_an_absence_taken_back_is_deleted_by_its_days() -> None:
    today = timezone.localdate()
    away = absence_add(referee=_referee(), first_day=today, last_day=today, by=None)
    absence_remove(absence=away, by=None)
    later = timezone.now() + timedelta(days=ABSENCE_DAYS + 1)
    assert data_retention(now=later).registers == 1
    assert not RefereeAbsence.history.exists()


def test_queries_of_the_deletion_of_former_referees_do_not_grow_with_them(
    django_assert_max_num_queries: Callable[..., Any],
) -> None:
    for referee in [_referee(person) for person in make.make_people(3)]:
        referee_end(referee=referee, reason="Smette", by=None)
    with django_assert_max_num_queries(25):
        assert registers_expire(timezone.now() + timedelta(days=REFEREE_DAYS + 1)) == 3
    assert not Referee.history.exists()


def test_designation_ends_only_the_role_that_it_gave() -> None:
    event, referee = make.authorised_event(), _referee()
    make.grant(event, referee.person.user, "referee")
    designation = referee_designate(event=event, referee=referee, by=None)
    designation_answer(designation=designation, accepts=False, by=None)
    assert _is_referee(designation)
    designation_answer(designation=designation, accepts=True, by=None)
    designation_withdraw(designation=designation, by=None)
    assert _is_referee(designation)
    assert Notice.objects.filter(account=referee.person.user, code="designation_withdrawn").exists()


def test_account_that_comes_after_the_answer_gets_the_role(django_capture_on_commit_callbacks: Any) -> None:
    designations = []
    for _ in range(2):
        referee = _referee(make.make_person())
        designations.append(referee_designate(event=make.authorised_event(), referee=referee, by=None))
        designation_answer(designation=designations[-1], accepts=True, by=None)
    claimed, repeated = designations
    with django_capture_on_commit_callbacks(execute=True):
        record_join(claimed.referee.person, make.make_user(), by=None, verb="claim_confirm")
    Person.objects.filter(pk=repeated.referee.person_id).update(user=make.make_user())
    designation_answer(designation=repeated, accepts=True, by=None)
    for one in designations:
        designation = Designation.objects.get(pk=one.pk)
        assert _is_referee(designation)
        designation_withdraw(designation=designation, by=None)
        assert not _is_referee(designation)


def test_referees_of_a_moved_event_are_asked_again() -> None:
    event, referee = make.make_event(), _referee()
    type(event).objects.filter(pk=event.pk).update(state="announced")
    event.refresh_from_db()
    designation = referee_designate(event=event, referee=referee, by=None)
    designation_answer(designation=designation, accepts=True, by=None)
    absence_add(referee=referee, first_day=DAY + timedelta(days=7), last_day=DAY + timedelta(days=7), by=None)
    event_update(event=event, by=None, name="Torneo di prova")
    assert _is_referee(designation)
    days = {"first_day": event.first_day + timedelta(days=7), "last_day": event.last_day + timedelta(days=7)}
    event_update(event=event, by=None, **days)
    designation.refresh_from_db()
    assert (designation.state, designation.answered_at) == ("waiting", None)
    assert not _is_referee(designation)
    assert Notice.objects.filter(account=referee.person.user, code="designation_moved").count() == 1
    with pytest.raises(RefereeAway):
        designation_answer(designation=designation, accepts=True, by=None)
    designation_answer(designation=designation, accepts=False, by=None)


def test_joined_records_keep_the_active_referee_with_designations_and_days_of_both() -> None:
    ended, active = _referee(), _referee(make.make_person())
    shared, other = make.authorised_event(), make.authorised_event()
    own = [referee_designate(event=shared, referee=active, by=None)]
    designation_answer(designation=own[0], accepts=True, by=None)
    Designation.objects.create(referee=ended, event=shared)
    own.append(Designation.objects.create(referee=ended, event=other))
    away = absence_add(referee=ended, first_day=DAY + timedelta(days=9), last_day=DAY + timedelta(days=9), by=None)
    Referee.objects.filter(pk=ended.pk).update(ended_on=DAY)
    person_merge(keep=ended.person, merge=active.person, by=None, reason="La stessa")
    kept = Referee.objects.get()
    assert (kept.pk, kept.person_id, kept.ended_on) == (active.pk, ended.person_id, None)
    assert set(kept.designations.all()) == set(own)
    assert set(kept.absences.all()) == {away}
