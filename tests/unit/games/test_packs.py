"""Packs of every game that has them: figures, corrections, versions from a source, CSV round trip, sentences."""

from __future__ import annotations

import pytest

from games import packs, packs_csv, registry
from games.findings import Finding, Severity
from games.game import UnknownName
from games.packs import ASSUMED, OUTSIDE, SEED, Change, Figure, PackFormat, find_changes

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
    pack_format, text, figures = shipped(game)
    path, value, _ = CASES[game]
    changes, problems = find_changes(figures, {path: value}, (), "printed cards")
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
    changes, problems = find_changes(figures, {}, [figure.path for figure in figures], "printed cards")
    assert problems == []
    assert set(changes) == {figure.path for figure in figures if figure.provenance == ASSUMED}
    new = pack_format.corrected(text, name=f"{pack_format.prefix}-lucca-1", changes=changes, printed=True)
    assert pack_format.is_printed(new)
    assert packs.provenance_counts(pack_format.figures(new))[ASSUMED] == 0
    assert [figure.value for figure in pack_format.figures(new)] == [figure.value for figure in figures]


@pytest.mark.parametrize("game", GAMES)
def test_invalid_changes_reported_together(game: str) -> None:
    _, _, figures = shipped(game)
    path, _, fixed = CASES[game]
    figures_by_path = {figure.path: figure for figure in figures}
    assert figures_by_path[fixed].provenance == SEED
    changes, problems = find_changes(figures, {path: "many", fixed: "3", "nothing.such": "1"}, (), "x")
    assert changes == {}
    codes_by_path = {finding.path: finding.code for finding in problems}
    assert codes_by_path == {path: "PACK_NUMBER", fixed: "PACK_FIXED", "nothing.such": "PACK_NO_FIGURE"}
    assert find_changes(figures, {fixed: f" {figures_by_path[fixed].value} "}, (), "x") == ({}, [])


def test_texts_lists_and_words_read_by_kind() -> None:
    def figure(kind: str, value: str, options: tuple[str, ...] = ()) -> Figure:
        return Figure("a.b", "g", "a", "b", value, ASSUMED, "s", kind, options)

    def typed(one: Figure, value: str) -> Change | str:
        changes, problems = find_changes([one], {"a.b": value}, (), "note")
        return changes["a.b"] if changes else problems[0].code

    assert typed(figure("text", "Campo"), " Campo  grande ") == Change("Campo grande", OUTSIDE, "note")
    assert typed(figure("text", "Campo"), "") == "PACK_TEXT"
    assert typed(figure("text", "Campo"), "x" * 201) == "PACK_TEXT"
    assert typed(figure("list", "1 2"), "1  3") == Change("1 3", OUTSIDE, "note")
    assert typed(figure("list", "1 2"), "1,3") == "PACK_LIST"
    assert typed(figure("choice", "red", ("red", "blue")), "blue") == Change("blue", OUTSIDE, "note")
    assert typed(figure("choice", "red", ("red", "blue")), "green") == "PACK_CHOICE"
    assert typed(figure("number", "4"), "−4") == Change("-4", OUTSIDE, "note")
    assert typed(figure("number", "4"), "1000") == "PACK_NUMBER"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["it", "en"])
def test_csv_round_trip(game: str, language: str) -> None:
    pack_format, _, figures = shipped(game)
    table = packs_csv.read(packs_csv.write(pack_format, figures, language).encode(), figures)
    assert table.findings == ()
    assert table.values == {figure.path: figure.value for figure in figures}
    assert find_changes(figures, table.values, table.confirmed, "x") == ({}, [])


def test_csv_with_semicolons_changes_and_confirms() -> None:
    _, _, figures = shipped("megalomania")
    content = "\ufeffpath;value;from\r\nvalues.dwarf;8;\r\n\r\nvalues.peasant;1;outside\r\n".encode()
    table = packs_csv.read(content, figures)
    changes, problems = find_changes(figures, table.values, table.confirmed, "printed cards")
    assert problems == []
    assert changes == {
        "values.dwarf": Change("8", OUTSIDE, "printed cards"),
        "values.peasant": Change("1", OUTSIDE, "printed cards"),
    }


def test_csv_cells_are_no_formulas() -> None:
    pack_format = pack_of("megalomania")
    figure = Figure("values.dwarf", "values", "values/dwarf", "value", "=1+1", ASSUMED, "@x", "text")
    line = packs_csv.write(pack_format, [figure], "it").splitlines()[1]
    assert "'=1+1" in line
    assert "'@x" in line
    assert packs_csv.read(packs_csv.write(pack_format, [figure], "it").encode(), [figure]).values == {
        "values.dwarf": "=1+1"
    }


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"path,value\n" + b"x" * packs_csv.MOST_BYTES, "PACK_CSV_LARGE"),
        (b"path,value\n\xff", "PACK_CSV_UTF8"),
        (b'path,value\n"a,1', "PACK_CSV_BROKEN"),
        (b"", "PACK_CSV_COLUMNS"),
        (b"path,number\na,1", "PACK_CSV_COLUMNS"),
        (b"path,value\nvalues.dwarf", "PACK_CSV_ROW"),
        (b"path,value\n,3", "PACK_CSV_ROW"),
        (b"path,value\na,1\na,2", "PACK_CSV_TWICE"),
        (b"path,value,from\na,1,friend", "PACK_CSV_FROM"),
    ],
)
def test_csv_unreadable(content: bytes, code: str) -> None:
    assert [finding.code for finding in packs_csv.read(content, ()).findings] == [code]


@pytest.mark.parametrize("game", GAMES)
def test_pack_refusal_sentences(game: str) -> None:
    finding = Finding("PACK_NUMBER", Severity.ERROR, "a.b", {"value": "x", "most": 999})
    assert "numero intero" in pack_of(game).sentence(finding, "it")
    assert "whole number" in pack_of(game).sentence(finding, "en")
