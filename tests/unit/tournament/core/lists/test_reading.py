"""Test the one reader of lists: each row is read, asked about, or refused by its number; none is lost."""

from __future__ import annotations

import csv
import random
from datetime import date
from io import BytesIO, StringIO
from typing import Any
from zipfile import ZipFile

import pytest
from django.utils.translation import override
from openpyxl import Workbook

from tests.spreadsheets import workbook
from tests.volume import part_of
from tournament.core.lists import tables
from tournament.core.lists.headings import PLAYER, meanings
from tournament.core.lists.reading import Layout, ListKind, ListUnclear, ReadList, read_list
from tournament.core.refusals import ListFileWrong

PLAYERS = ListKind(PLAYER)


def _names(read: ReadList) -> list[tuple[int, str, str]]:
    return [(row.number, row.text("first_name"), row.text("last_name")) for row in read.rows]


def _unclear(content: bytes, layout: Layout | None = None) -> ListUnclear:
    with pytest.raises(ListUnclear) as asked:
        read_list(content, PLAYERS, layout)
    return asked.value


def _problem(content: bytes) -> str:
    with override("en"), pytest.raises(ListFileWrong) as refused:
        read_list(content, PLAYERS)
    return str(refused.value.params["problem"])


ROWS = "Cognome;Nome;Città\nD’Angelo;Niccolò;Forlì\nČernigoj;Žiga;Trieste\n"


@pytest.mark.parametrize(
    "content",
    [
        ROWS.encode(),
        ROWS.encode("utf-8-sig"),
        ROWS.encode("utf-16"),
        ROWS.encode("utf-16-le"),
        ROWS.encode("utf-16-be"),
        ROWS.encode("utf-32"),
        ROWS.replace(";", "\t").encode("utf-16"),
        ROWS.replace(";", ",").encode(),
        ROWS.replace(";", "|").encode(),
        ("sep=;\r\n" + ROWS.replace("\n", "\r\n")).encode(),
        ROWS.replace("\n", "\r").encode(),
    ],
    ids=["utf-8", "mark", "utf-16", "le", "be", "utf-32", "unicode text", "commas", "bars", "sep", "old line ends"],
)
def test_list_in_every_encoding_and_separator(content: bytes) -> None:
    read = read_list(content, PLAYERS)
    assert _names(read) == [(2, "Niccolò", "D’Angelo"), (3, "Žiga", "Černigoj")]
    assert [row.text("city") for row in read.rows] == ["Forlì", "Trieste"]


@pytest.mark.parametrize("name", ["Niccolò D’Angelo", "NICCOLÒ FORLÌ", "Zoë Müller", "Perché Città"])
def test_windows_letters_are_read_without_a_question(name: str) -> None:
    first, last = name.split()
    content = f"Nome;Cognome\n{first};{last}\n".encode("cp1252")
    assert _names(read_list(content, PLAYERS)) == [(2, first, last)]


@pytest.mark.parametrize("name", ["Niccolò D’Angelo", "Forlì Mazzù", "Andrè Citterà"])
def test_mac_letters_are_asked_with_a_sample_and_then_read(name: str) -> None:
    first, last = name.split()
    content = f"Nome;Cognome\n{first};{last}\n".encode("mac_roman")
    asked = _unclear(content)
    assert [page for page, _sample in asked.encodings] == ["mac_roman", "cp1252"]
    assert first in asked.encodings[0][1]
    assert _names(read_list(content, PLAYERS, Layout(encoding="mac_roman"))) == [(2, first, last)]


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("\n\nNome;Cognome\nAda;Rossi\n", [(4, "Ada", "Rossi")]),
        ("Torneo di Forlì\n\nIscritti;\nN.;Cognome;Nome\n1;Rossi;Ada\n", [(5, "Ada", "Rossi")]),
        ("Nome;Cognome\nAda;Rossi;;;\n;;;\nUgo;Verdi;porta un amico\n", [(2, "Ada", "Rossi"), (4, "Ugo", "Verdi")]),
        ("Nome;Cognome;Email;\nAda;Rossi\n", [(2, "Ada", "Rossi")]),
        ("Name;FirstName;Rank;Country;Club;\nBo;Anna;2D;IT;Fo;\n", [(2, "Anna", "Bo")]),
        ("Cognome, Nome;Città\nRossi Bianchi, Maria Elena;Pisa\n", [(2, "Maria Elena", "Rossi Bianchi")]),
        ('"Cognome, Nome",Città\n"Rossi, Ada",Pisa\n', [(2, "Ada", "Rossi")]),
        ("Giocatore\nROSSI BIANCHI Maria\nAda De Castro\n", [(2, "Maria", "ROSSI BIANCHI"), (3, "Ada", "De Castro")]),
        ("Nome e cognome\nAda Rossi\n", [(2, "Ada", "Rossi")]),
        ("Nome;Cognome\nAda;Rossi\nNome;Cognome\nUgo;Verdi\n", [(2, "Ada", "Rossi"), (4, "Ugo", "Verdi")]),
    ],
)
def test_rows_of_other_programs(text: str, rows: list[tuple[int, str, str]]) -> None:
    assert _names(read_list(text.encode(), PLAYERS)) == rows


def test_cells_beyond_the_headings_are_named_not_read() -> None:
    read = read_list(b"Nome;Cognome\nAda;Rossi;;vegetariana\nUgo;Verdi\nIvo;Neri\n", PLAYERS)
    assert [row.extra for row in read.rows] == [("vegetariana",), (), ()]


@pytest.mark.parametrize(
    ("headings", "keys"),
    [
        (
            "Informazioni cronologiche|Nome e cognome|Indirizzo email|Data nascita|N° tessera",
            "|full_name|email|birth_date|card_number",
        ),
        (
            "Timestamp|First Name|Last Name|Email Address|Date of birth|Membership number",
            "|first_name|last_name|email|birth_date|card_number",
        ),
        (
            "Il tuo nome|Il tuo cognome|E-mail|Nato/a il (gg/mm/aaaa)|Tessera n.",
            "first_name|last_name|email|birth_date|card_number",
        ),
        ("NOME|COGNOME|Comune di residenza|Scadenza tessera|Luogo di nascita", "first_name|last_name|city||"),
        ("Nome|Cognome|Email|Email del genitore|Nome della squadra", "first_name|last_name|email||"),
        ("Nome utente|Nome completo|Acconsento alla pubblicazione|Consenso alle foto", "email|full_name|consent|"),
    ],
)
def test_headings_of_forms_and_federations(headings: str, keys: str) -> None:
    assert meanings(headings.split("|"), PLAYER) == keys.split("|")


def test_columns_that_are_not_read_are_named() -> None:
    read = read_list(b"Nome;Cognome;Scarpe;Email;E-mail\nAda;Rossi;38;a@example.org;b@example.org\n", PLAYERS)
    assert read.not_read == ["Scarpe", "E-mail"]
    assert read.rows[0].text("email") == "a@example.org"


@pytest.mark.parametrize(
    "text", ["101;Uno;Anna;Bo\n102;Due;Bruno;De Castro\n", "Anna;Bo\nBruno;De Castro\n"], ids=["more", "names"]
)
def test_list_without_headings_is_asked_and_loses_no_player(text: str) -> None:
    asked = _unclear(text.encode())
    assert asked.layout.has_headings is False
    assert any("Anna" in column.example for column in asked.columns)
    width = len(asked.columns)
    keys = ("",) * (width - 2) + ("first_name", "last_name")
    read = read_list(text.encode(), PLAYERS, Layout(columns=keys, has_headings=False))
    assert _names(read) == [(1, "Anna", "Bo"), (2, "Bruno", "De Castro")]


def test_unknown_headings_are_asked_and_kept_apart_from_the_players() -> None:
    content = b"Alias;Wer;Citta\nx;Anna Bo;Pisa\n"
    asked = _unclear(content)
    assert (asked.layout.has_headings, [column.key for column in asked.columns]) == (True, ["", "", "city"])
    read = read_list(content, PLAYERS, Layout(columns=("", "full_name", "city"), has_headings=True))
    assert _names(read) == [(2, "Anna", "Bo")]


@pytest.mark.parametrize("text", ["Nome;Nome;Cognome\na;b;c\n", "Nome;Città\nAda;Pisa\nUgo;Lucca\n"])
def test_headings_that_do_not_say_where_the_names_are_are_asked(text: str) -> None:
    assert _unclear(text.encode()).columns


def test_spreadsheet_list_on_any_sheet_is_found() -> None:
    content = workbook(
        ("Note", [["Da fare"], ["pagare la sala"]]),
        (
            "Elenco",
            [["Torneo"], [], ["Cognome", "Nome", "Nato il", "Tessera"], ["Rossi", "Ada", date(1990, 5, 3), 17.0]],
        ),
    )
    read = read_list(content, PLAYERS)
    assert (read.layout.sheet, read.sheets) == ("Elenco", ("Note", "Elenco"))
    assert read.rows[0].values == {
        "last_name": "Rossi",
        "first_name": "Ada",
        "birth_date": date(1990, 5, 3),
        "card_number": "17",
    }


def test_spreadsheet_with_two_lists_is_asked() -> None:
    rows = [["Nome", "Cognome"], ["Ada", "Rossi"]]
    content = workbook(("Sabato", rows), ("Domenica", [["Nome", "Cognome"], ["Ugo", "Verdi"]]))
    assert _unclear(content).sheets == ("Sabato", "Domenica")
    assert _names(read_list(content, PLAYERS, Layout(sheet="Domenica"))) == [(2, "Ugo", "Verdi")]


UNREADABLE = {
    "empty": (b"", "no rows"),
    "blank": (b"  \n \n", "no rows"),
    "only headings": (b"Nome;Cognome\n", "no rows"),
    "binary": (b"\0\0\0\1\2", "not a text"),
    "all bytes": (bytes(range(256)) * 4, "not a text"),
    "half a spreadsheet": (b"PK\x03\x04 not a spreadsheet", "not a spreadsheet"),
    "old Excel": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"x" * 600, ".xls"),
    "web page": (b"<html><body><table><tr><td>Nome</td></tr></table>", "web page"),
    "web page with a mark": (b"\xef\xbb\xbf<!DOCTYPE html>", "web page"),
    "quotation mark": (b'Nome;Cognome\nAda;"Rossi\nUgo;Verdi\n', "row 2"),
    "quotation mark within": (b'Nome;Cognome\nAda;Rossi\nUgo;"Ver"di\n', "row 3"),
    "rows": (b"Nome;Cognome\n" + b"a;b\n" * 5001, "5000 rows"),
    "columns": (b"Nome;Cognome\n" + b"Ada;Rossi;" + b"x;" * 70, "60 columns"),
    "bytes": (b"x" * (tables.MOST_BYTES + 1), "5 MB"),
}


@pytest.mark.parametrize(("content", "words"), UNREADABLE.values(), ids=UNREADABLE)
def test_unreadable_file_is_refused_with_what_is_wrong(content: bytes, words: str) -> None:
    assert words in _problem(content)


def test_spreadsheet_of_another_program_is_refused_with_the_way_out() -> None:
    content = BytesIO()
    with ZipFile(content, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
    assert ".xlsx" in _problem(content.getvalue())


def test_spreadsheet_that_is_large_unpacked_is_refused_unread() -> None:
    content = BytesIO()
    with ZipFile(content, "w", compression=8) as archive:
        archive.writestr("xl/workbook.xml", "<workbook/>")
        archive.writestr("xl/worksheets/sheet1.xml", b"0" * (tables.MOST_UNPACKED_BYTES + 1))
    assert len(content.getvalue()) < 100_000
    assert "20 MB" in _problem(content.getvalue())


def test_spreadsheet_with_a_far_cell_is_read_lazily() -> None:
    book = Workbook()
    for cell, value in (("A1", "Nome"), ("B1", "Cognome"), ("A2", "Ada"), ("B2", "Rossi")):
        book.active[cell] = value
    book.active.cell(row=1_048_576, column=16_384, value="x")
    content = BytesIO()
    book.save(content)
    assert "row 1048576" in _problem(content.getvalue())


# --- never a lost row -----------------------------------------------------------------------------------------------
FIRST = ["Ada", "Niccolò", "Žiga", "Maria Elena", "José", "Noè", "Lù", "Anna-Maria"]
LAST = ["Rossi", "D’Angelo", "Černigoj", "De Castro", "O'Neill", "Mazzù", "Sørensen", "Rossi Bianchi"]
HEADINGS = [["Nome", "Cognome"], ["Cognome", "Nome"], ["First name", "Last name"], ["Nome e cognome"], ["Giocatore"]]


def _random_list(chance: random.Random) -> tuple[bytes, list[str], bool]:
    """Return a file of one of the shapes that programs write, the number in each name, and whether a row is above."""
    headings = list(chance.choice(HEADINGS))
    people = [
        (chance.choice(FIRST), f"{chance.choice(LAST)} {chance.randint(1, 99)}") for _ in range(chance.randint(1, 9))
    ]
    rows: list[list[Any]] = []
    for first, last in people:
        if headings[0] in ("Nome", "First name"):
            rows.append([first, last])
        elif headings[0] == "Cognome":
            rows.append([last, first])
        else:
            rows.append([f"{first} {last}"])
    extra = chance.choice([[], ["Città"], ["Note"], ["Email", ""]])
    rows = [row + [chance.choice(["", "Forlì", "a, b; c", 'detto "il Lungo"']) for _ in extra] for row in rows]
    table: list[list[Any]] = [headings + extra, *rows]
    has_title, has_headings = chance.random() < 0.3, chance.random() < 0.8
    if not has_headings:
        del table[0]
    if has_title:
        table.insert(0, ["Torneo di Forlì"])
    for _ in range(chance.randint(0, 2)):
        table.insert(chance.randint(0, len(table)), [])
    if chance.random() < 0.2:
        table = [row + [""] * chance.randint(0, 3) if row else row for row in table]
    if chance.random() < 0.25:
        content = workbook(("Foglio1", table))
    else:
        text = StringIO()
        csv.writer(text, delimiter=chance.choice(";,\t|"), lineterminator=chance.choice(["\n", "\r\n"])).writerows(
            table
        )
        encodings = ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "cp1252", "mac_roman"]
        content = text.getvalue().encode(chance.choice([each for each in encodings if _holds(each, text.getvalue())]))
    return content, [last.split()[-1] for _first, last in people], has_title or has_headings


def _holds(encoding: str, text: str) -> bool:
    return text == text.encode(encoding, errors="replace").decode(encoding)


def _answered(content: bytes, *, has_headings: bool) -> ReadList:
    """Return the list as a person who knows it gets it, who answers each question from what the page shows."""
    layout = Layout()
    for _question in range(3):
        try:
            return read_list(content, PLAYERS, layout)
        except ListUnclear as asked:
            layout = asked.layout
            if asked.encodings:
                layout = Layout(encoding=next(page for page, sample in asked.encodings if _is_familiar(sample)))
            else:
                columns = [_meaning(column.example) for column in asked.columns]
                layout = Layout(encoding=layout.encoding, columns=tuple(columns), has_headings=has_headings)
    raise AssertionError("asked more than three times")


def _is_familiar(sample: str) -> bool:
    return any(word in " ".join([*FIRST, *LAST, "Forlì", "Città"]) for word in sample.split())


def _meaning(example: str) -> str:
    cells = [cell.rsplit(" ", 1) for cell in example.split(", ")]
    has_number = any(cell[-1].isdigit() for cell in cells)
    starts = {cell[0].split(" ")[0] for cell in cells}
    firsts = {first.split(" ")[0] for first in FIRST}
    if has_number:
        return "full_name" if starts & firsts else "last_name"
    return "first_name" if starts & firsts else ""


@pytest.mark.parametrize("seed", range(part_of(50)))
def test_random_lists_lose_no_row(seed: int) -> None:
    chance = random.Random(seed)
    for _list in range(100):
        content, numbers, has_headings = _random_list(chance)
        try:
            read = _answered(content, has_headings=has_headings)
        except ListFileWrong:
            pytest.fail(f"refused: {content!r}")
        found = [f"{row.text('first_name')} {row.text('last_name')}".split()[-1] for row in read.rows]
        assert found == numbers, content
