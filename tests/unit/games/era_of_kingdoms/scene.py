"""A table in the middle of a game, with given cards and the scripted answers of its players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.era_of_kingdoms import moves, notation, turn
from games.era_of_kingdoms.game import GAME
from games.era_of_kingdoms.kingdom import CELLS, REALMS, Kingdom, Shadow, Stack
from games.era_of_kingdoms.pack.loading import pack
from games.era_of_kingdoms.state import Table
from games.game import Decision

PACK = pack()
CODES = PACK.codes


def codes(names: str) -> list[int]:
    """Parse ``"field farm"`` as codes."""
    return [CODES[name] for name in names.split()]


def named(cards: Sequence[int]) -> list[str]:
    """Return codes as sorted names."""
    return sorted(PACK.cards[code].id for code in cards)


class Orderly:
    """A randomness source that moves the top card (the last) to the bottom, records shuffles and picks the last."""

    def __init__(self) -> None:
        self.shuffled: list[list[str]] = []

    def shuffle(self, items: list[Any]) -> None:
        items.insert(0, items.pop())
        self.shuffled.append([PACK.cards[code].id for code in items])

    def pick(self, count: int) -> int:
        return count - 1


class Scene:
    """The table and its script.

    Arguments:
        answers: to every question in order, as a record writes them; too few or too many fail the test.
        hands: per seat, cards by blanks. boards: per seat, cell -> stack from bottom to top; ``*`` is a High Yield and
            ``!`` a plague of the stack's resource beneath. persons: per seat. realms: per seat, 0 to 2.
        decks, discards: base, medium, advanced; a deck's top is named first. None leaves the whole deck.
        row: the trade board's rows. riches: per side, where they differ from the start.
    """

    def __init__(
        self,
        *answers: Any,
        players: int = 2,
        hands: Sequence[str] = (),
        boards: Sequence[Mapping[str, str]] = (),
        persons: Sequence[str] = (),
        realms: Sequence[int] = (),
        decks: Sequence[str | None] = (None, None, None),
        discards: Sequence[str] = (),
        row: Sequence[str] | None = None,
        riches: Sequence[int] = (),
        shadow: str = "",
    ) -> None:
        self.answers = list(answers)
        self.asked: list[tuple[int, str, list[Any]]] = []
        self.chance = Orderly()
        self.table = Table(GAME.setup(players, {"trade": row is not None}), self.chance, self._choose)
        for deck, cards in enumerate(decks):
            if cards is not None:
                self.table.decks[deck] = codes(cards)[::-1]
        for deck, cards in enumerate(discards):
            self.table.discards[deck] = codes(cards)
        for deck, cards in enumerate(row or ()):
            self.table.board[deck] = codes(cards)
        for seat, kingdom in enumerate(self.table.kingdoms):
            kingdom.hand = codes(hands[seat]) if seat < len(hands) else []
            kingdom.realm = realms[seat] if seat < len(realms) else 0
            kingdom.persons = codes(persons[seat]) if seat < len(persons) else []
            kingdom.person_chosen = [[] for _ in kingdom.persons]
            for cell, cards in (boards[seat] if seat < len(boards) else {}).items():
                kingdom.cells[CELLS.index(cell)] = self._stack(cards)
            kingdom.refresh()
        for side, number in enumerate(riches):
            self.table.sides[side].riches = number
        if shadow:
            self._lay_shadow(shadow)
        self.table.actions = 3

    def _stack(self, text: str) -> Stack:
        names = text.split()
        lands = [name for name in names if name not in "*!"]
        stack = Stack(CODES[lands[0]])
        stack.lands = [CODES[name] for name in lands]
        stack.yields = names.count("*")
        if "!" in names:
            letter = "FWMP"[PACK.cards[stack.lands[0]].resource]
            stack.plagues = [CODES[f"plague_{letter}"]] * names.count("!")
        return stack

    def _lay_shadow(self, names: str) -> None:
        shadow = self.shadow
        for code in codes(names):
            kind = PACK.cards[code].type
            (shadow.lands if kind == "land" else shadow.persons if kind == "person" else shadow.victories).append(code)
        shadow.refresh()

    def _choose(self, decision: Decision) -> Any:
        option_words = [notation.show(decision, option) for option in decision.options]
        self.asked.append((decision.player, decision.kind, option_words))
        assert self.answers, f"{decision.kind} is asked: {option_words}"
        scripted_answer = self.answers.pop(0)
        assert scripted_answer in option_words, f"{decision.kind}: {scripted_answer} is none of {option_words}"
        return notation.read(decision, scripted_answer)

    # --- reading the table
    # ------------------------------------------------------------------------------------------------

    def __getitem__(self, seat: int) -> Kingdom:
        return self.table.kingdoms[seat]

    @property
    def shadow(self) -> Shadow:
        assert self.table.shadow is not None
        return self.table.shadow

    def hand(self, seat: int = 0) -> list[str]:
        return named(self[seat].hand)

    def discards(self, deck: int = 0) -> list[str]:
        return named(self.table.discards[deck])

    def deck(self, deck: int = 0) -> list[str]:
        """Return a deck's cards, top first."""
        return [PACK.cards[code].id for code in self.table.decks[deck][::-1]]

    def stack(self, cell: str, seat: int = 0) -> list[str]:
        cell_stack = self[seat].cells[CELLS.index(cell)]
        return [] if cell_stack is None else [PACK.cards[code].id for code in cell_stack.lands]

    def plagues(self, cell: str, seat: int = 0) -> int:
        stack = self[seat].cells[CELLS.index(cell)]
        return 0 if stack is None else len(stack.plagues)

    def riches(self) -> list[int]:
        return [side.riches for side in self.table.sides]

    def units(self, seat: int = 0) -> str:
        """Return a seat's units, as ``"F1 W0 M2 P0"``."""
        return " ".join(f"{name}{units}" for name, units in zip("FWMP", self[seat].units, strict=True))

    def realm(self, seat: int = 0) -> str:
        return REALMS[self[seat].realm]

    def kinds(self) -> list[str]:
        return [kind for _, kind, _ in self.asked]

    # --- acting -----------------------------------------------------------------------------------------------------

    def legal(self) -> list[Any]:
        """Return every legal answer to ``act`` now, in words."""
        decision = Decision(self.table.active, "act", moves.act_options(self.table), self.table)
        return [notation.show(decision, option) for option in decision.options]

    def play(self, name: str) -> Scene:
        """Play a card of the active player's hand, which must be legal, without counting the action."""
        hand = self[self.table.active].hand
        if CODES[name] not in hand:
            hand.append(CODES[name])
        assert name in self.legal(), f"{name} is none of {self.legal()}"
        moves.play_card(self.table, CODES[name])
        return self.done()

    def take(self, choice: str) -> Scene:
        """Give one answer to ``act``."""
        decision = Decision(self.table.active, "act", moves.act_options(self.table), self.table)
        option = notation.read(decision, choice)
        assert option in decision.options, f"{choice} is none of {self.legal()}"
        moves.take(self.table, option)
        return self.done()

    def turn(self, seat: int = 0) -> Scene:
        """Play a whole turn."""
        turn.take_turn(self.table, seat)
        return self.done()

    def done(self) -> Scene:
        assert not self.answers, f"not asked: {self.answers}"
        return self
