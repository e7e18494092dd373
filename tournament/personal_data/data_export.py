"""Export everything stored about one person, as JSON values."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from axes.models import AccessAttempt, AccessLog
from django.contrib.auth.models import User
from django.db import models
from django.db.models import Q
from django.utils import timezone

from tournament.models import (
    Follow,
    HelpCall,
    Invitation,
    Job,
    Organiser,
    Person,
    PersonClaim,
    PushSubscription,
    Seat,
    SeatConfirmation,
    StandingRow,
)
from tournament.people.languages import chosen_language

FORMAT = "person-data/1"
#: Kinds of jobs that send a mail to an address in their arguments.
MAIL_KINDS = ("mail", "account_mail", "password_mail")
#: Credentials, which are not data about a person.
_SECRET_FIELDS = frozenset(
    {"password", "salt", "token_sha256", "secret_sha256", "auth_secret", "session_key", "session_hash"}
)
#: Relations whose rows are exported elsewhere in the file, or under a name of their own.
_SEPARATE_RELATIONS = frozenset({"merged", "entries"})


def serialize_row(row: models.Model) -> dict[str, Any]:
    """Return a row as stored, without secrets: every column under its name, datetimes and dates in ISO 8601."""
    return {
        field.attname: field.value_to_string(row) if _is_text(field, row) else getattr(row, field.attname)
        for field in row._meta.concrete_fields
        if field.name not in _SECRET_FIELDS
    }


def _is_text(field: models.Field[Any, Any], row: models.Model) -> bool:
    value = getattr(row, field.attname)
    return value is not None and not isinstance(value, bool | int | str | list | dict)


def serialize_rows(rows: Iterable[models.Model]) -> list[dict[str, Any]]:
    """Return several rows as :func:`serialize_row`."""
    return [serialize_row(row) for row in rows]


def names_tried(user: User) -> list[str]:
    """Return the names under which sign-ins to an account are counted."""
    return [
        user.get_username(),
        user.get_username().lower(),
        *EmailAddress.objects.filter(user=user).values_list("email", flat=True),
    ]


def _sign_ins(user: User) -> list[dict[str, Any]]:
    """Return the sign-ins to an account and the failed attempts, with address, browser and time."""
    return [
        {"succeeded": model is AccessLog, **row, "attempt_time": row["attempt_time"].isoformat()}
        for model in (AccessAttempt, AccessLog)
        for row in model._default_manager.filter(username__in=names_tried(user))
        .order_by("pk")
        .values("username", "ip_address", "user_agent", "attempt_time")
    ]


def _account(user: User | None) -> dict[str, Any] | None:
    if user is None:
        return None
    return {
        **serialize_row(user),
        "language": chosen_language(user),
        "groups": [group.name for group in user.groups.order_by("name")],
        "roles": [
            {**serialize_row(role), "event": role.event.name} for role in user.event_roles.select_related("event")
        ],
        "organisations": serialize_rows(Organiser.objects.run_by(user)),
        "organiser_requests": serialize_rows(user.organiser_requests.all()),
        "mail_addresses": serialize_rows(EmailAddress.objects.filter(user=user)),
        "second_steps": list(
            # Without their secrets.
            Authenticator.objects.filter(user=user).order_by("pk").values_list("type", flat=True)
        ),
        "sessions": serialize_rows(UserSession.objects.filter(user=user)),
        "sign_ins": _sign_ins(user),
        "entry_requests": serialize_rows(user.entry_requests.all()),
        "api_tokens": serialize_rows(user.api_tokens.all()),
        "claims": serialize_rows(PersonClaim.objects.filter(account=user)),
        "push_subscriptions": serialize_rows(PushSubscription.objects.filter(account=user)),
        "follows": serialize_rows(Follow.objects.filter(account=user)),
        "muted_notices": serialize_rows(user.muted_notices.all()),
    }


def _entries(person: Person) -> list[dict[str, Any]]:
    entries = []
    for entry in person.entries.select_related("event").order_by("event__first_day", "pk"):
        seats = Seat.objects.filter(entry=entry).select_related("table__round").order_by("table__round__number")
        entries.append(
            {
                **serialize_row(entry),
                "event": entry.event.name,
                "day": entry.event.first_day.isoformat(),
                "city": entry.event.city,
                "seats": [
                    {**serialize_row(seat), "round": seat.table.round.number, "table": seat.table.number}
                    for seat in seats
                ],
                "standings": serialize_rows(StandingRow.objects.filter(entry=entry)),
                "final_place": serialize_row(entry.final_place) if hasattr(entry, "final_place") else None,
                "links": serialize_rows(entry.links.all()),
                "error_reports": serialize_rows(entry.error_reports.all()),
                "consents": serialize_rows(entry.consents.all()),
                "consent_papers": serialize_rows(entry.consent_papers.all()),
                "entry_request": serialize_row(entry.entry_request) if hasattr(entry, "entry_request") else None,
                "leave_wish": serialize_row(entry.leave_wish) if hasattr(entry, "leave_wish") else None,
                "confirmations": serialize_rows(SeatConfirmation.objects.filter(seat__entry=entry)),
                "rating": serialize_row(entry.rating) if hasattr(entry, "rating") else None,
                "history": serialize_rows(entry.history.all()),
            }
        )
    return entries


def _record(person: Person) -> dict[str, Any]:
    """Return a record of the national list with all rows that refer to it, of any app."""
    related = {
        name: serialize_rows(getattr(person, name).all())
        for name in (relation.get_accessor_name() for relation in Person._meta.related_objects)
        if name is not None and name not in _SEPARATE_RELATIONS
    }
    return {
        "record": serialize_row(person),
        "history": serialize_rows(person.history.all()),
        "entries": _entries(person),
        **related,
        "joined_records": [_record(merged_record) for merged_record in person.merged.order_by("pk")],
    }


def all_mail_addresses(people: Iterable[Person]) -> set[str]:
    """Return every mail address that the records have, or once had."""
    addresses = {person.email for person in people}
    for person in people:
        addresses |= set(person.history.values_list("email", flat=True))
    return addresses - {""}


def invitations_of(addresses: Iterable[str], account: User | None = None) -> models.QuerySet[Invitation]:
    """Return the invitations to some addresses that wait for an answer, and those that an account accepted."""
    mailed = Q(address__in={address.lower() for address in addresses})
    return Invitation.objects.filter(mailed | Q(accepted_by=account) if account is not None else mailed).order_by("pk")


def export(*, person: Person | None, user: User | None = None) -> dict[str, Any]:
    """Return everything about a person, or about an account without a record.

    Arguments:
        person: the record of the national list, including those merged into it.
        user: the account; by default the record's own.
    Returns: JSON values; the columns as ``docs/access.md`` says.
    """
    account = user or (person.user if person else None)
    facts: dict[str, Any] = {
        "format": FORMAT,
        "made_at": timezone.now().isoformat(),
        "account": _account(account),
    }
    addresses = all_mail_addresses([person]) if person else set()
    if account is not None and account.email:
        addresses.add(account.email)
    facts["mails"] = (
        serialize_rows(Job.objects.filter(kind__in=MAIL_KINDS, args__to__in=sorted(addresses))) if addresses else []
    )
    facts["invitations"] = serialize_rows(invitations_of(addresses, account))
    if person is None:
        return facts
    called = Q(caller=str(person)) | Q(caller__startswith=f"{person} (")
    return facts | _record(person) | {"help_calls": serialize_rows(HelpCall.objects.filter(called))}
