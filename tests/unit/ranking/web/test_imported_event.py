"""Test an event from its file to the page of the Ranking, and back to a file."""

from __future__ import annotations

import copy
import json
import re
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import gettext, override

from ranking.homologation import services as homologation_services
from ranking.national import selectors as national_selectors
from tests import reporting
from tests.unit.ranking.pages import text_of
from tournament.exchange.export import event_from_file, event_to_file
from tournament.models import Event
from tournament.regulation.event_file import verify as event_file
from tournament.regulation.event_file.fields import FORMAT
from tournament.reports import services as reports

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.soak(
        gate="tests/unit/tournament/exchange/test_files.py::test_imported_event_is_reported_homologated_and_ranked"
    ),
]

SAMPLE = Path(__file__).parents[3] / "data" / "event-13-players.json"
#: The day of the import: the report of the event of 2009 is due a week later.
TODAY = datetime(2026, 3, 2, 10, tzinfo=reporting.ROME)


@pytest.fixture
def sample() -> dict[str, Any]:
    return json.loads(SAMPLE.read_text(encoding="utf-8"))


@pytest.fixture
def event(sample: dict[str, Any]) -> Event:
    """Return the event of thirteen players, imported, reported and homologated."""
    event = event_from_file(content=copy.deepcopy(sample), by=None, at=TODAY)
    reporting.submit(event, at=TODAY)
    homologation_services.event_homologate(event=event, by=None, reason="I conti tornano")
    return Event.objects.get(pk=event.pk)


def _missing(one: Any, two: Any, path: str = "$") -> list[str]:
    """Return the paths at which ``two`` lacks or changes a value of ``one``; names only in ``two`` are ignored."""
    if isinstance(one, dict) and isinstance(two, dict):
        return [missing for name in one for missing in _missing(one[name], two.get(name), f"{path}.{name}")]
    if isinstance(one, list) and isinstance(two, list) and len(one) == len(two):
        return [missing for left, right in zip(one, two, strict=True) for missing in _missing(left, right, path)]
    return [] if one == two else [path]


def test_event_from_file_takes_the_season_of_its_days(event: Event) -> None:
    assert (event.season.slug, event.first_day.year, event.state) == ("2009", 2009, Event.State.HOMOLOGATED)
    assert reports.report_deadline(event) == datetime(2026, 3, 10, tzinfo=reporting.ROME)


@pytest.mark.rule("REQ-1407")
def test_imported_winner_without_consent_is_first_without_a_name(event: Event) -> None:
    first = national_selectors.national_ranking(event.season)[0]
    assert (first.rank, first.half_points, first.name, first.person_id, first.anonymous) == (1, 20, None, None, True)
    winner = event.entries.get(file_id="p10").person
    assert event.final_places.get(place=1).entry.person == winner
    points = [row.half_points / 2 for row in national_selectors.national_ranking(event.season)]
    assert points == [10, 7, 5, 3, 2, 2, 2, 2, 2, 2, 1.5, 1.5, 1.5]


@pytest.mark.rule("REQ-1407")
@pytest.mark.parametrize("language", ["it", "en"])
def test_ranking_pages_and_data_hide_the_name_of_the_winner(
    language: str, event: Event, anybody: Client, referent: Client
) -> None:
    winner = event.entries.get(file_id="p10").person
    address = reverse("ranking_season", args=[event.season.slug])
    page = text_of(anybody.get(address, headers={"accept-language": language}))
    row = re.findall(r"<tr.*?</tr>", page.split("<tbody", 1)[1], re.DOTALL)[0]
    with override(language):
        assert gettext("no name") in row
    assert re.search(r">\s*10\s*<", row)
    assert winner.last_name not in page
    assert winner.last_name in text_of(referent.get(address))
    rows = json.loads(anybody.get(reverse("ranking_json", args=[event.season.slug])).content)["rows"]
    assert (rows[0]["rank"], rows[0]["player"], rows[0]["points"]) == (1, None, 10.0)
    public_file = text_of(anybody.get(reverse("event_file", args=[event.slug])))
    assert winner.last_name not in public_file


def test_event_to_file_equals_the_import_but_for_order_and_additions(event: Event, sample: dict[str, Any]) -> None:
    written = event_to_file(event)
    verification = event_file.verify(
        event_file.parse({name: part for name, part in written.items() if name != "points"})
    )
    assert [finding for finding in verification.findings if finding.is_error] == []
    # The sample is of the first format; what is written is of the newest.
    assert _missing(sample | {"format": FORMAT}, written) == []
    changed = copy.deepcopy(written)
    changed["rounds"][0]["tables"][0]["seats"].pop()
    assert _missing(sample | {"format": FORMAT}, changed) != []
