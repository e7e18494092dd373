"""Checks V14 and V15: what the turns of a game allow, whatever the printed cards say.

A turn has three actions, and what gives another one back takes one itself (Survival Tactics, Oracle); each card on a
board was laid by one of them. The realm improves by one step a turn, from the cards in the territory, and counts from
the next draw phase on. Decks and levels of cards are the pack's: what rests on them is a warning while it is a
placeholder.
"""

from __future__ import annotations

from typing import Final

from ..kingdom import CASTLE, REALMS, TOWN_HALL
from ..outcome_sheet import BY_TIME
from ..pack.loading import Pack
from ..setup import AGE_BELOW, SOLO_AGE_BELOW
from ..state import ADVANCED, BASE, FROM_DECK
from .cards import cards_of
from .numbers import CASTLE_LEVEL
from .reading import WITHOUT_DRAWER, Findings, Report, Seat

#: S99: actions of a turn.
ACTIONS: Final = 3
#: The first turn whose draw phase can hold a medium card (realm improved in the first), and whose plays an advanced
#: one, where no card of the base deck has the level that a Castle asks for.
FIRST_WITH_MEDIUM: Final = 2
#: Cards that an Oracle takes from a deck.
ORACLE_CARDS: Final = 3


def check_timing(report: Report, findings: Findings) -> None:
    """Run V14 and V15."""
    check_laid(report, findings)
    check_decks_reached(report, findings)
    for seat in report.sides:
        check_side(report, seat, findings)
    check_realms(report, findings)
    check_drawer_turns(report, findings)
    check_turns_at_castle(report, findings)


def first_castle(pack: Pack) -> int:
    """Return the first turn in which a realm can become a Castle.

    Three cards of level 3 need a turn of their own after the first: the Town Hall came in the first at the earliest,
    and the realm improves by one step a turn. Where the base deck has no card of that level, nobody holds three of
    them before the draw phase of the second turn.
    """
    has_high = any(card.deck == BASE and card.level >= CASTLE_LEVEL for card in pack.cards)
    return 2 if has_high else 3


def turns_of(report: Report, seat: Seat) -> int | None:
    """Return the turns in which a side may have played: one more where the time cut a turn off before it counted."""
    turns = seat.numbers["turns"]
    return None if turns is None else turns + (report.how == BY_TIME)


def all_turns(report: Report, less: int = 0) -> int | None:
    """Return the turns of all players, without the first ``less`` of each; None if the turns of one are missing."""
    total = 0
    for seat in report.seats:
        turns = seat.numbers["turns"]
        if turns is None:
            return None
        total += max(0, turns + (report.how == BY_TIME) - less)
    return total


def laid_by(report: Report, seat: Seat) -> int:
    """Return the least number of cards that were laid on a side's board and still lie there.

    A card with the stack icon lies over another one, even where the sheet names the top card alone.
    """
    cards = report.pack.cards
    number = len(seat.persons or ()) + len(seat.victories or ()) + len(seat.lands or ()) + len(seat.yields or ())
    for cell in seat.cells or ():
        number += len(cell.stack) if cell.stack else 1 + (cards[cell.top.code].icon == "stack")
        number += cell.yields
    return number


def check_laid(report: Report, findings: Findings) -> None:
    """Check V14: all boards together hold no more cards than all turns had actions.

    Swaps move cards between boards, so that only the sum is bounded. Plagues lie under opponents' lands; those of the
    shadow realm were laid by the player, and those of the player by the shadow realm, without an action.
    """
    turns = all_turns(report)
    if turns is None:
        return
    number = sum(laid_by(report, seat) for seat in report.seats)
    number += (report.shadow.plagues or 0) if report.shadow else sum(seat.plagues or 0 for seat in report.seats)
    if number > ACTIONS * turns:
        findings.error("V14", "seats", number, ACTIONS * turns, turns=turns)


def check_decks_reached(report: Report, findings: Findings) -> None:
    """Check V14: medium cards are laid from the second turn on, advanced ones from the turn after the first Castle."""
    cards = report.pack.cards
    decks = [cards[code].deck for seat in report.seats for code in cards_of(seat)]
    for case, deck, first in (
        ("V14:medium", BASE + 1, FIRST_WITH_MEDIUM),
        ("V14:advanced", ADVANCED, first_castle(report.pack) + 1),
    ):
        turns = all_turns(report, first - 1)
        number = sum(each >= deck for each in decks)
        if turns is not None and number > ACTIONS * turns:
            soft = findings.error if report.pack.printed else findings.warning
            soft("V14", "seats", number, ACTIONS * turns, case=case, first=first)


def check_side(report: Report, seat: Seat, findings: Findings) -> None:
    """Check V14 for one board: what no swap brings, and the cards of the shadow realm."""
    turns = turns_of(report, seat)
    if turns is None:
        return
    if seat.is_shadow:
        bound = _shadow_cards(report, turns)
        if laid_by(report, seat) > bound:
            findings.error("V14", "shadow", laid_by(report, seat), bound, case="V14:shadow", turns=turns)
        return
    number = len(seat.cells or ()) + len(seat.persons or ()) + len(seat.victories or ())
    if number > ACTIONS * turns:
        findings.error("V14", seat.path, number, ACTIONS * turns, case="V14:seat", turns=turns)


def _shadow_cards(report: Report, turns: int) -> int:
    """Return the most cards in the territory of the shadow realm (S881-S900, 13.28).

    It draws one card a turn, two from the player's Town Hall on, three from the Castle on; Forgotten Knowledge and Lost
    Artifact bring two each and stay beside the board, so that each copy does so once.
    """
    realm = report.seats[0].realm
    level = len(REALMS) - 1 if realm is None else REALMS.index(realm)
    draws = turns * (1 + (level >= TOWN_HALL)) + max(0, turns + 1 - first_castle(report.pack)) * (level == CASTLE)
    counts = report.pack.counts(report.players, trade=report.trade)
    bringing = (*report.pack.with_effect("forgotten_knowledge"), *report.pack.with_effect("lost_artifact"))
    return draws + sum(counts[code] for code in bringing)


def check_realms(report: Report, findings: Findings) -> None:
    """Check V15: a realm needs its turns, and nobody draws medium cards before somebody has a Town Hall."""
    for seat in report.seats:
        turns = turns_of(report, seat)
        if turns is None or seat.realm is None:
            continue
        step = REALMS.index(seat.realm)
        least = first_castle(report.pack) if step == CASTLE else step
        if turns < least:
            certain = turns < step or report.pack.printed
            (findings.error if certain else findings.warning)(
                "V15", f"{seat.path}.realm", turns, least, realm=seat.realm
            )
    if any(seat.realm in (None, *REALMS[TOWN_HALL:]) for seat in report.seats):
        return
    immediate = sum(seat.numbers["immediate"] or 0 for seat in report.sides)
    if immediate and not report.trade:
        findings.error("V15", "seats", immediate, 0, case="V15:immediate")
    cards = report.pack.cards
    medium = sum(cards[code].deck > BASE for seat in report.sides for code in cards_of(seat))
    if medium:
        (findings.error if report.pack.printed else findings.warning)("V15", "seats", medium, 0, case="V15:medium")


def check_drawer_turns(report: Report, findings: Findings) -> None:
    """Check V15: a Castle draws from the turn after it came; the drawer has another turn after a draw from the deck."""
    if report.drawer is None or report.how is None or report.how in WITHOUT_DRAWER:
        return
    by_shadow = report.drawer >= report.players
    turns = (report.shadow or report.seats[0] if by_shadow else report.seats[report.drawer]).numbers["turns"]
    if turns is None:
        return
    # The shadow realm draws by the player's realm at once (13.28), and the player has another turn, the shadow too.
    after = (0 if by_shadow else 1) + (report.how == FROM_DECK or report.players == 1)
    least, certain = first_castle(report.pack) + after, 2 + after
    if turns < least:
        (findings.error if turns < certain or report.pack.printed else findings.warning)(
            "V15", "drawer", turns, least, case="V15:drawer"
        )


def draws_at_castle(report: Report) -> int | None:
    """Return the most advanced cards drawn in draw phases up to Age of Enlightenment; None if turns are missing."""
    total = 0
    for seat in report.seats:
        turns = seat.numbers["turns"]
        if turns is None:
            return None
        if seat.realm in (None, REALMS[CASTLE]):
            has_last_turn = seat.index != report.drawer or report.how == FROM_DECK
            total += max(0, turns - has_last_turn - first_castle(report.pack))
    if report.shadow is not None:
        turns = report.shadow.numbers["turns"]
        if turns is None:
            return None
        total += max(0, turns - first_castle(report.pack) + 1)
    return total


def check_turns_at_castle(report: Report, findings: Findings) -> None:
    """Check V15: Age of Enlightenment lies below N cards, and each turn at a Castle draws one.

    An Oracle takes three at once, and what brings an Oracle back can make it many in a turn, so that this is a warning;
    each Oracle of the pack is granted once. On the trade board one of the N lies open from the start (13.34).
    """
    if report.drawer is None or report.how is None or report.how in WITHOUT_DRAWER:
        return
    if findings.has_code("V15") or (report.players == 1 and not report.difficulty):
        return
    drawn = draws_at_castle(report)
    if drawn is None:
        return
    below = SOLO_AGE_BELOW[report.difficulty] if report.players == 1 else AGE_BELOW[report.players]
    needed = below + 1 - report.trade
    counts = report.pack.counts(report.players, trade=report.trade)
    bound = drawn + ORACLE_CARDS * sum(counts[code] for code in report.pack.with_effect("oracle"))
    if bound < needed:
        findings.warning("V15", "drawer", needed, bound, case="V15:castle")
