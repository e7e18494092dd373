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


class DrawOpen(ServiceRefused):
    """An event has at most one open draw, and nothing else is drawn meanwhile. Params: none."""

    code = "DRAW_OPEN"
    message = gettext_noop("A draw is open: it ends with the public number, with a word, or when you give it up.")


class DrawNotOpen(ServiceRefused):
    """The draw is finished already, or was given up. Params: none."""

    code = "DRAW_NOT_OPEN"
    message = gettext_noop("This draw is no longer open.")


class WordTooEarly(ServiceRefused):
    """A word takes the place of the beacon only once its time is over. Params: none."""

    code = "WORD_TOO_EARLY"
    message = gettext_noop("The public number is still awaited: a word can be typed in a few seconds.")


class StepChanged(ServiceRefused):
    """A draw is made from the players and results of the moment at which it was started. Params: none."""

    code = "STEP_CHANGED"
    message = gettext_noop("Players or results have changed since the draw was started: give it up, and draw again.")


class WitnessesMissing(ServiceRefused):
    """A draw by hand has two different witnesses. Params: none."""

    code = "WITNESSES_MISSING"
    message = gettext_noop("Write who watched the draw: two different people.")
