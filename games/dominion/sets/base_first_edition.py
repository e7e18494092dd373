"""Dominion, first edition: seven base cards and 25 kingdom cards, the set of the championship.

Source: the printed cards, the rulebook's set-up (pile sizes) and the regulation ("Giardini: 12 copie").
"""

from __future__ import annotations

from typing import Final

from .rows import CardRow, CardSet, Gains, SuggestedKingdom, Trashes

_BASE: Final = (
    CardRow(
        "copper", 0, "T", "Copper", "Rame", "Rame",
        coins=1, pile=(46, 39, 32), dealt=7,
    ),
    CardRow("silver", 3, "T", "Silver", "Argento", "Argento", coins=2, pile=(40, 40, 40)),
    CardRow("gold", 6, "T", "Gold", "Oro", "Oro", coins=3, pile=(30, 30, 30)),
    CardRow("estate", 2, "V", "Estate", "Proprietà", "Proprietà", points=1, dealt=3),
    CardRow("duchy", 5, "V", "Duchy", "Ducato", "Ducato", points=3),
    CardRow("province", 8, "V", "Province", "Provincia", "Provincia", points=6),
    CardRow(
        "curse", 0, "U", "Curse", "Maledizione", "Maledizione",
        points=-1, pile=(10, 20, 30),
    ),
)  # fmt: skip

_KINGDOM: Final = (
    CardRow(
        "adventurer", 6, "A", "Adventurer", "Avventuriere", "Esploratore",
        amount=2, more_cards=2, misspellings=("Avventuriero",),
    ),
    CardRow("bureaucrat", 4, "AK", "Bureaucrat", "Burocrate", "Burocrate", gains=Gains.SILVER),
    CardRow("cellar", 2, "A", "Cellar", "Cantina", "Sotterraneo", actions=1),
    CardRow("chancellor", 3, "A", "Chancellor", "Cancelliere", "Cancelliere", coins=2),
    CardRow("chapel", 2, "A", "Chapel", "Cappella", "Cappella", amount=4, trashes=Trashes.ANY),
    CardRow(
        "council_room", 5, "A", "Council Room", "Sala del Concilio", "Sala del Consiglio",
        cards=4, buys=1, others_cards=1,
    ),
    CardRow("feast", 4, "A", "Feast", "Festività", "Banchetto", amount=5, trashes=Trashes.ITSELF, gains=Gains.CARD),
    CardRow("festival", 5, "A", "Festival", "Festival", "Fiera", actions=2, buys=1, coins=2),
    CardRow("gardens", 4, "V", "Gardens", "Giardini", "Giardini", per_ten=1, plural="Gardens"),
    CardRow("laboratory", 5, "A", "Laboratory", "Laboratorio", "Laboratorio", cards=2, actions=1),
    CardRow(
        "library", 5, "A", "Library", "Biblioteca", "Biblioteca",
        amount=7, more_cards=7, misspellings=("Libreria",),
    ),
    CardRow("market", 5, "A", "Market", "Mercato", "Mercato", cards=1, actions=1, buys=1, coins=1),
    CardRow("militia", 4, "AK", "Militia", "Milizia", "Milizia", coins=2, amount=3),
    CardRow("mine", 5, "A", "Mine", "Miniera", "Miniera", amount=3, trashes=Trashes.TREASURE, gains=Gains.TREASURE),
    CardRow("moat", 2, "AR", "Moat", "Fossato", "Fossato", cards=2),
    CardRow("moneylender", 4, "A", "Moneylender", "Usuraio", "Usuraio", amount=3, trashes=Trashes.COPPER),
    CardRow(
        "remodel", 4, "A", "Remodel", "Restauratore", "Miglioria",
        amount=2, trashes=Trashes.ANY, gains=Gains.CARD, misspellings=("Rimodellatore",),
    ),
    CardRow("smithy", 4, "A", "Smithy", "Fucina", "Fucina", cards=3),
    CardRow("spy", 4, "AK", "Spy", "Spia", "Spia", cards=1, actions=1),
    CardRow(
        "thief", 4, "AK", "Thief", "Ladro", "Ladro",
        amount=2, trashes=Trashes.OTHERS_TREASURE, gains=Gains.STOLEN, plural="Thieves",
    ),
    CardRow("throne_room", 4, "A", "Throne Room", "Sala del Trono", "Sala del Trono"),
    CardRow("village", 3, "A", "Village", "Villaggio", "Villaggio", cards=1, actions=2),
    CardRow("witch", 5, "AK", "Witch", "Strega", "Strega", cards=2, gains=Gains.CURSE),
    CardRow("woodcutter", 3, "A", "Woodcutter", "Taglialegna", "Taglialegna", buys=1, coins=2),
    CardRow("workshop", 3, "A", "Workshop", "Officina", "Officina", amount=4, gains=Gains.CARD),
)  # fmt: skip


def _suggested(italian: str, english: str, cards: str) -> SuggestedKingdom:
    return SuggestedKingdom(italian, english, tuple(cards.split()))


BASE_FIRST_EDITION: Final = CardSet(
    "base-first-edition",
    _BASE,
    _KINGDOM,
    {
        "first_game": _suggested(
            "Prima partita",
            "First game",
            "cellar market militia mine moat remodel smithy village woodcutter workshop",
        ),
        "big_money": _suggested(
            "Tanti Soldi",
            "Big money",
            "adventurer bureaucrat chancellor chapel feast laboratory market mine moneylender throne_room",
        ),
        "interaction": _suggested(
            "Interazione",
            "Interaction",
            "bureaucrat chancellor council_room festival library militia moat spy thief village",
        ),
        "size_distortion": _suggested(
            "Distorsione Dimensionale",
            "Size distortion",
            "cellar chapel feast gardens laboratory thief village witch woodcutter workshop",
        ),
        "village_square": _suggested(
            "Villaggio Quadrato",
            "Village square",
            "bureaucrat cellar festival library market remodel smithy throne_room village woodcutter",
        ),
    },
)
