"""Message texts of the card pack errors, in Italian and English."""

from __future__ import annotations

from typing import Final

SENTENCES: Final[dict[str, dict[str, str]]] = {
    "PACK_HAS_ERRORS": {
        "it": "Il mazzo non è stato salvato: dati da correggere: {count}.",
        "en": "The pack was not stored: {count} {count:figure|figures} {count:has|have} to be put right.",
    },
    "PACK_UNCHANGED": {
        "it": "Non è cambiato niente rispetto a {name}: nessuna nuova versione.",
        "en": "Nothing differs from {name}: no new version.",
    },
    "PACK_LABEL": {
        "it": "«{value}» non va come nome: da 2 a 20 lettere minuscole o cifre, per esempio «lucca», e non «assumed».",
        "en": "“{value}” will not do as a name: 2 to 20 small letters or digits, e.g. “lucca”, and not “assumed”.",
    },
    "PACK_NOTE_MISSING": {
        "it": "Scrivi da dove vengono i dati corretti, per esempio «carte stampate, edizione 2018».",
        "en": "Write where the corrected figures stand, e.g. “printed cards, edition of 2018”.",
    },
    "PACK_NOT_CONFIRMED": {
        "it": "Per dirlo mazzo delle carte stampate {count:manca|mancano} ancora {count} "
        "{count:dato supposto|dati supposti}: {count:confermalo|confermali}, "
        "oppure dichiara di averli confrontati tutti.",
        "en": "To call it the pack of the printed cards, {count} {count:figure|figures} {count:is|are} still assumed: "
        "confirm them, "
        "or say that you have compared them all.",
    },
    "PACK_MISSING": {"it": "Non c’è nessun mazzo {name}.", "en": "There is no pack {name}."},
}
