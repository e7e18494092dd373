"""Parsing of score sheets, shared by all games: JSON values become numbers, words and lists, or a finding.

Each game defines the fields of its own sheet in its ``check.reading``; this module defines how a field is read. A field
that does not hold what it should is a finding (codes F1, F2, F4, F6) and reads as empty: nothing here raises.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping, Sized
from typing import Any, Final

from .decided_readings import CODE, FIELD, Decided, refused_in
from .findings import Finding, Param, Severity
from .json_kinds import kind_of, short

#: Numbers beyond it are shown as it: a person does not type them, and they are costly to write.
_LARGEST_SHOWN: Final = 10**12

#: Messages of this module's findings.
SENTENCES: Final[dict[str, dict[str, str]]] = {
    "F1": {
        "it": "«{path}»: qui serve {expected}, c’è {found}.",
        "en": "“{path}”: this must be {expected}, it is {found}.",
    },
    "F1:text": {"it": "«{path}»: «{value}» non è {expected}.", "en": "“{path}”: “{value}” is not {expected}."},
    "F2": {"it": "«{path}»: il modulo non ha un campo «{field}».", "en": "“{path}”: the sheet has no field “{field}”."},
    "F4": {
        "it": "«{path}»: {value} non è ammesso; va da {least} a {most}.",
        "en": "“{path}”: {value} is not allowed; it goes from {least} to {most}.",
    },
    "F4:many": {
        "it": "«{path}»: {value} voci sono più di {bound}.",
        "en": "“{path}”: {value} entries are more than {bound}.",
    },
    "F6": {
        "it": "«{path}»: «{value}» non è ammesso; scegliere tra {bound}.",
        "en": "“{path}”: “{value}” is not one of {bound}.",
    },
}
#: Proof text for findings about the form of a value.
PROOF: Final = {
    "it": "Un modulo che non si può leggere non si può nemmeno controllare.",
    "en": "A sheet that cannot be read cannot be checked either.",
}


def inside(path: str, key: str) -> str:
    """Return the path of a field within an object: ``"seats[1].gold"``."""
    return f"{path}.{key}" if path else key


class Findings:
    """Collector of findings; errors with a code in ``soft`` are downgraded to warnings."""

    def __init__(self, soft: Iterable[str] = ()) -> None:
        self.entries: list[Finding] = []
        self.soft = frozenset(soft)

    def error(self, code: str, path: str, value: Param = None, bound: Param = None, **params: Param) -> None:
        """Add an error: impossible under the rules."""
        self._add(code, Severity.WARNING if code in self.soft else Severity.ERROR, path, value, bound, params)

    def warning(self, code: str, path: str, value: Param = None, bound: Param = None, **params: Param) -> None:
        """Add a warning: possible but unlikely, to be confirmed."""
        self._add(code, Severity.WARNING, path, value, bound, params)

    def has_form(self) -> bool:
        """Return whether any value could not be read."""
        return any(finding.code == CODE or finding.code.startswith("F") for finding in self.entries)

    def place(self, path: str) -> dict[str, Param]:
        """Return params that name the player or thing at a path, for the message."""
        return {}

    def article(self, code: str) -> str:
        """Return the deciding article of the regulation; empty if the rules of the game decide."""
        return ""

    def _add(
        self, code: str, severity: Severity, path: str, value: Param, bound: Param, params: dict[str, Param]
    ) -> None:
        filled = {**self.place(path), **params, "value": value, "bound": bound}
        self.entries.append(Finding(code, severity, path, filled, self.article(code), value, bound))


class Reader:
    """Reader of fields.

    An invalid value adds a finding to ``findings`` and reads as None, an empty object or an empty list.
    """

    #: Far above any number of a real table; limits the cost of absurd input.
    LARGEST = 999
    #: Maximum number of fields of an object and of entries of a list.
    MOST_FIELDS = 64
    MOST_ENTRIES = 400

    def __init__(self, findings: Findings) -> None:
        self.findings = findings

    def wrong(self, path: str, value: object, expected: str) -> None:
        """Add F1: a value of another kind than ``expected``, one of ``games.json_kinds.KINDS``."""
        case = "F1:text" if isinstance(value, str) else "F1"
        self.findings.error("F1", path, short(value), expected, case=case, found=kind_of(value), expected=expected)

    def too_many(self, value: Sized, path: str, most: int) -> bool:
        """Return whether there are more than ``most`` entries; if so add F4, and the caller does not read them."""
        if len(value) > most:
            self.findings.error("F4", path, len(value), most, case="F4:many")
        return len(value) > most

    def fields(self, value: object, path: str, known: Iterable[str] | None = None) -> dict[str, Any]:
        """Return an object's fields; add F2 for a key not in ``known`` (None: any key is accepted)."""
        if not isinstance(value, dict):
            self.wrong(path, value, "object")
            return {}
        if self.too_many(value, path, self.MOST_FIELDS):
            return {}
        names = None if known is None else tuple(known)
        for key in value:
            if names is not None and key not in names:
                close = difflib.get_close_matches(short(key), names, n=1)
                nearest = close[0] if close else None
                self.findings.error("F2", inside(path, short(key)), short(key), nearest, field=short(key))
        return value

    def listing(self, table: dict[str, Any], key: str, path: str = "") -> list[Any] | None:
        """Return a list field; None if it is absent."""
        value, where = table.get(key), inside(path, key)
        if value is None:
            return None
        if isinstance(value, list | tuple):
            return None if self.too_many(value, where, self.MOST_ENTRIES) else list(value)
        self.wrong(where, value, "list")
        return None

    def number(self, value: object, path: str, least: int, most: int) -> int | None:
        """Return a whole number from ``least`` to ``most``; add F4 if it is out of range."""
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int):
            self.wrong(path, value, "integer")
            return None
        if least <= value <= most:
            return value
        shown = max(-_LARGEST_SHOWN, min(_LARGEST_SHOWN, value))
        self.findings.error("F4", path, shown, f"{least}-{most}", least=least, most=most)
        return None

    def integer(self, table: dict[str, Any], key: str, path: str, least: int, most: int | None = None) -> int | None:
        """Return a field that holds a whole number."""
        return self.number(table.get(key), inside(path, key), least, self.LARGEST if most is None else most)

    def boolean(self, table: dict[str, Any], key: str, path: str = "") -> bool | None:
        """Return a boolean field; None if it is absent."""
        value = table.get(key)
        if value is None or isinstance(value, bool):
            return value
        self.wrong(inside(path, key), value, "boolean")
        return None

    def choice(self, value: object, path: str, allowed: Iterable[str]) -> str | None:
        """Return one of the ``allowed`` words; add F6 for any other."""
        names = tuple(allowed)
        if value is None or (isinstance(value, str) and value in names):
            return value
        if isinstance(value, str):
            self.findings.error("F6", path, short(value), ", ".join(names), allowed=names)
        else:
            self.wrong(path, value, "text")
        return None

    def drop_readings(self, table: dict[str, Any], decided: Mapping[str, Decided]) -> None:
        """Drop the readings of older sheets; add F2 for an unknown name, READING_GONE for what is not decided so."""
        named = self.fields(table.get(FIELD) or {}, FIELD, decided)
        for refused in refused_in(named, decided):
            words = refused.words()
            self.findings.error(CODE, refused.path, words["value"], words["bound"], number=words["number"])
