"""Checks of the environment and the settings only; no service is contacted."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from urllib.parse import urlsplit

from django.conf import settings
from django.core import checks

from ops.checks.result import CheckResult, error, ok, warning

#: Placeholders for missing settings, so that the other checks can still run.
PLACEHOLDERS = {
    "FOSSATO_SECRET_KEY": "stand-in-0123456789-abcdefghijklmnopqrstuvwxyz-ABCDEFGHIJ-!",
    "FOSSATO_HOSTS": "stand-in.invalid",
    "FOSSATO_SITE_URL": "https://stand-in.invalid",
    "FOSSATO_DATABASE_URL": "postgres://stand-in.invalid/none",
    "FOSSATO_REDIS_URL": "redis://stand-in.invalid/0",
    "FOSSATO_EMAIL_URL": "smtp+tls://stand-in.invalid:587",
    "FOSSATO_FROM_EMAIL": "nobody@stand-in.invalid",
}
#: Minimum length of a token that cannot be guessed.
MIN_TOKEN_LENGTH = 20
#: Django's warning that it does not redirect to TLS itself; the proxy may.
NO_REDIRECT = "security.W008"


#: Valid URL prefixes of each service.
URL_PREFIXES = {
    "FOSSATO_DATABASE_URL": ("postgres://", "postgresql://"),
    "FOSSATO_REDIS_URL": ("redis://", "rediss://", "unix://"),
    "FOSSATO_EMAIL_URL": ("smtp", "submission", "consolemail", "filemail", "memorymail", "dummymail"),
}


def find_missing_settings() -> dict[str, CheckResult]:
    """Return the required settings that are missing or unreadable, and set a placeholder for each."""
    problems = {}
    for name, stand_in in PLACEHOLDERS.items():
        value = os.environ.get(name, "")
        if not value:
            problems[name] = error(
                f"{name} is missing in the environment", "What it is, with an example: docs/deployment.md"
            )
        elif not value.startswith(URL_PREFIXES.get(name, "")):
            problems[name] = error(
                f"{name} is no address of that service", f"For example {stand_in}; docs/deployment.md"
            )
        if name in problems:
            os.environ[name] = stand_in
    return problems


def check_settings(missing: Collection[str]) -> Iterator[CheckResult]:
    """Check all settings except the missing ones."""
    yield from _check_hosts(missing)
    yield from _check_tokens()
    yield from _check_incoming()
    yield from _check_outgoing()
    yield from _check_django()


def _check_hosts(missing: Collection[str]) -> Iterator[CheckResult]:
    if "FOSSATO_HOSTS" not in missing and "*" in settings.ALLOWED_HOSTS:
        yield error(
            "FOSSATO_HOSTS allows every host name", "Name the site's own: a mail could lead elsewhere otherwise."
        )
    if "FOSSATO_SITE_URL" in missing:
        return
    site = urlsplit(settings.FOSSATO_SITE_URL)
    if site.scheme != "https" or not site.hostname:
        yield error(
            "FOSSATO_SITE_URL does not begin with https://", "Private links and QR codes would go in the clear."
        )
    named = site.hostname in settings.ALLOWED_HOSTS or "FOSSATO_HOSTS" in missing
    if not named and not any(host.startswith(".") or host == "*" for host in settings.ALLOWED_HOSTS):
        yield error(f"FOSSATO_HOSTS does not hold {site.hostname}", "Every page at FOSSATO_SITE_URL would answer 400.")


def _check_tokens() -> Iterator[CheckResult]:
    for name in ("FOSSATO_HEALTH_TOKEN", "FOSSATO_METRICS_TOKEN"):
        token = getattr(settings, name)
        if token and len(token) < MIN_TOKEN_LENGTH:
            yield error(f"{name} is short", "python3 -c 'import secrets; print(secrets.token_urlsafe(30))'")
    if settings.FOSSATO_METRICS_TOKEN and not os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        yield warning(
            "PROMETHEUS_MULTIPROC_DIR is not set: with several processes each tells its own figures only",
            "Name an empty folder of the server's own, emptied at each start; script/server does.",
        )


def _check_incoming() -> Iterator[CheckResult]:
    if "*" in os.environ.get("FORWARDED_ALLOW_IPS", ""):
        yield error(
            "FORWARDED_ALLOW_IPS trusts everybody: a visitor could say to be somebody else's address",
            "Name the proxy's address; without the variable it is 127.0.0.1.",
        )
    if os.geteuid() == 0:
        yield warning("This runs as root", "Give the server an account of its own: deploy/README.md")


def _check_outgoing() -> Iterator[CheckResult]:
    if settings.FOSSATO_WEBHOOK_PRIVATE:
        yield warning(
            "FOSSATO_WEBHOOK_PRIVATE lets webhooks go to private addresses: an organiser could reach our neighbours",
            "Leave it out where webhooks go to receivers on the open network alone: docs/webhooks.md",
        )


def _check_django() -> Iterator[CheckResult]:
    messages = checks.run_checks(include_deployment_checks=True)
    for message in messages:
        level = warning if message.id == NO_REDIRECT else error
        yield level(
            f"{message.id}: {' '.join(str(message.msg).split())}",
            " ".join(str(message.hint or "docs/deployment.md").split()),
        )
    if not messages:
        yield ok("Django's deployment checks")
