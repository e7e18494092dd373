"""Save and delete objects with a history row (who, what, when, why). Every write of a service goes through here.

The columns of a row are in :mod:`tournament.models.history`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from django.contrib.auth.models import User
from django.db import models

from tournament.core.errors import ReasonMissing

By = User | None

#: Label of an actor without an account, e.g. "link of table 7"; empty otherwise.
current_actor: ContextVar[str] = ContextVar("acting", default="")


@contextmanager
def actor_context(words: str) -> Iterator[None]:
    """Record this actor label in every history row written inside the block."""
    token = current_actor.set(words)
    try:
        yield
    finally:
        current_actor.reset(token)


def _state_history(obj: Any, verb: str, by: By, reason: str) -> None:
    """Leave on the object what its next history row states; ``models.history`` copies it there."""
    obj._history_user, obj._change_reason = by, reason
    obj._history_verb, obj._history_actor = verb, current_actor.get()


def _forget_history(obj: Any) -> None:
    """Remove from the object what its last history row stated, so that no later row states it again."""
    del obj._change_reason, obj._history_verb, obj._history_actor


def record(obj: models.Model, *, verb: str, by: By, reason: str = "", **changes: Any) -> None:
    """Save an object with its changes and a history row that states who, what and why.

    Arguments:
        verb: the action, e.g. ``"round_close"``; the service's name.
        by: the acting user; None for the system.
        changes: fields to be set before saving.
    """
    for name, value in changes.items():
        setattr(obj, name, value)
    _state_history(obj, verb, by, reason)
    obj.save()
    _forget_history(obj)


def erase(obj: models.Model, *, verb: str, by: By, reason: str = "") -> None:
    """Delete an object and write a history row that states who, what and why."""
    _state_history(obj, verb, by, reason)
    obj.delete()


def require_reason(reason: str) -> str:
    """Return the reason, trimmed. Errors: ReasonMissing if it is blank."""
    clean = reason.strip()
    if not clean:
        raise ReasonMissing
    return clean
