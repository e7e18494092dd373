"""Recording, replaying, resuming and simulating, for every game of the registry."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import record, registry, runner
from games.chance import SeededChance, carry_chance, split_seed
from games.game import BadSetup, Decision, IllegalChoice, Outcome, Pending, UnknownName
from games.record import Record, RecordError
from games.runner import Plan

GAMES = registry.slugs()


def recorded(slug: str, seed: str, *, with_chance: bool = False) -> tuple[Outcome, Record]:
    game = registry.get(slug)
    players = min(game.players)
    setup = game.setup(players, {}, seed)
    names = [f"Seat {seat + 1}" for seat in range(players)]
    return runner.play_recorded(game, names, setup, seed, game.bot("random")(seed), with_chance=with_chance)


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("with_chance", [False, True], ids=["seed", "chance"])
def test_replay_same_outcome(slug: str, with_chance: bool) -> None:
    for number in range(5):
        outcome, original = recorded(slug, f"replay/{number}", with_chance=with_chance)
        assert runner.replay(record.loads(original.dumps())) == outcome
        assert (original.chance is None) != with_chance


@pytest.mark.parametrize("slug", GAMES)
def test_replay_by_seed_equals_drawn_orders(slug: str) -> None:
    by_seed, by_chance = recorded(slug, "same"), recorded(slug, "same", with_chance=True)
    assert by_seed[0] == by_chance[0]
    assert by_seed[1].choices == by_chance[1].choices


@pytest.mark.parametrize("slug", GAMES)
@given(data=st.data())
def test_resume_after_any_choice(slug: str, data: st.DataObject) -> None:
    outcome, original = recorded(slug, f"resume/{data.draw(st.integers(0, 20))}")
    length = data.draw(st.integers(0, len(original.choices) - 1))
    shorter = replace(original, choices=original.choices[:length])
    pending = runner.resume(shorter)
    assert isinstance(pending, Decision)
    game = registry.get(slug)
    assert original.choices[length] in [game.show(pending, option) for option in pending.options]
    with pytest.raises(Pending):
        runner.replay(shorter)
    assert runner.resume(original) == outcome


@pytest.mark.parametrize("slug", GAMES)
def test_play_decision_by_decision(slug: str) -> None:
    game = registry.get(slug)
    current = runner.start(game, [f"Seat {seat + 1}" for seat in range(min(game.players))], {}, "steps")
    for _ in range(40):
        pending = runner.resume(current)
        assert isinstance(pending, Decision)
        current = runner.answer(current, pending.options[-1])
    assert len(current.choices) == 40


def test_replay_illegal_57th_choice() -> None:
    _, original = recorded("dominion", "illegal")
    assert original.choices[56] != "adventurer"
    illegal_record = replace(original, choices=(*original.choices[:56], "adventurer", *original.choices[57:]))
    with pytest.raises(IllegalChoice) as caught:
        runner.replay(illegal_record)
    error = caught.value
    assert (error.step, error.choice) == (56, "adventurer")
    assert original.choices[56] in error.decision.options
    assert "choice 56" in str(error)
    assert "'adventurer'" in str(error)
    assert str(original.choices[56]) in str(error)


def test_replay_extra_or_missing_choices_and_draws() -> None:
    _, original = recorded("dominion", "left", with_chance=True)
    assert original.chance is not None
    with pytest.raises(RecordError, match=r"the game was over after \d+ choices") as caught:
        runner.replay(original.with_choice("silver"))
    assert caught.value.path == f"choices[{len(original.choices)}]"
    with pytest.raises(RecordError, match="random events") as caught:
        runner.replay(replace(original, chance=(*original.chance, [0])))
    assert caught.value.path == f"chance[{len(original.chance)}]"
    with pytest.raises(RecordError, match="is missing"):
        runner.replay(replace(original, chance=original.chance[:1]))
    with pytest.raises(RecordError, match="permutation of 10"):
        runner.replay(replace(original, chance=([0, 1], *original.chance[1:])))
    with pytest.raises(RecordError, match="the game is over"):
        runner.answer(original, "stop")


def test_answer_not_option_refused() -> None:
    begun = runner.start(registry.get("dominion"), ["a", "b"], {}, "answer")
    with pytest.raises(IllegalChoice):
        runner.answer(begun, "province")
    assert runner.answer(begun, "Rame").choices == ("copper",), "any spelling of a card's name is understood"


@pytest.mark.parametrize("slug", GAMES)
def test_simulation_independent_of_number_of_jobs(slug: str) -> None:
    plan = Plan(slug, min(registry.get(slug).players), {}, ("random",), "jobs", keep=True)
    single_job_games = list(runner.simulate(plan, 12))
    assert list(runner.simulate(plan, 12, jobs=2, chunk=5)) == single_job_games
    assert [number for number, _, _ in single_job_games] == list(range(12))
    assert len({outcome.scores for _, outcome, _ in single_job_games}) > 1
    for _, outcome, game_record in single_job_games:
        assert game_record is not None
        assert runner.replay(game_record) == outcome


def test_drawn_kingdom_varies_and_is_recorded() -> None:
    plan = Plan("dominion", 3, {"kingdom": "moat-rule"}, ("big-money",), "drawn", keep=True)
    records = [game_record for _, _, game_record in runner.simulate(plan, 30) if game_record is not None]
    kingdoms = {tuple(game_record.setup["kingdom"]) for game_record in records}
    assert len(kingdoms) == 30
    attacks = {"bureaucrat", "militia", "spy", "thief", "witch"}
    assert all("moat" in kingdom or not attacks & set(kingdom) for kingdom in kingdoms)


def test_bots_seated_in_order_and_repeated() -> None:
    plan = Plan("dominion", 4, {}, ("big-money", "random"), "seats")
    assert plan.seats() == ("big-money", "random", "big-money", "random")
    _, outcome, _ = next(runner.simulate(plan, 1))
    assert max(outcome.scores[1], outcome.scores[3]) < min(outcome.scores[0], outcome.scores[2])


@pytest.mark.parametrize("slug", GAMES)
def test_unknown_names_refused_before_first_game(slug: str) -> None:
    players = min(registry.get(slug).players)
    with pytest.raises(UnknownName):
        next(runner.simulate(Plan(slug, players, {}, ("nobody",), "x"), 1))
    with pytest.raises(BadSetup):
        next(runner.simulate(Plan(slug, 99, {}, ("random",), "x"), 1))
    with pytest.raises(BadSetup):
        next(runner.simulate(Plan(slug, players, {"colour": 1}, ("random",), "x"), 1))


def test_seeded_chance_fair_and_repeatable() -> None:
    first, second = SeededChance("fair"), SeededChance("fair")
    counts = [0] * 6
    for _ in range(6000):
        number = first.pick(6)
        assert number == second.pick(6)
        counts[number] += 1
    assert all(850 < count < 1150 for count in counts)
    tops = [0] * 4
    for _ in range(4000):
        items = [0, 1, 2, 3]
        first.shuffle(items)
        assert sorted(items) == [0, 1, 2, 3]
        tops[items[-1]] += 1
    assert all(850 < count < 1150 for count in tops)


def test_carry_chance_as_documented() -> None:
    """The numbers of docs/formats.md, worked out here with integers of any width."""

    def mix(word: int) -> int:
        for _ in range(2):
            word = (word ^ word >> 16) * 73244475 % 2**32
        return word ^ word >> 16

    key = int.from_bytes(sha256(b"spring").digest()[:8], "big") >> 2
    state = (mix((key // 2**32 + mix(27)) % 2**32) % 2**30) * 2**32 + mix((key + 13) % 2**32) + 1
    expected = []
    for _ in range(1000):
        expected.append(((state % 2**32 ^ state // 2**32) * 1_000_000) // 2**32)
        state = state % 2**32 * 2050841589 + state // 2**32
        assert 0 < state < 2**63
    chance = carry_chance("spring/12")
    assert [chance.pick(1_000_000) for _ in expected] == expected
    assert expected[:3] == [747580, 767290, 259433]


@pytest.mark.parametrize(
    ("seed", "parts"),
    [
        ("a/7", ("a", 7)),
        ("a/b/0", ("a/b", 0)),
        ("a", ("a", -1)),
        (5, ("5", -1)),
        ("a/07", ("a/07", -1)),
        ("/", ("/", -1)),
    ],
)
def test_seed_is_text_and_number(seed: str | int, parts: tuple[str, int]) -> None:
    assert split_seed(seed) == parts


def test_shuffles_of_neighbouring_games_are_fair() -> None:
    """Every order of four cards comes equally often over the first shuffles of consecutive games."""
    orders = Counter[tuple[int, ...]]()
    for number in range(12_000):
        cards = [0, 1, 2, 3]
        carry_chance(f"neighbours/{number}").shuffle(cards)
        orders[tuple(cards)] += 1
    assert len(orders) == 24
    assert sum((count - 500) ** 2 / 500 for count in orders.values()) < 49.7, "chi-square at 23 degrees of freedom"


def test_shuffle_of_anything_is_that_of_codes() -> None:
    names, codes = list("abcdefghij"), list(range(10))
    carry_chance("same/3").shuffle(names)
    carry_chance("same/3").shuffle(codes)
    assert names == ["abcdefghij"[code] for code in codes]


def test_unknown_game_suggests_nearest() -> None:
    with pytest.raises(UnknownName, match="did you mean 'dominion'"):
        registry.get("dominon")
    assert {game.slug for game in registry.all()} == set(GAMES)
