"""Vocabulary of a pack file: its words and fields, and the error for an invalid pack."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...findings import Finding
from ...game import GameError

RESOURCES: Final = ("food", "wood", "metal", "population")
DECKS: Final = ("base", "medium", "advanced")
TYPES: Final = ("land", "person", "event", "immediate", "victory", "end")
ICONS: Final = ("base", "stack", "none")
EVENTS: Final = (
    *("survival_tactics", "steal", "high_yield", "swindler", "plague", "religious_sacrifice", "oracle"),
    *("forgotten_knowledge", "lost_artifact", "attack", "trade_expedition"),
)
#: The effects that a card of each type may have.
EFFECTS: Final = {"event": EVENTS, "immediate": ("help", "festival"), "land": ("", "trading_post")}

TOP_FIELDS: Final = {"pack": str, "printed": bool, "title": str, "totals": dict, "removal": dict, "cards": list}
CARD_FIELDS: Final[dict[str, type]] = {
    **dict.fromkeys(("id", "name_it", "name_en", "deck", "type", "icon", "resource", "effect", "source"), str),
    **dict.fromkeys(("count", "level", "amount", "wild", "victory_points", "attack", "defence", "hand", "value"), int),
    **dict.fromkeys(("trade", "placeholder_name"), bool),
    **dict.fromkeys(("cost", "from", "sources"), dict),
}
#: The correctable figures of a card, each with its provenance under ``from``.
FIGURES: Final = (
    *("name_it", "name_en", "count", "level", "icon", "resource", "amount", "wild"),
    *(f"cost_{resource}" for resource in RESOURCES),
    *("victory_points", "attack", "defence", "hand", "value"),
)
NEEDED: Final = ("id", "name_it", "name_en", "deck", "type", "count", "source")


class BadPack(GameError):
    """An inconsistent pack of cards.

    Arguments:
        findings: every reason, each with its place; its message is in ``pack_sentences``.
        words, words_it: what is wrong and what would be valid, in English and in Italian.
    """

    def __init__(self, words: str, words_it: str, findings: Sequence[Finding] = ()) -> None:
        super().__init__(words, words_it, tuple(findings))
        self.words, self.words_it, self.findings = words, words_it, tuple(findings)

    def message(self, language: str) -> str:
        return self.words_it if language == "it" else self.words

    def __str__(self) -> str:
        return self.words
