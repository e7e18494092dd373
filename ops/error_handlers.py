"""Error pages for requests that fail because a dependency is unavailable, or a disk is full or read-only."""

from __future__ import annotations

import errno
import sqlite3
import sys
from typing import Any

from django.db import DatabaseError, InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views import defaults

from tournament.core.refusals import DISK_FULL_ERRNOS
from tournament.live.server_faults import DATABASE_AWAY, DISK_FULL, PRINTER_BUSY, READ_ONLY, Fault, fault_note
from tournament.printing.cache import PrinterBusy

#: Seconds for the Retry-After header.
RETRY_SECONDS = 5
#: PostgreSQL: read_only_sql_transaction, of a server that refuses every write; io_error, of one whose disk does.
_READ_ONLY_STATES = ("25006", "58030")
#: SQLite's messages for a busy or missing file or a failing disk; all other errors are our own.
_SQLITE_UNAVAILABLE_CODES = (
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_CANTOPEN,
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


def is_read_only(error: BaseException | None) -> bool:
    """Return whether a disk cannot be written: the server's own, or that of its database."""
    if isinstance(error, OSError):
        return error.errno == errno.EROFS
    cause = getattr(error, "__cause__", None)
    if not isinstance(error, DatabaseError):
        return False
    code = getattr(cause, "sqlite_errorcode", None)
    return (code is not None and code & 0xFF == sqlite3.SQLITE_READONLY) or (
        getattr(cause, "sqlstate", None) in _READ_ONLY_STATES
    )


def is_database_unavailable(error: BaseException | None) -> bool:
    """Return whether the database is temporarily unavailable."""
    if not isinstance(error, OperationalError | InterfaceError):
        return False
    code = getattr(error.__cause__, "sqlite_errorcode", None)
    return code is None or code & 0xFF in _SQLITE_UNAVAILABLE_CODES


def fault_of(error: BaseException | None) -> Fault | None:
    """Return the fault of the server that an uncaught exception comes from, None for an error of our own."""
    if is_disk_full(error):
        return DISK_FULL
    if is_read_only(error):
        return READ_ONLY
    if is_database_unavailable(error):
        return DATABASE_AWAY
    return PRINTER_BUSY if isinstance(error, PrinterBusy) else None


def server_error(request: HttpRequest, *_args: Any, **_more: Any) -> HttpResponse:
    """Answer an uncaught exception.

    The status is 507 where a disk is full or read-only, 503 where the database is unavailable or too many papers are
    being made, else 500.
    """
    fault = fault_of(sys.exc_info()[1])
    if fault is None:
        return defaults.server_error(request)
    fault_note(fault)
    return _render_fault(request, fault)


def _render_fault(request: HttpRequest, fault: Fault) -> HttpResponse:
    if request.headers.get("Accept", "").startswith("application/json"):
        facts = {"state": "waiting", "code": fault.code, "words": _(fault.phone or fault.words)}
        response: HttpResponse = JsonResponse(facts, status=fault.status)
    else:
        page = render_to_string("503.html", {"title": _(fault.title), "words": _(fault.words)})
        response = HttpResponse(page, status=fault.status)
    response["Retry-After"] = str(RETRY_SECONDS)
    response["Cache-Control"] = "no-store"
    return response
