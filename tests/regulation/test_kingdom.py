"""The kingdom and the Moat rule (art. 1.5): REQ-801 to REQ-809, AMB-07 to AMB-09, EX-11 to EX-15."""

from __future__ import annotations

import random

from games.dominion.cards import ATTACKS, KINGDOM, SUGGESTED_KINGDOMS
from games.dominion.kingdom import KingdomDraw, draw_kingdom, kingdom_from_order
from tournament.regulation import draws
from tournament.regulation.kingdom import check_extraction, check_kingdom

QUIET = ("village", "smithy", "market", "mine", "cellar", "chapel", "feast", "library", "festival")


def _order(*first: str) -> tuple[str, ...]:
    return (*first, *(name for name in KINGDOM if name not in first))


def test_branch_1() -> None:
    """EX-11, REQ-804: the Moat among nine, an attack may be the tenth."""
    nine = ("moat", "witch", "village", "smithy", "market", "mine", "cellar", "chapel", "feast")
    assert kingdom_from_order(_order(*nine, "thief")) == KingdomDraw((*nine, "thief"), (), 1)


def test_branch_2() -> None:
    """EX-12, REQ-805: an attack and no Moat among nine: the tenth is the Moat, nothing is drawn."""
    nine = ("spy", "village", "smithy", "market", "mine", "cellar", "chapel", "feast", "library")
    assert kingdom_from_order(_order(*nine, "witch")) == KingdomDraw((*nine, "moat"), (), 2)


def test_branch_3() -> None:
    """EX-13, REQ-806: attacks are set aside until another card comes."""
    drawn = kingdom_from_order(_order(*QUIET, "militia", "thief", "gardens"))
    assert drawn == KingdomDraw((*QUIET, "gardens"), ("militia", "thief"), 3)


def test_branch_3_moat() -> None:
    """EX-14, AMB-08: the Moat itself, an Action-Reaction, may come as the tenth."""
    assert kingdom_from_order(_order(*QUIET, "moat")) == KingdomDraw((*QUIET, "moat"), (), 3)


def _codes(cards: list[str] | tuple[str, ...]) -> set[str]:
    return {finding.code for finding in check_kingdom(cards)}


def test_suggested_kingdoms() -> None:
    """EX-15, REQ-808: of the five suggested only "Prima partita" and "Interazione" are possible."""
    possible = {slug for slug, cards in SUGGESTED_KINGDOMS.items() if not check_kingdom(cards)}
    assert possible == {"first_game", "interaction"}
    (refused,) = check_kingdom(SUGGESTED_KINGDOMS["big_money"])
    assert refused.code == "KINGDOM_ATTACK_WITHOUT_MOAT"
    assert refused.params["card"] == "bureaucrat"
    assert refused.path == "drawn[1]"


def test_invalid_kingdoms() -> None:
    """EX-15: nine cards, a duplicate, a base card, an unknown name."""
    assert _codes(QUIET) == {"KINGDOM_SIZE"}
    assert _codes((*QUIET, "village")) == {"KINGDOM_DUPLICATE"}
    assert _codes((*QUIET, "gold")) == {"KINGDOM_BASE_CARD"}
    assert _codes((*QUIET, "Zzz")) == {"KINGDOM_NO_CARD"}
    assert _codes((*QUIET, "Gardenz")) == {"KINGDOM_UNKNOWN_CARD"}
    assert _codes((*QUIET, "gardens", "workshop")) == {"KINGDOM_SIZE"}


def test_names_of_both_editions() -> None:
    italian = [
        "Villaggio",
        "Fucina",
        "Mercato",
        "Miniera",
        "Sotterraneo",
        "Cappella",
        "Festività",
        "Biblioteca",
        "Fiera",
    ]
    assert check_kingdom([*italian, "Giardini"]) == []
    assert check_kingdom([*italian, "festival"])[0].path == "drawn[9]"


def test_randomiser_cards() -> None:
    """REQ-803, REQ-807, AMB-09: 25 cards, five of them attacks."""
    assert len(KINGDOM) == len(set(KINGDOM)) == 25
    assert {"bureaucrat", "militia", "spy", "thief", "witch"} == ATTACKS
    drawn = draws.make("kingdom", "round-1", (), seed="0f" * 32, word="")
    assert drawn.inputs == KINGDOM
    assert set(drawn.outcome) <= set(KINGDOM)


def test_one_draw_per_round() -> None:
    """REQ-801, REQ-802, AMB-07: with one seed each round and the final have their own ten, the same for all tables."""
    scopes = ("round-1", "round-2", "final")
    kingdoms = [draws.make("kingdom", scope, (), seed="11" * 32, word="luna").outcome for scope in scopes]
    assert len(set(kingdoms)) == 3
    assert all(len(set(ten)) == 10 for ten in kingdoms)


def test_draw_log() -> None:
    """REQ-809: order of extraction, branch and rejected cards; cards set aside belong to branch 3 and are attacks."""
    assert check_extraction((*QUIET, "gardens"), ("militia", "thief")) == []
    assert [f.code for f in check_extraction((*QUIET, "gardens"), ("workshop",))] == ["KINGDOM_REJECTED_NOT_ATTACK"]
    with_spy = ("spy", *QUIET[:8], "moat")
    assert [f.code for f in check_extraction(with_spy, ("militia",))] == ["KINGDOM_REJECTED_NEEDLESSLY"]
    extraction = check_extraction((*QUIET[:8], "moat", "militia"), ("militia",))
    assert {f.code for f in extraction} == {"KINGDOM_REJECTED_NEEDLESSLY", "KINGDOM_DUPLICATE"}
    assert {f.path for f in extraction} == {"rejected", "rejected[0]"}


def test_kingdom_probabilities() -> None:
    """REQ-804 to REQ-806: 20,000 draws against the exact probabilities of the analysis, at 4 sigma."""
    chance, total = random.Random(20090601), 20_000
    kingdoms = [draw_kingdom(chance) for _ in range(total)]
    exact = {
        "branch 1": (9 / 25, sum(k.branch == 1 for k in kingdoms)),
        "branch 2": (342 / 575, sum(k.branch == 2 for k in kingdoms)),
        "branch 3": (26 / 575, sum(k.branch == 3 for k in kingdoms)),
        "moat": (1213 / 1265, sum("moat" in k.drawn for k in kingdoms)),
        "no attack": (13 / 184, sum(not ATTACKS.intersection(k.drawn) for k in kingdoms)),
        "moat, no attack": (13 / 440, sum("moat" in k.drawn and not ATTACKS.intersection(k.drawn) for k in kingdoms)),
        "witch": (3 / 8, sum("witch" in k.drawn for k in kingdoms)),
        "village": (72521 / 192280, sum("village" in k.drawn for k in kingdoms)),
        "three attacks": (105 / 506, sum(len(ATTACKS.intersection(k.drawn)) == 3 for k in kingdoms)),
    }
    for name, (probability, count) in exact.items():
        sigma = (probability * (1 - probability) / total) ** 0.5
        assert abs(count / total - probability) < 4 * sigma, name


def test_draws_always_legal() -> None:
    """REQ-808: an attack without the Moat never comes, and the log of every draw is legal."""
    chance = random.Random(7)
    for _ in range(3000):
        kingdom = draw_kingdom(chance)
        assert check_extraction(kingdom.drawn, kingdom.rejected) == []
