"""Precedence and winners over random games, reimplemented from the text of sections 4 and 5."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.chance import SeededChance
from games.decision import Decision, Watching
from games.megalomania import rounds
from games.megalomania.cards import COLOUR, DWARF, EMPEROR, KNIGHT, RANK, SORCERER
from games.megalomania.pack import loading as pack
from games.megalomania.state import NOBODY, Setup, Table, Trick
from games.megalomania.tricks import WITH_CRYSTAL, winner
from tests.unit.games.megalomania.golden_plans import curious

PACK = pack.get()
VALUE = PACK.value_of


def cards_by_the_rules(table: Table, seat: int) -> set[int]:
    """Return the playable cards by R6.1.

    Any card when leading; else the lead colour, else the dominant colour, else any; the lowest of them after a
    Sorcerer; an Assassin (any card under scroll 20) with a crystal, unless an Emperor is active.
    """
    trick = table.trick
    assert trick is not None
    cards = {*table.hands[seat], *table.shown[seat]}
    allowed = cards
    if trick.cards:
        for colour in (trick.trump, trick.lead):
            of_colour = {card for card in cards if COLOUR[card] == colour}
            allowed = of_colour or allowed
        if trick.has(SORCERER):
            allowed = {card for card in allowed if VALUE[card] == min(map(VALUE.__getitem__, allowed))}
    crystals = table.crystals[seat] + (table.extra if table.scroll_owner == seat else 0)
    if not crystals or trick.has(EMPEROR):
        return allowed
    free = table.scroll == 20 and table.scroll_owner == seat
    return allowed | {WITH_CRYSTAL[card] for card in cards - allowed if free or RANK[card] == 1}


@pytest.mark.parametrize("number", range(24))
def test_precedence_of_every_card_played(number: int) -> None:
    players = 2 + number % 3
    bot = curious(f"precedence/{number}", set())
    seen = 0

    def watching(decision: Decision) -> Any:
        nonlocal seen
        if decision.kind == "play":
            seen += 1
            assert set(decision.options) == cards_by_the_rules(decision.context, decision.player)
        return bot(decision)

    rounds.play(Setup(players, 0, PACK, PACK.dominant), SeededChance(f"precedence/{number}"), Watching(watching))
    assert seen > 50


def winner_by_the_rules(trick: Trick) -> int:
    """Return the winner by the pseudo-code of section 4 with the marks of section 5."""
    if trick.winner_by_scroll != NOBODY:
        return trick.winner_by_scroll
    plays = list(zip(trick.seats, trick.colours, trick.values, trick.dead, range(len(trick.cards)), strict=True))
    inside = [play for play in plays if play[0] != trick.duck]
    trumps = [play for play in inside if play[1] == trick.trump and not play[3]]
    fighting = trumps or [play for play in inside if play[1] == trick.lead]
    if not fighting:
        return trick.duck
    if trick.has(DWARF):
        return min(fighting, key=lambda play: (play[2], -play[4]))[0]
    return max(fighting, key=lambda play: (play[2], -play[4]))[0]


@given(data=st.data())
def test_winner_of_any_trick(data: st.DataObject) -> None:
    """Any colours, values (also equal and below zero), dead cards, a Dwarf, scroll 16."""
    players = data.draw(st.integers(2, 4))
    colour = st.integers(0, 3)
    trick = Trick(data.draw(st.integers(0, players - 1)), data.draw(colour))
    trick.seats = [(trick.leader + step) % players for step in range(players)]
    trick.cards = data.draw(st.lists(st.integers(0, 31), min_size=players, max_size=players, unique=True))
    trick.colours = data.draw(st.lists(colour, min_size=players, max_size=players))
    trick.values = data.draw(st.lists(st.integers(-3, 5), min_size=players, max_size=players))
    trick.dead = [
        dead and col == trick.trump for dead, col in zip(data.draw(_flags(players)), trick.colours, strict=True)
    ]
    trick.lead = trick.colours[0]
    if data.draw(st.booleans()):
        trick.used |= 1 << DWARF
    if data.draw(st.booleans()):
        trick.duck = data.draw(st.sampled_from(trick.seats))
        trick.lead = data.draw(colour) if trick.duck == trick.leader else trick.lead
    elif data.draw(st.booleans()):
        trick.winner_by_scroll = data.draw(st.sampled_from(trick.seats))
    assert winner(trick) == winner_by_the_rules(trick)


def _flags(players: int) -> st.SearchStrategy[list[bool]]:
    return st.lists(st.booleans(), min_size=players, max_size=players)


@pytest.mark.parametrize("number", range(12))
def test_leader_and_taker_in_whole_games(number: int) -> None:
    """Check who leads and who takes every trick of whole games.

    The first trick of a round is led by the left of the dealer; every later one by the winner by the cards, unless a
    Peasant or scroll 19 says otherwise; the taker differs from that winner under scroll 10 only.
    """
    players = 2 + number % 3
    bot = curious(f"leads/{number}", set())
    last: dict[str, Any] = {"trick": None, "round": 0}
    seen = 0

    def watching(decision: Decision) -> Any:
        nonlocal seen
        table: Table = decision.context
        trick = table.trick
        before: Trick | None = last["trick"]
        if decision.kind == "play" and trick is not None and trick is not before and not trick.cards:
            if table.scroll == 19:
                assert trick.leader == table.chosen_leader
            elif table.round != last["round"]:
                assert trick.leader == (table.dealer + 1) % players
            elif before is not None and len(table.tricks) > 0 and table.tricks[-1] is before.cards:
                won_by = winner_by_the_rules(before)
                assert trick.leader == (won_by if before.next_leader == NOBODY else before.next_leader)
                assert table.takers[-1] == won_by or table.scroll == 10
                seen += 1
            last.update(trick=trick, round=table.round)
        elif decision.kind == "play" and trick is not before:
            last.update(trick=trick, round=table.round)
        return bot(decision)

    rounds.play(Setup(players, 0, PACK, PACK.dominant), SeededChance(f"leads/{number}"), Watching(watching))
    assert seen > 20


@pytest.mark.parametrize("number", range(8))
def test_dead_dominant_cards_only_after_knight(number: int) -> None:
    players = 2 + number % 3
    bot = curious(f"knights/{number}", set())

    def watching(decision: Decision) -> Any:
        table: Table = decision.context
        if decision.kind == "window" and table.trick is not None and any(table.trick.dead):
            first = table.trick.dead.index(True)
            assert table.trick.has(KNIGHT)
            assert any(powers >> KNIGHT & 1 for powers in table.trick.powers[:first])
        return bot(decision)

    outcome = rounds.play(Setup(players, 0, PACK, PACK.dominant), SeededChance(f"knights/{number}"), Watching(watching))
    assert outcome.end == "rounds"
