"""Permission predicates over roles. Every view that shows or changes private data checks them."""

from __future__ import annotations

from typing import Protocol

from django.contrib.auth.models import AnonymousUser, User
from rules.permissions import add_perm
from rules.predicates import predicate

from tournament.models import Event, EventRole, Table

NATIONAL_REFERENT = "national_referent"

#: Who opens a page: a user, or nobody signed in.
Visitor = User | AnonymousUser
#: Attribute of a user object that stores the roles that hold on every page.
_GLOBAL_ROLES = "_global_roles"


class OfEvent(Protocol):
    """A row that belongs to an event."""

    @property
    def event(self) -> Event:
        """Return the event."""


def _global_roles(user: Visitor) -> frozenset[str]:
    """Return the roles that hold on every page, read in one query and stored on the user object."""
    if not user.is_authenticated:
        return frozenset()
    roles_held: frozenset[str] | None = getattr(user, _GLOBAL_ROLES, None)
    if roles_held is None:
        if user.is_superuser:
            roles_held = frozenset({NATIONAL_REFERENT})
        else:
            referent = user.groups.filter(name=NATIONAL_REFERENT).values_list("name")
            roles = EventRole.objects.filter(user=user, role=EventRole.Role.REFEREE).values_list("role")
            roles_held = frozenset(role for (role,) in referent.union(roles))
        setattr(user, _GLOBAL_ROLES, roles_held)
    return roles_held


def is_national_referent(user: Visitor) -> bool:
    """Art. 1.2: return whether the user is National Referent, who may do all that an organiser may.

    Read once per request.
    """
    return NATIONAL_REFERENT in _global_roles(user)


def is_referee_somewhere(user: Visitor) -> bool:
    """Return whether the user referees at least one event."""
    return EventRole.Role.REFEREE in _global_roles(user)


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


def _is_organiser_somewhere(user: Visitor, thing: Event | Table | OfEvent | None = None) -> bool:
    """Return whether the account runs a club, association or shop."""
    return user.is_authenticated and user.organisations.exists()


referent = predicate(_is_referent)
organises = predicate(_is_organiser)
referees = predicate(_is_referee)
organises_somewhere = predicate(_is_organiser_somewhere)

add_perm("tournament.create_event", organises_somewhere | referent)
add_perm("tournament.correct_pack", organises_somewhere | referent)
add_perm("tournament.run_event", organises | referent)
add_perm("tournament.enter_sheet", referees | organises | referent)
add_perm("tournament.run_clock", referees | organises | referent)
add_perm("tournament.authorise_event", referent)
add_perm("ranking.homologate", referent)
add_perm("ranking.manage_season", referent)
add_perm("ranking.call_up", referent)
add_perm("tournament.manage_people", referent)
add_perm("tournament.manage_referents", referent)
