"""Count the requests being answered by the live server, a thread of the tests' own process."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started

#: Seconds after which an unfinished request is a defect.
LATE = 20.0


class InFlight:
    """Count the requests begun and not yet ended, except those of Django's test client."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._count = 0

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Count while the block runs."""
        request_started.connect(self._begun)
        request_finished.connect(self._ended)
        try:
            yield
        finally:
            request_started.disconnect(self._begun)
            request_finished.disconnect(self._ended)

    def none_left(self) -> None:
        """Wait until every request is answered. Errors: AssertionError if one is not answered in time."""
        with self._changed:
            assert self._changed.wait_for(lambda: self._count == 0, LATE), f"{self._count} requests do not end"

    def _begun(self, sender: Any, **_facts: Any) -> None:
        self._add(sender, 1)

    def _ended(self, sender: Any, **_facts: Any) -> None:
        self._add(sender, -1)

    def _add(self, sender: Any, one: int) -> None:
        if issubclass(sender, WSGIHandler):
            with self._changed:
                self._count += one
                self._changed.notify_all()
