"""Follower of the turns of a log: the table, the current line, and the moves that the cards consist of.

The follower does what the log says and checks at each step whether the rules allow it. If not, it reports a finding
and continues with what the log says, so that one mistake is one finding.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from ...findings import Finding, Param, Severity
from .. import cards
from .ledger import Holding
from .phrases import Counted
from .text import Line, Log, TurnHead

JUST_A_MOAT: Counted = ((cards.MOAT_CARD, 1),)
ERROR, WARNING = Severity.ERROR, Severity.WARNING


@dataclass(slots=True)
class LogTurn:
    """One turn as it was played.

    Attributes:
        seat: from 0. turn: the player's own turn number. line: the line it begins at.
        played: the Actions in order (every play counts), bought and gained: code names in order.
        coins: the coins available in the Buy phase.
    """

    seat: int
    turn: int
    line: int
    played: list[str] = field(default_factory=list)
    bought: list[str] = field(default_factory=list)
    gained: list[str] = field(default_factory=list)
    coins: int = 0


def pile_sizes(players: int, kingdom: tuple[int, ...]) -> list[int]:
    """Return the pile sizes at the start, one count per code; -1 for a card that is not in the game.

    A solitaire (a test game of the server) uses the piles of two players.
    """
    sizes = cards.SUPPLY[max(players, 2)]
    piles = [sizes[code] if code in cards.BASE_CODES or code in kingdom else -1 for code in cards.CODES]
    if players == 1:
        piles[cards.COPPER] += 7
    return piles


class Follower:
    """The table of a log while its lines are read, from the first to the last.

    Attributes:
        attack: the attack being played; shielded: seats that revealed a Moat against it.
        seat: the player in turn; actions, buys, coins: what that player has left.
        holdings: every player's cards; supply and trash: one count per code.
        findings: violations of the rules; turns: what was played.
    """

    def __init__(self, log: Log) -> None:
        self.names = log.players
        self.count = len(log.players)
        self.lines = log.lines
        self.at = 0
        self.number = 0
        self.holdings = [Holding() for _ in log.players]
        self.supply = pile_sizes(self.count, log.head.kingdom)
        self.shielded: set[int] = set()
        self.attack = -1
        self.trash = [0] * cards.COUNT
        self.seat = 0
        self.actions = self.buys = self.coins = 0
        self.turn_number = 0
        self.turns: list[LogTurn] = []
        self.findings: list[Finding] = []

    # ---- reading ----

    def peek(self, depth: int) -> Line | None:
        """Return the next line if it has this depth."""
        if self.at < len(self.lines):
            line = self.lines[self.at]
            if isinstance(line, Line) and line.depth == depth:
                return line
        return None

    def take(self, depth: int, *verbs: str, who: int = -1) -> Line | None:
        """Consume and return the next line if it has this depth, one of ``verbs`` and names this seat (-1: none)."""
        line = self.peek(depth)
        if line is None or line.op.verb not in verbs or line.who != who:
            return None
        self.at += 1
        self.number = line.number
        return line

    def skip_deeper(self, depth: int) -> None:
        """Skip the remaining lines of an effect, adding a finding for each."""
        while self.at < len(self.lines):
            line = self.lines[self.at]
            if isinstance(line, TurnHead) or line.depth < depth:
                return
            self.at += 1
            self.number = line.number
            self.strange(line)

    def strange(self, line: Line) -> None:
        """Report a line that does not belong here or cannot be parsed."""
        if line.op.verb == "unknown_card":
            self.find("L9", text=line.op.name)
        else:
            self.find("L2" if line.op.verb == "unknown" else "L3", text=line.text[:80])

    # ---- findings ----

    @property
    def me(self) -> Holding:
        """The cards of the player in turn."""
        return self.holdings[self.seat]

    def others(self) -> list[int]:
        """Return the other seats in turn order from the player's left.

        Source: rulebook, effects on several players (D-15).
        """
        return [(self.seat + step) % self.count for step in range(1, self.count)]

    def find(
        self, code: str, *, seat: int = -1, value: Param = None, bound: Param = None,
        severity: Severity = ERROR, **params: Param,
    ) -> None:  # fmt: skip
        """Add a finding at the line just read."""
        where: dict[str, Param] = {
            "line": self.number,
            "turn": self.turn_number,
            "active": self.names[self.seat],
            "player": self.names[self.seat if seat < 0 else seat],
        }
        self.findings.append(
            Finding(code, severity, f"lines[{self.number}]", where | params, value=value, bound=bound)
        )  # fmt: skip

    def missing(self, what: str) -> None:
        """Report that the log lacks something the card's text requires; not after a resignation."""
        following = self.lines[self.at] if self.at < len(self.lines) else None
        if not (isinstance(following, Line) and following.op.verb == "resigns"):
            self.find("L26", what=what)

    # ---- the deck ----

    def shuffle_line(self, who: int, depth: int) -> bool:
        """Consume the next line if it says that this player reshuffles; return whether it did."""
        return self.take(depth, "shuffle", who=who) is not None

    def judge_shuffle(self, who: int, seen: bool, due: bool) -> None:
        """Compare a reshuffle in the log with the deck (D-05, D-06)."""
        if seen is not due:
            deck = self.holdings[who]
            self.find("L18" if due else "L19", seat=who, value=deck.deck, bound=deck.discard)

    def draw(self, who: int, wanted: int, said: int, seen: bool) -> None:
        """Draw cards unseen, comparing the reshuffle and the number with the deck."""
        holding = self.holdings[who]
        self.judge_shuffle(who, seen, holding.must_shuffle(wanted))
        due = holding.available(wanted)
        if said != due:
            self.find("L20", seat=who, value=said, bound=due)
        holding.draw(wanted)

    def reveal(self, who: int, shown: Counted, wanted: int, seen: bool) -> tuple[int, ...]:
        """Reveal cards of the deck and return them; the caller puts them somewhere."""
        holding = self.holdings[who]
        self.judge_shuffle(who, seen, holding.must_shuffle(wanted))
        listed = tuple(code for code, copies in shown for _ in range(copies))
        if len(listed) != holding.available(wanted):
            self.find("L20", seat=who, value=len(listed), bound=holding.available(wanted))
        if holding.reveal(shown):
            return listed
        self.find("L24", seat=who, cards=tuple(cards.NAMES[code] for code in listed))
        return tuple(code for code in listed if holding.force(code))

    # ---- moving cards ----

    def from_hand(self, who: int, code: int) -> bool:
        """Take a card out of a hand; return false if the player does not even own it."""
        holding = self.holdings[who]
        if holding.from_hand(code):
            return True
        self.find("L16", seat=who, card=cards.NAMES[code])
        return holding.force(code)

    def gain(self, who: int, code: int, *, to: str = "discard") -> None:
        """Gain a card from the supply. Source: rulebook, gaining (D-10)."""
        if self.supply[code] < 0:
            self.find("L15", seat=who, card=cards.NAMES[code])
        elif not self.supply[code]:
            self.find("L14", seat=who, card=cards.NAMES[code])
        else:
            self.supply[code] -= 1
        self.receive(who, code, to=to)

    def receive(self, who: int, code: int, *, to: str = "discard") -> None:
        """Add a card to a player's own cards."""
        holding = self.holdings[who]
        holding.own[code] += 1
        if to == "hand":
            holding.to_hand(code)
        elif to == "deck":
            holding.to_deck(code)
        else:
            holding.to_discard(code)
        if who == self.seat and self.turns:
            self.turns[-1].gained.append(cards.NAMES[code])

    def trash_from_hand(self, counted: Counted) -> None:
        """Trash cards of the player's hand. Source: rulebook, trashing (D-09)."""
        for code, copies in counted:
            for _ in range(min(copies, cards.INIT[4][code] + 1)):
                if self.from_hand(self.seat, code):
                    self.me.own[code] -= 1
                    self.trash[code] += 1

    def put_in_play(self, code: int) -> None:
        """Put a card of the hand into play."""
        if self.from_hand(self.seat, code):
            self.me.to_play(code)

    def gain_up_to(self, line: Line | None, limit: int, *, to: str = "discard", treasure: bool = False) -> None:
        """Gain a card of at most this cost, if there is one; compulsory (rulebook, "do all one can")."""
        if line is None or line.op.card < 0:
            if any(
                left > 0 and cards.COST[code] <= limit and (not treasure or cards.IS_TREASURE[code])
                for code, left in enumerate(self.supply)
            ):
                self.missing("gain")
            return
        code = line.op.card
        if cards.COST[code] > limit or (treasure and not cards.IS_TREASURE[code]):
            self.find("L22", card=cards.NAMES[code], value=cards.COST[code], bound=limit)
        self.gain(self.seat, code, to=to)

    def shows_moats(self, depth: int) -> None:
        """Consume the Moats revealed from other hands, in whatever order the log has them (rulebook, Moat: D-18).

        A player may reveal the Moat repeatedly: it protects once per play of the attack.
        """
        while line := self.peek(depth):
            who = line.who
            if line.op.verb != "reveals" or line.op.cards != JUST_A_MOAT or who in (-1, self.seat):
                return
            if self.attack == cards.THIEF and not self.holdings[who].may_hold(cards.MOAT_CARD):
                # The Moat is not in the hand: it is the only card of the deck.
                return
            self.at += 1
            self.number = line.number
            if self.from_hand(who, cards.MOAT_CARD):
                self.holdings[who].to_hand(cards.MOAT_CARD)
            self.shielded.add(who)

    def victims(self, depth: int, own: Callable[[], None] = lambda: None) -> Iterator[int]:
        """Yield the seats affected by an attack, each once, in the order of their lines.

        Moats may be shown before each. The server asks all victims of an attack at the same time and logs them in the
        order of their answers.

        Arguments:
            own: takes the attacker's own line, which may stand before, between or after those of the victims.
        """
        waiting = self.others()
        while waiting:
            self.shows_moats(depth)
            own()
            self.shows_moats(depth)
            waiting = [seat for seat in waiting if seat not in self.shielded]
            if waiting:
                yield self._take_next(waiting, depth)

    def in_line_order(self, seats: list[int], depth: int) -> Iterator[int]:
        """Yield the seats, each once, in the order in which the log has their lines."""
        waiting = list(seats)
        while waiting:
            yield self._take_next(waiting, depth)

    def _take_next(self, waiting: list[int], depth: int) -> int:
        """Remove from ``waiting`` and return the seat of the next line, else the first seat."""
        line = self.peek(depth)
        named = -1
        if line:
            named = line.who if line.who not in (-1, self.seat) else self._seat_of(line.op.name)
        return waiting.pop(waiting.index(named) if named in waiting else 0)

    def _seat_of(self, name: str) -> int:
        return self.names.index(name) if name in self.names else -1
