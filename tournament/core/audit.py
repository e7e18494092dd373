"""Save and delete objects with a history row (who, what, when, why). Every write of a service goes through here.

The columns of a row are in :mod:`tournament.models.history`; an object saved elsewhere leaves them blank.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db import models
from django.dispatch import receiver
from django.utils import timezone
from simple_history.signals import pre_create_historical_record

from tournament.models.history import rows_recorded
from tournament.models.stored_sentences import StoredSentence
from tournament.regulation.refused import Refused

By = User | None

#: Attribute of an object that is being saved or deleted.
_STATEMENT = "_history_statement"

#: Label of an actor without an account, e.g. "link of table 7"; no sentence otherwise.
#: The default is frozen, which B039 cannot see.
current_actor: ContextVar[StoredSentence] = ContextVar("acting", default=StoredSentence())  # noqa: B039


@dataclass(frozen=True, slots=True)
class _Statement:
    """Verb, actor and reason of an object's next history row; stored on the object until that row is written."""

    verb: str
    by: By
    reason: str


@contextmanager
def actor_context(actor: StoredSentence) -> Iterator[None]:
    """Record this actor in every history row written inside the block."""
    token = current_actor.set(actor)
    try:
        yield
    finally:
        current_actor.reset(token)


@receiver(pre_create_historical_record)
def _fill_columns(instance: models.Model, history_instance: Any, **_: Any) -> None:
    """Move the statement of ``record`` or ``erase`` from the object to its history row."""
    statement: _Statement | None = instance.__dict__.pop(_STATEMENT, None)
    if statement is not None:
        for name, value in _columns(statement).items():
            setattr(history_instance, name, value)


def _columns(statement: _Statement) -> dict[str, Any]:
    actor = current_actor.get()
    return {
        "history_user": statement.by,
        "history_verb": statement.verb,
        "history_change_reason": statement.reason,
        "history_actor": actor.code,
        "history_actor_params": dict(actor.params),
    }


def record(obj: models.Model, *, verb: str, by: By, reason: str = "", **changes: Any) -> None:
    """Save an object with its changes and a history row that states who, what and why.

    Arguments:
        verb: the action, e.g. ``"round_close"``; the service's name.
        by: the acting user; None for the system.
        changes: fields to be set before saving.
    """
    for name, value in changes.items():
        setattr(obj, name, value)
    setattr(obj, _STATEMENT, _Statement(verb, by, reason))
    obj.save()


def record_all(objs: Sequence[Any], *, verb: str, by: By, reason: str = "", **changes: Any) -> None:
    """Save rows of one model with the same changes, each with a history row as ``record`` writes it. Two queries.

    New rows are stored whole, of the others only the changes. Signals of single rows are not sent: who listens to them
    listens to ``models.history.rows_recorded`` too.

    Arguments: as ``record``.
        objs: either all new or all stored.
    """
    if not objs:
        return
    model, created = type(objs[0]), objs[0].pk is None
    for obj in objs:
        for name, value in changes.items():
            setattr(obj, name, value)
    if created:
        model.objects.bulk_create(objs)
    else:
        model.objects.filter(pk__in=[obj.pk for obj in objs]).update(**changes)
    history, now = model.history.model, timezone.now()
    facts = {"history_date": now, "history_type": "+" if created else "~", **_columns(_Statement(verb, by, reason))}
    names = [field.attname for field in history.tracked_fields]
    history.objects.bulk_create(history(**facts, **{name: getattr(obj, name) for name in names}) for obj in objs)
    rows_recorded.send(sender=model, instances=objs, created=created)


def erase(obj: models.Model, *, verb: str, by: By, reason: str = "") -> None:
    """Delete an object and write a history row that states who, what and why."""
    setattr(obj, _STATEMENT, _Statement(verb, by, reason))
    obj.delete()


def require_reason(reason: str) -> str:
    """Return the reason, trimmed. Errors: DECISION_REASON_MISSING if it is blank."""
    clean = reason.strip()
    if not clean:
        raise Refused("DECISION_REASON_MISSING")
    return clean
