"""Refusals of events: code, article, message, and the classes of those that somebody catches."""

from __future__ import annotations

from typing import Final

from tournament.regulation.refused import Rows, add_rows
from tournament.regulation.translatable import gettext_noop

ROWS: Final[Rows] = {
    "FIELD_FROZEN": ("1.2", gettext_noop("The event is “{state}”: the field “{field}” can no longer be changed.")),
    "CHECK_IN_EARLY": (
        "1.3",
        gettext_noop("The event is on {day}: the check-in opens on {eve}, or earlier if you say so."),
    ),
    "MOVE_WAITS": (
        "1.2",
        gettext_noop("The Referent has not answered the last request yet: take it back to ask for another day."),
    ),
    "SEASONS_OVERLAP": (
        "1.3",
        gettext_noop(
            "On those days there is already the season “{season}” of {game}: a game has one season at a time."
        ),
    ),
    "SEASON_GAME_FIXED": (
        "1.3",
        gettext_noop(
            "The season already holds events of {game}: its game can no longer be changed. Open another season."
        ),
    ),
    # A practice event is never announced, authorised or counted (AMB-46).
    "PRACTICE_STAYS_APART": (
        "1.5",
        gettext_noop("This is a practice event: it is not announced and never counts. Make a new event for that."),
    ),
    "PRACTICE_ONLY": ("1.5", gettext_noop("Only a practice event can be deleted: this one stays on record.")),
}
add_rows(ROWS)
