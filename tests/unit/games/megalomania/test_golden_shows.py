"""The golden playthroughs of Megalomania show every power, every scroll and every mission."""

from __future__ import annotations

from games import record, runner
from games.decision import Decision
from games.megalomania.game import GAME
from tests.unit.games.golden import folder
from tests.unit.games.megalomania.golden_plans import GAMES, WANTED, shown


def test_the_playthroughs_show_all_that_is_wanted() -> None:
    shows: set[str] = set()
    for name, players, _ in GAMES:
        kept = record.load(folder("megalomania") / f"{name}.json")
        assert len(kept.players) == players
        answers = iter(kept.choices)

        def note(decision: Decision, answers=answers) -> None:
            shows.update(shown(decision, GAME.read(decision, next(answers))))

        runner.replay(kept, note)
    assert shows >= WANTED
