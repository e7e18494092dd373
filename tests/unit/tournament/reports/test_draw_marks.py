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
from tournament.core.report_errors import FileRefused
from tournament.exchange.export import event_from_file, event_to_file
from tournament.models import Draw, DrawCeremony, Event, Report
from tournament.printing.documents import report as report_paper
from tournament.reports.recompute import report_recompute
from tournament.rounds import draw_requests as asking

pytestmark = pytest.mark.django_db
BACKEND = "allauth.account.auth_backends.AuthenticationBackend"
REASONS = ("Il regno non piaceva", "Nemmeno il secondo")


def _drawn_until_content() -> Event:
    """Return a concluded event whose round 1 was drawn and undone twice and then drawn by hand."""
    event, organiser, referee = make.check_in_event(), make.make_user(), make.make_user()
    make.grant(event, organiser)
    make.grant(event, referee, "referee")
    for reason in REASONS:
        round_ = make.draw_round(event, by=organiser)
        request = asking.undo_ask(round=round_, reason=reason, by=organiser)
        asking.request_agree(request=request, by=referee)
    everybody = list(event.entries.order_by("number"))
    with time_machine.travel(make.in_time(event)):
        request = asking.hand_draw_ask(
            event=event,
            final=False,
            reason="Niente rete",
            by=organiser,
            word=make.WORD,
            seats=[everybody[:4], everybody[4:8], everybody[8:]],
        )
    for entry in everybody[:2]:
        asking.request_agree(request=request, entry=entry)
    for _ in range(2):
        make.play_round(event)
        make.next_round(event)
    make.play_round(event)
    make.conclusion.event_conclude(event=event, by=None)
    return Event.objects.get(pk=event.pk)


def _marks(findings: list[Finding]) -> list[Finding]:
    return [finding for finding in findings if finding.code in ("DRAW_REPEATED", "DRAW_MADE_BY_HAND")]


@pytest.mark.soak
def test_draw_marks_report_shows_times_reasons_and_agreement() -> None:
    event = _drawn_until_content()
    report = reporting.submit(event)
    repeated, *by_hand = _marks(report_recompute(report))
    text = sentence(repeated, "it")
    assert text.startswith("Il 1º turno è stato sorteggiato 3 volte: 2 sorteggi annullati.")
    assert text.endswith("Hanno accettato: arbitro.")
    assert (repeated.params["times"], repeated.params["undone"]) == (3, 2)
    assert all(reason in text for reason in REASONS)
    assert {item.params["item"] for item in by_hand} == {"draw_tables", "draw_seats"}
    assert all("Niente rete" in str(item.params["reason"]) for item in by_hand)
    assert not repeated.is_error


@pytest.mark.soak
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


@pytest.mark.soak
def test_draw_marks_survive_export_and_import() -> None:
    event = _drawn_until_content()
    content = event_to_file(event)
    first = content["rounds"][0]
    seats = [item for item in first["repeated_draws"] if item["purpose"] == "seats"]
    assert [(item["reason"], item["confirmed_by"]) for item in seats] == [(reason, ["referee"]) for reason in REASONS]
    assert {item["purpose"]: item["confirmed_by"] for item in first["draws_by_hand"]} == {
        "tables": ["p01", "p02"],
        "seats": ["p01", "p02"],
    }
    Event.objects.filter(pk=event.pk).update(name="Prima", slug="prima")
    again = event_to_file(event_from_file(content=content, by=None, season=event.season))
    assert again["rounds"][0]["draws_by_hand"] == first["draws_by_hand"]
    assert sorted(map(str, again["rounds"][0]["repeated_draws"])) == sorted(map(str, first["repeated_draws"]))


@pytest.mark.parametrize("name", one_in(2, ["draws", "event"]))
def test_draw_marks_are_shown_on_public_pages(name: str, client: Client) -> None:
    event = _drawn_until_content()
    page = text_of(client.get(reverse(name, args=[event.slug])))
    for text in (*REASONS, "Niente rete", "un altro account (arbitro)", "2 giocatori"):
        assert text in page
    annulled = Draw.objects.filter(event=event, purpose="kingdom", annulled_at__isnull=False, drawn_at__isnull=False)
    first = text_of(client.get(annulled.earliest("pk").get_absolute_url()))
    assert REASONS[0] in first


@pytest.mark.soak
def test_draw_marks_are_shown_in_the_report_and_its_pdf(client: Client) -> None:
    event = _drawn_until_content()
    pages = PdfReader(BytesIO(report_paper(event))).pages
    paper = " ".join(" ".join(page.extract_text() for page in pages).split())
    client.force_login(event.roles.get(role="organiser").user, backend=BACKEND)
    page = text_of(client.get(reverse("report", args=[event.slug])))
    for text in (*REASONS, "Niente rete", "2 giocatori"):
        assert text in paper
        assert text in page


FAILED_ROOTS = [f"{number:064x}" for number in (1, 2, 3)]


def _with_failures(event: Event, count: int) -> Event:
    """Add attempts of round 2 that failed in public, the first without the phone of the first player."""
    DrawCeremony.objects.bulk_create(
        DrawCeremony(
            event=event,
            step="round-2",
            number=number,
            stage=DrawCeremony.Stage.FAILED,
            root=root,
            missing=["p01"] if number == 1 else [],
            **dict.fromkeys(("opened_at", "closes_at", "ended_at"), event.concluded_at),
        )
        for number, root in enumerate(FAILED_ROOTS[:count], start=1)
    )
    return event


@pytest.mark.parametrize(("count", "findings"), [(2, 0), (3, 1)])
def test_failed_attempts_are_a_finding_from_the_third_of_an_event(count: int, findings: int) -> None:
    event = _with_failures(make.concluded_event(), count)
    found = [item for item in report_recompute(reporting.submit(event)) if item.code == "DRAW_ATTEMPTS_FAILED"]
    assert len(found) == findings
    for item in found:
        assert (item.value, item.params["who"], item.is_error) == (3, ("p01",), False)
        assert sentence(item, "it").startswith("3 sorteggi del torneo sono falliti in pubblico")


def test_failed_attempts_are_in_the_report_its_pdf_and_the_review_and_survive_export(client: Client) -> None:
    event = _with_failures(make.concluded_event(), 1)
    player = event.entries.get(number=1).person
    pages = PdfReader(BytesIO(report_paper(event))).pages
    paper = " ".join(" ".join(page.extract_text() for page in pages).split())
    reporting.submit(event)
    organiser = make.make_user()
    make.grant(event, organiser)
    client.force_login(organiser, backend=BACKEND)
    report_page = text_of(client.get(reverse("report", args=[event.slug])))
    client.force_login(make.make_user(referent=True), backend=BACKEND)
    review = text_of(client.get(reverse("homologation", args=[event.slug])))
    for text in (paper, report_page, review):
        assert f"2º turno: il telefono di {player} non ha mostrato la sua parte" in text
    content = event_to_file(event)
    assert content["rounds"][1]["failed_draws"] == [
        {"step": "round-2", "number": 1, "root": FAILED_ROOTS[0], "missing": ["p01"]}
    ]
    Event.objects.filter(pk=event.pk).update(name="Prima", slug="prima")
    again = event_to_file(event_from_file(content=content, by=None, season=event.season))
    assert again["rounds"][1]["failed_draws"] == content["rounds"][1]["failed_draws"]


@pytest.mark.parametrize("changes", [{"number": 0}, {"number": 257}, {"root": "no"}])
def test_failed_attempts_that_cannot_be_are_refused(changes: dict[str, Any]) -> None:
    event = _with_failures(make.concluded_event(), 1)
    content = event_to_file(event)
    content["rounds"][1]["failed_draws"][0] |= changes
    with pytest.raises(FileRefused):
        event_from_file(content=content, by=None, season=event.season)
