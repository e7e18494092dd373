"""Labels for printed pages: the same values as on screen, without graphics."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.pages import labels
from tournament.pages.labels import criterion_words

from ._library import register
from ._words import CARD_TYPES

#: Column headings of the values in a game's tie-break chain.
VALUES: dict[str, Any] = {
    "points": _("PT"),
    "turns": _("Turns"),
    "gold": _("Gold"),
    "coins": _("Coins"),
    "actions": _("Actions"),
    "lot": _("Lot"),
}
#: Tie-break help on the forms: what the winner has.
HELP: dict[str, Any] = {
    "turns": _("fewer turns"),
    "gold": _("more Gold"),
    "coins": _("more coin value"),
    "actions": _("more Actions"),
    "lot": _("the lot"),
}


@register.filter
def card_types(types: Sequence[str]) -> str:
    """Return the types of a card as text: "Action, Attack"."""
    return ", ".join(str(CARD_TYPES[name]) for name in types)


@register.simple_tag
def decided_words(name: str) -> str:
    """Return what decided a place, as plain text."""
    return labels.decided_words(name)


@register.simple_tag
def value_words(name: str) -> str:
    """Return the column heading of a value of the tie-break chain."""
    return str(VALUES[name]) if name in VALUES else criterion_words(name, advantage=False)


@register.simple_tag
def tie_help(name: str) -> str:
    """Return a criterion of the tie-break chain as the winner's advantage."""
    return str(HELP[name]) if name in HELP else criterion_words(name, advantage=True)


@register.filter
def lookup(values: Mapping[str, Any], name: str) -> Any:
    """Return the value under ``name``, or an empty string if there is none."""
    value = values.get(name)
    return "" if value is None else value
