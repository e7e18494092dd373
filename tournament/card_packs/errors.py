"""What the services about card packs refuse.

The tree::

    RuleError
        PackRefused
            PackHasErrors (with its findings), PackUnchanged, PackLabelWrong, PackNoteMissing, PackNotConfirmed,
            PackMissing

Each carries its code and params; its sentence stands in :mod:`tournament.card_packs.error_messages`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.findings import Finding
from games.wording import filled
from tournament.card_packs.error_messages import SENTENCES
from tournament.regulation.errors import RuleError


class PackRefused(RuleError):
    """A service about packs refuses, and nothing was written."""

    article = ""

    def sentence(self, language: str = "it") -> str:
        """What is wrong and what would be right, in Italian or English."""
        return filled(SENTENCES[self.code][language], self.params)


class PackHasErrors(PackRefused):
    """Figures that are unreadable or contradict the rulebook. Params: count; ``findings`` holds them whole."""

    code = "PACK_HAS_ERRORS"

    def __init__(self, *, findings: Sequence[Finding], **params: Any) -> None:
        super().__init__(**params)
        self.findings = tuple(findings)


class PackUnchanged(PackRefused):
    """A correction that corrects nothing. Params: name."""

    code = "PACK_UNCHANGED"


class PackLabelWrong(PackRefused):
    """No name for versions. Params: value."""

    code = "PACK_LABEL"


class PackNoteMissing(PackRefused):
    """A correction that does not say where its figures stand. Params: none."""

    code = "PACK_NOTE_MISSING"


class PackNotConfirmed(PackRefused):
    """Said to be the printed cards while figures are assumed. Params: count."""

    code = "PACK_NOT_CONFIRMED"


class PackMissing(PackRefused):
    """No such version. Params: name."""

    code = "PACK_MISSING"
