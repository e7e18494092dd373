"""Errors raised by the card pack services.

The tree::

    RuleError
        PackRefused
            PackHasErrors (with its findings), PackUnchanged, PackLabelWrong, PackNoteMissing, PackMissing
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.findings import Finding
from tournament.regulation.errors import RuleError
from tournament.regulation.translatable import gettext_noop, ngettext_lazy


class PackRefused(RuleError):
    """Base of the errors about card packs. Nothing was written."""

    article = ""


class PackHasErrors(PackRefused):
    """The figures are unreadable or contradict the rulebook. Params: count; ``findings`` holds all of them."""

    code = "PACK_HAS_ERRORS"
    message = ngettext_lazy(
        "The pack was not saved: {count} figure has to be put right.",
        "The pack was not saved: {count} figures have to be put right.",
        "count",
    )

    def __init__(self, *, findings: Sequence[Finding], **params: Any) -> None:
        super().__init__(**params)
        self.findings = tuple(findings)


class PackUnchanged(PackRefused):
    """The correction changes nothing. Params: name."""

    code = "PACK_UNCHANGED"
    message = gettext_noop("Nothing differs from {name}: no new version.")


class PackLabelWrong(PackRefused):
    """The text cannot be part of a version's name. Params: value."""

    code = "PACK_LABEL"
    message = gettext_noop(
        "“{value}” will not do as a name: 2 to 20 small letters or digits, e.g. “lucca”, and not “assumed”."
    )


class PackNoteMissing(PackRefused):
    """The correction does not cite the source of its figures. Params: none."""

    code = "PACK_NOTE_MISSING"
    message = gettext_noop("Write where the corrected figures come from, e.g. “printed cards, edition of 2018”.")


class PackMissing(PackRefused):
    """The version does not exist. Params: name."""

    code = "PACK_MISSING"
    message = gettext_noop("There is no pack {name}.")
