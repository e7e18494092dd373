"""Test corrections after the next tables were drawn: the tables stay as drawn, and the report gives the reason."""

from __future__ import annotations

import copy
import json
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from ranking.homologation import services as homologation_services
from tests import factories as make
from tests import reporting
from tournament.exchange.export import event_from_file, event_to_file
from tournament.models import Event, Round, Seat, Table
from tournament.regulation.event_file import verify as event_file
from tournament.results import conclusion
from tournament.sheets import corrections
from tournament.sheets import services as sheets

pytestmark = pytest.mark.django_db

WHY = "Contate due volte le Province"


@pytest.fixture(autouse=True)
def media(settings: Any, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path


def _late(event: Event, round_number: int, needed: str) -> Table:
    """Correct a table of a round after the next was drawn, trying orders until the needed consequence results."""
    for table in make.tables_of(Round.objects.get(event=event, number=round_number)):
        for order in permutations(range(1, 5)):
            data = make.simple_sheet(table, order)
            if needed in {
                consequence.code for consequence in corrections.correction_consequences(table=table, data=data)
            }:
                sheets.sheet_correct(
                    table=table, data=data, by=None, reason=WHY, consequences_accepted=True, accept_warnings=True
                )
                return table
    raise AssertionError(f"no correction leads to {needed}")


def _played_with_a_late_correction() -> Event:
    event = make.played_event()
    make.next_round(event)
    _late(event, 1, "CONSEQUENCE_TABLES")
    make.play_round(event)
    make.next_round(event)
    make.play_round(event)
    conclusion.event_conclude(event=event, by=None)
    return Event.objects.get(pk=event.pk)


def _finding_codes(content: dict[str, Any]) -> dict[str, set[str]]:
    """Return the codes of the findings by severity."""
    codes: dict[str, set[str]] = {"error": set(), "warning": set()}
    for finding in event_file.verify(event_file.parse(json.dumps(content))).findings:
        codes[str(finding.severity)].add(finding.code)
    return codes


def test_late_correction_is_stored_with_its_reason_and_a_warning() -> None:
    event = _played_with_a_late_correction()
    second = Round.objects.get(event=event, number=2)
    assert second.corrected_since == [{"round": 1, "table": 1, "reason": WHY}]
    content = event_to_file(event)
    codes = _finding_codes(content)
    assert codes["error"] == set()
    assert "EVENT_SWISS_AS_DRAWN" in codes["warning"]


def test_late_correction_without_the_reason_is_an_error() -> None:
    content = event_to_file(_played_with_a_late_correction())
    silent = copy.deepcopy(content)
    del silent["rounds"][1]["corrected_since"]
    assert "EVENT_SWISS" in _finding_codes(silent)["error"]


@pytest.mark.parametrize("change", [{"table": 99}, {"round": 2}, {"reason": " "}])
def test_late_correction_with_a_wrong_reference_is_an_error(change: dict[str, Any]) -> None:
    content = event_to_file(_played_with_a_late_correction())
    content["rounds"][1]["corrected_since"][0] |= change
    assert "EVENT_CORRECTION" in _finding_codes(content)["error"]


def test_late_correction_keeps_the_drawn_finalists() -> None:
    event = make.final_event()
    before = set(Seat.objects.filter(round__event=event, round__is_final=True).values_list("entry_id", flat=True))
    _late(event, 2, "CONSEQUENCE_FINALISTS")
    make.play_round(event)
    conclusion.event_conclude(event=event, by=None)
    event = Event.objects.get(pk=event.pk)
    places = list(event.final_places.order_by("place").values_list("entry_id", flat=True))
    assert set(places[: len(before)]) == before
    codes = _finding_codes(event_to_file(event))
    assert codes["error"] == set()
    assert "EVENT_FINALISTS_AS_DRAWN" in codes["warning"]


def test_late_correction_survives_import_and_export() -> None:
    content = event_to_file(_played_with_a_late_correction())
    content["event"]["name"] = "Altrove"
    imported = event_from_file(content=content, by=None)
    again = event_to_file(imported)
    assert again["rounds"][1]["corrected_since"] == content["rounds"][1]["corrected_since"]


def test_late_correction_can_be_homologated() -> None:
    event = _played_with_a_late_correction()
    reporting.submit(event)
    event.refresh_from_db()
    decision = homologation_services.event_homologate(
        event=event, by=None, reason="Correzione spiegata dall’organizzatore"
    )
    assert decision.kind == "homologated"
    assert Event.objects.get(pk=event.pk).state == Event.State.HOMOLOGATED
