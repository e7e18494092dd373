"""Messages for rejected packs of figures, in Italian and English."""

from __future__ import annotations

from typing import Final

from ... import packs
from ...messages import Messages

SENTENCES: Final[dict[str, dict[str, str]]] = {
    "PACK_FIGURE": {
        "it": "Serve un dato con «value», «from» ({known}) e «source».",
        "en": "It takes a figure with “value”, “from” ({known}) and “source”.",
    },
    "PACK_VALUE": {
        "it": "Il valore di una carta va da 1 a 99, non {value}.",
        "en": "The value of a card goes from 1 to 99, not {value}.",
    },
    "PACK_ORDER": {
        "it": "Un rango più alto vale di più: {value} non supera {below}.",
        "en": "A higher rank is worth more: {value} does not exceed {below}.",
    },
    "PACK_PATTERN": {
        "it": "I round {rounds} hanno lo stesso colore dominante, e nessun altro round lo ha (S105-S118).",
        "en": "Rounds {rounds} share their dominant colour, and no other round has it (S105-S118).",
    },
    "PACK_SIGN": {
        "it": "I punti della missione {mission} hanno il segno {sign}: non {value}.",
        "en": "The points of mission {mission} have the sign {sign}: not {value}.",
    },
    "PACK_POSITIVE": {"it": "Deve essere almeno 1, non {value}.", "en": "It should be at least 1, not {value}."},
    "PACK_MISSIONS": {
        "it": "Servono almeno 12 missioni diverse tra 1 e 25, senza {without}.",
        "en": "It takes at least 12 different missions from 1 to 25, without {without}.",
    },
}


sentence: Final = Messages(SENTENCES, otherwise=packs.sentence).sentence
