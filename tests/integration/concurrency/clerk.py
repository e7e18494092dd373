"""Direct database access beside the servers: prepares the event, reports its state, and verifies the result.

``tests.integration.concurrency.clerk_process`` calls these functions by name from a process of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.hashers import make_password
from django.contrib.sessions.backends.db import SessionStore
from django.utils import timezone

from ranking.models import Decision, LedgerEntry
from tests import factories as make
from tests import reporting
from tests.integration.concurrency.invariants import broken
from tournament.access import links
from tournament.models import Draw, Event, EventRole, PrivateLink, Report, Round, Sheet, Table
from tournament.pages.sheet import form_of

#: The orders in which a table may finish, one per client in turn.
ORDERS = ((1, 2, 3, 4), (2, 1, 4, 3), (4, 3, 2, 1), (3, 1, 2, 4), (1, 3, 2, 4), (4, 1, 3, 2))


def _session(user: Any) -> str:
    """Return the key of a session of the user, as signing in creates it."""
    store = SessionStore()
    store[SESSION_KEY] = str(user.pk)
    store[BACKEND_SESSION_KEY] = "allauth.account.auth_backends.AuthenticationBackend"
    store[HASH_SESSION_KEY] = user.get_session_auth_hash()
    store.create()
    return str(store.session_key)


def _signs_in(user: Any) -> dict[str, str]:
    """Return name and password of a user who signs in through the page."""
    user.password = make_password(make.PASSWORD, hasher="pbkdf2_sha256")
    user.save()
    return {"login": user.get_username(), "password": make.PASSWORD}


def prepare(players: int, organisers: int, referees: int, referents: int) -> dict[str, Any]:
    """Create an event with all players present, a reported one, and users with sessions.

    The first user of each kind signs in.
    """
    today = timezone.localdate()
    days = {"first_day": today, "last_day": today}
    season = make.make_season(first_day=today - timedelta(days=60), last_day=today + timedelta(days=60))
    event = make.check_in_event(players=players, season=season, **days)
    other = reporting.reported_event(season=season, **days)
    groups: dict[str, list[Any]] = {
        "organiser": [make.make_user() for _ in range(organisers)],
        "referee": [make.make_user() for _ in range(referees)],
        "referent": [make.make_user(referent=True) for _ in range(referents)],
    }
    for role in ("organiser", "referee"):
        for user in groups[role]:
            make.grant(event, user, role)
    passwords = {role: _signs_in(users[0]) for role, users in groups.items()}
    tokens = [str(links.link_token(link)) for link in links.participant_links_make(event=event, by=None)]
    last = EventRole.objects.get(event=event, user=groups["referee"][-1])
    return {
        "slug": event.slug,
        "other": other.slug,
        "sessions": {role: [_session(user) for user in users] for role, users in groups.items()},
        "passwords": passwords,
        "players": tokens,
        "last_referee_role": last.pk,
    }


def look(slug: str) -> dict[str, Any]:
    """Return an event's state, its last round, each table's state and newest version."""
    event = Event.objects.get(slug=slug)
    last = Round.objects.filter(event=event).order_by("-number").first()
    facts: dict[str, Any] = {"state": event.state, "rounds": event.rounds, "number": 0, "tables": []}
    if last is not None:
        tables = Table.objects.filter(round=last).order_by("number")
        tables_state = [
            {"number": table.number, "state": table.state, "version": table.sheets.count()} for table in tables
        ]
        facts |= {"number": last.number, "round": last.state, "is_final": last.is_final, "tables": tables_state}
    return facts


def table_links(slug: str) -> list[dict[str, Any]]:
    """Return ``forms`` of each table of the last round, while it is open, with the token of its link."""
    last = make.last_round(Event.objects.get(slug=slug))
    tokens = {
        table_link.table.number: links.link_token(table_link)
        for table_link in links.table_links_make(round=last, by=None)
    }
    return [{**table_link, "token": tokens[table_link["number"]]} for table_link in forms(slug)]


def forms(slug: str) -> list[dict[str, Any]]:
    """Return, for each table of the last round, the fields of a sheet per order of its seats."""
    last = make.last_round(Event.objects.get(slug=slug))
    tables_forms = []
    for table in make.tables_of(last):
        seats = table.seats.count()
        orders = [[seat for seat in order if seat <= seats] for order in ORDERS]
        sheet_fields = [form_of(table).to_values(make.simple_sheet(table, order)) for order in orders]
        tables_forms.append({"number": table.number, "forms": sheet_fields})
    return tables_forms


def papers(slug: str) -> None:
    """Add the photo and the address that a report needs."""
    reporting.complete(Event.objects.get(slug=slug), at=timezone.now())


def check(slugs: list[str], keys: list[str]) -> dict[str, Any]:
    """Return the violated invariants, the missing acknowledged sheets, and the totals."""
    events = list(Event.objects.filter(slug__in=slugs))
    stored = Sheet.objects.filter(table__round__event__in=events)
    times = Counter(stored.exclude(reason="").values_list("reason", flat=True))
    per_table = Counter(stored.values_list("table_id", flat=True))
    return {
        "broken": [f"{event.slug}: {words}" for event in events for words in broken(event)],
        "lost": sorted(set(keys) - set(times)),
        "twice": sorted(key for key in keys if times[key] > 1),
        "versions": stored.count(),
        "most_versions": max(per_table.values(), default=0),
        "confirmed": stored.filter(state=Sheet.State.CONFIRMED).count(),
        "tables": Table.objects.filter(round__event__in=events).count(),
        "draws": Draw.objects.filter(event__in=events, drawn_at__isnull=False, annulled_at__isnull=True).count(),
        "annulled": Draw.objects.filter(event__in=events, annulled_at__isnull=False).count(),
        "links": PrivateLink.objects.filter(event__in=events).count(),
        "reports": Report.objects.filter(event__in=events).count(),
        "decisions": Decision.objects.filter(event__in=events).count(),
        "ledger": LedgerEntry.objects.filter(event__in=events).count(),
    }


VERBS: dict[str, Callable[..., Any]] = {
    verb.__name__: verb for verb in (prepare, look, table_links, forms, papers, check)
}
