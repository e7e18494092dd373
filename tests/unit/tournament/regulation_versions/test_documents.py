"""Test the federation's own document of a version: hashed, handed out as a file, refused if it would do anything."""

from __future__ import annotations

import hashlib
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from pypdf import PdfWriter
from pypdf.generic import DictionaryObject, NameObject, TextStringObject

from tests import factories as make
from tests.refusals import refuses
from tests.unit.ranking.pages import text_of
from tournament.models import RegulationDocument
from tournament.regulation.refusal_codes import Code
from tournament.regulation.refusals import UnknownRegulation
from tournament.regulation_versions.documents import MOST_BYTES, MOST_TEXT_KB, document_add, document_remove

pytestmark = pytest.mark.django_db

TEXT = b"# Regolamento\n\nUn testo, con <script>alert(1)</script>.\n"


@pytest.fixture(autouse=True)
def media(settings: Any, tmp_path: Path) -> Path:
    settings.MEDIA_ROOT = tmp_path
    return tmp_path


@pytest.fixture
def referent() -> Client:
    client = Client()
    client.force_login(make.make_user(referent=True))
    return client


def _pdf(script: str = "", password: str = "") -> bytes:
    writer, buffer = PdfWriter(), BytesIO()
    writer.add_blank_page(100, 100)
    if script:
        action = {NameObject("/S"): NameObject("/JavaScript"), NameObject("/JS"): TextStringObject(script)}
        writer.root_object[NameObject("/OpenAction")] = DictionaryObject(action)
    if password:
        writer.encrypt(password)
    writer.write(buffer)
    return buffer.getvalue()


@pytest.mark.rule("REQ-102")
def test_document_is_uploaded_and_handed_out_as_a_file(referent: Client, client: Client) -> None:
    address = reverse("regulation_documents", args=["2.0"])
    sent = {"language": "it", "file": SimpleUploadedFile("../regolamento.pdf", _pdf())}
    assert referent.post(address, sent)["Location"] == address
    document = RegulationDocument.objects.get()
    assert document.sha256 == hashlib.sha256(_pdf()).hexdigest()
    file = client.get(reverse("regulation_document", args=["2.0", "it", "pdf"]))
    assert b"".join(file) == _pdf()
    assert (file["Content-Type"], file["X-Content-Type-Options"]) == ("application/pdf", "nosniff")
    assert file["Content-Disposition"] == 'attachment; filename="regolamento-2.0-it.pdf"'
    assert client.get(reverse("regulation_document", args=["2.0", "en", "pdf"])).status_code == 404
    assert client.get(reverse("regulation_document", args=["7.7", "it", "pdf"])).status_code == 404


def test_markdown_is_handed_out_as_plain_text(client: Client) -> None:
    document = document_add(version="2.0", language="en", file=BytesIO(TEXT), by=None)
    assert document.sha256 in text_of(client.get(reverse("regulation_text", args=["2.0"])))
    file = client.get(reverse("regulation_document", args=["2.0", "en", "md"]))
    assert file["Content-Type"] == "text/plain; charset=utf-8"
    assert file["Content-Disposition"].startswith("attachment")
    assert b"".join(file) == TEXT


def test_another_document_takes_the_place_of_the_first(
    media: Path, django_capture_on_commit_callbacks: Any, client: Client
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        first = document_add(version="2.0", language="it", file=BytesIO(TEXT), by=None)
        paper = document_add(version="2.0", language="it", file=BytesIO(_pdf()), by=None)
        document_add(version="2.0", language="it", file=BytesIO(TEXT + b"\nAltro.\n"), by=None)
    document = RegulationDocument.objects.get(kind="md")
    assert (document.pk, paper.pages) == (first.pk, 1)
    kept = {Path(document.file.name).name, Path(paper.file.name).name}
    assert {file.name for file in media.rglob("*.*")} == kept
    assert [row.sha256 for row in document.history.all()][-1] == hashlib.sha256(TEXT).hexdigest()


def test_document_taken_back_leaves_its_hash_in_the_history(
    media: Path, django_capture_on_commit_callbacks: Any, referent: Client
) -> None:
    document_add(version="2.0", language="it", file=BytesIO(TEXT), by=None)
    address = reverse("regulation_document_remove", args=["2.0", RegulationDocument.objects.get().pk])
    assert "confirmed" in text_of(referent.post(address))
    with django_capture_on_commit_callbacks(execute=True):
        referent.post(address, {"confirmed": "1"})
    assert not RegulationDocument.objects.exists()
    assert not list(media.rglob("*.*"))
    assert RegulationDocument.history.latest().sha256 == hashlib.sha256(TEXT).hexdigest()


@pytest.mark.parametrize(
    ("content", "refusal"),
    [
        (_pdf(script="app.alert(1)"), "DOCUMENT_ACTIVE"),
        (_pdf(password="segreto"), "DOCUMENT_UNREADABLE"),
        (b"%PDF-1.7 rotto", "DOCUMENT_UNREADABLE"),
        (b"\xff\xfe\x00", "DOCUMENT_UNREADABLE"),
        (b"", "DOCUMENT_UNREADABLE"),
        (b"a" * (MOST_BYTES + 1), "DOCUMENT_TOO_BIG"),
        (b"a" * (MOST_TEXT_KB * 1024 + 1), "TEXT_TOO_LONG"),
    ],
    ids=["script", "password", "broken", "binary", "empty", "big", "long"],
)
def test_document_that_is_no_plain_text_is_refused(content: bytes, refusal: Code, media: Path) -> None:
    with refuses(refusal):
        document_add(version="2.0", language="it", file=BytesIO(content), by=None)
    assert not list(media.rglob("*.*"))


def test_refusal_stands_at_the_field(referent: Client) -> None:
    address = reverse("regulation_documents", args=["2.0"])
    answer = referent.post(address, {"language": "it", "file": SimpleUploadedFile("a.pdf", b"%PDF-1.7")})
    assert answer.status_code == 422
    assert "file" in answer.context["form"].errors


def test_document_of_a_draft_is_not_public(referent: Client, client: Client) -> None:
    draft = make.regulation_draft()
    address = reverse("regulation_documents", args=[draft.number])
    assert referent.post(address, {"language": "it", "file": SimpleUploadedFile("a.md", TEXT)}).status_code == 302
    assert referent.get(address).status_code == 200
    assert client.get(reverse("regulation_document", args=[draft.number, "it", "md"])).status_code == 404
    with pytest.raises(UnknownRegulation):
        document_add(version="7.7", language="it", file=BytesIO(TEXT), by=None)


def test_removed_document_can_be_added_again() -> None:
    document_remove(document=document_add(version="2.0", language="it", file=BytesIO(TEXT), by=None), by=None)
    assert document_add(version="2.0", language="it", file=BytesIO(TEXT), by=None).size == len(TEXT)
