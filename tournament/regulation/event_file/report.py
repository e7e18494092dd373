"""Check an event file, or a report: a file with its points (art. 1.4, REQ-601, REQ-605)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from games.findings import Finding, Severity, has_errors
from tournament.regulation import reporting
from tournament.regulation.beacon import signature_findings
from tournament.regulation.draws import Draw
from tournament.regulation.draws import verify as verify_draw
from tournament.regulation.event_file import verify as event_file
from tournament.regulation.points import half_points


def content_findings(content: Mapping[str, Any]) -> tuple[list[Finding], event_file.Derived]:
    """Return the findings on an event file, or on a report: a file that also holds ``points``.

    Arguments:
        content: the object that the file holds.
    Errors: BadEventFile.
    """
    facts = {name: value for name, value in content.items() if name != "points"}
    file = event_file.parse(facts)
    report = event_file.verify(file)
    findings = list(report.findings)
    if "points" in content:
        findings += _points_findings(content["points"], file, report.derived)
    return findings, report.derived


def game_of(content: Mapping[str, Any]) -> str:
    """Return the game of a file that :func:`content_findings` has read: whose words tell the findings on its sheets."""
    return str(content["event"]["game"])


def _points_findings(points: Any, file: event_file.EventFile, derived: event_file.Derived) -> list[Finding]:
    """Compare both results of every player with the regulation (REQ-601, REQ-605)."""
    rows = points if isinstance(points, Mapping) else {}
    read: dict[str, Mapping[str, Any]] = {
        player: row if isinstance(row, Mapping) else {} for player, row in rows.items()
    }
    fascia = file.event.fascia_effective or file.event.fascia
    multiplied = {player: row.get("multiplied") for player, row in read.items()}
    findings = reporting.compare_points(
        multiplied, derived.places, fascia, left=derived.left, regulation=file.event.regulation
    )
    for place, player in enumerate(derived.places, start=1):
        value = read.get(player, {}).get("ordinary")
        bound = half_points(place, has_left=player in derived.left, regulation=file.event.regulation)
        if value != bound:
            params = {"player": player, "value": value, "bound": bound}
            path = f"points[{place - 1}].ordinary"
            findings.append(Finding("REPORT_ORDINARY_POINTS", Severity.ERROR, path, params, "1.4", value, bound))
    return findings


@dataclass(frozen=True, slots=True)
class DrawLine:
    """A draw of an event file, made again.

    Arguments:
        path: in the file.
        findings: of the draw alone, its beacon's signature among them.
    """

    path: str
    draw: Draw
    findings: tuple[Finding, ...]

    @property
    def state(self) -> str:
        """Return ``wrong``, ``by_hand``, ``by_phones`` (both only possible) or ``true`` (the same outcome)."""
        if has_errors(self.findings):
            return "wrong"
        if self.draw.by_hand or self.draw.by_phones:
            return "by_hand" if self.draw.by_hand else "by_phones"
        return "true"


def draw_lines(content: Mapping[str, Any]) -> list[DrawLine]:
    """Return every recorded draw of an event file or report, each once, with what is wrong with it.

    The signatures of beacons are checked too; where the library is missing a warning says so.

    Errors: BadEventFile.
    """
    file = event_file.parse({name: value for name, value in content.items() if name != "points"})
    lines: list[DrawLine] = []
    for path, draw in _recorded(file):
        if not any(line.draw == draw for line in lines):
            wrong = verify_draw(draw)
            # A signature is checked of a well-formed record only.
            signed = [] if has_errors(wrong) else signature_findings(draw.beacon)
            found = [finding.under(path) for finding in (*wrong, *signed)]
            lines.append(DrawLine(path, draw, tuple(found)))
    return lines


def _recorded(file: event_file.EventFile) -> Iterator[tuple[str, Draw]]:
    """Yield the path and record of each draw of a file; a draw of the seats of a round stands at each of its tables."""
    for index, info in enumerate(file.rounds):
        if info.kingdom is not None and info.kingdom.draw is not None:
            yield f"rounds[{index}].kingdom", info.kingdom.draw
        for number, table in enumerate(info.tables):
            if table.draw is not None:
                yield f"rounds[{index}].tables[{number}]", table.draw
