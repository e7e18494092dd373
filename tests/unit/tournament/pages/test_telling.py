"""Test the whole text of a version: complete, in both languages, built from the version's values (art. 1.1)."""

from __future__ import annotations

import pytest
from django.utils import translation

from games.dominion import cards
from games.dominion.rulings import RULINGS, ruling
from tournament.pages.telling import Telling, matching_text, tell
from tournament.regulation.parameters import CURRENT
from tournament.regulation.text.article import Value
from tournament.regulation.text.organisation import ARTICLES
from tournament.regulation.text.readings import READINGS
from tournament.regulation.text.sentences import SENTENCES
from tournament.regulation.version_values import FIELDS, from_values, to_values


def _texts(telling: Telling) -> list[str]:
    chapters = [line.text for chapter in (*telling.organisation, *telling.play) for line in chapter.lines]
    return [*chapters, *(card.ruling for card in telling.cards), *(line.text for line in telling.readings)]


@pytest.mark.rule("REQ-101")
@pytest.mark.parametrize("language", ["it", "en"])
def test_text_has_both_parts_every_card_and_no_open_place(language: str) -> None:
    with translation.override(language):
        telling = tell(CURRENT)
    assert [chapter.number for chapter in telling.organisation] == [f"1.{n}" for n in range(1, 8)]
    assert [chapter.number for chapter in telling.play] == [f"2.{n}" for n in range(1, 5)]
    assert {card.code for card in telling.cards} == set(cards.KINGDOM)
    assert not [text for text in _texts(telling) if "{" in text or not text.strip()]
    assert len({line.reading for line in telling.readings}) == len(telling.readings)


def test_every_value_has_its_sentence_in_an_article() -> None:
    told = [line.name for article in ARTICLES for line in article.lines if isinstance(line, Value)]
    assert sorted(told) == sorted(SENTENCES) == sorted(field.name for field in FIELDS)
    for field in FIELDS:
        for value, _words in field.choices if len(field.choices) > 1 else ():
            assert value in SENTENCES[field.name]


def test_readings_are_told_once() -> None:
    chosen = {field.reading for field in FIELDS if field.reading}
    assert not chosen & {reading.id for reading in READINGS}


@pytest.mark.rule("REQ-103")
def test_text_of_another_version_tells_its_values() -> None:
    other = {"minutes": 50, "drop_outs": "last", "report_photos": 0, "place_half_points": [[1, 9]]}
    with translation.override("it"):
        texts = _texts(tell(from_values("2.1", to_values(CURRENT) | other | {"further_half_points": 1})))
    for told in ("Minuti di una partita: 50.", "Il rapporto può essere senza foto.", "Punti per posto: 1: 4,5."):
        assert told in texts
    assert "Chi lascia prima della fine finisce dietro a tutti quelli che sono rimasti." in texts


def test_ruling_names_other_cards_in_the_edition_of_the_reader() -> None:
    assert "Argento" in ruling("bureaucrat", "regulation")
    assert "Silver" in ruling("bureaucrat", "en")
    assert ruling("copper", "en") == ""
    for texts in RULINGS.values():
        assert sorted(texts) == ["en", "it"]


@pytest.mark.parametrize(
    ("words", "cards_found", "is_empty"),
    [("scoperte maledizioni", ["witch"], False), ("zzz", [], True), ("amb-11", [], False), ("2.3 fine", [], False)],
)
def test_search_finds_all_words_whatever_accents_and_case(words: str, cards_found: list[str], is_empty: bool) -> None:
    with translation.override("it"):
        hits = matching_text(tell(CURRENT), words)
    assert [card.code for card in hits.cards] == cards_found
    assert hits.is_empty is is_empty


def test_search_for_the_title_of_an_article_keeps_it_whole() -> None:
    with translation.override("en"):
        telling = tell(CURRENT)
        (chapter,) = matching_text(telling, "2.2 turn").play
    assert chapter in telling.play
