"""Scrolls of a score sheet: who could play which, how many are left and held at the end (I4, I5, H1, H2).

A row lists its scrolls in order. The first is played from the hand; a 7 is followed by the scroll that it copies, an
8 by the scroll that was kept and played at once (reading 13.5). The number of scrolls drawn by scroll 5 is not on the
sheet, so the deck is tracked as the maximum number that can be left.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from .. import missions, resources, scrolls
from ..pack.loading import SCROLLS
from .reading import Findings, Report, Row


@dataclass(slots=True)
class Ledger:
    """State of the scrolls as implied by the rows, updated row by row.

    Arguments:
        left: maximum number left in the deck. gained: per seat, scrolls certainly obtained; maybe: obtained through
            number 8 with a deck that may have been empty. spent: scrolls played from the hand.
        played: scroll -> round (from 1) in which it left a hand. copyable: scrolls that number 7 may copy.
    """

    left: int
    gained: list[int]
    maybe: list[int]
    spent: list[int]
    played: dict[int, int] = field(default_factory=dict)
    copyable: set[int] = field(default_factory=set)

    def could_hold(self, seat: int) -> int:
        """Return the maximum number of playable scrolls that a seat can have now.

        Number 5 brings another and is not playable itself.
        """
        return self.gained[seat] + self.maybe[seat] - self.spent[seat]


def check_scrolls(report: Report, findings: Findings) -> None:
    """Check I4 and the scrolls of I5 over all rows, then H2; H1, the scrolls held at the end, if a round is written."""
    seats = report.players
    ledger = Ledger(SCROLLS, [0] * seats, [0] * seats, [0] * seats)
    for row in report.rows:
        check_row(row, ledger, findings)
        draw_resources(report, row, ledger, findings)
    check_reward(report, findings)
    check_all_held(report, ledger, findings)
    if report.rows and (report.complete or len(report.rows) == 12):
        check_reward_obtained(report, ledger, findings)
        check_held(report, ledger, findings)


def parts(numbers: tuple[int, ...]) -> Iterator[tuple[int, int, bool]]:
    """Yield position, number and whether it was played from a hand (a target of number 7 was not)."""
    for at, number in enumerate(numbers):
        yield at, number, at == 0 or numbers[at - 1] != scrolls.COPY


def check_row(row: Row, ledger: Ledger, findings: Findings) -> None:
    """Check I4: one player per row, none in the first; each scroll once per game; only scrolls that can be there."""
    path = f"{row.path}.scroll"
    if not row.scrolls:
        if row.owner is not None:
            findings.error("I4", f"{path}.numbers", case="I4:number")
        return
    if row.owner is None:
        findings.error("I4", f"{path}.seat", case="I4:seat")
        return
    if row.index == 0:
        findings.error("I4", path, row.scrolls[0], case="I4:first")
    elif ledger.could_hold(row.owner) < 1:
        findings.error("I4", f"{path}.seat", row.owner + 1, case="I4:none", scroll=row.scrolls[0], seat=row.owner + 1)
    check_chain(row, findings)
    for at, number, from_hand in parts(row.scrolls):
        check_one(row, ledger, findings, at, number, from_hand)


def check_chain(row: Row, findings: Findings) -> None:
    """Check that only 7 and 8 bring another scroll, and that 7 always does."""
    path = f"{row.path}.scroll.numbers"
    for at, number in enumerate(row.scrolls[:-1]):
        if number not in (scrolls.COPY, scrolls.DRAW_THREE):
            findings.error("I4", f"{path}[{at + 1}]", row.scrolls[at + 1], case="I4:one", scroll=number)
    if row.scrolls[-1] == scrolls.COPY:
        findings.error("I4", path, scrolls.COPY, case="I4:target")


def check_one(row: Row, ledger: Ledger, findings: Findings, at: int, number: int, from_hand: bool) -> None:
    """Check one scroll of a row and update the ledger.

    Reading 13.19 says what a 7 may copy, reading 9.9 that scrolls are not reshuffled, so that none comes twice.
    """
    path = f"{row.path}.scroll.numbers[{at}]"
    owner = row.owner if row.owner is not None else 0
    if number in scrolls.NEVER_PLAYED:
        findings.error("I4", path, number, case="I4:never")
        return
    if number == scrolls.ONE_TRICK_MORE_OR_LESS and row.mission in missions.VARIABLE:
        findings.error("I4", path, number, case="I4:fixed", mission=row.mission)
    if from_hand:
        if number in ledger.played:
            findings.error("I4", path, number, ledger.played[number], case="I4:twice")
        ledger.played.setdefault(number, row.index + 1)
        ledger.spent[owner] += 1
        if number != scrolls.COPY:
            ledger.copyable.add(number)
    elif number == scrolls.COPY or number not in ledger.copyable:
        findings.error("I4", path, number, case="I4:copy")
    if number == scrolls.DRAW_THREE:
        if at + 1 < len(row.scrolls) and ledger.left == 0:
            findings.error("I4", path, number, case="I4:empty")
        draw_three(ledger, owner)


def draw_three(ledger: Ledger, owner: int) -> None:
    """Apply number 8: one of three, or of what is left, is kept (reading 13.2); none if the deck is empty (9.9)."""
    if ledger.left > 1:
        ledger.gained[owner] += 1
    else:
        ledger.maybe[owner] += 1
    ledger.left = max(0, ledger.left - scrolls.DRAWN)


def draw_resources(report: Report, row: Row, ledger: Ledger, findings: Findings) -> None:
    """Check I5: every C4 needs a scroll in the deck, which is not reshuffled (reading 9.9)."""
    for seat in range(report.players):
        if row.players[seat].choice != resources.NAMES[resources.SCROLL]:
            continue
        if ledger.left == 0:
            findings.error("I5", row.entry_path(seat, "choice"), "C4", 0, case="I5:deck")
            continue
        ledger.left -= 1
        ledger.gained[seat] += 1


def check_reward(report: Report, findings: Findings) -> None:
    """Check I7: scroll 17 gives 3 points, to one player."""
    paid = [seat for seat, total in enumerate(report.seats) if total.scroll_17]
    if len(paid) > 1:
        findings.error("I7", "seats", len(paid), case="I7:17twice")
    for seat in paid:
        value = report.seats[seat].scroll_17
        if value != scrolls.REWARD_POINTS:
            findings.error("I7", f"seats[{seat}].scroll_17", value, scrolls.REWARD_POINTS, case="I7:17")


def check_reward_obtained(report: Report, ledger: Ledger, findings: Findings) -> None:
    """Check I7: who was paid for scroll 17 obtained a scroll."""
    for seat, total in enumerate(report.seats):
        if total.scroll_17 == scrolls.REWARD_POINTS and ledger.gained[seat] + ledger.maybe[seat] == 0:
            findings.error("I7", f"seats[{seat}].scroll_17", total.scroll_17, 0, case="I7:17none")


def check_all_held(report: Report, ledger: Ledger, findings: Findings) -> None:
    """Check H2: there are 20 scrolls, of which number 17 and those played are held by nobody (S249-S253, S343).

    Of a whole game whose rounds are not written: a player obtains one scroll in a round, and number 5 brings one more;
    numbers 7 and 8 are played for what they bring.
    """
    paid = any(total.scroll_17 == scrolls.REWARD_POINTS for total in report.seats)
    bound = SCROLLS - len(ledger.played) - paid
    held = sum(total.held or 0 for total in report.seats)
    if held > bound:
        findings.error("H2", "seats", held, bound, played=len(ledger.played) + paid)
    if report.rows or report.is_short:
        return
    for seat, total in enumerate(report.seats):
        most = report.rounds + 1 - (total.scroll_17 == scrolls.REWARD_POINTS)
        if total.held is not None and total.held > most:
            findings.error("H2", f"seats[{seat}].held", total.held, most, case="H2:rounds", rounds=report.rounds)


def check_held(report: Report, ledger: Ledger, findings: Findings) -> None:
    """Check H1: scrolls held = obtained - played - number 17, plus one for the player who drew number 5 (13.28)."""
    if any(entry.choice is None for row in report.rows for entry in row.players):
        return
    more: list[int] = []
    for seat, total in enumerate(report.seats):
        if total.held is None:
            continue
        usual = usual_numbers(ledger, seat, paid=bool(total.scroll_17))
        with_fifth = {number + 1 for number in usual} if ledger.gained[seat] + ledger.maybe[seat] else set()
        if total.held not in usual | with_fifth:
            findings.error("H1", f"seats[{seat}].held", total.held, min(usual, default=0))
        elif total.held not in usual:
            more.append(seat)
    if len(more) > 1:
        for seat in more:
            findings.error("H1", f"seats[{seat}].held", report.seats[seat].held, case="H1:two")


def usual_numbers(ledger: Ledger, seat: int, *, paid: bool) -> set[int]:
    """Return the possible numbers of scrolls that a seat holds at the end, not counting number 5.

    A drawn scroll is finally played, held, or number 17: number 5 brings another and is itself never played, so it
    replaces none of these. Empty if more was played, or paid, than was obtained.
    """
    certain = ledger.gained[seat] - ledger.spent[seat] - (1 if paid else 0)
    return {number for number in range(certain, certain + ledger.maybe[seat] + 1) if number >= 0}
