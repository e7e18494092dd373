"""Art. 1.2 and 1.4: the report of an event: its deadline, its contents, its points."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any

from games.findings import Finding, Severity
from tournament.regulation.names import clean_name, name_key
from tournament.regulation.parameters import CURRENT, TIME_ZONE, Fascia, Regulation
from tournament.regulation.points import event_points
from tournament.regulation.refused import Refused

#: Sections of a report besides photos and the Forum's address (docs/rules/regulation.md, section 6).
SECTIONS = (
    "identity",
    "days",
    "place",
    "fascia",
    "regulation",
    "organiser",
    "referee",
    "announcement",
    "players",
    "consents",
    "kingdoms",
    "tables",
    "standings",
    "final",
    "final_places",
    "ordinary_points",
    "multiplied_points",
)
PHOTOS, FORUM_REPORT = "photos", "forum_report"


@dataclass(frozen=True, slots=True)
class ReportFacts:
    """Art. 1.2, 1.4: the content of a report.

    Arguments:
        sections: which of SECTIONS are complete.
        photos: how many photos; forum_report: the address of the part published on the Forum, or empty.
    """

    sections: Collection[str]
    photos: int
    forum_report: str


def missing(facts: ReportFacts, *, regulation: Regulation = CURRENT) -> list[Finding]:
    """Art. 1.2, 1.4: return one finding per part a report lacks (REQ-601, REQ-602, REQ-603, REQ-606).

    The path of a finding is the part.
    """
    items = [section for section in SECTIONS if section not in facts.sections]
    if facts.photos < regulation.report_photos:
        items.append(PHOTOS)
    if not facts.forum_report.strip():
        items.append(FORUM_REPORT)
    return [Finding("REPORT_MISSING", Severity.ERROR, item, {"item": item}, "1.4") for item in items]


def check_complete(facts: ReportFacts, *, regulation: Regulation = CURRENT) -> None:
    """Art. 1.4: require a complete report (REQ-606). Errors: REPORT_INCOMPLETE, with the missing parts."""
    items = tuple(finding.path for finding in missing(facts, regulation=regulation))
    if items:
        raise Refused("REPORT_INCOMPLETE", missing=items)


def report_deadline(last_day: date, *, regulation: Regulation = CURRENT) -> datetime:
    """Art. 1.2: return the first moment that is too late for the report (REQ-604, AMB-16).

    Arguments:
        last_day: the day of the final.
    Returns: midnight, Europe/Rome, at the end of the seventh day after it.
    """
    too_late = last_day + timedelta(days=regulation.report_days + 1)
    return datetime.combine(too_late, time(), tzinfo=TIME_ZONE)


def compare_points(
    reported: Mapping[Any, int | None],
    places: Sequence[Any],
    fascia: Fascia,
    *,
    left: Collection[Any] = (),
    regulation: Regulation = CURRENT,
) -> list[Finding]:
    """Art. 1.4: return every difference between reported multiplied points and the regulation's (REQ-605, REQ-606).

    Arguments:
        reported: half-points by player; places: players from first to last; fascia: the effective one.
        left: who was not present any more at the end (AMB-31).
    Returns: one finding per player, its path ``points[place - 1]``.
    """
    findings = []
    for row in event_points(places, fascia, left=left, regulation=regulation):
        value = reported.get(row.player)
        if value != row.multiplied:
            params = {"player": str(row.player), "value": value, "bound": row.multiplied}
            path = f"points[{row.place - 1}]"
            findings.append(Finding("REPORT_POINTS", Severity.ERROR, path, params, "1.4", value, row.multiplied))
    return findings


def notes(
    *, officials: Collection[Any], players: Collection[Any], winner: Any = None, homologating: Any = None
) -> list[Finding]:
    """Art. 1.2: warn about officials who play in an event they run or homologate, which is allowed (REQ-306, AMB-27).

    Arguments:
        officials: organiser and referees; players: who played; winner: the first; homologating: the referent.
    """
    warnings_found = [
        Finding("ORGANISER_PLAYS", Severity.WARNING, "officials", {"player": str(official)}, "1.2")
        for official in officials
        if official in players
    ]
    if homologating is not None and winner == homologating:
        warnings_found.append(Finding("REFERENT_WON", Severity.WARNING, "final_places[0]", {}, "1.2"))
    return warnings_found


@dataclass(frozen=True, slots=True)
class EventDays:
    """One event of a player: its name and its days."""

    name: str
    first_day: date
    last_day: date


def overlaps(player: str, events: Iterable[EventDays]) -> list[Finding]:
    """Art. 1.2: warn about a player in two events on the same days; all of them count (REQ-301, AMB-26)."""
    ordered = sorted(events, key=lambda event: (event.first_day, event.last_day, event.name))
    warnings_found = []
    for index, first in enumerate(ordered):
        for second in ordered[index + 1 :]:
            if second.first_day > first.last_day:
                break
            params = {"player": player, "first": first.name, "second": second.name}
            warnings_found.append(Finding("EVENTS_OVERLAP", Severity.WARNING, "", params, "1.2"))
    return warnings_found


def same_names(people: Iterable[tuple[str, str]]) -> list[Finding]:
    """Art. 1.6: warn about records with equal name and surname, perhaps one person (AMB-25).

    Arguments:
        people: (first name, last name) of each record, in whatever spelling.
    """
    spellings: dict[str, list[str]] = {}
    for first, last in people:
        spellings.setdefault(name_key(first, last), []).append(clean_name(f"{first} {last}"))
    return [
        Finding("SAME_NAME", Severity.WARNING, "players", {"name": names[0]}, "1.6")
        for key, names in spellings.items()
        if key and len(names) > 1
    ]
