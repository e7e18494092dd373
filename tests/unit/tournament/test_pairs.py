"""Test an event of Megalomania in pairs, from the draft to the Ranking and from its file alone."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from ranking.homologation.services import event_homologate
from ranking.models import LedgerEntry
from tests import factories as make
from tests.reporting import REASON, submit
from tournament.event_files import export as files
from tournament.event_files.importing import event_from_file
from tournament.models import Draw, Entry, Event, StandingRow, Table
from tournament.people.pairs import pairs_of
from tournament.regulation.event_file.verify import parse, verify

pytestmark = pytest.mark.django_db


def _written(event: Event) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(json.dumps(files.event_to_file(event)))
    return content


def _codes(content: dict[str, Any]) -> set[str]:
    return {finding.code for finding in verify(parse(content)).findings if finding.is_error}


def test_event_in_pairs_from_draw_to_places() -> None:
    event = make.concluded_pairs()
    partner = {entry.plays_with_id: entry.pk for entry in event.entries.exclude(plays_with=None)}
    assert len(partner) == 6
    for table in Table.objects.filter(round__event=event):
        seats = list(table.seats.order_by("position"))
        assert [partner[seats[0].entry_id], partner[seats[1].entry_id]] == [seats[2].entry_id, seats[3].entry_id]
        assert [seat.is_partner for seat in seats] == [False, False, True, True]
        assert {seat.place for seat in seats[:2]} == {1, 2}
        assert [seat.place for seat in seats[:2]] == [seat.place for seat in seats[2:]]
    for row in StandingRow.objects.filter(round__event=event, is_partner=False):
        other = StandingRow.objects.get(round=row.round, entry=partner[row.entry_id])
        assert (other.position, other.wins, other.lot) == (row.position, row.wins, row.lot)
    places = list(event.final_places.values_list("place", flat=True))
    assert places == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6]
    points = files.points_of(event)
    for first, second in pairs_of(event).items():
        assert points[first] == points[second]
    assert sorted(row["ordinary"] for row in points.values())[-4:] == [14, 14, 20, 20]


def test_event_in_pairs_draws_the_pairs() -> None:
    event = make.check_in_pairs()
    make.draw_round(event)
    drawn = Draw.objects.filter(event=event, drawn_at__isnull=False, purpose__in=("tables", "seats"))
    assert [sorted(draw.inputs) for draw in drawn] == [["p01", "p03", "p05", "p07", "p09", "p11"]] * 2


def test_event_in_pairs_file_verifies_and_its_draws_agree_by_the_independent_checker(tmp_path: Path) -> None:
    content = _written(make.concluded_pairs())
    assert verify(parse(content)).findings == ()
    assert len(content["event"]["pairs"]) == 6
    path = tmp_path / "event.json"
    path.write_text(json.dumps(content), encoding="utf-8")
    checker = Path(settings.BASE_DIR) / "docs" / "check_draw.py"
    run = subprocess.run([sys.executable, str(checker), str(path)], capture_output=True, text=True, check=True)
    assert run.stdout.count("agrees") == len(run.stdout.splitlines()) == 7


def test_event_in_pairs_file_comes_back_the_same() -> None:
    event = make.concluded_pairs()
    content, season = _written(event), event.season
    lines = list(event.final_places.values_list("place", "entry__person__last_name"))
    Event.objects.filter(pk=event.pk).update(name="Another")
    again = event_from_file(content=content, by=None, season=season)
    assert again.in_pairs
    assert list(again.final_places.values_list("place", "entry__person__last_name")) == lines
    written = _written(again)
    assert (written["event"]["pairs"], written["final_places"]) == (content["event"]["pairs"], content["final_places"])
    assert _codes(written) == set()


def _apart(content: dict[str, Any]) -> None:
    pairs = content["event"]["pairs"]
    pairs[0][1], pairs[1][1] = pairs[1][1], pairs[0][1]


def _incomplete(content: dict[str, Any]) -> None:
    content["event"]["pairs"].pop()


def _not_opposite(content: dict[str, Any]) -> None:
    for table in content["rounds"][0]["tables"]:
        del table["draw"]
    seats = content["rounds"][0]["tables"][0]["seats"]
    seats[1], seats[2] = seats[2], seats[1]


def _not_shared(content: dict[str, Any]) -> None:
    partners = {pair[1] for pair in content["event"]["pairs"]}
    rows = content["rounds"][0]["tables"][0]["results"]
    next(row for row in rows if row["player"] in partners and row["place"] == 1)["place"] = 2


def _single_sheet(content: dict[str, Any]) -> None:
    del content["rounds"][0]["tables"][0]["sheet"]["pairs"]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (_apart, "DRAW_OTHER_SEATS"),
        (_incomplete, "EVENT_PAIRS"),
        (_not_opposite, "EVENT_PAIR_SEATS"),
        (_not_shared, "EVENT_PLACE"),
        (_single_sheet, "EVENT_PAIRS_SHEET"),
    ],
)
def test_event_in_pairs_file_with_a_changed_pair_is_refused(change: Any, code: str) -> None:
    content = copy.deepcopy(_written(make.concluded_pairs()))
    change(content)
    assert code in _codes(content)


def test_event_in_pairs_counts_for_both_in_the_ranking() -> None:
    event = make.concluded_pairs()
    submit(event)
    event_homologate(event=event, by=None, reason=REASON)
    earned = dict(LedgerEntry.objects.filter(event=event).values_list("person_id", "half_points"))
    assert len(earned) == 12
    for second in Entry.objects.filter(event=event).exclude(plays_with=None).select_related("plays_with"):
        assert second.plays_with is not None
        assert earned[second.person_id] == earned[second.plays_with.person_id] > 0
