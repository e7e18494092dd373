"""Articles, terms and piles: REQ-106, REQ-901, REQ-902, AMB-22, AMB-23."""

from __future__ import annotations

from dataclasses import fields

from games.dominion.cards import (
    CODES,
    COPPER,
    CURSE,
    DUCHY,
    ESTATE,
    GARDENS,
    GOLD,
    KINGDOM_CODES,
    PROVINCE,
    SILVER,
    SUPPLY,
)
from tournament.regulation.kingdom import check_kingdom
from tournament.regulation.refusals import LotMissing
from tournament.regulation.standings import StandingRow, Tally
from tournament.regulation.table_result import DOMINION_CHAIN


def test_point_4_refers_to_article_1_5() -> None:
    """REQ-106, AMB-22: kingdom and tie-break refer to article 1.5; 1.4 is about multipliers."""
    assert LotMissing(groups=(), who=()).article == "1.5"
    assert {finding.article for finding in check_kingdom(["witch"] * 3)} == {"1.5"}


def test_punti_vittoria_two_meanings() -> None:
    """AMB-23: points belong to the table, wins to the event; no type has both, and no name contains "victory"."""
    names = [{criterion.name for criterion in DOMINION_CHAIN}]
    names += [{field.name for field in fields(row_type)} for row_type in (StandingRow, Tally)]
    assert [("points" in row_type, "wins" in row_type) for row_type in names] == [
        (True, False),
        (False, True),
        (False, True),
    ]
    assert not any("victory" in name for row_type in names for name in row_type)


def test_piles_of_table() -> None:
    """REQ-901, REQ-902: 32 Coppers left at a table of four, 39 at three; Curses 30, 20; victory piles 12."""
    for players, coppers, curses in ((4, 32, 30), (3, 39, 20)):
        supply = SUPPLY[players]
        assert (supply[COPPER], supply[SILVER], supply[GOLD], supply[CURSE]) == (coppers, 40, 30, curses)
        assert {supply[code] for code in (ESTATE, DUCHY, PROVINCE, GARDENS)} == {12}
        assert {supply[code] for code in KINGDOM_CODES if code != GARDENS} == {10}
        assert len(supply) == len(CODES)
