"""Errors about players who do not come to their table."""

from __future__ import annotations

from tournament.core.errors import ServiceRefused
from tournament.regulation.translatable import gettext_noop


class NoShowInFinal(ServiceRefused):
    """Nobody is taken off the final (AMB-45). Params: player."""

    code = "NO_SHOW_IN_FINAL"
    message = gettext_noop(
        "{player} plays the final: nobody is replaced there. On the sheet of the table, record that the player dropped "
        "out."
    )


class NoShowHasSheet(ServiceRefused):
    """The table has delivered a sheet, so it has played. Params: player, table."""

    code = "NO_SHOW_HAS_SHEET"
    message = gettext_noop(
        "Table {table} has delivered a sheet with {player}: record there that the player dropped out."
    )
