"""Test what one request of a sheet costs: the table is read once, the sheet is checked once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.dominion.game import Dominion
from tests import factories as make
from tests.tracing import calls_of
from tests.unit.tournament.web.sheet_forms import WHY, typed
from tournament.access import links
from tournament.models import Event, PrivateLink, Sheet, Table
from tournament.sheets.table_sheet import read_table_sheet

pytestmark = pytest.mark.django_db

CONFIRM = {"deliver_and_confirm": "1"}
JSON = {"accept": "application/json"}
#: Right of access -> the maximum of queries of a delivery, and of one that confirms the table at once.
QUERIES = {"account": (14, 21), "link": (12, 19)}


@pytest.fixture
def event() -> Event:
    return make.drawn_event()


@pytest.fixture
def tables(event: Event) -> list[Table]:
    return make.tables_of(make.last_round(event))


class Sender:
    """Sends forms of tables by one right of access."""

    def __init__(self, client: Client, by: str) -> None:
        self.client, self.by = client, by

    def url(self, table: Table, page: str = "sheet") -> str:
        """Return the URL of a page of the table's sheet."""
        if self.by == "account":
            game_round = table.round
            return reverse(page, args=[game_round.event.slug, game_round.number, table.number])
        name = {"sheet": "table_link", "sheet_preview": "table_link_preview", "sheet_confirm": "table_link_confirm"}
        name["table_lots"] = "table_link_lots"
        link = PrivateLink.objects.get(table=table, revoked_at=None)
        return reverse(name[page], args=[links.link_token(link)])

    def post(
        self, table: Table, values: dict[str, str], page: str = "sheet", headers: dict[str, str] | None = None
    ) -> tuple[Any, int, int]:
        """Return the response, how often the game checked the sheet, and the number of queries."""
        url = self.url(table, page)
        with CaptureQueriesContext(connection) as queries, calls_of(Dominion.check) as checks:
            response = self.client.post(url, values, headers=headers or {})
        return response, len(checks), len(queries)


@pytest.fixture(params=["account", "link"])
def sender(request: Any, event: Event, tables: list[Table], referee: Callable[[Event], Client]) -> Sender:
    links.table_links_make(round=tables[0].round, by=None)
    return Sender(referee(event) if request.param == "account" else Client(), request.param)


@pytest.fixture
def referee_sender(event: Event, referee: Callable[[Event], Client]) -> Sender:
    return Sender(referee(event), "account")


def _values(table: Table, **other: str) -> dict[str, str]:
    return {**typed(table), "key": f"key-{table.pk}", "seen": "0", **(other or {"deliver": "1"})}


@pytest.mark.parametrize("headers", [{}, JSON], ids=["page", "offline queue"])
@pytest.mark.parametrize("confirms", [False, True], ids=["deliver", "deliver and confirm"])
def test_sheet_delivery_checks_once_and_reads_once(
    headers: dict[str, str], confirms: bool, sender: Sender, tables: list[Table]
) -> None:
    for table in tables[:2]:  # The first request fills the caches of the process.
        values = _values(table, **(CONFIRM if confirms else {}))
        response, checks, queries = sender.post(table, values, headers=headers)
        assert response.status_code == (200 if headers else 302)
    assert checks == 1
    assert queries <= QUERIES[sender.by][confirms]
    assert Sheet.objects.get(table=table).state == ("confirmed" if confirms else "submitted")


def test_sheet_form_checks_once_whatever_its_button(referee_sender: Sender, tables: list[Table]) -> None:
    table = tables[0]
    missing = typed(table, s0_points=None)
    for values, status in (
        ({**missing, "deliver": "1"}, 422),
        ({**missing, "deliver": "1", "fix": "s0_points=30"}, 200),
        ({**missing, "deliver": "anyway"}, 302),
    ):
        response, checks, _queries = referee_sender.post(table, values)
        assert (response.status_code, checks) == (status, 1)
    response, checks, _queries = referee_sender.post(table, missing, "sheet_preview")
    assert (response.status_code, checks) == (200, 1)


def test_sheet_confirmation_and_correction_check_once(referee_sender: Sender, tables: list[Table]) -> None:
    table = tables[0]
    referee_sender.post(table, _values(table))
    _response, checks, _queries = referee_sender.post(table, {"version": "1"}, "sheet_confirm")
    assert checks == 1
    correction = {**typed(table, [2, 1, 3, 4]), "deliver": "1"}
    for reason, status in (("", 422), (WHY, 302)):
        response, checks, _queries = referee_sender.post(table, {**correction, "reason": reason})
        assert (response.status_code, checks) == (status, 1)


def test_sheet_conflict_checks_each_version_once(referee_sender: Sender, tables: list[Table]) -> None:
    table = tables[0]
    make.sheets.sheet_submit(table=table, data=make.simple_sheet(table, [2, 1, 3, 4]), by=None)
    response, checks, _queries = referee_sender.post(table, _values(table))
    assert (response.status_code, checks) == (409, 2)


def test_sheet_repeated_is_not_checked_again(sender: Sender, tables: list[Table]) -> None:
    values = _values(tables[0])
    sender.post(tables[0], values)
    response, checks, _queries = sender.post(tables[0], values, headers=JSON)
    assert (response.json()["state"], checks) == ("stored", 0)


def test_entry_mode_change_checks_once(sender: Sender, tables: list[Table]) -> None:
    deck = {"mode": "deck", **{f"s0_{name}": "3" for name in ("copper", "gold")}, "to_mode": "numbers"}
    response, checks, _queries = sender.post(tables[0], deck)
    fields = {field["name"]: field["value"] for field in response.context["page"].seats[0].counted}
    assert (fields["s0_gold"], fields["s0_coins"]) == ("3", "12")
    assert checks == 1


def test_lots_drawn_check_once(sender: Sender, tables: list[Table]) -> None:
    table = tables[0]
    make.sheets.sheet_submit(table=table, data=make.tied_sheet(table, (1, 2)), by=None)
    response, checks, _queries = sender.post(table, {"word": "luna"}, "table_lots")
    assert (response.status_code, checks) == (302, 1)
    drawn = table.sheets.get(version=2)
    assert {seat.get("lot") for seat in drawn.data["seats"]} == {None, 1, 2}
    assert drawn.findings == []
    assert read_table_sheet(table).check(drawn.data).places is not None


def test_lots_drawn_for_a_claimed_place_ask_the_game_again(referee_sender: Sender, tables: list[Table]) -> None:
    table = tables[0]
    data = make.tied_sheet(table, (1, 2))
    for seat in data["seats"]:
        seat["place"] = 1
    make.sheets.sheet_submit(table=table, data=data, by=None)
    _response, checks, _queries = referee_sender.post(table, {"word": "luna"}, "table_lots")
    assert checks == 2
    assert table.sheets.get(version=2).findings
