"""Test lists of players from CSV and XLSX: previewed, then imported completely or not at all."""

from __future__ import annotations

from datetime import date
from io import BytesIO
from typing import Any

import pytest
from django.utils.translation import override
from tablib import Dataset

from tests import factories
from tournament.core.messages import sentence
from tournament.core.report_errors import ListFileWrong, PlayersRowsWrong
from tournament.entries.importing import players_import, players_preview
from tournament.models import Entry, Person

pytestmark = pytest.mark.django_db

LIST = (
    "Cognome;Nome;Città;Data di nascita;Tessera;Consenso\n"
    "Riva;Ada;Forlì;03/05/1990;A-17;sì\n"
    "Sala;Ivo;;;;no\n"
    ";;;;;\n"
    "Conti;Lea;Pisa;1988-12-01;;x\n"
)


def _file(text: str, encoding: str = "utf-8") -> BytesIO:
    return BytesIO(text.encode(encoding))


def _xlsx(text: str) -> BytesIO:
    data = Dataset().load(text, format="csv", delimiter=";")
    return BytesIO(data.export("xlsx"))


@pytest.mark.parametrize(
    "make",
    [
        _file,
        lambda text: _file(text, "cp1252"),
        lambda text: _file("\ufeff" + text.replace(";", ",")),
        lambda text: _file(text.replace(";", "\t")),
        _xlsx,
    ],
    ids=["semicolons", "windows", "commas with a mark", "tabs", "xlsx"],
)
def test_players_import_reads_every_format_and_encoding(make: Any) -> None:
    result = players_import(file=make(LIST), by=None)
    assert [(row.state, str(row.person)) for row in result.rows] == [
        ("new", "Ada Riva"),
        ("new", "Ivo Sala"),
        ("new", "Lea Conti"),
    ]
    ada = Person.objects.get(first_name="Ada")
    assert (ada.city, ada.birth_date, ada.card_number, ada.consent) == ("Forlì", date(1990, 5, 3), "A-17", False)
    # The consent of a list is valid for an event only: it never changes the national consent (art. 1.6).
    assert [row.consent for row in result.rows] == [True, False, True]
    assert not Person.objects.filter(consent=True).exists()
    assert ada.history.get().history_verb == "players_import"


def test_players_import_accepts_english_headers_and_unknown_columns() -> None:
    text = "First name,Last name,Shoe size,Consent\nAda,Riva,38,yes\n"
    assert [row.consent for row in players_import(file=_file(text), by=None).rows] == [True]


def test_players_preview_saves_nothing() -> None:
    event = factories.check_in_event(players=1)
    before = Person.objects.count()
    result = players_preview(file=_file(LIST), event=event)
    assert (result.count("new"), result.wrong) == (3, [])
    assert Person.objects.count() == before
    assert event.entries.count() == 1


def test_players_import_into_an_event_adds_entries() -> None:
    event = factories.check_in_event(players=1)
    players_import(file=_file(LIST), by=None, event=event)
    assert list(Entry.objects.filter(event=event).values_list("number", flat=True)) == [1, 2, 3, 4]
    again = players_preview(file=_file(LIST), event=event)
    assert (again.rows[0].state, again.rows[0].entered) == ("known", True)


@pytest.mark.rule("AMB-25")
def test_amb_25_players_import_matches_cards_and_warns_of_names() -> None:
    ada = factories.make_person(first_name="Ada", last_name="Vecchia", card_number="A-17")
    ivo = factories.make_person(first_name="ivo", last_name="SALA")
    result = players_import(file=_file(LIST), by=None)
    assert [row.state for row in result.rows] == ["known", "new", "new"]
    assert result.rows[0].person == ada
    assert result.rows[1].same_name == (ivo,)
    ada.refresh_from_db()
    assert ada.last_name == "Vecchia"


def test_players_import_match_names_joins_records() -> None:
    ivo = factories.make_person(first_name="Ivo", last_name="Sala")
    result = players_import(file=_file(LIST), by=None, match_names=True)
    assert [row.state for row in result.rows] == ["new", "known", "new"]
    assert result.rows[1].person == ivo


@pytest.mark.parametrize(
    "row",
    ["Riva;;;;;", "Riva;Ada;;31/02/1990;;", "Riva;Ada;;domani;;", "Riva;Ada;;;;forse", f"Riva;{'A' * 81};;;;"],
    ids=["no name", "no such day", "no day", "perhaps", "too long"],
)
def test_players_import_with_one_wrong_row_saves_nothing(row: str) -> None:
    text = f"{LIST}{row}\n"
    result = players_preview(file=_file(text))
    assert [(row_shown.number, bool(row_shown.problems)) for row_shown in result.wrong] == [(6, True)]
    with pytest.raises(PlayersRowsWrong) as refused:
        players_import(file=_file(text), by=None)
    assert (refused.value.count, refused.value.rows) == (1, "6")
    assert not Person.objects.exists()


def test_players_preview_wrong_row_shows_name_and_problem_in_the_language() -> None:
    with override("it"):
        result = players_preview(file=_file(f"{LIST}Riva;Bruno;;31/02/1990;;\nNeri;;;;;\n"))
    assert [str(row.person).strip() for row in result.wrong] == ["Bruno Riva", "Neri"]
    assert any("«31/02/1990» non è un giorno del calendario" in problem for problem in result.wrong[0].problems)


def test_players_import_repeated_card_is_one_person() -> None:
    text = "Cognome;Nome;Tessera\nRiva;Ada;A-17\nRiva;Ada;A-17\n"
    result = players_import(file=_file(text), by=None)
    assert [row.state for row in result.rows] == ["new", "known"]
    assert Person.objects.count() == 1


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"   ",
        b"\0\0\0",
        b"PK\x03\x04 not a spreadsheet",
        b"Nome;Citta\nAda;Pisa\n",
        b"Nome;Cognome\n",
        b"Nome;Nome;Cognome\na;b;c",
    ],
    ids=["empty", "blank", "binary", "half a spreadsheet", "no surname", "no rows", "a column twice"],
)
def test_players_preview_unreadable_file_is_refused(content: bytes) -> None:
    with pytest.raises(ListFileWrong) as refused:
        players_preview(file=BytesIO(content))
    assert "cognome" in sentence(refused.value, "it")


def test_players_preview_too_large_file_is_refused() -> None:
    with pytest.raises(ListFileWrong):
        players_preview(file=BytesIO(b"Nome;Cognome\n" + b"a;b\n" * 600_000))
