"""Art. 1.6 (AMB-19): record whether a name is shown: who may decide it, for which scope, with every version stored.

A decision for all events comes only from the person: by a link that was mailed to their own address, by their own
account, or by a signed paper form that the Referent accepted. A decision recorded at the desk (a printed link, a tick)
holds for that one event, and never overrides a refusal that the person gave themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date

from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from tournament.access.links import own_link_make, own_links_make
from tournament.core.audit import By, record, record_all
from tournament.core.permissions import NATIONAL_REFERENT
from tournament.delivery.notices import consent_notice, consent_notices
from tournament.models import Consent, ConsentPaper, Entry, EntryRequest, Event, Person
from tournament.records.refusals import AddressOfDesk, GuardianNeeded, JoinedLately
from tournament.records.settling import settles_on
from tournament.regulation.ages import is_minor
from tournament.regulation.refused import Refused

Source = Consent.Source
#: Sources which prove that the person decided.
OWN = (Source.MAIL, Source.ACCOUNT, Source.PAPER)
#: Sources of decisions that the desk does not override: the person's own, and what is left of two after a join.
BINDING = (*OWN, Source.MERGE)


def own_decision(person: Person) -> Consent | None:
    """Return the newest decision for all events that is known to be the person's own, or is left of two by a join."""
    return Consent.objects.filter(person=person, entry=None, source__in=BINDING).order_by("pk").last()


def address_is_desks(person: Person) -> bool:
    """Return whether the mail address of the record belongs to another account that runs events, clubs or the list."""
    if not person.email.strip():
        return False
    users = get_user_model().objects.filter(email__iexact=person.email.strip(), is_active=True)
    runs = Q(event_roles__isnull=False) | Q(organisations__isnull=False) | Q(organiser_memberships__isnull=False)
    runs |= Q(groups__name=NATIONAL_REFERENT)
    others = users.exclude(pk=person.user_id) if person.user_id is not None else users
    return others.filter(runs | Q(is_superuser=True)).exists()


@transaction.atomic
def consent_set(
    *,
    person: Person,
    consent: bool,
    source: str,
    by: By,
    paper: ConsentPaper | None = None,
    entry: Entry | None = None,
    is_told: bool = True,
) -> Person:
    """Give or withdraw the consent to show name and points on all events; it takes effect at once.

    It replaces what was decided for single events: the person's newest decision holds.

    Arguments:
        source: of ``Consent.Source``; not one of the desk's.
        entry: the entry whose mailed link was used, if any.
        is_told: whether a mail tells the person; not if the decision is part of an entry that a mail confirms.
    Errors: AddressOfDesk if the link was mailed to an account that runs events; GuardianNeeded for a minor;
        JoinedLately if more would be shown than before a join of these days, but for a signed form.
    """
    if source not in (*OWN, Source.FILE):
        raise ValueError(source)
    if consent and source == Source.MAIL and address_is_desks(person):
        raise AddressOfDesk
    if consent and source != Source.PAPER:
        _need_guardian(person)
        hidden = Entry.objects.filter(person=person, consent=False)
        _need_settled(person, shown=person.consent and not hidden.exists())
    link = own_link_make(person=person, by=None)
    fresh = Person.objects.select_for_update().get(pk=person.pk)
    latest_consent = own_decision(fresh)
    changes = fresh.consent != consent
    for event_entry in Entry.objects.filter(person=fresh, consent__isnull=False):
        changes = changes or event_entry.consent != consent
        record(event_entry, verb="consent_event", by=by, consent=None)
    if changes or latest_consent is None or latest_consent.given != consent:
        row = Consent.objects.create(person=fresh, given=consent, source=source, paper=paper, by=by)
        record(fresh, verb="consent_set", by=by, consent=consent, consent_changed_at=timezone.now())
        if is_told:
            consent_notice(row, link=link)
    return fresh


def needs_guardian(person: Person, day: date | None = None) -> bool:
    """Return whether the name of a person is shown only if a parent or guardian agrees, by mail or on paper.

    The date of birth decides where it is known, else the newest entry of the person that tells an age. At most one
    query.

    Arguments:
        day: of the event; today for all events.
    """
    return bool(_needing_guardians([person], day))


def _needing_guardians(people: Iterable[Person], day: date | None = None) -> list[Person]:
    """Return those of some people for whom ``needs_guardian`` is true. At most one query."""
    asked, on = [person for person in people if not person.guardian_name], day or timezone.localdate()
    ageless = [person.pk for person in asked if person.birth_date is None]
    says = dict.fromkeys(ageless, True)
    if ageless:
        records = Q(person__in=ageless) | Q(person__merged_into__in=ageless)
        entered = EntryRequest.objects.filter(records, state=EntryRequest.State.ENTERED).select_related("person")
        for request in entered.order_by("pk"):
            for key in (request.person_id, request.person.merged_into_id if request.person is not None else None):
                if key in says:
                    says[key] = request.may_show_name
    return [
        person
        for person in asked
        if (not says[person.pk] if person.birth_date is None else is_minor(person.birth_date, on))
    ]


def _need_guardian(person: Person, day: date | None = None) -> None:
    """Require a parent or guardian for the name of a minor. Errors: GuardianNeeded."""
    if needs_guardian(person, day):
        raise GuardianNeeded


@transaction.atomic
def minor_hide(*, person: Person, by: By) -> None:
    """Hide the name of a person whose date of birth is known now, if it is a minor's for whom nobody answers.

    A form that a parent signed goes on holding. Called wherever a date of birth is stored.
    """
    fresh = Person.objects.select_for_update().get(pk=person.pk)
    decision = own_decision(fresh)
    is_signed = decision is not None and decision.given and decision.source == Source.PAPER
    if fresh.birth_date is None or not needs_guardian(fresh) or is_signed:
        return
    shown = [
        entry
        for entry in Entry.objects.filter(person=fresh).select_related("person", "event")
        if entry.shows_name and is_minor(fresh.birth_date, entry.event.first_day)
    ]
    if not (shown or fresh.consent):
        return
    row = Consent.objects.create(person=fresh, given=False, source=Source.AGE, by=by)
    if fresh.consent:
        record(fresh, verb="consent_set", by=by, consent=False, consent_changed_at=timezone.now())
    # Each entry is stored again, so that boards and pages that show it follow at once.
    for entry in shown:
        record(entry, verb="consent_event", by=by, consent=None)
    consent_notice(row, link=own_link_make(person=fresh, by=None))


def _need_settled(person: Person, *, shown: bool) -> None:
    """Require that no join of these days would be followed by showing a name that is hidden. Errors: JoinedLately."""
    day = None if shown else settles_on(Person.objects.only("joined_at").get(pk=person.pk))
    if day is not None:
        raise JoinedLately(day=day)


def consent_for_event(*, entry: Entry, consent: bool, source: str, by: By) -> Entry:
    """Show or hide a name on one event's own pages; the Ranking does not change.

    Errors: CONSENT_BEFORE_AUTHORISATION; CONSENT_REFUSED_BY_PERSON if the person refused by mail, account or signed
        form; GuardianNeeded for a minor; JoinedLately for a name that is hidden, in the days after a join.
    """
    return consents_for_event(entries=[entry], consent=consent, source=source, by=by)[0]


@transaction.atomic
def consents_for_event(*, entries: Sequence[Entry], consent: bool, source: str, by: By) -> list[Entry]:
    """Show or hide the names of players of one event, as ``consent_for_event`` does one; all of them or none.

    Arguments:
        entries: at least one.
    """
    event = Event.objects.get(pk=entries[0].event_id)
    if event.state in (Event.State.DRAFT, Event.State.ANNOUNCED):
        raise Refused("CONSENT_BEFORE_AUTHORISATION")
    links = own_links_make(people=[entry.person for entry in entries], by=None)
    people = Person.objects.select_for_update().in_bulk([entry.person_id for entry in entries])
    stored = Entry.objects.in_bulk([entry.pk for entry in entries])
    found = [stored[entry.pk] for entry in entries]
    for fresh in found:
        fresh.event, fresh.person = event, people[fresh.person_id]
    if consent:
        _need_own_consent(event, found, by_desk=source not in OWN)
    changed = [fresh for fresh in found if fresh.shows_name != consent or fresh.consent is None]
    rows = [Consent(person=fresh.person, entry=fresh, given=consent, source=source, by=by) for fresh in changed]
    Consent.objects.bulk_create(rows)
    record_all(changed, verb="consent_event", by=by, consent=consent)
    consent_notices(rows, event=event, links=links)
    return found


def _need_own_consent(event: Event, entries: Sequence[Entry], *, by_desk: bool) -> None:
    """Require that the names of some players may be shown. Errors: those of ``consent_for_event``."""
    people = [entry.person for entry in entries]
    if _needing_guardians(people, event.first_day):
        raise GuardianNeeded
    for entry in entries:
        day = None if entry.shows_name else settles_on(entry.person)
        if day is not None:
            raise JoinedLately(day=day)
    decisions = Consent.objects.filter(person__in=people, entry=None, source__in=BINDING).order_by("pk")
    given = dict(decisions.values_list("person", "given")) if by_desk else {}
    refused = next((person for person in people if not given.get(person.pk, True)), None)
    if refused is not None:
        raise Refused("CONSENT_REFUSED_BY_PERSON", player=str(refused))


@transaction.atomic
def consent_unasked(*, entry: Entry, by: By) -> Entry:
    """Take back an answer that the desk noted by mistake where nobody had asked: the name is hidden, as before.

    Errors: CONSENT_BEFORE_AUTHORISATION.
    """
    fresh = consent_for_event(entry=entry, consent=False, source=Source.DESK, by=by)
    record(fresh, verb="consent_event", by=by, consent=None)
    return fresh


@transaction.atomic
def consent_only_here(*, entry: Entry, by: By) -> Entry:
    """Record the person's decision, made by the link mailed to them, that only this event shows their name."""
    person = entry.person
    if person.consent:
        consent_set(person=person, consent=False, source=Source.MAIL, by=by)
    return consent_for_event(entry=entry, consent=True, source=Source.MAIL, by=by)
