"""Entry point of script/production-check."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence

import django
from django.core.checks import ERROR, INFO, WARNING, CheckMessage, Error, Info, run_checks
from django.core.exceptions import ImproperlyConfigured

from ops.checks import environment

#: Django's warning that it does not redirect to TLS itself; the proxy may.
NO_TLS_REDIRECT = "security.W008"
#: Settings that each part needs before it can run.
NEEDS = {
    "database": "FOSSATO_DATABASE_URL",
    "broker": "FOSSATO_REDIS_URL",
    "mails": "FOSSATO_EMAIL_URL",
    "files": "",
    "printing": "",
    "site": "FOSSATO_SITE_URL",
}


def _system_checks() -> Iterator[CheckMessage]:
    """Yield the messages of ``manage.py check --deploy``; Django's own security warnings are errors here."""
    own_messages: list[CheckMessage] = []
    django_messages: list[CheckMessage] = []
    for message in run_checks(include_deployment_checks=True):
        if message.is_silenced():
            continue
        (own_messages if str(message.id).startswith("fossato.") else django_messages).append(message)
    for message in django_messages:
        if message.level < ERROR and message.id != NO_TLS_REDIRECT:
            message.level = ERROR
    yield from own_messages
    yield from django_messages or [Info("Django's deployment checks")]


def _all_checks(*, only_settings: bool, waits: bool) -> Iterator[CheckMessage]:
    """Yield the messages of every part; parts whose settings are missing are skipped.

    Arguments:
        waits: for the workers and the clock, which may just have been started.
    """
    missing = environment.replace_missing_settings()
    yield from missing.values()
    yield from environment.check_account()
    try:
        django.setup()
        yield from list(_system_checks())
    except (ImproperlyConfigured, ValueError, LookupError) as problem:
        words = f"A setting cannot be read ({type(problem).__name__})"
        yield Error(words, hint="Compare the environment with docs/deployment.md.")
        return
    if only_settings:
        return
    from ops.checks import services, site

    if waits and NEEDS["broker"] not in missing:
        services.wait_for_heartbeats()
    modules = {"site": site}
    parts: dict[str, Callable[[], Iterator[CheckMessage]]] = {
        name: getattr(modules.get(name, services), name) for name in NEEDS
    }
    for name, check in parts.items():
        if NEEDS[name] not in missing:
            yield from check()


def _text(message: CheckMessage) -> str:
    """Return the subject of a message with its identifier, and what to do about it on the next line."""
    identifier = f"{message.id}: " if message.id else ""
    subject = identifier + " ".join(str(message.msg).split())
    if message.level == INFO:
        return subject
    return f"{subject}\n    {' '.join(str(message.hint or 'docs/deployment.md').split())}"


def main(arguments: Sequence[str]) -> int:
    """Print all messages; return 1 if anything is missing or unsafe."""
    if set(arguments) - {"--settings", "--wait"}:
        print("usage: script/production-check [--settings | --wait]", file=sys.stderr)
        return 2
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings.production"
    messages = list(_all_checks(only_settings="--settings" in arguments, waits="--wait" in arguments))
    by_level = {
        "ok": [message for message in messages if message.level < WARNING],
        "warning": [message for message in messages if WARNING <= message.level < ERROR],
        "error": [message for message in messages if message.level >= ERROR],
    }
    for level, level_messages in by_level.items():
        for message in level_messages:
            print(f"{level}: {_text(message)}", file=sys.stdout if level == "ok" else sys.stderr)
    print(f"Production: {len(by_level['error'])} errors, {len(by_level['warning'])} warnings.")
    return 1 if by_level["error"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
