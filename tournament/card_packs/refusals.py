"""Refusals of card packs: code, article, message, and the classes of those that somebody catches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from games.findings import Finding
from tournament.regulation.refused import Caught, Rows, add_rows
from tournament.regulation.translatable import gettext_noop, ngettext_lazy

ROWS: Final[Rows] = {
    "PACK_HAS_ERRORS": (
        "",
        ngettext_lazy(
            "The pack was not saved: {count} figure has to be put right.",
            "The pack was not saved: {count} figures have to be put right.",
            "count",
        ),
    ),
    "PACK_UNCHANGED": ("", gettext_noop("Nothing differs from {name}: no new version.")),
    "PACK_LABEL": (
        "",
        gettext_noop(
            "“{value}” will not do as a name: 2 to 20 small letters or digits, e.g. “lucca”, and not “assumed”."
        ),
    ),
    "PACK_NOTE_MISSING": (
        "",
        gettext_noop("Write where the corrected figures come from, e.g. “printed cards, edition of 2018”."),
    ),
    "PACK_MISSING": ("", gettext_noop("There is no pack {name}.")),
}
add_rows(ROWS)


class PackHasErrors(Caught):
    """The figures are unreadable or contradict the rulebook."""

    code = "PACK_HAS_ERRORS"

    def __init__(self, *, findings: Sequence[Finding], **params: Any) -> None:
        super().__init__(**params)
        self.findings = tuple(findings)
