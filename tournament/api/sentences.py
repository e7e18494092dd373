"""Message texts of the API's own errors; errors of the rules have their text beside the rule."""

from __future__ import annotations

from typing import Final

SENTENCES: Final[dict[str, dict[str, str]]] = {
    "NOT_FOUND": {
        "it": "Qui non c’è niente, o niente che si possa vedere.",
        "en": "There is nothing here, or nothing that you may see.",
    },
    "METHOD_NOT_ALLOWED": {
        "it": "Questo indirizzo si chiede solo così: {allowed}.",
        "en": "This address is asked for like this alone: {allowed}.",
    },
    "BAD_REQUEST": {"it": "La richiesta non si può leggere.", "en": "The request cannot be read."},
    "JSON_WRONG": {
        "it": "Il contenuto non è JSON (RFC 8259, UTF-8).",
        "en": "The content is no JSON (RFC 8259, UTF-8).",
    },
    "BODY_TOO_LARGE": {"it": "Il contenuto è troppo grande.", "en": "The content is too large."},
    "FIELDS_WRONG": {
        "it": "Qualche valore manca o non può essere così: vedi «fields».",
        "en": "Some value is missing or cannot be like this: see “fields”.",
    },
    "TOKEN_NEEDED": {
        "it": "Serve un gettone: intestazione «Authorization: Bearer fst_…».",
        "en": "A token is needed: header “Authorization: Bearer fst_…”.",
    },
    "TOKEN_WRONG": {
        "it": "Questo gettone non apre niente: è sbagliato, scaduto o revocato.",
        "en": "This token opens nothing: it is wrong, over or revoked.",
    },
    "TOO_MANY_REQUESTS": {
        "it": "Troppe richieste: riprova fra {seconds} secondi.",
        "en": "Too many requests: try again in {seconds} seconds.",
    },
    "SERVER_ERROR": {
        "it": "Un errore nostro: è stato segnato. Riprova più tardi.",
        "en": "An error of ours: it was noted. Try again later.",
    },
    "SERVER_AWAY": {
        "it": "La base di dati per il momento non risponde: riprova fra qualche secondo.",
        "en": "The database does not answer just now: try again in a few seconds.",
    },
    "SERVER_FULL": {
        "it": "Il disco del server è pieno: quello che hai mandato non è stato salvato.",
        "en": "The server’s disk is full: what you sent was not stored.",
    },
}

#: Messages about single fields, by the code of the problem; ``OTHER`` for every code without a text of its own.
FIELDS: Final[dict[str, dict[str, str]]] = {
    "missing": {"it": "Manca.", "en": "It is missing."},
    "extra_forbidden": {"it": "Questo nome non è previsto.", "en": "This name is not known."},
    "NUMBER_TOO_LARGE": {
        "it": "Un numero così grande non sta in nessun modulo.",
        "en": "No sheet holds a number that large.",
    },
    "TEXT_WRONG": {
        "it": "Un testo non contiene né NUL né mezzi caratteri.",
        "en": "A text holds neither NUL nor halves of letters.",
    },
    "TEXT_TOO_LONG": {"it": "Il testo è troppo lungo.", "en": "The text is too long."},
    "TOO_DEEP": {"it": "È annidato troppo a fondo.", "en": "It is nested too deeply."},
    "OTHER": {"it": "Il valore non è di quelli previsti.", "en": "The value is not one of those foreseen."},
}
