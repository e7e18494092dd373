"""Refusals of records: code, article, message, and the classes of those that somebody catches."""

from __future__ import annotations

from typing import Final

from tournament.regulation.refused import Caught, Rows, add_rows
from tournament.regulation.translatable import gettext_noop

ROWS: Final[Rows] = {
    "CONSENT_REFUSED_BY_PERSON": (
        "1.6",
        gettext_noop(
            "{player} has already said no, through the mailed link, the account or a signed form: the desk "
            "cannot change that. The player can, with the link that was mailed."
        ),
    ),
    "CONSENT_ADDRESS_OF_DESK": (
        "1.6",
        gettext_noop(
            "The mail address of this record belongs to somebody who runs events: it does not show that the "
            "player decides. Use the signed paper form, or ask the Referent to correct the address."
        ),
    ),
    "CONSENT_BEFORE_AUTHORISATION": (
        "1.2",
        gettext_noop("The Referent has not authorised the event yet: until then nothing is decided about names."),
    ),
    "CONSENT_PAPER_WITHOUT_NAMES": ("1.6", gettext_noop("Choose who signed the form in the photo.")),
    "CONSENT_PAPER_DECIDED": ("1.6", gettext_noop("The Referent has decided on this form: it is “{state}”.")),
    "CONSENT_GUARDIAN_NEEDED": (
        "1.6",
        gettext_noop(
            "Under 18 the name is shown only if a parent or guardian agrees: by their own mail when they enter "
            "the player, or by signing the paper form at the desk."
        ),
    ),
    "PHOTO_TOO_BIG": (
        "",
        gettext_noop("The photo is {size} MB: the maximum is {most} MB. Make it smaller and try again."),
    ),
    "PHOTO_TOO_LARGE": (
        "",
        gettext_noop(
            "The photo has too many pixels: the maximum, in this format, is {most} megapixels. Make it smaller "
            "and try again."
        ),
    ),
    "PHOTO_NOT_IMAGE": ("", gettext_noop("The file is not a readable photo: JPEG, PNG or WebP are needed.")),
    "PHOTO_TWICE": ("", gettext_noop("This photo is already there.")),
    "PHOTOS_ENOUGH_OF_EVENT": (
        "",
        gettext_noop(
            "The event has {most} photos already: beyond these only the first of each table is kept. If another"
            " is needed, the organiser removes one on the page of the report."
        ),
    ),
    "HAS_RECORD": ("", gettext_noop("This account is linked to your results already.")),
    "CLAIM_WAITING": ("", gettext_noop("Your request is waiting for an answer: withdraw it to write another one.")),
    "TOO_MANY_CLAIMS": (
        "",
        gettext_noop("You have asked several times today: ask again tomorrow, or write to the National Referent."),
    ),
    "CLAIM_ANSWERED": ("", gettext_noop("The request has been answered or withdrawn meanwhile: nothing has changed.")),
    "NO_SUCH_RECORD": ("", gettext_noop("Choose the record that is this person’s.")),
    "RECORD_TAKEN": (
        "",
        gettext_noop("{person} is linked to another account: the National Referent can separate them."),
    ),
    "TOO_MANY_NAMES": ("", gettext_noop("You have changed your name several times today: try again tomorrow.")),
    "PLAYING_NOW": ("", gettext_noop("Your name is called out in “{event}” now: change it when the event is over.")),
    "ADDRESS_WAITS": (
        "",
        gettext_noop("The addresses of the record have to know first: without a no it can be joined from {day}."),
    ),
    "PROOF_MISSING": (
        "",
        gettext_noop(
            "The record of {person} has no mail address, so your answer needs a second proof: the card number, or the "
            "link of the personal page of an event that was played. Ask the player to write one of them."
        ),
    ),
    "COPY_LATER": (
        "",
        gettext_noop("These results were linked a few days ago: the copy of the data can be had from {day}."),
    ),
    "JOINED_LATELY": (
        "1.6",
        gettext_noop("These results were linked a few days ago: the name can be shown from {day}."),
    ),
    "JOIN_GONE": (
        "",
        gettext_noop("This can no longer be taken back: the records have changed since. Read them again."),
    ),
    "PLAYED_SINCE": (
        "",
        gettext_noop("{person} has played in “{event}” since the records were joined: the join stays."),
    ),
}
add_rows(ROWS)


class AddressOfDesk(Caught):
    """Art. 1.6: the mail went to an account that runs events, so it proves nothing about the player."""

    code = "CONSENT_ADDRESS_OF_DESK"


class GuardianNeeded(Caught):
    """The name of a minor is shown only if a parent or guardian agrees."""

    code = "CONSENT_GUARDIAN_NEEDED"


class PhotoTwice(Caught):
    """The same picture was already uploaded."""

    code = "PHOTO_TWICE"


class JoinedLately(Caught):
    """An account or a record was joined a few days ago: until then the name is not shown more."""

    code = "JOINED_LATELY"
