"""The Italian catalogue: complete, with the variables of the English, correct typography; and pages that use it."""

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
    quoted = STRING.search(line)
    assert quoted, line
    return quoted[1].replace("\\n", "\n").replace('\\"', '"').replace("\\\\", "\\")


def messages() -> Iterator[Message]:
    """Yield every entry of the catalogue except its header."""
    for block in CATALOGUE.read_text(encoding="utf-8").split("\n\n"):
        message = Message()
        texts: list[str] = []
        for line in block.splitlines():
            word = line.partition(" ")[0]
            if line.startswith("#,"):
                message.flags += line
            elif word == "msgctxt":
                message.context = _unquoted(line)
            elif word in ("msgid", "msgid_plural"):
                texts = message.english
                texts.append(_unquoted(line))
            elif word.startswith("msgstr"):
                texts = message.italian
                texts.append(_unquoted(line))
            elif line.startswith('"'):
                texts[-1] += _unquoted(line)
        if message.english and message.english[0]:
            yield message


MESSAGES = list(messages())


def test_catalogue_parsed_completely() -> None:
    """The other tests depend on the parsed entries: msgfmt counts the same number."""
    msgfmt = subprocess.run(
        ["msgfmt", "--check-format", "--statistics", "--output-file=/dev/null", str(CATALOGUE)],
        capture_output=True,
        text=True,
        check=True,
        env={"LC_ALL": "C", "PATH": "/usr/bin:/bin"},
    )
    assert msgfmt.stderr.strip() == f"{len(MESSAGES)} translated messages."


def _variables(text: str) -> list[str]:
    return sorted(PLACEHOLDER.findall(text))


def _pairs() -> Iterator[tuple[str, str]]:
    """Yield every Italian form with its English form; the singular may omit its number."""
    for message in MESSAGES:
        for index, text in enumerate(message.italian):
            yield message.english[min(index, len(message.english) - 1)], text


def test_catalogue_complete() -> None:
    """Each form is translated, and none is marked fuzzy."""
    assert [str(message) for message in MESSAGES if "fuzzy" in message.flags] == []
    assert [str(message) for message in MESSAGES if len(message.italian) != len(message.english)] == []
    assert [english for english, italian in _pairs() if not italian.strip()] == []


def test_catalogue_keeps_variables_and_markup() -> None:
    """The Italian has every variable and mark of the English, and starts and ends its lines where the English does."""
    mismatches = [(english, italian) for english, italian in _pairs() if _variables(english) != _variables(italian)]
    assert mismatches == []
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
def test_italian_typography(slip: str) -> None:
    """Typographic apostrophe, «» quotes, the right accents, single spaces, none before a stop."""
    assert [text for message in MESSAGES for text in message.italian if re.search(slip, text)] == []


#: A count before a word that needs a plural. Numbers that the regulation sets, or that are never one, are excepted.
COUNTED = re.compile(
    r"%\((?:n|players|total|present|done|tables|rounds|count|waiting|photos|days|entries)\)s [a-zà-ù]{3,}"
)
NEVER_ONE = (
    "%(players)s present: tables of",  # a draw that can be made
    "%(players)s players are in: tables of",
    "%(n)s disqualified",
    "%(n)s from the first outside the final",  # nothing to inflect
    "%(n)s more than the first outside the final",
    "of %(n)s players",  # a table has three or four
    "The chart shows the last %(n)s events",  # twelve
    "What you say when you enter an event",  # the days of retention
    "Sign-ins and failed attempts, with address",
    "A request to organise: %(n)s days",
    "Fascia %(fascia)s: at least %(n)s players",
    "%(n)s places are enough",
    "Below %(n)s players",
    "%(rounds)s and the final",  # «3 turni»: words already
    "%(rounds)s, no final",
    "Fascia %(fascia)s can be declared",
    "The report, with at least %(photos)s",
    "The first %(n)s",
    "Wins count, then second places",
    "top %(n)s play the final",
    "Call the first %(n)s",
    "Events of the card game in shops and clubs",  # the finalists of a season
    "Send the report with at least %(photos)s photo within %(days)s days",
    "The points count for the Ranking with at least %(n)s players",
    "An account whose mail address is not confirmed: %(n)s days",
    "version %(n)s of the report",
    "not %(n)s as the regulation says",
    "The line of the first %(line)s falls between %(n)s equals",  # equals are at least two
    "it is number %(n)s of the chain",  # an ordinal, no count
    "%(rounds)s games and the final",  # an event has at least two rounds, of many minutes
    "%(few)s games and the final",
    "%(span)s, %(n)s equal with",  # equals are at least two
    "At most %(n)s rows",  # of an import
    "Attempt %(n)s failed:",  # an ordinal
    "%(least)s, or %(most)s from %(n)s players",  # from sixteen on
    "%(least)s below %(n)s players",
    "%(n)s by the regulation",  # nothing to inflect
)


def test_counts_use_plural_forms() -> None:
    """Counts go through ngettext: «1 giocatore», «2 giocatori», in the templates and in the code."""
    mismatches = [
        text
        for message in MESSAGES
        if len(message.english) == 1 and not message.english[0].startswith(NEVER_ONE)
        for text in (message.english[0], message.italian[0])
        if COUNTED.search(text)
    ]
    assert mismatches == []
    assert sum(len(message.english) == 2 for message in MESSAGES) > 60


def test_italian_days_and_months_lower_case() -> None:
    """Italian writes them in lower case, also inside dates."""
    with translation.override("it"):
        names = [str(name) for name in WEEKDAYS + MONTHS + MONTHS_AFTER_A_DAY]
        assert len(names) == 7 + 12 + 12
        assert all(name == name.lower() and name.isalpha() for name in names)
    with translation.override("en"):
        assert [str(name) for name in MONTHS][:2] == ["January", "February"]


def test_dates_in_both_languages() -> None:
    """The project's catalogue takes precedence over Django's."""
    with translation.override("it"):
        assert date_format(date(2027, 7, 3), "l j F Y") == "sabato 3 luglio 2027"
    with translation.override("en"):
        assert date_format(date(2027, 7, 3), "l j F Y") == "Saturday 3 July 2027"


@pytest.fixture
def public_event(db: None) -> Event:
    """Create a publicly visible event."""
    return announced_event(name="Coppa")


PAGES = [
    ("/", "Il campionato italiano di Dominion", "The Italian championship of Dominion"),
    ("/eventi/", "Filtra i tornei", "Filter the events"),
    ("/eventi/coppa-2009/", "Chi viene", "Who comes"),
    ("/regolamento/", "In parole semplici", "In plain words"),
    ("/dati/", "Dati aperti", "Open data"),
    ("/accounts/login/", "Ho dimenticato la password", "Forgot password?"),
]


@pytest.mark.parametrize(("path", "italian", "english"), PAGES, ids=[page[0] for page in PAGES])
def test_pages_italian_by_default_english_on_request(
    client: Client, public_event: Event, path: str, italian: str, english: str
) -> None:
    """Italian is the default, also for a browser without a language; the visitor's choice is stored in the cookie."""
    html = client.get(path).content.decode()
    assert '<html lang="it"' in html
    assert italian in html
    assert english not in html
    client.post("/i18n/setlang/", {"language": "en", "next": path})
    assert client.cookies[settings.LANGUAGE_COOKIE_NAME].value == "en"
    html = client.get(path).content.decode()
    assert '<html lang="en"' in html
    assert english in html
    assert italian not in html
