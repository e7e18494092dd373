"""Validation of card packs against the rulebook; an inconsistent pack is rejected with all reasons at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from ...findings import Finding, Param, Severity
from ...packs import PROVENANCES
from .card import Card
from .fields import CARD_FIELDS, DECKS, EFFECTS, EVENTS, FIGURES, ICONS, NEEDED, RESOURCES, TOP_FIELDS, TYPES

#: S61-S73: number of cards per deck, and of the trade mini-expansion's cards among the base ones.
TOTALS: Final = {"base": 142, "medium": 51, "advanced": 22, "trade": 6}
_LISTED: Final = (
    *("field", "mountain", "forest", "houses", "farm", "stone_houses", "mine", "lumber_camp"),
    *("steal", "religious_sacrifice", "crude_attack"),
)
#: S771-S828: cards removed from the base deck with two and with three players.
REMOVAL: Final = {2: {**dict.fromkeys(_LISTED, 2), "market": 1, "trader": 1}, 3: dict.fromkeys(_LISTED, 1)}


class Problems:
    """Collects the reasons against a pack, in the order in which they occur."""

    def __init__(self) -> None:
        self.findings: list[Finding] = []

    def need(self, condition: bool, where: str, code: str, **params: Param) -> bool:
        """Record a reason unless the condition holds; return the condition."""
        if not condition:
            self.findings.append(Finding(code, Severity.ERROR, where, params))
        return condition


def _kind(value: Any, wanted: type) -> bool:
    return isinstance(value, wanted) and (wanted is bool or not isinstance(value, bool))


def check_shape(data: Mapping[str, Any]) -> list[Finding]:
    """Report fields of a pack file and of its cards that are unknown, missing or of another kind."""
    problems = Problems()
    for name in data:
        problems.need(name in TOP_FIELDS, str(name), "PACK_UNKNOWN_FIELD", known=", ".join(TOP_FIELDS))
    for name, wanted in TOP_FIELDS.items():
        problems.need(name in data or name == "title", name, "PACK_MISSING")
        problems.need(name not in data or _kind(data[name], wanted), name, "PACK_KIND", kind=wanted.__name__)
    if problems.findings:
        return problems.findings
    for players, counts in data["removal"].items():
        where = f"removal.{players}"
        if problems.need(str(players).isdecimal(), where, "PACK_REMOVAL_PLAYERS"):
            problems.need(isinstance(counts, dict), where, "PACK_TABLE")
    for number, card in enumerate(data["cards"]):
        if problems.need(isinstance(card, dict), f"cards[{number}]", "PACK_TABLE"):
            _check_card_shape(card, str(card.get("id", f"cards[{number}]")), problems)
    ids = [str(card.get("id")) for card in data["cards"] if isinstance(card, dict)]
    for name in dict.fromkeys(ids):
        problems.need(ids.count(name) == 1, name, "PACK_TWICE")
    return problems.findings


def _check_card_shape(card: Mapping[str, Any], name: str, problems: Problems) -> None:
    is_valid = True
    for field, value in card.items():
        where = f"{name}.{field}"
        if not problems.need(field in CARD_FIELDS, where, "PACK_UNKNOWN_FIELD", known=", ".join(CARD_FIELDS)):
            continue
        kind = CARD_FIELDS[field]
        is_valid &= problems.need(_kind(value, kind), where, "PACK_KIND", kind=kind.__name__)
    for field in NEEDED:
        is_valid &= problems.need(field in card, f"{name}.{field}", "PACK_MISSING")
    if is_valid:
        _check_card_values(card, name, problems)


def _check_card_values(card: Mapping[str, Any], name: str, problems: Problems) -> None:
    for field, known in (("deck", DECKS), ("type", TYPES), ("icon", ICONS), ("resource", RESOURCES)):
        is_known = card.get(field, known[0]) in known
        problems.need(is_known, f"{name}.{field}", "PACK_ONE_OF", known=", ".join(known))
    for resource, units in card.get("cost", {}).items():
        is_known = resource in RESOURCES and _kind(units, int) and units > 0
        problems.need(is_known, f"{name}.cost_{resource}", "PACK_COST", known=", ".join(RESOURCES))
    for field, value in card.items():
        problems.need(not _kind(value, int) or value >= 0, f"{name}.{field}", "PACK_NEGATIVE")
    problems.need(card["count"] != 0, f"{name}.count", "PACK_COUNT")
    problems.need(card["source"].strip() != "", f"{name}.source", "PACK_SOURCE")
    for field in ("from", "sources"):
        for figure, source in card.get(field, {}).items():
            where = f"{name}.{field}.{figure}"
            problems.need(figure in FIGURES, where, "PACK_UNKNOWN_FIELD", known=", ".join(FIGURES))
            if field == "from":
                problems.need(source in PROVENANCES, where, "PACK_ONE_OF", known=", ".join(PROVENANCES))
            else:
                problems.need(isinstance(source, str), where, "PACK_KIND", kind="str")


def check_pack(
    cards: Sequence[Card], totals: Mapping[str, int], removal: Mapping[int, Mapping[str, int]]
) -> list[Finding]:
    """Check totals, removal lists and each kind of card."""
    problems = Problems()
    _check_totals(cards, totals, problems)
    _check_removal(cards, removal, problems)
    for card in cards:
        _check_card(card, problems)
    _check_named(cards, problems)
    return problems.findings


def _check_totals(cards: Sequence[Card], totals: Mapping[str, int], problems: Problems) -> None:
    problems.need(dict(totals) == TOTALS, "totals", "PACK_TOTALS", right=str(TOTALS), found=str(dict(totals)))
    trade = [card for card in cards if card.trade]
    sums = {deck: sum(card.count for card in cards if card.deck == number) for number, deck in enumerate(DECKS)}
    sums["trade"] = sum(card.count for card in trade)
    for name, expected in TOTALS.items():
        problems.need(sums[name] == expected, f"totals.{name}", "PACK_TOTAL", found=sums[name], right=expected)
    for card in trade:
        problems.need(card.deck == 0, card.id, "PACK_TRADE_DECK")


def _check_removal(cards: Sequence[Card], removal: Mapping[int, Mapping[str, int]], problems: Problems) -> None:
    base = {card.id: card.count for card in cards if card.deck == 0}
    for players, wanted in REMOVAL.items():
        removed = removal.get(players, {})
        for name in sorted({*wanted, *removed}):
            where = f"removal.{players}.{name}"
            expected = wanted.get(name, 0)
            problems.need(
                removed.get(name, 0) == expected, where, "PACK_REMOVAL", found=removed.get(name, 0), right=expected
            )
            if problems.need(name in base, where, "PACK_REMOVAL_CARD"):
                problems.need(
                    base[name] >= expected, f"{name}.count", "PACK_REMOVAL_MORE", found=base[name], right=expected
                )
    problems.need(set(removal) == set(REMOVAL), "removal", "PACK_REMOVAL_PLAYERS")


def _check_card(card: Card, problems: Problems) -> None:
    name, need = card.id, problems.need
    known = EFFECTS.get(card.type, ("",))
    need(card.effect in known, name, "PACK_EFFECT", type=card.type, effect=card.effect)
    if card.type in ("land", "person"):
        need(1 <= card.level <= 4, f"{name}.level", "PACK_LEVEL", found=card.level)
    if card.amount or card.icon == "stack" or card.type in ("immediate", "victory") or card.effect == "plague":
        need(card.resource >= 0, f"{name}.resource", "PACK_RESOURCE")
    if card.icon != "none":
        need(card.type == "land", f"{name}.icon", "PACK_ICON")
        need(card.amount > 0, f"{name}.amount", "PACK_ICON_AMOUNT")
        least = 2 if card.icon == "stack" else 1
        need(card.level >= least, f"{name}.level", "PACK_ICON_LEVEL", least=least)
    if card.type == "land" and card.icon == "none":
        need(card.resource < 0, f"{name}.resource", "PACK_NO_ICON")
    if card.type == "immediate":
        need(card.deck == 1, name, "PACK_IMMEDIATE_DECK")
        need(card.victory_points == 1, f"{name}.victory_points", "PACK_IMMEDIATE_POINTS")
    if card.type == "end":
        need(card.deck == 2 and card.count == 1, name, "PACK_END")


def _check_named(cards: Sequence[Card], problems: Problems) -> None:
    need = problems.need
    ends = [card.id for card in cards if card.type == "end"]
    need(len(ends) == 1, "cards", "PACK_ENDS", found=len(ends))
    effects = {card.effect for card in cards}
    for effect in (*EVENTS, "help", "festival", "trading_post"):
        need(effect in effects, "cards", "PACK_NO_EFFECT", effect=effect)
    for effect in ("high_yield", "survival_tactics"):
        codes = [card.id for card in cards if card.effect == effect]
        need(len(codes) == 1, "cards", "PACK_ONE_EFFECT", effect=effect, found=len(codes))
    plagues = sorted(card.resource for card in cards if card.effect == "plague")
    need(plagues == [0, 1, 2, 3], "cards", "PACK_PLAGUES")
    for kind in ("land", "person"):
        need(any(card.wild and card.type == kind for card in cards), "cards", "PACK_NO_CHOICE", kind=kind)
