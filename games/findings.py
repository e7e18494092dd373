"""Findings: errors and warnings about reported data.

A finding holds no prose: only a code, a path and the values that its message needs. The messages stand beside each
code, in Italian and English, in the ``messages`` module of the package that defines the code.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Severity(StrEnum):
    """ERROR: impossible by the rules. WARNING: possible but unlikely, to be confirmed."""

    ERROR = "error"
    WARNING = "warning"


#: A value that a message can be filled with. Cards and games are given by code name; the message translates them.
Param = str | int | bool | None | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Finding:
    """One error or warning.

    Arguments:
        code: the code of the check, e.g. ``"D2"``; unique within its package.
        severity: error or warning.
        path: the location within the checked data: ``"seats[1].gold"``; ``""`` is the root.
        params: the values that its message names.
        article: the article or section that decides, e.g. ``"1.5"``; empty where none does.
        value: the reported value; bound: the limit that the rules set there.
    """

    code: str
    severity: Severity
    path: str = ""
    params: Mapping[str, Param] = field(default_factory=dict)
    article: str = ""
    value: Param = None
    bound: Param = None

    @property
    def is_error(self) -> bool:
        return self.severity is Severity.ERROR

    def under(self, prefix: str) -> Finding:
        """Return a copy of the finding with ``prefix`` before its path (a sheet's finding inside an event file)."""
        joined = prefix if not self.path else self.path if not prefix else f"{prefix}.{self.path}"
        return Finding(self.code, self.severity, joined, self.params, self.article, self.value, self.bound)


def has_errors(findings: Iterable[Finding]) -> bool:
    """Return whether any of the findings is an error."""
    return any(finding.is_error for finding in findings)
