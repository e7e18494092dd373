"""The page of a Job: how far it is, why it failed, and for whom."""

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
def test_the_failure_of_a_mail_is_not_for_those_who_run_the_event(role: str, visitor: Callable[..., Client]) -> None:
    """It may name somebody's mail address, which is the Referent's to see."""
    event = make.drawn_event()
    job = Job.objects.create(kind="link_mail", key="link_mail:1", event=event, state=Job.State.FAILED, error=WRONG)
    for name in ("job", "job_file"):
        assert visitor(role, event).get(reverse(name, args=[job.pk])).status_code == 404
    assert "posta.invalid" not in _page(visitor("referent", event), job)


@pytest.mark.parametrize(
    ("state", "words"),
    [(Job.State.FAILED, "Non è riuscito: chiedilo di nuovo."), (Job.State.WAITING, "Non è ancora riuscito")],
)
def test_a_pack_that_failed_says_what_to_do(state: str, words: str, referee: Callable[[Event], Client]) -> None:
    event = make.drawn_event()
    job = Job.objects.create(kind="print_pack", key="pack", event=event, state=state, error="KeyError: 'x'")
    page = _page(referee(event), job)
    assert words in page
    assert "KeyError" not in page


def test_a_pack_leads_back_to_where_its_reader_may_go(visitor: Callable[..., Client]) -> None:
    event = make.drawn_event()
    job = Job.objects.create(kind="print_pack", key="pack", event=event)
    desk = f'href="{reverse("desk", args=[event.slug])}"'
    assert desk in _page(visitor("organiser", event), job)
    seen = _page(visitor("referee", event), job)
    assert desk not in seen
    assert f'href="{event.get_absolute_url()}"' in seen
