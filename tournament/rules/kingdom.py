"""Art. 1.5: the ten kingdom cards of a round and the Moat rule."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from games.dominion.cards import ATTACKS, KINGDOM, MOAT, NAMES, UnknownCard, card, name_of
from games.findings import Finding, Severity

#: Cards of a kingdom, and how many of them are drawn before the Moat rule looks (art. 1.5).
SIZE = 10
FREE = SIZE - 1

ARTICLE = "1.5"

#: The game whose rounds draw a kingdom; the rounds of the other games have no draw of their own.
GAME = "dominion"

#: The name set of the cards by language: the regulation's in Italian.
EDITIONS = {"it": "regulation", "en": "en"}


def has_kingdom(game: str) -> bool:
    """Art. 1.5: whether a round of this game has a kingdom; the article speaks of Dominion alone."""
    return game == GAME


def readable(text: str, edition: str) -> str:
    """Art. 1.5: a card's name in an edition; what is no card's code name comes back as it is."""
    return name_of(text, edition) if text in NAMES else text


class Shuffler(Protocol):
    """What the draw asks of chance: a ``games.game.Chance`` or a ``random.Random``."""

    def shuffle(self, x: list[Any], /) -> None: ...


@dataclass(frozen=True, slots=True)
class KingdomDraw:
    """Art. 1.5: the log of one draw of a kingdom (REQ-809).

    Arguments:
        drawn: the ten cards' code names in order of extraction.
        rejected: the attacks put aside for the tenth, in order (branch 3).
        branch: 1: the Moat is among the first nine, the tenth is free; 2: an attack and no Moat among them, the tenth
            is the Moat without drawing; 3: neither, the tenth is the first card that is no attack.
    """

    drawn: tuple[str, ...]
    rejected: tuple[str, ...]
    branch: int


def branch_of(nine: Sequence[str]) -> int:
    """Art. 1.5: which branch of the Moat rule the first nine cards open (REQ-804, REQ-805, REQ-806, REQ-807)."""
    if MOAT in nine:
        return 1
    return 2 if ATTACKS.intersection(nine) else 3


def kingdom_from_order(order: Sequence[str]) -> KingdomDraw:
    """Art. 1.5: the kingdom that an order of the shuffled randomisers gives (REQ-801 to REQ-806).

    Arguments:
        order: code names in order of extraction; normally all 25 (REQ-803, AMB-09), at least as many as the draw needs.
    """
    nine, rest = tuple(order[:FREE]), tuple(order[FREE:])
    branch = branch_of(nine)
    if branch == 2:
        return KingdomDraw((*nine, MOAT), (), branch)
    if branch == 1:
        return KingdomDraw((*nine, rest[0]), (), branch)
    tenth = next(place for place, name in enumerate(rest) if name not in ATTACKS)
    return KingdomDraw((*nine, rest[tenth]), rest[:tenth], branch)


def draw_kingdom(chance: Shuffler) -> KingdomDraw:
    """Art. 1.5: draws the kingdom of one round, valid for all its tables (REQ-801, REQ-802, AMB-07).

    Arguments:
        chance: shuffles the 25 randomisers, given in the alphabetical order of their code names.
    """
    order = list(KINGDOM)
    chance.shuffle(order)
    return kingdom_from_order(order)


def _error(code: str, path: str, **params: str | int) -> Finding:
    value = params.get("card")
    return Finding(code, Severity.ERROR, path, params, ARTICLE, value)


def _names(cards: Sequence[str], field: str) -> tuple[list[str], list[Finding]]:
    """Code names of what can be read, and what cannot be one of the 25 randomisers."""
    names: list[str] = []
    findings: list[Finding] = []
    for index, text in enumerate(cards):
        path = f"{field}[{index}]"
        try:
            name = card(text)
        except UnknownCard as unknown:
            if unknown.nearest:
                findings.append(_error("KINGDOM_UNKNOWN_CARD", path, card=str(text), nearest=unknown.nearest))
            else:
                findings.append(_error("KINGDOM_NO_CARD", path, card=str(text)))
            continue
        if name not in KINGDOM:
            findings.append(_error("KINGDOM_BASE_CARD", path, card=name))
        elif name in names:
            findings.append(_error("KINGDOM_DUPLICATE", path, card=name))
        names.append(name)
    return names, findings


def check_kingdom(cards: Sequence[str], *, path: str = "drawn") -> list[Finding]:
    """Art. 1.5: whether ten cards can be the kingdom of a round (REQ-808, AMB-08), whatever order they came in.

    Arguments:
        cards: names in any known spelling.
        path: where the list is, the findings' paths start with it.
    Returns: one finding per wrong card, one for a wrong number, one for attacks without the Moat.
    """
    names, findings = _names(cards, path)
    if len(cards) != SIZE:
        findings.append(_error("KINGDOM_SIZE", path, cards=len(cards), size=SIZE))
    attacks = [name for name in names if name in ATTACKS]
    if attacks and MOAT not in names:
        index = names.index(attacks[0])
        findings.append(_error("KINGDOM_ATTACK_WITHOUT_MOAT", f"{path}[{index}]", card=attacks[0]))
    return findings


def check_extraction(drawn: Sequence[str], rejected: Sequence[str] = ()) -> list[Finding]:
    """Art. 1.5: whether ten cards in order of extraction, and those put aside, follow the rule (REQ-804 to REQ-809).

    Returns: the findings of :func:`check_kingdom` on ``drawn``, and those on ``rejected``.
    """
    findings = check_kingdom(drawn)
    names, bad = _names(rejected, "rejected")
    findings.extend(bad)
    if not rejected:
        return findings
    if not findings and branch_of([card(name) for name in drawn[:FREE]]) != 3:
        findings.append(_error("KINGDOM_REJECTED_NEEDLESSLY", "rejected", cards=len(rejected)))
    readable = {place: card(name) for place, name in enumerate(drawn) if _is_card(name)}
    for index, name in enumerate(names if not bad else []):
        path = f"rejected[{index}]"
        if name in readable.values():
            findings.append(_error("KINGDOM_DUPLICATE", path, card=name))
        elif name not in ATTACKS:
            findings.append(_error("KINGDOM_REJECTED_NOT_ATTACK", path, card=name))
    return findings


def _is_card(name: str) -> bool:
    try:
        card(name)
    except UnknownCard:
        return False
    return True
