"""Event lifecycle: draft, announced, authorised, check-in, running, concluded; also refused, void, invalidated."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, datetime, timedelta
from typing import Any, Final

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games import registry
from games.game import BadSetup
from tournament.access.roles import role_grant
from tournament.card_packs.options import OPTIONS
from tournament.card_packs.selectors import round_setup
from tournament.core.audit import By, record, require_reason
from tournament.core.locks import locked, locked_season
from tournament.core.messages import field_label
from tournament.core.preconditions import regulation_of, require_event_state
from tournament.core.refusals import AlreadyDone
from tournament.core.slugs import slug_of
from tournament.core.transitions import event_transition, need_source
from tournament.delivery.entry_mails import not_played_notice, start_changed_notice
from tournament.delivery.following import followed_event_notice
from tournament.delivery.notices import event_cancelled_notice, event_start_notice
from tournament.delivery.waiting_mails import waiting_tell
from tournament.draws import services as draws
from tournament.events.fields import ASKING, EDITABLE, changeable
from tournament.events.waiting_list import promote
from tournament.models import Entry, EntryRequest, Event, EventRole, Organiser, Season
from tournament.models.entering import ASKED_STATES
from tournament.models.stored_sentences import ORGANISER_DISQUALIFIED, stored_sentence
from tournament.regulation import lifecycle, validity
from tournament.regulation.parameters import Fascia
from tournament.regulation.refused import Refused
from tournament.regulation_versions.selectors import version_for_event

State = Event.State

#: States in which an event of a disqualified organiser is stopped; a draft cannot be announced.
STOPPABLE = (State.ANNOUNCED, State.AUTHORISED, State.CHECK_IN, State.RUNNING)
#: How long before the first day the check-in opens.
EVE = timedelta(days=1)

_NOT_STARTED = (State.DRAFT, State.ANNOUNCED, State.AUTHORISED, State.CHECK_IN)


def _unique_slug(name: str, day: date) -> str:
    stem = slug_of(f"{name} {day.year}")[:70] or f"event-{day.year}"
    taken_slugs = set(Event.objects.filter(slug__startswith=stem).values_list("slug", flat=True))
    if stem not in taken_slugs:
        return stem
    return next(slug for number in range(2, len(taken_slugs) + 3) if (slug := f"{stem}-{number}") not in taken_slugs)


def _check_facts(event: Event) -> None:
    """Art. 1.3, 1.5: check everything that can be wrong with an organiser's data of an event."""
    _check_pack(event)
    _check_options(event)
    rules = regulation_of(event)
    if not event.is_national_final:
        window = validity.Season(event.season.first_day, event.season.last_day)
        validity.check_days(event.first_day, event.last_day, season=window)
    elif event.last_day < event.first_day:
        raise Refused("FIELD_WRONG", field=_("last day"), value=event.last_day, right=_("not before the first day"))
    if event.fascia_declared not in Fascia.__members__:
        raise Refused("FIELD_WRONG", field=_("declared fascia"), value=event.fascia_declared, right="I, III")
    validity.check_declared(Fascia(event.fascia_declared), regulation=rules)
    validity.check_rounds_choice(event.rounds_override, event.rounds_reason, regulation=rules)
    if event.clock_minutes not in validity.MINUTES_POSSIBLE:
        raise Refused("FIELD_WRONG", field=_("minutes of a round"), value=event.clock_minutes, right=_("from 1 to 240"))
    validity.check_clock(
        event.clock_minutes,
        event.clock_reason,
        final_has_clock=event.final_has_clock,
        final_reason=event.final_clock_reason,
        regulation=rules,
    )
    if event.capacity is not None and event.capacity < 3:
        raise Refused(
            "FIELD_WRONG", field=_("places"), value=event.capacity, right=_("3 or more, or none for no limit")
        )
    _check_request_times(event)
    try:
        event.clean_fields(exclude=["slug"])
    except ValidationError as wrong:
        field, messages = next(iter(wrong.message_dict.items()))
        label = field_label(Event, field)
        raise Refused("FIELD_WRONG", field=label, value=getattr(event, field), right=" ".join(messages)) from wrong


def _check_request_times(event: Event) -> None:
    """Require that the time in which players may ask for an entry ends after it begins."""
    opens, closes = event.requests_open_at, event.requests_close_at
    if opens is not None and closes is not None and closes <= opens:
        opens_at, closes_at = (date_format(timezone.localtime(moment), "j F Y, H:i") for moment in (opens, closes))
        raise Refused(
            "FIELD_WRONG",
            field=field_label(Event, "requests_close_at"),
            value=closes_at,
            right=_("after %s") % opens_at,
        )


def _check_pack(event: Event) -> None:
    """Require that the figures for checking results are a version of the event's own game."""
    if not event.pack:
        return
    packs = registry.packs(event.game)
    pack_names = packs.names() if packs is not None else ()
    if event.pack not in pack_names:
        right = _("one of %s") % ", ".join(pack_names) if pack_names else _("none: this game has no card packs")
        raise Refused("FIELD_WRONG", field=_("card pack"), value=event.pack, right=right)


#: Players of a table that an event's options are tried with.
_SEATS: Final = 3


def _check_options(event: Event) -> None:
    """Require options that the event's game has, with values that its engine sets a table up with."""
    option_names = OPTIONS.get(event.game, ())
    for name in event.game_options:
        if name not in option_names:
            right = _("one of %s") % ", ".join(option_names) if option_names else _("none: this game has no options")
            raise Refused("FIELD_WRONG", field=_("options of the game"), value=name, right=right)
    if event.game_options:
        try:
            registry.get(event.game).setup(_SEATS, round_setup(event))
        except BadSetup as impossible:
            names = ", ".join(event.game_options)
            raise Refused(
                "FIELD_WRONG", field=_("options of the game"), value=names, right=str(impossible)
            ) from impossible


def _check_organiser(organiser: Organiser) -> None:
    """Art. 1.4: refuse events of a disqualified organiser (AMB-18)."""
    lifecycle.check_organiser(disqualified=organiser.disqualified_at is not None)


@transaction.atomic
def event_create(
    *,
    organiser: Organiser,
    season: Season,
    by: By,
    is_national_final: bool = False,
    is_practice: bool = False,
    **facts: Any,
) -> Event:
    """Open the draft of an event under the season's regulation (art. 1.2, 1.3).

    Its author becomes its organiser, and so do the accounts that act for its club.

    Arguments:
        season: its game becomes the event's; is_practice: a rehearsal, which appears in no list (AMB-46).
        facts: columns of ``fields.EDITABLE``; at least name, city, venue, first_day and
            last_day.
    Errors: ORGANISER_DISQUALIFIED, OutsideSeason, DAYS_REVERSED, FasciaNotDeclarable, RoundsOutOfRange,
        ROUNDS_CHOICE_REASON_MISSING, FIELD_WRONG.
    """
    locked_season(season)
    _check_organiser(Organiser.objects.get(pk=organiser.pk))
    unknown = sorted(set(facts) - set(EDITABLE))
    if unknown:
        raise Refused(
            "FIELD_WRONG", field=unknown[0], value=facts[unknown[0]], right=_("one of %s") % ", ".join(EDITABLE)
        )
    for field in ("name", "city", "venue", "first_day", "last_day"):
        if not facts.get(field):
            label = field_label(Event, field)
            raise Refused("FIELD_WRONG", field=label, value="", right=_("it must be given"))
    event = Event(
        organiser=organiser,
        season=season,
        game=season.game,
        regulation=version_for_event(season, facts["first_day"]),
        is_national_final=is_national_final,
        is_official=not is_national_final and not is_practice,
        is_practice=is_practice,
    )
    event.clock_minutes = regulation_of(event).minutes
    _set_facts(event, facts)
    if is_practice:
        event.entry_mode = Event.EntryMode.CLOSED
    _check_facts(event)
    event.slug = _unique_slug(event.name, event.first_day)
    event_transition(event, State.DRAFT, verb="event_create", by=by)
    club = (organiser.user, *User.objects.filter(organiser_memberships__organiser=organiser))
    for user in {account.pk: account for account in (by, *club) if isinstance(account, User)}.values():
        role_grant(event=event, user=user, role=EventRole.Role.ORGANISER, by=by)
    return event


def _set_facts(event: Event, facts: Mapping[str, Any]) -> None:
    for name, value in facts.items():
        setattr(event, name, value.strip() if isinstance(value, str) else value)
    if "season" in facts:
        event.game = event.season.game
    if "season" in facts or "first_day" in facts:
        set_version(event)
    event.fascia_effective = event.fascia_declared


def set_version(event: Event) -> None:
    """Set the version that the event starts with, and its minutes unless the organiser chose others (REQ-104)."""
    usual_minutes = regulation_of(event).minutes
    event.regulation = version_for_event(event.season, event.first_day)
    if event.clock_minutes == usual_minutes:
        event.clock_minutes = regulation_of(event).minutes


@transaction.atomic
def event_update(*, event: Event, by: By, **facts: Any) -> Event:
    """Change the organiser's data of an event; what the Referent authorised and what was played stay fixed (art. 1.2).

    Arguments:
        facts: columns of ``fields.EDITABLE``; unchanged values are always accepted. Another season brings its game and
            its regulation with it; another first day brings the version in force on it.
    Errors: FIELD_FROZEN, FIELD_WRONG, and those of event_create.
    """
    fresh = locked(event)
    changed = {name: value for name, value in facts.items() if getattr(fresh, name, None) != value}
    for name in changed:
        if name not in EDITABLE:
            raise Refused("FIELD_WRONG", field=name, value=changed[name], right=_("one of %s") % ", ".join(EDITABLE))
        if name not in changeable(fresh):
            label = field_label(Event, name)
            raise Refused("FIELD_FROZEN", field=label, state=State(fresh.state).label)
    if "season" in changed:
        changed["season"] = locked_season(changed["season"])
    if changed:
        effective = fresh.fascia_effective
        _set_facts(fresh, changed)
        if "fascia_declared" not in changed:
            fresh.fascia_effective = effective
        _check_facts(fresh)
        record(fresh, verb="event_update", by=by)
    if ASKING & set(changed) and fresh.state in _NOT_STARTED:
        Entry.objects.filter(event=fresh, state=Entry.State.REGISTERED).update(still_comes=False)
        event_start_notice(fresh, at=timezone.now())
        for request in _asked(fresh):
            start_changed_notice(request, at=timezone.now())
    if "capacity" in changed:
        promote(fresh)
    return fresh


@transaction.atomic
def event_announce(*, event: Event, announcement_url: str, announced_on: date, by: By) -> Event:
    """Record the notice on the Forum (art. 1.2, REQ-302).

    Errors: PRACTICE_STAYS_APART, ANNOUNCED_IN_FUTURE, ANNOUNCED_LATE, EVENT_STATE_WRONG, FIELD_WRONG.
    """
    fresh = locked(event)
    if fresh.is_practice:
        raise Refused("PRACTICE_STAYS_APART")
    if fresh.state == State.ANNOUNCED and fresh.announcement_url == announcement_url.strip():
        raise AlreadyDone(what=_("the event is announced"))
    require_event_state(fresh, State.DRAFT, State.ANNOUNCED)
    _check_organiser(fresh.organiser)
    fresh.announcement_url, fresh.announced_on = announcement_url.strip(), announced_on
    if not fresh.announcement_url:
        raise Refused("FIELD_WRONG", field=_("address of the announcement"), value="", right=_("it must be given"))
    lifecycle.check_announcement(announced_on, fresh.first_day, today=timezone.localdate())
    _check_facts(fresh)
    if fresh.state == State.ANNOUNCED:
        record(fresh, verb="event_announce", by=by)
    else:
        event_transition(fresh, State.ANNOUNCED, verb="event_announce", by=by)
        occasion = f"announced-{timezone.now().isoformat()}"
        waiting_tell("authorisation", key=fresh.slug, occasion=occasion, event=fresh, by=by)
        followed_event_notice(fresh, key=occasion, by=by)
    return fresh


@transaction.atomic
def event_authorise(*, event: Event, by: By, reason: str = "", at: datetime | None = None) -> Event:
    """Art. 1.2: record the Referent's authorisation of the event (REQ-303).

    Errors: EVENT_STATE_WRONG, ORGANISER_DISQUALIFIED, AlreadyDone, AUTHORISED_LATE.
    """
    fresh = locked(event)
    if fresh.state == State.AUTHORISED:
        raise AlreadyDone(what=_("the event is authorised"))
    need_source(fresh, "event_authorise")
    _check_organiser(fresh.organiser)
    moment = at or timezone.now()
    lifecycle.check_authorisation(timezone.localdate(moment), fresh.last_day)
    event_transition(
        fresh,
        State.AUTHORISED,
        verb="event_authorise",
        by=by,
        reason=reason,
        state_reason="",
        authorised_at=moment,
    )
    return fresh


@transaction.atomic
def event_refuse_authorisation(*, event: Event, by: By, reason: str) -> Event:
    """Art. 1.2: record the Referent's refusal, with its reason; the event is a draft again and can be announced anew.

    Of an event that was authorised already everybody is told who entered, asked or waits.

    Errors: DECISION_REASON_MISSING, EVENT_STATE_WRONG.
    """
    why = require_reason(reason)
    fresh = locked(event)
    need_source(fresh, "event_refuse_authorisation")
    if fresh.state == State.AUTHORISED:
        with translation.override(fresh.language):
            told = _("The authorisation was withdrawn: {reason}").format(reason=why)
        event_cancelled_notice(fresh, reason=told)
        for request in _asked(fresh):
            not_played_notice(request, reason=told)
    event_transition(
        fresh,
        State.DRAFT,
        verb="event_refuse_authorisation",
        by=by,
        reason=why,
        state_reason=why,
        authorised_at=None,
    )
    return fresh


@transaction.atomic
def event_open_check_in(*, event: Event, by: By, at: datetime | None = None, early: bool = False) -> Event:
    """Open the check-in and commit to the seeds of round 1: tables, seats, kingdom (art. 1.5).

    A practice event goes there from its draft.

    Arguments:
        early: whether the organiser wants it before the eve of the event.
    Errors: NOT_AUTHORISED, EVENT_STATE_WRONG, AlreadyDone, CHECK_IN_EARLY.
    """
    fresh = locked(event)
    if fresh.state == State.CHECK_IN:
        raise AlreadyDone(what=_("the check-in is open"))
    if not early and is_before_eve(fresh) and fresh.state == State.AUTHORISED:
        raise Refused("CHECK_IN_EARLY", day=fresh.first_day, eve=fresh.first_day - EVE)
    verb = "event_open_check_in"
    if fresh.is_practice and fresh.state == State.DRAFT:
        verb = "event_open_practice"
    elif fresh.state in (State.DRAFT, State.ANNOUNCED):
        lifecycle.check_round_draw(1, state=lifecycle.State(fresh.state), drawn=0, open_tables=())
    need_source(fresh, verb)
    draws.commit_round(event=fresh, number=1, is_final=False, now=at or timezone.now(), by=by)
    event_transition(fresh, State.CHECK_IN, verb=verb, by=by)
    return fresh


def is_before_eve(event: Event) -> bool:
    """Return whether the day before the event has not come yet: the check-in opens from then on."""
    return not event.is_practice and timezone.localdate() < event.first_day - EVE


@transaction.atomic
def event_close_check_in(*, event: Event, by: By) -> Event:
    """Close the check-in again, before the draw: nobody is present any more, and players can enter and withdraw.

    The commitments to the draws of round 1 stay (art. 1.5), and free places go to the waiting list.

    Errors: AlreadyDone, EVENT_STATE_WRONG.
    """
    fresh = locked(event)
    if fresh.state == State.AUTHORISED or (fresh.is_practice and fresh.state == State.DRAFT):
        raise AlreadyDone(what=_("the check-in is closed"))
    need_source(fresh, "event_close_check_in")
    for entry in Entry.objects.filter(event=fresh, state=Entry.State.CHECKED_IN):
        record(entry, verb="event_close_check_in", by=by, state=Entry.State.REGISTERED)
    before = State.DRAFT if fresh.is_practice else State.AUTHORISED
    event_transition(fresh, before, verb="event_close_check_in", by=by)
    promote(fresh)
    return fresh


@transaction.atomic
def event_make_unofficial(*, event: Event, reason: str, by: By) -> Event:
    """Continue below the minimum, without points for the Ranking (AMB-13).

    Errors: DECISION_REASON_MISSING, EVENT_STATE_WRONG.
    """
    why = require_reason(reason)
    fresh = locked(event)
    require_event_state(fresh, *_NOT_STARTED)
    record(fresh, verb="event_make_unofficial", by=by, reason=why, is_official=False)
    return fresh


@transaction.atomic
def event_make_official(*, event: Event, by: By) -> Event:
    """Undo ``event_make_unofficial``, before round 1. Errors: EVENT_STATE_WRONG, PRACTICE_STAYS_APART."""
    fresh = locked(event)
    require_event_state(fresh, *_NOT_STARTED)
    if fresh.is_practice:
        raise Refused("PRACTICE_STAYS_APART")
    if not fresh.is_national_final and not fresh.is_official:
        record(fresh, verb="event_make_official", by=by, is_official=True)
    return fresh


@transaction.atomic
def event_stop_disqualified(*, event: Event, by: By) -> bool:
    """Art. 1.4: end an event because its organiser is disqualified; return whether it did (AMB-18).

    Everybody entered is told, also while it is played, and who asked or waits.
    """
    fresh = locked(event)
    if fresh.is_practice or fresh.state not in STOPPABLE:
        return False
    with translation.override(fresh.language):
        why = stored_sentence(ORGANISER_DISQUALIFIED, {})
    event_cancelled_notice(fresh, reason=why)
    for request in _asked(fresh):
        not_played_notice(request, reason=why)
    facts: dict[str, Any] = {"state_reason_code": ORGANISER_DISQUALIFIED, "state_reason_params": {}}
    event_transition(fresh, State.VOID, verb="event_void", by=by, **facts)
    return True


def _asked(event: Event) -> Iterator[EntryRequest]:
    """Yield the requests of who asked, waits or was promoted, with the event."""
    for request in EntryRequest.objects.filter(event=event, state__in=ASKED_STATES).select_related("person"):
        request.event = event
        yield request


@transaction.atomic
def event_void(*, event: Event, reason: str, by: By) -> Event:
    """End an event without a result: too few came, or too few are left (AMB-12, AMB-13).

    Players entered are told by mail if round 1 is not drawn yet; later they are in the hall. Who asked or waits is
    told in any case.

    Errors: DECISION_REASON_MISSING, AlreadyDone, EVENT_STATE_WRONG once it is concluded.
    """
    why = require_reason(reason)
    fresh = locked(event)
    if fresh.state == State.VOID:
        raise AlreadyDone(what=_("the event is void"))
    need_source(fresh, "event_void")
    if fresh.state in _NOT_STARTED:
        event_cancelled_notice(fresh, reason=why)
    for request in _asked(fresh):
        not_played_notice(request, reason=why)
    event_transition(fresh, State.VOID, verb="event_void", by=by, reason=why, state_reason=why)
    return fresh
