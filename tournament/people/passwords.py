"""Rules for a new password, in the site's words."""

from __future__ import annotations

from django.contrib.auth.password_validation import MinimumLengthValidator
from django.utils.translation import gettext as _


class MinimumLength(MinimumLengthValidator):
    """Refuse a password that is too short. Django's own sentence has no Italian."""

    def get_error_message(self) -> str:
        """Return the refusal, which says what is enough."""
        return _("This password is too short: at least %(length)s characters; a sentence is fine.") % {
            "length": self.min_length
        }
