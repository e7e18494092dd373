"""The sentences of the score-sheet checks, in Italian and English, and their formatter.

A key is a code, or ``CODE:case`` where one check has more than one thing to say (``params["case"]``). ``{who}`` is the
seat, the shadow realm or the table. The proofs stand in :mod:`games.era_of_kingdoms.sheet_proofs`.
"""

from __future__ import annotations

from typing import Final

from games.era_of_kingdoms.display import LABELS, card_name
from games.era_of_kingdoms.report import SHADOW_WORD
from games.era_of_kingdoms.sheet_proofs import PROOFS
from games.findings import Finding, Param

__all__ = ["PROOFS", "SENTENCES", "proof", "sentence"]


def _say(italian: str, english: str) -> dict[str, str]:
    return {"it": italian, "en": english}


#: Words that params give by key: kinds of values and of cards.
WORDS: Final[dict[str, dict[str, str]]] = {
    "object": _say("un oggetto", "an object"),
    "list": _say("un elenco", "a list"),
    "integer": _say("un numero intero", "a whole number"),
    "decimal": _say("un numero con la virgola", "a decimal number"),
    "text": _say("un testo", "a text"),
    "boolean": _say("un sì o no", "true or false"),
    "nothing": _say("niente", "nothing"),
    "other": _say("altro", "something else"),
    "land": _say("una terra", "a land"),
    "person": _say("una persona", "a person"),
    "victory": _say("una carta vittoria", "a victory card"),
    "town_center": _say("centro cittadino", "Town Center"),
    "town_hall": _say("municipio", "Town Hall"),
    "castle": _say("castello", "Castle"),
    **LABELS,
}

SENTENCES: Final[dict[str, dict[str, str]]] = {
    "F1": _say("«{path}»: qui serve {expected}, c’è {found}.", "“{path}”: this must be {expected}, it is {found}."),
    "F2": _say("«{path}»: il modulo non ha un campo «{field}».", "“{path}”: the sheet has no field “{field}”."),
    "F3": _say(
        "«{path}»: nessuna carta si chiama «{name}»; la più simile è {bound}.",
        "“{path}”: no card is called “{name}”; the nearest is {bound}.",
    ),
    "F3:none": _say("«{path}»: nessuna carta si chiama «{name}».", "“{path}”: no card is called “{name}”."),
    "F4": _say(
        "«{path}»: {value} non è ammesso; va da {least} a {most}.",
        "“{path}”: {value} is not allowed; it goes from {least} to {most}.",
    ),
    "F4:many": _say("«{path}»: {value} voci sono più di {bound}.", "“{path}”: {value} entries are more than {bound}."),
    "F5": _say(
        "«{path}»: {card} non può stare qui: serve {kind}.", "“{path}”: {card} cannot be here: it takes {kind}."
    ),
    "F6": _say(
        "«{path}»: «{value}» non è ammesso; scegliere tra: {bound}.", "“{path}”: “{value}” is not one of: {bound}."
    ),
    "F7": _say("I posti sono {value}, i giocatori {bound}.", "There are {value} seats for {bound} players."),
    "M1": _say("{who}: manca un dato, {field}.", "{who}: something is missing, {field}."),
    "V1": _say(
        "Le carte sfarzo sono {value} in tutto: devono essere {bound}.",
        "There are {value} riches cards in all: there must be {bound}.",
    ),
    "V2": _say(
        "{who}: {value} persone; i posti per le persone sono {bound}.",
        "{who}: {value} persons; there is room for {bound}.",
    ),
    "V3": _say(
        "{who}: la carta vittoria vale {bound} (metà di {units}, {field}), non {value}.",
        "{who}: the victory card is worth {bound} (half of {units}, {field}), not {value}.",
    ),
    "V4": _say(
        "{who}: {number} pesti valgono {bound} punti, non {value}.",
        "{who}: {number} plagues are worth {bound} points, not {value}.",
    ),
    "V4:immediate": _say(
        "{who}: {number} carte gioca immediatamente valgono {bound} punti, non {value}.",
        "{who}: {number} play-immediately cards are worth {bound} points, not {value}.",
    ),
    "V4:count": _say(
        "{who}: il modulo conta {value} pesti, sotto le pile ce ne sono {bound}.",
        "{who}: the sheet counts {value} plagues, {bound} lie under the stacks.",
    ),
    "V5": _say(
        "{who}: le parti fanno {bound} punti, il totale scritto è {value}.",
        "{who}: the parts make {bound} points, the total written is {value}.",
    ),
    "V5:part": _say(
        "{who}, {field}: le carte fanno {bound} punti, sul modulo sono {value}.",
        "{who}, {field}: the cards make {bound} points, the sheet says {value}.",
    ),
    "V5:place": _say(
        "{who}: il modulo dà il {value}º posto, ma per punti, sfarzo, attacco, difesa e risorse è il {bound}º.",
        "{who}: placed {value}, but by points, riches, attack, defence and resources it is {bound}.",
    ),
    "V6": _say(
        "{who}: ha pescato Age of Enlightenment, quindi ha il {bound}; il modulo dice {value}.",
        "{who}: drew Age of Enlightenment, so has the {bound}; the sheet says {value}.",
    ),
    "V6:points": _say(
        "{who}: Age of Enlightenment qui vale {bound} punti, non {value}.",
        "{who}: Age of Enlightenment is worth {bound} points here, not {value}.",
    ),
    "V6:limit": _say(
        "Partita finita per limite di giri: nessuno ha pescato Age of Enlightenment, il modulo dice posto {value}.",
        "The game ended by the round limit: nobody drew Age of Enlightenment, the sheet says seat {value}.",
    ),
    "V6:refill": _say(
        "Senza l’espansione commercio Age of Enlightenment viene solo dal mazzo.",
        "Without the trade expansion Age of Enlightenment only comes from the deck.",
    ),
    "V7": _say(
        "{who}: {value} turni non si accordano con chi ha pescato Age of Enlightenment; sarebbero giusti {bound}.",
        "{who}: {value} turns do not fit with who drew Age of Enlightenment; {bound} would be right.",
    ),
    "V7:rounds": _say(
        "I giri sono {value}, ma il primo giocatore ha avuto {bound} turni.",
        "There were {value} rounds, but the start player had {bound} turns.",
    ),
    "V8": _say(
        "{who}: ha il castello con {value} carte di livello 3 o più (ne servono {bound}) e nessuna segnata come persa.",
        "{who}: a Castle with {value} cards of level 3 or more (it takes {bound}) and no card marked as lost.",
    ),
    "V9": _say(
        "{who}: le parti fanno {bound} punti, il totale scritto è {value}.",
        "{who}: the parts make {bound} points, the total written is {value}.",
    ),
    "V10": _say(
        "{card}: {value} copie sul tavolo, in questa partita ce ne sono {bound}.",
        "{card}: {value} copies on the table, this game has {bound}.",
    ),
    "V10:immediate": _say(
        "Le carte gioca immediatamente sono {value}: ne esistono {bound}.",
        "There are {value} play-immediately cards: only {bound} exist.",
    ),
    "V10:plagues": _say(
        "Le pesti sono {value}: ne esistono {bound}.", "There are {value} plagues: only {bound} exist."
    ),
    "V11": _say(
        "{who}, {field}: le carte elencate danno {bound}, il modulo dice {value}.",
        "{who}, {field}: the cards listed give {bound}, the sheet says {value}.",
    ),
    "V11:points": _say(
        "{who}: {card} vale {bound} punti, non {value}.", "{who}: {card} is worth {bound} points, not {value}."
    ),
    "V12": _say(
        "In gioco ci sono {value} carte avanzate: prima della fine se ne pescano al massimo {bound}.",
        "There are {value} advanced cards in play: at most {bound} can be drawn before the end.",
    ),
    "V13": _say(
        "{who}: {card} non può stare sopra {below}: serve una carta della stessa risorsa e di livello più basso.",
        "{who}: {card} cannot lie over {below}: it takes a lower card of the same resource.",
    ),
    "V13:bottom": _say(
        "{who}: {card} ha l’icona pila, quindi non può essere la prima carta di una pila.",
        "{who}: {card} has the stack icon, so it cannot be the first card of a stack.",
    ),
    "V13:top": _say(
        "{who}: la carta in cima è {value}, l’ultima della pila è {bound}.",
        "{who}: the top card is {value}, the last of the stack is {bound}.",
    ),
    "V13:plague": _say(
        "{who}: {card} non dà una risorsa fissa, sotto non può esserci una peste.",
        "{who}: {card} gives no fixed resource, no plague can lie under it.",
    ),
    "V13:yield": _say(
        "{who}: {card} non dà risorse, sotto non può esserci Alto Rendimento.",
        "{who}: {card} gives no resource, no High Yield can lie under it.",
    ),
}
_WHO: Final = {"table": _say("Tavolo", "Table"), SHADOW_WORD: _say("Reame ombra", "Shadow realm")}
_SEAT: Final = _say("Posto {}", "Seat {}")
_CARD_KEYS: Final = frozenset(("card", "below"))


def _shown(key: str, value: Param, lang: str) -> str:
    if value is None:
        return "–"
    if key in _CARD_KEYS:
        return card_name(str(value), lang)
    if isinstance(value, str) and value in WORDS:
        return WORDS[value][lang]
    return ", ".join(value) if isinstance(value, tuple) else str(value)


def sentence(finding: Finding, lang: str) -> str:
    """One sentence for a finding of the score-sheet checks, in ``"it"`` or ``"en"``."""
    params = {key: _shown(key, value, lang) for key, value in finding.params.items()}
    who = finding.params.get("who", "table")
    params["who"] = _SEAT[lang].format(who + 1) if isinstance(who, int) else _WHO[str(who)][lang]
    template = SENTENCES[str(finding.params.get("case", finding.code))][lang]
    return template.format(**{"path": finding.path, **params})


def proof(finding: Finding, lang: str) -> str:
    """Why the finding's check holds in every legal game, in one sentence."""
    return PROOFS[finding.code][lang]
