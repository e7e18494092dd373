"""The card pack: requirements of every pack, content of the placeholder, and refusals (sections 1, 3, 11, 12)."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from games.era_of_kingdoms.pack import loading as packs
from games.era_of_kingdoms.pack.loading import BadPack, pack, read_pack

ROOT = Path(packs.__file__).resolve().parents[3]
FILE = Path(packs.__file__).resolve().parents[1] / "packs" / "eok-assumed-1.json"
Data = dict[str, Any]


def data() -> Data:
    found: Data = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def card(found: Data, name: str) -> Data:
    return next(each for each in found["cards"] if each["id"] == name)


def test_pack_totals() -> None:
    """S61-S73: 142 base (6 of them trade), 51 medium, 22 advanced: 215."""
    cards = pack().cards
    by_deck = [sum(each.count for each in cards if each.deck == deck) for deck in range(3)]
    assert by_deck == [142, 51, 22]
    assert sum(by_deck) == 215
    assert sum(each.count for each in cards if each.trade) == 6


@pytest.mark.parametrize(
    ("players", "trade", "base"),
    [
        *((1, False, 136), (1, True, 142), (2, False, 112), (2, True, 118)),
        *((3, False, 125), (3, True, 131), (4, False, 136), (4, True, 142)),
    ],
)
def test_base_deck_after_removals(players: int, trade: bool, base: int) -> None:
    """S771-S828: 24 cards are removed for two players, 11 for three; 13.33: the 6 trade cards without the expansion."""
    shipped_pack = pack()
    counts = shipped_pack.counts(players, trade=trade)
    assert sum(count for count, deck in zip(counts, shipped_pack.decks, strict=True) if deck == 0) == base
    assert sum(counts) == base + 51 + 22
    assert counts[shipped_pack.codes["market"]] == (3 if players == 2 else 4)
    assert counts[shipped_pack.codes["field"]] == {2: 5, 3: 6}.get(players, 7)


def test_pack_equals_assumed_list_of_rules() -> None:
    """13.1: section 12's placeholder, figure by figure, and every figure has its source."""
    assumed = json.loads((ROOT / "docs/rules/era_cards_assumed.json").read_text(encoding="utf-8"))
    cards_by_id = {each["id"]: each for each in assumed["cards"]}
    shipped_pack = pack()
    assert shipped_pack.name == "eok-assumed-1"
    assert not shipped_pack.printed
    assert set(shipped_pack.codes) == set(cards_by_id)
    for each in shipped_pack.cards:
        listed_card = cards_by_id[each.id]
        assert ("base", "medium", "advanced")[each.deck] == listed_card["deck"]
        assert (each.count, each.type, each.icon) == (listed_card["n"], listed_card["typ"], listed_card["icon"]), (
            each.id
        )
        assert each.level == (listed_card["lvl"] if isinstance(listed_card["lvl"], int) else 0)
        assert each.cost == units(listed_card["cost"])
        produced = f"{'FWMP'[each.resource]}{each.amount}" if each.amount else f"wild{each.wild}" if each.wild else ""
        assert produced in listed_card["prod"] or listed_card["prod"].startswith("hand")
        figures = (each.victory_points, each.value if each.effect == "attack" else each.attack, each.defence, each.hand)
        assert figures == (listed_card["vp"], listed_card["att"], listed_card["dfn"], listed_card["hand"]), each.id
        assert each.source.strip()
    assert "assumed" in card(data(), "villager")["source"]


def test_pack_costs_and_levels() -> None:
    """13.27 events cost nothing; 13.31: levels 1 to 4; 17.10: play-immediately cards are medium."""
    cards = pack().cards
    assert all(each.cost == (0, 0, 0, 0) for each in cards if each.type == "event")
    assert {each.level for each in cards if each.type in ("land", "person")} == {1, 2, 3, 4}
    assert {each.deck for each in cards if each.type == "immediate"} == {1}
    assert [each.deck for each in cards if each.type == "end"] == [2]
    lowest = [each for each in cards if each.type == "land" and each.level == 1]
    assert all(each.cost == (0, 0, 0, 0) and each.icon == "base" for each in lowest)


def units(text: str) -> tuple[int, ...]:
    """Parse ``"W1 P1"`` as units per resource."""
    return tuple(sum(int(part[1:]) for part in text.split() if part[0] == letter) for letter in "FWMP")


def wrong_totals(found: Data) -> None:
    card(found, "stream")["count"] += 1


def wrong_removal(found: Data) -> None:
    found["removal"]["2"]["field"] = 3


def removes_unknown(found: Data) -> None:
    found["removal"]["3"]["castle"] = 1


def no_plague(found: Data) -> None:
    card(found, "plague_F")["resource"] = "wood"


def negative(found: Data) -> None:
    card(found, "walls")["defence"] = -1


def unknown_field(found: Data) -> None:
    card(found, "walls")["colour"] = "grey"


def without_source(found: Data) -> None:
    del card(found, "walls")["source"]


def named_twice(found: Data) -> None:
    card(found, "stream")["id"] = "field"


def medium_trade(found: Data) -> None:
    card(found, "trade_expedition")["deck"] = "medium"
    card(found, "lost_artifact")["deck"] = "base"


def immediate_in_base(found: Data) -> None:
    card(found, "help_F")["deck"] = "base"
    card(found, "forgotten_knowledge")["count"] -= 1
    card(found, "lost_artifact")["count"] += 1


def text_for_number(found: Data) -> None:
    card(found, "farm")["level"] = "2"


def stack_without_level(found: Data) -> None:
    card(found, "farm")["level"] = 1


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (wrong_totals, r"totals.base: the cards listed are 143, they should be 142"),
        (wrong_removal, r"removal.2.field: is 3, should be 2"),
        (removes_unknown, r"removal.3.castle: is 1, should be 0"),
        (no_plague, "one plague per resource"),
        (negative, "walls.*defence.*negative"),
        (unknown_field, "walls.*colour: no such field"),
        (without_source, "walls.*source: is missing"),
        (named_twice, "field: is named twice"),
        (medium_trade, "trade_expedition: a trade card belongs to the base deck"),
        (immediate_in_base, "help_F: a play-immediately card goes back to the medium deck"),
        (text_for_number, "farm.*level: should be of kind int"),
        (stack_without_level, r"farm\.level: its level should be at least 2"),
    ],
)
def test_pack_inconsistent_refused(spoil: Callable[[Data], None], says: str) -> None:
    pack_data = data()
    read_pack(pack_data)
    spoil(pack_data)
    with pytest.raises(BadPack, match=says):
        read_pack(pack_data)


def test_pack_reports_every_reason_at_once() -> None:
    pack_data = data()
    wrong_totals(pack_data)
    wrong_removal(pack_data)
    stack_without_level(pack_data)
    with pytest.raises(BadPack) as excinfo:
        read_pack(pack_data)
    assert [finding.path for finding in excinfo.value.findings] == ["totals.base", "removal.2.field", "farm.level"]
    for spoil in (unknown_field, without_source):
        spoil(pack_data)
    card(pack_data, "farm")["cost"]["wood"] = 0
    with pytest.raises(BadPack) as excinfo:
        read_pack(pack_data)
    codes_by_path = {finding.path: finding.code for finding in excinfo.value.findings}
    assert codes_by_path == {
        "walls.colour": "PACK_UNKNOWN_FIELD",
        "walls.source": "PACK_MISSING",
        "farm.cost_wood": "PACK_COST",
    }


def test_pack_unknown_refused() -> None:
    with pytest.raises(BadPack, match="no pack is called 'eok-2'; known: eok-assumed-1"):
        pack("eok-2")
