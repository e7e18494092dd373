"""Test that sheet acceptance, event file, recomputation and Ranking share one definition of a complete sheet."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from ranking.homologation import ledger
from ranking.homologation import services as homologation_services
from ranking.national import selectors as national_selectors
from tests import factories as make
from tests import reporting
from tests.reporting import recomputed
from tests.unit.ranking.pages import text_of
from tests.volume import one_in
from tournament.core.messages import sentence
from tournament.exchange.export import event_from_file, event_to_file
from tournament.models import Event, Report, Sheet, Table
from tournament.regulation.refusals import CriterionMissing
from tournament.results.conclusion import event_conclude
from tournament.sheets import services as sheets
from tournament.sheets.refusals import SheetUnusable

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def media(settings: Any, tmp_path: Any) -> None:
    settings.MEDIA_ROOT = tmp_path


def points_and_turns(table: Table) -> dict[str, Any]:
    """Return a sheet with points and turns only, without the other criteria."""
    sheet = make.simple_sheet(table)
    rows = [{"points": row["points"], "turns": row["turns"]} for row in sheet["seats"]]
    return sheet | {"seats": rows}


def _concluded(sheet: Any = points_and_turns) -> Event:
    event = make.drawn_event(players=12)
    for number in range(3):
        if number:
            make.next_round(event)
        make.play_round(event, sheet=sheet)
    event_conclude(event=event, by=None)
    return Event.objects.get(pk=event.pk)


def _reported(sheet: Any = points_and_turns) -> Event:
    event = _concluded(sheet)
    reporting.submit(event)
    return Event.objects.get(pk=event.pk)


def test_complete_sheet_points_and_turns_reach_the_ranking(referent: Client) -> None:
    event = _reported()
    assert {"gold", "coins", "actions"} & set(event_to_file(event)["rounds"][0]["tables"][0]["results"][0]) == set()
    assert recomputed(event.reports.get()) == []
    assert referent.get(reverse("referent")).status_code == 200
    page = referent.get(reverse("homologation", args=[event.slug]))
    assert page.context["differences"] == []
    homologation_services.event_homologate(event=event, by=None, reason="Letta")
    assert ledger.ledger_check(event.season) == []
    assert len(national_selectors.national_ranking(event.season)) == 12
    assert referent.get(event.get_absolute_url()).status_code == 200


def test_complete_sheet_file_with_points_and_turns_round_trips() -> None:
    written = event_to_file(_concluded())
    copied = copy.deepcopy(written)
    copied["event"]["name"] = "Copia"
    reexported = event_to_file(event_from_file(content=copied, by=None))
    assert reexported["rounds"][0]["tables"] == copied["rounds"][0]["tables"]


def test_report_with_null_numbers_is_recomputed(referent: Client) -> None:
    """Reports written before version 2 of the format hold null numbers."""
    event = _reported()
    report = event.reports.get()
    report.content["format"] = "tournament-event/1"
    for round_ in report.content["rounds"]:
        for table in round_["tables"]:
            for row in table["results"]:
                row |= {"gold": None, "coins": None, "actions": None}
    report.save()
    assert recomputed(report) == []


@pytest.fixture
def table() -> Table:
    return make.tables_of(make.last_round(make.drawn_event()))[0]


@pytest.mark.parametrize("missing", ["end", "ended_by", "turns"])
@pytest.mark.parametrize("complete", [True, False])
def test_sheet_confirm_cannot_force_a_field_that_the_file_requires(table: Table, missing: str, complete: bool) -> None:
    data = points_and_turns(table) | {"complete": complete}
    if missing == "turns":
        del data["seats"][0]["turns"]
    else:
        data[missing] = None
    sheet = sheets.sheet_submit(table=table, data=data, by=None)
    with pytest.raises(SheetUnusable) as refused:
        sheets.sheet_confirm(sheet=sheet, by=None, forced_reason="Si chiude", accept_warnings=True)
    assert [finding["path"].rpartition(".")[2] for finding in refused.value.findings] == [missing]
    for language in ("it", "en"):
        assert sentence(refused.value, language)
    assert Sheet.objects.get().state == Sheet.State.SUBMITTED


@pytest.mark.parametrize(
    "wrong",
    [{"end": "boredom"}, {"trash": 7}, {"supply": "rame"}, {"seats": {"deck": 5}}, {"seats": {"breakdown": []}}],
)
def test_sheet_confirm_cannot_force_unreadable_data(table: Table, wrong: dict[str, Any]) -> None:
    data = points_and_turns(table)
    if "seats" in wrong:
        data["seats"][0] |= wrong["seats"]
    else:
        data |= wrong
    sheet = sheets.sheet_submit(table=table, data=data, by=None)
    with pytest.raises(SheetUnusable):
        sheets.sheet_confirm(sheet=sheet, by=None, forced_reason="Si chiude", accept_warnings=True)


def test_sheet_confirm_requires_a_number_that_a_tie_needs(table: Table) -> None:
    """Art. 1.5 b: two seats are equal on points and turns, and their Gold was not counted."""
    data = points_and_turns(table)
    data["seats"][1] = dict(data["seats"][0])
    sheet = sheets.sheet_submit(table=table, data=data, by=None)
    missing = [finding for finding in sheet.findings if finding["code"] == "M1"]
    assert [finding["path"] for finding in missing] == ["seats[0].gold", "seats[1].gold"]
    with pytest.raises(CriterionMissing):
        sheets.sheet_confirm(sheet=sheet, by=None, forced_reason="Si chiude", accept_warnings=True)


def test_event_file_trash_as_list_is_written_as_counts() -> None:
    """A sheet may list the trashed cards one by one; the check whether the kingdom can trash is out of scope here."""
    event = _concluded()
    sheet = Sheet.objects.get(table__round__event=event, table__round__number=1, table__number=1, state="confirmed")
    sheet.data["trash"] = ["copper", "copper", "estate"]
    sheet.save()
    assert event_to_file(event)["rounds"][0]["tables"][0]["trash"] == {"copper": 2, "estate": 1}


#: Corrupt reports, or rows behind a report; none of these can come from the pages.
BROKEN: dict[str, dict[str, Any]] = {
    "no file": {"content": {}},
    "another format": {"content": {"format": "tournament-event/9"}},
    "rounds are no list": {"content": {"rounds": None}},
    "a place is a text": {"content": {"final_places": [1, 2, 3]}},
    "points are a list": {"content": {"points": [1, 2]}},
    "a stored sheet is no sheet": {"sheet": {"seats": 7, "end": None}},
    "a stored sheet is a list": {"sheet": [1, 2]},
    "a stored deck is a number": {"sheet": {"seats": [{"deck": 5}], "trash": 3}},
}


@pytest.mark.parametrize("case", one_in(len(BROKEN), BROKEN))
def test_homologation_queue_survives_one_corrupted_event(
    case: str, referent: Client, caplog: pytest.LogCaptureFixture
) -> None:
    sound, broken = reporting.reported_event(), reporting.reported_event()
    _corrupt(broken, BROKEN[case])
    page = referent.get(reverse("referent"))
    assert page.status_code == 200
    items = {card.facts.event: card.facts for card in page.context["cards"]}
    assert (items[sound].errors, items[sound].not_recomputed) == (0, "")
    assert items[broken].errors
    for address in (
        reverse("homologation", args=[broken.slug]),
        f"{reverse('referent')}?lista=attese&formato=csv",
        broken.get_absolute_url(),
        reverse("event_file", args=[broken.slug]),
        f"/api/v1/events/{broken.slug}/file",
    ):
        assert referent.get(address).status_code == 200, address
    if "content" in BROKEN[case] and case != "points are a list":
        assert items[broken].not_recomputed.startswith("Non si può ricalcolare")
        assert items[broken].not_recomputed in text_of(page).replace("&#x27;", "'").replace("&quot;", '"')
        for decision in ("homologate", "reopen"):
            form_data = {"decision": decision, "reason": "Il file non si legge", "confirmed": "1"}
            referent.post(reverse("homologation", args=[broken.slug]), form_data)
            state = Event.objects.get(pk=broken.pk).state
            assert state == (Event.State.REPORTED if decision == "homologate" else Event.State.CONCLUDED)


def _corrupt(event: Event, how: dict[str, Any]) -> None:
    report = Report.objects.get(event=event)
    if "content" in how:
        content = how["content"]
        report.content = content if not content or "format" in content else report.content | content
        report.save()
    if "sheet" in how:
        Sheet.objects.filter(table__round__event=event, table__number=1, state="confirmed").update(data=how["sheet"])


def test_recompute_failure_is_reported_and_logged(
    referent: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Only a manual change in the database makes such rows: a final place of an entry of another event."""
    sound, broken = reporting.reported_event(), reporting.reported_event()
    stranger = sound.entries.first()
    broken.final_places.filter(place=12).update(entry=make.check_in_event(players=1, season=sound.season).entries.get())
    assert stranger is not None
    page = referent.get(reverse("referent"))
    items = {card.facts.event: card.facts for card in page.context["cards"]}
    assert items[broken].errors == 1
    assert "KeyError" in items[broken].not_recomputed
    assert items[sound].errors == 0
    assert any(record.exc_info for record in caplog.records if record.name == "tournament.reports.recompute")
    assert referent.get(reverse("homologation", args=[broken.slug])).status_code == 200
