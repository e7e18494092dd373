"""The labels and helps of django-allauth's forms in this site's words."""

from __future__ import annotations

from typing import Any

from django.forms import Form
from django.utils.translation import gettext_lazy as _

_PASSWORD_HELP = _("At least 12 characters; a sentence is fine.")
_LABELS = {
    "email": _("Mail"),
    "password1": _("Password"),
    "password2": _("The same again"),
    "code": _("Code"),
    "name": _("Name"),
    "passwordless": _("Sign in with it alone, without the password"),
}


class OwnWords:
    """Use this site's labels, and no placeholders: they would repeat the label. Mixed in before a form."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        assert isinstance(self, Form)
        for name, field in self.fields.items():
            field.widget.attrs.pop("placeholder", None)
            field.label = _LABELS.get(name, field.label)
            if name == "password1":
                field.help_text = _PASSWORD_HELP
