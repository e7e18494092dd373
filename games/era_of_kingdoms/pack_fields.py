"""What a pack file is made of: its words, its fields, and the error for a pack that cannot be."""

from __future__ import annotations

from typing import Final

from games.game import GameError

RESOURCES: Final = ("food", "wood", "metal", "population")
DECKS: Final = ("base", "medium", "advanced")
TYPES: Final = ("land", "person", "event", "immediate", "victory", "end")
ICONS: Final = ("base", "stack", "none")
EVENTS: Final = (
    *("survival_tactics", "steal", "high_yield", "swindler", "plague", "religious_sacrifice", "oracle"),
    *("forgotten_knowledge", "lost_artifact", "attack", "trade_expedition"),
)
#: The effects that a card of each type may name.
EFFECTS: Final = {"event": EVENTS, "immediate": ("help", "festival"), "land": ("", "trading_post")}

TOP_FIELDS: Final = {"pack": str, "printed": bool, "title": str, "totals": dict, "removal": dict, "cards": list}
CARD_FIELDS: Final[dict[str, type]] = {
    **dict.fromkeys(("id", "name_it", "name_en", "deck", "type", "icon", "resource", "effect", "source"), str),
    **dict.fromkeys(("count", "level", "amount", "wild", "victory_points", "attack", "defence", "hand", "value"), int),
    **dict.fromkeys(("trade", "placeholder_name"), bool),
    "cost": dict,
}
NEEDED: Final = ("id", "name_it", "name_en", "deck", "type", "count", "source")


class BadPack(GameError):
    """A pack of cards that cannot be.

    Arguments:
        where: the card, list or field. problem: what is wrong and what would be right.
    """

    def __init__(self, where: str, problem: str) -> None:
        super().__init__(where, problem)
        self.where, self.problem = where, problem

    def __str__(self) -> str:
        return f"{self.where}: {self.problem}"
