"""Art. 1.5: the finalists of an event, and the final placing."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from tournament.regulation.parameters import CURRENT, DropOuts, Regulation, WithdrawnFinalist
from tournament.regulation.refusals import FinalistsMismatch


def _players(standings: Iterable[Any]) -> list[Any]:
    """Return the players of standings rows, or the given players, in order."""
    return [getattr(row, "player", row) for row in standings]


def finalists(standings: Iterable[Any], *, left: Collection[Any] = (), regulation: Regulation = CURRENT) -> list[Any]:
    """Art. 1.5: return the players of the final, in order of the definitive standings (REQ-1301).

    A player who left is replaced by the next one still present, unless the version leaves the seat empty (REQ-1306,
    AMB-32). With three present three play; with fewer than the version's least there is no final and the list is empty
    (AMB-33).

    Arguments:
        standings: the definitive standings (StandingRow, or players in order).
        left: all players not present any more.
    """
    departed = set(left)
    order = _players(standings)
    if regulation.readings.withdrawn_finalist is WithdrawnFinalist.MISSING:
        order = order[: regulation.finalists]
    present = [player for player in order if player not in departed]
    if len(present) < regulation.readings.least_finalists:
        return []
    return present[: regulation.finalists]


def final_places(
    standings: Iterable[Any],
    final: Sequence[Any] | None,
    *,
    left: Collection[Any] = (),
    regulation: Regulation = CURRENT,
) -> list[Any]:
    """Art. 1.5: return the final placing, players from first to last (REQ-1302, REQ-1303, REQ-1304).

    The final decides all its places (AMB-02); the others follow in the order of the definitive standings: so a
    finalist who withdrew heads them (AMB-32) and the fourth place after a final of three goes to the next (AMB-33).

    Arguments:
        standings: the definitive standings (StandingRow, or players in order).
        final: the finalists in order of their place in the final; None or empty if no final could be played.
        left: all players not present at the final.
    Errors: FinalistsMismatch if ``final`` does not hold exactly the finalists.
    """
    order = _players(standings)
    expected = finalists(order, left=left, regulation=regulation)
    played = list(final or ())
    if len(played) != len(set(played)) or set(played) != set(expected):
        raise FinalistsMismatch(expected=tuple(map(str, expected)), found=tuple(map(str, played)))
    return places_as_played(order, played, left=left, regulation=regulation)


def places_as_played(
    standings: Iterable[Any],
    final: Sequence[Any],
    *,
    left: Collection[Any] = (),
    regulation: Regulation = CURRENT,
) -> list[Any]:
    """Art. 1.5: return the places with a final as it was played; the others follow in the order of the standings.

    Used directly where the stored final is authoritative: one that stays as it was formed after an accepted correction
    (art. 1.4), and the results of a homologation; otherwise :func:`final_places`, which checks its players.

    Arguments:
        left: all players not present at the final; they come last where the version says so (AMB-12).
    """
    seated = set(final)
    others = [player for player in _players(standings) if player not in seated]
    if regulation.readings.drop_outs is DropOuts.LAST:
        departed = set(left)
        others.sort(key=lambda player: player in departed)
    return list(final) + others
