"""Errors raised by webhook services, and reasons why a delivery failed.

The tree::

    RuleError
        WebhookRefused
            WebhookAddressWrong, WebhookScheme, WebhookUserinfo, WebhookKnown, WebhookTooMany, WebhookPaused
            DeliveryFailed: WebhookPrivate, SecretLost, NameUnknown, ConnectionRefused, TooSlow, CertificateWrong,
                ConnectionBroken, StatusWrong, Redirected

Each has a code and params; its message text is in :mod:`tournament.webhooks.error_messages`.
"""

from __future__ import annotations

from games.wording import filled
from tournament.regulation.errors import RuleError
from tournament.webhooks.error_messages import SENTENCES


class WebhookRefused(RuleError):
    """Base of the errors about webhooks."""

    article = ""

    def sentence(self, language: str = "it") -> str:
        """Return what is wrong and how to correct it, in Italian or English."""
        return filled(SENTENCES[self.code][language], self.params)


class WebhookAddressWrong(WebhookRefused):
    """The text is not a web address. Params: none."""

    code = "WEBHOOK_ADDRESS"


class WebhookScheme(WebhookRefused):
    """The URL is not https. Params: none."""

    code = "WEBHOOK_SCHEME"


class WebhookUserinfo(WebhookRefused):
    """The URL contains a user name or a password. Params: none."""

    code = "WEBHOOK_USERINFO"


class WebhookKnown(WebhookRefused):
    """The URL is already registered. Params: none."""

    code = "WEBHOOK_KNOWN"


class WebhookTooMany(WebhookRefused):
    """The maximum number of endpoints is reached. Params: most."""

    code = "WEBHOOK_TOO_MANY"


class WebhookPaused(WebhookRefused):
    """The endpoint is paused and receives nothing. Params: none."""

    code = "WEBHOOK_PAUSED"


class DeliveryFailed(WebhookRefused):
    """A failed attempt, which is retried later. Params: host, and status if there was a response."""


class WebhookPrivate(DeliveryFailed):
    """The host is, or resolves to, an address that is not public. Params: host."""

    code = "WEBHOOK_PRIVATE"


class SecretLost(DeliveryFailed):
    """The secret was derived with another server key. Params: host."""

    code = "WEBHOOK_SECRET_LOST"


class NameUnknown(DeliveryFailed):
    """The host's name has no address. Params: host."""

    code = "WEBHOOK_NAME_UNKNOWN"


class ConnectionRefused(DeliveryFailed):
    """The host refused the connection, or is unreachable. Params: host."""

    code = "WEBHOOK_REFUSED"


class TooSlow(DeliveryFailed):
    """The response did not arrive in time. Params: host."""

    code = "WEBHOOK_TIMEOUT"


class CertificateWrong(DeliveryFailed):
    """The TLS handshake failed. Params: host."""

    code = "WEBHOOK_TLS"


class ConnectionBroken(DeliveryFailed):
    """The connection broke off, or the response is not HTTP. Params: host."""

    code = "WEBHOOK_BROKEN"


class StatusWrong(DeliveryFailed):
    """The response status is not 2xx. Params: host, status."""

    code = "WEBHOOK_STATUS"


class Redirected(DeliveryFailed):
    """The response is a redirect, which is not followed. Params: host, status."""

    code = "WEBHOOK_REDIRECT"
