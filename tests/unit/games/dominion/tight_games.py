"""Search for legal games close to a bound of the score-sheet checks, by hill-climbing over players, seed and kingdom.

A game is played by the rules of the engine from a :class:`Recipe`. One change of the recipe at a time is kept if the
bound's slack does not grow by it. Everything follows from a seed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from games.dominion import cards as c
from games.dominion.check.bounds import Facts, conclude
from games.dominion.check.decks import complete_seat
from games.dominion.check.reading import Findings, read
from games.dominion.choose_policy import policies_of
from games.dominion.game import GAME
from games.dominion.state import Player, Table
from games.dominion.turn import deal, outcome, take_turn
from games.game import Decision

#: Questions answered by one preference; every other question has "discard".
_GROUPS = {
    **dict.fromkeys(("buy", "feast", "workshop", "remodel_gain", "mine_gain"), "gain"),
    **dict.fromkeys(("remodel_trash", "mine_trash", "chapel"), "trash"),
    **dict.fromkeys(("play", "throne_room"), "play"),
    **dict.fromkeys(("thief_trash", "thief_gain"), "thief"),
    **dict.fromkeys(("moat", "chancellor", "library", "spy"), "yes"),
}
GROUPS = ("gain", "late", "trash", "play", "thief", "yes", "discard", "shuffle")
#: What a slack is where the bound says nothing of the game yet: this much, and how far the game is from that.
FAR = 1000

Taste = dict[str, tuple[float, ...]]


@dataclass(frozen=True, slots=True)
class Recipe:
    """Everything that a game follows from.

    ``first`` and ``others`` are the preferences of the first player and of all others: per group of questions one
    number a card and, at the end, one for "nothing". ``late`` is the turn from which purchases follow another list,
    ``spread`` whether the shuffles deal good cards evenly over the hands or all at once.
    """

    players: int
    kingdom: tuple[str, ...]
    limit: int
    late: int
    spread: bool
    noise: float
    shuffle_seed: int
    first: Taste
    others: Taste

    def taste(self, seat: int) -> Taste:
        return self.others if seat else self.first


class NamedTable(Table):
    """A table that says whose deck is being shuffled."""

    shuffling = 0

    def shuffle(self, player: Player) -> None:
        self.shuffling = player.seat
        super().shuffle(player)


class BiasedChance:
    """A :class:`games.game.Chance` in which each player's cards lie as the recipe has them."""

    def __init__(self, recipe: Recipe) -> None:
        self.recipe, self.random = recipe, Random(recipe.shuffle_seed)
        self.table: NamedTable | None = None

    def shuffle(self, items: list[Any]) -> None:
        assert self.table is not None
        owner = self.table.shuffling
        liked, noise = self.recipe.taste(owner)["shuffle"], self.recipe.noise
        items.sort(key=lambda card: liked[card] + noise * self.random.random())
        if self.recipe.spread:
            hands = max(1, -(-len(items) // 5))
            items[:] = [card for hand in range(hands) for card in items[hand::hands]]

    def pick(self, count: int) -> int:
        return self.random.randrange(count)


def played(recipe: Recipe) -> dict[str, Any]:
    """Return the whole sheet of the recipe's game."""

    def choose(decision: Decision) -> Any:
        group = _GROUPS.get(decision.kind, "discard")
        if group == "gain" and table.turns[table.active] >= recipe.late:
            group = "late"
        liked = recipe.taste(decision.player)[group]
        return max(decision.options, key=lambda option: liked[option])

    chance = BiasedChance(recipe)
    setup = GAME.setup(recipe.players, {"kingdom": list(recipe.kingdom)})
    table = NamedTable(setup, chance, policies_of(choose, recipe.players))
    chance.table = table
    deal(table)
    for turn in range(recipe.limit):
        table.active = turn % recipe.players
        take_turn(table)
        if table.is_over():
            break
    return outcome(table).sheet


def facts_of(sheet: dict[str, Any]) -> Facts:
    """Return what the checks conclude from the sheet."""
    findings = Findings(frozenset())
    report = read(sheet, len(sheet["seats"]), findings)
    for seat in report.seats:
        complete_seat(report, seat, findings)
    return conclude(report)


def start(random: Random, wanted: tuple[str, ...], barred: frozenset[str]) -> Recipe:
    """Return a recipe of which nothing is known but the cards that the kingdom must or must not hold."""
    free = [name for name in c.KINGDOM if name not in wanted and name not in barred]
    kingdom = (*wanted, *random.sample(free, 10 - len(wanted)))
    return Recipe(
        players=random.choice((2, 2, 3, 4)),
        kingdom=kingdom,
        limit=random.randint(8, 120),
        late=random.randint(3, 16),
        spread=random.random() < 0.5,
        noise=random.random(),
        shuffle_seed=random.randrange(1 << 30),
        first=_taste(random),
        others=_taste(random),
    )


def _taste(random: Random) -> Taste:
    weights = {group: [random.gauss(0, 2) for _ in range(c.COUNT + 1)] for group in GROUPS}
    for group in ("gain", "late"):
        greed = random.choice((0.5, 1, 2, 4))
        for code in c.CODES:
            weights[group][code] += greed * c.COST[code]
    for group in ("gain", "late", "play"):
        weights[group][-1] = -9.0
    return {group: tuple(values) for group, values in weights.items()}


def changed(recipe: Recipe, random: Random, kept: tuple[str, ...], barred: frozenset[str]) -> Recipe:
    """Return the recipe with something small about it changed."""
    what = random.random()
    if what < 0.08:
        leaving = random.choice([name for name in recipe.kingdom if name not in kept] or [recipe.kingdom[-1]])
        coming = random.choice([name for name in c.KINGDOM if name not in recipe.kingdom and name not in barred])
        return replace(recipe, kingdom=tuple(coming if name == leaving else name for name in recipe.kingdom))
    if what < 0.2:
        return replace(recipe, limit=max(1, recipe.limit + random.randint(-8, 8)))
    if what < 0.25:
        return replace(recipe, late=max(1, recipe.late + random.randint(-3, 3)))
    if what < 0.3:
        return replace(recipe, spread=not recipe.spread, noise=random.random() * 4)
    if what < 0.35:
        return replace(recipe, shuffle_seed=random.randrange(1 << 30))
    if what < 0.38:
        return replace(recipe, players=random.choice((2, 3, 4)))
    player = random.choice(("first", "others"))
    taste = dict(getattr(recipe, player))
    for _ in range(random.randint(1, 4)):
        group = random.choice((*GROUPS, "gain", "late", "shuffle"))
        values = list(taste[group])
        of = random.choice((*c.BASE_CODES, *(c.by_name(name) for name in recipe.kingdom), -1))
        values[of] = random.choice((max(values) + 1, min(values) - 1, random.choice(values)))
        taste[group] = tuple(values)
    return replace(recipe, first=taste) if player == "first" else replace(recipe, others=taste)


Slack = Callable[[Facts], int]


def climb(
    seed: str,
    slack: Slack,
    view: Callable[[dict[str, Any]], dict[str, Any]],
    steps: int,
    kept: str = "",
    barred: frozenset[str] = frozenset(),
) -> Iterator[tuple[dict[str, Any], dict[str, Any], int, bool]]:
    """Yield every game of the search: its sheet, the view of it, its slack, and whether it is the closest so far.

    Arguments:
        slack: what is to become small, of the facts of the sheet as ``view`` reports it.
        kept, barred: kingdom cards that stay in, or out of, the game.
    """
    random, wanted = Random(seed), tuple(kept.split())
    best: Recipe | None = None
    least = 0
    for step in range(steps):
        afresh = best is None or step < steps // 5
        recipe = start(random, wanted, barred) if afresh else changed(best, random, wanted, barred)
        sheet = played(recipe)
        shown = view(sheet)
        slack_left = slack(facts_of(shown))
        closer = best is None or slack_left < least
        if best is None or slack_left <= least:
            best, least = recipe, slack_left
        yield sheet, shown, slack_left, closer
