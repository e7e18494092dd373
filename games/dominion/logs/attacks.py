"""Effects of the five attacks on the other players, followed in a log; see :mod:`games.dominion.logs.cards`.

The victims may answer in any order, and a Moat may be shown before each (:meth:`Follower.victims`). Source: the cards
of the first edition and the rulebook's clarifications.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from .. import cards
from ..cards import AMOUNT, BUREAUCRAT, CURSE, IS_TREASURE, IS_VICTORY, MILITIA, SILVER, SPY, THIEF, WITCH
from .phrases import total
from .replay import Follower
from .text import Line


class _OwnLine:
    """The attacker's own line of an attack, wherever it stands among those of the victims.

    Arguments:
        take: takes the line if it comes next, and returns whether it did.
    """

    def __init__(self, take: Callable[[], bool]) -> None:
        self.take, self.taken = take, False

    def __call__(self) -> None:
        self.taken = self.taken or self.take()


def _bureaucrat(game: Follower, depth: int, again: bool) -> None:
    own = _OwnLine(lambda: _bureaucrat_gains(game, depth))
    had_silver = game.supply[SILVER] > 0
    own()
    for victim in game.victims(depth, own):
        _bureaucrat_victim(game, victim, depth)
    own()
    if not own.taken and had_silver:
        game.missing("gain")


def _bureaucrat_gains(game: Follower, depth: int) -> bool:
    line = game.take(depth, "gaining_deck", "gaining")
    if line and line.op.card >= 0:
        if line.op.card != SILVER:
            game.find("L22", card=cards.NAMES[line.op.card], value=cards.COST[line.op.card], bound=cards.COST[SILVER])
        game.gain(game.seat, line.op.card, to="deck")
        return True
    return False


def _bureaucrat_victim(game: Follower, victim: int, depth: int) -> None:
    holding = game.holdings[victim]
    if line := game.take(depth, "puts", who=victim):
        code = line.op.card
        if not IS_VICTORY[code]:
            game.find("L23", seat=victim, card="bureaucrat", value=cards.NAMES[code])
        if game.from_hand(victim, code):
            holding.to_deck(code)
    elif line := game.take(depth, "reveals", who=victim):
        if any(IS_VICTORY[code] for code, _ in line.op.cards):
            game.find("L23", seat=victim, card="bureaucrat", value=cards.NAMES[line.op.card])
        _named_hand(game, victim, line)
    elif holding.hand:
        game.missing("victim")


def _named_hand(game: Follower, who: int, line: Line) -> None:
    holding = game.holdings[who]
    size = holding.hand
    if not holding.name_hand(line.op.cards):
        game.find("L25", seat=who, value=total(line.op.cards), bound=size)


def _militia(game: Follower, depth: int, again: bool) -> None:
    for victim in game.victims(depth):
        holding = game.holdings[victim]
        due = max(0, holding.hand - AMOUNT[MILITIA])
        line = game.take(depth, "discards", "only", who=victim)
        if line is None or line.op.verb == "only":
            if due:
                game.missing("victim")
        elif line.op.number != due:
            game.find("L23", seat=victim, card="militia", value=line.op.number, bound=due)
        holding.discard_unseen(due)


def _spy(game: Follower, depth: int, again: bool) -> None:
    own = _OwnLine(lambda: _spies_next(game, depth) and _spy_looks(game, game.seat, depth))
    own()
    for victim in game.victims(depth, own):
        _spy_looks(game, victim, depth)
    if not own.taken:
        _spy_looks(game, game.seat, depth)


def _spies_next(game: Follower, depth: int) -> bool:
    """Return whether the next line is the attacker's own look, or the shuffle for it."""
    line = game.peek(depth)
    return line is not None and (line.op.verb == "spies_own" or (line.op.verb == "shuffle" and line.who == game.seat))


def _spy_looks(game: Follower, who: int, depth: int) -> bool:
    """Follow the look at one player's card; return True."""
    seen = game.shuffle_line(who, depth)
    line = game.take(depth, "spies_own" if who == game.seat else "spies")
    if line is None and who != game.seat:
        line = game.take(depth, "reveals", who=who)
    if line is None:
        if game.holdings[who].available(1):
            game.missing("reveal" if who == game.seat else "victim")
        return True
    if line.op.verb == "spies" and line.op.name != game.names[who]:
        game.find("L3", text=line.text[:80])
    holding = game.holdings[who]
    for code in game.reveal(who, line.op.cards, 1, seen):
        if line.op.flag:
            holding.to_discard(code)
        else:
            holding.to_deck(code)
    return True


def _thief(game: Follower, depth: int, again: bool) -> None:
    """Follow what each victim shows; what is trashed and kept may stand behind any of these lines."""
    trashed: list[int] = []
    shown: dict[int, list[int]] = {}
    for victim in game.victims(depth):
        _thief_victim(game, victim, depth, shown)
        _thief_takes(game, depth, shown, trashed)
    _thief_takes(game, depth, shown, trashed)
    for victim, rest in shown.items():
        if any(IS_TREASURE[code] for code in rest):
            game.missing("trash")
        for code in rest:
            game.holdings[victim].to_discard(code)


def _thief_victim(game: Follower, victim: int, depth: int, shown: dict[int, list[int]]) -> None:
    seen = game.shuffle_line(victim, depth)
    line = game.take(depth, "reveals", who=victim)
    if line is None:
        if game.holdings[victim].available(AMOUNT[THIEF]):
            game.missing("victim")
        return
    shown[victim] = list(game.reveal(victim, line.op.cards, AMOUNT[THIEF], seen))


def _thief_takes(game: Follower, depth: int, shown: dict[int, list[int]], trashed: list[int]) -> None:
    """Take the lines of cards trashed and kept, and discard what else their victims have shown."""
    _thief_keeps(game, depth, trashed)
    while line := game.take(depth, "trashes", who=game.seat):
        code = line.op.card
        victim = next((seat for seat in shown if game.names[seat] == line.op.name), next(reversed(shown), -1))
        cards_shown = shown.pop(victim, [])
        if code not in cards_shown or not IS_TREASURE[code] or line.op.name != game.names[victim]:
            game.find("L23", card="thief", value=cards.NAMES[code])
        if code in cards_shown:
            cards_shown.remove(code)
            game.holdings[victim].own[code] -= 1
            game.trash[code] += 1
            trashed.append(code)
        for left in cards_shown:
            game.holdings[victim].to_discard(left)
        _thief_keeps(game, depth, trashed)


def _thief_keeps(game: Follower, depth: int, trashed: list[int]) -> None:
    while line := game.take(depth, "keeps", who=game.seat):
        for code, copies in line.op.cards:
            for _ in range(copies if copies <= len(trashed) else 1):
                if code not in trashed:
                    game.find("L23", card="thief", value=cards.NAMES[code])
                    continue
                trashed.remove(code)
                game.trash[code] -= 1
                game.receive(game.seat, code)


def _witch(game: Follower, depth: int, again: bool) -> None:
    """Give the Curses in turn order while they last (rulebook), whatever the order of the lines."""
    left, touched, cursed = game.supply[CURSE], set[int](), set[int]()
    for victim in game.victims(depth):
        touched.add(victim)
        line = game.take(depth, "gains", who=victim)
        if line and line.op.cards:
            cursed.add(victim)
            if line.op.cards != ((CURSE, 1),):
                game.find("L23", seat=victim, card="witch", value=cards.NAMES[line.op.card])
            game.gain(victim, line.op.card)
    due = [seat for seat in game.others() if seat in touched][: max(0, left)]
    if not cursed.issuperset(due):
        game.missing("victim")


#: Effect of each attack on the others; what it gives to its own player is in :mod:`games.dominion.logs.cards`.
ATTACKS: Final[dict[int, Callable[[Follower, int, bool], None]]] = {
    BUREAUCRAT: _bureaucrat,
    MILITIA: _militia,
    SPY: _spy,
    THIEF: _thief,
    WITCH: _witch,
}
