"""Look for an impossible sheet that the checks accept: games by relaxed rules, which the checks should notice.

Run by ``script/prove-games search``. Each relaxation plays the games of bots with one rule changed: a fourth action, a
sixth card, a free card. The sheet of such a game is often one that the rules allow too, which a sentence of the
relaxation says; what is accepted is printed with the numbers of its game, to be looked at. Games by the rules run in
turn with the others: none of them may be refused.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from random import Random
from typing import Any
from unittest import mock

from bench.dominion_tables import wild_table
from games import registry
from games.chance import SeededChance
from games.dominion import turn as dominion_turn
from games.era_of_kingdoms import moves
from games.era_of_kingdoms import turn as era_turn
from games.game import Outcome
from games.megalomania import scrolls
from games.megalomania.state import Table as MegalomaniaTable
from games.runner import seated

Sheet = dict[str, Any]
#: A change of a rule, for as long as the context lasts.
Change = Callable[[], AbstractContextManager[object]]


@dataclass(frozen=True)
class Relaxation:
    """One rule changed.

    Arguments:
        game: slug. name: what is changed. unknowable: why a sheet that is accepted need not be impossible.
        change: the patched rule; of the rules themselves, none.
        refused: the least share of its sheets that the checks refuse.
    """

    game: str
    name: str
    unknowable: str
    change: Change
    refused: float = 0.0


@dataclass
class Tally:
    """What became of the sheets of a relaxation: by view of the sheet, how many, and how many were refused."""

    sheets: dict[str, int] = field(default_factory=dict)
    refused: dict[str, int] = field(default_factory=dict)
    accepted: str = ""

    def share(self) -> float:
        """Return the share of whole sheets that were refused."""
        return self.refused.get("whole", 0) / max(1, self.sheets.get("whole", 0))


# --- one game of each kind --------------------------------------------------------------------------------------------


def _of_bots(slug: str, random: Random) -> tuple[Outcome, Sheet]:
    game = registry.get(slug)
    players = random.choice(tuple(game.players))
    options: dict[str, Any] = {}
    if slug == "era_of_kingdoms":
        options = {"trade": random.random() < 0.5, "round_limit": random.choice((3, 5, 8, 60))}
    seed = str(random.random())
    bots = [random.choice([name for name in game.bots if name != "search"]) for _ in range(players)]
    choose = seated([game.bot(bot)(f"{seed}/{seat}") for seat, bot in enumerate(bots)])
    outcome = game.play(game.setup(players, options), SeededChance(seed), choose)
    return outcome, outcome.sheet


def played(slug: str, seed: int) -> tuple[Outcome, Sheet]:
    """Play one game of bots and return its outcome and sheet."""
    if slug == "dominion":
        outcome = wild_table(seed)
        return outcome, outcome.sheet
    return _of_bots(slug, Random(seed))


def views(slug: str, sheet: Sheet) -> Iterator[tuple[str, Sheet]]:
    """Yield the sheet as a whole, and the least that a table must write."""
    yield "whole", sheet
    if slug == "dominion":
        seats = [{name: value for name, value in seat.items() if name != "deck"} for seat in sheet["seats"]]
        yield "numbers", {name: sheet[name] for name in sheet if name not in ("trash", "supply")} | {"seats": seats}
    elif slug == "megalomania":
        yield "totals", {name: value for name, value in sheet.items() if name != "rounds"}


# --- the rules changed ------------------------------------------------------------------------------------------------


def _hand_of_six() -> AbstractContextManager[object]:
    return mock.patch.object(dominion_turn, "HAND", 6)


def _before(module: Any, name: str, act: Callable[..., None]) -> AbstractContextManager[object]:
    """Patch a function so that ``act`` runs before it, with the same arguments."""
    real = getattr(module, name)

    def changed(*arguments: Any) -> Any:
        act(*arguments)
        return real(*arguments)

    return mock.patch.object(module, name, changed)


def _two_buys() -> AbstractContextManager[object]:
    def act(table: Any, me: Any) -> None:
        table.buys += 1

    return _before(dominion_turn, "buy_phase", act)


def _coins(more: int) -> Change:
    def act(table: Any, me: Any) -> None:
        table.coins += more

    return lambda: _before(dominion_turn, "buy_phase", act)


def _free_card() -> AbstractContextManager[object]:
    def act(table: Any, me: Any) -> None:
        piles = [code for code, count in enumerate(table.supply) if count]
        if piles:
            table.gain(me, max(piles, key=lambda code: (dominion_turn.COSTS[code], code)))

    return _before(dominion_turn, "clean_up", act)


def _lost_copper() -> AbstractContextManager[object]:
    def act(table: Any, me: Any) -> None:
        laid = list(table.in_play)
        if dominion_turn.COPPER in laid:
            laid.remove(dominion_turn.COPPER)
            table.in_play = dominion_turn.vec[dominion_turn.i64](laid)
            me.owned[dominion_turn.COPPER] -= 1

    return _before(dominion_turn, "clean_up", act)


def _third_turn_again() -> AbstractContextManager[object]:
    real = dominion_turn.take_turn

    def changed(table: Any) -> None:
        real(table)
        me = table.seats[table.active]
        if me.turns % 3 == 0 and not table.is_over():
            real(table)
            me.turns -= 1

    return mock.patch.object(dominion_turn, "take_turn", changed)


def _actions(number: int) -> Change:
    return lambda: mock.patch.object(moves, "ACTIONS", number)


def _no_costs() -> AbstractContextManager[object]:
    real = moves.playable
    return mock.patch.object(
        moves, "playable", lambda table, kingdom, code, means: real(table, kingdom, code, [99, 99, 99, 99])
    )


def _castle_at_once() -> AbstractContextManager[object]:
    return mock.patch.object(era_turn, "UPGRADE_CARDS", 1)


def _two_scrolls() -> AbstractContextManager[object]:
    real = scrolls.obtain

    def changed(table: MegalomaniaTable, seat: int, scroll: int) -> None:
        real(table, seat, scroll)
        if table.scroll_deck:
            real(table, seat, table.scroll_deck.pop(0))

    return mock.patch.object(scrolls, "obtain", changed)


def _kept_scroll() -> AbstractContextManager[object]:
    real = scrolls.play

    def changed(table: MegalomaniaTable, seat: int, scroll: int) -> None:
        real(table, seat, scroll)
        table.held[seat] = sorted([*table.held[seat], scroll])

    return mock.patch.object(scrolls, "play", changed)


def _losses_doubled() -> AbstractContextManager[object]:
    from games.megalomania import missions

    return mock.patch.object(missions, "doubled", lambda points: points * 2)


_BY_LUCK = "A lucky hand, or cards bought in another order, give the same deck."
_GAMES = ("dominion", "era_of_kingdoms", "megalomania")
RELAXATIONS = (
    *(Relaxation(slug, "the rules", "", contextlib.nullcontext) for slug in _GAMES),
    Relaxation(
        "dominion",
        "a sixth card in every hand",
        f"{_BY_LUCK} A deck does not say in which hands its cards met.",
        _hand_of_six,
    ),
    Relaxation(
        "dominion",
        "two coins more in every turn",
        f"{_BY_LUCK} What a turn paid is on no sheet.",
        _coins(2),
    ),
    Relaxation(
        "dominion",
        "a second buy in every turn",
        "A turn may buy nothing: two cards in one turn and none in the next are as many.",
        _two_buys,
    ),
    Relaxation(
        "dominion",
        "the dearest card free in every turn",
        "Numbers alone, where cards give buys and cards or trash Treasures: five numbers bound neither the coins of a "
        "turn nor the cards that it gained.",
        _free_card,
    ),
    Relaxation(
        "dominion",
        "a Copper put away in every turn",
        "With Chapel, Remodel, Moneylender or Thief it may have been trashed, and the trash is not always written.",
        _lost_copper,
    ),
    Relaxation(
        "dominion",
        "every third turn twice, counted once",
        "A deck may have bought as much in fewer turns.",
        _third_turn_again,
    ),
    Relaxation(
        "era_of_kingdoms",
        "a fourth action",
        "Cards played as events and cards that left the boards are on no sheet: most actions leave nothing to count.",
        _actions(4),
    ),
    Relaxation(
        "era_of_kingdoms",
        "six actions",
        "Cards played as events and cards that left the boards are on no sheet.",
        _actions(6),
    ),
    Relaxation(
        "era_of_kingdoms",
        "every card without its cost",
        "A cost is a threshold, met by cards that may have left since, by borrowed units and by those of a card "
        "removed.",
        _no_costs,
    ),
    Relaxation(
        "era_of_kingdoms",
        "a realm for one card",
        "The cards that made the realm may have left since.",
        _castle_at_once,
    ),
    Relaxation(
        "megalomania",
        "two scrolls for one",
        "Tally alone do not say who took scrolls, and 20 are not reached.",
        _two_scrolls,
    ),
    Relaxation(
        "megalomania",
        "a scroll played stays in the hand",
        "One scroll more can be number 5; totals alone do not say what was played.",
        _kept_scroll,
    ),
    Relaxation(
        "megalomania",
        "losses doubled by scroll 3",
        "Only rounds with scroll 3 and a loss of its player differ.",
        _losses_doubled,
    ),
)


def search(seconds: float, seed: int = 0) -> dict[str, Tally]:
    """Play games of every relaxation in turn for so many seconds; return what the checks said, by its name."""
    tallies = {f"{each.game}: {each.name}": Tally() for each in RELAXATIONS}
    end, number = time.monotonic() + seconds, seed
    while time.monotonic() < end:
        number += 1
        for relaxation in RELAXATIONS:
            _try(relaxation, number, tallies[f"{relaxation.game}: {relaxation.name}"])
    return tallies


def _try(relaxation: Relaxation, seed: int, tally: Tally) -> None:
    with relaxation.change():
        outcome, sheet = played(relaxation.game, seed)
    for view, shown in views(relaxation.game, sheet):
        findings = registry.get(relaxation.game).check(shown, players=outcome.players).findings
        refused = [each.code for each in findings if each.is_error and each.code not in ("P2", "M1")]
        tally.sheets[view] = tally.sheets.get(view, 0) + 1
        tally.refused[view] = tally.refused.get(view, 0) + bool(refused)
        if bool(refused) == (relaxation.name == "the rules"):
            what = f" refused by {', '.join(refused)}" if refused else ""
            tally.accepted = f"seed {seed}, {view}{what}: turns {outcome.turns}, points {outcome.scores}"


def problems(tallies: dict[str, Tally]) -> list[str]:
    """Return what should not be: a legal game refused, a relaxation noticed less often than it was."""
    found = []
    for each in RELAXATIONS:
        tally = tallies[f"{each.game}: {each.name}"]
        if each.name == "the rules":
            if sum(tally.refused.values()):
                found.append(f"{each.game}: a game by the rules was refused: {tally.accepted}")
        elif tally.sheets and tally.share() < each.refused:
            found.append(f"{each.game}: {each.name}: {tally.share():.0%} refused, {each.refused:.0%} before")
    return found


def lines(tallies: dict[str, Tally]) -> Iterator[str]:
    """Yield the report: per relaxation sheets, share refused by view, the last accepted one, why it may be legal."""
    for each in RELAXATIONS:
        tally = tallies[f"{each.game}: {each.name}"]
        shares = ", ".join(
            f"{view} {tally.refused.get(view, 0) / count:.1%}" for view, count in tally.sheets.items() if count
        )
        yield f"{each.game}: {each.name}: {tally.sheets.get('whole', 0)} games; refused: {shares}"
        if tally.accepted:
            yield f"    {tally.accepted}"
        if each.unknowable:
            yield f"    {each.unknowable}"
