"""Test that documents draw every letter of a name correctly, by comparing pictures instead of the text layer."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction
from PIL import Image, ImageDraw, ImageFont

from tests import factories
from tests.unit.tournament.printing import papers
from tests.unit.tournament.printing.letters import (
    DEJAVU,
    DOTS,
    EMOJI,
    EMOJI_SIZE,
    NAMES,
    PRINT,
    TITLE,
    Proofs,
    Word,
    is_emoji,
    located,
    on_its_line,
    sheets,
    without_a_mark,
)
from tests.unit.tournament.printing.other_papers import GAMES
from tests.volume import one_in
from tournament.access.links import participant_links_make
from tournament.models import Event, Person
from tournament.printing import documents
from tournament.printing.diplomas import diplomas
from tournament.printing.link_papers import participants_sheet

# A document is rendered once and its event rolled back; the mark provides the database.
pytestmark = pytest.mark.django_db

#: Diplomas are printed for the four finalists, so ten names need three turns.
TURNS = range(3)
PEOPLE = [word for name in NAMES.values() for word in " ".join(name).split()]
PAPERS = ("tables", "forms", "standings", "consent", "report", "ranking", "links")


def _event() -> Any:
    content = papers.sample()
    content["event"]["name"] = TITLE
    players = {player["id"]: player for player in content["players"]}
    for identity, (first, last) in zip(content["final_places"], NAMES.values(), strict=False):
        players[identity] |= {"first_name": first, "last_name": last, "consent": True}
    return papers.stored(content)


def _diplomas(event: Any, turn: int) -> bytes:
    """Return the diplomas of the first four, who have other names in each turn."""
    names = [*NAMES.values()][4 * turn : 4 * turn + 4]
    places = event.final_places.select_related("entry__person").order_by("place")
    for row, (first, last) in zip(places, names, strict=False):
        Person.objects.filter(pk=row.entry.person_id).update(first_name=first, last_name=last)
    return diplomas(event)


def _other_form(game: str) -> bytes:
    event = factories.drawn_event(players=13, start=False, game=game)
    Event.objects.filter(pk=event.pk).update(name=TITLE)
    entries = event.entries.select_related("person").order_by("number")
    for entry, (first, last) in zip(entries, NAMES.values(), strict=False):
        Person.objects.filter(pk=entry.person_id).update(first_name=first, last_name=last)
    return documents.table_forms(factories.last_round(event))


def _content(name: str) -> bytes:
    """Return a paper, made for an event that the caller rolls back."""
    if name in GAMES:
        return _other_form(name)
    event = _event()
    first = event.round_set.get(number=1)
    builders: dict[str, Callable[[], bytes]] = {
        "forms": lambda: documents.table_forms(first),
        "tables": lambda: documents.table_list(first),
        "standings": lambda: documents.standings(first),
        "consent": lambda: documents.consent_form(event),
        "report": lambda: documents.report(event),
        "ranking": lambda: papers.ranking(event),
        "links": lambda: participants_sheet(event, participant_links_make(event=event, by=None)),
        "kingdom": lambda: documents.kingdom_poster(first),
        **{f"diplomas-{turn}": partial(_diplomas, event, turn) for turn in TURNS},
    }
    return builders[name]()


@pytest.fixture(scope="module")
def paper_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Return a function that makes a paper at its first call and returns the file."""
    folder = tmp_path_factory.mktemp("letters")

    def make(name: str) -> Path:
        path = folder / f"{name}.pdf"
        if not path.exists():
            with transaction.atomic(), papers.printed_at():
                path.write_bytes(_content(name))
                transaction.set_rollback(True)
        return path

    return make


@pytest.fixture(scope="module")
def proofs(tmp_path_factory: pytest.TempPathFactory) -> Proofs:
    return Proofs(tmp_path_factory.mktemp("faces"))


def _mistakes(source: Path, proofs: Proofs, names: list[str]) -> list[str]:
    """Return the names missing in a document and those that it draws incorrectly."""
    everything = located(source)
    words = [
        on_its_line(word, everything) if is_emoji(word.text) else word
        for word in everything
        if word.text.strip(",.") in names
    ]
    missing = [f"{name} is not there" for name in names if name not in {word.text.strip(",.") for word in words}]
    pictures = sheets(source)
    wrong = (proofs.mistake(pictures[word.page - 1], word) for word in words)
    return [*missing, *filter(None, wrong)]


@pytest.mark.parametrize("name", one_in(len(PAPERS), PAPERS))
def test_paper_draws_every_letter_of_the_names_of_people(
    paper_of: Callable[[str], Path], proofs: Proofs, name: str
) -> None:
    assert _mistakes(paper_of(name), proofs, PEOPLE) == []


@pytest.mark.soak(
    gate="tests/unit/tournament/printing/test_letters.py::test_paper_draws_every_letter_of_the_names_of_people"
)
@pytest.mark.parametrize("name", GAMES)
def test_form_of_another_game_draws_every_letter(paper_of: Callable[[str], Path], proofs: Proofs, name: str) -> None:
    assert _mistakes(paper_of(name), proofs, [*PEOPLE, *TITLE.split()]) == []


@pytest.mark.soak(
    gate="tests/unit/tournament/printing/test_letters.py::test_paper_draws_every_letter_of_the_names_of_people"
)
@pytest.mark.parametrize("turn", TURNS)
def test_diploma_draws_every_letter(paper_of: Callable[[str], Path], proofs: Proofs, turn: int) -> None:
    people = [word for name in [*NAMES.values()][4 * turn : 4 * turn + 4] for word in " ".join(name).split()]
    assert _mistakes(paper_of(f"diplomas-{turn}"), proofs, [*people, *TITLE.split()]) == []


@pytest.mark.parametrize("name", one_in(6, ["kingdom", "forms", "tables", "standings", "report", "consent"]))
def test_paper_draws_every_letter_of_the_name_of_the_event(
    paper_of: Callable[[str], Path], proofs: Proofs, name: str
) -> None:
    assert _mistakes(paper_of(name), proofs, TITLE.split()) == []


def test_without_a_mark_removes_one_mark_at_a_time() -> None:
    assert without_a_mark("Đorđe") == ["Dorđe", "Đorde"]
    assert without_a_mark("Zorzi") == []


@pytest.mark.parametrize(
    ("font", "size", "emoji", "mistake"),
    [
        (EMOJI, EMOJI_SIZE, "😀", ""),
        (EMOJI, EMOJI_SIZE, "😃", "😀 on page 1 is drawn as 😃"),
        (DEJAVU / "DejaVuSans.ttf", 109, "😀", "😀 on page 1 is drawn otherwise"),
        (PRINT / "fossato-print-sans-400.ttf", 109, "😀", "😀 on page 1 is drawn otherwise"),
    ],
    ids=["right", "another", "of-letters", "empty-box"],
)
def test_proof_takes_only_the_emoji_of_the_colour_font(
    proofs: Proofs, font: Path, size: int, emoji: str, mistake: str
) -> None:
    sheet = Image.new("RGB", (300, 300), "white")
    drawing = ImageFont.truetype(str(font), size)
    ImageDraw.Draw(sheet).text((60, 60), emoji, font=drawing, fill="black", embedded_color=True)
    near, far = 20 * 72 / DOTS, 280 * 72 / DOTS
    found = proofs.mistake(sheet, Word(1, "😀", (near, near, far, far)))
    assert found.partition(" (")[0] == mistake
