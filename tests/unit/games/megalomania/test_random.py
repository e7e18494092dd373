"""Random games of 2, 3 and 4 players and of pairs: the invariants, the sizes, the end, the sheet's own sums."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.chance import SeededChance
from games.decision import Decision
from games.game import IllegalChoice, Outcome
from games.megalomania import bots, notation, rounds
from games.megalomania.cards import COLOURS
from games.megalomania.pack import loading as pack
from games.megalomania.state import Setup, Table
from tests.unit.games.megalomania.invariants import watched
from tests.volume import part_of

PACK = pack.get()


def played(
    players: int, seed: str, *, pairs: bool = False, bot: str = "random", dealer: int = 0
) -> tuple[Outcome, Table]:
    tables: list[Table] = []

    def note(decision: Decision) -> None:
        if not tables:
            tables.append(decision.context)

    setup = Setup(players, dealer, PACK, PACK.dominant, pairs)
    outcome = rounds.play(setup, SeededChance(seed), watched(bots.bot(bot)(seed), note))
    return outcome, tables[0]


@settings(max_examples=part_of(60))
@given(
    players=st.integers(2, 4),
    seed=st.integers(0, 10_000),
    pairs=st.booleans(),
    bot=st.sampled_from(["random", "random", "mission"]),
    dealer=st.integers(0, 1),
)
def test_random_games_keep_invariants_and_end_after_twelve_rounds(
    players: int, seed: int, pairs: bool, bot: str, dealer: int
) -> None:
    """Every decision has at least two distinct legal options; cards, scrolls, crystals and cubes are conserved."""
    pairs = pairs and players == 4
    outcome, table = played(players, f"property/{seed}", pairs=pairs, bot=bot, dealer=dealer)
    assert outcome.turns == (12,) * players
    assert outcome.end == "rounds"
    rows = outcome.sheet["rounds"]
    assert len(rows) == 12
    assert len({row["mission"] for row in rows}) == 12
    for row in rows:
        assert sum(entry["tricks"] for entry in row["players"]) == PACK.tricks[row["mission"]], "tricks sum to the hand"
    for seat, total in enumerate(outcome.sheet["seats"]):
        assert total["rounds"] == sum(row["players"][seat]["points"] for row in rows) == sum(table.scores[seat])
        assert total["bonus"] == (2 if table.held[seat] else 0)
        assert total["points"] == total["rounds"] + total["bonus"] + total["scroll_17"] == outcome.scores[seat]
    assert min(outcome.places) == 1
    if pairs:
        assert outcome.places[:2] == outcome.places[2:]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_colours_and_dealers_follow_pad(players: int) -> None:
    """Table M2 and S149: the dealer moves to the left; the colour is the pad's unless number 1 was played."""
    outcome, _ = played(players, f"pad/{players}", dealer=1)
    for number, row in enumerate(outcome.sheet["rounds"]):
        assert row["dealer"] == (1 + number) % players + 1
        if 1 not in row.get("scroll", {}).get("numbers", ()):
            assert row["dominant"] == COLOURS[PACK.dominant[number]]


def test_same_seed_gives_same_game() -> None:
    assert played(3, "same")[0] == played(3, "same")[0]
    assert played(3, "same")[0] != played(3, "other")[0]


def test_random_games_cover_every_question_and_round_trip() -> None:
    kinds: set[str] = set()

    def note(decision: Decision) -> None:
        kinds.add(decision.kind)
        for option in decision.options:
            assert notation.read(decision, notation.show(decision.kind, option)) == option
        assert notation.read(decision, "no such word") == "no such word"
        assert notation.read(decision, 99) not in decision.options

    for number in range(40):
        setup = Setup(2 + number % 3, 0, PACK, PACK.dominant)
        rounds.play(setup, SeededChance(f"kinds/{number}"), watched(bots.bot("random")(f"{number}"), note))
    assert kinds == notation.KINDS


def test_non_option_answer_refused() -> None:
    setup = Setup(4, 0, PACK, PACK.dominant)

    def wrong(decision: Decision) -> Any:
        return 999

    with pytest.raises(IllegalChoice) as caught:
        rounds.play(setup, SeededChance("wrong"), wrong)
    assert caught.value.step == 0
