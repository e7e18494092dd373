"""Read the versions of what kept pages show (``ops.public_changes``), by one connection of the process."""

from __future__ import annotations

import logging
import threading
import time
from typing import Any

import psycopg
from django.db import connection
from psycopg.pq import DiagnosticField, ExecStatus

from ops.public_changes import TABLE, Version, version_sql

logger = logging.getLogger(__name__)

#: While the table is missing, it is looked for so often.
MISSING_SECONDS = 60.0
#: While the database is away, so often: a request that finds it away has waited for a connection.
AWAY_SECONDS = 2.0
#: A request that waits longer for the others has its page made.
MOST_WAITED_SECONDS = 0.5
#: Milliseconds after which a connection to a server that no longer answers ends.
UNANSWERED_MS = 5000
UNDEFINED_TABLE = b"42P01"
#: What Django adds for its own cursors and its pool.
_OF_DJANGO = ("context", "cursor_factory", "pool")


class Versions:
    """The versions of a database that may be away, or lack the table.

    It does not use the connection of the request: one from the pool is tested before it is used, prepared, and given
    back, which costs a kept page a sixth of its time.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._connection: Any = None
        self._is_logged = False
        self._ask_at = 0.0

    def version(self, event_id: int | None) -> Version | None:
        """Return the version of what an event's page shows; None while it cannot be read: no page is kept then."""
        if time.monotonic() < self._ask_at or not self._lock.acquire(timeout=MOST_WAITED_SECONDS):
            return None
        try:
            # The server may have been restarted since the last question, which ends the connection.
            return self._read(event_id, is_kept=self._connection is not None)
        finally:
            self._lock.release()

    def _read(self, event_id: int | None, *, is_kept: bool) -> Version | None:
        # By the function of the driver's library: a cursor costs as much again for one row of two numbers.
        try:
            result = self._connected().pgconn.exec_(version_sql(event_id).encode())
        except psycopg.OperationalError as error:
            return self._retry_read(event_id, str(error), is_kept=is_kept)
        if result.status == ExecStatus.TUPLES_OK:
            return int(result.get_value(0, 0) or 0), int(result.get_value(0, 1) or 0)
        if result.error_field(DiagnosticField.SQLSTATE) != UNDEFINED_TABLE:
            return self._retry_read(event_id, result.get_error_message(), is_kept=is_kept)
        self._ask_at = time.monotonic() + MISSING_SECONDS
        self._log_missing()
        return None

    def _retry_read(self, event_id: int | None, reason: str, *, is_kept: bool) -> Version | None:
        """Close the connection that failed; retry once with a new one if it was kept from an earlier request."""
        self._close()
        if is_kept:
            return self._read(event_id, is_kept=False)
        self._ask_at = time.monotonic() + AWAY_SECONDS
        logger.warning("No page is kept for %d s, because the versions cannot be read: %s", AWAY_SECONDS, reason)
        return None

    def _connected(self) -> Any:
        if self._connection is None:
            settings = {
                name: value for name, value in connection.get_connection_params().items() if name not in _OF_DJANGO
            }
            settings["tcp_user_timeout"] = UNANSWERED_MS
            self._connection = psycopg.connect(**settings, autocommit=True)
        return self._connection

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _log_missing(self) -> None:
        is_logged, self._is_logged = self._is_logged, True
        if not is_logged:
            logger.error("No page is kept: the table %s is missing. manage.py migrate makes it.", TABLE)
