"""The clerk as a process: reads one JSON list per line, ``[name, arguments]``, and answers one JSON value per line.

python -m tests.integration.concurrency.clerk_process
"""

from __future__ import annotations

import json
import sys

import django
from django.conf import settings


def main() -> None:
    """Answers until nobody asks any more."""
    django.setup()
    # Passwords of people who never type them need not take long to break.
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher", *settings.PASSWORD_HASHERS]
    settings.FOSSATO_PLAUSIBILITY_GAMES = 0
    # Models can be imported only now.
    from tests.integration.concurrency.clerk import VERBS

    for line in sys.stdin:
        name, arguments = json.loads(line)
        print(json.dumps(VERBS[name](*arguments)), flush=True)


if __name__ == "__main__":
    main()
