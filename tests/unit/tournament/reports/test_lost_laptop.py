"""A laptop that was given up is a finding: who gives it up after a draw has the draw made again."""

from __future__ import annotations

from datetime import timedelta
from io import BytesIO

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pypdf import PdfReader

from tests import factories as make
from tests import reporting
from tournament.core.messages import sentence
from tournament.event_files.export import event_from_file, event_to_file
from tournament.laptop.errors import GiveUpOwn, NotAway, NothingAsked
from tournament.laptop.services import event_give_up, event_take, give_up_agree, give_up_withdraw
from tournament.models import Event, LaptopStay, Report
from tournament.printing.documents import report as report_paper
from tournament.regulation.event_file.parse import parse
from tournament.regulation.event_file.verify import verify as verify_file
from tournament.reports.recompute import report_recompute
from tournament.results import conclusion

pytestmark = pytest.mark.django_db


def _lose(event: Event) -> None:
    referee = make.make_user()
    make.grant(event, referee, "referee")
    event_take(event=event, holder="Anna", by=None)
    assert not event_give_up(event=event, reason="Caduto nel fosso", by=None)
    give_up_agree(event=event, by=referee)


def _set_tomorrow(event: Event, **more: str) -> None:
    tomorrow = timezone.localdate() + timedelta(days=1)
    Event.objects.filter(pk=event.pk).update(first_day=tomorrow, last_day=tomorrow, **more)


def test_laptop_given_up_on_the_day_waits_for_somebody_else() -> None:
    event, organiser = make.check_in_event(), make.make_user()
    make.grant(event, organiser)
    with pytest.raises(NotAway):
        give_up_agree(event=event, by=organiser)
    event_take(event=event, holder="Anna", by=organiser)
    with pytest.raises(NothingAsked):
        give_up_agree(event=event, by=organiser)
    assert not event_give_up(event=event, reason="Caduto nel fosso", by=organiser)
    with pytest.raises(GiveUpOwn):
        give_up_agree(event=event, by=organiser)
    assert Event.objects.get(pk=event.pk).away_since is not None
    give_up_withdraw(event=event, by=organiser)
    with pytest.raises(NothingAsked):
        give_up_withdraw(event=event, by=organiser)
    assert LaptopStay.objects.get().reason == ""


def test_laptop_given_up_before_the_first_day_needs_nobody() -> None:
    event = make.check_in_event()
    event_take(event=event, holder="Anna", by=None)
    _set_tomorrow(event, state=Event.State.AUTHORISED)
    assert event_give_up(event=event, reason="Caduto nel fosso", by=None)
    assert Event.objects.get(pk=event.pk).away_since is None


def test_laptop_given_up_before_the_first_day_waits_once_the_check_in_is_open() -> None:
    event = make.check_in_event()
    event_take(event=event, holder="Anna", by=None)
    _set_tomorrow(event)
    assert not event_give_up(event=event, reason="Caduto nel fosso", by=None)
    assert Event.objects.get(pk=event.pk).away_since is not None


def test_laptop_given_up_is_a_warning_of_the_report_with_its_reason() -> None:
    event = make.check_in_event()
    _lose(event)
    make.draw_round(Event.objects.get(pk=event.pk))
    for number in range(3):
        if number:
            make.next_round(event)
        make.play_round(event)
    conclusion.event_conclude(event=Event.objects.get(pk=event.pk), by=None)
    reporting.submit(Event.objects.get(pk=event.pk))
    (finding,) = report_recompute(Report.objects.get(event=event))
    assert (finding.code, finding.is_error) == ("LAPTOP_GIVEN_UP", False)
    assert sentence(finding, "it").startswith("Il portatile su cui si giocava il torneo è stato dato per perso il ")
    assert sentence(finding, "it").endswith("non vale. Motivo: Caduto nel fosso")
    content = event_to_file(Event.objects.get(pk=event.pk))
    (lost,) = content["rounds"][-1]["given_up_laptops"]
    assert (lost["reason"], lost["confirmed_by"]) == ("Caduto nel fosso", ["referee"])
    assert [found.code for found in verify_file(parse(content)).findings] == ["LAPTOP_GIVEN_UP"]
    page = Client().get(reverse("draws", args=[event.slug])).content.decode()
    assert "Il portatile di Anna è stato dato per perso" in page
    assert "un altro account (arbitro)" in page
    paper = "".join(page.extract_text() for page in PdfReader(BytesIO(report_paper(event))).pages)
    assert "Il portatile di Anna" in " ".join(paper.split())


@pytest.mark.soak
def test_laptop_given_up_survives_export_and_import() -> None:
    event = make.check_in_event()
    _lose(event)
    make.draw_round(Event.objects.get(pk=event.pk))
    for number in range(3):
        if number:
            make.next_round(event)
        make.play_round(event)
    conclusion.event_conclude(event=Event.objects.get(pk=event.pk), by=None)
    content = event_to_file(Event.objects.get(pk=event.pk))
    Event.objects.filter(pk=event.pk).update(name="Prima", slug="prima")
    again = event_from_file(content=content, by=None, season=event.season)
    assert event_to_file(again)["rounds"][-1]["given_up_laptops"] == content["rounds"][-1]["given_up_laptops"]
