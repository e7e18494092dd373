"""Art. 1.5: check that ten kingdom cards can be those of a round.

The draw itself, the Moat rule included, is :mod:`games.dominion.kingdom`, which simulated games use as well.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.dominion.cards import ATTACKS, BASE, MOAT, NAMES, UnknownCard, card, name_of
from games.dominion.kingdom import FREE, SIZE, branch_of
from games.dominion.sets import POOL
from games.findings import Finding, Severity

ARTICLE = "1.5"

#: The game whose rounds draw a kingdom; the rounds of the other games have no draw of their own.
GAME = "dominion"

#: Name set of the cards by language: the regulation's in Italian.
EDITIONS = {"it": "regulation", "en": "en"}


def has_kingdom(game: str) -> bool:
    """Art. 1.5: return whether a round of this game has a kingdom; the article speaks of Dominion alone."""
    return game == GAME


def readable(text: str, edition: str) -> str:
    """Art. 1.5: return a card's name in an edition; a text that is not a card's code name is returned unchanged."""
    return name_of(text, edition) if text in NAMES else text


def _error(code: str, path: str, **params: str | int) -> Finding:
    value = params.get("card")
    return Finding(code, Severity.ERROR, path, params, ARTICLE, value)


def _names(cards: Sequence[str], field: str) -> tuple[list[str], list[Finding]]:
    """Return the code names of the readable cards, and findings about those not among the randomisers."""
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
        if name in BASE:
            findings.append(_error("KINGDOM_BASE_CARD", path, card=name))
        elif name not in POOL:
            findings.append(_error("KINGDOM_OTHER_SET", path, card=name))
        elif name in names:
            findings.append(_error("KINGDOM_DUPLICATE", path, card=name))
        names.append(name)
    return names, findings


def check_kingdom(cards: Sequence[str], *, path: str = "drawn") -> list[Finding]:
    """Art. 1.5: check whether ten cards, in any order, can be the kingdom of a round (REQ-808, AMB-08).

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
    """Art. 1.5: check whether ten cards in order of extraction, and those put aside, are legal (REQ-804 to REQ-809).

    Returns: the findings of :func:`check_kingdom` on ``drawn``, and those on ``rejected``.
    """
    findings = check_kingdom(drawn)
    names, rejected_findings = _names(rejected, "rejected")
    findings.extend(rejected_findings)
    if not rejected:
        return findings
    if not findings and branch_of([card(name) for name in drawn[:FREE]]) != 3:
        findings.append(_error("KINGDOM_REJECTED_NEEDLESSLY", "rejected", cards=len(rejected)))
    readable = {place: card(name) for place, name in enumerate(drawn) if _is_card(name)}
    for index, name in enumerate(names if not rejected_findings else []):
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
