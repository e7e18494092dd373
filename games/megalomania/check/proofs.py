"""Proofs of the score-sheet checks, one sentence each, Italian and English."""

from __future__ import annotations

from typing import Final

from ...sheet_reading import PROOF
from ...values import say

PROOFS: Final[dict[str, dict[str, str]]] = {
    **dict.fromkeys(("F1", "F2", "F4", "F6", "F7"), PROOF),
    "F8": say(
        "Le coppie sono le sedie opposte di un tavolo da quattro.", "Pairs are the opposite seats of a table of four."
    ),
    "M1": say(
        "Punti, prese, scelte e Pergamene rimaste non seguono da altri numeri.",
        "Points, tricks, choices and scrolls held do not follow from other numbers.",
    ),
    "I1": say(
        "Il colore dominante di ogni round sta sulla scheda punti; lo cambia solo la Pergamena 1.",
        "The dominant colour of every round stands on the score pad; scroll 1 alone changes it.",
    ),
    "I2": say(
        "Ogni missione è una carta sola, e la 20 e la 21 vogliono due coppie di sedie opposte.",
        "Every mission is one card, and 20 and 21 need two pairs of opposite seats.",
    ),
    "I3": say(
        "Il ruolo di mazziere passa ogni round alla sinistra.", "The dealer’s role moves to the left every round."
    ),
    "I4": say(
        "Si gioca una Pergamena per round, presa in un round precedente, e ognuna è una carta sola.",
        "One scroll is played in a round, obtained in an earlier one, and each is one card.",
    ),
    "I5": say(
        "Ognuno sceglie una combinazione per round; le Pergamene sono 20 e non si rimescolano.",
        "Everybody chooses one combination in a round; there are 20 scrolls and they are not shuffled again.",
    ),
    "I6": say(
        "Si gioca finché le mani sono vuote: tante prese quante le carte di una mano.",
        "Hands are played until they are empty: as many tricks as cards in a hand.",
    ),
    "I7": say(
        "Il totale è fatto dei round, dei 3 punti della Pergamena 17 e dei 2 di chi tiene almeno una Pergamena.",
        "The total is the rounds, the 3 points of scroll 17 and the 2 of whoever still holds a scroll.",
    ),
    "I8": say("I punti persi sono quelli dei round chiusi sotto zero.", "Points lost are those of rounds below zero."),
    "I9": say(
        "Vince chi ha più punti; a pari punti chi ne ha persi meno, poi chi non ha Pergamene.",
        "Most points win; among equals fewer points lost, then who holds no scroll.",
    ),
    "I10": say(
        "Nessuna missione variabile dà o toglie più di 8 punti, 16 la numero 7; la Pergamena 3 raddoppia.",
        "No variable mission gives or takes more than 8 points, 16 number 7; scroll 3 doubles.",
    ),
    "P1": say(
        "Le missioni a punteggio fisso hanno i punti stampati sulla carta, le altre no.",
        "Missions with fixed points have them printed on the card, the others have not.",
    ),
    "K1": say(
        "In questa missione i punti dipendono solo dal numero di prese.",
        "In this mission the points depend on the numbers of tricks alone.",
    ),
    "K2": say(
        "Una missione a punteggio fisso si completa o no: non c’è un punteggio in mezzo.",
        "A mission with fixed points is met or not: there is nothing in between.",
    ),
    "K3": say(
        "Ogni presa ha una carta per giocatore, e nel mazzo ci sono 8 carte per colore, 8 tra Nani e Stregoni.",
        "Every trick has a card of each player, and the deck has 8 cards of a colour, 8 Dwarves and Sorcerers.",
    ),
    "K4": say(
        "Tante carte diverse non valgono di più, né di meno, secondo i valori dei ranghi.",
        "So many different cards are not worth more, nor less, by the values of the ranks.",
    ),
    "K5": say(
        "Si segna solo su carte o prese ottenute, e le carte sono tante quante le prese per i giocatori.",
        "Only cards or tricks taken score, and there are as many cards as tricks times players.",
    ),
    "K6": say(
        "Le carte contate sono 8 in tutto il mazzo, e in quattro si giocano tutte.",
        "The deck has 8 cards that count, and four players play them all.",
    ),
    "E1": say(
        "I punti della missione seguono dalle carte contate.", "The mission’s points follow from the cards counted."
    ),
    "E2": say(
        "Le carte contate stanno nelle prese, e nel mazzo ce n’è un numero fisso.",
        "The cards counted lie in the tricks, and the deck has a fixed number of them.",
    ),
    "E3": say(
        "Tante carte diverse non valgono di più, né di meno, secondo i valori dei ranghi.",
        "So many different cards are not worth more, nor less, by the values of the ranks.",
    ),
    "H1": say(
        "Le Pergamene in mano sono quelle prese meno quelle giocate; la 17 se ne va, la 5 ne porta un’altra.",
        "The scrolls held are those obtained less those played; 17 goes away, 5 brings another.",
    ),
}
