"""Database access in a separate process: read one JSON list per line, ``[name, arguments]``, answer one JSON value.

python -m tests.integration.concurrency.clerk_process
"""

from __future__ import annotations

import json
import sys

import django
from django.conf import settings


def main() -> None:
    """Answer requests until standard input ends."""
    django.setup()
    # Passwords in tests need no slow hash.
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher", *settings.PASSWORD_HASHERS]
    # Models can be imported only after setup.
    from tests.integration.concurrency.clerk import VERBS

    for line in sys.stdin:
        name, arguments = json.loads(line)
        print(json.dumps(VERBS[name](*arguments)), flush=True)


if __name__ == "__main__":
    main()
