"""Art. 1.5 (AMB-06): check the turns of a game that the time limit ended."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.findings import Finding, Severity
from tournament.regulation.parameters import Regulation, TimeOut

#: The end of a game, in a ``score-sheet/1``, that the time limit ended.
ENDED_BY_TIME = "time"


def time_out_findings(sheet: Mapping[str, Any], *, regulation: Regulation) -> list[Finding]:
    """Art. 1.5: return a finding for each seat with fewer turns than another, where everybody must have as many.

    That is where the version finishes the round of turns and the game ended on time; an abandoned table, or one whose
    turns are not all written, is not judged.

    Arguments:
        sheet: of a table of Dominion, as its ``score-sheet/1``.
    """
    is_judged = sheet.get("end") == ENDED_BY_TIME and not sheet.get("abandoned")
    if regulation.readings.time_out is not TimeOut.FINISH_ROUND or not is_judged:
        return []
    turns = [seat.get("turns") for seat in sheet.get("seats") or () if isinstance(seat, Mapping)]
    written = [number for number in turns if isinstance(number, int)]
    if not written or len(written) != len(turns):
        return []
    most = max(written)
    return [
        Finding(
            "TIME_OUT_ROUND",
            Severity.ERROR,
            f"seats[{seat}].turns",
            {"value": number, "bound": most},
            "1.5",
            number,
            most,
        )
        for seat, number in enumerate(written)
        if number < most
    ]
