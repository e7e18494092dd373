"""What stops a backup or a restore, in words for who stands at the command line."""

from __future__ import annotations


class BackupError(Exception):
    """It cannot be done; the message says why and what to do, and nothing was changed."""


class Damaged(BackupError):
    """An archive is not what was written."""


class Refused(BackupError):
    """An archive is whole, and does not belong here."""
