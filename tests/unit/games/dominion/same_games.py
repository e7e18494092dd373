"""A number that stands for whole games: equal in both builds, whatever the machine.

usage: python -m tests.unit.games.dominion.same_games [GAMES]

Prints the digest of the first GAMES (10,000) games of two, three and four players over all cards, with every question
and answer, every sheet and place. Run it interpreted and compiled, and compare.
"""

from __future__ import annotations

import sys
from hashlib import sha256
from typing import Any

from games.chance import carry_chance
from games.decision import Decision, seated
from games.dominion.game import GAME

BOTS = (
    *("random", "random", "big-money", "engine-builder", "gardens", "attack", "big-money+throne_room"),
    *("big-money+smithy", "big-money+militia", "big-money+thief", "big-money+cellar", "big-money+library"),
)


def digest(games: int) -> str:
    """Return the digest of the games from 0 to ``games`` - 1."""
    told = sha256()
    for number in range(games):
        told.update(_game(number))
    return told.hexdigest()[:16]


def _game(number: int) -> bytes:
    seed = f"same/{number}"
    players = 2 + number % 3
    options = {"kingdom": "random", "lay": number % 5 == 4, "turn_limit": 600, "tournament": number % 2 == 0}
    setup = GAME.setup(players, options, seed)
    names = [BOTS[(number // 3 * (seat + 1) + seat) % len(BOTS)] for seat in range(players)]
    bots = seated([GAME.bot(name)(f"{seed}/{seat}") for seat, name in enumerate(names)])
    answers: list[Any] = []

    def noting(decision: Decision) -> Any:
        answer = bots(decision)
        answers.append((int(decision.player), decision.kind, [int(option) for option in decision.options], int(answer)))
        return answer

    noted = GAME.play(setup, carry_chance(seed), noting)
    asked = GAME.play(setup, carry_chance(seed), seated([GAME.bot(n)(f"{seed}/{s}") for s, n in enumerate(names)]))
    assert noted == asked, f"game {number}: policies that are asked directly play another game"
    return repr((answers, noted.places, noted.scores, noted.turns, noted.end, noted.sheet)).encode()


if __name__ == "__main__":
    print(digest(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000))
