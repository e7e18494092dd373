"""Golden playthroughs: recorded games of every game of the registry, replayed bit by bit.

A playthrough is a record (``NAME.json``) and its transcript (``NAME.txt``) under ``tests/unit/games/SLUG/golden``; the
first one of a game also has what every seat saw (``NAME.observations``). A game without a plan of its own gets random
games with the fewest and with the most players.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from games import game_state, registry, runner
from games.record import Record
from games.text_transcript import transcript
from tests.unit.games.dominion.golden_plans import dominion_playthroughs
from tests.unit.games.era_of_kingdoms.golden_plans import era_playthroughs
from tests.unit.games.megalomania.golden_plans import megalomania_playthroughs

HERE = Path(__file__).resolve().parent
#: Decisions from one golden observation to the next.
OBSERVED_EVERY = 40
Plan = Callable[[], Iterator[tuple[str, Record]]]


def folder(slug: str) -> Path:
    """Return the folder of a game's playthroughs."""
    return HERE / slug / "golden"


def _random_playthroughs(slug: str) -> Plan:
    def plan() -> Iterator[tuple[str, Record]]:
        players = registry.get(slug).players
        for count in (min(players), max(players)):
            for _, _, record in runner.simulate(runner.Plan(slug, count, {}, ("random",), "golden", keep=True), 2):
                assert record is not None
                yield f"random-{count}-{str(record.seed).rpartition('/')[2]}", record

    return plan


#: The games with a plan of their own.
PLANS: dict[str, Plan] = {
    "dominion": dominion_playthroughs,
    "megalomania": megalomania_playthroughs,
    "era_of_kingdoms": era_playthroughs,
}


def observations(record: Record) -> str:
    """Play a record through the program interface and return every fortieth position as each seat sees it."""
    state = game_state.GameState(replace(record, choices=()))
    lines = []
    for number, choice in enumerate(record.choices):
        if number % OBSERVED_EVERY == 0:
            seen = [state.observation(seat) for seat in range(state.players)]
            lines += [f"{number} {json.dumps(each, sort_keys=True)}\n" for each in seen]
        state.apply(choice)
    return "".join(lines)


def regenerate(slug: str) -> int:
    """Regenerate the playthroughs of one game and return their number."""
    target = folder(slug)
    target.mkdir(parents=True, exist_ok=True)
    for old in [*target.glob("*.json"), *target.glob("*.txt"), *target.glob("*.observations")]:
        old.unlink()
    file_count = 0
    for name, record in PLANS.get(slug, _random_playthroughs(slug))():
        record.write(target / f"{name}.json")
        (target / f"{name}.txt").write_text(transcript(record), encoding="utf-8")
        if not file_count:
            (target / f"{name}.observations").write_text(observations(record), encoding="utf-8")
        file_count += 1
    return file_count


def main(slugs: list[str]) -> int:
    """Regenerate the playthroughs of the named games, or of all."""
    for slug in slugs or registry.slugs():
        print(f"{slug}: {regenerate(slug)} playthroughs")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
