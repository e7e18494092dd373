"""Where on the settings a group of them stands."""

from __future__ import annotations

from typing import Literal

from django.urls import reverse

#: Groups of the settings, by the mark of their place on the page.
Group = Literal["nome", "avvisi", "accesso", "dati"]


def settings_url(group: Group) -> str:
    """Return the address of a group of the account's settings."""
    return f"{reverse('account')}#{group}"
