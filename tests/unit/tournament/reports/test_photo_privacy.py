"""Test the role of the photos, the winner's photo on the public page, and photos taken down at a person's wish."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from PIL import Image

from tests import factories as make
from tests import reporting
from tests.refusals import refuses
from tests.unit.tournament.web.conftest import text_of
from tournament.access.links import link_token, participant_links_make
from tournament.entries.error_reports import error_report_close
from tournament.models import ErrorReport, Event, EventRole, Photo
from tournament.personal_data.erasure import person_erase
from tournament.reports.photo_privacy import photos_refuse, winner_photo_show
from tournament.reports.photos import photo_add, photo_remove

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _files_in_test_folder(settings: Any, tmp_path: Any) -> None:
    settings.MEDIA_ROOT = tmp_path


def _picture(color: str = "green") -> BytesIO:
    buffer = BytesIO()
    Image.new("RGB", (20, 20), color).save(buffer, "PNG")
    buffer.seek(0)
    return buffer


def _signed_in(event: Event, role: str) -> Client:
    user = make.make_user()
    make.grant(event, user, role)
    client = Client()
    client.force_login(user)
    return client


def _content(answer: Any) -> bytes:
    """Read a streamed file to its end, which closes it."""
    return b"".join(answer.streaming_content)


def test_photo_role_edits_the_photos_and_opens_nothing_else() -> None:
    event = make.concluded_event()
    client = _signed_in(event, EventRole.Role.PHOTO)
    paper = photo_add(event=event, file=_picture("red"), by=None, table=make.tables_of(make.last_round(event))[0])
    page = reverse("event_photos", args=[event.slug])
    assert client.get(reverse("own_place"))["Location"] == page
    upload = SimpleUploadedFile("a.png", _picture().read(), content_type="image/png")
    assert client.post(page, {"file": upload, "caption": "Il podio"}).status_code == 302
    photo = Photo.objects.get(event=event, table=None)
    assert _content(client.get(reverse("photo", args=[event.slug, photo.pk])))
    assert client.get(reverse("photo", args=[event.slug, paper.pk])).status_code == 404
    client.post(reverse("photo_remove", args=[event.slug, paper.pk]), {"confirmed": "1"})
    client.post(reverse("photo_remove", args=[event.slug, photo.pk]), {"confirmed": "1"})
    assert list(Photo.objects.filter(event=event)) == [paper]
    for name in ("desk", "entries", "report", "roles"):
        assert client.get(reverse(name, args=[event.slug])).status_code == 404
    # Names without consent stay hidden: the role has no need of them.
    assert not client.get(reverse("event", args=[event.slug])).context["referees_it"]


def test_winner_photo_shown_to_everybody_after_the_day_and_hidden_again(client: Client) -> None:
    event = make.concluded_event()
    photo = photo_add(event=event, file=_picture(), by=None)
    organiser = _signed_in(event, EventRole.Role.ORGANISER)
    page, public = reverse("event", args=[event.slug]), reverse("event_photo", args=[event.slug])
    assert client.get(public).status_code == 404
    show = reverse("winner_photo_show", args=[event.slug, photo.pk])
    organiser.post(show)
    assert client.get(public).status_code == 404
    organiser.post(show, {"agreed": "on"})
    assert public in text_of(client.get(page))
    answer = client.get(public)
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/jpeg")
    assert "no-store" in answer["Cache-Control"]
    assert _content(answer)
    organiser.post(reverse("winner_photo_hide", args=[event.slug]))
    assert public not in text_of(client.get(page))
    assert client.get(public).status_code == 404


def test_winner_photo_refused_without_agreement_or_against_the_winner() -> None:
    event = make.concluded_event()
    photo = photo_add(event=event, file=_picture(), by=None)
    with refuses("PHOTO_NOT_AGREED"):
        winner_photo_show(photo=photo, is_agreed=False, by=None)
    event.entries.filter(final_place__place=1).update(photo_consent=False)
    with refuses("PHOTO_REFUSED"):
        winner_photo_show(photo=photo, is_agreed=True, by=None)


def test_person_in_a_photo_takes_it_off_the_page_at_once(client: Client) -> None:
    event = make.concluded_event()
    photo = photo_add(event=event, file=_picture(), by=None)
    winner_photo_show(photo=photo, is_agreed=True, by=None)
    link = participant_links_make(event=event, by=None)[-1]
    assert link.entry is not None
    client.post(reverse("player_phone_photos", args=[link_token(link)]))
    event.refresh_from_db()
    link.entry.refresh_from_db()
    assert (event.winner_photo_id, link.entry.photo_consent) == (None, False)
    wish = ErrorReport.objects.get(entry=link.entry)
    photos_refuse(entry=link.entry)
    assert ErrorReport.objects.count() == 1
    if not event.final_places.filter(place=1, entry=link.entry).exists():
        with refuses("PHOTO_REFUSED"):
            winner_photo_show(photo=photo, is_agreed=True, by=None)
        error_report_close(report=wish, by=None)
        assert winner_photo_show(photo=photo, is_agreed=True, by=None).winner_photo_id == photo.pk


def test_photo_of_a_decided_event_goes_only_with_a_reason() -> None:
    event = reporting.reported_event()
    photo = event.photos.filter(table=None).earliest("pk")
    Event.objects.filter(pk=event.pk).update(state=Event.State.HOMOLOGATED)
    with refuses("EVENT_FROZEN"):
        photo_remove(photo=photo, by=None)
    photo_remove(photo=photo, by=None, reason="Lo chiede chi vi appare")
    assert Photo.history.get(history_type="-", event=event).history_change_reason == "Lo chiede chi vi appare"


def test_erased_person_leaves_no_winner_photo() -> None:
    event = reporting.reported_event()
    photo = event.photos.filter(table=None).earliest("pk")
    winner_photo_show(photo=photo, is_agreed=True, by=None)
    Event.objects.filter(pk=event.pk).update(state=Event.State.HOMOLOGATED)
    person_erase(person=event.entries.earliest("pk").person, by=None)
    event.refresh_from_db()
    assert event.winner_photo_id is None
