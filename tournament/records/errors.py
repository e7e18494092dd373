"""Errors raised when an account claims a record or changes its owner's name.

The tree::

    RuleError
        ClaimNotPossible
            HasRecord, ClaimWaiting, TooManyClaims, ClaimAnswered, NoSuchRecord, RecordTaken, TooManyNames, PlayingNow
"""

from __future__ import annotations

from tournament.regulation.errors import RuleError
from tournament.regulation.translatable import gettext_noop


class ClaimNotPossible(RuleError):
    """Base of the errors about an account and its record. Nothing was written."""

    article = ""


class HasRecord(ClaimNotPossible):
    """The account is joined to a record already. Params: none."""

    code = "HAS_RECORD"
    message = gettext_noop("This account is linked to your results already.")


class ClaimWaiting(ClaimNotPossible):
    """One claim at a time. Params: none."""

    code = "CLAIM_WAITING"
    message = gettext_noop("Your request is waiting for an answer: withdraw it to write another one.")


class TooManyClaims(ClaimNotPossible):
    """The account claimed too often within a day. Params: none."""

    code = "TOO_MANY_CLAIMS"
    message = gettext_noop("You have asked several times today: ask again tomorrow, or write to the National Referent.")


class ClaimAnswered(ClaimNotPossible):
    """The claim was answered or taken back before. Params: none."""

    code = "CLAIM_ANSWERED"
    message = gettext_noop("The request has been answered or withdrawn meanwhile: nothing has changed.")


class NoSuchRecord(ClaimNotPossible):
    """The answer names no record that the claim may be joined to. Params: none."""

    code = "NO_SUCH_RECORD"
    message = gettext_noop("Choose the record that is this person’s.")


class RecordTaken(ClaimNotPossible):
    """The record is joined to another account. Params: person."""

    code = "RECORD_TAKEN"
    message = gettext_noop("{person} is linked to another account: the National Referent can separate them.")


class TooManyNames(ClaimNotPossible):
    """The name was changed too often within a day. Params: none."""

    code = "TOO_MANY_NAMES"
    message = gettext_noop("You have changed your name several times today: try again tomorrow.")


class PlayingNow(ClaimNotPossible):
    """The name is called out in an event in progress. Params: event."""

    code = "PLAYING_NOW"
    message = gettext_noop("Your name is called out in “{event}” now: change it when the event is over.")
