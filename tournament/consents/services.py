"""Art. 1.6 (AMB-19): whether a name is shown. Who may decide it, for where, and every version of the decision.

What holds everywhere comes from the person alone: by a link that was mailed to their own address, by their own account,
or by a signed paper form that the Referent accepted. What anybody at the desk can do (a printed link, a tick) holds for
that one event, and never against a refusal that the person gave themselves.
"""

from __future__ import annotations

from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from tournament.access.links import own_link_make
from tournament.core.audit import By, record
from tournament.core.consent_errors import AddressOfDesk, ConsentBeforeAuthorisation, RefusedByPerson
from tournament.core.permissions import NATIONAL_REFERENT
from tournament.models import Consent, ConsentPaper, Entry, Event, Person
from tournament.notifications.notices import consent_notice

Source = Consent.Source
#: What proves that it was the person who decided.
OWN = (Source.MAIL, Source.ACCOUNT, Source.PAPER)


def own_decision(person: Person) -> Consent | None:
    """The newest decision for everywhere that is known to be the person's own."""
    return Consent.objects.filter(person=person, entry=None, source__in=OWN).order_by("pk").last()


def address_is_desks(person: Person) -> bool:
    """Whether the record's mail address is that of somebody else's account which runs events, clubs or the list."""
    if not person.email.strip():
        return False
    users = get_user_model().objects.filter(email__iexact=person.email.strip(), is_active=True)
    runs = Q(event_roles__isnull=False) | Q(organisations__isnull=False) | Q(groups__name=NATIONAL_REFERENT)
    return users.exclude(pk=person.user_id).filter(runs | Q(is_superuser=True)).exists()


@transaction.atomic
def consent_set(
    *, person: Person, consent: bool, source: str, by: By, paper: ConsentPaper | None = None, entry: Entry | None = None
) -> Person:
    """Gives or withdraws the consent to show name and points everywhere; it takes effect at once.

    What was decided for single events ends with it: the newest word of the person holds.
    Arguments:
        source: of ``Consent.Source``; not one of the desk's.
        entry: through whose link it was said, where it was a mailed one.
    Errors: AddressOfDesk where the link was mailed to the account of somebody who runs events.
    """
    if source not in (*OWN, Source.FILE):
        raise ValueError(source)
    if consent and source == Source.MAIL and address_is_desks(person):
        raise AddressOfDesk
    link = own_link_make(person=person, by=None)
    fresh = Person.objects.select_for_update().get(pk=person.pk)
    told = own_decision(fresh)
    changes = fresh.consent != consent
    for one in Entry.objects.filter(person=fresh, consent__isnull=False):
        changes = changes or one.consent != consent
        record(one, verb="consent_event", by=by, consent=None)
    if changes or told is None or told.given != consent:
        row = Consent.objects.create(person=fresh, given=consent, source=source, paper=paper, by=by)
        record(fresh, verb="consent_set", by=by, consent=consent, consent_changed_at=timezone.now())
        consent_notice(row, link=link)
    return fresh


@transaction.atomic
def consent_for_event(*, entry: Entry, consent: bool, source: str, by: By) -> Entry:
    """Shows or hides a name on one event's own pages; the Ranking is not touched.

    Errors: ConsentBeforeAuthorisation; RefusedByPerson where the person said no by a way of their own.
    """
    if Event.objects.filter(pk=entry.event_id, state__in=(Event.State.DRAFT, Event.State.ANNOUNCED)).exists():
        raise ConsentBeforeAuthorisation
    link = own_link_make(person=entry.person, by=None)
    person = Person.objects.select_for_update().get(pk=entry.person_id)
    fresh = Entry.objects.select_related("event").get(pk=entry.pk)
    fresh.person = person
    told = own_decision(person)
    if consent and source not in OWN and told is not None and not told.given:
        raise RefusedByPerson(player=str(person))
    if fresh.shows_name != consent or fresh.consent is None:
        row = Consent.objects.create(person=person, entry=fresh, given=consent, source=source, by=by)
        record(fresh, verb="consent_event", by=by, consent=consent)
        consent_notice(row, link=link)
    return fresh


@transaction.atomic
def consent_only_here(*, entry: Entry, by: By) -> Entry:
    """The person decides, by the link mailed to them, that one event shows the name and nothing else does."""
    person = entry.person
    if person.consent:
        consent_set(person=person, consent=False, source=Source.MAIL, by=by)
    return consent_for_event(entry=entry, consent=True, source=Source.MAIL, by=by)
