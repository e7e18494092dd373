"""Refusals of sheets: code, article, message, and the classes of those that somebody catches."""

from __future__ import annotations

from typing import Any, Final

from tournament.regulation.refusal_codes import Code
from tournament.regulation.refused import Caught, Rows, add_rows
from tournament.regulation.translatable import gettext_noop, ngettext_lazy

ROWS: Final[Rows] = {
    "SHEET_UNREADABLE": ("1.5", gettext_noop("The sheet cannot be read at “{path}”: {right}.")),
    "SHEET_KEY_REUSED": ("1.5", gettext_noop("This sheet has already been sent for table {table}: reload the page.")),
    "SHEET_OUTDATED": (
        "1.5",
        gettext_noop("Version {latest} of the sheet came in the meantime: you were looking at version {version}."),
    ),
    "SHEETS_TOO_MANY": (
        "1.5",
        gettext_noop("The sheet of table {table} was sent {most} times in a minute: wait a minute, then send it."),
    ),
    "TABLE_CLOSED": (
        "1.5",
        gettext_noop("The result of table {table} is already confirmed: changing it needs a correction with a reason."),
    ),
    "TABLE_NOT_CLOSED": (
        "1.5",
        gettext_noop("The result of table {table} is not confirmed yet: just send a new sheet."),
    ),
    "SHEET_HAS_ERRORS": (
        "1.5",
        ngettext_lazy(
            "The sheet holds {count} value impossible by the rules: correct it, or write why the table is "
            "closed all the same.",
            "The sheet holds {count} values impossible by the rules: correct them, or write why the table is "
            "closed all the same.",
            "count",
        ),
    ),
    "SHEET_UNUSABLE": (
        "1.5",
        ngettext_lazy(
            "{count} value is missing from the sheet or cannot be read: write or correct it. Without it the "
            "table cannot be closed.",
            "{count} values are missing from the sheet or cannot be read: write or correct them. Without them "
            "the table cannot be closed.",
            "count",
        ),
    ),
    "SHEET_HAS_WARNINGS": (
        "1.5",
        ngettext_lazy(
            "The sheet holds {count} unlikely value: look again, and confirm it.",
            "The sheet holds {count} unlikely values: look again, and confirm them.",
            "count",
        ),
    ),
    "LOTS_NOT_AS_DRAWN": (
        "1.5",
        gettext_noop("The lots written for table {table} are not those drawn: nothing is drawn twice."),
    ),
    "NO_TIE": ("1.5", gettext_noop("At table {table} nobody is equal in everything: there is nothing to draw.")),
    "NOTHING_CHANGED": ("1.5", gettext_noop("The correction of table {table} changes nothing.")),
    "CORRECTION_CHANGES_TABLES": (
        "1.5",
        gettext_noop("The correction would change tables already drawn: look at the consequences, then confirm."),
    ),
}
add_rows(ROWS)


class SheetHasErrors(Caught):
    """The sheet is impossible by the rules: it must be corrected, or closed with a reason."""

    code: Code = "SHEET_HAS_ERRORS"

    def __init__(self, *, findings: list[dict[str, Any]], **params: Any) -> None:
        super().__init__(**params)
        self.findings = findings


class CorrectionChangesTables(Caught):
    """The correction would change tables already drawn."""

    code = "CORRECTION_CHANGES_TABLES"

    def __init__(self, *, consequences: list[Any], **params: Any) -> None:
        super().__init__(**params)
        self.consequences = consequences


class SheetUnusable(SheetHasErrors):
    """The sheet has a missing or unreadable value: it must be corrected, even with a reason."""

    code = "SHEET_UNUSABLE"


class SheetHasWarnings(SheetHasErrors):
    """The sheet is possible but unlikely, and must be confirmed."""

    code = "SHEET_HAS_WARNINGS"
