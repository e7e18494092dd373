"""Build the demonstration: people, accounts, clubs, news, and the events of :mod:`tournament.demo.plan`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.models import Group
from django.db import transaction
from django.utils import timezone

from games import registry
from tournament.access import roles
from tournament.core.permissions import NATIONAL_REFERENT
from tournament.demo import play
from tournament.demo.clock import Clock, frozen_clock, repeatable_secrets
from tournament.demo.names import CLUBS, FIRST_NAMES, LAST_NAMES, NEIGHBOURS
from tournament.demo.plan import FORMER_POINTS, NEWS, PLANS, Ending, Plan, boundary
from tournament.entries import requests
from tournament.entries import services as entries
from tournament.events import lifecycle, prizes, seasons
from tournament.federation import services as federation
from tournament.models import Consent, Entry, EntryRequest, Event, EventRole, Organiser, Person, Season
from tournament.records import consents
from tournament.regulation.parameters import TIME_ZONE
from tournament.regulation_versions import documents
from tournament.reports import services as reports
from tournament.rounds import services as rounds
from tournament.rounds.clock import clock_start

SLUG = "dimostrazione"
SEED = "Fossato"
PEOPLE = 170
#: A Saturday afternoon: the moment at which the stored demonstration was built, whatever the day of its building.
REFERENCE = datetime(2026, 11, 28, 17, 0, tzinfo=TIME_ZONE)
#: Accounts: user name, first name, last name.
ACCOUNTS = (
    ("referente", "Olimpia", "Valdambrini"),
    ("organizzatore", "Tito", "Fossanova"),
    ("arbitro", "Zeno", "Dirittini"),
    ("giocatore", "Mina", "Cartabella"),
)
#: The federation's document of the invented championship.
DOCUMENT = Path(__file__).with_name("data") / "regolamento.md"
#: Stores a past season: name, first day, last day, and the players of its places in order with their points.
PastSeasonStore = Callable[[str, date, date, "list[tuple[Person, int]]"], object]


@dataclass(slots=True)
class Demo:
    """Shared state for building events. ``decide``: the Referent's services, passed in by the ranking app."""

    decide: Any
    season: Season
    today: date
    now: datetime
    clock: Clock
    rng: Random
    progress: Callable[[str], None]
    users: dict[str, Any]
    clubs: list[Organiser]
    people: list[Person]
    fresh: list[Person] = field(default_factory=list)
    #: Seasons of the other games by slug.
    others: dict[str, Season] = field(default_factory=dict)


@transaction.atomic
def build(
    *,
    decide: Any,
    password: str | None,
    past_season: PastSeasonStore | None = None,
    now: datetime | None = None,
    progress: Callable[[str], None] = lambda step: None,
) -> Season:
    """Build the whole demonstration in one transaction.

    Arguments:
        decide: the module of the Referent's decisions (``ranking.homologation.services``), which this app must not
            import.
        password: of the demonstration accounts; None for accounts that nobody can sign in to yet.
        past_season: stores a past season; None for none.
        now: the moment at which the running event is shown, the present by default.
        progress: called with the current step, once per table and event.
    """
    now = now or timezone.now()
    today = timezone.localdate(now)
    with frozen_clock(play.at_time(today - timedelta(days=175), time(10))) as clock, repeatable_secrets(SEED):
        users = _accounts(password)
        year = today.year if today >= boundary(today.year) else today.year - 1
        rng = Random(SEED)
        demo = Demo(
            decide=decide,
            season=_season("", year, today, users["referente"]),
            today=today,
            now=now,
            clock=clock,
            rng=rng,
            progress=progress,
            users=users,
            clubs=_clubs(users["organizzatore"]),
            people=_people(rng, users["giocatore"]),
        )
        demo.fresh = list(demo.people)
        for game in sorted({plan.game for plan in PLANS} - {"dominion"}):
            demo.others[game] = _season(game, year, today, users["referente"])
        if past_season is not None:
            _past_seasons(demo, year, past_season)
        documents.document_add(version="2.0", language="it", file=BytesIO(DOCUMENT.read_bytes()), by=users["referente"])
        for plan in PLANS:
            progress(plan.name)
            _event(demo, plan)
        _news(demo)
        clock.set(now)
        reports.reports_sweep(now=now)
    return demo.season


def _season(game: str, year: int, today: date, by: Any) -> Season:
    """Open a season of a game from spring to spring; a demonstration built in another month has a longer one."""
    first = min(boundary(year), (today - timedelta(days=180)).replace(day=1))
    last = max(boundary(year + 1) - timedelta(days=1), today + timedelta(days=60))
    facts = {"game": game, "slug": f"{SLUG}-{game}"} if game else {"slug": SLUG, "final_place": "Lucca"}
    name = f"Stagione {first.year}-{last.year}" + (f", {registry.get(game).names['it']}" if game else "")
    return seasons.season_create(name=name, first_day=first, last_day=last, by=by, **facts)


def _past_seasons(demo: Demo, year: int, store: PastSeasonStore) -> None:
    """Store the two seasons before, with places of players who still play."""
    for back in (2, 1):
        first, last = boundary(year - back), boundary(year - back + 1) - timedelta(days=1)
        best = Random(f"{SEED}/{back}").sample(demo.people, len(FORMER_POINTS))
        store(f"Stagione {first.year}-{last.year}", first, last, list(zip(best, FORMER_POINTS, strict=True)))


def _news(demo: Demo) -> None:
    by = demo.users["referente"]
    for days, title, text, title_en, text_en in sorted(NEWS, reverse=True):
        demo.clock.set(play.at_time(demo.today - timedelta(days=days), time(9, 30)))
        news = federation.news_write(news=None, by=by, title=title, text=text, title_en=title_en, text_en=text_en)
        federation.news_publish(news=news, by=by)


def steps() -> int:
    """Return about how many times ``progress`` is called: events and tables."""
    played = [plan for plan in PLANS if plan.day <= 0 and plan.ending not in (Ending.VOID, Ending.CHECK_IN)]
    tables = sum(-(-plan.players // 4) * (2 if plan.players < 16 else 3) + 1 for plan in played)
    return tables + len(PLANS)


def accounts_taken() -> set[str]:
    """Return the demonstration's user names that are taken: a real account must not get another password."""
    names = [name for name, *_ in ACCOUNTS]
    return set(get_user_model().objects.filter(username__in=names).values_list("username", flat=True))


def in_use() -> list[str]:
    """Return counts of existing rows, as text: the demonstration must not be mixed with real data."""
    # Seasons do not count: a fresh database has one.
    kinds = (get_user_model(), Event, Person, Organiser)
    counts = {str(kind._meta.model_name): kind._default_manager.count() for kind in kinds}
    return [f"{name}: {count}" for name, count in counts.items() if count]


def _accounts(password: str | None) -> dict[str, Any]:
    users = get_user_model()
    users_by_name = {}
    for username, first_name, last_name in ACCOUNTS:
        users_by_name[username] = users.objects.create_user(
            username=username,
            email=f"{username}@example.org",
            password=password,
            first_name=first_name,
            last_name=last_name,
        )
    users_by_name["referente"].groups.add(Group.objects.get_or_create(name=NATIONAL_REFERENT)[0])
    return users_by_name


def _clubs(user: Any) -> list[Organiser]:
    """Create the clubs; the first two belong to the demonstration's organiser."""
    clubs = []
    for index, club in enumerate(CLUBS):
        organiser = federation.organiser_create(
            name=club.name, city=club.city, user=user if index in (0, 1) else None, by=None
        )
        place = f"{club.venue}, {club.address}, {club.city}"
        clubs.append(
            federation.organiser_update(
                organiser=organiser, by=None, place=place, about=club.about, contact_mail=club.mail
            )
        )
    return clubs


def _people(rng: Random, player: Any) -> list[Person]:
    names = [(first, last) for first in FIRST_NAMES for last in LAST_NAMES]
    chosen = [*rng.sample(names, PEOPLE - 1 - len(NEIGHBOURS)), *NEIGHBOURS]
    rng.shuffle(chosen)
    people = [_person(number, first, last, rng) for number, (first, last) in enumerate(chosen, start=1)]
    first, last = ACCOUNTS[3][1:]
    demo_player = entries.person_create(first_name=first, last_name=last, city="Forlì", card_number="D-0000", by=None)
    demo_player.user = player
    demo_player.save()
    return [consents.consent_set(person=demo_player, consent=True, source=Consent.Source.ACCOUNT, by=player), *people]


def _person(number: int, first: str, last: str, rng: Random) -> Person:
    """Create a person with a card; most consented on paper, at their first event, to showing their name."""
    city, agrees = rng.choice(CLUBS).city, rng.random() < 0.86
    person = entries.person_create(first_name=first, last_name=last, city=city, card_number=f"D-{number:04}", by=None)
    if not agrees:
        return person
    return consents.consent_set(person=person, consent=True, source=Consent.Source.PAPER, by=None)


def _players(demo: Demo, number: int) -> list[Person]:
    """Choose players: up to three fifths of them new, while there are any; often the demonstration's player."""
    newcomers = [demo.fresh.pop() for _ in range(min(len(demo.fresh), -(-number * 3 // 5)))]
    experienced = [person for person in demo.people if person not in demo.fresh and person not in newcomers]
    remaining = number - len(newcomers)
    pool = (
        experienced if len(experienced) >= remaining else [person for person in demo.people if person not in newcomers]
    )
    chosen = newcomers + demo.rng.sample(pool, remaining)
    demo_player = demo.people[0]
    if number and demo_player not in chosen and demo.rng.random() < 0.5:
        chosen[-1] = demo_player
    demo.rng.shuffle(chosen)
    return chosen


def _event(demo: Demo, plan: Plan) -> None:
    day = demo.today + timedelta(days=plan.day)
    by, club = demo.users["organizzatore"], CLUBS[plan.club]
    demo.clock.set(min(play.at_time(day - timedelta(days=24), time(18)), demo.now - timedelta(days=2)))
    start = timezone.localtime(_start(demo, plan))
    facts: dict[str, Any] = {
        "capacity": max(plan.capacity, plan.players),
        "price": club.price,
        "price_covers": "sala, bibita e premi" if club.price else "",
        "description": plan.words,
        "bring": "Niente: carte e tavoli ci sono.",
        "contact_name": club.contact,
        "contact_phone": club.phone,
    }
    if plan.fascia == "III":
        facts |= {"convention": "Giochi in Fiera", "convention_url": "https://fiera.example/"}
    event = lifecycle.event_create(
        organiser=demo.clubs[plan.club],
        season=demo.others.get(plan.game, demo.season),
        by=by,
        name=plan.name,
        city=club.city,
        venue=club.venue,
        address=club.address,
        first_day=start.date(),
        last_day=day,
        starts_at=start.time() if plan.ending is Ending.RUNNING else plan.starts_at,
        fascia_declared=plan.fascia,
        **facts,
    )
    if plan.players:
        for place, what in enumerate(("Coppa e un’espansione", "Un’espansione", "Un mazzo", "Un mazzo"), start=1):
            prizes.prize_add(event=event, place=place, what=what, giver=club.name)
    if plan.ending is Ending.DRAFT:
        return
    demo.clock.advance(hours=1)
    lifecycle.event_announce(
        event=event,
        announcement_url=f"https://forum.example/avvisi/{event.slug}",
        announced_on=demo.clock.moment.date(),
        by=by,
    )
    if plan.ending is Ending.ANNOUNCED:
        return
    demo.clock.advance(hours=20)
    referent = demo.users["referente"]
    demo.decide.event_authorise(event=event, by=referent, reason="Avviso completo e in tempo")
    roles.role_grant(event=event, user=demo.users["arbitro"], role=EventRole.Role.REFEREE, by=by)
    spare = 2 if plan.players and not plan.waiting else 0
    people = _players(demo, plan.players + spare)
    for person in people[: plan.players + (1 if plan.day < 0 else 0)]:
        demo.clock.advance(hours=1 if plan.day > 0 else 3)
        entries.entry_add(event=event, person=person, by=by, card_number=person.card_number)
    _queue(demo, plan, event)
    if plan.ending is not Ending.AUTHORISED:
        _play_from_check_in(demo, plan, event)


def _queue(demo: Demo, plan: Plan, event: Event) -> None:
    """Let some players ask for a place of a full event by mail; they are on its waiting list."""
    for number in range(plan.waiting):
        demo.clock.advance(minutes=50)
        facts = requests.EntryFacts(
            first_name=FIRST_NAMES[number * 7],
            last_name=LAST_NAMES[number * 11],
            email=f"lista{number}@example.org",
            age="adult",
            guardian_name="",
            show_name=True,
            photo_consent=True,
            language="it",
        )
        requests.entry_ask_by_mail(event=event, facts=facts)
        asked = EntryRequest.objects.filter(event=event).order_by("-pk").first()
        if asked is not None:
            requests.request_confirm(request=asked)


def _start(demo: Demo, plan: Plan) -> datetime:
    """Return when an event starts: one of today in the last hours, which after midnight is the day before."""
    if plan.day == 0:
        start = demo.now - timedelta(hours=2, minutes=10)
        return start - timedelta(minutes=start.minute % 30, seconds=start.second, microseconds=start.microsecond)
    return play.at_time(demo.today + timedelta(days=plan.day), plan.starts_at)


def _play_from_check_in(demo: Demo, plan: Plan, event: Event) -> None:
    """Play the event from the check-in on."""
    by = demo.users["organizzatore"]
    demo.clock.set(_start(demo, plan))
    event = lifecycle.event_open_check_in(event=event, by=by)
    present = plan.players if plan.ending is not Ending.CHECK_IN else plan.players - 5
    for entry in list(Entry.objects.filter(event=event).order_by("number")[:present]):
        demo.clock.advance(seconds=40)
        entries.entry_check_in(entry=entry, by=by)
    if plan.ending is Ending.CHECK_IN:
        return
    if plan.ending is Ending.VOID:
        lifecycle.event_void(event=event, reason="Si sono presentati in nove: non si può giocare", by=by)
        return
    if plan.ending is Ending.RUNNING:
        _play_half_a_round(demo, event)
        return
    event = play.play_event(
        event,
        leaving=plan.leaving,
        by=demo.users["arbitro"],
        clock=demo.clock,
        rng=demo.rng,
        progress=lambda: demo.progress(plan.name),
    )
    _decide_event(demo, plan, event, by)


def _play_half_a_round(demo: Demo, event: Event) -> None:
    """Play round 1, and round 2 in part, with its clock running and some tables confirmed."""
    by, clock, rng = demo.users["arbitro"], demo.clock, demo.rng

    def progress() -> None:
        demo.progress(event.name)

    play.play_round(event, final=False, by=by, clock=clock, rng=rng, progress=progress)
    clock.set(demo.now - timedelta(minutes=32))
    second = rounds.round_draw(event=event, word=play.word(rng), by=by)
    clock.set(demo.now - timedelta(minutes=24))
    clock_start(round=second, by=by)
    clock.set(demo.now - timedelta(minutes=20))
    tables = -(-event.entries.filter(state=Entry.State.PLAYING).count() // 4)
    play.play_tables(second, by=by, clock=_SlowClock(demo.now), rng=rng, progress=progress, upto=max(1, tables // 2))


class _SlowClock(Clock):
    """A clock that does not advance, so that the last tables stay before the present."""

    def advance(self, **span: float) -> None:
        return


def _decide_event(demo: Demo, plan: Plan, event: Event, by: Any) -> None:
    """Send the report and record the Referent's decision."""
    decide, referent = demo.decide, demo.users["referente"]
    if plan.ending is Ending.INVALIDATED:
        demo.clock.set(play.at_time(event.last_day + timedelta(days=8), time(3)))
        reports.reports_sweep(now=demo.clock())
        return
    if plan.ending is Ending.CONCLUDED:
        return
    play.send_report(event, by=by, clock=demo.clock)
    if plan.ending is Ending.REPORTED:
        return
    demo.clock.advance(days=1, hours=3)
    if plan.ending is Ending.REFUSED:
        decide.event_refuse(
            event=event, by=referent, reason="Le foto non mostrano il torneo: manca un requisito (art. 1.4)"
        )
        return
    if plan.ending is Ending.PROMOTED:
        decide.fascia_promote(event=event, by=referent, reason="Presenza molto sopra la media della stagione")
    if plan.ending is Ending.DEMOTED:
        decide.fascia_demote(event=event, to="II", by=referent, reason="Presenti in 14: meno dei 16 di una fascia III")
    decide.event_homologate(event=event, by=referent, reason="Rapporto completo, i conti tornano")
    if plan.ending is Ending.REVOKED:
        demo.clock.advance(days=6)
        decide.homologation_revoke(
            event=event, by=referent, reason="L’ispezione ha trovato un tavolo mai giocato (art. 1.4)"
        )
