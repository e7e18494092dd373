"""The golden playthroughs of Megalomania contain every power, every scroll and every mission."""

from __future__ import annotations

from games import record, runner
from games.decision import Decision
from games.megalomania.game import GAME
from tests.unit.games.golden import folder
from tests.unit.games.megalomania.golden_plans import GAMES, WANTED, shown


def test_playthroughs_contain_all_events() -> None:
    shows: set[str] = set()
    for name, players, _ in GAMES:
        playthrough = record.load(folder("megalomania") / f"{name}.json")
        assert len(playthrough.players) == players
        answers = iter(playthrough.choices)

        def note(decision: Decision, answers=answers) -> None:
            shows.update(shown(decision, GAME.read(decision, next(answers))))

        runner.replay(playthrough, note)
    assert shows >= WANTED
