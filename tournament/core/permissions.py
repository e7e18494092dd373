"""Permission predicates over roles. Every view that shows or changes private data checks them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from django.contrib.auth.models import AnonymousUser, Group, User
from django.db.models import Q, QuerySet, TextField, Value
from django.db.models.functions import Cast
from rules.permissions import add_perm
from rules.predicates import predicate

from tournament.models import Event, EventRole, Organiser, Person, Table

NATIONAL_REFERENT = "national_referent"

#: Who opens a page: a user, or nobody signed in.
Visitor = User | AnonymousUser
#: Attribute of a user object that stores its ``AccountFacts``.
_ACCOUNT_FACTS = "_account_facts"


@dataclass(frozen=True, slots=True)
class AccountFacts:
    """Facts of an account on every page.

    Arguments:
        is_referee, is_organiser, is_photographer: of at least one event, an organiser also of a club without events.
        runs_club: acts for a club that is not disqualified.
        person: key of the owner's record of the national list; None without one.
    """

    is_referent: bool = False
    is_referee: bool = False
    is_organiser: bool = False
    is_photographer: bool = False
    runs_club: bool = False
    person: int | None = None


_NOBODY = AccountFacts()


class OfEvent(Protocol):
    """A row that belongs to an event."""

    @property
    def event(self) -> Event:
        """Return the event."""


def _facts_of(user: User) -> list[tuple[str, str | None]]:
    """Return what is stored of an account, in one query: rows of a kind of fact and its value.

    A union, which Django composes faster than one row with a subquery for each fact.
    """

    def rows(kind: str, found: QuerySet[Any], value: Any) -> QuerySet[Any, Any]:
        return found.order_by().values_list(Value(kind, TextField()), Cast(value, TextField()))

    groups = rows("group", Group.objects.filter(user=user), "name")
    others = (
        rows("role", EventRole.objects.filter(user=user), "role"),
        rows("club", Organiser.objects.run_by(user), "disqualified_at"),
        rows("person", Person.objects.filter(user=user), "pk"),
    )
    return list(groups.union(*others))


def account_facts(user: Visitor) -> AccountFacts:
    """Return what every page shows of an account, read in one query and stored on the user object."""
    if not user.is_authenticated:
        return _NOBODY
    facts: AccountFacts | None = getattr(user, _ACCOUNT_FACTS, None)
    if facts is None:
        found: dict[str, set[str | None]] = {}
        for kind, value in _facts_of(user):
            found.setdefault(kind, set()).add(value)
        groups, roles, clubs = (found.get(kind, set()) for kind in ("group", "role", "club"))
        facts = AccountFacts(
            is_referent=NATIONAL_REFERENT in groups or user.is_superuser,
            is_referee=EventRole.Role.REFEREE in roles,
            is_organiser=EventRole.Role.ORGANISER in roles or bool(clubs),
            is_photographer=EventRole.Role.PHOTO in roles,
            # A club that is not disqualified has no moment of its disqualification.
            runs_club=None in clubs,
            person=next((int(key or 0) for key in found.get("person", ())), None),
        )
        setattr(user, _ACCOUNT_FACTS, facts)
    return facts


def is_national_referent(user: Visitor) -> bool:
    """Art. 1.2: return whether the user is National Referent, who may do all that an organiser may.

    Read once per user object.
    """
    return account_facts(user).is_referent


def organisers_of(event: Event) -> list[User]:
    """Return the accounts that run an event: its organisers, and those who act for the club. One query."""
    roles = EventRole.objects.filter(event=event, role=EventRole.Role.ORGANISER).values("user")
    club = Q(organisations=event.organiser_id) | Q(organiser_memberships__organiser=event.organiser_id)
    running = Q(pk__in=roles) | club
    return list(User.objects.filter(running, is_active=True).distinct())


def _roles(user: Visitor, event: Event) -> frozenset[str]:
    """Return the user's roles in the event, read once per user and event object."""
    if not user.is_authenticated:
        return frozenset()
    cache: dict[int, frozenset[str]] = user.__dict__.setdefault("_event_roles", {})
    if event.pk not in cache:
        cache[event.pk] = frozenset(EventRole.objects.filter(event=event, user=user).values_list("role", flat=True))
    return cache[event.pk]


def _event_of(thing: Event | Table | OfEvent) -> Event:
    if isinstance(thing, Event):
        return thing
    if isinstance(thing, Table):
        return thing.round.event
    return thing.event


def _is_referent(user: Visitor, thing: Event | Table | OfEvent | None = None) -> bool:
    """Return whether the user is the National Referent."""
    return is_national_referent(user)


def _is_organiser(user: Visitor, thing: Event | Table | OfEvent | None) -> bool:
    """Return whether the user is an organiser of this event."""
    return thing is not None and EventRole.Role.ORGANISER in _roles(user, _event_of(thing))


def _is_referee(user: Visitor, thing: Event | Table | OfEvent | None) -> bool:
    """Return whether the user is a referee of this event."""
    return thing is not None and EventRole.Role.REFEREE in _roles(user, _event_of(thing))


def _photographs(user: Visitor, thing: Event | Table | OfEvent | None) -> bool:
    """Return whether the user takes care of this event's photos, and of nothing else by that."""
    return thing is not None and EventRole.Role.PHOTO in _roles(user, _event_of(thing))


def _is_organiser_somewhere(user: Visitor, thing: Event | Table | OfEvent | None = None) -> bool:
    """Return whether the account runs a club, association or shop."""
    return user.is_authenticated and Organiser.objects.run_by(user).exists()


def _acts_for(user: Visitor, organiser: Organiser | None) -> bool:
    """Return whether the account acts for this organiser."""
    return (
        organiser is not None
        and user.is_authenticated
        and Organiser.objects.run_by(user).filter(pk=organiser.pk).exists()
    )


referent = predicate(_is_referent)
acts_for = predicate(_acts_for)
organises = predicate(_is_organiser)
referees = predicate(_is_referee)
photographs = predicate(_photographs)
organises_somewhere = predicate(_is_organiser_somewhere)

add_perm("tournament.create_event", organises_somewhere | referent)
add_perm("tournament.run_club", referent | acts_for)
add_perm("tournament.correct_pack", organises_somewhere | referent)
add_perm("tournament.run_event", organises | referent)
add_perm("tournament.edit_photos", photographs | organises | referent)
add_perm("tournament.enter_sheet", referees | organises | referent)
add_perm("tournament.run_clock", referees | organises | referent)
add_perm("tournament.authorise_event", referent)
add_perm("tournament.publish_texts", referent)
add_perm("tournament.edit_regulation_version", referent)
add_perm("ranking.homologate", referent)
add_perm("ranking.manage_season", referent)
add_perm("ranking.call_up", referent)
add_perm("tournament.manage_people", referent)
add_perm("tournament.manage_referents", referent)
