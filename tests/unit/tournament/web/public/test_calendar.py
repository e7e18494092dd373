"""Test the calendar by parsing it: content, time zone, updates of an event."""

from __future__ import annotations

from datetime import UTC, date, datetime, time
from typing import Any
from zoneinfo import ZoneInfo

import icalendar
import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from tests import factories as make
from tournament.events import lifecycle
from tournament.models import Event

pytestmark = pytest.mark.django_db

ROME = ZoneInfo("Europe/Rome")


@pytest.fixture(autouse=True)
def _site(settings: Any) -> None:
    settings.FOSSATO_SITE_URL = "https://fossato.example.org/"


def read(address: str, **headers: str) -> icalendar.Calendar:
    answer = Client().get(address, headers=headers)
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    # RFC 5545, 3.1: lines end with CRLF and have at most 75 octets.
    lines = answer.content.split(b"\r\n")
    assert max(map(len, lines)) <= 75
    assert b"\n" not in answer.content.replace(b"\r\n", b"")
    parsed = icalendar.Calendar.from_ical(answer.content)
    assert parsed.errors == []
    assert all(component.errors == [] for component in parsed.walk())
    return parsed


def calendar_entry(event: Event) -> Any:
    (entry,) = read(reverse("event_calendar", args=[event.slug])).walk("VEVENT")
    return entry


def summaries(address: str) -> list[str]:
    return [str(entry["SUMMARY"]) for entry in read(address).walk("VEVENT")]


def test_calendar_event_with_a_start_time() -> None:
    event = make.authorised_event(
        name="Torneo del ponte; con virgole, e àccènti", city="Cervia", venue="Sala, del porto", starts_at=time(10, 30)
    )
    entry = calendar_entry(event)
    assert str(entry["SUMMARY"]) == event.name
    assert str(entry["LOCATION"]) == "Sala, del porto, Cervia"
    assert str(entry["URL"]) == f"https://fossato.example.org/eventi/{event.slug}/"
    assert str(entry["STATUS"]) == "CONFIRMED"
    assert str(entry["UID"]) == f"event-{event.pk}@fossato.example.org"
    assert entry["DTSTART"].params["TZID"] == "Europe/Rome"
    start = datetime.combine(event.first_day, time(10, 30), ROME)
    assert entry["DTSTART"].dt == start
    assert entry["DTSTART"].dt.astimezone(UTC) == start.astimezone(UTC)
    assert entry["DTEND"].dt > start


def test_calendar_event_without_a_start_time_has_whole_days() -> None:
    event = make.announced_event(first_day=date(2009, 7, 4), last_day=date(2009, 7, 5), starts_at=None)
    entry = calendar_entry(event)
    assert (entry["DTSTART"].dt, entry["DTEND"].dt) == (date(2009, 7, 4), date(2009, 7, 6))
    assert entry["DTSTART"].params["VALUE"] == "DATE"
    assert str(entry["STATUS"]) == "TENTATIVE"


@pytest.mark.parametrize(("day", "offset"), [(date(2026, 3, 28), 1), (date(2026, 3, 29), 2), (date(2026, 10, 25), 1)])
def test_calendar_time_zone_is_rome(day: date, offset: int) -> None:
    (zone,) = read(reverse("calendar")).walk("VTIMEZONE")
    moment = datetime.combine(day, time(10))
    parsed_zone = zone.to_tz(lookup_tzid=False)
    assert moment.replace(tzinfo=parsed_zone).utcoffset() == moment.replace(tzinfo=ROME).utcoffset()
    assert moment.replace(tzinfo=ROME).utcoffset().total_seconds() == offset * 3600


def test_calendar_changed_event_keeps_its_uid_and_raises_the_sequence() -> None:
    event = make.announced_event(starts_at=time(10))
    before = calendar_entry(event)
    lifecycle.event_update(event=Event.objects.get(pk=event.pk), by=None, starts_at=time(11))
    after = calendar_entry(event)
    assert after["UID"] == before["UID"]
    assert after["SEQUENCE"] > before["SEQUENCE"]
    assert after["LAST-MODIFIED"].dt >= before["LAST-MODIFIED"].dt
    assert after["DTSTART"].dt.hour == 11


def test_calendar_void_event_is_cancelled_and_stays_listed() -> None:
    event = make.announced_event(name="Torneo annullato")
    before = calendar_entry(event)
    lifecycle.event_void(event=event, by=None, reason="Neve")
    after = calendar_entry(event)
    assert str(after["STATUS"]) == "CANCELLED"
    assert after["SEQUENCE"] > before["SEQUENCE"]
    assert summaries(reverse("calendar")) == ["Torneo annullato"]


def test_calendar_omits_drafts() -> None:
    event = make.make_event()
    assert summaries(reverse("calendar")) == []
    assert Client().get(reverse("event_calendar", args=[event.slug])).status_code == 404


def test_calendar_accepts_the_filters_of_the_event_list() -> None:
    season = make.make_season()
    make.announced_event(name="A Cervia", city="Cervia", season=season)
    make.announced_event(name="A Trento", city="Trento", season=season, fascia_declared="III")
    calendar_url = reverse("calendar")
    assert sorted(summaries(calendar_url)) == ["A Cervia", "A Trento"]
    assert summaries(f"{calendar_url}?q=trento") == ["A Trento"]
    assert summaries(f"{calendar_url}?fascia=III") == ["A Trento"]
    assert summaries(f"{calendar_url}?phase=played") == []


def test_calendar_defaults_to_the_current_season() -> None:
    old = make.make_season(first_day=date(2009, 6, 25), last_day=date(2009, 7, 31))
    new = make.make_season(first_day=date(2009, 8, 1), last_day=date(2031, 12, 31))
    make.announced_event(name="Vecchio", season=old)
    make.announced_event(name="Nuovo", season=new, first_day=date(2009, 9, 5), last_day=date(2009, 9, 5))
    calendar_url = reverse("calendar")
    for day, expected in ((date(2010, 6, 1), ["Nuovo"]), (date(2033, 1, 1), ["Nuovo"])):
        with time_machine.travel(datetime.combine(day, time(12), UTC)):
            assert summaries(calendar_url) == expected
            assert summaries(f"{calendar_url}?season={old.pk}") == ["Vecchio"]


def test_calendar_answers_304_until_an_event_changes() -> None:
    event = make.announced_event(starts_at=time(10))
    client = Client()
    for address in (reverse("calendar"), reverse("event_calendar", args=[event.slug])):
        first = client.get(address)
        again = client.get(address, headers={"If-None-Match": first["ETag"]})
        assert (again.status_code, again.content) == (304, b"")
    lifecycle.event_update(event=Event.objects.get(pk=event.pk), by=None, starts_at=time(11))
    assert client.get(address, headers={"If-None-Match": first["ETag"]}).status_code == 200


def test_calendar_is_linked_from_list_and_event() -> None:
    event = make.announced_event()
    client = Client()
    page = client.get(reverse("event_list") + "?fascia=I&page=1").content.decode()
    assert 'href="webcal://testserver/calendario.ics?fascia=I"' in page
    page = client.get(event.get_absolute_url()).content.decode()
    assert f'href="webcal://testserver/eventi/{event.slug}.ics"' in page
