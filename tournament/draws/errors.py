"""Errors about a draw that was made, annulled, or made by hand."""

from __future__ import annotations

from typing import Any

from games.findings import Finding
from tournament.core.errors import ServiceRefused
from tournament.regulation.translatable import gettext_noop


class DrawByHandWrong(ServiceRefused):
    """A manual draw with an outcome that no draw can give. Params: reasons; ``findings`` holds all of them."""

    code = "DRAW_BY_HAND_WRONG"
    message = gettext_noop("The draw made by hand is not possible: {reasons}")

    def __init__(self, *, findings: list[Finding], **params: Any) -> None:
        super().__init__(**params)
        self.findings = findings


class DrawAlreadyMade(ServiceRefused):
    """The draw has already been made. Params: scope."""

    code = "DRAW_ALREADY_MADE"
    message = gettext_noop("The draw “{scope}” has already been made: nothing is drawn twice.")


class DrawAnnulled(ServiceRefused):
    """An annulled draw is kept as evidence and cannot be used. Params: scope."""

    code = "DRAW_ANNULLED"
    message = gettext_noop("The draw “{scope}” was annulled: it stays as evidence only.")
