"""Art. 1.5: the finalists of an event, and the final placing."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from tournament.regulation.errors import FinalistsMismatch
from tournament.regulation.parameters import CURRENT, Regulation


def _players(standings: Iterable[Any]) -> list[Any]:
    """Return the players of standings rows, or the given players, in order."""
    return [getattr(row, "player", row) for row in standings]


def finalists(standings: Iterable[Any], *, left: Collection[Any] = (), regulation: Regulation = CURRENT) -> list[Any]:
    """Art. 1.5: return the players of the final, in order of the definitive standings (REQ-1301).

    A player who left is replaced by the next one still present (REQ-1306, AMB-32). With three present three play; with
    fewer there is no final and the list is empty (AMB-33).

    Arguments:
        standings: the definitive standings (StandingRow, or players in order).
        left: all players not present any more.
    """
    departed = set(left)
    present = [player for player in _players(standings) if player not in departed]
    if len(present) < regulation.finalists - 1:
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
    return places_as_played(order, played)


def places_as_played(standings: Iterable[Any], final: Sequence[Any]) -> list[Any]:
    """Art. 1.5: return the places with a final as it was played; the others follow in the order of the standings.

    Used directly only for a final that stays as it was formed after an accepted correction (art. 1.4); otherwise
    :func:`final_places`, which checks its players.
    """
    seated = set(final)
    return list(final) + [player for player in _players(standings) if player not in seated]
