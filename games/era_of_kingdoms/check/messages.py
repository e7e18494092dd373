"""Messages of the score-sheet checks, in Italian and English.

A key is a code, or ``CODE:case`` where one check has several messages (``params["case"]``). ``{who}`` is the seat,
the shadow realm or the table. The proofs are in :mod:`games.era_of_kingdoms.check.proofs`.
"""

from __future__ import annotations

from typing import Final

from ... import decided_readings, sheet_reading
from ...findings import Finding
from ...json_kinds import KINDS
from ...messages import Messages
from ..display import card_name
from ..labels import LABELS
from ..outcome_sheet import SHADOW_WORD
from .proofs import PROOFS

__all__ = ["PROOFS", "SENTENCES", "proof", "sentence"]

#: Display texts of params by key: kinds of values and of cards.
WORDS: Final[dict[str, dict[str, str]]] = {
    **KINDS,
    "land": {"it": "una terra", "en": "a land"},
    "person": {"it": "una persona", "en": "a person"},
    "victory": {"it": "una carta vittoria", "en": "a victory card"},
    "town_center": {"it": "centro cittadino", "en": "Town Center"},
    "town_hall": {"it": "municipio", "en": "Town Hall"},
    "castle": {"it": "castello", "en": "Castle"},
    **LABELS,
}

SENTENCES: Final[dict[str, dict[str, str]]] = {
    **sheet_reading.SENTENCES,
    decided_readings.CODE: decided_readings.SENTENCE,
    "F3": {
        "it": "«{path}»: nessuna carta si chiama «{name}»; la più simile è {bound}.",
        "en": "“{path}”: no card is called “{name}”; the nearest is {bound}.",
    },
    "F3:none": {"it": "«{path}»: nessuna carta si chiama «{name}».", "en": "“{path}”: no card is called “{name}”."},
    "F5": {
        "it": "«{path}»: {card} non può stare qui: serve {kind}.",
        "en": "“{path}”: {card} cannot be here: it takes {kind}.",
    },
    "F7": {
        "it": "Sedie: {value}; giocatori: {bound}.",
        "en": "There {value:is|are} {value} {value:seat|seats} for {bound} {bound:player|players}.",
    },
    "M1": {"it": "{who}: manca un dato, {field}.", "en": "{who}: something is missing, {field}."},
    "V1": {
        "it": "Le carte sfarzo sono {value} in tutto: devono essere {bound}.",
        "en": "There {value:is|are} {value} {value:riches card|riches cards} in all: there must be {bound}.",
    },
    "V2": {
        "it": "{who}: {value} {value:persona|persone}; i posti per le persone sono {bound}.",
        "en": "{who}: {value} {value:person|persons}; there is room for {bound}.",
    },
    "V3": {
        "it": "{who}: la carta vittoria vale {bound} (metà di {units}, {field}), non {value}.",
        "en": "{who}: the victory card is worth {bound} (half of {units}, {field}), not {value}.",
    },
    "V4": {
        "it": "{who}: {number} {number:peste|pesti} {number:vale|valgono} {bound} {bound:punto|punti}, non {value}.",
        "en": "{who}: {number} {number:plague|plagues} {number:is|are} worth {bound} {bound:point|points}, not "
        "{value}.",
    },
    "V4:immediate": {
        "it": "{who}: {number} {number:carta gioca immediatamente|carte gioca immediatamente} {number:vale|valgono} "
        "{bound} {bound:punto|punti}, non {value}.",
        "en": "{who}: {number} {number:play-immediately card|play-immediately cards} {number:is|are} worth {bound} "
        "{bound:point|points}, not {value}.",
    },
    "V4:count": {
        "it": "{who}: il modulo conta {value} {value:peste|pesti}, sotto le pile ce ne sono {bound}.",
        "en": "{who}: the sheet counts {value} {value:plague|plagues}, {bound} lie under the stacks.",
    },
    "V5": {
        "it": "{who}: le parti fanno {bound} {bound:punto|punti}, il totale scritto è {value}.",
        "en": "{who}: the parts make {bound} {bound:point|points}, the total written is {value}.",
    },
    "V5:part": {
        "it": "{who}, {field}: le carte fanno {bound} {bound:punto|punti}, sul modulo sono {value}.",
        "en": "{who}, {field}: the cards make {bound} {bound:point|points}, the sheet says {value}.",
    },
    "V5:place": {
        "it": "{who}: il modulo dà il {value}º posto, ma per punti, sfarzo, attacco, difesa e risorse è il {bound}º.",
        "en": "{who}: placed {value}, but by points, riches, attack, defence and resources it is {bound}.",
    },
    "V6": {
        "it": "{who}: ha pescato Age of Enlightenment, quindi ha il {bound}; il modulo dice {value}.",
        "en": "{who}: drew Age of Enlightenment, so has the {bound}; the sheet says {value}.",
    },
    "V6:shadow": {
        "it": "Il reame ombra pesca carte avanzate solo se hai il {bound}; il modulo dice {value}.",
        "en": "The shadow realm draws advanced cards only if you have the {bound}; the sheet says {value}.",
    },
    "V6:points": {
        "it": "{who}: Age of Enlightenment qui vale {bound} {bound:punto|punti}, non {value}.",
        "en": "{who}: Age of Enlightenment is worth {bound} {bound:point|points} here, not {value}.",
    },
    "V6:limit": {
        "it": "Partita finita per limite di giri o di tempo: nessuno ha pescato Age of Enlightenment, il modulo dice "
        "sedia {value}.",
        "en": "The game ended by the limit of rounds or of time: nobody drew Age of Enlightenment, the sheet says seat "
        "{value}.",
    },
    "V6:refill": {
        "it": "Senza l’espansione commercio Age of Enlightenment viene solo dal mazzo.",
        "en": "Without the trade expansion Age of Enlightenment only comes from the deck.",
    },
    "V7": {
        "it": "{who}: {value} {value:turno|turni} non si {value:accorda|accordano} con chi ha pescato Age of "
        "Enlightenment; sarebbero giusti {bound}.",
        "en": "{who}: {value} {value:turn|turns} {value:does|do} not fit with who drew Age of Enlightenment; "
        "{bound} would be right.",
    },
    "V7:rounds": {
        "it": "Giri: {value}; ma il primo giocatore ha avuto {bound} {bound:turno|turni}.",
        "en": "There {value:was|were} {value} {value:round|rounds}, but the start player had {bound} "
        "{bound:turn|turns}.",
    },
    "V7:circle": {
        "it": "{who}: {value} {value:turno|turni} non {value:è possibile|sono possibili} accanto agli altri; si va da "
        "{least} a {bound}.",
        "en": "{who}: {value} {value:turn|turns} {value:is|are} not possible beside the others; it goes from {least} "
        "to {bound}.",
    },
    "V8": {
        "it": "{who}: ha il castello con {value} {value:carta|carte} di livello 3 o più (ne servono {bound}) e "
        "nessuna segnata come persa.",
        "en": "{who}: a Castle with {value} {value:card|cards} of level 3 or more (it takes {bound}) and no card "
        "marked as lost.",
    },
    "V9": {
        "it": "{who}: le parti fanno {bound} {bound:punto|punti}, il totale scritto è {value}.",
        "en": "{who}: the parts make {bound} {bound:point|points}, the total written is {value}.",
    },
    "V10": {
        "it": "{card}: {value} {value:copia|copie} sul tavolo, in questa partita ce ne sono {bound}.",
        "en": "{card}: {value} {value:copy|copies} on the table, this game has {bound}.",
    },
    "V10:immediate": {
        "it": "Carte gioca immediatamente: {value}; ne esistono {bound}.",
        "en": "There {value:is|are} {value} {value:play-immediately card|play-immediately cards}: only {bound} exist.",
    },
    "V10:plagues": {
        "it": "Pesti: {value}; ne esistono {bound}.",
        "en": "There {value:is|are} {value} {value:plague|plagues}: only {bound} exist.",
    },
    "V11": {
        "it": "{who}, {field}: le carte elencate danno {bound}, il modulo dice {value}.",
        "en": "{who}, {field}: the cards listed give {bound}, the sheet says {value}.",
    },
    "V11:points": {
        "it": "{who}: {card} vale {bound} {bound:punto|punti}, non {value}.",
        "en": "{who}: {card} is worth {bound} {bound:point|points}, not {value}.",
    },
    "V12": {
        "it": "In gioco {value:c’è|ci sono} {value} {value:carta avanzata|carte avanzate}: prima della fine se ne "
        "pescano al massimo {bound}.",
        "en": "There {value:is|are} {value} {value:advanced card|advanced cards} in play: at most {bound} can be "
        "drawn before the end.",
    },
    "V12:castle": {
        "it": "In gioco {value:c’è|ci sono} {value} {value:carta avanzata|carte avanzate}, ma nessuno ha il castello e "
        "senza non se ne pescano.",
        "en": "There {value:is|are} {value} {value:advanced card|advanced cards} in play, but nobody has a Castle, and "
        "without one none is drawn.",
    },
    "V13": {
        "it": "{who}: {card} non può stare sopra {below}: serve una carta della stessa risorsa e di livello più basso.",
        "en": "{who}: {card} cannot lie over {below}: it takes a lower card of the same resource.",
    },
    "V13:bottom": {
        "it": "{who}: {card} ha l’icona pila, quindi non può essere la prima carta di una pila.",
        "en": "{who}: {card} has the stack icon, so it cannot be the first card of a stack.",
    },
    "V13:top": {
        "it": "{who}: la carta in cima è {value}, l’ultima della pila è {bound}.",
        "en": "{who}: the top card is {value}, the last of the stack is {bound}.",
    },
    "V13:trade": {
        "it": "{who}: {card} è dell’espansione commercio, e questa partita era senza.",
        "en": "{who}: {card} belongs to the trade expansion, and this game was without it.",
    },
    "V13:plague": {
        "it": "{who}: {card} non dà una risorsa fissa, sotto non può esserci una peste.",
        "en": "{who}: {card} gives no fixed resource, no plague can lie under it.",
    },
    "V13:yield": {
        "it": "{who}: {card} non dà risorse, sotto non può esserci Alto rendimento.",
        "en": "{who}: {card} gives no resource, no High Yield can lie under it.",
    },
    "V14": {
        "it": "Sulle plance {value:c’è|ci sono} {value} {value:carta|carte}; {turns} {turns:turno|turni} in tutto ne "
        "danno al massimo {bound}.",
        "en": "The boards hold {value} {value:card|cards}; {turns} {turns:turn|turns} in all give {bound} at most.",
    },
    "V14:seat": {
        "it": "{who}: {value} {value:carta|carte} tra caselle, persone e vittorie; {turns} {turns:turno|turni} ne "
        "danno al massimo {bound}.",
        "en": "{who}: {value} {value:card|cards} in cells, as persons and victories; {turns} {turns:turn|turns} give "
        "{bound} at most.",
    },
    "V14:medium": {
        "it": "Sulle plance {value:c’è|ci sono} {value} {value:carta|carte} dei mazzi medio e avanzato; dal turno "
        "{first} in poi se ne giocano al massimo {bound}.",
        "en": "The boards hold {value} {value:card|cards} of the medium and advanced decks; from turn {first} on at "
        "most {bound} are laid.",
    },
    "V14:advanced": {
        "it": "Sulle plance {value:c’è|ci sono} {value} {value:carta avanzata|carte avanzate}; dal turno {first} in "
        "poi se ne giocano al massimo {bound}.",
        "en": "The boards hold {value} advanced {value:card|cards}; from turn {first} on at most {bound} are laid.",
    },
    "V14:shadow": {
        "it": "{who}: {value} {value:carta|carte}; in {turns} {turns:turno|turni} ne pesca al massimo {bound}.",
        "en": "{who}: {value} {value:card|cards}; {turns} {turns:turn|turns} draw {bound} at most.",
    },
    "V15": {
        "it": "{who}: ha il {realm} dopo {value} {value:turno|turni}; ne servono almeno {bound}.",
        "en": "{who}: has the {realm} after {value} {value:turn|turns}; it takes {bound} at least.",
    },
    "V15:drawer": {
        "it": "Chi ha pescato Age of Enlightenment ha avuto {value} {value:turno|turni}; ne servono almeno {bound}.",
        "en": "Who drew Age of Enlightenment had {value} {value:turn|turns}; it takes {bound} at least.",
    },
    "V15:immediate": {
        "it": "Carte gioca immediatamente: {value}; ma nessuno ha il municipio, e senza non si pescano carte medie.",
        "en": "There {value:is|are} {value} {value:play-immediately card|play-immediately cards}, but nobody has a "
        "Town Hall, and without one no medium card is drawn.",
    },
    "V15:medium": {
        "it": "In gioco {value:c’è|ci sono} {value} {value:carta|carte} dei mazzi medio e avanzato; ma nessuno ha il "
        "municipio, e senza non se ne pescano.",
        "en": "There {value:is|are} {value} {value:card|cards} of the medium and advanced decks in play, but nobody "
        "has a Town Hall, and without one none is drawn.",
    },
    "V15:castle": {
        "it": "Per arrivare ad Age of Enlightenment si {value:pesca|pescano} {value} {value:carta avanzata|carte "
        "avanzate}; i turni col castello ne danno {bound}, oracoli compresi: va confermato.",
        "en": "It takes {value} advanced {value:card|cards} to reach Age of Enlightenment; the turns at a Castle draw "
        "{bound}, Oracles included: to be confirmed.",
    },
}
_WHO: Final = {"table": {"it": "Tavolo", "en": "Table"}, SHADOW_WORD: {"it": "Reame ombra", "en": "Shadow realm"}}
_SEAT: Final = {"it": "Sedia {}", "en": "Seat {}"}


def _who(finding: Finding, lang: str) -> dict[str, str]:
    who = finding.params.get("who", "table")
    return {"who": _SEAT[lang].format(who + 1) if isinstance(who, int) else _WHO[str(who)][lang]}


MESSAGES: Final = Messages(
    SENTENCES, PROOFS, words=WORDS, named=frozenset(("card", "below")), name=card_name, more=_who
)
sentence: Final = MESSAGES.sentence
proof: Final = MESSAGES.proof
