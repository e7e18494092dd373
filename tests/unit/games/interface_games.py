"""Whole random games through the program interface, compared bit by bit with the records of the runner.

usage: python -m tests.unit.games.interface_games [GAMES] [--write]

Plays the first GAMES (1,000) games of each game of the registry twice: with ``games.runner``, and with ``new_game``,
``legal_options``, ``apply``, ``observation``, ``returns``, ``clone`` and ``serialize``. Both records must be the same
text, and the digest of every fifty records the one stored in ``tests/data/interface-games.json``, which the runner
alone wrote (``--write``) after the defects of the three engines had been mended.
"""

from __future__ import annotations

import json
import sys
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from games import game_state, registry, runner
from games.chance import random_bot
from games.game import Outcome
from games.game_state import GameState
from games.record import Record

STORED = Path(__file__).resolve().parents[2] / "data" / "interface-games.json"
#: Games whose records are digested together.
TOGETHER = 50
#: Every game with its numbers of players and its options, in turn.
KINDS: dict[str, tuple[tuple[int, dict[str, Any]], ...]] = {
    "dominion": (
        (2, {"kingdom": "random", "turn_limit": 120}),
        (3, {"kingdom": "moat-rule", "turn_limit": 150, "tournament": True}),
        (4, {"kingdom": "random", "turn_limit": 160, "lay": True}),
    ),
    "megalomania": ((2, {}), (3, {"dealer": 2}), (4, {}), (4, {"pairs": True})),
    "era_of_kingdoms": ((2, {}), (3, {"trade": True}), (4, {}), (1, {"difficulty": "hard"})),
}


def recorded(slug: str, number: int) -> tuple[Outcome, Record]:
    """Play one game with the runner alone."""
    game = registry.get(slug)
    players, options = KINDS[slug][number % len(KINDS[slug])]
    seed = f"interface/{number}"
    names = [f"Seat {seat + 1}" for seat in range(players)]
    return runner.play_recorded(game, names, game.setup(players, options, seed), seed, random_bot(seed))


def through_interface(slug: str, number: int) -> GameState:
    """Play the same game through the interface, with a look at every fortieth position and a clone of one of them."""
    players, options = KINDS[slug][number % len(KINDS[slug])]
    seed = f"interface/{number}"
    state = game_state.new_game(slug, players, options, seed)
    random, moves = Random(seed).random, 0
    while state.to_move is not None:
        legal = state.legal_options()
        if moves % 40 == 0:
            seen = state.observation(state.to_move)
            assert seen["question"]["options"] == list(legal)
            assert state.returns() is None
        if moves == 80:
            state = state.clone()
        state.apply(legal[int(random() * len(legal))])
        moves += 1
    return state


def digests(slug: str, games: int, *, interface: bool = True) -> list[str]:
    """Return the digest of every fifty records; with ``interface``, after comparing both ways of playing them."""
    found: list[str] = []
    for first in range(0, games, TOGETHER):
        told = sha256()
        for number in range(first, first + TOGETHER):
            outcome, record = recorded(slug, number)
            text = record.dumps()
            if interface:
                state = through_interface(slug, number)
                assert state.serialize() == text, f"{slug} {number}: another record"
                assert state.outcome == outcome, f"{slug} {number}: another outcome"
                winners = outcome.places.count(1)
                shares = tuple((place == 1) / winners if winners else 0.0 for place in outcome.places)
                assert state.returns() == shares, f"{slug} {number}: other returns"
            told.update(text.encode())
        found.append(told.hexdigest()[:16])
    return found


def main(arguments: list[str]) -> int:
    """Compare the games, or write the digests of the runner's records."""
    numbers = [int(each) for each in arguments if each.isdigit()]
    games = numbers[0] if numbers else 1000
    if "--write" in arguments:
        written = {slug: digests(slug, games, interface=False) for slug in KINDS}
        STORED.write_text(json.dumps(written, indent=1) + "\n", encoding="utf-8")
        return 0
    stored = json.loads(STORED.read_text(encoding="utf-8"))
    for slug in KINDS:
        found = digests(slug, games)
        assert found == stored[slug][: len(found)], f"{slug}: other records than those stored"
        print(f"{slug}: {len(found) * TOGETHER} games, every record the same as the runner's and as stored", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
