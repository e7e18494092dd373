"""The photo of the winner on the public page, and photos taken down because a person in them wishes it."""

from __future__ import annotations

from django.db import transaction
from django.utils import translation
from django.utils.translation import gettext as _

from tournament.core.audit import By, record
from tournament.core.locks import locked
from tournament.core.preconditions import require_event_state
from tournament.entries.error_reports import error_report
from tournament.models import Entry, ErrorReport, Event, FinalPlace, Photo
from tournament.regulation.refused import Refused

#: States in which an event has a winner whose photo may be shown.
DECIDED = (Event.State.CONCLUDED, Event.State.REPORTED, Event.State.HOMOLOGATED)


@transaction.atomic
def winner_photo_show(*, photo: Photo, is_agreed: bool, by: By) -> Event:
    """Show a photo on top of the event's public page, in place of the one before. Idempotent.

    Arguments:
        is_agreed: everybody in the photo agreed to that, as the person who shows it declares.
    Errors: EVENT_STATE_WRONG; PHOTO_NOT_AGREED; PHOTO_REFUSED if the winner does not want to be in photos, or if
    somebody
        of the event has asked that photos of them be taken down and the desk has not answered yet.
    """
    event = locked(photo.event_id)
    require_event_state(event, *DECIDED)
    if not is_agreed:
        raise Refused("PHOTO_NOT_AGREED")
    winners = FinalPlace.objects.filter(event=event, place=1, entry__photo_consent=False)
    wishes = ErrorReport.objects.filter(entry__event=event, entry__photo_consent=False, done_at=None)
    if winners.exists() or wishes.exists():
        raise Refused("PHOTO_REFUSED")
    if event.winner_photo_id != photo.pk:
        record(event, verb="winner_photo_show", by=by, winner_photo=photo)
    return event


@transaction.atomic
def winner_photo_hide(*, event: Event, by: By, reason: str = "") -> Event:
    """Show no photo on the event's public page any more, at once and in every state. Idempotent."""
    fresh = locked(event)
    if fresh.winner_photo_id is not None:
        record(fresh, verb="winner_photo_hide", by=by, reason=reason, winner_photo=None)
    return fresh


@transaction.atomic
def photos_refuse(*, entry: Entry) -> None:
    """Store that a player is in no photo of the event from now on, and ask the desk to take theirs down. Idempotent.

    The public photo disappears at once, whoever is in it: the program cannot know. The desk shows one again when it has
    answered.
    """
    event = locked(entry.event_id)
    fresh = Entry.objects.select_related("person").get(pk=entry.pk)
    if fresh.photo_consent is not False:
        record(fresh, verb="photos_refuse", by=None, photo_consent=False)
    winner_photo_hide(event=event, by=None)
    with translation.override(event.language):
        error_report(entry=fresh, words=_("Take down the photos in which I am, please."))
