"""Errors raised by the services about personal data.

The tree::

    RuleError
        PrivacyRefused
            PersonInEvent, AlreadyErased, NotAsked

Each has a code and params; its message text is in :mod:`tournament.personal_data.erasure_messages`.
"""

from __future__ import annotations

from games.wording import filled
from tournament.personal_data.erasure_messages import SENTENCES
from tournament.regulation.errors import RuleError


class PrivacyRefused(RuleError):
    """Base of the errors about personal data. Nothing was written."""

    article = ""

    def sentence(self, language: str = "it") -> str:
        """Return what is wrong and how to correct it, in Italian or English."""
        return filled(SENTENCES[self.code][language], self.params)


class PersonInEvent(PrivacyRefused):
    """A player of an event that is not over needs a name there. Params: person, event."""

    code = "PERSON_IN_EVENT"


class AlreadyErased(PrivacyRefused):
    """The record was already erased. Params: receipt (its number)."""

    code = "ALREADY_ERASED"


class NotAsked(PrivacyRefused):
    """There is no pending request to withdraw. Params: none."""

    code = "NOT_ASKED"
