"""Recompute a report (art. 1.4, REQ-605): derive everything again and return every difference as a finding."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from django.db import DatabaseError
from django.db.models import Q
from django.utils import timezone

from games.findings import Finding, Severity
from tournament.events.selectors import concurrent_events_by_hall
from tournament.exchange.export import event_to_file
from tournament.models import Event, EventRole, Organiser, Person, Report, Sheet
from tournament.models.accounts import account_name
from tournament.models.event import OF_THE_TABLES
from tournament.regulation import reporting
from tournament.regulation.event_file.fields import FORMAT, NAMES_IN_ROUNDS
from tournament.regulation.event_file.report import content_findings
from tournament.regulation.refusals import BadEventFile
from tournament.rounds.selectors import clock_extensions

#: Fields of a round's record about its draws, as named in the file.
_MARKS = ("repeated_draws", "draws_by_hand", "failed_draws")
#: Findings that do not apply to the national final: no fascia, no minimum, no season window, three rounds (AMB-36).
_NOT_FOR_THE_FINAL = frozenset(
    ("EVENT_SEASON", "EVENT_PLAYERS", "EVENT_FASCIA_UNDECIDED", "EVENT_FASCIA_CHANGE", "ROUNDS_REASON_MISSING")
)


logger = logging.getLogger(__name__)

#: Codes for a report that cannot be read, and for one at which the recomputation itself fails.
NOT_RECOMPUTED, RECOMPUTATION_FAILED = "REPORT_NOT_RECOMPUTED", "REPORT_RECOMPUTATION_FAILED"


def report_recompute(report: Report, *, by: Any = None) -> list[Finding]:
    """Art. 1.4: return all findings for the Referent's decision on a report (REQ-605, AMB-26, AMB-27).

    The file derived again from its sheets; its points; whether the event has changed since; tables closed despite the
    engine's errors (their findings become warnings: the referee answered for them); officials who play in the event.

    Arguments:
        by: the user who would homologate, so that a decision on one's own event is reported.
    Returns: the findings; if the report cannot be derived again, an error that says why, and never an exception.
    """
    event = Event.objects.select_related("organiser", "season").get(pk=report.event_id)
    try:
        return _recompute(report, event, by)
    except BadEventFile as bad:
        return [Finding(NOT_RECOMPUTED, Severity.ERROR, str(bad.params["path"]), bad.params, "1.4")]
    except DatabaseError:
        raise
    except Exception as error:
        logger.exception("The report of event %s cannot be recomputed.", event.pk)
        return [Finding(RECOMPUTATION_FAILED, Severity.ERROR, "", {"error": type(error).__name__}, "1.4")]


def _recompute(report: Report, event: Event, by: Any) -> list[Finding]:
    """Return the findings.

    Errors: BadEventFile if the report cannot be read; any other if the event's rows are inconsistent.
    """
    now = event_to_file(event)
    content = _with_marks(report.content, now)
    if event.is_national_final:
        content.pop("points", None)
    findings, _ = content_findings(content)
    if event.is_national_final:
        findings = [finding for finding in findings if finding.code not in _NOT_FOR_THE_FINAL]
    forced = dict(_forced_tables(event))
    findings = [_downgrade(finding, forced) for finding in findings]
    findings += [
        Finding(
            "SHEET_FORCED",
            Severity.WARNING,
            path,
            {"round": round_number, "table": table_number, "reason": reason},
            "1.5",
        )
        for path, (round_number, table_number, reason) in forced.items()
    ]
    findings += _extensions(event)
    findings += find_differences_from_current_event(report.content, now)
    findings += _notes(event, by)
    if event.report_due_at is not None:
        deadline = timezone.localtime(event.report_due_at).strftime("%d/%m/%Y %H:%M")
        findings.append(Finding("REPORT_WEEK_MOVED", Severity.WARNING, "event.last_day", {"due": deadline}, "1.2"))
    return findings


def _with_marks(content: Mapping[str, Any], now: Mapping[str, Any]) -> dict[str, Any]:
    """Return a report with the event's own record of undone, manual and failed draws, even if the report omits them."""
    marks_by_round = {
        round_data["number"]: {name: round_data[name] for name in _MARKS if name in round_data}
        for round_data in now["rounds"]
    }
    if not any(marks_by_round.values()) or not isinstance(content.get("rounds"), list):
        return dict(content)
    rounds = [
        round_data | marks_by_round.get(round_data.get("number"), {}) if isinstance(round_data, dict) else round_data
        for round_data in content["rounds"]
    ]
    return {**content, "format": FORMAT, "rounds": rounds}


def _extensions(event: Event) -> list[Finding]:
    """Art. 1.5: return a warning for each time at which the clock of a round was given more time, with the reason."""
    return [
        Finding(
            "ROUND_CLOCK_EXTENDED",
            Severity.WARNING,
            f"rounds[{extension.round - 1}]",
            {"round": extension.round, "value": extension.minutes, "reason": extension.reason},
            "1.5",
        )
        for extension in clock_extensions(event)
    ]


def _forced_tables(event: Event) -> Iterator[tuple[str, tuple[int, int, str]]]:
    """Yield each table closed despite errors: its path in the file, and round, table and reason."""
    sheets = (
        Sheet.objects.filter(table__round__event=event, state=Sheet.State.CONFIRMED)
        .exclude(forced_reason="")
        .select_related("table__round")
        .order_by("table__round__number", "table__number")
    )
    for sheet in sheets:
        table, round_ = sheet.table, sheet.table.round
        path = f"rounds[{round_.number - 1}].tables[{table.number - 1}]"
        yield path, (round_.number, table.number, sheet.forced_reason)


def _downgrade(finding: Finding, forced: Iterable[str]) -> Finding:
    """Downgrade an engine's error at a table that the referee closed with a reason to a warning."""
    engine = not finding.code.startswith(("EVENT_", "DRAW_", "KINGDOM_", "REPORT_"))
    if engine and finding.is_error and any(finding.path.startswith(f"{path}.") for path in forced):
        return replace(finding, severity=Severity.WARNING)
    return finding


def find_differences_from_current_event(reported: Mapping[str, Any], now: Mapping[str, Any]) -> list[Finding]:
    """Return one finding per leaf where the report's rounds or places differ from the current event (AMB-17).

    An optional field that the report lacks is no difference: the report may be older than the field. Neither is an
    empty list that one of the two leaves out.
    """
    findings = []
    for part in ("rounds", "final_places"):
        for path, value, bound in _differences(reported.get(part), now.get(part), part):
            params = {"value": _shorten(value), "bound": _shorten(bound)}
            difference = Finding(
                "REPORT_OUTDATED", Severity.ERROR, path, params, "1.4", _shorten(value), _shorten(bound)
            )
            findings.append(difference)
    return findings


def _differences(old: Any, new: Any, path: str) -> Iterator[tuple[str, Any, Any]]:
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        added = {key for key in NAMES_IN_ROUNDS if old.get(key) is None}
        for key in sorted({*old, *new} - added):
            yield from _differences(old.get(key), new.get(key), f"{path}.{key}")
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for index, (left, right) in enumerate(zip(old, new, strict=True)):
            yield from _differences(left, right, f"{path}[{index}]")
    elif old != new and not (old in (None, []) and new in (None, [])):
        yield path, old, new


def _shorten(value: Any) -> str:
    text = "" if value is None else str(value)
    return text if len(text) <= 60 else text[:59] + "…"


def _notes(event: Event, by: Any) -> list[Finding]:
    """Art. 1.2: warn about officials among the players, and about players in two events at once.

    Officials are organisers, referees and the Referent.
    """
    played = {place.entry.person_id: place for place in event.final_places.select_related("entry__person")}
    roles = EventRole.objects.filter(event=event, role__in=OF_THE_TABLES)
    officials = set(Person.objects.filter(user__event_roles__in=roles))
    club = Q(user__organisations=event.organiser_id) | Q(user__organiser_memberships__organiser=event.organiser_id)
    officials |= set(Person.objects.filter(club))
    winner = next((place.entry.person for place in played.values() if place.place == 1), None)
    judge = Person.objects.filter(user=by).first() if getattr(by, "pk", None) else None
    findings = reporting.notes(
        officials=sorted(officials, key=lambda person: person.pk),
        players={place.entry.person for place in played.values()},
        winner=winner,
        homologating=judge,
    )
    if getattr(by, "pk", None) and _runs(event, by):
        params = {"person": account_name(by)}
        findings.append(Finding("REFERENT_HOMOLOGATES_OWN", Severity.WARNING, "event.organiser", params, "1.4"))
    names = {person: str(place.entry) for person, place in played.items()}
    return findings + _overlaps(event, names) + _in_one_hall(event)


def _in_one_hall(event: Event) -> list[Finding]:
    """Warn about other events of the same organiser in the same hall on the same days."""
    neighbours = concurrent_events_by_hall([event])[event.pk]
    return [
        Finding(
            "EVENTS_IN_ONE_HALL", Severity.WARNING, "event.venue", {"first": event.name, "second": other.name}, "1.2"
        )
        for other in neighbours
    ]


def _runs(event: Event, user: Any) -> bool:
    acts_for_club = Organiser.objects.run_by(user).filter(pk=event.organiser_id).exists()
    return acts_for_club or event.roles.filter(user=user).exists()


def _overlaps(event: Event, players: Mapping[int, str]) -> list[Finding]:
    """Art. 1.2: warn about players of this event who were in another on the same days (AMB-26)."""
    others = (
        Event.objects.filter(
            entries__person__in=players,
            entries__final_place__isnull=False,
            first_day__lte=event.last_day,
            last_day__gte=event.first_day,
        )
        .exclude(pk=event.pk)
        .values_list("entries__person_id", "name", "first_day", "last_day")
        .order_by("entries__person_id", "first_day", "name")
    )
    event_days = reporting.EventDays(event.name, event.first_day, event.last_day)
    findings = []
    for person, name, first_day, last_day in others:
        if person in players:
            days = [event_days, reporting.EventDays(name, first_day, last_day)]
            findings += reporting.overlaps(players[person], days)
    return findings
