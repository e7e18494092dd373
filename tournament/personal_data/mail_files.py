"""Mails that a site without a mail server writes as files: they hold names, addresses and links that still open."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import datetime, timedelta
from email import message_from_bytes, policy
from email.utils import getaddresses
from pathlib import Path
from typing import Final

from django.conf import settings
from django.db import transaction

#: Days for which a mail can be read in its file.
MAIL_FILE_DAYS: Final = 7
_BACKEND: Final = "django.core.mail.backends.filebased.EmailBackend"
#: Names of the files that Django's backend makes.
_WRITTEN: Final = "*.log"
#: The line that the backend writes after each mail.
_END: Final = b"-" * 79 + b"\n"


def _folder() -> str | Path | None:
    """Return where this site writes its mails as files; None where it sends them."""
    return getattr(settings, "EMAIL_FILE_PATH", None) if settings.EMAIL_BACKEND == _BACKEND else None


def mails_are_files() -> bool:
    """Return whether this site writes its mails as files."""
    return bool(_folder())


def _mail_files() -> Iterator[Path]:
    if folder := _folder():
        yield from Path(folder).glob(_WRITTEN)


def _is_older(path: Path, limit: float) -> bool:
    # It may have gone in the meantime.
    with suppress(FileNotFoundError):
        return path.stat().st_mtime < limit
    return False


def mail_files_expire(now: datetime, *, dry_run: bool = False) -> int:
    """Delete the mails that were written more than ``MAIL_FILE_DAYS`` ago; return how many files.

    Arguments:
        dry_run: only count.
    """
    limit = (now - timedelta(days=MAIL_FILE_DAYS)).timestamp()
    files = [path for path in _mail_files() if _is_older(path, limit)]
    if not dry_run:
        for path in files:
            path.unlink(missing_ok=True)
    return len(files)


def mail_files_delete(addresses: Iterable[str]) -> int:
    """Delete the mails to some addresses from their files when the transaction ends; return how many.

    Mails of the same second may share a file: those to others stay in it.
    """
    wanted = {address.lower() for address in addresses if address}
    kept_mails = {path: _mails_without(path, wanted) for path in _mail_files()}
    changed = {path: kept for path, (kept, removed) in kept_mails.items() if removed}
    transaction.on_commit(lambda: _store(changed))
    return sum(removed for _kept, removed in kept_mails.values())


def _readers(mail: bytes) -> set[str]:
    """Return the addresses that a mail was written to, in small letters."""
    fields = message_from_bytes(mail, policy=policy.compat32).get_all("To", [])
    return {address.lower() for _name, address in getaddresses([str(field) for field in fields])}


def _mails_without(path: Path, addresses: set[str]) -> tuple[list[bytes], int]:
    """Return the mails of a file to other addresses, and the number of those to one of these."""
    with suppress(FileNotFoundError):
        mails = [mail for mail in path.read_bytes().split(_END) if mail.strip()]
        kept = [mail for mail in mails if not _readers(mail) & addresses]
        return kept, len(mails) - len(kept)
    return [], 0


def _store(changed: dict[Path, list[bytes]]) -> None:
    """Write the mails that stay, with the time of their file: the days of the others begin when they were written."""
    for path, mails in changed.items():
        with suppress(FileNotFoundError):
            facts = path.stat()
            if mails:
                path.write_bytes(b"".join(mail + _END for mail in mails))
                os.utime(path, ns=(facts.st_atime_ns, facts.st_mtime_ns))
            else:
                path.unlink()
