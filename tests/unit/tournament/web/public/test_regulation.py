"""Test the regulation page: its text and version on pages and PDFs, and the address for suggestions (art. 1.1)."""

from __future__ import annotations

from io import BytesIO

import pytest
from django.urls import reverse
from pypdf import PdfReader

from games.dominion.rulings import ruling
from tests.factories import authorised_event, drawn_event, last_round
from tournament.printing import documents
from tournament.regulation.parameters import CURRENT, REGULATIONS

pytestmark = pytest.mark.django_db


@pytest.mark.rule("REQ-102")
def test_req_102_event_page_links_to_its_version_of_the_regulation(client):
    event = authorised_event()
    page = client.get(event.get_absolute_url()).content.decode()
    address = reverse("regulation_version", args=[event.regulation])
    assert f'href="{address}"' in page
    assert client.get(address).status_code == 200


@pytest.mark.rule("REQ-102")
def test_req_102_printed_form_names_the_version():
    game_round = last_round(drawn_event(players=12))
    text = PdfReader(BytesIO(documents.table_forms(game_round))).pages[0].extract_text()
    assert CURRENT.version in text


@pytest.mark.parametrize("version", list(REGULATIONS))
@pytest.mark.parametrize("language", ["it", "en"])
def test_regulation_page_shows_the_numbers_of_the_version(client, version, language):
    client.cookies["django_language"] = language
    numbers = REGULATIONS[version]
    page = client.get(reverse("regulation_version", args=[version])).content.decode()
    for number in (numbers.minutes, numbers.report_days, numbers.national_finalists, numbers.rounds_threshold):
        assert str(number) in page
    for half in (20, 14, 10, 6, 4, 3):
        points = f"{half // 2}" if half % 2 == 0 else f"{half // 2}{',' if language == 'it' else '.'}5"
        assert f'<td class="number">{points}</td>' in page


def test_regulation_page_unknown_version_answers_404(client):
    assert client.get(reverse("regulation_version", args=["9.9"])).status_code == 404


@pytest.mark.rule("REQ-105")
def test_req_105_suggestions_go_to_the_referent(client, settings):
    settings.FOSSATO_SUGGESTIONS = "mailto:referente@example.org"
    assert 'href="mailto:referente@example.org"' in client.get(reverse("regulation")).content.decode()
    settings.FOSSATO_SUGGESTIONS = ""
    assert "mailto:" not in client.get(reverse("regulation")).content.decode()


@pytest.mark.rule("REQ-101")
@pytest.mark.parametrize(("language", "told"), [("it", "Parte seconda"), ("en", "Part two")])
def test_whole_text_is_served_in_both_languages(client, language, told, django_assert_num_queries):
    client.cookies["django_language"] = language
    with django_assert_num_queries(0):
        page = client.get(reverse("regulation_text", args=[CURRENT.version])).content.decode()
    assert told in page
    assert 'id="carta-witch"' in page
    assert 'id="amb-11"' in page
    assert client.get(reverse("regulation_text", args=["9.9"])).status_code == 404


def test_whole_text_is_searched(client):
    address = reverse("regulation_text", args=[CURRENT.version])
    hits = client.get(address, {"cerca": "fossato reazione"}).context["telling"]
    assert hits.is_empty
    page = client.get(address, {"cerca": "<b>strega</b>"}).content.decode()
    assert "&lt;b&gt;strega&lt;/b&gt;" in page
    assert [card.code for card in client.get(address, {"cerca": "Maledizioni scoperte"}).context["telling"].cards] == [
        "witch"
    ]


@pytest.mark.soak(
    gate="tests/unit/tournament/web/public/test_regulation.py::test_whole_text_is_served_in_both_languages"
)
def test_whole_text_is_printed_in_the_language_of_the_visitor(client):
    for language, told in (("it", "Regolamento 2.0"), ("en", "Regulation 2.0")):
        client.cookies["django_language"] = language
        paper = client.get(reverse("regulation_pdf", args=[CURRENT.version]))
        assert paper["Content-Type"] == "application/pdf"
        assert PdfReader(BytesIO(paper.content)).pages[0].extract_text().startswith(told)


@pytest.mark.rule("REQ-101")
def test_rulings_stand_below_a_drawn_kingdom(client):
    event = drawn_event(players=12)
    drawn = last_round(event).setup["drawn"]
    page = client.get(event.get_absolute_url() + "?parte=turno-1").content.decode()
    for name in drawn:
        assert ruling(name, "regulation")[:40].replace("'", "&#x27;") in page
