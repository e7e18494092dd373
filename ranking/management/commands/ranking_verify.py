"""``manage.py ranking_verify FILE``: check the signature of a final Ranking; no database is needed."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from hashlib import sha256
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from ranking.closing.signatures import is_signed

_FIELDS = ("text", "sha256", "key", "signature")


class Command(BaseCommand):
    """Check a file of a final Ranking."""

    help = (
        "Checks digest and signature of a final Ranking, as its public page gives it. Compare the key with that of "
        "the page: who changes the file can sign it again, but not with the site\u2019s key."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        document = _read(file)
        text = document["text"].encode()
        if sha256(text).hexdigest() != document["sha256"]:
            raise CommandError(f"{file}: the digest is not that of the text, which was changed afterwards.")
        if not is_signed(text, key=document["key"], signature=document["signature"]):
            raise CommandError(f"{file}: the signature is not that of the key, or the text was changed afterwards.")
        content = json.loads(text)
        self.stdout.write(
            f"No. {content['number']}, {content['season']}, {len(content['rows'])} rows: signed by {document['key']}."
        )


def _read(file: Path) -> dict[str, str]:
    """Return the fields of a file. Raises CommandError for a file of another format."""
    try:
        document = json.loads(file.read_text(encoding="utf-8"))
        return {field: str(document[field]) for field in _FIELDS}
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise CommandError(f"{file} is not the file of a final Ranking ({error}).") from error
