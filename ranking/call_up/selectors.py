"""State of the call-up to the national final (art. 1.7)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.core import signing
from django.db.models import QuerySet
from django.utils import timezone

from ranking.models import CallUp
from ranking.national.selectors import Standing, season_standing
from tournament.delivery.mail import CALL_SALT, call_token
from tournament.draws.selectors import promised_lots
from tournament.models import DrawPress, Event, Person, Season


def call_up_list(season: Season) -> QuerySet[CallUp]:
    """Return the call-up list in order of the call (art. 1.7). Runs one query."""
    return CallUp.objects.filter(season=season).select_related("person", "substitute__person").order_by("order")


def open_lots_press(season: Season) -> DrawPress | None:
    """Return the press of a season whose lots are not drawn yet. One query."""
    return DrawPress.objects.filter(season=season, state=DrawPress.State.WAITING).first()


#: Days that the first called have for the answer, unless the Referent chooses another last day.
ANSWER_DAYS = 7


def default_answer_day(season: Season, day: date | None = None) -> date | None:
    """Return the last day for the answers that the form proposes; None if the final leaves no day for them."""
    today = day or timezone.localdate()
    proposed = today + timedelta(days=ANSWER_DAYS)
    if season.final_day is not None:
        proposed = min(proposed, season.final_day - timedelta(days=1))
    return proposed if proposed > today else None


def call_of_link(token: str) -> CallUp | None:
    """Return the call that the link of a mail answers; None for a link that no longer opens anything.

    A link ends with the call, and when its player gets another address. Runs one query.
    """
    try:
        pk, _digest = signing.Signer(salt=CALL_SALT).unsign_object(token)
    except signing.BadSignature:
        return None
    call = CallUp.objects.filter(pk=pk).select_related("person", "season").first()
    return call if call is not None and call_token(call.pk, call.person.email) == token else None


@dataclass(frozen=True, slots=True)
class CallUpState:
    """State of the call-up of a season.

    Arguments:
        coming: number of players called or accepted.
        accepted: number of players who accepted.
        free: number of places without a player.
        lots_among: players tied across the line who have drawn no lots yet (AMB-20).
        commitment: of the draw of those lots, empty if it is not published.
        standing: the Ranking, as long as nobody is called.
    """

    season: Season
    calls: list[CallUp]
    coming: int
    accepted: int
    free: int
    lots_among: list[Person]
    commitment: str
    final: Event | None
    at: datetime | None = None
    standing: Standing | None = None


def call_up_state(season: Season) -> CallUpState:
    """Return the call-up list of a season and what is missing for the call-up (art. 1.7)."""
    calls = list(call_up_list(season))
    coming = sum(call.state in (CallUp.State.CALLED, CallUp.State.ACCEPTED) for call in calls)
    among: list[Person] = []
    standing = None if calls else season_standing(season)
    if standing is not None:
        players_without_lot = standing.open_lots
        people = Person.objects.in_bulk(players_without_lot)
        among = [people[pk] for pk in players_without_lot]
    final = Event.objects.filter(season=season, is_national_final=True).exclude(state=Event.State.VOID).first()
    return CallUpState(
        season=season,
        calls=calls,
        coming=coming,
        accepted=sum(call.state == CallUp.State.ACCEPTED for call in calls),
        free=max(0, season.finalists - coming),
        lots_among=among,
        commitment=promised_lots(season),
        final=final,
        at=calls[0].called_at if calls else None,
        standing=standing,
    )
