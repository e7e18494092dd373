"""Course of a game: twelve rounds of one deal and one mission each (S89, S149, S257), and its end."""

from __future__ import annotations

from typing import Final

from ..decision import Choose
from ..game import Chance, Outcome
from . import dealing, ending, missions, outcome_sheet, resources, scrolls, tricks
from .pack.loading import ROUNDS, SCROLLS
from .state import NOBODY, Setup, Table

#: The only reason for which a game ends.
END: Final = "rounds"


def play(setup: Setup, chance: Chance, choose: Choose) -> Outcome:
    """Play one complete game and return its outcome.

    Raises:
        IllegalChoice: an answer is not one of the options.
    """
    table = Table(setup, chance, choose)
    prepare_decks(table)
    for _ in range(ROUNDS):
        play_round(table, table.mission_deck.pop(0))
    return outcome(table)


def prepare_decks(table: Table) -> None:
    """Shuffle the missions allowed for the number of players (reading 9.4) and the scrolls (S83)."""
    table.mission_deck = list(table.pack.missions[table.players])
    table.scroll_deck = list(range(1, SCROLLS + 1))
    table.chance.shuffle(table.mission_deck)
    table.chance.shuffle(table.scroll_deck)


def dealer_of(first: int, number: int, players: int) -> int:
    """Return the dealer's seat in a round, from 0: the role moves to the left (S149).

    Arguments:
        first: the first dealer; the player with the nearest birthday is the dealer, not the leader (reading 9.8).
        number: of the round, from 1.
    """
    return (first + number - 1) % players


def play_round(table: Table, mission: int) -> None:
    """Play R0 to R7: colour, mission, deal, scroll, resources, preparation, tricks, score."""
    begin(table, mission)
    dealing.deal(table)
    scrolls.window(table)
    pad_colour = pad_colour_of(table)
    from_resources(table)
    table.dominant = pad_colour
    table.rows.append(outcome_sheet.row(table))
    resources.give_back(table)


def pad_colour_of(table: Table) -> int:
    """Return the colour for the round's column: of the pad, or of scroll 1; never one turned up in mission 14."""
    if table.mission == missions.TURNED_COLOUR and not scrolls.fixes_colour(table):
        return table.setup.dominant[table.round - 1]
    return table.dominant


def from_resources(table: Table) -> None:
    """Play R4 to R7: resources, preparation, tricks, score."""
    resources.select(table)
    dealing.prepare(table)
    tricks.play_all(table)
    score(table)


def begin(table: Table, mission: int) -> None:
    """R0 and R1: set the next dealer, the round's colour and the mission, and reset the state of the last round."""
    table.round += 1
    table.mission = mission
    table.dealer = dealer_of(table.setup.dealer, table.round, table.players)
    table.dominant = table.setup.dominant[table.round - 1]
    table.scroll, table.scroll_owner, table.scroll_used = 0, NOBODY, False
    table.chosen_leader, table.extra, table.subject = NOBODY, 0, NOBODY
    table.entries, table.choices = [], [None] * table.players
    table.tricks, table.takers, table.trick = [], [], None


def score(table: Table) -> None:
    """R7: score the mission after scrolls 11 and 12, with positive points doubled by scroll 3."""
    table.effective = scrolls.effective_tricks(table)
    taken = tricks_of(table)
    each = missions.points_each(table.mission, table.pack)
    for seat, amount in enumerate(missions.amounts(table.mission, taken, table.effective, table.pack)):
        points = amount * each
        if table.scroll == scrolls.DOUBLE and seat == table.scroll_owner:
            points = missions.doubled(points)
        table.scores[seat].append(points)


def tricks_of(table: Table) -> list[list[list[int]]]:
    """Return, per seat, the cards of each of its tricks, as they are at the end of the round."""
    taken: list[list[list[int]]] = [[] for _ in range(table.players)]
    for taker, cards in zip(table.takers, table.tricks, strict=True):
        taken[taker].append(cards)
    return taken


def outcome(table: Table) -> Outcome:
    """R8: return totals, places and the sheet."""
    results, setup = ending.results(table), table.setup
    return Outcome(
        players=table.players,
        places=ending.places_of(results, pairs=setup.pairs),
        scores=tuple(result.total for result in results),
        turns=(table.round,) * table.players,
        end=END,
        sheet=outcome_sheet.sheet(table, results),
    )
