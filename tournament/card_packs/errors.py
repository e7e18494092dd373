"""Errors raised by the card pack services.

The tree::

    RuleError
        PackRefused
            PackHasErrors (with its findings), PackUnchanged, PackLabelWrong, PackNoteMissing, PackNotConfirmed,
            PackMissing

Each has a code and params; its message text is in :mod:`tournament.card_packs.error_messages`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.findings import Finding
from games.wording import filled
from tournament.card_packs.error_messages import SENTENCES
from tournament.regulation.errors import RuleError


class PackRefused(RuleError):
    """Base of the errors about card packs. Nothing was written."""

    article = ""

    def sentence(self, language: str = "it") -> str:
        """Return what is wrong and how to correct it, in Italian or English."""
        return filled(SENTENCES[self.code][language], self.params)


class PackHasErrors(PackRefused):
    """The figures are unreadable or contradict the rulebook. Params: count; ``findings`` holds all of them."""

    code = "PACK_HAS_ERRORS"

    def __init__(self, *, findings: Sequence[Finding], **params: Any) -> None:
        super().__init__(**params)
        self.findings = tuple(findings)


class PackUnchanged(PackRefused):
    """The correction changes nothing. Params: name."""

    code = "PACK_UNCHANGED"


class PackLabelWrong(PackRefused):
    """The text cannot be part of a version's name. Params: value."""

    code = "PACK_LABEL"


class PackNoteMissing(PackRefused):
    """The correction does not cite the source of its figures. Params: none."""

    code = "PACK_NOTE_MISSING"


class PackNotConfirmed(PackRefused):
    """The version is declared to be the printed cards while figures are assumed. Params: count."""

    code = "PACK_NOT_CONFIRMED"


class PackMissing(PackRefused):
    """The version does not exist. Params: name."""

    code = "PACK_MISSING"
