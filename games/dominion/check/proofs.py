"""Proofs of the score-sheet checks, one sentence each, Italian and English.

``{witch}`` is that card's name; ``{estate_trashers_and}`` and ``{estate_trashers_or}`` are the cards of a group of
``GROUPS``, which their rows make.
"""

from __future__ import annotations

from typing import Final

from ...sheet_reading import PROOF
from .. import cards
from .bounds import ANY, MINERS, OTHERS_TREASURE, OWN_COPPER, OWN_TREASURE, REMODELLERS, SHRINKERS

#: Groups of cards that the proofs name, as their rows make them.
GROUPS: Final[dict[str, tuple[int, ...]]] = {
    "estate_trashers": ANY,
    "own_copper_trashers": (*ANY, *OWN_TREASURE, *OWN_COPPER),
    "copper_trashers": (*ANY, *OWN_TREASURE, *OWN_COPPER, *OTHERS_TREASURE),
    "stealers": OTHERS_TREASURE,
    "shrinkers": SHRINKERS,
    "remodellers": REMODELLERS,
    "miners": MINERS,
}
_JOINED: Final = {"and": {"it": " e ", "en": " and "}, "or": {"it": " o ", "en": " or "}}

_UNUSUAL: Final = {
    "it": "È possibile, ma non si è mai visto, o quasi, nelle partite simulate: va confermato.",
    "en": "It is possible, but never or hardly ever seen in simulated games: it is to be confirmed.",
}
_SIX: Final = {
    "it": "Nei primi due turni non ci sono 6 monete; dopo, ogni acquisto e ogni uso di una carta che le procura ne dà "
    "una.",
    "en": "The first two turns have no 6 coins; then each purchase and each use of a card that brings them gives one.",
}
_SUM: Final = {
    "it": "Nessuna partita contiene più copie di quelle della scatola.",
    "en": "No game holds more copies than the box.",
}

PROOFS: Final[dict[str, dict[str, str]]] = {
    **dict.fromkeys(("F1", "F2", "F3", "F4", "F5", "F6", "F7"), PROOF),
    "M1": {
        "it": "I posti del tavolo si decidono con questi numeri (art. 1.5).",
        "en": "These numbers decide the places of the table (art. 1.5).",
    },
    "K1": {
        "it": "Si gioca con dieci carte Regno diverse tra le 25 della scatola.",
        "en": "A game uses ten different kingdom cards out of the 25 of the box.",
    },
    "K2": {
        "it": "Il sorteggio mette da parte le carte Attacco finché {moat} non è uscito (art. 1.5).",
        "en": "The draw puts the attacks aside unless {moat} is drawn (art. 1.5).",
    },
    "T1": {
        "it": "I turni girano in cerchio e nessuna carta ne dà uno in più: chi siede prima ne ha uguali o uno solo di "
        "più.",
        "en": "Turns go round in a circle and no card gives another: who sits earlier has as many, or one more.",
    },
    "T2": {
        "it": "Chi ha tanti turni quanti il primo ha già giocato il giro finale: l’ultimo di loro ha chiuso la "
        "partita.",
        "en": "Who has as many turns as the first has played in the last round: the last of them ended the game.",
    },
    "T3": {
        "it": "In due turni ognuno compra al massimo due carte: in tutto meno di una pila.",
        "en": "In two turns everybody buys two cards at most: fewer in all than one pile.",
    },
    "T4": _UNUSUAL,
    "S0": {"it": "Sono carte contate: zero è il minimo.", "en": "They are counted cards: zero is the least."},
    "S1": {"it": "Ogni Oro vale 3 monete.", "en": "Each Gold is worth 3 coins."},
    "S2": {
        "it": "Senza {copper_trashers_and} i 7 Rami iniziali restano nel mazzo; "
        "con {miners_and} e nessun’altra restano 7 Tesori.",
        "en": "Without {copper_trashers_and} the 7 dealt Coppers stay in the deck; "
        "with {miners_and} alone 7 Treasures do.",
    },
    "S3": {
        "it": "Oltre agli Ori si hanno al massimo i propri Rami, quelli della riserva e tutti gli Argenti; col {thief} "
        "anche i Rami altrui.",
        "en": "Beside the Golds there are at most one’s own Coppers, the supply’s, and all Silvers; with the {thief} "
        "also the others’ Coppers.",
    },
    "S4": {"it": "Ogni pila di carte Azione ha 10 copie.", "en": "Each pile of Action cards has 10 copies."},
    "S5": {
        "it": "Ogni carta vale zero o più tranne la Maledizione (-1); senza {estate_trashers_and} le 3 Proprietà "
        "iniziali restano.",
        "en": "Every card counts zero or more but the Curse (-1); without {estate_trashers_and} the 3 dealt Estates "
        "stay.",
    },
    "S6": {"it": "La scatola ha 30 Ori.", "en": "The box has 30 Golds."},
    "S7": {
        "it": "La scatola ha 60 Rami e 40 Argenti: 140 monete.",
        "en": "The box has 60 Coppers and 40 Silvers: 140 coins.",
    },
    "S8": {"it": "Ogni pila di carte Azione ha 10 copie.", "en": "Each pile of Action cards has 10 copies."},
    "S9": {
        "it": "Senza {gardens} i punti vengono solo da Proprietà, Ducati e Province, che sono contati.",
        "en": "Without {gardens} points come from Estates, Duchies and Provinces alone, which are counted.",
    },
    "S10": {
        "it": "Senza {estate_trashers_and} tutte le Province e le Proprietà iniziali sono nei mazzi; le Maledizioni "
        "sono contate.",
        "en": "Without {estate_trashers_and} all Provinces and dealt Estates are in the decks; the Curses are counted.",
    },
    "W1": _UNUSUAL,
    "G1": {
        "it": "Azioni, Ori, monete oltre i 7 Rami e punti oltre le 3 Proprietà sono carte diverse, ciascuna "
        "guadagnata; ogni turno ne dà una, più quelle date da acquisti in più e carte che guadagnano.",
        "en": "Actions, Golds, coins beyond 7 Coppers and points beyond 3 Estates are different cards, each gained; a "
        "turn gives one, plus those of extra buys and of cards that gain.",
    },
    "G2": _SIX,
    "G3": {
        "it": "Le Province escono dalla riserva solo per acquisto o con {remodellers_or}, mai nei primi due turni.",
        "en": "Provinces leave the supply only by purchase or {remodellers_or}, never in the first two turns.",
    },
    "G4": {
        "it": "Solo chi è di turno toglie carte dalla riserva, salvo le Maledizioni date con {witch}.",
        "en": "Only the player whose turn it is takes cards from the supply, but for the Curses given by the {witch}.",
    },
    "G5": {
        "it": "Una mano ha cinque carte, più quelle che le Azioni fanno pescare: ogni carta costosa è stata pagata da "
        "una mano.",
        "en": "A hand has five cards, and those that Actions draw: every costly card was paid for by one hand.",
    },
    "G6": {
        "it": "Solo chi è di turno toglie carte dalla riserva, salvo le Maledizioni date con {witch}.",
        "en": "Only the player whose turn it is takes cards from the supply, but for the Curses given by the {witch}.",
    },
    "D1": {
        "it": "Un mazzo contiene solo carte base e le dieci del regno.",
        "en": "A deck holds only base cards and the ten of the kingdom.",
    },
    "D2": {
        "it": "Proprietà 1, Ducato 3, Provincia 6, Maledizione -1, {gardens} 1 ogni 10 carte.",
        "en": "Estate 1, Duchy 3, Province 6, Curse -1, {gardens} 1 for every 10 cards.",
    },
    "D3": {"it": "Gli Ori si contano nel mazzo.", "en": "The Golds are counted in the deck."},
    "D4": {
        "it": "Rame 1, Argento 2, Oro 3, su tutto il mazzo.",
        "en": "Copper 1, Silver 2, Gold 3, over the whole deck.",
    },
    "D5": {"it": "Le carte Azione si contano nel mazzo.", "en": "The Action cards are counted in the deck."},
    "D6": {
        "it": "Una Proprietà si perde solo con {estate_trashers_or}, e la carta usata per ultima non elimina sé "
        "stessa.",
        "en": "An Estate is lost only to {estate_trashers_or}, and the card used last does not trash itself.",
    },
    "D7": {
        "it": "Un Rame si perde solo con {own_copper_trashers_or} propri, di cui l’ultimo usato "
        "resta, o con {stealers_or} di un altro.",
        "en": "A Copper is lost only to one’s own {own_copper_trashers_or}, the last used of which "
        "stays, or to another’s {stealers_or}.",
    },
    "D8": {
        "it": "Un mazzo cresce di una carta a turno, più acquisti in più, {workshop}, {bureaucrat}, {thief} e {feast} "
        "con {throne_room}.",
        "en": "A deck grows by one card a turn, plus extra buys, {workshop}, {bureaucrat}, {thief} and a throned "
        "{feast}.",
    },
    "D9": {
        "it": "Senza {shrinkers_and} nessuna carta se ne va senza che ne arrivi un’altra.",
        "en": "Without {shrinkers_and} no card goes without another coming.",
    },
    "D10": {
        "it": "Niente di ciò che paga è uscito dal mazzo: una mano ha cinque carte, più quelle che le Azioni fanno "
        "pescare.",
        "en": "Nothing that pays has left the deck: a hand has five cards, and those that Actions draw.",
    },
    "D11": _SIX,
    "D12": {
        "it": "Una Provincia si prende solo con un acquisto o con {remodellers_or}, mai nei primi due turni; senza "
        "Azioni non ci sono 8 monete prima del quinto, del quarto se altri scartano dal mazzo.",
        "en": "A Province is taken only by a purchase or {remodellers_or}, never in the first two turns; without "
        "Actions there are no 8 coins before the fifth, the fourth where others discard of the deck.",
    },
    "D13": {
        "it": "Una Maledizione si può anche comprare, ma di rado conviene: va confermato.",
        "en": "A Curse can be bought too, but it is rarely wise: it is to be confirmed.",
    },
    "D14": _UNUSUAL,
    "D15": _UNUSUAL,
    "D16": {
        "it": "Mazzo e riepilogo contano le stesse carte.",
        "en": "Deck and breakdown count the same cards.",
    },
    "D17": {
        "it": "Nei primi due turni si hanno le dieci carte iniziali: le loro 7 monete pagano una sola carta da 4 o "
        "più.",
        "en": "The first two turns have the ten dealt cards: their 7 coins pay for one card of 4 or more.",
    },
    "D18": {
        "it": "{miners_or} mette un Tesoro al posto di un altro: di 7 ne restano almeno 7.",
        "en": "{miners_or} puts a Treasure in the place of another: of 7 at least 7 stay.",
    },
    "C1": _SUM,
    "C2": {
        "it": "Solo le carte che questo regno può eliminare finiscono tra le carte eliminate.",
        "en": "Only what this kingdom can trash ends in the trash.",
    },
    "C3": {
        "it": "Niente torna nella riserva: ogni copia è in un mazzo, tra le carte eliminate o nella riserva.",
        "en": "Nothing returns to the supply: each copy is in a deck, in the trash or in the supply.",
    },
    "C4": {
        "it": "Ogni carta che elimina ne elimina un numero fisso a ogni uso, mai nei primi due turni.",
        "en": "Each card that trashes does so with a fixed number at each use, never in the first two turns.",
    },
    "X1": {
        "it": "La partita finisce per Province quando la loro pila è vuota (art. 2.3).",
        "en": "A game ends by Provinces when their pile is empty (art. 2.3).",
    },
    "X2": {
        "it": "Solo chi è di turno prende carte: l’ultima Provincia è di chi ha finito, e da qui non può essere "
        "uscita.",
        "en": "Only the player whose turn it is takes cards: the last Province is the ender’s, and cannot have left.",
    },
    "X3": {
        "it": "La partita finisce per pile quando tre pile qualsiasi sono vuote (art. 2.3).",
        "en": "A game ends by piles when any three piles are empty (art. 2.3).",
    },
    "X4": {
        "it": "Se una condizione di fine vale, la partita era già finita da sola (art. 2.3).",
        "en": "Where a condition of the end holds, the game had ended by itself (art. 2.3).",
    },
    "X5": {
        "it": "Prima dell’ultimo turno le pile vuote erano al massimo due: le altre le ha vuotate chi ha finito, e "
        "niente lascia un mazzo.",
        "en": "Before the last turn two piles at most were empty: the ender emptied the others, and nothing leaves a "
        "deck.",
    },
    "X6": {
        "it": "Le pile sono le sette di base e le dieci del regno.",
        "en": "The piles are the seven base ones and the ten of the kingdom.",
    },
    "X7": {
        "it": "Senza tempo scaduto si gioca finché mancano le Province o tre pile (art. 2.3).",
        "en": "Without a time-out the game goes on until the Provinces or three piles are gone (art. 2.3).",
    },
    "X8": {
        "it": "Le copie che non sono nei mazzi né tra le carte eliminate sono nella riserva.",
        "en": "The copies that are in no deck and not in the trash are in the supply.",
    },
    "P1": {
        "it": "Contano nell’ordine punti, meno turni, Oro, valore delle monete, Azioni, sorteggio (art. 1.5); "
        "fuori dai tornei punti e meno turni, poi si vince insieme.",
        "en": "In order: points, fewer turns, Golds, value of the coins, Action cards, lot (art. 1.5); outside "
        "tournaments points and fewer turns, then the place is shared.",
    },
    "P2": {
        "it": "Il sorteggio decide solo tra chi è pari in tutti e cinque i numeri (art. 1.5).",
        "en": "The lot decides only between those equal in all five numbers (art. 1.5).",
    },
    "P3": {
        "it": "Ogni tavolo ha un solo vincitore e ogni posto è di uno solo (art. 1.5).",
        "en": "A table has one winner, and each place one player (art. 1.5).",
    },
}

#: The proof of D2 for a kingdom without Gardens.
WITHOUT_GARDENS: Final = {
    "it": "Proprietà 1, Ducato 3, Provincia 6, Maledizione -1.",
    "en": "Estate 1, Duchy 3, Province 6, Curse -1.",
}


def names_in_proofs(edition: str) -> dict[str, str]:
    """Return what the proofs name, in an edition of the cards' names: every card, and the groups joined by a word."""
    language = "en" if edition == "en" else "it"
    names = {name: cards.name_of(name, edition) for name in cards.NAMES}
    for group, codes in GROUPS.items():
        *first, last = [cards.name_of(code, edition) for code in codes]
        for word, joined in _JOINED.items():
            names[f"{group}_{word}"] = joined[language].join([", ".join(first), last] if first else [last])
    return names
