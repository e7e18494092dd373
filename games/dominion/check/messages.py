"""Messages of the score-sheet checks, in Italian and English.

A key is a code, or ``CODE:case`` where one check has several messages (``params["case"]``). The proofs, shown on
demand, are in :mod:`games.dominion.check.proofs`.
"""

from __future__ import annotations

from typing import Final

from ... import sheet_reading
from ...findings import Finding
from ...json_kinds import KINDS
from ...messages import Messages
from .. import cards
from .proofs import PROOFS, WITHOUT_GARDENS, names_in_proofs

__all__ = ["PROOFS", "SENTENCES", "proof", "sentence"]

#: Display texts of params by key: kinds of values, fields of the sheet, ends of the game.
WORDS: Final[dict[str, dict[str, str]]] = {
    **KINDS,
    "points": {"it": "punti", "en": "points"},
    "turns": {"it": "turni", "en": "turns"},
    "gold": {"it": "Oro", "en": "Gold"},
    "coins": {"it": "valore delle monete", "en": "value of the coins"},
    "actions": {"it": "Azioni", "en": "Actions"},
    "cards": {"it": "totale delle carte", "en": "number of cards"},
    "copper": {"it": "Rame", "en": "Copper"},
    "silver": {"it": "Argento", "en": "Silver"},
    "estate": {"it": "Proprietà", "en": "Estates"},
    "duchy": {"it": "Ducati", "en": "Duchies"},
    "province": {"it": "Province", "en": "Provinces"},
    "curse": {"it": "Maledizioni", "en": "Curses"},
    "gardens": {"it": "Giardini", "en": "Gardens"},
    "kingdom": {"it": "il regno", "en": "the kingdom"},
    "end": {"it": "il motivo della fine", "en": "the reason of the end"},
    "ended_by": {"it": "la sedia che ha finito", "en": "the seat that ended the game"},
}

SENTENCES: Final[dict[str, dict[str, str]]] = {
    **sheet_reading.SENTENCES,
    "F3": {
        "it": "«{path}»: nessuna carta si chiama «{name}»; la più simile è {nearest}.",
        "en": "“{path}”: no card is called “{name}”; the nearest is {nearest}.",
    },
    "F3:none": {"it": "«{path}»: nessuna carta si chiama «{name}».", "en": "“{path}”: no card is called “{name}”."},
    "F5": {
        "it": "«{path}»: la carta {card} è contata due volte, come «{bound}» e come «{value}».",
        "en": "“{path}”: the card {card} is counted twice, as “{bound}” and as “{value}”.",
    },
    "F7": {
        "it": "Sedie: {value}; giocatori: {bound}.",
        "en": "There {value:is|are} {value} {value:seat|seats} for {bound} {bound:player|players}.",
    },
    "M1": {"it": "Manca un dato: {field}.", "en": "Something is missing: {field}."},
    "M1:seat": {"it": "Sedia {seat}: manca un dato, {field}.", "en": "Seat {seat}: something is missing, {field}."},
    "M1:tie": {
        "it": "Sedia {seat}: è pari con un’altra sedia, e per decidere serve {field}.",
        "en": "Seat {seat}: it is equal with another seat, and {field} is needed to decide.",
    },
    "M1:card": {
        "it": "«{path}»: manca il numero di copie di {card}.",
        "en": "“{path}”: the number of copies of {card} is missing.",
    },
    "K1": {
        "it": "Il regno ha {value} {value:carta|carte}: devono essere 10.",
        "en": "The kingdom has {value} {value:card|cards}: it must have 10.",
    },
    "K1:unknown": {
        "it": "Il regno nomina «{name}», che non esiste; la carta più simile è {nearest}.",
        "en": "The kingdom names “{name}”, which does not exist; the nearest card is {nearest}.",
    },
    "K1:none": {
        "it": "Il regno nomina «{name}», che non esiste.",
        "en": "The kingdom names “{name}”, which does not exist.",
    },
    "K1:twice": {"it": "Il regno nomina due volte {card}.", "en": "The kingdom names {card} twice."},
    "K1:base": {"it": "{card} è una carta base, non del regno.", "en": "{card} is a base card, not a kingdom card."},
    "K2": {
        "it": "Il regno ha carte Attacco ({cards}) senza {card}: il sorteggio non lo permette.",
        "en": "The kingdom has attacks ({cards}) without {card}: the draw does not allow it.",
    },
    "T1": {
        "it": "Sedia {seat}: {value} {value:turno|turni} non si {value:accorda|accordano} con le altre sedie; "
        "sarebbero giusti {bound}.",
        "en": "Seat {seat}: {value} {value:turn|turns} {value:does|do} not fit the other seats; {bound} would be "
        "right.",
    },
    "T1:spread": {
        "it": "Sedia {seat}: {value} {value:turno|turni} {value:è troppo poco|sono troppo pochi} accanto a quelli "
        "della sedia {other}; "
        "almeno {bound}.",
        "en": "Seat {seat}: {value} {value:turn|turns} {value:is|are} too few beside those of seat {other}; at "
        "least {bound}.",
    },
    "T1:table": {
        "it": "I turni delle sedie ({value}) non possono calare di più di uno né crescere verso le ultime sedie.",
        "en": "The turns of the seats ({value}) cannot drop by more than one, nor grow towards the later seats.",
    },
    "T2": {
        "it": "L’ultimo turno è della sedia {bound}, l’ultima con {turns} {turns:turno|turni}: il modulo dice sedia "
        "{value}.",
        "en": "The last turn is seat {bound}’s, the last with {turns} {turns:turn|turns}: the sheet says seat {value}.",
    },
    "T3": {
        "it": "La partita non può finire da sola al turno {value}: {bound:serve|servono} almeno {bound} "
        "{bound:turno|turni}.",
        "en": "The game cannot end by itself in turn {value}: it takes at least {bound} {bound:turn|turns}.",
    },
    "T4": {
        "it": "{value} {value:turno|turni} {value:è insolito|sono insoliti} ({bound}).",
        "en": "{value} {value:turn|turns} {value:is|are} unusual ({bound}).",
    },
    "T4:sum": {
        "it": "{value} {value:turno|turni} in tutto sono tanti: oltre {bound} in 45 minuti è insolito.",
        "en": "{value} {value:turn|turns} in all are many: more than {bound} in 45 minutes is unusual.",
    },
    "S0": {
        "it": "Sedia {seat}, {field}: {value} non è possibile, si conta da 0.",
        "en": "Seat {seat}, {field}: {value} is impossible, one counts from 0.",
    },
    "S1": {
        "it": "Sedia {seat}: gli Ori ({gold}) valgono già {bound}, il valore delle monete è {value}.",
        "en": "Seat {seat}: the Golds ({gold}) are already worth {bound}, the value of the coins is {value}.",
    },
    "S2": {
        "it": "Sedia {seat}: le monete valgono {value}, ma gli Ori ({gold}) e 7 Rami che restano valgono almeno "
        "{bound}.",
        "en": "Seat {seat}: the coins are worth {value}, but the Golds ({gold}) and 7 Coppers that stay at least "
        "{bound}.",
    },
    "S2:mine": {
        "it": "Sedia {seat}: le monete valgono {value}, ma gli Ori ({gold}) e gli altri Tesori, 7 in tutto, valgono "
        "almeno {bound}.",
        "en": "Seat {seat}: the coins are worth {value}, but the Golds ({gold}) and other Treasures, 7 in all, at "
        "least {bound}.",
    },
    "S3": {
        "it": "Sedia {seat}: contando gli Ori ({gold}) il valore delle monete è al massimo {bound}, non {value}.",
        "en": "Seat {seat}: counting the Golds ({gold}) the coins are worth at most {bound}, not {value}.",
    },
    "S4": {
        "it": "Sedia {seat}: {value} {value:carta Azione|carte Azione} {value:è|sono} più delle {bound} in gioco.",
        "en": "Seat {seat}: {value} {value:Action card|Action cards} {value:is|are} more than the {bound} in the game.",
    },
    "S5": {
        "it": "Sedia {seat}: {value} {value:punto|punti} {value:è|sono} meno del minimo possibile, {bound}.",
        "en": "Seat {seat}: {value} {value:point|points} {value:is|are} below the least possible, {bound}.",
    },
    "S5:sum": {
        "it": "I punti mancanti richiedono {value} {value:Maledizione|Maledizioni}: in gioco sono {bound}.",
        "en": "The missing points take {value} {value:Curse|Curses}: there are {bound} in the game.",
    },
    "S5:free": {
        "it": "Sedia {seat}: {value} {value:punto|punti}, meno di {bound}, {value:vuole|vogliono} Maledizioni "
        "prese senza Strega.",
        "en": "Seat {seat}: {value} {value:point|points}, below {bound}, {value:means|mean} Curses taken without a "
        "Witch.",
    },
    "S6": {
        "it": "Sedia {seat}: {value} {value:Oro|Ori}, ma in gioco sono {bound}.",
        "en": "Seat {seat}: {value} {value:Gold|Golds}, but there are {bound}.",
    },
    "S6:sum": {
        "it": "Gli Ori sommano a {value}: in gioco sono {bound}.",
        "en": "The Golds add up to {value}: there are {bound}.",
    },
    "S7": {
        "it": "Rami e Argenti di tutti valgono {value}: in gioco valgono {bound}.",
        "en": "All players’ Coppers and Silvers are worth {value}: those in the game are worth {bound}.",
    },
    "S8": {
        "it": "Le carte Azione sommano a {value}: in gioco sono {bound}.",
        "en": "The Action cards add up to {value}: there are {bound} in the game.",
    },
    "S9": {
        "it": "I punti sommano a {value}: tutte le carte Vittoria ne valgono {bound}.",
        "en": "The points add up to {value}: all Victory cards are worth {bound}.",
    },
    "S9:time": {
        "it": "I punti sommano a {value}: a tempo scaduto, con almeno una Provincia rimasta, sono al massimo {bound}.",
        "en": "The points add up to {value}: on time, with a Province left at least, they are {bound} at most.",
    },
    "S10": {
        "it": "I punti sommano a {value}: con tutte le {provinces} {provinces:Provincia|Province} prese sono almeno "
        "{bound}.",
        "en": "The points add up to {value}: with all {provinces} {provinces:Province|Provinces} taken they are at "
        "least {bound}.",
    },
    "S10:free": {
        "it": "I punti sommano a {value}: con tutte le Province prese, meno di {bound} vuole Maledizioni senza Strega.",
        "en": "The points add up to {value}: with all Provinces taken, below {bound} means Curses without a Witch.",
    },
    "W1": {
        "it": "Sedia {seat}, {field}: {value}; oltre {bound} è insolito.",
        "en": "Seat {seat}, {field}: {value}; above {bound} is unusual.",
    },
    "W1:sum": {
        "it": "I punti sommano a {value}: di solito stanno in {bound}.",
        "en": "The points add up to {value}: usually they lie within {bound}.",
    },
    "G1": {
        "it": "Sedia {seat}: {value:serve|servono} almeno {value} {value:carta|carte} "
        "{value:guadagnata|guadagnate}, in {turns} {turns:turno|turni} "
        "se ne guadagnano al massimo {bound}.",
        "en": "Seat {seat}: at least {value} {value:card|cards} must have been gained, {turns} {turns:turn|turns} "
        "give {bound} at most.",
    },
    "G1:table": {
        "it": "Il tavolo ha guadagnato almeno {value} {value:carta|carte}, i turni ne danno al massimo {bound}.",
        "en": "The table has gained at least {value} {value:card|cards}, the turns give {bound} at most.",
    },
    "G2": {
        "it": "Sedia {seat}, Oro: {value}; in {turns} {turns:turno|turni} sono al massimo {bound}.",
        "en": "Seat {seat}, Golds: {value}; in {turns} {turns:turn|turns} at most {bound}.",
    },
    "G3": {
        "it": "I turni bastano per {bound} {bound:Provincia|Province}, la pila ne aveva {value}.",
        "en": "The turns are enough for {bound} {bound:Province|Provinces}, the pile held {value}.",
    },
    "G4": {
        "it": "Per finire tre pile {value:serve|servono} {value} {value:carta|carte}, i turni ne danno al massimo "
        "{bound}.",
        "en": "Emptying three piles takes {value} {value:card|cards}, the turns give {bound} at most.",
    },
    "G4:named": {
        "it": "Per vuotare le pile scritte {value:serve|servono} {value} {value:carta|carte}, i turni ne danno al "
        "massimo {bound}.",
        "en": "Emptying the piles named takes {value} {value:card|cards}, the turns give {bound} at most.",
    },
    "G5": {
        "it": "Sedia {seat}: con al massimo {coins} {coins:moneta|monete} per turno {value} {value:punto "
        "vuole|punti vogliono} {bound} {bound:carta|carte}, i turni ne danno {most}.",
        "en": "Seat {seat}: with {coins} {coins:coin|coins} a turn at most, {value} {value:point takes|points take} "
        "{bound} {bound:card|cards}, the turns give {most}.",
    },
    "G5:gold": {
        "it": "Sedia {seat}, Oro: {value}, ma senza Ori una mano arriva al massimo a {coins} {coins:moneta|monete}.",
        "en": "Seat {seat}, Golds: {value}, but without one a hand has {coins} {coins:coin|coins} at most.",
    },
    "G6": {
        "it": "Dalla riserva {value:manca|mancano} {value} {value:carta|carte}, i turni ne danno al massimo {bound}.",
        "en": "{value} {value:card is|cards are} gone from the supply, the turns give {bound} at most.",
    },
    "D1": {
        "it": "«{path}»: {value} non è un numero di copie di {card}, si conta da 0.",
        "en": "“{path}”: {value} is no number of copies of {card}, one counts from 0.",
    },
    "D1:field": {
        "it": "«{path}»: {value} non è possibile ({field}), si conta da 0.",
        "en": "“{path}”: {value} is impossible ({field}), one counts from 0.",
    },
    "D1:kingdom": {
        "it": "«{path}»: {card} non è tra le carte di questa partita.",
        "en": "“{path}”: {card} is not among the cards of this game.",
    },
    "D2": {
        "it": "Sedia {seat}: le carte danno {bound} {bound:punto|punti}, il modulo ne dice {value}.",
        "en": "Seat {seat}: the cards give {bound} {bound:point|points}, the sheet says {value}.",
    },
    "D3": {
        "it": "Sedia {seat}, Oro: nel mazzo {bound}, sul modulo {value}.",
        "en": "Seat {seat}, Golds: {bound} in the deck, {value} on the sheet.",
    },
    "D4": {
        "it": "Sedia {seat}: le monete del mazzo valgono {bound}, il modulo dice {value}.",
        "en": "Seat {seat}: the deck’s coins are worth {bound}, the sheet says {value}.",
    },
    "D5": {
        "it": "Sedia {seat}, Azioni: nel mazzo {bound}, sul modulo {value}.",
        "en": "Seat {seat}, Action cards: {bound} in the deck, {value} on the sheet.",
    },
    "D5:total": {
        "it": "Sedia {seat}: le voci sommano a {bound} {bound:carta|carte}, il totale scritto è {value}.",
        "en": "Seat {seat}: the entries add up to {bound} {bound:card|cards}, the total written is {value}.",
    },
    "D6": {
        "it": "Sedia {seat}, Proprietà: {value}, ma nessuna carta rimasta può averne eliminate delle {bound} iniziali.",
        "en": "Seat {seat}, Estates: {value}, but no card left can have trashed any of the {bound} dealt.",
    },
    "D7": {
        "it": "Sedia {seat}, Rami: {value}, ma niente può aver tolto uno dei {bound} iniziali.",
        "en": "Seat {seat}, Coppers: {value}, but nothing can have taken one of the {bound} dealt.",
    },
    "D8": {
        "it": "Sedia {seat}: {value} {value:carta|carte} sono troppe per {turns} {turns:turno|turni}, al massimo "
        "{bound}.",
        "en": "Seat {seat}: {value} {value:card|cards} {value:is|are} too many for {turns} {turns:turn|turns}, at "
        "most {bound}.",
    },
    "D9": {
        "it": "Sedia {seat}: {value} {value:carta|carte} {value:è|sono} meno delle {bound} iniziali, e niente "
        "rimpicciolisce un mazzo.",
        "en": "Seat {seat}: {value} {value:card|cards} {value:is|are} fewer than the {bound} dealt, and nothing "
        "makes a deck smaller.",
    },
    "D10": {
        "it": "Sedia {seat}, {card}: {value}, ma le altre carte non arrivano mai oltre {coins} {coins:moneta|monete}.",
        "en": "Seat {seat}, {card}: {value}, but the other cards never reach more than {coins} {coins:coin|coins}.",
    },
    "D11": {
        "it": "Sedia {seat}, carte da 6 o più: {value}; in {turns} {turns:turno|turni} sono al massimo {bound}.",
        "en": "Seat {seat}, cards costing 6 or more: {value}; in {turns} {turns:turn|turns} at most {bound}.",
    },
    "D12": {
        "it": "Sedia {seat}, Province: {value}; in {turns} {turns:turno|turni} sono al massimo {bound}.",
        "en": "Seat {seat}, Provinces: {value}; in {turns} {turns:turn|turns} at most {bound}.",
    },
    "D13": {
        "it": "Sedia {seat}, Maledizioni: {value}; dalle Streghe degli altri ne vengono al massimo {bound}.",
        "en": "Seat {seat}, Curses: {value}; the others’ Witches gave {bound} at most.",
    },
    "D14": {
        "it": "Sedia {seat}, Province: {value}; in {turns} {turns:turno|turni} non se ne sono mai viste più di "
        "{bound}.",
        "en": "Seat {seat}, Provinces: {value}; in {turns} {turns:turn|turns} never more than {bound} were seen.",
    },
    "D15": {
        "it": "Sedia {seat}: un mazzo di {value} {value:carta|carte} è insolito.",
        "en": "Seat {seat}: a deck of {value} {value:card|cards} is unusual.",
    },
    "D16": {
        "it": "Sedia {seat}, {field}: nel mazzo {bound}, nel riepilogo {value}.",
        "en": "Seat {seat}, {field}: {bound} in the deck, {value} in the breakdown.",
    },
    "D17": {
        "it": "Sedia {seat}, carte da {cost} o più: {value}; in {turns} {turns:turno|turni} sono al massimo {bound}.",
        "en": "Seat {seat}, cards costing {cost} or more: {value}; in {turns} {turns:turn|turns} at most {bound}.",
    },
    "D18": {
        "it": "Sedia {seat}, Tesori: {value}, ma dei {bound} iniziali ognuno ne ha lasciato un altro.",
        "en": "Seat {seat}, Treasures: {value}, but each of the {bound} dealt has left another.",
    },
    "C1": {
        "it": "{card}: {value} {value:copia|copie} tra mazzi e carte eliminate, in gioco sono {bound}.",
        "en": "{card}: {value} {value:copy|copies} in decks and trash, there are {bound} in the game.",
    },
    "C2": {
        "it": "{card} è tra le carte eliminate ({value}), ma in questo regno niente può eliminare una copia.",
        "en": "{card} is in the trash ({value}), but nothing in this kingdom can trash a copy.",
    },
    "C3": {
        "it": "{card}: mazzi, carte eliminate e riserva sommano a {value} {value:copia|copie}, in gioco sono {bound}.",
        "en": "{card}: decks, trash and supply add up to {value} {value:copy|copies}, there are {bound} in the game.",
    },
    "C3:coins": {
        "it": "I valori delle monete sommano a {value}: dalla riserva ne mancano {bound}.",
        "en": "The values of the coins add up to {value}: {bound} are gone from the supply.",
    },
    "C3:actions": {
        "it": "Le carte Azione sommano a {value}: dalla riserva ne mancano {bound}.",
        "en": "The Action cards add up to {value}: {bound} are gone from the supply.",
    },
    "C3:points": {
        "it": "I punti sommano a {value}: le carte uscite dalla riserva ne valgono {bound}.",
        "en": "The points add up to {value}: the cards gone from the supply are worth {bound}.",
    },
    "C4": {
        "it": "Carte eliminate: {value}; i turni ne danno al massimo {bound}.",
        "en": "{value} {value:card is|cards are} in the trash, the turns give {bound} at most.",
    },
    "X1": {
        "it": "Fine per Province, ma nella riserva ne restano (almeno {value}).",
        "en": "The end is by Provinces, but some are left in the supply (at least {value}).",
    },
    "X1:trash": {
        "it": "Fine per Province: è vero solo se quelle che mancano ({value}) sono tra le carte eliminate, non "
        "scritte.",
        "en": "The end is by Provinces: that holds only if the missing ones ({value}) are in the trash, which is not "
        "told.",
    },
    "X2": {
        "it": "Sedia {seat}: ha finito la partita ma non può avere la Provincia presa per ultima.",
        "en": "Seat {seat}: ended the game but cannot own the Province taken last.",
    },
    "X3": {
        "it": "Fine per tre pile, ma quelle che possono essere vuote sono meno di {bound}.",
        "en": "The end is by three piles, but fewer than {bound} can be empty.",
    },
    "X3:trash": {
        "it": "Fine per tre pile: di sicuro vuote ne sono {value}, le altre solo contando carte eliminate non scritte.",
        "en": "The end is by three piles: {value} are surely empty, others only counting an unreported trash.",
    },
    "X4:provinces": {
        "it": "Il modulo dice tempo scaduto, ma le Province erano finite: il motivo è quello.",
        "en": "The sheet says time-out, but the Provinces were gone: that is the reason.",
    },
    "X4:piles": {
        "it": "Il modulo dice tempo scaduto, ma tre pile erano finite: il motivo è quello.",
        "en": "The sheet says time-out, but three piles were empty: that is the reason.",
    },
    "X5": {
        "it": "Sedia {seat}: ha finito la partita: ha carte di almeno {bound} delle pile vuote ({cards}), non di "
        "{value}.",
        "en": "Seat {seat}: ended the game, so owns cards of at least {bound} of the empty piles ({cards}), not of "
        "{value}.",
    },
    "X6": {"it": "Pila vuota {card}: non è in questa partita.", "en": "Empty pile {card}: it is not in this game."},
    "X7": {
        "it": "La partita non era finita: restano Province (almeno {provinces}) e tre pile non possono essere vuote.",
        "en": "The game was not over: Provinces are left (at least {provinces}) and three piles cannot be empty.",
    },
    "X8": {
        "it": "Pila vuota {card}: nella riserva ce n’è ancora (almeno {value}).",
        "en": "Empty pile {card}: some are left in the supply (at least {value}).",
    },
    "P1": {
        "it": "Sedia {seat}: sul modulo è {value}ª, ma per punti, turni, Oro, monete e Azioni è {bound}ª.",
        "en": "Seat {seat}: placed {value}, but by points, turns, Golds, coins and Actions it is {bound}.",
    },
    "P1:shared": {
        "it": "Sedia {seat}: sul modulo è {value}ª, ma per punti e turni è {bound}º "
        "(chi è pari in tutti e due vince insieme).",
        "en": "Seat {seat}: placed {value}, but by points and turns it is {bound} (who is equal in both wins "
        "together).",
    },
    "P2": {
        "it": "Sedia {seat}: {equal} {equal:giocatore|giocatori} sono pari in tutto, serve il sorteggio ({bound}).",
        "en": "Seat {seat}: {equal} {equal:player|players} {equal:is|are} equal in everything, a lot is needed "
        "({bound}).",
    },
    "P2:given": {
        "it": "Sedia {seat}: nessun’altra è pari in tutto, il sorteggio ({value}) non ci vuole.",
        "en": "Seat {seat}: nobody is equal in everything, the lot ({value}) does not belong here.",
    },
    "P2:repeated": {
        "it": "Sedia {seat}: il sorteggio {value} è ripetuto o fuori da {bound}.",
        "en": "Seat {seat}: the lot {value} is repeated or outside {bound}.",
    },
    "P3": {
        "it": "Il {place}º posto in classifica è scritto {value} volte: ogni posto va scritto una volta.",
        "en": "Place {place} is written {value} times: each place is given once.",
    },
}


def _proof_of(finding: Finding) -> str:
    is_plain = finding.code == "D2" and finding.params.get("gardens") == 0
    return "D2:plain" if is_plain else finding.code


MESSAGES: Final = Messages(
    SENTENCES,
    {**PROOFS, "D2:plain": WITHOUT_GARDENS},
    words=WORDS,
    worded=frozenset(("expected", "found", "field")),
    named=frozenset(("card", "nearest", "cards")),
    name=cards.name_of,
    proof_names=names_in_proofs,
    proof_of=_proof_of,
)
sentence: Final = MESSAGES.sentence
proof: Final = MESSAGES.proof
