"""Read an event file within bounds, and import a complete event from it into the models of a live one. Atomic."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from games.findings import Finding
from tournament.access.roles import role_grant
from tournament.core.audit import By, record
from tournament.core.slugs import slug_of
from tournament.core.transitions import event_transition
from tournament.exchange.import_rounds import Import, store_final_places, store_round
from tournament.exchange.refusals import FileRefused
from tournament.models import Consent, Entry, Event, EventRole, Organiser, Person, Season
from tournament.models.season import game_name
from tournament.people.selectors import possible_duplicates
from tournament.records.consents import consent_for_event, consent_set, needs_guardian, own_decision
from tournament.records.settling import settles_on
from tournament.regulation import lifecycle, reporting
from tournament.regulation import parameters as regulations
from tournament.regulation.event_file import parse as event_format
from tournament.regulation.event_file.fields import FORMAT
from tournament.regulation.event_file.report import content_findings
from tournament.regulation.event_file.verify import EventFile
from tournament.regulation.parameters import TIME_ZONE, Regulation
from tournament.regulation.refusals import BadEventFile
from tournament.regulation.refused import Refused
from tournament.regulation_versions.selectors import version_for_event

VERB = "event_import"
MEGABYTE = 1024 * 1024
#: Megabytes of a file; an event of 64 players takes less than one.
MOST_MEGABYTES = 5
MOST_BYTES = MOST_MEGABYTES * MEGABYTE
#: Items of one list or object: the checks of a file compare every player with every other.
MOST_ITEMS = 500
#: Rounds of an event, the final included: each is checked against all before it.
MOST_ROUNDS = 20
#: Items of all lists and objects together.
MOST_VALUES = 400_000


def event_from_file(
    *,
    content: Mapping[str, Any] | str | bytes,
    by: By,
    organiser: Organiser | None = None,
    season: Season | None = None,
    match_names: bool = False,
    signed_forms: bool = False,
    at: datetime | None = None,
) -> Event:
    """Import a complete event: verified first, then stored as concluded; its draws count as made manually.

    An event whose week is over gets a week from the import for its report: the archive is not at fault (art. 1.2), and
    the Referent sees it among the findings.

    Arguments:
        content: the file's text or bytes, or the object that it holds.
        organiser: who held it; by default the one of that name, created if there is none.
        season: the one it belongs to, of the event's game; by default the one of that game that holds its days.
        match_names: match a player to the only person of the list with that name and surname, if there is exactly
            one; names alone identify nobody (AMB-25), so by default every player is a new person.
        signed_forms: the Referent has the signed consent forms, so that the file's consents hold
            everywhere (art. 1.6); by default they hold on this event's own pages only.
        at: the moment of the import.
    Errors: BadEventFile; FileRefused with the findings; FILE_ALREADY_HERE; SEASON_MISSING;
        SEASON_OF_ANOTHER_GAME; ORGANISER_DISQUALIFIED; UnknownRegulation.
    """
    value = object_of(content)
    file = event_format.parse({name: part for name, part in value.items() if name != "points"})
    findings, derived = content_findings(value)
    errors = [finding for finding in findings if finding.is_error]
    if errors:
        raise FileRefused(findings=findings, count=len(errors))
    with transaction.atomic():
        moment = at or timezone.now()
        event = _event(file, by, organiser, season, moment)
        entries = _entries(file, event, by, match_names=match_names)
        _consents(file, entries, by, signed_forms=signed_forms)
        work = Import(file, derived, event, entries, by, moment, VERB)
        for index, info in enumerate(file.rounds):
            store_round(work, index, info)
        store_final_places(work)
        event_transition(event, Event.State.CONCLUDED, verb=VERB, by=by, concluded_at=work.moment(22))
    return event


def object_of(content: Mapping[str, Any] | str | bytes) -> Mapping[str, Any]:
    """Return the object that a file holds. Errors: BadEventFile."""
    value = event_format.read_json(content) if isinstance(content, str | bytes) else content
    if not isinstance(value, Mapping):
        raise BadEventFile(path="$", problem=type(value).__name__, expected=FORMAT)
    return value


def read_upload(data: bytes) -> Mapping[str, Any]:
    """Return the object of an uploaded file.

    Errors: FILE_TOO_LARGE; FILE_TOO_MANY_ITEMS; BadEventFile.
    """
    if len(data) > MOST_BYTES:
        raise Refused("FILE_TOO_LARGE", most=MOST_MEGABYTES)
    content = object_of(data)
    rounds = content.get("rounds")
    if isinstance(rounds, list) and len(rounds) > MOST_ROUNDS:
        raise Refused("FILE_TOO_MANY_ITEMS", most=MOST_ROUNDS)
    waiting: list[Any] = [content]
    count = 0
    while waiting:
        value = waiting.pop()
        if len(value) > MOST_ITEMS:
            raise Refused("FILE_TOO_MANY_ITEMS", most=MOST_ITEMS)
        count += len(value)
        if count > MOST_VALUES:
            raise Refused("FILE_TOO_MANY_ITEMS", most=MOST_VALUES)
        waiting += [
            inside
            for inside in (value.values() if isinstance(value, Mapping) else value)
            if isinstance(inside, Mapping | list)
        ]
    return content


def import_warnings(content: Mapping[str, Any]) -> list[Finding]:
    """Return warnings about an import: players with the name of a person in the national list (AMB-25)."""
    file = event_format.parse({name: part for name, part in content.items() if name != "points"})
    warnings_found: list[Finding] = []
    for index, player in enumerate(file.players):
        if possible_duplicates(player.first_name, player.last_name).exists():
            same = reporting.same_names([(player.first_name, player.last_name)] * 2)
            warnings_found += [replace(finding, path=f"players[{index}]") for finding in same]
    return warnings_found


def _event(file: EventFile, by: By, organiser: Organiser | None, season: Season | None, moment: datetime) -> Event:
    facts = file.event
    if Event.objects.filter(name=facts.name, first_day=facts.first_day, city=facts.city).exists():
        raise Refused(
            "FILE_ALREADY_HERE", name=facts.name, first_day=facts.first_day.strftime("%d/%m/%Y"), city=facts.city
        )
    holder = organiser or organiser_of(file, VERB, by)
    if season is not None and season.game != facts.game:
        raise Refused("SEASON_OF_ANOTHER_GAME", season=season.name, game=season.game_name)
    event = new_event(file, holder, season or season_of(file))
    event.referee_name, event.forum_report_url = facts.referee, facts.forum_report
    event.rounds, event.authorised_at = facts.rounds, moment
    event.forum_report_at = moment if facts.forum_report else None
    event.report_due_at = _due(facts.last_day, moment, facts.regulation)
    check_lengths(event, *_TEXTS)
    event_transition(event, Event.State.RUNNING, verb=VERB, by=by)
    if isinstance(by, User):
        role_grant(event=event, user=by, role=EventRole.Role.ORGANISER, by=by)
    return event


def new_event(file: EventFile, organiser: Organiser, season: Season) -> Event:
    """Return an event with the facts of a file, not stored yet.

    Errors: ORGANISER_DISQUALIFIED; UnknownRegulation: a version whose values only the file knows must be published
    here.
    """
    facts = file.event
    regulations.get(facts.regulation.version)
    lifecycle.check_organiser(disqualified=organiser.disqualified_at is not None)
    fascia = str(facts.fascia)
    return Event(
        name=facts.name,
        slug=_slug(facts.name, facts.first_day.year),
        season=season,
        organiser=organiser,
        game=facts.game,
        regulation=facts.regulation.version,
        fascia_declared=fascia,
        fascia_effective=str(facts.fascia_effective or fascia),
        city=facts.city,
        venue=facts.venue,
        first_day=facts.first_day,
        last_day=facts.last_day,
        announcement_url=facts.announcement,
        rounds_override=(facts.rounds or None) if facts.rounds_reason else None,
        rounds_reason=facts.rounds_reason,
        clock_minutes=facts.regulation.minutes if facts.minutes is None else facts.minutes,
        clock_reason=facts.minutes_reason,
        final_has_clock=facts.final_has_clock is not False,
        final_clock_reason=facts.final_clock_reason,
    )


#: The event's free-text fields that come from the file.
_TEXTS = ("name", "city", "venue", "announcement_url", "referee_name", "forum_report_url", "clock_minutes")


def check_lengths(row: Any, *fields: str) -> None:
    """Require that every text of the file fits its field. Errors: FIELD_WRONG."""
    excluded_fields = {field.name for field in row._meta.fields} - set(fields)
    try:
        row.clean_fields(exclude=excluded_fields)
    except ValidationError as wrong:
        name, messages = next(iter(wrong.message_dict.items()))
        label = str(row._meta.get_field(name).verbose_name)
        raise Refused(
            "FIELD_WRONG", field=label, value=str(getattr(row, name))[:80], right=" ".join(messages)
        ) from wrong


def _due(last_day: Any, moment: datetime, rules: Regulation) -> datetime | None:
    if moment < reporting.report_deadline(last_day, regulation=rules):
        return None
    today = moment.astimezone(TIME_ZONE).date()
    return reporting.report_deadline(today, regulation=rules)


def organiser_of(file: EventFile, verb: str, by: By) -> Organiser:
    """Return the organiser of a file's name, made if there is none. Errors: FIELD_WRONG."""
    name = file.event.organiser.strip()
    matching_organiser = Organiser.objects.filter(name__iexact=name).first()
    if matching_organiser is not None:
        return matching_organiser
    organiser = Organiser(name=name, city=file.event.city)
    check_lengths(organiser, "name", "city")
    record(organiser, verb=verb, by=by)
    return organiser


def season_of(file: EventFile) -> Season:
    """Return the season of a file's game and version that holds its days. Errors: SEASON_MISSING."""
    first, last = file.event.first_day, file.event.last_day
    version = file.event.regulation.version
    seasons = Season.objects.filter(game=file.event.game, first_day__lte=first, last_day__gte=last)
    matching_season = next(
        (
            season
            for season in seasons.order_by("-first_day")
            if version in (season.regulation, version_for_event(season, first))
        ),
        None,
    )
    if matching_season is None:
        game = game_name(file.event.game)
        raise Refused(
            "SEASON_MISSING", game=game, first_day=first.strftime("%d/%m/%Y"), last_day=last.strftime("%d/%m/%Y")
        )
    return matching_season


def _slug(name: str, year: int) -> str:
    stem = slug_of(f"{name} {year}")[:70] or f"event-{year}"
    taken_slugs = set(Event.objects.filter(slug__startswith=stem).values_list("slug", flat=True))
    if stem not in taken_slugs:
        return stem
    return next(slug for number in range(2, len(taken_slugs) + 3) if (slug := f"{stem}-{number}") not in taken_slugs)


def _entries(file: EventFile, event: Event, by: By, *, match_names: bool) -> dict[str, Entry]:
    left_after = {player: info.number for info in file.rounds for player in info.left}
    first = {player for info in file.rounds[:1] for table in info.tables for player in table.seats}
    entries = {}
    for number, player in enumerate(file.players, start=1):
        person = _person(player.first_name, player.last_name) if match_names else None
        if person is None:
            person = Person(
                first_name=" ".join(player.first_name.split()),
                last_name=" ".join(player.last_name.split()),
            )
            if not (person.first_name or person.last_name):
                raise Refused("FILE_ANONYMOUS", path=f"players[{number - 1}]")
            check_lengths(person, "first_name", "last_name")
            record(person, verb=VERB, by=by)
        entry = Entry(
            event=event,
            person=person,
            number=number,
            file_id=player.id,
            state=Entry.State.LEFT if player.id in left_after else Entry.State.PLAYING,
            left_after=left_after.get(player.id),
            is_late=player.id not in first,
        )
        record(entry, verb=VERB, by=by)
        entries[player.id] = entry
    return entries


def _consents(file: EventFile, entries: Mapping[str, Entry], by: By, *, signed_forms: bool) -> None:
    """Art. 1.6: store the file's consents.

    Never against the person's own refusal, nor in the days after a join, nor for a minor.
    """
    event_day = file.event.first_day
    for player in file.players:
        entry = entries[player.id]
        latest_consent = own_decision(entry.person)
        if not player.consent or (latest_consent is not None and not latest_consent.given):
            if entry.person.consent:
                consent_for_event(entry=entry, consent=False, source=Consent.Source.FILE, by=by)
        elif settles_on(entry.person) is not None or needs_guardian(entry.person, event_day):
            continue
        elif signed_forms:
            consent_set(person=entry.person, consent=True, source=Consent.Source.FILE, by=by)
        else:
            consent_for_event(entry=entry, consent=True, source=Consent.Source.FILE, by=by)


def _person(first_name: str, last_name: str) -> Person | None:
    candidates = list(possible_duplicates(first_name, last_name)[:2])
    return candidates[0] if len(candidates) == 1 else None
