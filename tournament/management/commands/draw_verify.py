"""``manage.py draw_verify FILE``: recompute the draws of a file from seed and word; no database is needed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext, gettext_noop, override

from games.findings import Finding
from tournament.management.event_files import FileCommand, read_bytes, read_object
from tournament.regulation import draws
from tournament.regulation.event_file.checks import kingdom_findings, seats_findings
from tournament.regulation.event_file.fields import FORMAT, VERSIONS, read_draw
from tournament.regulation.event_file.parse import parse
from tournament.regulation.refusals import BadEventFile


class Command(FileCommand):
    help = (
        "Recomputes the draws of a event file, or one draw's record, or a list of records, as the public "
        "page of a draw gives them. fossato-verify checks the signature of a beacon too. Exit status: 0 every draw "
        "is true, 1 one is not, 2 unreadable."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            lines, findings = _checked(options["file"])
        except BadEventFile as bad:
            self.unreadable(options, bad)
            return
        if not options["json"]:
            for name, state in lines:
                self.stdout.write(f"{name}: {_state_text(state, options['language'])}")
        again = sum(state == "true" for _, state in lines)
        with override(options["language"]):
            summary = gettext("Draws: {draws}. Made again with the same outcome: {again}.").format(
                draws=len(lines), again=again
            )
        places = [{"draw": name, "state": state} for name, state in lines]
        self.answer(options, findings, places, summary)


_STATES = {
    "true": gettext_noop("made again, same outcome"),
    "wrong": gettext_noop("does not agree"),
    "by_hand": gettext_noop("made by hand, possible"),
    "by_phones": gettext_noop("made with phones by an earlier version, not recomputable"),
    "unrecorded": gettext_noop("the file holds no record of it; the kingdom is possible"),
}
Lines = list[tuple[str, str]]


def _state_text(state: str, language: str) -> str:
    """Return the outcome of a draw's check in a language."""
    with override(language):
        return gettext(_STATES[state])


def _state(found: list[Finding], draw: draws.Draw | None) -> str:
    if any(finding.is_error for finding in found):
        return "wrong"
    if draw is None:
        return "unrecorded"
    if draw.by_hand or draw.by_phones:
        return "by_hand" if draw.by_hand else "by_phones"
    return "true"


def _checked(name: str) -> tuple[Lines, list[Finding]]:
    """Return each draw's name and outcome, and all findings. Errors: BadEventFile."""
    content = read_bytes(name)
    try:
        value = json.loads(content)
    except (ValueError, RecursionError):
        value = None
    if isinstance(value, Mapping) and value.get("format") in VERSIONS:
        return _of_event(read_object(name))
    records = (
        value if isinstance(value, list) else [value] if isinstance(value, Mapping) and "purpose" in value else None
    )
    if not records:
        parse(content)
        raise BadEventFile(path="$", problem="no draw", expected="{format}, or the record of a draw", format=FORMAT)
    lines: Lines = []
    findings: list[Finding] = []
    for index, draw_record in enumerate(records):
        path = f"[{index}]" if isinstance(value, list) else ""
        draw = read_draw(draw_record, path or "draw")
        draw_problems = [finding.under(path) for finding in draws.verify(draw)]
        lines.append((f"{draw.purpose} {draw.scope}".strip(), _state(draw_problems, draw)))
        findings += draw_problems
    return lines, findings


def _of_event(value: Mapping[str, Any]) -> tuple[Lines, list[Finding]]:
    """Verify the kingdom of every round, and the seats of every table whose file holds their draw."""
    file = parse({key: part for key, part in value.items() if key != "points"})
    lines: Lines = []
    findings: list[Finding] = []
    for index, info in enumerate(file.rounds):
        path = f"rounds[{index}]"
        if info.kingdom is not None:
            draw_problems = kingdom_findings(info.kingdom, f"{path}.kingdom")
            lines.append((f"{path}.kingdom", _state(draw_problems, info.kingdom.draw)))
            findings += draw_problems
        for number, table in enumerate(info.tables):
            if table.draw is not None:
                table_path = f"{path}.tables[{number}]"
                draw_problems = seats_findings(table, info, table_path)
                lines.append((f"{table_path}.seats", _state(draw_problems, table.draw)))
                findings += draw_problems
    return lines, findings
