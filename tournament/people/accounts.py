"""Tell accounts that their owners created on the site from those that an operator created on the server."""

from __future__ import annotations

import re
import secrets
from typing import Any

#: Pattern of a generated user name.
GENERATED_NAME = r"^u-[0-9a-f]{16}$"


def generated_name() -> str:
    """Return a user name for an account that signs in with its mail address: it says nothing about its owner."""
    return f"u-{secrets.token_hex(8)}"


def has_generated_name(user: Any) -> bool:
    """Return whether the account was created on the site, so that its user name is never typed."""
    return re.match(GENERATED_NAME, user.get_username()) is not None
