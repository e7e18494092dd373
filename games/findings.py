"""What is wrong, or doubtful, with something that people reported.

A finding holds no prose: a code, where it is, and the values a sentence needs. The sentences stand beside each
code, in Italian and English, in the ``sentences`` module of the room that makes the code.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Severity(StrEnum):
    """ERROR: impossible by the rules. WARNING: possible but unlikely, to be confirmed."""

    ERROR = "error"
    WARNING = "warning"


#: What a sentence can be filled in with. Cards and games are given by code name and translated by the sentence.
Param = str | int | bool | None | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing found.

    Arguments:
        code: the code of the check, e.g. ``"D2"``; unique within its room.
        severity: error or warning.
        path: where, as a path into what was checked: ``"seats[1].gold"``; ``""`` is the whole.
        params: the values its sentence names.
        article: the article or section that decides, e.g. ``"1.5"``; empty where none does.
        value: what was reported; bound: what the rules allow at that place.
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
        """The same finding, its path put under ``prefix`` (a sheet's finding inside an event file)."""
        joined = prefix if not self.path else self.path if not prefix else f"{prefix}.{self.path}"
        return Finding(self.code, self.severity, joined, self.params, self.article, self.value, self.bound)


def has_errors(findings: Iterable[Finding]) -> bool:
    """Whether any of the findings is an error."""
    return any(finding.is_error for finding in findings)
