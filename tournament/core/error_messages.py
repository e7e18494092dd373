"""Message texts for :mod:`tournament.core.errors` and for the consequences of a correction."""

from __future__ import annotations

SENTENCES: dict[str, dict[str, str]] = {
    "ALREADY_DONE": {
        "it": "È già stato fatto: {what}.",
        "en": "It has already been done: {what}.",
    },
    "FIELD_WRONG": {
        "it": "Il campo «{field}» non va bene («{value}»): {right}.",
        "en": "The field “{field}” is not right (“{value}”): {right}.",
    },
    "FIELD_FROZEN": {
        "it": "Con il torneo nello stato «{state}» il campo «{field}» non si cambia più.",
        "en": "The event is “{state}”: the field “{field}” can no longer be changed.",
    },
    "SEASONS_OVERLAP": {
        "it": "In quei giorni c’è già la stagione «{season}» di {game}: un gioco ha una stagione alla volta.",
        "en": "On those days there is already the season “{season}” of {game}: a game has one season at a time.",
    },
    "SEASON_GAME_FIXED": {
        "it": "La stagione ha già dei tornei di {game}: il gioco non si cambia più. Apri un’altra stagione.",
        "en": "The season already holds events of {game}: its game can no longer be changed. Open another season.",
    },
    "SEASON_OF_ANOTHER_GAME": {
        "it": "La stagione «{season}» è di {game}: scegli una stagione del gioco di questo torneo.",
        "en": "The season “{season}” is of {game}: choose a season of this event’s game.",
    },
    "DECISION_REASON_MISSING": {
        "it": "Questa decisione richiede una motivazione scritta.",
        "en": "This decision needs a written reason.",
    },
    "WORD_MISSING": {
        "it": "Serve la parola detta ad alta voce da uno dei presenti: entra nel sorteggio.",
        "en": "It takes the word called out by somebody present: it goes into the draw.",
    },
    "EVENT_STATE_WRONG": {
        "it": "Il torneo è nello stato «{state}»: si può fare solo quando è «{needed}».",
        "en": "The event is “{state}”: this takes an event that is “{needed}”.",
    },
    "EVENT_FULL": {
        "it": "Il torneo è al completo ({capacity} {capacity:posto|posti}). Aumenta i posti o liberane uno.",
        "en": "The event is full: it has {capacity} {capacity:place|places}. Raise the number of places or free one.",
    },
    "NOT_CALLED": {
        "it": "{player} non è tra chi ha accettato la convocazione: alla finale nazionale gioca solo chi è convocato "
        "e ha detto di sì. Le risposte le segna il Referente.",
        "en": "{player} is not among those who accepted the call: only who is called and said yes plays the national "
        "final. The Referent writes the answers down.",
    },
    "FINAL_FULL": {
        "it": "Alla finale nazionale {number:è iscritto|sono iscritti} già {number}: la stagione non ne ammette altri.",
        "en": "{number} {number:is|are} already entered in the national final: the season admits no more.",
    },
    "EVENT_FROZEN": {
        "it": "Il torneo è nello stato «{state}»: i risultati non si cambiano senza il Referente del Nazionale.",
        "en": "The event is “{state}”: results are not changed without the National Referent.",
    },
    "SAME_PERSON_TWICE": {
        "it": "{person} è già iscritto a questo torneo (numero {number}): ci si iscrive una volta sola.",
        "en": "{person} is already entered in this event (number {number}): one enters once.",
    },
    "CARD_NUMBER_TAKEN": {
        "it": "La tessera {card_number} è già di {person}: scegli quella persona o correggi il numero.",
        "en": "Card {card_number} already belongs to {person}: choose that person or correct the number.",
    },
    "CONSENT_REFUSED_BY_PERSON": {
        "it": "{player} ha già detto di no di persona, per posta, dal proprio account o su carta: dal banco non si "
        "cambia. Chi gioca può cambiare idea con il link ricevuto per posta.",
        "en": "{player} has said no in person, by mail, account or signed form: the desk cannot change that. The "
        "player can, with the link that was mailed.",
    },
    "CONSENT_ADDRESS_OF_DESK": {
        "it": "L’indirizzo di posta di questa scheda è di chi organizza: non dimostra che a decidere sia chi gioca. "
        "Usa il modulo firmato su carta, o chiedi al Referente di correggere l’indirizzo.",
        "en": "The mail address of this record belongs to somebody who runs events: it does not show that the player "
        "decides. Use the signed paper form, or ask the Referent to correct the address.",
    },
    "CONSENT_BEFORE_AUTHORISATION": {
        "it": "Il Referente non ha ancora autorizzato il torneo: fino ad allora non si decide niente sui nomi.",
        "en": "The Referent has not authorised the event yet: until then nothing is decided about names.",
    },
    "CONSENT_NO_ADDRESS": {
        "it": "Non abbiamo il tuo indirizzo di posta: firma il modulo su carta al banco, oppure scrivi al Referente.",
        "en": "We have no mail address of yours: sign the paper form at the desk, or write to the Referent.",
    },
    "CONSENT_PAPER_WITHOUT_NAMES": {
        "it": "Scegli chi ha firmato il modulo che si vede nella foto.",
        "en": "Choose who signed the form in the photo.",
    },
    "CONSENT_PAPER_DECIDED": {
        "it": "Su questo modulo il Referente ha già deciso: è «{state}».",
        "en": "The Referent has decided on this form: it is “{state}”.",
    },
    "ENTRIES_NOT_OPEN": {
        "it": "Il Referente non ha ancora autorizzato il torneo: iscrizioni e link si aprono dopo l’autorizzazione.",
        "en": "The Referent has not authorised the event yet: entries and links open after the authorisation.",
    },
    "PERSON_OF_ANOTHER_CLUB": {
        "it": "Questa persona non ha mai giocato nei tuoi tornei: per iscriverla scrivi nome e numero di tessera, "
        "oppure falle chiedere l’iscrizione dal suo account.",
        "en": "This person has never played in your events: to register them give name and card number, or have them "
        "ask from their own account.",
    },
    "CARD_UNKNOWN": {
        "it": "Nessuno nell’elenco nazionale ha la tessera {card_number} con questo nome: controlla entrambi.",
        "en": "Nobody on the national list has card {card_number} and this name: check both.",
    },
    "CARD_OF_ANOTHER": {
        "it": "La tessera {card_number} è già di un’altra scheda: se è la stessa persona, iscrivila con nome e "
        "tessera; altrimenti correggi il numero.",
        "en": "Card {card_number} already belongs to another record: if it is the same person, register them by name "
        "and card; else correct the number.",
    },
    "PERSON_MERGED": {
        "it": "La scheda di {person} è stata unita a un’altra: usa quella.",
        "en": "The record of {person} was joined to another: use that one.",
    },
    "PERSONS_MEET": {
        "it": "Le due schede di {person} hanno giocato entrambe in «{event}»: sono due persone diverse.",
        "en": "Both records of {person} played in “{event}”: they are two people.",
    },
    "ENTRY_STATE_WRONG": {
        "it": "{player} risulta «{state}»: si può fare solo per chi è «{needed}».",
        "en": "{player} is “{state}”: this takes a player who is “{needed}”.",
    },
    "ENTRY_SEATED": {
        "it": "{player} è già al tavolo {table} del turno {round}: annulla il sorteggio del turno "
        "o segna l’abbandono al tavolo.",
        "en": "{player} already sits at table {table} of round {round}: undo the round’s draw, "
        "or mark the player as having abandoned the table.",
    },
    "ROUND_STATE_WRONG": {
        "it": "Il turno {round} è nello stato «{state}»: si può fare solo quando è «{needed}».",
        "en": "Round {round} is “{state}”: this takes a round that is “{needed}”.",
    },
    "ROUND_UNDONE": {
        "it": "Il sorteggio del turno {round} è stato disfatto nel frattempo: i suoi tavoli non valgono più.",
        "en": "The draw of round {round} was undone meanwhile: its tables no longer stand.",
    },
    "ENTRY_GONE": {
        "it": "{player} non è più tra gli iscritti: il nome è stato tolto dalla lista nel frattempo.",
        "en": "{player} is no longer entered: the name was taken off the list meanwhile.",
    },
    "ROUND_HAS_SHEETS": {
        "it": "Il turno {round} ha già risultati ai tavoli {tables}: il sorteggio non si annulla più.",
        "en": "Round {round} already has results at tables {tables}: its draw is no longer undone.",
    },
    "ALL_ROUNDS_DRAWN": {
        "it": "I {rounds} turni sono già stati giocati: ora viene la finale.",
        "en": "All {rounds} rounds have been played: the final comes next.",
    },
    "ROUNDS_TO_PLAY": {
        "it": "Turni giocati: {played} su {rounds}: la finale viene dopo l’ultimo.",
        "en": "{played} of {rounds} {rounds:round|rounds} {rounds:has|have} been played: the final comes "
        "after the last.",
    },
    "NO_FINAL": {
        "it": "{players:È rimasto|Sono rimasti} {players} {players:finalista|finalisti}: per la finale ne "
        "servono almeno 3. "
        "La classifica definitiva è il risultato: concludi il torneo.",
        "en": "{players} {players:finalist|finalists} {players:is|are} left: the final takes at least 3. "
        "The definitive standings are the result: conclude the event.",
    },
    "FINAL_NOT_PLAYED": {
        "it": "La finale non è ancora chiusa: decide i primi posti.",
        "en": "The final is not closed yet: it decides the first places.",
    },
    "FINAL_PLAYED": {
        "it": "La finale è stata giocata: il torneo è alla fine, e nessuno lo lascia più.",
        "en": "The final has been played: the event is at its end, and nobody leaves it any more.",
    },
    "TABLES_STILL_POSSIBLE": {
        "it": "Con {players} {players:giocatore|giocatori} il turno si può formare: il torneo continua.",
        "en": "{players} {players:player|players} can be seated: the event goes on.",
    },
    "TOO_FEW_ROUNDS": {
        "it": "Turni giocati: {played}; la classifica è definitiva dopo almeno {minimum}. "
        "Si può solo dichiarare nullo il torneo.",
        "en": "{played} {played:round|rounds} {played:has|have} been played: standings become definitive "
        "after at least {minimum}. "
        "The event can only be declared void.",
    },
    "TABLES_BY_HAND_WRONG": {
        "it": "I tavoli scritti a mano non vanno: servono {expected}, sono stati scritti {found}.",
        "en": "The tables written by hand are not right: {expected} are needed, {found} were written.",
    },
    "DRAW_BY_HAND_WRONG": {
        "it": "Il sorteggio fatto a mano non è possibile: {reasons}",
        "en": "The draw made by hand is not possible: {reasons}",
    },
    "DRAW_ALREADY_MADE": {
        "it": "Il sorteggio «{scope}» è già stato fatto: niente si estrae due volte.",
        "en": "The draw “{scope}” has already been made: nothing is drawn twice.",
    },
    "DRAW_REQUEST_OPEN": {
        "it": "C’è già una richiesta aperta («{what}»): aspetta che sia accettata o ritirala.",
        "en": "A request is open already (“{what}”): wait until it is agreed to, or withdraw it.",
    },
    "DRAW_REQUEST_GONE": {
        "it": "La richiesta «{what}» non vale più: è stata ritirata, o nel frattempo il torneo è andato avanti.",
        "en": "The request “{what}” no longer holds: it was withdrawn, or the event has gone on.",
    },
    "AGREEMENT_OWN": {
        "it": "Chi ha fatto la richiesta non può anche accettarla: serve un altro account del torneo, "
        "o due giocatori dalla loro pagina.",
        "en": "Who made the request cannot agree to it as well: it takes another account of the event, "
        "or two players on their own pages.",
    },
    "AGREEMENT_NOT_YOURS": {
        "it": "{player} non può accettare questa richiesta: può farlo un giocatore presente che non l’abbia fatta.",
        "en": "{player} cannot agree to this request: it takes a player who is present and did not make it.",
    },
    "LOTS_BY_HAND_ALONE": {
        "it": "Sul modulo del tavolo {table} il sorteggio è fatto a mano: lo confermano un account diverso da chi ha "
        "scritto il modulo, o prima due giocatori del tavolo dalla loro pagina. Oppure togli il sorteggio dal modulo "
        "e fallo qui con una parola.",
        "en": "The lots on the sheet of table {table} were drawn by hand: another account than the one that entered "
        "the sheet confirms it, or two players of the table confirm it first on their own pages. Or leave the lots "
        "out and draw them here with a word.",
    },
    "DRAW_ANNULLED": {
        "it": "Il sorteggio «{scope}» è stato annullato: resta solo come prova.",
        "en": "The draw “{scope}” was annulled: it stays as evidence only.",
    },
    "CLOCK_WRONG": {
        "it": "L’orologio è «{clock}»: non si può fare adesso.",
        "en": "The clock is “{clock}”: this cannot be done now.",
    },
    "SHEET_UNREADABLE": {
        "it": "Il modulo non si legge in «{path}»: {right}.",
        "en": "The sheet cannot be read at “{path}”: {right}.",
    },
    "SHEET_KEY_REUSED": {
        "it": "Questo modulo è già stato inviato per il tavolo {table}: ricarica la pagina.",
        "en": "This sheet has already been sent for table {table}: reload the page.",
    },
    "SHEET_OUTDATED": {
        "it": "Nel frattempo è arrivata la versione {latest} del modulo: quella vista era la {version}.",
        "en": "Version {latest} of the sheet came in the meantime: you were looking at version {version}.",
    },
    "TABLE_CLOSED": {
        "it": "Il risultato del tavolo {table} è già confermato: per cambiarlo serve una correzione motivata.",
        "en": "The result of table {table} is already confirmed: it takes a correction with a reason.",
    },
    "TABLE_NOT_CLOSED": {
        "it": "Il risultato del tavolo {table} non è ancora confermato: basta inviare un nuovo modulo.",
        "en": "The result of table {table} is not confirmed yet: just send a new sheet.",
    },
    "SHEET_HAS_ERRORS": {
        "it": "Il modulo contiene {count} {count:dato impossibile|dati impossibili} per le regole: "
        "{count:correggilo|correggili}, oppure scrivi "
        "perché si chiude il tavolo lo stesso.",
        "en": "The sheet holds {count} {count:value|values} impossible by the rules: correct {count:it|them}, or write "
        "why the table is closed all the same.",
    },
    "SHEET_UNUSABLE": {
        "it": "Nel modulo {count:manca o non si legge un dato|mancano o non si leggono {count} dati}: "
        "{count:scrivilo|scrivili} o {count:correggilo|correggili}. Senza, il tavolo non si chiude.",
        "en": "{count} {count:value is|values are} missing from the sheet or cannot be read: write or correct "
        "{count:it|them}. Without {count:it|them} the table cannot be closed.",
    },
    "SHEET_HAS_WARNINGS": {
        "it": "Il modulo contiene {count} {count:dato improbabile|dati improbabili}: "
        "{count:ricontrollalo e confermalo|ricontrollali e confermali}.",
        "en": "The sheet holds {count} unlikely values: look again, and confirm {count:it|them}.",
    },
    "LOTS_NOT_AS_DRAWN": {
        "it": "I sorteggi scritti per il tavolo {table} non sono quelli estratti: niente si estrae due volte.",
        "en": "The lots written for table {table} are not those drawn: nothing is drawn twice.",
    },
    "NO_TIE": {
        "it": "Al tavolo {table} nessuno è pari in tutto: non c’è niente da sorteggiare.",
        "en": "At table {table} nobody is equal on everything: there is nothing to draw.",
    },
    "NOTHING_CHANGED": {
        "it": "La correzione del tavolo {table} non cambia nulla.",
        "en": "The correction of table {table} changes nothing.",
    },
    "CORRECTION_CHANGES_TABLES": {
        "it": "La correzione cambierebbe tavoli già sorteggiati: guarda le conseguenze e conferma espressamente.",
        "en": "The correction would change tables already drawn: look at the consequences and confirm expressly.",
    },
    "CONSEQUENCE_PLACE": {
        "it": "Tavolo {table}: {player} passa dal {before}º al {after}º posto.",
        "en": "Table {table}: {player} goes from place {before} to place {after}.",
    },
    "CONSEQUENCE_STANDINGS": {
        "it": "Classifica dopo il turno {round}: {player} passa dal {before}º al {after}º posto.",
        "en": "Standings after round {round}: {player} goes from position {before} to {after}.",
    },
    "CONSEQUENCE_TABLES": {
        "it": "Turno {round}: {player} sarebbe al tavolo {after}, è stato messo al tavolo {before}.",
        "en": "Round {round}: {player} would sit at table {after} and was seated at table {before}.",
    },
    "CONSEQUENCE_FINALISTS": {
        "it": "Finale: toccherebbe a {after}; è stata formata con {before}.",
        "en": "Final: it would belong to {after}; it was formed with {before}.",
    },
    "CONSEQUENCE_LOTS": {
        "it": "Classifica dopo il turno {round}: servono nuovi sorteggi tra {player}.",
        "en": "Standings after round {round}: new lots are needed among {player}.",
    },
}
