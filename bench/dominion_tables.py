"""Final tables of Dominion for tests and measurements: random, sensible and gain-maximising players, any kingdom."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from games.chance import SeededChance
from games.dominion import cards as c
from games.dominion.check.bounds import BUY
from games.dominion.game import GAME, drawn_kingdom
from games.dominion.state import STOP
from games.game import Choose, Decision, Outcome
from games.runner import seated

#: Cards that gain, give or convert others: with these the bounds of the validator are widest.
GAINERS = frozenset(
    (*BUY, c.WORKSHOP, c.BUREAUCRAT, c.FEAST, c.REMODEL, c.MINE, c.THIEF, c.WITCH, c.THRONE_ROOM, c.VILLAGE, c.CHAPEL)
)
SENSIBLE = ("big-money", "big-money+smithy", "big-money+market", "big-money+witch", "big-money+remodel")


def gainer(seed: float, taste: Callable[[int, Random], float]) -> Choose:
    """Return a player who uses every buy, gain and Action, and prefers cards by ``taste``."""
    random = Random(seed)

    def choose(decision: Decision) -> Any:
        options = [option for option in decision.options if option != STOP]
        if len(options) < 2 or decision.kind in ("chancellor", "moat", "library", "spy"):
            return random.choice(decision.options)
        if decision.kind in ("cellar", "chapel") and random.random() < 0.5:
            return random.choice(decision.options)
        return max(options, key=lambda option: taste(option, random))

    return choose


TASTES: tuple[Callable[[int, Random], float], ...] = (
    lambda card, random: random.random() + (card in GAINERS),
    lambda card, random: random.random() * 2 + c.COST[card],
    lambda card, random: random.random() * 2 - c.COST[card],
    lambda card, random: random.random() + 3 * (card == c.PROVINCE) + 2 * (card in (c.GOLD, c.REMODEL, c.MARKET)),
    lambda card, random: random.random(),
)


def wild_table(seed: int) -> Outcome:
    """Play a game of 2 to 4 players of all kinds with any kingdom, ended by the rules or by the clock."""
    random = Random(seed)
    players = random.choice((2, 3, 4, 4))
    moat_rule = random.random() < 0.5
    limit = random.choice((0, 0, 0, random.randint(1, 40), random.randint(40, 120))) or 400
    kingdom = list(drawn_kingdom(str(seed), moat_rule=moat_rule)) if random.random() < 0.5 else _widest(random)
    moat_rule = moat_rule and "moat" in kingdom
    setup = GAME.setup(players, {"kingdom": kingdom, "tournament": moat_rule, "turn_limit": limit})
    return GAME.play(setup, SeededChance(seed), seated([_wild(random) for _ in range(players)]))


def _widest(random: Random) -> list[str]:
    """Return a kingdom of many gainers and few others, for which the validator's bounds are tightest."""
    count = random.randint(3, 10)
    gainers = random.sample(sorted(GAINERS), count)
    others = random.sample([code for code in c.KINGDOM_CODES if code not in GAINERS], 10 - count)
    return [c.NAMES[code] for code in (*gainers, *others)]


def _wild(random: Random) -> Choose:
    kind = random.random()
    if kind < 0.15:
        return GAME.bot("random")(str(random.random()))
    if kind < 0.75:
        return gainer(random.random(), random.choice(TASTES))
    return GAME.bot(random.choice(sorted(GAME.bots)))(str(random.random()))


def sensible_table(seed: int, players: int = 4) -> Outcome:
    """Play a game of sensible players with a kingdom of the championship."""
    random = Random(seed)
    kingdom = list(drawn_kingdom(str(seed), moat_rule=True))
    setup = GAME.setup(players, {"kingdom": kingdom, "tournament": True, "turn_limit": 45 * players})
    names = [name for name in sorted(GAME.bots) if name != "random"]
    names += [f"big-money+{card}" for card in kingdom if card != "gardens"]
    makers = [GAME.bot(random.choice(names)) for _ in range(players)]
    return GAME.play(setup, SeededChance(seed), seated([make(str(random.random())) for make in makers]))
