"""Test the documents: equal to the golden ones (rewritten by script/golden-papers), and required content."""

from __future__ import annotations

import re
from collections.abc import Callable
from io import BytesIO
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from django.core.files.base import ContentFile
from django.urls import reverse
from PIL import Image
from pypdf import PdfReader
from weasyprint.urls import FatalURLFetchingError

from tests import factories
from tests.entering import open_event
from tests.unit.tournament.printing import papers
from tests.unit.tournament.printing.letters import located
from tests.unit.tournament.printing.picture import picture, squares
from tournament.events.prizes import prize_add
from tournament.models import Event, Person, Photo, Round, Table
from tournament.printing import documents
from tournament.printing.diplomas import diplomas
from tournament.printing.event_poster import event_poster
from tournament.printing.layout import StaticFiles, lay_out
from tournament.printing.render import printed_at

GOLDEN = sorted(path.stem for path in papers.GOLDEN.glob("*.pdf"))
PORTRAIT, LANDSCAPE = (210, 297), (297, 210)
#: In points.
A4_WIDTH = 595


def test_papers_and_golden_files_have_the_same_names(rendered_papers: dict[str, bytes]) -> None:
    assert sorted(rendered_papers) == GOLDEN


@pytest.mark.parametrize("name", GOLDEN)
def test_paper_equals_the_golden_one(rendered_papers: dict[str, bytes], name: str) -> None:
    """Compare the number of pages, their sizes and their text. The bytes depend on the font library."""
    golden = (papers.GOLDEN / f"{name}.pdf").read_bytes()
    assert papers.pages(rendered_papers[name]) == papers.pages(golden)


@pytest.mark.django_db
@pytest.mark.soak(gate="tests/unit/tournament/printing/test_papers.py::test_paper_equals_the_golden_one")
def test_paper_rendered_twice_is_byte_identical() -> None:
    event = papers.short_event()
    with papers.printed_at():
        first, second = (documents.table_forms(event.round_set.get(number=1)) for _ in range(2))
    assert first == second


def test_printed_at_is_now_unless_the_environment_sets_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    assert printed_at().year > 2009
    with papers.printed_at():
        assert printed_at().isoformat() == "2009-07-04T10:00:00+02:00"


@pytest.mark.parametrize("name", [name for name in GOLDEN if not name.startswith("diplomas")])
def test_papers_are_a4_portrait(rendered_papers: dict[str, bytes], name: str) -> None:
    assert {size for size, _ in papers.pages(rendered_papers[name])} == {PORTRAIT}


@pytest.mark.parametrize("language", ["it", "en"])
def test_diplomas_are_four_landscape_pages(rendered_papers: dict[str, bytes], language: str) -> None:
    pages = papers.pages(rendered_papers[f"diplomas-{language}"])
    assert [size for size, _ in pages] == [LANDSCAPE] * 4
    places = _PLACES[language]
    assert [place for (_, text), place in zip(pages, places, strict=True) if place in text] == places


_PLACES = {
    "it": ["Primo posto", "Secondo posto", "Terzo posto", "Quarto posto"],
    "en": ["First place", "Second place", "Third place", "Fourth place"],
}


@pytest.mark.parametrize("language", ["it", "en"])
@pytest.mark.parametrize("paper", ["standings", "tables", "kingdom", "ranking", "event-poster"])
def test_papers_of_thirteen_players_fit_one_page(rendered_papers: dict[str, bytes], paper: str, language: str) -> None:
    assert len(papers.pages(rendered_papers[f"{paper}-{language}"])) == 1


@pytest.mark.parametrize(
    ("language", "seat_words"), [("it", "Ultimo turno alla sedia"), ("en", "Last turn at seat")], ids=["it", "en"]
)
def test_form_has_one_column_per_player(rendered_papers: dict[str, bytes], language: str, seat_words: str) -> None:
    texts = [text for _, text in papers.pages(rendered_papers[f"forms-{language}"])]
    seats = [re.search(rf"{seat_words} ((?:\d )+)", text) for text in texts]
    assert [seat_match and seat_match[1].split() for seat_match in seats] == [
        list("1234"),
        list("123"),
        list("123"),
        list("123"),
    ]


def test_form_has_the_gardens_row_only_with_gardens_in_the_kingdom(rendered_papers: dict[str, bytes]) -> None:
    assert "Giardini" not in papers.words(rendered_papers["forms-it"])
    assert "1 ogni 10 carte" in papers.words(rendered_papers["form-of-the-final-it"])


def test_papers_show_long_names_completely(rendered_papers: dict[str, bytes]) -> None:
    for paper in ("forms", "tables", "standings", "report", "consent"):
        text = papers.words(rendered_papers[f"{paper}-en"]).replace("- ", "-")
        for first, last in (papers.LONG_PEOPLE["p01"], papers.LONG_PEOPLE["p09"]):
            assert first in text, paper
            assert last in text, paper


@pytest.mark.rule("1.4")
def test_report_names_event_place_people_and_draws(rendered_papers: dict[str, bytes]) -> None:
    text = papers.words(rendered_papers["report-en"])
    expected = (
        papers.LONG_NAME,
        "Palazzo della vecchia dogana",
        "26/09/2009 – 27/09/2009",
        "Massimo De Benedetti-Gualtieri",
        "II: The hall held fewer players than announced.",
        "kingdom, round 1 04/07/2009 10:05 “carciofo”, SHA-256",
        "seats, round 1 04/07/2009 10:10 by hand",
    )
    assert [phrase for phrase in expected if phrase not in text] == []


@pytest.mark.rule("1.6")
def test_ranking_paper_hides_names_without_consent(rendered_papers: dict[str, bytes]) -> None:
    text = papers.words(rendered_papers["ranking-it"])
    assert text.count("(senza nome)") == 2
    assert "Longo" not in text
    assert "Esposito" not in text


@pytest.mark.rule("1.6")
def test_consent_form_lists_the_players_in_order(rendered_papers: dict[str, bytes]) -> None:
    text = papers.words(rendered_papers["consent-it"])
    assert "Esposito Elena" in text
    assert "Per un minore firma un genitore" in text
    assert text.index("Bianchi") < text.index("Rossi")
    # Information, signatures, and a page for a parent or guardian.
    assert len(papers.pages(rendered_papers["consent-it"])) == 3


@pytest.mark.soak(gate="tests/unit/tournament/printing/test_papers.py::test_paper_equals_the_golden_one")
@pytest.mark.rule("1.6")
@pytest.mark.django_db
def test_consent_form_names_who_answers_for_the_data(settings: Any) -> None:
    event = papers.short_event()
    assert "Associazione Esempio" not in papers.words(documents.consent_form(event))
    settings.FOSSATO_CONTROLLER, settings.FOSSATO_PURPOSES = "Associazione Esempio, Forlì", "Legittimo interesse."
    text = papers.words(documents.consent_form(event))
    expected = ("Associazione Esempio, Forlì", "Legittimo interesse.", "730 giorni", "reclamo all’autorità", "foto")
    assert [phrase for phrase in expected if phrase not in text] == []


@pytest.mark.soak(gate="tests/unit/tournament/printing/test_papers.py::test_paper_equals_the_golden_one")
@pytest.mark.django_db
def test_diploma_of_an_event_without_points_names_none() -> None:
    event = papers.short_event()
    assert "40 punti nella classifica nazionale" in papers.words(diplomas(event))
    event.is_official = False
    assert "punti" not in papers.words(diplomas(event))


@pytest.mark.django_db
def test_diploma_fits_one_page_with_the_longest_name() -> None:
    event = papers.short_event()
    Person.objects.update(first_name=("Maria " * 80)[:80], last_name=("Anselmi " * 80)[:80])
    assert len(papers.pages(diplomas(event))) == 4


@pytest.mark.soak(gate="tests/unit/tournament/printing/test_papers.py::test_paper_equals_the_golden_one")
@pytest.mark.django_db
def test_diploma_names_each_prize_and_sets_many_smaller() -> None:
    event = papers.short_event()
    prize_add(event=event, place=1, what="Coppa", giver="Comune")
    prize_add(event=event, place=1, what="Libro")
    first = papers.pages(diplomas(event))[0][1]
    assert "Premio: Coppa (Comune) Premio: Libro" in first
    for number in range(3):
        prize_add(event=event, place=1, what=f"{number} " + "carta " * 19, giver="Ludoteca " * 8)
    first = papers.pages(diplomas(event))[0][1]
    assert first.count("Premio:") == 1
    assert "Coppa (Comune), Libro, 0 carta" in first


@pytest.mark.parametrize("rows", [34, 35])
def test_signatures_stand_with_the_row_before_them(rows: int) -> None:
    table = "".join(f"<tr><td>row{number}</td></tr>" for number in range(rows))
    sheets = (
        '<link rel="stylesheet" href="fossato/css/print-fonts.css"><link rel="stylesheet" href="fossato/css/print.css">'
    )
    signatures = '<div class="signatures keep"><span>Signed</span></div>'
    page = f'{sheets}<body class="sheet-doc"><table class="data">{table}</table>{signatures}'
    last = papers.pages(lay_out(page).write_pdf())[-1][1]
    assert f"row{rows - 1}" in last
    assert "Signed" in last


@pytest.mark.soak(gate="tests/unit/tournament/printing/test_papers.py::test_paper_equals_the_golden_one")
@pytest.mark.django_db
def test_report_shows_photos_and_marks_of_draws(tmp_path: Path, settings: Any) -> None:
    settings.MEDIA_ROOT = str(tmp_path)
    event = papers.short_event()
    assert "almeno una" in papers.words(documents.report(event))
    stored = Photo(event=event, sha256="a" * 64, caption="I finalisti")
    picture_file = BytesIO()
    Image.new("RGB", (900, 600), (20, 80, 90)).save(picture_file, "JPEG")
    stored.file.save("photo.jpg", ContentFile(picture_file.getvalue()))
    Photo.objects.create(event=event, sha256="b" * 64, file="gone.jpg", caption="Sparita")
    made = event.draws.get(by_hand=False)
    made.annulled_at, made.annulled_reason = made.drawn_at, "Uno di più"
    made.save()
    content = documents.report(event)
    text = papers.words(content)
    assert "2 foto del torneo" in text
    assert "I finalisti" in text
    assert "Sparita" not in text
    assert "kingdom" not in text
    assert "a mano, in sala" in text
    assert len({image.name for page in PdfReader(BytesIO(content)).pages for image in page.images}) == 1


@pytest.mark.soak(gate="tests/unit/tournament/printing/test_papers.py::test_paper_equals_the_golden_one")
@pytest.mark.django_db
def test_kingdom_poster_says_the_set_up_and_why_the_moat() -> None:
    event = papers.short_event()
    final = papers.words(documents.kingdom_poster(event.round_set.get(is_final=True)))
    for words in (
        "In 4: 30 Maledizioni, 32 Rami",
        "In 3: 20 Maledizioni, 39 Rami",
        "Perché il Fossato",
        "Spia, Strega",
    ):
        assert words in final
    first = papers.words(documents.kingdom_poster(event.round_set.get(number=1)))
    assert "La decima carta" in first
    assert "carciofo" in first


@pytest.mark.soak(gate="tests/unit/tournament/printing/test_papers.py::test_paper_equals_the_golden_one")
@pytest.mark.django_db
def test_kingdom_poster_fits_one_page_with_the_longest_name() -> None:
    event = papers.stored(papers.sample(), name="Torneo di Forlì " * 7)
    assert len(papers.pages(documents.kingdom_poster(event.round_set.get(number=1)))) == 1


@pytest.mark.soak(gate="tests/unit/tournament/printing/test_papers.py::test_paper_equals_the_golden_one")
@pytest.mark.django_db
def test_event_poster_leads_to_the_entries_while_they_are_open() -> None:
    event = open_event(name="Torneo delle Castagne", price="8 €", capacity=24)
    text = papers.words(event_poster(event)).replace(" ", "")
    for words in ("TorneodelleCastagne", "8€", "24", "Iscriviti", f"/eventi/{event.slug}/iscrizione/"):
        assert words in text
    Event.objects.filter(pk=event.pk).update(entry_mode=Event.EntryMode.CLOSED)
    text = papers.words(event_poster(Event.objects.select_related("organiser").get(pk=event.pk), is_plain=True))
    assert "Tutto sul torneo" in text
    assert "/iscrizione/" not in text


@pytest.mark.soak(gate="tests/unit/tournament/printing/test_papers.py::test_papers_of_thirteen_players_fit_one_page")
@pytest.mark.django_db
@pytest.mark.parametrize("language", ["it", "en"])
@pytest.mark.parametrize("card_names", [value for value, _ in Event.CardNames.choices])
def test_fullest_form_fits_one_page_per_table(language: str, card_names: str) -> None:
    """Four and three seats, every possible row, names as long as the database allows; shorter ones take less space."""
    length = 80
    event = papers.stored(papers.sample(), language=language, card_names=card_names, name="Torneo " * (length // 5))
    for person in Person.objects.all():
        person.first_name, person.last_name = ("Maria " * length)[:length], ("Anselmi " * length)[:length]
        person.save()
    first = event.round_set.get(number=1)
    first.setup = {**first.setup, "drawn": papers.fullest_kingdom(first.setup["drawn"])}
    first.save()
    chosen_tables = list(Table.objects.filter(round=first, number__lte=2).prefetch_related("seats__entry__person"))
    pages = papers.pages(documents.table_forms(first, chosen_tables))
    assert len(pages) == 2
    assert all(("Arbitro" if language == "it" else "Referee") in text for _, text in pages)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "names", "card"),
    [("it", "regulation", "Esploratore"), ("it", "rulebook", "Avventuriere"), ("en", "rulebook", "Adventurer")],
)
def test_kingdom_poster_names_cards_in_the_edition_of_the_event(language: str, names: str, card: str) -> None:
    event = papers.stored(papers.sample(), language=language, card_names=names)
    poster = papers.words(documents.kingdom_poster(event.round_set.get(number=1)))
    assert [name for name in ("Esploratore", "Avventuriere", "Adventurer") if name in poster] == [card]


@pytest.mark.soak(gate="tests/integration/browser/test_links.py::test_table_link_from_code_to_confirmed_table")
@pytest.mark.django_db
def test_form_qr_code_holds_the_address_of_the_sheet(settings: Any, tmp_path: Path) -> None:
    settings.FOSSATO_SITE_URL = "https://fossato.example.org/"
    event = papers.short_event()
    first = event.round_set.get(number=1)
    content = documents.table_forms(first)
    for index, table in enumerate(first.tables.order_by("number"), start=1):
        address = documents.sheet_address(table)
        assert address == "https://fossato.example.org" + reverse("sheet", args=[event.slug, 1, table.number])
        expected = documents.segno.make(address, error="m")
        modules = [[bool(module) for module in row] for row in expected.matrix]
        image = picture(content, index, tmp_path)
        assert squares(image, left=172, top=7, right=201, bottom=33, count=len(modules)) == modules


#: Of case 14-long-word: 58 letters without a space.
LONG_WORD = "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch"


@pytest.fixture
def round_with_long_word() -> Round:
    """Create a round of five tables with a player whose surname is one long word (case 14-long-word)."""
    game_round = factories.last_round(factories.drawn_event(players=19, start=False))
    seat = factories.tables_of(game_round)[0].seats.all()[0]
    factories.change_person(seat.entry.person, first_name="Supercalifragilistic", last_name=LONG_WORD)
    return Round.objects.select_related("event").get(pk=game_round.pk)


@pytest.mark.django_db
@pytest.mark.parametrize("paper", [documents.table_list, documents.table_forms, documents.consent_form])
def test_papers_keep_a_long_word_in_its_column(
    paper: Callable[..., bytes], round_with_long_word: Round, tmp_path: Path
) -> None:
    """Case 14-long-word: the word goes on in the next line, over nobody else's name and within the page."""
    source = tmp_path / "paper.pdf"
    source.write_bytes(paper(round_with_long_word.event if paper is documents.consent_form else round_with_long_word))
    boxes = located(source)
    assert LONG_WORD in "".join(word.text for word in boxes)
    assert max(word.box[2] for word in boxes) < A4_WIDTH - 20
    for one, other in combinations(boxes, 2):
        if one.page != other.page or one.box[1] != other.box[1]:
            continue
        left, right = sorted((one, other), key=lambda word: word.box[0])
        assert left.box[2] <= right.box[0], (left.text, right.text)


@pytest.mark.django_db
def test_table_list_is_read_from_two_metres_and_begins_with_its_tables(tmp_path: Path) -> None:
    """16 pt up to twelve tables; no first page has its title alone."""
    source = tmp_path / "tables.pdf"
    for players in (16, 64):
        game_round = factories.last_round(factories.drawn_event(players=players, start=False))
        source.write_bytes(documents.table_list(game_round))
        boxes = located(source)
        name = game_round.tables.get(number=1).seats.all()[0].entry.person.first_name
        first = next(word for word in boxes if word.text == name)
        assert first.page == 1
        # A line of the fonts of the papers is 1.25 times its size or more.
        assert first.box[3] - first.box[1] >= 1.2 * 16


@pytest.mark.soak(gate="tests/unit/tournament/printing/test_papers.py::test_paper_equals_the_golden_one")
@pytest.mark.django_db
def test_table_list_of_several_pages_is_numbered() -> None:
    event = factories.drawn_event(players=48, start=False)
    pages = papers.pages(documents.table_list(factories.last_round(event)))
    assert len(pages) > 1
    assert [f"{page} / {len(pages)}" in text for page, (_, text) in enumerate(pages, start=1)] == [True] * len(pages)


@pytest.mark.parametrize(
    "address", ["https://example.org/a.png", "file:///etc/hostname", "file:///static/../manage.py"]
)
def test_static_files_fetcher_refuses_other_addresses(address: str) -> None:
    with pytest.raises(FatalURLFetchingError):
        StaticFiles().fetch(address)
