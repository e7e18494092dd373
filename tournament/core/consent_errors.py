"""What decisions about a name refuse (art. 1.6), and the entry of who is not known to the club."""

from __future__ import annotations

from tournament.core.errors import ServiceRefused


class RefusedByPerson(ServiceRefused):
    """Art. 1.6: who said no by mail, account or signed form is not outvoted at the desk. Params: player."""

    code, article = "CONSENT_REFUSED_BY_PERSON", "1.6"


class AddressOfDesk(ServiceRefused):
    """Art. 1.6: the mail went to an account that runs events: it proves nothing about the player. Params: none."""

    code, article = "CONSENT_ADDRESS_OF_DESK", "1.6"


class ConsentBeforeAuthorisation(ServiceRefused):
    """Art. 1.2: nothing is shown of an event that the Referent has not authorised. Params: none."""

    code, article = "CONSENT_BEFORE_AUTHORISATION", "1.2"


class NoAddress(ServiceRefused):
    """The record has no mail address to send to. Params: none."""

    code, article = "CONSENT_NO_ADDRESS", "1.6"


class PaperWithoutNames(ServiceRefused):
    """Art. 1.6: a signed form is somebody's. Params: none."""

    code, article = "CONSENT_PAPER_WITHOUT_NAMES", "1.6"


class PaperDecided(ServiceRefused):
    """The Referent decided on this form before. Params: state."""

    code, article = "CONSENT_PAPER_DECIDED", "1.6"


class EntriesNotOpen(ServiceRefused):
    """Art. 1.2: nobody is entered, and no link made, before the Referent's authorisation. Params: none."""

    code, article = "ENTRIES_NOT_OPEN", "1.2"


class PersonOfAnotherClub(ServiceRefused):
    """Somebody whom this organiser's events do not know, without the card number. Params: none."""

    code, article = "PERSON_OF_ANOTHER_CLUB", "1.6"


class CardUnknown(ServiceRefused):
    """No record of the national list has this card number and this name. Params: card_number."""

    code, article = "CARD_UNKNOWN", "1.6"


class CardOfAnother(ServiceRefused):
    """A card number that is taken, told to somebody who may not know by whom. Params: card_number."""

    code, article = "CARD_OF_ANOTHER", "1.6"
