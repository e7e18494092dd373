"""Errors of taking an event to a laptop and back.

The tree::

    RuleError
        LaptopRefused
            FileUnreadable, FileWrong, OtherVersion, SiteNotEmpty
            NotAway, NothingAsked, GiveUpOwn, NotSigned, StayEnded, StayOfAnotherEvent, FileOfTheWrongKind
"""

from __future__ import annotations

from tournament.regulation.errors import RuleError
from tournament.regulation.translatable import gettext_noop


class LaptopRefused(RuleError):
    """Base of the errors about events on laptops. Nothing was written."""

    article = ""


class FileUnreadable(LaptopRefused):
    """The file is not one of a laptop's event. Params: none."""

    code = "LAPTOP_FILE_UNREADABLE"
    message = gettext_noop(
        "This is not the file of an event on a laptop, or it is not complete. Choose the file whose name ends in "
        ".fossato."
    )


class FileOfTheWrongKind(LaptopRefused):
    """A file that leaves was given where one that returns is expected. Params: none."""

    code = "LAPTOP_FILE_KIND"
    message = gettext_noop(
        "This is the file with which the event left, not the one with which it returns: make that one on the laptop."
    )


class FileWrong(LaptopRefused):
    """Something in a signed file cannot be true. Params: where, problem."""

    code = "LAPTOP_FILE_WRONG"
    message = gettext_noop("The file is signed, but its content cannot be taken over: {where}, {problem}.")


class OtherVersion(LaptopRefused):
    """Site and laptop run different versions of the program. Params: theirs, ours."""

    code = "LAPTOP_OTHER_VERSION"
    message = gettext_noop(
        "The file was made by another version of the program (database {theirs}, here {ours}). Install the same "
        "version on the laptop and on the site."
    )


class SiteNotEmpty(LaptopRefused):
    """A laptop takes an event in only if it holds none. Params: none."""

    code = "LAPTOP_NOT_EMPTY"
    message = gettext_noop(
        "This installation already holds events, people or accounts. Take the event into an empty one: another folder, "
        "or another file in FOSSATO_SQLITE."
    )


class NotAway(LaptopRefused):
    """The event is not on a laptop. Params: none."""

    code = "LAPTOP_NOT_AWAY"
    message = gettext_noop("This event is not on a laptop.")


class NotSigned(LaptopRefused):
    """The signature is missing or wrong. Params: none."""

    code = "LAPTOP_NOT_SIGNED"
    message = gettext_noop(
        "The signature is not valid: the file was changed after the laptop had made it, or another laptop made it. "
        "Nothing was taken over. Make the file again on the laptop."
    )


class StayEnded(LaptopRefused):
    """This stay ended before: by a return, or because the laptop was given up. Params: how, who, reason."""

    code = "LAPTOP_STAY_ENDED"
    message = gettext_noop(
        "This stay on a laptop is over ({how}, {who}): its file is not taken over a second time.{reason}"
    )


class StayOfAnotherEvent(LaptopRefused):
    """The file belongs to another event, or to another site. Params: none."""

    code = "LAPTOP_OTHER_EVENT"
    message = gettext_noop("The file belongs to another event, or it left from another site.")


class NothingAsked(LaptopRefused):
    """Nobody asks to give the laptop up. Params: none."""

    code = "LAPTOP_NOTHING_ASKED"
    message = gettext_noop("Nobody asks to declare this laptop lost: the request has been withdrawn meanwhile.")


class GiveUpOwn(LaptopRefused):
    """The request to give a laptop up needs the agreement of another person. Params: none."""

    code = "LAPTOP_GIVE_UP_OWN"
    message = gettext_noop(
        "Whoever asks to declare the laptop lost cannot agree to it as well: it takes another account of the event, "
        "or the National Referent."
    )
