"""Errors about the score sheet of a table and its result."""

from __future__ import annotations

from typing import Any

from tournament.core.errors import ServiceRefused
from tournament.regulation.translatable import gettext_noop, ngettext_lazy


class SheetUnreadable(ServiceRefused):
    """The data is not a sheet of this table. Params: path, right."""

    code = "SHEET_UNREADABLE"
    message = gettext_noop("The sheet cannot be read at “{path}”: {right}.")


class SheetKeyReused(ServiceRefused):
    """The sheet's key was already used at another table. Params: table."""

    code = "SHEET_KEY_REUSED"
    message = gettext_noop("This sheet has already been sent for table {table}: reload the page.")


class SheetOutdated(ServiceRefused):
    """A newer version was stored concurrently. Params: version, latest."""

    code = "SHEET_OUTDATED"
    message = gettext_noop("Version {latest} of the sheet came in the meantime: you were looking at version {version}.")


class SheetsTooMany(ServiceRefused):
    """More versions of a table's sheet within a minute than people type. Params: table, most."""

    code = "SHEETS_TOO_MANY"
    message = gettext_noop("The sheet of table {table} was sent {most} times in a minute: wait a minute, then send it.")


class TableClosed(ServiceRefused):
    """The table's result is confirmed: it can only be corrected. Params: table."""

    code = "TABLE_CLOSED"
    message = gettext_noop(
        "The result of table {table} is already confirmed: changing it needs a correction with a reason."
    )


class TableNotClosed(ServiceRefused):
    """Only a confirmed result can be corrected. Params: table."""

    code = "TABLE_NOT_CLOSED"
    message = gettext_noop("The result of table {table} is not confirmed yet: just send a new sheet.")


class SheetHasErrors(ServiceRefused):
    """The sheet is impossible by the rules: it must be corrected, or closed with a reason. Params: count."""

    code = "SHEET_HAS_ERRORS"
    message = ngettext_lazy(
        "The sheet holds {count} value impossible by the rules: correct it, or write why the table is closed all "
        "the same.",
        "The sheet holds {count} values impossible by the rules: correct them, or write why the table is closed "
        "all the same.",
        "count",
    )

    def __init__(self, *, findings: list[dict[str, Any]], **params: Any) -> None:
        super().__init__(**params)
        self.findings = findings


class SheetUnusable(SheetHasErrors):
    """The sheet has a missing or unreadable value: it must be corrected, even with a reason. Params: count."""

    code = "SHEET_UNUSABLE"
    message = ngettext_lazy(
        "{count} value is missing from the sheet or cannot be read: write or correct it. Without it the table "
        "cannot be closed.",
        "{count} values are missing from the sheet or cannot be read: write or correct them. Without them the "
        "table cannot be closed.",
        "count",
    )


class SheetHasWarnings(SheetHasErrors):
    """The sheet is possible but unlikely, and must be confirmed. Params: count."""

    code = "SHEET_HAS_WARNINGS"
    message = ngettext_lazy(
        "The sheet holds {count} unlikely value: look again, and confirm it.",
        "The sheet holds {count} unlikely values: look again, and confirm them.",
        "count",
    )


class LotsNotAsDrawn(ServiceRefused):
    """Art. 1.5 e: the lots differ from those drawn. Params: table."""

    code = "LOTS_NOT_AS_DRAWN"
    message = gettext_noop("The lots written for table {table} are not those drawn: nothing is drawn twice.")


class NoTie(ServiceRefused):
    """Art. 1.5 e: a lot decides only between players equal on everything. Params: table."""

    code = "NO_TIE"
    message = gettext_noop("At table {table} nobody is equal in everything: there is nothing to draw.")


class NothingChanged(ServiceRefused):
    """The correction changes nothing. Params: table."""

    code = "NOTHING_CHANGED"
    message = gettext_noop("The correction of table {table} changes nothing.")


class CorrectionChangesTables(ServiceRefused):
    """The correction would change tables already drawn. Params: count; ``consequences`` lists them."""

    code = "CORRECTION_CHANGES_TABLES"
    message = gettext_noop("The correction would change tables already drawn: look at the consequences, then confirm.")

    def __init__(self, *, consequences: list[Any], **params: Any) -> None:
        super().__init__(**params)
        self.consequences = consequences
