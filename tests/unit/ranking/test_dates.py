"""Test impossible dates (authorised after the event, announced in the future) and one hall used twice (art. 1.2)."""

from __future__ import annotations

import copy
from datetime import date, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, override

from tests import factories as make
from tests import reporting
from tests.refusals import refuses
from tests.reporting import recomputed
from tests.unit.ranking.pages import text_of
from tournament.core.messages import sentence
from tournament.events import lifecycle
from tournament.exchange.export import event_from_file, event_to_file
from tournament.models import Event
from tournament.results import conclusion
from tournament.rounds import services as rounds

pytestmark = pytest.mark.django_db

UNUSUAL_DAY = "La sala era chiusa il giorno del torneo"


@pytest.fixture(autouse=True)
def media(settings: Any, tmp_path: Any) -> None:
    settings.MEDIA_ROOT = tmp_path


@pytest.mark.rule("REQ-303")
def test_authorise_after_the_last_day_is_refused(referent: Client) -> None:
    event = make.announced_event()
    address = reverse("todo_answer", args=["authorisation", event.slug])
    answer = referent.post(address, {"decision": "yes"})
    assert answer.status_code == 422
    assert "si autorizza prima, non dopo" in text_of(answer)
    assert Event.objects.get(pk=event.pk).state == Event.State.ANNOUNCED
    # The error message names refusing as the alternative.
    referent.post(address, {"decision": "no", f"authorisation-{event.slug}-reason": "Il giorno è passato"})
    assert Event.objects.get(pk=event.pk).state == Event.State.DRAFT


@pytest.mark.rule("REQ-302")
def test_announce_with_a_future_date_is_refused() -> None:
    event = make.make_event(**make.upcoming())
    tomorrow = timezone.localdate() + timedelta(days=1)
    address = "https://forum.example/avviso/1"
    with refuses("ANNOUNCED_IN_FUTURE") as refused:
        lifecycle.event_announce(event=event, announcement_url=address, announced_on=tomorrow, by=None)
    assert all(sentence(refused.value, language) for language in ("it", "en"))
    assert Event.objects.get(pk=event.pk).state == Event.State.DRAFT
    lifecycle.event_announce(event=event, announcement_url=address, announced_on=timezone.localdate(), by=None)


def _same(venue: str, **facts: Any) -> tuple[Event, dict[str, Any]]:
    """Return a first event and the data of a second one of the same organiser."""
    club, season = make.make_organiser(), make.make_season()
    first = make.announced_event(organiser=club, season=season, venue="Sala grande")
    return first, {"organiser": club, "season": season, "venue": venue, **facts}


@pytest.mark.parametrize(
    ("venue", "facts", "warns"),
    [
        ("sala  Grande", {}, True),
        ("Sala piccola", {}, False),
        ("Sala grande", {"first_day": date(2009, 7, 3), "last_day": date(2009, 7, 4)}, True),
        ("Sala grande", {"first_day": date(2009, 7, 5), "last_day": date(2009, 7, 5)}, False),
        ("Sala grande", {"city": "Cesena"}, False),
    ],
)
def test_authorisation_queue_warns_of_one_hall_used_twice(
    venue: str, facts: dict[str, Any], warns: bool, referent: Client
) -> None:
    _first, second = _same(venue, **facts)
    make.announced_event(**second)
    with override("it"):
        message = gettext("same organiser, same hall, same day")
    assert text_of(referent.get(reverse("referent"))).count(message) == (2 if warns else 0)


def test_homologation_warns_of_one_hall_used_twice(referent: Client) -> None:
    first, second = _same("Sala grande")
    event = reporting.reported_event(**second)
    findings = recomputed(event.reports.get())
    assert [(finding.code, finding.is_error) for finding in findings] == [("EVENTS_IN_ONE_HALL", False)]
    page = text_of(referent.get(reverse("homologation", args=[event.slug])))
    assert "nella stessa sala e negli stessi giorni" in page
    assert first.name in page


@pytest.mark.rule("REQ-701")
def test_homologation_warns_of_a_draw_outside_the_days_of_the_event() -> None:
    """An early draw reveals the seeds and the names before the players sit down, so the Referent must see it."""
    event = make.concluded_event()
    evening = make.in_time(event) - timedelta(hours=12)
    event.round_set.filter(number=1).update(drawn_at=evening)
    reporting.submit(event)
    (finding,) = recomputed(event.reports.get())
    assert (finding.code, finding.path, finding.is_error) == ("EVENT_DRAWN_OUTSIDE", "rounds[0].drawn_on", False)
    assert "fuori dai giorni del torneo" in sentence(finding, "it")
    written = event_to_file(event)
    assert written["rounds"][0]["drawn_on"] == "2009-07-03"
    copied = copy.deepcopy(written)
    copied["event"]["name"] = "Copia"
    assert event_to_file(event_from_file(content=copied, by=None))["rounds"][0]["drawn_on"] == "2009-07-03"


@pytest.mark.soak(
    gate="tests/unit/ranking/test_dates.py::test_homologation_warns_of_a_draw_outside_the_days_of_the_event"
)
@pytest.mark.rule("REQ-701")
@pytest.mark.parametrize("days", [-1, 1])
def test_referent_reads_the_reason_of_a_draw_outside_the_days(days: int, referent: Client) -> None:
    event = make.drawn_event()
    make.play_round(event)
    moment = make.in_time(event) + timedelta(days=days)
    event = Event.objects.get(pk=event.pk)
    second = rounds.round_draw(event=event, word=make.WORD, by=None, dates_reason=UNUSUAL_DAY, at=moment)
    make.opened(second)
    make.play_round(event)
    make.next_round(event)
    make.play_round(event)
    conclusion.event_conclude(event=Event.objects.get(pk=event.pk), by=None)
    event = Event.objects.get(pk=event.pk)
    reporting.submit(event)
    (finding,) = recomputed(event.reports.get())
    assert (finding.code, finding.path, finding.is_error) == ("EVENT_DRAWN_OUTSIDE", "rounds[1].drawn_on", False)
    assert all(UNUSUAL_DAY in sentence(finding, language) for language in ("it", "en"))
    assert f"{event.first_day + timedelta(days=days):%d/%m/%Y}" in sentence(finding, "it")
    assert UNUSUAL_DAY in text_of(referent.get(reverse("homologation", args=[event.slug])))
    written = event_to_file(event)
    expected = {"drawn_on": (event.first_day + timedelta(days=days)).isoformat(), "dates_reason": UNUSUAL_DAY}
    assert expected.items() <= written["rounds"][1].items()
    assert "drawn_on" not in written["rounds"][0]
    copied = copy.deepcopy(written)
    copied["event"]["name"] = "Copia"
    imported = event_from_file(content=copied, by=None)
    assert imported.round_set.get(number=2).dates_reason == UNUSUAL_DAY
    assert expected.items() <= event_to_file(imported)["rounds"][1].items()
