"""Reading a score sheet, the same in every game: whatever JSON holds becomes numbers, words and lists, or a finding.

Each game has the fields of its own sheet in its ``sheet_read``; here is what reading a field means. A field that does
not hold what it should is a finding (codes F1, F2, F4, F6) and reads as nothing: nothing here raises.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sized
from typing import Any, Final

from .findings import Finding, Param, Severity
from .values import kind_of, say, short

#: What the findings of this module say.
SENTENCES: Final[dict[str, dict[str, str]]] = {
    "F1": say("«{path}»: qui serve {expected}, c’è {found}.", "“{path}”: this must be {expected}, it is {found}."),
    "F2": say("«{path}»: il modulo non ha un campo «{field}».", "“{path}”: the sheet has no field “{field}”."),
    "F4": say(
        "«{path}»: {value} non è ammesso; va da {least} a {most}.",
        "“{path}”: {value} is not allowed; it goes from {least} to {most}.",
    ),
    "F4:many": say("«{path}»: {value} voci sono più di {bound}.", "“{path}”: {value} entries are more than {bound}."),
    "F6": say(
        "«{path}»: «{value}» non è ammesso; scegliere tra {bound}.", "“{path}”: “{value}” is not one of {bound}."
    ),
}
#: Why a defect of form is one.
PROOF: Final = say(
    "Un modulo che non si può leggere non si può nemmeno controllare.",
    "A sheet that cannot be read cannot be checked either.",
)


def inside(path: str, key: str) -> str:
    """The path of a field: ``"seats[1].gold"``."""
    return f"{path}.{key}" if path else key


class Findings:
    """Collects findings; a code in ``soft`` is softened from error to warning."""

    def __init__(self, soft: Iterable[str] = ()) -> None:
        self.found: list[Finding] = []
        self.soft = frozenset(soft)

    def error(self, code: str, path: str, value: Param = None, bound: Param = None, **params: Param) -> None:
        """Impossible by the rules."""
        self._add(code, Severity.WARNING if code in self.soft else Severity.ERROR, path, value, bound, params)

    def warning(self, code: str, path: str, value: Param = None, bound: Param = None, **params: Param) -> None:
        """Possible but unlikely, to be confirmed."""
        self._add(code, Severity.WARNING, path, value, bound, params)

    def has_form(self) -> bool:
        """Whether something could not be read."""
        return any(finding.code.startswith("F") for finding in self.found)

    def place(self, path: str) -> dict[str, Param]:
        """Whom or what a path names, as params for the sentence."""
        return {}

    def article(self, code: str) -> str:
        """The article of the regulation that decides; empty where the rules of the game do."""
        return ""

    def _add(
        self, code: str, severity: Severity, path: str, value: Param, bound: Param, params: dict[str, Param]
    ) -> None:
        filled = {**self.place(path), **params, "value": value, "bound": bound}
        self.found.append(Finding(code, severity, path, filled, self.article(code), value, bound))


class Reader:
    """Reads fields; what is wrong goes to ``found`` and reads as None, an empty object or an empty list."""

    #: No number of a real table comes near it; keeps absurd input from costing time.
    LARGEST = 999
    #: No object of a sheet has so many fields, no list so many entries.
    MOST_FIELDS = 64
    MOST_ENTRIES = 400

    def __init__(self, found: Findings) -> None:
        self.found = found

    def wrong(self, path: str, value: object, expected: str) -> None:
        """F1: something else than what is expected, one of ``games.values.KINDS``."""
        self.found.error("F1", path, short(value), expected, found=kind_of(value), expected=expected)

    def too_many(self, value: Sized, path: str, most: int) -> bool:
        """F4: more entries than anybody writes; they are not read."""
        if len(value) > most:
            self.found.error("F4", path, len(value), most, case="F4:many")
        return len(value) > most

    def fields(self, value: object, path: str, known: Iterable[str] | None = None) -> dict[str, Any]:
        """An object; F2 for a key that is none of ``known`` (None: any key will do)."""
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
                self.found.error("F2", inside(path, short(key)), short(key), nearest, field=short(key))
        return value

    def listing(self, table: dict[str, Any], key: str, path: str = "") -> list[Any] | None:
        """A list; None where there is none."""
        value, where = table.get(key), inside(path, key)
        if value is None:
            return None
        if isinstance(value, list | tuple):
            return None if self.too_many(value, where, self.MOST_ENTRIES) else list(value)
        self.wrong(where, value, "list")
        return None

    def number(self, value: object, path: str, least: int, most: int) -> int | None:
        """A whole number from ``least`` to ``most``; F4 for another."""
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int):
            self.wrong(path, value, "integer")
            return None
        if least <= value <= most:
            return value
        shown = max(-self.LARGEST - 1, min(self.LARGEST + 1, value))
        self.found.error("F4", path, shown, f"{least}-{most}", least=least, most=most)
        return None

    def integer(self, table: dict[str, Any], key: str, path: str, least: int, most: int | None = None) -> int | None:
        """The whole number of a field."""
        return self.number(table.get(key), inside(path, key), least, self.LARGEST if most is None else most)

    def boolean(self, table: dict[str, Any], key: str, path: str = "") -> bool | None:
        """Yes or no; None where it is left open."""
        value = table.get(key)
        if value is None or isinstance(value, bool):
            return value
        self.wrong(inside(path, key), value, "boolean")
        return None

    def choice(self, value: object, path: str, allowed: Iterable[str]) -> str | None:
        """One of some words; F6 for another."""
        names = tuple(allowed)
        if value is None or (isinstance(value, str) and value in names):
            return value
        if isinstance(value, str):
            self.found.error("F6", path, short(value), ", ".join(names), allowed=names)
        else:
            self.wrong(path, value, "text")
        return None
