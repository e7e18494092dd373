"""Messages of the score-sheet checks, in Italian and English.

A key is a code, or ``CODE:case`` where a check has several messages (``params["case"]``). If a finding is about a
round and a seat, the message begins with them. The proofs are in :mod:`games.megalomania.check.proofs`.
"""

from __future__ import annotations

from typing import Final

from ... import decided_readings, sheet_reading
from ...findings import Finding
from ...json_kinds import KINDS
from ...messages import Messages
from ..cards import COLOUR_NAMES
from .proofs import PROOFS

__all__ = ["PROOFS", "SENTENCES", "WORDS", "proof", "sentence"]

#: Display texts of params: kinds of values, fields of the sheet.
WORDS: Final[dict[str, dict[str, str]]] = {
    **KINDS,
    "mission": {"it": "il numero della missione", "en": "the number of the mission"},
    "choice": {"it": "la combinazione scelta", "en": "the combination chosen"},
    "tricks": {"it": "le prese", "en": "the tricks"},
    "effective": {"it": "le prese dopo la Pergamena 11", "en": "the tricks after scroll 11"},
    "points": {"it": "i punti", "en": "the points"},
    "lost": {"it": "i punti persi nei round", "en": "the points lost in the rounds"},
    "held": {"it": "le Pergamene rimaste in mano", "en": "the scrolls still held"},
    "dwarves_sorcerers": {"it": "Nani e Stregoni", "en": "Dwarves and Sorcerers"},
    "colours": {"it": "le carte di ogni colore", "en": "the cards of each colour"},
}

SENTENCES: Final[dict[str, dict[str, str]]] = {
    **sheet_reading.SENTENCES,
    decided_readings.CODE: decided_readings.SENTENCE,
    "F7": {
        "it": "«{path}»: le voci sono {value}, ne servono {bound}.",
        "en": "“{path}”: {value} {value:entry|entries}, not {bound}.",
    },
    "F8": {
        "it": "Si gioca a coppie solo in quattro: i giocatori sono {value}.",
        "en": "Pairs are for four players: there are {value}.",
    },
    "M1": {"it": "manca un dato, {field}.", "en": "something is missing, {field}."},
    "I1": {
        "it": "il colore dominante scritto è il {value}, quello della scheda punti è il {bound}.",
        "en": "the dominant colour written is {value}, the score pad’s is {bound}.",
    },
    "I1:rows": {
        "it": "Round scritti: {value}. Sono {bound}, salvo che la partita si sia fermata prima: allora va scritto.",
        "en": "{value} {value:round|rounds} {value:is|are} written, not {bound}; if the game stopped before, say so.",
    },
    "I1:same": {
        "it": "la Pergamena 1 cambia il colore dominante, ma quello scritto ({value}) è quello della scheda punti.",
        "en": "scroll 1 changes the dominant colour, but the one written ({value}) is the score pad’s.",
    },
    "I2": {
        "it": "la missione {value} si gioca solo in {bound}.",
        "en": "mission {value} is for {bound} {bound:player|players} only.",
    },
    "I2:twice": {
        "it": "la missione {value} è già quella del round {bound}.",
        "en": "mission {value} was played in round {bound} already.",
    },
    "I2:players": {
        "it": "la missione {value} non risulta tra quelle per {bound} {bound:giocatore|giocatori}: va confermata.",
        "en": "mission {value} is not among those for {bound} {bound:player|players}: to be confirmed.",
    },
    "I3": {
        "it": "il mazziere scritto è la sedia {value}, tocca alla sedia {bound}.",
        "en": "the dealer written is seat {value}, it is seat {bound}’s turn.",
    },
    "I4:number": {
        "it": "è scritto chi ha giocato una Pergamena, ma non quale.",
        "en": "a scroll’s player is written, but not which scroll.",
    },
    "I4:seat": {
        "it": "è scritta una Pergamena, ma non chi l’ha giocata.",
        "en": "a scroll is written, but not its player.",
    },
    "I4:first": {
        "it": "nel primo round nessuno può avere la Pergamena {value}.",
        "en": "nobody can have scroll {value} in the first round.",
    },
    "I4:none": {
        "it": "fino a qui la sedia non ha più Pergamene da giocare: la {scroll} non può essere sua.",
        "en": "by now this seat has no scroll left to play: scroll {scroll} cannot be its own.",
    },
    "I4:one": {
        "it": "si gioca una sola Pergamena per round: dopo la {scroll} non può seguire la {value}.",
        "en": "one scroll is played in a round: number {value} cannot follow number {scroll}.",
    },
    "I4:target": {
        "it": "la Pergamena {value} ne copia un’altra: manca quale.",
        "en": "scroll {value} copies another one: which is missing.",
    },
    "I4:never": {"it": "la Pergamena {value} non si gioca mai.", "en": "scroll {value} is never played."},
    "I4:fixed": {
        "it": "la Pergamena {value} vale solo nelle missioni a punteggio fisso, la {mission} non lo è.",
        "en": "scroll {value} is for missions with fixed points only, which mission {mission} is not.",
    },
    "I4:twice": {
        "it": "la Pergamena {value} è già stata giocata nel round {bound}.",
        "en": "scroll {value} was played in round {bound}.",
    },
    "I4:copy": {
        "it": "la Pergamena 7 copia solo Pergamene già giocate, e la {value} non lo è.",
        "en": "scroll 7 copies scrolls already played only, and number {value} was not.",
    },
    "I4:empty": {
        "it": "il mazzo delle Pergamene era finito: la {value} non ne ha potute dare altre.",
        "en": "the scrolls were used up: number {value} could bring no other.",
    },
    "I5": {
        "it": "la combinazione «{value}» non si può scegliere; si prende {bound}.",
        "en": "“{value}” is not one of {bound}.",
    },
    "I5:none": {
        "it": "con la Pergamena 6 nessuno sceglie risorse, ma è scritto «{value}».",
        "en": "with scroll 6 nobody selects resources, but “{value}” is written.",
    },
    "I5:two": {
        "it": "con la Pergamena 9 si scelgono due combinazioni ({bound}), non «{value}».",
        "en": "with scroll 9 two combinations are chosen ({bound}), not “{value}”.",
    },
    "I5:deck": {
        "it": "le 20 Pergamene erano già finite: la combinazione {value} non c’era più.",
        "en": "the 20 scrolls were used up: combination {value} was no longer there.",
    },
    "I6": {
        "it": "le prese sommano a {value}, ma la missione ne ha {bound}.",
        "en": "the tricks add up to {value}, but the mission has {bound}.",
    },
    "I6:seat": {
        "it": "{value} {value:presa|prese} {value:è|sono} più delle {bound} del round.",
        "en": "{value} {value:trick|tricks} {value:is|are} more than the round’s {bound}.",
    },
    "I6:effective": {
        "it": "le prese cambiate ({value}) spettano solo a chi ha giocato la Pergamena 11 o 12.",
        "en": "changed tricks ({value}) are for the player of scroll 11 or 12 only.",
    },
    "I6:five": {
        "it": "con la Pergamena 12 le prese contano {bound}, non {value}.",
        "en": "with scroll 12 the tricks count as {bound}, not {value}.",
    },
    "I6:one": {
        "it": "con la Pergamena 11 le prese cambiano di una sola: da {bound} non si arriva a {value}.",
        "en": "scroll 11 changes the tricks by one: {bound} cannot become {value}.",
    },
    "I1:alone": {
        "it": "Sono scritti solo i totali: con i dodici round del blocco si controllerebbero anche i punti.",
        "en": "The totals alone are written: with the twelve rounds of the pad the points could be checked too.",
    },
    "P1": {
        "it": "i punti stampati sulla missione ({value}) hanno il segno sbagliato, dovrebbe essere {bound}.",
        "en": "the points printed on the mission ({value}) have the wrong sign, it should be {bound}.",
    },
    "P1:variable": {
        "it": "la missione è a punteggio variabile: non ha punti stampati ({value}).",
        "en": "the mission’s points vary: it has no printed points ({value}).",
    },
    "P1:missing": {
        "it": "mancano i punti stampati sulla missione: il controllo usa {bound}, un valore presunto ({pack}).",
        "en": "the points printed on the mission are missing: {bound}, an assumed figure ({pack}), is used.",
    },
    "K1": {
        "it": "con queste prese {bound:il punto è|i punti sono} {bound}, non {value}.",
        "en": "these tricks are worth {bound} {bound:point|points}, not {value}.",
    },
    "K2": {
        "it": "la missione dà {bound} {bound:punto|punti} o nessuno, non {value}.",
        "en": "the mission is worth {bound} {bound:point|points} or none, not {value}.",
    },
    "K3:few": {
        "it": "con {tricks} {tricks:presa|prese} ({cards} {cards:carta|carte}) non si mostrano quattro colori.",
        "en": "{tricks} {tricks:trick|tricks} ({cards} {cards:card|cards}) cannot show four colours.",
    },
    "K3:all": {
        "it": "{tricks} {tricks:presa|prese} ({cards} {cards:carta|carte}) {tricks:mostra|mostrano} sempre quattro "
        "colori.",
        "en": "{tricks} {tricks:trick|tricks} ({cards} {cards:card|cards}) always {tricks:shows|show} four colours.",
    },
    "K3:none": {
        "it": "senza prese non si hanno Nani né Stregoni: la missione riesce.",
        "en": "without a trick there is no Dwarf and no Sorcerer: the mission succeeds.",
    },
    "K3:eight": {
        "it": "gli 8 Nani e Stregoni sono tutti in gioco: chi non segna ha in tutto almeno {bound} "
        "{bound:presa|prese}, non {value}.",
        "en": "all 8 Dwarves and Sorcerers are in play: those who do not score have {bound} {bound:trick|tricks} "
        "at least, not {value}.",
    },
    "K4": {
        "it": "{tricks} {tricks:presa|prese} {tricks:vale|valgono} almeno {bound}: la missione riesce{values}.",
        "en": "{tricks} {tricks:trick|tricks} {tricks:is|are} worth {bound} at least: the mission succeeds{values}.",
    },
    "K4:few": {
        "it": "{tricks} {tricks:presa|prese} {tricks:vale|valgono} al massimo {bound}: la missione non riesce{values}.",
        "en": "{tricks} {tricks:trick|tricks} {tricks:is|are} worth {bound} at most: the mission fails{values}.",
    },
    "K4:never": {
        "it": "{tricks} {tricks:presa|prese} {tricks:vale|valgono} al massimo {bound}, e la missione ne chiede 80.",
        "en": "{tricks} {tricks:trick|tricks} {tricks:is|are} worth {bound} at most, and the mission asks for 80.",
    },
    "K4:many": {
        "it": "in {value} non possono arrivare a 80: al massimo in {bound}{values}.",
        "en": "{value} {value:player|players} cannot all reach 80: {bound} at most{values}.",
    },
    "K5": {
        "it": "{value} {value:punto|punti} {value:non è possibile|non sono possibili} con {tricks} "
        "{tricks:presa|prese} ({bound}).",
        "en": "{value} {value:point|points} {value:is|are} not possible with {tricks} {tricks:trick|tricks} ({bound}).",
    },
    "K6": {
        "it": "in quattro si prendono tutte le carte: i punti sommano a {bound}, non a {value}.",
        "en": "four players take all the cards: the points add up to {bound}, not {value}.",
    },
    "K6:most": {
        "it": "i punti sommano a {value}: al massimo sono {bound}.",
        "en": "the points add up to {value}: {bound} is the most.",
    },
    "K6:led": {
        "it": "con prese {tricks} non si può guidare nei colori per {value} {value:punto|punti}: le carte non bastano.",
        "en": "with tricks {tricks} nobody can lead in colours for {value} {value:point|points}: the cards forbid it.",
    },
    "I10": {
        "it": "{value} {value:punto|punti} {value:non è possibile|non sono possibili} in un round: si va da "
        "{least} a {bound}.",
        "en": "{value} {value:point|points} {value:is|are} not possible in a round: it goes from {least} to {bound}.",
    },
    "I10:even": {
        "it": "la Pergamena 3 raddoppia i punti: {value} è dispari.",
        "en": "scroll 3 doubles the points: {value} is odd.",
    },
    "I10:gains": {
        "it": "i round hanno dato {value} {value:punto|punti}: dodici missioni ne danno al massimo {bound}.",
        "en": "the rounds gave {value} {value:point|points}: twelve missions give {bound} at most.",
    },
    "I10:losses": {
        "it": "i round hanno tolto {value} {value:punto|punti}: le missioni ne tolgono al massimo {bound}.",
        "en": "the rounds took {value} {value:point|points}: the missions take {bound} at most.",
    },
    "E1": {
        "it": "le carte contate danno {bound} {bound:punto|punti}, non {value}.",
        "en": "the cards counted are worth {bound} {bound:point|points}, not {value}.",
    },
    "E1:met": {
        "it": "le carte contate soddisfano la missione, ma i punti sono {value}.",
        "en": "the cards counted meet the mission, but the points are {value}.",
    },
    "E1:not": {
        "it": "le carte contate non soddisfano la missione, ma i punti sono {value}.",
        "en": "the cards counted do not meet the mission, but the points are {value}.",
    },
    "E2:mission": {
        "it": "nella missione {mission} questo non si conta.",
        "en": "this is not counted in mission {mission}.",
    },
    "E2:cards": {
        "it": "le carte dei quattro colori sono {value}, quelle delle prese {bound}.",
        "en": "the cards of the four colours are {value}, those of the tricks {bound}.",
    },
    "E2:colour": {
        "it": "le carte di colore {colour} sono {value} in tutto; nel mazzo sono {bound}.",
        "en": "the {colour} cards are {value} in all; the deck has {bound}.",
    },
    "E2:kind": {
        "it": "{field}: {value} in tutto; nel mazzo sono {bound}.",
        "en": "{field}: {value} in all; the deck has {bound}.",
    },
    "E2:most": {"it": "{value} è troppo: al massimo {bound}.", "en": "{value} is too many: {bound} at most."},
    "E3": {
        "it": "il valore {value} non è possibile con queste prese: da {least} a {bound}{values}.",
        "en": "the value {value} is not possible with these tricks: {least} to {bound}{values}.",
    },
    "E3:never": {
        "it": "il valore {value} non è possibile con queste prese: al massimo {bound}.",
        "en": "the value {value} is not possible with these tricks: {bound} at most.",
    },
    "E3:all": {
        "it": "i valori sommano a {value}: si va da {least} a {bound}{values}.",
        "en": "the values add up to {value}: it goes from {least} to {bound}{values}.",
    },
    "H1": {
        "it": "le Pergamene in mano scritte sono {value}; prese meno giocate fa {bound}.",
        "en": "{value} scrolls are held as written; obtained less played makes {bound}.",
    },
    "H1:two": {
        "it": "una Pergamena in più può averla solo chi ha la numero 5, non due giocatori.",
        "en": "only the holder of number 5 can have one scroll more, not two players.",
    },
    "H2": {
        "it": "{value} Pergamene in mano, con {played} già uscite, sono troppe: al massimo {bound}.",
        "en": "{value} scrolls held, with {played} gone, are too many: {bound} at most.",
    },
    "H2:rounds": {
        "it": "{value} Pergamene in mano sono troppe: in {rounds} round se ne prendono al massimo {bound}.",
        "en": "{value} scrolls held are too many: {rounds} rounds bring {bound} at most.",
    },
    "I7": {
        "it": "il totale scritto è {value}; round, Pergamena 17 e bonus fanno {bound}.",
        "en": "the total written is {value}; rounds, scroll 17 and bonus make {bound}.",
    },
    "I7:rounds": {
        "it": "la somma dei round è {bound}, non {value}.",
        "en": "the rounds add up to {bound}, not {value}.",
    },
    "I7:bonus": {
        "it": "con {held} Pergamene in mano il bonus è {bound}, non {value}.",
        "en": "with {held} scrolls held the bonus is {bound}, not {value}.",
    },
    "I7:either": {
        "it": "il bonus è 0 o {bound}, non {value}.",
        "en": "the bonus is 0 or {bound}, not {value}.",
    },
    "I7:17": {
        "it": "la Pergamena 17 dà {bound} {bound:punto|punti}, non {value}.",
        "en": "scroll 17 is worth {bound} {bound:point|points}, not {value}.",
    },
    "I7:17twice": {
        "it": "la Pergamena 17 è una sola: non può dare punti a {value} {value:giocatore|giocatori}.",
        "en": "there is one scroll 17: it cannot give points to {value} {value:player|players}.",
    },
    "I7:17none": {
        "it": "la sedia non ha mai preso Pergamene: non può avere la 17.",
        "en": "this seat never took a scroll: it cannot have had number 17.",
    },
    "I8": {
        "it": "i punti persi nei round sono {bound}, non {value}.",
        "en": "the points lost in the rounds are {bound}, not {value}.",
    },
    "I8:rest": {
        "it": "i round sommano a meno di zero: i punti persi sono almeno {bound}, non {value}.",
        "en": "the rounds add up to less than zero: at least {bound} {bound:point was|points were} lost, not {value}.",
    },
    "I9": {
        "it": "il posto in classifica scritto è {value}; per punti, punti persi e Pergamene è {bound}.",
        "en": "placed {value}; by points, points lost and scrolls it is {bound}.",
    },
    "I9:lot": {
        "it": "nessuno gli è pari in tutto, il sorteggio ({value}) non ci vuole.",
        "en": "nobody is equal in everything, the lot ({value}) does not belong here.",
    },
    "I9:twice": {"it": "il sorteggio {value} è ripetuto.", "en": "the lot {value} is repeated."},
}


def _where(finding: Finding, lang: str) -> str:
    """Return a prefix such as ``"Round 4, sedia 2: "``; empty for a finding about the sheet as a whole."""
    if finding.code[0] in "FR":
        return ""
    number, seat = finding.params.get("round"), finding.params.get("seat")
    parts = [f"round {number}"] if number else []
    if seat:
        parts.append(f"sedia {seat}" if lang == "it" else f"seat {seat}")
    joined = ", ".join(parts)
    return f"{joined[0].upper()}{joined[1:]}: " if joined else ""


#: What a warning about the values of cards depends on: figures of the pack that nobody confirmed.
_ASSUMED: Final = {"it": " (valori presunti)", "en": " (assumed values)"}


def _more(finding: Finding, lang: str) -> dict[str, str]:
    """Return the names of colours, and what the values of cards depend on."""
    params = finding.params
    colours = {key: COLOUR_NAMES[str(value)][lang] for key, value in params.items() if value in COLOUR_NAMES}
    return colours | {"values": _ASSUMED[lang] if params.get("by_assumed_values") else ""}


MESSAGES: Final = Messages(
    SENTENCES,
    PROOFS,
    words=WORDS,
    worded=frozenset(("expected", "found", "field")),
    more=_more,
    before=_where,
)
sentence: Final = MESSAGES.sentence
proof: Final = MESSAGES.proof
