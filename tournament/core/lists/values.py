"""Read the values of cells: a day, yes or no, points. What cannot be read is a sentence for the row."""

from __future__ import annotations

from datetime import date, datetime
from decimal import Decimal, InvalidOperation
from typing import Final

from django.utils.translation import gettext as _

from tournament.core.lists.tables import Cell
from tournament.regulation.names import folded

_DAYS: Final = ("%d/%m/%Y", "%Y-%m-%d", "%d-%m-%Y", "%d.%m.%Y", "%Y/%m/%d")
_YES: Final = frozenset({"1", "true", "vero", "si", "s", "yes", "y", "x", "ok", "acconsento", "accetto"})
_NO: Final = frozenset({"", "0", "false", "falso", "no", "n", "-"})


class CellWrong(Exception):
    """A cell that cannot be read; its only argument is a sentence."""


def read_day(cell: Cell) -> date | None:
    """Return a day; None for an empty cell. A time after it does not count. Errors: CellWrong."""
    if isinstance(cell, datetime):
        return cell.date()
    if isinstance(cell, date):
        return cell
    text = str(cell or "").strip()
    if not text:
        return None
    for pattern in _DAYS:
        try:
            return datetime.strptime(text.split(" ")[0], pattern).date()
        except ValueError:
            continue
    raise CellWrong(_("“%(value)s” is not a valid date: write it like 31/12/1990.") % {"value": text[:40]})


def read_yes(cell: Cell) -> bool | None:
    """Return yes or no; None for an empty cell. Errors: CellWrong."""
    if cell is None or isinstance(cell, bool):
        return cell
    text = folded(str(cell))
    word = text.partition(",")[0].partition(" ")[0]
    if text in _NO:
        return False if text else None
    if text in _YES or word in _YES:
        return True
    raise CellWrong(_("“%(value)s”: write yes or no") % {"value": str(cell)[:40]})


def read_half_points(cell: Cell) -> int | None:
    """Return points as half points; None for an empty cell. Errors: CellWrong."""
    text = str(cell if cell is not None else "").strip().replace(",", ".")
    if not text:
        return None
    try:
        doubled = Decimal(text) * 2
    except InvalidOperation:
        doubled = Decimal("NaN")
    if not doubled.is_finite() or doubled != int(doubled) or not 0 <= doubled <= 100_000:
        raise CellWrong(_("points “%(value)s”: write 12 or 12,5") % {"value": str(cell)[:40]})
    return int(doubled)
