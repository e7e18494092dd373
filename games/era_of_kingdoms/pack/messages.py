"""Messages for rejected packs of cards, in Italian and English. S-numbers are lines of the game's Italian rulebook."""

from __future__ import annotations

from typing import Final

from ... import packs
from ...messages import Messages

SENTENCES: Final[dict[str, dict[str, str]]] = {
    "PACK_UNKNOWN_FIELD": {"it": "questo campo non esiste; ci sono: {known}", "en": "no such field; known: {known}"},
    "PACK_MISSING": {"it": "manca", "en": "is missing"},
    "PACK_KIND": {"it": "deve essere di tipo {kind}", "en": "should be of kind {kind}"},
    "PACK_TABLE": {"it": "deve essere una tabella", "en": "should be a table"},
    "PACK_ONE_OF": {"it": "deve essere uno tra {known}", "en": "should be one of {known}"},
    "PACK_COST": {"it": "deve essere un numero da 1 di {known}", "en": "should be a number from 1 of {known}"},
    "PACK_NEGATIVE": {"it": "non può essere negativo", "en": "should not be negative"},
    "PACK_COUNT": {"it": "deve essere almeno 1", "en": "should be at least 1"},
    "PACK_SOURCE": {
        "it": "deve dire da dove vengono i valori",
        "en": "should say where the figures come from",
    },
    "PACK_TWICE": {"it": "c’è due volte", "en": "is named twice"},
    "PACK_TOTALS": {
        "it": "deve essere {right}, come nel regolamento del gioco (S61-S73), non {found}",
        "en": "should be {right}, the rulebook's (S61-S73), not {found}",
    },
    "PACK_TOTAL": {
        "it": "le carte elencate sono {found}, devono essere {right}",
        "en": "the cards listed are {found}, they should be {right}",
    },
    "PACK_TRADE_DECK": {
        "it": "una carta commercio sta nel mazzo base (S63-S64)",
        "en": "a trade card belongs to the base deck (S63-S64)",
    },
    "PACK_REMOVAL": {
        "it": "è {found}, deve essere {right} (S771-S828)",
        "en": "is {found}, should be {right} (S771-S828)",
    },
    "PACK_REMOVAL_CARD": {"it": "non è una carta del mazzo base", "en": "is no card of the base deck"},
    "PACK_REMOVAL_MORE": {
        "it": "in meno di quattro se ne {right:toglie|tolgono} {right} {right:copia|copie} (S771-S828): non "
        "possono essere {found}",
        "en": "takes out {right} of {found}",
    },
    "PACK_REMOVAL_PLAYERS": {"it": "deve essere per 2 e 3 giocatori", "en": "should be for 2 and 3 players"},
    "PACK_EFFECT": {
        "it": "una carta di tipo {type} non può avere l’effetto «{effect}»",
        "en": "a card of type {type} cannot have the effect {effect!r}",
    },
    "PACK_LEVEL": {
        "it": "il livello deve andare da 1 a 4, non {found}",
        "en": "its level should be from 1 to 4, not {found}",
    },
    "PACK_RESOURCE": {"it": "serve una risorsa", "en": "needs a resource"},
    "PACK_ICON": {"it": "solo le terre hanno un’icona", "en": "only lands have an icon"},
    "PACK_ICON_AMOUNT": {
        "it": "una terra con un’icona produce una risorsa",
        "en": "a land with an icon provides a resource",
    },
    "PACK_ICON_LEVEL": {"it": "il livello deve essere almeno {least}", "en": "its level should be at least {least}"},
    "PACK_NO_ICON": {
        "it": "una terra senza icona non è di una risorsa: non le si sovrappone niente",
        "en": "a land without icon belongs to no resource: nothing can be stacked on it",
    },
    "PACK_IMMEDIATE_DECK": {
        "it": "una carta «gioca immediatamente» torna nel mazzo intermedio (S556-S565), quindi sta lì",
        "en": "a play-immediately card goes back to the medium deck (S556-S565), so lives there",
    },
    "PACK_IMMEDIATE_POINTS": {
        "it": "una carta «gioca immediatamente» vale 1 punto (S549)",
        "en": "a play-immediately card is worth 1 point (S549)",
    },
    "PACK_END": {
        "it": "è una sola carta del mazzo avanzato (S22-S23)",
        "en": "is one card of the advanced deck (S22-S23)",
    },
    "PACK_ENDS": {
        "it": "la partita finisce con una carta, non con {found}",
        "en": "one card ends the game, not {found}",
    },
    "PACK_NO_EFFECT": {"it": "nessuna carta ha l’effetto «{effect}»", "en": "no card has the effect {effect!r}"},
    "PACK_ONE_EFFECT": {
        "it": "una sola carta ha l’effetto «{effect}», non {found}",
        "en": "one kind of card has the effect {effect!r}, not {found}",
    },
    "PACK_PLAGUES": {"it": "c’è una peste per risorsa (S465)", "en": "there is one plague per resource (S465)"},
    "PACK_NO_CHOICE": {
        "it": "nessuna carta di tipo {kind} dà una risorsa a scelta",
        "en": "no {kind} gives a unit of choice",
    },
}


sentence: Final = Messages(SENTENCES, otherwise=packs.sentence).sentence
