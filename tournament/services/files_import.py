"""Reading a whole event from its file into the same models that a live event fills; all of it or nothing."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime, time, timedelta
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.text import slugify

from games import registry
from games.dominion.cards import card
from games.findings import Finding
from tournament.messages import as_data
from tournament.models import (
    Draw,
    Entry,
    Event,
    EventRole,
    FinalPlace,
    Organiser,
    Person,
    Round,
    Season,
    Seat,
    Sheet,
    StandingRow,
    Table,
)
from tournament.rules import draws as draw_rules
from tournament.rules import event_checks, event_format, lifecycle, reporting, result
from tournament.rules.errors import BadEventFile
from tournament.rules.event_checks import of_whole_round
from tournament.rules.event_file import Derived, EventFile, RoundInfo
from tournament.rules.event_info import TableInfo
from tournament.rules.event_report import content_findings
from tournament.rules.regulation import Regulation
from tournament.selectors.draws import kingdom_outcome, scope_of
from tournament.selectors.people import possible_duplicates
from tournament.services.errors import FieldWrong
from tournament.services.history import By, record
from tournament.services.lifecycle import role_grant
from tournament.services.report_errors import FileAlreadyHere, FileAnonymous, FileRefused, SeasonMissing

VERB = "event_import"
Purpose = Draw.Purpose


@dataclass(slots=True)
class _Import:
    """What every step of an import needs."""

    file: EventFile
    derived: Derived
    event: Event
    entries: dict[str, Entry]
    by: By
    at: datetime

    def moment(self, hours: int) -> datetime:
        """A time of the event's last day: the file tells days only."""
        return datetime.combine(self.event.last_day, time(hours), tzinfo=self.file.event.regulation.time_zone)


def event_from_file(
    *,
    content: Mapping[str, Any] | str | bytes,
    by: By,
    organiser: Organiser | None = None,
    season: Season | None = None,
    match_names: bool = False,
    at: datetime | None = None,
) -> Event:
    """Imports a whole event: verified first, then stored as concluded; its draws count as made by hand.

    An event whose week is over gets a week from the import for its report: the archive is not at fault (art. 1.2), and
    the Referent sees it among the findings.

    Arguments:
        content: the file's text or bytes, or the object that it holds.
        organiser: who held it; without, the one of that name, made where there is none.
        season: the one it belongs to; without, the one that holds its days.
        match_names: take a player to be the one person of the list with that name and surname, where there is exactly
            one; names alone identify nobody (AMB-25), so without it every player is a new person.
        at: when it is imported.
    Errors: BadEventFile; FileRefused with the findings; FileAlreadyHere; SeasonMissing; OrganiserDisqualified.
    """
    value = event_format.read_json(content) if isinstance(content, str | bytes) else content
    if not isinstance(value, Mapping):
        raise BadEventFile(path="$", problem=type(value).__name__, expected=event_format.FORMAT)
    file = event_format.parse({name: part for name, part in value.items() if name != "points"})
    findings, derived = content_findings(value)
    errors = [finding for finding in findings if finding.is_error]
    if errors:
        raise FileRefused(findings=findings, count=len(errors))
    with transaction.atomic():
        moment = at or timezone.now()
        event = _event(file, by, organiser, season, moment)
        entries = _entries(file, event, by, match_names=match_names)
        work = _Import(file, derived, event, entries, by, moment)
        for index, info in enumerate(file.rounds):
            _round(work, index, info)
        _final_places(work)
        record(event, verb=VERB, by=by, state=Event.State.CONCLUDED, concluded_at=work.moment(22))
    return event


def import_warnings(content: Mapping[str, Any]) -> list[Finding]:
    """What somebody who imports should look at: players with the name of somebody in the national list (AMB-25)."""
    file = event_format.parse({name: part for name, part in content.items() if name != "points"})
    found: list[Finding] = []
    for index, player in enumerate(file.players):
        if possible_duplicates(player.first_name, player.last_name).exists():
            same = reporting.same_names([(player.first_name, player.last_name)] * 2)
            found += [replace(finding, path=f"players[{index}]") for finding in same]
    return found


def _event(file: EventFile, by: By, organiser: Organiser | None, season: Season | None, moment: datetime) -> Event:
    facts = file.event
    if Event.objects.filter(name=facts.name, first_day=facts.first_day, city=facts.city).exists():
        raise FileAlreadyHere(name=facts.name, first_day=facts.first_day.strftime("%d/%m/%Y"), city=facts.city)
    holder = organiser or _organiser(facts.organiser, facts.city, by)
    lifecycle.check_organiser(disqualified=holder.disqualified_at is not None)
    fascia = str(facts.fascia)
    event = Event(
        name=facts.name,
        slug=_slug(facts.name, facts.first_day.year),
        season=season or _season(file),
        organiser=holder,
        game=facts.game,
        regulation=facts.regulation.version,
        fascia_declared=fascia,
        fascia_effective=str(facts.fascia_effective or fascia),
        city=facts.city,
        venue=facts.venue,
        first_day=facts.first_day,
        last_day=facts.last_day,
        announcement_url=facts.announcement,
        referee_name=facts.referee,
        authorised_at=moment,
        rounds=facts.rounds,
        rounds_override=facts.rounds if facts.rounds_reason else None,
        rounds_reason=facts.rounds_reason,
        clock_minutes=facts.regulation.minutes,
        forum_report_url=facts.forum_report,
        forum_report_at=moment if facts.forum_report else None,
        report_due_at=_due(facts.last_day, moment, facts.regulation),
        state=Event.State.RUNNING,
    )
    _checked(event, *_TEXTS)
    record(event, verb=VERB, by=by)
    if isinstance(by, AbstractBaseUser):
        role_grant(event=event, user=by, role=EventRole.Role.ORGANISER, by=by)
    return event


#: The event's fields that come from the file as free text.
_TEXTS = ("name", "city", "venue", "announcement_url", "referee_name", "forum_report_url")


def _checked(row: Any, *fields: str) -> None:
    """Errors: FieldWrong where a text of the file does not fit into its field."""
    others = {field.name for field in row._meta.fields} - set(fields)
    try:
        row.clean_fields(exclude=others)
    except ValidationError as wrong:
        name, words = next(iter(wrong.message_dict.items()))
        label = str(row._meta.get_field(name).verbose_name)
        raise FieldWrong(field=label, value=str(getattr(row, name))[:80], right=" ".join(words)) from wrong


def _due(last_day: Any, moment: datetime, rules: Regulation) -> datetime | None:
    if moment < reporting.report_deadline(last_day, regulation=rules):
        return None
    today = moment.astimezone(rules.time_zone).date()
    return reporting.report_deadline(today, regulation=rules)


def _organiser(name: str, city: str, by: By) -> Organiser:
    known = Organiser.objects.filter(name__iexact=name.strip()).first()
    if known is not None:
        return known
    organiser = Organiser(name=name.strip(), city=city)
    _checked(organiser, "name", "city")
    record(organiser, verb=VERB, by=by)
    return organiser


def _season(file: EventFile) -> Season:
    first, last = file.event.first_day, file.event.last_day
    found = (
        Season.objects.filter(first_day__lte=first, last_day__gte=last, regulation=file.event.regulation.version)
        .order_by("first_day")
        .last()
    )
    if found is None:
        raise SeasonMissing(first_day=first.strftime("%d/%m/%Y"), last_day=last.strftime("%d/%m/%Y"))
    return found


def _slug(name: str, year: int) -> str:
    stem = slugify(f"{name} {year}")[:70] or f"event-{year}"
    taken = set(Event.objects.filter(slug__startswith=stem).values_list("slug", flat=True))
    if stem not in taken:
        return stem
    return next(slug for number in range(2, len(taken) + 3) if (slug := f"{stem}-{number}") not in taken)


def _entries(file: EventFile, event: Event, by: By, *, match_names: bool) -> dict[str, Entry]:
    left = {player: info.number for info in file.rounds for player in info.left}
    entries = {}
    for number, player in enumerate(file.players, start=1):
        person = _person(player.first_name, player.last_name) if match_names else None
        if person is None:
            person = Person(
                first_name=" ".join(player.first_name.split()),
                last_name=" ".join(player.last_name.split()),
                consent=player.consent,
                consent_changed_at=timezone.now(),
            )
            if not (person.first_name or person.last_name):
                raise FileAnonymous(path=f"players[{number - 1}]")
            _checked(person, "first_name", "last_name")
            record(person, verb=VERB, by=by)
        entry = Entry(
            event=event,
            person=person,
            number=number,
            file_id=player.id,
            state=Entry.State.LEFT if player.id in left else Entry.State.PLAYING,
            left_after=left.get(player.id),
        )
        record(entry, verb=VERB, by=by)
        entries[player.id] = entry
    return entries


def _person(first_name: str, last_name: str) -> Person | None:
    found = list(possible_duplicates(first_name, last_name)[:2])
    return found[0] if len(found) == 1 else None


def _round(work: _Import, index: int, info: RoundInfo) -> None:
    kingdom = info.kingdom
    moment = work.moment(min(21, 14 + index * 2))
    round_ = Round(
        event=work.event,
        number=info.number,
        is_final=info.final,
        state=Round.State.CLOSED,
        setup=kingdom_outcome(_codes(kingdom.drawn), _codes(kingdom.rejected)) if kingdom else {},
        corrected_since=[asdict(one) for one in info.corrected_since],
        drawn_at=moment,
        published_at=moment,
        closed_at=moment + timedelta(hours=1),
    )
    record(round_, verb=VERB, by=work.by)
    _round_draws(work, info, moment)
    lots: list[str] = []
    for table in info.tables:
        _table(work, round_, info, table)
    if not info.final:
        for row in work.derived.standings[index]:
            record(
                StandingRow(
                    round=round_,
                    entry=work.entries[row.player],
                    position=row.position,
                    wins=row.wins,
                    seconds=row.seconds,
                    thirds=row.thirds,
                    lot=row.lot,
                    decided_by=row.decided_by,
                    tied=row.tied,
                ),
                verb=VERB,
                by=work.by,
            )
            lots += [row.player] if row.lot is not None else []
        if lots:
            _draw(work, Purpose.STANDINGS_LOTS, scope_of(info.number, is_final=False), sorted(lots), lots, moment)


def _codes(names: Sequence[str]) -> tuple[str, ...]:
    """Code names, whatever the file's spelling; an unknown card was refused before."""
    return tuple(card(name) for name in names)


def _round_draws(work: _Import, info: RoundInfo, moment: datetime) -> None:
    """The tables of round 1, the seats and the kingdom, as draws made by hand where the file holds no audit record."""
    scope = scope_of(info.number, is_final=info.final)
    seats = [player for table in info.tables for player in table.seats]
    if info.number == 1 and not info.final:
        by_table = [player for table in info.tables for player in sorted(table.seats)]
        _draw(work, Purpose.TABLES, scope, sorted(seats), by_table, moment)
    shared = next((table.draw for table in info.tables if of_whole_round(table.draw, info)), None)
    order = seats if shared is None else list(shared.outcome)
    _audited(work, Purpose.SEATS, scope, sorted(seats), order, shared, moment)
    if info.kingdom is not None:
        outcome = kingdom_outcome(_codes(info.kingdom.drawn), _codes(info.kingdom.rejected))
        _audited(work, Purpose.KINGDOM, scope, list(draw_rules.KINGDOM), outcome, info.kingdom.draw, moment)


def _audited(
    work: _Import,
    purpose: str,
    scope: str,
    inputs: list[str],
    outcome: Any,
    audit: draw_rules.Draw | None,
    moment: datetime,
) -> None:
    """A round's draw with the evidence of its audit record; without one it counts as made by hand."""
    if audit is None or audit.by_hand:
        _draw(work, purpose, scope, inputs, outcome, moment)
        return
    evidence = {"seed": audit.seed, "word": audit.word, "commitment": audit.commitment, "by_hand": False}
    _draw(work, purpose, audit.scope or scope, list(audit.inputs), outcome, moment, **evidence)


def _draw(
    work: _Import, purpose: str, scope: str, inputs: list[str], outcome: Any, moment: datetime, **evidence: Any
) -> None:
    facts = {"by_hand": True, "committed_at": moment, "drawn_at": moment} | evidence
    draw = Draw(event=work.event, purpose=purpose, scope=scope, inputs=inputs, outcome=outcome, **facts)
    record(draw, verb=VERB, by=work.by)


def _table(work: _Import, round_: Round, info: RoundInfo, table: TableInfo) -> None:
    stored = Table(
        round=round_,
        number=table.number,
        state=Table.State.CONFIRMED,
        is_abandoned=bool(table.abandoned),
    )
    record(stored, verb=VERB, by=work.by)
    rows = {row.player: row for row in table.results}
    values = [{**row.values, result.LOT: row.lot} for row in table.results]
    ranked = [
        {**value, result.ABANDONED: row.player in table.abandoned}
        for value, row in zip(values, table.results, strict=True)
    ]
    places = {table.results[place.index].player: place for place in result.rank_table(ranked, work.file.chain)}
    by_player = dict(zip(rows, values, strict=True))
    for position, player in enumerate(table.seats, start=1):
        Seat.objects.create(
            table=stored,
            round=round_,
            entry=work.entries[player],
            position=position,
            place=places[player].place,
            decided_by=places[player].decided_by,
            values=by_player[player],
            is_abandoned=player in table.abandoned,
        )
    lots = sorted((row.player for row in table.results if row.lot is not None), key=lambda one: places[one].place)
    if lots:
        scope = scope_of(info.number, is_final=info.final, table=table.number)
        _draw(work, Purpose.TABLE_LOTS, scope, sorted(lots), lots, round_.closed_at)
    _sheet(work, stored, info, table)


def _sheet(work: _Import, stored: Table, info: RoundInfo, table: TableInfo) -> None:
    raw = event_checks.sheet_of(table, info.kingdom)
    if raw is None:
        return
    check = registry.get(work.file.event.game).check(raw, players=len(table.seats))
    sheet = Sheet(
        table=stored,
        version=1,
        state=Sheet.State.CONFIRMED,
        data=json.loads(json.dumps(check.sheet)),
        findings=[as_data(finding) for finding in check.findings],
        entered_by=work.by,
        confirmed_by=work.by,
        confirmed_at=work.at,
    )
    record(sheet, verb=VERB, by=work.by)


def _final_places(work: _Import) -> None:
    decided = {row.player: row.decided_by for row in work.derived.standings[-1]}
    for place, player in enumerate(work.derived.places, start=1):
        tally = work.derived.tallies[player]
        FinalPlace.objects.create(
            event=work.event,
            entry=work.entries[player],
            place=place,
            decided_by="final" if player in work.derived.final else decided[player],
            wins=tally.wins,
            ordinary_wins=tally.ordinary_wins,
            seconds=tally.seconds,
            thirds=tally.thirds,
        )
