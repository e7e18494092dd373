"""Public entry point of the score-sheet checks: what can be derived from a reported table without observing the game.

A sheet is the ``sheet`` of a ``score-sheet/1`` file:

``kingdom``
    ten card names. ``tournament`` (default true): the Moat rule and the chain of art. 1.5 apply.
``end``, ``ended_by``
    ``"provinces"``, ``"piles"`` or ``"time"``, and the seat that played the last turn, from 1. ``empty_piles`` may name
    the piles that were empty.
``seats``
    in playing order: ``points``, ``turns``, ``gold`` (Gold cards), ``coins`` (value of all Treasures), ``actions``
    (Action cards), optionally ``lot`` and ``place``; and either ``deck`` (card -> count) or ``breakdown`` (``copper``
    ``silver`` ``gold`` ``estate`` ``duchy`` ``province`` ``curse`` ``gardens`` ``actions`` ``cards``). Each seat may
    use another mode. Numbers that follow from the cards may be left out; so may ``gold``, ``coins`` and ``actions``
    where no tie needs them.
``trash``, ``supply``
    the final piles, card -> count.
``abandoned``
    a player left during the game: the turn order and the places become warnings, and seats may be empty (AMB-35).
``complete``
    false while the user is still typing: missing values are no findings, present ones are checked.
"""

from __future__ import annotations

from typing import Any, Final

from ...game import Check, Criterion
from .. import cards as c
from .bounds import conclude
from .decks import check_cards, check_conservation, check_decks, complete_seat
from .ending import check_ending, check_places
from .numbers import check_gains, check_kingdom, check_missing, check_numbers, check_turns
from .reading import NUMBER_FIELDS, Counts, Findings, Report, Seat, read

#: Tie-break chain outside tournaments; seats equal in both share the place (S0:281).
SHARED_CHAIN: Final = (Criterion("points"), Criterion("turns", fewer_is_better=True))
#: Errors downgraded to warnings at an abandoned table: the turn order, the last player, the places.
SOFT_IF_ABANDONED: Final = frozenset(("T1", "T2", "T3", "P1", "P2", "X2", "X5"))


def check(sheet: dict[str, Any], *, players: int) -> Check:
    """Check a reported table against the rules of the game and of the championship.

    Arguments:
        sheet: see the module; it is not modified.
        players: number of players at the table, 2 to 4.

    Returns:
        Findings in the order F, K, T, S, D, C, X, P. An ERROR is impossible in any legal game, a WARNING is possible
        and to be confirmed. After a defect of form, K1 or D1 nothing further is derived from the cards.

    Raises:
        ValueError: the game cannot be played by so many players. The sheet itself never raises.
    """
    report, collector, is_derived = _derive(sheet, players)
    check_kingdom(report, collector)
    check_turns(report, collector)
    if is_derived:
        check_missing(report, collector)
        _check_bounds(report, collector)
        check_places(report, collector)
    findings, rows = tuple(sorted(collector.entries, key=_order)), tuple(map(_row, report.seats))
    if report.tournament:
        return Check(findings, rows, canonical(report))
    return Check(findings, tuple(row | {"lot": None} for row in rows), canonical(report), SHARED_CHAIN)


def derive_numbers(sheet: dict[str, Any], *, players: int) -> list[dict[str, int | None]]:
    """Return the rows of :func:`check` per seat, without checking what the numbers allow.

    Raises:
        ValueError: as :func:`check`.
    """
    return [_row(seat) for seat in _derive(sheet, players)[0].seats]


def _derive(sheet: dict[str, Any], players: int) -> tuple[Report, Findings, bool]:
    """Read a sheet and fill in the numbers that follow from its cards.

    Returns: the report; the findings so far; whether the cards were well-formed, so that numbers follow from them.
    """
    if players not in c.SUPPLY:
        raise ValueError(f"Dominion is played by 2 to 4, not by {players}")
    abandoned = isinstance(sheet, dict) and sheet.get("abandoned") is True
    collector = Findings(SOFT_IF_ABANDONED if abandoned else frozenset())
    report = read(sheet, players, collector)
    is_readable = not collector.has_form() and not collector.has("K1")
    if is_readable:
        check_cards(report, collector)
    is_derived = is_readable and not collector.has("D1")
    if is_derived:
        for seat in report.seats:
            complete_seat(report, seat, collector)
    return report, collector, is_derived


def _check_bounds(report: Report, findings: Findings) -> None:
    facts = conclude(report)
    check_numbers(facts, findings)
    if findings.has("S0"):
        return
    check_gains(facts, findings)
    check_decks(facts, findings)
    check_conservation(facts, findings)
    check_ending(facts, findings)


def _order(finding: Any) -> int:
    return "MFKTSGWDCXP".index(finding.code[0])


def _row(seat: Seat) -> dict[str, int | None]:
    return {name: getattr(seat, name) for name in (*NUMBER_FIELDS, "lot")}


def _names(counts: Counts, codes: range | list[int]) -> dict[str, int]:
    return {c.NAMES[code]: counts[code] for code in codes if counts[code]}


def canonical(report: Report) -> dict[str, Any]:
    """Return the sheet with code names and every derivable number filled in; underivable ones are left out."""
    sheet: dict[str, Any] = {
        "kingdom": [c.NAMES[code] for code in report.named],
        "tournament": report.tournament,
        "end": report.end,
        "ended_by": report.ended_by,
        "seats": [_canonical_seat(seat) for seat in report.seats],
    }
    if report.empty_piles:
        sheet["empty_piles"] = [c.NAMES[code] for code in report.empty_piles]
    if report.trash is not None:
        sheet["trash"] = _names(report.trash, c.CODES)
    if report.supply is not None:
        in_game = [*c.BASE_CODES, *sorted(report.kingdom or ())]
        extra = [code for code in c.CODES if report.supply[code] and code not in in_game]
        sheet["supply"] = {c.NAMES[code]: report.supply[code] for code in [*in_game, *extra]}
    if not report.moat_rule:
        sheet["moat_rule"] = False
    if report.abandoned:
        sheet["abandoned"] = True
    if not report.complete:
        sheet["complete"] = False
    return sheet


def _canonical_seat(seat: Seat) -> dict[str, Any]:
    entry: dict[str, Any] = _row(seat)
    if seat.place is not None:
        entry["place"] = seat.place
    if seat.deck is not None:
        entry["deck"] = _names(seat.deck, c.CODES)
    elif seat.breakdown is not None:
        entry["breakdown"] = {name: count for name, count in seat.breakdown.items() if count is not None}
    return entry
