"""Test correcting the sheet of a confirmed table: what it requires, and who may accept its consequences."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from tests import factories as make
from tests.unit.tournament.web.conftest import text_of
from tests.unit.tournament.web.sheet_forms import WHY, at, equal, places, table_of, typed
from tournament.models import Event, Sheet, Table
from tournament.sheets import services as sheets

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    return table_of(make.drawn_event())


@pytest.fixture
def client(table: Table, referee: Callable[[Event], Client]) -> Client:
    return referee(table.round.event)


def _correct(client: Client, table: Table, order: list[int] | None = None, **other: Any) -> Any:
    return client.post(at("sheet", table), {**typed(table, order, **other), "deliver": "1"})


def test_sheet_correction_needs_a_reason_and_creates_a_version(client: Client, table: Table) -> None:
    make.report(table)
    assert 'name="reason"' in text_of(client.get(at("sheet", table) + "?scrivi"))
    assert _correct(client, table, [2, 1, 3, 4]).status_code == 422
    assert Sheet.objects.count() == 1
    assert _correct(client, table, [2, 1, 3, 4], reason=WHY).status_code == 302
    assert (places(table), Sheet.objects.get(version=2).reason) == ([2, 1, 3, 4], WHY)


def test_sheet_correction_with_a_warning_needs_the_tick(client: Client, table: Table) -> None:
    make.report(table)
    short = {f"s{seat}_turns": 50 for seat in range(4)}
    answer = _correct(client, table, [2, 1, 3, 4], reason=WHY, **short)
    assert answer.status_code == 422
    assert 'name="accept_warnings"' in text_of(answer)
    assert _correct(client, table, [2, 1, 3, 4], reason=WHY, accept_warnings="on", **short).status_code == 302


def test_sheet_correction_refused_form_keeps_tick_and_word(client: Client, table: Table) -> None:
    """Otherwise a correction refused for two reasons in turn could never be completed."""
    make.report(table)
    values = {**equal(table), "deliver": "1", **{f"s{seat}_turns": 50 for seat in range(4)}}
    page = text_of(client.post(at("sheet", table), {**values, "accept_warnings": "on", "word": make.WORD}))
    assert re.search(r'<input[^>]* name="accept_warnings" checked>', page)
    assert re.search(rf'<input[^>]* name="word"[^>]* value="{make.WORD}"', page)
    assert 'name="accept_warnings">' in text_of(client.post(at("sheet", table), values))


def test_sheet_correction_with_an_error_needs_a_reason_for_the_referent(client: Client, table: Table) -> None:
    make.report(table)
    answer = _correct(client, table, [2, 1, 3, 4], reason=WHY, s0_coins=1)
    assert answer.status_code == 422
    assert 'name="forced_reason"' in text_of(answer)
    answer = _correct(client, table, [2, 1, 3, 4], reason=WHY, s0_coins=1, forced_reason="Contato due volte")
    assert answer.status_code == 302
    assert Sheet.objects.get(version=2).forced_reason == "Contato due volte"


def test_sheet_correction_creating_a_tie_needs_a_word(client: Client, table: Table) -> None:
    make.report(table)
    values = {**equal(table), "deliver": "1", "reason": WHY}
    answer = client.post(at("sheet", table), values)
    assert answer.status_code == 422
    assert 'name="word"' in text_of(answer)
    assert client.post(at("sheet", table), {**values, "word": make.WORD}).status_code == 302


def test_req_1205_sheet_correction_changing_drawn_tables_needs_an_organiser(
    visitor: Callable[..., Client],
) -> None:
    event = make.played_event()
    make.draw_round(event)
    table = table_of(event)
    reverse_order = [4, 3, 2, 1]
    assert any(
        consequence.needs_a_word
        for consequence in sheets.correction_consequences(table=table, data=make.simple_sheet(table, reverse_order))
    )
    referee, organiser = visitor("referee", event), visitor("organiser", event)
    answer = _correct(referee, table, reverse_order, reason=WHY, consequences="accepted")
    assert answer.status_code == 422
    assert answer.context["consequences"]
    assert all("CONSEQUENCE_" not in line for line in answer.context["consequences"])
    assert 'name="consequences"' not in text_of(answer)
    assert places(table) == [1, 2, 3, 4]
    refused = _correct(organiser, table, reverse_order, reason=WHY)
    assert 'name="consequences"' in text_of(refused)
    for line in refused.context["consequences"]:
        assert line in text_of(refused)
    assert _correct(organiser, table, reverse_order, reason=WHY, consequences="accepted").status_code == 302
    assert places(table) == [4, 3, 2, 1]
