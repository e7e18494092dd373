"""The golden playthroughs contain every named card of the pack."""

from __future__ import annotations

from games import record, runner
from games.era_of_kingdoms.game import GAME
from games.era_of_kingdoms.pack.loading import pack
from games.game import Decision
from tests.unit.games.era_of_kingdoms.golden_plans import IMMEDIATE, WANTED, shown
from tests.unit.games.golden import folder


def test_playthroughs_contain_every_named_card() -> None:
    shows: set[str] = set()
    for plan in WANTED:
        playthrough = record.load(folder("era_of_kingdoms") / f"{plan.name}.json")
        answers = iter(playthrough.choices)
        mine: set[str] = set()

        def note(decision: Decision, answers=answers, mine=mine) -> None:
            mine.update(shown(decision, GAME.read(decision, next(answers))))

        outcome = runner.replay(playthrough, note)
        assert plan.shows <= mine
        assert outcome.end == "age_of_enlightenment"
        assert GAME.check(outcome.sheet, players=len(playthrough.players)).findings == ()
        shows |= mine
    cards = pack().cards
    played = {f"play {card.id}" for card in cards if card.type in ("event", "victory", "person") and card.level != 1}
    assert played | IMMEDIATE <= shows
    lands = {f"play {card.id}" for card in cards if card.type == "land"}
    assert lands <= shows
    assert WANTED[3].options["trade"]
    assert {plan.players for plan in WANTED} == {1, 2, 3, 4}
