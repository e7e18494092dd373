"""The card pack: what every pack must hold, what the placeholder says, and what is refused (sections 1, 3, 11, 12)."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from games.era_of_kingdoms.pack import loading as packs
from games.era_of_kingdoms.pack.loading import BadPack, load, pack, read_pack

ROOT = Path(packs.__file__).resolve().parents[3]
FILE = Path(packs.__file__).resolve().parents[1] / "packs" / "eok-assumed-1.toml"
Data = dict[str, Any]


def data() -> Data:
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def card(found: Data, name: str) -> Data:
    return next(each for each in found["cards"] if each["id"] == name)


def test_totals_of_the_box() -> None:
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
def test_base_deck_after_the_removals(players: int, trade: bool, base: int) -> None:
    """S771-S828: 24 cards leave by two players, 11 by three; 13.33: the 6 trade cards leave without the expansion."""
    found = pack()
    counts = found.counts(players, trade=trade)
    assert sum(count for count, deck in zip(counts, found.decks, strict=True) if deck == 0) == base
    assert sum(counts) == base + 51 + 22
    assert counts[found.codes["market"]] == (3 if players == 2 else 4)
    assert counts[found.codes["field"]] == {2: 5, 3: 6}.get(players, 7)


def test_the_pack_is_the_assumed_list_of_the_rules() -> None:
    """13.1: section 12's placeholder, figure by figure, and every figure says where it comes from."""
    assumed = json.loads((ROOT / "docs/rules/era_cards_assumed.json").read_text(encoding="utf-8"))
    listed = {each["id"]: each for each in assumed["cards"]}
    found = pack()
    assert found.name == "eok-assumed-1"
    assert not found.printed
    assert set(found.codes) == set(listed)
    for each in found.cards:
        wanted = listed[each.id]
        assert ("base", "medium", "advanced")[each.deck] == wanted["deck"]
        assert (each.count, each.type, each.icon) == (wanted["n"], wanted["typ"], wanted["icon"]), each.id
        assert each.level == (wanted["lvl"] if isinstance(wanted["lvl"], int) else 0)
        assert each.cost == units(wanted["cost"])
        produced = f"{'FWMP'[each.resource]}{each.amount}" if each.amount else f"wild{each.wild}" if each.wild else ""
        assert produced in wanted["prod"] or wanted["prod"].startswith("hand")
        figures = (each.victory_points, each.value if each.effect == "attack" else each.attack, each.defence, each.hand)
        assert figures == (wanted["vp"], wanted["att"], wanted["dfn"], wanted["hand"]), each.id
        assert each.source.strip()
    assert "assumed" in card(data(), "villager")["source"]


def test_what_the_pack_answers() -> None:
    """13.27 events cost nothing; 13.31: levels 1 to 4; 17.10: play-immediately cards are medium."""
    cards = pack().cards
    assert all(each.cost == (0, 0, 0, 0) for each in cards if each.type == "event")
    assert {each.level for each in cards if each.type in ("land", "person")} == {1, 2, 3, 4}
    assert {each.deck for each in cards if each.type == "immediate"} == {1}
    assert [each.deck for each in cards if each.type == "end"] == [2]
    lowest = [each for each in cards if each.type == "land" and each.level == 1]
    assert all(each.cost == (0, 0, 0, 0) and each.icon == "base" for each in lowest)


def units(text: str) -> tuple[int, ...]:
    """``"W1 P1"`` as units per resource."""
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
def test_an_inconsistent_pack_is_refused(spoil: Callable[[Data], None], says: str) -> None:
    found = data()
    read_pack(found)
    spoil(found)
    with pytest.raises(BadPack, match=says):
        read_pack(found)


def test_every_reason_is_told_at_once() -> None:
    found = data()
    wrong_totals(found)
    wrong_removal(found)
    stack_without_level(found)
    with pytest.raises(BadPack) as refused:
        read_pack(found)
    assert [one.path for one in refused.value.findings] == ["totals.base", "removal.2.field", "farm.level"]
    for spoil in (unknown_field, without_source):
        spoil(found)
    card(found, "farm")["cost"]["wood"] = 0
    with pytest.raises(BadPack) as refused:
        read_pack(found)
    told = {one.path: one.code for one in refused.value.findings}
    assert told == {"walls.colour": "PACK_UNKNOWN_FIELD", "walls.source": "PACK_MISSING", "farm.cost_wood": "PACK_COST"}


def test_a_file_that_is_no_pack(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_text("cards = [", encoding="utf-8")
    with pytest.raises(BadPack, match="is no TOML file"):
        load(path)
    with pytest.raises(BadPack, match="no pack is called 'eok-2'; known: eok-assumed-1"):
        pack("eok-2")
