"""Write a game of the engine as an Isotropic log, to compare the engine with the log reader.

The engine's table is observed: its moves are recorded per play of a card, then written in the server's format.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from games.chance import SeededChance
from games.dominion import cards as c
from games.dominion import effects, turn
from games.dominion.choose_policy import Choosing
from games.dominion.logs.phrases import PLURALS
from games.dominion.setup import Setup
from games.dominion.state import STOP, YES, Player, Question, Table
from games.game import Chance, Choose

NAMES = ("Anna", "Bruno di Sotto", "Carla!", "Dario")


def joined(parts: Sequence[str]) -> str:
    """Return "A", "A and B", "A, B, and C"; "nothing" for an empty list."""
    if len(parts) < 3:
        return " and ".join(parts) or "nothing"
    return ", ".join(parts[:-1]) + ", and " + parts[-1]


def listed(codes: Sequence[int]) -> str:
    """Return cards with their articles or numbers, in order of first appearance."""
    parts = []
    for code, copies in Counter(codes).items():
        name = c.name_of(code, "en")
        parts.append(f"{copies} {PLURALS[code]}" if copies > 1 else f"{'an' if name[0] in 'AEIOU' else 'a'} {name}")
    return joined(parts)


def gift(code: int) -> str:
    """Return the actions, buys and coins that a card gives: "+2 actions, +1 buy, and +$2"; empty for none."""
    parts = [
        f"+{number} {word}{'s' * (number > 1)}"
        for number, word in ((c.GIVES_ACTIONS[code], "action"), (c.GIVES_BUYS[code], "buy"))
        if number
    ]
    coins = c.GIVES_COINS[code]
    return joined([*parts, f"+${coins}"] if coins else parts) if parts or coins else ""


def counted(number: int) -> str:
    """Return "3 cards", "1 card", "nothing"."""
    return "nothing" if not number else f"{number} card{'s' * (number > 1)}"


@dataclass
class Frame:
    """One play of a card and its events."""

    card: int
    again: bool = False
    events: list[tuple[Any, ...]] = field(default_factory=list)
    inner: list[Frame] = field(default_factory=list)
    hands: list[list[int]] = field(default_factory=list)

    def all(self, kind: str) -> list[tuple[Any, ...]]:
        """Return the events of a kind."""
        return [event for event in self.events if event[0] == kind]


class WatchedTable(Table):
    """A table that records its moves, and the lines of the log so far."""

    def __init__(self, setup: Setup, chance: Chance, choose: Choose) -> None:
        super().__init__(setup, chance, [Writing(choose)] * setup.players)
        self.frames: list[Frame] = []
        self.lines: list[str] = []
        self.laid = False

    def keep(self, *event: Any) -> None:
        """Record an event of the card being played."""
        if self.frames:
            self.frames[-1].events.append(event)

    def checked(self, player: Player, question: Question, answer: int) -> int:
        super().checked(player, question, answer)
        if question.kind == "buy" and answer != STOP:
            self.lines.append(f"{NAMES[self.active]} buys {listed([answer])}.")
        self.keep("ask", question.kind, player.seat, answer)
        return answer

    def note_laid(self) -> None:
        """Write the Treasures laid, before the first purchase of a turn."""
        laid = [] if self.laid else [card for card in self.in_play if c.IS_TREASURE[card]]
        self.laid = True
        if laid:
            self.lines.append(f"{NAMES[self.active]} plays {listed(laid)}.")

    def draw(self, player: Player, count: int) -> None:
        before, shuffled = len(player.hand), player.undrawn < count and len(player.discards) > 0
        super().draw(player, count)
        if self.frames:
            self.keep("draw", player.seat, len(player.hand) - before, shuffled)
        elif player.turns and shuffled:
            self.lines.append(f"({NAMES[player.seat]} reshuffles.)")

    def has_top(self, player: Player) -> bool:
        shuffled = not player.undrawn and len(player.discards) > 0
        has_card = super().has_top(player)
        self.keep("top", player.seat, player.deck[player.undrawn - 1] if has_card else STOP, shuffled)
        return has_card

    def gain(self, player: Player, card: int) -> None:
        self.keep("gain", player.seat, card)
        super().gain(player, card)

    def gain_to_hand(self, player: Player, card: int) -> None:
        self.keep("gain", player.seat, card)
        super().gain_to_hand(player, card)

    def gain_onto_deck(self, player: Player, card: int) -> None:
        self.keep("gain", player.seat, card)
        super().gain_onto_deck(player, card)

    def put_in_trash(self, player: Player, card: int) -> None:
        self.keep("trash", player.seat, card)
        super().put_in_trash(player, card)


class Writing(Choosing):
    """A player at a watched table."""

    def buy(self, table: Table, me: Player) -> int:
        assert isinstance(table, WatchedTable)
        table.note_laid()
        return super().buy(table, me)


class Watched(effects.Card):
    """A card whose plays open a frame on the table; the outermost is written to the log when the play ends."""

    def __init__(self, card: effects.Card) -> None:
        super().__init__(card.code)
        self.card = card

    def play(self, table: Table, me: Player) -> None:
        assert isinstance(table, WatchedTable)
        outer = table.frames[-1] if table.frames else None
        frame = Frame(self.code, bool(outer and outer.inner), hands=table.hands)
        if outer:
            outer.inner.append(frame)
        table.frames.append(frame)
        self.card.play(table, me)
        table.frames.pop()
        if outer is None:
            table.lines.append(f"{NAMES[table.active]} plays {listed([self.code])}.")
            table.lines.extend(_written(table, frame, 1))


@contextmanager
def watched_effects() -> Iterator[None]:
    """Watch every play of a card."""
    plain = list(effects.BEHAVIOURS)
    effects.BEHAVIOURS[:] = [Watched(card) for card in plain]
    try:
        yield
    finally:
        effects.BEHAVIOURS[:] = plain


def _written(table: WatchedTable, frame: Frame, depth: int) -> list[str]:
    dots = "... " * depth
    lines = [dots + line for line in _gives(table, frame)]
    shielded = [event[2] for event in frame.all("ask") if event[1] == "moat" and event[3] == YES]
    special = SPECIAL.get(frame.card)
    own_lines, others = special(table, frame) if special else ([], [])
    lines.extend(dots + line for line in own_lines)
    lines.extend(f"{dots}{NAMES[seat]} reveals a Moat." for seat in shielded)
    lines.extend(dots + line for line in others)
    for number, inner in enumerate(frame.inner):
        name = c.name_of(inner.card, "en")
        lines.append(f"{dots}and plays the {name} again." if number else f"{dots}and plays {listed([inner.card])}.")
        lines.extend(_written(table, inner, depth + 1))
    return lines


def others(table: Table) -> list[int]:
    """Return the seats of the other players in turn order."""
    return [player.seat for player in table.others()]


def _shuffles(seat: int, shuffled: bool) -> list[str]:
    return [f"({NAMES[seat]} reshuffles.)"] if shuffled else []


def _gives(table: WatchedTable, frame: Frame) -> list[str]:
    gifts = gift(frame.card)
    if not c.GIVES_CARDS[frame.card]:
        return [f"getting {gifts}."] if gifts else []
    _, seat, drawn, shuffled = frame.all("draw")[0]
    line = f"drawing {counted(drawn)}" + (f" and getting {gifts}" if gifts else "")
    return [*_shuffles(seat, shuffled), line + "."]


Lines = tuple[list[str], list[str]]


def _adventurer(table: WatchedTable, frame: Frame) -> Lines:
    revealed = [event for event in frame.all("top") if event[2] != STOP]
    treasures = [event[2] for event in revealed if c.IS_TREASURE[event[2]]]
    rest = [event[2] for event in revealed if not c.IS_TREASURE[event[2]]]
    shuffled = any(event[3] for event in frame.all("top"))
    return [*_shuffles(table.active, shuffled), f"drawing {listed(treasures)} and discarding {listed(rest)}."], []


def _bureaucrat(table: WatchedTable, frame: Frame) -> Lines:
    own_lines = ["gaining a Silver and putting it on the deck."] if frame.all("gain") else []
    put = {event[2]: event[3] for event in frame.all("ask") if event[1] == "bureaucrat"}
    shielded = {event[2] for event in frame.all("ask") if event[1] == "moat" and event[3] == YES}
    lines = []
    for seat in others(table):
        if seat in put:
            lines.append(f"{NAMES[seat]} puts {listed([put[seat]])} back on the deck.")
        elif seat not in shielded and frame.hands[seat]:
            lines.append(f"{NAMES[seat]} reveals {listed(frame.hands[seat])}.")
    return own_lines, lines


def _cellar(table: WatchedTable, frame: Frame) -> Lines:
    _, seat, drawn, shuffled = frame.all("draw")[0]
    return [*_shuffles(seat, shuffled), f"discarding and drawing {counted(drawn)}."], []


def _chancellor(table: WatchedTable, frame: Frame) -> Lines:
    return [f"{'' if frame.all('ask')[0][3] == YES else 'not '}discarding the deck."], []


def _chapel(table: WatchedTable, frame: Frame) -> Lines:
    return [f"trashing {listed([event[2] for event in frame.all('trash')])}."], []


def _council_room(table: WatchedTable, frame: Frame) -> Lines:
    lines = []
    for _, seat, drawn, shuffled in frame.all("draw")[1:]:
        lines += [*_shuffles(seat, shuffled), f"{NAMES[seat]} draws {counted(drawn)}."]
    return [], lines


def _gains(table: WatchedTable, frame: Frame, end: str = "") -> Lines:
    trashed = [event[2] for event in frame.all("trash")]
    gained = [event[2] for event in frame.all("gain")]
    lines = [f"trashing {'the Feast' if card == frame.card == c.FEAST else listed([card])}." for card in trashed]
    return lines + [f"gaining {listed([card])}{end}." for card in gained], []


def _mine(table: WatchedTable, frame: Frame) -> Lines:
    return _gains(table, frame, " in hand")


def _library(table: WatchedTable, frame: Frame) -> Lines:
    lines: list[str] = []
    for kind, *event in frame.events:
        if kind == "top" and event[1] != STOP:
            lines += [*_shuffles(event[0], event[2]), "drawing 1 card."]
            card = event[1]
        elif kind == "ask" and event[2] == YES:
            lines[-1] = f"setting aside {listed([card])}."
    return lines, []


def _militia(table: WatchedTable, frame: Frame) -> Lines:
    shielded = {event[2] for event in frame.all("ask") if event[1] == "moat" and event[3] == YES}
    lines = []
    for seat in others(table):
        hand_size = len(frame.hands[seat])
        if seat not in shielded:
            lines.append(
                f"{NAMES[seat]} "
                + (f"discards {counted(hand_size - 3)}." if hand_size > 3 else f"only has {hand_size} cards.")
            )
    return [], lines


def _moneylender(table: WatchedTable, frame: Frame) -> Lines:
    return ["trashing a Copper for +$3." if frame.all("trash") else "but has no Copper to trash."], []


def _remodel(table: WatchedTable, frame: Frame) -> Lines:
    return _gains(table, frame) if frame.all("trash") else (["but has nothing to remodel."], [])


def _spy(table: WatchedTable, frame: Frame) -> Lines:
    parts: dict[bool, list[str]] = {True: [], False: []}
    answers = iter([event[3] == YES for event in frame.all("ask") if event[1] == "spy"])
    for _, seat, card, shuffled in frame.all("top"):
        is_active = seat == table.active
        lines = parts[is_active]
        if card == STOP:
            lines.append("revealing nothing (no cards)." if is_active else f"{NAMES[seat]} reveals nothing (no cards).")
            continue
        lines += _shuffles(seat, shuffled)
        is_discarded = next(answers)
        if is_active:
            lines.append(f"revealing {listed([card])} and {'discarding' if is_discarded else 'keeping'} it.")
        else:
            words = f"making {NAMES[seat]} discard" if is_discarded else f"letting {NAMES[seat]} keep"
            lines.append(f"{words} {listed([card])}.")
    return parts[True], parts[False]


def _thief(table: WatchedTable, frame: Frame) -> Lines:
    me, lines = NAMES[table.active], list[str]()
    for seat in others(table):
        tops = [event for event in frame.all("top") if event[1] == seat and event[2] != STOP]
        if not tops:
            continue
        revealed = [event[2] for event in tops]
        lines += [*_shuffles(seat, any(event[3] for event in tops)), f"{NAMES[seat]} reveals {listed(revealed)}."]
        for _, owner, card in frame.all("trash"):
            if owner == seat:
                both = len({card for card in revealed if c.IS_TREASURE[card]}) < 2
                which = (
                    f"one of {NAMES[seat]}'s {PLURALS[card]}" if both else f"{NAMES[seat]}'s {c.name_of(card, 'en')}"
                )
                lines.append(f"{me} trashes {which}.")
    gained = [event[3] for event in frame.all("ask") if event[1] == "thief_gain" and event[3] != STOP]
    return [], lines + [f"{me} gains the trashed {c.name_of(card, 'en')}." for card in gained]


def _throne_room(table: WatchedTable, frame: Frame) -> Lines:
    return ([] if frame.inner else ["but has no action card to play with it."]), []


def _witch(table: WatchedTable, frame: Frame) -> Lines:
    shielded = {event[2] for event in frame.all("ask") if event[1] == "moat" and event[3] == YES}
    cursed = {event[1] for event in frame.all("gain")}
    return [], [
        f"{NAMES[seat]} gains {'a Curse' if seat in cursed else 'nothing'}."
        for seat in others(table)
        if seat not in shielded
    ]


SPECIAL = {
    c.ADVENTURER: _adventurer,
    c.BUREAUCRAT: _bureaucrat,
    c.CELLAR: _cellar,
    c.CHANCELLOR: _chancellor,
    c.CHAPEL: _chapel,
    c.COUNCIL_ROOM: _council_room,
    c.FEAST: _gains,
    c.LIBRARY: _library,
    c.MILITIA: _militia,
    c.MINE: _mine,
    c.MONEYLENDER: _moneylender,
    c.REMODEL: _remodel,
    c.SPY: _spy,
    c.THIEF: _thief,
    c.THRONE_ROOM: _throne_room,
    c.WITCH: _witch,
    c.WORKSHOP: _gains,
}


def write_game(setup: Setup, seed: str, choose: Choose, turns: int = 400) -> tuple[str, dict[str, Any], bool]:
    """Play a game and write its log.

    Returns:
        The log, the engine's own sheet, and whether the game ended within ``turns`` turns.
    """
    table = WatchedTable(setup, SeededChance(seed), choose)
    with watched_effects():
        turn.deal(table)
        names = NAMES[: setup.players]
        table.lines += [f"({name}'s first hand: {listed(table.hands[seat])}.)" for seat, name in enumerate(names)]
        for _ in range(turns):
            table.lines += ["", f"--- {names[table.active]}'s turn {table.turns[table.active] + 1} ---"]
            table.laid, before = False, len(table.lines)
            turn.take_turn(table)
            table.lines.append(f"({names[table.active]} draws: {listed(table.hands[table.active])}.)")
            if table.lines[before].startswith("("):
                table.lines.insert(before, f"{names[table.active]} does nothing.")
            if table.is_over():
                break
            table.active = (table.active + 1) % table.players
    sheet = turn.outcome(table).sheet
    ending = list(_ending(table))
    order = joined(names).replace("and ", "and then ")
    body = ["Game log", f"Turn order is {order}.", "", *table.lines, "", *ending]
    return "\n".join([*_head(table, sheet, ending), *body]) + "\n", sheet, table.is_over()


def _ending(table: Table) -> Iterator[str]:
    if table.is_over():
        empty = [PLURALS[code] for code in table.piles if not table.supply[code]]
        yield "All Provinces are gone." if not table.supply[c.PROVINCE] else f"{joined(empty)} are all gone."
        keys = [(-c.points(own_lines), turns) for own_lines, turns in zip(table.owned, table.turns, strict=True)]
        best = [NAMES[seat] for seat, key in enumerate(keys) if key == min(keys)]
        yield f"{best[0]} wins!" if len(best) == 1 else f"{joined(best)} rejoice in their shared victory!"


def _head(table: Table, sheet: dict[str, Any], ending: Sequence[str]) -> Iterator[str]:
    yield from reversed(ending)
    yield ""
    yield f"cards in supply: {joined([c.name_of(name, 'en') for name in sheet['kingdom']])}"
    yield "----------------------"
    for name, row in zip(NAMES, sheet["seats"], strict=False):
        deck = [code for card, copies in row["deck"].items() for code in [c.by_name(card)] * copies]
        scoring = [code for code in deck if c.IS_VICTORY[code] or c.IS_CURSE[code]]
        yield f"{name}: {row['points']} points ({listed(scoring)}); {row['turns']} turns"
        holdings = ", ".join(
            f"{n} {PLURALS[code] if n > 1 else c.name_of(code, 'en')}" for code, n in Counter(deck).items()
        )
        yield f"     [{len(deck)} cards] {holdings}"
    yield "----------------------"
    yield f"trash: {listed([c.by_name(card) for card, n in sheet['trash'].items() for _ in range(n)])}"


_HEAD = re.compile(r"--- (.+)'s turn \d+ ---")


def shuffled_victims(text: str, seed: str) -> tuple[str, int]:
    """Return the log with the lines of each attack's victims, and of other players' draws, in another order.

    The lines of one victim stay together and in order. Returns: the log, and how many runs came out in another order.
    """
    rng, lines, changed = random.Random(seed), list[str](), 0
    run: dict[str, list[str]] = {}
    active, depth = "", 0

    def flush() -> None:
        nonlocal changed
        order = list(run)
        rng.shuffle(order)
        changed += order != list(run)
        lines.extend(line for name in order for line in run[name])
        run.clear()

    for line in text.split("\n"):
        subject = next((name for name in NAMES if name != active and name in line), "")
        dots = line.count("... ")
        if run and (not subject or dots != depth):
            flush()
        if head := _HEAD.fullmatch(line):
            active = head[1]
        if subject and dots:
            depth = dots
            run.setdefault(subject, []).append(line)
        else:
            lines.append(line)
    flush()
    return "\n".join(lines), changed
