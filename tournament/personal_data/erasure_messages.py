"""Message texts for :mod:`tournament.personal_data.erasure_errors`."""

from __future__ import annotations

SENTENCES: dict[str, dict[str, str]] = {
    "PERSON_IN_EVENT": {
        "it": "{person} è tra gli iscritti di «{event}», che non è finito: togli l’iscrizione o aspetta la fine.",
        "en": "{person} is entered in “{event}”, which is not over: remove the entry, or wait for its end.",
    },
    "ALREADY_ERASED": {
        "it": "I dati di questa scheda sono già stati cancellati: la ricevuta è la numero {receipt}.",
        "en": "The data of this record have been erased already: the receipt is number {receipt}.",
    },
    "NOT_ASKED": {
        "it": "Non c’è nessuna richiesta di cancellazione in attesa: non è cambiato niente.",
        "en": "No request for erasure is waiting: nothing has changed.",
    },
}
