"""Italian and English messages of the errors in :mod:`ranking.errors`, by code."""

from __future__ import annotations

SENTENCES: dict[str, dict[str, str]] = {
    "HOMOLOGATION_REFUSED": {
        "it": "Il rapporto non torna in {count} {count:punto|punti}: così non si omologa. "
        "Chiedi all’organizzatore un nuovo rapporto o non omologare il torneo.",
        "en": "The report is wrong in {count} {count:place|places}: it cannot be ratified like this. "
        "Ask the organiser for a new report, or do not homologate the event.",
    },
    "NO_REPORT_YET": {
        "it": "Nessun rapporto è stato ancora mandato.",
        "en": "No report has been sent yet.",
    },
    "NO_FASCIA": {
        "it": "La finale nazionale non ha fascia e non dà punti.",
        "en": "The national final has no fascia and gives no points.",
    },
    "REASON_NEEDED": {
        "it": "Ogni decisione del Referente richiede una motivazione scritta.",
        "en": "Every decision of the Referent needs a written reason.",
    },
    "RANKING_EMPTY": {
        "it": "La classifica della stagione {season} è vuota: nessuno può essere convocato.",
        "en": "The Ranking of season {season} is empty: nobody can be called.",
    },
    "CALL_UP_DONE": {
        "it": "Le convocazioni della stagione {season} sono già state fatte: "
        "si cambia il numero o si convocano i sostituti.",
        "en": "The call-up of season {season} has already been made: change the number, or call substitutes.",
    },
    "SEASON_NOT_OVER": {
        "it": "La stagione {season} finisce il {day}: si convoca dopo. Se finisce prima, cambia il suo ultimo giorno.",
        "en": "Season {season} ends on {day}: players are called after it. If it ends earlier, change its last day.",
    },
    "EVENTS_UNDECIDED": {
        "it": "Possono ancora cambiare la Ranking: {events}. Prima decidi i rapporti o chiudi questi tornei.",
        "en": "These can still change the Ranking: {events}. Decide the reports or close these events first.",
    },
    "CALL_UP_ANSWERED": {
        "it": "Per la stagione {season} c’è già una risposta o la finale: la convocazione non si ritira più.",
        "en": "For season {season} there is an answer or the final already: the call-up is no longer withdrawn.",
    },
    "CALL_UP_MISSING": {
        "it": "Per la stagione {season} nessuno è ancora stato convocato.",
        "en": "Nobody has been called for season {season} yet.",
    },
    "CALL_UP_FULL": {
        "it": "Nella finale {number:c’è|ci sono} {number} {number:posto|posti}, già {number:assegnato|assegnati}: "
        "prima se ne liberi uno.",
        "en": "The final has {number} {number:place, which is|places, which are all} taken: "
        "one has to become free first.",
    },
    "RANKING_LOT_MISSING": {
        "it": "La parità tra {players} passa sulla linea dei convocati: "
        "serve il sorteggio, con una parola detta ad alta voce.",
        "en": "The tie among {players} crosses the line of the call-up: lots are needed, with a word called out.",
    },
    "NATIONAL_FINAL_EXISTS": {
        "it": "La finale nazionale della stagione {season} c’è già.",
        "en": "The national final of season {season} is already there.",
    },
}
