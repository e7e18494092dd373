"""Errors raised by API tokens.

The tree::

    RuleError
        TokenRefused: TokenNameMissing, TokenDaysWrong, TokenScopesWrong, TooManyTokens
        ScopeMissing
"""

from __future__ import annotations

from tournament.regulation.errors import RuleError
from tournament.regulation.translatable import gettext_noop


class TokenRefused(RuleError):
    """Base of the errors of API tokens: no token was issued, and nothing was written."""

    article = ""


class TokenNameMissing(TokenRefused):
    """The token's name is missing or too long. Params: most."""

    code = "TOKEN_NAME_MISSING"
    message = gettext_noop("The key has no name: write which program it is for, in at most {most} characters.")


class TokenDaysWrong(TokenRefused):
    """The validity is not between one day and the maximum. Params: days, most."""

    code = "TOKEN_DAYS_WRONG"
    message = gettext_noop("A key is valid for 1 to {most} days, not {days}.")


class TokenScopesWrong(TokenRefused):
    """The token would allow nothing, or something unknown."""

    code = "TOKEN_SCOPES_WRONG"
    message = gettext_noop("Choose at least one thing that the program may do.")


class ScopeMissing(RuleError):
    """The token is valid, and was not made for this. Params: scope."""

    code = "SCOPE_MISSING"
    article = ""
    message = gettext_noop("This key was not made for that: it needs “{scope}”.")


class TooManyTokens(TokenRefused):
    """The user already has the maximum number of tokens. Params: most."""

    code = "TOO_MANY_TOKENS"
    message = gettext_noop("You already have {most} valid keys: revoke one that is no longer needed.")
