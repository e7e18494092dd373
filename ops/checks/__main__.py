"""Entry point of script/production-check."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence

import django
from django.core.exceptions import ImproperlyConfigured

from ops.checks import environment
from ops.checks.result import ERROR, OK, WARNING, CheckResult

#: Settings that each part needs before it can run.
NEEDS = {
    "database": "FOSSATO_DATABASE_URL",
    "broker": "FOSSATO_REDIS_URL",
    "mails": "FOSSATO_EMAIL_URL",
    "files": "",
    "printing": "",
    "site": "FOSSATO_SITE_URL",
}


def _run_checks(only_settings: bool) -> Iterator[CheckResult]:
    """Yield the results of every part; parts whose settings are missing are skipped."""
    missing = environment.find_missing_settings()
    yield from missing.values()
    try:
        django.setup()
        yield from list(environment.check_settings(missing))
    except (ImproperlyConfigured, ValueError, LookupError) as problem:
        words = f"A setting cannot be read ({type(problem).__name__})"
        yield CheckResult(ERROR, words, "Compare the environment with docs/deployment.md.")
        return
    if only_settings:
        return
    from ops.checks import services, site

    modules = {"site": site}
    parts: dict[str, Callable[[], Iterator[CheckResult]]] = {
        name: getattr(modules.get(name, services), name) for name in NEEDS
    }
    for name, check in parts.items():
        if NEEDS[name] not in missing:
            yield from check()


def main(arguments: Sequence[str]) -> int:
    """Print all results; return 1 if anything is missing or unsafe."""
    if set(arguments) - {"--settings"}:
        print("usage: script/production-check [--settings]", file=sys.stderr)
        return 2
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings.production"
    results = list(_run_checks("--settings" in arguments))
    for level, stream in ((OK, sys.stdout), (WARNING, sys.stderr), (ERROR, sys.stderr)):
        for result in results:
            if result.level == level:
                print(f"{level}: {result.what}" + (f"\n    {result.todo}" if result.todo else ""), file=stream)
    errors, warnings = (sum(result.level == level for result in results) for level in (ERROR, WARNING))
    print(f"Production: {errors} errors, {warnings} warnings.")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
