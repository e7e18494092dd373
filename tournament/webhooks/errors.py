"""What webhooks refuse, and why a delivery did not arrive.

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
    """Something about a webhook is refused."""

    article = ""

    def sentence(self, language: str = "it") -> str:
        """Return what is wrong and how to correct it, in Italian or English."""
        return filled(SENTENCES[self.code][language], self.params)


class WebhookAddressWrong(WebhookRefused):
    """No address of the web. Params: none."""

    code = "WEBHOOK_ADDRESS"


class WebhookScheme(WebhookRefused):
    """Not https. Params: none."""

    code = "WEBHOOK_SCHEME"


class WebhookUserinfo(WebhookRefused):
    """A name or a password stands in the address. Params: none."""

    code = "WEBHOOK_USERINFO"


class WebhookKnown(WebhookRefused):
    """The address is in the list. Params: none."""

    code = "WEBHOOK_KNOWN"


class WebhookTooMany(WebhookRefused):
    """The list is full. Params: most."""

    code = "WEBHOOK_TOO_MANY"


class WebhookPaused(WebhookRefused):
    """Nothing is sent to a paused address. Params: none."""

    code = "WEBHOOK_PAUSED"


class DeliveryFailed(WebhookRefused):
    """An attempt that did not arrive; it is made again later. Params: host, and status where there was an answer."""


class WebhookPrivate(DeliveryFailed):
    """The host is, or leads to, an address that is not public. Params: host."""

    code = "WEBHOOK_PRIVATE"


class SecretLost(DeliveryFailed):
    """The secret was made with another server key. Params: host."""

    code = "WEBHOOK_SECRET_LOST"


class NameUnknown(DeliveryFailed):
    """The host's name has no address. Params: host."""

    code = "WEBHOOK_NAME_UNKNOWN"


class ConnectionRefused(DeliveryFailed):
    """Nobody listens there, or no way leads there. Params: host."""

    code = "WEBHOOK_REFUSED"


class TooSlow(DeliveryFailed):
    """No answer in time. Params: host."""

    code = "WEBHOOK_TIMEOUT"


class CertificateWrong(DeliveryFailed):
    """TLS could not be agreed on. Params: host."""

    code = "WEBHOOK_TLS"


class ConnectionBroken(DeliveryFailed):
    """The connection broke off, or what came is no HTTP. Params: host."""

    code = "WEBHOOK_BROKEN"


class StatusWrong(DeliveryFailed):
    """An answer that is not 2xx. Params: host, status."""

    code = "WEBHOOK_STATUS"


class Redirected(DeliveryFailed):
    """A redirect, which is not followed. Params: host, status."""

    code = "WEBHOOK_REDIRECT"
