"""Who may do what, as predicates over roles. Every view that shows or changes something private asks here."""

import rules
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser

from tournament.models import Event, EventRole, Table

NATIONAL_REFERENT = "national_referent"

User = AbstractBaseUser | AnonymousUser


def is_national_referent(user: User) -> bool:
    """Art. 1.2: the National Referent may do whatever an organiser may, and more. Asked once per request."""
    if not user.is_authenticated:
        return False
    known = getattr(user, "_is_national_referent", None)
    if known is None:
        known = bool(user.is_superuser) or user.groups.filter(name=NATIONAL_REFERENT).exists()
        user._is_national_referent = known
    return known


def _roles(user: User, event: Event) -> frozenset[str]:
    """The user's roles in the event, asked once per user and event object."""
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
    """The National Referent."""
    return is_national_referent(user)


@rules.predicate
def organises(user: User, thing: object) -> bool:
    """An organiser of this event."""
    return thing is not None and EventRole.Role.ORGANISER in _roles(user, _event_of(thing))


@rules.predicate
def referees(user: User, thing: object) -> bool:
    """A referee of this event."""
    return thing is not None and EventRole.Role.REFEREE in _roles(user, _event_of(thing))


@rules.predicate
def organises_somewhere(user: User, thing: object = None) -> bool:
    """An account that answers for a club, association or shop."""
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
