"""Message texts for the errors of :mod:`tournament.regulation.errors`."""

from __future__ import annotations

ERRORS: dict[str, dict[str, str]] = {
    "UNKNOWN_REGULATION": {
        "it": "Non esiste la versione «{version}» del regolamento; esistono: {known}.",
        "en": "There is no version “{version}” of the regulation; known: {known}.",
    },
    "IMPOSSIBLE_TABLES": {
        "it": "Con {players} {players:giocatore|giocatori} non si formano tavoli da 4 e da 3: ne servono 3, "
        "4 oppure almeno 6.",
        "en": "{players} {players:player|players} cannot be seated at tables of 4 and 3: it takes 3, 4, or at least 6.",
    },
    "SAME_PLAYER_TWICE": {
        "it": "Il giocatore {player} compare due volte: può comparire una volta sola.",
        "en": "Player {player} appears twice: once is allowed.",
    },
    "UNKNOWN_PLAYER": {
        "it": "{player} non è tra i giocatori del torneo.",
        "en": "{player} is not among the players of the event.",
    },
    "LOT_MISSING": {
        "it": "Pari in tutto: {who}. Serve il sorteggio tra i pari merito.",
        "en": "Equal on everything: {who}. A lot has to be drawn among the tied.",
    },
    "LOT_NOT_NEEDED": {
        "it": "Sorteggio superfluo per {who}: un altro criterio decide già.",
        "en": "No lot is needed for {who}: another criterion already decides.",
    },
    "LOTS_NOT_A_PERMUTATION": {
        "it": "I sorteggi di {who} sono {lots}: tra i pari merito servono i numeri da 1 a {size}, ciascuno una volta.",
        "en": "The lots of {who} are {lots}: the tied need the numbers from 1 to {size}, each once.",
    },
    "CRITERION_MISSING": {
        "it": "Riga {who}: a parità degli altri criteri serve «{criterion}», che manca.",
        "en": "Row {who}: the other criteria are equal, so “{criterion}” is needed, and it is missing.",
    },
    "PLACE_OUT_OF_RANGE": {
        "it": "Il posto {place} non esiste: i posti partono da 1.",
        "en": "There is no place {place}: places start at 1.",
    },
    "FINALISTS_MISMATCH": {
        "it": "La finale spetta a {expected}; sono stati indicati {found}.",
        "en": "The final belongs to {expected}; {found} were given.",
    },
    "BAD_SEED": {
        "it": "Il seme «{seed}» non è valido: servono 64 cifre esadecimali minuscole.",
        "en": "“{seed}” is no seed: it takes 64 lower-case hexadecimal digits.",
    },
    "BAD_WORD": {
        "it": "La parola «{word}» non è valida: al massimo 64 caratteri, su una riga.",
        "en": "“{word}” is no valid word: at most 64 characters, on one line.",
    },
    "BAD_PICK": {
        "it": "Non si può estrarre tra {count} possibilità: devono essere da 1 a 4294967296.",
        "en": "Nothing can be picked among {count} outcomes: it takes 1 to 4294967296.",
    },
    "BAD_PURPOSE": {
        "it": "«{purpose}» non è un tipo di sorteggio; quelli noti: {known}.",
        "en": "“{purpose}” is no kind of draw; known: {known}.",
    },
    "BAD_LABEL": {
        "it": "L’ambito «{scope}» del sorteggio non è valido: al massimo 200 caratteri, su una riga.",
        "en": "“{scope}” is no valid scope of a draw: at most 200 characters, on one line.",
    },
    "OUTSIDE_SEASON": {
        "it": "Il torneo ({first_day} – {last_day}) deve stare tutto tra il {season_first} e il {season_last}.",
        "en": "The event ({first_day} – {last_day}) must lie between {season_first} and {season_last}.",
    },
    "DAYS_REVERSED": {
        "it": "L’ultimo giorno ({last_day}) viene prima del primo ({first_day}).",
        "en": "The last day ({last_day}) comes before the first ({first_day}).",
    },
    "FASCIA_NOT_DECLARABLE": {
        "it": "La fascia {fascia} non si può dichiarare: si dichiara la I o la III.",
        "en": "Fascia {fascia} cannot be declared: I or III can.",
    },
    "TOO_FEW_PLAYERS": {
        "it": "Al primo turno {players:siede|siedono} {players} {players:giocatore|giocatori}: un torneo "
        "valido ne ha almeno "
        "{minimum}.",
        "en": "{players} {players:player|players} {players:sits|sit} down in round 1: a valid event takes at "
        "least {minimum}.",
    },
    "FASCIA_CHANGE_REFUSED": {
        "it": "Da fascia {declared} a fascia {to} con {players} {players:giocatore|giocatori}: il "
        "regolamento non lo prevede.",
        "en": "From fascia {declared} to {to} with {players} {players:player|players}: the regulation does "
        "not foresee it.",
    },
    "FASCIA_REASON_MISSING": {
        "it": "Il passaggio da fascia {declared} a fascia {to} richiede una motivazione.",
        "en": "The change from fascia {declared} to {to} needs a reason.",
    },
    "FASCIA_UNDECIDED": {
        "it": "Fascia {declared} con {players} {players:giocatore|giocatori}, meno dei {minimum} richiesti: "
        "prima dell’omologazione "
        "il Referente deve declassare il torneo.",
        "en": "Fascia {declared} with {players} {players:player|players}, below its minimum of {minimum}: "
        "the referent has to demote the event before it is homologated.",
    },
    "ROUNDS_OUT_OF_RANGE": {
        "it": "{rounds} {rounds:turno|turni} prima della finale: devono essere da {minimum} a {maximum}.",
        "en": "{rounds} {rounds:round|rounds} before the final: there must be {minimum} to {maximum}.",
    },
    "MINUTES_REASON_MISSING": {
        "it": "I minuti di un turno sono {minutes} invece di {usual}: scrivi perché, lo legge il Referente.",
        "en": "A round has {minutes} minutes instead of {usual}: say why, the Referent reads it.",
    },
    "FINAL_CLOCK_REASON_MISSING": {
        "it": "In finale l’orologio non corre: scrivi perché, lo legge il Referente.",
        "en": "The clock does not run in the final: say why, the Referent reads it.",
    },
    "DRAW_DAY_REASON_MISSING": {
        "it": "Si sorteggia fuori dai giorni del torneo (dal {first_day} al {last_day}): scrivi perché, lo legge il "
        "Referente.",
        "en": "This draw is outside the event’s days ({first_day} to {last_day}): say why, the Referent reads it.",
    },
    "ROUNDS_REASON_MISSING": {
        "it": "Con questi giocatori i turni sono {default}: per farne {rounds} serve una motivazione scritta.",
        "en": "This number of players gives {default} {default:round|rounds}: {rounds} need a written reason.",
    },
    "ROUNDS_FIXED": {
        "it": "La finale nazionale ha {fixed} {fixed:turno|turni} più la finale, non {rounds}.",
        "en": "The national final has {fixed} {fixed:round|rounds} and a final, not {rounds}.",
    },
    "TOO_MANY_CALLED": {
        "it": "{number} {number:convocato|convocati}: la finale nazionale ne ammette al massimo {maximum}.",
        "en": "{number} called: the national final admits at most {maximum}.",
    },
    "NO_TABLES_FOR_CALLED": {
        "it": "{number} {number:convocato|convocati} non {number:forma|formano} tavoli da 4 e da 3: "
        "scegli 3, 4 oppure almeno 6.",
        "en": "{number} called cannot be seated at tables of 4 and 3: choose 3, 4, or at least 6.",
    },
    "BAD_CALL_UP": {
        "it": "La convocazione di {player} è nello stato «{state}» e non può passare a «{to}».",
        "en": "The call-up of {player} is “{state}” and cannot become “{to}”.",
    },
    "TRANSITION_REFUSED": {
        "it": "Un torneo nello stato «{state}» non può passare a «{to}».",
        "en": "An event that is “{state}” cannot become “{to}”.",
    },
    "NOT_REFERENT": {
        "it": "Da «{state}» a «{to}» può passarlo solo il Referente del Nazionale.",
        "en": "Only the national referent takes an event from “{state}” to “{to}”.",
    },
    "REASON_MISSING": {
        "it": "Il passaggio da «{state}» a «{to}» richiede una motivazione.",
        "en": "Going from “{state}” to “{to}” needs a reason.",
    },
    "NOT_AUTHORISED": {
        "it": "Il torneo non è ancora autorizzato dal Referente: non si può sorteggiare nulla.",
        "en": "The referent has not authorised the event yet: nothing can be drawn.",
    },
    "ANNOUNCED_IN_FUTURE": {
        "it": "L’avviso porta il giorno {announced}, che deve ancora venire: oggi è {today}. Scrivi quando è uscito.",
        "en": "The notice has the day {announced}, which is still to come: today is {today}. Write when it came out.",
    },
    "AUTHORISED_LATE": {
        "it": "Il torneo è finito il {last_day} e oggi è {day}: si autorizza prima, non dopo. "
        "Se è stato rinviato, non autorizzarlo: l’organizzatore lo annuncia con il giorno nuovo.",
        "en": "The event ended on {last_day} and today is {day}: it is authorised before, not after. "
        "If it was put off, do not authorise it: the organiser announces it with its new day.",
    },
    "ANNOUNCED_LATE": {
        "it": "L’avviso sul Forum ({announced}) deve precedere l’inizio del torneo ({first_day}).",
        "en": "The notice on the Forum ({announced}) must come before the start of the event ({first_day}).",
    },
    "ROUND_NOT_COMPLETE": {
        "it": "Turno {round}: tavoli ancora aperti: {tables}. Il turno seguente si sorteggia quando sono tutti chiusi.",
        "en": "Round {round}: tables still open: {tables}. The next round is drawn when all are closed.",
    },
    "ROUND_ALREADY_DRAWN": {
        "it": "Il turno {round} è già stato sorteggiato: nulla si sorteggia due volte.",
        "en": "Round {round} has been drawn already: nothing is drawn twice.",
    },
    "ENTRIES_CLOSED": {
        "it": "Dopo il sorteggio del primo turno non si iscrive più nessuno.",
        "en": "Nobody enters after the draw of round 1.",
    },
    "ORGANISER_DISQUALIFIED": {
        "it": "L’organizzatore è squalificato: i suoi tornei non sono ammessi.",
        "en": "The organiser is disqualified: his events are not admitted.",
    },
    "REPORT_LATE": {
        "it": "Il rapporto è arrivato il {received}, oltre il termine: doveva arrivare prima del {deadline}.",
        "en": "The report came on {received}, too late: it was due before {deadline}.",
    },
    "REPORT_INCOMPLETE": {
        "it": "Il rapporto è incompleto: manca {missing}.",
        "en": "The report is incomplete: missing {missing}.",
    },
    "BAD_EVENT_FILE": {
        "it": "{path}: {problem}; atteso: {expected}.",
        "en": "{path}: {problem}; expected: {expected}.",
    },
}
