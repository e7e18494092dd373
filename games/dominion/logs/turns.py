"""Follower of all turns of a log: the phases, what is played and bought, the clean-up, and the end.

Source: rulebook, the turn (D-02 to D-13) and the end of the game.
"""

from __future__ import annotations

from .. import cards
from .cards import resolve
from .ledger import HAND_SIZE
from .phrases import Counted, total
from .replay import Follower, LogTurn
from .text import Line, Log, TurnHead

PILES_TO_END = 3


class TurnFollower(Follower):
    """Follows a complete log; see :meth:`run`.

    Attributes:
        resigned: seats that resigned. gave_up: whether anyone did, even unnamed. counts: turns begun, per seat.
        over: the index in ``turns`` of the turn that met an end condition, or None.
    """

    def __init__(self, log: Log) -> None:
        super().__init__(log)
        self.resigned: list[int] = []
        self.gave_up = False
        self.counts = [0] * self.count
        self.over: int | None = None
        self.warned = False
        self.bought = False
        self.treasures = False

    def run(self) -> None:
        """Follow every line; violations of the rules are added to ``findings``."""
        self._first_hands()
        while self.at < len(self.lines):
            head = self.lines[self.at]
            self.at += 1
            self.number = head.number
            if isinstance(head, TurnHead):
                self._turn(head)
            else:
                self.strange(head)

    def empty_piles(self) -> tuple[int, ...]:
        """Return the codes of the empty piles."""
        return tuple(code for code, left in enumerate(self.supply) if left == 0)

    def _first_hands(self) -> None:
        """Set the initial hands if the log names them (newer logs)."""
        while self.at < len(self.lines):
            line = self.lines[self.at]
            if isinstance(line, TurnHead):
                return
            self.at += 1
            self.number = line.number
            if line.op.verb == "first_hand" and line.who >= 0:
                if not self.holdings[line.who].name_hand(line.op.cards):
                    self.find("L25", seat=line.who, value=total(line.op.cards), bound=HAND_SIZE)
            elif line.op.verb == "resigns":
                self._resigns(line)
            else:
                self.strange(line)

    def _turn(self, head: TurnHead) -> None:
        due = self._next_seat()
        self.seat, self.turn_number = head.who, head.turn
        if head.who != due or head.turn != self.counts[head.who] + 1:
            self.find("L6", value=self.names[head.who], bound=self.names[due], due=self.counts[due] + 1)
        if self.over is not None and not self.warned:
            self.warned = True
            self.find("L28", value=len(self.turns) + 1, bound=self.over + 1)
        self.counts[head.who] += 1
        self.turns.append(LogTurn(head.who, head.turn, head.number))
        self.actions, self.buys, self.coins = 1, 1, 0
        self.bought = self.treasures = False
        self._phases()
        broken_off = self.gave_up and self.at >= len(self.lines)
        if self.seat not in self.resigned and not broken_off:
            self._clean_up()
        if self.over is None and self._ended():
            self.over = len(self.turns) - 1

    def _next_seat(self) -> int:
        seat = (self.seat + 1) % self.count if self.turns else 0
        while seat in self.resigned and len(self.resigned) < self.count:
            seat = (seat + 1) % self.count
        return seat

    def _ended(self) -> bool:
        return self.supply[cards.PROVINCE] == 0 or self.supply.count(0) >= PILES_TO_END

    def _phases(self) -> None:
        while self.at < len(self.lines):
            line = self.lines[self.at]
            if isinstance(line, TurnHead) or (line.op.verb in ("shuffle", "hand") and line.depth == 0):
                return
            self.at += 1
            self.number = line.number
            verb = line.op.verb
            if verb == "resigns" and line.depth == 0:
                self._resigns(line)
            elif line.depth or line.who != self.seat:
                self.strange(line)
            elif verb == "plays":
                self._plays(line)
            elif verb == "buys":
                self._buys(line)
            elif verb != "idle":
                self.strange(line)

    def _resigns(self, line: Line) -> None:
        """Record a resignation. "You have resigned" names no player, so no later turn is skipped for it."""
        self.gave_up = True
        if line.who >= 0:
            self.resigned.append(line.who)

    def _plays(self, line: Line) -> None:
        played = line.op.cards
        if all(cards.IS_TREASURE[code] for code, _ in played) and played:
            self._treasures(played)
        elif len(played) == 1 and played[0][1] == 1 and cards.IS_ACTION[played[0][0]]:
            self._action(played[0][0])
        else:
            self.find("L29", cards=tuple(cards.NAMES[code] for code, _ in played))

    def _action(self, code: int) -> None:
        name = cards.NAMES[code]
        if self.treasures or self.bought:
            self.find("L11", card=name)
        if self.actions < 1:
            self.find("L10", card=name, value=0, bound=1)
        else:
            self.actions -= 1
        self.put_in_play(code)
        self.turns[-1].played.append(name)
        resolve(self, code, 1)

    def _treasures(self, played: Counted) -> None:
        if self.bought:
            self.find("L11", card=cards.NAMES[played[0][0]])
        self.treasures = True
        for code, copies in played:
            if copies > cards.INIT[2][code]:
                self.find("L16", card=cards.NAMES[code])
                continue
            for _ in range(copies):
                self.put_in_play(code)
            self.coins += cards.VALUE[code] * copies

    def _buys(self, line: Line) -> None:
        turn = self.turns[-1]
        if not self.bought:
            turn.coins = self.coins
        self.bought = True
        for code, copies in line.op.cards:
            for _ in range(min(copies, self.buys + 1)):
                self._buy(code)
                turn.bought.append(cards.NAMES[code])

    def _buy(self, code: int) -> None:
        """Buy a card. Source: rulebook, the Buy phase (D-12)."""
        if self.buys < 1:
            self.find("L12", card=cards.NAMES[code], value=0, bound=1)
        else:
            self.buys -= 1
        if cards.COST[code] > self.coins:
            self.find("L13", card=cards.NAMES[code], value=self.coins, bound=cards.COST[code])
        self.coins = max(0, self.coins - cards.COST[code])
        self.gain(self.seat, code)

    def _clean_up(self) -> None:
        if not self.bought:
            self.turns[-1].coins = self.coins
        seen = self.shuffle_line(self.seat, 0)
        holding = self.me
        holding.clean_up()
        self.draw(self.seat, HAND_SIZE, holding.available(HAND_SIZE), seen)
        line = self.take(0, "hand", who=self.seat)
        if line:
            size = holding.hand
            if not holding.name_hand(line.op.cards):
                self.find("L25", value=total(line.op.cards), bound=size)
        while self.at < len(self.lines):
            rest = self.lines[self.at]
            if isinstance(rest, TurnHead):
                return
            self.at += 1
            self.number = rest.number
            if rest.op.verb == "resigns":
                self._resigns(rest)
            else:
                self.strange(rest)
