"""Read everything that waits for somebody, by one table of kinds, for mails, bell, desk and the Referent's list.

A row of ``KINDS`` says what waits, who is told and how, and where it is decided; the rows are in ``waiting_kinds`` and
in the Ranking's. Nothing is stored when something begins to wait or is decided: each reader asks the database, so that
nothing is shown that was dealt with.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from enum import StrEnum
from functools import reduce
from operator import or_
from typing import Any, Final

from django.contrib.auth.models import User
from django.db.models import Exists, OuterRef, Q, QuerySet, TextField, Value
from django.db.models.functions import Cast
from django.urls import reverse
from django.utils import timezone

from tournament.core.permissions import Visitor, account_facts
from tournament.models import Event, EventRole


class Side(StrEnum):
    """Who has to act."""

    REFERENT = "referent"
    CLUB = "club"
    PLAYER = "player"


class Told(StrEnum):
    """Who is told when something begins to wait."""

    REFERENTS = "referents"
    ORGANISERS = "organisers"
    #: The account that asked, by the answer itself.
    ASKER = "asker"
    #: The server's operator, once an hour.
    OPERATOR = "operator"


class Pace(StrEnum):
    """How they are told, besides the bell, which shows everything that waits."""

    #: By a mail for each thing, when it begins to wait.
    AT_ONCE = "at once"
    #: By a mail at once, but one an hour for each event; what came meanwhile is in the next.
    HOURLY = "hourly"
    #: By a periodic job, because nobody's act makes it wait but the calendar or a failure.
    PERIODIC = "periodic"
    #: The one who made it wait is the one who decides.
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Waiting:
    """Something that waits.

    Arguments:
        kind: name of a row of ``KINDS``; what: whose or which, as text; number: how many of it.
        since: the day from which it waits; due: the last day, None without one.
        who: of what the Referent decides, who waits for it, blank for everybody; else who has to act: the club's name,
            or how many players.
        key: slug or primary key of what the page of the act is about.
    """

    kind: str
    what: str
    since: date
    who: str = ""
    due: date | None = None
    key: str = ""
    number: int = 1

    @property
    def side(self) -> Side:
        """Return who has to act."""
        return KINDS[self.kind].side

    @property
    def label(self) -> str:
        """Return what it is, in the reader's language."""
        return str(KINDS[self.kind].label)

    @property
    def path(self) -> str:
        """Return the path of the page where it is decided."""
        return KINDS[self.kind].path(self.key)

    @property
    def referents_path(self) -> str:
        """Return the path of the page where the Referent sees it."""
        return KINDS[self.kind].path(self.key, is_referent=True)

    @property
    def age(self) -> int:
        """Return for how many days it has been waiting."""
        return (timezone.localdate() - self.since).days

    @property
    def is_urgent(self) -> bool:
        """Return whether its last day is within a week, or has passed."""
        return self.due is not None and self.due <= timezone.localdate() + timedelta(days=7)

    @property
    def is_late(self) -> bool:
        """Return whether its last day has passed."""
        return self.due is not None and self.due < timezone.localdate()


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """A kind of waiting thing.

    Arguments:
        label: what it is; side: who has to act.
        told, pace: who is told and how; sentence: of their mail, a code of ``models.notice_sentences``.
        mail, attach: name of the mail's template, by default the sentence itself, and its files.
        page: name of the address where it is decided, blank if that is the Referent's list itself; has_key: whether the
            address takes the thing's key.
        referents_page: where the Referent sees what somebody else decides; blank for the same page.
        rows: everything of the kind that waits now; things: the same of what no table holds, but the server's settings.
        event: path from a row to its event, blank without one.
        key: path of what makes rows one thing, e.g. all requests of an event.
        see: what a row is; the rows of one key are counted.
        own: of the rows those that this account decides, besides the Referent; by default those of the events it runs.
    """

    name: str
    label: Any
    side: Side
    told: tuple[Told, ...] = ()
    pace: Pace = Pace.AT_ONCE
    sentence: str = ""
    mail: str = "notice"
    attach: tuple[str, ...] = ()
    page: str = ""
    has_key: bool = False
    referents_page: str = ""
    rows: Callable[[], QuerySet[Any]]
    things: Callable[[], list[Waiting]] = list
    event: str = ""
    key: str = "pk"
    see: Callable[[Any], Waiting]
    own: Callable[[User], Q] | None = None

    def path(self, key: str, *, is_referent: bool = False) -> str:
        """Return the path of the page where a thing is decided, or where the Referent sees it."""
        page = self.referents_page if is_referent and self.referents_page else self.page
        if page in ("", LIST):
            return f"{reverse(LIST)}#{self.name}-{key}"
        return reverse(page, args=[key] if self.has_key else [])

    def rows_in(self, event: int | OuterRef) -> QuerySet[Any]:
        """Return the rows of the event with this key."""
        return self.rows().filter(**{self.event: event})

    def rows_for(self, user: User, *, is_referent: bool) -> QuerySet[Any] | None:
        """Return the rows that an account decides; None if none can be."""
        if is_referent and self.side is Side.REFERENT:
            return self.rows()
        if self.own is not None:
            return self.rows().filter(self.own(user))
        if self.side is Side.CLUB and self.event:
            return self.rows().filter(**{f"{self.event}__in": events_run_by(user)})
        return None


def events_run_by(user: User) -> QuerySet[Any]:
    """Return the keys of the events that an account organises."""
    return EventRole.objects.filter(user=user, role=EventRole.Role.ORGANISER).values("event")


def day_of(moment: datetime | date | None) -> date:
    """Return the day of a moment, in the time zone of the site; today for something without one."""
    if moment is None:
        return timezone.localdate()
    return timezone.localdate(moment) if isinstance(moment, datetime) else moment


#: Name of the address of the Referent's list.
LIST: Final = "referent"
#: Every kind of waiting thing, by name: filled by the applications when they are ready.
KINDS: dict[str, Kind] = {}


def kinds_add(kinds: Iterable[Kind]) -> None:
    """Add rows to the table."""
    KINDS.update({kind.name: kind for kind in kinds})


def waiting_things() -> list[Waiting]:
    """Return everything that waits for somebody, the oldest first.

    Runs one query, and one for each kind of which something waits.
    """
    return _read({kind.name: kind.rows() for kind in KINDS.values()})


def waiting_for_referents() -> int:
    """Return how many things wait for the National Referents. One query."""
    return len(_open_keys({kind.name: kind.rows() for kind in KINDS.values() if kind.side is Side.REFERENT}))


def _kinds_in_events() -> list[Kind]:
    """Return the kinds of what waits for organisers within an event: its own next step is not among them."""
    return [kind for kind in KINDS.values() if kind.side is Side.CLUB and kind.event not in ("", "pk")]


def anything_waits(event: OuterRef) -> Q:
    """Return the condition that something waits for the organisers within an event of the outer query."""
    return reduce(or_, (Q(Exists(kind.rows_in(event))) for kind in _kinds_in_events()))


def waiting_in(event: Event) -> list[Waiting]:
    """Return what waits for the organisers within an event, the oldest first. Queries as :func:`waiting_things`."""
    return _read({kind.name: kind.rows_in(event.pk) for kind in _kinds_in_events()})


def waiting_for(user: Visitor) -> list[Waiting]:
    """Return what waits for the owner of an account, the oldest first. Queries as :func:`waiting_things`."""
    return _read(_rows_for(user))


def waiting_number(user: Visitor) -> int:
    """Return how many things wait for the owner of an account. One query; none for a player."""
    return len(_open_keys(_rows_for(user)))


def _rows_for(user: Visitor) -> dict[str, QuerySet[Any]]:
    facts = account_facts(user)
    if not isinstance(user, User) or not (facts.is_referent or facts.is_organiser):
        return {}
    found = {kind.name: kind.rows_for(user, is_referent=facts.is_referent) for kind in KINDS.values()}
    return {name: rows for name, rows in found.items() if rows is not None}


def _open_keys(rows: dict[str, QuerySet[Any]]) -> set[tuple[str, str]]:
    """Return the kind and the key of each thing that waits, in one query."""
    keys = [
        of_kind.order_by().values_list(Value(name, TextField()), Cast(KINDS[name].key, TextField()))
        for name, of_kind in rows.items()
    ]
    stored = set(keys[0].union(*keys[1:])) if keys else set()
    return stored | {(name, thing.key) for name in rows for thing in KINDS[name].things()}


def _read(rows: dict[str, QuerySet[Any]]) -> list[Waiting]:
    """Return the things, each key once with the number of its rows and the day of the oldest."""
    things = {(name, thing.key): thing for name in rows for thing in KINDS[name].things()}
    for name in {name for name, _key in _open_keys(rows)}:
        for row in rows[name]:
            seen = KINDS[name].see(row)
            first = things.setdefault((name, seen.key), replace(seen, number=0))
            since = min(first.since, seen.since)
            things[name, seen.key] = replace(first, number=first.number + seen.number, since=since)
    return sorted(things.values(), key=lambda thing: (thing.since, thing.kind, thing.what))
