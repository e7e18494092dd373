"""AMB-25: two spellings of one name have one key; names that differ by little are near, never equal."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from tests.volume import part_of
from tournament.regulation.names import NearNames, clean_name, is_near, name_key

pytestmark = pytest.mark.rule("AMB-25")

NAMES = [
    ("Niccolò", "D’Angelo"),
    ("Žiga Đorđević", "Černigoj"),
    ("Anna-Maria", "De Luca"),
    ("Maria Elena", "Rossi Bianchi"),
    ("Ægir", "Sørensen-Łuk"),
    ("Dario", "O’Neill"),
    ("Giosuè", "Dell’Acqua"),
    ("İlkay", "Yıldız"),
    ("Lù", "De’ Medici"),
]
APOSTROPHES = "'’‘`´ʼ′＇"
HYPHENS = "-‐‑–−"
INVISIBLE = "\u200b\u200c\u200d\ufeff\u00ad\u2060"


@st.composite
def spellings(draw: st.DrawFn) -> tuple[tuple[str, str], tuple[str, str]]:
    """Return a name and another spelling of it."""
    first, last = name = draw(st.sampled_from(NAMES))
    mark = draw(st.sampled_from(APOSTROPHES))
    around = draw(st.sampled_from(["{}", "{} ", " {}", " {} "]))
    hyphen = draw(st.sampled_from([*HYPHENS, " ", " - "]))
    form = draw(st.sampled_from(["NFC", "NFD", "NFKC"]))
    letters = draw(st.sampled_from([str.upper, str.lower, str.title, str]))

    def spelled(text: str) -> str:
        text = text.replace("’", around.format(mark)).replace("-", hyphen)
        text = unicodedata.normalize(form, letters(text))
        space = draw(st.sampled_from([" ", "  ", "\u00a0", "\t", "\u2009"]))
        place = draw(st.integers(0, len(text)))
        return " " + text[:place].replace(" ", space) + draw(st.sampled_from(["", *INVISIBLE])) + text[place:]

    first, last = spelled(first), spelled(last)
    return name, (last, first) if draw(st.booleans()) else (first, last)


@hypothesis_settings(max_examples=part_of(2000), deadline=None)
@given(spellings())
def test_spellings_of_one_name_have_one_key(pair: tuple[tuple[str, str], tuple[str, str]]) -> None:
    name, spelling = pair
    assert name_key(*spelling) == name_key(*name)


@pytest.mark.parametrize(
    "spelling",
    [("Niccolo'", "Ferri"), ("NICCOLO`", "FERRI"), ("Niccolo´", "Ferri"), ("Ferri", "Niccolò"), ("niccolò", "ferri")],
)
def test_accent_typed_as_apostrophe_is_the_letter(spelling: tuple[str, str]) -> None:
    assert name_key(*spelling) == name_key("Niccolò", "Ferri") == "ferri niccolo"


def test_different_names_have_different_keys() -> None:
    assert len({name_key(*name) for name in NAMES}) == len(NAMES)


def test_name_without_letters_has_no_key() -> None:
    assert name_key(" - ", "’") == ""


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("  Ada \t Maria\u00a0Rossi\n", "Ada Maria Rossi"),
        ("Niccolo\u0300", "Niccolò"),
        ("A\u200bda\ufeff", "Ada"),
        ("D’Angelo", "D’Angelo"),
    ],
)
def test_clean_name_stores_what_is_seen(typed: str, stored: str) -> None:
    assert clean_name(typed) == stored
    assert clean_name(clean_name(typed)) == stored


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("Nicolò", "Ferri"), ("Niccolò", "Ferri")),
        (("Ada", "Verri"), ("Ada", "Ferri")),
        (("Ada", "Frerri"), ("Ada", "Ferrri")),
        (("Anna", "Rossi"), ("Anna Maria", "Rossi")),
        (("Annamaria", "Rossi"), ("Anna Maria", "Rossi")),
        (("Marco", "Deluca"), ("Marco", "De Luca")),
    ],
)
def test_near_names_are_found_and_differ(one: tuple[str, str], other: tuple[str, str]) -> None:
    key, near = name_key(*one), name_key(*other)
    assert key != near
    assert is_near(key, near)
    assert is_near(near, key)
    assert NearNames([(1, near), (2, "nobody else")])[key] == [1]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("Ada", "Rossi"), ("Ugo", "Rossi")),
        (("Ada", "Rossi"), ("Ada", "Rossi")),
        (("", "Rossi"), ("Maria", "Rossi")),
        (("Dario", "Neri"), ("Radio", "Neri")),
    ],
)
def test_other_names_are_not_near(one: tuple[str, str], other: tuple[str, str]) -> None:
    key, far = name_key(*one), name_key(*other)
    assert not is_near(key, far)
    assert NearNames([(1, far)])[key] == []
