"""Errors raised by API tokens.

The tree::

    RuleError
        TokenRefused: TokenNameMissing, TokenDaysWrong, TooManyTokens

Each has a code and params; its message text is in the same module.
"""

from __future__ import annotations

from games.wording import filled
from tournament.regulation.errors import RuleError

SENTENCES: dict[str, dict[str, str]] = {
    "TOKEN_NAME_MISSING": {
        "it": "Manca il nome del gettone: scrivi a che programma serve, in al massimo {most} caratteri.",
        "en": "The token has no name: write which program it is for, in at most {most} characters.",
    },
    "TOKEN_DAYS_WRONG": {
        "it": "Un gettone vale da 1 a {most} giorni, non {days}.",
        "en": "A token is valid for 1 to {most} days, not {days}.",
    },
    "TOO_MANY_TOKENS": {
        "it": "Hai già {most} gettoni validi: revocane uno che non serve più.",
        "en": "You already have {most} valid tokens: revoke one that is no longer needed.",
    },
}


class TokenRefused(RuleError):
    """Base of the errors of API tokens: no token was issued, and nothing was written."""

    article = ""

    def sentence(self, language: str = "it") -> str:
        """Return what is wrong and how to correct it, in Italian or English."""
        return filled(SENTENCES[self.code][language], self.params)


class TokenNameMissing(TokenRefused):
    """The token's name is missing or too long. Params: most."""

    code = "TOKEN_NAME_MISSING"


class TokenDaysWrong(TokenRefused):
    """The validity is not between one day and the maximum. Params: days, most."""

    code = "TOKEN_DAYS_WRONG"


class TooManyTokens(TokenRefused):
    """The user already has the maximum number of tokens. Params: most."""

    code = "TOO_MANY_TOKENS"
