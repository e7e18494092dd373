"""Test the page of a job: progress, failure, permissions."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories as make
from tests.unit.tournament.web.conftest import text_of
from tournament.models import Event, Job

pytestmark = pytest.mark.django_db

WRONG = "SMTPRecipientsRefused: {'anna@posta.invalid': (550, b'unknown')}"


def _page(client: Client, job: Job) -> str:
    answer = client.get(reverse("job", args=[job.pk]))
    assert answer.status_code == 200
    return text_of(answer)


@pytest.mark.parametrize("role", ["referee", "organiser"])
def test_job_page_of_a_failed_mail_is_shown_to_the_referent_only(role: str, visitor: Callable[..., Client]) -> None:
    """The error may contain a mail address, which only the Referent may see."""
    event = make.drawn_event()
    job = Job.objects.create(kind="link_mail", key="link_mail:1", event=event, state=Job.State.FAILED, error=WRONG)
    for name in ("job", "job_file"):
        assert visitor(role, event).get(reverse(name, args=[job.pk])).status_code == 404
    assert "posta.invalid" not in _page(visitor("referent", event), job)


@pytest.mark.parametrize(
    ("state", "words"),
    [(Job.State.FAILED, "Non è riuscito: chiedilo di nuovo."), (Job.State.WAITING, "Non è ancora riuscito")],
)
def test_job_page_of_a_failed_pack_shows_what_to_do(state: str, words: str, referee: Callable[[Event], Client]) -> None:
    event = make.drawn_event()
    job = Job.objects.create(kind="print_pack", key="pack", event=event, state=state, error="KeyError: 'x'")
    page = _page(referee(event), job)
    assert words in page
    assert "KeyError" not in page


def test_job_page_links_back_according_to_the_role(visitor: Callable[..., Client]) -> None:
    event = make.drawn_event()
    job = Job.objects.create(kind="print_pack", key="pack", event=event)
    desk = f'href="{reverse("desk", args=[event.slug])}"'
    assert desk in _page(visitor("organiser", event), job)
    referee_page = _page(visitor("referee", event), job)
    assert desk not in referee_page
    assert f'href="{event.get_absolute_url()}"' in referee_page
