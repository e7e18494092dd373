"""The sentences of errors and findings of the regulation, in Italian and English."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tournament.rules.sentences_errors import ERRORS
from tournament.rules.sentences_findings import FINDINGS

SENTENCES: dict[str, dict[str, str]] = {**ERRORS, **FINDINGS}


def _shown(value: Any) -> str:
    """A param as text; groups are joined inside and outside."""
    if isinstance(value, (list, tuple)):
        separator = "; " if any(isinstance(item, (list, tuple)) for item in value) else ", "
        return separator.join(_shown(item) for item in value)
    return "" if value is None else str(value)


def sentence(code: str, params: Mapping[str, Any], language: str = "it") -> str:
    """The sentence of a code, filled in.

    Arguments:
        code: of an error or a finding of this room.
        params: the values it names.
        language: ``"it"`` or ``"en"``.
    """
    return SENTENCES[code][language].format(**{name: _shown(value) for name, value in params.items()})
