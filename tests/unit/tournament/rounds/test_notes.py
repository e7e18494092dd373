"""Test AMB-44: events on which the regulation is silent are noted at the table, without any effect."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.factories import drawn_event, grant, last_round, make_user, report, tables_of
from tournament.events.timeline import event_history
from tournament.models import EventRole, Table
from tournament.rounds.notes import table_note

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    return tables_of(last_round(drawn_event(players=12)))[0]


def test_amb_44_table_note_changes_no_place(table):
    report(table)
    before = list(table.seats.order_by("position").values_list("place", "decided_by"))
    table_note(table=table, note="  La sedia 2 ha giocato prima della sedia 1.  ", by=None)
    assert Table.objects.get(pk=table.pk).note == "La sedia 2 ha giocato prima della sedia 1."
    assert list(table.seats.order_by("position").values_list("place", "decided_by")) == before


def test_table_note_keeps_earlier_notes_in_the_history(table):
    table_note(table=table, note="uno", by=None)
    table_note(table=table, note="due", by=None)
    table_note(table=table, note="due", by=None)
    rows = [row for row in event_history(table.round.event) if row.verb == "table_note"]
    assert [(row.changes[0].before, row.changes[0].after) for row in rows] == [("uno", "due"), ("–", "uno")]


def test_table_note_is_written_by_the_referee(client, table):
    referee = make_user()
    grant(table.round.event, referee, EventRole.Role.REFEREE)
    client.force_login(referee, backend="allauth.account.auth_backends.AuthenticationBackend")
    args = [table.round.event.slug, table.round.number, table.number]
    answer = client.post(reverse("table_note", args=args), {"note": "Disputa sul Fossato"})
    assert answer.status_code == 302
    assert Table.objects.get(pk=table.pk).note == "Disputa sul Fossato"


def test_table_note_is_refused_to_others(client, table):
    args = [table.round.event.slug, table.round.number, table.number]
    client.force_login(make_user(), backend="allauth.account.auth_backends.AuthenticationBackend")
    assert client.post(reverse("table_note", args=args), {"note": "x"}).status_code == 404
    assert Table.objects.get(pk=table.pk).note == ""
