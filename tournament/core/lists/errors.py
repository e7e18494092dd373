"""Why a list cannot be read."""

from __future__ import annotations

from tournament.core.errors import ServiceRefused
from tournament.regulation.translatable import gettext_noop


class ListFileWrong(ServiceRefused):
    """A list cannot be read. Params: problem."""

    code, article = "LIST_FILE_WRONG", ""
    message = gettext_noop("The list cannot be read: {problem}.")
