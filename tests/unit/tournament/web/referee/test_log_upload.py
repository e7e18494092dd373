"""Test that a game log uploaded on the sheet page fills the form and stores nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from games.dominion.logs.importing import import_log
from tests.factories import drawn_event, grant, last_round, make_user, tables_of
from tournament.models import EventRole, Round, Sheet

pytestmark = pytest.mark.django_db

LOG = Path(__file__).parents[4] / "data" / "logs" / "three-players.html"


@pytest.fixture
def table(client):
    event = drawn_event(players=15)
    last_table = tables_of(last_round(event))[-1]
    referee = make_user()
    grant(event, referee, EventRole.Role.REFEREE)
    client.force_login(referee, backend="allauth.account.auth_backends.AuthenticationBackend")
    return last_table


def _address(table):
    return reverse("sheet_log", args=[table.round.event.slug, table.round.number, table.number])


def _drop(client, table, content: bytes, name: str = "log.html"):
    return client.post(_address(table), {"log": SimpleUploadedFile(name, content)})


def _play_the_kingdom_of_the_log(table):
    kingdom = list(import_log(LOG.read_text()).kingdom)
    Round.objects.filter(pk=table.round_id).update(setup={"drawn": kingdom, "rejected": [], "branch": 1})


def test_sheet_log_fills_the_form(client, table):
    _play_the_kingdom_of_the_log(table)
    result = import_log(LOG.read_text())
    answer = _drop(client, table, LOG.read_bytes())
    assert answer.status_code == 200
    page = answer.context["page"]
    assert [seat.row["points"] for seat in page.seats] == list(result.points)
    assert [seat.row["turns"] for seat in page.seats] == list(result.turn_counts)
    assert page.mode == "deck"
    assert not Sheet.objects.exists()


def test_sheet_log_of_another_kingdom_is_refused_with_a_message(client, table):
    Round.objects.filter(pk=table.round_id).update(setup={"drawn": ["moat"], "rejected": [], "branch": 1})
    answer = _drop(client, table, LOG.read_bytes())
    assert [str(message) for message in answer.context["messages"]] != []
    assert not answer.context["page"].seats[0].row.get("points")


@pytest.mark.parametrize("content", [b"", b"<html>", b"\xff\xfe\x00", b"Anna wins!\n"])
def test_sheet_log_invalid_file_shows_one_message(client, table, content):
    answer = client.post(_address(table), {"log": SimpleUploadedFile("x.txt", content)} if content else {})
    assert answer.status_code == 200
    assert len(list(answer.context["messages"])) == 1
    assert not Sheet.objects.exists()


def test_sheet_log_is_refused_without_permission(client, table):
    client.force_login(make_user(), backend="allauth.account.auth_backends.AuthenticationBackend")
    assert _drop(client, table, LOG.read_bytes()).status_code == 404
    client.logout()
    assert _drop(client, table, LOG.read_bytes()).status_code == 302
