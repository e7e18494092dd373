"""Present the recomputation of a report: the checks made, and each difference with both values and its article."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Count, Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.findings import Finding
from tournament.core.formatting import ordinal, points
from tournament.core.messages import findings_for_page
from tournament.models import Event, Report, Sheet, Table
from tournament.people.selectors import event_entries, player_id
from tournament.regulation import parameters as regulation
from tournament.regulation.kingdom import has_kingdom
from tournament.regulation.parameters import Kingdoms, Regulation
from tournament.regulation.points import Fascia
from tournament.regulation.translatable import is_one
from tournament.regulation.validity import planned_rounds

#: Codes of findings whose value and bound are half points.
_HALF_POINTS = frozenset(("REPORT_POINTS", "REPORT_ORDINARY_POINTS"))
_TABLE = re.compile(r"^rounds\[(\d+)\](?:\.tables\[(\d+)\])?(?:\.(.*))?$")
_INDEX = re.compile(r"^(\w+)\[(\d+)\]")


@dataclass(frozen=True, slots=True)
class Difference:
    """A reported value that differs from the recomputed one: location, both values, reason, article."""

    where: str
    detail: str
    value: str
    bound: str
    why: str
    article: str

    @property
    def short(self) -> bool:
        """Return whether both values fit a narrow column."""
        return len(self.value) < 16 and len(self.bound) < 16


def player_names(event: Event) -> dict[str, str]:
    """Return the name of every player id in an event's file. Runs one query."""
    return {player_id(entry): str(entry) for entry in event_entries(event)}


def _replace_ids(value: Any, names: Mapping[str, str]) -> Any:
    if isinstance(value, str):
        return names.get(value) or ", ".join(names.get(part, part) for part in value.split(", "))
    if isinstance(value, tuple | list):
        return tuple(_replace_ids(item, names) for item in value)
    return value


def with_names(findings: Sequence[Finding], names: Mapping[str, str]) -> list[Finding]:
    """Replace player ids in the findings by names, as the Referent does not know the ids."""
    return [
        replace(
            finding,
            params={key: _replace_ids(value, names) for key, value in finding.params.items()},
            value=_replace_ids(finding.value, names),
            bound=_replace_ids(finding.bound, names),
        )
        for finding in findings
    ]


def place_of(finding: Finding) -> tuple[str, str]:
    """Return where a finding is, as text: (round and table, or part of the report; detail)."""
    match = _TABLE.match(finding.path)
    if match:
        number, table, subpath = match.groups()
        where = _("Round %(number)s") % {"number": int(number) + 1}
        if table is not None:
            where = _("Round %(number)s, table %(table)s") % {"number": int(number) + 1, "table": int(table) + 1}
        return where, _part(subpath or "")
    index = _INDEX.match(finding.path)
    if index and index[1] == "points":
        player_name = finding.params.get("player")
        place = _("%(nth)s place") % {"nth": ordinal(int(index[2]) + 1)}
        return (f"{player_name}, {place}" if player_name else place), _("points for the Ranking")
    if index and index[1] == "final_places":
        return _("%(nth)s place") % {"nth": ordinal(int(index[2]) + 1)}, _("final places")
    if finding.path.startswith("event"):
        return _("The event"), _part(finding.path.partition(".")[2])
    return _("The report"), _part(finding.path)


def _part(path: str) -> str:
    """Return the label of a part of a round or table; an unknown path is returned unchanged."""
    labels = {
        "result": _("the result"),
        "standings": _("the standings"),
        "kingdom": _("the kingdom"),
        "seats": _("the seats"),
        "sheet": _("the sheet"),
        "draw": _("the draw"),
        "tables": _("the tables"),
    }
    head = re.split(r"[.\[]", path)[0]
    return labels.get(head, path)


def _format_value(finding: Finding, value: Any) -> str:
    if value is None or value == "":
        return "–"
    if isinstance(value, str) and value[0] in "[{":
        # A JSON part of the file: its content is not shown.
        return _("there")
    if finding.code in _HALF_POINTS and isinstance(value, int):
        return points(value)
    if isinstance(value, tuple | list):
        return ", ".join(str(part) for part in value)
    return str(value)


def differences(findings: Sequence[Finding], event: Event) -> list[Difference]:
    """Return every error of the recomputation as a row of the table of differences."""
    errors = [finding for finding in findings if finding.is_error]
    sentences = findings_for_page(errors, event)
    rows = []
    for finding, item in zip(errors, sentences, strict=True):
        where, detail = place_of(finding)
        value, bound = _format_value(finding, finding.value), _format_value(finding, finding.bound)
        reason, article = item["sentence"], finding.article
        if finding.code in _HALF_POINTS:
            article = "1.6"
            message = ngettext(
                "The regulation gives %(points)s point for that place.",
                "The regulation gives %(points)s points for that place.",
                1 if is_one(bound) else 2,
            )
            reason = message % {"points": bound}
        elif finding.code == "REPORT_OUTDATED":
            reason = _("The event has changed since the report was sent: the organiser has to send it again.")
        rows.append(Difference(where, detail, value, bound, reason, article))
    return rows


def warnings(findings: Sequence[Finding], event: Event) -> list[dict[str, Any]]:
    """Return the findings that are no errors, e.g. forced sheets, organisers who play in their own event, overlaps."""
    items = findings_for_page([finding for finding in findings if not finding.is_error], event)
    for item, finding in zip(items, (warning for warning in findings if not warning.is_error), strict=True):
        # A message that names its round and table needs no location besides.
        placed = finding.path.startswith("rounds") and "round" not in finding.params
        item["detail"] = place_of(finding)[0] if placed else item["proof"]
    return items


@dataclass(frozen=True, slots=True)
class Check:
    """A line of the list of checks."""

    ok: bool
    words: str


def checks(event: Event, report: Report | None, findings: Sequence[Finding], *, seated: int) -> list[Check]:
    """Return the checks of players, rounds, kingdoms, sheets, photos and differences (art. 1.2 to 1.5).

    Arguments:
        seated: players of round 1.
    """
    numbers = regulation.get(event.regulation)
    checklist: list[Check] = []
    if event.is_national_final:
        checklist.append(Check(True, _attendance_label(seated)))
        planned = numbers.national_rounds
    else:
        minimum = numbers.minimum_players[Fascia(event.fascia_declared)]
        enough = seated >= minimum
        message = _("%(least)s are enough") if enough else _("%(least)s are needed for the declared Fascia")
        checklist.append(Check(enough, f"{_attendance_label(seated)}, {message % {'least': minimum}}"))
        planned = planned_rounds(seated, regulation=numbers).rounds if seated else 0
    all_rounds = list(event.round_set.order_by("number"))
    ordinary = [game_round for game_round in all_rounds if not game_round.is_final]
    has_final = len(all_rounds) > len(ordinary)
    as_planned = len(ordinary) == planned
    rounds = ngettext("%(n)s round", "%(n)s rounds", len(ordinary)) % {"n": len(ordinary)}
    if as_planned and has_final:
        checklist.append(Check(True, _("%(rounds)s and the final, as art. 1.5 requires") % {"rounds": rounds}))
    elif has_final:
        checklist.append(Check(False, _("%(rounds)s and the final, %(n)s were due") % {"rounds": rounds, "n": planned}))
    else:
        checklist.append(Check(False, _("%(rounds)s, no final") % {"rounds": rounds}))
    if has_kingdom(event.game):
        checklist.append(_kingdoms(len(all_rounds), numbers, findings))
    checklist.append(_sheets(event))
    photos = event.photos.filter(table=None).count()
    message = ngettext("%(n)s photo", "%(n)s photos", photos) % {"n": photos}
    forum = _("report on the Forum") if event.forum_report_url else _("no report on the Forum")
    checklist.append(Check(photos >= numbers.report_photos and bool(event.forum_report_url), f"{message}, {forum}"))
    error_count = sum(finding.is_error for finding in findings)
    if report is None:
        checklist.append(Check(False, _("no report has arrived")))
    elif error_count:
        checklist.append(
            Check(False, ngettext("%(n)s difference", "%(n)s differences", error_count) % {"n": error_count})
        )
    else:
        checklist.append(Check(True, _("everything is the same when computed again")))
    return checklist


def _kingdoms(rounds: int, numbers: Regulation, findings: Sequence[Finding]) -> Check:
    """Return the line on the kingdoms: how many were drawn, and whether by the Moat rule (art. 1.5)."""
    drawn = 1 if numbers.readings.kingdoms is Kingdoms.PER_EVENT else rounds
    kingdoms = ngettext("%(n)s kingdom drawn", "%(n)s kingdoms drawn", drawn) % {"n": drawn}
    are_wrong = any("kingdom" in finding.path for finding in findings if finding.is_error)
    rule = _("the Moat rule is broken or the draw is not right") if are_wrong else _("the Moat rule is kept")
    return Check(not are_wrong, f"{kingdoms}, {rule}")


def _attendance_label(number: int) -> str:
    return ngettext("%(n)s player seated in round 1", "%(n)s players seated in round 1", number) % {"n": number}


def _sheets(event: Event) -> Check:
    confirmed = Q(sheets__state=Sheet.State.CONFIRMED)
    counts = Table.objects.filter(round__event=event).aggregate(
        tables=Count("pk", distinct=True),
        confirmed=Count("sheets", filter=confirmed),
        forced=Count("sheets", filter=confirmed & ~Q(sheets__forced_reason="")),
    )
    tables, number, forced = counts["tables"], counts["confirmed"], counts["forced"]
    message = ngettext("%(n)s sheet of %(all)s", "%(n)s sheets of %(all)s", number) % {"n": number, "all": tables}
    if forced:
        message += ", " + ngettext("%(n)s forced", "%(n)s forced", forced) % {"n": forced}
    else:
        message += ", " + _("none forced")
    return Check(number == tables and not forced, message)
