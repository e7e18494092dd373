"""Errors raised by the services of regulation versions.

The tree::

    RuleError
        VersionRefused
            VersionNumberTaken, VersionUnchanged, VersionPublished, VersionTooEarly
            DocumentTooBig, DocumentUnreadable, DocumentActive
"""

from __future__ import annotations

from tournament.regulation.errors import RuleError
from tournament.regulation.translatable import gettext_noop


class VersionRefused(RuleError):
    """Base of the errors about versions of the regulation. Nothing was written."""

    article = "1.1"


class VersionNumberTaken(VersionRefused):
    """There is a version of this number. Params: number."""

    code = "VERSION_NUMBER_TAKEN"
    message = gettext_noop("Version {number} exists already: choose another number.")


class VersionUnchanged(VersionRefused):
    """The version has the values of the one that it was copied from. Params: number, based_on."""

    code = "VERSION_UNCHANGED"
    message = gettext_noop(
        "Version {number} has the same values as version {based_on}: change something before you publish it."
    )


class VersionPublished(VersionRefused):
    """A published version never changes. Params: number."""

    code = "VERSION_PUBLISHED"
    message = gettext_noop("Version {number} is published and never changes: copy it to make another.")


class VersionTooEarly(VersionRefused):
    """A version comes into force today or later. Params: day, today."""

    code = "VERSION_TOO_EARLY"
    message = gettext_noop(
        "The version would be in force from {day}, which is past (today is {today}): events of those days were "
        "announced by another one."
    )


class DocumentTooBig(VersionRefused):
    """The document is too big. Params: most (megabytes)."""

    code = "DOCUMENT_TOO_BIG"
    message = gettext_noop("The document is bigger than {most} MB: make it smaller and try again.")


class DocumentUnreadable(VersionRefused):
    """The file is neither a readable PDF nor a text. Params: none."""

    code = "DOCUMENT_UNREADABLE"
    message = gettext_noop(
        "The file cannot be read: a PDF without a password, or a text in Markdown (UTF-8), is needed."
    )


class DocumentActive(VersionRefused):
    """The PDF holds scripts, forms or other files. Params: none."""

    code = "DOCUMENT_ACTIVE"
    message = gettext_noop("The PDF has scripts, forms or files inside: print it to a new PDF and send that one.")
