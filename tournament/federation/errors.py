"""Errors raised by the services of organisers.

The tree::

    RuleError
        OrganiserRefused
            RequestOpen, RequestAnswered, QuestionMissing
"""

from __future__ import annotations

from tournament.regulation.errors import RuleError
from tournament.regulation.translatable import gettext_noop


class OrganiserRefused(RuleError):
    """Base of the errors of organisers. Nothing was written."""

    article = "1.2"


class RequestOpen(OrganiserRefused):
    """The account already has an open request. Params: name."""

    code = "ORGANISER_REQUEST_OPEN"
    message = gettext_noop("Your request for “{name}” is still open: change it instead of sending another one.")


class RequestAnswered(OrganiserRefused):
    """The request was answered or withdrawn. Params: name, state."""

    code = "ORGANISER_REQUEST_ANSWERED"
    message = gettext_noop("The request of “{name}” is no longer open: {state}.")


class QuestionMissing(OrganiserRefused):
    """The Referent asks back without a question. Params: none."""

    code = "ORGANISER_QUESTION_MISSING"
    message = gettext_noop("Write what you want to know: whoever asked reads it.")
