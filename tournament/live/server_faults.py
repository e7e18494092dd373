"""Present faults of the server: sentences of the error pages and of the line at the head of every page.

A fault is noted by whoever meets it, and forgotten by itself when nobody meets it any more. The note is in the cache:
all processes know it, and while the cache is away each knows its own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.core.cache import cache
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

#: Seconds for which a fault is shown after it was last met.
SHOWN_SECONDS: Final = 60
#: Seconds for which a clock that went back is shown, and how far back counts: less is the correction by a time server.
CLOCK_SHOWN_SECONDS: Final = 1800
CLOCK_BACK: Final = timedelta(minutes=1)
_KEY: Final = "server-fault:"
_LAST_TIME: Final = f"{_KEY}last-time"
#: Key of the note that the fallback cache makes in the memory of a process; it cannot import more.
REDIS_AWAY_KEY: Final = f"{_KEY}redis_away"
_CLOCK_BACK_KEY: Final = f"{_KEY}clock_back"


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault of the server.

    Arguments:
        title, words: of the page that answers what could not be done.
        line: at the head of every page, while the fault lasts.
        phone: of what a phone keeps and sends later.
    """

    code: str
    status: int
    title: str
    words: str
    line: str = ""
    phone: str = ""


DISK_FULL: Final = Fault(
    "disk_full",
    507,
    gettext_noop("The server’s disk is full"),
    gettext_noop("What you sent was not saved; what was saved before is safe. Tell whoever runs the server."),
    gettext_noop(
        "The server’s disk is full: every page can be read, nothing new is saved. Go on with the paper sheets, and "
        "tell whoever runs the server to make room."
    ),
    gettext_noop(
        "The server’s disk is full: this stays on the phone and is sent by itself when there is room. Keep the paper "
        "sheet, and tell the desk."
    ),
)
READ_ONLY: Final = Fault(
    "read_only",
    507,
    gettext_noop("The server’s disk is read-only"),
    gettext_noop(
        "What you sent was not saved, and trying again does not help until the disk can be written. What was saved "
        "before is safe and can be read. Tell whoever runs the server."
    ),
    gettext_noop(
        "The server’s disk is read-only: every page can be read, nothing new is saved. Go on with the paper sheets, "
        "and tell whoever runs the server."
    ),
    gettext_noop(
        "The server’s disk is read-only: this stays on the phone and is sent by itself when it can be written again. "
        "Keep the paper sheet, and tell the desk."
    ),
)
DATABASE_AWAY: Final = Fault(
    "database_away",
    503,
    gettext_noop("The site will be back in a moment"),
    gettext_noop("The database is not answering right now. Nothing is half saved: try again in a few seconds."),
    phone=gettext_noop(
        "The server’s database does not answer: this stays on the phone and is sent by itself in a moment."
    ),
)
PRINTER_BUSY: Final = Fault(
    "printer_busy",
    503,
    gettext_noop("Many printouts are being made"),
    gettext_noop("Your printout has to wait for the others: ask for it again in a few seconds."),
)
#: Faults with a line at the head of every page; a database that is away leaves no page.
_LASTING: Final = (DISK_FULL, READ_ONLY)


def fault_note(fault: Fault) -> None:
    """Note that a request met a fault just now."""
    cache.set(f"{_KEY}{fault.code}", True, SHOWN_SECONDS)


def fault_lines() -> list[str]:
    """Return the sentences for the head of a page, in the visitor's language; without a fault none."""
    noted = cache.get_many([*(f"{_KEY}{fault.code}" for fault in _LASTING), REDIS_AWAY_KEY, _CLOCK_BACK_KEY])
    if not noted:
        return []
    lines = [_(fault.line) for fault in _LASTING if f"{_KEY}{fault.code}" in noted]
    if REDIS_AWAY_KEY in noted:
        lines.append(
            _(
                "A service of the server does not answer: mails and printouts wait and come by themselves; results "
                "and draws go on as always. Whoever runs the server starts Redis again."
            )
        )
    if _CLOCK_BACK_KEY in noted:
        lines.append(_clock_line(noted[_CLOCK_BACK_KEY]))
    return lines


def _clock_line(minutes: int) -> str:
    return ngettext(
        "The server’s clock went back by %(minutes)d minute. Results keep their order; if the time of a round is "
        "wrong, the desk restarts its clock, and whoever runs the server checks the time of the machine.",
        "The server’s clock went back by %(minutes)d minutes. Results keep their order; if the time of a round is "
        "wrong, the desk restarts its clock, and whoever runs the server checks the time of the machine.",
        minutes,
    ) % {"minutes": minutes}


def clock_watch(now: datetime, newest: Callable[[], datetime | None]) -> bool:
    """Compare the time with the one of the last call, and note if the clock went back; return whether it did.

    Arguments:
        newest: returns the newest time that is stored, for the first call since the cache began.
    """
    last: datetime | None = cache.get(_LAST_TIME) or newest()
    cache.set(_LAST_TIME, now, None)
    if last is None or now > last - CLOCK_BACK:
        return False
    cache.set(_CLOCK_BACK_KEY, max(1, round((last - now).total_seconds() / 60)), CLOCK_SHOWN_SECONDS)
    return True
