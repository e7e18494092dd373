"""Words of Megalomania's questions, options, missions and scrolls, in Italian and English, in own words."""

from __future__ import annotations

from typing import Any, Final

from .cards import COLOUR_NAMES, RANK_NAMES
from .pack.loading import Pack

Words = dict[str, str]
LANGUAGES: Final = ("it", "en")


def _w(italian: str, english: str) -> Words:
    return {"it": italian, "en": english}


#: What each mission rewards or punishes.
MISSIONS: Final[dict[int, Words]] = {
    1: _w("esattamente tre prese", "exactly three tricks"),
    2: _w("carte di tutti e quattro i colori nelle prese", "cards of all four colours in your tricks"),
    3: _w("ogni carta blu presa", "each blue card taken"),
    4: _w("ogni carta gialla presa", "each yellow card taken"),
    5: _w("quattro prese o più", "four tricks or more"),
    6: _w("nessun Nano e nessuno Stregone nelle prese", "no Dwarf and no Sorcerer in your tricks"),
    7: _w("ogni presa che vale 25 o meno", "each trick worth 25 or less"),
    8: _w("carte di tutti e quattro i colori nelle prese", "cards of all four colours in your tricks"),
    9: _w("ogni carta rossa presa", "each red card taken"),
    10: _w("ogni carta nera presa", "each black card taken"),
    11: _w("carte prese per un valore di almeno 80", "cards taken worth at least 80"),
    12: _w("un numero dispari di prese", "an odd number of tricks"),
    13: _w(
        "esattamente una presa; tre carte di ognuno sono scoperte", "exactly one trick; three cards of each lie open"
    ),
    14: _w("esattamente due prese; ogni presa ha il suo colore", "exactly two tricks; every trick has its colour"),
    15: _w("più prese di ogni altro, con le carte in fila", "the most tricks alone, with the cards in a line"),
    16: _w("quattro prese o più", "four tricks or more"),
    17: _w("esattamente due prese", "exactly two tricks"),
    18: _w("ogni presa, con carte scoperte su carte coperte", "each trick, with open cards on covered ones"),
    19: _w("ogni Nano e Stregone preso", "each Dwarf and Sorcerer taken"),
    20: _w("più prese in coppia con chi ti sta di fronte", "the most tricks together with the opposite seat"),
    21: _w("meno prese in coppia con chi ti sta di fronte", "the fewest tricks together with the opposite seat"),
    22: _w("più prese di ogni altro, con le mani che girano", "the most tricks alone, with hands that travel"),
    23: _w("ogni colore di cui hai preso più carte di ogni altro", "each colour of which you took the most cards"),
    24: _w("nessuna presa, con un mucchio del vicino", "no trick, with a pile of your neighbour"),
    25: _w("ogni presa, dopo aver passato tre carte", "each trick, after passing three cards"),
}
#: What each scroll does.
SCROLLS: Final[dict[int, Words]] = {
    1: _w("cambia il colore dominante", "change the dominant colour"),
    2: _w("scambia carte con gli altri", "exchange cards with the others"),
    3: _w("raddoppia i tuoi punti del round", "double your points of the round"),
    4: _w("si ridanno le carte", "the cards are dealt again"),
    5: _w("si tiene fino alla fine", "kept to the end"),
    6: _w("nessuno prende risorse", "nobody takes resources"),
    7: _w("copia una Pergamena già giocata", "copy a scroll played before"),
    8: _w("pescane tre, tienine una", "draw three, keep one"),
    9: _w("prendi due combinazioni di risorse", "take two combinations of resources"),
    10: _w("ruba una presa", "steal one trick"),
    11: _w("conta una presa in più o in meno", "count one trick more or less"),
    12: _w("a fine round le tue prese contano cinque", "your tricks count as five"),
    13: _w("scambia la mano con un altro", "swap hands with another"),
    14: _w("puoi giocare per ultimo", "you may play last"),
    15: _w("prendi anche le risorse degli altri", "take the others’ resources as well"),
    16: _w("vinci o eviti una presa", "win or duck one trick"),
    17: _w("vale tre punti subito", "three points at once"),
    18: _w("un cristallo in più a ogni carta", "one more crystal at every card"),
    19: _w("decidi chi apre ogni presa", "you name who leads every trick"),
    20: _w("usa il potere di qualsiasi figura", "use the power of any rank"),
}
#: What the power of each rank does.
POWERS: Final[dict[str, Words]] = {
    "peasant": _w("scegli chi apre dopo", "name the next leader"),
    "assassin": _w("giocalo fuori colore", "play it against the colour"),
    "explorer": _w("pesca e scambia una carta", "draw and exchange a card"),
    "dwarf": _w("vince la carta più bassa", "the lowest card wins"),
    "sorcerer": _w("gli altri giocano la più bassa", "the others play their lowest"),
    "knight": _w("il colore dominante non conta", "the dominant colour counts no more"),
    "oracle": _w("cambia il colore della carta", "change the card’s colour"),
    "emperor": _w("basta poteri e cubi", "no more powers and cubes"),
}
#: Sentence of each kind of question, in the second person.
QUESTIONS: Final[dict[str, Words]] = {
    "scroll": _w("Giochi una Pergamena?", "Do you play a scroll?"),
    "copy": _w("Quale Pergamena copi?", "Which scroll do you copy?"),
    "keep": _w("Quale Pergamena tieni?", "Which scroll do you keep?"),
    "play_now": _w("La giochi subito?", "Do you play it at once?"),
    "dominant_colour": _w("Quale colore domina?", "Which colour is dominant?"),
    "asked_colour": _w("Quale colore chiedi?", "Which colour do you ask for?"),
    "oracle_colour": _w("Di che colore diventa la carta?", "Which colour does the card take?"),
    "next_opponent": _w("A chi tocca adesso?", "Whom do you ask next?"),
    "opponent": _w("Con chi scambi la mano?", "With whom do you swap hands?"),
    "leads": _w("Chi apre ogni presa?", "Who leads every trick?"),
    "leader": _w("Chi apre la prossima presa?", "Who leads the next trick?"),
    "give": _w("Quale carta dai?", "Which card do you give?"),
    "return": _w("Quale carta restituisci?", "Which card do you give back?"),
    "line": _w("Quale carta metti in fila?", "Which card comes next in your line?"),
    "split": _w("Quali carte metti nel primo mucchio?", "Which cards go into the first pile?"),
    "pass_card": _w("Quale carta passi a destra?", "Which card do you pass to the right?"),
    "play": _w("Gioca una carta", "Play a card"),
    "explore": _w("Per quale carta scambi quella pescata?", "For which card do you exchange the drawn one?"),
    "steal": _w("Rubi questa presa?", "Do you steal this trick?"),
    "wait": _w("Aspetti che giochino gli altri?", "Do you let the others play first?"),
    "window": _w("Usi un potere o dei cubi?", "Do you use a power or cubes?"),
    "extra": _w("Usi il cristallo in più?", "Do you use the extra crystal?"),
    "resources": _w("Quali risorse prendi?", "Which resources do you take?"),
    "two_resources": _w("Quali due combinazioni prendi?", "Which two combinations do you take?"),
    "pile": _w("Quale mucchio del vicino prendi?", "Which pile of your neighbour do you take?"),
    "trick_more": _w("Quante prese conti in più o in meno?", "How many tricks more or less do you count?"),
}
_FIXED: Final[dict[str, Words]] = {
    "pass": _w("Nessuna Pergamena", "No scroll"),
    "yes": _w("Sì", "Yes"),
    "no": _w("No", "No"),
    "put_back": _w("Rimettila", "Put it back"),
    "done": _w("Nient’altro", "Nothing more"),
    "win": _w("Vinci la presa", "Win the trick"),
    "duck": _w("Evita la presa", "Duck the trick"),
    "pile_1": _w("Primo mucchio", "First pile"),
    "pile_2": _w("Secondo mucchio", "Second pile"),
    "C1": _w("Due cristalli", "Two crystals"),
    "C2": _w("Dieci cubi", "Ten cubes"),
    "C3": _w("Un cristallo e cinque cubi", "One crystal and five cubes"),
    "C4": _w("Una Pergamena", "A scroll"),
    "C1+C2": _w("Due cristalli e dieci cubi", "Two crystals and ten cubes"),
    "C1+C3": _w("Tre cristalli e cinque cubi", "Three crystals and five cubes"),
    "C2+C3": _w("Un cristallo e quindici cubi", "One crystal and fifteen cubes"),
}


def card_name(code: str, language: str) -> str:
    """Return the name of a card, e.g. "Nano rosso"."""
    colour, _, rank = code.partition("_")
    names = RANK_NAMES[rank][language], COLOUR_NAMES[colour][language]
    return f"{names[0]} {names[1]}" if language == "it" else f"{names[1].capitalize()} {names[0]}"


def card_list(codes: list[str], language: str) -> str:
    """Return cards as a list of names."""
    return ", ".join(card_name(code, language) for code in codes)


def option_words(kind: str, option: Any, players: Any, language: str) -> str:
    """Return an option of a question in words."""
    if option in _FIXED and isinstance(option, str):
        return _FIXED[option][language]
    if kind in ("scroll", "copy", "keep"):
        head = "Pergamena" if language == "it" else "Scroll"
        return f"{head} {option}: {SCROLLS[option][language]}"
    if kind == "trick_more":
        return f"+{option}" if option > 0 else str(option).replace("-", "−")
    text = str(option)
    if text.startswith("seat_"):
        return str(players[int(text[5:]) - 1])
    if text.startswith("duck_"):
        colour = COLOUR_NAMES[text[5:]][language]
        return (
            f"Evita la presa: il colore è {colour}" if language == "it" else f"Duck the trick: the colour is {colour}"
        )
    if kind in ("window", "extra"):
        return _in_window(text, language)
    if text in COLOUR_NAMES:
        return COLOUR_NAMES[text][language].capitalize()
    name, crystal, _rest = text.partition("+crystal")
    return card_name(name, language) + ((" (1 cristallo)" if language == "it" else " (1 crystal)") if crystal else "")


def _in_window(text: str, language: str) -> str:
    if text in RANK_NAMES:
        head = "Potere" if language == "it" else "Power"
        return f"{head}: {POWERS[text][language]}"
    number = text.replace("-", "−")
    return f"{number} sulla carta" if language == "it" else f"{number} on the card"


def mission_words(mission: int, pack: Pack, language: str) -> str:
    """Return a mission with its points, e.g. "+4: esattamente tre prese"."""
    each = pack.points[mission] if mission in pack.points else pack.units[mission]
    return f"{f'{each:+d}'.replace('-', '−')}: {MISSIONS[mission][language]}"
