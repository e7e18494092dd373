"""Test the page of the verifier where its files are not installed, and for an event that is not public."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories as make
from tests.unit.tournament.web.conftest import text_of

pytestmark = pytest.mark.django_db


def test_verifier_without_its_files_says_so_and_names_the_program(settings: Any, tmp_path: Path) -> None:
    settings.STATICFILES_DIRS, settings.STATIC_ROOT = [tmp_path / "sources"], tmp_path / "static"
    page = text_of(Client().get(reverse("verifier")))
    assert "non sono installati" in page
    assert "fossato-verify event.json" in page
    assert "data-verifier-load" not in page


def test_verifier_of_a_draft_is_unknown() -> None:
    assert Client().get(reverse("verifier_event", args=[make.make_event().slug])).status_code == 404


def test_verifier_offers_the_wheels_where_they_are(settings: Any, tmp_path: Path) -> None:
    folder = tmp_path / "static" / "fossato" / "verifier"
    folder.mkdir(parents=True)
    (folder / "files.json").write_text('{"zones": "tzdata.zip", "wheels": ["fossato_verify-1-py3-none-any.whl"]}')
    settings.STATICFILES_DIRS, settings.STATIC_ROOT = [tmp_path / "sources"], tmp_path / "static"
    answer = Client().get(reverse("verifier"), headers={"accept-language": "en"})
    assert "/static/fossato/verifier/fossato_verify-1-py3-none-any.whl" in text_of(answer)
    assert "'wasm-unsafe-eval'" in answer["Content-Security-Policy"]
