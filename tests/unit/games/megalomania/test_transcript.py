"""The transcript of a game of Megalomania holds what was dealt, the tricks taken and the score of every round."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from games import registry, runner
from games.game import Pending
from games.megalomania import notation, transcript_words
from games.megalomania.transcript import steps
from games.record import Record

GAME = registry.get("megalomania")
NAMES = ("Anna", "Bruno", "Carla", "Dario")


def played(seed: str, players: int, bot: str) -> tuple[runner.Outcome, Record]:
    setup = GAME.setup(players, {}, seed)
    return runner.play_recorded(GAME, NAMES[:players], setup, seed, GAME.bot(bot)(seed))


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("bot", ["random", "mission"])
def test_steps_follow_the_record_and_end_with_the_points_of_the_outcome(players: int, bot: str) -> None:
    outcome, record = played("steps", players, bot)
    transcript = steps(record)
    assert [step.choice for step in transcript] == [*record.choices, None]
    assert transcript[-1].kind == "end"
    assert transcript[-1].points == outcome.scores
    assert all(step.choice in step.options for step in transcript[:-1])
    assert all(step.line["it"] and step.line["en"] for step in transcript[:-1])


def test_every_round_tells_its_mission_its_cards_and_its_points() -> None:
    _outcome, record = played("rounds", 3, "mission")
    lines = [text["it"] for step in steps(record) for text in step.before]
    assert len([text for text in lines if re.match(r"Round \d+, missione", text)]) == 12
    assert len([text for text in lines if text.startswith("Punti del round")]) == 12
    assert len([text for text in lines if " riceve " in text]) >= 12
    assert any(" prende la presa 1: " in text for text in lines)


def test_dealt_cards_are_told_to_their_player_alone() -> None:
    _outcome, record = played("dealt", 4, "random")
    for step in steps(record):
        for text, hidden in zip(step.before, step.hidden, strict=True):
            assert (hidden is not None) == (" riceve " in text["it"])
            if hidden:
                assert text["it"].startswith(record.players[hidden[0]])
                assert re.search(r"riceve \d carte\.$", hidden[1]["it"])


def test_unfinished_record_ends_with_its_open_question() -> None:
    _outcome, record = played("open", 2, "random")
    cut = replace(record, choices=record.choices[:40])
    transcript = steps(cut)
    with pytest.raises(Pending) as pending:
        runner.replay(cut)
    assert (len(transcript), transcript[-1].kind, transcript[-1].choice) == (41, pending.value.decision.kind, None)


def test_every_question_mission_scroll_and_power_has_words_in_both_languages() -> None:
    assert set(transcript_words.QUESTIONS) == set(notation.KINDS)
    assert set(transcript_words.MISSIONS) == set(range(1, 26))
    assert set(transcript_words.SCROLLS) == set(range(1, 21))
    for table in (transcript_words.QUESTIONS, transcript_words.MISSIONS, transcript_words.SCROLLS):
        assert all(each["it"] and each["en"] for each in table.values())


@pytest.mark.parametrize("language", ["it", "en"])
def test_options_of_one_question_have_different_words(language: str) -> None:
    for seed in range(4):
        for step in steps(played(f"words {seed}", 2 + seed % 3, "random")[1])[:-1]:
            names = [f"Seat {seat}" for seat in range(4)]
            texts = [transcript_words.option_words(step.kind, option, names, language) for option in step.options]
            assert len(set(texts)) == len(texts), (step.kind, step.options)
