"""The federation's own documents of the versions: checked, hashed, stored, handed out; never executed (art. 1.1)."""

from __future__ import annotations

import hashlib
from io import BytesIO
from typing import Any, Final

from django.core.files.base import ContentFile
from django.db import transaction
from django.utils import timezone

from tournament.core.audit import By, erase, record
from tournament.core.refusals import DISK_FULL_ERRNOS, DiskFull
from tournament.models import RegulationDocument, RegulationVersion
from tournament.regulation import parameters as regulation
from tournament.regulation.refused import Refused

#: Largest paper, in megabytes, and in bytes; largest text, in kilobytes: it is read into a page and searched.
MOST_MB: Final = 10
MOST_BYTES: Final = MOST_MB * 1024 * 1024
MOST_TEXT_KB: Final = 300

#: Names in a PDF that make a reader do something besides showing pages.
_ACTIVE: Final = (b"/JavaScript", b"/JS", b"/Launch", b"/EmbeddedFile", b"/RichMedia", b"/XFA")

Kind = RegulationDocument.Kind


def document_add(*, version: str, language: str, file: Any, by: By) -> RegulationDocument:
    """Store a document of a version in place of an earlier one of the same language and kind.

    What it is, a text or a paper, is told by its content.

    Arguments:
        version: its number, also of a draft. language: ``it`` or ``en``. file: an open binary file or an uploaded one.
    Errors: UnknownRegulation; DOCUMENT_TOO_BIG, TEXT_TOO_LONG, DOCUMENT_UNREADABLE, DOCUMENT_ACTIVE; DiskFull.
    """
    if not RegulationVersion.objects.filter(number=version).exists():
        regulation.get(version)
    content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise Refused("DOCUMENT_TOO_BIG", most=MOST_MB)
    kind, pages = _read(content)
    facts = {
        "sha256": hashlib.sha256(content).hexdigest(),
        "size": len(content),
        "pages": pages,
        "added_at": timezone.now(),
        "added_by": by,
    }
    place = {"version": version, "language": language, "kind": kind}
    with transaction.atomic():
        stored = RegulationDocument.objects.select_for_update().filter(**place).first()
        document = stored or RegulationDocument(**place)
        old = str(document.file.name) if stored else ""
        for name, value in facts.items():
            setattr(document, name, value)
        try:
            document.file.save("document", ContentFile(content), save=False)
        except OSError as error:
            if error.errno in DISK_FULL_ERRNOS:
                raise DiskFull from error
            raise
        record(document, verb="document_add", by=by)
        if old:
            transaction.on_commit(lambda: document.file.storage.delete(old))
    return document


@transaction.atomic
def document_remove(*, document: RegulationDocument, by: By) -> None:
    """Take a document back; its hash stays in the history."""
    storage, name = document.file.storage, str(document.file.name)
    erase(document, verb="document_remove", by=by)
    transaction.on_commit(lambda: storage.delete(name))


def _read(content: bytes) -> tuple[Kind, int]:
    """Return what a file is, by its content, and its pages. Errors: as ``document_add``."""
    if not content.startswith(b"%PDF-"):
        _check_text(content)
        return Kind.TEXT, 0
    from pypdf import PdfReader
    from pypdf.errors import PyPdfError

    pages = 0
    try:
        reader = PdfReader(BytesIO(content))
        pages = 0 if reader.is_encrypted else len(reader.pages)
    except (PyPdfError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        pages = 0
    if not pages:
        raise Refused("DOCUMENT_UNREADABLE")
    if any(name in content for name in _ACTIVE):
        raise Refused("DOCUMENT_ACTIVE")
    return Kind.PAPER, pages


def _check_text(content: bytes) -> None:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Refused("DOCUMENT_UNREADABLE") from None
    if not text.strip() or "\0" in text:
        raise Refused("DOCUMENT_UNREADABLE")
    if len(content) > MOST_TEXT_KB * 1024:
        raise Refused("TEXT_TOO_LONG", most=MOST_TEXT_KB)
