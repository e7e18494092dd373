"""The API's description: stable, whole, and as its file says."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from config import api
from tests.unit.access import matrix

FILE = Path(__file__).resolve().parents[3] / "docs" / "openapi.json"


def test_the_description_is_that_of_the_file() -> None:
    """To make the file anew: ``script/openapi``."""
    assert api.schema_text() == FILE.read_text(encoding="utf-8"), "script/openapi"


def test_the_description_is_the_same_in_every_language() -> None:
    with override("it"):
        italian = api.schema_text()
    with override("en"):
        assert api.schema_text() == italian


def test_every_operation_says_what_it_does_and_what_it_refuses() -> None:
    names = []
    for path, methods in api.schema()["paths"].items():
        for method, facts in methods.items():
            names.append(facts["operationId"])
            assert facts["description"].endswith("."), (method, path)
            statuses = {int(status) for status in facts["responses"]}
            assert 429 in statuses, (method, path)
            assert bool(facts.get("security")) == (401 in statuses), (method, path)
    assert len(names) == len(set(names))


def test_what_writes_needs_a_token() -> None:
    writes = [
        facts
        for methods in api.schema()["paths"].values()
        for method, facts in methods.items()
        if method not in ("get", "head")
    ]
    assert len(writes) == 5
    assert all(facts["security"] for facts in writes)


def test_every_address_of_the_api_has_a_row_of_access() -> None:
    rows = {row.name for row in matrix.rows()}
    assert {one.name for one in api.urlpatterns} <= rows


@pytest.mark.django_db
def test_the_description_is_served_with_its_fingerprint() -> None:
    client = Client()
    answer = client.get(reverse("api_schema"))
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/json; charset=utf-8"
    assert answer.json()["openapi"].startswith("3.1")
    again = client.get(reverse("api_schema"), headers={"If-None-Match": answer["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["it", "en"])
def test_the_page_for_people_lists_every_operation(language: str) -> None:
    answer = Client().get(reverse("api"), headers={"Accept-Language": language})
    page = answer.content.decode()
    assert f'lang="{language}"' in page
    for path in api.schema()["paths"]:
        assert f'<code class="fo-code">{path}</code>' in page
    assert "<script>" not in page


class _Words(HTMLParser):
    """The words of the table by the language that they are read in: what a cell says, or the page's own."""

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
def test_what_is_english_on_the_italian_page_is_read_as_english() -> None:
    """WCAG 3.1.2."""
    found = _Words()
    found.feed(Client().get(reverse("api"), headers={"Accept-Language": "it"}).content.decode())
    facts = [(path, method, one) for path, all_of in api.schema()["paths"].items() for method, one in all_of.items()]
    said = [" ".join(one["description"].replace("`", "").split()) for _path, _method, one in facts]
    assert found.words["en"][2::3] == said
    assert found.words["en"][1::3] == [path for path, _method, _one in facts]
    assert set(found.words[""]) == {"Operazione", "Che cosa fa", "Chi può chiederla", "tutti", "con un gettone"}
