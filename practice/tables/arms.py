"""The drawings of the cards: every card is a coat of arms, own drawings of the project.

The field's tincture and its hatching tell the type or the suit, the charge tells the card. The symbols are in
``templates/practice/arms.html``.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Arms:
    """The drawing of a card: a field of a shape and a tincture, and a charge; names of the symbols."""

    tincture: str
    charge: str
    shape: str = "shield"


_ACTION = {
    "adventurer": "helm",
    "cellar": "barrel",
    "chancellor": "scroll",
    "chapel": "chapel",
    "council_room": "council",
    "feast": "goblet",
    "festival": "tent",
    "laboratory": "flask",
    "library": "book",
    "market": "stall",
    "mine": "pick",
    "moneylender": "scales",
    "remodel": "hammer",
    "smithy": "anvil",
    "throne_room": "crown",
    "village": "village",
    "woodcutter": "axe",
    "workshop": "compass",
}
_ATTACK = {"bureaucrat": "quill", "militia": "swords", "spy": "eye", "thief": "bag", "witch": "hat"}
_OTHERS = {
    "copper": Arms("or", "coin1"),
    "silver": Arms("or", "coin2"),
    "gold": Arms("or", "coin3"),
    "estate": Arms("vert", "house"),
    "duchy": Arms("vert", "tower"),
    "province": Arms("vert", "castle"),
    "gardens": Arms("vert", "rose"),
    "curse": Arms("sable", "moon"),
    "moat": Arms("azure", "moat"),
}
#: The arms of every card of Dominion, by code name.
DOMINION: dict[str, Arms] = (
    {name: Arms("argent", charge) for name, charge in _ACTION.items()}
    | {name: Arms("purpure", charge) for name, charge in _ATTACK.items()}
    | _OTHERS
)
#: The tinctures of the four colours of Megalomania, and the charges of its eight ranks.
SUITS = {"black": "sable", "red": "gules", "yellow": "or", "blue": "azure"}
RANKS = {
    "peasant": "wheat",
    "assassin": "dagger",
    "explorer": "rosa",
    "dwarf": "hammer",
    "sorcerer": "star",
    "knight": "helm",
    "oracle": "eye",
    "emperor": "crown",
}


_RESOURCES = ("or", "vert", "azure", "purpure")
_SHAPES = {"person": "round", "event": "banner", "immediate": "banner", "victory": "banner", "end": "banner"}
#: The charges of the cards of Era of Kingdoms by code name; without the letter or level of a resource.
_ERA = {
    **{"field": "wheat", "stream": "moat", "mountain": "mount", "forest": "trees", "houses": "village"},
    **{"farm": "house", "mine": "pick", "lumber_camp": "axe", "stone_houses": "tower", "market": "stall"},
    **{"walls": "wall", "storehouse": "barrel", "trader": "scales", "miner": "pick", "farmer": "wheat"},
    **{"lumberjack": "axe", "villager": "bust", "guard": "heart", "soldier": "swords", "steal": "key"},
    **{"survival_tactics": "heart", "religious_sacrifice": "chapel", "crude_attack": "swords", "attack": "swords"},
    **{"great_attack": "swords", "high_yield": "wheat", "forgotten_knowledge": "book", "lord": "crown"},
    **{"trade_expedition": "compass", "trading_post": "stall", "food": "wheat", "metal": "ingot", "wood": "trees"},
    **{"pop": "bust", "knight": "helm", "scholar": "quill", "swindler": "bag", "lost_artifact": "star"},
    **{"oracle": "eye", "plague": "moon", "help": "goblet", "festival": "tent", "age_of_enlightenment": "rosa"},
    **{"monument": "castle", "king": "crown", "general": "helm", "victory": "crown"},
}


def of_era(name: str, kind: str, resource: int) -> Arms:
    """Return the arms of a card of Era of Kingdoms: lands on shields, persons on rounds, the others on banners."""
    shape = _SHAPES.get(kind, "shield")
    family = name.rstrip("34").removesuffix("_F").removesuffix("_W").removesuffix("_M").removesuffix("_P")
    tincture = _RESOURCES[resource] if resource >= 0 and shape != "banner" else "argent"
    if shape == "banner":
        tincture = {"event": "sable", "victory": "purpure"}.get(kind, "argent")
    return Arms(tincture, _ERA.get(family, "star"), shape)


def of_dominion(name: str) -> Arms:
    """Return the arms of a card of Dominion; a card of a set without drawings shows a star."""
    return DOMINION.get(name, Arms("argent", "star"))


def of_megalomania(name: str) -> Arms:
    """Return the arms of a playing card, e.g. ``"red_dwarf"``."""
    colour, _, rank = name.partition("_")
    return Arms(SUITS[colour], RANKS[rank])
