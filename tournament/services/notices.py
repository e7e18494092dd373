"""Which mails go out when: only to those who left an address, once each."""

from __future__ import annotations

from django.urls import reverse
from django.utils import translation
from django.utils.formats import date_format

from tournament.models import Entry, Person, PrivateLink, Round, Season, Seat
from tournament.services.mails import mail_ask

#: A day that nobody misreads, in both languages.
DAY = "j F Y"
#: What belongs to no event is written in.
LANGUAGE = "it"


def registration_notice(entry: Entry) -> None:
    """Tells a player that the registration is in."""
    if not entry.person.email:
        return
    event = entry.event
    with translation.override(event.language):
        day = date_format(event.first_day, DAY)
    mail_ask(
        name="registration",
        to=[entry.person.email],
        key=f"entry-{entry.pk}",
        event=event,
        language=event.language,
        context={
            "name": entry.person.first_name,
            "event": event.name,
            "day": day,
            "place": f"{event.venue}, {event.city}",
            "path": event.get_absolute_url(),
        },
    )


def tables_notice(game_round: Round) -> None:
    """Tells every player of a published round the table and the seat; who has a private link gets it as the address."""
    event = game_round.event
    links = PrivateLink.objects.filter(event=event, kind=PrivateLink.Kind.PARTICIPANT, revoked_at=None)
    own = dict(links.values_list("entry_id", "pk"))
    seats = Seat.objects.filter(round=game_round).exclude(entry__person__email="")
    for seat in seats.select_related("entry__person", "table"):
        mail_ask(
            name="tables_published",
            to=[seat.entry.person.email],
            key=f"round-{game_round.pk}-entry-{seat.entry_id}",
            event=event,
            language=event.language,
            context={
                "name": seat.entry.person.first_name,
                "event": event.name,
                "round": game_round.number,
                "table": seat.table.number,
                "seat": seat.position,
                "path": reverse("event", args=[event.slug]),
                "link": own.get(seat.entry_id),
            },
        )


def call_up_notice(*, season: Season, person: Person, rank: int, path: str) -> None:
    """Art. 1.7: tells a player of the call to the national final; a season speaks Italian.

    Arguments:
        rank: in the Ranking; path: of the page that shows it.
    """
    with translation.override(LANGUAGE):
        day = date_format(season.final_day, DAY) if season.final_day else ""
    mail_ask(
        name="call_up",
        to=[person.email],
        key=f"season-{season.pk}-person-{person.pk}",
        language=LANGUAGE,
        context={
            "name": person.first_name,
            "rank": rank,
            "where": ", ".join(part for part in (season.final_place, day) if part),
            "path": path,
        },
    )
