"""A result line of script/production-check."""

from __future__ import annotations

from dataclasses import dataclass

OK, WARNING, ERROR = "ok", "warning", "error"


@dataclass(frozen=True, slots=True)
class CheckResult:
    """A check's subject and level; ``todo`` says what to do about it. Never contains a secret or a password."""

    level: str
    what: str
    todo: str = ""


def ok(what: str) -> CheckResult:
    """Return the line of a check that passed."""
    return CheckResult(OK, what)


def warning(what: str, todo: str) -> CheckResult:
    """Return the line of a check that something should be done about."""
    return CheckResult(WARNING, what, todo)


def error(what: str, todo: str) -> CheckResult:
    """Return the line of a check that failed."""
    return CheckResult(ERROR, what, todo)
