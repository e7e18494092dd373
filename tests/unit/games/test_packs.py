"""Packs of every game that has them: figures, corrections, versions from a source, edited files, sentences."""

from __future__ import annotations

import json

import pytest

from games import packs, registry
from games.findings import Finding, Severity
from games.game import UnknownName
from games.packs import ASSUMED, OUTSIDE, SEED, Change, Figure, PackFormat, find_changes
from tests.card_packs import edited

GAMES = registry.with_packs()
#: For each game an assumed figure, another value for it, and a figure of the rulebook.
CASES = {
    "era_of_kingdoms": ("walls.cost_wood", "3", "farm.level"),
    "megalomania": ("values.dwarf", "8", "crystals"),
}


class PackSourceStub:
    """A pack source in memory."""

    def __init__(self, **texts: str) -> None:
        self.texts = {name.replace("_", "-"): text for name, text in texts.items()}
        self.asked = 0

    def text(self, game: str, name: str) -> str | None:
        self.asked += 1
        return self.texts.get(name)

    def names(self, game: str) -> tuple[str, ...]:
        return tuple(name for name in self.texts if name.startswith(pack_of(game).prefix))


def pack_of(game: str) -> PackFormat:
    pack_format = registry.packs(game)
    assert pack_format is not None
    return pack_format


def shipped(game: str) -> tuple[PackFormat, str, tuple[Figure, ...]]:
    pack_format = pack_of(game)
    text = pack_format.text(pack_format.default)
    return pack_format, text, pack_format.figures(text)


def corrected(game: str, name: str, *, printed: bool = False) -> str:
    pack_format, text, _ = shipped(game)
    path, value, _ = CASES[game]
    changes, problems = find_changes(
        pack_format, text, edited(pack_format.default, {path: int(value)}), "printed cards"
    )
    assert problems == []
    return pack_format.corrected(text, name=name, changes=changes, printed=printed)


def test_dominion_has_no_packs() -> None:
    assert registry.packs("dominion") is None


@pytest.mark.parametrize("game", GAMES)
def test_figures_have_provenance_and_labels(game: str) -> None:
    pack_format, text, figures = shipped(game)
    assert pack_format.check(text) == ()
    assert not pack_format.is_printed(text)
    paths = [figure.path for figure in figures]
    assert len(paths) == len(set(paths))
    figures_by_path = {figure.path: figure for figure in figures}
    for figure in figures:
        assert figure.provenance in packs.PROVENANCES
        assert figure.source.strip()
        for language in ("it", "en"):
            assert pack_format.label(figure.group, language) != figure.group
            assert pack_format.label(figure.column, language) != figure.column
            assert pack_format.row_label(figures_by_path, figure.row, language).strip()
    counts = packs.provenance_counts(figures)
    assert sum(counts.values()) == len(figures)
    assert min(counts[SEED], counts[ASSUMED]) > 0


@pytest.mark.parametrize("game", GAMES)
def test_correction_creates_version_changing_nothing_else(game: str) -> None:
    pack_format, text, figures = shipped(game)
    name = f"{pack_format.prefix}-lucca-1"
    new = corrected(game, name)
    assert pack_format.check(new) == ()
    path, value, _ = CASES[game]
    for before, after in zip(figures, pack_format.figures(new), strict=True):
        if before.path == path:
            assert (after.value, after.provenance, after.source) == (value, OUTSIDE, "printed cards")
        else:
            assert after == before
    assert pack_format.corrected(new, name=name, changes={}, printed=False) == new
    assert pack_format.text(pack_format.default) == text


@pytest.mark.parametrize("game", GAMES)
def test_source_adds_packs(game: str) -> None:
    pack_format = pack_of(game)
    name = f"{pack_format.prefix}-lucca-1"
    with pytest.raises(UnknownName, match=name):
        pack_format.text(name)
    shelf = PackSourceStub(**{name.replace("-", "_"): corrected(game, name)})
    packs.add_source(shelf)
    packs.add_source(shelf)
    assert pack_format.names() == (pack_format.default, name)
    assert pack_format.shipped() == (pack_format.default,)
    assert pack_format.text(name) == shelf.texts[name]
    before = shelf.asked
    assert pack_format.text(pack_format.default)
    assert shelf.asked == before
    packs.SOURCES.remove(shelf)
    assert pack_format.names() == (pack_format.default,)


@pytest.mark.parametrize("game", GAMES)
def test_confirmed_figures_make_printed_pack(game: str) -> None:
    pack_format, text, figures = shipped(game)
    changes, problems = find_changes(pack_format, text, text, "printed cards", all_compared=True)
    assert problems == []
    assert set(changes) == {figure.path for figure in figures if figure.provenance == ASSUMED}
    new = pack_format.corrected(text, name=f"{pack_format.prefix}-lucca-1", changes=changes, printed=True)
    assert pack_format.is_printed(new)
    assert packs.provenance_counts(pack_format.figures(new))[ASSUMED] == 0
    assert [figure.value for figure in pack_format.figures(new)] == [figure.value for figure in figures]


ERA, MEGA = "era_of_kingdoms", "megalomania"
#: What a person may write into a pack's file, by game: path, value, the reason against it.
REFUSED = {
    ERA: [
        ("farm.level", 3, "PACK_FIXED"),
        ("farm.attack", 1000, "PACK_NUMBER"),
        ("farm.name_it", "", "PACK_TEXT"),
        ("farm.name_it", "x" * 201, "PACK_TEXT"),
        ("farm.name_en", "a\x00b", "PACK_TEXT"),
        ("steal.attack", 2, "PACK_NO_FIGURE"),
        ("farm.deck", "medium", "PACK_KEPT"),
        ("walls.id", "wall", "PACK_MISSING"),
    ],
    MEGA: [("crystals", 4, "PACK_FIXED")],
}


@pytest.mark.parametrize("game", GAMES)
def test_every_reason_against_changes_reported_at_its_path(game: str) -> None:
    pack_format, text, _ = shipped(game)
    for path, value, code in REFUSED[game]:
        _, problems = find_changes(pack_format, text, edited(pack_format.default, {path: value}), "x")
        assert (path.removesuffix(".id"), code) in {(finding.path, finding.code) for finding in problems}
        assert all(pack_format.sentence(finding, language) for finding in problems for language in ("it", "en"))
    together = {path: value for path, value, code in REFUSED[game] if code in ("PACK_FIXED", "PACK_NUMBER")}
    changes, problems = find_changes(pack_format, text, edited(pack_format.default, together), "x")
    assert changes == {}
    assert {finding.path for finding in problems} == set(together)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("text", ["{", "[]", "3", '"x"', "[" * 100_000, "9" * 5000, ""])
def test_text_that_is_no_pack_has_one_reason(game: str, text: str) -> None:
    pack_format = pack_of(game)
    (finding,) = pack_format.shape(text)
    assert finding.code in ("PACK_JSON", "PACK_NO_OBJECT")
    assert all(pack_format.sentence(finding, language) for language in ("it", "en"))


@pytest.mark.parametrize("game", GAMES)
def test_source_and_provenance_of_an_edited_figure(game: str) -> None:
    pack_format, text, figures = shipped(game)
    path, value, _ = CASES[game]
    assumed = next(figure for figure in figures if figure.path == path)

    def changed(file: str, **facts: bool) -> Change | None:
        changes, problems = find_changes(pack_format, text, file, "printed cards", **facts)
        assert problems == []
        return changes.get(path)

    name = pack_format.default
    assert changed(edited(name)) is None
    assert changed(edited(name, {path: int(value)})) == Change(value, OUTSIDE, "printed cards")
    assert changed(edited(name, confirmed=[path])) == Change(assumed.value, OUTSIDE, "printed cards")
    assert changed(edited(name), all_compared=True) == Change(assumed.value, OUTSIDE, "printed cards")
    others = find_changes(pack_format, text, edited(name, {path: int(value)}), "x")[0]
    assert set(others) == {path}


def test_source_named_in_the_file_is_kept() -> None:
    pack_format, text, _ = shipped(MEGA)
    data = json.loads(text)
    data["values"]["dwarf"] |= {"value": 8, "source": "the box of 2018"}
    data["values"]["peasant"] |= {"source": "a letter"}
    data["values"]["emperor"] |= {"from": "assumed"}
    changes, problems = find_changes(pack_format, text, json.dumps(data), "printed cards")
    assert changes == {
        "values.peasant": Change("1", ASSUMED, "a letter"),
        "values.dwarf": Change("8", OUTSIDE, "the box of 2018"),
    }
    assert [(finding.path, finding.code) for finding in problems] == [("values.emperor", "PACK_FIXED")]
    data["values"]["peasant"] |= {"source": "x" * 201}
    data["values"]["dwarf"] |= {"from": "seed"}
    codes = {finding.path: finding.code for finding in find_changes(pack_format, text, json.dumps(data), "x")[1]}
    assert codes == {"values.peasant": "PACK_TEXT", "values.dwarf": "PACK_PROVENANCE", "values.emperor": "PACK_FIXED"}


@pytest.mark.parametrize("game", GAMES)
def test_pack_refusal_sentences(game: str) -> None:
    finding = Finding("PACK_NUMBER", Severity.ERROR, "a.b", {"value": "x", "most": 999})
    assert "numero intero" in pack_of(game).sentence(finding, "it")
    assert "whole number" in pack_of(game).sentence(finding, "en")
