"""Tell players what concerns them: by mail if they left an address, and on the devices of their account."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from typing import Any

from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils import timezone, translation

from tournament.core.dates import date_words
from tournament.delivery.messages import Message, messages_deliver
from tournament.models import Consent, Entry, Event, NoticeKind, Person, PrivateLink, Round, Seat, Table
from tournament.people.languages import chosen_language, chosen_languages, language_of_person

#: Date format that is unambiguous in both languages.
DAY = "j F Y"
#: Language of mails that belong to no event, unless the reader's account has chosen one.
LANGUAGE = "it"


def event_facts(event: Event) -> dict[str, str]:
    """Return what a mail says of an event, in the active language: its name, day and place."""
    day = date_words(event.first_day, DAY)
    return {"event": event.name, "day": day, "place": event.place}


def registration_notices(
    event: Event,
    entries: Iterable[Entry],
    *,
    own: Mapping[int, PrivateLink] | None = None,
    pages: Mapping[int, PrivateLink] | None = None,
) -> None:
    """Tell players that their registration in an event is stored, with the event for their calendar.

    Arguments:
        own: the link by which a player decides about the name, by the key of the person.
        pages: the link of a player's own page, whose QR code is for the check-in, by the key of the entry.
    """
    reachable = [entry for entry in entries if entry.person.email or entry.person.user_id]
    chosen = chosen_languages(entry.person for entry in reachable)
    messages = []
    for entry in reachable:
        person, language = entry.person, chosen.get(entry.person_id, event.language)
        with translation.override(language):
            facts = event_facts(event)
        own_link, page = (own or {}).get(person.pk), (pages or {}).get(entry.pk)
        messages.append(
            Message(
                key=f"entry-{entry.pk}",
                account=person.user_id,
                code="registered",
                params={"event": event.name},
                path=event.get_absolute_url(),
                mail="registration",
                addresses=(person.email,),
                language=language,
                context={
                    **facts,
                    **person.mail_names,
                    "path": event.get_absolute_url(),
                    "own": own_link.pk if own_link is not None else None,
                    "page": page.pk if page is not None else None,
                },
                attach=("calendar", "qr"),
            )
        )
    messages_deliver(messages, event=event)


def event_tomorrow_notice(event: Event, entries: Iterable[Entry], pages: Mapping[int, int]) -> None:
    """Remind players of an event of the next day, and ask whether they come.

    Arguments:
        entries: with their people; pages: primary key of each one's private link by that of the entry.
    """
    players = list(entries)
    chosen = chosen_languages(entry.person for entry in players)
    messages = [
        Message(
            kind=NoticeKind.REMINDER,
            key=f"{event.first_day}-entry-{entry.pk}",
            account=entry.person.user_id,
            code="event_tomorrow",
            params={"event": event.name},
            path=reverse("my_games"),
            mail="event_tomorrow",
            addresses=(entry.person.email,),
            language=chosen.get(entry.person_id, event.language),
            context={**entry.person.mail_names, "event": event.name, "page": pages[entry.pk]},
            attach=("calendar", "qr"),
        )
        for entry in players
    ]
    messages_deliver(messages, event=event)


def event_cancelled_notice(event: Event, *, reason: str) -> None:
    """Tell every player entered that the event is not played, and why; take it out of their calendar.

    Arguments:
        reason: of the organiser; it stands on the page of the event too.
    """
    params = {"text": reason}
    _tell_entered(
        event, code="event_cancelled", key="cancelled", facts={"reason": reason}, params=params, attach="cancellation"
    )


def event_start_notice(event: Event, *, at: datetime) -> None:
    """Tell every player entered that the event starts at another time, and ask whether they still come.

    Arguments:
        at: the moment of this change, since the time may change back.
    """
    start = event.starts_at.strftime("%H:%M") if event.starts_at else ""
    code, key, facts = (
        "event_start_changed" if start else "event_start_open",
        f"start-{at.isoformat()}",
        {"start": start},
    )
    _tell_entered(event, code=code, key=key, facts=facts, params=facts, attach="calendar")


def event_moved_notice(event: Event, *, earlier: date, at: datetime) -> None:
    """Tell every player entered that the event is played on another day, and ask whether they still come.

    Arguments:
        earlier: the day that it was to be played on; at: the moment of this change.
    """
    _tell_entered(
        event,
        code="event_moved",
        key=f"moved-{at.isoformat()}",
        days={"earlier": earlier},
        params={},
        facts={},
        attach="calendar",
    )


#: Mail by the code of the notice that goes with it.
_EVENT_MAILS = {
    "event_cancelled": "event_cancelled",
    "event_start_changed": "event_start_changed",
    "event_start_open": "event_start_changed",
    "event_moved": "event_moved",
}


def _tell_entered(
    event: Event,
    *,
    code: str,
    key: str,
    facts: dict[str, Any],
    params: dict[str, Any],
    attach: str,
    days: Mapping[str, date] | None = None,
) -> None:
    """Tell each player entered who has an account or an address, in their language.

    Arguments:
        facts: of the mail; days: more of them, written in the language of each. params: of the notice.
        attach: the mail's file.
    """
    states = (Entry.State.REGISTERED, Entry.State.CHECKED_IN, Entry.State.PLAYING)
    reachable = ~Q(person__email="") | Q(person__user__isnull=False)
    entries = event.entries.filter(reachable, state__in=states).select_related("person")
    chosen = chosen_languages(entry.person for entry in entries)
    links = PrivateLink.objects.filter(event=event, kind=PrivateLink.Kind.PARTICIPANT, revoked_at=None)
    page_by_entry = dict(links.values_list("entry_id", "pk"))
    messages = []
    for entry in entries:
        language = chosen.get(entry.person_id, event.language)
        with translation.override(language):
            words = {name: date_words(day, DAY) for name, day in (days or {}).items()}
            context = {**event_facts(event), **facts, **words}
        messages.append(
            Message(
                key=f"{key}-entry-{entry.pk}",
                account=entry.person.user_id,
                code=code,
                params={"event": event.name, **params, **({"day": context["day"]} if days else {})},
                path=event.get_absolute_url(),
                mail=_EVENT_MAILS[code],
                addresses=(entry.person.email,),
                language=language,
                context={
                    **context,
                    **entry.person.mail_names,
                    "path": event.get_absolute_url(),
                    "page": page_by_entry.get(entry.pk),
                },
                attach=(attach,),
            )
        )
    messages_deliver(messages, event=event)


def consent_notice(row: Consent, *, link: PrivateLink | None) -> None:
    """Art. 1.6: tell a person that a decision about their name was stored, also if someone else stored it.

    Arguments:
        link: the one by which they can change it.
    """
    event = row.entry.event if row.entry is not None else None
    consent_notices([row], event=event, links={row.person_id: link} if link is not None else {})


def consent_notices(rows: Sequence[Consent], *, event: Event | None, links: Mapping[int, PrivateLink]) -> None:
    """Tell people as ``consent_notice`` tells one.

    Arguments:
        rows: decisions for that event, or for all events. links: by the key of the person.
    """
    chosen = chosen_languages(row.person for row in rows)
    default = event.language if event is not None else LANGUAGE
    messages = [
        Message(
            key=f"consent-{row.pk}",
            account=row.person.user_id,
            code="consent_changed",
            params={},
            path=reverse("account"),
            mail="consent_changed",
            addresses=(row.person.email,),
            language=chosen.get(row.person_id, default),
            context={
                **row.person.mail_names,
                "event": event.name if event is not None else "",
                "given": row.given,
                "source": row.source,
                "path": reverse("account"),
                "own": links[row.person_id].pk if row.person_id in links else None,
            },
        )
        for row in rows
    ]
    messages_deliver(messages, event=event)


def record_notice(*, person: Person, addresses: Iterable[str], key: str) -> None:
    """Tell a person that the Referent changed their record; if the address changed, at both addresses.

    Arguments:
        key: identifies this change.
    """
    message = Message(
        key=f"person-{person.pk}-{key}",
        account=person.user_id,
        code="record_changed",
        params={},
        path=reverse("account"),
        mail="record_changed",
        addresses=tuple(addresses),
        language=language_of_person(person, LANGUAGE),
        context={**person.mail_names, "path": reverse("account")},
    )
    messages_deliver([message])


def tables_notice(game_round: Round) -> None:
    """Tell every player of a published round the table and the seat, with their private link if they have one."""
    event = game_round.event
    links = PrivateLink.objects.filter(event=event, kind=PrivateLink.Kind.PARTICIPANT, revoked_at=None)
    link_by_entry = dict(links.values_list("entry_id", "pk"))
    reachable = ~Q(entry__person__email="") | Q(entry__person__user__isnull=False)
    seats = Seat.objects.filter(reachable, round=game_round).select_related("entry__person", "table")
    chosen = chosen_languages(seat.entry.person for seat in seats)
    messages = []
    for seat in seats:
        person = seat.entry.person
        where = {"round": game_round.number, "table": seat.table.number, "seat": seat.position}
        sentence = "final_published" if game_round.is_final else "tables_published"
        messages.append(
            Message(
                kind=NoticeKind.TABLES,
                key=f"round-{game_round.pk}-entry-{seat.entry_id}",
                account=person.user_id,
                code=sentence,
                params={"event": event.name, **where},
                path=reverse("my_games"),
                mail="tables_published",
                addresses=(person.email,),
                language=chosen.get(person.pk, event.language),
                context={
                    **person.mail_names,
                    "event": event.name,
                    **where,
                    "is_final": game_round.is_final,
                    "path": reverse("event", args=[event.slug]),
                    "link": link_by_entry.get(seat.entry_id),
                },
            )
        )
    messages_deliver(messages, event=event)


def table_called_notice(table: Table, moment: datetime) -> int:
    """Tell the players of a table who have an account that they are called to it. Returns how many they are.

    Arguments:
        moment: identifies this call.
    """
    event = table.round.event
    people = _people_with_account(Seat.objects.filter(table=table))
    params = {"event": event.name, "round": table.round.number, "table": table.number}
    sentence = "final_called" if table.round.is_final else "table_called"
    _tell_players(event, people, sentence, params, f"table-{table.pk}-{moment.isoformat()}")
    return len(people)


def round_closing_notice(game_round: Round, ends: datetime) -> int:
    """Tell the players with an account whose table is still open when the clock ends. Returns how many they are.

    Arguments:
        ends: identifies the fact, so that a clock with more minutes is told again.
    """
    event = game_round.event
    open_seats = Seat.objects.filter(table__round=game_round).exclude(table__state=Table.State.CONFIRMED)
    people = _people_with_account(open_seats)
    params = {"event": event.name, "round": game_round.number, "time": f"{timezone.localtime(ends):%H:%M}"}
    key = f"round-{game_round.pk}-{ends.isoformat()}"
    sentence = "final_closing" if game_round.is_final else "round_closing"
    _tell_players(event, people, sentence, params, key, is_mailed=False)
    return len(people)


def _people_with_account(seats: QuerySet[Seat]) -> list[Person]:
    """Return the people on the seats who have an account."""
    return [
        seat.entry.person for seat in seats.filter(entry__person__user__isnull=False).select_related("entry__person")
    ]


def _tell_players(
    event: Event, people: list[Person], code: str, params: dict[str, Any], key: str, *, is_mailed: bool = True
) -> None:
    """Tell players of a moment of play.

    Arguments:
        is_mailed: whether it is of use in a mail, which is read later; else only their devices show it.
    """
    chosen = chosen_languages(people)
    messages_deliver(
        [
            Message(
                kind=NoticeKind.TABLES,
                key=f"{key}-{person.pk}",
                account=person.user_id,
                code=code,
                params=params,
                path=reverse("my_games"),
                addresses=(person.email,) if is_mailed else (),
                language=chosen.get(person.pk, event.language),
                context={**person.mail_names},
            )
            for person in people
        ],
        event=event,
    )


def report_due_notice(*, event: Event, user: Any, last_day: date) -> None:
    """Art. 1.2: remind an organiser of the event of its report.

    Arguments:
        last_day: on which it is in time.
    """
    language = chosen_language(user) or event.language
    with translation.override(language):
        day = date_words(last_day, DAY)
    message = Message(
        key=last_day.isoformat(),
        account=user.pk,
        code="report_due",
        params={"event": event.name},
        path=event.get_absolute_url(),
        mail="report_due",
        addresses=(user.email,),
        language=language,
        context={"name": user.first_name, "event": event.name, "deadline": day, "path": event.get_absolute_url()},
    )
    messages_deliver([message], event=event)


def results_notice(event: Event, *, code: str, key: str) -> None:
    """Tell every player of an event who has an account what was decided about its results. Three queries.

    Arguments:
        code: of the sentence; key: identifies the decision.
    """
    players = event.entries.filter(person__user__isnull=False, final_place__isnull=False)
    people = [entry.person for entry in players.select_related("person")]
    chosen = chosen_languages(people)
    messages = [
        Message(
            kind=NoticeKind.RESULT,
            key=f"{key}-{person.pk}",
            account=person.user_id,
            code=code,
            params={"event": event.name},
            path=event.get_absolute_url(),
            addresses=(person.email,),
            language=chosen.get(person.pk, event.language),
            context={**person.mail_names},
        )
        for person in people
    ]
    messages_deliver(messages, event=event)
