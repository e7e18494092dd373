"""Password reset form."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import forms
from django.utils.translation import get_language

from tournament.notifications.passwords import password_mail_enqueue


class PasswordResetForm(forms.PasswordResetForm):
    """Django's form, but the mails are sent as background jobs, so that none is lost while the mail server is down."""

    def save(self, *_facts: Any, **_options: Any) -> None:
        for user in self.get_users(self.cleaned_data["email"]):
            password_mail_enqueue(user=user, language=get_language() or "it")
