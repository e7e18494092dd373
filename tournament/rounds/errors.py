"""Errors about the requests to undo or record a draw, and about who agrees to them."""

from __future__ import annotations

from tournament.core.errors import ServiceRefused
from tournament.regulation.translatable import gettext_noop


class DrawRequestOpen(ServiceRefused):
    """An event has at most one open request about a draw. Params: what."""

    code = "DRAW_REQUEST_OPEN"
    message = gettext_noop("A request is open already (“{what}”): wait until it is agreed to, or withdraw it.")


class DrawRequestGone(ServiceRefused):
    """The request was withdrawn, or the event has moved on. Params: what."""

    code = "DRAW_REQUEST_GONE"
    message = gettext_noop("The request “{what}” is no longer open: it was withdrawn, or the event has gone on.")


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


class AgreementOwn(ServiceRefused):
    """The user who made a request cannot agree to it. Params: none."""

    code = "AGREEMENT_OWN"
    message = gettext_noop(
        "Whoever made the request cannot agree to it as well: it takes another account of the event, or two players "
        "on their own pages."
    )


class AgreementNotYours(ServiceRefused):
    """Only a player who is present, and did not make the request, can agree. Params: player."""

    code = "AGREEMENT_NOT_YOURS"
    message = gettext_noop(
        "{player} cannot agree to this request: it takes a player who is present and did not make it."
    )


class AgreementOfWitnesses(ServiceRefused):
    """To a sequence of dice or cards only those agree who read it out. Params: none."""

    code = "AGREEMENT_OF_WITNESSES"
    message = gettext_noop("Only the two players who read the sequence out can agree to it, on their own pages.")
