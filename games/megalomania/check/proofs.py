"""Proofs of the score-sheet checks, one sentence each, Italian and English."""

from __future__ import annotations

from typing import Final

from ... import decided_readings
from ...sheet_reading import PROOF

PROOFS: Final[dict[str, dict[str, str]]] = {
    **dict.fromkeys(("F1", "F2", "F4", "F6", "F7"), PROOF),
    decided_readings.CODE: decided_readings.PROOF,
    "F8": {
        "it": "Le coppie sono le sedie opposte di un tavolo da quattro.",
        "en": "Pairs are the opposite seats of a table of four.",
    },
    "M1": {
        "it": "Punti, prese, scelte e Pergamene rimaste non seguono da altri numeri.",
        "en": "Points, tricks, choices and scrolls held do not follow from other numbers.",
    },
    "I1": {
        "it": "Il colore dominante di ogni round sta sulla scheda punti; lo cambia solo la Pergamena 1.",
        "en": "The dominant colour of every round stands on the score pad; scroll 1 alone changes it.",
    },
    "I2": {
        "it": "Ogni missione è una carta sola, e la 20 e la 21 vogliono due coppie di sedie opposte.",
        "en": "Every mission is one card, and 20 and 21 need two pairs of opposite seats.",
    },
    "I3": {
        "it": "Il ruolo di mazziere passa ogni round alla sinistra.",
        "en": "The dealer’s role moves to the left every round.",
    },
    "I4": {
        "it": "Si gioca una Pergamena per round, presa in un round precedente, e ognuna è una carta sola.",
        "en": "One scroll is played in a round, obtained in an earlier one, and each is one card.",
    },
    "I5": {
        "it": "Ognuno sceglie una combinazione per round; le Pergamene sono 20 e non si rimescolano.",
        "en": "Everybody chooses one combination in a round; there are 20 scrolls and they are not shuffled again.",
    },
    "I6": {
        "it": "Si gioca finché le mani sono vuote: tante prese quante le carte di una mano.",
        "en": "Hands are played until they are empty: as many tricks as cards in a hand.",
    },
    "I7": {
        "it": "Il totale è fatto dei round, dei 3 punti della Pergamena 17 e dei 2 di chi tiene almeno una Pergamena.",
        "en": "The total is the rounds, the 3 points of scroll 17 and the 2 of whoever still holds a scroll.",
    },
    "I8": {
        "it": "I punti persi sono quelli dei round chiusi sotto zero, e gli altri round non ne tolgono.",
        "en": "Points lost are those of rounds below zero, and the other rounds take none.",
    },
    "I9": {
        "it": "Vince chi ha più punti; a pari punti chi ne ha persi meno, poi chi non ha Pergamene.",
        "en": "Most points win; among equals fewer points lost, then who holds no scroll.",
    },
    "I10": {
        "it": "Nessuna missione variabile dà o toglie più di 8 punti, 16 la numero 7; la Pergamena 3 raddoppia, e la 7 "
        "che la copia.",
        "en": "No variable mission gives or takes more than 8 points, 16 number 7; scroll 3 doubles, and 7 that copies "
        "it.",
    },
    "P1": {
        "it": "Le missioni a punteggio fisso hanno i punti stampati sulla carta, le altre no.",
        "en": "Missions with fixed points have them printed on the card, the others have not.",
    },
    "K1": {
        "it": "In questa missione i punti dipendono solo dal numero di prese.",
        "en": "In this mission the points depend on the numbers of tricks alone.",
    },
    "K2": {
        "it": "Una missione a punteggio fisso si completa o no: non c’è un punteggio in mezzo.",
        "en": "A mission with fixed points is met or not: there is nothing in between.",
    },
    "K3": {
        "it": "Ogni presa ha una carta per giocatore, e nel mazzo ci sono 8 carte per colore, 8 tra Nani e Stregoni.",
        "en": "Every trick has a card of each player, and the deck has 8 cards of a colour, 8 Dwarves and Sorcerers.",
    },
    "K4": {
        "it": "Tante carte diverse non valgono di più, né di meno, secondo i valori dei ranghi.",
        "en": "So many different cards are not worth more, nor less, by the values of the ranks.",
    },
    "K5": {
        "it": "Si segna solo su carte o prese ottenute, e le carte sono tante quante le prese per i giocatori.",
        "en": "Only cards or tricks taken score, and there are as many cards as tricks times players.",
    },
    "K6": {
        "it": "Le carte contate sono 8 in tutto il mazzo, 8 per colore, e in quattro si giocano tutte.",
        "en": "The deck has 8 cards that count, 8 of each colour, and four players play them all.",
    },
    "E1": {
        "it": "I punti della missione seguono dalle carte contate.",
        "en": "The mission’s points follow from the cards counted.",
    },
    "E2": {
        "it": "Le carte contate stanno nelle prese, e nel mazzo ce n’è un numero fisso.",
        "en": "The cards counted lie in the tricks, and the deck has a fixed number of them.",
    },
    "E3": {
        "it": "Tante carte diverse non valgono di più, né di meno, secondo i valori dei ranghi.",
        "en": "So many different cards are not worth more, nor less, by the values of the ranks.",
    },
    "H1": {
        "it": "Le Pergamene in mano sono quelle prese meno quelle giocate; la 17 se ne va, la 5 ne porta un’altra.",
        "en": "The scrolls held are those obtained less those played; 17 goes away, 5 brings another.",
    },
    "H2": {
        "it": "Le Pergamene sono 20: quelle giocate e la 17 non sono più di nessuno; per round se ne prende una, con "
        "la 5 una in più.",
        "en": "There are 20 scrolls: nobody holds those played, nor number 17; a round brings one, number 5 one more.",
    },
}
