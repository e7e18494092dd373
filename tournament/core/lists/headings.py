"""Tell what a column of a list holds, by the words of its heading.

Headings are compared by their folded words, so that capitals, accents, punctuation, articles and the words that forms
add do not count: «Indirizzo e-mail», «Email address», «N° tessera», «Nato/a il».
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from tournament.core.lists.tables import Cell, is_blank
from tournament.regulation.names import folded

#: Both names in one cell; each is read as FIRST_NAME and LAST_NAME.
FULL_NAME, SURNAME_FIRST = "full_name", "surname_first"
FIRST_NAME, LAST_NAME = "first_name", "last_name"

#: Words that say nothing of what a column holds.
_EMPTY_WORDS: Final = re.compile(
    r"a|al|alla|con|da|de|dei|del|dell|della|di|e|ed|gli|i|il|in|l|la|le|lo|n|nr|num|numero|o|per|su|the|of|and|your"
    r"|tuo|tua|suo"
    r"|giocatore|giocatrice|partecipante|iscritt[oa]|player|participant|atleta|socio|s|p"
)


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a column can hold.

    Arguments:
        key: its name in the rows that are read; label: its name for people.
        words: patterns of the folded heading, of which one must fit; never: one that must not.
    """

    key: str
    label: Any
    words: tuple[str, ...]
    never: str = ""

    def fits(self, heading: str) -> bool:
        """Return whether a folded heading names this column."""
        if self.never and re.search(rf"\b(?:{self.never})\b", heading):
            return False
        return any(re.fullmatch(pattern, heading) for pattern in self.words)


#: Whose data it is, if not the player's; «data di scadenza», «tipo di tessera».
_OF_ANOTHER: Final = "genitore|genitori|tutore|tutrice|padre|madre|mamma|papa|parent|guardian|emergenza|emergency"
NAMES: Final = (
    Meaning(
        FULL_NAME,
        _("first name and surname"),
        (
            r"nome cognome|first(?: name)? last(?: name)?|name surname",
            r"full name|nome completo|fullname|nominativo|nominativi",
            r"giocatore|giocatori|giocatrice|partecipante|partecipanti|iscritto|iscritti|player|players|participant"
            r"|participants|concorrente|atleta|participant name|player name",
        ),
        _OF_ANOTHER,
    ),
    Meaning(
        SURNAME_FIRST,
        _("surname and first name"),
        (r"cognome nome|last(?: name)? first(?: name)?|surname(?: first)? name|cognomenome",),
        _OF_ANOTHER,
    ),
    Meaning(
        FIRST_NAME,
        _("first name"),
        (r"nome|name|nomi|first name|firstname|first|given name|given names|nome battesimo|forename|prenom|vorname",),
    ),
    Meaning(
        LAST_NAME,
        _("surname"),
        (r"cognome|cognomi|surname|last name|lastname|last|family name|familyname|nom|nachname",),
    ),
)
CITY = Meaning(
    "city",
    _("city"),
    (r"citta(?: .*)?|comune(?: .*)?|city(?: .*)?|town(?: .*)?|localita|(?:citta|comune|luogo) (?:di )?residenza",),
    "nascita|birth|circolo|sede|torneo|club",
)
CARD = Meaning(
    "card_number",
    _("card number"),
    (r"(?:.* )?(?:tessera|tesserino|tesserato|tessere|card|membership|licenza|licence|license)(?: .*)?",),
    "scadenza|tipo|data|ente|rilascio|expiry|type|date|rinnovo|foto|credit|credito|pagamento|stato|" + _OF_ANOTHER,
)
CONSENT = Meaning(
    "consent",
    _("consent"),
    (r"(?:.* )?(?:consenso|consent|privacy|acconsento|consento|liberatoria)(?: .*)?|(?:mostra|pubblica) nome(?: .*)?",),
    "foto|fotografie|photo|photos|immagini|" + _OF_ANOTHER,
)
EMAIL = Meaning(
    "email",
    _("mail address"),
    (r"(?:.* )?(?:e mail|email|mail|posta elettronica|posta|nome utente|username)(?: .*)?",),
    _OF_ANOTHER,
)
BIRTH_DATE = Meaning(
    "birth_date",
    _("date of birth"),
    (r"(?:.* )?(?:nascita|nato|nata|nat|birth|birthday|birthdate|dob|born|compleanno)(?: .*)?",),
    "luogo|citta|comune|provincia|paese|stato|nazione|anno|place|city|country|year|town|" + _OF_ANOTHER,
)
PLAYER: Final = (*NAMES, EMAIL, BIRTH_DATE, CARD, CITY, CONSENT)


def folded_heading(cell: Cell) -> str:
    """Return the words of a heading that say what a column holds; all its words if none does."""
    text = re.sub(r"([a-z])([A-Z])", r"\1 \2", str("" if is_blank(cell) else cell))
    # What stands in brackets explains the answer: «Data di nascita (gg/mm/aaaa)», «Nato/a», «Giocatore/trice».
    text = re.sub(r"\([^)]*\)|/[a-z]{1,5}\b|[’'°º#:*?]", " ", text)
    words = re.findall(r"[^\W_]+", folded(text))
    return " ".join(word for word in words if not _EMPTY_WORDS.fullmatch(word)) or " ".join(words)


def meanings(headings: Sequence[Cell], columns: Sequence[Meaning]) -> list[str]:
    """Return the key of what each column holds; empty for one that is not known, or whose meaning another one has.

    Arguments:
        headings: the cells of the row; columns: what the list can hold, the surest first.
    """
    texts = [folded_heading(heading) for heading in headings]
    found = [next((column.key for column in columns if text and column.fits(text)), "") for text in texts]
    if LAST_NAME not in found and not {FULL_NAME, SURNAME_FIRST} & set(found):
        found = _with_surname(texts, found)
    elif {FIRST_NAME, LAST_NAME} <= set(found):
        # «Giocatore» beside «Nome» and «Cognome» is a number, a nickname or the same again.
        found = ["" if key in (FULL_NAME, SURNAME_FIRST) else key for key in found]
    return ["" if key in found[:place] else key for place, key in enumerate(found)]


def _with_surname(texts: Sequence[str], found: Sequence[str]) -> list[str]:
    """Return the meanings where no column says surname: «Name» is it beside «FirstName», else it holds both names."""
    firsts = [place for place, key in enumerate(found) if key == FIRST_NAME]
    if len(firsts) == 1:
        return [FULL_NAME if key == FIRST_NAME else key for key in found]
    plain = [place for place in firsts if texts[place] in ("name", "nome")]
    surname = plain[0] if len(plain) == 1 else None
    return [LAST_NAME if place == surname else key for place, key in enumerate(found)]


def has_names(keys: Sequence[str]) -> bool:
    """Return whether first name and surname are among the columns, in one or in two."""
    return bool({FULL_NAME, SURNAME_FIRST} & set(keys)) or {FIRST_NAME, LAST_NAME} <= set(keys)


def split_name(cell: str, *, surname_first: bool) -> tuple[str, str]:
    """Return first name and surname of a cell that holds both.

    A comma separates them wherever it stands («Rossi Bianchi, Maria Elena»); words in capitals beside others are the
    surname («ROSSI BIANCHI Maria»); else, of more than two words, the first belongs to what comes first.

    Arguments:
        surname_first: whether the cell begins with the surname, where neither of the two says it.
    """
    text = " ".join(cell.split())
    if "," in text:
        surname, _comma, first = (part.strip() for part in text.partition(","))
        return first, surname
    words = text.split(" ")
    capitals = [word for word in words if word.isupper() and sum(map(str.isalpha, word)) > 1]
    if capitals and len(capitals) < len(words):
        return " ".join(word for word in words if word not in capitals), " ".join(capitals)
    if surname_first:
        surname, _space, first = text.rpartition(" ")
        return first, surname
    first, _space, surname = text.partition(" ")
    return first, surname
