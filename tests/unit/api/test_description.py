"""The API's description: stable, complete, and equal to its file."""

from __future__ import annotations

from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from config import api
from tests.unit.access import matrix

#: Made once: it takes half a second.
_schema = cache(api.schema)
FILE = Path(__file__).resolve().parents[3] / "docs" / "openapi.json"


@pytest.mark.parametrize("language", ["it", "en"])
def test_description_equals_file_in_every_language(language: str) -> None:
    """To regenerate the file: ``script/openapi``."""
    with override(language):
        assert api.schema_text() == FILE.read_text(encoding="utf-8"), "script/openapi"


def test_operations_document_purpose_and_errors() -> None:
    names = []
    for path, methods in _schema()["paths"].items():
        for method, facts in methods.items():
            names.append(facts["operationId"])
            assert facts["description"].endswith("."), (method, path)
            statuses = {int(status) for status in facts["responses"]}
            assert 429 in statuses, (method, path)
            assert bool(facts.get("security")) == (401 in statuses), (method, path)
    assert len(names) == len(set(names))


def test_writing_operations_need_token() -> None:
    writes = [
        facts
        for methods in _schema()["paths"].values()
        for method, facts in methods.items()
        if method not in ("get", "head")
    ]
    assert len(writes) == 27
    assert all(facts["security"] for facts in writes)


def test_api_addresses_listed_in_access_table() -> None:
    rows = {row.name for row in matrix.rows()}
    assert {pattern.name for pattern in api.urlpatterns} <= rows


@pytest.mark.django_db
def test_description_served_with_etag() -> None:
    client = Client()
    response = client.get(reverse("api_schema"))
    assert response.status_code == 200
    assert response["Content-Type"] == "application/json; charset=utf-8"
    description = response.json()
    assert description["openapi"].startswith("3.1")
    assert description["info"]["version"] == "1"
    assert reverse("api_schema").startswith("/api/v1/")
    second_response = client.get(reverse("api_schema"), headers={"If-None-Match": response["ETag"]})
    assert (second_response.status_code, second_response.content) == (304, b"")


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["it", "en"])
def test_documentation_page_lists_every_operation(language: str) -> None:
    response = Client().get(reverse("api"), headers={"Accept-Language": language})
    page = response.content.decode()
    assert f'lang="{language}"' in page
    for path in _schema()["paths"]:
        assert f'<code class="fo-code">{path}</code>' in page
    assert "<script>" not in page


class _Words(HTMLParser):
    """Collect the table's text by the language it is marked with: a cell's own, or the page's."""

    def __init__(self) -> None:
        super().__init__()
        self.cell: str | None = None
        self.words: dict[str, list[str]] = {"": []}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("td", "th"):
            self.cell = dict(attrs).get("lang") or ""

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th"):
            self.cell = None

    def handle_data(self, data: str) -> None:
        if self.cell is not None and data.strip():
            self.words.setdefault(self.cell, []).append(" ".join(data.split()))


@pytest.mark.django_db
def test_english_text_on_italian_page_marked() -> None:
    """WCAG 3.1.2 (language of parts)."""
    parser = _Words()
    parser.feed(Client().get(reverse("api"), headers={"Accept-Language": "it"}).content.decode())
    facts = [
        (path, method, operation) for path, all_of in _schema()["paths"].items() for method, operation in all_of.items()
    ]
    descriptions = [" ".join(operation["description"].replace("`", "").split()) for _path, _method, operation in facts]
    assert parser.words["en"][2::3] == descriptions
    assert parser.words["en"][1::3] == [path for path, _method, _operation in facts]
    assert set(parser.words[""]) == {"Operazione", "Che cosa fa", "Chi può chiederla", "tutti", "con una chiave"}
