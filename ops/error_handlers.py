"""Error pages for requests that fail because a dependency is unavailable or a disk is full."""

from __future__ import annotations

import errno
import sqlite3
import sys
from typing import Any

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views import defaults

from tournament.printing.cache import PrinterBusy

#: Seconds for the Retry-After header.
RETRY_SECONDS = 5
DISK_FULL_ERRNOS = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
#: SQLite's messages for a busy or missing file or a failing disk; all other errors are our own.
_SQLITE_UNAVAILABLE_CODES = (
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_PROTOCOL,
)


def is_disk_full(error: BaseException | None) -> bool:
    """Return whether a disk is full: the server's own, or that of its database."""
    if isinstance(error, OSError):
        return error.errno in DISK_FULL_ERRNOS
    cause = getattr(error, "__cause__", None)
    if isinstance(error, OperationalError):
        # PostgreSQL: class 53, insufficient resources, disk_full.
        return getattr(cause, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL or (
            getattr(cause, "sqlstate", None) == "53100"
        )
    return False


def is_database_unavailable(error: BaseException | None) -> bool:
    """Return whether the database is temporarily unavailable."""
    if not isinstance(error, OperationalError | InterfaceError):
        return False
    code = getattr(error.__cause__, "sqlite_errorcode", None)
    return code is None or code & 0xFF in _SQLITE_UNAVAILABLE_CODES


def server_error(request: HttpRequest, *_args: Any, **_more: Any) -> HttpResponse:
    """Answer an uncaught exception.

    The status is 507 where a disk is full, 503 where the database is unavailable or too many papers are being made,
    else 500.
    """
    error = sys.exc_info()[1]
    if is_disk_full(error):
        return _render_error(
            request,
            507,
            _("The server’s disk is full"),
            _("What you sent was not stored; what was stored before is safe. Tell whoever runs the server."),
        )
    if is_database_unavailable(error):
        return _render_error(
            request,
            503,
            _("The site is back in a moment"),
            _("The database does not answer just now. Nothing was saved by halves: try again in a few seconds."),
        )
    if isinstance(error, PrinterBusy):
        return _render_error(
            request,
            503,
            _("Many papers are being printed"),
            _("Your paper has to wait for the others: ask for it again in a few seconds."),
        )
    return defaults.server_error(request)


def _render_error(request: HttpRequest, status: int, title: str, words: str) -> HttpResponse:
    if request.headers.get("Accept", "").startswith("application/json"):
        response: HttpResponse = JsonResponse({"state": "waiting", "words": words}, status=status)
    else:
        response = HttpResponse(render_to_string("503.html", {"title": title, "words": words}), status=status)
    response["Retry-After"] = str(RETRY_SECONDS)
    response["Cache-Control"] = "no-store"
    return response
