"""A refusal: why an action is not carried out. Nothing was written.

Each is a row of the table of its subject (``refusals.py``): code, article of the regulation, message. It is raised by
its code: ``raise Refused("EVENT_FULL", capacity=24)``. A refusal that somebody catches has a class besides.

``str(refusal)`` is its English message, filled in; ``tournament.core.messages.sentence`` translates it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tournament.regulation.messages import ENGLISH, MESSAGES
from tournament.regulation.refusal_codes import Code
from tournament.regulation.translatable import Template

#: By code: the article that decides, empty if none does; what is wrong and how to correct it, in English.
Rows = Mapping[Code, tuple[str, Template]]
_ROWS: dict[Code, tuple[str, Template]] = {}


def add_rows(rows: Rows) -> None:
    """Add the table of a subject."""
    _ROWS.update(rows)
    MESSAGES.update({code: message for code, (_article, message) in rows.items()})


class Refused(Exception):
    """An action is refused.

    Arguments:
        code: of its row.
        params: the values that its message names; also readable as attributes (``refusal.players``).
    """

    code: Code

    def __init__(self, code: Code, /, **params: Any) -> None:
        super().__init__(code, params)
        self.code = code
        self.article, self.message = _ROWS[code]
        self.params = params

    def __getattr__(self, name: str) -> Any:
        try:
            return self.__dict__["params"][name]
        except KeyError:
            raise AttributeError(name) from None

    def __str__(self) -> str:
        return ENGLISH.fill(self.message, self.params)


class Caught(Refused):
    """Base of the refusals that somebody catches, one class for one code."""

    def __init__(self, **params: Any) -> None:
        super().__init__(self.code, **params)
