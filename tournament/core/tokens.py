"""Tokens of private links: derived from a salt, stored as a hash; see ``tournament.access.links``."""

from __future__ import annotations

import hashlib
import hmac
from base64 import urlsafe_b64encode

from django.conf import settings
from django.urls import reverse

from tournament.models import PrivateLink

TOKEN_LENGTH = 22
_PAGES = {
    PrivateLink.Kind.TABLE: "table_link",
    PrivateLink.Kind.PARTICIPANT: "player_phone",
    PrivateLink.Kind.OWN: "own_consent",
    PrivateLink.Kind.REQUEST: "entry_request",
}


def hashed(token: str) -> str:
    """Return the stored form of a token: its SHA-256."""
    return hashlib.sha256(token.encode()).hexdigest()


def token_of(salt: str) -> str:
    """Return the token of a salt, derived with the server's secret key."""
    key = hashlib.sha256(b"fossato-private-link/1\n" + settings.SECRET_KEY.encode()).digest()
    return urlsafe_b64encode(hmac.new(key, salt.encode(), hashlib.sha256).digest()).decode()[:TOKEN_LENGTH]


def link_token(link: PrivateLink) -> str | None:
    """Return the token of a link; None if it was derived with another secret key, so that the link must be replaced."""
    token = token_of(link.salt)
    return token if hmac.compare_digest(hashed(token), link.token_sha256) else None


def link_address(link: PrivateLink) -> str | None:
    """Return the absolute URL of a link, for a QR code or a mail; None as for ``link_token``."""
    token = link_token(link)
    return settings.FOSSATO_SITE_URL.rstrip("/") + link_path(link.kind, token) if token else None


def link_path(kind: str, token: str) -> str:
    """Return the URL path on this site that a token opens."""
    return reverse(_PAGES[PrivateLink.Kind(kind)], args=[token])
