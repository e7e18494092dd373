"""A thief of a laptop reads the mails that a site without a mail server writes as files."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.mail import send_mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import factories as make
from tournament.models import Person
from tournament.personal_data import erasure, retention
from tournament.personal_data.mail_files import MAIL_FILE_DAYS

pytestmark = pytest.mark.django_db


@pytest.fixture
def folder(settings: Any, tmp_path: Path) -> Path:
    settings.EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    settings.EMAIL_FILE_PATH = tmp_path / "mail"
    return tmp_path / "mail"


def _mail(*addresses: str) -> None:
    for address in addresses:
        send_mail("La tua pagina", "https://fossato.example/p/segreto/", "fossato@example.org", [address])


def _readers(folder: Path) -> list[str]:
    texts = [path.read_text() for path in folder.glob("*.log")]
    return sorted(line.removeprefix("To: ") for text in texts for line in text.splitlines() if line.startswith("To: "))


def test_links_of_old_mails_are_not_found_on_the_disk(folder: Path) -> None:
    _mail("ada@example.org", "bea@example.org")
    (folder / "appunti.txt").write_text("not a mail")
    now = timezone.now()
    assert retention.data_retention(now=now).mail_files == 0
    later = now + timedelta(days=MAIL_FILE_DAYS, minutes=1)
    # Mails of the same second may share a file.
    files = len(list(folder.glob("*.log")))
    assert retention.data_retention(now=later, dry_run=True).mail_files == files > 0
    assert len(_readers(folder)) == 2
    assert retention.data_retention(now=later).mail_files == files
    assert [path.name for path in folder.iterdir()] == ["appunti.txt"]


def test_mails_of_an_erased_person_are_not_found_on_the_disk(
    folder: Path, django_capture_on_commit_callbacks: Any
) -> None:
    person = make.make_person()
    Person.objects.filter(pk=person.pk).update(email="Ada@Example.org")
    person.refresh_from_db()
    _mail("ada@example.org", "bea@example.org")
    with django_capture_on_commit_callbacks(execute=True):
        receipt = erasure.person_erase(person=person, by=None)
    assert _readers(folder) == ["bea@example.org"]
    assert receipt.receipt["mails"] == 1


def test_mails_of_a_closed_account_are_not_found_on_the_disk(
    folder: Path, django_capture_on_commit_callbacks: Any
) -> None:
    user = make.make_user(email="ada@example.org")
    _mail("ada@example.org", "bea@example.org")
    with django_capture_on_commit_callbacks(execute=True):
        assert erasure.account_close(user=user)
    assert _readers(folder) == ["bea@example.org"]


def test_mails_to_an_address_that_ends_alike_stay(folder: Path, django_capture_on_commit_callbacks: Any) -> None:
    person = make.make_person(email="ria@example.org", consent=False)
    _mail("maria@example.org", "Ria Conti <ria@example.org>")
    with django_capture_on_commit_callbacks(execute=True):
        receipt = erasure.person_erase(person=person, by=None)
    assert _readers(folder) == ["maria@example.org"]
    assert receipt.receipt["mails"] == 1


@pytest.mark.usefixtures("folder")
def test_period_stands_in_the_privacy_notice_of_such_a_site(settings: Any) -> None:
    words = f"{MAIL_FILE_DAYS} giorni"
    assert f"scritta come file: {words}" in Client().get(reverse("privacy")).content.decode()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    assert "scritta come file" not in Client().get(reverse("privacy")).content.decode()
