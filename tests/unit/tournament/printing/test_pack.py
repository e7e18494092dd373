"""Test the print pack of a round: one job per content, progress, pages, permissions."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from tests import factories
from tests.unit.tournament.printing import papers
from tournament.delivery import jobs
from tournament.models import Event, Job
from tournament.printing import cache as paper_cache
from tournament.printing.pack import pack_pages, print_pack
from tournament.regulation_versions.documents import document_add

pytestmark = pytest.mark.django_db

#: The federation's text, which the pack of round 1 ends with, and its pages.
TEXT, REGULATION_PAGES = b"# Regolamento di prova\n\nOgni partita dura tre quarti d'ora.\n", 1


@pytest.fixture(autouse=True)
def media(db: None, settings: Any, tmp_path: Any) -> None:
    settings.MEDIA_ROOT = tmp_path
    document_add(version="2.0", language="it", file=BytesIO(TEXT), by=None)


def _signed_in(event: Event) -> Client:
    user = factories.make_user()
    factories.grant(event, user)
    client = Client()
    client.force_login(user)
    return client


def _ask(client: Client, event: Event, commit: Callable[..., Any], *, printed: bool = True) -> str:
    """Ask for the pack of round 1 and return the address of its job, which takes a second to print."""
    with commit(execute=printed):
        answer = client.post(reverse("print_pack", args=[event.slug, 1]))
    assert answer.status_code == 302
    address: str = answer["Location"]
    return address


@pytest.mark.rule("REQ-102")
def test_print_pack_holds_list_poster_forms_and_regulation() -> None:
    event = factories.drawn_event(players=13, start=False)
    round_ = factories.last_round(event)
    job = jobs.job_enqueue(kind="print_pack", key="pack", args={"round": round_.pk}, total=pack_pages(round_))
    content, name = print_pack(job, lambda *_: None)
    texts = [text for _, text in papers.pages(content)]
    assert pack_pages(round_) == 7
    assert len(texts) == 6 + REGULATION_PAGES
    assert "Ogni partita dura" in texts[6]
    assert texts[0].startswith("Tavoli, 1º turno")
    assert texts[1].startswith("Regno, 1º turno")
    assert [f"Tavolo {number}" in texts[number + 1] for number in (1, 2, 3, 4)] == [True] * 4
    assert name == f"{event.slug}-1.pdf"


@pytest.mark.parametrize(
    ("only_forms", "steps", "pages"),
    [
        pytest.param(False, [(0, 7), (1,), (2,), (3,), (4,), (5,), (6,), (7,)], 6 + REGULATION_PAGES, id="pack"),
        pytest.param(True, [(0, 4), (1,), (2,), (3,), (4,)], 4, id="forms"),
    ],
)
@pytest.mark.soak(
    gate="tests/unit/tournament/printing/test_pack.py::test_print_pack_holds_list_poster_forms_and_regulation"
)
def test_print_pack_progress_rises_form_by_form(only_forms: bool, steps: list[tuple[int, ...]], pages: int) -> None:
    event = factories.drawn_event(players=16, start=False)
    args = {"round": factories.last_round(event).pk, "only_forms": only_forms}
    job = jobs.job_enqueue(kind="print_pack", key="pack", args=args)
    progress: list[tuple[int, ...]] = []
    content, _ = print_pack(job, lambda *how_far: progress.append(how_far))
    assert progress == steps
    assert len(PdfReader(BytesIO(content)).pages) == pages


def test_score_forms_are_a_job_of_their_own() -> None:
    event = factories.drawn_event(players=12, start=False)
    client = _signed_in(event)
    for only in ("", "forms", "forms"):
        client.post(reverse("print_pack", args=[event.slug, 1]), {"only": only})
    jobs_made = Job.objects.filter(kind="print_pack").order_by("pk")
    assert [(job.args["only_forms"], job.total) for job in jobs_made] == [(False, 6), (True, 3)]


@pytest.mark.soak(
    gate="tests/unit/tournament/printing/test_pack.py::test_print_pack_holds_list_poster_forms_and_regulation"
)
def test_print_pack_requested_twice_is_one_job_and_one_file(
    django_capture_on_commit_callbacks: Callable[..., Any],
) -> None:
    event = factories.drawn_event(players=12, start=False)
    client = _signed_in(event)
    address = _ask(client, event, django_capture_on_commit_callbacks)
    assert _ask(client, event, django_capture_on_commit_callbacks) == address
    job = Job.objects.get(kind="print_pack")
    assert (job.state, job.done, job.total, job.attempts) == (Job.State.DONE, 6, 6, 1)
    page = client.get(address).content.decode()
    assert reverse("job_file", args=[job.pk]) in page
    sent = client.get(reverse("job_file", args=[job.pk]))
    assert sent["Content-Type"] == "application/pdf"
    assert len(PdfReader(BytesIO(b"".join(sent.streaming_content))).pages) == 5 + REGULATION_PAGES


def test_print_pack_after_a_corrected_name_is_another_job(
    django_capture_on_commit_callbacks: Callable[..., Any],
) -> None:
    event = factories.drawn_event(players=12, start=False)
    client = _signed_in(event)
    address = _ask(client, event, django_capture_on_commit_callbacks, printed=False)
    person = event.entries.first().person
    person.last_name = "Corretto"
    person.save()
    assert _ask(client, event, django_capture_on_commit_callbacks, printed=False) != address


def test_print_pack_failure_is_shown_and_can_be_requested_again(
    django_capture_on_commit_callbacks: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    event = factories.drawn_event(players=12, start=False)
    client = _signed_in(event)
    monkeypatch.setattr(paper_cache, "WAIT_SECONDS", 0.05)
    with paper_cache.build_slot():
        address = _ask(client, event, django_capture_on_commit_callbacks)
    job = Job.objects.get(kind="print_pack")
    assert job.state == Job.State.FAILED
    assert job.error.startswith("PrinterBusy")
    page = client.get(address).content.decode()
    assert "Non è riuscito: chiedilo di nuovo." in page
    assert "PrinterBusy" not in page
    assert client.get(reverse("job_file", args=[job.pk])).status_code == 404
    monkeypatch.undo()
    assert _ask(client, event, django_capture_on_commit_callbacks) == address
    job.refresh_from_db()
    assert (job.state, job.error) == (Job.State.DONE, "")


def test_print_pack_and_its_job_are_hidden_from_strangers(
    django_capture_on_commit_callbacks: Callable[..., Any],
) -> None:
    event = factories.drawn_event(players=12, start=False)
    address = _ask(_signed_in(event), event, django_capture_on_commit_callbacks)
    stranger = _signed_in(factories.make_event())
    assert stranger.post(reverse("print_pack", args=[event.slug, 1])).status_code == 404
    assert stranger.get(address).status_code == 404
    assert stranger.get(reverse("job_file", args=[Job.objects.get(kind="print_pack").pk])).status_code == 404
