"""Permission predicates over roles. Every view that shows or changes private data checks them."""

import rules
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser

from tournament.models import Event, EventRole, Table

NATIONAL_REFERENT = "national_referent"

User = AbstractBaseUser | AnonymousUser


def _global_roles(user: User) -> frozenset[str]:
    """Return the roles that hold on every page, read in one query and stored on the user object."""
    if not user.is_authenticated:
        return frozenset()
    roles_held: frozenset[str] | None = getattr(user, "_global_roles", None)
    if roles_held is None:
        if user.is_superuser:
            roles_held = frozenset({NATIONAL_REFERENT})
        else:
            referent = user.groups.filter(name=NATIONAL_REFERENT).values_list("name")
            roles = EventRole.objects.filter(user=user, role=EventRole.Role.REFEREE).values_list("role")
            roles_held = frozenset(role for (role,) in referent.union(roles))
        user._global_roles = roles_held
    return roles_held


def is_national_referent(user: User) -> bool:
    """Art. 1.2: return whether the user is National Referent, who may do all that an organiser may.

    Read once per request.
    """
    return NATIONAL_REFERENT in _global_roles(user)


def is_referee_somewhere(user: User) -> bool:
    """Return whether the user referees at least one event."""
    return EventRole.Role.REFEREE in _global_roles(user)


def _roles(user: User, event: Event) -> frozenset[str]:
    """Return the user's roles in the event, read once per user and event object."""
    if not user.is_authenticated:
        return frozenset()
    cache = user.__dict__.setdefault("_event_roles", {})
    if event.pk not in cache:
        cache[event.pk] = frozenset(EventRole.objects.filter(event=event, user=user).values_list("role", flat=True))
    return cache[event.pk]


def _event_of(thing: object) -> Event:
    if isinstance(thing, Event):
        return thing
    if isinstance(thing, Table):
        return thing.round.event
    return thing.event


@rules.predicate
def referent(user: User, thing: object = None) -> bool:
    """Return whether the user is the National Referent."""
    return is_national_referent(user)


@rules.predicate
def organises(user: User, thing: object) -> bool:
    """Return whether the user is an organiser of this event."""
    return thing is not None and EventRole.Role.ORGANISER in _roles(user, _event_of(thing))


@rules.predicate
def referees(user: User, thing: object) -> bool:
    """Return whether the user is a referee of this event."""
    return thing is not None and EventRole.Role.REFEREE in _roles(user, _event_of(thing))


@rules.predicate
def organises_somewhere(user: User, thing: object = None) -> bool:
    """Return whether the account runs a club, association or shop."""
    return user.is_authenticated and user.organisations.exists()


rules.add_perm("tournament.create_event", organises_somewhere | referent)
rules.add_perm("tournament.correct_pack", organises_somewhere | referent)
rules.add_perm("tournament.run_event", organises | referent)
rules.add_perm("tournament.enter_sheet", referees | organises | referent)
rules.add_perm("tournament.run_clock", referees | organises | referent)
rules.add_perm("tournament.authorise_event", referent)
rules.add_perm("ranking.homologate", referent)
rules.add_perm("ranking.manage_season", referent)
rules.add_perm("ranking.call_up", referent)
rules.add_perm("tournament.manage_people", referent)
