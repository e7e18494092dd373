"""The security headers that every response has."""

from __future__ import annotations

import re
from typing import Any

from ops.middleware import PERMISSIONS_POLICY

POLICY = {
    "default-src": "'self'",
    "img-src": "'self' data:",
    "script-src": "'self'",
    "style-src": "'self'",
    "frame-ancestors": "'none'",
    "base-uri": "'self'",
    "form-action": "'self'",
    "object-src": "'none'",
}
FIXED = {
    "X-Frame-Options": "DENY",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
#: Markup that a policy without 'unsafe-inline' would block.
INLINE = re.compile(
    r"<style\b|\sstyle=|\son[a-z]+=\"|<script(?![^>]*\bsrc=)(?![^>]*application/(?:ld\+)?json)|href=\"javascript:", re.I
)


def content_policy(response: Any) -> dict[str, str]:
    """Return the directives of a response's content security policy."""
    parts = (directive.strip().partition(" ") for directive in response["Content-Security-Policy"].split(";"))
    return {name: value for name, _blank, value in parts if name}


def wrong_headers(response: Any, *, camera: bool = False) -> list[str]:
    """Return the headers that a response lacks, and what its page has that the policy would block.

    Arguments:
        camera: whether the page may use it.
    """
    allowed = PERMISSIONS_POLICY.replace("camera=()", "camera=(self)") if camera else PERMISSIONS_POLICY
    expected: dict[str, str | None] = {**FIXED, "Permissions-Policy": allowed}
    wrong = [f"{name}: {response.get(name)}" for name, value in expected.items() if response.get(name) != value]
    wrong += [] if content_policy(response) == POLICY else ["Content-Security-Policy"]
    if response.get("Content-Type", "").startswith("text/html"):
        wrong += INLINE.findall(response.content.decode())
    return wrong
