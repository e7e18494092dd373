"""The pack of figures: tables M1, M2, M3 as in the rules' data file, each figure with its provenance."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from games.game import BadSetup
from games.megalomania.cards import COLOURS, RANKS
from games.megalomania.pack import loading as pack
from games.megalomania.pack.checks import problems
from games.megalomania.pack.figures import FORMAT
from games.megalomania.pack.messages import sentence
from games.packs import PROVENANCES

ROOT = Path(__file__).resolve().parents[4]
DATA: dict[str, Any] = json.loads((ROOT / "docs" / "rules" / "megalomania_data.json").read_text(encoding="utf-8"))
FILE = ROOT / "games" / "megalomania" / "packs" / "mega-assumed-1.json"
PACK = pack.get()


def test_pack_equals_rules_data() -> None:
    assert PACK.name == DATA["table_version"]
    assert [[rank, value] for rank, value in zip(RANKS, PACK.values, strict=True)] == DATA["ranks"]
    assert [COLOURS[colour] for colour in PACK.dominant] == DATA["dominant_by_round"]
    assert {str(mission): points for mission, points in PACK.points.items()} == DATA["fixed_points"]
    assert {str(mission): unit for mission, unit in PACK.units.items()} == DATA["variable_unit"]
    for mission in range(1, 26):
        assert PACK.tricks[mission] == DATA["tricks"].get(str(mission), DATA["tricks"]["default"])
    for players in (2, 3, 4):
        assert set(range(1, 26)) - set(PACK.missions[players]) == set(DATA["not_allowed"][str(players)])
    assert {"crystals": PACK.crystals, "cubes": PACK.cubes} == DATA["bank"]


@pytest.mark.parametrize(
    ("prefix", "tag"),
    [
        ("values.emperor", "seed"),
        ("values.peasant", "assumed"),
        ("dominant", "assumed"),
        ("pattern", "seed"),
        ("points", "assumed"),
        ("signs", "seed"),
        ("units", "seed"),
        ("tricks", "seed"),
        ("missions.2", "assumed"),
        ("missions.3", "assumed"),
        ("missions.4", "seed"),
        ("crystals", "seed"),
        ("cubes", "seed"),
    ],
)
def test_pack_figure_provenance(prefix: str, tag: str) -> None:
    """9.1, 9.2, 9.3, 9.4 are assumed, and so are the names of the colours (13.8)."""
    tags = {
        figure_tag for path, figure_tag in PACK.provenance.items() if path == prefix or path.startswith(f"{prefix}.")
    }
    assert tags == {tag}
    assert PACK.is_assumed(prefix) == (tag == "assumed")


def test_pack_figures_have_source() -> None:
    assert all(PACK.sources.values())
    assert set(PACK.provenance.values()) <= set(PROVENANCES)


def test_pack_pattern_fits_colours() -> None:
    """2.2: four words, three times each."""
    colours = {letter: {PACK.dominant[at] for at in range(12) if PACK.pattern[at] == letter} for letter in "ABCD"}
    assert sorted(map(len, colours.values())) == [1, 1, 1, 1]
    assert all(PACK.pattern.count(letter) == 3 for letter in "ABCD")


def test_pack_has_enough_missions_for_game() -> None:
    """2.3: twelve are turned up and nothing is shuffled again."""
    assert all(len(missions) >= 12 for missions in PACK.missions.values())


def test_pack_deck_values() -> None:
    assert (PACK.least_value(32), PACK.most_value(32)) == (256, 256)
    assert (PACK.least_value(8), PACK.most_value(24), PACK.most_value(16)) == (16, 240, 192)


def test_pack_shape_reports_every_reason_at_its_path() -> None:
    data = json.loads(FILE.read_text(encoding="utf-8"))
    data["values"] |= {"dwarf": 7, "giant": data["values"]["knight"]}
    data["values"]["knight"]["value"] = "many"
    data["dominant"]["3"]["value"] = "green"
    data["missions"]["2"]["value"] = ["1", "two"]
    data["signs"]["1"]["from"] = "friend"
    data["cubes"]["value"] = [9]
    del data["tricks"]["12"]
    reported = FORMAT.shape(json.dumps(data))
    assert {finding.path: finding.code for finding in reported} == {
        "values.dwarf": "PACK_FIGURE",
        "values.giant": "PACK_NO_FIGURE",
        "values.knight": "PACK_NUMBER",
        "dominant.3": "PACK_CHOICE",
        "missions.2": "PACK_LIST",
        "signs.1": "PACK_FIGURE",
        "cubes": "PACK_NUMBER",
        "tricks.12": "PACK_MISSING",
    }
    for language in ("it", "en"):
        assert all(FORMAT.sentence(finding, language) for finding in reported)


def test_pack_unknown_refused() -> None:
    with pytest.raises(BadSetup, match="mega-assumed-1"):
        pack.get("mega-2030")


def _spoilt(path: str, value: Any) -> dict[str, Any]:
    data = json.loads(FILE.read_text(encoding="utf-8"))
    room, _, name = path.partition(".")
    figure = data[room][name] if name else data[room]
    figure["value"] = value
    return data


@pytest.mark.parametrize(
    ("path", "value", "code"),
    [
        ("values.dwarf", 0, "PACK_VALUE"),
        ("values.dwarf", 5, "PACK_ORDER"),
        ("dominant.3", "red", "PACK_PATTERN"),
        ("points.1", -4, "PACK_SIGN"),
        ("points.2", 0, "PACK_SIGN"),
        ("units.3", -1, "PACK_SIGN"),
        ("missions.2", list(range(1, 12)), "PACK_MISSIONS"),
        ("missions.3", list(range(1, 26)), "PACK_MISSIONS"),
        ("crystals", 0, "PACK_POSITIVE"),
    ],
)
def test_pack_against_rules_refused_at_figure(path: str, value: Any, code: str) -> None:
    reported = problems(_spoilt(path, value))
    assert code in {finding.code for finding in reported}
    assert path in {finding.path for finding in reported}
    for language in ("it", "en"):
        assert all(sentence(finding, language) for finding in reported)


def test_pack_reports_every_reason_at_once() -> None:
    data = _spoilt("values.dwarf", 5)
    data["points"]["1"]["value"] = -4
    data["cubes"]["value"] = 0
    assert [finding.path for finding in problems(data)] == ["values.dwarf", "points.1", "cubes"]
    assert problems(_spoilt("values.dwarf", 8)) == ()
