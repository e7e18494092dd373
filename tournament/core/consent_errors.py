"""Errors raised by decisions about a name (art. 1.6), and by entering a person unknown to the club."""

from __future__ import annotations

from tournament.core.errors import ServiceRefused


class RefusedByPerson(ServiceRefused):
    """Art. 1.6: the desk cannot override a refusal given by mail, account or signed form. Params: player."""

    code, article = "CONSENT_REFUSED_BY_PERSON", "1.6"


class AddressOfDesk(ServiceRefused):
    """Art. 1.6: the mail went to an account that runs events, so it proves nothing about the player. Params: none."""

    code, article = "CONSENT_ADDRESS_OF_DESK", "1.6"


class ConsentBeforeAuthorisation(ServiceRefused):
    """Art. 1.2: nothing is shown of an event that the Referent has not authorised. Params: none."""

    code, article = "CONSENT_BEFORE_AUTHORISATION", "1.2"


class NoAddress(ServiceRefused):
    """The record has no mail address to send to. Params: none."""

    code, article = "CONSENT_NO_ADDRESS", "1.6"


class PaperWithoutNames(ServiceRefused):
    """Art. 1.6: a signed form names at least one person. Params: none."""

    code, article = "CONSENT_PAPER_WITHOUT_NAMES", "1.6"


class PaperDecided(ServiceRefused):
    """The Referent already decided on this form. Params: state."""

    code, article = "CONSENT_PAPER_DECIDED", "1.6"


class EntriesNotOpen(ServiceRefused):
    """Art. 1.2: no entry and no link is created before the Referent's authorisation. Params: none."""

    code, article = "ENTRIES_NOT_OPEN", "1.2"


class PersonOfAnotherClub(ServiceRefused):
    """The person is unknown to this organiser's events and was given without a card number. Params: none."""

    code, article = "PERSON_OF_ANOTHER_CLUB", "1.6"


class CardUnknown(ServiceRefused):
    """No record of the national list has this card number and this name. Params: card_number."""

    code, article = "CARD_UNKNOWN", "1.6"


class CardOfAnother(ServiceRefused):
    """The card number is taken; the user may not learn who has it. Params: card_number."""

    code, article = "CARD_OF_ANOTHER", "1.6"
