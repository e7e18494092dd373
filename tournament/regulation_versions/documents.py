"""The federation's own documents of the versions: checked, hashed, stored, handed out; never executed (art. 1.1)."""

from __future__ import annotations

import hashlib
from io import BytesIO
from typing import Any, Final

from django.core.files.base import ContentFile
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from tournament.core.audit import By, erase, record
from tournament.core.refusals import DISK_FULL_ERRNOS, DiskFull
from tournament.models import RegulationDocument
from tournament.regulation import parameters as regulation
from tournament.regulation.refused import Refused

#: Largest document, in megabytes, and in bytes.
MOST_MB: Final = 10
MOST_BYTES: Final = MOST_MB * 1024 * 1024

#: Names in a PDF that make a reader do something besides showing pages.
_ACTIVE: Final = (b"/JavaScript", b"/JS", b"/Launch", b"/EmbeddedFile", b"/RichMedia", b"/XFA")

Kind = RegulationDocument.Kind


def documents_of(version: str) -> QuerySet[RegulationDocument]:
    """Return the documents of a version, the Italian one first."""
    return RegulationDocument.objects.filter(version=version)


def document_add(*, version: str, language: str, file: Any, by: By) -> RegulationDocument:
    """Store the federation's document of a version in place of an earlier one of the same language.

    Arguments:
        version: its number. language: ``it`` or ``en``. file: an open binary file or an uploaded one.
    Errors: UnknownRegulation; DOCUMENT_TOO_BIG, DOCUMENT_UNREADABLE, DOCUMENT_ACTIVE; DiskFull.
    """
    number = regulation.get(version).version
    content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise Refused("DOCUMENT_TOO_BIG", most=MOST_MB)
    kind = _kind(content)
    facts = {
        "kind": kind,
        "sha256": hashlib.sha256(content).hexdigest(),
        "size": len(content),
        "added_at": timezone.now(),
        "added_by": by,
    }
    with transaction.atomic():
        stored = RegulationDocument.objects.select_for_update().filter(version=number, language=language).first()
        document = stored or RegulationDocument(version=number, language=language)
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


def _kind(content: bytes) -> Kind:
    """Return what a file is by its content. Errors: DOCUMENT_UNREADABLE, DOCUMENT_ACTIVE."""
    if not content.startswith(b"%PDF-"):
        return _markdown(content)
    from pypdf import PdfReader
    from pypdf.errors import PyPdfError

    try:
        reader = PdfReader(BytesIO(content))
        readable = not reader.is_encrypted and len(reader.pages) > 0
    except (PyPdfError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        readable = False
    if not readable:
        raise Refused("DOCUMENT_UNREADABLE")
    if any(name in content for name in _ACTIVE):
        raise Refused("DOCUMENT_ACTIVE")
    return Kind.PDF


def _markdown(content: bytes) -> Kind:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Refused("DOCUMENT_UNREADABLE") from None
    if not text.strip() or "\0" in text:
        raise Refused("DOCUMENT_UNREADABLE")
    return Kind.MARKDOWN
