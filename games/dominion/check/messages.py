"""Messages of the score-sheet checks, in Italian and English, and their formatter.

A key is a code, or ``CODE:case`` where one check has several messages (``params["case"]``). The proofs, shown on
demand, are in :mod:`games.dominion.check.proofs`.
"""

from __future__ import annotations

from typing import Final

from ... import sheet_reading
from ...findings import Finding, Param
from ...values import KINDS, say
from ...wording import fill_in
from .. import cards
from .proofs import PROOFS, WITHOUT_GARDENS

__all__ = ["PROOFS", "SENTENCES", "proof", "sentence"]

#: Display texts of params by key: kinds of values, fields of the sheet, ends of the game.
WORDS: Final[dict[str, dict[str, str]]] = {
    **KINDS,
    "points": say("punti", "points"),
    "turns": say("turni", "turns"),
    "gold": say("Ori", "Golds"),
    "coins": say("valore delle monete", "value of the coins"),
    "actions": say("carte Azione", "Action cards"),
    "cards": say("totale delle carte", "number of cards"),
    "copper": say("Rami", "Coppers"),
    "silver": say("Argenti", "Silvers"),
    "estate": say("Proprietà", "Estates"),
    "duchy": say("Ducati", "Duchies"),
    "province": say("Province", "Provinces"),
    "curse": say("Maledizioni", "Curses"),
    "gardens": say("Giardini", "Gardens"),
    "kingdom": say("il regno", "the kingdom"),
    "end": say("il motivo della fine", "the reason of the end"),
    "ended_by": say("la sedia che ha finito", "the seat that ended the game"),
}

SENTENCES: Final[dict[str, dict[str, str]]] = {
    **sheet_reading.SENTENCES,
    "F3": say(
        "«{path}»: nessuna carta si chiama «{name}»; la più simile è {nearest}.",
        "“{path}”: no card is called “{name}”; the nearest is {nearest}.",
    ),
    "F3:none": say("«{path}»: nessuna carta si chiama «{name}».", "“{path}”: no card is called “{name}”."),
    "F5": say(
        "«{path}»: la carta {card} è contata due volte, come «{bound}» e come «{value}».",
        "“{path}”: the card {card} is counted twice, as “{bound}” and as “{value}”.",
    ),
    "F7": say(
        "Sedie: {value}; giocatori: {bound}.",
        "There {value:is|are} {value} {value:seat|seats} for {bound} {bound:player|players}.",
    ),
    "M1": say("Manca un dato: {field}.", "Something is missing: {field}."),
    "M1:seat": say("Sedia {seat}: manca un dato, {field}.", "Seat {seat}: something is missing, {field}."),
    "M1:tie": say(
        "Sedia {seat}: è pari con un’altra sedia, e per decidere serve {field}.",
        "Seat {seat}: it is equal with another seat, and {field} is needed to decide.",
    ),
    "M1:card": say(
        "«{path}»: manca il numero di copie di {card}.", "“{path}”: the number of copies of {card} is missing."
    ),
    "K1": say(
        "Il regno ha {value} {value:carta|carte}: devono essere 10.",
        "The kingdom has {value} {value:card|cards}: it must have 10.",
    ),
    "K1:unknown": say(
        "Il regno nomina «{name}», che non esiste; la carta più simile è {nearest}.",
        "The kingdom names “{name}”, which does not exist; the nearest card is {nearest}.",
    ),
    "K1:none": say("Il regno nomina «{name}», che non esiste.", "The kingdom names “{name}”, which does not exist."),
    "K1:twice": say("Il regno nomina due volte {card}.", "The kingdom names {card} twice."),
    "K1:base": say("{card} è una carta base, non del regno.", "{card} is a base card, not a kingdom card."),
    "K2": say(
        "Il regno ha carte Attacco ({cards}) senza {card}: il sorteggio non lo permette.",
        "The kingdom has attacks ({cards}) without {card}: the draw does not allow it.",
    ),
    "T1": say(
        "Sedia {seat}: {value} {value:turno|turni} non si {value:accorda|accordano} con le altre sedie; "
        "sarebbero giusti {bound}.",
        "Seat {seat}: {value} {value:turn|turns} {value:does|do} not fit the other seats; {bound} would be right.",
    ),
    "T1:spread": say(
        "Sedia {seat}: {value} {value:turno|turni} {value:è troppo poco|sono troppo pochi} accanto a quelli "
        "della sedia {other}; "
        "almeno {bound}.",
        "Seat {seat}: {value} {value:turn|turns} {value:is|are} too few beside those of seat {other}; at "
        "least {bound}.",
    ),
    "T1:table": say(
        "I turni delle sedie ({value}) non possono calare di più di uno né crescere verso le ultime sedie.",
        "The turns of the seats ({value}) cannot drop by more than one, nor grow towards the later seats.",
    ),
    "T2": say(
        "L’ultimo turno è della sedia {bound}, l’ultima con {turns} {turns:turno|turni}: il modulo dice sedia {value}.",
        "The last turn is seat {bound}’s, the last with {turns} {turns:turn|turns}: the sheet says seat {value}.",
    ),
    "T3": say(
        "La partita non può finire da sola al turno {value}: {bound:serve|servono} almeno {bound} {bound:turno|turni}.",
        "The game cannot end by itself in turn {value}: it takes at least {bound} {bound:turn|turns}.",
    ),
    "T4": say(
        "{value} {value:turno|turni} {value:è insolito|sono insoliti} ({bound}).",
        "{value} {value:turn|turns} {value:is|are} unusual ({bound}).",
    ),
    "T4:sum": say(
        "{value} {value:turno|turni} in tutto sono tanti: oltre {bound} in 45 minuti è insolito.",
        "{value} {value:turn|turns} in all are many: more than {bound} in 45 minutes is unusual.",
    ),
    "S0": say(
        "Sedia {seat}, {field}: {value} non è possibile, si conta da 0.",
        "Seat {seat}, {field}: {value} is impossible, one counts from 0.",
    ),
    "S1": say(
        "Sedia {seat}: gli Ori ({gold}) valgono già {bound}, il valore delle monete è {value}.",
        "Seat {seat}: the Golds ({gold}) are already worth {bound}, the value of the coins is {value}.",
    ),
    "S2": say(
        "Sedia {seat}: le monete valgono {value}, ma gli Ori ({gold}) e 7 Rami che restano valgono almeno {bound}.",
        "Seat {seat}: the coins are worth {value}, but the Golds ({gold}) and 7 Coppers that stay at least {bound}.",
    ),
    "S3": say(
        "Sedia {seat}: contando gli Ori ({gold}) il valore delle monete è al massimo {bound}, non {value}.",
        "Seat {seat}: counting the Golds ({gold}) the coins are worth at most {bound}, not {value}.",
    ),
    "S4": say(
        "Sedia {seat}: {value} {value:carta Azione|carte Azione} {value:è|sono} più delle {bound} in gioco.",
        "Seat {seat}: {value} {value:Action card|Action cards} {value:is|are} more than the {bound} in the game.",
    ),
    "S5": say(
        "Sedia {seat}: {value} {value:punto|punti} {value:è|sono} meno del minimo possibile, {bound}.",
        "Seat {seat}: {value} {value:point|points} {value:is|are} below the least possible, {bound}.",
    ),
    "S5:sum": say(
        "I punti mancanti richiedono {value} {value:Maledizione|Maledizioni}: in gioco sono {bound}.",
        "The missing points take {value} {value:Curse|Curses}: there are {bound} in the game.",
    ),
    "S5:free": say(
        "Sedia {seat}: {value} {value:punto|punti}, meno di {bound}, {value:vuole|vogliono} Maledizioni "
        "prese senza Strega.",
        "Seat {seat}: {value} {value:point|points}, below {bound}, {value:means|mean} Curses taken without a Witch.",
    ),
    "S6": say(
        "Sedia {seat}: {value} {value:Oro|Ori}, ma in gioco sono {bound}.",
        "Seat {seat}: {value} {value:Gold|Golds}, but there are {bound}.",
    ),
    "S6:sum": say(
        "Gli Ori sommano a {value}: in gioco sono {bound}.", "The Golds add up to {value}: there are {bound}."
    ),
    "S7": say(
        "Rami e Argenti di tutti valgono {value}: in gioco valgono {bound}.",
        "All players’ Coppers and Silvers are worth {value}: those in the game are worth {bound}.",
    ),
    "S8": say(
        "Le carte Azione sommano a {value}: in gioco sono {bound}.",
        "The Action cards add up to {value}: there are {bound} in the game.",
    ),
    "S9": say(
        "I punti sommano a {value}: tutte le carte Vittoria ne valgono {bound}.",
        "The points add up to {value}: all Victory cards are worth {bound}.",
    ),
    "S9:time": say(
        "I punti sommano a {value}: a tempo scaduto, con almeno una Provincia rimasta, sono al massimo {bound}.",
        "The points add up to {value}: on time, with a Province left at least, they are {bound} at most.",
    ),
    "S10": say(
        "I punti sommano a {value}: con tutte le {provinces} {provinces:Provincia|Province} prese sono almeno {bound}.",
        "The points add up to {value}: with all {provinces} {provinces:Province|Provinces} taken they are at "
        "least {bound}.",
    ),
    "S10:free": say(
        "I punti sommano a {value}: con tutte le Province prese, meno di {bound} vuole Maledizioni senza Strega.",
        "The points add up to {value}: with all Provinces taken, below {bound} means Curses without a Witch.",
    ),
    "W1": say(
        "Sedia {seat}, {field}: {value}; oltre {bound} è insolito.",
        "Seat {seat}, {field}: {value}; above {bound} is unusual.",
    ),
    "W1:sum": say(
        "I punti sommano a {value}: di solito stanno in {bound}.",
        "The points add up to {value}: usually they lie within {bound}.",
    ),
    "W2": say(
        "Sedia {seat}, {field}: {value}; {games} partite simulate con queste carte e quelle vere restano in {bound}.",
        "Seat {seat}, {field}: {value}; {games} simulated games with these cards and real ones stay within {bound}.",
    ),
    "G1": say(
        "Sedia {seat}: {value:serve|servono} almeno {value} {value:carta|carte} "
        "{value:guadagnata|guadagnate}, in {turns} {turns:turno|turni} "
        "se ne guadagnano al massimo {bound}.",
        "Seat {seat}: at least {value} {value:card|cards} must have been gained, {turns} {turns:turn|turns} "
        "give {bound} at most.",
    ),
    "G1:table": say(
        "Il tavolo ha guadagnato almeno {value} {value:carta|carte}, i turni ne danno al massimo {bound}.",
        "The table has gained at least {value} {value:card|cards}, the turns give {bound} at most.",
    ),
    "G2": say(
        "Sedia {seat}, Ori: {value}; in {turns} {turns:turno|turni} sono al massimo {bound}.",
        "Seat {seat}, Golds: {value}; in {turns} {turns:turn|turns} at most {bound}.",
    ),
    "G3": say(
        "I turni bastano per {bound} {bound:Provincia|Province}, la pila ne aveva {value}.",
        "The turns are enough for {bound} {bound:Province|Provinces}, the pile held {value}.",
    ),
    "G4": say(
        "Per finire tre pile {value:serve|servono} {value} {value:carta|carte}, i turni ne danno al massimo {bound}.",
        "Emptying three piles takes {value} {value:card|cards}, the turns give {bound} at most.",
    ),
    "D1": say(
        "«{path}»: {value} non è un numero di copie di {card}, si conta da 0.",
        "“{path}”: {value} is no number of copies of {card}, one counts from 0.",
    ),
    "D1:field": say(
        "«{path}»: {value} non è possibile ({field}), si conta da 0.",
        "“{path}”: {value} is impossible ({field}), one counts from 0.",
    ),
    "D1:kingdom": say(
        "«{path}»: {card} non è tra le carte di questa partita.",
        "“{path}”: {card} is not among the cards of this game.",
    ),
    "D2": say(
        "Sedia {seat}: le carte danno {bound} {bound:punto|punti}, il modulo ne dice {value}.",
        "Seat {seat}: the cards give {bound} {bound:point|points}, the sheet says {value}.",
    ),
    "D3": say(
        "Sedia {seat}, Ori: nel mazzo {bound}, sul modulo {value}.",
        "Seat {seat}, Golds: {bound} in the deck, {value} on the sheet.",
    ),
    "D4": say(
        "Sedia {seat}: le monete del mazzo valgono {bound}, il modulo dice {value}.",
        "Seat {seat}: the deck’s coins are worth {bound}, the sheet says {value}.",
    ),
    "D5": say(
        "Sedia {seat}, carte Azione: nel mazzo {bound}, sul modulo {value}.",
        "Seat {seat}, Action cards: {bound} in the deck, {value} on the sheet.",
    ),
    "D5:total": say(
        "Sedia {seat}: le voci sommano a {bound} {bound:carta|carte}, il totale scritto è {value}.",
        "Seat {seat}: the entries add up to {bound} {bound:card|cards}, the total written is {value}.",
    ),
    "D6": say(
        "Sedia {seat}, Proprietà: {value}, ma nessuna carta rimasta può averne eliminate delle {bound} iniziali.",
        "Seat {seat}, Estates: {value}, but no card left can have trashed any of the {bound} dealt.",
    ),
    "D7": say(
        "Sedia {seat}, Rami: {value}, ma niente può aver tolto uno dei {bound} iniziali.",
        "Seat {seat}, Coppers: {value}, but nothing can have taken one of the {bound} dealt.",
    ),
    "D8": say(
        "Sedia {seat}: {value} {value:carta|carte} sono troppe per {turns} {turns:turno|turni}, al massimo {bound}.",
        "Seat {seat}: {value} {value:card|cards} {value:is|are} too many for {turns} {turns:turn|turns}, at "
        "most {bound}.",
    ),
    "D9": say(
        "Sedia {seat}: {value} {value:carta|carte} {value:è|sono} meno delle {bound} iniziali, e niente "
        "rimpicciolisce un mazzo.",
        "Seat {seat}: {value} {value:card|cards} {value:is|are} fewer than the {bound} dealt, and nothing "
        "makes a deck smaller.",
    ),
    "D10": say(
        "Sedia {seat}, Province: {value}, ma le sue carte non arrivano mai oltre {coins} {coins:moneta|monete}.",
        "Seat {seat}, Provinces: {value}, but the cards never reach more than {coins} {coins:coin|coins}.",
    ),
    "D11": say(
        "Sedia {seat}, carte da 6 o più: {value}; in {turns} {turns:turno|turni} sono al massimo {bound}.",
        "Seat {seat}, cards costing 6 or more: {value}; in {turns} {turns:turn|turns} at most {bound}.",
    ),
    "D12": say(
        "Sedia {seat}, Province: {value}; in {turns} {turns:turno|turni} sono al massimo {bound}.",
        "Seat {seat}, Provinces: {value}; in {turns} {turns:turn|turns} at most {bound}.",
    ),
    "D13": say(
        "Sedia {seat}, Maledizioni: {value}; dalle Streghe degli altri ne vengono al massimo {bound}.",
        "Seat {seat}, Curses: {value}; the others’ Witches gave {bound} at most.",
    ),
    "D14": say(
        "Sedia {seat}, Province: {value}; in {turns} {turns:turno|turni} non se ne sono mai viste più di {bound}.",
        "Seat {seat}, Provinces: {value}; in {turns} {turns:turn|turns} never more than {bound} were seen.",
    ),
    "D15": say(
        "Sedia {seat}: un mazzo di {value} {value:carta|carte} è insolito.",
        "Seat {seat}: a deck of {value} {value:card|cards} is unusual.",
    ),
    "D16": say(
        "Sedia {seat}, {field}: nel mazzo {bound}, nel riepilogo {value}.",
        "Seat {seat}, {field}: {bound} in the deck, {value} in the breakdown.",
    ),
    "C1": say(
        "{card}: {value} {value:copia|copie} tra mazzi e carte eliminate, in gioco sono {bound}.",
        "{card}: {value} {value:copy|copies} in decks and trash, there are {bound} in the game.",
    ),
    "C2": say(
        "{card} è tra le carte eliminate ({value}), ma in questo regno niente può eliminare una copia.",
        "{card} is in the trash ({value}), but nothing in this kingdom can trash a copy.",
    ),
    "C3": say(
        "{card}: mazzi, carte eliminate e riserva sommano a {value} {value:copia|copie}, in gioco sono {bound}.",
        "{card}: decks, trash and supply add up to {value} {value:copy|copies}, there are {bound} in the game.",
    ),
    "C3:coins": say(
        "I valori delle monete sommano a {value}: dalla riserva ne mancano {bound}.",
        "The values of the coins add up to {value}: {bound} are gone from the supply.",
    ),
    "C3:actions": say(
        "Le carte Azione sommano a {value}: dalla riserva ne mancano {bound}.",
        "The Action cards add up to {value}: {bound} are gone from the supply.",
    ),
    "C3:points": say(
        "I punti sommano a {value}: le carte uscite dalla riserva ne valgono {bound}.",
        "The points add up to {value}: the cards gone from the supply are worth {bound}.",
    ),
    "X1": say(
        "Fine per Province, ma nella riserva ne restano (almeno {value}).",
        "The end is by Provinces, but some are left in the supply (at least {value}).",
    ),
    "X1:trash": say(
        "Fine per Province: è vero solo se quelle che mancano ({value}) sono tra le carte eliminate, non scritte.",
        "The end is by Provinces: that holds only if the missing ones ({value}) are in the trash, which is not told.",
    ),
    "X2": say(
        "Sedia {seat}: ha finito la partita ma non può avere la Provincia presa per ultima.",
        "Seat {seat}: ended the game but cannot own the Province taken last.",
    ),
    "X3": say(
        "Fine per tre pile, ma quelle che possono essere vuote sono meno di {bound}.",
        "The end is by three piles, but fewer than {bound} can be empty.",
    ),
    "X3:trash": say(
        "Fine per tre pile: di sicuro vuote ne sono {value}, le altre solo contando carte eliminate non scritte.",
        "The end is by three piles: {value} are surely empty, others only counting an unreported trash.",
    ),
    "X4:provinces": say(
        "Il modulo dice tempo scaduto, ma le Province erano finite: il motivo è quello.",
        "The sheet says time-out, but the Provinces were gone: that is the reason.",
    ),
    "X4:piles": say(
        "Il modulo dice tempo scaduto, ma tre pile erano finite: il motivo è quello.",
        "The sheet says time-out, but three piles were empty: that is the reason.",
    ),
    "X5": say(
        "Sedia {seat}: ha finito la partita: ha carte di almeno {bound} delle pile vuote ({cards}), non di {value}.",
        "Seat {seat}: ended the game, so owns cards of at least {bound} of the empty piles ({cards}), not of {value}.",
    ),
    "X6": say("Pila vuota {card}: non è in questa partita.", "Empty pile {card}: it is not in this game."),
    "X7": say(
        "La partita non era finita: restano Province (almeno {provinces}) e tre pile non possono essere vuote.",
        "The game was not over: Provinces are left (at least {provinces}) and three piles cannot be empty.",
    ),
    "X8": say(
        "Pila vuota {card}: nella riserva ce n’è ancora (almeno {value}).",
        "Empty pile {card}: some are left in the supply (at least {value}).",
    ),
    "P1": say(
        "Sedia {seat}: sul modulo è {value}ª, ma per punti, turni, Ori, monete e Azioni è {bound}ª.",
        "Seat {seat}: placed {value}, but by points, turns, Golds, coins and Actions it is {bound}.",
    ),
    "P1:shared": say(
        "Sedia {seat}: sul modulo è {value}ª, ma per punti e turni è {bound}º "
        "(chi è pari in tutti e due vince insieme).",
        "Seat {seat}: placed {value}, but by points and turns it is {bound} (who is equal in both wins together).",
    ),
    "P2": say(
        "Sedia {seat}: {equal} {equal:giocatore|giocatori} sono pari in tutto, serve il sorteggio ({bound}).",
        "Seat {seat}: {equal} {equal:player|players} {equal:is|are} equal in everything, a lot is needed ({bound}).",
    ),
    "P2:given": say(
        "Sedia {seat}: nessun’altra è pari in tutto, il sorteggio ({value}) non ci vuole.",
        "Seat {seat}: nobody is equal in everything, the lot ({value}) does not belong here.",
    ),
    "P2:repeated": say(
        "Sedia {seat}: il sorteggio {value} è ripetuto o fuori da {bound}.",
        "Seat {seat}: the lot {value} is repeated or outside {bound}.",
    ),
    "P3": say(
        "Il {place}º posto in classifica è scritto {value} volte: ogni posto va scritto una volta.",
        "Place {place} is written {value} times: each place is given once.",
    ),
}


def _shown(key: str, value: Param, lang: str, edition: str) -> str:
    if key in ("card", "nearest", "cards") and value is not None:
        names = value if isinstance(value, tuple) else (str(value),)
        return ", ".join(cards.name_of(name, edition) for name in names)
    if key in ("expected", "found", "field") and value in WORDS:
        return WORDS[str(value)][lang]
    return "–" if value is None else ", ".join(value) if isinstance(value, tuple) else str(value)


def sentence(finding: Finding, lang: str, edition: str = "regulation") -> str:
    """Return the message of a finding of the score-sheet checks, one sentence.

    Arguments:
        lang: ``"it"`` or ``"en"``.
        edition: the name set of the cards, ``"regulation"`` or ``"rulebook"``; English sentences use English names.
    """
    names = edition if lang == "it" else "en"
    params = {key: _shown(key, value, lang, names) for key, value in finding.params.items()}
    template = SENTENCES[str(finding.params.get("case", finding.code))][lang]
    return fill_in(template, {"path": finding.path, **params})


def proof(finding: Finding, lang: str, edition: str = "regulation") -> str:
    """Return the reason why the finding's check holds in every legal game; arguments as in :func:`sentence`."""
    names = edition if lang == "it" else "en"
    texts = WITHOUT_GARDENS if finding.code == "D2" and finding.params.get("gardens") == 0 else PROOFS[finding.code]
    return fill_in(texts[lang], {name: cards.name_of(name, names) for name in cards.NAMES})
