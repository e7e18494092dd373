"""Entry point of script/production-check."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence

import django
from django.core.exceptions import ImproperlyConfigured

from ops.checks import environment
from ops.checks.result import ERROR, OK, WARNING, Found

#: Settings that each part needs before it can run.
NEEDS = {
    "database": "FOSSATO_DATABASE_URL",
    "broker": "FOSSATO_REDIS_URL",
    "mails": "FOSSATO_EMAIL_URL",
    "files": "",
    "printing": "",
    "site": "FOSSATO_SITE_URL",
}


def _found(only_settings: bool) -> Iterator[Found]:
    """Yield the results of every part; parts whose settings are missing are skipped."""
    missing = environment.not_set()
    yield from missing.values()
    try:
        django.setup()
        yield from list(environment.look(missing))
    except (ImproperlyConfigured, ValueError, LookupError) as problem:
        words = f"A setting cannot be read ({type(problem).__name__})"
        yield Found(ERROR, words, "Compare the environment with docs/deployment.md.")
        return
    if only_settings:
        return
    from ops.checks import services, site

    rooms = {"site": site}
    parts: dict[str, Callable[[], Iterator[Found]]] = {name: getattr(rooms.get(name, services), name) for name in NEEDS}
    for name, look in parts.items():
        if NEEDS[name] not in missing:
            yield from look()


def main(arguments: Sequence[str]) -> int:
    """Print all results; return 1 if anything is missing or unsafe."""
    if set(arguments) - {"--settings"}:
        print("usage: script/production-check [--settings]", file=sys.stderr)
        return 2
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings.production"
    results = list(_found("--settings" in arguments))
    for level, stream in ((OK, sys.stdout), (WARNING, sys.stderr), (ERROR, sys.stderr)):
        for result in results:
            if result.level == level:
                print(f"{level}: {result.what}" + (f"\n    {result.todo}" if result.todo else ""), file=stream)
    errors, warnings = (sum(result.level == level for result in results) for level in (ERROR, WARNING))
    print(f"Production: {errors} errors, {warnings} warnings.")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
