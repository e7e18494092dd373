"""Message texts about webhooks: errors, and reasons why a delivery failed."""

from __future__ import annotations

SENTENCES: dict[str, dict[str, str]] = {
    "WEBHOOK_SCHEME": {
        "it": "L’indirizzo deve cominciare con https://: quello che si spedisce non viaggia in chiaro.",
        "en": "The address has to begin with https://: what is sent does not travel in the clear.",
    },
    "WEBHOOK_ADDRESS": {
        "it": "Questo non è un indirizzo del web: uno giusto è, per esempio, https://esempio.it/fossato.",
        "en": "This is no address of the web: a right one is, for example, https://example.org/fossato.",
    },
    "WEBHOOK_USERINFO": {
        "it": "L’indirizzo non può contenere nome utente o password: chi riceve riconosce la firma.",
        "en": "The address cannot hold a user name or a password: the receiver knows us by the signature.",
    },
    "WEBHOOK_PRIVATE": {
        "it": "{host} è un indirizzo di una rete privata: si spedisce solo a indirizzi pubblici.",
        "en": "{host} is an address of a private network: only public addresses are sent to.",
    },
    "WEBHOOK_KNOWN": {
        "it": "Questo indirizzo c’è già nell’elenco.",
        "en": "This address is in the list already.",
    },
    "WEBHOOK_TOO_MANY": {
        "it": "Gli indirizzi possono essere {most} al massimo: togline uno che non serve più.",
        "en": "There can be {most} addresses at most: remove one that is not needed any more.",
    },
    "WEBHOOK_PAUSED": {
        "it": "L’indirizzo è in pausa: per spedire, riprendilo prima.",
        "en": "The address is paused: to send, resume it first.",
    },
    "WEBHOOK_SECRET_LOST": {
        "it": "La chiave del server è cambiata e il segreto non vale più: fanne uno nuovo e dallo a chi riceve.",
        "en": "The server’s key has changed and the secret is void: make a new one and give it to the receiver.",
    },
    "WEBHOOK_NAME_UNKNOWN": {
        "it": "Il nome {host} non si trova.",
        "en": "The name {host} cannot be found.",
    },
    "WEBHOOK_REFUSED": {
        "it": "{host} non accetta collegamenti.",
        "en": "{host} does not take the connection.",
    },
    "WEBHOOK_TIMEOUT": {
        "it": "{host} non ha risposto in tempo.",
        "en": "{host} did not answer in time.",
    },
    "WEBHOOK_TLS": {
        "it": "Il certificato di {host} non è valido.",
        "en": "The certificate of {host} is not valid.",
    },
    "WEBHOOK_BROKEN": {
        "it": "{host} ha interrotto il collegamento o non ha risposto in HTTP.",
        "en": "{host} broke the connection off or did not answer in HTTP.",
    },
    "WEBHOOK_STATUS": {
        "it": "{host} ha risposto {status}: ci vuole una risposta fra 200 e 299.",
        "en": "{host} answered {status}: an answer from 200 to 299 is needed.",
    },
    "WEBHOOK_REDIRECT": {
        "it": "{host} ha risposto {status}: i rinvii non si seguono, metti l’indirizzo finale.",
        "en": "{host} answered {status}: redirects are not followed, give the final address.",
    },
}
