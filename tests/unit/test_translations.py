"""The Italian catalogue: whole, with the same variables as the English, in good letters; and pages that speak it."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.utils import translation
from django.utils.formats import date_format

from config.dates import MONTHS, MONTHS_AFTER_A_DAY, WEEKDAYS
from tests.factories import announced_event
from tournament.models import Event

ROOT = Path(__file__).resolve().parents[2]
CATALOGUE = ROOT / "locale/it/LC_MESSAGES/django.po"
ROOMS = ("config", "games", "ranking", "templates", "tournament")
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd%]|\{\w*\}|</?\w+>")
STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')


@dataclass
class Message:
    """An entry of a catalogue: the English forms and the Italian ones, in the order of the file."""

    context: str = ""
    english: list[str] = field(default_factory=list)
    italian: list[str] = field(default_factory=list)
    flags: str = ""

    def __str__(self) -> str:
        return self.english[0][:60]


def _unquoted(line: str) -> str:
    found = STRING.search(line)
    assert found, line
    return found[1].replace("\\n", "\n").replace('\\"', '"').replace("\\\\", "\\")


def messages() -> Iterator[Message]:
    """Every entry of the catalogue but its header."""
    for block in CATALOGUE.read_text(encoding="utf-8").split("\n\n"):
        one = Message()
        texts: list[str] = []
        for line in block.splitlines():
            word = line.partition(" ")[0]
            if line.startswith("#,"):
                one.flags += line
            elif word == "msgctxt":
                one.context = _unquoted(line)
            elif word in ("msgid", "msgid_plural"):
                texts = one.english
                texts.append(_unquoted(line))
            elif word.startswith("msgstr"):
                texts = one.italian
                texts.append(_unquoted(line))
            elif line.startswith('"'):
                texts[-1] += _unquoted(line)
        if one.english and one.english[0]:
            yield one


MESSAGES = list(messages())


def test_the_catalogue_was_read() -> None:
    """The other tests say something only if the entries were found: msgfmt counts as many."""
    said = subprocess.run(
        ["msgfmt", "--check-format", "--statistics", "--output-file=/dev/null", str(CATALOGUE)],
        capture_output=True,
        text=True,
        check=True,
        env={"LC_ALL": "C", "PATH": "/usr/bin:/bin"},
    )
    assert said.stderr.strip() == f"{len(MESSAGES)} translated messages."


def _variables(text: str) -> list[str]:
    return sorted(PLACEHOLDER.findall(text))


def _pairs() -> Iterator[tuple[str, str]]:
    """Every Italian form with the English that it stands for; the singular may leave its number to the word."""
    for one in MESSAGES:
        for index, text in enumerate(one.italian):
            yield one.english[min(index, len(one.english) - 1)], text


def test_every_sentence_has_its_italian() -> None:
    """Each form is there, and none is a guess of the tools."""
    assert [str(one) for one in MESSAGES if "fuzzy" in one.flags] == []
    assert [str(one) for one in MESSAGES if len(one.italian) != len(one.english)] == []
    assert [english for english, italian in _pairs() if not italian.strip()] == []


def test_variables_and_marks_are_kept() -> None:
    """The Italian has every variable and mark of the English, and starts and ends its lines where the English does."""
    wrong = [(english, italian) for english, italian in _pairs() if _variables(english) != _variables(italian)]
    assert wrong == []
    edges = [
        (english, italian)
        for english, italian in _pairs()
        if english.startswith("\n") != italian.startswith("\n") or english.endswith("\n") != italian.endswith("\n")
    ]
    assert edges == []


@pytest.mark.parametrize(
    "slip",
    [r"'", r"[“”\"]", r"  ", r"\b(perch|poich|finch|n|s)è\b", r"\b[Pp]ò\b", r"\bE’", r"\b[Qq]ual’è\b", r" [,;:.?!]"],
)
def test_italian_letters(slip: str) -> None:
    """Typographic apostrophe, «» quotes, the right accents, single spaces, none before a stop."""
    assert [text for one in MESSAGES for text in one.italian if re.search(slip, text)] == []


#: A count before a word that would have to bend. Numbers that the regulation sets, or that are never one, may stand so.
COUNTED = re.compile(
    r"%\((?:n|players|total|present|done|tables|rounds|count|waiting|photos|days|entries)\)s [a-zà-ù]{3,}"
)
NEVER_ONE = (
    "%(players)s present: tables of",  # a draw that can be made
    "%(players)s players are in: tables of",
    "%(n)s coming or still to answer",  # «vengono: %(n)s» in Italian, and English does not bend it
    "%(n)s said yes",
    "%(n)s free",
    "%(n)s disqualified",
    "%(n)s are needed",
    "%(rounds)s and the final",  # «3 turni»: words already
    "%(rounds)s, no final",
    "Fascia %(fascia)s can be declared",
    "The report, with at least %(photos)s",
    "The first %(n)s",
    "Call the first %(n)s",
    "version %(n)s of the report",
    "not %(n)s as the regulation says",
    "The line of the first %(line)s passes among %(n)s equals",  # equals are at least two
)


def test_a_count_bends_the_word_after_it() -> None:
    """What counts goes through ngettext: «1 giocatore», «2 giocatori», in the templates and in the code."""
    wrong = [
        text
        for one in MESSAGES
        if len(one.english) == 1 and not one.english[0].startswith(NEVER_ONE)
        for text in (one.english[0], one.italian[0])
        if COUNTED.search(text)
    ]
    assert wrong == []
    assert sum(len(one.english) == 2 for one in MESSAGES) > 60


def _sources() -> Iterator[Path]:
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*")):
            if path.suffix in (".py", ".html", ".txt") and path.is_file():
                yield path


def test_every_sentence_of_a_template_is_in_the_catalogue() -> None:
    """What `{% translate %}` says in the templates has its Italian; script/check-translations looks at the rest too."""
    known = {one.english[0] for one in MESSAGES}
    said = {
        text
        for path in _sources()
        if path.suffix != ".py"
        for text in re.findall(r'{% translate "([^"]+)"', path.read_text(encoding="utf-8"))
    }
    assert len(said) > 400
    assert said - known == set()


def test_days_and_months_are_small_in_italian() -> None:
    """Italian writes them with a small letter, also inside dates."""
    with translation.override("it"):
        names = [str(name) for name in WEEKDAYS + MONTHS + MONTHS_AFTER_A_DAY]
        assert len(names) == 7 + 12 + 12
        assert all(name == name.lower() and name.isalpha() for name in names)
    with translation.override("en"):
        assert [str(name) for name in MONTHS][:2] == ["January", "February"]


def test_a_date_in_both_languages() -> None:
    """The catalogue of the project goes before Django's."""
    with translation.override("it"):
        assert date_format(date(2027, 7, 3), "l j F Y") == "sabato 3 luglio 2027"
    with translation.override("en"):
        assert date_format(date(2027, 7, 3), "l j F Y") == "Saturday 3 July 2027"


@pytest.fixture
def public_event(db: None) -> Event:
    """An event that everybody may see."""
    return announced_event(name="Coppa")


PAGES = [
    ("/", "Campionato italiano di Dominion", "Italian Dominion championship"),
    ("/eventi/", "Filtra i tornei", "Filter the events"),
    ("/eventi/coppa-2009/", "Sorteggi che puoi rifare", "Draws you can make again"),
    ("/regolamento/", "La giornata (art. 1.5)", "The day (art. 1.5)"),
    ("/dati/", "Dati aperti", "Open data"),
    ("/accounts/login/", "Ho dimenticato la password", "I have forgotten the password"),
]


@pytest.mark.parametrize(("path", "italian", "english"), PAGES, ids=[page[0] for page in PAGES])
def test_pages_speak_italian_and_on_request_english(
    client: Client, public_event: Event, path: str, italian: str, english: str
) -> None:
    """Italian is the default, also for a browser of no language; the visitor's choice is kept in the cookie."""
    answer = client.get(path).content.decode()
    assert '<html lang="it"' in answer
    assert italian in answer
    assert english not in answer
    client.post("/i18n/setlang/", {"language": "en", "next": path})
    assert client.cookies[settings.LANGUAGE_COOKIE_NAME].value == "en"
    answer = client.get(path).content.decode()
    assert '<html lang="en"' in answer
    assert english in answer
    assert italian not in answer
