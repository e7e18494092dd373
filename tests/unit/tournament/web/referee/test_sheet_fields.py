"""The fields that the sheets of Megalomania and Era of Kingdoms ask for, by what is entered."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.test import Client

from tests import factories as make
from tests.unit.tournament.web.conftest import text_of
from tests.unit.tournament.web.sheet_forms import at, table_of
from tournament.models import Event, Table

pytestmark = pytest.mark.django_db

Open = Callable[[str], tuple[Client, Table]]


@pytest.fixture
def of_game(referee: Callable[[Event], Client]) -> Open:
    """Return a function that returns a referee's client and a table of a game's event."""

    def drawn(game: str) -> tuple[Client, Table]:
        table = table_of(make.drawn_event(game=game))
        return referee(table.round.event), table

    return drawn


def _inputs(page: str) -> list[str]:
    """Return the names of the fields that a person can fill in."""
    fields = re.findall(r"<(?:input|select)[^>]*>", page)
    shown = [one for one in fields if 'type="hidden"' not in one]
    return [name[1] for one in shown if (name := re.search(r'name="((?:s\d|t)_\w+)"', one))]


def test_megalomania_sheet_asks_only_what_rounds_use(of_game: Open) -> None:
    """A table of four had 286 inputs and 189 kB; every field is there without a script and without a network."""
    client, table = of_game("megalomania")
    page = text_of(client.get(at("sheet", table)))
    names = _inputs(page)
    # How the game ended has two ways to choose from, under one name.
    assert len(set(names)) == len(names) - 1 == 12 * (2 + 4 * 3) + 2 + 4 * 3
    assert len(page.encode()) < 150_000


def test_megalomania_mission_brings_its_fields(of_game: Open) -> None:
    client, table = of_game("megalomania")
    values = dict.fromkeys(_inputs(text_of(client.get(at("sheet", table)))), "")
    first = text_of(client.post(at("sheet_preview", table), {"mode": "rounds", **values, "t_r2_mission": "1"}))
    assert re.search(r'id="rare-r2" hx-swap-oob="true">.*name="t_r2_printed"', first, re.DOTALL)
    assert first.count('id="rare-r') == 1
    # The page has the field by now: the part is not sent again, which would take the focus out of it.
    known = {"mode": "rounds", **values, "t_r2_mission": "1", "t_r2_printed": "5"}
    assert 'id="rare-r' not in text_of(client.post(at("sheet_preview", table), known))
    # A mission that was a slip of the finger leaves no field behind, but never takes away what was typed.
    other = text_of(client.post(at("sheet_preview", table), {**known, "t_r2_mission": "3", "t_r2_printed": ""}))
    assert "t_r2_printed" not in other
    assert 'id="rare-r2"' in other
    kept = text_of(client.post(at("sheet_preview", table), {**known, "t_r2_mission": "3"}))
    assert 'id="rare-r2"' not in kept


def test_era_sheet_asks_what_lies_under_existing_stacks(of_game: Open) -> None:
    client, table = of_game("era_of_kingdoms")
    page = text_of(client.post(at("sheet", table), {"to_mode": "cards", "s0_N": "Fattoria"}))
    assert [name for name in _inputs(page) if name.endswith("_high_yields")] == ["s0_N_high_yields"]
    values = {**dict.fromkeys(_inputs(page), ""), "mode": "cards", "s0_N": "Fattoria", "s1_E": "Campo"}
    answer = text_of(client.post(at("sheet_preview", table), values))
    assert re.search(r'id="rare-1" hx-swap-oob="true">.*name="s1_E_plagues"', answer, re.DOTALL)
    assert 'id="rare-0"' not in answer
