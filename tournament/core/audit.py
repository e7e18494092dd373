"""Save and delete objects with a history row (who, what, when, why). Every write of a service goes through here.

The columns of a row are in :mod:`tournament.models.history`; an object saved elsewhere leaves them blank.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db import models
from django.dispatch import receiver
from simple_history.signals import pre_create_historical_record

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
        actor = current_actor.get()
        history_instance.history_user = statement.by
        history_instance.history_verb, history_instance.history_change_reason = statement.verb, statement.reason
        history_instance.history_actor, history_instance.history_actor_params = actor.code, dict(actor.params)


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
