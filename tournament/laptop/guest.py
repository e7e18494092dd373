"""The laptop's side: an event is taken in from its file, and made into the file of its return."""

from __future__ import annotations

import secrets
from typing import Any

from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from tournament.core.audit import By, record, require_reason
from tournament.core.locks import locked, locked_anywhere
from tournament.laptop.errors import FileOfTheWrongKind, FileUnreadable, NotAway, SiteNotEmpty
from tournament.laptop.package import MOST_BYTES, RETURN, TAKE, pack, unpack
from tournament.laptop.parts import Row, Rows, delete, event_rows, history_of, insert, key_of, number_from, rows_of
from tournament.laptop.photos import photo_files, placed, store
from tournament.laptop.selectors import open_stay
from tournament.models import Event, EventRole, LaptopStay, Organiser, Person, Photo, Season
from tournament.people.accounts import account_login

#: Bytes of the file for what is not a photo.
_ROOM = 2 * 1024 * 1024


@transaction.atomic
def event_take_in(*, data: bytes) -> tuple[Event, list[tuple[str, str]]]:
    """Take an event into this installation, which holds nothing yet: with roles, entries, links, draws and photos.

    Passwords do not travel: each account with a role gets a new one here, for this laptop alone.

    Returns the event, and what each of those accounts signs in with.
    Errors: FileUnreadable; OtherVersion; FileOfTheWrongKind; SiteNotEmpty; FileWrong.
    """
    if any(model._default_manager.exists() for model in (Event, Person, Organiser, User)):
        raise SiteNotEmpty
    package = unpack(data)
    content = package.content
    if content.get("kind") != TAKE:
        raise FileOfTheWrongKind
    facts = _facts(content)
    home, started_at = facts["home"], facts.pop("started_at")
    # The season of a new installation is replaced by the event's own.
    delete("season", Season.objects.values_list("pk", flat=True))
    photos = placed(package.rows.get("photo", []), package.photos)
    rows_by_label = {**package.rows, "photo": [row for row, _data in photos.values()]}
    for label, rows in rows_by_label.items():
        insert(label, [row | {"guest_of": home} for row in rows] if label == "event" else rows)
    connection.check_constraints()
    event = Event.objects.get()
    stay = LaptopStay(event=event, started_at=started_at, content=event_rows_here(event), **facts)
    record(stay, verb="event_take_in", by=None)
    number_from(stay.first_number)
    sign_ins = _sign_ins(event)
    store({name: data for name, (_row, data) in photos.items()})
    return event, sign_ins


def _facts(content: dict[str, Any]) -> dict[str, Any]:
    """Return what a file states of the stay. Errors: FileUnreadable."""
    try:
        return {
            "key": str(content["key"]),
            "home": str(content["home"]),
            "holder": str(content["holder"]),
            "private_key": str(content["private_key"]),
            "first_number": int(content["first_number"]),
            "started_at": parse_datetime(content["started_at"]) or timezone.now(),
            "accounts": [row["id"] for row in content["rows"]["user"]],
        }
    except (KeyError, TypeError, ValueError) as error:
        raise FileUnreadable from error


def event_rows_here(event: Event) -> Rows:
    """Return the rows of an event on the laptop, with its people: what a return is compared with."""
    rows = event_rows(event, photos=True)
    people = {row["person_id"] for label in ("entry", "entryrequest") for row in rows[label] if row["person_id"]}
    return {"person": rows_of("person", people), **rows}


def _sign_ins(event: Event) -> list[tuple[str, str]]:
    """Give each account with a role a password for this laptop; return what they sign in with."""
    sign_ins = []
    for user in User.objects.filter(pk__in=EventRole.objects.filter(event=event).values("user")).order_by("pk"):
        password = secrets.token_urlsafe(9)
        user.set_password(password)
        user.save()
        if user.email:
            EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
        sign_ins.append((account_login(user), password))
    return sign_ins


@transaction.atomic
def return_make(*, event: Event, by: By) -> LaptopStay:
    """Close an event on the laptop, so that the file of its return holds all of it.

    Errors: NotAway if it belongs to this installation; EventAway if the file was made already.
    """
    fresh = locked(event)
    stay = open_stay(fresh)
    if stay is None or not stay.home:
        raise NotAway
    record(fresh, verb="return_make", by=by, away_since=timezone.now())
    return stay


@transaction.atomic
def return_undo(*, event: Event, reason: str, by: By) -> None:
    """Go on playing on the laptop although the file of the return was made: a new one is made later.

    If the first file was taken over by the site, every later one is refused there.

    Errors: ReasonMissing; NotAway.
    """
    fresh = locked_anywhere(event)
    stay = open_stay(fresh)
    if stay is None or not stay.home or fresh.away_since is None:
        raise NotAway
    record(fresh, verb="return_undo", by=by, reason=require_reason(reason), away_since=None)


def return_file(*, event: Event) -> bytes:
    """Return the file with which an event goes back to its site. Errors: NotAway before ``return_make``."""
    stay = LaptopStay.objects.filter(event=event, outcome=LaptopStay.Outcome.OPEN).exclude(home="").first()
    if stay is None or event.away_since is None:
        raise NotAway
    now = event_rows_here(event)
    now[history_of("person")] = [
        row
        for person in now["person"]
        if person["id"] >= stay.first_number
        for row in _histories_of_person(person["id"])
    ]
    changes = {label: _differences(label, stay.content.get(label, []), rows) for label, rows in now.items()}
    content = {"kind": RETURN, "key": stay.key, "made_at": event.away_since.isoformat(), "rows": changes}
    # Those that came along are on the site already.
    taken_here = Photo.objects.filter(event=event, pk__gte=stay.first_number).order_by("pk")
    photos = photo_files(taken_here, most=MOST_BYTES - _ROOM)
    return pack(content, private_key=stay.private_key, photos=photos)


def _histories_of_person(person: int) -> list[Row]:
    history = history_of("person")
    keys = Person.history.filter(id=person).values_list("history_id", flat=True)
    return rows_of(history, keys)


def _differences(label: str, before: list[Row], now: list[Row]) -> dict[str, Any]:
    """Return the rows that were added, changed and removed since the event came."""
    key = key_of(label)
    old, new = {row[key]: row for row in before}, {row[key]: row for row in now}
    changed = []
    for number in old.keys() & new.keys():
        fields = {
            name: [old[number][name], value] for name, value in new[number].items() if old[number].get(name) != value
        }
        if fields:
            changed.append({"key": number, "fields": fields})
    return {
        "added": [new[number] for number in sorted(new.keys() - old.keys())],
        "changed": sorted(changed, key=lambda change: change["key"]),
        "removed": sorted(old.keys() - new.keys()),
    }
