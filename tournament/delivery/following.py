"""Follow clubs and cities, and tell their followers of a new event."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from tournament.core.audit import By
from tournament.delivery.decisions import accounts_notice
from tournament.models import Event, Follow, NoticeKind, Organiser
from tournament.regulation.refused import Refused

#: Clubs and cities that one account can follow.
MOST = 50


def follows_of(user: User) -> QuerySet[Follow]:
    """Return what an account follows."""
    return Follow.objects.filter(account=user).select_related("organiser")


@transaction.atomic
def follow(*, user: User, club: Organiser | None = None, city: str = "") -> Follow:
    """Follow a club, or a city. Idempotent. Errors: FIELD_WRONG for no city, or for one too many."""
    User.objects.select_for_update().get(pk=user.pk)
    named = " ".join(city.split())[:80]
    if club is None and not named:
        raise Refused("FIELD_WRONG", field=_("city"), value="", right=_("it must be given"))
    own = Follow.objects.filter(account=user)
    known = own.filter(organiser=club) if club is not None else own.filter(city__iexact=named)
    existing = known.first()
    if existing is not None:
        return existing
    if own.count() >= MOST:
        raise Refused("FIELD_WRONG", field=_("city"), value=named, right=_("at most %s clubs and cities") % MOST)
    return Follow.objects.create(account=user, organiser=club, city="" if club is not None else named)


def unfollow(*, user: User, pk: int) -> None:
    """Follow a club or a city no more. Does nothing for one of another account."""
    Follow.objects.filter(account=user, pk=pk).delete()


def followed_event_notice(event: Event, *, key: str, by: By) -> None:
    """Tell the followers of an event's club and city that it is announced, each once.

    Arguments:
        key: identifies the announcement, since an event can be announced again.
    """
    followers = Follow.objects.filter(Q(organiser=event.organiser_id) | Q(city__iexact=event.city)).values("account")
    accounts_notice(
        User.objects.filter(pk__in=followers, is_active=True),
        kind=NoticeKind.FOLLOWED,
        code="event_announced",
        key=key,
        path=event.get_absolute_url(),
        params={"event": event.name, "city": event.city},
        event=event,
        but=by,
    )
