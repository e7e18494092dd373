"""The site's side: an event leaves as a signed file, returns as one, or is given up with its laptop."""

from __future__ import annotations

import secrets
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.core.audit import By, record, require_reason
from tournament.core.errors import FieldWrong
from tournament.core.fields import field_label
from tournament.core.locks import locked, locked_anywhere
from tournament.core.preconditions import require_event_state, require_home
from tournament.core.signatures import pair_of
from tournament.draws.requests import part_of
from tournament.laptop.errors import FileOfTheWrongKind, GiveUpOwn, NotAway, NothingAsked, StayEnded, StayOfAnotherEvent
from tournament.laptop.notices import give_up_notice
from tournament.laptop.package import RETURN, TAKE, check_signature, pack, unpack
from tournament.laptop.parts import (
    Row,
    Rows,
    columns,
    event_rows,
    highest_number,
    rows_of,
)
from tournament.laptop.photos import MOST_LEAVING, photo_files, with_files
from tournament.laptop.returning import Summary, apply
from tournament.laptop.selectors import open_stay
from tournament.models import CardPack, Event, EventRole, LaptopStay, RegulationVersion

State = Event.State
Outcome = LaptopStay.Outcome
#: States in which an event may leave: authorised by the Referent, and not yet concluded.
MAY_LEAVE = (State.AUTHORISED, State.CHECK_IN, State.RUNNING)
#: Numbers kept for the rows that a laptop makes, and left free between the site's own and those.
BLOCK = 1_000_000


def _purpose(key: str) -> str:
    """Return the purpose of the key that signs a return: one for each stay."""
    return f"laptop-return/1 {key}"


@transaction.atomic
def event_take(*, event: Event, holder: str, by: By) -> LaptopStay:
    """Let an event leave for a laptop: from now on nothing of it can be changed here until it is back.

    Arguments:
        holder: who takes it, on which laptop; shown to everybody who runs the event, and to the Referent.
    Errors: FieldWrong; EventAway; EventStateWrong before the authorisation and after the conclusion; EventGuest.
    """
    fresh = locked(event)
    require_home(fresh)
    require_event_state(fresh, *MAY_LEAVE)
    name = " ".join(holder.split())
    if not name or len(name) > 120:
        right = _("who takes the event, on which laptop, in at most 120 characters")
        raise FieldWrong(field=field_label(LaptopStay, "holder"), value=name[:80], right=right)
    taken = LaptopStay.objects.order_by("-first_number").values_list("first_number", flat=True).first() or 0
    stay = LaptopStay(
        event=fresh,
        key=secrets.token_hex(16),
        holder=name,
        first_number=(max(highest_number(), taken + BLOCK) // BLOCK + 2) * BLOCK,
        started_at=timezone.now(),
        started_by=by,
    )
    stay.accounts = sorted(_accounts(event_rows(fresh, photos=True)))
    record(stay, verb="event_take", by=by)
    record(fresh, verb="event_take", by=by, reason=name, away_since=stay.started_at)
    return stay


def take_file(*, event: Event) -> bytes:
    """Return the file with which an event left; the same one each time, for nothing of it can change until it is back.

    It holds names, mail addresses and the seeds of the draws to come: only who runs the event may have it.
    Errors: NotAway.
    """
    stay = open_stay(event)
    if stay is None or stay.home:
        raise NotAway
    photos = photo_files(event.photos.order_by("pk"), most=MOST_LEAVING)
    rows = with_files(event_rows(event, photos=True), photos)
    private_key, _public_key = pair_of(_purpose(stay.key))
    content = {
        "kind": TAKE,
        "key": stay.key,
        "home": settings.FOSSATO_SITE_URL.rstrip("/"),
        "holder": stay.holder,
        "first_number": stay.first_number,
        "started_at": stay.started_at.isoformat(),
        "private_key": private_key,
        "rows": {**_references(event, rows, stay), **rows},
    }
    return pack(content, private_key=private_key, photos=photos)


@transaction.atomic
def event_give_up(*, event: Event, reason: str, by: By) -> bool:
    """End a stay whose laptop is lost or broken: the event goes on here as it was when it left.

    What was played on the laptop is lost, and its file is refused from now on. From the check-in or the event's first
    day on a draw may have been made on the laptop and would be made again: then another account has to agree.

    Returns: whether it is given up now; else it waits for ``give_up_agree``.
    Errors: ReasonMissing; NotAway.
    """
    fresh, stay = _away(event)
    why = require_reason(reason)
    if fresh.state == State.AUTHORISED and fresh.first_day > timezone.localdate():
        _end(fresh, stay, why, by)
        return True
    stay.reason = why
    record(stay, verb="event_give_up_ask", by=by, reason=why, asked_by=by, asked_at=timezone.now())
    give_up_notice(fresh, stay)
    return False


@transaction.atomic
def give_up_agree(*, event: Event, by: User) -> LaptopStay:
    """Agree to giving a laptop up that another account of the event asks to give up.

    Errors: NotAway; NothingAsked; GiveUpOwn.
    """
    fresh, stay = _away(event)
    if stay.asked_at is None:
        raise NothingAsked
    if by.pk == stay.asked_by_id:
        raise GiveUpOwn
    agreed = {"accounts": [part_of(by, fresh.pk)]}
    _end(fresh, stay, stay.reason, stay.asked_by, agreed=agreed)
    return stay


@transaction.atomic
def give_up_withdraw(*, event: Event, by: By) -> None:
    """Withdraw the request to give the laptop up, because it was found. Errors: NotAway; NothingAsked."""
    _fresh, stay = _away(event)
    if stay.asked_at is None:
        raise NothingAsked
    stay.reason = ""
    record(stay, verb="event_give_up_withdraw", by=by, asked_by=None, asked_at=None)


def _away(event: Event) -> tuple[Event, LaptopStay]:
    """Return a locked event that is on a laptop, and its open stay. Errors: NotAway."""
    fresh = locked_anywhere(event)
    stay = open_stay(fresh)
    if stay is None or stay.home:
        raise NotAway
    return fresh, stay


def _end(event: Event, stay: LaptopStay, reason: str, by: By, **agreement: Any) -> None:
    """End a stay without a return."""
    stay.reason = reason
    facts: dict[str, Any] = {"outcome": Outcome.GIVEN_UP, "ended_at": timezone.now(), "ended_by": by, **agreement}
    record(stay, verb="event_give_up", by=by, reason=reason, **facts)
    record(event, verb="event_give_up", by=by, reason=reason, away_since=None)


@transaction.atomic
def event_return(*, event: Event, data: bytes, by: By) -> Summary:
    """Take an event back from its laptop: all of it or nothing.

    Only what changed on the laptop is taken over, with the histories of it; people who are in the national list keep
    what the list holds. A second return of the same stay is refused, and so is one after the laptop was given up.

    Arguments:
        data: the file that the laptop made.
    Errors: FileUnreadable; OtherVersion; FileOfTheWrongKind; StayOfAnotherEvent; StayEnded; NotSigned; FileWrong;
        FileRefused for a concluded event that does not follow from its sheets; EventStateWrong if the Referent ended
        the event meanwhile.
    """
    package = unpack(data)
    fresh = locked_anywhere(event)
    stay = _stay_of(package.content, fresh)
    _private_key, public_key = pair_of(_purpose(stay.key))
    check_signature(package, public_key)
    require_event_state(fresh, *MAY_LEAVE)
    summary = apply(package, fresh, stay, by)
    # The request to give the laptop up was mistaken: its reason would be shown beside "returned".
    stay.reason = ""
    facts: dict[str, Any] = {"outcome": Outcome.RETURNED, "ended_at": timezone.now(), "ended_by": by}
    facts |= {"asked_by": None, "asked_at": None}
    record(stay, verb="event_return", by=by, **facts)
    returned = Event.objects.get(pk=fresh.pk)
    record(returned, verb="event_return", by=by, reason=stay.holder, away_since=None)
    return summary


def _stay_of(content: dict[str, Any], event: Event) -> LaptopStay:
    """Return the open stay that a file ends. Errors: FileOfTheWrongKind; StayOfAnotherEvent; StayEnded."""
    if content.get("kind") != RETURN:
        raise FileOfTheWrongKind
    stay = LaptopStay.objects.filter(key=str(content.get("key")), home="").select_related("ended_by").first()
    if stay is None or stay.event_id != event.pk:
        raise StayOfAnotherEvent
    if stay.outcome != Outcome.OPEN:
        who = str(stay.ended_by or "—")
        raise StayEnded(how=stay.get_outcome_display(), who=who, reason=f" {stay.reason}" if stay.reason else "")
    return stay


def _accounts(rows: Rows) -> set[int]:
    """Return every account that these rows name."""
    names = {
        label: [field.attname for field in columns(label) if field.is_relation and field.related_model is User]
        for label in rows
    }
    return {row[name] for label, listed in rows.items() for row in listed for name in names[label] if row[name]}


def _references(event: Event, rows: Rows, stay: LaptopStay) -> Rows:
    """Return the rows that those of the event refer to: they come along to be read, and are not taken back."""
    accounts = {*stay.accounts, *_accounts(rows)}
    workers = set(EventRole.objects.filter(event=event).values_list("user", flat=True))
    people = {row["person_id"] for label in ("entry", "entryrequest") for row in rows[label] if row["person_id"]}
    versions = RegulationVersion.objects.filter(number=event.regulation).values_list("pk", flat=True)
    packs = CardPack.objects.filter(game=event.game).values_list("pk", flat=True)
    return {
        "user": [_account(user, is_worker=user.pk in workers) for user in User.objects.filter(pk__in=accounts)],
        "season": rows_of("season", [event.season_id]),
        "organiser": [_without_account(row, stay) for row in rows_of("organiser", [event.organiser_id])],
        "regulationversion": rows_of("regulationversion", versions),
        "cardpack": [_without_account(row, stay, "made_by_id") for row in rows_of("cardpack", packs)],
        "person": [
            {**row, "user_id": None, "merged_into_id": None, "said_to_be_id": None} for row in rows_of("person", people)
        ],
    }


def _without_account(row: Row, stay: LaptopStay, column: str = "user_id") -> Row:
    """Return a row without an account that does not come along."""
    return row if row[column] in stay.accounts else {**row, column: None}


def _account(user: User, *, is_worker: bool) -> Row:
    """Return what a laptop needs of an account: no password, and no address of somebody without a role."""
    row: Row = {
        field.attname: field.get_default() for field in columns("user") if field.attname not in ("id", "date_joined")
    }
    names = {"id": user.pk, "username": user.username, "first_name": user.first_name, "last_name": user.last_name}
    more = {"email": user.email if is_worker else "", "is_active": is_worker, "password": "!"}
    return {**row, **names, **more, "date_joined": user.date_joined.isoformat()}
