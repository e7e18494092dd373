"""Cards of Dominion, first edition (32 cards), as small integers and dense tuples.

A card is represented by its code: an index into every tuple of this module. The seven base cards come first, then
the 25 kingdom cards in alphabetical order of their code names. Costs, types and names come from one table, ``_TABLE``;
the pile sizes from the rulebook's set-up (base cards) and the regulation ("Giardini: 12 copie").
"""

from __future__ import annotations

import difflib
import unicodedata
from types import MappingProxyType
from typing import Final, NamedTuple

from ..game import BadSetup


class _Row(NamedTuple):
    name: str
    cost: int
    types: str
    coins: int
    points: int
    english: str
    rulebook: str
    regulation: str


# types: T treasure, V victory, U curse, A action, K attack, R reaction.
_TABLE: Final = (
    _Row("copper", 0, "T", 1, 0, "Copper", "Rame", "Rame"),
    _Row("silver", 3, "T", 2, 0, "Silver", "Argento", "Argento"),
    _Row("gold", 6, "T", 3, 0, "Gold", "Oro", "Oro"),
    _Row("estate", 2, "V", 0, 1, "Estate", "Proprietà", "Proprietà"),
    _Row("duchy", 5, "V", 0, 3, "Duchy", "Ducato", "Ducato"),
    _Row("province", 8, "V", 0, 6, "Province", "Provincia", "Provincia"),
    _Row("curse", 0, "U", 0, -1, "Curse", "Maledizione", "Maledizione"),
    _Row("adventurer", 6, "A", 0, 0, "Adventurer", "Avventuriere", "Esploratore"),
    _Row("bureaucrat", 4, "AK", 0, 0, "Bureaucrat", "Burocrate", "Burocrate"),
    _Row("cellar", 2, "A", 0, 0, "Cellar", "Cantina", "Sotterraneo"),
    _Row("chancellor", 3, "A", 0, 0, "Chancellor", "Cancelliere", "Cancelliere"),
    _Row("chapel", 2, "A", 0, 0, "Chapel", "Cappella", "Cappella"),
    _Row("council_room", 5, "A", 0, 0, "Council Room", "Sala del Concilio", "Sala del Consiglio"),
    _Row("feast", 4, "A", 0, 0, "Feast", "Festività", "Banchetto"),
    _Row("festival", 5, "A", 0, 0, "Festival", "Festival", "Fiera"),
    _Row("gardens", 4, "V", 0, 0, "Gardens", "Giardini", "Giardini"),
    _Row("laboratory", 5, "A", 0, 0, "Laboratory", "Laboratorio", "Laboratorio"),
    _Row("library", 5, "A", 0, 0, "Library", "Biblioteca", "Biblioteca"),
    _Row("market", 5, "A", 0, 0, "Market", "Mercato", "Mercato"),
    _Row("militia", 4, "AK", 0, 0, "Militia", "Milizia", "Milizia"),
    _Row("mine", 5, "A", 0, 0, "Mine", "Miniera", "Miniera"),
    _Row("moat", 2, "AR", 0, 0, "Moat", "Fossato", "Fossato"),
    _Row("moneylender", 4, "A", 0, 0, "Moneylender", "Usuraio", "Usuraio"),
    _Row("remodel", 4, "A", 0, 0, "Remodel", "Restauratore", "Miglioria"),
    _Row("smithy", 4, "A", 0, 0, "Smithy", "Fucina", "Fucina"),
    _Row("spy", 4, "AK", 0, 0, "Spy", "Spia", "Spia"),
    _Row("thief", 4, "AK", 0, 0, "Thief", "Ladro", "Ladro"),
    _Row("throne_room", 4, "A", 0, 0, "Throne Room", "Sala del Trono", "Sala del Trono"),
    _Row("village", 3, "A", 0, 0, "Village", "Villaggio", "Villaggio"),
    _Row("witch", 5, "AK", 0, 0, "Witch", "Strega", "Strega"),
    _Row("woodcutter", 3, "A", 0, 0, "Woodcutter", "Taglialegna", "Taglialegna"),
    _Row("workshop", 3, "A", 0, 0, "Workshop", "Officina", "Officina"),
)

#: Misspellings that occur in the documents and belong to no name set.
_SLIPS: Final = {"Avventuriero": "adventurer", "Libreria": "library", "Rimodellatore": "remodel"}

NAMES: Final[tuple[str, ...]] = tuple(row.name for row in _TABLE)
COUNT: Final = len(NAMES)
CODES: Final = range(COUNT)
COST: Final[tuple[int, ...]] = tuple(row.cost for row in _TABLE)
#: Coins that a Treasure gives; 0 for every other card.
VALUE: Final[tuple[int, ...]] = tuple(row.coins for row in _TABLE)
#: Points of one copy; 0 for the Gardens, whose points depend on the deck: see :func:`points`.
POINTS: Final[tuple[int, ...]] = tuple(row.points for row in _TABLE)
IS_TREASURE: Final[tuple[bool, ...]] = tuple("T" in row.types for row in _TABLE)
IS_VICTORY: Final[tuple[bool, ...]] = tuple("V" in row.types for row in _TABLE)
IS_CURSE: Final[tuple[bool, ...]] = tuple("U" in row.types for row in _TABLE)
IS_ACTION: Final[tuple[bool, ...]] = tuple("A" in row.types for row in _TABLE)
IS_ATTACK: Final[tuple[bool, ...]] = tuple("K" in row.types for row in _TABLE)
IS_REACTION: Final[tuple[bool, ...]] = tuple("R" in row.types for row in _TABLE)

# One name per line and Final, so that the compiled modules hold them as constants.
COPPER: Final = 0
SILVER: Final = 1
GOLD: Final = 2
ESTATE: Final = 3
DUCHY: Final = 4
PROVINCE: Final = 5
CURSE: Final = 6
ADVENTURER: Final = 7
BUREAUCRAT: Final = 8
CELLAR: Final = 9
CHANCELLOR: Final = 10
CHAPEL: Final = 11
COUNCIL_ROOM: Final = 12
FEAST: Final = 13
FESTIVAL: Final = 14
GARDENS: Final = 15
LABORATORY: Final = 16
LIBRARY: Final = 17
MARKET: Final = 18
MILITIA: Final = 19
MINE: Final = 20
MOAT_CARD: Final = 21
MONEYLENDER: Final = 22
REMODEL: Final = 23
SMITHY: Final = 24
SPY: Final = 25
THIEF: Final = 26
THRONE_ROOM: Final = 27
VILLAGE: Final = 28
WITCH: Final = 29
WOODCUTTER: Final = 30
WORKSHOP: Final = 31

BASE_CODES: Final = range(7)
KINGDOM_CODES: Final = range(7, 32)
BASE: Final[tuple[str, ...]] = NAMES[:7]
#: Code names of the 25 kingdom cards of the base game.
KINGDOM: Final[tuple[str, ...]] = NAMES[7:]
#: Code names of the attacks, which the tournament's draw allows only together with the Moat.
ATTACKS: Final[frozenset[str]] = frozenset(NAMES[code] for code in CODES if IS_ATTACK[code])
MOAT: Final = "moat"

#: Provenance of the costs: ``seed`` where the rulebook's text names it, ``outside`` where only the printed cards do
#: (public lists of the first edition).
_COSTS_IN_RULEBOOK: Final = {*BASE, "cellar", "smithy", "village"}
COST_SOURCE: Final[tuple[str, ...]] = tuple("seed" if name in _COSTS_IN_RULEBOOK else "outside" for name in NAMES)

#: The name sets that :func:`name_of` knows: the Italian rulebook, the regulation of the championship, English.
EDITIONS: Final = ("rulebook", "regulation", "en")
_DISPLAY: Final = {
    "rulebook": tuple(row.rulebook for row in _TABLE),
    "regulation": tuple(row.regulation for row in _TABLE),
    "en": tuple(row.english for row in _TABLE),
}


def _ten(names: str) -> tuple[str, ...]:
    return tuple(names.split())


#: Suggested kingdoms of the rulebook (ten cards each), by slug.
SUGGESTED_KINGDOMS: Final = MappingProxyType(
    {
        "first_game": _ten("cellar market militia mine moat remodel smithy village woodcutter workshop"),
        "big_money": _ten(
            "adventurer bureaucrat chancellor chapel feast laboratory market mine moneylender throne_room"
        ),
        "interaction": _ten("bureaucrat chancellor council_room festival library militia moat spy thief village"),
        "size_distortion": _ten("cellar chapel feast gardens laboratory thief village witch woodcutter workshop"),
        "village_square": _ten(
            "bureaucrat cellar festival library market remodel smithy throne_room village woodcutter"
        ),
    }
)
#: Names of the suggested kingdoms: Italian (rulebook) and English.
SUGGESTED_NAMES: Final = MappingProxyType(
    {
        "first_game": {"it": "Prima partita", "en": "First game"},
        "big_money": {"it": "Tanti Soldi", "en": "Big money"},
        "interaction": {"it": "Interazione", "en": "Interaction"},
        "size_distortion": {"it": "Distorsione Dimensionale", "en": "Size distortion"},
        "village_square": {"it": "Villaggio Quadrato", "en": "Village square"},
    }
)


class UnknownCard(BadSetup):
    """No card has the given name.

    Arguments:
        text: the given name.
        nearest: the code name of the card with the most similar name, or None.
    """

    def __init__(self, text: object, nearest: str | None) -> None:
        super().__init__(text, nearest)
        self.text, self.nearest = text, nearest

    def __str__(self) -> str:
        hint = f"; did you mean {self.nearest!r}?" if self.nearest else ""
        return f"no card is called {self.text!r}{hint}"


def _plain(text: str) -> str:
    """Normalise a name for comparison: fold case, remove accents and apostrophes, collapse blanks."""
    decomposed = unicodedata.normalize("NFKD", text.casefold().replace("_", " ").replace("-", " "))
    letters = "".join(char for char in decomposed if not unicodedata.combining(char) and char not in "'’‘`´")
    return " ".join(letters.split())


def _spellings() -> dict[str, int]:
    spellings: dict[str, int] = {}
    for code, row in enumerate(_TABLE):
        for name in (row.name, row.english, row.rulebook, row.regulation):
            if spellings.setdefault(_plain(name), code) != code:
                raise AssertionError(f"{name} would name two cards")
    return spellings | {_plain(slip): NAMES.index(name) for slip, name in _SLIPS.items()}


_BY_NAME: Final = {name: code for code, name in enumerate(NAMES)}
_BY_SPELLING: Final = _spellings()


def by_name(text: object) -> int:
    """Return the code of the card called ``text``.

    Accepts its code name, its English name, either Italian name and known misspellings.

    Case, accents and apostrophes are ignored. A prefix is never enough: "Festività" is the Feast and "Festival" is the
    Festival.

    Raises:
        UnknownCard: no such card; carries the nearest name.
    """
    if not isinstance(text, str):
        raise UnknownCard(text, None)
    code = _BY_NAME.get(text)
    if code is None:
        code = _BY_SPELLING.get(_plain(text))
    if code is None:
        close = difflib.get_close_matches(_plain(text), _BY_SPELLING, n=1, cutoff=0.5)
        raise UnknownCard(text, NAMES[_BY_SPELLING[close[0]]] if close else None)
    return code


def card(text: object) -> str:
    """Return the code name of the card called ``text``; see :func:`by_name`."""
    return NAMES[by_name(text)]


def name_of(which: int | str, edition: str = "regulation") -> str:
    """Return the display name of a card, given by its code or code name.

    Arguments:
        edition: ``"rulebook"`` or ``"regulation"`` (Italian, six names differ) or ``"en"``.
    """
    return _DISPLAY[edition][which if isinstance(which, int) else by_name(which)]


_SCORING: Final = tuple(code for code in CODES if POINTS[code])


def points(counts: tuple[int, ...] | list[int]) -> int:
    """Return the points of a deck given as one count per code.

    Source: rulebook, end of the game; Gardens 1 per 10 cards.
    """
    total = counts[GARDENS] * (sum(counts) // 10)
    for code in _SCORING:
        total += counts[code] * POINTS[code]
    return total


def _sizes(players: int, *, dealt: bool) -> tuple[int, ...]:
    victory = 8 if players == 2 else 12
    base = (
        60 if dealt else 60 - 7 * players,
        40,
        30,
        victory + 3 * players if dealt else victory,
        victory,
        victory,
        10 * (players - 1),
    )
    return base + tuple(victory if code == GARDENS else 10 for code in KINGDOM_CODES)


#: ``SUPPLY[players][code]``: size of the pile at the start (kingdom piles only for the ten of the game).
SUPPLY: Final = MappingProxyType({players: _sizes(players, dealt=False) for players in (2, 3, 4)})
#: ``INIT[players][code]``: number of copies in the game, including the dealt Coppers and Estates.
INIT: Final = MappingProxyType({players: _sizes(players, dealt=True) for players in (2, 3, 4)})
#: Starting deck of every player, one count per code: 7 Coppers and 3 Estates.
STARTING_DECK: Final[tuple[int, ...]] = tuple(7 if code == COPPER else 3 if code == ESTATE else 0 for code in CODES)
