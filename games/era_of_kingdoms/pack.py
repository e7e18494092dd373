"""The cards as data: a versioned pack, read from TOML and refused where it contradicts the rulebook.

A card is known by its code, a small integer: its place in the pack, where the base deck comes first, then the medium
and the advanced one. What the rulebook says of any pack (totals, removal lists, which deck holds what) is checked on
reading; the figures of the single cards are the pack's own. Source: docs/rules/era_of_kingdoms.md, sections 1, 3, 11
and 12.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Final

from games.era_of_kingdoms.pack_checks import check_pack, check_shape
from games.era_of_kingdoms.pack_fields import DECKS, RESOURCES, BadPack

__all__ = ["DEFAULT_PACK", "NONE", "BadPack", "Card", "Pack", "known_packs", "load", "pack", "read_pack"]

DEFAULT_PACK: Final = "eok-assumed-1"
#: "No card", "no resource".
NONE: Final = -1

_HERE: Final = Path(__file__).resolve().parent / "packs"


@dataclass(frozen=True, slots=True)
class Card:
    """One kind of card.

    Arguments:
        id: code name. name_it, name_en: what people read. count: copies in the box.
        deck: 0 base, 1 medium, 2 advanced. type: land, person, event, immediate, victory or end.
        level: 0 where a card has none. icon: ``"base"``, ``"stack"`` or ``"none"``.
        resource: 0 food, 1 wood, 2 metal, 3 population or NONE; amount, wild: units provided, of it or of choice.
        cost: units needed per resource. victory_points, attack, defence, hand: as printed.
        effect, value: what an event or a special card does; the strength of an attack.
        trade: one of the cards of the trade mini-expansion. source: what of it is known, and from where.
    """

    id: str
    name_it: str
    name_en: str
    count: int
    deck: int
    type: str
    level: int
    icon: str
    resource: int
    amount: int
    wild: int
    cost: tuple[int, int, int, int]
    victory_points: int
    attack: int
    defence: int
    hand: int
    effect: str
    value: int
    trade: bool
    source: str


@dataclass(frozen=True)
class Pack:
    """A whole set of cards.

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
        """Code by id."""
        return {card.id: code for code, card in enumerate(self.cards)}

    @cached_property
    def decks(self) -> tuple[int, ...]:
        """Per code, the number of its deck."""
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
        """The codes of the cards with an effect."""
        return tuple(code for code, card in enumerate(self.cards) if card.effect == effect)

    def counts(self, players: int, *, trade: bool) -> tuple[int, ...]:
        """Per code, the copies in a game (section 3.2; 13.33: without trade its cards stay in the box)."""
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


def read_pack(data: Mapping[str, Any]) -> Pack:
    """The pack that TOML data describes.

    Raises:
        BadPack: naming the card or list that is wrong and what would be right.
    """
    check_shape(data)
    cards = sorted(map(_card, data["cards"]), key=lambda card: card.deck)
    removal = {int(players): dict(counts) for players, counts in data["removal"].items()}
    check_pack(cards, data["totals"], removal)
    return Pack(data["pack"], data["printed"], tuple(cards), removal)


def load(path: Path) -> Pack:
    """The pack in a file.

    Raises:
        BadPack: not TOML, or no consistent pack. OSError: not readable.
    """
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadPack(path.name, f"is no TOML file: {error}") from error
    return read_pack(data)


@cache
def known_packs() -> tuple[str, ...]:
    """The names of the packs that come with the game."""
    return tuple(sorted(path.stem for path in _HERE.glob("*.toml")))


@cache
def pack(name: str = DEFAULT_PACK) -> Pack:
    """A pack that comes with the game.

    Raises:
        BadPack: there is none of this name, or its file is not consistent.
    """
    if name not in known_packs():
        raise BadPack("pack", f"no pack is called {name!r}; known: {', '.join(known_packs())}")
    found = load(_HERE / f"{name}.toml")
    if found.name != name:
        raise BadPack("pack", f"the file of {name!r} calls itself {found.name!r}")
    return found
