"""The federation's desk: open requests with their owner, and the calendar with conflicts and terms."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from ranking.models import CallUp
from tests import factories as make
from tests import reporting
from tests.entering import enter, open_event
from tests.unit.ranking.pages import text_of
from tournament.delivery.waiting import waiting_things
from tournament.models import ErrorReport, Event

pytestmark = pytest.mark.django_db


def _kinds() -> list[tuple[str, str, str]]:
    return sorted((row.kind, row.side, row.who) for row in waiting_things())


def test_waiting_names_who_has_to_act_for_each_kind() -> None:
    assert waiting_things() == []
    make.regulation_text()
    club = make.make_organiser(name="Circolo del Colle")
    make.announced_event(organiser=club)
    concluded = make.concluded_event(organiser=club)
    reporting.reported_event(organiser=club)
    enter(open_event(entry_mode="approval", organiser=club), 1)
    running = make.drawn_event(organiser=club)
    entry = running.entries.earliest("pk")
    ErrorReport.objects.create(entry=entry, words="Il nome")
    ErrorReport.objects.create(entry=concluded.entries.earliest("pk"), words="Il posto")
    CallUp.objects.create(
        season=make.make_season(), person=make.make_person(), order=1, rank=1, called_at=timezone.now()
    )
    assert [kind for kind in _kinds() if kind[0] != "error_of_report"] == [
        ("authorisation", "referent", ""),
        ("call", "player", "1"),
        ("entry", "club", "Circolo del Colle"),
        *([("error", "club", "Circolo del Colle")] * sum(kind[0] == "error" for kind in _kinds())),
        ("homologation", "referent", ""),
        ("report", "club", "Circolo del Colle"),
    ]
    assert sum(kind[0].startswith("error") for kind in _kinds()) == 2


def test_waiting_page_shows_age_and_lateness_and_filters(referent: Client) -> None:
    today = timezone.localdate()
    event = make.announced_event(name="Coppa dei Tre Ponti")
    Event.objects.filter(pk=event.pk).update(
        announced_on=today - timedelta(days=9), first_day=today - timedelta(days=1), last_day=today
    )
    late = make.concluded_event(name="Torneo delle Castagne")
    page = text_of(referent.get(reverse("waiting")))
    for words in ("Coppa dei Tre Ponti", "9 giorni", "in ritardo", "Torneo delle Castagne", late.organiser.name):
        assert words in page
    clubs = text_of(referent.get(reverse("waiting") + "?chi=club"))
    assert "Coppa dei Tre Ponti" not in clubs
    assert "Torneo delle Castagne" in clubs
    assert "Coppa dei Tre Ponti" in referent.get(reverse("waiting") + "?formato=csv").content.decode()


@pytest.mark.rule("AMB-47")
def test_amb_47_short_notice_is_marked_where_the_version_asks_for_days(referent: Client) -> None:
    day = timezone.localdate() + timedelta(days=20)
    season = make.make_season(first_day=day - timedelta(days=200), last_day=day + timedelta(days=200))
    event = make.announced_event(first_day=day, last_day=day, season=season)
    Event.objects.filter(pk=event.pk).update(announced_on=day - timedelta(days=12))
    words, page = "la versione ne chiede 30", reverse("authorisations")
    assert words not in text_of(referent.get(page))
    Event.objects.filter(pk=event.pk).update(regulation=make.regulation_published("9.8", notice_days=30))
    assert words in text_of(referent.get(page))
