"""Read memberships of players in clubs."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from tournament.core.collation import person_key
from tournament.models import Entry, Membership, Organiser, Person, Season


def members_of(season: Season, organiser: Organiser | None = None) -> list[Membership]:
    """Return the memberships of a season, of one club or of all, in order of name. One query."""
    rows = Membership.objects.filter(season=season).select_related("person", "organiser", "season")
    if organiser is not None:
        rows = rows.filter(organiser=organiser)
    return sorted(rows, key=lambda row: person_key(row.person))


def members_to_renew(organiser: Organiser, season: Season) -> QuerySet[Membership]:
    """Return the club's memberships of its last season of the game who have none yet in this one. Two queries."""
    earlier = Membership.objects.filter(
        organiser=organiser, season__game=season.game, season__first_day__lt=season.first_day
    )
    last = earlier.order_by("-season__first_day", "-season").values_list("season", flat=True).first()
    renewed = Membership.objects.filter(person=OuterRef("person"), season=season)
    rows = earlier.filter(~Exists(renewed), season=last, person__merged_into=None).select_related("person")
    return rows.order_by("person__last_name", "person__first_name", "pk")


def memberships_of(person: Person) -> QuerySet[Membership]:
    """Return a player's memberships, the newest season first. One query."""
    rows = Membership.objects.filter(person=person).select_related("organiser", "season")
    return rows.order_by("-season__first_day", "-pk")


def latest_season(slug: str = "") -> Season | None:
    """Return the season with this short name, else the one that runs or began last, else the next one. One query."""
    seasons = list(Season.objects.order_by("-first_day", "pk"))
    named = next((season for season in seasons if season.slug == slug), None)
    begun = next((season for season in seasons if season.first_day <= timezone.localdate()), None)
    return named or begun or (seasons[-1] if seasons else None)


def club_players(organiser: Organiser, season: Season) -> QuerySet[Person]:
    """Return the players that a club knows and may make members: they played at its events and are no members yet.

    Art. 1.6: a club does not search the national list.
    """
    played = Entry.objects.filter(person=OuterRef("pk"), event__organiser=organiser, event__is_practice=False)
    members = Membership.objects.filter(person=OuterRef("pk"), season=season)
    return Person.objects.filter(Exists(played), ~Exists(members), merged_into=None).order_by(
        "last_name", "first_name", "pk"
    )
