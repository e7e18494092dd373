"""English messages of the API's own errors; an error of the rules has its message in its class."""

from __future__ import annotations

from typing import Final

from tournament.regulation.translatable import Template, gettext_noop, ngettext_lazy

#: By code.
MESSAGES: Final[dict[str, Template]] = {
    "NOT_FOUND": gettext_noop("There is nothing here, or nothing that you may see."),
    "METHOD_NOT_ALLOWED": gettext_noop("This address accepts only: {allowed}."),
    "BAD_REQUEST": gettext_noop("The request cannot be read."),
    "JSON_WRONG": gettext_noop("The content is not JSON (RFC 8259, UTF-8)."),
    "BODY_TOO_LARGE": gettext_noop("The content is too large."),
    "FIELDS_WRONG": gettext_noop("A value is missing or not valid: see “fields”."),
    "TOKEN_NEEDED": gettext_noop("A key is needed: header “Authorization: Bearer fst_…”."),
    "TOKEN_WRONG": gettext_noop("This key opens nothing: it is wrong, expired or revoked."),
    "TOO_MANY_REQUESTS": ngettext_lazy(
        "Too many requests: try again in {seconds} second.",
        "Too many requests: try again in {seconds} seconds.",
        "seconds",
    ),
    "SERVER_ERROR": gettext_noop("An error on our side: it has been logged. Try again later."),
    "SERVER_AWAY": gettext_noop("The database is not answering right now: try again in a few seconds."),
    "SERVER_FULL": gettext_noop("The server’s disk is full: what you sent was not saved."),
    "SERVER_READ_ONLY": gettext_noop(
        "The server’s disk is read-only: what you sent was not saved; what is saved can be read."
    ),
}

#: Messages about single fields, by the code of the problem; ``OTHER`` for every code without a message of its own.
FIELDS: Final[dict[str, Template]] = {
    "missing": gettext_noop("It is missing."),
    "extra_forbidden": gettext_noop("This name is not known."),
    "NUMBER_TOO_LARGE": gettext_noop("No sheet holds a number that large."),
    "TEXT_WRONG": gettext_noop("A text cannot contain NUL or half characters."),
    "TEXT_TOO_LONG": gettext_noop("The text is too long."),
    "TOO_DEEP": gettext_noop("It is nested too deeply."),
    "CURSOR_WRONG": gettext_noop("It is not the cursor of an answer."),
    "CURSOR_OLD": gettext_noop("The cursor is older than 31 days: read the lists again, and start again without it."),
    "OTHER": gettext_noop("The value is not one of those allowed."),
}
