"""Test the organiser's report page and the event's history page."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from tests import factories as make
from tests.unit.tournament.web.conftest import text_of
from tests.unit.tournament.web.desk_pages import FORUM, AsOrganiser, at, picture, state
from tournament.entries import services as entries
from tournament.events.acts import ACTS_PER_PAGE
from tournament.models import Entry, Event, Photo, Report

pytestmark = pytest.mark.django_db


@pytest.fixture
def concluded() -> Event:
    """Return a concluded event whose last day is today, so that its report is not late."""
    today = timezone.localdate()
    return make.concluded_event(
        season=make.make_season(first_day=today.replace(month=1, day=1), last_day=today.replace(month=12, day=31)),
        first_day=today,
        last_day=today,
    )


def test_art_1_4_report_page_lists_what_is_missing(concluded: Event, organiser: AsOrganiser) -> None:
    client = organiser(concluded)
    page = client.get(at("report", concluded))
    assert {item["code"] for item in page.context["missing"]} >= {"REPORT_NO_PHOTO"} or len(
        page.context["missing"]
    ) == 2
    answer = client.post(at("report", concluded), {"send": "1"})
    assert (answer.status_code, Report.objects.count(), state(concluded)) == (422, 0, "concluded")


def test_report_photo_address_and_submission_are_idempotent(concluded: Event, organiser: AsOrganiser) -> None:
    client = organiser(concluded)
    for status in (302, 422):
        answer = client.post(at("report", concluded), {"photo": "1", "file": picture(), "caption": "La sala"})
        assert answer.status_code == status
    photo = Photo.objects.get(event=concluded)
    photo_response = client.get(at("photo", concluded, photo.pk))
    assert photo_response["Content-Type"] == "image/jpeg"
    assert photo_response.getvalue()[:2] == b"\xff\xd8"
    wrong = client.post(at("report", concluded), {"forum": "1", "url": "non è un indirizzo"})
    assert (wrong.status_code, wrong.context["forum"].errors.keys()) == (422, {"url"})
    assert client.post(at("report", concluded), {"forum": "1", "url": FORUM}).status_code == 302
    for _ in range(2):
        assert client.post(at("report", concluded), {"send": "1", "note": "Tutto bene"}).status_code == 302
    assert (Report.objects.count(), state(concluded)) == (1, "reported")


def test_report_photo_invalid_file_shows_its_error(concluded: Event, organiser: AsOrganiser) -> None:
    client = organiser(concluded)
    text = SimpleUploadedFile("foto.jpg", b"ciao", "image/jpeg")
    answer = client.post(at("report", concluded), {"photo": "1", "file": text})
    assert (answer.status_code, answer.context["photo"].errors.keys()) == (422, {"file"})
    none = client.post(at("report", concluded), {"photo": "1"})
    assert (none.status_code, Photo.objects.count()) == (422, 0)


def test_photo_remove_asks_for_confirmation_and_is_idempotent(concluded: Event, organiser: AsOrganiser) -> None:
    client = organiser(concluded)
    client.post(at("report", concluded), {"photo": "1", "file": picture()})
    photo = Photo.objects.get()
    assert "Rimuovere la foto?" in text_of(client.post(at("photo_remove", concluded, photo.pk)))
    assert Photo.objects.count() == 1
    for _ in range(2):
        answer = client.post(at("photo_remove", concluded, photo.pk), {"confirmed": "1"})
        assert answer["Location"] == at("report", concluded)
    assert Photo.objects.count() == 0


def test_history_shows_user_action_time_and_changes(organiser: AsOrganiser) -> None:
    event = make.check_in_event(players=4)
    client = organiser(event)
    entry = event.entries.earliest("number")
    client.post(at("entry_act", event, entry.pk, "assente"))
    listed = client.get(at("history", event))
    act = listed.context["page"][0]
    assert (act.who, act.verb, act.what) == (client.user, "entry_undo_check_in", str(entry))
    assert timezone.localtime(act.at).strftime("%H:%M") in text_of(listed)
    page = client.get(at("history", event) + f"?atto={act.key}")
    (row,) = page.context["rows"]
    assert (row.who, row.verb, row.what) == (client.user, "entry_undo_check_in", str(entry))
    assert [(change.before, change.after) for change in row.changes] == [("presente", "iscritto")]
    text = text_of(page)
    assert f"<td>{client.user.username}</td>" in text
    assert "<del>presente</del> <ins>iscritto</ins>" in text
    assert client.get(at("history", event) + "?atto=3-x").status_code == 404


def test_history_has_one_line_for_an_act_of_many_rows(organiser: AsOrganiser) -> None:
    event = make.played_event(rounds_played=1)
    client = organiser(event)
    page = client.get(at("history", event))
    verbs = [act.verb for act in page.context["page"]]
    assert (verbs.count("round_draw"), verbs.count("round_close")) == (1, 1)
    closed = next(act for act in page.context["page"] if act.verb == "round_close")
    assert f'href="?atto={closed.key}"' in text_of(page)
    rows = client.get(at("history", event) + f"?atto={closed.key}").context["rows"]
    assert len(rows) > event.entries.count()
    # Promises of draws are part of the act that makes them.
    assert {row.verb for row in rows} == {"round_close", "draw_commit", "draw_reveal"}


@pytest.mark.soak(
    gate="tests/unit/tournament/web/desk/test_report.py::test_history_has_one_line_for_an_act_of_many_rows"
)
def test_history_is_paginated(organiser: AsOrganiser) -> None:
    event = make.check_in_event(players=4)
    client, entry = organiser(event), event.entries.earliest("number")
    for _ in range(ACTS_PER_PAGE):
        client.post(at("entry_act", event, entry.pk, "assente"))
        client.post(at("entry_act", event, entry.pk, "presente"))
    times = Entry.history.filter(id=entry.pk).order_by("history_id").values_list("history_id", flat=True)
    for number, pk in enumerate(times):
        # Two changes within two seconds are one act.
        Entry.history.filter(pk=pk).update(history_date=timezone.now() + timedelta(seconds=5 * number))
    first = client.get(at("history", event))
    assert first.context["page"].paginator.num_pages > 1
    second = client.get(at("history", event) + "?page=2")
    assert second.context["page"].number == 2
    assert client.get(at("history", event) + "?page=boh").status_code == 200


def test_history_keeps_removed_entries(organiser: AsOrganiser) -> None:
    event = make.authorised_event()
    entry = entries.entry_add(event=event, person=make.make_person(), by=None)
    client = organiser(event)
    for _ in range(2):
        client.post(at("entry_act", event, entry.pk, "togli"))
    assert event.entries.count() == 0
    verbs = [row.verb for row in client.get(at("history", event)).context["page"]]
    assert verbs.count("entry_remove") == 1
