"""Recording, replaying, resuming and simulating, for every game of the registry."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import record, registry, runner
from games.chance import SeededChance
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
def test_a_record_replays_to_the_same_outcome(slug: str, with_chance: bool) -> None:
    for number in range(5):
        outcome, kept = recorded(slug, f"replay/{number}", with_chance=with_chance)
        assert runner.replay(record.loads(kept.dumps())) == outcome
        assert (kept.chance is None) != with_chance


@pytest.mark.parametrize("slug", GAMES)
def test_seed_and_drawn_orders_are_the_same_game(slug: str) -> None:
    by_seed, by_chance = recorded(slug, "same"), recorded(slug, "same", with_chance=True)
    assert by_seed[0] == by_chance[0]
    assert by_seed[1].choices == by_chance[1].choices


@pytest.mark.parametrize("slug", GAMES)
@given(data=st.data())
def test_a_game_resumes_after_any_choice(slug: str, data: st.DataObject) -> None:
    outcome, kept = recorded(slug, f"resume/{data.draw(st.integers(0, 20))}")
    length = data.draw(st.integers(0, len(kept.choices) - 1))
    shorter = replace(kept, choices=kept.choices[:length])
    pending = runner.resume(shorter)
    assert isinstance(pending, Decision)
    game = registry.get(slug)
    assert kept.choices[length] in [game.show(pending, option) for option in pending.options]
    with pytest.raises(Pending):
        runner.replay(shorter)
    assert runner.resume(kept) == outcome


@pytest.mark.parametrize("slug", GAMES)
def test_a_game_is_played_decision_by_decision(slug: str) -> None:
    game = registry.get(slug)
    whole = runner.start(game, [f"Seat {seat + 1}" for seat in range(min(game.players))], {}, "steps")
    for _ in range(40):
        pending = runner.resume(whole)
        assert isinstance(pending, Decision)
        whole = runner.answer(whole, pending.options[-1])
    assert len(whole.choices) == 40


def test_the_57th_choice_is_illegal() -> None:
    _, kept = recorded("dominion", "illegal")
    assert kept.choices[56] != "adventurer"
    broken = replace(kept, choices=(*kept.choices[:56], "adventurer", *kept.choices[57:]))
    with pytest.raises(IllegalChoice) as caught:
        runner.replay(broken)
    error = caught.value
    assert (error.step, error.choice) == (56, "adventurer")
    assert kept.choices[56] in error.decision.options
    assert "choice 56" in str(error)
    assert "'adventurer'" in str(error)
    assert str(kept.choices[56]) in str(error)


def test_choices_and_luck_left_over_or_missing() -> None:
    _, kept = recorded("dominion", "left", with_chance=True)
    assert kept.chance is not None
    with pytest.raises(RecordError, match=r"the game was over after \d+ choices") as caught:
        runner.replay(kept.with_choice("silver"))
    assert caught.value.path == f"choices[{len(kept.choices)}]"
    with pytest.raises(RecordError, match="random events") as caught:
        runner.replay(replace(kept, chance=(*kept.chance, [0])))
    assert caught.value.path == f"chance[{len(kept.chance)}]"
    with pytest.raises(RecordError, match="is missing"):
        runner.replay(replace(kept, chance=kept.chance[:1]))
    with pytest.raises(RecordError, match="permutation of 10"):
        runner.replay(replace(kept, chance=([0, 1], *kept.chance[1:])))
    with pytest.raises(RecordError, match="the game is over"):
        runner.answer(kept, "stop")


def test_an_answer_that_is_no_option_is_refused_before_it_is_written() -> None:
    begun = runner.start(registry.get("dominion"), ["a", "b"], {}, "answer")
    with pytest.raises(IllegalChoice):
        runner.answer(begun, "province")
    assert runner.answer(begun, "Rame").choices == ("copper",), "any spelling of a card's name is understood"


@pytest.mark.parametrize("slug", GAMES)
def test_the_same_seed_gives_the_same_games_whatever_the_number_of_jobs(slug: str) -> None:
    plan = Plan(slug, min(registry.get(slug).players), {}, ("random",), "jobs", keep=True)
    alone = list(runner.simulate(plan, 12))
    assert list(runner.simulate(plan, 12, jobs=2, chunk=5)) == alone
    assert [number for number, _, _ in alone] == list(range(12))
    assert len({outcome.scores for _, outcome, _ in alone}) > 1
    for _, outcome, kept in alone:
        assert kept is not None
        assert runner.replay(kept) == outcome


def test_a_drawn_kingdom_differs_from_game_to_game_and_is_recorded() -> None:
    plan = Plan("dominion", 3, {"kingdom": "moat-rule"}, ("big-money",), "drawn", keep=True)
    kept = [found for _, _, found in runner.simulate(plan, 30) if found is not None]
    kingdoms = {tuple(found.setup["kingdom"]) for found in kept}
    assert len(kingdoms) == 30
    attacks = {"bureaucrat", "militia", "spy", "thief", "witch"}
    assert all("moat" in kingdom or not attacks & set(kingdom) for kingdom in kingdoms)


def test_bots_are_seated_in_order_and_repeated() -> None:
    plan = Plan("dominion", 4, {}, ("big-money", "random"), "seats")
    assert plan.seats() == ("big-money", "random", "big-money", "random")
    _, outcome, _ = next(runner.simulate(plan, 1))
    assert max(outcome.scores[1], outcome.scores[3]) < min(outcome.scores[0], outcome.scores[2])


@pytest.mark.parametrize("slug", GAMES)
def test_what_does_not_exist_is_said_before_the_first_game(slug: str) -> None:
    players = min(registry.get(slug).players)
    with pytest.raises(UnknownName):
        next(runner.simulate(Plan(slug, players, {}, ("nobody",), "x"), 1))
    with pytest.raises(BadSetup):
        next(runner.simulate(Plan(slug, 99, {}, ("random",), "x"), 1))
    with pytest.raises(BadSetup):
        next(runner.simulate(Plan(slug, players, {"colour": 1}, ("random",), "x"), 1))


def test_seeded_chance_is_fair_and_repeats() -> None:
    first, again = SeededChance("fair"), SeededChance("fair")
    counts = [0] * 6
    for _ in range(6000):
        number = first.pick(6)
        assert number == again.pick(6)
        counts[number] += 1
    assert all(850 < count < 1150 for count in counts)
    tops = [0] * 4
    for _ in range(4000):
        items = [0, 1, 2, 3]
        first.shuffle(items)
        assert sorted(items) == [0, 1, 2, 3]
        tops[items[-1]] += 1
    assert all(850 < count < 1150 for count in tops)


def test_unknown_game_names_the_nearest() -> None:
    with pytest.raises(UnknownName, match="did you mean 'dominion'"):
        registry.get("dominon")
    assert {game.slug for game in registry.all()} == set(GAMES)
