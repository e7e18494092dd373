"""Factories of people, accounts, seasons and whole events; they call the services."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from functools import cache
from typing import Any

from allauth.account.authentication import AUTHENTICATION_METHODS_SESSION_KEY
from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractBaseUser, Group
from django.test import Client
from django.utils import timezone
from django.utils.text import slugify

from games import registry
from games.chance import SeededChance
from games.game import Outcome
from ranking.models import CallUp
from tests.stored_events import NAME_NUMBERS, stored
from tournament.access import roles
from tournament.core.audit import record
from tournament.core.permissions import NATIONAL_REFERENT
from tournament.entries import services as entries
from tournament.events import lifecycle
from tournament.models import (
    Consent,
    DrawPress,
    Entry,
    Event,
    EventRole,
    Organiser,
    Person,
    RegulationDocument,
    RegulationVersion,
    Round,
    Season,
    Sheet,
    Table,
)
from tournament.people.selectors import player_id
from tournament.records import consents
from tournament.regulation import parameters as regulation
from tournament.regulation.beacon import QUICKNET_KEY
from tournament.regulation.refusals import LotMissing
from tournament.regulation_versions.services import version_copy, version_update
from tournament.results import conclusion
from tournament.rounds import services as rounds
from tournament.sheets import services as sheets

FIRST_NAMES = ("Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio", "Gina", "Hugo", "Irene", "Luca", "Marta", "Nino")
LAST_NAMES = ("Rossi", "Bianchi", "Verdi", "Neri", "Gallo", "Conti", "Greco", "Bruni", "Fonti", "Riva", "Sala", "Testa")

#: The drawn word in tests.
WORD = "carciofo"
SEASON_2009 = {"first_day": date(2009, 6, 1), "last_day": date(2009, 10, 15)}
PASSWORD = "una-parola-lunga-42"
#: What a request to organise says.
REQUEST = {
    "name": "Ludoteca La Torre Storta",
    "kind": "library",
    "city": "Ivrea",
    "contact": "info@torrestorta.example",
    "reference": "Il circolo di Biella",
    "plan": "In autunno, 24 posti, sei scatole",
}


def sign_in_ages(client: Client) -> None:
    """Make a client's sign-in older than counts as proof of who it is."""
    session = client.session
    for method in session[AUTHENTICATION_METHODS_SESSION_KEY]:
        method["at"] -= settings.ACCOUNT_REAUTHENTICATION_TIMEOUT + 1
    session.save()


def make_user(username: str = "", *, referent: bool = False, superuser: bool = False, **fields: Any) -> Any:
    """Create an account with PASSWORD; ``referent`` adds it to the National Referents."""
    users = get_user_model()
    name = username or f"utente{next(NAME_NUMBERS)}"
    create = users.objects.create_superuser if superuser else users.objects.create_user
    user = create(**{"username": name, "email": f"{name}@example.org", "password": PASSWORD} | fields)
    if referent:
        user.groups.add(Group.objects.get_or_create(name=NATIONAL_REFERENT)[0])
    return user


@stored
def make_season(**facts: Any) -> Season:
    """Create a season with the days of 2009.

    Saved directly, not by the service: each event of a test may have its own season on the same days.
    """
    name = f"Stagione {next(NAME_NUMBERS)}"
    season = Season(
        **{"name": name, "slug": slugify(facts.get("name", name)), **SEASON_2009, "regulation": "2.0", **facts}
    )
    season.full_clean()
    record(season, verb="season_create", by=None)
    return season


def regulation_draft(number: str = "2.1", effective_from: date | None = None, **values: Any) -> RegulationVersion:
    """Start a version copied from 2.0, in force from today by default, with these values changed."""
    day = effective_from or timezone.localdate()
    draft = version_copy(based_on="2.0", number=number, note="Si prova", effective_from=day, by=None)
    return version_update(version=draft, values=draft.values | values, note=draft.note, effective_from=day, by=None)


def regulation_text(number: str = "2.0") -> RegulationDocument:
    """Give a version its Italian text, without the file: a test that reads it calls ``document_add``."""
    facts = {"size": 1, "sha256": "0", "added_at": timezone.now()}
    return RegulationDocument.objects.create(version=number, language="it", kind="md", **facts)


def regulation_published(number: str = "2.1", effective_from: date | None = None, **values: Any) -> str:
    """Publish a version copied from 2.0 with these values changed, and return its number.

    Arguments:
        effective_from: also a day that is past, on which no real version can come into force any more.
    """
    draft = regulation_draft(number, effective_from, **values)
    record(draft, verb="version_publish", by=None, published_at=timezone.now())
    return draft.number


@stored
def make_organiser(user: AbstractBaseUser | None = None, **fields: Any) -> Organiser:
    """Create a club, with the account responsible for it where one is given."""
    number = next(NAME_NUMBERS)
    return Organiser.objects.create(**{"name": f"Circolo {number}", "city": "Forlì", "user": user, **fields})


def change_person(person: Person, **facts: Any) -> None:
    """Change a record without a service: its key of the name follows."""
    person.refresh_from_db()
    for name, value in facts.items():
        setattr(person, name, value)
    person.save()


def make_person(**fields: Any) -> Person:
    """Create a person of the national list, with a unique name."""
    number = next(NAME_NUMBERS)
    first = FIRST_NAMES[number % len(FIRST_NAMES)]
    last = f"{LAST_NAMES[number // len(FIRST_NAMES) % len(LAST_NAMES)]} {number}"
    consent = fields.pop("consent", True)
    person = entries.person_create(**{"first_name": first, "last_name": last, "by": None, **fields})
    return agree(person) if consent else person


def agree(person: Person, *, consent: bool = True) -> Person:
    """Record that the person, through an own account, allows or denies publication of the name."""
    return consents.consent_set(person=person, consent=consent, source=Consent.Source.ACCOUNT, by=None)


def make_people(number: int, **fields: Any) -> list[Person]:
    """Create several people."""
    return [make_person(**fields) for _ in range(number)]


def make_event(
    *,
    organiser: Organiser | None = None,
    season: Season | None = None,
    game: str = "dominion",
    by: Any = None,
    **facts: Any,
) -> Event:
    """Create the draft of a fascia I event on 4 July 2009, in a season of its own of that game unless one is given."""
    number = next(NAME_NUMBERS)
    return lifecycle.event_create(
        organiser=organiser or make_organiser(),
        season=season or make_season(game=game),
        by=by,
        **{
            "name": f"Torneo {number}",
            "city": "Forlì",
            "venue": "Sala grande",
            "first_day": date(2009, 7, 4),
            "last_day": date(2009, 7, 4),
            **facts,
        },
    )


def announced_event(**facts: Any) -> Event:
    """Create an event announced on the Forum."""
    event = make_event(**facts)
    return lifecycle.event_announce(
        event=event, announcement_url="https://forum.example/avviso/1", announced_on=date(2009, 6, 20), by=None
    )


def authorised_event(**facts: Any) -> Event:
    """Create an event that the Referent has authorised."""
    event = announced_event(**facts)
    return lifecycle.event_authorise(event=event, by=None, at=in_time(event))


def in_time(event: Event) -> datetime:
    """Return the morning of an event's first day, the last moment before every deadline."""
    return datetime.combine(event.first_day, time(9), regulation.TIME_ZONE)


def upcoming(days: int = 7) -> dict[str, Any]:
    """Return future days and a season that contains them, as fields of an event."""
    day = timezone.localdate() + timedelta(days=days)
    season = make_season(first_day=day - timedelta(days=60), last_day=day + timedelta(days=60))
    return {"season": season, "first_day": day, "last_day": day}


def around_today() -> dict[str, Any]:
    """Return days from yesterday to tomorrow and a season that contains them, as fields of an event.

    For tests that draw through a page, which draws now.
    """
    facts = upcoming(days=-1)
    return {**facts, "last_day": facts["first_day"] + timedelta(days=2)}


@stored
def check_in_event(*, players: int = 12, present: int | None = None, **facts: Any) -> Event:
    """Create an event at check-in, with players entered and all, or ``present``, of them checked in."""
    event = lifecycle.event_open_check_in(event=authorised_event(**facts), by=None, early=True)
    for index, person in enumerate(make_people(players)):
        if event.is_national_final:
            call_accepted(event.season, person)
        entry = entries.entry_add(event=event, person=person, by=None)
        if present is None or index < present:
            entries.entry_check_in(entry=entry, by=None)
    return event


def call_accepted(season: Season, person: Person) -> CallUp:
    """Create an accepted call to the final of a season, without any Ranking behind it."""
    order = CallUp.objects.filter(season=season).count() + 1
    facts = {"order": order, "rank": order, "state": CallUp.State.ACCEPTED, "called_at": timezone.now()}
    return CallUp.objects.create(season=season, person=person, **facts)


@stored
def drawn_event(*, players: int = 12, start: bool = True, **facts: Any) -> Event:
    """Create an event whose round 1 is drawn; its clock runs unless ``start`` is false."""
    event = check_in_event(players=players, **facts)
    return opened(draw_round(event), start=start)


def draw_round(event: Event, *, word: str = WORD, by: Any = None, **options: Any) -> Round:
    """Draw the next ordinary round as drawn on the event's first day."""
    return rounds.round_draw(event=event, word=word, by=by, at=in_time(event), **options)


def draw_final(event: Event, *, word: str = WORD, by: Any = None, **options: Any) -> Round:
    """Form the final as drawn on the event's first day."""
    return rounds.final_draw(event=event, word=word, by=by, at=in_time(event), **options)


def waiting_press(event: Event, **facts: Any) -> DrawPress:
    """Create an open draw whose round of the beacon does not come, and in whose place a word can be typed."""
    now = timezone.now()
    chain = {"key": QUICKNET_KEY, "round_number": 5204118}
    return DrawPress.objects.create(event=event, **{"step": "round-1", "asked_at": now, "until": now} | chain | facts)


def opened(round_: Round, *, start: bool = True) -> Event:
    """Open a drawn round and start its clock; return its event."""
    if start:
        rounds.clock_start(round=round_, by=None)
    return Event.objects.get(pk=round_.event_id)


def last_round(event: Event) -> Round:
    """Return the round drawn last."""
    return Round.objects.filter(event=event).select_related("event").order_by("-number")[0]


def tables_of(round_: Round) -> list[Table]:
    """Return the tables of a round, with their round and event."""
    return list(Table.objects.filter(round=round_).select_related("round__event").order_by("number"))


@cache
def _played(slug: str, kingdom: tuple[str, ...], players: int, seed: str) -> Outcome:
    game = registry.get(slug)
    setup = game.setup(players, {"kingdom": list(kingdom), "tournament": True} if kingdom else {})
    bot = game.bot(game.default_bot)
    policies = [bot(f"{seed}/{seat}") for seat in range(players)]
    return game.play(setup, SeededChance(seed), lambda decision: policies[decision.player](decision))


def real_sheet(table: Table, seed: str = "") -> dict[str, Any]:
    """Return the sheet of a game played by the engine with the round's set-up, valid by construction."""
    event, kingdom = table.round.event, tuple(table.round.setup.get("drawn", ()))
    outcome = _played(event.game, kingdom, table.seats.count(), seed or f"table {table.number}")
    return dict(outcome.sheet)


#: A table's numbers by place: possible in every kingdom, without ties.
NUMBERS: tuple[Mapping[str, int], ...] = (
    {"points": 33, "gold": 3, "coins": 24, "actions": 2},
    {"points": 27, "gold": 3, "coins": 22, "actions": 2},
    {"points": 21, "gold": 2, "coins": 20, "actions": 1},
    {"points": 15, "gold": 2, "coins": 18, "actions": 1},
)


def simple_sheet(table: Table, order: Sequence[int] | None = None, *, turns: int = 20) -> dict[str, Any]:
    """Return a minimal sheet that ranks the seats in a given order.

    Arguments:
        order: seats from 1 in order of place; their playing order by default.
        turns: of each player; the last seat ends the game.
    """
    seats = table.seats.count()
    places = {seat: place for place, seat in enumerate(order or range(1, seats + 1))}
    rows = [{**NUMBERS[places[seat]], "turns": turns} for seat in range(1, seats + 1)]
    return {"end": "provinces", "ended_by": seats, "seats": rows}


def tied_sheet(table: Table, seats: Sequence[int] = (1, 2)) -> dict[str, Any]:
    """Return a sheet on which some seats (from 1) are tied for first place on every criterion."""
    sheet = simple_sheet(table)
    for seat in seats:
        sheet["seats"][seat - 1] = dict(NUMBERS[0], turns=20)
    return sheet


def report(table: Table, data: Mapping[str, Any] | None = None, *, by: Any = None) -> Sheet:
    """Submit and confirm a table's sheet."""
    sheet = sheets.sheet_submit(table=table, data=data or simple_sheet(table), by=by)
    try:
        sheets.sheet_confirm(sheet=sheet, by=by, accept_warnings=True)
    except LotMissing:
        sheets.sheet_confirm(sheet=sheets.table_lots_draw(table=table, word=WORD, by=by), by=by, accept_warnings=True)
    sheet.refresh_from_db()
    return sheet


def play_round(event: Event, *, close: bool = True, sheet: Callable[[Table], dict[str, Any]] = simple_sheet) -> Round:
    """Play the round drawn last: confirm every table's sheet, close the round."""
    round_ = last_round(event)
    if round_.state == Round.State.PUBLISHED:
        opened(round_)
    for table in tables_of(round_):
        if table.state != Table.State.CONFIRMED:
            report(table, sheet(table))
    if close:
        rounds.round_close(round=round_, word=WORD, by=None)
    return last_round(event)


def next_round(event: Event, **options: Any) -> Round:
    """Draw the next round, or the final after the last one, and start its clock."""
    event = Event.objects.get(pk=event.pk)
    played = Round.objects.filter(event=event).count()
    final = event.rounds is not None and played >= event.rounds
    opened(draw_final(event, **options) if final else draw_round(event, **options))
    return last_round(event)


@stored
def played_event(*, players: int = 12, rounds_played: int = 1, **facts: Any) -> Event:
    """Create an event with some ordinary rounds closed and the next not drawn."""
    event = drawn_event(players=players, **facts)
    play_round(event)
    for _ in range(rounds_played - 1):
        next_round(event)
        play_round(event)
    return Event.objects.get(pk=event.pk)


@stored
def final_event(*, players: int = 12, **facts: Any) -> Event:
    """Create an event whose final is running."""
    event = played_event(players=players, rounds_played=2 if players < 16 else 3, **facts)
    next_round(event)
    return Event.objects.get(pk=event.pk)


@stored
def concluded_event(*, players: int = 12, **facts: Any) -> Event:
    """Create a concluded event."""
    event = final_event(players=players, **facts)
    play_round(event)
    conclusion.event_conclude(event=event, by=None)
    return Event.objects.get(pk=event.pk)


@stored
def concluded_other_game(game: str, players: int = 12, **facts: Any) -> Event:
    """Create a concluded event of a game other than Dominion, with real sheets; 12 to 15 players."""
    event = drawn_event(players=players, game=game, **facts)
    play_round(event, sheet=real_sheet)
    next_round(event)
    play_round(event, sheet=lambda table: real_sheet(table, f"second {table.number}"))
    next_round(event)
    play_round(event, sheet=lambda table: real_sheet(table, "final"))
    conclusion.event_conclude(event=event, by=None)
    return Event.objects.get(pk=event.pk)


def grant(event: Event, user: Any, role: str = EventRole.Role.ORGANISER) -> EventRole:
    """Make a user organiser or referee of an event."""
    return roles.role_grant(event=event, user=user, role=role, by=None)


def entry_called(event: Event, player: str) -> Entry:
    """Return the entry with a player id, e.g. ``p03``."""
    return next(entry for entry in Entry.objects.filter(event=event) if player_id(entry) == player)
