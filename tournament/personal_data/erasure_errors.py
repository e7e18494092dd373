"""Errors raised by the services about personal data.

The tree::

    RuleError
        PrivacyRefused
            PersonInEvent, AlreadyErased, NotAsked
"""

from __future__ import annotations

from tournament.regulation.errors import RuleError
from tournament.regulation.translatable import gettext_noop


class PrivacyRefused(RuleError):
    """Base of the errors about personal data. Nothing was written."""

    article = ""


class PersonInEvent(PrivacyRefused):
    """A player of an event that is not over needs a name there. Params: person, event."""

    code = "PERSON_IN_EVENT"
    message = gettext_noop(
        "{person} is entered in “{event}”, which is not over: remove the entry, or wait for its end."
    )


class AlreadyErased(PrivacyRefused):
    """The record was already erased. Params: receipt (its number)."""

    code = "ALREADY_ERASED"
    message = gettext_noop("The data of this record have been erased already: the receipt is number {receipt}.")


class NotAsked(PrivacyRefused):
    """There is no pending request to withdraw. Params: none."""

    code = "NOT_ASKED"
    message = gettext_noop("No request for erasure is waiting: nothing has changed.")
