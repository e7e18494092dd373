"""Errors that stop a backup or a restore, worded for operators at the command line."""

from __future__ import annotations


class BackupError(Exception):
    """The operation is impossible; the message says why and what to do, and nothing was changed."""


class Damaged(BackupError):
    """An archive's content differs from what was written."""


class Refused(BackupError):
    """An archive is intact but does not belong to this installation."""
