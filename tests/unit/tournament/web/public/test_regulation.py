"""Test the regulation's pages: the federation's document leads, is searched and printed; our explanation beside it."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from games.dominion.rulings import ruling
from tests.factories import authorised_event, drawn_event, last_round
from tournament.models import Job
from tournament.printing import documents
from tournament.printing.pack import print_pack
from tournament.regulation.parameters import CURRENT, REGULATIONS
from tournament.regulation_versions.documents import document_add

pytestmark = pytest.mark.django_db

#: Twenty words that only a federation's own document has.
WORDS = tuple(
    "abbecedario barattolo cornamusa ditirambo elleboro fiordaliso ghirigoro ippocampo lapislazzulo mandragola "  # noqa: SIM905
    "nomenclatura obelisco parapiglia quadrifoglio rabarbaro saltimbanco tarantella ultramarino vetriolo "
    "zibaldone".split()
)
TEXT = f"# Regolamento di prova\n\n## 1.1 Premessa\n\nPoche righe.\n\n## 1.2 Parole\n\n{' '.join(WORDS)}.\n"


@pytest.fixture(autouse=True)
def media(settings: Any, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path


def _give(text: str = TEXT, language: str = "it", version: str = CURRENT.version) -> None:
    document_add(version=version, language=language, file=BytesIO(text.encode()), by=None)


def _pdf_words(content: bytes) -> str:
    return " ".join(" ".join(page.extract_text() for page in PdfReader(BytesIO(content)).pages).split())


@pytest.mark.rule("REQ-102")
def test_event_page_leads_to_the_document_of_its_version(client: Client) -> None:
    _give()
    event = authorised_event()
    address = reverse("regulation_text", args=[event.regulation])
    assert f'href="{address}"' in client.get(event.get_absolute_url()).content.decode()
    page = client.get(address).content.decode()
    assert "Regolamento di prova" in page
    assert all(word in page for word in WORDS)


@pytest.mark.rule("REQ-101")
def test_regulation_leads_with_the_document_and_explains_it_beside(
    client: Client, django_assert_num_queries: Any
) -> None:
    _give()
    with django_assert_num_queries(4):
        page = client.get(reverse("regulation")).content.decode()
    assert page.index(reverse("regulation_text", args=[CURRENT.version])) < page.index("h-plain")
    assert "Regolamento di prova" in page
    assert not any(word in page for word in WORDS)


@pytest.mark.parametrize("word", WORDS)
def test_words_of_the_document_are_found(client: Client, word: str) -> None:
    _give()
    found = client.get(reverse("regulation_text", args=[CURRENT.version]), {"cerca": word.upper()})
    assert [section.title for section, _marked in found.context["hits"]] == ["1.2 Parole"]
    assert f"<mark>{word}</mark>" in found.content.decode()


def test_search_of_the_site_finds_the_document(client: Client) -> None:
    _give()
    page = client.get(reverse("search"), {"q": f"{WORDS[0]} {WORDS[7]}"}).content.decode()
    assert f'href="{reverse("regulation_text", args=[CURRENT.version])}#testo-1"' in page


def test_search_without_a_hit_leads_back_to_the_text(client: Client) -> None:
    _give()
    address = reverse("regulation_text", args=[CURRENT.version])
    page = client.get(address, {"cerca": "<b>xyz</b>"}).content.decode()
    assert "&lt;b&gt;xyz&lt;/b&gt;" in page
    assert f'href="{address}"' in page


@pytest.mark.rule("REQ-102")
def test_paper_is_that_of_the_federation_else_its_text(client: Client) -> None:
    _give()
    address = reverse("regulation_pdf", args=[CURRENT.version])
    assert all(word in _pdf_words(client.get(address).content) for word in WORDS)
    from tests.unit.tournament.regulation_versions.test_documents import _pdf

    document_add(version=CURRENT.version, language="it", file=BytesIO(_pdf()), by=None)
    assert client.get(address).content == _pdf()


@pytest.mark.rule("REQ-102")
def test_pack_of_round_1_prints_the_document(client: Client) -> None:
    _give()
    game_round = last_round(drawn_event(players=12))
    job = Job(kind="pack", args={"round": game_round.pk})
    content, _name = print_pack(job, lambda *_numbers: None)
    assert all(word in _pdf_words(content) for word in WORDS)


def test_version_without_a_document_is_only_explained(client: Client) -> None:
    page = reverse("regulation_version", args=[CURRENT.version])
    for name in ("regulation_text", "regulation_pdf"):
        assert client.get(reverse(name, args=[CURRENT.version]))["Location"] == page
    shown = client.get(page).content.decode()
    assert "fo-doc" not in shown
    assert "h-plain" in shown


def test_document_in_one_language_is_read_in_the_other(client: Client) -> None:
    _give()
    client.cookies["django_language"] = "en"
    page = client.get(reverse("regulation_text", args=[CURRENT.version])).content.decode()
    assert 'lang="it"' in page
    _give("# Rules on trial\n\nText.", language="en")
    assert "Rules on trial" in client.get(reverse("regulation_text", args=[CURRENT.version])).content.decode()


@pytest.mark.rule("REQ-102")
def test_req_102_printed_form_names_the_version() -> None:
    game_round = last_round(drawn_event(players=12))
    text = PdfReader(BytesIO(documents.table_forms(game_round))).pages[0].extract_text()
    assert CURRENT.version in text


@pytest.mark.parametrize("version", list(REGULATIONS))
@pytest.mark.parametrize("language", ["it", "en"])
def test_regulation_page_shows_the_numbers_of_the_version(client: Client, version: str, language: str) -> None:
    client.cookies["django_language"] = language
    numbers = REGULATIONS[version]
    page = client.get(reverse("regulation_version", args=[version])).content.decode()
    for number in (numbers.minutes, numbers.report_days, numbers.national_finalists, numbers.rounds_threshold):
        assert str(number) in page
    for half in (20, 14, 10, 6, 4, 3):
        points = f"{half // 2}" if half % 2 == 0 else f"{half // 2}{',' if language == 'it' else '.'}5"
        assert f'<td class="number">{points}</td>' in page


def test_cases_stand_apart_without_codes(client: Client) -> None:
    page = client.get(reverse("regulation")).content.decode()
    assert 'id="amb-11"' in page
    for code in ("AMB-", "REQ-", "S-8"):
        assert code not in page


@pytest.mark.parametrize("name", ["regulation_version", "regulation_text", "regulation_pdf"])
def test_unknown_version_answers_404(client: Client, name: str) -> None:
    assert client.get(reverse(name, args=["9.9"])).status_code == 404


@pytest.mark.rule("REQ-105")
def test_req_105_suggestions_go_to_the_referent(client: Client, settings: Any) -> None:
    settings.FOSSATO_SUGGESTIONS = "mailto:referente@example.org"
    assert 'href="mailto:referente@example.org"' in client.get(reverse("regulation")).content.decode()
    settings.FOSSATO_SUGGESTIONS = ""
    assert "mailto:" not in client.get(reverse("regulation")).content.decode()


@pytest.mark.rule("REQ-101")
def test_rulings_stand_below_a_drawn_kingdom(client: Client) -> None:
    event = drawn_event(players=12)
    drawn = last_round(event).setup["drawn"]
    page = client.get(event.get_absolute_url() + "?parte=turno-1").content.decode()
    for name in drawn:
        assert ruling(name, "regulation")[:40].replace("'", "&#x27;") in page
