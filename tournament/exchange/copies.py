"""An event to be played without a network: its site writes a file, another installation opens it and plays a copy."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction

from tournament.access.roles import role_grant
from tournament.core.audit import By, record
from tournament.core.preconditions import require_event_state
from tournament.core.transitions import event_transition
from tournament.events.lifecycle import event_open_check_in
from tournament.exchange.export import entries_of, event_facts
from tournament.exchange.importing import check_lengths, new_event, organiser_of, read_upload, season_of
from tournament.models import Entry, Event, EventRole, Person
from tournament.regulation.event_file.fields import FORMAT
from tournament.regulation.event_file.info import EntryInfo
from tournament.regulation.event_file.parse import parse
from tournament.regulation.refused import Refused

VERB = "event_open_file"
State = Event.State
#: States in which an event is played elsewhere: authorised by the Referent, round 1 not drawn yet.
BEFORE_ROUND_1 = (State.AUTHORISED, State.CHECK_IN)
#: Fields of the event that stay on its site: who answers for the tables there, and what belongs to the report.
_STAYS = ("referee", "photos", "forum_report")


def require_elsewhere(event: Event) -> None:
    """Require an event that can be played on another installation.

    Errors: ELSEWHERE_ONLY_OFFICIAL; EVENT_STATE_WRONG.
    """
    if not event.is_official:
        raise Refused("ELSEWHERE_ONLY_OFFICIAL")
    require_event_state(event, *BEFORE_ROUND_1)


def event_to_copy(event: Event) -> dict[str, Any]:
    """Return the file of an authorised event that another installation opens: its data, numbers and names.

    Links, consents, accounts and history stay here. Errors: ELSEWHERE_ONLY_OFFICIAL; EVENT_STATE_WRONG.
    """
    require_elsewhere(event)
    facts = {name: value for name, value in event_facts(event).items() if name not in _STAYS}
    facts |= {"rounds": event.rounds_override or 0, "home": home_of(event), "entries": entries_of(event)}
    return {"format": FORMAT, "event": facts, "players": [], "rounds": [], "final_places": []}


def home_of(event: Event) -> str:
    """Return the address of an event on this site."""
    return f"{settings.FOSSATO_SITE_URL.rstrip('/')}{event.get_absolute_url()}"


@transaction.atomic
def event_open(*, data: bytes, by: By) -> Event:
    """Open the file of an event that belongs to another site: a copy in its check-in, with everybody entered.

    It is a practice event here: in no list, mail or Ranking, and it can be deleted; the account that opens it runs it.

    Errors: FILE_TOO_LARGE; FILE_TOO_MANY_ITEMS; BadEventFile; FILE_NOT_OF_EVENT; COPY_ALREADY_HERE; FIELD_WRONG;
    SEASON_MISSING;
        UnknownRegulation; ORGANISER_DISQUALIFIED.
    """
    file = parse(read_upload(data))
    if not file.event.home or file.rounds or file.players:
        raise Refused("FILE_NOT_OF_EVENT")
    if Event.objects.filter(home_address=file.event.home).exists():
        raise Refused("COPY_ALREADY_HERE", name=file.event.name)
    event = new_event(file, organiser_of(file, VERB, by), season_of(file))
    event.home_address, event.is_practice, event.is_official = file.event.home, True, False
    event.entry_mode = Event.EntryMode.CLOSED
    check_lengths(event, "name", "city", "venue", "announcement_url", "clock_minutes", "home_address")
    event_transition(event, State.DRAFT, verb=VERB, by=by)
    if isinstance(by, User):
        role_grant(event=event, user=by, role=EventRole.Role.ORGANISER, by=by)
    for info in file.event.entries:
        entry_of_file(event, info, VERB, by)
    return event_open_check_in(event=event, by=by)


def entry_of_file(event: Event, info: EntryInfo, verb: str, by: By, **facts: Any) -> Entry:
    """Store an entry of a file with a record of its own: a name alone identifies nobody (AMB-25). Errors: FIELD_WRONG.

    Arguments:
        facts: further fields of the entry.
    """
    person = Person(first_name=" ".join(info.first_name.split()), last_name=" ".join(info.last_name.split()))
    check_lengths(person, "first_name", "last_name")
    record(person, verb=verb, by=by)
    entry = Entry(event=event, person=person, number=info.number, **facts)
    check_lengths(entry, "number")
    record(entry, verb=verb, by=by)
    return entry
