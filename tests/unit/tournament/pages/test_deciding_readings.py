"""Test the readings that an event's page and report name because they decided something (AMB-11 to AMB-35)."""

from __future__ import annotations

from io import BytesIO

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from tests import factories as make
from tournament.entries.services import entry_leave
from tournament.models import Event, StandingRow, Table
from tournament.pages.event import event_page
from tournament.printing import documents
from tournament.results import conclusion
from tournament.sheets import services as sheets

pytestmark = pytest.mark.django_db


def _ids(event: Event) -> list[str]:
    return [reading.id for reading in event_page(event, sees_names=True).readings]


def _concluded(event: Event) -> Event:
    make.play_round(event)
    conclusion.event_conclude(event=event, by=None)
    return Event.objects.get(pk=event.pk)


def _decide_last_finalist(event: Event, decided_by: str) -> StandingRow:
    """Store what decided between the fourth and the fifth before the final: the draws of a test leave it to chance."""
    row = StandingRow.objects.get(round__event=event, round__number=event.rounds, position=4)
    row.decided_by = decided_by
    row.save(update_fields=["decided_by"])
    return row


def test_event_of_full_tables_with_everybody_present_names_none() -> None:
    event = make.concluded_event()
    _decide_last_finalist(event, "seconds")
    assert _ids(event) == []


@pytest.mark.rule("AMB-04")
@pytest.mark.parametrize(("decided_by", "end"), [("lot", "il sorteggio."), ("table_points", "i punti ai tavoli.")])
def test_last_finalist_by_what_follows_third_places_is_named(decided_by: str, end: str) -> None:
    event = make.concluded_event()
    row = _decide_last_finalist(event, decided_by)
    (reading,) = event_page(event, sees_names=True).readings
    assert (reading.id, str(row.entry.person) in reading.sentence) == ("AMB-04", True)
    assert reading.sentence.endswith(end)


@pytest.mark.rule("AMB-11")
def test_last_of_a_table_of_three_before_the_last_of_a_table_of_four(client: Client) -> None:
    event = make.played_event(players=13)
    (reading,) = event_page(event, sees_names=True).readings
    assert reading.id == "AMB-11"
    assert reading.sentence.endswith("l’ultimo di un tavolo da tre conta come terzo posto.")
    fourth = make.tables_of(make.last_round(event))[0].seats.get(place=4).entry
    assert str(fourth.person) in reading.sentence
    page = client.get(event.get_absolute_url() + "?parte=classifica").content.decode()
    assert f'href="{reverse("regulation_version", args=[event.regulation])}#amb-11"' in page


@pytest.mark.soak(gate="tests/unit/tournament/pages/test_deciding_readings.py::test_finalist_who_withdrew_is_named")
@pytest.mark.rule("AMB-12")
def test_players_who_left_are_named_with_their_place_and_points() -> None:
    event = make.played_event(players=16)
    last = StandingRow.objects.filter(round__event=event).order_by("position").last()
    assert last is not None
    entry_leave(entry=last.entry, by=None, reason="Il treno")
    for _ in range(2):
        make.next_round(event)
        make.play_round(event)
    make.next_round(event)
    event = _concluded(event)
    assert _ids(event)[-2:] == ["AMB-12", "AMB-31"]
    paper = PdfReader(BytesIO(documents.report(event)))
    assert "AMB-12" not in "".join(page.extract_text() for page in paper.pages)


@pytest.mark.rule("AMB-32")
def test_finalist_who_withdrew_is_named() -> None:
    event = make.played_event(rounds_played=2)
    first = StandingRow.objects.get(round__event=event, round__number=2, position=1).entry
    _decide_last_finalist(event, "thirds")
    entry_leave(entry=first, by=None, reason="Il treno")
    make.next_round(event)
    readings = event_page(event, sees_names=True).readings
    assert [reading.id for reading in readings] == ["AMB-32"]
    assert str(first.person) in readings[0].sentence


@pytest.mark.rule("AMB-35")
def test_player_who_gave_up_is_named_without_a_name_to_strangers(client: Client) -> None:
    event = make.drawn_event()
    table = make.tables_of(make.last_round(event))[0]
    entry = table.seats.get(position=2).entry
    sheets.table_abandon(table=table, entry=entry, by=None, reason="Un malore")
    (reading,) = event_page(event, sees_names=True).readings
    assert (reading.id, str(entry.person) in reading.sentence) == ("AMB-35", True)
    make.agree(entry.person, consent=False)
    (public,) = event_page(event).readings
    assert entry.person.last_name not in public.sentence


def test_other_minutes_and_final_without_clock_are_named() -> None:
    event = make.drawn_event()
    Event.objects.filter(pk=event.pk).update(clock_minutes=50, clock_reason="Sala", final_has_clock=False)
    assert _ids(Event.objects.get(pk=event.pk)) == ["REQ-905", "AMB-34"]
    assert Table.objects.filter(round__event=event).exists()
