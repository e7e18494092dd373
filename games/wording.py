"""Filling a sentence in: ``{value}`` is the value, ``{value:giocatore|giocatori}`` the word that agrees with it.

One takes the first form, everything else the second: nought and many do so in Italian and in English alike.
"""

from __future__ import annotations

from collections.abc import Mapping
from string import Formatter
from typing import Any


class _Wording(Formatter):
    """str.format with a choice by number: a format specification with a bar in it."""

    def format_field(self, value: Any, format_spec: str) -> str:
        one, bar, many = format_spec.partition("|")
        if bar:
            return one if str(value) == "1" else many
        return str(super().format_field(value, format_spec))


_WORDING = _Wording()


def filled(template: str, params: Mapping[str, Any]) -> str:
    """The sentence of a template.

    Arguments:
        params: its values by name; those it does not name are passed over.

    Errors:
        KeyError: the template names a value that there is not.
    """
    return _WORDING.vformat(template, (), params)
