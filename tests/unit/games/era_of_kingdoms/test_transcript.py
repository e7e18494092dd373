"""The transcript of a game of Era of Kingdoms states what was drawn, realms and riches that changed, and the age."""

from __future__ import annotations

import re
from typing import Any

import pytest

from games import registry, runner
from games.era_of_kingdoms import transcript_words
from games.era_of_kingdoms.pack.loading import DEFAULT_PACK
from games.era_of_kingdoms.transcript import steps
from games.game import Outcome
from games.record import Record

GAME = registry.get("era_of_kingdoms")
NAMES = ("Anna", "Bruno", "Carla", "Dario")


def played(seed: str, players: int, bot: str, **options: Any) -> tuple[Outcome, Record]:
    setup = GAME.setup(players, options, seed)
    return runner.play_recorded(GAME, NAMES[:players], setup, seed, GAME.bot(bot)(seed))


@pytest.mark.parametrize(
    ("players", "options"), [(1, {}), (2, {}), (3, {"trade": True}), (4, {}), (1, {"trade": True})]
)
@pytest.mark.parametrize("bot", ["builder", "restless"])
def test_steps_follow_the_record_to_the_points_of_the_outcome(players: int, options: Any, bot: str) -> None:
    outcome, record = played("steps", players, bot, **options)
    transcript = steps(record)
    assert [step.choice for step in transcript] == [*record.choices, None]
    assert transcript[-1].points == outcome.scores[:players]
    assert all(step.line["it"] and step.line["en"] for step in transcript[:-1])


def test_drawn_cards_are_told_to_their_player_alone() -> None:
    _outcome, record = played("drawn", 3, "restless")
    drawn_lines = 0
    for step in steps(record):
        for text, hidden in zip(step.before, step.hidden, strict=True):
            if hidden:
                drawn_lines += 1
                assert text["it"].startswith(f"{record.players[hidden[0]]} pesca ")
                assert re.search(r"pesca \d+ cart[ae]\.$", hidden[1]["it"])
    assert drawn_lines > 20


def test_age_that_comes_and_realms_that_grow_are_told() -> None:
    texts = [
        text["it"]
        for seed in range(3)
        for step in steps(played(f"age {seed}", 2, "builder")[1])
        for text in step.before
    ]
    assert any("cominciano gli ultimi turni" in text for text in texts)
    assert any("ha ora: Municipio" in text for text in texts)
    assert any(text == "Turno 2 di Anna." for text in texts)


@pytest.mark.parametrize("language", ["it", "en"])
def test_every_question_and_option_has_words_of_its_own(language: str) -> None:
    names = [f"Seat {seat}" for seat in range(4)]
    for seed, (players, options) in enumerate([(1, {}), (2, {"trade": True}), (4, {}), (1, {"trade": True})]):
        for step in steps(played(f"words {seed}", players, "random", **options)[1])[:-1]:
            assert transcript_words.QUESTIONS[step.kind][language]
            texts = [
                transcript_words.option_words(step.kind, option, names, language, DEFAULT_PACK)
                for option in step.options
            ]
            assert len(set(texts)) == len(texts), (step.kind, step.options)
