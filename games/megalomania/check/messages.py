"""Messages of the score-sheet checks, in Italian and English, and their formatter.

A key is a code, or ``CODE:case`` where a check has several messages (``params["case"]``). If a finding is about a
round and a seat, the message begins with them. The proofs are in :mod:`games.megalomania.check.proofs`.
"""

from __future__ import annotations

from typing import Final

from ... import sheet_reading
from ...findings import Finding, Param
from ...values import KINDS, say
from ...wording import fill_in
from ..cards import COLOUR_NAMES
from .proofs import PROOFS

__all__ = ["PROOFS", "SENTENCES", "WORDS", "proof", "sentence"]

#: Display texts of params by key: kinds of values and fields of the sheet.
WORDS: Final[dict[str, dict[str, str]]] = {
    **KINDS,
    "mission": say("il numero della missione", "the number of the mission"),
    "choice": say("la combinazione scelta", "the combination chosen"),
    "tricks": say("le prese", "the tricks"),
    "effective": say("le prese dopo la Pergamena 11", "the tricks after scroll 11"),
    "points": say("i punti", "the points"),
    "held": say("le Pergamene rimaste in mano", "the scrolls still held"),
    "dwarves_sorcerers": say("Nani e Stregoni", "Dwarves and Sorcerers"),
    "colours": say("le carte di ogni colore", "the cards of each colour"),
}

SENTENCES: Final[dict[str, dict[str, str]]] = {
    **sheet_reading.SENTENCES,
    "F7": say(
        "«{path}»: le voci sono {value}, ne servono {bound}.", "“{path}”: {value} {value:entry|entries}, not {bound}."
    ),
    "F8": say(
        "Si gioca a coppie solo in quattro: i giocatori sono {value}.",
        "Pairs are for four players: there are {value}.",
    ),
    "M1": say("manca un dato, {field}.", "something is missing, {field}."),
    "I1": say(
        "il colore dominante scritto è il {value}, quello della scheda punti è il {bound}.",
        "the dominant colour written is {value}, the score pad’s is {bound}.",
    ),
    "I1:rows": say(
        "Round scritti: {value}; sono sempre {bound}.",
        "{value} {value:round|rounds} {value:is|are} written, not {bound}.",
    ),
    "I1:same": say(
        "la Pergamena 1 cambia il colore dominante, ma quello scritto ({value}) è quello della scheda punti.",
        "scroll 1 changes the dominant colour, but the one written ({value}) is the score pad’s.",
    ),
    "I2": say(
        "la missione {value} si gioca solo in {bound}.",
        "mission {value} is for {bound} {bound:player|players} only.",
    ),
    "I2:twice": say(
        "la missione {value} è già quella del round {bound}.", "mission {value} was played in round {bound} already."
    ),
    "I2:players": say(
        "la missione {value} non risulta tra quelle per {bound} {bound:giocatore|giocatori}: va confermata.",
        "mission {value} is not among those for {bound} {bound:player|players}: to be confirmed.",
    ),
    "I3": say(
        "il mazziere scritto è la sedia {value}, tocca alla sedia {bound}.",
        "the dealer written is seat {value}, it is seat {bound}’s turn.",
    ),
    "I4:number": say(
        "è scritto chi ha giocato una Pergamena, ma non quale.", "a scroll’s player is written, but not which scroll."
    ),
    "I4:seat": say("è scritta una Pergamena, ma non chi l’ha giocata.", "a scroll is written, but not its player."),
    "I4:first": say(
        "nel primo round nessuno può avere la Pergamena {value}.", "nobody can have scroll {value} in the first round."
    ),
    "I4:none": say(
        "fino a qui la sedia non ha più Pergamene da giocare: la {scroll} non può essere sua.",
        "by now this seat has no scroll left to play: scroll {scroll} cannot be its own.",
    ),
    "I4:one": say(
        "si gioca una sola Pergamena per round: dopo la {scroll} non può seguire la {value}.",
        "one scroll is played in a round: number {value} cannot follow number {scroll}.",
    ),
    "I4:target": say(
        "la Pergamena {value} ne copia un’altra: manca quale.",
        "scroll {value} copies another one: which is missing.",
    ),
    "I4:never": say("la Pergamena {value} non si gioca mai.", "scroll {value} is never played."),
    "I4:fixed": say(
        "la Pergamena {value} vale solo nelle missioni a punteggio fisso, la {mission} non lo è.",
        "scroll {value} is for missions with fixed points only, which mission {mission} is not.",
    ),
    "I4:twice": say(
        "la Pergamena {value} è già stata giocata nel round {bound}.", "scroll {value} was played in round {bound}."
    ),
    "I4:copy": say(
        "la Pergamena 7 copia solo Pergamene già giocate, e la {value} non lo è.",
        "scroll 7 copies scrolls already played only, and number {value} was not.",
    ),
    "I4:empty": say(
        "il mazzo delle Pergamene era finito: la {value} non ne ha potute dare altre.",
        "the scrolls were used up: number {value} could bring no other.",
    ),
    "I5": say("la combinazione «{value}» non si può scegliere; si prende {bound}.", "“{value}” is not one of {bound}."),
    "I5:none": say(
        "con la Pergamena 6 nessuno sceglie risorse, ma è scritto «{value}».",
        "with scroll 6 nobody selects resources, but “{value}” is written.",
    ),
    "I5:two": say(
        "con la Pergamena 9 si scelgono due combinazioni ({bound}), non «{value}».",
        "with scroll 9 two combinations are chosen ({bound}), not “{value}”.",
    ),
    "I5:deck": say(
        "le 20 Pergamene erano già finite: la combinazione {value} non c’era più.",
        "the 20 scrolls were used up: combination {value} was no longer there.",
    ),
    "I6": say(
        "le prese sommano a {value}, ma la missione ne ha {bound}.",
        "the tricks add up to {value}, but the mission has {bound}.",
    ),
    "I6:seat": say(
        "{value} {value:presa|prese} {value:è|sono} più delle {bound} del round.",
        "{value} {value:trick|tricks} {value:is|are} more than the round’s {bound}.",
    ),
    "I6:effective": say(
        "le prese cambiate ({value}) spettano solo a chi ha giocato la Pergamena 11 o 12.",
        "changed tricks ({value}) are for the player of scroll 11 or 12 only.",
    ),
    "I6:five": say(
        "con la Pergamena 12 le prese contano {bound}, non {value}.",
        "with scroll 12 the tricks count as {bound}, not {value}.",
    ),
    "I6:one": say(
        "con la Pergamena 11 le prese cambiano di una sola: da {bound} non si arriva a {value}.",
        "scroll 11 changes the tricks by one: {bound} cannot become {value}.",
    ),
    "P1": say(
        "i punti stampati sulla missione ({value}) hanno il segno sbagliato, dovrebbe essere {bound}.",
        "the points printed on the mission ({value}) have the wrong sign, it should be {bound}.",
    ),
    "P1:variable": say(
        "la missione è a punteggio variabile: non ha punti stampati ({value}).",
        "the mission’s points vary: it has no printed points ({value}).",
    ),
    "P1:missing": say(
        "mancano i punti stampati sulla missione: il controllo usa {bound}, una cifra supposta ({pack}).",
        "the points printed on the mission are missing: {bound}, an assumed figure ({pack}), is used.",
    ),
    "K1": say(
        "con queste prese {bound:il punto è|i punti sono} {bound}, non {value}.",
        "these tricks are worth {bound} {bound:point|points}, not {value}.",
    ),
    "K2": say(
        "la missione dà {bound} {bound:punto|punti} o nessuno, non {value}.",
        "the mission is worth {bound} {bound:point|points} or none, not {value}.",
    ),
    "K3:few": say(
        "con {tricks} {tricks:presa|prese} ({cards} {cards:carta|carte}) non si mostrano quattro colori.",
        "{tricks} {tricks:trick|tricks} ({cards} {cards:card|cards}) cannot show four colours.",
    ),
    "K3:all": say(
        "{tricks} {tricks:presa|prese} ({cards} {cards:carta|carte}) {tricks:mostra|mostrano} sempre quattro colori.",
        "{tricks} {tricks:trick|tricks} ({cards} {cards:card|cards}) always {tricks:shows|show} four colours.",
    ),
    "K3:none": say(
        "senza prese non si hanno Nani né Stregoni: la missione riesce.",
        "without a trick there is no Dwarf and no Sorcerer: the mission succeeds.",
    ),
    "K3:eight": say(
        "gli 8 Nani e Stregoni sono tutti in gioco: chi non segna ha in tutto almeno {bound} "
        "{bound:presa|prese}, non {value}.",
        "all 8 Dwarves and Sorcerers are in play: those who do not score have {bound} {bound:trick|tricks} "
        "at least, not {value}.",
    ),
    "K4": say(
        "{tricks} {tricks:presa|prese} {tricks:vale|valgono} almeno {bound}: la missione riesce ({values}).",
        "{tricks} {tricks:trick|tricks} {tricks:is|are} worth {bound} at least: the mission succeeds ({values}).",
    ),
    "K4:few": say(
        "{tricks} {tricks:presa|prese} {tricks:vale|valgono} al massimo {bound}: la missione non riesce ({values}).",
        "{tricks} {tricks:trick|tricks} {tricks:is|are} worth {bound} at most: the mission fails ({values}).",
    ),
    "K4:never": say(
        "{tricks} {tricks:presa|prese} {tricks:vale|valgono} al massimo {bound}, e la missione ne chiede 80.",
        "{tricks} {tricks:trick|tricks} {tricks:is|are} worth {bound} at most, and the mission asks for 80.",
    ),
    "K4:many": say(
        "in {value} non possono arrivare a 80: al massimo in {bound} ({values}).",
        "{value} {value:player|players} cannot all reach 80: {bound} at most ({values}).",
    ),
    "K5": say(
        "{value} {value:punto|punti} {value:non è possibile|non sono possibili} con {tricks} "
        "{tricks:presa|prese} ({bound}).",
        "{value} {value:point|points} {value:is|are} not possible with {tricks} {tricks:trick|tricks} ({bound}).",
    ),
    "K6": say(
        "in quattro si prendono tutte le carte: i punti sommano a {bound}, non a {value}.",
        "four players take all the cards: the points add up to {bound}, not {value}.",
    ),
    "K6:most": say(
        "i punti sommano a {value}: al massimo sono {bound}.", "the points add up to {value}: {bound} is the most."
    ),
    "I10": say(
        "{value} {value:punto|punti} {value:non è possibile|non sono possibili} in un round: si va da "
        "{least} a {bound}.",
        "{value} {value:point|points} {value:is|are} not possible in a round: it goes from {least} to {bound}.",
    ),
    "I10:even": say(
        "la Pergamena 3 raddoppia i punti: {value} è dispari.", "scroll 3 doubles the points: {value} is odd."
    ),
    "E1": say(
        "le carte contate danno {bound} {bound:punto|punti}, non {value}.",
        "the cards counted are worth {bound} {bound:point|points}, not {value}.",
    ),
    "E1:met": say(
        "le carte contate soddisfano la missione, ma i punti sono {value}.",
        "the cards counted meet the mission, but the points are {value}.",
    ),
    "E1:not": say(
        "le carte contate non soddisfano la missione, ma i punti sono {value}.",
        "the cards counted do not meet the mission, but the points are {value}.",
    ),
    "E2:mission": say("nella missione {mission} questo non si conta.", "this is not counted in mission {mission}."),
    "E2:cards": say(
        "le carte dei quattro colori sono {value}, quelle delle prese {bound}.",
        "the cards of the four colours are {value}, those of the tricks {bound}.",
    ),
    "E2:colour": say(
        "le carte di colore {colour} sono {value} in tutto; nel mazzo sono {bound}.",
        "the {colour} cards are {value} in all; the deck has {bound}.",
    ),
    "E2:kind": say(
        "{field}: {value} in tutto; nel mazzo sono {bound}.", "{field}: {value} in all; the deck has {bound}."
    ),
    "E2:most": say("{value} è troppo: al massimo {bound}.", "{value} is too many: {bound} at most."),
    "E3": say(
        "il valore {value} non è possibile con queste prese: da {least} a {bound} ({values}).",
        "the value {value} is not possible with these tricks: {least} to {bound} ({values}).",
    ),
    "E3:never": say(
        "il valore {value} non è possibile con queste prese: al massimo {bound}.",
        "the value {value} is not possible with these tricks: {bound} at most.",
    ),
    "E3:all": say(
        "i valori sommano a {value}: si va da {least} a {bound} ({values}).",
        "the values add up to {value}: it goes from {least} to {bound} ({values}).",
    ),
    "H1": say(
        "le Pergamene in mano scritte sono {value}; prese meno giocate fa {bound}.",
        "{value} scrolls are held as written; obtained less played makes {bound}.",
    ),
    "H1:two": say(
        "una Pergamena in più può averla solo chi ha la numero 5, non due giocatori.",
        "only the holder of number 5 can have one scroll more, not two players.",
    ),
    "I7": say(
        "il totale scritto è {value}; round, Pergamena 17 e bonus fanno {bound}.",
        "the total written is {value}; rounds, scroll 17 and bonus make {bound}.",
    ),
    "I7:rounds": say("la somma dei round è {bound}, non {value}.", "the rounds add up to {bound}, not {value}."),
    "I7:bonus": say(
        "con {held} Pergamene in mano il bonus è {bound}, non {value}.",
        "with {held} scrolls held the bonus is {bound}, not {value}.",
    ),
    "I7:17": say(
        "la Pergamena 17 dà {bound} {bound:punto|punti}, non {value}.",
        "scroll 17 is worth {bound} {bound:point|points}, not {value}.",
    ),
    "I7:17twice": say(
        "la Pergamena 17 è una sola: non può dare punti a {value} {value:giocatore|giocatori}.",
        "there is one scroll 17: it cannot give points to {value} {value:player|players}.",
    ),
    "I7:17none": say(
        "la sedia non ha mai preso Pergamene: non può avere la 17.",
        "this seat never took a scroll: it cannot have had number 17.",
    ),
    "I8": say(
        "i punti persi nei round sono {bound}, non {value}.", "the points lost in the rounds are {bound}, not {value}."
    ),
    "I9": say(
        "il posto in classifica scritto è {value}; per punti, punti persi e Pergamene è {bound}.",
        "placed {value}; by points, points lost and scrolls it is {bound}.",
    ),
    "I9:lot": say(
        "nessuno gli è pari in tutto, il sorteggio ({value}) non ci vuole.",
        "nobody is equal in everything, the lot ({value}) does not belong here.",
    ),
    "I9:twice": say("il sorteggio {value} è ripetuto.", "the lot {value} is repeated."),
}


def _shown(key: str, value: Param, lang: str) -> str:
    if key in ("expected", "found", "field") and str(value) in WORDS:
        return WORDS[str(value)][lang]
    if isinstance(value, str) and value in COLOUR_NAMES:
        return COLOUR_NAMES[value][lang]
    return "–" if value is None else ", ".join(value) if isinstance(value, tuple) else str(value)


def _where(finding: Finding, lang: str) -> str:
    """Return a prefix such as ``"Round 4, sedia 2: "``; empty for a finding about the sheet as a whole."""
    if finding.code[0] == "F":
        return ""
    number, seat = finding.params.get("round"), finding.params.get("seat")
    parts = [f"round {number}"] if number else []
    if seat:
        parts.append(f"sedia {seat}" if lang == "it" else f"seat {seat}")
    joined = ", ".join(parts)
    return f"{joined[0].upper()}{joined[1:]}: " if joined else ""


#: What a warning about the values of cards depends on: figures of the pack that nobody confirmed, or reading 9.17.
VALUES_WORDS: Final = {
    "assumed": say("valori supposti", "assumed values"),
    "printed": say("se contano i valori stampati", "if the printed values count"),
}


def sentence(finding: Finding, lang: str) -> str:
    """Return the message of a finding of the score-sheet checks, one sentence, in ``"it"`` or ``"en"``."""
    params = {key: _shown(key, value, lang) for key, value in finding.params.items()}
    template = SENTENCES[str(finding.params.get("case", finding.code))][lang]
    values = VALUES_WORDS[str(finding.params.get("values", "assumed"))][lang]
    return _where(finding, lang) + fill_in(template, {"path": finding.path, **params, "values": values})


def proof(finding: Finding, lang: str) -> str:
    """Return the reason why the finding's check holds in every legal game, one sentence."""
    return PROOFS[finding.code][lang]
