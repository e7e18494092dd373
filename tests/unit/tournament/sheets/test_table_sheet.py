"""Test that drawn lots are ranked, without another check by the game, as the game itself would check them."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from games import registry
from tests import factories as make
from tournament.models import Table
from tournament.regulation.refusals import LotMissing
from tournament.sheets.table_sheet import TableSheet, read_table_sheet

pytestmark = pytest.mark.django_db


def _tied(sheet: TableSheet) -> dict[str, Any]:
    """Return the table's sheet with everything of the first seat in the second, and no lots nor places."""
    assert sheet.latest is not None
    data: dict[str, Any] = copy.deepcopy(sheet.latest.data)
    rounds = data["rounds"] if isinstance(data.get("rounds"), list) else []
    for seats in (data["seats"], *(row["players"] for row in rounds)):
        seats[1] = copy.deepcopy(seats[0])
    for seat in data["seats"]:
        for name in ("lot", "place", "rank"):
            seat.pop(name, None)
    return data


@pytest.mark.parametrize("game", registry.slugs())
def test_check_with_lots_is_the_full_check_of_the_sheet_with_lots(game: str) -> None:
    event = make.concluded_event() if game == "dominion" else make.concluded_other_game(game)
    table = Table.objects.select_related("round__event").filter(round__event=event).earliest("pk")
    sheet = read_table_sheet(table)
    checked = sheet.check(_tied(sheet))
    assert isinstance(checked.problem, LotMissing)
    drawn = sheet.check_with_lots(checked, {0: 2, 1: 1})
    assert drawn.places is not None
    assert drawn == sheet.check(drawn.data)
