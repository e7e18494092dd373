"""Test REQ-605, REQ-809: a draw undone or made by hand is shown in the file, report, pages and PDF of the event."""

from __future__ import annotations

import copy
from io import BytesIO
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from games.findings import Finding
from tests import factories as make
from tests import reporting
from tests.unit.tournament.web.conftest import text_of
from tests.volume import one_in
from tournament.core.messages import sentence
from tournament.exchange.export import event_from_file, event_to_file
from tournament.models import Draw, Event, Report
from tournament.printing.documents import report as report_paper
from tournament.reports.recompute import report_recompute
from tournament.rounds.hand_draws import hand_draw
from tournament.rounds.services import round_undo

pytestmark = pytest.mark.django_db
BACKEND = "allauth.account.auth_backends.AuthenticationBackend"
REASONS = ("Il regno non piaceva", "Nemmeno il secondo")


def _drawn_until_content() -> Event:
    """Return a concluded event whose round 1 was drawn and undone twice and then drawn by hand."""
    event, organiser = make.check_in_event(), make.make_user(first_name="Ginevra", last_name="Oberti")
    make.grant(event, organiser)
    for reason in REASONS:
        round_undo(round=make.draw_round(event, by=organiser), reason=reason, by=organiser)
    everybody = list(event.entries.order_by("number"))
    with time_machine.travel(make.in_time(event)):
        hand_draw(
            event=event,
            by=organiser,
            word=make.WORD,
            witnesses=[str(everybody[0].person), "Elisa Dell’Orto"],
            seats=[everybody[:4], everybody[4:8], everybody[8:]],
        )
    for _ in range(2):
        make.play_round(event)
        make.next_round(event)
    make.play_round(event)
    make.conclusion.event_conclude(event=event, by=None)
    return Event.objects.get(pk=event.pk)


def _marks(findings: list[Finding]) -> list[Finding]:
    return [finding for finding in findings if finding.code in ("DRAW_REPEATED", "DRAW_BY_HAND")]


@pytest.mark.soak(gate="tests/unit/tournament/reports/test_draw_marks.py::test_draw_marks_are_shown_on_public_pages")
def test_draw_marks_report_shows_times_reasons_and_witnesses() -> None:
    event = _drawn_until_content()
    report = reporting.submit(event)
    repeated, *by_hand = _marks(report_recompute(report))
    text = sentence(repeated, "it")
    assert text.startswith("Il 1º turno è stato sorteggiato 3 volte: 2 sorteggi annullati.")
    assert (repeated.params["times"], repeated.params["undone"]) == (3, 2)
    assert all(reason in text for reason in REASONS)
    assert {item.params["item"] for item in by_hand} == {"draw_tables", "draw_seats"}
    assert all(item.params["witnesses"] == ("p01", "other") for item in by_hand)
    assert not repeated.is_error


@pytest.mark.soak(gate="tests/unit/tournament/reports/test_draw_marks.py::test_draw_marks_are_shown_on_public_pages")
def test_draw_marks_older_report_without_the_fields_still_has_findings() -> None:
    event = _drawn_until_content()
    report = reporting.submit(event)
    content: dict[str, Any] = copy.deepcopy(report.content)
    for item in content["rounds"]:
        item.pop("repeated_draws", None)
        item.pop("draws_by_hand", None)
    Report.objects.filter(pk=report.pk).update(content=content)
    findings = report_recompute(Report.objects.get(pk=report.pk))
    assert len(_marks(findings)) == 3
    assert "REPORT_OUTDATED" not in {item.code for item in findings}


def test_draw_marks_are_absent_for_an_event_drawn_once() -> None:
    event = make.concluded_event()
    content = event_to_file(event)
    assert not any({"repeated_draws", "draws_by_hand"} & set(item) for item in content["rounds"])
    assert _marks(report_recompute(reporting.submit(event))) == []


@pytest.mark.soak(gate="tests/unit/tournament/reports/test_draw_marks.py::test_draw_marks_are_shown_on_public_pages")
def test_draw_marks_survive_export_and_import() -> None:
    event = _drawn_until_content()
    content = event_to_file(event)
    first = content["rounds"][0]
    seats = [item for item in first["repeated_draws"] if item["purpose"] == "seats"]
    assert [item["reason"] for item in seats] == list(REASONS)
    witnesses = ["p01", "other"]
    assert {item["purpose"]: item["witnesses"] for item in first["draws_by_hand"]} == {
        "tables": witnesses,
        "seats": witnesses,
    }
    Event.objects.filter(pk=event.pk).update(name="Prima", slug="prima")
    again = event_to_file(event_from_file(content=content, by=None, season=event.season))
    assert again["rounds"][0]["draws_by_hand"] == first["draws_by_hand"]
    assert sorted(map(str, again["rounds"][0]["repeated_draws"])) == sorted(map(str, first["repeated_draws"]))


@pytest.mark.parametrize("name", one_in(2, ["draws", "event"]))
def test_draw_marks_are_shown_on_public_pages(name: str, client: Client) -> None:
    event = _drawn_until_content()
    page = text_of(client.get(reverse(name, args=[event.slug])))
    for text in (*REASONS, "Ginevra Oberti", "1 testimone"):
        assert text in page
    assert "Elisa" not in page
    annulled = Draw.objects.filter(event=event, purpose="kingdom", annulled_at__isnull=False, drawn_at__isnull=False)
    first = text_of(client.get(annulled.earliest("pk").get_absolute_url()))
    assert REASONS[0] in first


@pytest.mark.soak(gate="tests/unit/tournament/reports/test_draw_marks.py::test_draw_marks_are_shown_on_public_pages")
def test_draw_marks_are_shown_in_the_report_and_its_pdf(client: Client) -> None:
    event = _drawn_until_content()
    pages = PdfReader(BytesIO(report_paper(event))).pages
    paper = " ".join(" ".join(page.extract_text() for page in pages).split())
    client.force_login(event.roles.get(role="organiser").user, backend=BACKEND)
    page = text_of(client.get(reverse("report", args=[event.slug])))
    for text in (*REASONS, "Ginevra Oberti", "Elisa Dell’Orto"):
        assert text in paper
        assert text in page
