"""Places for searches: at most two strong bots think at the same time in one process, for moves and for hints."""

from __future__ import annotations

from threading import BoundedSemaphore
from typing import Final

#: Searches at the same time in one process.
MOST_SEARCHES: Final = 2
_places = BoundedSemaphore(MOST_SEARCHES)


#: Seconds for which a worker, or a request that no worker can help, waits for a place.
PATIENCE = 3.0


class Thinking(TimeoutError):
    """A bot has to search for its move, and as many as may are searching: the move follows from a worker.

    A Job that meets it is tried again like one whose network is down.
    """


class SearchPlace:
    """A place to search, taken when it is needed and given back at the end of the ``with`` block.

    Arguments:
        is_patient: wait for a place, as a worker does, but not longer than ``PATIENCE``; a request does not.
    """

    def __init__(self, *, is_patient: bool = False) -> None:
        self._is_patient, self._is_taken = is_patient, False

    def __enter__(self) -> SearchPlace:
        return self

    def __exit__(self, *_error: object) -> None:
        if self._is_taken:
            self._is_taken = False
            _places.release()

    def take(self) -> bool:
        """Take a place unless this one is taken already; return whether there is one."""
        self._is_taken = self._is_taken or _places.acquire(timeout=PATIENCE if self._is_patient else 0)
        return self._is_taken
