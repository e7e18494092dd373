"""Art. 1.2: dates that cannot be: an authorisation after the event, a notice of tomorrow; one hall taken twice."""

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
from tests.unit.ranking.pages import text_of
from tournament.core.messages import sentence
from tournament.event_files.export import event_from_file, event_to_file
from tournament.events import lifecycle
from tournament.models import Event
from tournament.regulation.errors import AnnouncedInFuture
from tournament.reports.recompute import report_recompute

pytestmark = pytest.mark.django_db

QUEUE = "/referente/autorizzazioni/"


@pytest.fixture(autouse=True)
def media(settings: Any, tmp_path: Any) -> None:
    settings.MEDIA_ROOT = tmp_path


@pytest.mark.rule("REQ-303")
def test_after_its_last_day_an_event_is_not_authorised(referent: Client) -> None:
    event = make.announced_event()
    sent = {"event": event.slug, "decision": "authorise", f"{event.slug}-reason": "Avviso in regola"}
    answer = referent.post(QUEUE, sent)
    assert answer.status_code == 422
    words = "".join(answer.context["items"][0]["form"].non_field_errors())
    assert "si autorizza prima, non dopo" in words
    assert Event.objects.get(pk=event.pk).state == Event.State.ANNOUNCED
    # The way out that the sentence names.
    referent.post(QUEUE, sent | {"decision": "refuse"})
    assert Event.objects.get(pk=event.pk).state == Event.State.DRAFT


@pytest.mark.rule("REQ-302")
def test_a_notice_of_tomorrow_is_refused() -> None:
    event = make.make_event(**make.upcoming())
    tomorrow = timezone.localdate() + timedelta(days=1)
    address = "https://forum.example/avviso/1"
    with pytest.raises(AnnouncedInFuture) as refused:
        lifecycle.event_announce(event=event, announcement_url=address, announced_on=tomorrow, by=None)
    assert all(refused.value.sentence(language) for language in ("it", "en"))
    assert Event.objects.get(pk=event.pk).state == Event.State.DRAFT
    lifecycle.event_announce(event=event, announcement_url=address, announced_on=timezone.localdate(), by=None)


def _same(venue: str, **facts: Any) -> tuple[Event, dict[str, Any]]:
    """A first event, and the facts of a second one of its club."""
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
def test_one_hall_taken_twice_is_told_at_authorisation(
    venue: str, facts: dict[str, Any], warns: bool, referent: Client
) -> None:
    _first, second = _same(venue, **facts)
    make.announced_event(**second)
    with override("it"):
        words = gettext("same organiser, same hall, same day")
    assert text_of(referent.get(QUEUE)).count(words) == (2 if warns else 0)


def test_one_hall_taken_twice_is_told_at_homologation(referent: Client) -> None:
    first, second = _same("Sala grande")
    event = reporting.reported_event(**second)
    found = report_recompute(event.reports.get())
    assert [(one.code, one.is_error) for one in found] == [("EVENTS_IN_ONE_HALL", False)]
    page = text_of(referent.get(reverse("homologation", args=[event.slug])))
    assert "nella stessa sala e negli stessi giorni" in page
    assert first.name in page


@pytest.mark.rule("REQ-701")
def test_a_draw_before_the_event_is_told_to_the_referent() -> None:
    """The seeds and the names are known before anybody sits down: the Referent has to know."""
    event = make.concluded_event()
    evening = make.in_time(event) - timedelta(hours=12)
    event.round_set.filter(number=1).update(drawn_at=evening)
    reporting.submit(event)
    (found,) = report_recompute(event.reports.get())
    assert (found.code, found.path, found.is_error) == ("EVENT_DRAWN_OUTSIDE", "rounds[0].drawn_on", False)
    assert "fuori dai giorni del torneo" in sentence(found, "it")
    written = event_to_file(event)
    assert written["rounds"][0]["drawn_on"] == "2009-07-03"
    copied = copy.deepcopy(written)
    copied["event"]["name"] = "Copia"
    assert event_to_file(event_from_file(content=copied, by=None))["rounds"][0]["drawn_on"] == "2009-07-03"
