"""Message texts for :mod:`tournament.core.report_errors` and for the findings about a report."""

from __future__ import annotations

SENTENCES: dict[str, dict[str, str]] = {
    "ROUND_CLOCK_EXTENDED": {
        "it": "All’orologio del turno {round} {value:è stato aggiunto|sono stati aggiunti} {value} "
        "{value:minuto|minuti}. Motivo: {reason}",
        "en": "The clock of round {round} was given {value} more {value:minute|minutes}. Reason: {reason}",
    },
    "PHOTO_TOO_BIG": {
        "it": "La foto pesa {size} MB: il massimo è {most} MB. Riducila e riprova.",
        "en": "The photo is {size} MB: the most is {most} MB. Make it smaller and try again.",
    },
    "PHOTO_TOO_LARGE": {
        "it": "La foto ha troppi pixel: il massimo, in questo formato, è {most} megapixel. Riducila e riprova.",
        "en": "The photo has too many pixels: the most, in this format, is {most} megapixels. Make it smaller and try "
        "again.",
    },
    "PHOTOS_ENOUGH": {
        "it": "Il tavolo {table} ha già {most} foto, che sono il massimo. Se ne serve un’altra, l’organizzatore ne "
        "toglie una dalla pagina del rapporto.",
        "en": "Table {table} has {most} photos already, which is the most. If another is needed, the organiser takes "
        "one away on the page of the report.",
    },
    "PHOTOS_ENOUGH_OF_EVENT": {
        "it": "Il torneo ha già {most} foto: oltre a queste si conserva solo la prima di ogni tavolo. Se ne serve "
        "un’altra, l’organizzatore ne toglie una dalla pagina del rapporto.",
        "en": "The event has {most} photos already: beyond these only the first of each table is kept. If another is "
        "needed, the organiser takes one away on the page of the report.",
    },
    "PHOTO_NOT_IMAGE": {
        "it": "Il file non è una foto leggibile: servono JPEG, PNG o WebP.",
        "en": "The file is not a readable photo: JPEG, PNG or WebP are needed.",
    },
    "PHOTO_TWICE": {
        "it": "Questa foto c’è già.",
        "en": "This photo is already there.",
    },
    "DISK_FULL": {
        "it": "Il disco del server è pieno: il file non è stato salvato, tutto il resto sì. "
        "Avvisa chi gestisce il server e riprova.",
        "en": "The server’s disk is full: the file was not stored, everything else was. "
        "Tell whoever runs the server and try again.",
    },
    "FORUM_ADDRESS_WRONG": {
        "it": "«{address}» non è un indirizzo del Forum: deve cominciare con http:// o https://.",
        "en": "“{address}” is not an address on the Forum: it must begin with http:// or https://.",
    },
    "NOT_OFFICIAL": {
        "it": "Il torneo non è ufficiale: non si manda un rapporto e non dà punti.",
        "en": "The event is not official: no report is sent and it gives no points.",
    },
    "EVENT_NOT_CONCLUDED": {
        "it": "Il torneo non è concluso: è nello stato «{state}». Il file si fa quando i piazzamenti sono definitivi.",
        "en": "The event is not concluded: it is “{state}”. The file is made when the places are final.",
    },
    "FILE_REFUSED": {
        "it": "Il file non si può importare: contiene {count} {count:errore|errori}. Niente è stato salvato.",
        "en": "The file cannot be imported: it holds {count} {count:error|errors}. Nothing was saved.",
    },
    "FILE_ALREADY_HERE": {
        "it": "Il torneo «{name}» del {first_day} a {city} c’è già: un file si importa una volta sola.",
        "en": "The event “{name}” of {first_day} at {city} is already here: a file is imported once.",
    },
    "FILE_ANONYMOUS": {
        "it": "{path}: manca il nome. È un file pubblico, senza i nomi di chi non ha dato il consenso: "
        "si verifica, ma si importa solo quello dell’organizzatore.",
        "en": "{path}: the name is missing. This is a public file, without the names of those who gave no consent: "
        "it can be verified, but only the organiser’s can be imported.",
    },
    "SEASON_MISSING": {
        "it": "Nessuna stagione di {game} comprende i giorni dal {first_day} al {last_day}: "
        "il Referente ne apra una o indichi quale.",
        "en": "No season of {game} holds the days from {first_day} to {last_day}: "
        "the Referent opens one or says which.",
    },
    "PLAYERS_FILE_WRONG": {
        "it": "Il file dei giocatori non si legge: {problem}. Servono un CSV o un XLSX con le colonne {columns}.",
        "en": "The file of players cannot be read: {problem}. A CSV or XLSX with the columns {columns} is needed.",
    },
    "PLAYERS_ROWS_WRONG": {
        "it": "Il file dei giocatori ha {count} {count:riga|righe} da correggere: {rows}. Niente è stato salvato.",
        "en": "The file of players has {count} {count:row|rows} to be put right: {rows}. Nothing was saved.",
    },
    "ENTRIES_CHANGED": {
        "it": "Da quando hai guardato l’elenco le iscrizioni sono cambiate: ora sono {count}. "
        "Guardalo di nuovo prima di confermare: niente è stato salvato.",
        "en": "Since you looked at the list the entries have changed: they are {count} now. "
        "Look at it again before you confirm: nothing was saved.",
    },
    "REPORT_OUTDATED": {
        "it": "Il rapporto dice «{value}», il torneo ora dice «{bound}»: l’organizzatore lo mandi di nuovo.",
        "en": "The report says “{value}”, the event now says “{bound}”: the organiser sends it again.",
    },
    "REPORT_NOT_RECOMPUTED": {
        "it": "Non si può ricalcolare, perché il file del torneo non si legge: {path}: {problem}; atteso: {expected}. "
        "L’organizzatore corregge e manda di nuovo il rapporto.",
        "en": "It cannot be recomputed, because the tournament’s file cannot be read: {path}: {problem}; "
        "expected: {expected}. The organiser corrects it and sends the report again.",
    },
    "REPORT_RECOMPUTATION_FAILED": {
        "it": "Non si può ricalcolare, perché i dati del torneo non stanno insieme ({error}): "
        "il registro del server dice dove. Avvisa chi gestisce il server.",
        "en": "It cannot be recomputed, because the tournament’s data do not fit together ({error}): "
        "the server’s log says where. Tell whoever runs the server.",
    },
    "REPORT_WEEK_MOVED": {
        "it": "Il termine del rapporto non è quello dell’articolo 1.2: è stato spostato al {due}.",
        "en": "The deadline of the report is not that of article 1.2: it was moved to {due}.",
    },
    "SHEET_FORCED": {
        "it": "Turno {round}, tavolo {table}: chiuso dall’arbitro nonostante gli errori. Motivo: {reason}",
        "en": "Round {round}, table {table}: closed by the referee against the errors. Reason: {reason}",
    },
    "ROUNDS_CHOSEN": {
        "it": "L’organizzatore ha giocato {rounds} {rounds:turno|turni}. Motivo: {reason}",
        "en": "The organiser played {rounds} {rounds:round|rounds}. Reason: {reason}",
    },
    "REFERENT_HOMOLOGATES_OWN": {
        "it": "{person} omologa un torneo che ha organizzato o arbitrato: resta scritto nella decisione.",
        "en": "{person} ratifies an event that he or she organised or refereed: the decision keeps it.",
    },
}
