"""Save and delete objects with a history row (who, what, when, why). Every write of a service goes through here."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.db import models

from tournament.core.errors import ReasonMissing

#: Separator of verb and reason in a history row.
SEPARATOR = "|"

By = AbstractBaseUser | None

#: Label of an actor without an account, e.g. "link of table 7"; empty otherwise.
acting: ContextVar[str] = ContextVar("acting", default="")


@contextmanager
def acting_as(words: str) -> Iterator[None]:
    """Record this actor label in the reason of every history row written inside the block."""
    token = acting.set(words)
    try:
        yield
    finally:
        acting.reset(token)


def _change_reason(verb: str, reason: str) -> str:
    return f"{verb}{SEPARATOR}{': '.join(part for part in (acting.get(), reason) if part)}"


def record(obj: models.Model, *, verb: str, by: By, reason: str = "", **changes: Any) -> None:
    """Save an object with its changes and a history row that states who, what and why.

    Arguments:
        verb: the action, e.g. ``"round_close"``; the service's name.
        by: the acting user; None for the system.
        changes: fields to be set before saving.
    """
    for name, value in changes.items():
        setattr(obj, name, value)
    obj._history_user = by
    obj._change_reason = _change_reason(verb, reason)
    obj.save()
    del obj._change_reason


def erase(obj: models.Model, *, verb: str, by: By, reason: str = "") -> None:
    """Delete an object and write a history row that states who, what and why."""
    obj._history_user = by
    obj._change_reason = _change_reason(verb, reason)
    obj.delete()


def reason_given(reason: str) -> str:
    """Return the reason, trimmed. Errors: ReasonMissing if it is blank."""
    clean = reason.strip()
    if not clean:
        raise ReasonMissing
    return clean
