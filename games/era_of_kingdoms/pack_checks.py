"""What the rulebook says of every pack of cards; a pack that contradicts it is refused with the reason."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from games.era_of_kingdoms.pack_fields import (
    CARD_FIELDS,
    DECKS,
    EFFECTS,
    EVENTS,
    ICONS,
    NEEDED,
    RESOURCES,
    TOP_FIELDS,
    TYPES,
    BadPack,
)

if TYPE_CHECKING:
    from games.era_of_kingdoms.pack import Card

#: S61-S73: cards per deck, and those of the trade mini-expansion among the base ones.
TOTALS: Final = {"base": 142, "medium": 51, "advanced": 22, "trade": 6}
_LISTED: Final = (
    *("field", "mountain", "forest", "houses", "farm", "stone_houses", "mine", "lumber_camp"),
    *("steal", "religious_sacrifice", "crude_attack"),
)
#: S771-S828: what leaves the base deck by two and by three players.
REMOVAL: Final = {2: {**dict.fromkeys(_LISTED, 2), "market": 1, "trader": 1}, 3: dict.fromkeys(_LISTED, 1)}


def _need(condition: bool, where: str, problem: str) -> None:
    if not condition:
        raise BadPack(where, problem)


def _kind(value: Any, wanted: type) -> bool:
    return isinstance(value, wanted) and (wanted is bool or not isinstance(value, bool))


def check_shape(data: Mapping[str, Any]) -> None:
    """The fields of a pack file and of its cards: all known, of their kind, none needed missing.

    Raises:
        BadPack: naming the first that is not.
    """
    for name in data:
        _need(name in TOP_FIELDS, str(name), f"no such field in a pack; known: {', '.join(TOP_FIELDS)}")
    for name, wanted in TOP_FIELDS.items():
        _need(name in data or name == "title", name, "is missing")
        _need(name not in data or _kind(data[name], wanted), name, f"should be of kind {wanted.__name__}")
    for number, card in enumerate(data["cards"]):
        _check_card_shape(card, f"cards[{number}]")


def _check_card_shape(card: Any, path: str) -> None:
    _need(isinstance(card, dict), path, "should be a table")
    where = f"{path} ({card.get('id', '?')})"
    for name in card:
        _need(name in CARD_FIELDS, f"{where}.{name}", f"no such field; known: {', '.join(CARD_FIELDS)}")
        _need(
            _kind(card[name], CARD_FIELDS[name]), f"{where}.{name}", f"should be of kind {CARD_FIELDS[name].__name__}"
        )
    for name in NEEDED:
        _need(name in card, f"{where}.{name}", "is missing")
    for name, known in (("deck", DECKS), ("type", TYPES), ("icon", ICONS), ("resource", RESOURCES)):
        _need(card.get(name, known[0]) in known, f"{where}.{name}", f"should be one of {', '.join(known)}")
    for resource, units in card.get("cost", {}).items():
        fine = resource in RESOURCES and _kind(units, int) and units > 0
        _need(fine, f"{where}.cost.{resource}", f"should be a number from 1 of {', '.join(RESOURCES)}")
    for name, value in card.items():
        _need(not _kind(value, int) or value >= 0, f"{where}.{name}", "should not be negative")
    _need(card["count"] > 0, f"{where}.count", "should be at least 1")
    _need(card["source"].strip() != "", f"{where}.source", "should say where the figures come from")


def check_pack(cards: Sequence[Card], totals: Mapping[str, int], removal: Mapping[int, Mapping[str, int]]) -> None:
    """Totals, removal lists and what each kind of card must be.

    Raises:
        BadPack: naming what is wrong and what would be right.
    """
    ids = [card.id for card in cards]
    for name in ids:
        _need(ids.count(name) == 1, name, "is named twice")
    _check_totals(cards, totals)
    _check_removal(cards, removal)
    for card in cards:
        _check_card(card)
    _check_named(cards)


def _check_totals(cards: Sequence[Card], totals: Mapping[str, int]) -> None:
    _need(dict(totals) == TOTALS, "totals", f"should be {TOTALS}, the rulebook's (S61-S73), not {dict(totals)}")
    for number, deck in enumerate(DECKS):
        found = sum(card.count for card in cards if card.deck == number)
        _need(found == TOTALS[deck], f"totals.{deck}", f"the cards listed are {found}, they should be {TOTALS[deck]}")
    trade = [card for card in cards if card.trade]
    found = sum(card.count for card in trade)
    _need(found == TOTALS["trade"], "totals.trade", f"the cards listed are {found}, they should be {TOTALS['trade']}")
    for card in trade:
        _need(card.deck == 0, card.id, "a trade card belongs to the base deck (S63-S64)")


def _check_removal(cards: Sequence[Card], removal: Mapping[int, Mapping[str, int]]) -> None:
    base = {card.id: card.count for card in cards if card.deck == 0}
    for players, wanted in REMOVAL.items():
        given = removal.get(players, {})
        for name in sorted({*wanted, *given}):
            where = f"removal.{players}.{name}"
            right = wanted.get(name, 0)
            _need(given.get(name, 0) == right, where, f"is {given.get(name, 0)}, should be {right} (S771-S828)")
            _need(name in base, where, "is no card of the base deck")
            _need(base[name] >= right, where, f"takes out {right} of {base[name]}")
    _need(set(removal) == set(REMOVAL), "removal", "should be for 2 and 3 players")


def _check_card(card: Card) -> None:
    where = card.id
    known = EFFECTS.get(card.type, ("",))
    _need(card.effect in known, where, f"a card of type {card.type} cannot have the effect {card.effect!r}")
    if card.type in ("land", "person"):
        _need(1 <= card.level <= 4, where, f"its level should be from 1 to 4, not {card.level}")
    if card.amount or card.icon == "stack" or card.type in ("immediate", "victory") or card.effect == "plague":
        _need(card.resource >= 0, where, "needs a resource")
    if card.icon != "none":
        _need(card.type == "land", where, "only lands have an icon")
        _need(card.amount > 0, where, "a land with an icon provides a resource")
        least = 2 if card.icon == "stack" else 1
        _need(card.level >= least, where, f"its level should be at least {least}")
    if card.type == "land" and card.icon == "none":
        _need(card.resource < 0, where, "a land without icon belongs to no resource: nothing can be stacked on it")
    if card.type == "immediate":
        _need(card.deck == 1, where, "a play-immediately card goes back to the medium deck (S556-S565), so lives there")
        _need(card.victory_points == 1, where, "a play-immediately card is worth 1 point (S549)")
    if card.type == "end":
        _need(card.deck == 2 and card.count == 1, where, "is one card of the advanced deck (S22-S23)")


def _check_named(cards: Sequence[Card]) -> None:
    ends = [card.id for card in cards if card.type == "end"]
    _need(len(ends) == 1, "cards", f"one card ends the game, not {len(ends)}")
    found = {card.effect for card in cards}
    for effect in (*EVENTS, "help", "festival", "trading_post"):
        _need(effect in found, "cards", f"no card has the effect {effect!r}")
    for effect in ("high_yield", "survival_tactics"):
        codes = [card.id for card in cards if card.effect == effect]
        _need(len(codes) == 1, "cards", f"one kind of card has the effect {effect!r}, not {len(codes)}")
    plagues = sorted(card.resource for card in cards if card.effect == "plague")
    _need(plagues == [0, 1, 2, 3], "cards", "there is one plague per resource (S465)")
    for kind in ("land", "person"):
        _need(any(card.wild and card.type == kind for card in cards), "cards", f"no {kind} gives a unit of choice")
