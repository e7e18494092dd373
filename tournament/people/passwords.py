"""Rules for a new password, in the site's words.

Of the 20,000 leaked passwords of Django's own list fewer than 200 have twelve characters: beside the rule of the length
it stops little. zxcvbn adds 30,000 leaked passwords, names, words and patterns of the keyboard, and finds them
also with other capitals, figures for letters, and something added.
"""

from __future__ import annotations

from typing import Any

from django.contrib.auth.password_validation import MinimumLengthValidator
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _


class MinimumLength(MinimumLengthValidator):
    """Refuse a password that is too short. Django's own sentence has no Italian."""

    def get_error_message(self) -> str:
        """Return the refusal, which says what is enough."""
        return _("This password is too short: at least %(length)s characters; a sentence is fine.") % {
            "length": self.min_length
        }


class NotGuessable:
    """Refuse a password that a program finds in its first hundred million tries."""

    #: Shorter ones are refused for their length.
    SHORTEST = 12
    #: Tries, as a power of ten.
    TRIES = 8
    #: Characters that are looked at: the work grows with their square.
    LOOKED_AT = 64
    #: What is tried first on this site.
    SITE_WORDS = ("fossato", "dominion", "megalomania", "nazionale", "referente", "arbitro", "torneo")

    def validate(self, password: str, user: Any = None) -> None:
        """Estimate the tries of a password that is long enough. Errors: ValidationError."""
        if len(password) < self.SHORTEST:
            return
        # The word lists take 10 MB: only a process that checks a new password loads them.
        from zxcvbn import zxcvbn

        own_words = [str(getattr(user, name, "") or "") for name in ("first_name", "last_name", "email", "username")]
        words = [word for word in (*self.SITE_WORDS, *own_words) if word]
        if zxcvbn(password[: self.LOOKED_AT], user_inputs=words)["guesses_log10"] < self.TRIES:
            raise ValidationError(
                _("This password is among the first that a program tries: take three or four words of a sentence."),
                code="password_guessable",
            )

    def get_help_text(self) -> str:
        """Return what a new password must be."""
        return _("Not one that many people use.")
