"""Build the files attached to mails, when the mail is sent: an event's calendar file, the QR code of a private link."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from email.mime.base import MIMEBase
from email.mime.image import MIMEImage
from email.mime.text import MIMEText

import segno
from django.utils.module_loading import import_string

from tournament.core.tokens import link_address
from tournament.delivery.calendar_file import calendar, revisions
from tournament.models import Event, PrivateLink

#: Content-ID of the QR code, by which the HTML part of a mail may show it.
QR_ID = "qr"


@dataclass(frozen=True, slots=True)
class MailSubject:
    """Subjects of the attachments of a mail: its event, the reader's own private link and language."""

    event: Event
    link: PrivateLink | None
    language: str


def _calendar_part(event: Event, method: str) -> MIMEBase:
    content = calendar([event], revisions([event]), name=event.name, method=method)
    part = MIMEText(content.decode(), "calendar", "utf-8")
    part.set_param("method", method)
    part.add_header("Content-Disposition", "attachment", filename=f"{event.slug}.ics")
    return part


def _invitation(subject: MailSubject) -> MIMEBase:
    return _calendar_part(subject.event, "PUBLISH")


def _cancellation(subject: MailSubject) -> MIMEBase:
    """Return the file that takes a cancelled event out of the reader's calendar (RFC 5546, 3.2.5)."""
    return _calendar_part(subject.event, "CANCEL")


def _qr_code(subject: MailSubject) -> MIMEBase | None:
    """Return the QR code of the reader's page, for the check-in; None if the link opens nothing any more."""
    link = subject.link
    address = link_address(link) if link is not None and link.revoked_at is None else None
    if address is None:
        return None
    image = io.BytesIO()
    segno.make(address, error="m").save(image, kind="png", scale=6, border=4)
    part = MIMEImage(image.getvalue(), "png")
    part.add_header("Content-ID", f"<{QR_ID}>")
    part.add_header("Content-Disposition", "inline", filename="check-in.png")
    return part


#: Attachments by the name that the arguments of a mail's Job hold.
_ATTACHMENTS: dict[str, Callable[[MailSubject], MIMEBase | None]] = {
    "calendar": _invitation,
    "cancellation": _cancellation,
    "qr": _qr_code,
}


def attachment_add(name: str, build: str) -> None:
    """Add an attachment that a package above this one builds; ``build`` is the dotted name of the function."""
    _ATTACHMENTS[name] = lambda subject: import_string(build)(subject)


def attachments(names: Iterable[str], *, event: Event | None, link: int | None, language: str) -> list[MIMEBase]:
    """Return the attachments of a mail, as they are now.

    Arguments:
        names: keys of ``_ATTACHMENTS``.
        link: primary key of the reader's private link.
    """
    if event is None:
        return []
    private_link = PrivateLink.objects.filter(pk=link).first() if link is not None else None
    parts = (_ATTACHMENTS[name](MailSubject(event, private_link, language)) for name in names)
    return [part for part in parts if part is not None]
