"""How Era of Kingdoms shows itself on pages and papers: the rows of the form, and its words in Italian and English."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from games.era_of_kingdoms.pack import DEFAULT_PACK, pack

#: What the fields of the sheet are called.
LABELS: Final[dict[str, dict[str, str]]] = {
    "realm": {"it": "Reame", "en": "Realm"},
    "lands_vp": {"it": "PV delle terre", "en": "VP of lands"},
    "persons_vp": {"it": "PV delle persone", "en": "VP of persons"},
    "victories_vp": {"it": "PV delle carte vittoria", "en": "VP of victory cards"},
    "immediate": {"it": "Carte gioca immediatamente", "en": "Play-immediately cards"},
    "plagues": {"it": "Pesti", "en": "Plagues"},
    "age_vp": {"it": "PV di Age of Enlightenment", "en": "VP of Age of Enlightenment"},
    "points": {"it": "Punti vittoria", "en": "Victory points"},
    "riches": {"it": "Sfarzo", "en": "Riches"},
    "attack": {"it": "Attacco", "en": "Attack"},
    "defence": {"it": "Difesa", "en": "Defence"},
    "food": {"it": "Cibo", "en": "Food"},
    "wood": {"it": "Legno", "en": "Wood"},
    "metal": {"it": "Metallo", "en": "Metal"},
    "population": {"it": "Popolazione", "en": "Population"},
    "resources": {"it": "Risorse", "en": "Resources"},
    "turns": {"it": "Turni", "en": "Turns"},
    "rounds": {"it": "Giri", "en": "Rounds"},
    "start": {"it": "Primo giocatore", "en": "Start player"},
    "drawer": {"it": "Chi ha pescato Age of Enlightenment", "en": "Who drew Age of Enlightenment"},
    "how": {"it": "Come è finita", "en": "How it ended"},
    "persons": {"it": "Persone", "en": "Persons"},
    "victories": {"it": "Carte vittoria", "en": "Victory cards"},
    "cards_left_the_territory": {"it": "Carte perse (tolte, scambiate)", "en": "Cards lost (removed, swapped)"},
    "deck": {"it": "dal mazzo", "en": "from the deck"},
    "refill": {"it": "sulla plancia commercio", "en": "on the trade board"},
    "town_center": {"it": "Centro cittadino", "en": "Town Center"},
    "town_hall": {"it": "Municipio", "en": "Town Hall"},
    "castle": {"it": "Castello", "en": "Castle"},
    "round_limit": {"it": "limite di giri", "en": "round limit"},
    "territory": {"it": "Nel territorio", "en": "In the territory"},
    "where_from": {"it": "Da dove vengono i punti", "en": "Where the points come from"},
    "result": {"it": "Punti e spareggi", "en": "Points and tie-breaks"},
    "needs": {"it": "Risorse e turni", "en": "Resources and turns"},
    "high_yields": {"it": "Carte Alto rendimento", "en": "High Yields"},
    "place": {"it": "Posto", "en": "Place"},
    "yes": {"it": "sì", "en": "yes"},
    "no": {"it": "no", "en": "no"},
    "N": {"it": "Nord", "en": "North"},
    "NE": {"it": "Nord-est", "en": "North-east"},
    "E": {"it": "Est", "en": "East"},
    "SE": {"it": "Sud-est", "en": "South-east"},
    "S": {"it": "Sud", "en": "South"},
    "SW": {"it": "Sud-ovest", "en": "South-west"},
    "W": {"it": "Ovest", "en": "West"},
    "NW": {"it": "Nord-ovest", "en": "North-west"},
}


#: The links of the tie-break chain: the number's name, and what the winner has.
CRITERIA: Final[dict[str, dict[str, tuple[str, str]]]] = {
    "riches": {"it": ("Sfarzo", "più Sfarzo"), "en": ("Riches", "more Riches")},
    "attack": {"it": ("Attacco", "più Attacco"), "en": ("Attack", "more Attack")},
    "defence": {"it": ("Difesa", "più Difesa"), "en": ("Defence", "more Defence")},
    "resources": {"it": ("Risorse", "più Risorse"), "en": ("Resources", "more Resources")},
}


@dataclass(frozen=True, slots=True)
class SheetField:
    """A number that the score sheet asks of every player.

    Arguments:
        name: of the field in ``score-sheet/1``; label: for people.
        group: ``"cards"`` (where the points come from), ``"result"``. worth: of one, e.g. ``("points", -2)``.
    """

    name: str
    label: str
    group: str
    worth: tuple[str, int] | None = None


_CARDS: Final = (
    *(("lands_vp", None), ("persons_vp", None), ("victories_vp", None)),
    *(("immediate", ("points", 1)), ("plagues", ("points", -2))),
)
_RESULT: Final = ("points", "riches", "attack", "defence", "food", "wood", "metal", "population", "turns")


def edition_of(language: str, card_names: str) -> str:
    """The name set for a page in ``language``: ``"it"`` or ``"en"``; this game has one Italian set."""
    return "en" if language == "en" else "it"


def label(name: str, edition: str) -> str:
    """What a field is called."""
    return LABELS[name]["en" if edition == "en" else "it"]


def setup_cards(setup: Mapping[str, Any], edition: str) -> list[Any]:
    """No card is drawn before the game."""
    return []


def sheet_fields(edition: str) -> list[SheetField]:
    """The rows of the form: where the points come from, then the result."""
    rows = [SheetField(name, label(name, edition), "cards", worth) for name, worth in _CARDS]
    return rows + [SheetField(name, label(name, edition), "result") for name in _RESULT]


def paper(setup: Mapping[str, Any], edition: str) -> dict[str, Any]:
    """What the printed score form shows: its rows, and the pack whose figures the results are checked against."""
    return {"cards": [], "fields": sheet_fields(edition), "pack": setup.get("pack", DEFAULT_PACK)}


def card_name(code: str, edition: str) -> str:
    """The name of a card of the default pack; an unknown code as it is."""
    found = pack()
    if code not in found.codes:
        return code
    card = found.cards[found.codes[code]]
    return card.name_en if edition == "en" else card.name_it
