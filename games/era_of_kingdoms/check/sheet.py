"""The door of the score-sheet checks: what can be said of a reported table without having seen the game (section 14).

A sheet is the ``sheet`` of a ``score-sheet/1`` file:

``pack``, ``trade``, ``start``, ``difficulty``, ``readings``
    the card pack, whether the trade mini-expansion was played, the start player's seat (from 1), alone the difficulty;
    the readings of unclear rules that differ from the recommended ones.
``drawer``, ``how``, ``rounds``
    the seat that drew Age of Enlightenment (from 1; ``"shadow"`` alone), ``"deck"``, ``"refill"`` or ``"round_limit"``
    (then nobody drew it), and how many turns the start player began.
``seats``
    clockwise: ``realm``; ``cells`` (``"N"`` to ``"NW"`` -> ``card``, ``vp``, ``plagues``, ``high_yields``,
    ``cards_bottom_to_top``), ``persons`` and ``victories`` (``card``, ``vp``), or instead of these lists the sums
    ``lands_vp``, ``persons_vp``, ``victories_vp``; ``immediate`` (number of play-immediately cards), ``plagues``,
    ``age_vp``, ``points``, ``riches``, ``attack``, ``defence``, ``food``, ``wood``, ``metal``, ``population`` (without
    Markets and Traders), ``turns``, ``cards_left_the_territory``, optionally ``lot`` and ``place``.
``shadow``
    alone: the same for the shadow realm, with ``lands`` instead of cells; ``plagues`` and ``high_yields`` are lists of
    resources.
``abandoned``
    somebody left during the game: turns, drawer and places become warnings.
``complete``
    false while somebody is still typing: what is missing is no finding, what is there is checked.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any, Final

from ...findings import Finding, Severity
from ...game import Check
from ..kingdom import CELLS
from ..pack.fields import RESOURCES
from ..readings import CHOICES, Readings
from ..setup import PLAYERS
from .cards import OF_THE_PACK, check_cards
from .findings import check_missing, check_rules, parts, row
from .reading import NUMBERS, SUMS, Findings, Listed, Report, Seat, read
from .report import SHADOW_WORD

#: Errors that an abandoned table turns into warnings.
SOFT_IF_ABANDONED: Final = frozenset(("V1", "V5", "V6", "V7"))
_ORDER: Final = ("F", "M", "V")
#: The readings that a check rests on (docs/rules/era_of_kingdoms.md, sections 13 and 17).
RESTS_ON: Final[dict[str, tuple[str, ...]]] = {
    "V2": ("person_slots",),
    "V5": ("riches_vp", "age_vp"),
    "V6": ("age_vp", "shadow_level"),
    "V7": ("drawer_last_turn", "solo_end", "solo_refill_last_turn"),
    "V9": ("riches_vp", "age_vp"),
    "V11": ("stack_counts", "totals_floor", "post_adjacency"),
    "V12": ("board_advanced", "shadow_drawer_advanced", "shadow_level"),
}


def check(sheet: dict[str, Any], *, players: int) -> Check:
    """Return everything that the rules say of a reported table.

    Arguments:
        sheet: see the module; nothing in it is changed.
        players: how many sit at the table, 1 to 4.

    Returns:
        Findings in the order F, M, V1 to V13. An ERROR is impossible in any legal game; what rests on the figures of
        the cards is a WARNING until the pack is that of the printed cards, and so is what rests on a reading that the
        sheet does not name. After a defect of form nothing is concluded.

    Raises:
        ValueError: for a number of players that the game does not have. The sheet itself never raises.
    """
    if players not in PLAYERS:
        raise ValueError(f"Era of Kingdoms is played by 1 to 4, not by {players}")
    found = Findings()
    report = read(sheet, players, found)
    if report.abandoned:
        found.soft |= SOFT_IF_ABANDONED
    if not report.pack.printed:
        found.soft |= OF_THE_PACK
    for seat in report.sides:
        if seat.plagues is None and seat.cells is not None:
            seat.plagues = sum(cell.plagues for cell in seat.cells)
    if not found.has_form():
        check_missing(report, found)
        found.found += what_rests(report, found.soft)
    ordered = sorted(found.found, key=lambda finding: (_ORDER.index(finding.code[0]), int(finding.code[1:])))
    return Check(tuple(ordered), tuple(map(row, report.seats)), canonical(report))


def what_rests(report: Report, soft: frozenset[str]) -> list[Finding]:
    """V1 to V13. What the sheet's own readings and every other reading that it does not name refuse is an error."""
    found = _under(report, report.readings, soft)
    doubtful: set[tuple[str, object]] = set()
    for code in {finding.code for finding in found if finding.is_error}:
        for other in others(report, code):
            still = {_check_of(finding) for finding in _under(report, other, soft)}
            doubtful |= {_check_of(each) for each in found if each.code == code} - still
    return [
        replace(finding, severity=Severity.WARNING) if _check_of(finding) in doubtful else finding for finding in found
    ]


def _check_of(finding: Finding) -> tuple[str, object]:
    return finding.code, finding.params.get("case")


def others(report: Report, code: str) -> Iterator[Readings]:
    """Yield the readings under which a check may come out otherwise, and which the sheet leaves open."""
    names = [name for name in RESTS_ON.get(code, ()) if name not in report.chosen]
    for values in product(*(CHOICES[name] for name in names)):
        changes: dict[str, Any] = dict(zip(names, values, strict=True))
        yield replace(report.readings, **changes)


def _under(report: Report, readings: Readings, soft: frozenset[str]) -> list[Finding]:
    found = Findings(soft)
    check_rules(replace(report, readings=readings), found)
    check_cards(replace(report, readings=readings), found)
    return found.found


def canonical(report: Report) -> dict[str, Any]:
    """Return the sheet with code names and every number that follows filled in; what it does not say is left out."""
    drawer: int | str | None = None
    if report.drawer is not None:
        drawer = SHADOW_WORD if report.drawer >= report.players else report.drawer + 1
    sheet: dict[str, Any] = {"pack": report.pack.name, "trade": report.trade, "start": report.start + 1}
    if report.difficulty:
        sheet["difficulty"] = report.difficulty
    sheet |= {"drawer": drawer, "how": report.how, "rounds": report.rounds}
    if report.chosen:
        sheet["readings"] = {name: getattr(report.readings, name) for name in CHOICES if name in report.chosen}
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

    def listed(found: list[Listed] | None) -> list[dict[str, Any]] | None:
        return None if found is None else [_present({"card": cards[card.code].id, "vp": card.vp}) for card in found]

    def resources(found: list[int] | None) -> list[str] | None:
        return None if found is None else [RESOURCES[resource] for resource in found]

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
    entry |= {"plagues": resources(seat.plague_resources) if seat.is_shadow else seat.plagues}
    entry |= {"high_yields": resources(seat.yields), "cards_left_the_territory": seat.left}
    entry |= {name: sums[name] if name in SUMS else seat.numbers[name] for name in NUMBERS}
    entry |= {"lot": seat.lot, "place": seat.place}
    return _present(entry)


def _present(entry: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in entry.items() if value is not None}
