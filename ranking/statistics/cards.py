"""Cards of the kingdoms of a season: how often drawn, and what happened at the tables that had them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from games import registry


def shown_cards(game: str, codes: Iterable[str], language: str) -> dict[str, Any]:
    """Return cards of a game as pages show them (name, cost, tincture), by code.

    Arguments:
        language: ``"it"`` for the names of the regulation, ``"en"`` for the English ones.
    """
    display = registry.get(game).display
    cards = display.setup_cards({"drawn": list(codes)}, display.edition_of(language, "regulation"))
    return {card.code: card for card in cards}
