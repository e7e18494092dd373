"""The required settings, read from the environment before Django is set up."""

from __future__ import annotations

import os
from urllib.parse import urlsplit

from django.core.checks import CheckMessage, Error, Warning

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
#: Valid URL prefixes of each service.
URL_PREFIXES = {
    "FOSSATO_DATABASE_URL": ("postgres://", "postgresql://"),
    "FOSSATO_REDIS_URL": ("redis://", "rediss://", "unix://"),
    "FOSSATO_EMAIL_URL": ("smtp", "submission", "consolemail", "filemail", "memorymail", "dummymail"),
}


def replace_missing_settings() -> dict[str, Error]:
    """Return the required settings that are missing or unreadable, and set a placeholder for each."""
    problems = {}
    for name, placeholder in PLACEHOLDERS.items():
        value = os.environ.get(name, "")
        if not value:
            problems[name] = Error(
                f"{name} is missing in the environment", hint="What it is, with an example: docs/deployment.md"
            )
        elif not value.startswith(URL_PREFIXES.get(name, "")):
            problems[name] = Error(
                f"{name} is no address of that service", hint=f"For example {placeholder}; docs/deployment.md"
            )
        if name in problems:
            os.environ[name] = placeholder
    # The placeholder of one must agree with the value of the other, or that would be reported too.
    if "FOSSATO_HOSTS" in problems and "FOSSATO_SITE_URL" not in problems:
        os.environ["FOSSATO_HOSTS"] = urlsplit(os.environ["FOSSATO_SITE_URL"]).hostname or PLACEHOLDERS["FOSSATO_HOSTS"]
    if "FOSSATO_SITE_URL" in problems and "FOSSATO_HOSTS" not in problems:
        os.environ["FOSSATO_SITE_URL"] = f"https://{os.environ['FOSSATO_HOSTS'].partition(',')[0].strip()}"
    return problems


def check_account() -> list[CheckMessage]:
    """Return a warning if this process runs as root: ``manage.py check`` may be run by anybody, the server may not."""
    if os.geteuid() != 0:
        return []
    return [Warning("This runs as root", hint="Give the server an account of its own: deploy/README.md")]
