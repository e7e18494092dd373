"""Day and number of the decision on a report, on paper and on the Referent's page (art. 1.4)."""

from __future__ import annotations

from datetime import datetime

import pytest
from django.test import Client
from django.urls import reverse

from ranking.homologation import services
from ranking.homologation.selectors import Verdict, verdict_of
from tests import factories as make
from tests.reporting import ROME, reported_event
from tests.unit.tournament.printing import papers
from tournament.models import Event
from tournament.printing import documents

pytestmark = pytest.mark.django_db

JULY, AUGUST = (datetime(2009, month, 9, tzinfo=ROME) for month in (7, 8))
JANUARY = datetime(2010, 1, 1, 0, 30, tzinfo=ROME)


def _verdict(event: Event) -> Verdict | None:
    return verdict_of(Event.objects.get(pk=event.pk))


@pytest.mark.soak(gate="tests/unit/ranking/test_decisions.py::test_req_608_homologation_feeds_the_ranking")
@pytest.mark.rule("1.4")
def test_ratifications_are_numbered_within_a_year_and_keep_their_number() -> None:
    events = [reported_event() for _ in range(4)]
    assert _verdict(events[0]) is None
    services.event_homologate(event=events[0], by=None, at=JULY)
    services.event_refuse(event=events[1], by=None, reason="Un tavolo manca", at=JULY)
    services.event_homologate(event=events[2], by=None, at=AUGUST)
    services.event_homologate(event=events[3], by=None, at=JANUARY)
    assert [_verdict(event) for event in events] == [
        Verdict(JULY, "2009-01"),
        Verdict(JULY, ""),
        Verdict(AUGUST, "2009-02"),
        Verdict(JANUARY, "2010-01"),
    ]
    services.homologation_revoke(event=events[0], by=None, reason="Un tavolo è sbagliato", at=JANUARY)
    assert [_verdict(event) for event in events[::2]] == [Verdict(JANUARY, ""), Verdict(AUGUST, "2009-02")]


@pytest.mark.soak(gate="tests/unit/ranking/test_decisions.py::test_req_608_homologation_feeds_the_ranking")
def test_stamp_of_the_report_and_page_of_the_referent_name_day_and_number() -> None:
    event, client = reported_event(), Client()
    client.force_login(make.make_user(referent=True))
    assert "2009-01" not in papers.words(documents.report(event))
    services.event_homologate(event=event, by=None, at=JULY)
    event.refresh_from_db()
    assert "9 luglio 2009, n. 2009-01" in papers.words(documents.report(event))
    assert "9 July 2009, no. 2009-01" in papers.words(documents.report(event, "en"))
    page = client.get(reverse("homologation", args=[event.slug])).content.decode()
    assert "9 luglio 2009, n. 2009-01" in page
