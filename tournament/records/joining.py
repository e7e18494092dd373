"""Join two records of one person, take a join back, or store that they are two people (AMB-25).

A join is one row of ``RecordPair``: what moved, by whom and why. It moves entries, requests, decisions about the name
and aliases; the other record stays, points to the kept one, and its spelling is recognised.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db import transaction
from django.db.models import Max, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.access.links import own_links_revoke
from tournament.core.audit import By, erase, record, require_reason
from tournament.core.preconditions import BEFORE_ROUND_1
from tournament.delivery.notices import consent_notice
from tournament.models import Consent, Entry, EntryRequest, Event, Person, RecordPair, Seat
from tournament.people.fields import JOINED
from tournament.records.consents import address_is_desks, minor_hide, own_decision
from tournament.records.notices import records_asked_notice, records_joined_notice, records_parted_notice
from tournament.records.selectors import verified_addresses
from tournament.records.settling import day_after
from tournament.regulation.refused import Refused

State = RecordPair.State
_CAME = (Entry.State.CHECKED_IN, Entry.State.PLAYING)


@dataclass(frozen=True, slots=True)
class JoinPlan:
    """What a join of two records does.

    Arguments:
        moved: entries of the other record that become the kept one's.
        dropped: entries that go, because the same person has another one in that event.
        met: an official event in which both sat at a table: they are two people, nothing is joined.
        taken: names of the facts that the kept record takes from the other.
        shows_name: whether the name is shown afterwards; a refusal of one of the two holds for both.
        has_refused: whether one of the two refused by themselves.
        needs_notice: whether an address has to be told some days before, because another holder gets its results.
    """

    moved: tuple[Entry, ...]
    dropped: tuple[Entry, ...]
    met: Event | None
    taken: tuple[str, ...]
    shows_name: bool
    has_refused: bool
    needs_notice: bool


def join_plan(kept: Person, other: Person) -> JoinPlan:
    """Return what a join of two records would do."""
    moved, dropped, met = _entries(kept, other)
    decisions = [own_decision(person) for person in (kept, other)]
    return JoinPlan(
        moved=tuple(moved),
        dropped=tuple(dropped),
        met=met,
        taken=tuple(field for field in JOINED if _takes(field, kept, other)),
        shows_name=kept.consent and other.consent,
        has_refused=any(decision is not None and not decision.given for decision in decisions),
        needs_notice=not _is_proven(kept, other),
    )


def _takes(field: str, kept: Person, other: Person) -> bool:
    if getattr(kept, field) or not getattr(other, field):
        return False
    if field == "guardian_name":
        # Whose name goes with the mail address.
        return not kept.email or kept.email.casefold() == other.email.casefold()
    # An address that a desk typed for want of the player's is nobody's proof.
    return field != "email" or not address_is_desks(other)


def _is_proven(kept: Person, other: Person) -> bool:
    """Return whether the holder of each record with a mail address is known to hold the joined one."""
    mine, theirs = kept.email.casefold(), other.email.casefold()
    if mine == theirs:
        return True
    holder = kept.user or other.user
    confirmed = {address.casefold() for address in verified_addresses(holder)} if holder is not None else set()
    is_others_proven = not theirs or theirs in confirmed or (not mine and kept.user is None)
    is_own_proven = not mine or kept.user is not None or holder is None or mine in confirmed
    return is_others_proven and is_own_proven


def _entries(kept: Person, other: Person) -> tuple[list[Entry], list[Entry], Event | None]:
    """Return the entries that move and those that are dropped, and the event in which both sat.

    Of two entries in one event that of the kept record stays, unless only the other sat or came. Practice forbids
    nothing: what both played there stays with each.
    """
    own = {entry.event_id: entry for entry in Entry.objects.filter(person=kept).select_related("event")}
    moved, dropped = [], []
    for entry in Entry.objects.filter(person=other).select_related("event"):
        mine = own.get(entry.event_id)
        if mine is None:
            moved.append(entry)
            continue
        sat, mine_sat = (Seat.objects.filter(entry=each).exists() for each in (entry, mine))
        if sat and mine_sat:
            if not entry.event.is_practice:
                return [], [], entry.event
            continue
        if sat or (not mine_sat and entry.state in _CAME and mine.state not in _CAME):
            dropped.append(mine)
            moved.append(entry)
        else:
            dropped.append(entry)
    return moved, dropped, None


def _locked_pair(keep: Person, merge: Person) -> tuple[Person, Person]:
    """Return both records, locked, as they are now. Errors: FIELD_WRONG for a record and itself; PERSON_MERGED."""
    if keep.pk == merge.pk:
        raise Refused("FIELD_WRONG", field=_("player"), value=str(keep), right=_("two different records"))
    # The lock prevents concurrent entries: one made for the merged record would be left behind.
    list(Event.objects.select_for_update().filter(state__in=BEFORE_ROUND_1).order_by("pk").values_list("pk"))
    rows = Person.objects.select_for_update().filter(pk__in=[keep.pk, merge.pk]).order_by("pk")
    people = {person.pk: person for person in rows}
    for person in (people[keep.pk], people[merge.pk]):
        if person.merged_into_id is not None:
            raise Refused("PERSON_MERGED", person=str(person))
    return people[keep.pk], people[merge.pk]


def pair_of(one: Person, other: Person) -> RecordPair | None:
    """Return the decision that holds for two records; None if there is none. One query."""
    either = Q(kept=one, other=other) | Q(kept=other, other=one)
    return RecordPair.objects.filter(either).exclude(state=State.UNDONE).first()


@transaction.atomic
def records_ask(*, keep: Person, merge: Person, by: By) -> RecordPair:
    """Tell every address of two records that they may be joined after some days. Idempotent.

    Errors: FIELD_WRONG; PERSON_MERGED.
    """
    kept, other = _locked_pair(keep, merge)
    pair = pair_of(kept, other)
    if pair is None or pair.state != State.ASKED:
        pair = RecordPair.objects.create(
            kept=kept, other=other, state=State.ASKED, told_at=timezone.now(), decided_by=by
        )
        records_asked_notice(pair)
    return pair


def joins_on(pair: RecordPair | None) -> date | None:
    """Return from when two records may be joined whose addresses were told; None if they were not."""
    return day_after(pair.told_at) if pair is not None and pair.state == State.ASKED and pair.told_at else None


def _need_notice(kept: Person, other: Person) -> None:
    """Require that the addresses have known for some days. Errors: ADDRESS_WAITS."""
    day = joins_on(pair_of(kept, other))
    if day is None or timezone.localdate() < day:
        raise Refused("ADDRESS_WAITS", day=day or day_after(timezone.now()))


@transaction.atomic
def person_merge(*, keep: Person, merge: Person, by: By, reason: str) -> Person:
    """Join two records of one person: entries move to the kept one, the other stays and points to it (AMB-25).

    Of two entries in one event that which never sat at a table is dropped. A refusal to show the name holds for both.
    The person is told at every address of both records.

    Errors: DECISION_REASON_MISSING; PERSON_MERGED; PERSONS_MEET if both sat in one event; FIELD_WRONG for a record and
        itself; ADDRESS_WAITS unless :func:`records_ask` told the addresses in time, where another holder gets them.
    """
    why = require_reason(reason)
    kept, other = _locked_pair(keep, merge)
    plan = join_plan(kept, other)
    if plan.met is not None:
        raise Refused("PERSONS_MEET", person=str(kept), event=str(plan.met))
    if plan.needs_notice:
        _need_notice(kept, other)
    said: dict[str, Any] = {"verb": "person_merge", "by": by, "reason": why}
    last_seat = Seat.objects.aggregate(last=Max("pk"))["last"] or 0
    moved: dict[str, Any] = {"versions": [_version(kept), _version(other)], "last_seat": last_seat}
    moved |= _requests_move(kept, other, plan) | _decisions_join(kept, other, plan, by)
    for entry in plan.dropped:
        erase(entry, **said)
    for entry in plan.moved:
        record(entry, person=kept, **said)
    moved["entries"] = [entry.pk for entry in plan.moved]
    # A record joined to the other one stands for the kept one from here on, and its spelling with it.
    aliases = list(Person.objects.filter(merged_into=other))
    for alias in aliases:
        record(alias, merged_into=kept, **said)
    moved["aliases"] = [alias.pk for alias in aliases]
    facts = {field: getattr(other, field) for field in plan.taken}
    # A link mailed to the other record's address must not decide for the kept record.
    own_links_revoke(people=[kept, other], by=by)
    pair = pair_of(kept, other)
    if pair is None or pair.state != State.ASKED:
        pair = RecordPair()
    pair.kept, pair.other, pair.state, pair.reason, pair.moved = kept, other, State.JOINED, why, moved
    pair.decided_at, pair.decided_by = timezone.now(), by
    told = [kept.email, other.email, *(user.email for user in (kept.user, other.user) if user is not None)]
    record(other, merged_into=kept, card_number="", user=None, **said)
    record(kept, joined_at=timezone.now(), **facts, **said)
    if "birth_date" in facts:
        minor_hide(person=kept, by=by)
        kept.refresh_from_db()
    pair.save()
    records_joined_notice(pair, addresses=told)
    return kept


def _version(person: Person) -> int | None:
    """Return the key of the newest version of a record in the history."""
    key: int | None = person.history.order_by("-history_id").values_list("history_id", flat=True).first()
    return key


def _requests_move(kept: Person, other: Person, plan: JoinPlan) -> dict[str, Any]:
    """Give the kept record the requests of the other, and of two for one event that of the entry which stays.

    The one that is left says an age, so it stays with the record that is joined.
    """
    dropped = {entry.pk for entry in plan.dropped}
    moved = {entry.pk for entry in plan.moved}
    own = {request.event_id: request for request in EntryRequest.objects.filter(person=kept)}
    of_dropped = {request.entry_id: request.pk for request in EntryRequest.objects.filter(entry__in=dropped)}
    given, taken = [], []
    for request in EntryRequest.objects.filter(person=other):
        mine = own.get(request.event_id)
        stays = mine is not None and (mine.entry_id is not None or mine.is_open or not request.is_open)
        if stays and request.entry_id not in moved:
            _withdraw(request)
            continue
        if mine is not None:
            EntryRequest.objects.filter(pk=mine.pk).update(person=None)
        EntryRequest.objects.filter(pk=request.pk).update(person=kept)
        if mine is not None:
            EntryRequest.objects.filter(pk=mine.pk).update(person=other)
            _withdraw(mine)
            given.append(mine.pk)
        taken.append(request.pk)
    return {
        "requests": taken,
        "requests_given": given,
        "dropped": [[entry.pk, of_dropped.get(entry.pk)] for entry in plan.dropped],
    }


def _withdraw(request: EntryRequest) -> None:
    """Close a request that still waits: the person has another one for this event."""
    if request.is_open:
        EntryRequest.objects.filter(pk=request.pk).update(state=EntryRequest.State.WITHDRAWN, answer_by=None)


def _decisions_join(kept: Person, other: Person, plan: JoinPlan, by: By) -> dict[str, Any]:
    """Bring the decisions about the name together: what one of the two refused is refused for both."""
    hidden: list[int] = []
    if plan.has_refused:
        moved = {entry.pk: entry for entry in plan.moved}
        others = [person for person in (kept, other) if not _has_refused(person)]
        for shown in Entry.objects.filter(person__in=others, consent=True):
            record(moved.get(shown.pk, shown), verb="consent_event", by=by, consent=None)
            hidden.append(shown.pk)
    ids = list(Consent.objects.filter(person=other).values_list("pk", flat=True))
    Consent.objects.filter(pk__in=ids).update(person=kept)
    row = None
    if plan.has_refused or (kept.consent and not plan.shows_name):
        row = Consent.objects.create(person=kept, given=False, source=Consent.Source.MERGE, by=by)
    if row is not None and kept.consent:
        kept.consent, kept.consent_changed_at = False, timezone.now()
        consent_notice(row, link=None)
    return {"consents": ids, "hidden": hidden, "refusal": row.pk if row is not None else None}


def _has_refused(person: Person) -> bool:
    decision = own_decision(person)
    return decision is not None and not decision.given


@transaction.atomic
def two_people(*, one: Person, other: Person, by: By) -> RecordPair:
    """Store that two records of one name are two people, so that they are not offered again. Idempotent.

    Errors: FIELD_WRONG; PERSON_MERGED.
    """
    kept, second = _locked_pair(one, other)
    pair = pair_of(kept, second)
    if pair is None:
        pair = RecordPair(kept=kept, other=second)
    pair.state, pair.decided_by, pair.decided_at = State.TWO, by, timezone.now()
    pair.save()
    return pair


@transaction.atomic
def pair_undo(*, pair: RecordPair, by: By) -> RecordPair:
    """Take a decision on two records back; of a join, give the other record what it had (AMB-25).

    Errors: JOIN_GONE if it was taken back, or the records have changed since; PLAYED_SINCE once the person has played.
    """
    list(Event.objects.select_for_update().filter(state__in=BEFORE_ROUND_1).order_by("pk").values_list("pk"))
    people = list(Person.objects.select_for_update().filter(pk__in=[pair.kept_id, pair.other_id]).order_by("pk"))
    fresh = RecordPair.objects.select_for_update().get(pk=pair.pk)
    by_key = {person.pk: person for person in people}
    if fresh.state == State.UNDONE:
        raise Refused("JOIN_GONE")
    if fresh.state == State.JOINED:
        _part(fresh, by_key[fresh.kept_id], by_key[fresh.other_id], by)
    fresh.state, fresh.undone_at, fresh.undone_by = State.UNDONE, timezone.now(), by
    fresh.save()
    return fresh


def played_since(pair: RecordPair) -> Event | None:
    """Return an event in which the person was seated after a join; None if there is none. One query.

    Seats tell it, not the times of rounds: those of an event played elsewhere are older than their rows.
    """
    seats = Seat.objects.filter(entry__person=pair.kept_id, pk__gt=pair.moved["last_seat"])
    seat = seats.filter(round__event__is_practice=False).select_related("round__event").first()
    return seat.round.event if seat is not None else None


def _part(pair: RecordPair, kept: Person, other: Person, by: By) -> None:
    if kept.merged_into_id is not None or other.merged_into_id != kept.pk:
        raise Refused("JOIN_GONE")
    event = played_since(pair)
    if event is not None:
        raise Refused("PLAYED_SINCE", person=str(kept), event=event.name)
    said: dict[str, Any] = {"verb": "pair_undo", "by": by, "reason": ""}
    moved = pair.moved
    for entry in Entry.objects.filter(pk__in=moved["entries"], person=kept):
        record(entry, person=other, **said)
    for alias in Person.objects.filter(pk__in=moved["aliases"], merged_into=kept):
        record(alias, merged_into=other, **said)
    _requests_part(kept, other, moved)
    for key, request in moved["dropped"]:
        _entry_restore(key, request, said)
    _facts_part(kept, other, moved["versions"], said)
    _decisions_part(pair, kept, other, by)
    own_links_revoke(people=[kept, other], by=by)
    records_parted_notice(pair, people=[kept, other])


def _requests_part(kept: Person, other: Person, moved: dict[str, Any]) -> None:
    own = EntryRequest.objects.filter(pk__in=moved["requests_given"], person=other)
    keys = list(own.values_list("pk", flat=True))
    own.update(person=None)
    EntryRequest.objects.filter(pk__in=moved["requests"], person=kept).update(person=other)
    EntryRequest.objects.filter(pk__in=keys).update(person=kept)


def _entry_restore(key: int, request: int | None, said: dict[str, Any]) -> None:
    """Make an entry that a join dropped again, as it was; with another number if its own is taken."""
    version = Entry.history.filter(id=key, history_type="-").order_by("-history_id").first()
    if version is None or not Event.objects.filter(pk=version.event_id).exists():
        return
    entry: Entry = version.instance
    entries = Entry.objects.filter(event=entry.event_id)
    if entries.filter(person=entry.person_id).exists():
        return
    if entries.filter(number=entry.number).exists():
        entry.number = (entries.aggregate(last=Max("number"))["last"] or 0) + 1
    record(entry, **said)
    if request is not None:
        EntryRequest.objects.filter(pk=request, entry=None).update(entry=entry)


def _facts_part(kept: Person, other: Person, versions: list[int | None], said: dict[str, Any]) -> None:
    """Give each record the facts that it had before the join, where they have not been changed since."""
    was = Person.history.in_bulk([key for key in versions if key is not None], field_name="history_id")
    kept_was, other_was = (was.get(key) for key in versions)
    if kept_was is None or other_was is None:
        raise Refused("JOIN_GONE")
    back = {}
    for field in JOINED:
        name = "user_id" if field == "user" else field
        if not getattr(kept_was, name) and getattr(kept, name) == getattr(other_was, name):
            back[name] = getattr(kept_was, name)
    record(kept, **back, **said)
    card, account = other_was.card_number, other_was.user_id
    taken = Person.objects.exclude(pk=other.pk)
    if taken.filter(card_number=card).exists():
        card = ""
    if account is not None and taken.filter(user=account).exists():
        account = None
    record(other, merged_into=None, card_number=card, user_id=account, joined_at=timezone.now(), **said)


def _decisions_part(pair: RecordPair, kept: Person, other: Person, by: By) -> None:
    """Give each record its decisions about the name; one made since holds for both where it is a no."""
    moved = pair.moved
    Consent.objects.filter(pk__in=moved["consents"], person=kept).update(person=other)
    Consent.objects.filter(pk=moved["refusal"], person=kept).delete()
    later = Consent.objects.filter(person=kept, at__gt=pair.decided_at).order_by("pk").last()
    if later is not None:
        if not later.given and other.consent:
            Consent.objects.create(person=other, given=False, source=Consent.Source.MERGE, by=by)
            record(other, verb="pair_undo", by=by, consent=False, consent_changed_at=timezone.now())
        return
    was = Person.history.filter(history_id=moved["versions"][0]).first()
    if was is not None and was.consent and not kept.consent:
        record(kept, verb="pair_undo", by=by, consent=True, consent_changed_at=timezone.now())
    for entry in Entry.objects.filter(pk__in=moved["hidden"], consent=None):
        record(entry, verb="pair_undo", by=by, consent=True)
