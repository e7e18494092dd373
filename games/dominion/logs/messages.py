"""Messages of the findings about a log, in Italian and English; ``str.format`` fills in their params."""

from __future__ import annotations

from typing import Final

_IT_WHERE: Final = "Riga {line}, turno {turn} di {active}: "
_EN_WHERE: Final = "Line {line}, {active}’s turn {turn}: "
_IT_HEAD: Final = "Riga {line}: "
_EN_HEAD: Final = "Line {line}: "


def _turn(italian: str, english: str) -> dict[str, str]:
    return {"it": _IT_WHERE + italian, "en": _EN_WHERE + english}


def _head(italian: str, english: str) -> dict[str, str]:
    return {"it": _IT_HEAD + italian, "en": _EN_HEAD + english}


#: Code of a finding or of a ``LogFormatError`` to its message per language.
SENTENCES: Final[dict[str, dict[str, str]]] = {
    "LX1": {
        "it": "Questo testo non è il registro di una partita: manca la riga «Game log». Comincia con «{detail}».",
        "en": "This text is no game log: there is no line “Game log”. It begins with “{detail}”.",
    },
    "LX2": {
        "it": "Manca la riga «cards in supply: …» con le dieci carte del regno.",
        "en": "There is no line “cards in supply: …” with the ten kingdom cards.",
    },
    "LX3": _head(
        "l’ordine dei giocatori «{detail}» non si capisce: servono da due a quattro nomi diversi.",
        "the order of the players, “{detail}”, cannot be read: two to four different names are needed.",
    ),
    "LX4": _head(
        "dopo questa riga non c’è nessun turno («--- nome's turn 1 ---»).",
        "no turn follows this line (“--- name's turn 1 ---”).",
    ),
    "LX5": _head("il giocatore {detail} vi compare due volte.", "the player {detail} appears twice."),
    "LX6": {
        "it": "Il testo è troppo lungo per essere il registro di una partita: {detail} caratteri.",
        "en": "The text is too long for a game log: {detail} characters.",
    },
    "LX7": _head(
        "«{detail}» non corrisponde ai giocatori del riepilogo.",
        "“{detail}” does not match the players of the summary.",
    ),
    "L0": _head(
        "«{text}» non è una carta di Dominion, prima edizione.",
        "“{text}” is no card of Dominion, first edition.",
    ),
    "L1": _turn(
        "«{text}» non è una carta di Dominion, prima edizione: la partita usa un altro regno e non si può seguire.",
        "“{text}” is no card of Dominion, first edition: the game uses another set and cannot be followed.",
    ),
    "L2": _turn("non si capisce «{text}».", "“{text}” cannot be understood."),
    "L3": _turn("qui non ci si aspetta «{text}».", "“{text}” is not expected here."),
    "L4": _head(
        "il regno deve avere {bound} {bound:carta|carte} del regno diverse; qui se ne contano {value}.",
        "the kingdom must be {bound} different kingdom cards; {value} are counted here.",
    ),
    "L5": _head(
        "manca il riepilogo dei giocatori: non c’è nulla con cui confrontare il risultato.",
        "there is no summary of the players: the result has nothing to be compared with.",
    ),
    "L6": _turn("tocca a {bound}, per il suo turno numero {due}.", "it is {bound}’s turn, number {due}."),
    "L7": _head(
        "il registro si ferma dopo {value} {value:turno|turni}, prima della fine della partita.",
        "the log stops after {value} {value:turn|turns}, before the end of the game.",
    ),
    "L8": _head(
        "la partita finisce per abbandono dopo {value} {value:turno|turni}: niente modulo e niente posti.",
        "the game ends by resignation after {value} {value:turn|turns}: no sheet and no places.",
    ),
    "L9": _turn("«{text}» non è il nome di una carta.", "“{text}” is no card’s name."),
    "L10": _turn("{card} giocata senza azioni rimaste.", "{card} played with no actions left."),
    "L11": _turn(
        "{card} giocata troppo tardi: la fase Azione viene prima dei Tesori, e i Tesori prima degli acquisti.",
        "{card} played too late: Actions come before Treasures, and Treasures before purchases.",
    ),
    "L12": _turn("{card} acquistata senza acquisti rimasti.", "{card} bought with no buys left."),
    "L13": _turn(
        "{card} costa {bound}, ma {value:resta|restano} {value} {value:moneta|monete}.",
        "{card} costs {bound}, but {value} {value:coin|coins} {value:is|are} left.",
    ),
    "L14": _turn(
        "la pila di {card} è vuota: {player} non può prenderne.",
        "the {card} pile is empty: {player} cannot take one.",
    ),
    "L15": _turn("{card} non fa parte del regno di questa partita.", "{card} is not in this game’s supply."),
    "L16": _turn("{player} non può avere {card} in mano.", "{player} cannot have {card} in hand."),
    "L18": _turn(
        "manca la mescolata di {player}: nel mazzo {value:resta|restano} {value} {value:carta|carte}.",
        "{player}’s reshuffle is missing: {value} {value:card|cards} {value:is|are} left in the deck.",
    ),
    "L19": _turn(
        "{player} mescola senza motivo: carte nel mazzo {value}, negli scarti {bound}.",
        "{player} reshuffles without need: {value} {value:card|cards} in the deck, {bound} in the discard pile.",
    ),
    "L20": _turn(
        "{player} pesca o rivela {value} {value:carta|carte} invece di {bound}.",
        "{player} draws or reveals {value} {value:card|cards} instead of {bound}.",
    ),
    "L21": _turn(
        "la carta dà «{bound}» (azioni, acquisti, monete), il registro dice «{value}».",
        "the card gives “{bound}” (actions, buys, coins), the log says “{value}”.",
    ),
    "L22": _turn(
        "{card} costa {value}: con questo effetto se ne può ottenere una fino a {bound}.",
        "{card} costs {value}: this effect gains a card of up to {bound}.",
    ),
    "L23": _turn(
        "l’effetto di {card} non è seguito come dice la carta (il registro: {value}; la carta: {bound}).",
        "the effect of {card} is not followed as the card says (the log: {value}; the card: {bound}).",
    ),
    "L24": _turn("dal mazzo di {player} non possono uscire: {cards}.", "{player}’s deck cannot show: {cards}."),
    "L25": _turn(
        "la mano indicata per {player} non è possibile (carte indicate {value}, in mano {bound}).",
        "the hand named for {player} is not possible ({value} {value:card|cards} named, {bound} in hand).",
    ),
    "L26": _turn(
        "manca una riga che la carta rende obbligatoria ({what}).",
        "a line that the card makes compulsory is missing ({what}).",
    ),
    "L28": _turn(
        "la partita era finita al turno {bound} in tutto, ma il registro continua con il {value}.",
        "the game was over at turn {bound} in all, but the log goes on with turn {value}.",
    ),
    "L29": _turn("non si può giocare: {cards}.", "cannot be played: {cards}."),
    "L40": _head(
        "la fine indicata è «{value}»; dai turni risultano vuoti: {bound}.",
        "the end given is “{value}”; the turns leave these piles empty: {bound}.",
    ),
    "L41": _head(
        "è scritto «{value}»; dai turni vince {bound}.", "it says “{value}”; by the turns the winner is {bound}."
    ),
    "L42": _head(
        "{player} ha {value} {value:punto|punti} nel riepilogo e {bound} secondo i turni.",
        "{player} has {value} {value:point|points} in the summary and {bound} by the turns.",
    ),
    "L43": _head(
        "{player} ha {value} {value:turno|turni} nel riepilogo e {bound} giocati.",
        "{player} has {value} {value:turn|turns} in the summary and {bound} played.",
    ),
    "L44": _head(
        "mazzo di {player}, {card}: {value} nel riepilogo, {bound} secondo i turni.",
        "{player}’s deck, {card}: {value} in the summary, {bound} by the turns.",
    ),
    "L45": _head(
        "cestino, {card}: {value} nel riepilogo, {bound} secondo i turni.",
        "trash, {card}: {value} in the summary, {bound} by the turns.",
    ),
    "L46": _head(
        "carte che valgono punti di {player}, {card}: {value} nel riepilogo, {bound} secondo i turni.",
        "{player}’s scoring cards, {card}: {value} in the summary, {bound} by the turns.",
    ),
    "L47": _head(
        "il mazzo di {player} ha {value} {value:carta|carte} nel riepilogo e {bound} secondo i turni.",
        "{player}’s deck has {value} {value:card|cards} in the summary and {bound} by the turns.",
    ),
    "L48": _head(
        "apertura di {player}: «{value}» nel riepilogo, «{bound}» nei turni.",
        "{player}’s opening: “{value}” in the summary, “{bound}” in the turns.",
    ),
}
