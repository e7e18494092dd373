"""The result of an event that was played on another installation: looked at first, then taken in as it stands.

It is a claim of the organiser: checked as every event file is, and marked for everybody to read.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.findings import Finding, Param
from tournament.core.audit import By, record
from tournament.core.locks import locked
from tournament.core.transitions import event_transition
from tournament.draws.selectors import open_press
from tournament.draws.services import draw_annul
from tournament.exchange.copies import entry_of_file, require_elsewhere
from tournament.exchange.import_rounds import Import, store_final_places, store_round
from tournament.exchange.importing import read_upload
from tournament.exchange.refusals import FileRefused
from tournament.models import Draw, Entry, Event
from tournament.people.selectors import id_of_number
from tournament.regulation.event_file.checks import error
from tournament.regulation.event_file.info import EntryInfo
from tournament.regulation.event_file.parse import parse
from tournament.regulation.event_file.report import content_findings
from tournament.regulation.event_file.verify import Derived, EventFile
from tournament.regulation.refused import Refused

VERB = "result_take"
State = Event.State
#: Largest number of an entry: what its column takes.
_MOST_NUMBER = 32_767
#: Letters of a name: what its column takes.
_MOST_LETTERS = 80


@dataclass(frozen=True, slots=True)
class Result:
    """A result that was read and fits the event, not stored yet.

    Arguments:
        findings: warnings, and errors if it must not be taken in.
        new: who was entered on the laptop: they get a new record, without any consent.
        absent: who is entered here and did not play.
    """

    file: EventFile
    derived: Derived
    findings: tuple[Finding, ...]
    new: tuple[EntryInfo, ...]
    absent: tuple[EntryInfo, ...]

    @property
    def errors(self) -> list[Finding]:
        """Return what keeps it from being taken in."""
        return [finding for finding in self.findings if finding.is_error]

    @property
    def names(self) -> dict[str, str]:
        """Return the names of the players by their id in the file."""
        return {player.id: f"{player.first_name} {player.last_name}".strip() for player in self.file.players}


def result_read(*, event: Event, data: bytes) -> Result:
    """Read the file of an event that was played elsewhere, and compare it with the event here. Changes nothing.

    Errors: ELSEWHERE_ONLY_OFFICIAL; EVENT_STATE_WRONG once round 1 is drawn here; FILE_TOO_LARGE; FILE_TOO_MANY_ITEMS;
        BadEventFile.
    """
    require_elsewhere(event)
    content = _with_season_of(event, read_upload(data))
    file = parse(content)
    findings, derived = content_findings(content)
    entries = list(Entry.objects.filter(event=event).select_related("person").order_by("number"))
    known = {entry.number for entry in entries}
    played = {player.id for player in file.players}
    findings = [*_event_findings(event, file), *_entry_findings(entries, file), *_player_findings(file), *findings]
    return Result(
        file,
        derived,
        tuple(findings),
        new=tuple(info for info in file.event.entries if info.number not in known),
        absent=tuple(
            info for info in file.event.entries if info.number in known and id_of_number(info.number) not in played
        ),
    )


@transaction.atomic
def result_take(*, event: Event, data: bytes, by: By) -> Event:
    """Take in the result of an event that was played elsewhere: rounds, confirmed sheets, standings, final places.

    Who was entered there becomes a new entry with a record of its own, matched to no other, and no consent is asked.
    The draws promised here are annulled. Nothing else of the file is read. Links, consents, accounts and history stay
    as they are, and the week for the report runs as for every event.

    Errors: DRAW_OPEN; those of :func:`result_read`; FileRefused with the findings; FIELD_WRONG.
    """
    fresh = locked(event)
    if open_press(fresh) is not None:
        raise Refused("DRAW_OPEN")
    result = result_read(event=fresh, data=data)
    if result.errors:
        raise FileRefused(findings=result.findings, count=len(result.errors))
    for draw in Draw.objects.filter(event=fresh, drawn_at__isnull=True, annulled_at__isnull=True):
        draw_annul(draw=draw, reason=_("The event was played on a laptop."), by=by)
    facts, now = result.file.event, timezone.now()
    event_transition(
        fresh,
        State.RUNNING,
        verb=VERB,
        by=by,
        rounds=facts.rounds,
        rounds_override=facts.rounds if facts.rounds_reason else None,
        rounds_reason=facts.rounds_reason,
        clock_minutes=facts.regulation.minutes if facts.minutes is None else facts.minutes,
        clock_reason=facts.minutes_reason,
        final_has_clock=facts.final_has_clock is not False,
        final_clock_reason=facts.final_clock_reason,
        played_elsewhere_at=now,
    )
    work = Import(result.file, result.derived, fresh, _entries(fresh, result, by), by, now, VERB)
    for index, info in enumerate(result.file.rounds):
        store_round(work, index, info)
    store_final_places(work)
    event_transition(fresh, State.CONCLUDED, verb=VERB, by=by, concluded_at=now)
    return fresh


def _entries(event: Event, result: Result, by: By) -> dict[str, Entry]:
    """Store who played, who left and who did not come; return the entries by their id in the file."""
    left_after = {player: info.number for info in result.file.rounds for player in info.left}
    first = {player for table in result.file.rounds[0].tables for player in table.seats}
    played = set(result.names)
    new = {info.number for info in result.new}
    known = {entry.number: entry for entry in Entry.objects.filter(event=event).select_related("person")}
    entries = {}
    for info in result.file.event.entries:
        player = id_of_number(info.number)
        state = Entry.State.LEFT if player in left_after else Entry.State.PLAYING
        facts: dict[str, Any] = {"state": state if player in played else Entry.State.ABSENT}
        if player in played:
            facts |= {"left_after": left_after.get(player), "is_late": player not in first}
        if info.number in new:
            entries[player] = entry_of_file(event, info, VERB, by, **facts)
        else:
            entries[player] = known[info.number]
            record(known[info.number], verb=VERB, by=by, **facts)
    return entries


def _with_season_of(event: Event, content: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a file's content with the season of the event here: another installation knows only its own."""
    facts = content.get("event")
    if not isinstance(facts, Mapping):
        return content
    days = {"first_day": event.season.first_day.isoformat(), "last_day": event.season.last_day.isoformat()}
    return {**content, "event": {**facts, "season": days}}


def _event_findings(event: Event, file: EventFile) -> list[Finding]:
    """Compare what the file says about the event with the event here."""
    facts = file.event
    effective = facts.fascia_effective or facts.fascia
    pairs: dict[str, tuple[str, str]] = {
        "home": (urlsplit(facts.home).path, event.get_absolute_url()),
        "name": (facts.name, event.name),
        "city": (facts.city, event.city),
        "venue": (facts.venue, event.venue),
        "first_day": (facts.first_day.isoformat(), event.first_day.isoformat()),
        "last_day": (facts.last_day.isoformat(), event.last_day.isoformat()),
        "game": (facts.game, event.game),
        "fascia": (str(facts.fascia), event.fascia_declared),
        "fascia_effective": (str(effective), event.fascia_effective),
        "regulation": (facts.regulation.version, event.regulation),
        "organiser": (facts.organiser.casefold().strip(), event.organiser.name.casefold().strip()),
    }
    return [
        error("RESULT_OTHER_EVENT", f"event.{name}", "", there[:80], here)
        for name, (there, here) in pairs.items()
        if there != here
    ]


def _entry_findings(entries: Iterable[Entry], file: EventFile) -> list[Finding]:
    """Require every entry of the event here in the file, with its number and name, and possible new ones."""
    findings = _impossible_entries(file)
    names = {info.number: _name(info.first_name, info.last_name) for info in file.event.entries}
    for entry in entries:
        here = _name(entry.person.first_name, entry.person.last_name)
        there = names.get(entry.number)
        if there == here:
            continue
        elsewhere = [number for number, name in names.items() if name == here]
        facts: dict[str, Param] = {"number": entry.number, "name": here}
        if elsewhere:
            code, value, bound = "RESULT_ENTRY_RENUMBERED", str(elsewhere[0]), str(entry.number)
        elif there is None:
            code, value, bound = "RESULT_ENTRY_MISSING", "", here
        else:
            code, value, bound = "RESULT_ENTRY_RENAMED", there, here
        findings.append(error(code, "event.entries", "", value, bound, **facts))
    return findings


def _impossible_entries(file: EventFile) -> list[Finding]:
    """Refuse numbers that no entry has, numbers that two have, and names that no record takes."""
    findings = []
    seen: set[int] = set()
    for index, info in enumerate(file.event.entries):
        problem = _problem(info, seen)
        seen.add(info.number)
        if problem:
            shown = f"{info.number} {info.first_name} {info.last_name}"[:_MOST_LETTERS]
            findings.append(error("RESULT_ENTRY_WRONG", f"event.entries[{index}]", "", shown, right=problem))
    return findings


def _problem(info: EntryInfo, seen: Collection[int]) -> str:
    if not 0 < info.number <= _MOST_NUMBER:
        return _("its number is outside 1 to %(most)s") % {"most": _MOST_NUMBER}
    if info.number in seen:
        return _("another one has its number")
    for name in (info.first_name, info.last_name):
        if len(name) > _MOST_LETTERS or not name.isprintable():
            return _("a name has at most %(most)s letters on one line") % {"most": _MOST_LETTERS}
    return "" if _name(info.first_name, info.last_name) else _("its name is missing")


def _player_findings(file: EventFile) -> list[Finding]:
    """Require that each player is an entry of the file, by id and name."""
    names = {id_of_number(info.number): _name(info.first_name, info.last_name) for info in file.event.entries}
    return [
        error("RESULT_PLAYER_UNKNOWN", f"players[{index}]", "", f"{player.id}: {player.first_name} {player.last_name}")
        for index, player in enumerate(file.players)
        if names.get(player.id) != _name(player.first_name, player.last_name)
    ]


def _name(first_name: str, last_name: str) -> str:
    return " ".join(f"{first_name} {last_name}".split())
