"""Effects of the cards, followed in a log: one function per card that needs one, in the order of the card's text.

Each takes the follower, the depth of the card's own lines and whether the card is played again (Throne Room).
Source: the cards of the first edition and the rulebook's clarifications (rules, section 2).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from .. import cards
from ..cards import (
    ADVENTURER,
    AMOUNT,
    CELLAR,
    CHANCELLOR,
    CHAPEL,
    COPPER,
    COUNCIL_ROOM,
    FEAST,
    IS_ACTION,
    IS_ATTACK,
    IS_TREASURE,
    LIBRARY,
    MINE,
    MONEYLENDER,
    REMODEL,
    THRONE_ROOM,
    WORKSHOP,
)
from .attacks import ATTACKS
from .phrases import total
from .replay import Follower
from .text import Line

#: Deeper than any chain of doubled plays in one game.
DEEPEST: Final = 40


def resolve(game: Follower, code: int, depth: int, *, again: bool = False) -> None:
    """Follow the lines of one play of a card.

    Arguments:
        depth: the depth of its lines. again: whether this is the second play by a Throne Room.
    """
    if IS_ATTACK[code]:
        game.attack = code
        game.shielded.clear()
        game.shows_moats(depth)
    if any(_gifts(code)):
        # The oldest logs do not contain the Cellar's action.
        _give(game, code, depth, silent=code == CELLAR)
    effect = EFFECTS.get(code)
    if effect and depth <= DEEPEST:
        effect(game, depth, again)
    line = game.peek(depth)
    if line:
        game.skip_deeper(depth)


def _gifts(code: int) -> tuple[int, int, int, int]:
    """Return the cards, actions, buys and coins that a card gives."""
    return cards.GIVES_CARDS[code], cards.GIVES_ACTIONS[code], cards.GIVES_BUYS[code], cards.GIVES_COINS[code]


def _give(game: Follower, code: int, depth: int, *, silent: bool) -> None:
    draw, actions, buys, coins = _gifts(code)
    seen = bool(draw) and game.shuffle_line(game.seat, depth)
    line = game.take(depth, "gives")
    game.actions += actions
    game.buys += buys
    game.coins += coins
    logged_draw = draw
    if line:
        logged_draw = line.op.draw or 0
        if (line.op.actions, line.op.buys, line.op.coins) != (actions, buys, coins):
            game.find(
                "L21",
                value=f"+{line.op.actions} +{line.op.buys} +${line.op.coins}",
                bound=f"+{actions} +{buys} +${coins}",
            )
    elif not silent:
        game.missing("bonus")
        logged_draw = game.me.available(draw)
    if draw:
        game.draw(game.seat, draw, logged_draw, seen)
    elif logged_draw:
        game.find("L20", value=logged_draw, bound=0)


def _adventurer(game: Follower, depth: int, again: bool) -> None:
    seen = game.shuffle_line(game.seat, depth)
    line = game.take(depth, "adventures")
    if line is None:
        game.missing("reveal")
        return
    treasure_cards, rest, holding = line.op.cards, line.op.more, game.me
    shown = total(treasure_cards) + total(rest)
    treasures = total(treasure_cards)
    if treasures > AMOUNT[ADVENTURER] or not all(IS_TREASURE[code] for code, _ in treasure_cards):
        game.find("L23", card="adventurer", value=treasures, bound=AMOUNT[ADVENTURER])
    if any(IS_TREASURE[code] for code, _ in rest):
        game.find("L23", card="adventurer", value=shown, bound=AMOUNT[ADVENTURER])
    wanted = shown if treasures >= AMOUNT[ADVENTURER] else holding.deck + holding.discard
    lifted = list(game.reveal(game.seat, treasure_cards + rest, wanted, seen))
    for code in lifted:
        if IS_TREASURE[code]:
            holding.to_hand(code)
        else:
            holding.to_discard(code)


def _cellar(game: Follower, depth: int, again: bool) -> None:
    seen = game.shuffle_line(game.seat, depth)
    line = game.take(depth, "cellar")
    if line is None:
        game.missing("discard")
        return
    count = line.op.number
    if count > game.me.hand:
        game.find("L23", card="cellar", value=count, bound=game.me.hand)
        count = game.me.hand
    game.me.discard_unseen(count)
    game.draw(game.seat, count, count, seen)


def _chancellor(game: Follower, depth: int, again: bool) -> None:
    line = game.take(depth, "dump")
    if line is None:
        game.missing("discard")
    elif line.op.flag:
        game.me.dump_deck()


def _chapel(game: Follower, depth: int, again: bool) -> None:
    line = game.take(depth, "trashing")
    if line is None:
        if not game.take(depth, "cannot") and game.me.hand:
            game.missing("trash")
        return
    if total(line.op.cards) > AMOUNT[CHAPEL]:
        game.find("L23", card="chapel", value=total(line.op.cards), bound=AMOUNT[CHAPEL])
    game.trash_from_hand(line.op.cards)


def _council_room(game: Follower, depth: int, again: bool) -> None:
    for other in game.in_line_order(game.others(), depth):
        seen = game.shuffle_line(other, depth)
        line = game.take(depth, "draws", who=other)
        if line is None and game.holdings[other].available(1):
            game.missing("victim")
        game.draw(other, 1, line.op.number if line else game.holdings[other].available(1), seen)


def _feast(game: Follower, depth: int, again: bool) -> None:
    line = game.take(depth, "trashing")
    holding = game.me
    if line and (line.op.cards != ((FEAST, 1),) or again):
        game.find("L23", card="feast", value=cards.NAMES[line.op.card] if line.op.cards else "")
    elif line is None and not again:
        game.missing("trash")
    if not again and holding.play[FEAST]:
        holding.play[FEAST] -= 1
        holding.play_n -= 1
        holding.own[FEAST] -= 1
        game.trash[FEAST] += 1
    game.gain_up_to(game.take(depth, "gaining"), AMOUNT[FEAST])


def _library(game: Follower, depth: int, again: bool) -> None:
    holding, aside = game.me, list[int]()
    while holding.hand < AMOUNT[LIBRARY] and holding.available(1):
        seen = game.shuffle_line(game.seat, depth)
        if line := game.take(depth, "gives"):
            count = line.op.draw or 0
            bound = min(AMOUNT[LIBRARY] - holding.hand, holding.deck + holding.discard)
            if not 0 < count <= bound or line.op.actions or line.op.buys or line.op.coins:
                game.find("L23", card="library", value=count, bound=bound)
                break
            game.draw(game.seat, count, count, seen)
        elif line := game.take(depth, "aside"):
            if not IS_ACTION[line.op.card] or total(line.op.cards) != 1:
                game.find("L23", card="library", value=cards.NAMES[line.op.card] if line.op.cards else "", bound=1)
            for code in game.reveal(game.seat, line.op.cards, 1, seen):
                # A card set aside has no zone of its own: the ledger's zone that is neither deck nor discard pile is
                # play (D-07).
                holding.to_play(code)
                aside.append(code)
        else:
            game.missing("draw")
            break
    if holding.hand >= AMOUNT[LIBRARY] or not holding.available(1):
        # "drawing nothing", when there was nothing to draw.
        nothing = game.peek(depth)
        if nothing and nothing.op.verb == "gives" and not nothing.op.draw:
            game.take(depth, "gives")
    for code in aside:
        holding.play[code] -= 1
        holding.play_n -= 1
        holding.to_discard(code)


def _mine(game: Follower, depth: int, again: bool) -> None:
    line = game.take(depth, "trashing", "mines")
    if line is None or not line.op.cards:
        game.take(depth, "cannot")
        if game.me.holds(IS_TREASURE):
            game.missing("trash")
        return
    code = line.op.card
    if not IS_TREASURE[code] or total(line.op.cards) != 1:
        game.find("L23", card="mine", value=cards.NAMES[code], bound=1)
    game.trash_from_hand(line.op.cards)
    gained: Line | None = line._replace(op=line.op._replace(cards=line.op.more))
    if line.op.verb == "trashing":
        gained = game.take(depth, "gaining_hand", "gaining")
    game.gain_up_to(gained, cards.COST[code] + AMOUNT[MINE], to="hand", treasure=True)


def _moneylender(game: Follower, depth: int, again: bool) -> None:
    line = game.take(depth, "lends")
    if line is None:
        game.take(depth, "cannot")
        if game.me.pool[COPPER] and game.me.pool_in == game.me.pool_n:
            game.missing("trash")
        return
    if line.op.cards != ((COPPER, 1),) or line.op.coins != AMOUNT[MONEYLENDER]:
        game.find("L23", card="moneylender", value=line.op.coins, bound=AMOUNT[MONEYLENDER])
    game.trash_from_hand(line.op.cards)
    game.coins += AMOUNT[MONEYLENDER]


def _remodel(game: Follower, depth: int, again: bool) -> None:
    line = game.take(depth, "trashing")
    if line is None or not line.op.cards:
        game.take(depth, "cannot")
        if game.me.hand:
            game.missing("trash")
        return
    if total(line.op.cards) != 1:
        game.find("L23", card="remodel", value=total(line.op.cards), bound=1)
    game.trash_from_hand(line.op.cards)
    game.gain_up_to(game.take(depth, "gaining"), cards.COST[line.op.card] + AMOUNT[REMODEL])


def _throne_room(game: Follower, depth: int, again: bool) -> None:
    line = game.take(depth, "throned")
    if line is None:
        game.take(depth, "cannot")
        if game.me.holds(IS_ACTION):
            game.missing("play")
        return
    code = line.op.card
    if code < 0 or not IS_ACTION[code] or total(line.op.cards) != 1:
        game.find("L29", cards=tuple(cards.NAMES[named] for named, _ in line.op.cards))
        return
    game.put_in_play(code)
    game.turns[-1].played.append(cards.NAMES[code])
    resolve(game, code, depth + 1)
    second = game.take(depth, "replays")
    if second is None or second.op.cards != line.op.cards:
        game.missing("replay")
        return
    game.turns[-1].played.append(cards.NAMES[code])
    resolve(game, code, depth + 1, again=True)


def _workshop(game: Follower, depth: int, again: bool) -> None:
    game.gain_up_to(game.take(depth, "gaining"), AMOUNT[WORKSHOP])


EFFECTS: Final[dict[int, Callable[[Follower, int, bool], None]]] = {
    ADVENTURER: _adventurer,
    CELLAR: _cellar,
    CHANCELLOR: _chancellor,
    CHAPEL: _chapel,
    COUNCIL_ROOM: _council_room,
    FEAST: _feast,
    LIBRARY: _library,
    MINE: _mine,
    MONEYLENDER: _moneylender,
    REMODEL: _remodel,
    THRONE_ROOM: _throne_room,
    WORKSHOP: _workshop,
} | ATTACKS
