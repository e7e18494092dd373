"""Loading of versioned card packs from JSON; a pack that contradicts the rulebook is rejected.

A card is identified by its code, a small integer: its index in the pack, where the base deck comes first, then the
medium and the advanced one. What the rulebook says of any pack (totals, removal lists, which deck holds what) is
checked on loading; the figures of the individual cards are the pack's own. Source: docs/rules/era_of_kingdoms.md,
sections 1, 3, 11 and 12.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any, Final

from ... import packs
from ...findings import Finding
from .card import NONE, Card
from .checks import check_pack, check_shape
from .fields import DECKS, RESOURCES, BadPack
from .messages import sentence

__all__ = ["DEFAULT_PACK", "NONE", "BadPack", "Card", "Pack", "known_packs", "pack", "read_pack"]

GAME: Final = "era_of_kingdoms"
DEFAULT_PACK: Final = "eok-assumed-1"

_HERE: Final = Path(__file__).resolve().parent.parent / "packs"


@dataclass(frozen=True)
class Pack:
    """A complete set of cards.

    Arguments:
        name: with its version, e.g. ``"eok-assumed-1"``. printed: whether its figures are those of the printed cards.
        cards: by code. removal: per number of players, copies taken out of the base deck by card id.
    """

    name: str
    printed: bool
    cards: tuple[Card, ...]
    removal: Mapping[int, Mapping[str, int]]

    @cached_property
    def codes(self) -> dict[str, int]:
        """Card codes by id."""
        return {card.id: code for code, card in enumerate(self.cards)}

    @cached_property
    def decks(self) -> tuple[int, ...]:
        """The number of each card's deck, by code."""
        return tuple(card.deck for card in self.cards)

    @cached_property
    def yield_code(self) -> int:
        """The code of High Yield."""
        return self.with_effect("high_yield")[0]

    @cached_property
    def tactics_code(self) -> int:
        """The code of Survival Tactics."""
        return self.with_effect("survival_tactics")[0]

    @cached_property
    def end_code(self) -> int:
        """The code of Age of Enlightenment."""
        return next(code for code, card in enumerate(self.cards) if card.type == "end")

    @cached_property
    def immediate(self) -> frozenset[int]:
        """The play-immediately cards."""
        return frozenset(code for code, card in enumerate(self.cards) if card.type == "immediate")

    def with_effect(self, effect: str) -> tuple[int, ...]:
        """Return the codes of the cards with an effect."""
        return tuple(code for code, card in enumerate(self.cards) if card.effect == effect)

    def counts(self, players: int, *, trade: bool) -> tuple[int, ...]:
        """Return the copies in a game by code (section 3.2; 13.33: without trade its cards stay in the box)."""
        removed = self.removal.get(players, {})
        return tuple(0 if card.trade and not trade else card.count - removed.get(card.id, 0) for card in self.cards)


def _card(data: Mapping[str, Any]) -> Card:
    cost = data.get("cost", {})
    return Card(
        id=data["id"],
        name_it=data["name_it"],
        name_en=data["name_en"],
        count=data["count"],
        deck=DECKS.index(data["deck"]),
        type=data["type"],
        level=data.get("level", 0),
        icon=data.get("icon", "none"),
        resource=RESOURCES.index(data["resource"]) if "resource" in data else NONE,
        amount=data.get("amount", 0),
        wild=data.get("wild", 0),
        cost=(cost.get("food", 0), cost.get("wood", 0), cost.get("metal", 0), cost.get("population", 0)),
        victory_points=data.get("victory_points", 0),
        attack=data.get("attack", 0),
        defence=data.get("defence", 0),
        hand=data.get("hand", 0),
        effect=data.get("effect", ""),
        value=data.get("value", 0),
        trade=data.get("trade", False),
        source=data["source"],
    )


def problems(data: Mapping[str, Any]) -> tuple[Finding, ...]:
    """Return every reason why data is not a valid pack; empty if it is valid."""
    shape = check_shape(data)
    if shape:
        return tuple(shape)
    removal = {int(players): dict(counts) for players, counts in data["removal"].items()}
    return tuple(check_pack(_cards(data), data["totals"], removal))


def _cards(data: Mapping[str, Any]) -> list[Card]:
    return sorted(map(_card, data["cards"]), key=lambda card: card.deck)


def read_pack(data: Mapping[str, Any]) -> Pack:
    """Build a pack from the data of its file.

    Raises:
        BadPack: invalid; has every reason, each naming the wrong card or list and what would be valid.
    """
    reasons = problems(data)
    if reasons:
        words, words_it = (
            "; ".join(f"{reason.path}: {sentence(reason, language)}" for reason in reasons) for language in ("en", "it")
        )
        raise BadPack(words, words_it, reasons)
    removal = {int(players): dict(counts) for players, counts in data["removal"].items()}
    return Pack(data["pack"], data["printed"], tuple(_cards(data)), removal)


def shipped_packs() -> tuple[str, ...]:
    """Return the names of the packs that come with the game."""
    return tuple(sorted(path.stem for path in _HERE.glob("*.json")))


def known_packs() -> tuple[str, ...]:
    """Return the names of all packs: those that come with the game, then those of the sources."""
    return (*shipped_packs(), *packs.names(GAME))


@cache
def _shipped_text(name: str) -> str | None:
    path = _HERE / f"{name}.json"
    return path.read_text(encoding="utf-8") if name in shipped_packs() else None


def find_text(name: str) -> str | None:
    """Return the text of a pack from a file or a source; None if there is none."""
    shipped = _shipped_text(name)
    return packs.text(GAME, name) if shipped is None else shipped


@lru_cache(maxsize=64)
def _read_text(name: str, text: str) -> Pack:
    data = packs.parse(text)
    if isinstance(data, Finding):
        raise BadPack(f"pack: {name!r}: {sentence(data, 'en')}", f"pack: {name!r}: {sentence(data, 'it')}", [data])
    loaded = read_pack(data)
    if loaded.name != name:
        raise BadPack(
            f"pack: the file of {name!r} calls itself {loaded.name!r}",
            f"pack: il file di {name!r} si chiama {loaded.name!r}",
        )
    return loaded


def pack(name: str = DEFAULT_PACK) -> Pack:
    """Return a pack by name.

    Raises:
        BadPack: there is none of this name, or it is inconsistent.
    """
    text = find_text(name)
    if text is None:
        known = ", ".join(known_packs())
        raise BadPack(
            f"pack: no pack is called {name!r}; known: {known}",
            f"pack: nessuna edizione delle carte si chiama {name!r}; ci sono: {known}",
        )
    return _read_text(name, text)


def choices(name: object) -> tuple[str, ...]:
    """Return the pack names that a sheet may give: only its own if that one exists, else all known ones."""
    return (name,) if isinstance(name, str) and find_text(name) is not None else known_packs()
