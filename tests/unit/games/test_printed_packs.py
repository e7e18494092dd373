"""With a pack of printed cards, findings based on its figures are errors."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from games import packs, registry
from games.era_of_kingdoms.check import form
from games.megalomania.check.messages import sentence
from games.packs import find_changes
from tests.card_packs import edited
from tests.unit.games.era_of_kingdoms import sheet_cases as era
from tests.unit.games.megalomania import sheet_cases_scores as mega
from tests.unit.games.test_packs import PackSourceStub, pack_of

ERA, MEGA = "eok-printed-1", "mega-printed-1"
#: V10 to V13: findings based on the cards' figures.
OF_THE_FIGURES = ("V10", "V11", "V12", "V13")
ERA_CASES = (era.other_points, era.other_attack, era.other_units, era.too_many_markets, era.wrong_order)
#: Checks of Megalomania whose bound is made of the values of the ranks.
OF_THE_VALUES = ("K4", "K4:few", "K4:many", "E3", "E3:all")


def _printed(game: str, name: str, **typed: Any) -> str:
    """Return the game's own pack with every figure confirmed, and some of them corrected."""
    pack_format = pack_of(game)
    text = pack_format.text(pack_format.default)
    values = {path.replace("__", "."): value for path, value in typed.items()}
    file = edited(pack_format.default, values)
    changes, problems = find_changes(pack_format, text, file, "printed cards", all_compared=True)
    assert problems == []
    new = pack_format.corrected(text, name=name, changes=changes, printed=True)
    assert pack_format.check(new) == ()
    return new


@pytest.fixture(autouse=True)
def shelf() -> Iterator[None]:
    """Add both printed packs to a source."""
    texts = {ERA: _printed("era_of_kingdoms", ERA), MEGA: _printed("megalomania", MEGA)}
    source = PackSourceStub(**{name.replace("-", "_"): text for name, text in texts.items()})
    packs.add_source(source)
    yield
    packs.SOURCES.remove(source)


@pytest.mark.parametrize("spoil", ERA_CASES, ids=lambda spoil: spoil.__name__)
def test_printed_pack_of_era_of_kingdoms(spoil: object) -> None:
    sheet = era.played(4)
    spoil(sheet)
    before = {(f.path, f.params.get("case")): f for f in era.findings(sheet) if f.code in OF_THE_FIGURES}
    assert {case for (_, case), finding in before.items() if finding.is_error} <= {"V13:bottom", "V13:top"}
    assert not all(finding.is_error for finding in before.values())
    sheet["pack"] = ERA
    after = {(f.path, f.params.get("case")): f for f in era.findings(sheet) if f.code in OF_THE_FIGURES}
    assert set(after) == set(before)
    assert all(finding.is_error for finding in after.values())


@pytest.mark.parametrize("number", range(len(mega.ASSUMED)))
def test_printed_pack_of_megalomania(number: int) -> None:
    case = mega.ASSUMED[number]
    for pack in ({}, {"pack": MEGA}):
        sheet = {**case.beyond, **pack}
        findings = registry.get("megalomania").check(sheet, players=len(sheet["rounds"][0]["players"])).findings
        keys = {str(finding.params.get("case", finding.code)): finding for finding in findings}
        if pack:
            assert keys[case.key].is_error
        for language, words in (("it", "valori presunti"), ("en", "assumed values")):
            assert (words in sentence(keys[case.key], language)) == (not pack and case.key in OF_THE_VALUES)


def test_form_filled_with_figures_of_round_pack() -> None:
    name = "eok-lucca-1"
    changed = _printed("era_of_kingdoms", name, guard__victory_points=3, guard__name_it="Sentinella")
    source = PackSourceStub(eok_lucca_1=changed)
    packs.add_source(source)
    values = {"mode": "cards", "s0_persons": "Sentinella", "s0_N": "farm"}
    by_pack = form.to_sheet(values, {"pack": name}, 1, complete=False)["seats"][0]["persons"]
    assert by_pack == [{"card": "guard", "vp": 3}]
    by_default = form.to_sheet(values, {}, 1, complete=False)["seats"][0]["persons"]
    assert by_default == [{"card": "Sentinella", "vp": None}]
