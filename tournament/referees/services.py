"""Enter referees in the register, note their absences, designate them to events and store their answers."""

from __future__ import annotations

from datetime import date

from django.contrib.auth.models import User
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from tournament.access.roles import role_grant, role_revoke
from tournament.core.audit import By, erase, record, require_reason
from tournament.core.errors import PersonMerged
from tournament.core.locks import locked
from tournament.models import Designation, Event, EventRole, NoticeKind, Person, Referee, RefereeAbsence
from tournament.notifications.decisions import accounts_notice, organisers_of, referents_of
from tournament.referees.errors import DesignationOver, NoReferee, RefereeAway, RefereeDesignated
from tournament.referees.selectors import OPEN_STATES, absence_on, designation_on
from tournament.regulation.event_errors import DaysReversed

State = Designation.State


def _locked_referee(referee: Referee) -> Referee:
    """Return the record in the register, locked. Errors: NoReferee if it ended."""
    fresh = Referee.objects.select_for_update(of=("self",)).select_related("person__user").get(pk=referee.pk)
    if fresh.ended_on is not None:
        raise NoReferee(referee=str(fresh))
    return fresh


@transaction.atomic
def referee_set(*, person: Person, level: str, by: By) -> Referee:
    """Enter a person in the register with a level, change the level, or take an ended record up again.

    Errors: PersonMerged.
    """
    fresh = Person.objects.select_for_update().get(pk=person.pk)
    if fresh.merged_into_id is not None:
        raise PersonMerged(person=str(fresh))
    referee = Referee.objects.filter(person=fresh).first() or Referee(person=fresh)
    if referee.pk is None or referee.level != level or referee.ended_on is not None:
        record(referee, verb="referee_set", by=by, level=level, ended_on=None)
    return referee


@transaction.atomic
def referee_end(*, referee: Referee, reason: str, by: By) -> Referee:
    """End a referee's record, with a reason; the designations to events that are not over end with it.

    Errors: ReasonMissing; NoReferee.
    """
    why = require_reason(reason)
    rows = Designation.objects.filter(referee=referee, event__state__in=OPEN_STATES).select_related("event")
    # The order of locks of every service: first the events, then the referee.
    for designation in rows.order_by("event_id"):
        designation_withdraw(designation=designation, by=by)
    fresh = _locked_referee(referee)
    record(fresh, verb="referee_end", by=by, reason=why, ended_on=timezone.localdate())
    return fresh


@transaction.atomic
def absence_add(*, referee: Referee, first_day: date, last_day: date, by: By) -> RefereeAbsence:
    """Note days on which a referee is away. Errors: DaysReversed; NoReferee; RefereeDesignated on one of them."""
    if last_day < first_day:
        raise DaysReversed(first_day=first_day, last_day=last_day)
    fresh = _locked_referee(referee)
    meeting = designation_on(fresh, first_day, last_day)
    if meeting is not None:
        raise RefereeDesignated(referee=str(fresh), event=meeting.event.name)
    absence = RefereeAbsence(referee=fresh, first_day=first_day, last_day=last_day)
    record(absence, verb="absence_add", by=by)
    return absence


@transaction.atomic
def absence_remove(*, absence: RefereeAbsence, by: By) -> None:
    """Take an absence back. Idempotent."""
    fresh = RefereeAbsence.objects.select_for_update().filter(pk=absence.pk).first()
    if fresh is not None:
        erase(fresh, verb="absence_remove", by=by)


def _require_open(event: Event) -> None:
    if event.state not in OPEN_STATES or event.is_practice:
        raise DesignationOver(event=event.name, state=event.state)


def _require_free(referee: Referee, event: Event) -> None:
    away = absence_on(referee, event.first_day, event.last_day)
    if away is not None:
        raise RefereeAway(referee=str(referee), first_day=away.first_day, last_day=away.last_day)
    meeting = designation_on(referee, event.first_day, event.last_day, but=event)
    if meeting is not None:
        raise RefereeDesignated(referee=str(referee), event=meeting.event.name)


@transaction.atomic
def referee_designate(*, event: Event, referee: Referee, by: By) -> Designation:
    """Designate a referee to an event and tell them; asks again where they declined. Idempotent otherwise.

    Errors: DesignationOver; NoReferee; RefereeAway; RefereeDesignated.
    """
    fresh = locked(event)
    _require_open(fresh)
    who = _locked_referee(referee)
    _require_free(who, fresh)
    designation = Designation.objects.filter(referee=who, event=fresh).first() or Designation(referee=who, event=fresh)
    if designation.pk is None or designation.state == State.DECLINED:
        record(designation, verb="referee_designate", by=by, state=State.WAITING, answered_at=None)
        _tell(designation, "designated", [who.person.user] if who.person.user else [], reverse("own_availability"), by)
    return designation


def _tell(designation: Designation, code: str, readers: list[User], path: str, by: By) -> None:
    accounts_notice(
        readers,
        kind=NoticeKind.ROLE,
        code=code,
        key=f"designation-{designation.pk}-{timezone.now().isoformat()}",
        path=path,
        params={"event": designation.event.name},
        event=designation.event,
        but=by,
    )


def _locked_designation(designation: Designation) -> Designation | None:
    """Return a designation with its event locked; None if it has ended."""
    locked(designation.event)
    rows = Designation.objects.select_for_update(of=("self",)).select_related("referee__person__user", "event")
    return rows.filter(pk=designation.pk).first()


@transaction.atomic
def designation_answer(*, designation: Designation, accepts: bool, by: By) -> None:
    """Store a referee's answer: who accepts with an account is referee of the event, who declines no longer is.

    The Referents and those who run the event are told of a refusal. Does nothing if the designation has ended.
    Accepting again gives the role to who has got an account in the meantime.

    Errors: DesignationOver; RefereeAway, RefereeDesignated for who accepts and cannot come on these days any more.
    """
    fresh = _locked_designation(designation)
    if fresh is None:
        return
    _require_open(fresh.event)
    answer = State.ACCEPTED if accepts else State.DECLINED
    again = fresh.state == answer
    if accepts and not again:
        _require_free(fresh.referee, fresh.event)
    before, given = fresh.role, _give_role(fresh, by) if accepts else None
    if again and given is None:
        return
    answered_at = fresh.answered_at if again else timezone.now()
    record(fresh, verb="designation_answer", by=by, state=answer, answered_at=answered_at, role=given)
    if not accepts:
        _end_role(before, by)
        _tell(fresh, "designation_declined", referents_of(fresh.event.city), reverse("referee_register"), by)
        _tell(fresh, "designation_declined", organisers_of(fresh.event), reverse("roles", args=[fresh.event.slug]), by)


def _give_role(designation: Designation, by: By) -> EventRole | None:
    """Make a referee with an account referee of the event; None if there is no account, or it is that already."""
    account, event, role = designation.referee.person.user, designation.event, EventRole.Role.REFEREE
    if account is None or EventRole.objects.filter(event=event, user=account, role=role).exists():
        return None
    return role_grant(event=event, user=account, role=role, by=by)


def _end_role(given: EventRole | None, by: By) -> None:
    if given is not None:
        role_revoke(event=given.event, user=given.user, role=given.role, by=by)


@transaction.atomic
def designation_roles_give(*, person: Person, by: By) -> None:
    """Make a person whose record has just got an account referee of the events whose designation they accepted."""
    rows = Designation.objects.filter(
        referee__person=person, state=State.ACCEPTED, event__state__in=OPEN_STATES, event__is_practice=False
    )
    for designation in rows.select_related("event").order_by("event_id"):
        designation_answer(designation=designation, accepts=True, by=by)


@transaction.atomic
def designations_ask_again(event: Event, *, by: By) -> None:
    """Ask the designated referees of a moved event again, in a locked event: their answer was to other days."""
    rows = Designation.objects.select_for_update(of=("self",)).filter(event=event).exclude(state=State.DECLINED)
    for designation in rows.select_related("event", "referee__person__user", "role__user").order_by("pk"):
        given, account = designation.role, designation.referee.person.user
        record(designation, verb="referee_designate", by=by, state=State.WAITING, answered_at=None, role=None)
        _end_role(given, by)
        _tell(designation, "designation_moved", [account] if account else [], reverse("own_availability"), by)


@transaction.atomic
def designation_withdraw(*, designation: Designation, by: By) -> None:
    """End a designation and the role that it gave, and tell the referee. Idempotent."""
    fresh = _locked_designation(designation)
    if fresh is None:
        return
    account = fresh.referee.person.user
    _end_role(fresh.role, by)
    if fresh.role is None and fresh.state != State.DECLINED and account is not None:
        _tell(fresh, "designation_withdrawn", [account], "", by)
    erase(fresh, verb="designation_withdraw", by=by)
