"""Who did what, when and why: every write of a service goes through here."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.db import models

from tournament.core.errors import ReasonMissing

#: Between the verb and the reason in a history row.
SEPARATOR = "|"

By = AbstractBaseUser | None

#: Who acts without an account, in words, e.g. "link of table 7"; empty otherwise.
acting: ContextVar[str] = ContextVar("acting", default="")


@contextmanager
def acting_as(words: str) -> Iterator[None]:
    """Everything recorded inside says in its reason who acted."""
    token = acting.set(words)
    try:
        yield
    finally:
        acting.reset(token)


def _change_reason(verb: str, reason: str) -> str:
    return f"{verb}{SEPARATOR}{': '.join(part for part in (acting.get(), reason) if part)}"


def record(obj: models.Model, *, verb: str, by: By, reason: str = "", **changes: Any) -> None:
    """Saves an object with its changes and leaves a history row that says who, what and why.

    Arguments:
        verb: what was done, e.g. ``"round_close"``; the service's name.
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
    """Deletes an object and leaves a history row that says who, what and why."""
    obj._history_user = by
    obj._change_reason = _change_reason(verb, reason)
    obj.delete()


def reason_given(reason: str) -> str:
    """The reason, trimmed. Errors: ReasonMissing where it is blank."""
    clean = reason.strip()
    if not clean:
        raise ReasonMissing
    return clean
