"""The cards: consistent tuples, names in both editions, piles."""

from __future__ import annotations

import pytest

from games.dominion import cards as c


def test_base_cards_precede_kingdom_cards() -> None:
    assert c.BASE == ("copper", "silver", "gold", "estate", "duchy", "province", "curse")
    assert len(c.KINGDOM) == 25
    assert list(c.KINGDOM) == sorted(c.KINGDOM)
    assert c.NAMES == c.BASE + c.KINGDOM


def test_code_constants_match_cards() -> None:
    for name in c.NAMES:
        constant = "MOAT_CARD" if name == "moat" else name.upper()
        assert getattr(c, constant) == c.NAMES.index(name)


def test_card_types() -> None:
    assert sorted(c.ATTACKS) == ["bureaucrat", "militia", "spy", "thief", "witch"]
    assert [c.NAMES[code] for code in c.CODES if c.IS_REACTION[code]] == ["moat"]
    assert sum(c.IS_ACTION) == 24
    assert not c.IS_ACTION[c.GARDENS]
    assert [c.NAMES[code] for code in c.CODES if c.IS_VICTORY[code]] == ["estate", "duchy", "province", "gardens"]
    assert [c.NAMES[code] for code in c.CODES if c.IS_TREASURE[code]] == ["copper", "silver", "gold"]
    assert [c.NAMES[code] for code in c.CODES if c.IS_CURSE[code]] == ["curse"]


def test_card_costs_and_values() -> None:
    histogram = [sum(c.COST[code] == cost for code in c.KINGDOM_CODES) for cost in (2, 3, 4, 5, 6)]
    assert histogram == [3, 4, 10, 7, 1]
    assert [c.COST[code] for code in c.BASE_CODES] == [0, 3, 6, 2, 5, 8, 0]
    assert [c.VALUE[code] for code in (c.COPPER, c.SILVER, c.GOLD)] == [1, 2, 3]
    assert [c.POINTS[code] for code in (c.ESTATE, c.DUCHY, c.PROVINCE, c.CURSE)] == [1, 3, 6, -1]


@pytest.mark.parametrize(("size", "worth"), [(9, 0), (10, 1), (39, 3), (40, 4)])
def test_gardens_count_full_tens(size: int, worth: int) -> None:
    counts = [0] * c.COUNT
    counts[c.GARDENS], counts[c.COPPER] = 1, size - 1
    assert c.points(counts) == worth


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("council_room", "council_room"),
        ("Council Room", "council_room"),
        ("SALA DEL CONSIGLIO", "council_room"),
        ("sala del concilio", "council_room"),
        ("Festività", "feast"),
        ("festivita'", "feast"),
        ("FESTIVITÀ", "feast"),
        ("Banchetto", "feast"),
        ("Festival", "festival"),
        ("Fiera", "festival"),
        ("Miglioria", "remodel"),
        ("Restauratore", "remodel"),
        ("Rimodellatore", "remodel"),
        ("Avventuriero", "adventurer"),
        ("Esploratore", "adventurer"),
        ("Libreria", "library"),
        ("Proprieta'", "estate"),
        ("Proprietà", "estate"),
        ("  sala  del trono ", "throne_room"),
        ("Sotterraneo", "cellar"),
        ("Cantina", "cellar"),
    ],
)
def test_card_name_spellings(text: str, name: str) -> None:
    assert c.card(text) == name
    assert c.by_name(text) == c.NAMES.index(name)


@pytest.mark.parametrize("edition", c.EDITIONS)
def test_card_names_round_trip(edition: str) -> None:
    assert [c.card(c.name_of(code, edition)) for code in c.CODES] == list(c.NAMES)


def test_six_cards_differ_between_editions() -> None:
    differ = [name for name in c.NAMES if c.name_of(name, "rulebook") != c.name_of(name, "regulation")]
    assert differ == ["adventurer", "cellar", "council_room", "feast", "festival", "remodel"]


@pytest.mark.parametrize(("text", "nearest"), [("Fucine", "smithy"), ("xqzzyk", None), ("", None), ("Moot", "moat")])
def test_unknown_card_names_nearest(text: str, nearest: str | None) -> None:
    with pytest.raises(c.UnknownCard) as caught:
        c.by_name(text)
    assert caught.value.nearest == nearest
    assert text in str(caught.value)


def test_non_text_is_no_card() -> None:
    with pytest.raises(c.UnknownCard, match="no card is called 7"):
        c.by_name(7)


@pytest.mark.parametrize(
    ("players", "supply"),
    [
        (2, [46, 40, 30, 8, 8, 8, 10]),
        (3, [39, 40, 30, 12, 12, 12, 20]),
        (4, [32, 40, 30, 12, 12, 12, 30]),
    ],
)
def test_pile_sizes(players: int, supply: list[int]) -> None:
    assert [c.SUPPLY[players][code] for code in c.BASE_CODES] == supply
    assert c.SUPPLY[players][c.GARDENS] == (8 if players == 2 else 12)
    assert c.SUPPLY[players][c.MOAT_CARD] == 10
    dealt = [c.INIT[players][code] - c.SUPPLY[players][code] for code in c.CODES]
    assert dealt == [players * count for count in c.STARTING_DECK]


def test_suggested_kingdoms() -> None:
    assert [len(set(ten)) for ten in c.SUGGESTED_KINGDOMS.values()] == [10] * 5
    assert all(name in c.KINGDOM for ten in c.SUGGESTED_KINGDOMS.values() for name in ten)
    legal = [s for s, ten in c.SUGGESTED_KINGDOMS.items() if c.MOAT in ten or not c.ATTACKS & set(ten)]
    assert legal == ["first_game", "interaction"]
