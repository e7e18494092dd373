"""What a score sheet's fields must be by the others: the total of its parts, the plagues of the cells, the rounds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from .findings import parts
from .reading import Findings, Report, Seat, read

_WORDS: Final = {
    "it": {"comes": "risulta {}", "so_far": "finora {}"},
    "en": {"comes": "comes to {}", "so_far": "so far {}"},
}
#: Parts of a total that the form asks for; the others are nought where nothing is said.
_ASKED: Final = ("lands_vp", "persons_vp", "victories_vp", "immediate", "plagues")


def follows(sheet: Mapping[str, Any], setup: Mapping[str, Any], players: int, edition: str) -> dict[str, str]:
    """Return the total that the parts told so far give, the plagues that lie under the cells, the rounds.

    Arguments:
        sheet: as :func:`games.era_of_kingdoms.check.sheet.check` returns it.
    """
    words = _WORDS["en" if edition == "en" else "it"]
    report = read(dict(sheet), players, Findings())
    found: dict[str, str] = {}
    for index, seat in enumerate(report.seats):
        found |= {f"s{index}_{name}": said for name, said in _of_seat(report, seat, words).items()}
    turns = report.seats[report.start].numbers["turns"]
    return found if turns is None else found | {"rounds": words["comes"].format(turns)}


def _of_seat(report: Report, seat: Seat, words: Mapping[str, str]) -> dict[str, str]:
    found = {}
    if seat.cells is not None and any(cell.plagues for cell in seat.cells):
        found["plagues"] = words["comes"].format(sum(cell.plagues for cell in seat.cells))
    told = parts(report, seat)
    known = [told[name] for name in _ASKED if told[name] is not None]
    if known:
        whole = len(known) == len(_ASKED)
        total = sum(value for value in told.values() if value is not None)
        found["points"] = words["comes" if whole else "so_far"].format(total)
    return found
