"""Numbers that stand for whole games: equal before and after a change that alters no game, and in both builds.

usage: python -m bench.lock_step [GAMES]

Plays GAMES (1,000) recorded games of each game, with all its bots but those that search, all numbers of players and
all set-ups, and prints a digest of each: of every question with its options and what its player sees, as a record and a
program read them, of every answer, outcome and sheet. Every game is played a second time by the bots alone, without a
record: it must be the same. Run it before and after, and compare.
"""

from __future__ import annotations

import json
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from games import registry, runner
from games.chance import carry_chance
from games.decision import Decision, Watching, put, seated
from games.game import Choose, Game

#: Every game with its bots, and its numbers of players with their options in turn.
KINDS: dict[str, tuple[tuple[str, ...], tuple[tuple[int, dict[str, Any]], ...]]] = {
    "dominion": (
        (
            *("random", "random", "big-money", "engine-builder", "gardens", "attack", "big-money+throne_room"),
            *("big-money+smithy", "big-money+militia", "big-money+thief", "big-money+cellar", "big-money+library"),
            *("big-money-ultimate", "menus"),
        ),
        (
            (2, {"kingdom": "random", "turn_limit": 600}),
            (3, {"kingdom": "moat-rule", "turn_limit": 600, "tournament": True}),
            (4, {"kingdom": "random", "turn_limit": 600, "lay": True}),
            (4, {"kingdom": "random", "turn_limit": 600}),
            (3, {"kingdom": "random", "turn_limit": 600}),
        ),
    ),
    "megalomania": (
        ("random", "mission", "random"),
        ((2, {}), (3, {"dealer": 2}), (4, {}), (4, {"pairs": True})),
    ),
    "era_of_kingdoms": (
        ("random", "builder", "restless", "strong"),
        ((2, {}), (3, {"trade": True}), (4, {}), (1, {"difficulty": "hard"}), (4, {"trade": True}), (1, {})),
    ),
}


def digest(slug: str, games: int) -> str:
    """Return the digest of a game's first ``games`` games."""
    told = sha256()
    for number in range(games):
        told.update(_played(slug, number).encode())
    return told.hexdigest()[:16]


def _bots(game: Game, names: list[str], seed: str) -> Choose:
    return seated([game.bot(name)(f"{seed}/{seat}") for seat, name in enumerate(names)])


def _played(slug: str, number: int) -> str:
    game = registry.get(slug)
    bots, kinds = KINDS[slug]
    players, options = kinds[number % len(kinds)]
    seed = f"lock-step/{number}"
    names = [bots[(number // len(kinds) * (seat + 1) + seat) % len(bots)] for seat in range(players)]
    setup = game.setup(players, options, seed)
    choose = _bots(game, names, seed)
    told: list[Any] = []

    def noted(decision: Decision) -> Any:
        told.append((decision.player, decision.kind, [game.show(decision, option) for option in decision.options]))
        told.append([game.observe(decision, decision.player), game.describe(decision)])
        return put(choose, decision)

    outcome, record = runner.play_recorded(game, names, setup, seed, Watching(noted))
    alone = game.play(setup, carry_chance(seed), _bots(game, names, seed))
    assert outcome == alone, f"{slug} {number}: bots that are asked directly play another game"
    ends = [outcome.places, outcome.scores, outcome.turns, outcome.end, outcome.sheet]
    return json.dumps([record.as_dict(), told, ends])


def main(arguments: list[str]) -> int:
    games = int(arguments[0]) if arguments else 1000
    for slug in KINDS:
        print(f"{slug}: {games} games, {digest(slug, games)}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
