"""The name of an account's owner, for every page and file that names an account."""

from __future__ import annotations

import re
from typing import Any

from django.utils.translation import gettext as _

#: Pattern of a generated user name.
GENERATED_NAME = r"^u-[0-9a-f]{16}$"


def has_generated_name(user: Any) -> bool:
    """Return whether the account was created on the site, so that its user name is never typed nor shown."""
    return re.match(GENERATED_NAME, user.get_username()) is not None


def account_name(user: Any) -> str:
    """Return the owner's full name, else the user name; the number of the account if its user name was generated."""
    full_name: str = user.get_full_name()
    if not full_name and has_generated_name(user):
        return _("account %(number)s") % {"number": user.pk}
    return full_name or str(user.get_username())
