"""Check an event file, or a report: a file with its points (art. 1.4, REQ-601, REQ-605)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.findings import Finding, Severity
from tournament.regulation import reporting
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
        findings += _points_findings(content["points"], file, report.derived.places)
    return findings, report.derived


def _points_findings(points: Any, file: event_file.EventFile, places: list[str]) -> list[Finding]:
    """Compare both results of every player with the regulation (REQ-601, REQ-605)."""
    rows = points if isinstance(points, Mapping) else {}
    read: dict[str, Mapping[str, Any]] = {
        player: row if isinstance(row, Mapping) else {} for player, row in rows.items()
    }
    fascia = file.event.fascia_effective or file.event.fascia
    multiplied = {player: row.get("multiplied") for player, row in read.items()}
    findings = reporting.compare_points(multiplied, places, fascia, regulation=file.event.regulation)
    for place, player in enumerate(places, start=1):
        value = read.get(player, {}).get("ordinary")
        bound = half_points(place, regulation=file.event.regulation)
        if value != bound:
            params = {"player": player, "value": value, "bound": bound}
            path = f"points[{place - 1}].ordinary"
            findings.append(Finding("REPORT_ORDINARY_POINTS", Severity.ERROR, path, params, "1.4", value, bound))
    return findings
