"""Send the notices by mail: only to people who left an address, once each."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.urls import reverse
from django.utils import timezone, translation

from tournament.core.dates import date_words
from tournament.models import Consent, Entry, Event, Person, PrivateLink, Round, Season, Seat
from tournament.notifications.mail import mail_enqueue
from tournament.people.languages import chosen_language, chosen_languages, language_of_person

#: Date format that is unambiguous in both languages.
DAY = "j F Y"
#: Language of notices that belong to no event, unless the reader's account has chosen one.
LANGUAGE = "it"


def registration_notice(entry: Entry, *, own: PrivateLink | None = None, page: PrivateLink | None = None) -> None:
    """Tell a player that the registration is stored, with the event for their calendar.

    Arguments:
        own: the link by which the player decides about the name.
        page: the link of the player's own page, whose QR code is for the check-in.
    """
    if not entry.person.email:
        return
    event = entry.event
    language = language_of_person(entry.person, event.language)
    with translation.override(language):
        day = date_words(event.first_day, DAY)
    mail_enqueue(
        name="registration",
        to=[entry.person.email],
        key=f"entry-{entry.pk}",
        event=event,
        language=language,
        context={
            "name": entry.person.first_name,
            "event": event.name,
            "day": day,
            "place": f"{event.venue}, {event.city}",
            "path": event.get_absolute_url(),
            "own": own.pk if own is not None else None,
            "page": page.pk if page is not None else None,
        },
        attach=["calendar", "qr"],
    )


def event_cancelled_notice(event: Event, *, reason: str) -> None:
    """Tell every player entered that the event is not played, and why; take it out of their calendar.

    Arguments:
        reason: of the organiser; it stands on the page of the event too.
    """
    _tell_entered(event, name="event_cancelled", key="cancelled", facts={"reason": reason}, attach="cancellation")


def event_start_notice(event: Event, *, at: datetime) -> None:
    """Tell every player entered that the event starts at another time.

    Arguments:
        at: the moment of this change, since the time may change back.
    """
    start = event.starts_at.strftime("%H:%M") if event.starts_at else ""
    _tell_entered(
        event, name="event_start_changed", key=f"start-{at.isoformat()}", facts={"start": start}, attach="calendar"
    )


def _tell_entered(event: Event, *, name: str, key: str, facts: dict[str, Any], attach: str) -> None:
    """Queue a mail to each player entered who has an address, in their language."""
    states = (Entry.State.REGISTERED, Entry.State.CHECKED_IN)
    entries = event.entries.filter(state__in=states).exclude(person__email="").select_related("person")
    chosen = chosen_languages(entry.person for entry in entries)
    for entry in entries:
        language = chosen.get(entry.person_id, event.language)
        with translation.override(language):
            day = date_words(event.first_day, DAY)
        context = {"name": entry.person.first_name, "event": event.name, "day": day}
        mail_enqueue(
            name=name,
            to=[entry.person.email],
            key=f"{key}-entry-{entry.pk}",
            event=event,
            language=language,
            context={**context, "place": f"{event.venue}, {event.city}", "path": event.get_absolute_url(), **facts},
            attach=[attach],
        )


def consent_notice(row: Consent, *, link: PrivateLink | None) -> None:
    """Art. 1.6: tell a person that a decision about their name was stored, also if someone else stored it.

    Arguments:
        link: the one by which they can change it.
    """
    person, event = row.person, row.entry.event if row.entry is not None else None
    mail_enqueue(
        name="consent_changed",
        to=[person.email],
        key=f"consent-{row.pk}",
        event=event,
        language=language_of_person(person, event.language if event is not None else LANGUAGE),
        context={
            "name": person.first_name,
            "event": event.name if event is not None else "",
            "given": row.given,
            "source": row.source,
            "path": reverse("account"),
            "own": link.pk if link is not None else None,
        },
    )


def record_notice(*, person: Person, addresses: Iterable[str], key: str) -> None:
    """Tell a person that the Referent changed their record; if the address changed, at both addresses.

    Arguments:
        key: identifies this change.
    """
    mail_enqueue(
        name="record_changed",
        to=addresses,
        key=f"person-{person.pk}-{key}",
        language=language_of_person(person, LANGUAGE),
        context={"name": person.first_name, "path": reverse("account")},
    )


def tables_notice(game_round: Round) -> None:
    """Tell every player of a published round the table and the seat, with their private link if they have one."""
    event = game_round.event
    links = PrivateLink.objects.filter(event=event, kind=PrivateLink.Kind.PARTICIPANT, revoked_at=None)
    link_by_entry = dict(links.values_list("entry_id", "pk"))
    seats = Seat.objects.filter(round=game_round).exclude(entry__person__email="")
    seats = seats.select_related("entry__person", "table")
    chosen = chosen_languages(seat.entry.person for seat in seats)
    for seat in seats:
        mail_enqueue(
            name="tables_published",
            to=[seat.entry.person.email],
            key=f"round-{game_round.pk}-entry-{seat.entry_id}",
            event=event,
            language=chosen.get(seat.entry.person_id, event.language),
            context={
                "name": seat.entry.person.first_name,
                "event": event.name,
                "round": game_round.number,
                "table": seat.table.number,
                "seat": seat.position,
                "path": reverse("event", args=[event.slug]),
                "link": link_by_entry.get(seat.entry_id),
            },
        )


def report_due_notice(*, event: Event, user: Any, deadline: datetime) -> None:
    """Art. 1.2: remind an organiser of the event of its report.

    Arguments:
        deadline: the first moment that is too late; the mail names the minute before.
    """
    language = chosen_language(user) or event.language
    with translation.override(language):
        last_moment = date_words(timezone.localtime(deadline - timedelta(minutes=1)), f"{DAY} H:i")
    mail_enqueue(
        name="report_due",
        to=[user.email],
        key=deadline.date().isoformat(),
        event=event,
        language=language,
        context={"event": event.name, "deadline": last_moment, "path": event.get_absolute_url()},
    )


def call_up_notice(*, season: Season, person: Person, rank: int, path: str, at: datetime) -> None:
    """Art. 1.7: tell a player of the call to the national final, in Italian unless their account chose a language.

    Arguments:
        rank: in the Ranking; path: of the page that shows it; at: when the call was made, since a withdrawn call
            may be made again.
    """
    language = language_of_person(person, LANGUAGE)
    with translation.override(language):
        day = date_words(season.final_day, DAY) if season.final_day else ""
    mail_enqueue(
        name="call_up",
        to=[person.email],
        key=f"season-{season.pk}-person-{person.pk}-{at.isoformat()}",
        language=language,
        context={
            "name": person.first_name,
            "rank": rank,
            "where": ", ".join(part for part in (season.final_place, day) if part),
            "path": path,
        },
    )


def call_up_withdrawn_notice(*, season: Season, person: Person, reason: str, path: str, at: datetime) -> None:
    """Art. 1.7: tell a player that the call is withdrawn, and why.

    Arguments:
        path: of the page of the Ranking; at: when the withdrawn call was made.
    """
    mail_enqueue(
        name="call_up_withdrawn",
        to=[person.email],
        key=f"season-{season.pk}-person-{person.pk}-{at.isoformat()}",
        language=language_of_person(person, LANGUAGE),
        context={"name": person.first_name, "season": season.name, "reason": reason, "path": path},
    )
