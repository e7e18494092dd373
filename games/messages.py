"""Message templates: ``{value}`` is the value, ``{value:giocatore|giocatori}`` the form that agrees with its number.

1 takes the first form, every other number the second: zero takes the plural in Italian and in English alike.
"""

from __future__ import annotations

from collections.abc import Mapping
from string import Formatter
from typing import Any


class _Wording(Formatter):
    """A str.format with a plural choice: a format specification that contains a bar."""

    def format_field(self, value: Any, format_spec: str) -> str:
        singular, bar, plural = format_spec.partition("|")
        if bar:
            return singular if str(value) == "1" else plural
        return str(super().format_field(value, format_spec))


_WORDING = _Wording()


def fill_in(template: str, params: Mapping[str, Any]) -> str:
    """Fill in a template.

    Arguments:
        params: values by name; those that the template does not name are ignored.

    Errors:
        KeyError: the template names a missing value.
    """
    return _WORDING.vformat(template, (), params)
