"""Step-by-step transcripts of records: golden playthroughs, and properties of every game.

``python -m tests.unit.games.dominion.test_transcript`` regenerates the golden files; read them before
committing.
"""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

import pytest

from games import registry
from games.dominion import cards as c
from games.dominion.transcript import Step, steps
from games.dominion.transcript_words import ANSWERS, TEMPLATES, Words
from games.game import Choose, Decision, IllegalChoice, Outcome
from games.record import Record, RecordError, load
from games.runner import play_recorded, replay, resume
from tests.conftest import ROOT
from tests.volume import part_of

GAME = registry.get("dominion")
DATA = ROOT / "tests" / "data" / "transcripts"
PLAYERS = ("Anna", "Bruno", "Carla", "Dario")
#: Golden games: the name of the suggested kingdom, the players, the turns of the whole table.
GOLDEN = {"first_game": (2, 24), "big_money": (3, 36), "interaction": (3, 36), "size_distortion": (4, 40)}


def money(decision: Decision) -> int:
    """Choose the most expensive Treasure or Province that can be bought, and no Action."""
    wishes = (c.PROVINCE, c.GOLD, c.SILVER, -1)
    return next((card for card in wishes if card in decision.options), decision.options[0])


def recorded(players: int, kingdom: object, seed: str, choose: Choose, **options: object) -> tuple[Outcome, Record]:
    """Return a recorded game."""
    setup = GAME.setup(players, {"kingdom": kingdom, **options}, seed)
    return play_recorded(GAME, PLAYERS[:players], setup, seed, choose)


def lively(seed: int, players: int = 0, **options: object) -> tuple[Outcome, Record]:
    """Play a game of two to four players over ten random cards, who play every possible Action."""
    rng = random.Random(seed)

    def choose(decision: Decision) -> object:
        preferred = [option for option in decision.options if option != -1]
        stops = decision.kind not in ("play", "buy", "throne_room") and len(preferred) < len(decision.options)
        if decision.kind == "buy":
            preferred = [
                card for card in preferred if c.COST[card] > 0 and card not in (c.ESTATE, c.SILVER)
            ] or preferred
        return -1 if not preferred or (stops and rng.random() < 0.3) else rng.choice(preferred)

    players = players or rng.choice((2, 3, 4))
    setup = GAME.setup(players, {"kingdom": rng.sample(c.KINGDOM, 10), **options})
    return play_recorded(GAME, PLAYERS[:players], setup, str(seed), choose)


def golden_text(name: str) -> str:
    """Return a golden game as text: every sentence in both languages, with the hand of the choosing player."""
    lines = []
    for step in steps(load(DATA / f"{name}.json")):
        lines += [f"      {sentence['it']} | {sentence['en']}" for sentence in step.before]
        about = f"{step.actions} {step.buys} {step.coins}"
        hand = "" if step.seat is None else " ".join(f"{card}:{n}" for card, n in step.seats[step.seat].hand.items())
        lines.append(f"{step.number:4} {step.kind} [{about}] ({hand}) {step.line['it']} | {step.line['en']}")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("name", GOLDEN)
def test_golden_playthrough(name: str) -> None:
    """The transcript equals the one that was read and committed."""
    assert golden_text(name) == (DATA / f"{name}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("seed", range(part_of(24)))
def test_steps_match_choices_and_end_with_outcome(seed: int) -> None:
    """One step per choice, in order, each with its answer among the options; the last table is the outcome's."""
    outcome, record = lively(seed)
    transcript = steps(record)
    assert outcome == replay(record)
    assert [step.number for step in transcript] == list(range(len(record.choices) + 1))
    assert [step.choice for step in transcript] == [*record.choices, None]
    assert all(step.choice in step.options for step in transcript[:-1])
    last = transcript[-1]
    assert (last.kind, last.seat) == ("end", None)
    assert tuple(seat.points for seat in last.seats) == outcome.scores
    assert tuple(seat.turns for seat in last.seats) == outcome.turns
    assert last.supply == outcome.sheet["supply"]
    assert last.trash == outcome.sheet["trash"]
    assert json.loads(json.dumps(last.as_dict()))["supply"] == last.supply


def _english(said: Iterable[Words]) -> list[str]:
    return [each["en"] for each in said]


def _cards_after(verbs: Sequence[str], sentences: Iterable[str]) -> Counter[str]:
    totals: Counter[str] = Counter()
    pattern = re.compile(rf"^\S+ (?:{'|'.join(verbs)}) (?:\w+’s )?(.+?)(?: to the hand| onto the deck)?\.$")
    for sentence in sentences:
        if match := pattern.match(sentence):
            totals[match[1]] += 1
    return totals


def _less(before: dict[str, int], after: dict[str, int]) -> Counter[str]:
    removed = {card: before.get(card, 0) - after.get(card, 0) for card in before | after}
    return Counter({c.name_of(card, "en"): n for card, n in removed.items() if n})


@pytest.mark.parametrize("seed", range(part_of(24)))
def test_supply_and_trash_changes_in_transcript(seed: int) -> None:
    """Between two steps the sentences name every gained card and every trashed card exactly once."""
    _, record = lively(seed)
    transcript = steps(record)
    for step, following in pairwise(transcript):
        sentences = [step.line["en"], *_english(following.before)]
        assert _cards_after(("buys", "gains"), sentences) - Counter(["nothing more"]) == _less(
            step.supply, following.supply
        )
        trashed = _cards_after(("trashes",), sentences) - Counter(["nothing more"])
        taken_cards = Counter(
            match[1] for text in sentences if (match := re.match(r"^\S+ takes (.+) from the trash\.$", text))
        ) - Counter(["nothing more"])
        trashed.subtract(taken_cards)
        assert +trashed == +_less(following.trash, step.trash)


def test_templates_used_in_both_languages() -> None:
    """Games of active and of random players, laid Treasures and a game called on time use every template."""
    sentences: set[str] = set()
    records = [lively(seed)[1] for seed in range(24)]
    records += [
        lively(24, lay=True)[1],
        lively(25, turn_limit=30)[1],
        recorded(3, "first_game", "ends", money)[1],
    ]
    for kingdom in ("interaction", "village_square"):
        any_option = random.Random(kingdom).choice
        for seed in ("all", "more", "again"):
            records.append(recorded(3, kingdom, seed, lambda asked, pick=any_option: pick(asked.options))[1])
    for record in records:
        for step in steps(record):
            assert step.line["it"]
            assert step.line["en"]
            sentences |= {sentence["en"] for sentence in (*step.before, step.line)}
            sentences |= {version[1]["en"] for version in step.hidden if version}
    shapes = {key: re.compile(_pattern(both["en"])) for key, both in TEMPLATES.items()}
    assert [key for key, shape in shapes.items() if not any(shape.fullmatch(text) for text in sentences)] == []
    assert {key for keys in ANSWERS.values() for key in keys if key} <= set(TEMPLATES)


def test_cards_that_one_player_sees_have_a_version_for_the_others() -> None:
    _, record = lively(3)
    for step in steps(record):
        assert len(step.hidden) == len(step.before)
        for text, version in zip(step.before, step.hidden, strict=True):
            dealt = re.search(r"(is dealt|discards everything and draws|draws) (.+)\.$", text["en"])
            assert (version is None) == (dealt is None)
            if version and dealt:
                assert dealt[2] not in version[1]["en"] or dealt[2].isdigit()
                assert re.search(r"\d card", version[1]["en"])
    first = steps(record)[0]
    assert [version and version[0] for version in first.hidden[:2]] == [0, 1]
    assert first.points == (3,) * len(record.players)


def _pattern(template: str) -> str:
    return ".+".join(re.escape(part) for part in re.split(r"\{[^}]+\}", template))


def test_unfinished_record_ends_with_open_question() -> None:
    """The last step of a paused game is the next question of the resumed game."""
    _, record = lively(1)
    for cut in (0, 1, len(record.choices) // 2, len(record.choices) - 1):
        paused = replace(record, choices=record.choices[:cut])
        open_question = resume(paused)
        assert isinstance(open_question, Decision)
        last = steps(paused)[-1]
        assert (last.number, last.choice, last.kind) == (cut, None, open_question.kind)
        assert last.seat == open_question.player
        assert last.options == tuple(GAME.show(open_question, option) for option in open_question.options)


def test_recorded_chance_gives_same_transcript() -> None:
    """A record with every shuffle written out gives the same transcript as one with the seed."""
    setup = GAME.setup(2, {"kingdom": "first_game", "turn_limit": 20})
    _, seeded = play_recorded(GAME, PLAYERS[:2], setup, "same", money)
    _, record_with_chance = play_recorded(GAME, PLAYERS[:2], setup, "same", money, with_chance=True)
    assert steps(seeded) == steps(record_with_chance)


def test_card_names_follow_edition() -> None:
    """Six cards have other names in the rulebook's edition."""
    _, record = recorded(2, "first_game", "names", money, turn_limit=4)
    bought = replace(record, choices=("cellar", *record.choices[1:]))
    assert steps(replace(bought, choices=bought.choices[:1]))[0].line["it"] == "Anna acquista Sotterraneo."
    assert steps(replace(bought, choices=bought.choices[:1]), "rulebook")[0].line["it"] == "Anna acquista Cantina."


def test_illegal_record_refused() -> None:
    """The same errors as a replay's."""
    _, record = recorded(2, "first_game", "bad", money, turn_limit=6)
    with pytest.raises(IllegalChoice):
        steps(replace(record, choices=("province", *record.choices[1:])))
    with pytest.raises(RecordError, match="choices"):
        steps(replace(record, choices=(*record.choices, "stop")))
    with pytest.raises(RecordError, match="game"):
        steps(replace(record, game="megalomania"))


def test_step_shows_table_before_choice() -> None:
    """The hand still contains the card about to be played."""
    _, record = lively(3)
    plays = [step for step in steps(record) if step.kind == "play" and step.choice != "stop"]
    assert plays

    def holds(step: Step) -> bool:
        return step.seat is not None and step.choice in step.seats[step.seat].hand

    assert all(map(holds, plays))
    assert all(step.actions >= 1 for step in plays)


if __name__ == "__main__":
    for golden, (seats, limit) in GOLDEN.items():
        if not (DATA / f"{golden}.json").exists():
            lively(1, seats, kingdom=golden, turn_limit=limit)[1].write(DATA / f"{golden}.json")
        (DATA / f"{golden}.txt").write_text(golden_text(golden), encoding="utf-8")
