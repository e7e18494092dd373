"""The desk's pages of a hall without a network: the file that leaves, the copy that opens, the result that returns."""

from __future__ import annotations

import json
import zlib
from base64 import b64encode
from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests import elsewhere
from tests.unit.tournament.web.conftest import text_of
from tournament.exchange.copies import event_open, event_to_copy
from tournament.models import Draw, Entry, Event, Organiser, Person

pytestmark = pytest.mark.django_db

AsOrganiser = Callable[[Event], Any]


def _file(data: bytes) -> SimpleUploadedFile:
    return SimpleUploadedFile("torneo.json", data, content_type="application/json")


def _address(event: Event) -> str:
    return reverse("hall", args=[event.slug])


def _content(page: str) -> str:
    """Return the file as the form of the confirmation carries it."""
    return page.split('name="content" value="', 1)[1].split('"')[0]


def test_file_leaves_from_the_desk_and_opens_by_one_upload(organiser: AsOrganiser) -> None:
    event = elsewhere.home_event()
    client = organiser(event)
    assert client.post(reverse("event_open_file"), {"file": _file(b"{}")}).status_code == 403
    Organiser.objects.update(user=client.user)
    assert reverse("event_open_file") in text_of(client.get(reverse("my_events")))
    assert reverse("hall", args=[event.slug]) in text_of(client.get(reverse("desk", args=[event.slug])))
    assert reverse("hall_file", args=[event.slug]) in text_of(client.get(_address(event)))
    answer = client.get(reverse("hall_file", args=[event.slug]))
    assert answer["Content-Disposition"] == f'attachment; filename="{event.slug}-sala.json"'
    assert answer["Cache-Control"] == "no-store"
    opened = client.post(reverse("event_open_file"), {"file": _file(answer.content)})
    copy = Event.objects.get(home_address__gt="")
    assert opened["Location"] == reverse("desk", args=[copy.slug])
    desk = text_of(client.get(opened["Location"]))
    assert copy.home_address in desk
    assert copy.entries.count() == len(elsewhere.NAMES)
    refused = client.post(reverse("event_open_file"), {"file": _file(answer.content)})
    assert refused.status_code == 422


def test_copy_that_was_played_leads_to_its_file(organiser: AsOrganiser) -> None:
    copy = event_open(data=json.dumps(event_to_copy(elsewhere.home_event())).encode(), by=None)
    client = organiser(copy)
    assert client.get(reverse("hall_file", args=[copy.slug]))["Location"] == _address(copy)
    elsewhere.play_copy(copy)
    assert _address(copy) in text_of(client.get(reverse("desk", args=[copy.slug])))
    assert reverse("hall_file", args=[copy.slug]) in text_of(client.get(_address(copy)))


def test_result_is_shown_before_the_press_and_stored_after_it(organiser: AsOrganiser) -> None:
    event = elsewhere.home_event()
    client = organiser(event)
    preview = client.post(_address(event), {"file": _file(elsewhere.result_file())})
    page = text_of(preview)
    assert preview.status_code == 200
    assert "14. Piero Porta" in page
    assert "13. Olga Di Casa" in page
    assert Event.objects.get(pk=event.pk).state == Event.State.AUTHORISED
    answer = client.post(_address(event), {"confirm": "1", "content": _content(page)})
    assert answer["Location"] == reverse("desk", args=[event.slug])
    event.refresh_from_db()
    assert event.state == Event.State.CONCLUDED
    entry = Entry.objects.get(event=event, number=14)
    assert entry.history.get().history_user == event.roles.get(role="organiser").user
    assert "portatile" in text_of(Client().get(event.get_absolute_url()))
    assert "portatile" in text_of(Client().get(reverse("draws", args=[event.slug])))
    draw = Draw.objects.filter(event=event, annulled_at=None).first()
    assert draw is not None
    assert "Poteva sceglierlo chi teneva il portatile." in text_of(Client().get(draw.get_absolute_url()))


@pytest.mark.parametrize(
    "change", [elsewhere.entry_renamed, elsewhere.result_changed, elsewhere.of_another_event, elsewhere.links_added]
)
def test_forged_result_is_refused_with_what_is_wrong(change: Callable[[Any], object], organiser: AsOrganiser) -> None:
    event = elsewhere.home_event()
    client = organiser(event)
    people = Person.objects.count()
    answer = client.post(_address(event), {"file": _file(elsewhere.result_file(change))})
    assert answer.status_code == 422
    assert 'name="confirm"' not in text_of(answer)
    assert (Event.objects.get(pk=event.pk).state, Person.objects.count()) == (Event.State.AUTHORISED, people)


def test_large_file_is_refused_by_its_size_and_never_read(
    organiser: AsOrganiser, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = elsewhere.home_event()
    client = organiser(event)
    monkeypatch.setattr("tournament.web.desk.hall.result_read", lambda **_facts: pytest.fail("it was read"))
    answer = client.post(_address(event), {"file": _file(elsewhere.many_megabytes())})
    assert answer.status_code == 422
    assert "5 MB" in text_of(answer)


@pytest.mark.parametrize("content", ["nonsense!", "bm9uc2Vuc2U="])
def test_content_that_did_not_arrive_changes_nothing(content: str, organiser: AsOrganiser) -> None:
    event = elsewhere.home_event()
    client = organiser(event)
    answer = client.post(_address(event), {"confirm": "1", "content": content})
    assert answer["Location"] == _address(event)
    assert Event.objects.get(pk=event.pk).state == Event.State.AUTHORISED


def test_content_packed_again_is_read_up_to_the_bound_only(organiser: AsOrganiser) -> None:
    event = elsewhere.home_event()
    packed = b64encode(zlib.compress(elsewhere.many_megabytes())).decode()
    answer = organiser(event).post(_address(event), {"confirm": "1", "content": packed})
    assert answer.status_code == 422
    assert "5 MB" in text_of(answer)
