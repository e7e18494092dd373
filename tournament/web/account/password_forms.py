"""The form that asks for a new password."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import forms
from django.utils.translation import get_language

from tournament.notifications.passwords import password_mail_ask


class PasswordResetForm(forms.PasswordResetForm):
    """Django's own, but that each mail is a Job: none is lost where the mail server is away."""

    def save(self, *_facts: Any, **_options: Any) -> None:
        for user in self.get_users(self.cleaned_data["email"]):
            password_mail_ask(user=user, language=get_language() or "it")
