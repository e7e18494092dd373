"""Requests to hold events: written by an account, approved, questioned or refused by the Referent (art. 1.2)."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from tournament.access.roles import member_add
from tournament.core.audit import By, record, require_reason
from tournament.federation.notices import request_answer_notice, request_notice
from tournament.federation.services import organiser_create
from tournament.models import Organiser, OrganiserRequest
from tournament.regulation import lifecycle
from tournament.regulation.refused import Refused

State = OrganiserRequest.State
#: Fields that the requester writes.
FIELDS = ("name", "kind", "city", "contact", "reference", "plan")


def _clean(facts: dict[str, Any]) -> dict[str, str]:
    """Return the requester's fields; one line each, except the plan."""
    return {
        field: str(facts[field]).strip() if field == "plan" else " ".join(str(facts[field]).split()) for field in FIELDS
    }


@transaction.atomic
def organiser_request_make(*, user: User, **facts: Any) -> OrganiserRequest:
    """Send a request to the Referents, who get a mail.

    Arguments:
        facts: the fields of ``FIELDS``.
    Errors: ORGANISER_REQUEST_OPEN.
    """
    User.objects.select_for_update().get(pk=user.pk)
    earlier = open_request(user)
    if earlier is not None:
        raise Refused("ORGANISER_REQUEST_OPEN", name=earlier.name)
    request = OrganiserRequest(user=user, **_clean(facts))
    record(request, verb="organiser_request_make", by=user)
    request_notice(request)
    return request


def open_request(user: User) -> OrganiserRequest | None:
    """Return the request of an account that is not decided yet."""
    return OrganiserRequest.objects.filter(user=user, state__in=[State.WAITING, State.ASKED_BACK]).first()


def _locked_request(request: OrganiserRequest, *states: str) -> OrganiserRequest:
    """Return the request as it is now, locked. Errors: ORGANISER_REQUEST_ANSWERED unless it is in one of the states."""
    fresh = OrganiserRequest.objects.select_for_update(of=("self",)).select_related("user").get(pk=request.pk)
    if fresh.state not in states:
        raise Refused("ORGANISER_REQUEST_ANSWERED", name=fresh.name, state=State(fresh.state).label)
    return fresh


@transaction.atomic
def organiser_request_change(*, request: OrganiserRequest, by: User, **facts: Any) -> OrganiserRequest:
    """Write a request anew: an open one, or a refused one to have it decided again. The Referents get a mail.

    Errors: ORGANISER_REQUEST_ANSWERED; ORGANISER_REQUEST_OPEN if another request of the account is open.
    """
    fresh = _locked_request(request, State.WAITING, State.ASKED_BACK, State.REFUSED)
    other = open_request(fresh.user)
    if other is not None and other.pk != fresh.pk:
        raise Refused("ORGANISER_REQUEST_OPEN", name=other.name)
    record(fresh, verb="organiser_request_change", by=by, state=State.WAITING, **_clean(facts))
    request_notice(fresh)
    return fresh


@transaction.atomic
def organiser_request_withdraw(*, request: OrganiserRequest, by: User) -> OrganiserRequest:
    """Withdraw an open request. Errors: ORGANISER_REQUEST_ANSWERED."""
    fresh = _locked_request(request, State.WAITING, State.ASKED_BACK)
    record(fresh, verb="organiser_request_withdraw", by=by, state=State.WITHDRAWN)
    return fresh


def organiser_named(name: str) -> Organiser | None:
    """Return the organiser that already has this name, ignoring case."""
    return Organiser.objects.filter(name__iexact=name).first()


@transaction.atomic
def organiser_request_approve(*, request: OrganiserRequest, by: By) -> Organiser:
    """Art. 1.2: open the organiser with the requester as responsible account, and tell them by mail.

    Where an organiser of that name exists, as from an imported event, the requester joins it instead.

    Errors: ORGANISER_REQUEST_ANSWERED; ORGANISER_DISQUALIFIED.
    """
    fresh = _locked_request(request, State.WAITING, State.ASKED_BACK)
    organiser = organiser_named(fresh.name)
    if organiser is None:
        organiser = organiser_create(name=fresh.name, city=fresh.city, user=fresh.user, by=by)
    else:
        lifecycle.check_organiser(disqualified=organiser.disqualified_at is not None)
        member_add(organiser=organiser, user=fresh.user, by=by)
    record(
        fresh,
        verb="organiser_request_approve",
        by=by,
        state=State.APPROVED,
        answer="",
        answered_by=by,
        organiser=organiser,
    )
    request_answer_notice(fresh)
    return organiser


@transaction.atomic
def organiser_request_ask_back(*, request: OrganiserRequest, question: str, by: By) -> OrganiserRequest:
    """Ask the requester something before deciding; they get the question by mail.

    Errors: ORGANISER_QUESTION_MISSING, ORGANISER_REQUEST_ANSWERED.
    """
    text = question.strip()
    if not text:
        raise Refused("ORGANISER_QUESTION_MISSING")
    fresh = _locked_request(request, State.WAITING, State.ASKED_BACK)
    record(fresh, verb="organiser_request_ask_back", by=by, state=State.ASKED_BACK, answer=text, answered_by=by)
    request_answer_notice(fresh)
    return fresh


@transaction.atomic
def organiser_request_refuse(*, request: OrganiserRequest, reason: str, by: By) -> OrganiserRequest:
    """Refuse a request with a reason, which the requester gets by mail.

    Errors: DECISION_REASON_MISSING, ORGANISER_REQUEST_ANSWERED.
    """
    why = require_reason(reason)
    fresh = _locked_request(request, State.WAITING, State.ASKED_BACK)
    record(fresh, verb="organiser_request_refuse", by=by, state=State.REFUSED, answer=why, answered_by=by)
    request_answer_notice(fresh)
    return fresh
