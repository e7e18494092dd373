"""Errors raised by decisions about a name (art. 1.6), and by entering a person unknown to the club."""

from __future__ import annotations

from tournament.core.errors import ServiceRefused
from tournament.regulation.translatable import gettext_noop


class RefusedByPerson(ServiceRefused):
    """Art. 1.6: the desk cannot override a refusal given by mail, account or signed form. Params: player."""

    code, article = "CONSENT_REFUSED_BY_PERSON", "1.6"
    message = gettext_noop(
        "{player} has already said no, through the mailed link, the account or a signed form: the desk cannot change "
        "that. The player can, with the link that was mailed."
    )


class AddressOfDesk(ServiceRefused):
    """Art. 1.6: the mail went to an account that runs events, so it proves nothing about the player. Params: none."""

    code, article = "CONSENT_ADDRESS_OF_DESK", "1.6"
    message = gettext_noop(
        "The mail address of this record belongs to somebody who runs events: it does not show that the player "
        "decides. Use the signed paper form, or ask the Referent to correct the address."
    )


class ConsentBeforeAuthorisation(ServiceRefused):
    """Art. 1.2: nothing is shown of an event that the Referent has not authorised. Params: none."""

    code, article = "CONSENT_BEFORE_AUTHORISATION", "1.2"
    message = gettext_noop("The Referent has not authorised the event yet: until then nothing is decided about names.")


class NoAddress(ServiceRefused):
    """The record has no mail address to send to. Params: none."""

    code, article = "CONSENT_NO_ADDRESS", "1.6"
    message = gettext_noop(
        "We have no mail address of yours: sign the paper form at the desk, or write to the Referent."
    )


class PaperWithoutNames(ServiceRefused):
    """Art. 1.6: a signed form names at least one person. Params: none."""

    code, article = "CONSENT_PAPER_WITHOUT_NAMES", "1.6"
    message = gettext_noop("Choose who signed the form in the photo.")


class PaperDecided(ServiceRefused):
    """The Referent already decided on this form. Params: state."""

    code, article = "CONSENT_PAPER_DECIDED", "1.6"
    message = gettext_noop("The Referent has decided on this form: it is “{state}”.")


class RequestsClosed(ServiceRefused):
    """Players cannot enter themselves now, by the organiser's choice or times. Params: none."""

    code = "ENTRY_REQUESTS_CLOSED"
    message = gettext_noop("Players cannot enter this event now: its page says when they can, or who enters them.")


class RequestOver(ServiceRefused):
    """The request does not lead to an entry any more. Params: state."""

    code = "ENTRY_REQUEST_OVER"
    message = gettext_noop("It is too late, or it was decided otherwise: the request is “{state}”.")


class RequestStateWrong(ServiceRefused):
    """The desk cannot decide on a request in this state. Params: player, state."""

    code = "ENTRY_REQUEST_STATE_WRONG"
    message = gettext_noop("The request of {player} is “{state}”: there is nothing to decide.")


class GuardianNeeded(ServiceRefused):
    """The name of a minor is shown only if a parent or guardian agrees. Params: none."""

    code, article = "CONSENT_GUARDIAN_NEEDED", "1.6"
    message = gettext_noop(
        "Under 18 the name is shown only if a parent or guardian agrees: by their own mail when they enter the player, "
        "or by signing the paper form at the desk."
    )


class EntriesNotOpen(ServiceRefused):
    """Art. 1.2: no entry and no link is created before the Referent's authorisation. Params: none."""

    code, article = "ENTRIES_NOT_OPEN", "1.2"
    message = gettext_noop(
        "The Referent has not authorised the event yet: entries and links open after the authorisation."
    )


class PersonOfAnotherClub(ServiceRefused):
    """The person is unknown to this organiser's events and was given without a card number. Params: none."""

    code, article = "PERSON_OF_ANOTHER_CLUB", "1.6"
    message = gettext_noop(
        "This person has never played in your events: to register them give name and card number, or have them ask "
        "from their own account."
    )


class CardUnknown(ServiceRefused):
    """No record of the national list has this card number and this name. Params: card_number."""

    code, article = "CARD_UNKNOWN", "1.6"
    message = gettext_noop("Nobody on the national list has card {card_number} and this name: check both.")


class CardOfAnother(ServiceRefused):
    """The card number is taken; the user may not learn who has it. Params: card_number."""

    code, article = "CARD_OF_ANOTHER", "1.6"
    message = gettext_noop(
        "Card {card_number} already belongs to another record: if it is the same person, register them by name and "
        "card; else correct the number."
    )


class CardsEnough(ServiceRefused):
    """The desk gave too many card numbers that fit nobody. Params: none."""

    code, article = "CARDS_ENOUGH", "1.6"
    message = gettext_noop(
        "Too many card numbers did not match: for an hour no other is compared. Register the player without the "
        "number: the Referent joins the two records."
    )


class NamesEnough(ServiceRefused):
    """The desk was shown too many people of other clubs within an hour. Params: none."""

    code, article = "NAMES_ENOUGH", "1.6"
    message = gettext_noop(
        "This list holds too many names of people of other clubs for one hour. Register them one by one with their "
        "cards, or ask the Referent to read the list."
    )
