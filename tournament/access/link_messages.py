"""Message texts for :mod:`tournament.access.errors`."""

from __future__ import annotations

SENTENCES: dict[str, dict[str, str]] = {
    "LINK_UNKNOWN": {
        "it": "Questo link non apre niente. Inquadra di nuovo il codice, o chiedi al banco dell’organizzatore.",
        "en": "This link opens nothing. Scan the code again, or ask at the organiser’s desk.",
    },
    "LINK_REVOKED": {
        "it": "Questo link è stato revocato dall’organizzatore: chiedine uno nuovo al banco.",
        "en": "The organiser has revoked this link: ask for a new one at the desk.",
    },
    "LINK_EXPIRED": {
        "it": "Questo link è scaduto: i risultati sono sulla pagina pubblica del torneo.",
        "en": "This link has expired: the results are on the event’s public page.",
    },
    "ROUND_OVER": {
        "it": "Il turno {round} è chiuso: il link del tavolo {table} valeva fino ad allora. Chi trova un errore lo dica"
        " all’arbitro.",
        "en": "Round {round} is closed: the link of table {table} was good until then. Whoever finds a mistake tells "
        "the referee.",
    },
    "NOT_AT_TABLE": {
        "it": "{player} non siede al tavolo {table}: il modulo lo conferma chi ha giocato a quel tavolo.",
        "en": "{player} does not sit at table {table}: a sheet is confirmed by those who played at that table.",
    },
    "SHEET_NOT_THERE": {
        "it": "Per il tavolo {table} non c’è questa versione, o ce n’è una più nuova: rileggila e poi conferma.",
        "en": "Table {table} does not have this version, or there is a newer one: read it again, then confirm.",
    },
    "CONFIRM_WITH_ACCOUNT": {
        "it": "Il modulo del tavolo {table} contiene un errore: può chiuderlo così solo un arbitro con il suo accesso. "
        "Correggi il numero o chiama l’arbitro.",
        "en": "The sheet of table {table} holds an error: only a referee who is signed in can close it like this. Put "
        "the number right or call the referee.",
    },
    "NO_TABLE_NOW": {
        "it": "{player} non siede adesso a nessun tavolo aperto.",
        "en": "{player} sits at no open table now.",
    },
    "CODE_UNKNOWN": {
        "it": "Questo codice non è di nessun iscritto. Inquadralo di nuovo, o cerca il nome fra gli iscritti.",
        "en": "This code is nobody’s. Scan it again, or look for the name among the entries.",
    },
    "CODE_OF_TABLE": {
        "it": "Questo è il codice di un tavolo: alla porta serve quello personale di chi si presenta.",
        "en": "This is the code of a table: the door takes the personal code of whoever has come.",
    },
    "CODE_OF_ANOTHER_EVENT": {
        "it": "Il codice di {player} è di un altro torneo: {event}. Cerca il nome fra gli iscritti di questo.",
        "en": "The code of {player} is of another event: {event}. Look for the name among the entries of this one.",
    },
    "CODE_REVOKED": {
        "it": "Il codice di {player} è stato revocato. Chiedi il nome e segna la presenza fra gli iscritti.",
        "en": "The code of {player} has been revoked. Ask for the name and mark the presence among the entries.",
    },
    "CODE_EXPIRED": {
        "it": "Il codice di {player} è scaduto. Chiedi il nome e segna la presenza fra gli iscritti.",
        "en": "The code of {player} has expired. Ask for the name and mark the presence among the entries.",
    },
}
