"""A set of three cards, added as docs/adding-a-card.md says, in a process of its own.

usage: python -m tests.unit.games.dominion.toy_set

The tables of cards are built on import, so the set is added before anything else is imported. Prints, as JSON, what
each reader of the cards makes of them.
"""

from __future__ import annotations

import json
import os
import re
from dataclasses import asdict
from random import Random
from typing import TYPE_CHECKING, Any, Final

from games.dominion import sets
from games.dominion.sets.rows import CardRow, CardSet, Gains

if TYPE_CHECKING:
    from games.dominion.logs.replay import Follower
    from games.dominion.state import Player, Table
    from games.game import Choose, Decision

WATERMILL = CardRow("watermill", 3, "A", "Watermill", "Mulino", "Mulino ad acqua", cards=1, buys=1)
ORCHARD = CardRow("orchard", 3, "V", "Orchard", "Frutteto", "Frutteto", points=2)
SMELTER = CardRow("smelter", 4, "A", "Smelter", "Fonderia", "Fonderia", coins=1, amount=3, gains=Gains.CARD)
NEW: Final = {"orchard", "smelter", "watermill"}
TEN: Final = (
    "market",
    "militia",
    "moat",
    "orchard",
    "smelter",
    "smithy",
    "throne_room",
    "village",
    "watermill",
    "workshop",
)
#: The answer "nothing" of the engine.
STOP: Final = -1

sets.SETS.append(CardSet("toys", (), (ORCHARD, SMELTER, WATERMILL)))


def followed_smelter(game: Follower, depth: int, again: bool) -> None:
    """Follow the line of the gain in a log."""
    from games.dominion import cards

    game.gain_up_to(game.take(depth, "gaining"), cards.AMOUNT[cards.by_name("smelter")])


def add_behaviour() -> None:
    """Give the one card that does more than its row says its effect, in the engine and in the reader of logs."""
    from games.dominion import cards, effects, questions
    from games.dominion.logs import cards as log_cards
    from tests.unit.games.dominion import log_writer

    class Smelter(effects.Card):
        """Gain a card costing up to 3."""

        def effect(self, table: Table, me: Player) -> None:
            effects.gain_up_to(table, me, self.amount, questions.WORKSHOP)

    code = cards.by_name("smelter")
    effects.BEHAVIOURS[code] = Smelter(code)
    log_cards.EFFECTS[code] = followed_smelter
    log_writer.SPECIAL[code] = log_writer._gains


def played() -> dict[str, Any]:
    """Play random games with every invariant watched, and check their sheets."""
    from games.chance import SeededChance, random_bot
    from games.dominion.game import GAME
    from tests.unit.games.dominion.invariants import watched

    owned: set[str] = set()
    wrong: list[str] = []
    for seed in range(12):
        players = 2 + seed % 3
        setup = GAME.setup(players, {"kingdom": list(TEN)})
        outcome = GAME.play(setup, SeededChance(seed), watched(random_bot(str(seed))))
        wrong += [finding.code for finding in GAME.check(outcome.sheet, players=players).findings if finding.is_error]
        owned.update(name for seat in outcome.sheet["seats"] for name in seat["deck"])
    return {"owned": sorted(owned & NEW), "errors": wrong, **_points()}


def _points() -> dict[str, Any]:
    """Return what the check makes of a seat whose points are right, wrong, and left out beside its counted cards."""
    from games.dominion.game import GAME

    counts = {"estate": 3, "copper": 7, **dict.fromkeys(("silver", "gold", "duchy", "province", "curse"), 0)}
    seat = {"turns": 12, "breakdown": {**counts, "orchard": 2, "actions": 3}}
    codes: dict[str, list[str]] = {}
    sentences: list[str] = []
    for points in (7, 8, None):
        first = {**seat, "points": points} if points else seat
        sheet = {"kingdom": list(TEN), "complete": False, "seats": [first, {"turns": 12}]}
        checked = GAME.check(sheet, players=2)
        wrong = [finding for finding in checked.findings if finding.is_error]
        codes[str(points)] = [finding.code for finding in wrong]
        sentences += [GAME.sentence(finding, "it") for finding in wrong]
        derived = checked.sheet["seats"][0]["points"]
    return {"points": {**codes, "derived": derived}, "sentence": " ".join(sentences)}


def logged() -> dict[str, Any]:
    """Write whole games as logs and read them back, and the last with a Smelter that gains a Gold."""
    from games.dominion.logs.importing import import_log
    from games.dominion.setup import Setup
    from tests.unit.games.dominion.log_writer import write_game

    same: list[bool] = []
    codes: list[str] = []
    texts: list[str] = []
    for seed in "abcd":
        text, sheet, is_over = write_game(Setup(3, TEN), seed, _keen(seed))
        result = import_log(text)
        codes += [finding.code for finding in result.findings if finding.is_error]
        same.append(is_over and result.sheet is not None and result.sheet["sheet"] == sheet)
        texts.append(text)
    gain = re.compile(r"(plays a Smelter\.\n\.\.\. getting \+\$1\.\n\.\.\. gaining an? )\w+")
    altered = import_log(gain.sub(r"\1Gold", texts[-1], count=1))
    named = [word for word in ("Watermill", "Orchard", "Smelter") if all(word in text for text in texts)]
    too_dear = "L22" in {finding.code for finding in altered.findings if finding.is_error}
    return {"same": same, "errors": codes, "named": named, "too_dear": too_dear}


def _keen(seed: str) -> Choose:
    """Return a player who never stops while there is something to do."""
    random = Random(seed)

    def choose(decision: Decision) -> Any:
        return random.choice([option for option in decision.options if option != STOP])

    return choose


def drawn() -> dict[str, Any]:
    """Draw a kingdom of the championship beside the new cards, verify it, and one of the new cards drawn by hand."""
    from tournament.regulation import draws

    drawn = draws.make("kingdom", "round-1", (), seed="0" * 64, word="fossato")
    by_hand = draws.record_by_hand("kingdom", "round-1", (), TEN)[1]
    return {
        "old": [finding.code for finding in draws.verify(drawn)],
        "old_cards": sorted(set(drawn.inputs) & NEW),
        "by_hand": sorted({finding.code for finding in by_hand}),
    }


def shown() -> dict[str, Any]:
    """Render the kingdom as the pages show it, and the fields of the referee's form."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.test")
    django.setup()
    from django.template import engines

    from games.dominion.game import GAME

    setup = {"drawn": TEN}
    cards = [asdict(card) | {"tincture": card.tincture} for card in GAME.display.setup_cards(setup, "regulation")]
    page = engines["django"].from_string("{% load fossato_ui %}{% kingdom cards %}").render({"cards": cards})
    layout = GAME.form.layout({"drawn": list(TEN)}, "breakdown", "regulation")
    return {"page": page, "fields": [field.name for field in layout.counted]}


def main() -> None:
    add_behaviour()
    print(json.dumps({"played": played(), "logged": logged(), "drawn": drawn(), "shown": shown()}))


if __name__ == "__main__":
    main()
