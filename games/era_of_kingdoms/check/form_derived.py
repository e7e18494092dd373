"""Fields of a score sheet that follow from the others: the total of its parts, the plagues of the cells, the rounds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from .numbers import parts
from .reading import Findings, Report, Seat, read

_WORDS: Final = {
    "it": {"comes": "risulta {}", "so_far": "finora {}"},
    "en": {"comes": "comes to {}", "so_far": "so far {}"},
}
#: Parts of a total that the form has fields for; the others are 0 if nothing is entered.
_ASKED: Final = ("lands_vp", "persons_vp", "victories_vp", "immediate", "plagues")


def follows(sheet: Mapping[str, Any], setup: Mapping[str, Any], players: int, edition: str) -> dict[str, str]:
    """Return the total of the parts entered so far, the plagues under the cells, and the rounds.

    Arguments:
        sheet: as :func:`games.era_of_kingdoms.check.sheet.check` returns it.
    """
    words = _WORDS["en" if edition == "en" else "it"]
    report = read(dict(sheet), players, Findings())
    texts: dict[str, str] = {}
    for index, seat in enumerate(report.seats):
        texts |= {f"s{index}_{name}": text for name, text in _of_seat(report, seat, words).items()}
    turns = report.seats[report.start].numbers["turns"]
    return texts if turns is None else texts | {"rounds": words["comes"].format(turns)}


def _of_seat(report: Report, seat: Seat, words: Mapping[str, str]) -> dict[str, str]:
    texts = {}
    if seat.cells is not None and any(cell.plagues for cell in seat.cells):
        texts["plagues"] = words["comes"].format(sum(cell.plagues for cell in seat.cells))
    values_by_part = parts(report, seat)
    known = [values_by_part[name] for name in _ASKED if values_by_part[name] is not None]
    if known:
        is_complete = len(known) == len(_ASKED)
        total = sum(value for value in values_by_part.values() if value is not None)
        texts["points"] = words["comes" if is_complete else "so_far"].format(total)
    return texts
