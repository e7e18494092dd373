"""Refusals of reports: code, article, message, and the classes of those that somebody catches."""

from __future__ import annotations

from typing import Final

from tournament.regulation.refused import Rows, add_rows
from tournament.regulation.translatable import gettext_noop

ROWS: Final[Rows] = {
    "PHOTO_NOT_AGREED": ("", gettext_noop("Ask everybody in the photo first, then tick that they agreed.")),
    "PHOTO_REFUSED": ("", gettext_noop("A player does not want to be in photos: the photo is not shown to everybody.")),
    "PHOTOS_ENOUGH": (
        "",
        gettext_noop(
            "Table {table} has {most} photos already, which is the maximum. If another is needed, the organiser"
            " removes one on the page of the report."
        ),
    ),
    "FORUM_ADDRESS_WRONG": (
        "1.2",
        gettext_noop("“{address}” is not an address on the Forum: it must begin with http:// or https://."),
    ),
    # The event was played below the minimum, outside the championship (AMB-13).
    "NOT_OFFICIAL": ("1.3", gettext_noop("The event is not official: no report is sent and it gives no points.")),
    "REPORT_LATE": ("1.2", gettext_noop("The report came on {received}, too late: its last day was {last}.")),
}
add_rows(ROWS)
