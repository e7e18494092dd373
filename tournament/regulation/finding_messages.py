"""Message texts for the findings of the regulation: kingdoms, draws, reports, event files."""

from __future__ import annotations

FINDINGS: dict[str, dict[str, str]] = {
    "KINGDOM_SIZE": {
        "it": "Carte del regno: {cards}; devono essere {size}.",
        "en": "The kingdom has {cards} {cards:card|cards}: there must be {size}.",
    },
    "KINGDOM_UNKNOWN_CARD": {
        "it": "Nessuna carta si chiama «{card}» (forse «{nearest}»?).",
        "en": "No card is called “{card}” (perhaps “{nearest}”?).",
    },
    "KINGDOM_NO_CARD": {
        "it": "Nessuna carta si chiama «{card}».",
        "en": "No card is called “{card}”.",
    },
    "KINGDOM_BASE_CARD": {
        "it": "«{card}» è una carta base: nel regno entrano solo le 25 carte Regno.",
        "en": "“{card}” is a base card: only the 25 kingdom cards enter a kingdom.",
    },
    "KINGDOM_DUPLICATE": {
        "it": "«{card}» compare due volte nell’estrazione.",
        "en": "“{card}” appears twice in the draw.",
    },
    "KINGDOM_ATTACK_WITHOUT_MOAT": {
        "it": "Nel regno c’è un attacco («{card}») ma non il Fossato: la regola del Fossato lo esclude.",
        "en": "The kingdom has an attack (“{card}”) and no Moat: the Moat rule excludes it.",
    },
    "KINGDOM_REJECTED_NEEDLESSLY": {
        "it": "{cards:È stata scartata|Sono state scartate} {cards} {cards:carta|carte}, ma con queste prime "
        "nove non se ne scarta nessuna.",
        "en": "{cards} {cards:card|cards} {cards:was|were} put aside, but with these first nine none is.",
    },
    "KINGDOM_REJECTED_NOT_ATTACK": {
        "it": "«{card}» è stata scartata ma non è un attacco.",
        "en": "“{card}” was put aside but is no attack.",
    },
    "DRAW_INPUT_TWICE": {
        "it": "«{value}» è due volte tra i sorteggiati.",
        "en": "“{value}” is twice among what was drawn from.",
    },
    "DRAW_NOT_A_PERMUTATION": {
        "it": "L’esito ({outcome} {outcome:voce|voci}) non contiene ciascuno dei {inputs} sorteggiati una e una "
        "sola volta.",
        "en": "The outcome ({outcome} {outcome:entry|entries}) does not hold each of the {inputs} inputs exactly once.",
    },
    "DRAW_KINGDOM_INPUTS": {
        "it": "Il regno si estrae dalle 25 carte Regno nell’ordine stabilito; qui le voci sono {inputs}.",
        "en": "A kingdom is drawn from the 25 kingdom cards in their fixed order; here {inputs:is|are} {inputs} "
        "{inputs:entry|entries}.",
    },
    "DRAW_OUTCOME": {
        "it": "L’esito registrato ({value}) non è quello che il seme e la parola danno ({bound}).",
        "en": "The recorded outcome ({value}) is not what seed and word give ({bound}).",
    },
    "DRAW_COMMITMENT": {
        "it": "L’impronta pubblicata ({value}) non è quella del seme ({bound}).",
        "en": "The published commitment ({value}) is not the seed’s ({bound}).",
    },
    "DRAW_BY_HAND_WITH_SEED": {
        "it": "Il sorteggio è registrato come fatto a mano ma riporta un seme.",
        "en": "The draw is recorded as made by hand but carries a seed.",
    },
    "DRAW_OTHER_KINGDOM": {
        "it": "Il sorteggio dà {bound}, il turno riporta {value}.",
        "en": "The record of the draw gives {bound}, the round says {value}.",
    },
    "REPORT_MISSING": {
        "it": "Manca nel rapporto: {item}.",
        "en": "Missing from the report: {item}.",
    },
    "REPORT_POINTS": {
        "it": "{player}: {value:riportato|riportati} {value} {value:mezzo punto|mezzi punti}, il regolamento "
        "ne dà {bound}.",
        "en": "{player}: {value} {value:half-point|half-points} reported, the regulation gives {bound}.",
    },
    "ORGANISER_PLAYS": {
        "it": "L’organizzatore o l’arbitro ({player}) gioca nel proprio torneo.",
        "en": "The organiser or referee ({player}) plays in the own event.",
    },
    "REFERENT_WON": {
        "it": "Il Referente ha vinto questo torneo e lo omologa: il rapporto lo mostra.",
        "en": "The referent won this event and ratifies it: the report shows it.",
    },
    "EVENTS_OVERLAP": {
        "it": "{player} risulta in due tornei negli stessi giorni: {first} e {second}.",
        "en": "{player} is in two events on the same days: {first} and {second}.",
    },
    "EVENTS_IN_ONE_HALL": {
        "it": "{first} e {second} sono dello stesso organizzatore, nella stessa sala e negli stessi giorni.",
        "en": "{first} and {second} are of the same organiser, in the same hall and on the same days.",
    },
    "SAME_NAME": {
        "it": "Due schede con lo stesso nome e cognome: {name}. Sono la stessa persona?",
        "en": "Two records with the same name and surname: {name}. Are they one person?",
    },
    "FEW_CALLED": {
        "it": "Convocati: {number}, meno di {minimum}.",
        "en": "{number} are called, fewer than {minimum}.",
    },
    "EVENT_SEASON": {
        "it": "Il torneo ({value}) esce dalla stagione ({bound}).",
        "en": "The event ({value}) lies outside the season ({bound}).",
    },
    "EVENT_PLAYERS": {
        "it": "Al primo turno {value:sedeva|sedevano} {value} {value:giocatore|giocatori}: ne servono almeno {bound}.",
        "en": "{value} {value:player|players} sat down in round 1: at least {bound} are needed.",
    },
    "EVENT_FASCIA_UNDECIDED": {
        "it": "Fascia {fascia} con {value} {value:giocatore|giocatori} invece di almeno {bound}: il "
        "Referente deve declassarla.",
        "en": "Fascia {fascia} with {value} {value:player|players} instead of at least {bound}: the referent "
        "has to demote it.",
    },
    "EVENT_FASCIA_CHANGE": {
        "it": "La fascia effettiva {value} non può seguire alla dichiarata {fascia} con {players} "
        "{players:giocatore|giocatori}.",
        "en": "The effective fascia {value} cannot follow the declared {fascia} with {players} "
        "{players:player|players}.",
    },
    "EVENT_ROUNDS": {
        "it": "Turni prima della finale: {value}; con questi giocatori sono {bound}.",
        "en": "Rounds before the final: {value}; with these players there are {bound}.",
    },
    "EVENT_ROUNDS_OVERRIDE": {
        "it": "L’organizzatore ha scelto {value} {value:turno|turni} invece di {bound}: «{reason}».",
        "en": "The organiser chose {value} {value:round|rounds} instead of {bound}: “{reason}”.",
    },
    "EVENT_ROUND_NUMBER": {
        "it": "Il turno porta il numero {value}: qui va il {bound}.",
        "en": "The round carries number {value}: {bound} belongs here.",
    },
    "EVENT_FINAL_MISSING": {
        "it": "Manca la finale, che spettava a {bound}.",
        "en": "The final is missing; it belonged to {bound}.",
    },
    "EVENT_PLAYER_TWICE": {
        "it": "{value} compare due volte nello stesso elenco o turno.",
        "en": "{value} appears twice in the same list or round.",
    },
    "EVENT_PLAYER_UNKNOWN": {
        "it": "{value} non è tra i giocatori del torneo.",
        "en": "{value} is not among the players of the event.",
    },
    "EVENT_PLAYER_UNSEATED": {
        "it": "{value} è ancora in gara ma non siede a nessun tavolo del turno.",
        "en": "{value} is still in the event but sits at no table of the round.",
    },
    "EVENT_PLAYER_LEFT": {
        "it": "{value} ha lasciato il torneo ma siede a un tavolo del turno.",
        "en": "{value} has left the event but sits at a table of the round.",
    },
    "EVENT_TABLE_NUMBER": {
        "it": "Il tavolo porta il numero {value}: qui va il {bound}.",
        "en": "The table carries number {value}: {bound} belongs here.",
    },
    "EVENT_TABLE_COUNT": {
        "it": "Tavoli del turno: {value}; con {players} {players:giocatore|giocatori} sono {bound}.",
        "en": "The round has {value} {value:table|tables}: {players} {players:player|players} "
        "{players:makes|make} {bound}.",
    },
    "EVENT_TABLE_SIZE": {
        "it": "Al tavolo {value:siede|siedono} {value} {value:giocatore|giocatori}: secondo la regola dei "
        "tavoli sono {bound}.",
        "en": "{value} {value:player|players} {value:sits|sit} at the table: by the rule of tables there are {bound}.",
    },
    "EVENT_NO_TABLES": {
        "it": "Con {value} {value:giocatore|giocatori} non si formano tavoli da 4 e da 3.",
        "en": "{value} {value:player|players} cannot be seated at tables of 4 and 3.",
    },
    "EVENT_SWISS": {
        "it": "Secondo la classifica parziale a questo tavolo vanno {bound}; siedono {value}.",
        "en": "By the partial standings this table is for {bound}; {value} sit there.",
    },
    "EVENT_FINALISTS": {
        "it": "La finale spetta a {bound}; siedono {value}.",
        "en": "The final belongs to {bound}; {value} sit there.",
    },
    "EVENT_SWISS_AS_DRAWN": {
        "it": "Il tavolo è rimasto com’era stato sorteggiato; dopo la correzione toccherebbe a {bound}: {reason}.",
        "en": "The table stayed as it was drawn; after the correction it would be for {bound}: {reason}.",
    },
    "EVENT_FINALISTS_AS_DRAWN": {
        "it": "La finale è rimasta com’era stata formata; dopo la correzione spetterebbe a {bound}: {reason}.",
        "en": "The final stayed as it was formed; after the correction it would belong to {bound}: {reason}.",
    },
    "EVENT_CORRECTION": {
        "it": "Una correzione nomina turno e tavolo {value}: manca quel tavolo prima di questo turno, o il motivo.",
        "en": "A correction names round and table {value}: there is no such table before this round, or no reason.",
    },
    "EVENT_ENDED_BY": {
        "it": "La partita finisce alla sedia {value}, ma le sedie sono {bound}.",
        "en": "Seat {value} ended the game, but there {bound:is|are} {bound} {bound:seat|seats}.",
    },
    "EVENT_RESULTS": {
        "it": "I risultati sono di {value}, ma al tavolo siedono {bound}.",
        "en": "The results are of {value}, but {bound} sit at the table.",
    },
    "EVENT_PLACE": {
        "it": "{player} ha il posto {value}: dai risultati è {bound}.",
        "en": "{player} has place {value}: the results give {bound}.",
    },
    "EVENT_LOT_MISSING": {
        "it": "Pari in tutto: {who}. Manca il sorteggio.",
        "en": "Equal on everything: {who}. The lot is missing.",
    },
    "EVENT_LOT_IDLE": {
        "it": "Sorteggio superfluo per {player} ({value}): un altro criterio decide già.",
        "en": "No lot is needed for {player} ({value}): another criterion already decides.",
    },
    "EVENT_LOT": {
        "it": "Il sorteggio di {player} è {value}: ai {size} pari merito vanno i numeri da 1 a {size}, uno ciascuno.",
        "en": "The lot of {player} is {value}: {size} tied need the numbers from 1 to {size}, each once.",
    },
    "EVENT_DRAWN_OUTSIDE": {
        "it": "Il turno {round} è stato sorteggiato il {day}, fuori dai giorni del torneo. Motivo: {reason}",
        "en": "Round {round} was drawn on {day}, outside the event’s days. Reason: {reason}",
    },
    "EVENT_MINUTES": {
        "it": "Un turno è durato {value} minuti, dal regolamento sono {bound}. Motivo: {reason}",
        "en": "A round lasted {value} minutes, {bound} by the regulation. Reason: {reason}",
    },
    "EVENT_FINAL_CLOCK": {
        "it": "La finale si è giocata senza orologio. Motivo: {reason}",
        "en": "The final was played without a clock. Reason: {reason}",
    },
    "EVENT_CRITERION_MISSING": {
        "it": "{player}: a parità degli altri criteri serve «{criterion}», che manca.",
        "en": "{player}: the other criteria are equal, so “{criterion}” is needed, and it is missing.",
    },
    "EVENT_STANDING_POSITION": {
        "it": "La riga porta la posizione {value}: qui va la {bound}.",
        "en": "The row carries position {value}: {bound} belongs here.",
    },
    "EVENT_STANDING_PLAYER": {
        "it": "In questa posizione c’è {value}: dai risultati è {bound}.",
        "en": "{value} is in this position: the results give {bound}.",
    },
    "EVENT_STANDING_COUNT": {
        "it": "{player}: «{field}» {value}; dai risultati è {bound}.",
        "en": "{player}: “{field}” {value}; the results give {bound}.",
    },
    "EVENT_STANDING_ROWS": {
        "it": "Righe della classifica: {value}; giocatori: {bound}.",
        "en": "The standings have {value} {value:row|rows}: there {bound:is|are} {bound} {bound:player|players}.",
    },
    "EVENT_FINAL_PLACE": {
        "it": "Al posto {place} c’è {value}: spetta a {bound}.",
        "en": "{value} is in place {place}: it belongs to {bound}.",
    },
    "EVENT_FINAL_PLACES": {
        "it": "Posti finali: {value}; giocatori: {bound}.",
        "en": "There {value:is|are} {value} {value:final place|final places}: {bound} played.",
    },
    "EVENT_SHEET_UNREADABLE": {
        "it": "Il modulo del tavolo non si può controllare: {problem}.",
        "en": "The sheet of the table cannot be checked: {problem}.",
    },
    "EVENT_SHEET_VALUE": {
        "it": "{player}: «{field}» {value}; dal modulo è {bound}.",
        "en": "{player}: “{field}” {value}; the sheet gives {bound}.",
    },
    "DRAW_OTHER_SEATS": {
        "it": "Il sorteggio dà le sedie {bound}, il tavolo riporta {value}.",
        "en": "The record of the draw gives the seats {bound}, the table says {value}.",
    },
    "DRAW_REPEATED": {
        "it": "Il turno {round} è stato sorteggiato {times} volte: {undone} {undone:sorteggio annullato|sorteggi "
        "annullati}. {undone:Motivo|Motivi}: {reasons}. Hanno accettato: {agreed}.",
        "en": "Round {round} was drawn {times} times: {undone} {undone:draw was|draws were} undone. "
        "{undone:Reason|Reasons}: {reasons}. Agreed by: {agreed}.",
    },
    "DRAW_MADE_BY_HAND": {
        "it": "Turno {round}: sorteggio fatto a mano ({item}). Motivo: {reason}. Hanno accettato: {agreed}.",
        "en": "Round {round}: drawn by hand ({item}). Reason: {reason}. Agreed by: {agreed}.",
    },
    "DRAW_REUSED": {
        "it": "Stesso seme e stesso ambito ({scope}) di un altro sorteggio: nulla si sorteggia due volte.",
        "en": "Same seed and scope ({scope}) as another draw: nothing is drawn twice.",
    },
    "EVENT_ABANDONED": {
        "it": "Al tavolo qualcuno ha abbandonato ({value}): i controlli sui turni sono solo avvertenze.",
        "en": "Somebody abandoned the table ({value}): the checks on turns are warnings only.",
    },
    "REPORT_ORDINARY_POINTS": {
        "it": "Punti ordinari di {player}: il rapporto dice {value} {value:mezzo punto|mezzi punti}, il "
        "regolamento {bound}.",
        "en": "Ordinary points of {player}: the report says {value} {value:half-point|half-points}, the "
        "regulation {bound}.",
    },
}
