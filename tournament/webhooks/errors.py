"""Errors raised by webhook services, and reasons why a delivery failed.

The tree::

    RuleError
        WebhookRefused
            WebhookAddressWrong, WebhookScheme, WebhookUserinfo, WebhookKnown, WebhookTooMany, WebhookPaused
            DeliveryFailed: WebhookPrivate, SecretLost, NameUnknown, ConnectionRefused, TooSlow, CertificateWrong,
                ConnectionBroken, StatusWrong, Redirected
"""

from __future__ import annotations

from tournament.regulation.errors import RuleError
from tournament.regulation.translatable import gettext_noop


class WebhookRefused(RuleError):
    """Base of the errors about webhooks."""

    article = ""


class WebhookAddressWrong(WebhookRefused):
    """The text is not a web address. Params: none."""

    code = "WEBHOOK_ADDRESS"
    message = gettext_noop("This is not a web address: write one such as https://example.org/fossato.")


class WebhookScheme(WebhookRefused):
    """The URL is not https. Params: none."""

    code = "WEBHOOK_SCHEME"
    message = gettext_noop("The address has to begin with https://: what is sent does not travel in the clear.")


class WebhookUserinfo(WebhookRefused):
    """The URL contains a user name or a password. Params: none."""

    code = "WEBHOOK_USERINFO"
    message = gettext_noop("The address cannot hold a user name or a password: the receiver knows us by the signature.")


class WebhookKnown(WebhookRefused):
    """The URL is already registered. Params: none."""

    code = "WEBHOOK_KNOWN"
    message = gettext_noop("This address is in the list already.")


class WebhookTooMany(WebhookRefused):
    """The maximum number of endpoints is reached. Params: most."""

    code = "WEBHOOK_TOO_MANY"
    message = gettext_noop("There can be {most} addresses at most: remove one that is not needed any more.")


class WebhookPaused(WebhookRefused):
    """The endpoint is paused and receives nothing. Params: none."""

    code = "WEBHOOK_PAUSED"
    message = gettext_noop("The address is paused: to send, resume it first.")


class DeliveryFailed(WebhookRefused):
    """A failed attempt, which is retried later. Params: host, and status if there was a response."""


class WebhookPrivate(DeliveryFailed):
    """The host is, or resolves to, an address that is not public. Params: host."""

    code = "WEBHOOK_PRIVATE"
    message = gettext_noop("{host} is an address of a private network: only public addresses are sent to.")


class SecretLost(DeliveryFailed):
    """The secret was derived with another server key. Params: host."""

    code = "WEBHOOK_SECRET_LOST"
    message = gettext_noop(
        "The server’s key has changed and the secret is void: make a new one and give it to the receiver."
    )


class NameUnknown(DeliveryFailed):
    """The host's name has no address. Params: host."""

    code = "WEBHOOK_NAME_UNKNOWN"
    message = gettext_noop("The name {host} cannot be found.")


class ConnectionRefused(DeliveryFailed):
    """The host refused the connection, or is unreachable. Params: host."""

    code = "WEBHOOK_REFUSED"
    message = gettext_noop("{host} does not take the connection.")


class TooSlow(DeliveryFailed):
    """The response did not arrive in time. Params: host."""

    code = "WEBHOOK_TIMEOUT"
    message = gettext_noop("{host} did not answer in time.")


class CertificateWrong(DeliveryFailed):
    """The TLS handshake failed. Params: host."""

    code = "WEBHOOK_TLS"
    message = gettext_noop("The certificate of {host} is not valid.")


class ConnectionBroken(DeliveryFailed):
    """The connection broke off, or the response is not HTTP. Params: host."""

    code = "WEBHOOK_BROKEN"
    message = gettext_noop("{host} broke the connection off or did not answer in HTTP.")


class StatusWrong(DeliveryFailed):
    """The response status is not 2xx. Params: host, status."""

    code = "WEBHOOK_STATUS"
    message = gettext_noop("{host} answered {status}: an answer from 200 to 299 is needed.")


class Redirected(DeliveryFailed):
    """The response is a redirect, which is not followed. Params: host, status."""

    code = "WEBHOOK_REDIRECT"
    message = gettext_noop("{host} answered {status}: redirects are not followed, give the final address.")
