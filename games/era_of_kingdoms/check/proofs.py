"""Proofs of the score-sheet checks, one sentence each, Italian and English."""

from __future__ import annotations

from typing import Final

from ... import decided_readings
from ...sheet_reading import PROOF

PROOFS: Final[dict[str, dict[str, str]]] = {
    **dict.fromkeys(("F1", "F2", "F3", "F4", "F5", "F6", "F7"), PROOF),
    decided_readings.CODE: decided_readings.PROOF,
    "M1": {
        "it": "Senza questo numero il tavolo non ha un risultato.",
        "en": "Without this number the table has no result.",
    },
    "V1": {
        "it": "Furto, attacchi e prestiti spostano lo sfarzo da un giocatore all’altro: in tutto resta quello "
        "iniziale.",
        "en": "Steal, attacks and loans move riches from one player to another: in all they stay as many as at the "
        "start.",
    },
    "V2": {
        "it": "Una plancia ha otto caselle e tre posti per le persone, che non si impilano.",
        "en": "A board has eight cells and three places for persons, who are never stacked.",
    },
    "V3": {
        "it": "Una carta vittoria vale 1 punto ogni 2 unità della sua risorsa; mercati e commercianti non contano.",
        "en": "A victory card is worth 1 point per 2 units of its resource; Markets and Traders do not count.",
    },
    "V4": {
        "it": "Ogni peste vale -2 punti, ogni carta gioca immediatamente 1 punto.",
        "en": "Each plague is worth -2 points, each play-immediately card 1 point.",
    },
    "V5": {
        "it": "Il totale è la somma di terre in cima, persone, carte vittoria e gioca immediatamente, meno le pesti; a "
        "pari punti decidono sfarzo, attacco, difesa e risorse.",
        "en": "The total is the sum of top lands, persons, victory and play-immediately cards, less the plagues; equal "
        "points are decided by riches, attack, defence and resources.",
    },
    "V6": {
        "it": "Solo chi ha il castello pesca carte avanzate, e Age of Enlightenment è una sola.",
        "en": "Only a Castle draws advanced cards, and there is one Age of Enlightenment.",
    },
    "V7": {
        "it": "I turni girano in cerchio; dopo Age of Enlightenment ognuno ne ha ancora uno, chi l’ha pescata solo se "
        "viene dal mazzo.",
        "en": "Turns go round in a circle; after Age of Enlightenment everybody has one more, its drawer only if it "
        "came from the deck.",
    },
    "V8": {
        "it": "Il castello chiede tre carte di livello 3; se ora sono meno, qualcuna è stata tolta, scambiata o "
        "sacrificata.",
        "en": "A Castle takes three cards of level 3; if there are fewer now, one was removed, swapped or sacrificed.",
    },
    "V9": {
        "it": "Il reame ombra conta i punti di tutte le sue carte.",
        "en": "The shadow realm counts the points of all its cards.",
    },
    "V10": {
        "it": "Nessuna partita ha più copie di una carta di quante ne ha la scatola, tolte quelle per 2 e 3 giocatori.",
        "en": "No game has more copies of a card than the box, less those taken out for 2 and 3 players.",
    },
    "V11": {
        "it": "Punti, risorse, attacco e difesa sono stampati sulle carte elencate.",
        "en": "Points, resources, attack and defence are printed on the cards listed.",
    },
    "V12": {
        "it": "Sopra Age of Enlightenment c’è un numero fisso di carte avanzate; dopo, quasi nessuna può entrare in "
        "gioco.",
        "en": "A fixed number of advanced cards lies above Age of Enlightenment; after it hardly any can come into "
        "play.",
    },
    "V13": {
        "it": "Una carta con l’icona pila va su una carta della stessa risorsa e di livello più basso.",
        "en": "A card with the stack icon goes on a card of the same resource and of a lower level.",
    },
    "V14": {
        "it": "Un turno ha tre azioni, e chi ne ridà una ne costa una: ogni carta sulle plance è stata giocata con "
        "un’azione.",
        "en": "A turn has three actions, and what gives one back takes one: every card on the boards was laid with an "
        "action.",
    },
    "V15": {
        "it": "Il reame sale di un passo per turno e conta dalla pesca del turno dopo; ogni turno col castello pesca "
        "una carta avanzata.",
        "en": "The realm rises by one step a turn and counts from the draw of the next turn; each turn at a Castle "
        "draws one advanced card.",
    },
}
