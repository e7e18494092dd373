"""Public entry point of the score-sheet checks (section 14).

The checks report what can be derived from a reported table without observing the game.

A sheet is the ``sheet`` of a ``score-sheet/1`` file:

``pack``, ``trade``, ``start``, ``difficulty``
    the card pack, whether the trade mini-expansion was played, the start player's seat (from 1), in a solo game the
    difficulty.
``drawer``, ``how``, ``rounds``
    the seat that drew Age of Enlightenment (from 1; ``"shadow"`` in a solo game), ``"deck"``, ``"refill"``,
    ``"round_limit"`` or ``"time"`` (then nobody drew it), and how many turns the start player began.
``seats``
    clockwise: ``realm``; ``cells`` (``"N"`` to ``"NW"`` -> ``card``, ``vp``, ``plagues``, ``high_yields``,
    ``cards_bottom_to_top``), ``persons`` and ``victories`` (``card``, ``vp``), or instead of these lists the sums
    ``lands_vp``, ``persons_vp``, ``victories_vp``; ``immediate`` (number of play-immediately cards), ``plagues``,
    ``age_vp``, ``points``, ``riches``, ``attack``, ``defence``, ``food``, ``wood``, ``metal``, ``population`` (without
    Markets and Traders), ``turns``, ``cards_left_the_territory``, optionally ``lot`` and ``place``.
``shadow``
    solo game: the same for the shadow realm, with ``lands`` instead of cells; ``plagues`` and ``high_yields`` are
    lists of resources.
``abandoned``
    a player left during the game: nothing is required, and riches, totals, drawer and turns become warnings.
``readings``
    of older sheets: what they name has to be what is decided (:mod:`games.era_of_kingdoms.readings`), and is dropped.
``complete``
    false while the user is still typing: missing values are no findings, present ones are checked.
"""

from __future__ import annotations

from typing import Any, Final

from ...decided_readings import CODE
from ...findings import Finding
from ...game import Check
from ..kingdom import CELLS
from ..outcome_sheet import SHADOW_WORD
from ..pack.fields import RESOURCES
from ..setup import PLAYERS
from .cards import OF_THE_PACK, check_cards
from .numbers import check_missing, check_rules, parts, row
from .reading import NUMBERS, SUMS, Findings, Listed, Report, Seat, read
from .timing import check_timing

#: Errors downgraded to warnings at an abandoned table.
SOFT_IF_ABANDONED: Final = frozenset(("V1", "V5", "V6", "V7", "V14", "V15"))
_ORDER: Final = ("F", "M", "V")


def check(sheet: dict[str, Any], *, players: int) -> Check:
    """Check a reported table against the rules.

    Arguments:
        sheet: see the module; it is not modified.
        players: number of players at the table, 1 to 4.

    Returns:
        Findings in the order F, M, V1 to V15. An ERROR is impossible in any legal game; a finding that depends on the
        figures of the cards is a WARNING until the pack is that of the printed cards. After a defect of form nothing is
        concluded.

    Raises:
        ValueError: the game cannot be played by so many players. The sheet itself never raises.
    """
    if players not in PLAYERS:
        raise ValueError(f"Era of Kingdoms is played by 1 to 4, not by {players}")
    collector = Findings()
    report = read(sheet, players, collector)
    if report.abandoned:
        collector.soft |= SOFT_IF_ABANDONED
    if not report.pack.printed:
        collector.soft |= OF_THE_PACK
    for seat in report.sides:
        if seat.plagues is None and seat.cells is not None:
            seat.plagues = sum(cell.plagues for cell in seat.cells)
    if not collector.has_form():
        check_missing(report, collector)
        check_rules(report, collector)
        check_cards(report, collector)
        check_timing(report, collector)
    ordered = sorted(collector.entries, key=_place)
    return Check(tuple(ordered), tuple(map(row, report.seats)), canonical(report))


def _place(finding: Finding) -> tuple[int, int]:
    """Return a finding's place in the order: the defects of form, what is missing, the rules by number."""
    return (0, 0) if finding.code == CODE else (_ORDER.index(finding.code[0]), int(finding.code[1:]))


def canonical(report: Report) -> dict[str, Any]:
    """Return the sheet with code names and every derivable number filled in; underivable ones are left out."""
    drawer: int | str | None = None
    if report.drawer is not None:
        drawer = SHADOW_WORD if report.drawer >= report.players else report.drawer + 1
    sheet: dict[str, Any] = {"pack": report.pack.name, "trade": report.trade, "start": report.start + 1}
    if report.difficulty:
        sheet["difficulty"] = report.difficulty
    sheet |= {"drawer": drawer, "how": report.how, "rounds": report.rounds}
    sheet["seats"] = [_canonical_seat(report, seat) for seat in report.seats]
    if report.shadow is not None:
        sheet["shadow"] = _canonical_seat(report, report.shadow)
    if report.abandoned:
        sheet["abandoned"] = True
    if not report.complete:
        sheet["complete"] = False
    return sheet


def _canonical_seat(report: Report, seat: Seat) -> dict[str, Any]:
    cards = report.pack.cards

    def listed(listed_cards: list[Listed] | None) -> list[dict[str, Any]] | None:
        if listed_cards is None:
            return None
        return [_present({"card": cards[card.code].id, "vp": card.vp}) for card in listed_cards]

    def resource_names(indices: list[int] | None) -> list[str] | None:
        return None if indices is None else [RESOURCES[resource] for resource in indices]

    entry: dict[str, Any] = {"realm": seat.realm}
    if seat.cells is not None:
        entry["cells"] = {
            CELLS[cell.index]: _present(
                {
                    "card": cards[cell.top.code].id,
                    "vp": cell.top.vp,
                    "plagues": cell.plagues,
                    "high_yields": cell.yields,
                    "cards_bottom_to_top": None if cell.stack is None else [cards[code].id for code in cell.stack],
                }
            )
            for cell in seat.cells
        }
    sums = parts(report, seat)
    entry |= {"lands": listed(seat.lands), "persons": listed(seat.persons), "victories": listed(seat.victories)}
    entry |= {"plagues": resource_names(seat.plague_resources) if seat.is_shadow else seat.plagues}
    entry |= {"high_yields": resource_names(seat.yields), "cards_left_the_territory": seat.left}
    entry |= {name: sums[name] if name in SUMS else seat.numbers[name] for name in NUMBERS}
    entry |= {"lot": seat.lot, "place": seat.place}
    return _present(entry)


def _present(entry: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in entry.items() if value is not None}
