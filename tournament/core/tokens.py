"""Tokens of private links: derived from a salt, stored as a hash; see ``tournament.access.links``."""

from __future__ import annotations

import hashlib
import hmac
import re
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


_ADDRESS = re.compile(r"/[gt]/([A-Za-z0-9_-]{22})(?:[/?#].*)?$")
_BARE = re.compile(r"([A-Za-z0-9_-]{22})$")
#: A hand scanner with an American layout on a computer with an Italian one types - for / and more.
_AMERICAN = re.compile(r"-[gt]-([A-Za-z0-9'?]{22})-?$")
_ITALIAN = str.maketrans("'?", "-_")


def hashed(token: str) -> str:
    """Return the stored form of a token: its SHA-256."""
    return hashlib.sha256(token.encode()).hexdigest()


def token_of(salt: str, secret: str | None = None) -> str:
    """Return the token of a salt, derived with a secret key; the server's own by default."""
    secret = settings.SECRET_KEY if secret is None else secret
    key = hashlib.sha256(b"fossato-private-link/1\n" + secret.encode()).digest()
    return urlsafe_b64encode(hmac.new(key, salt.encode(), hashlib.sha256).digest()).decode()[:TOKEN_LENGTH]


def derived_token(salt: str, stored: str) -> str | None:
    """Return the token of a stored row, if the server's key, or one that it had before, derives it from the salt.

    A row that was written past the server, with the hash of a token made elsewhere, has none: it opens nothing.
    """
    for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        token = token_of(salt, secret)
        if hmac.compare_digest(hashed(token), stored):
            return token
    return None


def link_token(link: PrivateLink) -> str | None:
    """Return the token of a link; None if it was derived with a key that is unknown here: it must be replaced."""
    return derived_token(link.salt, link.token_sha256)


def link_address(link: PrivateLink) -> str | None:
    """Return the absolute URL of a link, for a QR code or a mail; None as for ``link_token``."""
    token = link_token(link)
    return settings.FOSSATO_SITE_URL.rstrip("/") + link_path(link.kind, token) if token else None


def link_path(kind: str, token: str) -> str:
    """Return the URL path on this site that a token opens."""
    return reverse(_PAGES[PrivateLink.Kind(kind)], args=[token])


def code_token(text: str) -> str | None:
    """Return the token in the text of a camera, hand scanner or clipboard: a URL, or the token alone."""
    stripped = text.strip()
    match = _ADDRESS.search(stripped) or _BARE.match(stripped)
    if match is not None:
        return match[1]
    scanner_match = _AMERICAN.search(stripped)
    return scanner_match[1].translate(_ITALIAN) if scanner_match else None
