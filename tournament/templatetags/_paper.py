"""Words for printed pages: the same values as on screen, without the drawings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext_lazy as _

from ._library import register
from ._words import CARD_TYPES, DECIDED_BY, criterion_words

#: Column heads for the values of a game's chain.
VALUES: dict[str, Any] = {
    "points": _("PT"),
    "turns": _("Turns"),
    "gold": _("Gold"),
    "coins": _("Coins"),
    "actions": _("Actions"),
    "lot": _("Lot"),
}
#: The tie-break help of a form: what the winner has.
HELP: dict[str, Any] = {
    "turns": _("fewer turns"),
    "gold": _("more Gold"),
    "coins": _("more coin value"),
    "actions": _("more Actions"),
    "lot": _("the lot"),
}


@register.filter
def card_types(types: Sequence[str]) -> str:
    """The types of a card in words: "Action, Attack"."""
    return ", ".join(str(CARD_TYPES[name]) for name in types)


@register.simple_tag
def decided_words(name: str) -> str:
    """What decided a place, in words without a chip."""
    return str(DECIDED_BY[name][0]) if name in DECIDED_BY else criterion_words(name, advantage=True)


@register.simple_tag
def value_words(name: str) -> str:
    """The head of the column of a value of the chain."""
    return str(VALUES[name]) if name in VALUES else criterion_words(name, advantage=False)


@register.simple_tag
def tie_help(name: str) -> str:
    """A link of the tie-break chain as the winner's advantage."""
    return str(HELP[name]) if name in HELP else criterion_words(name, advantage=True)


@register.filter
def lookup(values: Mapping[str, Any], name: str) -> Any:
    """The value called ``name``, or nothing where the sheet has none."""
    found = values.get(name)
    return "" if found is None else found
