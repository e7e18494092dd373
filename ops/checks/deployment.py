"""Django's system checks of a deployment's settings, run by ``manage.py check --deploy`` and script/production-check.

They contact no service. No message contains a secret or a password.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import urlsplit

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register

#: Minimum length of a token that cannot be guessed.
MIN_TOKEN_LENGTH = 20

AppConfigs = Sequence[AppConfig] | None


@register(Tags.security, deploy=True)
def check_hosts(app_configs: AppConfigs, **kwargs: Any) -> Iterator[CheckMessage]:
    """Check that the site has its own host names and an address with TLS."""
    if "*" in settings.ALLOWED_HOSTS:
        yield Error(
            "FOSSATO_HOSTS allows every host name",
            hint="Name the site's own: a mail could lead elsewhere otherwise.",
            id="fossato.E001",
        )
    site = urlsplit(settings.FOSSATO_SITE_URL)
    if site.scheme != "https" or not site.hostname:
        yield Error(
            "FOSSATO_SITE_URL does not begin with https://",
            hint="Private links and QR codes would go in the clear.",
            id="fossato.E002",
        )
    is_allowed = site.hostname in settings.ALLOWED_HOSTS
    if not is_allowed and not any(host.startswith(".") or host == "*" for host in settings.ALLOWED_HOSTS):
        yield Error(
            f"FOSSATO_HOSTS does not hold {site.hostname}",
            hint="Every page at FOSSATO_SITE_URL would answer 400.",
            id="fossato.E003",
        )


@register(Tags.security, deploy=True)
def check_tokens(app_configs: AppConfigs, **kwargs: Any) -> Iterator[CheckMessage]:
    """Check that the tokens of monitoring are long, and that the metrics of all processes are collected."""
    for name in ("FOSSATO_HEALTH_TOKEN", "FOSSATO_METRICS_TOKEN"):
        token = getattr(settings, name)
        if token and len(token) < MIN_TOKEN_LENGTH:
            yield Error(
                f"{name} is short",
                hint="python3 -c 'import secrets; print(secrets.token_urlsafe(30))'",
                id="fossato.E004",
            )
    if settings.FOSSATO_METRICS_TOKEN and not os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        yield Warning(
            "PROMETHEUS_MULTIPROC_DIR is not set: with several processes each tells its own figures only",
            hint="Name an empty folder of the server's own, emptied at each start; script/server does.",
            id="fossato.W001",
        )


@register(Tags.security, deploy=True)
def check_proxies(app_configs: AppConfigs, **kwargs: Any) -> Iterator[CheckMessage]:
    """Check the trusted proxy addresses."""
    if "*" in os.environ.get("FORWARDED_ALLOW_IPS", ""):
        yield Error(
            "FORWARDED_ALLOW_IPS trusts everybody: a visitor could say to be somebody else's address",
            hint="Name the proxy's address; without the variable it is 127.0.0.1.",
            id="fossato.E005",
        )


@register(Tags.security, deploy=True)
def check_second_factor(app_configs: AppConfigs, **kwargs: Any) -> Iterator[CheckMessage]:
    """Check that one leaked password does not open the Referent's pages."""
    if not settings.FOSSATO_STAFF_SECOND_FACTOR:
        yield Warning(
            "The National Referent signs in with the password alone",
            hint="Leave FOSSATO_STAFF_SECOND_FACTOR out, or set it to on: docs/accounts.md",
            id="fossato.W005",
        )


@register(Tags.security, deploy=True)
def check_notice(app_configs: AppConfigs, **kwargs: Any) -> Iterator[CheckMessage]:
    """Check that the privacy notice and the contact page are complete (art. 13 GDPR)."""
    names = ("FOSSATO_CONTROLLER", "FOSSATO_PURPOSES", "FOSSATO_CONTACT_MAIL")
    missing = [name for name in names if not getattr(settings, name)]
    if missing:
        yield Warning(
            f"The privacy notice says that it is not filled in: {', '.join(missing)}",
            hint="Name who answers for the data, what for, and a mail address: docs/deployment.md",
            id="fossato.W004",
        )


@register(Tags.security, deploy=True)
def check_mail(app_configs: AppConfigs, **kwargs: Any) -> Iterator[CheckMessage]:
    """Check that mails are sent, and encrypted on their way to another machine."""
    if not settings.EMAIL_BACKEND.endswith("smtp.EmailBackend"):
        yield Warning(
            f"No mail is sent: {settings.EMAIL_BACKEND}", hint="FOSSATO_EMAIL_URL=smtp+tls://…", id="fossato.W003"
        )
    elif not (settings.EMAIL_USE_TLS or settings.EMAIL_USE_SSL) and settings.EMAIL_HOST not in (
        *("localhost", "127.0.0.1", "::1"),
    ):
        yield Error(
            "Mails and their password go in the clear",
            hint="FOSSATO_EMAIL_URL=smtp+tls://… or smtp+ssl://…",
            id="fossato.E006",
        )
