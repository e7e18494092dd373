"""What tokens for programs refuse.

The tree::

    RuleError
        TokenRefused: TokenNameMissing, TokenDaysWrong, TooManyTokens

Each carries its code and params; its sentence stands beside it.
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
    """A token is not made, and nothing was written."""

    article = ""

    def sentence(self, language: str = "it") -> str:
        """What is wrong and what would be right, in Italian or English."""
        return filled(SENTENCES[self.code][language], self.params)


class TokenNameMissing(TokenRefused):
    """A token without a name, or with one that is too long. Params: most."""

    code = "TOKEN_NAME_MISSING"


class TokenDaysWrong(TokenRefused):
    """A token for ever, or for no day. Params: days, most."""

    code = "TOKEN_DAYS_WRONG"


class TooManyTokens(TokenRefused):
    """More tokens than anybody can look after. Params: most."""

    code = "TOO_MANY_TOKENS"
