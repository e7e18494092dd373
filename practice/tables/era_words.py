"""Kinds of the cards of Era of Kingdoms and what its events do, in the project's own words."""

from __future__ import annotations

from typing import Any, Final

from django.utils.translation import gettext_lazy, pgettext_lazy

#: The four resources in the order of the engine, each with its symbol and tincture.
UNITS: Final = {
    "food": ("wheat", "or"),
    "wood": ("trees", "vert"),
    "metal": ("ingot", "azure"),
    "population": ("bust", "purpure"),
}
_TYPES: dict[str, Any] = {
    "land": pgettext_lazy("card type", "Land"),
    "person": pgettext_lazy("card type", "Person"),
    "event": pgettext_lazy("card type", "Event"),
    "immediate": pgettext_lazy("card type", "Play immediately"),
    "victory": pgettext_lazy("card type", "Victory"),
    "end": pgettext_lazy("card type", "End"),
}
#: What the effect of a card does.
_EFFECTS: dict[str, Any] = {
    "survival_tactics": gettext_lazy("Cancels an effect against you; or two cards and an action"),
    "steal": gettext_lazy("Takes riches, or a random card, from another"),
    "religious_sacrifice": gettext_lazy("You and the others lose the land in the same cell"),
    "attack": gettext_lazy("Attack of strength %(value)s: who defends less gives you riches"),
    "high_yield": gettext_lazy("Under a land of yours: it makes one more"),
    "forgotten_knowledge": gettext_lazy("Two base cards back from the discards"),
    "lost_artifact": gettext_lazy("Two medium cards back from the discards"),
    "trade_expedition": gettext_lazy("Replaces a row of the market"),
    "trading_post": gettext_lazy("Once a turn it replaces cards of the market"),
    "swindler": gettext_lazy("Swaps a land of yours for one of the same resource"),
    "oracle": gettext_lazy("Look at three cards, keep one, and an action"),
    "plague": gettext_lazy("Under a land of another: −2 points, −1 of everything"),
    "help": gettext_lazy("Goes to who has least of the resource"),
    "festival": gettext_lazy("Goes to who has most of the resource"),
}
#: Sentences of the chronicle about decisions that the engine tells with their questions.
DEEDS: dict[str, Any] = {
    "discard": gettext_lazy("%(player)s discards %(card)s"),
    "mulligan": gettext_lazy("%(player)s changes %(card)s"),
    "search": gettext_lazy("%(player)s takes %(card)s"),
    "source": gettext_lazy("%(player)s takes from the market: %(card)s"),
    "take": gettext_lazy("%(player)s takes from the market: %(card)s"),
}


def types_of(row: Any) -> str:
    """Return the kind of a card."""
    return str(_TYPES[row.type])


def text_of(row: Any) -> str:
    """Return what the effect of a card does; empty if it has none."""
    words = _EFFECTS.get(row.effect or "", "")
    return str(words) % {"value": row.value} if words else ""
