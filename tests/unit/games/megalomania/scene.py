"""A table of Megalomania with given cards and the scripted answers of its players. Seats are A, B, C, D."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.decision import Decision
from games.megalomania import notation, resources, rounds, scrolls, tricks
from games.megalomania.cards import CODES, COLOURS, COUNT, NAMES, RANKS
from games.megalomania.pack import loading as pack
from games.megalomania.state import NOBODY, Setup, Table

SEATS = "ABCD"
#: Dealt to four by D: A gets the black cards, B the red, C the yellow, D the blue ones.
BY_COLOUR = " ".join(f"{colour}_{rank}" for rank in RANKS for colour in COLOURS)


class Laid:
    """A randomness source that puts the named cards first and picks given values.

    Arguments:
        decks: per shuffle of the 32 cards, the cards that come first. picks: the answers of ``pick``, then 0.
    """

    def __init__(self, decks: Sequence[Sequence[int]] = (), picks: Sequence[int] = ()) -> None:
        self.decks, self.picks = list(decks), list(picks)
        self.shuffles = 0

    def shuffle(self, items: list[Any]) -> None:
        self.shuffles += 1
        if len(items) == COUNT and self.decks:
            first = self.decks.pop(0)
            items[:] = [*first, *(card for card in items if card not in first)]

    def pick(self, count: int) -> int:
        return self.picks.pop(0) if self.picks else 0


def cards(text: str) -> list[int]:
    """Parse ``"red_dwarf blue_oracle"`` as codes."""
    return [CODES[name] for name in text.split()]


def seat(letter: str) -> int:
    """Return the seat of a letter: ``"C"`` is seat 2."""
    return SEATS.index(letter)


def _word(kind: str, option: int) -> str:
    """Return an option as a record writes it, seats and piles as their number only."""
    return str(notation.show(kind, option)).removeprefix("seat_").removeprefix("pile_")


class Scene:
    """The table and its script.

    Arguments:
        answers: either every answer in order as a record writes it (too few or too many fail the test), or by kind or
            ``"B:kind"`` the answers of that kind, after which the first option is taken.
        hands: per seat. leader: a letter. dominant: a colour. mission, scroll (in force, of ``owner``).
        previous: the cards of the trick before. crystals, cubes: per seat. held: scrolls per seat. deck: the cards on
            top of the pack when a round is dealt. dealer: a letter. scroll_deck: next first.
    """

    def __init__(
        self,
        answers: str | Mapping[str, str] = "",
        *,
        players: int = 4,
        hands: Sequence[str] = (),
        leader: str = "A",
        dominant: str = "yellow",
        mission: int = 5,
        scroll: int = 0,
        owner: str = "",
        previous: str = "",
        crystals: Sequence[int] = (),
        cubes: Sequence[int] = (),
        held: Mapping[str, Sequence[int]] | None = None,
        played: Sequence[int] = (),
        scroll_deck: Sequence[int] = (),
        decks: Sequence[str] = (),
        picks: Sequence[int] = (),
        dealer: str = "D",
        pairs: bool = False,
    ) -> None:
        self.in_order = answers.split() if isinstance(answers, str) else None
        self.by_kind = {} if isinstance(answers, str) else {kind: text.split() for kind, text in answers.items()}
        self.asked: list[Decision] = []
        figures = pack.get()
        colour = COLOURS.index(dominant)
        setup = Setup(players, seat(dealer), figures, (colour,) * pack.ROUNDS, pairs)
        self.table = Table(setup, Laid([cards(deck) for deck in decks], picks), self._answer)
        self.leader = seat(leader)
        table = self.table
        table.mission, table.dominant = mission, colour
        table.hands = [cards(hands[each]) if each < len(hands) else [] for each in range(players)]
        table.crystals = [*crystals, *[0] * (players - len(crystals))]
        table.cubes = [*cubes, *[0] * (players - len(cubes))]
        table.scroll, table.scroll_owner = scroll, seat(owner) if owner else NOBODY
        table.tricks, table.takers = ([cards(previous)], [0]) if previous else ([], [])
        for letter, seat_scrolls in (held or {}).items():
            table.held[seat(letter)] = list(seat_scrolls)
        table.played = list(played)
        table.scroll_deck = list(scroll_deck)

    def _answer(self, decision: Decision) -> Any:
        self.asked.append(decision)
        options_by_word = {_word(decision.kind, option): option for option in decision.options}
        if self.in_order is not None:
            assert self.in_order, f"no answer left for {decision.kind}: {list(options_by_word)}"
            word = self.in_order.pop(0)
        else:
            script = self.by_kind.get(f"{SEATS[decision.player]}:{decision.kind}") or self.by_kind.get(decision.kind)
            if not script:
                return decision.options[0]
            word = script.pop(0)
        assert word in options_by_word, (
            f"{SEATS[decision.player]} {decision.kind}: {word} is none of {list(options_by_word)}"
        )
        return options_by_word[word]

    def trick(self) -> str:
        """Play one trick; return its winner's letter and, where another leads next, that one's, too: ``"BC"``."""
        led_next = tricks.play_one(self.table, self.leader)
        self.leader = led_next
        won_by = SEATS[self.table.takers[-1]]
        self.assert_all_answered()
        return won_by if SEATS[led_next] == won_by else won_by + SEATS[led_next]

    def round(self, mission: int) -> Scene:
        """Play a whole round of a mission."""
        rounds.play_round(self.table, mission)
        self.assert_all_answered()
        return self

    def resources(self) -> Scene:
        """Play only the selection of resources."""
        resources.select(self.table)
        self.assert_all_answered()
        return self

    def assert_all_answered(self) -> None:
        unused = (
            self.in_order if self.in_order is not None else [word for each in self.by_kind.values() for word in each]
        )
        assert not unused, f"{unused} were not asked for"

    def options(self, kind: str, index: int = 0) -> list[str]:
        """Return the options of the question of a kind, as a record writes them."""
        decision = [each for each in self.asked if each.kind == kind][index]
        return [_word(kind, option) for option in decision.options]

    def kinds(self) -> list[str]:
        """Return the kinds of the questions, in order, with the letter of the player."""
        return [f"{SEATS[each.player]}:{each.kind}" for each in self.asked]

    def hand(self, letter: str) -> str:
        return " ".join(NAMES[card] for card in self.table.hands[seat(letter)])

    def taken(self, index: int = -1) -> str:
        """Return the cards of a trick in order of play."""
        return " ".join(NAMES[card] for card in self.table.tricks[index])

    def points(self) -> list[int]:
        """Return the points of the round just played."""
        return [scores[-1] for scores in self.table.scores]


def play(scene: Scene, scroll: int, letter: str = "A") -> Scene:
    """Put the scroll into a player's hand, who plays it."""
    scene.table.held[seat(letter)].append(scroll)
    scrolls.play(scene.table, seat(letter), scroll)
    scene.assert_all_answered()
    return scene
